/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/timeline-styles.h"

#include "src/base/hash.h"

/* Styles with a place; a program of a hundred thousand intervals has more, and a page of them
 * would be nothing else. */
#define MOST_NAMED 5000

struct _ReportStyles {
    const ReportTimelineInput *input;
    ReportTimeline *out;
    GHashTable *numbers; /* packed style: number */
    GHashTable *places;  /* site + 1: place + 1 */
    GHashTable *named;   /* interval ids, a set */
};

ReportStyles *
report_styles_new(const ReportTimelineInput *input, ReportTimeline *out)
{
    ReportStyles *styles = g_new0(ReportStyles, 1);

    styles->input = input;
    styles->out = out;
    styles->numbers = g_hash_table_new_full(hash_pair, g_int64_equal, g_free, NULL);
    styles->places = g_hash_table_new(NULL, NULL);
    styles->named = g_hash_table_new(NULL, NULL);
    return styles;
}

void
report_styles_free(ReportStyles *styles)
{
    if (styles == NULL)
        return;
    g_hash_table_unref(styles->numbers);
    g_hash_table_unref(styles->places);
    g_hash_table_unref(styles->named);
    g_free(styles);
}

guint
report_styles_interval(const ReportTimelineInput *input, guint32 interval)
{
    return interval < input->n_ids ? input->ids[interval] : 0;
}

/* The place of a site, -1: none. */
static int
find_place(ReportStyles *styles, guint32 site)
{
    GPtrArray *places = styles->out->places;

    if (site >= timeline_n_sites(styles->input->timeline))
        return -1;
    const gpointer key = GUINT_TO_POINTER(site + 1);
    const gpointer known = g_hash_table_lookup(styles->places, key);
    if (known != NULL)
        return (int)GPOINTER_TO_UINT(known) - 1;
    const TimelineSite *where = timeline_site(styles->input->timeline, site);
    g_ptr_array_add(places,
                    g_strdup_printf("%s:%" G_GINT64_FORMAT,
                                    where->file != NULL ? where->file : "", where->line));
    g_hash_table_insert(styles->places, key, GUINT_TO_POINTER(places->len));
    return (int)places->len - 1;
}

guint32
report_styles_number(ReportStyles *styles, ReportActivity activity, guint32 interval,
                     guint32 site)
{
    const guint64 kind = (guint64)activity << 57;
    const guint64 where = (guint64)MIN(interval, 0x1FFFFFF) << 32 | site;
    const guint64 nowhere = (G_GUINT64_CONSTANT(1) << 57) - 1;
    guint64 key = kind | where;

    gpointer known = g_hash_table_lookup(styles->numbers, &key);
    if (known != NULL)
        return GPOINTER_TO_UINT(known);
    const gboolean named = g_hash_table_size(styles->numbers) < MOST_NAMED;
    if (!named) {
        styles->out->n_unnamed++;
        key = kind | nowhere;
        known = g_hash_table_lookup(styles->numbers, &key);
        if (known != NULL)
            return GPOINTER_TO_UINT(known);
    }
    const guint number = g_hash_table_size(styles->numbers) + 1;
    const guint id = named ? report_styles_interval(styles->input, interval) : 0;
    g_string_append_printf(styles->out->styles, "%u,%u,%d;", activity, id,
                           named ? find_place(styles, site) : -1);
    if (id > 0 && g_hash_table_add(styles->named, GUINT_TO_POINTER(id)))
        g_array_append_val(styles->out->intervals, id);
    g_hash_table_insert(styles->numbers, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(number));
    return number;
}
