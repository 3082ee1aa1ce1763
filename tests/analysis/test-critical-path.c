/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <math.h>
#include <string.h>

#include "src/analysis/activity/critical-path.h"
#include "src/analysis/activity/graph.h"
#include "tests/analysis/timeline-sample.h"
#include "tests/tap.h"

#define SEED 1990

static const PathProcessor *
processor(const CriticalPath *path, guint i)
{
    return &g_array_index(path->processors, PathProcessor, i);
}

static const PathLine *
line(const CriticalPath *path, guint i)
{
    return &g_array_index(path->lines, PathLine, i);
}

static const PathStretch *
stretch(const CriticalPath *path, guint i)
{
    return &g_array_index(path->stretches, PathStretch, i);
}

static CriticalPath *
find_path(const Timeline *timeline, guint most)
{
    g_autoptr(GError) error = NULL;
    CriticalPath *path = critical_path_new(timeline, most, &error);

    CU_ASSERT_PTR_NOT_NULL_FATAL(path);
    CU_ASSERT_PTR_NULL(error);
    return path;
}

/* Every level adds up to the length, to the last bit. */
static void
check_sums(const CriticalPath *path)
{
    SimSum program = { 0, 0 }, processors = { 0, 0 }, lines = { 0, 0 };

    for (PathPart part = 0; part < N_PATH_PARTS; part++)
        sim_sum_add(&program, path->program[part]);
    for (guint i = 0; i < path->processors->len; i++)
        sim_sum_add(&processors, processor(path, i)->seconds);
    for (guint i = 0; i < path->lines->len; i++) {
        SimSum parts = { 0, 0 };
        for (PathPart part = 0; part < N_PATH_PARTS; part++)
            sim_sum_add(&parts, line(path, i)->seconds[part]);
        CU_ASSERT_EQUAL(sim_sum_value(parts), line(path, i)->total);
        sim_sum_add(&lines, line(path, i)->total);
    }
    CU_ASSERT_EQUAL(sim_sum_value(program), path->length);
    CU_ASSERT_EQUAL(sim_sum_value(processors), path->length);
    CU_ASSERT_EQUAL(sim_sum_value(lines), path->length);
}

static void
check_near(double actual, double expected)
{
    CU_ASSERT_DOUBLE_EQUAL(actual, expected, 1e-12 * MAX(fabs(expected), 1.0));
}

static void
test_ips(void)
{
    /* milliseconds: figure 16 in its order; the second number is a processor */
    static const double messages[] = { 840, 840, 480, 480, 480, 480, 440,
                                       440, 408, 408, 272, 272, 240, 240 };
    static const double work[] = { 159, 108, 88, 79, 67, 64, 42 };
    g_autoptr(Timeline) timeline = sample_ips_path();
    g_autoptr(CriticalPath) path = find_path(timeline, 100);

    check_near(path->length, 16.667);
    check_near(path->program[PATH_CPU], 10.347);
    check_near(path->program[PATH_COMMUNICATION + OPERATION_SHADOW], 4.960);
    check_near(path->program[PATH_COMMUNICATION + OPERATION_REMOTE], 1.360);
    check_near(path->total_cpu, 31.870);
    CU_ASSERT_DOUBLE_EQUAL(path->maximum_parallelism, 1.91, 0.005);
    CU_ASSERT_DOUBLE_EQUAL(path->parallelism, 1.15, 0.005);
    CHECK_INT(path->processors->len, 22);
    check_near(processor(path, 0)->seconds, 9.740);
    CU_ASSERT_TRUE(processor(path, 0)->sender == 0 && processor(path, 0)->receiver == 0);
    for (guint i = 0; i < G_N_ELEMENTS(messages); i++) {
        check_near(processor(path, 1 + i)->seconds, messages[i] / 1000);
        CHECK_INT(processor(path, 1 + i)->part, PATH_COMMUNICATION);
    }
    for (guint i = 0; i < G_N_ELEMENTS(work); i++)
        check_near(processor(path, 15 + i)->seconds, work[i] / 1000);
    check_sums(path);
    CHECK_INT(path->stretches->len, 29);
}

static void
test_nothing(void)
{
    g_autoptr(Timeline) timeline = timeline_new(4, 0);
    g_autoptr(CriticalPath) path = find_path(timeline, 10);

    CU_ASSERT_EQUAL(path->length, 0);
    CU_ASSERT_EQUAL(path->maximum_parallelism, 0);
    CHECK_INT(path->processors->len + path->lines->len + path->stretches->len, 0);
}

/* Processor 0 works 3 s, processor 1 works 1 s and waits; an operation of 2 s that moves two
 * messages; processor 1 works 1 s, processor 0 half a second. */
static Timeline *
make_pair(void)
{
    static const TimelinePair pairs[] = { { 0, 1, 300, 1 }, { 1, 0, 100, 1 } };
    Timeline *timeline = timeline_new(2, 0);
    const guint32 a = timeline_site_add(timeline, "a", 1),
                  b = timeline_site_add(timeline, "b", 2);
    const guint32 traffic = timeline_traffic_add(timeline, 400, 2, 2, pairs);
    const guint32 p = sample_group(timeline, 0), q = sample_group(timeline, 1);
    const guint32 early = sample_step(timeline, TIMELINE_CPU, q, 0, 0, 1, 7, a);
    const guint32 meet = sample_step(timeline, TIMELINE_CPU, p, 0, 0, 3, 7, a);
    sample_edge(timeline, TIMELINE_WAIT, q, early, meet, 1, 3, 7, b);
    const guint32 done = timeline_event(timeline);
    sample_operation(timeline, TIMELINE_COMMUNICATE, OPERATION_SHADOW, q, meet, done, 3, 5, b,
                     traffic);
    sample_operation(timeline, TIMELINE_COMMUNICATE, OPERATION_SHADOW, p, meet, done, 3, 5, b,
                     traffic);
    sample_step(timeline, TIMELINE_SYS, p, done, 5, 0.5, 8, a);
    sample_step(timeline, TIMELINE_CPU, q, done, 5, 1, 7, b);
    return timeline;
}

static void
test_levels(void)
{
    g_autoptr(Timeline) timeline = make_pair();
    g_autoptr(CriticalPath) path = find_path(timeline, 10);

    CU_ASSERT_EQUAL(path->length, 6);
    CU_ASSERT_EQUAL(path->program[PATH_CPU], 4);
    CU_ASSERT_EQUAL(path->program[PATH_COMMUNICATION + OPERATION_SHADOW], 2);
    CU_ASSERT_EQUAL(path->total_cpu, 5);
    CU_ASSERT_EQUAL(path->maximum_parallelism, 5.0 / 6);
    /* shares of the operation: (3/4 + 1/2) / 2 and (1/4 + 1/2) / 2 */
    CHECK_INT(path->processors->len, 4);
    CU_ASSERT_EQUAL(processor(path, 0)->seconds, 3);
    CU_ASSERT_TRUE(processor(path, 1)->sender == 0 && processor(path, 1)->receiver == 1);
    CU_ASSERT_EQUAL(processor(path, 1)->seconds, 1.25);
    CU_ASSERT_TRUE(processor(path, 2)->sender == 1 && processor(path, 2)->receiver == 1);
    CU_ASSERT_EQUAL(processor(path, 3)->seconds, 0.75);
    check_sums(path);
}

static void
test_lines(void)
{
    g_autoptr(Timeline) timeline = make_pair();
    g_autoptr(CriticalPath) path = find_path(timeline, 10);

    CHECK_INT(path->lines->len, 4);
    CU_ASSERT_TRUE(line(path, 0)->interval == 7 && line(path, 0)->total == 3);
    CU_ASSERT_TRUE(line(path, 1)->interval == 0 && line(path, 1)->total == 2);
    CU_ASSERT_TRUE(line(path, 2)->interval == 7 && line(path, 2)->total == 1);
    /* processor 1's second before the operation is on a line of the path; processor 0's half
     * second at the end could be twice as long */
    CU_ASSERT_TRUE(line(path, 0)->slack == 0 && line(path, 2)->slack == 0);
    CU_ASSERT_TRUE(line(path, 3)->interval == 8 && line(path, 3)->total == 0);
    CU_ASSERT_EQUAL(line(path, 3)->slack, 0.5);
}

static void
test_stretches(void)
{
    g_autoptr(Timeline) timeline = make_pair();
    g_autoptr(CriticalPath) all = find_path(timeline, 3), two = find_path(timeline, 2);
    g_autoptr(CriticalPath) one = find_path(timeline, 1), none = find_path(timeline, 0);

    CHECK_INT(all->stretches->len, 3);
    CU_ASSERT_TRUE(stretch(all, 0)->start == 0 && stretch(all, 0)->end == 3);
    CU_ASSERT_TRUE(stretch(all, 1)->start == 3 && stretch(all, 1)->end == 5);
    CHECK_INT(stretch(all, 1)->part, PATH_COMMUNICATION + OPERATION_SHADOW);
    CU_ASSERT_TRUE(stretch(all, 2)->end == 6 && stretch(all, 2)->part == PATH_CPU);
    CHECK_INT(two->stretches->len, 2);
    CU_ASSERT_TRUE(stretch(two, 1)->start == 3 && stretch(two, 1)->end == 6);
    CHECK_INT(one->stretches->len, 1);
    CU_ASSERT_TRUE(stretch(one, 0)->start == 0 && stretch(one, 0)->end == 6);
    CHECK_INT(none->stretches->len, 0);
}

static void
check_error(const Timeline *timeline, int code, const char *part)
{
    g_autoptr(GError) error = NULL;

    CU_ASSERT_PTR_NULL(critical_path_new(timeline, 10, &error));
    CU_ASSERT_TRUE_FATAL(g_error_matches(error, ACTIVITY_GRAPH_ERROR, code));
    CU_ASSERT_PTR_NOT_NULL(strstr(error->message, part));
}

static void
test_errors(void)
{
    g_autoptr(Timeline) over = timeline_new(1, 0), loose = timeline_new(1, 0);
    g_autoptr(Timeline) back = timeline_new(1, 0), other = timeline_new(1, 0);
    const guint32 p = sample_group(over, 0);
    guint32 at = sample_step(over, TIMELINE_CPU, p, 0, 0, 1, 0, 0);

    /* an edge over a cut */
    timeline_cut(over, at);
    sample_step(over, TIMELINE_SYS, p, at, 1, 1, 0, 0);
    sample_step(over, TIMELINE_IO, p, 0, 0, 1, 0, 0);
    check_error(over, ACTIVITY_GRAPH_ERROR_CUT, "event 1,");
    /* something longer that does not lead to the cut */
    sample_group(loose, 0);
    at = timeline_event(loose);
    sample_edge(loose, TIMELINE_CPU, p, 0, at, 0, 2, 0, 0);
    const guint32 cut = timeline_event(loose);
    sample_edge(loose, TIMELINE_SYS, p, 0, cut, 0, 1, 0, 0);
    timeline_cut(loose, cut);
    check_error(loose, ACTIVITY_GRAPH_ERROR_CUT, "event 2,");
    /* something after the cut that does not come from it */
    sample_group(other, 0);
    at = sample_step(other, TIMELINE_CPU, p, 0, 0, 1, 0, 0);
    timeline_cut(other, at);
    at = timeline_event(other);
    sample_step(other, TIMELINE_CPU, p, at, 1, 1, 0, 0);
    check_error(other, ACTIVITY_GRAPH_ERROR_CUT, "event 1,");
    /* time that goes round */
    sample_group(back, 0);
    at = sample_step(back, TIMELINE_CPU, p, 0, 0, 1, 0, 0);
    sample_edge(back, TIMELINE_SYS, p, at, 0, 1, 2, 0, 0);
    check_error(back, ACTIVITY_GRAPH_ERROR_ORDER, "back to event 0");
}

/* However coarse the stretches are, each kind keeps its time. */
static void
check_composition(const CriticalPath *path)
{
    for (PathPart part = 0; part < N_PATH_PARTS; part++) {
        double seconds = 0;
        for (guint i = 0; i < path->stretches->len; i++)
            seconds += stretch(path, i)->seconds[part];
        check_near(seconds, path->program[part]);
    }
}

/* A short kind between long ones is not lost: of 3 and 2 seconds in turn, two fifths are of the
 * second kind wherever one looks. */
static void
test_coarse_stretches(void)
{
    enum { N = 5000, MOST = 20 };
    g_autoptr(Timeline) timeline = timeline_new(1, 0);
    const guint32 p = sample_group(timeline, 0);
    guint32 at = 0;

    for (guint i = 0; i < N; i++) {
        at = sample_step(timeline, TIMELINE_CPU, p, at, 5.0 * i, 3, 1, 0);
        at = sample_step(timeline, TIMELINE_SYS, p, at, 5.0 * i + 3, 2, 2, 0);
    }
    g_autoptr(CriticalPath) path = find_path(timeline, MOST);
    CU_ASSERT_TRUE(path->stretches->len <= MOST && path->stretches->len >= MOST / 4);
    check_composition(path);
    for (guint i = 0; i < path->stretches->len; i++) {
        const PathStretch *one = stretch(path, i);
        CU_ASSERT_DOUBLE_EQUAL(one->seconds[PATH_SYS] / (one->end - one->start), 0.4, 0.01);
        CHECK_INT(one->part, PATH_CPU);
        CHECK_INT(one->interval, 1);
        CU_ASSERT_EQUAL(one->longest, 3);
    }
}

/* The path of an execution without idle time is as long as the execution; cuts change nothing.
 */
static void
test_random(void)
{
    g_print("# random executions with seeds from %d\n", SEED);
    for (guint32 seed = SEED; seed < SEED + 400; seed++) {
        double makespan, same;
        g_autoptr(Timeline) cut = sample_random(seed, TRUE, &makespan);
        g_autoptr(Timeline) whole = sample_random(seed, FALSE, &same);
        g_autoptr(CriticalPath) a = find_path(cut, 20), b = find_path(whole, 20);
        check_near(a->length, makespan);
        check_near(b->length, makespan);
        check_sums(a);
        check_sums(b);
        for (PathPart part = 0; part < N_PATH_PARTS; part++)
            check_near(a->program[part], b->program[part]);
        CHECK_INT(a->processors->len, b->processors->len);
        CHECK_INT(a->lines->len, b->lines->len);
        for (guint i = 0; i < MIN(a->lines->len, b->lines->len); i++)
            check_near(line(a, i)->slack, line(b, i)->slack);
        CU_ASSERT_TRUE(a->stretches->len <= 20);
        double end = 0;
        for (guint i = 0; i < a->stretches->len; i++) {
            CU_ASSERT_EQUAL(stretch(a, i)->start, end);
            end = stretch(a, i)->end;
        }
        check_near(end, makespan);
        check_composition(a);
    }
}

/* Appendix 3 once more, on timelines: the master is processor 0. */
static void
test_master_and_slaves(void)
{
    double least = INFINITY;
    gint64 best = 0;

    for (gint64 n = 1; n <= 40; n++) {
        g_autoptr(Timeline) timeline = timeline_new(n + 1, 0);
        guint32 at = 0;
        for (gint64 i = 0; i < n; i++) {
            at = sample_step(timeline, TIMELINE_CPU, sample_group(timeline, 0), at,
                             (double)i * 2, 2, 0, 0);
            timeline_keep_event(timeline, at);
        }
        for (gint64 i = 1; i <= n; i++)
            sample_step(timeline, TIMELINE_CPU, sample_group(timeline, i), at, (double)n * 2,
                        288.0 / (double)n, 1, 1);
        g_autoptr(CriticalPath) path = find_path(timeline, 10);
        check_near(path->length, (double)n * 2 + 288.0 / (double)n);
        best = path->length < least ? n : best;
        least = MIN(least, path->length);
        CHECK_INT(path->processors->len, 2);
        /* of slaves that are alike the least-numbered */
        CHECK_INT(MAX(processor(path, 0)->sender, processor(path, 1)->sender), 1);
        if (n == 12) {
            CU_ASSERT_EQUAL(processor(path, 0)->seconds, 24);
            CU_ASSERT_EQUAL(processor(path, 1)->seconds, 24);
        }
    }
    CHECK_INT(best, 12);
}

int
main(void)
{
    CU_TestInfo tests[] = { { "IPS, figures 15 and 16", test_ips },
                            { "nothing", test_nothing },
                            { "levels", test_levels },
                            { "lines and slack", test_lines },
                            { "stretches", test_stretches },
                            { "coarse stretches", test_coarse_stretches },
                            { "errors", test_errors },
                            { "random executions", test_random },
                            { "master and slaves", test_master_and_slaves },
                            CU_TEST_INFO_NULL };
    return tap_run("critical-path", tests);
}
