/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/timeline/lanes.h"

void
timeline_lanes_init(TimelineLanes *lanes, Timeline *timeline, const char *file, double unit)
{
    const guint n = (guint)timeline_processors(timeline);

    *lanes = (TimelineLanes){
        .timeline = timeline,
        .unit = unit,
        .n = n,
        .last = g_new0(guint32, n),
        .end = g_new0(double, n),
        .group = g_new0(guint32, n),
        .nowhere = timeline_site_add(timeline, file, 0),
    };
    for (guint p = 0; p < n; p++)
        lanes->group[p] = timeline_group(timeline, &(TimelineGroup){ .least = p, .count = 1 });
}

void
timeline_lanes_clear(TimelineLanes *lanes)
{
    g_free(lanes->last);
    g_free(lanes->end);
    g_free(lanes->group);
}

static TimelineActivity
activity(const TimelineLanes *lanes, TimelineKind kind, double start, double end, guint32 from,
         guint32 to)
{
    return (TimelineActivity){
        .start = start * lanes->unit,
        .end = end * lanes->unit,
        .from = from,
        .to = to,
        .group = TIMELINE_NO_GROUP,
        .site = lanes->nowhere,
        .traffic = TIMELINE_NO_TRAFFIC,
        .kind = (guint8)kind,
        .operation = OPERATION_REMOTE,
    };
}

void
timeline_lanes_until(TimelineLanes *lanes, guint lane, TimelineKind kind, double time,
                     guint32 event, guint32 site)
{
    const gboolean lasts = time > lanes->end[lane] || kind == TIMELINE_CPU;
    TimelineActivity one = activity(lanes, lasts ? kind : TIMELINE_PRECEDENCE, lanes->end[lane],
                                    time, lanes->last[lane], event);

    one.site = site;
    if (lasts)
        one.group = lanes->group[lane];
    timeline_add(lanes->timeline, &one);
    lanes->last[lane] = event;
    lanes->end[lane] = time;
}

void
timeline_lanes_message(TimelineLanes *lanes, guint from, guint to, double start, double end,
                       double bytes, guint32 sent, guint32 received)
{
    const TimelinePair pair = { from, to, bytes > 0 ? bytes : 0, 1 };
    TimelineActivity one = activity(lanes, TIMELINE_MESSAGE, start, end, sent, received);

    one.traffic = timeline_traffic_add(lanes->timeline, pair.bytes, 1, 1, &pair);
    timeline_add(lanes->timeline, &one);
}

double
timeline_lanes_finish(TimelineLanes *lanes, double end)
{
    const guint32 over = timeline_event(lanes->timeline);

    for (guint p = 0; p < lanes->n; p++)
        timeline_lanes_until(lanes, p, TIMELINE_WAIT, end, over, lanes->nowhere);
    return end * lanes->unit;
}

/* --- what was measured --- */

/* Something begins or ends on a lane.  Of what is at the same time work comes first, then what is
 * sent, then what is received: every edge goes to a later place. */
typedef struct {
    double time;
    guint64 rank; /* 2k and 2k + 1: start and stop of work k; then letters sent, then received */
} Place;

static gint
compare_places(gconstpointer a, gconstpointer b)
{
    const Place *x = a, *y = b;

    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

static void
add_place(GArray *places, double time, guint64 rank)
{
    const Place place = { time, rank };

    g_array_append_val(places, place);
}

static GArray *
places_of(const GArray *work, const GArray *letters)
{
    GArray *places = g_array_new(FALSE, FALSE, sizeof(Place));
    const guint n = letters != NULL ? letters->len : 0;

    for (guint k = 0; k < work->len; k++) {
        const TimelineWork *one = &g_array_index(work, TimelineWork, k);
        add_place(places, one->start, 2 * (guint64)k);
        add_place(places, one->stop, 2 * (guint64)k + 1);
    }
    for (guint i = 0; i < n; i++) {
        const TimelineLetter *one = &g_array_index(letters, TimelineLetter, i);
        if (one->received < one->sent)
            continue;
        add_place(places, one->sent, 2 * (guint64)work->len + i);
        add_place(places, one->received, 2 * (guint64)work->len + n + i);
    }
    g_array_sort(places, compare_places);
    return places;
}

typedef struct {
    TimelineLanes *lanes;
    const GArray *work, *letters;
    guint32 *site; /* [lane]: of the work that goes on */
    gboolean *works;
    guint32 *sent; /* [letter]: event */
} Filler;

/* The lane goes on with what it does until now. */
static guint32
come_to(Filler *filler, guint lane, double time)
{
    const guint32 event = timeline_event(filler->lanes->timeline);

    const gboolean works = filler->works[lane] && time > filler->lanes->end[lane];

    timeline_lanes_until(filler->lanes, lane, works ? TIMELINE_CPU : TIMELINE_WAIT, time, event,
                         filler->site[lane]);
    return event;
}

static void
fill_work(Filler *filler, guint k, gboolean stop, const char *file)
{
    const TimelineWork *one = &g_array_index(filler->work, TimelineWork, k);
    TimelineLanes *lanes = filler->lanes;

    come_to(filler, one->lane, stop ? one->stop : one->start);
    filler->works[one->lane] = !stop;
    filler->site[one->lane] = stop || one->line == 0
                                  ? lanes->nowhere
                                  : timeline_site_add(lanes->timeline, file, one->line);
}

static void
fill_letter(Filler *filler, guint i, gboolean received)
{
    const TimelineLetter *one = &g_array_index(filler->letters, TimelineLetter, i);
    const guint32 event = come_to(filler, received ? one->to : one->from,
                                  received ? one->received : one->sent);

    timeline_keep_event(filler->lanes->timeline, event);
    if (!received) {
        filler->sent[i] = event;
        return;
    }
    const double start = MAX(one->sent, one->received - one->time);
    timeline_lanes_message(filler->lanes, one->from, one->to, start, one->received, 0,
                           filler->sent[i], event);
}

double
timeline_lanes_fill(TimelineLanes *lanes, const GArray *work, const GArray *letters)
{
    const guint n = letters != NULL ? letters->len : 0;
    g_autofree guint32 *site = g_new(guint32, lanes->n);
    g_autofree gboolean *works = g_new0(gboolean, lanes->n);
    g_autofree guint32 *sent = g_new0(guint32, n + 1);
    g_autoptr(GArray) places = places_of(work, letters);
    Filler filler = { lanes, work, letters, site, works, sent };
    const TimelineSite nowhere = *timeline_site(lanes->timeline, lanes->nowhere);

    for (guint p = 0; p < lanes->n; p++)
        site[p] = lanes->nowhere;
    for (guint k = 0; k < places->len; k++) {
        const guint64 rank = g_array_index(places, Place, k).rank;
        if (rank < 2 * (guint64)work->len)
            fill_work(&filler, (guint)(rank / 2), rank % 2 == 1, nowhere.file);
        else
            fill_letter(&filler, (guint)((rank - 2 * (guint64)work->len) % n),
                        rank - 2 * (guint64)work->len >= n);
    }
    return timeline_lanes_finish(
        lanes, places->len > 0 ? g_array_index(places, Place, places->len - 1).time : 0);
}
