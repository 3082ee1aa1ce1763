/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/machine/machine.h"

#include <math.h>

/* The farthest processor is looked for among so many. */
#define MOST_LOOKED_AT 65536

/* Broadcasts and reductions of more packets times links take too long for a description. */
#define MOST_PASSAGES 2e5

static double
message(const ParamsMachine *machine, gint64 p, gint64 q, gint64 bytes)
{
    RaterMessage one;
    RaterStatus status =
        rater_message(&machine->fabric, rater_placement_of(&machine->placement, p),
                      rater_placement_of(&machine->placement, q), bytes, &one);
    if (status != RATER_OK)
        return NAN;
    return (double)(one.latency + one.occupation) * 1e-18 * machine->fabric.scale;
}

/* Whether trees over n processors with messages of so many bytes are soon found out. */
static gboolean
is_small(const MachineReport *report, gint64 n, gint64 bytes)
{
    const RaterFabric *fabric = &report->machine->fabric;
    const double packets =
        fabric->packet_size > 0 && report->machine->congestion == RATER_CONGESTION_EVENTS
            ? ceil((double)bytes / (double)fabric->packet_size)
            : 1;
    return (double)n * packets * (double)MAX(fabric->topology.diameter, 1) <= MOST_PASSAGES;
}

static RaterNetwork
network_of(const MachineReport *report)
{
    return report->machine != NULL ? params_machine_network(report->machine, report->params)
                                   : report->params->network;
}

/* Seconds of what has been done with this status. */
static double
seconds_of(RaterStatus status, RaterExchange *done)
{
    if (status != RATER_OK)
        return NAN;
    const double seconds = done->seconds;
    rater_exchange_clear(done);
    return seconds;
}

/* What a message, and a collective operation of all, costs. */
static MachineCost
cost_of(const MachineReport *report, gint64 bytes)
{
    const ParamsMachine *machine = report->machine;
    const RaterNetwork network = network_of(report);
    const gint64 n = rater_grid_count(&report->params->topology);
    const RaterTeam team = { .grid = &report->params->topology, .n_processors = n };
    MachineCost cost = { bytes, NAN, NAN, NAN, NAN };
    bool spread[RATER_MAX_RANK];
    RaterExchange done;
    for (int k = 0; k < RATER_MAX_RANK; k++)
        spread[k] = true;
    if (machine == NULL) {
        cost.near = rater_network_message(&network, 0, 1, (double)bytes);
    } else if (n > 1) {
        cost.near = message(machine, 0, 1, bytes);
        cost.far = message(machine, 0, report->far, bytes);
    }
    if (machine == NULL || machine->by_dimension || is_small(report, n, bytes)) {
        cost.broadcast =
            seconds_of(rater_network_broadcast(&network, &team, (double)bytes, &done), &done);
        cost.reduction = seconds_of(
            rater_network_reduction(&network, &team, spread, (double)bytes, &done), &done);
    }
    return cost;
}

/* A reduction of 8 bytes among the first n processors, in a row. */
static double
reduction_among(const MachineReport *report, gint64 n)
{
    const RaterGrid row = { .rank = 1, .size = { n } };
    const RaterTeam team = { .grid = &row, .n_processors = n };
    const bool spread[RATER_MAX_RANK] = { true };
    RaterNetwork network = network_of(report);
    RaterExchange done;
    network.links.by_dimension = false;
    return report->machine == NULL || is_small(report, n, 8)
               ? seconds_of(rater_network_reduction(&network, &team, spread, 8, &done), &done)
               : (double)NAN;
}

static void
add_among(MachineReport *report)
{
    const gint64 all = rater_grid_count(&report->params->topology);
    for (gint64 n = 2; n / 2 < all; n *= 2) {
        MachineAmong among = { MIN(n, all), 0 };
        among.reduction = reduction_among(report, among.processors);
        if (among.processors > 1)
            g_array_append_val(report->among, among);
    }
}

static void
find_farthest(MachineReport *report)
{
    const gint64 n = MIN(report->machine->placement.n_virtual, MOST_LOOKED_AT);
    double longest = -1;
    for (gint64 v = 1; v < n; v++) {
        const double seconds = message(report->machine, 0, v, 1);
        if (seconds > longest) {
            report->far = v;
            longest = seconds;
        }
    }
}

static gboolean
exchange(MachineReport *report, RaterCongestion congestion, RaterExchange *out, GError **error)
{
    const RaterStatus status = rater_exchange(
        &report->machine->fabric, &report->machine->placement, congestion,
        report->transfers->len, (const RaterParcel *)(gpointer)report->transfers->data, out);
    if (status == RATER_OK)
        return TRUE;
    g_set_error(error, PARAMS_ERROR, PARAMS_ERROR_VALUE, "the transfers cannot be costed: %s",
                rater_status_text(status));
    return FALSE;
}

static int
compare_uses(gconstpointer a, gconstpointer b)
{
    const RaterLinkUse *x = *(RaterLinkUse *const *)a, *y = *(RaterLinkUse *const *)b;
    if (x->busy != y->busy)
        return x->busy > y->busy ? -1 : 1;
    return x->link < y->link ? -1 : x->link > y->link;
}

static GPtrArray *
sort_links(const RaterExchange *load)
{
    GPtrArray *links = g_ptr_array_new();
    for (gsize i = 0; i < load->n_uses; i++)
        g_ptr_array_add(links, &load->use[i]);
    g_ptr_array_sort(links, compare_uses);
    return links;
}

char *
machine_sizes(const RaterGrid *grid)
{
    GString *text = g_string_new(NULL);
    for (int k = 0; k < grid->rank; k++)
        g_string_append_printf(text, "%s%" G_GINT64_FORMAT, k > 0 ? "x" : "",
                               (gint64)grid->size[k]);
    return g_string_free(text, FALSE);
}

char *
machine_title(const MachineReport *report)
{
    const char *type = params_type_name(report->params);
    if (report->machine == NULL || report->machine->fabric.topology.rank < 2)
        return g_strdup(type);
    const RaterTopology *topology = &report->machine->fabric.topology;
    RaterGrid grid = { .rank = topology->rank };
    for (int k = 0; k < grid.rank; k++)
        grid.size[k] = topology->size[k];
    g_autofree char *sizes = machine_sizes(&grid);
    return g_strdup_printf("%s %s", type, sizes);
}

gboolean
machine_shows_parameter(const Params *params, ParamsId id)
{
    return id != PARAMS_TYPE && id != PARAMS_TOPOLOGY && id != PARAMS_MAPPING &&
           !params_is_default(params, id);
}

MachineReport *
machine_report_new(const Params *params, GArray *transfers, const RaterWatch *watch,
                   GError **error)
{
    g_autoptr(MachineReport) report = g_new0(MachineReport, 1);
    report->params = params;
    report->transfers = transfers;
    report->costs = g_array_new(FALSE, FALSE, sizeof(MachineCost));
    report->among = g_array_new(FALSE, FALSE, sizeof(MachineAmong));
    if (params_is_links(params)) {
        report->machine = params_machine_new(params, TRUE, error);
        if (report->machine == NULL)
            return NULL;
        find_farthest(report);
    }
    for (gint64 bytes = 8; bytes <= 1 << 20; bytes *= bytes < 1 << 18 ? 8 : 4) {
        const MachineCost cost = cost_of(report, bytes);
        g_array_append_val(report->costs, cost);
    }
    add_among(report);
    if (transfers == NULL)
        return g_steal_pointer(&report);
    if (report->machine == NULL) {
        g_set_error(error, PARAMS_ERROR, PARAMS_ERROR_VALUE,
                    "transfers have costs of their own only in networks of nodes and links, "
                    "expected another type than %s",
                    params_type_name(params));
        return NULL;
    }
    report->machine->fabric.watch = watch;
    if (!exchange(report, RATER_CONGESTION_LOAD, &report->load, error))
        return NULL;
    report->simulated = exchange(report, RATER_CONGESTION_EVENTS, &report->events, NULL);
    report->machine->fabric.watch = NULL; /* borrowed */
    report->hottest = sort_links(&report->load);
    return g_steal_pointer(&report);
}

void
machine_report_free(MachineReport *report)
{
    if (report == NULL)
        return;
    if (report->load.use != NULL)
        rater_exchange_clear(&report->load);
    if (report->events.use != NULL)
        rater_exchange_clear(&report->events);
    params_machine_free(report->machine);
    g_array_unref(report->costs);
    g_array_unref(report->among);
    g_clear_pointer(&report->hottest, g_ptr_array_unref);
    g_clear_pointer(&report->transfers, g_array_unref);
    g_free(report);
}
