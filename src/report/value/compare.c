/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <math.h>
#include <string.h>

#include "src/report/value/compare-align.h"

/* A change of this share of the execution time is rounding. */
#define NEGLIGIBLE 1e-9
/* One of this share is worth telling; the largest one always is. */
#define NOTABLE 1e-3

/* A row while the tree is put together; numbers are indices + 1, 0: none. */
typedef struct {
    CompareRow row;
    guint parent, first, last, next;
} Node;

double
comparison_change(double first, double second)
{
    if (first == second)
        return 0;
    return first == 0 ? copysign(HUGE_VAL, second) : second / first - 1;
}

const CompareInterval *
comparison_interval(const Comparison *comparison, const CompareRow *row, int which)
{
    return row->of[which] == COMPARE_NONE ? NULL
                                          : &g_array_index(comparison->report[which]->intervals,
                                                           CompareInterval, row->of[which]);
}

/* A new node, the last one in its parent. */
static guint
add_node(GArray *nodes, guint parent, guint level, guint n_same)
{
    const Node node = {
        .row = { .of = { COMPARE_NONE, COMPARE_NONE }, .level = level, .n_same = n_same },
        .parent = parent,
    };

    g_array_append_val(nodes, node);
    const guint number = nodes->len;
    if (parent == 0)
        return number;
    Node *outer = &g_array_index(nodes, Node, parent - 1);
    if (outer->last > 0)
        g_array_index(nodes, Node, outer->last - 1).next = number;
    else
        outer->first = number;
    outer->last = number;
    return number;
}

/* Finds or makes the node of each interval of one report, whose sites are those of
 * compare_align(). */
static void
add_report(GArray *nodes, GHashTable *by_name, const CompareReport *report, const guint sites[],
           int which)
{
    g_autofree guint *node_of = g_new(guint, report->intervals->len);
    g_autoptr(GHashTable) met =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL); /* how often so far */

    for (guint i = 0; i < report->intervals->len; i++) {
        const CompareInterval *one = &g_array_index(report->intervals, CompareInterval, i);
        const guint parent = one->parent > 0 ? node_of[one->parent - 1] : 0;
        char *name = g_strdup_printf("%u %u %d %" G_GINT64_FORMAT, parent, sites[i],
                                     parent > 0 && one->has_expression,
                                     parent > 0 ? one->expression : 0);
        const guint n = GPOINTER_TO_UINT(g_hash_table_lookup(met, name)) + 1;
        char *full = g_strdup_printf("%u %s", n, name);
        g_hash_table_insert(met, name, GUINT_TO_POINTER(n));
        guint number = GPOINTER_TO_UINT(g_hash_table_lookup(by_name, full));
        if (number == 0) {
            number = add_node(nodes, parent, one->level, n);
            g_hash_table_insert(by_name, full, GUINT_TO_POINTER(number));
        } else {
            g_free(full);
        }
        Node *node = &g_array_index(nodes, Node, number - 1);
        node->row.of[which] = i;
        node->row.time[which] = one->execution_time;
        node_of[i] = number;
    }
}

/* Times of the intervals themselves: theirs less those of the intervals within. */
static void
find_own(GArray *nodes)
{
    for (guint i = 0; i < nodes->len; i++) {
        Node *node = &g_array_index(nodes, Node, i);
        CompareRow *outer =
            node->parent > 0 ? &g_array_index(nodes, Node, node->parent - 1).row : NULL;
        for (int which = 0; which < 2; which++) {
            node->row.own_time[which] += node->row.time[which];
            if (outer != NULL)
                outer->own_time[which] -= node->row.time[which];
        }
        const double difference = node->row.time[1] - node->row.time[0];
        node->row.own += difference;
        if (outer != NULL)
            outer->own -= difference;
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
        at = node->first;
        while (at == 0 && node != NULL) {
            at = node->next;
            node = node->parent > 0 ? &g_array_index(nodes, Node, node->parent - 1) : NULL;
        }
    }
    return rows;
}

static int
by_own(gconstpointer a, gconstpointer b)
{
    const CompareLine *x = a, *y = b;

    if (fabs(x->own) != fabs(y->own))
        return fabs(x->own) > fabs(y->own) ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

/* The line of a row: a new one if none of its intervals came before. */
static CompareLine *
find_line(const Comparison *comparison, GHashTable *by_name, GArray *lines, guint row)
{
    const CompareRow *one = &g_array_index(comparison->rows, CompareRow, row);
    const int which = one->of[0] == COMPARE_NONE ? 1 : 0;
    const CompareInterval *interval = comparison_interval(comparison, one, which);
    g_autofree char *name =
        g_strdup_printf("%d %d %" G_GINT64_FORMAT " %s", which, (int)interval->type,
                        interval->line, interval->file);
    guint number = GPOINTER_TO_UINT(g_hash_table_lookup(by_name, name));

    if (number == 0) {
        const CompareLine line = { .row = row };
        g_array_append_val(lines, line);
        number = lines->len;
        g_hash_table_insert(by_name, g_steal_pointer(&name), GUINT_TO_POINTER(number));
    }
    return &g_array_index(lines, CompareLine, number - 1);
}

static GArray *
find_worst(const Comparison *comparison)
{
    g_autoptr(GHashTable) by_name =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GArray *lines = g_array_new(FALSE, FALSE, sizeof(CompareLine));
    const CompareRow *rows = (const CompareRow *)comparison->rows->data;
    const double most = MAX(rows[0].time[0], rows[0].time[1]);

    for (guint i = 0; i < comparison->rows->len; i++) {
        CompareLine *line = find_line(comparison, by_name, lines, i);
        line->n++;
        line->own += rows[i].own;
        for (int which = 0; which < 2; which++) {
            line->n_of[which] += rows[i].of[which] != COMPARE_NONE;
            line->own_time[which] += rows[i].own_time[which];
        }
        if (fabs(rows[i].own) > fabs(rows[line->row].own))
            line->row = i;
    }
    g_array_sort(lines, by_own);
    guint n = 0;
    while (n < lines->len && fabs(g_array_index(lines, CompareLine, n).own) >
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
    g_autoptr(GArray) nodes = g_array_new(FALSE, FALSE, sizeof(Node));
    g_autoptr(GHashTable) by_name =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autofree guint *first_sites = NULL;
    g_autofree guint *second_sites = NULL;
    guint *sites[2];
    Comparison *comparison = g_new0(Comparison, 1);

    comparison->report[0] = first;
    comparison->report[1] = second;
    comparison->parameters = g_array_new(FALSE, FALSE, sizeof(CompareParameter));
    for (int which = 0; which < 2; which++)
        add_parameters(comparison->parameters, comparison->report, which);
    compare_align(comparison->report, sites);
    first_sites = sites[0];
    second_sites = sites[1];
    add_report(nodes, by_name, first, first_sites, 0);
    add_report(nodes, by_name, second, second_sites, 1);
    find_own(nodes);
    comparison->rows = order_rows(nodes);
    comparison->worst = find_worst(comparison);
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
    g_free(comparison);
}
