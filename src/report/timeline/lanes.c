/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/timeline/lanes.h"

#include <stdlib.h>

#include "src/analysis/predict/prediction.h"

typedef struct {
    gint64 least; /* stands for all its processors */
    char *name;
} Lane;

/* Lanes of a group, found when they are first asked for. */
typedef struct {
    gboolean known;
    guint n;
    guint32 *lanes;
} Members;

struct _TimelineLanes {
    const Timeline *timeline;
    const RaterGrid *grid;
    GArray *lanes;                 /* of Lane, by their least processor */
    SimLattice *lattice;           /* NULL: lanes are single processors */
    const SimPartition *partition; /* of `lattice` */
    guint32 *lane_of;              /* for each of its classes */
    guint n_found;
    Members *members;  /* by group */
    GHashTable *class; /* partition -> for each lane its class (owned) */
};

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
        g_auto(SimRuns) runs;
        sim_runs_init(&runs);
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

typedef struct {
    gint64 least;
    guint class;
} Found;

static int
compare_found(gconstpointer a, gconstpointer b)
{
    gint64 x = ((const Found *)a)->least, y = ((const Found *)b)->least;
    return (x > y) - (x < y);
}

static void
add_classes(TimelineLanes *l, guint most)
{
    const SimPartition *p = l->partition;
    g_autofree Found *found = g_new(Found, p->n_classes);
    for (guint c = 0; c < p->n_classes; c++) {
        gint64 first[RATER_MAX_RANK];
        sim_partition_class_first(p, c, first);
        found[c].class = c;
        found[c].least = p->n_axes == 1 ? first[0] : rater_grid_number(l->grid, first);
    }
    qsort(found, p->n_classes, sizeof *found, compare_found);
    l->n_found = p->n_classes;
    l->lane_of = g_new(guint32, p->n_classes);
    for (guint i = 0; i < p->n_classes; i++) {
        l->lane_of[found[i].class] = i < most ? i : TIMELINE_NO_LANE;
        if (i >= most)
            continue;
        const ProcessorClass one = { .partition = p,
                                     .members = &found[i].class,
                                     .n_members = 1 };
        GString *name = g_string_new(NULL);
        processor_class_format(&one, l->grid, name);
        Lane lane = { found[i].least, g_string_free(name, FALSE) };
        g_array_append_val(l->lanes, lane);
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
    Lane lane = { processor, g_string_free(name, FALSE) };
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
    l->members = g_new0(Members, timeline_n_groups(timeline) + 1);
    l->class = g_hash_table_new_full(NULL, NULL, NULL, g_free);
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
    for (guint32 i = 0; i < timeline_n_groups(l->timeline); i++)
        g_free(l->members[i].lanes);
    g_free(l->members);
    g_hash_table_unref(l->class);
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

/* For each lane the class of the partition that holds it. */
static const guint *
classes_in(TimelineLanes *l, const SimPartition *partition)
{
    guint *class = g_hash_table_lookup(l->class, partition);
    if (class == NULL) {
        class = g_new(guint, l->lanes->len + 1);
        for (guint i = 0; i < l->lanes->len; i++)
            class[i] = sim_partition_class_of(partition, lane_least(l, i));
        g_hash_table_insert(l->class, (gpointer)partition, class);
    }
    return class;
}

const guint32 *
timeline_lanes_of_group(TimelineLanes *lanes, guint32 group, guint *n)
{
    TimelineLanes *l = lanes;
    Members *members = &l->members[group];
    if (!members->known) {
        const TimelineGroup *g = timeline_group_get(l->timeline, group);
        const guint *class = g->partition != NULL ? classes_in(l, g->partition) : NULL;
        g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(guint32));
        for (guint32 i = 0; i < l->lanes->len; i++) {
            if (class != NULL ? class[i] == g->class : lane_least(l, i) == g->least)
                g_array_append_val(found, i);
        }
        members->known = TRUE;
        members->n = found->len;
        members->lanes = g_memdup2(found->data, found->len * sizeof(guint32));
    }
    *n = members->n;
    return members->lanes;
}

guint32
timeline_lanes_of_processor(const TimelineLanes *lanes, gint64 processor)
{
    const TimelineLanes *l = lanes;
    if (l->partition != NULL && l->lane_of != NULL)
        return l->lane_of[sim_partition_class_of(l->partition, processor)];
    guint low = 0, high = l->lanes->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (lane_least(l, middle) < processor)
            low = middle + 1;
        else
            high = middle;
    }
    return low < l->lanes->len && lane_least(l, low) == processor ? low : TIMELINE_NO_LANE;
}
