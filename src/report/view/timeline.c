/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/timeline.h"

#include <math.h>
#include <string.h>

#include "src/base/hash.h"

/* The coarsest resolution is the run through this: about a pixel of a wide window. */
#define COARSEST 1024
#define N_COARSE 4
#define FINER    8 /* each is so many times finer than the one before */
#define EXACT    N_COARSE
#define N_LEVELS (N_COARSE + 1)

/* What the page spends on a chunk beside its data. */
#define CHUNK_BYTES 120

/* Styles with a place; a page of more would be nothing else. */
#define MOST_NAMED 5000

/* Rows of the page, and boxes in the label of one. */
#define MOST_ROWS  64
#define MOST_BOXES 4

/* Places in the run that single activities are shown of, beside those of the findings. */
#define MORE_SEEDS 3

typedef struct {
    const Explanation *explanation;
    const Prediction *prediction;
    gsize budget;
    ReportTimeline *out;
    ReportTimelineRows *rows;
    GHashTable *styles; /* packed style: number */
    GHashTable *places; /* site + 1: place + 1 */
    GHashTable *named;  /* interval ids, a set */
    guint first_row;    /* track of row 0: 1 behind the path */
    guint n_tracks;
    double *at; /* by track: where it stands */
    SimSum (*sums)[REPORT_N_ACTIVITIES];
    gsize left[N_LEVELS];
    ReportPack *packs; /* by track, then level */
    gsize *tiles;      /* bytes of all activities by tile */
    GArray *windows;   /* of ReportTimelineWindow */
    gsize window_room;
    ReportPack *window_packs; /* by window, then track */
} Maker;

static void
maker_clear(Maker *maker)
{
    for (guint i = 0; maker->packs != NULL && i < maker->n_tracks * N_LEVELS; i++)
        report_pack_clear(&maker->packs[i]);
    for (guint i = 0; maker->window_packs != NULL && i < maker->n_tracks * maker->windows->len;
         i++)
        report_pack_clear(&maker->window_packs[i]);
    g_clear_pointer(&maker->rows, report_timeline_rows_free);
    g_clear_pointer(&maker->styles, g_hash_table_unref);
    g_clear_pointer(&maker->places, g_hash_table_unref);
    g_clear_pointer(&maker->named, g_hash_table_unref);
    g_clear_pointer(&maker->windows, g_array_unref);
    g_free(maker->at);
    g_free(maker->sums);
    g_free(maker->packs);
    g_free(maker->tiles);
    g_free(maker->window_packs);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Maker, maker_clear)

static ReportPack *
level_pack(const Maker *maker, guint track, guint level)
{
    return &maker->packs[track * N_LEVELS + level];
}

/* The place of a site, -1: none. */
static int
find_place(Maker *maker, guint32 site)
{
    GPtrArray *places = maker->out->places;
    const gpointer key = GUINT_TO_POINTER(site + 1);
    const gpointer known = g_hash_table_lookup(maker->places, key);

    if (site >= timeline_n_sites(maker->explanation->timeline))
        return -1;
    if (known != NULL)
        return (int)GPOINTER_TO_UINT(known) - 1;
    const TimelineSite *where = timeline_site(maker->explanation->timeline, site);
    g_ptr_array_add(places,
                    g_strdup_printf("%s:%" G_GINT64_FORMAT,
                                    where->file != NULL ? where->file : "", where->line));
    g_hash_table_insert(maker->places, key, GUINT_TO_POINTER(places->len));
    return (int)places->len - 1;
}

/* The number of a style, 1 and up. `interval` and `site` are numbers of the timeline; when
 * there are too many, they are left out. */
static guint32
style_number(Maker *maker, ReportActivity activity, guint32 interval, guint32 site)
{
    const guint64 kind = (guint64)activity << 57;
    const guint64 nowhere = (G_GUINT64_CONSTANT(1) << 57) - 1;
    guint64 key = kind | (guint64)MIN(interval, 0x1FFFFFF) << 32 | site;
    gpointer known = g_hash_table_lookup(maker->styles, &key);
    const gboolean named = g_hash_table_size(maker->styles) < MOST_NAMED;

    if (known == NULL && !named) {
        maker->out->n_unnamed++;
        key = kind | nowhere;
        known = g_hash_table_lookup(maker->styles, &key);
    }
    if (known != NULL)
        return GPOINTER_TO_UINT(known);
    const guint number = g_hash_table_size(maker->styles) + 1;
    const guint id = named ? prediction_interval_id(maker->prediction, interval) : 0;
    g_string_append_printf(maker->out->styles, "%u,%u,%d;", activity, id,
                           named ? find_place(maker, site) : -1);
    if (id > 0 && g_hash_table_add(maker->named, GUINT_TO_POINTER(id)))
        g_array_append_val(maker->out->intervals, id);
    g_hash_table_insert(maker->styles, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(number));
    return number;
}

/* Ten digits of the run's length: what is left is below what the eye can zoom to. */
static double
exact_tick(double end)
{
    return pow(10, ceil(log10(end)) - 10);
}

static double
level_resolution(double end, guint level)
{
    return level == EXACT ? 0 : end / (COARSEST * pow(FINER, level));
}

static double
level_tick(double end, guint level)
{
    return level == EXACT ? exact_tick(end) : level_resolution(end, level) / 8;
}

static guint
tile_of(double end, double time)
{
    return (guint)CLAMP(time / end * REPORT_TIMELINE_TILES, 0, REPORT_TIMELINE_TILES - 1);
}

/* The first walk: all levels as far as they fit, sums, sizes. */
static void
add_to_levels(Maker *maker, guint track, const ReportPackItem *item)
{
    ReportPack *exact = level_pack(maker, track, EXACT);
    const gsize before = exact->size;

    for (guint level = 0; level < N_LEVELS; level++)
        report_pack_add(level_pack(maker, track, level), item);
    maker->tiles[tile_of(maker->out->end, item->start)] += exact->size - before;
    sim_sum_add(&maker->sums[track][item->activity], item->end - item->start);
    maker->out->seen[item->activity] = TRUE;
    if (track >= maker->first_row)
        maker->out->n_activities++;
}

/* The second walk: single activities of the windows. */
static void
add_to_windows(Maker *maker, guint track, const ReportPackItem *item)
{
    const guint tile = tile_of(maker->out->end, item->start);
    const guint last = tile_of(maker->out->end, item->end);

    for (guint i = 0; i < maker->windows->len; i++) {
        const ReportTimelineWindow *window =
            &g_array_index(maker->windows, ReportTimelineWindow, i);
        if (window->last <= tile)
            continue;
        if (window->first > last)
            break;
        report_pack_add(&maker->window_packs[i * maker->n_tracks + track], item);
    }
}

typedef void (*AddItem)(Maker *maker, guint track, const ReportPackItem *item);

/* What a timeline's rounding lets overlap is cut: a processor does one thing at a time. */
static void
add_item(Maker *maker, guint track, ReportPackItem item, AddItem add)
{
    item.start = MAX(item.start, maker->at[track]);
    item.end = MIN(item.end, maker->out->end);
    if (!(item.end > item.start))
        return;
    maker->at[track] = item.end;
    add(maker, track, &item);
}

/* What a stretch is made of, one kind behind the other; the one of the longest has its name. */
static void
add_stretch(Maker *maker, const PathStretch *s, AddItem add)
{
    double at = s->start;

    for (guint part = 0; part < N_PATH_PARTS; part++) {
        const ReportActivity activity = (ReportActivity)(REPORT_ACTIVITY_CPU + part);
        const gboolean named = part == s->part;
        if (!(s->seconds[part] > 0))
            continue;
        const guint32 style = style_number(maker, activity, named ? s->interval : G_MAXUINT32,
                                           named ? s->site : G_MAXUINT32);
        const ReportPackItem item = { at, at + s->seconds[part], style, (guint8)activity };
        add_item(maker, 0, item, add);
        at = item.end;
    }
}

static void
walk_path(Maker *maker, AddItem add)
{
    const CriticalPath *path = maker->explanation->path;

    for (guint i = 0; i < path->stretches->len; i++)
        add_stretch(maker, &g_array_index(path->stretches, PathStretch, i), add);
}

/* Whether an activity is what a finding is about: 2: work of processors; 1: an operation, of
 * which there may be others in the interval. */
static guint
is_costly(FindingKind kind, const TimelineActivity *record)
{
    static const Operation operations[N_FINDING_KINDS] = {
        [FINDING_REDUCTION] = OPERATION_REDUCTION,
        [FINDING_SHADOW] = OPERATION_SHADOW,
        [FINDING_REMOTE] = OPERATION_REMOTE,
        [FINDING_REDISTRIBUTION] = OPERATION_REDISTRIBUTION,
    };

    switch (kind) {
    case FINDING_IMBALANCE:
    case FINDING_SERIAL:
    case FINDING_REPLICATED:
    case FINDING_TASK:
        return 2 * (record->kind == TIMELINE_CPU);
    case FINDING_REDUCTION:
    case FINDING_SHADOW:
    case FINDING_REMOTE:
    case FINDING_REDISTRIBUTION:
        return record->kind >= TIMELINE_COMMUNICATE && record->operation == operations[kind];
    case FINDING_IO:
        return record->kind == TIMELINE_IO ||
               (record->kind >= TIMELINE_COMMUNICATE && record->operation == OPERATION_IO);
    default:
        return record->kind >= TIMELINE_COMMUNICATE;
    }
}

/* The longest activity of each finding: what it is about, at the line of its cause, in its
 * interval. */
static void
note_findings(Maker *maker, const TimelineActivity *record)
{
    const GPtrArray *findings = maker->explanation->findings;
    const Prediction *prediction = maker->prediction;
    const guint id = prediction_interval_id(maker->prediction, record->interval);
    const guint32 n_sites = timeline_n_sites(maker->explanation->timeline);
    const TimelineSite *site = record->site < n_sites
                                   ? timeline_site(maker->explanation->timeline, record->site)
                                   : NULL;

    for (guint i = 0; i < findings->len; i++) {
        const Finding *finding = g_ptr_array_index(findings, i);
        const guint first = CLAMP(finding->interval, 1, prediction->n_intervals);
        const gboolean here = site != NULL && site->line == finding->line &&
                              g_strcmp0(site->file, finding->file) == 0;
        const guint costly = is_costly(finding->kind, record);
        const guint fits = costly == 1 ? 1 + (guint)here : costly;
        ReportCostly *known = &maker->out->costly[i];
        if (id < first || id > prediction->intervals[first - 1].last || fits < known->fits ||
            (fits == known->fits && record->end - record->start <= known->end - known->start))
            continue;
        *known = (ReportCostly){ record->start, record->end, fits };
    }
}

static void
walk(Maker *maker, AddItem add)
{
    const Timeline *timeline = maker->explanation->timeline;

    memset(maker->at, 0, maker->n_tracks * sizeof *maker->at);
    if (maker->first_row > 0)
        walk_path(maker, add);
    for (guint64 i = 0; i < timeline_n_activities(timeline); i++) {
        const TimelineActivity *record = timeline_activity(timeline, i);
        const ReportActivity activity = report_activity_of(record);
        if (activity == REPORT_ACTIVITY_NONE || record->group == TIMELINE_NO_GROUP ||
            !(record->end > record->start))
            continue;
        const GArray *rows = report_timeline_rows_of_group(maker->rows, record->group);
        if (rows->len == 0)
            continue;
        note_findings(maker, record);
        const ReportPackItem item = {
            record->start, record->end,
            style_number(maker, activity, record->interval, record->site), (guint8)activity
        };
        for (guint k = 0; k < rows->len; k++)
            add_item(maker, maker->first_row + g_array_index(rows, guint32, k), item, add);
    }
}

static gsize
base64_size(gsize bytes)
{
    return (bytes + 2) / 3 * 4;
}

/* Bytes of a level in the page. */
static gsize
level_size(const Maker *maker, guint level)
{
    gsize size = 0;

    for (guint track = 0; track < maker->n_tracks; track++)
        size += CHUNK_BYTES + base64_size(level_pack(maker, track, level)->size);
    return size;
}

static void
add_chunk(Maker *maker, guint track, const ReportPack *pack, double from, double to)
{
    if (pack->bytes == NULL) /* cannot be: what is put into the page did fit */
        return;
    const ReportChunk chunk = {
        track,      pack->resolution,
        pack->tick, from,
        to,         g_base64_encode(pack->bytes->data, pack->bytes->len)
    };
    g_array_append_val(maker->out->chunks, chunk);
}

static void
add_level(Maker *maker, guint level)
{
    for (guint track = 0; track < maker->n_tracks; track++)
        add_chunk(maker, track, level_pack(maker, track, level), 0, maker->out->end);
    maker->out->resolution = level_resolution(maker->out->end, level);
}

/* Tiles that are taken while their sizes leave room. */
typedef struct {
    const gsize *tiles;
    guint8 taken[REPORT_TIMELINE_TILES];
    gsize left;
} Chooser;

/* Takes a tile; FALSE when it does not fit or is no tile that is free. */
static gboolean
take(Chooser *chooser, gint64 tile, gsize more)
{
    if (tile < 0 || tile >= REPORT_TIMELINE_TILES || chooser->taken[tile] ||
        chooser->tiles[tile] + more > chooser->left)
        return FALSE;
    chooser->taken[tile] = 1;
    chooser->left -= chooser->tiles[tile] + more;
    return TRUE;
}

GArray *
report_timeline_windows_new(const gsize tiles[REPORT_TIMELINE_TILES], const guint seeds[],
                            guint n_seeds, gsize room, gsize per_window)
{
    GArray *windows = g_array_new(FALSE, FALSE, sizeof(ReportTimelineWindow));
    g_autofree gboolean *seeded = g_new(gboolean, n_seeds + 1);
    g_autofree gboolean *going = g_new(gboolean, n_seeds + 1);
    Chooser chooser = { .tiles = tiles, .left = room };

    for (guint i = 0; i < n_seeds; i++)
        seeded[i] = take(&chooser, seeds[i], per_window);
    for (int step = 1; step >= -1; step -= 2) { /* on from each seed, in turns, then back */
        gboolean any = TRUE;
        memcpy(going, seeded, n_seeds * sizeof *going);
        for (gint64 distance = step; any; distance += step) {
            any = FALSE;
            for (guint i = 0; i < n_seeds; i++) {
                going[i] = going[i] && take(&chooser, seeds[i] + distance, 0);
                any = any || going[i];
            }
        }
    }
    for (guint tile = 0; tile < REPORT_TIMELINE_TILES; tile++) {
        const ReportTimelineWindow window = { tile, tile + 1 };
        if (tile > 0 && chooser.taken[tile] && chooser.taken[tile - 1])
            g_array_index(windows, ReportTimelineWindow, windows->len - 1).last = tile + 1;
        else if (chooser.taken[tile])
            g_array_append_val(windows, window);
    }
    return windows;
}

/* Where single activities are wanted: at the findings, at the beginning, in the middle. */
static void
choose_windows(Maker *maker, gsize room)
{
    const double end = maker->out->end;
    const guint n_findings = maker->explanation->findings->len;
    const double more[MORE_SEEDS] = { 0, end / 2, end / 4 };
    g_autofree guint *seeds = g_new(guint, n_findings + MORE_SEEDS);
    guint n = 0;

    for (guint i = 0; i < n_findings; i++)
        if (maker->out->costly[i].end > 0)
            seeds[n++] = tile_of(end, maker->out->costly[i].start);
    for (guint i = 0; i < MORE_SEEDS; i++)
        seeds[n++] = tile_of(end, more[i]);
    /* Activities that reach over a window's edge are packed twice, and a track begins with the
     * length of nothing before it. */
    maker->windows = report_timeline_windows_new(maker->tiles, seeds, n, room / 4 * 3,
                                                 maker->n_tracks * (CHUNK_BYTES / 4 * 3 + 24));
}

static void
add_windows(Maker *maker, gsize room)
{
    ReportTimeline *out = maker->out;

    choose_windows(maker, room);
    maker->window_room = room;
    maker->window_packs = g_new0(ReportPack, maker->windows->len * maker->n_tracks + 1);
    for (guint i = 0; i < maker->windows->len * maker->n_tracks; i++)
        report_pack_init(&maker->window_packs[i], exact_tick(out->end), 0, &maker->window_room);
    const guint64 counted = out->n_activities, unnamed = out->n_unnamed;
    walk(maker, add_to_windows);
    out->n_activities = counted;
    out->n_unnamed = unnamed;
    for (guint i = 0; i < maker->windows->len; i++) {
        const ReportTimelineWindow *window =
            &g_array_index(maker->windows, ReportTimelineWindow, i);
        const double from = window->first * out->end / REPORT_TIMELINE_TILES;
        const double to = window->last * out->end / REPORT_TIMELINE_TILES;
        for (guint track = 0; track < maker->n_tracks; track++) {
            ReportPack *pack = &maker->window_packs[i * maker->n_tracks + track];
            report_pack_end(pack);
            add_chunk(maker, track, pack, from, to);
        }
        out->in_windows += to - from;
    }
    out->n_windows = maker->windows->len;
}

/* All of it if it fits; else levels while they leave a good part to the windows. */
static void
choose_levels(Maker *maker)
{
    const gsize budget = maker->budget;
    const gsize exact = level_size(maker, EXACT);
    gsize used = level_size(maker, 0);
    const gboolean all = used + exact <= budget && maker->left[EXACT] > 0;

    add_level(maker, 0);
    used += all ? exact : 0;
    for (guint level = 1; level < N_COARSE; level++) {
        const gsize size = level_size(maker, level);
        const gsize most = all ? budget : budget / 10 * 7;
        if (used + size > most || size > exact / 2 || maker->left[level] == 0)
            break;
        add_level(maker, level);
        used += size;
    }
    if (all)
        add_level(maker, EXACT);
    else if (used < budget)
        add_windows(maker, budget - used);
}

static void
add_tracks(Maker *maker)
{
    for (guint i = 0; i < maker->n_tracks; i++) {
        ReportTrack track = { NULL, 1, { 0 } };
        double rest = maker->out->end;
        if (i >= maker->first_row) {
            const ReportTimelineRow *row =
                report_timeline_row(maker->rows, i - maker->first_row);
            track.label = g_strdup(row->label);
            track.count = row->count;
        }
        for (guint a = 1; a < REPORT_N_ACTIVITIES; a++) {
            track.seconds[a] = sim_sum_value(maker->sums[i][a]);
            rest -= track.seconds[a];
        }
        track.seconds[REPORT_ACTIVITY_NONE] = rest > 1e-9 * maker->out->end ? rest : 0;
        g_array_append_val(maker->out->tracks, track);
    }
}

static void
clear_track(gpointer track)
{
    g_free(((ReportTrack *)track)->label);
}

static void
clear_chunk(gpointer chunk)
{
    g_free(((ReportChunk *)chunk)->data);
}

static ReportTimeline *
timeline_empty(double end)
{
    ReportTimeline *out = g_new0(ReportTimeline, 1);

    out->end = end;
    out->tracks = g_array_new(FALSE, FALSE, sizeof(ReportTrack));
    g_array_set_clear_func(out->tracks, clear_track);
    out->chunks = g_array_new(FALSE, FALSE, sizeof(ReportChunk));
    g_array_set_clear_func(out->chunks, clear_chunk);
    out->styles = g_string_new(NULL);
    out->places = g_ptr_array_new_with_free_func(g_free);
    out->intervals = g_array_new(FALSE, FALSE, sizeof(guint));
    return out;
}

/* The first walk. */
static void
fill_levels(Maker *maker, guint most_rows)
{
    const Explanation *explanation = maker->explanation;
    const guint n_findings = explanation->findings->len;
    const ReportTimelineChoice choice = { NULL, most_rows, TRUE, MOST_BOXES };

    maker->rows =
        report_timeline_rows_new(explanation->timeline, &maker->prediction->grid, &choice);
    maker->styles = g_hash_table_new_full(hash_pair, g_int64_equal, g_free, NULL);
    maker->places = g_hash_table_new(NULL, NULL);
    maker->named = g_hash_table_new(NULL, NULL);
    maker->out->n_found = maker->rows->n_found;
    maker->first_row = explanation->path != NULL ? 1 : 0;
    maker->n_tracks = maker->first_row + maker->rows->rows->len;
    maker->at = g_new0(double, maker->n_tracks + 1);
    maker->sums = g_malloc0_n(maker->n_tracks + 1, sizeof *maker->sums);
    maker->packs = g_new0(ReportPack, maker->n_tracks * N_LEVELS + 1);
    maker->tiles = g_new0(gsize, REPORT_TIMELINE_TILES);
    maker->out->costly = g_new0(ReportCostly, n_findings + 1);
    for (guint level = 0; level < N_LEVELS; level++) {
        /* The coarsest is always there; its resolution bounds it. */
        maker->left[level] = level > 0 ? maker->budget : G_MAXSIZE;
        for (guint track = 0; track < maker->n_tracks; track++)
            report_pack_init(level_pack(maker, track, level),
                             level_tick(maker->out->end, level),
                             level_resolution(maker->out->end, level), &maker->left[level]);
    }
    walk(maker, add_to_levels);
    for (guint i = 0; i < maker->n_tracks * N_LEVELS; i++)
        report_pack_end(&maker->packs[i]);
}

/* NULL when even the coarsest level takes more than half of the room. */
static ReportTimeline *
try_rows(const Explanation *explanation, const Prediction *prediction, gsize budget, double end,
         guint most_rows)
{
    g_autoptr(ReportTimeline) out = timeline_empty(end);
    g_auto(Maker) maker = { explanation, prediction, budget, .out = out };

    fill_levels(&maker, most_rows);
    if (most_rows > 1 && level_size(&maker, 0) > budget / 2)
        return NULL;
    choose_levels(&maker);
    add_tracks(&maker);
    return g_steal_pointer(&out);
}

static double
find_end(const Timeline *timeline)
{
    double end = 0;

    for (guint64 i = 0; i < timeline_n_activities(timeline); i++)
        end = MAX(end, timeline_activity(timeline, i)->end);
    return end;
}

ReportTimeline *
report_timeline_new(const Explanation *explanation, const Prediction *prediction, gsize budget)
{
    const double end = find_end(explanation->timeline);
    ReportTimeline *made = NULL;

    if (!(end > 0) || !isfinite(end))
        return NULL;
    for (guint rows = MOST_ROWS; made == NULL && rows > 0; rows /= 2)
        made = try_rows(explanation, prediction, budget, end, rows);
    return made;
}

void
report_timeline_free(ReportTimeline *timeline)
{
    if (timeline == NULL)
        return;
    g_array_unref(timeline->tracks);
    g_array_unref(timeline->chunks);
    g_string_free(timeline->styles, TRUE);
    g_ptr_array_unref(timeline->places);
    g_array_unref(timeline->intervals);
    g_free(timeline->costly);
    g_free(timeline);
}
