/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A machine as JSON.  Names of links are names of members, so this is no tree of values.
 */
#include "src/base/link-name.h"
#include "src/base/number.h"
#include "src/report/machine/machine.h"

/* Places of more processors are left out unless there are transfers. */
#define MOST_PLACES 65536

static void
write_text(ReportSink *sink, const char *text)
{
    report_sink_puts(sink, "\"");
    for (const char *p = text; *p != '\0'; p++) {
        if (*p == '"' || *p == '\\')
            report_sink_printf(sink, "\\%c", *p);
        else if (*p == '\n')
            report_sink_puts(sink, "\\n");
        else if ((guchar)*p < 0x20)
            report_sink_printf(sink, "\\u%04x", (guint)(guchar)*p);
        else
            report_sink_write(sink, p, 1);
    }
    report_sink_puts(sink, "\"");
}

static void
write_real(ReportSink *sink, const char *before, double value)
{
    char buffer[REPORT_NUMBER_SIZE];
    const char *text = report_number_exact(value, buffer);
    report_sink_printf(sink, "%s%s", before, text != NULL ? text : "null");
}

static void
write_integer(ReportSink *sink, const char *before, gint64 value)
{
    report_sink_printf(sink, "%s%" G_GINT64_FORMAT, before, value);
}

/* As a parameter file has them, those that are not the default. */
static void
write_parameters(ReportSink *sink, const Params *params)
{
    report_sink_puts(sink, ",\n \"parameters\": {\"type\": ");
    write_text(sink, params_type_name(params));
    if (params->clusters != NULL) {
        g_autoptr(GString) text = g_string_new(NULL);
        params_clusters_append(text, params->clusters);
        report_sink_puts(sink, ", \"clusters\": ");
        write_text(sink, text->str);
    }
    for (ParamsId id = PARAMS_TYPE + 1; id < PARAMS_N; id++) {
        g_autoptr(GString) value = g_string_new(NULL);
        g_autofree char *name = g_strdelimit(g_strdup(params_rows[id].name), " ", '_');
        if (id != PARAMS_TOPOLOGY && params_is_default(params, id))
            continue;
        params_append_value(value, params, id);
        report_sink_printf(sink, ", \"%s\": ", name);
        write_text(sink, value->str);
    }
    report_sink_puts(sink, "}");
}

static void
write_network(ReportSink *sink, const RaterTopology *topology)
{
    write_integer(sink, ",\n \"network\": {\"nodes\": ", topology->nodes);
    write_integer(sink, ", \"cores\": ", topology->cores);
    write_integer(sink, ", \"processors\": ", rater_topology_count(topology));
    write_integer(sink, ", \"links\": ", topology->links);
    write_integer(sink, ", \"diameter\": ", topology->diameter);
    write_integer(sink, ", \"bisection\": ", topology->bisection);
    report_sink_puts(sink, "}");
}

static void
write_costs(ReportSink *sink, const MachineReport *report)
{
    report_sink_puts(sink, ",\n \"costs\": [");
    for (guint i = 0; i < report->costs->len; i++) {
        const MachineCost *cost = &g_array_index(report->costs, MachineCost, i);
        write_integer(sink, i > 0 ? ",\n  {\"bytes\": " : "\n  {\"bytes\": ", cost->bytes);
        write_real(sink, ", \"message\": ", cost->near);
        write_real(sink, ", \"farthest\": ", cost->far);
        write_real(sink, ", \"broadcast\": ", cost->broadcast);
        write_real(sink, ", \"reduction\": ", cost->reduction);
        report_sink_puts(sink, "}");
    }
    report_sink_puts(sink, "]");
}

static void
write_places(ReportSink *sink, const RaterPlacement *placement)
{
    report_sink_puts(sink, ",\n \"place\": [");
    for (gint64 v = 0; v < placement->n_virtual && !report_sink_failed(sink); v++)
        write_integer(sink, v > 0 ? ", " : "", rater_placement_of(placement, v));
    report_sink_puts(sink, "]");
}

static void
write_links(ReportSink *sink, const ParamsMachine *machine, const RaterExchange *load)
{
    report_sink_puts(sink, ",\n \"links\": {");
    for (gsize i = 0; i < load->n_uses; i++) {
        const RaterLinkUse *use = &load->use[i];
        g_autofree char *name = link_name(&machine->fabric.topology, use->link, machine->name);
        report_sink_puts(sink, i > 0 ? ",\n  " : "\n  ");
        write_text(sink, name);
        write_integer(sink, ": [", use->bytes);
        write_integer(sink, ", ", use->messages);
        write_real(sink, ", ", use->busy);
        report_sink_puts(sink, "]");
    }
    report_sink_puts(sink, "}");
}

static void
write_transfers(ReportSink *sink, const MachineReport *report)
{
    const RaterExchange *load = &report->load, *events = &report->events;
    write_real(sink, ",\n \"none\": ", load->none);
    write_real(sink, ",\n \"load\": ", load->seconds);
    if (report->simulated) {
        write_real(sink, ",\n \"events\": ", events->seconds);
        write_integer(sink, ",\n \"deadlocks\": ", events->deadlocks);
    } else {
        report_sink_puts(sink, ",\n \"events\": null,\n \"deadlocks\": null");
    }
    write_integer(sink, ",\n \"messages\": ", load->messages);
    write_integer(sink, ",\n \"bytes\": ", load->bytes);
    write_integer(sink, ",\n \"hops\": ", load->hops);
    write_integer(sink, ",\n \"hops_max\": ", load->most_hops);
    write_links(sink, report->machine, load);
}

gboolean
machine_json_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const MachineReport *report = data;
    report_sink_puts(sink, "{\n \"format\": \"predictor-machine\",\n \"version\": 1");
    write_parameters(sink, report->params);
    write_integer(sink, ",\n \"processors\": ", rater_grid_count(&report->params->topology));
    if (report->machine != NULL) {
        const RaterPlacement *placement = &report->machine->placement;
        write_network(sink, &report->machine->fabric.topology);
        if (report->transfers != NULL || placement->n_virtual <= MOST_PLACES)
            write_places(sink, placement);
    }
    write_costs(sink, report);
    if (report->transfers != NULL)
        write_transfers(sink, report);
    report_sink_puts(sink, "\n}\n");
    return TRUE;
}
