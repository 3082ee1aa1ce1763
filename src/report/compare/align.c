/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Two reports as one tree.
 */
#include <math.h>
#include <string.h>

#include "src/base/hash.h"
#include "src/report/compare/compare.h"

/* Sites in one site beyond whose product only equal ones are matched: 8 bytes are needed for
 * each pair. */
#define MOST_PAIRS 1000000

/* Worth of a pair: to match one more is worth more than all files and lines, since of two lists
 * of at most MOST_PAIRS one has no more than 1000; but another expression is likely to be
 * another interval. */
#define WORTH_ALIKE 1000000
#define WORTH_OTHER 100000
#define WORTH_FILE  20
#define WORTH_LINE  10

/* A change of this share of the execution time is rounding. */
#define NEGLIGIBLE 1e-9
/* One of this share is worth telling; the largest one always is. */
#define NOTABLE 1e-3
/* So many are told. */
#define MOST_CHANGES 10
/* So many rows are shown unfolded. */
#define MOST_UNFOLDED 60

/* How something in an array stands in a tree; numbers are indices + 1, 0: none. */
typedef struct {
    guint parent, first, last, next;
} Link;

/* A site, or a row while the tree is put together. */
typedef struct {
    Link link;
    const CompareInterval *interval; /* the first one here */
    guint partner;                   /* in the other report */
} Site;

typedef struct {
    Link link;
    CompareRow row;
} Node;

/* Any of them. */
static Link *
link_at(const GArray *array, guint number)
{
    return (Link *)(array->data +
                    (gsize)(number - 1) * g_array_get_element_size((GArray *)array));
}

/* The number of a new one, all 0, the last one in its parent. */
static guint
add_link(GArray *array, guint parent)
{
    g_array_set_size(array, array->len + 1);
    const guint number = array->len;
    link_at(array, number)->parent = parent;
    if (parent == 0)
        return number;
    Link *outer = link_at(array, parent);
    if (outer->last > 0)
        link_at(array, outer->last)->next = number;
    else
        outer->first = number;
    outer->last = number;
    return number;
}

/* What the intervals of a site, in one and the same other site, have in common. */
static char *
place_name(const CompareInterval *one)
{
    return g_strdup_printf("%d %d %" G_GINT64_FORMAT " %s", (int)one->type, one->has_expression,
                           one->line, one->file);
}

/* The sites of a report, those around others before them. */
static GArray *
collect_sites(const CompareReport *report, guint *site_of)
{
    GArray *sites = g_array_new(FALSE, TRUE, sizeof(Site));
    g_autoptr(GHashTable) names = hash_names_new();

    for (guint i = 0; i < report->intervals->len; i++) {
        const CompareInterval *one = &g_array_index(report->intervals, CompareInterval, i);
        const guint parent = one->parent > 0 ? site_of[one->parent - 1] : 0;
        g_autofree char *place = place_name(one);
        site_of[i] = hash_names_number(names, g_strdup_printf("%u %s", parent, place)) + 1;
        if (site_of[i] <= sites->len)
            continue;
        add_link(sites, parent);
        g_array_index(sites, Site, site_of[i] - 1).interval = one;
    }
    return sites;
}

/* Numbers of the sites in one. */
static GArray *
sites_in(const GArray *sites, guint number)
{
    GArray *inner = g_array_new(FALSE, FALSE, sizeof(guint));

    for (guint at = link_at(sites, number)->first; at > 0; at = link_at(sites, at)->next)
        g_array_append_val(inner, at);
    return inner;
}

static gint64
worth(const Site *first, const Site *second)
{
    const CompareInterval *a = first->interval, *b = second->interval;

    if (a->type != b->type || a->has_expression != b->has_expression)
        return 0;
    const gboolean same_file = strcmp(a->file, b->file) == 0;
    return (!a->has_expression || a->expression == b->expression ? WORTH_ALIKE : WORTH_OTHER) +
           (same_file ? WORTH_FILE : 0) + (same_file && a->line == b->line ? WORTH_LINE : 0);
}

/* Two lists of sites that stand in the same one. */
typedef struct {
    GArray *sites[2]; /* of all */
    GArray *inner[2]; /* numbers of these */
} Lists;

static Site *
site_at(const Lists *lists, int which, guint i)
{
    const guint number = g_array_index(lists->inner[which], guint, i);

    return &g_array_index(lists->sites[which], Site, number - 1);
}

static void
match(const Lists *lists, guint i, guint j)
{
    site_at(lists, 0, i)->partner = g_array_index(lists->inner[1], guint, j);
    site_at(lists, 1, j)->partner = g_array_index(lists->inner[0], guint, i);
}

/* A table of the best that the rest of the lists from (i, j) on can be worth, then the way
 * through it. */
static void
match_in_order(const Lists *lists)
{
    const guint n = lists->inner[0]->len, m = lists->inner[1]->len;
    if (n == 0 || m == 0 || n > MOST_PAIRS / m)
        return;
    const gsize row = (gsize)m + 1;
    g_autofree gint64 *best = g_new0(gint64, ((gsize)n + 1) * row);

    for (guint i = n; i-- > 0;)
        for (guint j = m; j-- > 0;) {
            const gint64 pair = worth(site_at(lists, 0, i), site_at(lists, 1, j));
            const gint64 skip = MAX(best[(i + 1) * row + j], best[i * row + j + 1]);
            best[i * row + j] = pair > 0 ? MAX(skip, pair + best[(i + 1) * row + j + 1]) : skip;
        }
    for (guint i = 0, j = 0; i < n && j < m;) {
        if (best[i * row + j] == best[(i + 1) * row + j]) {
            i++;
        } else if (best[i * row + j] == best[i * row + j + 1]) {
            j++;
        } else {
            match(lists, i, j);
            i++;
            j++;
        }
    }
}

/* Those that are left and stand in the same line of the same file. */
static void
match_equal(const Lists *lists)
{
    g_autoptr(GHashTable) by_name = hash_names_new(); /* of the second, j + 1 */

    for (guint j = 0; j < lists->inner[1]->len; j++)
        if (site_at(lists, 1, j)->partner == 0)
            g_hash_table_insert(by_name, place_name(site_at(lists, 1, j)->interval),
                                GUINT_TO_POINTER(j + 1));
    for (guint i = 0; i < lists->inner[0]->len; i++) {
        if (site_at(lists, 0, i)->partner > 0)
            continue;
        g_autofree char *name = place_name(site_at(lists, 0, i)->interval);
        const guint j = GPOINTER_TO_UINT(g_hash_table_lookup(by_name, name));
        if (j > 0)
            match(lists, i, j - 1);
    }
}

void
compare_align(const CompareReport *const reports[2], guint *sites[2])
{
    for (int which = 0; which < 2; which++)
        sites[which] = g_new(guint, reports[which]->intervals->len);
    g_autoptr(GArray) first = collect_sites(reports[0], sites[0]);
    g_autoptr(GArray) second = collect_sites(reports[1], sites[1]);
    /* MAIN is always the same, whatever the source is called. */
    g_array_index(first, Site, 0).partner = 1;
    g_array_index(second, Site, 0).partner = 1;
    for (guint i = 0; i < first->len; i++) {
        const guint partner = g_array_index(first, Site, i).partner;
        if (partner == 0)
            continue;
        g_autoptr(GArray) in_first = sites_in(first, i + 1);
        g_autoptr(GArray) in_second = sites_in(second, partner);
        const Lists lists = { { first, second }, { in_first, in_second } };
        match_in_order(&lists);
        match_equal(&lists);
    }
    for (guint i = 0; i < reports[1]->intervals->len; i++) {
        const guint number = sites[1][i];
        const guint partner = g_array_index(second, Site, number - 1).partner;
        sites[1][i] = partner > 0 ? partner : first->len + number;
    }
}

double
comparison_change(double first, double second)
{
    if (first == second)
        return 0;
    return first == 0 ? copysign(HUGE_VAL, second) : second / first - 1;
}

/* Finds or makes the node of each interval of one report, whose sites are those of
 * compare_align(). */
static void
add_report(GArray *nodes, GHashTable *names, const CompareReport *report, const guint sites[],
           int which)
{
    g_autofree guint *node_of = g_new(guint, report->intervals->len);
    g_autoptr(GHashTable) met = hash_names_new(); /* how often so far */

    for (guint i = 0; i < report->intervals->len; i++) {
        const CompareInterval *one = &g_array_index(report->intervals, CompareInterval, i);
        const guint parent = one->parent > 0 ? node_of[one->parent - 1] : 0;
        char *name = g_strdup_printf("%u %u %d %" G_GINT64_FORMAT, parent, sites[i],
                                     parent > 0 && one->has_expression,
                                     parent > 0 ? one->expression : 0);
        const guint n = GPOINTER_TO_UINT(g_hash_table_lookup(met, name)) + 1;
        node_of[i] = hash_names_number(names, g_strdup_printf("%u %s", n, name)) + 1;
        g_hash_table_insert(met, name, GUINT_TO_POINTER(n));
        const gboolean is_new = node_of[i] > nodes->len;
        if (is_new)
            add_link(nodes, parent);
        CompareRow *row = &g_array_index(nodes, Node, node_of[i] - 1).row;
        if (is_new) {
            row->n_same = n;
            row->level = parent > 0 ? g_array_index(nodes, Node, parent - 1).row.level + 1 : 0;
        }
        row->of[which] = one;
        row->time[which] = one->execution_time;
    }
}

/* Times of the intervals themselves: theirs less those of the intervals within. Other processors
 * may be the last in each of those, so that together they take longer: then nothing is left. */
static void
find_own(GArray *nodes)
{
    for (guint i = 0; i < 2 * nodes->len; i++) {
        Node *node = &g_array_index(nodes, Node, i / 2);
        const int which = i % 2;
        node->row.own_time[which] += node->row.time[which];
        if (node->link.parent > 0)
            g_array_index(nodes, Node, node->link.parent - 1).row.own_time[which] -=
                node->row.time[which];
    }
    for (guint i = 0; i < nodes->len; i++) {
        CompareRow *row = &g_array_index(nodes, Node, i).row;
        for (int which = 0; which < 2; which++)
            if (row->own_time[which] <= NEGLIGIBLE * row->time[which])
                row->own_time[which] = 0;
        row->own = row->own_time[1] - row->own_time[0];
    }
}

/* The rows in the order of the tree, without recursion: it may be deep. */
static GArray *
order_rows(const GArray *nodes)
{
    GArray *rows = g_array_sized_new(FALSE, FALSE, sizeof(CompareRow), nodes->len);
    guint at = 1;

    while (at > 0) {
        const Node *node = &g_array_index(nodes, Node, at - 1);
        g_array_append_val(rows, node->row);
        at = node->link.first;
        while (at == 0 && node != NULL) {
            at = node->link.next;
            node = node->link.parent > 0 ? &g_array_index(nodes, Node, node->link.parent - 1)
                                         : NULL;
        }
    }
    return rows;
}

/* Finds what is in what. */
static void
find_last(CompareRow *rows, guint n)
{
    for (guint i = n; i-- > 0;) {
        rows[i].last = i + 1;
        while (rows[i].last < n && rows[rows[i].last].level > rows[i].level)
            rows[i].last = rows[rows[i].last].last;
    }
}

/* Unfolds the way to what changed most. */
static void
unfold(CompareRow *rows, guint n, const GArray *worst)
{
    for (guint i = 0; i < n; i++) {
        rows[i].open = i == 0 || n <= MOST_UNFOLDED;
        for (guint c = 0; c < worst->len && !rows[i].open; c++) {
            const guint row = g_array_index(worst, CompareLine, c).row;
            rows[i].open = row > i && row < rows[i].last;
        }
    }
}

static int
by_own(gconstpointer a, gconstpointer b)
{
    const CompareLine *x = a, *y = b;

    return ORDER(fabs(y->own), fabs(x->own)) ?: ORDER(x->row, y->row);
}

/* The line of a row: a new one if none of its intervals came before. */
static CompareLine *
find_line(const Comparison *comparison, GHashTable *names, GArray *lines, guint row)
{
    const CompareRow *one = &g_array_index(comparison->rows, CompareRow, row);
    const CompareInterval *interval = compare_either(one);
    const CompareLine line = { .row = row };
    const guint at = hash_names_number(
        names, g_strdup_printf("%d %d %" G_GINT64_FORMAT " %s", one->of[0] == NULL,
                               (int)interval->type, interval->line, interval->file));

    if (at == lines->len)
        g_array_append_val(lines, line);
    return &g_array_index(lines, CompareLine, at);
}

static GArray *
find_worst(const Comparison *comparison)
{
    g_autoptr(GHashTable) names = hash_names_new();
    GArray *lines = g_array_new(FALSE, FALSE, sizeof(CompareLine));
    const CompareRow *rows = (const CompareRow *)comparison->rows->data;
    const double most = MAX(rows[0].time[0], rows[0].time[1]);

    for (guint i = 0; i < comparison->rows->len; i++) {
        CompareLine *line = find_line(comparison, names, lines, i);
        line->n++;
        line->own += rows[i].own;
        for (int which = 0; which < 2; which++) {
            line->n_of[which] += rows[i].of[which] != NULL;
            line->own_time[which] += rows[i].own_time[which];
        }
        if (fabs(rows[i].own) > fabs(rows[line->row].own))
            line->row = i;
    }
    g_array_sort(lines, by_own);
    guint n = 0;
    while (n < MIN(lines->len, MOST_CHANGES) && fabs(g_array_index(lines, CompareLine, n).own) >
                                                    (n == 0 ? NEGLIGIBLE : NOTABLE) * most)
        n++;
    return g_array_set_size(lines, n);
}

/* Those that only this report has, and of the first also those that the second has otherwise.
 */
static void
add_parameters(GArray *differences, const CompareReport *const reports[2], int which)
{
    for (GTreeNode *node = g_tree_node_first(reports[which]->parameters); node != NULL;
         node = g_tree_node_next(node)) {
        CompareParameter one = { .name = g_tree_node_key(node) };
        one.text[which] = g_tree_node_value(node);
        one.text[!which] = g_tree_lookup(reports[!which]->parameters, one.name);
        if (one.text[!which] == NULL || (which == 0 && strcmp(one.text[0], one.text[1]) != 0))
            g_array_append_val(differences, one);
    }
}

Comparison *
comparison_new(const CompareReport *first, const CompareReport *second)
{
    g_autoptr(GArray) nodes = g_array_new(FALSE, TRUE, sizeof(Node));
    g_autoptr(GHashTable) names = hash_names_new();
    guint *sites[2];
    Comparison *comparison = g_new0(Comparison, 1);

    comparison->report[0] = first;
    comparison->report[1] = second;
    comparison->parameters = g_array_new(FALSE, FALSE, sizeof(CompareParameter));
    comparison->text = g_string_new(NULL);
    compare_align(comparison->report, sites);
    for (int which = 0; which < 2; which++) {
        add_parameters(comparison->parameters, comparison->report, which);
        add_report(nodes, names, comparison->report[which], sites[which], which);
        g_free(sites[which]);
    }
    find_own(nodes);
    comparison->rows = order_rows(nodes);
    comparison->worst = find_worst(comparison);
    CompareRow *rows = (CompareRow *)comparison->rows->data;
    find_last(rows, comparison->rows->len);
    unfold(rows, comparison->rows->len, comparison->worst);
    comparison->change = comparison_change(first->execution_time, second->execution_time);
    return comparison;
}

void
comparison_free(Comparison *comparison)
{
    if (comparison == NULL)
        return;
    g_array_unref(comparison->parameters);
    g_array_unref(comparison->rows);
    g_array_unref(comparison->worst);
    g_string_free(comparison->text, TRUE);
    g_free(comparison);
}
