/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/calls/call.h"

static const SimHandler handlers[RT_N_CALLS] = {
#define RT_CALL(id, name, group, ...) SIM_IF_##group([RT_CALL_##id] = sim_call_##id, )
#include "src/trace/program/rt-call.def"
#undef RT_CALL
};

SimHandler
sim_handler(RtCallId id)
{
    return handlers[id];
}
