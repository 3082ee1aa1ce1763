/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/timeline/lanes.h"

#include "src/base/processor-walk.h"
#include "src/lattice/set.h"

typedef struct {
    gint64 least; /* stands for all its processors */
    guint class;  /* of TimelineLanes.partition */
    char *name;
} Lane;

struct _TimelineLanes {
    const Timeline *timeline;
    const RaterGrid *grid;
    GArray *lanes;                 /* of Lane, by their least processor */
    SimLattice *lattice;           /* NULL: lanes are single processors */
    const SimPartition *partition; /* of `lattice` */
    guint32 *lane_of;              /* for each of its classes */
    guint n_found;
    GPtrArray *members; /* by group: GArray of guint32, NULL: not yet asked for */
};

static int
compare_lanes(gconstpointer a, gconstpointer b)
{
    const gint64 x = ((const Lane *)a)->least, y = ((const Lane *)b)->least;
    return (x > y) - (x < y);
}

static void
members_free(gpointer members)
{
    if (members != NULL)
        g_array_unref(members);
}

static void
lane_clear(gpointer v)
{
    g_free(((Lane *)v)->name);
}

/* The same partition in another lattice. */
static const SimPartition *
copy_partition(SimLattice *lattice, const SimPartition *from)
{
    const SimAxis *axes[RATER_MAX_RANK];
    for (guint i = 0; i < from->n_axes; i++) {
        g_auto(SimRuns) runs = { NULL };
        for (guint k = 0; k < from->axis[i]->n_runs; k++)
            sim_runs_add(&runs, from->axis[i]->end[k], from->axis[i]->label[k]);
        axes[i] = sim_lattice_axis(lattice, i, &runs);
    }
    return sim_lattice_partition(lattice, axes);
}

/* What tells apart all that any group tells apart: joined in a lattice of our own, since that
 * of the timeline belongs to who made it. FALSE when these are too many, or the groups are
 * single processors. */
static gboolean
join_groups(TimelineLanes *l)
{
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    for (guint32 i = 0; i < timeline_n_groups(l->timeline); i++) {
        const SimPartition *from = timeline_group_get(l->timeline, i)->partition;
        if (from == NULL)
            return FALSE;
        if (!g_hash_table_add(known, (gpointer)from))
            continue;
        if (l->lattice == NULL) {
            gint64 size[RATER_MAX_RANK];
            for (guint a = 0; a < from->n_axes; a++)
                size[a] = from->axis[a]->size;
            l->lattice = sim_lattice_new(from->n_axes, size);
        }
        const SimPartition *copy = copy_partition(l->lattice, from);
        if (copy == NULL)
            return FALSE;
        g_ptr_array_add(all, (gpointer)copy);
    }
    if (l->lattice == NULL)
        return FALSE;
    l->partition =
        sim_lattice_join_all(l->lattice, all->len, (const SimPartition *const *)all->pdata);
    return l->partition != NULL;
}

static void
add_classes(TimelineLanes *l, guint most)
{
    const SimPartition *p = l->partition;
    for (guint c = 0; c < p->n_classes; c++) {
        gint64 first[RATER_MAX_RANK];
        sim_partition_class_first(p, c, first);
        const Lane lane = { p->n_axes == 1 ? first[0] : rater_grid_number(l->grid, first), c,
                            NULL };
        g_array_append_val(l->lanes, lane);
    }
    g_array_sort(l->lanes, compare_lanes);
    l->n_found = p->n_classes;
    l->lane_of = g_new(guint32, p->n_classes);
    for (guint i = 0; i < p->n_classes; i++)
        l->lane_of[g_array_index(l->lanes, Lane, i).class] = i < most ? i : TIMELINE_NO_LANE;
    g_array_set_size(l->lanes, MIN(p->n_classes, most));
    for (guint i = 0; i < l->lanes->len; i++) {
        Lane *lane = &g_array_index(l->lanes, Lane, i);
        g_autoptr(ProcessorSet) set = sim_partition_set(p, 1, &lane->class, l->grid);
        GString *name = g_string_new(NULL);
        processor_set_append_text(set, G_MAXUINT64, name);
        lane->name = g_string_free(name, FALSE);
    }
}

static void
add_processor(TimelineLanes *l, gint64 processor)
{
    int64_t at[RATER_MAX_RANK];
    GString *name = g_string_new(NULL);
    rater_grid_index(l->grid, processor, at);
    for (int g = 0; g < l->grid->rank; g++)
        g_string_append_printf(name, "%s%" G_GINT64_FORMAT, g > 0 ? "," : "", (gint64)at[g]);
    const Lane lane = { processor, 0, g_string_free(name, FALSE) };
    g_array_append_val(l->lanes, lane);
}

TimelineLanes *
timeline_lanes_new(const Timeline *timeline, const RaterGrid *grid, const GArray *processors,
                   guint most)
{
    TimelineLanes *l = g_new0(TimelineLanes, 1);
    l->timeline = timeline;
    l->grid = grid;
    l->lanes = g_array_new(FALSE, FALSE, sizeof(Lane));
    g_array_set_clear_func(l->lanes, lane_clear);
    l->members = g_ptr_array_new_with_free_func(members_free);
    g_ptr_array_set_size(l->members, (gint)timeline_n_groups(timeline));
    if (processors != NULL) {
        for (guint i = 0; i < processors->len; i++)
            add_processor(l, g_array_index(processors, gint64, i));
        l->n_found = processors->len;
    } else if (join_groups(l)) {
        add_classes(l, most);
    } else {
        gint64 count = rater_grid_count(grid);
        for (gint64 i = 0; i < MIN(count, most); i++)
            add_processor(l, i);
        l->n_found = count <= G_MAXUINT ? (guint)count : 0;
    }
    return l;
}

void
timeline_lanes_free(TimelineLanes *l)
{
    if (l == NULL)
        return;
    g_ptr_array_unref(l->members);
    g_free(l->lane_of);
    sim_lattice_free(l->lattice);
    g_array_unref(l->lanes);
    g_free(l);
}

guint
timeline_lanes_n(const TimelineLanes *lanes)
{
    return lanes->lanes->len;
}

guint
timeline_lanes_n_found(const TimelineLanes *lanes)
{
    return lanes->n_found;
}

const char *
timeline_lanes_name(const TimelineLanes *lanes, guint lane)
{
    return g_array_index(lanes->lanes, Lane, lane).name;
}

static gint64
lane_least(const TimelineLanes *l, guint lane)
{
    return g_array_index(l->lanes, Lane, lane).least;
}

const GArray *
timeline_lanes_of_group(TimelineLanes *lanes, guint32 group)
{
    gpointer *members = &lanes->members->pdata[group];
    if (*members == NULL) {
        const TimelineGroup *g = timeline_group_get(lanes->timeline, group);
        GArray *found = g_array_new(FALSE, FALSE, sizeof(guint32));
        for (guint32 i = 0; i < lanes->lanes->len; i++) {
            if (timeline_group_has(g, lane_least(lanes, i)))
                g_array_append_val(found, i);
        }
        *members = found;
    }
    return *members;
}

guint32
timeline_lanes_of_processor(const TimelineLanes *lanes, gint64 processor)
{
    guint lane;
    if (lanes->partition != NULL && lanes->lane_of != NULL)
        return lanes->lane_of[sim_partition_class_of(lanes->partition, processor)];
    return g_array_binary_search(lanes->lanes, &(Lane){ .least = processor }, compare_lanes,
                                 &lane)
               ? lane
               : TIMELINE_NO_LANE;
}
