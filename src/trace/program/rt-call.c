/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/program/rt-call.h"

#include <string.h>

/* Each list ends in a row that is not counted, because a C array cannot be empty. */
#define REQ(param) { RT_PARAM_##param, TRUE },
#define OPT(param) { RT_PARAM_##param, FALSE },
#define END                                                                                    \
    {                                                                                          \
        RT_N_PARAMS, FALSE                                                                     \
    }
#define RT_CALL(id, name, group, does, flags, call, ret)                                             \
    static const RtWant call_wants_##id[] = { call END };                                      \
    static const RtWant ret_wants_##id[] = { ret END };
#include "src/trace/program/rt-call.def"
#undef RT_CALL
#undef REQ
#undef OPT
#undef END

static const RtCall calls[RT_N_CALLS + 1] = {
#define RT_CALL(id, name, group, does, flags, call, ret)                                             \
    [RT_CALL_##id] = { name,                                                                   \
                       RT_GROUP_##group,                                                       \
                       (RtFlags)(flags),                                                       \
                       call_wants_##id,                                                        \
                       ret_wants_##id,                                                         \
                       G_N_ELEMENTS(call_wants_##id) - 1,                                      \
                       G_N_ELEMENTS(ret_wants_##id) - 1 },
#include "src/trace/program/rt-call.def"
#undef RT_CALL
    [RT_CALL_UNKNOWN] = { "", RT_GROUP_ORDINARY, (RtFlags)0, NULL, NULL, 0, 0 },
};

static const RtParam params[RT_N_PARAMS] = {
#define RT_PARAM(id, name, kind)                                                               \
    [RT_PARAM_##id] = { name, sizeof name - 1, RT_PARAM_KIND_##kind },
#include "src/trace/program/rt-param.def"
#undef RT_PARAM
};

const RtCall *
rt_call_get(RtCallId id)
{
    g_assert(id <= RT_CALL_UNKNOWN);
    return &calls[id];
}

/* A walk over all rows: it is done once for a distinct name. */
RtCallId
rt_call_lookup(const char *name, gsize len)
{
    for (guint id = 0; id < RT_N_CALLS; id++) {
        const char *known = calls[id].name;
        if (strlen(known) == len && memcmp(known, name, len) == 0)
            return (RtCallId)id;
    }
    gboolean is_io = len > 4 && memcmp(name, "dvm_", 4) == 0;
    return is_io ? RT_CALL_DVM_IO : RT_CALL_UNKNOWN;
}

const RtParam *
rt_param_get(RtParamId id)
{
    g_assert(id < RT_N_PARAMS);
    return &params[id];
}
