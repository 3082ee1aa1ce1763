/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/report/explain-builder.h"

#include "tests/analysis/timeline-sample.h"

#define N_PROCESSORS 4

static void
add_record(Timeline *timeline, TimelineKind kind, guint32 group, double start, double end,
           guint32 interval, guint32 site)
{
    const guint32 from = timeline_event(timeline), to = timeline_event(timeline);
    sample_edge(timeline, kind, group, from, to, start, end, interval, site);
}

static void
add_iteration(Timeline *timeline, double start, const guint32 sites[2])
{
    const double meet = start + EXPLAIN_BUILDER_CPU(N_PROCESSORS - 1);
    const double done = meet + EXPLAIN_BUILDER_REDUCTION;

    for (gint64 p = 0; p < N_PROCESSORS; p++) {
        const guint32 group = sample_group(timeline, p);
        const double end = p < N_PROCESSORS - 1 ? start + EXPLAIN_BUILDER_CPU(p) : meet;
        add_record(timeline, TIMELINE_CPU, group, start, end, 3, sites[0]);
        if (p < N_PROCESSORS - 1)
            add_record(timeline, TIMELINE_WAIT, group, end, meet, 4, sites[1]);
        add_record(timeline, TIMELINE_COMMUNICATE, group, meet, done, 4, sites[1]);
        add_record(timeline, TIMELINE_SYS, group, done, done + EXPLAIN_BUILDER_SYS, 4,
                   sites[1]);
    }
}

static void
add_stretch(CriticalPath *path, PathPart part, double start, double end, guint32 interval,
            guint32 site)
{
    PathStretch stretch = { .start = start,
                            .end = end,
                            .interval = interval,
                            .site = site,
                            .part = (guint8)part,
                            .longest = end - start };

    stretch.seconds[part] = end - start;
    g_array_append_val(path->stretches, stretch);
    path->program[part] += end - start;
}

static void
add_line(CriticalPath *path, guint32 interval, guint32 site, double cpu, double reduction,
         double sys, double slack)
{
    PathLine line = { .interval = interval, .site = site, .slack = slack };

    line.seconds[PATH_CPU] = cpu;
    line.seconds[PATH_COMMUNICATION + OPERATION_REDUCTION] = reduction;
    line.seconds[PATH_SYS] = sys;
    line.total = cpu + reduction + sys;
    g_array_append_val(path->lines, line);
}

static CriticalPath *
build_path(guint n, const guint32 sites[3])
{
    CriticalPath *path = g_new0(CriticalPath, 1);
    const double cpu = EXPLAIN_BUILDER_CPU(N_PROCESSORS - 1);
    const PathPart reduction = (PathPart)(PATH_COMMUNICATION + OPERATION_REDUCTION);

    path->processors = g_array_new(FALSE, FALSE, sizeof(PathProcessor));
    path->lines = g_array_new(FALSE, FALSE, sizeof(PathLine));
    path->stretches = g_array_new(FALSE, FALSE, sizeof(PathStretch));
    for (guint i = 0; i < n; i++) {
        const double start = i * EXPLAIN_BUILDER_ITERATION, meet = start + cpu;
        const double done = meet + EXPLAIN_BUILDER_REDUCTION;
        add_stretch(path, PATH_CPU, start, meet, 3, sites[0]);
        add_stretch(path, reduction, meet, done, 4, sites[1]);
        add_stretch(path, PATH_SYS, done, done + EXPLAIN_BUILDER_SYS, 4, sites[1]);
    }
    path->length = n * EXPLAIN_BUILDER_ITERATION;
    add_line(path, 3, sites[0], n * cpu, 0, 0, 0);
    add_line(path, 4, sites[1], 0, n * EXPLAIN_BUILDER_REDUCTION, n * EXPLAIN_BUILDER_SYS, 0);
    add_line(path, 1, sites[2], 0, 0, 0, 0.125);
    const PathProcessor rows[] = { { 3, 3, n * (cpu + EXPLAIN_BUILDER_SYS) },
                                   { 2, 3, n * EXPLAIN_BUILDER_REDUCTION / 2 },
                                   { -1, -1, n * EXPLAIN_BUILDER_REDUCTION / 2 } };
    g_array_append_vals(path->processors, rows, G_N_ELEMENTS(rows));
    path->total_cpu = n * (4 * 0.001 + 6 * 0.00025);
    path->maximum_parallelism = path->parallelism = path->total_cpu / path->length;
    return path;
}

static void
add_finding(Explanation *explanation, FindingId id, const Interval *interval, double bound,
            double time)
{
    Finding *finding = g_new0(Finding, 1);

    finding->id = finding_row(id)->name;
    finding->kind = finding_row(id)->kind;
    finding->interval = interval->id;
    finding->file = g_strdup(interval->file);
    finding->line = interval->line;
    finding->processors = g_strdup("0-1,0-1");
    finding->bound = bound;
    finding->share = bound / time;
    finding->title = g_strdup_printf("title of %s", interval->file);
    finding->evidence = g_strdup_printf("evidence of %s", interval->file);
    finding->advice = g_strdup(finding_advice(id, FINDING_FORTRAN_DVM));
    g_ptr_array_add(explanation->findings, finding);
}

Explanation *
explain_builder_sample(const Prediction *prediction, guint n)
{
    Explanation *explanation = g_new0(Explanation, 1);
    Timeline *timeline = timeline_new(N_PROCESSORS, 0);
    const Interval *loop = &prediction->intervals[3], *sum = &prediction->intervals[4];
    const guint32 sites[3] = {
        timeline_site_add(timeline, loop->file, loop->line),
        timeline_site_add(timeline, sum->file, sum->line),
        timeline_site_add(timeline, prediction->intervals[1].file, 17),
    };

    explanation->timeline = timeline;
    for (guint i = 0; i < n; i++)
        add_iteration(timeline, i * EXPLAIN_BUILDER_ITERATION, sites);
    explanation->path = build_path(n, sites);
    explanation->findings = g_ptr_array_new_with_free_func(finding_free);
    add_finding(explanation, FINDING_ID_LOAD_IMBALANCE, loop, 0.5, prediction->execution_time);
    add_finding(explanation, FINDING_ID_REDUCTION_IN_LOOP, sum, 0.25,
                prediction->execution_time);
    explanation->together = 0.625;
    return explanation;
}

Timeline *
explain_builder_random(guint32 seed, guint n, guint n_records, guint n_sites)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    Timeline *timeline = timeline_new(n, 0);
    g_autofree double *at = g_new0(double, n);

    for (guint i = 0; i < n_records; i++) {
        const guint p = (guint)g_rand_int_range(rand, 0, (gint32)n);
        const double gap = g_rand_int_range(rand, 0, 3) == 0 ? g_rand_double(rand) : 0;
        const double length = g_rand_double(rand) * (g_rand_boolean(rand) ? 1 : 1e-3);
        g_autofree char *file = g_strdup_printf("file%u", i % n_sites);
        add_record(timeline, (TimelineKind)g_rand_int_range(rand, 0, TIMELINE_MESSAGE),
                   sample_group(timeline, p), at[p] + gap, at[p] + gap + length, i % 7,
                   timeline_site_add(timeline, file, i % n_sites));
        at[p] += gap + length;
    }
    return timeline;
}
