/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Commands for the machine, and for what explain() finds.
 */
#include "src/analysis/predict/predict.h"
#include "src/params/machine.h"
#include "src/params/mapping.h"
#include "src/replay/command-private.h"
#include "src/replay/private.h"
#include "src/report/machine/machine.h"

/* Processors whose places are listed. */
#define MOST_PLACES 64

static void
append_links(GString *out, const LinkUse *links, double elapsed)
{
    char number[REPORT_NUMBER_SIZE];
    const char *const head[] = { "link", "mostly by", "busy, s", "of the time", "messages",
                                 "bytes" };
    g_autoptr(TextTable) table = text_table_new(G_N_ELEMENTS(head), 2);
    for (guint i = 0; i < G_N_ELEMENTS(head); i++)
        text_table_add(table, head[i]);
    for (guint i = 0; i < links->n_hottest; i++) {
        const HotLink *hot = &links->hottest[i];
        g_autofree char *file = report_clean_shown(hot->file, -1);
        text_table_add(table, hot->name);
        text_table_take(table, *file != '\0'
                                   ? g_strdup_printf("%s:%" G_GINT64_FORMAT, file, hot->line)
                                   : g_strdup("-"));
        text_table_take(table, replay_seconds(hot->load.busy));
        text_table_add(table, report_number_percent(
                                  elapsed > 0 ? hot->load.busy / elapsed : 0, number));
        text_table_add(table, report_number_short(hot->load.messages, number));
        text_table_add(table, report_number_short(hot->load.bytes, number));
    }
    text_table_write(table, out);
}

gboolean
replay_command_network(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    const Params *params = session->params;
    char start[REPORT_NUMBER_SIZE], bytes[REPORT_NUMBER_SIZE];
    if (!replay_read_nothing(rest, error))
        return FALSE;
    g_autoptr(MachineReport) report = machine_report_new(params, NULL, NULL, error);
    if (report == NULL)
        return FALSE;
    g_autofree char *title = machine_title(report);
    g_autofree char *sizes = machine_sizes(&params->topology);
    g_string_append_printf(out,
                           "%s, processors %s, start of a message %s, a byte %s, power %g\n",
                           title, sizes, report_number_time(params->start_time, start),
                           report_number_time(params->send_byte_time, bytes), params->power);
    if (!params_is_links(params))
        return TRUE;
    g_autoptr(Simulator) simulator = replay_simulator_at(
        session, session->position, (SimulatorOptions){ .links = TRUE }, error);
    g_autoptr(Prediction) so_far =
        simulator != NULL ? predict_so_far(simulator, session->program, params, error) : NULL;
    if (so_far == NULL)
        return FALSE;
    if (so_far->links != NULL && so_far->links->n_hottest > 0)
        append_links(out, so_far->links, replay_elapsed(session));
    else
        g_string_append(out, "no link has been used\n");
    return TRUE;
}

gboolean
replay_command_mapping(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    const Params *params = session->params;
    const gint64 n = rater_grid_count(&params->topology);
    if (!replay_read_nothing(rest, error))
        return FALSE;
    g_string_append(out, "mapping ");
    params_mapping_append(out, params->mapping);
    if (params->mapping->kind == PARAMS_MAPPING_BEST) {
        g_string_append(out, ", found ");
        params_mapping_append_found(out, params->mapping);
    }
    g_string_append_c(out, '\n');
    if (!params_is_links(params)) {
        g_string_append(out, "each processor is its own place of this network\n");
        return TRUE;
    }
    g_autoptr(ParamsMachine) machine = params_machine_new(params, TRUE, error);
    if (machine == NULL)
        return FALSE;
    for (gint64 p = 0; p < n && p < MOST_PLACES; p++)
        g_string_append_printf(out, "%" G_GINT64_FORMAT " on %" G_GINT64_FORMAT "\n", p,
                               rater_placement_of(&machine->placement, p));
    if (n > MOST_PLACES)
        g_string_append_printf(out, "and %" G_GINT64_FORMAT " more\n", n - MOST_PLACES);
    return TRUE;
}

/* --- findings --- */

/* The prediction of the whole run and its explanation, once for all positions. */
static gboolean
explain_whole(ReplaySession *session, GError **error)
{
    const gboolean keep_going = session->options.keep_going;
    if (session->explanation != NULL)
        return TRUE;
    if (session->whole == NULL)
        session->whole =
            predict(session->program, session->params,
                    &(PredictOptions){ .keep_going = keep_going, .links = TRUE }, error);
    if (session->whole == NULL)
        return FALSE;
    const ExplainOptions how = { .no_path = TRUE, .keep_going = keep_going };
    session->explanation =
        explain(session->program, session->params, session->whole, &how, error);
    return session->explanation != NULL;
}

static void
append_finding(GString *out, guint i, const Finding *finding)
{
    char share[REPORT_NUMBER_SIZE];
    g_autofree char *file = report_clean_shown(finding->file, -1);
    g_autofree char *title = report_clean_shown(finding->title, -1);
    g_string_append_printf(out, "%u. ", i + 1);
    if (*file != '\0')
        g_string_append_printf(out, "%s:%" G_GINT64_FORMAT "  ", file, finding->line);
    g_string_append_printf(out, "%s, up to %s\n", title,
                           report_number_percent(finding->share, share));
}

static gboolean
go_to_finding(ReplaySession *session, const Finding *finding, GString *out, GError **error)
{
    guint32 site;
    guint64 k = 0;
    if (*finding->file == '\0' || finding->line <= 0)
        return replay_refuse(error, "this finding stands in no line");
    if (!replay_find_line(session, finding->file, finding->line, &site, error))
        return FALSE;
    while (session->program->calls[k].site != site)
        k++;
    if (!replay_goto(session, k, error))
        return FALSE;
    g_autofree char *evidence = report_clean_shown(finding->evidence, -1);
    g_string_append_printf(out, "%s\n", evidence);
    replay_append_why(session, out);
    return TRUE;
}

gboolean
replay_command_finding(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    guint64 n = 0;
    if (!replay_read_count(rest, 1, &n, error) || !explain_whole(session, error))
        return FALSE;
    const GPtrArray *findings = session->explanation->findings;
    if (n > findings->len)
        return replay_refuse(error, "there %s %u finding%s", findings->len == 1 ? "is" : "are",
                             findings->len, findings->len == 1 ? "" : "s");
    if (findings->len == 0)
        g_string_append(out, "nothing was found\n");
    for (guint i = 0; i < findings->len; i++)
        if (n == 0 || i + 1 == n)
            append_finding(out, i, g_ptr_array_index(findings, i));
    return n == 0 ||
           go_to_finding(session, g_ptr_array_index(findings, (guint)n - 1), out, error);
}
