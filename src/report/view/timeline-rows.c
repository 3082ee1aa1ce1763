/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/timeline-rows.h"

#include <string.h>

/* More processors than this are not looked at one by one, but those that lead a group. */
#define MOST_PROCESSORS 4096

/* Look-ups of a processor's class, so that partitions by the hundred thousand take no minute.
 */
#define MOST_LOOKUPS 20000000

/* Boxes in a label. */
#define MOST_BOXES 4

/* Groups of one partition: of its classes those that did something. */
typedef struct {
    const SimPartition *partition; /* NULL: groups of single processors */
    GHashTable *group_of;          /* class, or processor number: group + 1 */
} Part;

typedef struct {
    const RaterGrid *grid;
    GPtrArray *parts;   /* of Part, as they first occur */
    GArray *candidates; /* of gint64: processor numbers, ascending */
    guint64 *hash;      /* by candidate: of all groups that it is in */
    gboolean whole;
} Finder;

static void
part_free(gpointer data)
{
    Part *part = data;

    g_hash_table_unref(part->group_of);
    g_free(part);
}

static void
finder_clear(Finder *finder)
{
    g_ptr_array_unref(finder->parts);
    g_array_unref(finder->candidates);
    g_free(finder->hash);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Finder, finder_clear)

static GPtrArray *
parts_new(const Timeline *timeline)
{
    GPtrArray *parts = g_ptr_array_new_with_free_func(part_free);
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);

    for (guint32 i = 0; i < timeline_n_groups(timeline); i++) {
        const TimelineGroup *group = timeline_group_get(timeline, i);
        Part *part = g_hash_table_lookup(known, group->partition);
        if (part == NULL) {
            part = g_new0(Part, 1);
            part->partition = group->partition;
            part->group_of = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
            g_hash_table_insert(known, (gpointer)group->partition, part);
            g_ptr_array_add(parts, part);
        }
        gint64 *key = g_new(gint64, 1);
        *key = group->partition != NULL ? (gint64)group->class : group->least;
        g_hash_table_insert(part->group_of, key, GUINT_TO_POINTER(i + 1));
    }
    return parts;
}

/* The group of the part that the processor is in; FALSE: in none. */
static gboolean
part_group(const Part *part, gint64 processor, guint *group)
{
    const gint64 key = part->partition != NULL
                           ? (gint64)sim_partition_class_of(part->partition, processor)
                           : processor;
    const gpointer found = g_hash_table_lookup(part->group_of, &key);
    if (found == NULL)
        return FALSE;
    *group = GPOINTER_TO_UINT(found) - 1;
    return TRUE;
}

static int
compare_numbers(gconstpointer a, gconstpointer b)
{
    const gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;

    return (x > y) - (x < y);
}

/* Keeps `most` of the numbers, evenly spread, the first among them. */
static void
thin_out(GArray *numbers, guint most)
{
    gint64 *number = (gint64 *)(gpointer)numbers->data;
    const guint n = numbers->len;

    if (n <= most)
        return;
    for (guint i = 0; i < most; i++)
        number[i] = number[(guint)((guint64)i * n / most)];
    g_array_set_size(numbers, most);
}

static void
find_candidates(Finder *finder, const Timeline *timeline)
{
    const gint64 processors = rater_grid_count(finder->grid);
    GArray *numbers = finder->candidates;
    const guint most =
        MAX(MOST_LOOKUPS / MAX(finder->parts->len, 1), REPORT_TIMELINE_MOST_ROWS);

    finder->whole = processors <= MIN(MOST_PROCESSORS, most);
    for (gint64 p = 0; finder->whole && p < processors; p++)
        g_array_append_val(numbers, p);
    for (guint32 i = 0; !finder->whole && i < timeline_n_groups(timeline); i++)
        g_array_append_val(numbers, timeline_group_get(timeline, i)->least);
    g_array_sort(numbers, compare_numbers);
    guint n = 0;
    for (guint i = 0; i < numbers->len; i++) {
        const gint64 number = g_array_index(numbers, gint64, i);
        if (n == 0 || g_array_index(numbers, gint64, n - 1) != number)
            g_array_index(numbers, gint64, n++) = number;
    }
    g_array_set_size(numbers, n);
    if (!finder->whole)
        thin_out(numbers, MIN(MOST_PROCESSORS, most));
}

/* A word of the numbers of the groups that a candidate is in: equal for equal ones, and else
 * different but for an accident in 2^64. */
static void
hash_groups(Finder *finder)
{
    finder->hash = g_new0(guint64, finder->candidates->len + 1);
    for (guint p = 0; p < finder->parts->len; p++) {
        const Part *part = g_ptr_array_index(finder->parts, p);
        for (guint i = 0; i < finder->candidates->len; i++) {
            guint group;
            if (!part_group(part, g_array_index(finder->candidates, gint64, i), &group))
                continue;
            guint64 h = (finder->hash[i] ^ (group + 1)) * 0x9E3779B97F4A7C15u;
            finder->hash[i] = h ^ (h >> 29);
        }
    }
}

/* Moves `index` to the next of the box; FALSE behind the last. */
static gboolean
box_next(int rank, const gint64 lo[], const gint64 hi[], gint64 index[])
{
    int g = rank - 1;

    for (; g >= 0 && index[g] == hi[g]; g--)
        index[g] = lo[g];
    if (g >= 0)
        index[g]++;
    return g >= 0;
}

/* Whether all processors of the box are candidates of `hash` that no box has yet. */
static gboolean
box_fits(const Finder *finder, const guint8 *taken, guint64 hash, const gint64 lo[],
         const gint64 hi[])
{
    gint64 index[RATER_MAX_RANK];

    memcpy(index, lo, sizeof index);
    do {
        const gint64 p = rater_grid_number(finder->grid, index);
        if (taken[p] || finder->hash[p] != hash)
            return FALSE;
    } while (box_next(finder->grid->rank, lo, hi, index));
    return TRUE;
}

static void
box_take(const Finder *finder, guint8 *taken, const gint64 lo[], const gint64 hi[])
{
    gint64 index[RATER_MAX_RANK];

    memcpy(index, lo, sizeof index);
    do
        taken[rater_grid_number(finder->grid, index)] = 1;
    while (box_next(finder->grid->rank, lo, hi, index));
}

static void
append_box(GString *out, int rank, const gint64 lo[], const gint64 hi[])
{
    if (out->len > 0)
        g_string_append_c(out, ' ');
    for (int g = 0; g < rank; g++) {
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, g > 0 ? "," : "", lo[g]);
        if (hi[g] > lo[g])
            g_string_append_printf(out, "-%" G_GINT64_FORMAT, hi[g]);
    }
}

/* The processors with the hash of candidate `first`, as boxes: each the largest that begins at
 * the least processor left, first along the last dimension. */
static char *
label_whole(const Finder *finder, guint first, guint8 *taken)
{
    GString *out = g_string_new(NULL);
    const guint64 hash = finder->hash[first];
    guint n = 0;

    for (guint p = first; p < finder->candidates->len; p++) {
        gint64 lo[RATER_MAX_RANK] = { 0 }, hi[RATER_MAX_RANK] = { 0 };
        if (taken[p] || finder->hash[p] != hash)
            continue;
        if (n++ == MOST_BOXES) {
            g_string_append(out, " \xe2\x80\xa6");
            break;
        }
        rater_grid_index(finder->grid, p, lo);
        memcpy(hi, lo, sizeof hi);
        for (int g = finder->grid->rank - 1; g >= 0; g--) {
            while (++hi[g] < finder->grid->size[g] && box_fits(finder, taken, hash, lo, hi))
                ;
            hi[g]--;
        }
        box_take(finder, taken, lo, hi);
        append_box(out, finder->grid->rank, lo, hi);
    }
    return g_string_free(out, FALSE);
}

static char *
label_one(const Finder *finder, gint64 processor)
{
    GString *out = g_string_new(NULL);
    gint64 index[RATER_MAX_RANK] = { 0 };

    rater_grid_index(finder->grid, processor, index);
    append_box(out, finder->grid->rank, index, index);
    return g_string_free(out, FALSE);
}

/* Candidates that stand for all with their hash, `most` of them. Returns how many there are. */
static guint
find_rows(const Finder *finder, guint most, GArray *rows)
{
    g_autoptr(GHashTable) counts = g_hash_table_new(g_int64_hash, g_int64_equal);
    g_autoptr(GArray) firsts = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_autofree guint8 *taken = g_new0(guint8, finder->candidates->len + 1);

    for (gint64 i = 0; i < (gint64)finder->candidates->len; i++) {
        const guint n = GPOINTER_TO_UINT(g_hash_table_lookup(counts, &finder->hash[i])) + 1;
        if (n == 1)
            g_array_append_val(firsts, i);
        g_hash_table_insert(counts, &finder->hash[i], GUINT_TO_POINTER(n));
    }
    const guint n_found = firsts->len;
    thin_out(firsts, most);
    for (guint i = 0; i < firsts->len; i++) {
        const guint first = (guint)g_array_index(firsts, gint64, i);
        const gint64 processor = g_array_index(finder->candidates, gint64, first);
        const ReportTimelineRow row = {
            processor,
            finder->whole ? GPOINTER_TO_UINT(g_hash_table_lookup(counts, &finder->hash[first]))
                          : 0,
            finder->whole ? label_whole(finder, first, taken) : label_one(finder, processor),
        };
        g_array_append_val(rows, row);
    }
    return n_found;
}

static void
clear_row(gpointer row)
{
    g_free(((ReportTimelineRow *)row)->label);
}

ReportTimelineRows *
report_timeline_rows_new(const Timeline *timeline, const RaterGrid *grid, guint most)
{
    ReportTimelineRows *result = g_new0(ReportTimelineRows, 1);
    g_auto(Finder) finder = { grid, parts_new(timeline),
                              g_array_new(FALSE, FALSE, sizeof(gint64)), NULL, FALSE };

    find_candidates(&finder, timeline);
    hash_groups(&finder);
    result->whole = finder.whole;
    result->rows = g_array_new(FALSE, FALSE, sizeof(ReportTimelineRow));
    g_array_set_clear_func(result->rows, clear_row);
    result->n_found =
        find_rows(&finder, CLAMP(most, 1, REPORT_TIMELINE_MOST_ROWS), result->rows);
    result->member = g_new0(guint64, timeline_n_groups(timeline) + 1);
    for (guint p = 0; p < finder.parts->len; p++)
        for (guint r = 0; r < result->rows->len; r++) {
            const ReportTimelineRow *row = &g_array_index(result->rows, ReportTimelineRow, r);
            guint group;
            if (part_group(g_ptr_array_index(finder.parts, p), row->processor, &group))
                result->member[group] |= G_GUINT64_CONSTANT(1) << r;
        }
    return result;
}

void
report_timeline_rows_free(ReportTimelineRows *rows)
{
    if (rows == NULL)
        return;
    g_array_unref(rows->rows);
    g_free(rows->member);
    g_free(rows);
}
