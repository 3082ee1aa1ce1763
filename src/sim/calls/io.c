/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Input/output functions and brackets (docs/semantics.md, "Input/output").
 */
#include "src/sim/calls/call.h"
#include "src/sim/calls/move.h"

/* A function outside of a bracket is an operation of its own; one inside belongs to the
 * bracket. */
static void
count_io(Simulator *sim)
{
    sim_tally_interval(sim->tally, sim->tally->current)->has_io = TRUE;
    if (!sim->in_io)
        sim_count(sim, OPERATION_IO);
}

gboolean
sim_call_DVM_IO(Simulator *sim)
{
    count_io(sim);
    sim->call.return_done = TRUE;
    return sim_spend_io(sim, sim->call.t_return);
}

gboolean
sim_call_BIOF(Simulator *sim)
{
    count_io(sim);
    sim_begin_io(sim);
    sim->call.return_done = TRUE;
    return sim_spend_io(sim, sim->call.t_return);
}

gboolean
sim_call_EIOF(Simulator *sim)
{
    if (!sim->in_io) {
        sim_warn(sim, SIM_WARNING_OTHER, sim->call.at->line, "%s: without biof_",
                 sim->call.record->name);
        return TRUE;
    }
    sim->call.return_done = TRUE;
    if (!sim_spend_io(sim, sim->call.t_return))
        return FALSE;
    sim->in_io = FALSE;
    return TRUE;
}

/* srmem_: the I/O processor sends memory to all. */
gboolean
sim_call_SRMEM(Simulator *sim)
{
    gint64 n = trace_record_int(sim->call.record, RT_PARAM_MEMORY_COUNT, 0);
    double bytes = 0;
    if (n < 0 || n > G_MAXUINT)
        return sim_fail(sim, "MemoryCount is %" G_GINT64_FORMAT, n);
    const gint64 *length = sim_values_get(sim, RT_PARAM_LENGTH_ARRAY, (guint)n);
    if (length == NULL)
        return FALSE;
    for (gint64 i = 0; i < n; i++) {
        if (length[i] < 0)
            return sim_fail(sim, "LengthArray[%" G_GINT64_FORMAT "] is %" G_GINT64_FORMAT, i,
                            length[i]);
        bytes += (double)length[i];
    }
    count_io(sim);
    const RaterExchange *cost;
    if (!sim_collective(sim, sim->system, NULL, bytes, &cost))
        return FALSE;
    SIM_TELL(&sim->watchers, messages, (double)(sim->system->count - 1), bytes);
    return sim_synchronise(sim, OPERATION_IO, NULL) &&
           sim_communicate(sim, OPERATION_IO, cost->seconds);
}
