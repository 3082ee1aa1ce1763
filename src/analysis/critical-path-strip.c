/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/critical-path-strip.h"

/* Thinning costs the length of the strip: done each time that it has grown to so many times
 * what is wanted, the cost is a constant for each record. */
#define GROWTH 4

void
path_strip_init(PathStrip *strip, guint most)
{
    *strip = (PathStrip){ most, g_array_new(FALSE, FALSE, sizeof(PathStretch)) };
}

void
path_strip_clear(PathStrip *strip)
{
    g_clear_pointer(&strip->stretches, g_array_unref);
}

static gboolean
alike(const PathStretch *a, const PathStretch *b)
{
    return a->interval == b->interval && a->site == b->site && a->group == b->group &&
           a->part == b->part;
}

typedef struct {
    double duration;
    guint i;
} Ranked;

/* The longest first; of equally long ones the earlier. */
static gint
compare_ranked(gconstpointer a, gconstpointer b)
{
    const Ranked *x = a, *y = b;

    if (x->duration != y->duration)
        return x->duration < y->duration ? 1 : -1;
    return x->i == y->i ? 0 : x->i < y->i ? -1 : 1;
}

/* Which stretches stay: the `most` longest. */
static gboolean *
choose(const PathStrip *strip)
{
    g_autoptr(GArray) ranked = g_array_new(FALSE, FALSE, sizeof(Ranked));
    gboolean *stays = g_new0(gboolean, strip->stretches->len);

    for (guint i = 0; i < strip->stretches->len; i++) {
        const PathStretch *stretch = &g_array_index(strip->stretches, PathStretch, i);
        const Ranked rank = { stretch->end - stretch->start, i };
        g_array_append_val(ranked, rank);
    }
    g_array_sort(ranked, compare_ranked);
    for (guint k = 0; k < MIN(strip->most, ranked->len); k++)
        stays[g_array_index(ranked, Ranked, k).i] = TRUE;
    return stays;
}

/* Every stretch that goes is given to the one before it that stays, those before the first to
 * that; then neighbours that have become alike are united. */
static void
thin(PathStrip *strip)
{
    g_autofree gboolean *stays = choose(strip);
    PathStretch *all = (PathStretch *)(gpointer)strip->stretches->data;
    const double start = all[0].start;
    guint n = 0;

    for (guint i = 0; i < strip->stretches->len; i++) {
        if (n > 0 && (!stays[i] || alike(&all[n - 1], &all[i])))
            all[n - 1].end = all[i].end;
        else if (stays[i])
            all[n++] = all[i];
    }
    if (n > 0)
        all[0].start = start;
    g_array_set_size(strip->stretches, n);
}

void
path_strip_add(PathStrip *strip, const TimelineRecord *record, PathPart part)
{
    const PathStretch stretch = { .start = record->start,
                                  .end = record->end,
                                  .interval = record->interval,
                                  .site = record->site,
                                  .group = record->group,
                                  .part = (guint8)part };
    const guint n = strip->stretches->len;
    PathStretch *last = n > 0 ? &g_array_index(strip->stretches, PathStretch, n - 1) : NULL;

    if (strip->most == 0)
        return;
    if (last != NULL && alike(last, &stretch)) {
        last->end = stretch.end;
        return;
    }
    g_array_append_val(strip->stretches, stretch);
    if (n + 1 >= GROWTH * (gsize)strip->most)
        thin(strip);
}

GArray *
path_strip_finish(PathStrip *strip)
{
    if (strip->stretches->len > strip->most)
        thin(strip);
    return g_steal_pointer(&strip->stretches);
}
