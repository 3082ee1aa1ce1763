/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/timeline-rows.h"

#include <string.h>

#include "src/base/processor-walk.h"
#include "src/lattice/partition.h"

/* In systems of more no boxes are looked for. */
#define MOST_PROCESSORS 4096

void
report_append_processor(const Timeline *timeline, const RaterGrid *grid, gint64 number,
                        GString *out)
{
    const char *name = timeline != NULL ? timeline_name(timeline, number) : NULL;
    gint64 index[RATER_MAX_RANK] = { 0 };

    if (name != NULL) {
        g_string_append(out, name);
        return;
    }
    rater_grid_index(grid, number, index);
    for (int g = 0; g < grid->rank; g++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, g > 0 ? "," : "", index[g]);
}

static int
compare_rows(gconstpointer a, gconstpointer b)
{
    const gint64 x = ((const ReportTimelineRow *)a)->least;
    const gint64 y = ((const ReportTimelineRow *)b)->least;

    return ORDER(x, y);
}

static void
clear_row(gpointer row)
{
    g_free(((ReportTimelineRow *)row)->label);
}

static void
free_members(gpointer members)
{
    if (members != NULL)
        g_array_unref(members);
}

/* What tells apart all that any group tells apart: joined in a lattice of our own, since that
 * of the timeline belongs to who made it. FALSE when these are too many, or the groups are
 * single processors. */
static gboolean
join_groups(ReportTimelineRows *rows)
{
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    gint64 size[RATER_MAX_RANK];
    guint n;

    for (guint32 i = 0; i < timeline_n_groups(rows->timeline); i++)
        g_hash_table_add(known, (gpointer)timeline_group_get(rows->timeline, i)->partition);
    if (g_hash_table_size(known) == 0 || g_hash_table_contains(known, NULL))
        return FALSE;
    g_autofree gpointer *all = g_hash_table_get_keys_as_array(known, &n);
    const SimPartition *first = all[0];
    for (guint a = 0; a < first->n_axes; a++)
        size[a] = first->axis[a]->size;
    rows->lattice = sim_lattice_new(first->n_axes, size);
    rows->partition = sim_lattice_join_all(rows->lattice, n, (const SimPartition *const *)all);
    return rows->partition != NULL;
}

/* Whether all processors of the box are left; with `take` they are not any more. */
static gboolean
visit_box(const RaterGrid *grid, const ProcessorBox *box, guint8 *left, gboolean take)
{
    gint64 n = 1;

    for (int g = 0; g < grid->rank; g++)
        n *= box->hi[g] - box->lo[g] + 1;
    for (gint64 i = 0; i < n; i++) {
        gint64 at[RATER_MAX_RANK], rest = i;
        for (int g = grid->rank - 1; g >= 0; g--) {
            const gint64 width = box->hi[g] - box->lo[g] + 1;
            at[g] = box->lo[g] + rest % width;
            rest /= width;
        }
        guint8 *one = &left[rater_grid_number(grid, at)];
        if (!*one)
            return FALSE;
        *one = !take;
    }
    return TRUE;
}

/* The first `most` boxes of a class of numbers: each begins at the least processor left, and is
 * as large as it can be, first along the last dimension. FALSE when there are more. */
static gboolean
append_boxes(const ReportTimelineRows *rows, guint class, guint64 most, GString *out)
{
    const RaterGrid *grid = rows->grid;
    const gint64 processors = rater_grid_count(grid);
    g_autofree guint8 *left = g_new(guint8, processors);

    for (gint64 p = 0; p < processors; p++)
        left[p] = sim_partition_class_of(rows->partition, p) == class;
    for (gint64 p = 0; p < processors; p++) {
        ProcessorBox box = { { 0 }, { 0 } };
        if (!left[p])
            continue;
        if (most-- == 0)
            return FALSE;
        rater_grid_index(grid, p, box.lo);
        memcpy(box.hi, box.lo, sizeof box.hi);
        for (int g = grid->rank - 1; g >= 0; g--) {
            while (++box.hi[g] < grid->size[g] && visit_box(grid, &box, left, FALSE))
                ;
            box.hi[g]--;
        }
        visit_box(grid, &box, left, TRUE);
        for (int g = 0; g < grid->rank; g++) {
            const char *before = g > 0 ? "," : out->len > 0 ? " " : "";
            g_string_append_printf(out, "%s%" G_GINT64_FORMAT, before, box.lo[g]);
            if (box.hi[g] > box.lo[g])
                g_string_append_printf(out, "-%" G_GINT64_FORMAT, box.hi[g]);
        }
    }
    return TRUE;
}

/* Where classes are ranges of numbers a page has boxes that are large rather than those of
 * other reports, if it is not too much to look for them. */
static char *
label_class(const ReportTimelineRows *rows, guint class, guint64 boxes)
{
    g_autoptr(ProcessorSet) set = sim_partition_set(rows->partition, 1, &class, rows->grid);
    GString *label = g_string_new(NULL);
    const gboolean large = boxes < G_MAXUINT64 &&
                           rows->partition->n_axes < (guint)rows->grid->rank &&
                           rater_grid_count(rows->grid) <= MOST_PROCESSORS;

    if (large ? !append_boxes(rows, class, boxes, label)
              : processor_set_append_text(set, boxes, label) > 0)
        g_string_append(label, " \xe2\x80\xa6");
    return g_string_free(label, FALSE);
}

static void
add_classes(ReportTimelineRows *rows, const ReportTimelineChoice *choice)
{
    const SimPartition *p = rows->partition;
    const guint n = MIN(p->n_classes, choice->most);
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(ReportTimelineRow));

    for (guint c = 0; c < p->n_classes; c++) {
        gint64 first[RATER_MAX_RANK];
        sim_partition_class_first(p, c, first);
        const gint64 least = p->n_axes == 1 ? first[0] : rater_grid_number(rows->grid, first);
        const ReportTimelineRow row = { least, sim_partition_class_size(p, c), NULL, c };
        g_array_append_val(all, row);
    }
    g_array_sort(all, compare_rows);
    rows->n_found = p->n_classes;
    rows->row_of = g_new(guint32, p->n_classes);
    for (guint c = 0; c < p->n_classes; c++)
        rows->row_of[c] = REPORT_NO_ROW;
    for (guint i = 0; i < n; i++) {
        const guint at = choice->spread ? (guint)((guint64)i * p->n_classes / n) : i;
        ReportTimelineRow row = g_array_index(all, ReportTimelineRow, at);
        row.label = label_class(rows, row.class, choice->boxes);
        rows->row_of[row.class] = i;
        g_array_append_val(rows->rows, row);
    }
}

static void
add_processor(ReportTimelineRows *rows, gint64 processor)
{
    GString *label = g_string_new(NULL);

    report_append_processor(rows->timeline, rows->grid, processor, label);
    const ReportTimelineRow row = { processor, 1, g_string_free(label, FALSE), 0 };
    g_array_append_val(rows->rows, row);
}

ReportTimelineRows *
report_timeline_rows_new(const Timeline *timeline, const RaterGrid *grid,
                         const ReportTimelineChoice *choice)
{
    ReportTimelineRows *rows = g_new0(ReportTimelineRows, 1);

    rows->timeline = timeline;
    rows->grid = grid;
    rows->rows = g_array_new(FALSE, FALSE, sizeof(ReportTimelineRow));
    g_array_set_clear_func(rows->rows, clear_row);
    rows->members = g_ptr_array_new_with_free_func(free_members);
    g_ptr_array_set_size(rows->members, (gint)timeline_n_groups(timeline));
    if (choice->processors != NULL) {
        rows->n_found = choice->processors->len;
        for (guint i = 0; i < choice->processors->len; i++)
            add_processor(rows, g_array_index(choice->processors, gint64, i));
    } else if (join_groups(rows)) {
        add_classes(rows, choice);
    } else {
        rows->n_found = rater_grid_count(grid);
        const gint64 n = MIN(rows->n_found, choice->most);
        for (gint64 i = 0; i < n; i++)
            add_processor(rows, choice->spread ? i * rows->n_found / n : i);
    }
    return rows;
}

void
report_timeline_rows_free(ReportTimelineRows *rows)
{
    if (rows == NULL)
        return;
    g_ptr_array_unref(rows->members);
    g_free(rows->row_of);
    sim_lattice_free(rows->lattice);
    g_array_unref(rows->rows);
    g_free(rows);
}

const GArray *
report_timeline_rows_of_group(ReportTimelineRows *rows, guint32 group)
{
    const TimelineGroup *one = timeline_group_get(rows->timeline, group);
    gpointer *members = &rows->members->pdata[group];

    if (*members != NULL)
        return *members;
    *members = g_array_new(FALSE, FALSE, sizeof(guint32));
    for (guint32 i = 0; i < rows->rows->len; i++)
        if (timeline_group_has(one, report_timeline_row(rows, i)->least))
            g_array_append_val((GArray *)*members, i);
    return *members;
}

guint32
report_timeline_row_of(const ReportTimelineRows *rows, gint64 processor)
{
    const ReportTimelineRow wanted = { .least = processor };
    guint row;

    if (rows->partition != NULL)
        return rows->row_of[sim_partition_class_of(rows->partition, processor)];
    return g_array_binary_search(rows->rows, &wanted, compare_rows, &row) ? row : REPORT_NO_ROW;
}
