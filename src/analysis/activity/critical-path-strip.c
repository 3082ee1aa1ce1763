/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/activity/critical-path-strip.h"

#include <float.h>

/* Thinning costs the length of the strip: done each time that it has grown to so many times
 * what is wanted, the cost is a constant for each activity. */
#define GROWTH 4

void
path_strip_init(PathStrip *strip, guint most)
{
    *strip = (PathStrip){ most, 0, g_array_new(FALSE, FALSE, sizeof(PathStretch)) };
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

static double
length(const PathStretch *stretch)
{
    return stretch->end - stretch->start;
}

/* Nothing but what is alike is in it. */
static gboolean
is_pure(const PathStretch *stretch)
{
    for (guint part = 0; part < N_PATH_PARTS; part++)
        if (part != stretch->part && stretch->seconds[part] > 0)
            return FALSE;
    return stretch->longest == stretch->seconds[stretch->part];
}

/* `next` comes behind `stretch`. */
static void
unite(PathStretch *stretch, const PathStretch *next)
{
    stretch->end = next->end;
    for (guint part = 0; part < N_PATH_PARTS; part++)
        stretch->seconds[part] += next->seconds[part];
    if (next->longest <= stretch->longest)
        return;
    stretch->longest = next->longest;
    stretch->interval = next->interval;
    stretch->site = next->site;
    stretch->group = next->group;
    stretch->part = next->part;
}

/* Unites what is shorter than the resolution with the one before it that is, too: of two
 * neighbours one at least is as long. */
static void
unite_short(PathStrip *strip)
{
    PathStretch *all = (PathStretch *)(gpointer)strip->stretches->data;
    guint n = 0;

    for (guint i = 0; i < strip->stretches->len; i++) {
        if (n > 0 && length(&all[n - 1]) < strip->resolution &&
            length(&all[i]) < strip->resolution)
            unite(&all[n - 1], &all[i]);
        else
            all[n++] = all[i];
    }
    g_array_set_size(strip->stretches, n);
}

/* Twice as coarse until there are no more than `most`. */
static void
thin(PathStrip *strip)
{
    const PathStretch *all = (const PathStretch *)(gconstpointer)strip->stretches->data;
    const double whole = all[strip->stretches->len - 1].end - all[0].start;

    strip->resolution = MAX(strip->resolution, whole / (2.0 * strip->most));
    strip->resolution = MAX(strip->resolution, DBL_MIN);
    for (unite_short(strip); strip->stretches->len > strip->most; unite_short(strip))
        strip->resolution *= 2;
}

void
path_strip_add(PathStrip *strip, const TimelineActivity *activity, PathPart part)
{
    const double weight = timeline_activity_weight(activity);
    PathStretch stretch = { .start = activity->start,
                            .end = activity->end,
                            .interval = activity->interval,
                            .site = activity->site,
                            .group = activity->group,
                            .part = (guint8)part,
                            .longest = weight };
    const guint n = strip->stretches->len;
    PathStretch *last = n > 0 ? &g_array_index(strip->stretches, PathStretch, n - 1) : NULL;

    if (strip->most == 0)
        return;
    stretch.seconds[part] = weight;
    if (last != NULL && is_pure(last) && alike(last, &stretch)) {
        last->end = stretch.end;
        last->longest += weight;
        last->seconds[part] += weight;
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
