/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Messages of the simulation: the one place that puts file and line in front.
 */
#include "src/sim/core/message.h"

G_DEFINE_QUARK(simulator_error, simulator_error)

static const char *
trace_file(const Simulator *sim)
{
    return sim->program->info.file;
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
    char *whole =
        g_strdup_printf("%s:%" G_GUINT64_FORMAT ": warning: %s", trace_file(sim), line, text);
    g_ptr_array_add(sim->warnings, whole);
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
sim_fail(const Simulator *sim, const SimCall *call, GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, SIMULATOR_ERROR, SIMULATOR_ERROR_CALL,
                "%s:%" G_GUINT64_FORMAT ": error: %s: %s", trace_file(sim), call->at->line,
                call->record->name, text);
    return FALSE;
}

gboolean
sim_check(const Simulator *sim, const SimCall *call, RaterStatus status, GError **error)
{
    if (status == RATER_ERROR_MEMORY)
        return sim_fail_classes(sim, call, error);
    return status == RATER_OK || sim_fail(sim, call, error, "%s", rater_status_text(status));
}

gboolean
sim_fail_classes(const Simulator *sim, const SimCall *call, GError **error)
{
    g_set_error(error, SIMULATOR_ERROR, SIMULATOR_ERROR_MEMORY,
                "%s:%" G_GUINT64_FORMAT ": error: %s: the program tells more processors apart "
                "than can be held of %" G_GINT64_FORMAT,
                trace_file(sim), call->at->line, call->record->name,
                sim_systems_root(sim->systems)->count);
    return FALSE;
}
