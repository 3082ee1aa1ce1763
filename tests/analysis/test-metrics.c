/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <math.h>

#include "src/analysis/activity/metrics.h"
#include "tests/analysis/timeline-sample.h"
#include "tests/tap.h"

#define SEED 86

static double
value(const MetricsTable *table, MetricsLevel level, gint64 number, Metric metric)
{
    return metrics_get(table, level, number).value[metric];
}

static void
check_near(double actual, double expected)
{
    CU_ASSERT_DOUBLE_EQUAL(actual, expected, 1e-12 * MAX(fabs(expected), 1.0));
}

typedef struct {
    Metric metric;
    double value;
} Fact;

static void
check_facts(const MetricsTable *table, MetricsLevel level, gint64 number, guint n,
            const Fact facts[])
{
    for (guint i = 0; i < n; i++)
        check_near(value(table, level, number, facts[i].metric), facts[i].value);
}

/* Figures 10, 12 and 13; seconds. What differs is defined otherwise here: messages count once,
 * and a machine has three processors. */
static void
test_ips(void)
{
    static const Fact program[] = {
        { METRIC_MACHINES, 3 },   { METRIC_PROCESSORS, 9 },  { METRIC_TIME, 27.670 },
        { METRIC_CPU, 31.870 },   { METRIC_WAIT, 203.794 },  { METRIC_WAIT_CPU, 9.679 },
        { METRIC_MESSAGES, 344 }, { METRIC_BYTES, 1115968 }, { METRIC_CALLS, 304 + 8 * 34 },
    };
    static const Fact machine[] = { { METRIC_PROCESSORS, 3 },
                                    { METRIC_TIME, 27.636 },
                                    { METRIC_CPU, 16.233 },
                                    { METRIC_WAIT, 58.507 },
                                    { METRIC_WAIT_CPU, 7.273 } };
    static const Fact second[] = { { METRIC_TIME, 27.541 },
                                   { METRIC_CPU, 7.911 },
                                   { METRIC_WAIT, 72.911 },
                                   { METRIC_WAIT_CPU, 1.034 } };
    static const Fact master[] = { { METRIC_TIME, 27.240 }, { METRIC_CPU, 9.988 },
                                   { METRIC_WAIT, 12.230 }, { METRIC_WAIT_CPU, 5.022 },
                                   { METRIC_CALLS, 304 },   { METRIC_MESSAGES, 344 },
                                   { METRIC_LINES, 10 } };
    static const Fact slave[] = { { METRIC_TIME, 27.352 },  { METRIC_CPU, 3.187 },
                                  { METRIC_CALLS, 34 },     { METRIC_MESSAGES, 43 },
                                  { METRIC_BYTES, 139496 }, { METRIC_LINES, 6 } };
    g_autoptr(Timeline) timeline = sample_ips_metrics();
    g_autoptr(MetricsTable) table = metrics_new(timeline, 3);

    CHECK_INT(metrics_machines(table), 3);
    check_facts(table, METRICS_PROGRAM, 0, G_N_ELEMENTS(program), program);
    check_facts(table, METRICS_MACHINE, 0, G_N_ELEMENTS(machine), machine);
    check_facts(table, METRICS_MACHINE, 1, G_N_ELEMENTS(second), second);
    check_facts(table, METRICS_PROCESSOR, 0, G_N_ELEMENTS(master), master);
    check_facts(table, METRICS_PROCESSOR, 1, G_N_ELEMENTS(slave), slave);
    CU_ASSERT_DOUBLE_EQUAL(value(table, METRICS_PROGRAM, 0, METRIC_PARALLELISM), 1.15, 0.005);
    CU_ASSERT_DOUBLE_EQUAL(value(table, METRICS_PROGRAM, 0, METRIC_LOAD), 1.30, 0.005);
    CU_ASSERT_DOUBLE_EQUAL(value(table, METRICS_MACHINE, 0, METRIC_LOAD), 1.45, 0.005);
    CU_ASSERT_DOUBLE_EQUAL(value(table, METRICS_MACHINE, 0, METRIC_UTILISATION), 0.59 / 3,
                           0.002);
    CU_ASSERT_DOUBLE_EQUAL(value(table, METRICS_PROCESSOR, 0, METRIC_LOAD), 1.50, 0.005);
    CU_ASSERT_DOUBLE_EQUAL(value(table, METRICS_PROCESSOR, 1, METRIC_LOAD), 1.39, 0.005);
    check_near(value(table, METRICS_PROCESSOR, 0, METRIC_RESPONSE), 27.240 / 9.988);
    check_near(value(table, METRICS_PROCESSOR, 0, METRIC_PROGRESS), 9.988 / 12.230);
    check_near(value(table, METRICS_PROGRAM, 0, METRIC_BYTE_RATE), 1115968 / 27.670);
}

/* Two processors come to one call, whose operation is theirs together. */
static Timeline *
make_groups(void)
{
    Timeline *timeline = timeline_new(2, 0);
    const guint32 site = timeline_site_add(timeline, "a", 1);
    const guint32 p = sample_group(timeline, 0), q = sample_group(timeline, 1);
    const guint32 traffic = timeline_traffic_add(timeline, 800, 4, 0, NULL);
    guint32 at = sample_step(timeline, TIMELINE_CPU, p, 0, 0, 2, 1, site);
    guint32 early = sample_step(timeline, TIMELINE_CPU, q, 0, 0, 1, 1, site);

    at = sample_step(timeline, TIMELINE_SYS, p, at, 2, 1, 0, site);
    early = sample_step(timeline, TIMELINE_SYS, q, early, 1, 1, 0, site);
    const guint32 meet = timeline_event(timeline), done = timeline_event(timeline);
    sample_edge(timeline, TIMELINE_PRECEDENCE, TIMELINE_NO_GROUP, at, meet, 3, 3, 0, site);
    sample_edge(timeline, TIMELINE_WAIT, q, early, meet, 2, 3, 0, site);
    timeline_cut(timeline, meet);
    for (guint g = 0; g < 2; g++)
        sample_operation(timeline, TIMELINE_COMMUNICATE, OPERATION_SHADOW, g == 0 ? p : q, meet,
                         done, 3, 4, site, traffic);
    sample_step(timeline, TIMELINE_CPU, p, done, 4, 4, 2, site);
    return timeline;
}

static void
test_groups(void)
{
    static const Fact program[] = {
        { METRIC_TIME, 8 },          { METRIC_CPU, 7 },
        { METRIC_WAIT, 3 },          { METRIC_WAIT_CPU, 2 },
        { METRIC_CALLS, 2 },         { METRIC_MESSAGES, 4 },
        { METRIC_BYTES, 800 },       { METRIC_PARALLELISM, 7 / 8.0 },
        { METRIC_LOAD, 9 / 7.0 },    { METRIC_UTILISATION, 7 / 16.0 },
        { METRIC_PROGRESS, 7 / 3.0 }
    };
    static const Fact second[] = { { METRIC_TIME, 4 },    { METRIC_CPU, 1 },
                                   { METRIC_WAIT, 2 },    { METRIC_CALLS, 1 },
                                   { METRIC_BYTES, 800 }, { METRIC_RESPONSE, 4 } };
    g_autoptr(Timeline) timeline = make_groups();
    g_autoptr(MetricsTable) table = metrics_new(timeline, 0);
    g_autoptr(Timeline) none = timeline_new(1, 0);
    g_autoptr(MetricsTable) nothing = metrics_new(none, 0);

    check_facts(table, METRICS_PROGRAM, 0, G_N_ELEMENTS(program), program);
    check_facts(table, METRICS_MACHINE, 0, G_N_ELEMENTS(program), program);
    check_facts(table, METRICS_PROCESSOR, 1, G_N_ELEMENTS(second), second);
    CU_ASSERT_TRUE(isnan(value(nothing, METRICS_PROCESSOR, 0, METRIC_RESPONSE)));
}

/* Six processors of a grid: all work one second, then the last of them two more. */
static void
test_classes(void)
{
    static const gint64 sizes[] = { 2, 3 };
    g_autoptr(SimLattice) lattice = sim_lattice_new(2, sizes);
    g_autoptr(Timeline) timeline = timeline_new(6, 0);
    const SimPartition *fine = sim_lattice_first_alone(lattice, G_MAXINT64);
    const TimelineGroup all = { .partition = sim_lattice_first_alone(lattice, 0), .count = 6 };
    const TimelineGroup last = { fine, fine->n_classes - 1, 5, 1 };
    const guint32 site = timeline_site_add(timeline, "a", 1);
    const guint32 group = timeline_group(timeline, &all);

    const guint32 at = sample_step(timeline, TIMELINE_CPU, group, 0, 0, 1, 0, site);
    timeline_keep_event(timeline, at);
    sample_step(timeline, TIMELINE_CPU, timeline_group(timeline, &last), at, 1, 2, 0, site);
    sample_operation(timeline, TIMELINE_MESSAGE, OPERATION_REMOTE, TIMELINE_NO_GROUP, 0,
                     timeline_event(timeline), 0, 1, site,
                     timeline_traffic_add(timeline, 900, 30, 0, NULL));
    g_autoptr(MetricsTable) table = metrics_new(timeline, 4);
    g_autoptr(GArray) numbers = metrics_processors(table, 5);
    check_near(value(table, METRICS_PROGRAM, 0, METRIC_CPU), 8);
    check_near(value(table, METRICS_PROGRAM, 0, METRIC_TIME), 3);
    check_near(value(table, METRICS_MACHINE, 0, METRIC_CPU), 4);
    check_near(value(table, METRICS_MACHINE, 0, METRIC_TIME), 1);
    check_near(value(table, METRICS_MACHINE, 1, METRIC_CPU), 4);
    check_near(value(table, METRICS_MACHINE, 1, METRIC_PROCESSORS), 2);
    check_near(value(table, METRICS_PROCESSOR, 4, METRIC_CPU), 1);
    check_near(value(table, METRICS_PROCESSOR, 5, METRIC_CPU), 3);
    /* of 30 messages between any two a processor has 1/3; 1/15 are within the two others */
    check_near(value(table, METRICS_PROGRAM, 0, METRIC_BYTES), 900);
    check_near(value(table, METRICS_PROCESSOR, 3, METRIC_BYTES), 300);
    check_near(value(table, METRICS_PROCESSOR, 3, METRIC_MESSAGES), 10);
    check_near(value(table, METRICS_MACHINE, 0, METRIC_MESSAGES), 28);
    CHECK_INT(numbers->len, 2);
    CHECK_INT(g_array_index(numbers, gint64, 1), 5);
}

static void
test_profile(void)
{
    g_autoptr(Timeline) timeline = make_groups();
    g_autoptr(MetricsTable) table = metrics_new(timeline, 0);
    g_autoptr(GArray) all = metrics_profile(table, -1, METRICS_INTERVAL);
    g_autoptr(GArray) second = metrics_profile(table, 1, METRICS_CALL);
    const MetricsProfile *rows = (const MetricsProfile *)(gpointer)all->data;

    CHECK_INT(all->len, 3);
    CU_ASSERT_TRUE(rows[0].interval == 2 && rows[0].cpu == 4 && rows[0].calls == 0);
    CU_ASSERT_TRUE(rows[1].interval == 1 && rows[1].cpu == 3 && rows[1].calls == 0);
    CU_ASSERT_TRUE(rows[2].interval == 0 && rows[2].calls == 2 && rows[2].wait == 3);
    CHECK_INT(second->len, 2);
    CHECK_INT(g_array_index(second, MetricsProfile, 0).interval, 1);
    CU_ASSERT_EQUAL(g_array_index(second, MetricsProfile, 1).wait_cpu, 1);
}

static void
test_histogram(void)
{
    static const double cpu[] = { 3, 0, 2, 2 }, wait[] = { 0, 3, 0, 0 },
                        bytes[] = { 0, 800, 0, 0 };
    static const double calls[] = { 1, 1, 0, 0 };
    g_autoptr(Timeline) timeline = make_groups();
    g_autoptr(MetricsTable) table = metrics_new(timeline, 0);
    g_autoptr(GArray) bins = metrics_histogram(table, 4);

    CHECK_INT(bins->len, 4);
    for (guint b = 0; b < 4; b++) {
        const Metrics *bin = &g_array_index(bins, Metrics, b);
        check_near(bin->value[METRIC_TIME], 2);
        check_near(bin->value[METRIC_CPU], cpu[b]);
        check_near(bin->value[METRIC_WAIT], wait[b]);
        check_near(bin->value[METRIC_BYTES], bytes[b]);
        check_near(bin->value[METRIC_BYTE_RATE], bytes[b] / 2);
        check_near(bin->value[METRIC_CALLS], calls[b]);
    }
}

/* --- random: against sums over the records --------------------------------------------------
 */

static void
check_processor(const Timeline *timeline, const MetricsTable *table, gint64 p)
{
    double cpu = 0, sys = 0, other = 0, first = INFINITY, last = 0;

    for (guint64 i = 0; i < timeline_n_activities(timeline); i++) {
        const TimelineActivity *r = timeline_activity(timeline, i);
        if (r->group == TIMELINE_NO_GROUP || timeline_group_get(timeline, r->group)->least != p)
            continue;
        *(r->kind == TIMELINE_CPU   ? &cpu
          : r->kind == TIMELINE_SYS ? &sys
                                    : &other) += r->end - r->start;
        first = MIN(first, r->start);
        last = MAX(last, r->end);
    }
    check_near(value(table, METRICS_PROCESSOR, p, METRIC_CPU), cpu);
    check_near(value(table, METRICS_PROCESSOR, p, METRIC_WAIT_CPU), sys);
    check_near(value(table, METRICS_PROCESSOR, p, METRIC_WAIT), other);
    check_near(value(table, METRICS_PROCESSOR, p, METRIC_TIME), MAX(last - first, 0.0));
    /* never without activity */
    check_near(cpu + sys + other, MAX(last - first, 0.0));
}

/* What adds up over processors, intervals and bins. */
static void
check_totals(const MetricsTable *table, gint64 n, guint n_bins)
{
    static const Metric metrics[] = { METRIC_CPU, METRIC_WAIT, METRIC_WAIT_CPU, METRIC_CALLS };
    const Metrics all = metrics_get(table, METRICS_PROGRAM, 0);
    g_autoptr(GArray) bins = metrics_histogram(table, n_bins);
    g_autoptr(GArray) profile = metrics_profile(table, -1, METRICS_INTERVAL);
    double intervals[G_N_ELEMENTS(metrics)] = { 0 }, traffic = 0;

    for (guint k = 0; k < profile->len; k++) {
        const MetricsProfile *row = &g_array_index(profile, MetricsProfile, k);
        const double values[] = { row->cpu, row->wait, row->wait_cpu, row->calls };
        for (guint i = 0; i < G_N_ELEMENTS(metrics); i++)
            intervals[i] += values[i];
    }
    for (guint i = 0; i < G_N_ELEMENTS(metrics); i++) {
        const Metric metric = metrics[i];
        double processors = 0, time = 0;
        for (gint64 p = 0; p < n; p++)
            processors += value(table, METRICS_PROCESSOR, p, metric);
        for (guint b = 0; b < n_bins; b++)
            time += g_array_index(bins, Metrics, b).value[metric];
        check_near(processors, all.value[metric]);
        check_near(intervals[i], all.value[metric]);
        check_near(time, all.value[metric]);
    }
    for (guint b = 0; b < n_bins; b++)
        traffic += g_array_index(bins, Metrics, b).value[METRIC_BYTES];
    check_near(traffic / MAX(all.value[METRIC_BYTES], 1),
               all.value[METRIC_BYTES] / MAX(all.value[METRIC_BYTES], 1));
}

static void
test_random(void)
{
    g_print("# random executions with seeds from %d\n", SEED);
    for (guint32 seed = SEED; seed < SEED + 200; seed++) {
        double makespan;
        g_autoptr(Timeline) timeline = sample_random(seed, seed % 2 == 0, &makespan);
        g_autoptr(MetricsTable) table = metrics_new(timeline, 2);
        const gint64 n = timeline_processors(timeline);
        double bytes = 0;
        check_near(value(table, METRICS_PROGRAM, 0, METRIC_TIME), makespan);
        for (gint64 p = 0; p < n; p++)
            check_processor(timeline, table, p);
        check_totals(table, n, 1 + seed % 7);
        CHECK_INT(metrics_machines(table), n == 1 ? 1 : (n + 1) / 2);
        /* each operation once, however many take part */
        for (guint64 i = 0; i < timeline_n_activities(timeline); i++) {
            const TimelineActivity *r = timeline_activity(timeline, i);
            const gboolean again = i > 0 && timeline_activity(timeline, i - 1)->to == r->to &&
                                   timeline_activity(timeline, i - 1)->from == r->from;
            if (r->kind == TIMELINE_COMMUNICATE && !again)
                bytes += timeline_traffic(timeline, r->traffic)->bytes;
        }
        CU_ASSERT_EQUAL(value(table, METRICS_PROGRAM, 0, METRIC_BYTES), bytes);
    }
}

static void
test_marks(void)
{
    /* table III */
    CHECK_INT(metric_info(METRIC_MACHINES)->levels, METRICS_PROGRAM);
    CHECK_INT(metric_info(METRIC_PROCESSORS)->levels, METRICS_PROGRAM | METRICS_MACHINE);
    CHECK_INT(metric_info(METRIC_PARALLELISM)->levels, METRICS_PROGRAM);
    for (Metric metric = 0; metric < N_METRICS; metric++) {
        const gboolean everywhere = metric == METRIC_CPU || metric == METRIC_MESSAGE_RATE ||
                                    metric == METRIC_BYTE_RATE || metric == METRIC_CALLS ||
                                    metric == METRIC_MESSAGES || metric == METRIC_BYTES;
        CHECK_INT((metric_info(metric)->levels & METRICS_INTERVAL) != 0, everywhere);
        CHECK_INT((metric_info(metric)->levels & METRICS_CALL) != 0, everywhere);
    }
}

static void
test_processors(void)
{
    g_autoptr(Timeline) timeline = sample_ips_metrics();
    g_autoptr(MetricsTable) table = metrics_new(timeline, 0);
    g_autoptr(GArray) all = metrics_processors(table, 9), some = metrics_processors(table, 3);

    CHECK_INT(all->len, 9);
    CHECK_INT(some->len, 3);
    for (guint i = 0; i < some->len; i++)
        CHECK_INT(g_array_index(some, gint64, i), i);
}

int
main(void)
{
    CU_TestInfo tests[] = { { "IPS, figures 10, 12 and 13", test_ips },
                            { "groups", test_groups },
                            { "classes", test_classes },
                            { "profile", test_profile },
                            { "histogram", test_histogram },
                            { "random executions", test_random },
                            { "table III", test_marks },
                            { "processors", test_processors },
                            CU_TEST_INFO_NULL };
    return tap_run("metrics", tests);
}
