/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A machine as text.
 */
#include <math.h>
#include <string.h>

#include "src/base/link-name.h"
#include "src/base/number.h"
#include "src/base/text-table.h"
#include "src/report/machine/machine.h"

#define MOST_PLACES 16 /* shown */
#define MOST_LINKS  20 /* shown, the busiest */

static char *
count_of(gint64 n, const char *noun, const char *plural)
{
    return g_strdup_printf("%" G_GINT64_FORMAT " %s", n, n == 1 ? noun : plural);
}

static void
append_network(GString *out, const MachineReport *report)
{
    const RaterTopology *topology = &report->machine->fabric.topology;
    g_autofree char *nodes = count_of(topology->nodes, "node", "nodes");
    g_autofree char *cores = count_of(topology->cores, "processor", "processors");
    g_autofree char *links = count_of(topology->links, "link", "links");
    g_autofree char *title = machine_title(report);
    g_string_append(out, title);
    g_string_append_printf(out, ": %s of %s, %s\n", nodes, cores, links);
    g_string_append_printf(out,
                           "diameter %" G_GINT64_FORMAT ", bisection %" G_GINT64_FORMAT "\n",
                           (gint64)topology->diameter, (gint64)topology->bisection);
}

/* The parameters that are not the default. */
static void
append_parameters(GString *out, const Params *params)
{
    for (ParamsId id = PARAMS_TYPE + 1; id < PARAMS_N; id++) {
        if (!machine_shows_parameter(params, id))
            continue;
        g_string_append_printf(out, "%s = ", params_rows[id].name);
        params_append_value(out, params, id);
        if (strcmp(params_rows[id].unit, "microseconds") == 0)
            g_string_append(out, " us");
        g_string_append_c(out, '\n');
    }
}

static void
append_mapping(GString *out, const MachineReport *report)
{
    const RaterPlacement *placement = &report->machine->placement;
    g_string_append(out, "mapping ");
    params_append_value(out, report->params, PARAMS_MAPPING);
    g_string_append(out, "\nprocessors 0, 1, .. are on");
    for (gint64 v = 0; v < MIN(placement->n_virtual, MOST_PLACES); v++)
        g_string_append_printf(out, " %" G_GINT64_FORMAT,
                               (gint64)rater_placement_of(placement, v));
    g_string_append(out, placement->n_virtual > MOST_PLACES ? " ..\n" : "\n");
}

static void
add_time(TextTable *table, double seconds)
{
    char buffer[REPORT_NUMBER_SIZE];
    text_table_add(table, report_number_time(seconds, buffer));
}

static void
append_costs(GString *out, const MachineReport *report)
{
    const gboolean far = report->far > 1;
    g_autoptr(TextTable) table = text_table_new(far ? 5 : 4, 0);
    text_table_add(table, "bytes");
    text_table_add(table, report->machine != NULL ? "0 to 1" : "message");
    if (far)
        text_table_take(table, g_strdup_printf("0 to %" G_GINT64_FORMAT, report->far));
    text_table_add(table, "broadcast");
    text_table_add(table, "reduction");
    for (guint i = 0; i < report->costs->len; i++) {
        const MachineCost *cost = &g_array_index(report->costs, MachineCost, i);
        text_table_take(table, g_strdup_printf("%" G_GINT64_FORMAT, cost->bytes));
        add_time(table, cost->near);
        if (far)
            add_time(table, cost->far);
        add_time(table, cost->broadcast);
        add_time(table, cost->reduction);
    }
    g_string_append_c(out, '\n');
    text_table_write(table, out);
}

/* A reduction among the first processors. */
static void
append_among(GString *out, const MachineReport *report)
{
    g_autoptr(TextTable) table = text_table_new(2, 0);
    text_table_add(table, "processors");
    text_table_add(table, "reduction of 8 bytes");
    for (guint i = 0; i < report->among->len; i++) {
        const MachineAmong *one = &g_array_index(report->among, MachineAmong, i);
        text_table_take(table, g_strdup_printf("%" G_GINT64_FORMAT, one->processors));
        add_time(table, one->reduction);
    }
    g_string_append_c(out, '\n');
    text_table_write(table, out);
}

static void
append_links(GString *out, const MachineReport *report)
{
    const ParamsMachine *machine = report->machine;
    g_autoptr(TextTable) table = text_table_new(4, 1);
    text_table_add(table, "link");
    text_table_add(table, "busy");
    text_table_add(table, "messages");
    text_table_add(table, "bytes");
    for (guint i = 0; i < MIN(report->hottest->len, MOST_LINKS); i++) {
        const RaterLinkUse *use = g_ptr_array_index(report->hottest, i);
        text_table_take(table, link_name(&machine->fabric.topology, use->link, machine->name));
        add_time(table, use->busy);
        text_table_take(table, g_strdup_printf("%" G_GINT64_FORMAT, (gint64)use->messages));
        text_table_take(table, g_strdup_printf("%" G_GINT64_FORMAT, (gint64)use->bytes));
    }
    g_string_append_c(out, '\n');
    text_table_write(table, out);
}

static void
append_transfers(GString *out, const MachineReport *report)
{
    const RaterExchange *load = &report->load;
    char none[REPORT_NUMBER_SIZE], loaded[REPORT_NUMBER_SIZE], events[REPORT_NUMBER_SIZE];
    g_autofree char *messages = count_of(load->messages, "message", "messages");
    g_string_append_printf(out,
                           "\n%s, %" G_GINT64_FORMAT " bytes, %" G_GINT64_FORMAT
                           " links, at most %" G_GINT64_FORMAT " one\n",
                           messages, (gint64)load->bytes, (gint64)load->hops,
                           (gint64)load->most_hops);
    g_string_append_printf(
        out, "without congestion %s, by load %s, simulated %s\n",
        report_number_time(load->none, none), report_number_time(load->seconds, loaded),
        report->simulated ? report_number_time(report->events.seconds, events) : "-");
    if (report->simulated && report->events.deadlocks > 0)
        g_string_append_printf(out, "deadlocks %" G_GINT64_FORMAT "\n",
                               (gint64)report->events.deadlocks);
    if (load->n_uses > 0)
        append_links(out, report);
}

gboolean
machine_text_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const MachineReport *report = data;
    g_autoptr(GString) out = g_string_new(NULL);
    if (report->machine != NULL)
        append_network(out, report);
    else
        g_string_append_printf(out, "%s\n", params_type_name(report->params));
    append_parameters(out, report->params);
    g_autofree char *sizes = machine_sizes(&report->params->topology);
    g_string_append_printf(out, "topology %s\n", sizes);
    if (report->machine != NULL)
        append_mapping(out, report);
    append_costs(out, report);
    if (report->among->len > 0)
        append_among(out, report);
    if (report->transfers != NULL)
        append_transfers(out, report);
    report_sink_write(sink, out->str, out->len);
    return TRUE;
}
