/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/value/compare-align.h"

#include <string.h>

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

/* Numbers of sites are indices + 1, 0: none. */
typedef struct {
    const CompareInterval *interval; /* the first one here */
    guint first, last, next;         /* those in it */
    guint partner;                   /* in the other report */
} Site;

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
    GArray *sites = g_array_new(FALSE, FALSE, sizeof(Site));
    g_autoptr(GHashTable) by_name =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (guint i = 0; i < report->intervals->len; i++) {
        const CompareInterval *one = &g_array_index(report->intervals, CompareInterval, i);
        const guint parent = one->parent > 0 ? site_of[one->parent - 1] : 0;
        g_autofree char *place = place_name(one);
        g_autofree char *name = g_strdup_printf("%u %s", parent, place);
        guint number = GPOINTER_TO_UINT(g_hash_table_lookup(by_name, name));
        if (number == 0) {
            const Site site = { .interval = one };
            g_array_append_val(sites, site);
            number = sites->len;
            g_hash_table_insert(by_name, g_steal_pointer(&name), GUINT_TO_POINTER(number));
            Site *outer = parent > 0 ? &g_array_index(sites, Site, parent - 1) : NULL;
            if (outer != NULL && outer->last > 0)
                g_array_index(sites, Site, outer->last - 1).next = number;
            else if (outer != NULL)
                outer->first = number;
            if (outer != NULL)
                outer->last = number;
        }
        site_of[i] = number;
    }
    return sites;
}

/* Numbers of the sites in one. */
static GArray *
sites_in(const GArray *sites, guint number)
{
    GArray *inner = g_array_new(FALSE, FALSE, sizeof(guint));

    for (guint at = g_array_index(sites, Site, number - 1).first; at > 0;
         at = g_array_index(sites, Site, at - 1).next)
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
    g_autoptr(GHashTable) by_name =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL); /* of the second, j + 1 */

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
