/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Interval delimiters (docs/semantics.md, "Intervals").
 */
#include "src/sim/calls/call.h"

/* What binter_ writes when the directive has no expression. */
#define NO_EXPRESSION 2000000000

/* Both times of a begin belong to the outer interval. */
gboolean
sim_call_enter(Simulator *sim)
{
    const RtCallId id = sim->call.record->call;
    const IntervalType type = id == RT_CALL_BINTER   ? INTERVAL_USER
                              : id == RT_CALL_BSLOOP ? INTERVAL_SEQ
                                                     : INTERVAL_PAR;
    const gint64 expression = trace_record_int(sim->call.record, RT_PARAM_INDEX, NO_EXPRESSION);
    if (!sim_spend(sim, SIM_BASE_SYS, sim->call.t_return))
        return FALSE;
    sim->call.return_done = TRUE;
    sim_tally_enter(sim->tally, type, sim->call.at->site, expression != NO_EXPRESSION,
                    expression);
    sim_tally_interval(sim->tally, sim->tally->current)->begin_line = sim->call.at->line;
    sim_enter_system(sim);
    return TRUE;
}

/* Whether an end with these properties closes the interval. */
static gboolean
closes(const Simulator *sim, const SimInterval *interval, gboolean user, gint64 line)
{
    if (interval->type == INTERVAL_MAIN || (interval->type == INTERVAL_USER) != user)
        return FALSE;
    return line < 0 || trace_program_site(sim->program, interval->site)->line == line;
}

/* An end that nothing open can be closed with. */
static void
warn_ignored(Simulator *sim, guint innermost)
{
    if (innermost == 0)
        sim_warn(sim, SIM_WARNING_INTERVAL, sim->call.at->line,
                 "%s: end of an interval that was not begun is ignored",
                 sim->call.record->name);
    else
        sim_warn(sim, SIM_WARNING_INTERVAL, sim->call.at->line,
                 "%s: does not match the interval begun at line %" G_GUINT64_FORMAT
                 ", and is ignored",
                 sim->call.record->name, sim_tally_interval(sim->tally, innermost)->begin_line);
}

/* Closes the innermost interval when the end is its own. Otherwise the innermost one that the
 * end does close, with all inside of it (a jump out of a loop leaves no end); when there is
 * none the end is taken for the innermost interval's of its type, and without such a one it is
 * ignored. */
gboolean
sim_call_leave(Simulator *sim)
{
    const gboolean user = sim->call.record->call == RT_CALL_EINTER;
    gint64 line = trace_record_int(sim->call.record, RT_PARAM_NLINE, -1);
    SimTally *tally = sim->tally;
    guint innermost = tally->current, target;
    if (closes(sim, sim_tally_interval(tally, innermost), user, line)) {
        sim_tally_leave(tally);
        return TRUE;
    }
    for (int with_line = 1; with_line >= 0; with_line--) {
        for (target = innermost; target != 0;
             target = sim_tally_interval(tally, target)->parent) {
            if (closes(sim, sim_tally_interval(tally, target), user, with_line ? line : -1))
                break;
        }
        if (target != 0)
            break;
    }
    if (innermost == 0 || target == 0)
        warn_ignored(sim, innermost);
    else
        sim_warn(sim, SIM_WARNING_INTERVAL, sim->call.at->line,
                 "%s: does not match the interval begun at line %" G_GUINT64_FORMAT
                 "; closes the one begun at line %" G_GUINT64_FORMAT,
                 sim->call.record->name, sim_tally_interval(tally, innermost)->begin_line,
                 sim_tally_interval(tally, target)->begin_line);
    if (target == 0)
        return TRUE;
    guint outer = sim_tally_interval(tally, target)->parent;
    while (tally->current != outer)
        sim_tally_leave(tally);
    return TRUE;
}
