/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict/link-use.h"

#include "src/base/link-name.h"

/* The longest busy first, of equal ones the one of least number. */
static int
compare_busy(gconstpointer first, gconstpointer second)
{
    const SimLinkLoad *a = *(const SimLinkLoad *const *)first;
    const SimLinkLoad *b = *(const SimLinkLoad *const *)second;
    return ORDER(b->busy, a->busy) ?: ORDER(a->link, b->link);
}

static void
find_hottest(LinkUse *use, const SimLinks *links, const TraceProgram *program)
{
    g_autoptr(GPtrArray) order = g_ptr_array_new();
    for (guint i = 0; i < use->loads->len; i++)
        g_ptr_array_add(order, &g_array_index(use->loads, SimLinkLoad, i));
    g_ptr_array_sort(order, compare_busy);
    use->n_hottest = MIN(order->len, LINK_USE_HOTTEST);
    for (guint i = 0; i < use->n_hottest; i++) {
        HotLink *hot = &use->hottest[i];
        hot->load = *(const SimLinkLoad *)g_ptr_array_index(order, i);
        hot->name =
            link_name(&use->machine->fabric.topology, hot->load.link, use->machine->name);
        const TraceSite *site =
            trace_program_site(program, sim_links_site(links, hot->load.link));
        hot->file = g_strdup(site != NULL ? site->file : "");
        hot->line = site != NULL ? site->line : 0;
    }
}

/* Mean and most of each set of links. */
static void
find_sets(LinkUse *use)
{
    const RaterTopology *topology = &use->machine->fabric.topology;
    RaterLinkSet sets[RATER_TOPOLOGY_SETS];
    double sum[RATER_TOPOLOGY_SETS] = { 0 }, most[RATER_TOPOLOGY_SETS] = { 0 };
    if (topology->nodes > SIM_LINKS_NODES)
        return;
    const int n = rater_topology_sets(topology, sets);
    for (guint i = 0; i < use->loads->len; i++) {
        const SimLinkLoad *load = &g_array_index(use->loads, SimLinkLoad, i);
        if (load->link < 0)
            continue;
        const int k = rater_topology_set_of(topology, load->link);
        sum[k] += load->busy;
        most[k] = MAX(most[k], load->busy);
    }
    for (int k = 0; k < n; k++)
        if (sets[k].links > 0)
            use->sets[use->n_sets++] = (LinkSetUse){ sets[k], link_set_name(&sets[k]),
                                                     sum[k] / (double)sets[k].links, most[k] };
}

LinkUse *
link_use_new(Simulator *simulator, const TraceProgram *program, guint n_intervals)
{
    const SimLinks *links = simulator_links(simulator);
    LinkUse *use = g_new0(LinkUse, 1);
    use->machine = simulator_take_machine(simulator);
    use->machine->fabric.watch = NULL; /* lives as long as the simulator */
    use->intervals = g_new0(MessageUse, n_intervals);
    use->loads = sim_links_loads(links, &use->complete);
    double sum = 0;
    for (guint i = 0; i < use->loads->len; i++) {
        const SimLinkLoad *load = &g_array_index(use->loads, SimLinkLoad, i);
        if (load->link < 0)
            continue;
        sum += load->busy;
        use->busy_most = MAX(use->busy_most, load->busy);
    }
    const gint64 n = use->machine->fabric.topology.links;
    use->busy_mean = n > 0 ? sum / (double)n : 0;
    find_sets(use);
    find_hottest(use, links, program);
    return use;
}

void
link_use_free(LinkUse *use)
{
    if (use == NULL)
        return;
    for (guint i = 0; i < use->n_hottest; i++) {
        g_free(use->hottest[i].name);
        g_free(use->hottest[i].file);
    }
    for (guint i = 0; i < use->n_sets; i++)
        g_free(use->sets[i].name);
    g_array_unref(use->loads);
    g_free(use->intervals);
    params_machine_free(use->machine);
    g_free(use);
}
