/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Messages of the simulation: the one place that puts file and line in front.
 */
#include "src/sim/core/sim.h"

G_DEFINE_QUARK(simulator_error, simulator_error)

void
sim_leave_out(Simulator *sim, unsigned parts)
{
    parts |= sim->whole.without;
    if (sim->network.without != parts)
        sim->network = rater_network_without(&sim->whole, parts);
}

void
sim_warn(Simulator *sim, SimWarning kind, guint64 line, const char *format, ...)
{
    guint64 n = ++sim->n_warned[kind];
    if (kind != SIM_WARNING_OTHER && n > SIM_MOST_WARNINGS)
        return;
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_autofree char *at = line > 0 ? g_strdup_printf(":%" G_GUINT64_FORMAT, line) : NULL;
    g_ptr_array_add(sim->warnings, g_strdup_printf("%s%s: warning: %s", sim->program->info.file,
                                                   at != NULL ? at : "", text));
}

void
sim_warn_unwaited(Simulator *sim, gpointer object)
{
    const SimAsync *async = sim_object_async(object);
    if (async != NULL && async->active)
        sim_warn(sim, SIM_WARNING_NO_WAIT, async->line, "%s: started and never waited for",
                 async->name);
}

gboolean
sim_fail(Simulator *sim, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    if (sim->error != NULL)
        return FALSE;
    g_set_error(&sim->error, SIMULATOR_ERROR, SIMULATOR_ERROR_CALL,
                "%s:%" G_GUINT64_FORMAT ": error: %s: %s", sim->program->info.file,
                sim->call.at->line, sim->call.record->name, text);
    return FALSE;
}

gboolean
sim_fail_classes(Simulator *sim)
{
    sim_fail(sim,
             "the program tells more processors apart than can be held of %" G_GINT64_FORMAT
             "; choose fewer",
             sim->systems->root->count);
    sim->error->code = SIMULATOR_ERROR_MEMORY;
    return FALSE;
}

gboolean
sim_check(Simulator *sim, RaterStatus status)
{
    if (status == RATER_ERROR_MEMORY)
        return sim_fail_classes(sim);
    return status == RATER_OK || sim_fail(sim, "%s", rater_status_text(status));
}
