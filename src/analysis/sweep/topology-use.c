/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/topology-use.h"

/* More sizes than anybody tries. */
#define MOST_SIZES 65536

G_STATIC_ASSERT(SIM_LAYOUT_RANK == TOPOLOGY_MAX_RANK);

static gint
compare_numbers(gconstpointer a, gconstpointer b)
{
    const gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;
    return (x > y) - (x < y);
}

static void
sort_once(GArray *numbers)
{
    guint n = 0;
    g_array_sort(numbers, compare_numbers);
    for (guint i = 0; i < numbers->len; i++) {
        const gint64 number = g_array_index(numbers, gint64, i);
        if (n == 0 || number != g_array_index(numbers, gint64, n - 1))
            g_array_index(numbers, gint64, n++) = number;
    }
    g_array_set_size(numbers, n);
}

TopologyUse *
topology_use_new(const TraceProgram *program)
{
    g_autoptr(SimLayout) layout = sim_layout_new(program);
    TopologyUse *use = g_new0(TopologyUse, 1);
    use->shape =
        topology_shape(MAX(layout->rank, CLAMP(program->info.vps_rank, 1, TOPOLOGY_MAX_RANK)));
    for (int d = 0; d < TOPOLOGY_MAX_RANK; d++) {
        use->shape.like[d] = layout->like[d];
        use->extents[d] = g_array_ref(layout->extents[d]);
        sort_once(use->extents[d]);
    }
    use->parts = layout->parts;
    return use;
}

void
topology_use_free(TopologyUse *use)
{
    if (use == NULL)
        return;
    for (int d = 0; d < TOPOLOGY_MAX_RANK; d++)
        g_array_unref(use->extents[d]);
    g_free(use);
}

TopologyShape
topology_use_shape(const TopologyUse *use, const Params *params)
{
    if (!rater_network_is_symmetric(&params->network))
        return topology_shape(use->shape.rank);
    for (guint i = 1; i < params->speeds->len; i++) {
        if (g_array_index(params->speeds, ParamsSpeed, i).speed !=
            g_array_index(params->speeds, ParamsSpeed, 0).speed)
            return topology_shape(use->shape.rank);
    }
    return use->shape;
}

/* Both ends of every run of sizes that cut an axis of n elements into the same blocks. */
static void
add_sizes(GArray *sizes, gint64 n, gint64 most)
{
    for (gint64 p = 1; p <= MIN(n, most) && sizes->len < MOST_SIZES;) {
        const gint64 block = (n - 1) / p + 1;
        const gint64 last = block > 1 ? MIN((n - 1) / (block - 1), most) : p;
        g_array_append_val(sizes, p);
        g_array_append_val(sizes, last);
        p = last + 1;
    }
}

GArray *
topology_use_sizes(const TopologyUse *use, int d, gint64 most)
{
    const gint64 one = 1;
    GArray *sizes = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_array_append_val(sizes, one);
    for (guint i = 0; !use->parts && i < use->extents[d]->len; i++)
        add_sizes(sizes, g_array_index(use->extents[d], gint64, i), most);
    for (gint64 p = 2; use->parts && p <= MIN(most, MOST_SIZES); p++)
        g_array_append_val(sizes, p);
    sort_once(sizes);
    return sizes;
}
