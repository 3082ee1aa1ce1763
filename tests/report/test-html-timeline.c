/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The timeline of the HTML report: what was packed is unpacked by a reader of its own and held
 * against a naive sum of the records.
 */
#include <math.h>
#include <string.h>

#include "src/report/view/timeline.h"
#include "tests/report/check.h"
#include "tests/report/explain-builder.h"

/* Seconds by activity of a chunk between two times, read as html-timeline-pack.h says. */
typedef struct {
    double seconds[REPORT_N_ACTIVITIES];
    double shortest; /* plain piece */
    guint n_plain, n_united;
} Unpacked;

static guint64
get_number(const guint8 *bytes, gsize *at)
{
    guint64 number = 0;
    guint shift = 0;

    for (; bytes[*at] & 128; shift += 7)
        number |= (guint64)(bytes[(*at)++] & 127) << shift;
    return number | (guint64)bytes[(*at)++] << shift;
}

static double
inside(double start, double end, double from, double to)
{
    return MAX(MIN(end, to) - MAX(start, from), 0);
}

/* Activities of the styles (guint), from the text of all of them; style 1 is the first. */
static GArray *
style_activities(const ReportTimeline *timeline)
{
    g_auto(GStrv) styles = g_strsplit(timeline->styles->str, ";", -1);
    GArray *activities = g_array_new(FALSE, FALSE, sizeof(guint));

    for (guint i = 0; styles[i] != NULL && *styles[i] != '\0'; i++) {
        const guint activity = (guint)g_ascii_strtoull(styles[i], NULL, 10);
        g_array_append_val(activities, activity);
    }
    return activities;
}

static guint
style_activity(const GArray *activities, guint64 style)
{
    CU_ASSERT_TRUE_FATAL(style > 0 && style <= activities->len);
    return g_array_index(activities, guint, style - 1);
}

static Unpacked
unpack(const GArray *activities, const ReportChunk *chunk, double from, double to)
{
    gsize size, at = 0;
    g_autofree guint8 *bytes = g_base64_decode(chunk->data, &size);
    Unpacked result = { .shortest = INFINITY };
    guint64 ticks = 0;

    while (at < size) {
        const guint64 code = get_number(bytes, &at);
        const double start = (double)ticks * chunk->tick;
        ticks += get_number(bytes, &at);
        const double end = (double)ticks * chunk->tick, length = inside(start, end, from, to);
        if (code % 2 == 1) {
            const guint64 kinds = get_number(bytes, &at);
            result.n_united++;
            for (guint kind = 0; kind < REPORT_N_ACTIVITIES; kind++)
                if (kinds >> kind & 1)
                    result.seconds[kind] += bytes[at++] / 255.0 * length;
        } else if (code > 0) {
            result.seconds[style_activity(activities, code / 2)] += length;
            result.shortest = MIN(result.shortest, end - start);
            result.n_plain++;
        }
    }
    CHECK_INT(at, size);
    return result;
}

/* The same of the records of one processor. */
static void
sum_records(const Timeline *timeline, gint64 processor, double from, double to,
            double seconds[REPORT_N_ACTIVITIES])
{
    memset(seconds, 0, REPORT_N_ACTIVITIES * sizeof *seconds);
    for (guint64 i = 0; i < timeline_n_activities(timeline); i++) {
        const TimelineActivity *r = timeline_activity(timeline, i);
        if (timeline_group_get(timeline, r->group)->least == processor)
            seconds[report_activity_of(r)] += inside(r->start, r->end, from, to);
    }
}

static void
check_near(double actual, double expected, double tolerance, const char *what)
{
    if (fabs(actual - expected) <= tolerance)
        return;
    g_autofree char *text = g_strdup_printf("%s: %.12g, expected %.12g within %g", what, actual,
                                            expected, tolerance);
    CHECK_TEXT(text, "");
}

/* Each chunk has what the records say. */
static void
check_chunks(const Timeline *timeline, const ReportTimeline *made)
{
    g_autoptr(GArray) activities = style_activities(made);

    for (guint i = 0; i < made->chunks->len; i++) {
        const ReportChunk *chunk = &g_array_index(made->chunks, ReportChunk, i);
        const ReportTrack *track = &g_array_index(made->tracks, ReportTrack, chunk->track);
        const gint64 processor = g_ascii_strtoll(track->label, NULL, 10);
        const Unpacked is = unpack(activities, chunk, chunk->from, chunk->to);
        double expected[REPORT_N_ACTIVITIES];
        sum_records(timeline, processor, chunk->from, chunk->to, expected);
        /* A tick each piece; of a united one half of a 255th of its length for each kind. */
        const double tolerance = (is.n_plain + is.n_united + 1) * chunk->tick +
                                 (chunk->resolution > 0 ? (chunk->to - chunk->from) / 255 : 0);
        for (guint a = 1; a < REPORT_N_ACTIVITIES; a++)
            check_near(is.seconds[a], expected[a], tolerance, report_activities[a].label);
        CHECK_INT(chunk->resolution > 0 || is.n_united == 0, TRUE);
        /* What is shorter than a resolution stands alone only between two that are not. */
        CHECK_INT(is.n_plain + is.n_united <= 2 * made->end / MAX(chunk->resolution, 1e-9) + 2,
                  TRUE);
    }
}

/* The finding is of interval 3, which 4 stands in. */
static ReportTimeline *
make(Timeline *timeline, gint64 n, gsize budget)
{
    static guint ids[] = { 1, 2, 3, 4, 5, 6, 7 };
    Interval intervals[G_N_ELEMENTS(ids)] = { { 0 }, { 0 }, { .id = 3, .last = 4 } };
    Params params = { 0 };
    Finding finding = { .interval = 3 };
    g_autoptr(GPtrArray) findings = g_ptr_array_new();

    rater_grid_init(&params.topology, 1, &n);
    g_ptr_array_add(findings, &finding);
    const Prediction prediction = {
        .params = &params,
        .grid = params.topology,
        .intervals = intervals,
        .n_intervals = G_N_ELEMENTS(intervals),
        .ids = ids,
    };
    const Explanation explanation = {
        .findings = findings,
        .timeline = timeline,
    };
    return report_timeline_new(&explanation, &prediction, budget);
}

static gsize
page_bytes(const ReportTimeline *timeline)
{
    gsize size = timeline->styles->len;

    for (guint i = 0; i < timeline->chunks->len; i++)
        size += 120 + strlen(g_array_index(timeline->chunks, ReportChunk, i).data);
    return size;
}

static void
test_all(void)
{
    g_autoptr(Timeline) timeline = explain_builder_random(1, 3, 2000, 11);
    g_autoptr(ReportTimeline) made = make(timeline, 3, 1000000);

    CHECK_INT(made->tracks->len, 3);
    CHECK_INT(made->n_activities, timeline_n_activities(timeline));
    CHECK_INT(made->n_windows, 0);
    CHECK_INT(made->n_unnamed, 0);
    check_near(made->resolution, 0, 0, "resolution");
    check_chunks(timeline, made);
    for (guint i = 0; i < 3; i++) {
        const ReportTrack *track = &g_array_index(made->tracks, ReportTrack, i);
        double expected[REPORT_N_ACTIVITIES], rest = made->end;
        sum_records(timeline, i, 0, made->end, expected);
        CHECK_INT(track->count, 1);
        for (guint a = 1; a < REPORT_N_ACTIVITIES; a++) {
            check_near(track->seconds[a], expected[a], 1e-9, report_activities[a].label);
            rest -= expected[a];
        }
        check_near(track->seconds[REPORT_ACTIVITY_NONE], rest, 1e-9, "nothing");
    }
}

/* With less room there are coarser levels and windows; each is true, and all fit. */
static void
test_budget(void)
{
    static const gsize budgets[] = { 400000, 150000, 60000, 20000, 0 };
    g_autoptr(Timeline) timeline = explain_builder_random(2, 5, 60000, 300);
    double resolution = 0;

    for (guint i = 0; i < G_N_ELEMENTS(budgets); i++) {
        g_autoptr(ReportTimeline) made = make(timeline, 5, budgets[i]);
        CHECK_INT(made->tracks->len == 1 || page_bytes(made) - made->styles->len <= budgets[i],
                  TRUE);
        CHECK_INT(budgets[i] > 0 || made->tracks->len == 1, TRUE);
        CHECK_INT(made->chunks->len >= made->tracks->len, TRUE);
        CHECK_INT(made->resolution >= resolution, TRUE);
        CHECK_INT(made->n_activities <= timeline_n_activities(timeline), TRUE);
        CHECK_INT((made->n_windows > 0) == (made->in_windows > 0), TRUE);
        resolution = made->resolution;
        check_chunks(timeline, made);
    }
    CHECK_INT(resolution > 0, TRUE);
    g_autoptr(ReportTimeline) some = make(timeline, 5, 150000);
    CHECK_INT(some->n_windows > 0, TRUE);
    CHECK_INT(some->costly[0].end > some->costly[0].start, TRUE);
}

/* Many lines: the page does not name them all. */
static void
test_unnamed(void)
{
    g_autoptr(Timeline) timeline = explain_builder_random(3, 2, 20000, 20000);
    g_autoptr(ReportTimeline) made = make(timeline, 2, 1000000);

    CHECK_INT(made->n_unnamed > 10000, TRUE);
    CHECK_INT(made->styles->len < 100000, TRUE);
    check_chunks(timeline, made);
}

static void
test_nothing(void)
{
    g_autoptr(Timeline) timeline = timeline_new(3, 0);
    g_autoptr(ReportTimeline) made = make(timeline, 3, 1000);

    CU_ASSERT_PTR_NULL(made);
}

/* A partition of the axis whose labels are those of the text: "aab" is two runs. */
static const SimAxis *
axis_of(SimLattice *lattice, guint axis, const char *labels)
{
    g_auto(SimRuns) runs = { NULL };

    for (guint i = 0; labels[i] != '\0'; i++)
        sim_runs_add(&runs, i + 1, (guint64)labels[i]);
    return sim_lattice_axis(lattice, axis, &runs);
}

static gboolean
has_row(ReportTimelineRows *rows, guint32 group, guint32 row)
{
    const GArray *members = report_timeline_rows_of_group(rows, group);

    for (guint i = 0; i < members->len; i++)
        if (g_array_index(members, guint32, i) == row)
            return TRUE;
    return FALSE;
}

/* Rows are the sets that no group tells apart; the groups of a row are those with its
 * processor. */
static void
test_rows(void)
{
    static const char *const labels[][2] = { { "aaaa", "aaa" },
                                             { "abba", "aaa" },
                                             { "aaab", "aba" } };
    const gint64 sizes[] = { 4, 3 };
    g_autoptr(SimLattice) lattice = sim_lattice_new(2, sizes);
    g_autoptr(Timeline) timeline = timeline_new(12, 0);
    RaterGrid grid;

    rater_grid_init(&grid, 2, sizes);
    for (guint i = 0; i < G_N_ELEMENTS(labels); i++) {
        const SimAxis *axes[] = { axis_of(lattice, 0, labels[i][0]),
                                  axis_of(lattice, 1, labels[i][1]) };
        const SimPartition *partition = sim_lattice_partition(lattice, axes);
        for (guint c = 0; c < partition->n_classes; c++) {
            gint64 first[RATER_MAX_RANK];
            sim_partition_class_first(partition, c, first);
            const TimelineGroup group = { partition, c, rater_grid_number(&grid, first),
                                          sim_partition_class_size(partition, c) };
            timeline_group(timeline, &group);
        }
    }
    const ReportTimelineChoice choice = { NULL, 64, TRUE, 4 };
    g_autoptr(ReportTimelineRows) rows = report_timeline_rows_new(timeline, &grid, &choice);
    CHECK_INT(rows->n_found, 6); /* 0, 1-2, 3 of the one axis by 0 2, 1 of the other */
    static const char *const expected[] = { "0,0 0,2", "0,1",     "1-2,0 1-2,2",
                                            "1-2,1",   "3,0 3,2", "3,1" };
    gint64 together = 0;
    for (guint r = 0; r < rows->rows->len; r++) {
        const ReportTimelineRow *row = &g_array_index(rows->rows, ReportTimelineRow, r);
        CHECK_TEXT(row->label, expected[r]);
        together += row->count;
        for (guint32 g = 0; g < timeline_n_groups(timeline); g++)
            CHECK_INT(has_row(rows, g, r),
                      timeline_group_has(timeline_group_get(timeline, g), row->least));
    }
    CHECK_INT(together, 12);
    const ReportTimelineChoice two = { NULL, 2, TRUE, 1 };
    g_autoptr(ReportTimelineRows) few = report_timeline_rows_new(timeline, &grid, &two);
    CHECK_INT(few->rows->len, 2);
    CHECK_INT(few->n_found, 6);
    CHECK_TEXT(report_timeline_row(few, 0)->label, "0,0 \xe2\x80\xa6");
    CHECK_TEXT(report_timeline_row(few, 1)->label, "1-2,1");
}

/* A million processors of nine classes: a row for each. */
static void
test_many_processors(void)
{
    const gint64 sizes[] = { 1024, 1024 };
    g_autoptr(SimLattice) lattice = sim_lattice_new(2, sizes);
    g_autoptr(Timeline) timeline = timeline_new(1024 * 1024, 0);
    RaterGrid grid;
    const SimAxis *axes[2];

    rater_grid_init(&grid, 2, sizes);
    for (guint a = 0; a < 2; a++) {
        g_auto(SimRuns) runs = { NULL };
        sim_runs_add(&runs, 1, 0);
        sim_runs_add(&runs, 1023, 1);
        sim_runs_add(&runs, 1024, 2);
        axes[a] = sim_lattice_axis(lattice, a, &runs);
    }
    const SimPartition *partition = sim_lattice_partition(lattice, axes);
    for (guint c = 0; c < 9; c++) {
        gint64 first[RATER_MAX_RANK];
        sim_partition_class_first(partition, c, first);
        const TimelineGroup group = { partition, c, rater_grid_number(&grid, first),
                                      sim_partition_class_size(partition, c) };
        timeline_group(timeline, &group);
    }
    const ReportTimelineChoice choice = { NULL, 64, TRUE, 4 };
    g_autoptr(ReportTimelineRows) rows = report_timeline_rows_new(timeline, &grid, &choice);
    CHECK_INT(rows->rows->len, 9);
    CHECK_TEXT(g_array_index(rows->rows, ReportTimelineRow, 8).label, "1023,1023");
    CHECK_TEXT(report_timeline_row(rows, 4)->label, "1-1022,1-1022");
    CHECK_INT(report_timeline_row(rows, 4)->count, 1022 * 1022);
    for (guint c = 0; c < 9; c++) {
        CHECK_INT(report_timeline_rows_of_group(rows, c)->len, 1);
        CHECK_INT(has_row(rows, c, c), TRUE);
    }
}

static void
test_windows(void)
{
    g_autofree gsize *tiles = g_new(gsize, REPORT_TIMELINE_TILES);
    const guint seeds[] = { 100, 4095, 100, 103 };

    for (guint i = 0; i < REPORT_TIMELINE_TILES; i++)
        tiles[i] = 10;
    tiles[105] = 1000;
    /* three tiles of the seeds with 5 each, then 101, 104, 102 in turns, then 99, 4094, 98 */
    g_autoptr(GArray) windows = report_timeline_windows_new(tiles, seeds, 4, 3 * 15 + 64, 5);
    CHECK_INT(windows->len, 2);
    const ReportTimelineWindow *window = &g_array_index(windows, ReportTimelineWindow, 0);
    CHECK_INT(window[0].first, 98);
    CHECK_INT(window[0].last, 105);
    CHECK_INT(window[1].first, 4094);
    CHECK_INT(window[1].last, 4096);
    g_autoptr(GArray) none = report_timeline_windows_new(tiles, seeds, 4, 14, 5);
    CHECK_INT(none->len, 0);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "all of it", test_all },   { "budget", test_budget },
        { "unnamed", test_unnamed }, { "nothing", test_nothing },
        { "rows", test_rows },       { "many processors", test_many_processors },
        { "windows", test_windows }, CU_TEST_INFO_NULL,
    };
    return tap_run("html timeline", tests);
}
