/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/report/builder.h"

#include <stdio.h>
#include <string.h>

#include "src/report/formats.h"

/* A prediction without intervals yet, on a grid of `rows` x `columns`. */
static Prediction *
new_prediction(gint64 rows, gint64 columns, guint n_intervals)
{
    Prediction *prediction = g_new0(Prediction, 1);
    Params *params = params_new();
    const gint64 sizes[] = { rows, columns };

    rater_grid_init(&params->topology, 2, sizes);
    g_free(params->file);
    params->file = g_strdup("machines/network.par");
    params->start_time = 7.5e-05;
    params->send_byte_time = 2e-07;
    prediction->params = params;
    prediction->grid = params->topology;
    prediction->processors = rows * columns;
    prediction->trace_file = g_strdup("traces/heat2d.trc");
    prediction->program = g_strdup("heat2d.fdv");
    prediction->trace_bytes = 150917;
    prediction->trace_lines = 2412;
    prediction->n_calls = 585;
    prediction->complete = TRUE;
    prediction->rts_version = 2889;
    prediction->intervals = g_new0(Interval, n_intervals);
    prediction->ids = g_new(guint, n_intervals);
    for (guint i = 0; i < n_intervals; i++)
        prediction->ids[i] = i + 1;
    prediction->warnings = g_new0(char *, 1);
    return prediction;
}

/* Appends an interval in pre-order; parent 0: the first. */
static Interval *
add_interval(Prediction *prediction, guint parent, IntervalType type, const char *file,
             gint64 line)
{
    Interval *interval = &prediction->intervals[prediction->n_intervals++];

    interval->id = prediction->n_intervals;
    interval->parent = parent;
    interval->type = type;
    interval->level = parent > 0 ? prediction->intervals[parent - 1].level + 1 : 0;
    interval->count = 1;
    interval->file = g_strdup(file);
    interval->line = line;
    interval->processors = prediction->processors;
    for (guint id = interval->id; id > 0; id = prediction->intervals[id - 1].parent)
        prediction->intervals[id - 1].last = interval->id;
    return interval;
}

static ProcessorClass *
add_class(Interval *interval)
{
    interval->classes = g_renew(ProcessorClass, interval->classes, interval->n_classes + 1);
    ProcessorClass *one = &interval->classes[interval->n_classes++];
    memset(one, 0, sizeof *one);
    return one;
}

static void
append_box(GArray *spans, GArray *ends, int rank, const ProcessorBox *box)
{
    for (int g = 0; g < rank; g++) {
        const ProcessorSpan span = { box->lo[g], box->hi[g] };
        g_array_append_val(spans, span);
        g_array_append_val(ends, spans->len);
    }
}

ProcessorSet *
builder_set(const RaterGrid *grid, guint n, const ProcessorBox boxes[])
{
    g_autoptr(GArray) spans = g_array_new(FALSE, FALSE, sizeof(ProcessorSpan));
    g_autoptr(GArray) ends = g_array_new(FALSE, FALSE, sizeof(guint));

    for (guint i = 0; i < n; i++)
        append_box(spans, ends, grid->rank, &boxes[i]);
    return processor_set_new(grid, (guint)grid->rank, spans, ends);
}

static void
add_box(ProcessorClass *one, const RaterGrid *grid, gint64 row, gint64 last_row, gint64 column,
        gint64 last_column)
{
    const ProcessorBox box = { { row, column }, { last_row, last_column } };
    g_autoptr(ProcessorSet) before = one->set;
    g_autoptr(GArray) spans = g_array_new(FALSE, FALSE, sizeof(ProcessorSpan));
    g_autoptr(GArray) ends = g_array_new(FALSE, FALSE, sizeof(guint));

    if (before != NULL) {
        const guint n = before->n_products * before->n_axes;
        g_array_append_vals(spans, before->spans, before->end[n - 1]);
        g_array_append_vals(ends, before->end, n);
    }
    append_box(spans, ends, 2, &box);
    one->set = processor_set_new(grid, 2, spans, ends);
    one->count = processor_set_count(one->set);
}

/* What follows from the other values of a processor. */
static void
complete_values(Characteristics *v)
{
    v->insuff_parallelism = v->insuff_parallelism_usr + v->insuff_parallelism_sys;
    v->productive_cpu_time = v->cpu_time - v->insuff_parallelism_usr;
    v->productive_sys_time = v->sys_time - v->insuff_parallelism_sys;
    v->productive_time = v->productive_cpu_time + v->productive_sys_time + v->io_time;
    for (guint i = 0; i < N_OPERATIONS; i++) {
        v->communication += v->operations[i].communication;
        v->synchronization += v->operations[i].synchronization;
        v->time_variation += v->operations[i].variation;
        v->overlap += v->operations[i].overlap;
    }
    v->execution_time = v->cpu_time + v->sys_time + v->io_time + v->communication;
}

static void
add_times(OperationTimes *sum, const OperationTimes *times, double n)
{
    sum->communication += n * times->communication;
    sum->synchronization += n * times->synchronization;
    sum->variation += n * times->variation;
    sum->overlap += n * times->overlap;
}

/* Adds the values of `n` processors up; all but the execution time. */
static void
add_values(Characteristics *sum, const Characteristics *values, double n)
{
#define CHARACTERISTIC(field, name, label, help) sum->field += n * values->field;
#include "src/analysis/predict/characteristics.def"
#undef CHARACTERISTIC
    for (guint i = 0; i < N_OPERATIONS; i++)
        add_times(&sum->operations[i], &values->operations[i], n);
    sum->start_exit_repeated += n * values->start_exit_repeated;
}

/* Idle time and sums, and the values of all classes; completes these. */
static void
complete_interval(Interval *interval)
{
    double longest = 0, busiest = 0;

    for (guint i = 0; i < interval->n_classes; i++) {
        Characteristics *values = &interval->classes[i].values;
        complete_values(values);
        longest = MAX(longest, values->execution_time);
        busiest = MAX(busiest, values->cpu_time + values->sys_time);
    }
    for (guint i = 0; i < interval->n_classes; i++) {
        Characteristics *values = &interval->classes[i].values;
        values->idle = longest - values->execution_time;
        values->load_imbalance = busiest - values->cpu_time - values->sys_time;
        values->lost_time = values->insuff_parallelism + values->communication + values->idle;
        add_values(&interval->values, values, (double)interval->classes[i].count);
    }
    interval->values.execution_time = longest;
    interval->total_time = longest * (double)interval->processors;
    interval->efficiency =
        interval->total_time > 0 ? interval->values.productive_time / interval->total_time : 1;
    interval->pop = (PopFactors){ 0.5, 0.75, 2.0 / 3, 0.8, 2.5 / 3 };
}

static void
complete_prediction(Prediction *prediction)
{
    prediction->execution_time = prediction->intervals[0].values.execution_time;
    prediction->ideal_time = 0.8 * prediction->execution_time;
    prediction->serial_time = prediction->intervals[0].values.productive_time;
}

/* Processor 0 and the three others of a 2x2 grid, with these times of each. */
typedef struct {
    double cpu, insuff, sys, io, reduction, shadow;
} SampleTimes;

static void
add_sample_classes(Prediction *prediction, Interval *interval, const SampleTimes times[2])
{
    const RaterGrid *grid = &prediction->params->topology;

    for (guint i = 0; i < 2; i++) {
        Characteristics *values = &add_class(interval)->values;
        values->cpu_time = times[i].cpu;
        values->insuff_parallelism_usr = times[i].insuff;
        values->sys_time = times[i].sys;
        values->insuff_parallelism_sys = 0.75 * times[i].sys;
        values->io_time = times[i].io;
        values->operations[OPERATION_REDUCTION].communication = times[i].reduction;
        values->operations[OPERATION_REDUCTION].synchronization = times[i].reduction / 4;
        values->operations[OPERATION_SHADOW].communication = times[i].shadow;
        values->operations[OPERATION_SHADOW].overlap = times[i].shadow / 8;
    }
    add_box(&interval->classes[0], grid, 0, 0, 0, 0);
    add_box(&interval->classes[1], grid, 0, 0, 1, 1);
    add_box(&interval->classes[1], grid, 1, 1, 0, 1);
    complete_interval(interval);
}

/* The sample with `file` as the name of every source file. */
static Prediction *
build_sample(const char *file)
{
    static const SampleTimes times[5][2] = {
        { { 0.5, 0.125, 0.0625, 0.03125, 0.25, 1 }, { 0.4375, 0.125, 0.0625, 0, 0.3125, 1 } },
        { { 0.0625, 0.046875, 0.015625, 0, 0, 0 }, { 0.0625, 0.046875, 0.015625, 0, 0, 0 } },
        { { 0.375, 0, 0.03125, 0, 0.25, 1 }, { 0.3125, 0, 0.03125, 0, 0.3125, 1 } },
        { { 0.25, 0, 0.015625, 0, 0, 1 }, { 0.1875, 0, 0.015625, 0, 0, 1 } },
        { { 0.125, 0, 0.015625, 0, 0.25, 0 }, { 0.125, 0, 0.015625, 0, 0.25, 0 } },
    };
    Prediction *prediction = new_prediction(2, 2, 5);

    add_interval(prediction, 0, INTERVAL_MAIN, file, 14);
    add_interval(prediction, 1, INTERVAL_USER, file, 17)->expression = 1;
    add_interval(prediction, 1, INTERVAL_SEQ, file, 22);
    add_interval(prediction, 3, INTERVAL_PAR, file, 25)->count = 20;
    add_interval(prediction, 3, INTERVAL_PAR, file, 31)->count = 20;
    prediction->intervals[1].has_expression = TRUE;
    for (guint i = 0; i < 5; i++)
        add_sample_classes(prediction, &prediction->intervals[i], times[i]);
    prediction->intervals[0].n_operations[OPERATION_IO] = 1;
    for (guint i = 0; i < 5; i++) {
        prediction->intervals[i].n_operations[OPERATION_SHADOW] = i == 1 || i == 4 ? 0 : 20;
        prediction->intervals[i].n_operations[OPERATION_REDUCTION] = i == 1 || i == 3 ? 0 : 20;
    }
    complete_prediction(prediction);
    return prediction;
}

Prediction *
builder_sample(void)
{
    Prediction *prediction = build_sample("heat2d.fdv");

    prediction->intervals[3].waited_for = 0.390625 * 2 / 3; /* the rest for what is outside */
    g_strfreev(prediction->warnings);
    prediction->warnings = g_strsplit(
        "traces/heat2d.trc:7: warning: unknown call 'foo_' (3 times)|second warning", "|", -1);
    return prediction;
}

Prediction *
builder_hostile(void)
{
    Prediction *prediction = build_sample(BUILDER_HOSTILE_FILE);

    g_free(prediction->program);
    g_free(prediction->trace_file);
    g_strfreev(prediction->warnings);
    prediction->program = g_strdup(BUILDER_HOSTILE_FILE);
    prediction->trace_file = g_strdup("</title><b onload='x'>" BUILDER_HOSTILE_FILE);
    prediction->warnings = g_new0(char *, 3);
    prediction->warnings[0] =
        g_strdup(BUILDER_HOSTILE_FILE ":1: warning: {report.title} ]]> --> \r");
    prediction->warnings[1] = g_strdup("");
    return prediction;
}

/* Any finite double of moderate size; 0 now and then. */
static double
random_value(GRand *rand)
{
    if (g_rand_int_range(rand, 0, 4) == 0)
        return 0;
    return g_rand_double(rand) * (g_rand_boolean(rand) ? 1e-6 : 1e3);
}

/* Deals the processors of the grid out to one to four classes, one box each. */
static void
add_random_classes(GRand *rand, Prediction *prediction, Interval *interval)
{
    const RaterGrid *grid = &prediction->params->topology;
    ProcessorClass *classes[4] = { NULL };

    for (gint64 p = 0; p < prediction->processors; p++) {
        const gint32 which = g_rand_int_range(rand, 0, 4);
        gint64 index[RATER_MAX_RANK];
        rater_grid_index(grid, p, index);
        if (classes[which] == NULL) {
            /* Earlier pointers move with the array: fetch them again by their least number. */
            guint place[4];
            for (guint i = 0; i < 4; i++)
                place[i] = classes[i] != NULL ? (guint)(classes[i] - interval->classes) : 0;
            ProcessorClass *fresh = add_class(interval);
            for (guint i = 0; i < 4; i++)
                classes[i] = classes[i] != NULL ? &interval->classes[place[i]] : NULL;
            classes[which] = fresh;
        }
        add_box(classes[which], grid, index[0], index[0], index[1], index[1]);
    }
    for (guint i = 0; i < interval->n_classes; i++) {
        Characteristics *values = &interval->classes[i].values;
        const gboolean starts = interval->level < 2 && i > 0;
#define CLASSIC
#define CHARACTERISTIC(field, name, label, help) values->field = random_value(rand);
#include "src/analysis/predict/characteristics.def"
#undef CHARACTERISTIC
#undef CLASSIC
        values->start_exit = starts ? MIN(values->cpu_time, values->insuff_parallelism) / 2 : 0;
        values->start_exit_repeated = values->start_exit / 4;
        for (guint op = 0; op < N_OPERATIONS; op++)
            values->operations[op] = (OperationTimes){ random_value(rand), random_value(rand),
                                                       random_value(rand), random_value(rand) };
        add_values(&interval->values, values, (double)interval->classes[i].count);
    }
}

Prediction *
builder_random(guint32 seed, guint n)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    Prediction *prediction = new_prediction(3, 4, n);
    guint last = 0;

    for (guint i = 0; i < n; i++) {
        guint parent = last;
        while (parent > 1 && g_rand_boolean(rand))
            parent = prediction->intervals[parent - 1].parent;
        g_autofree char *file = g_strdup_printf("file%d.cdv", g_rand_int_range(rand, 0, 9));
        Interval *interval = add_interval(
            prediction, parent,
            i == 0 ? INTERVAL_MAIN
                   : (IntervalType)g_rand_int_range(rand, INTERVAL_USER, INTERVAL_PAR + 1),
            file, g_rand_int_range(rand, 0, 5000));
        interval->has_expression = i > 0 && g_rand_boolean(rand);
        interval->expression = (gint64)g_rand_int(rand) - G_MAXINT32;
        interval->count = g_rand_int(rand);
        add_random_classes(rand, prediction, interval);
        interval->values.execution_time = random_value(rand);
        interval->total_time = random_value(rand);
        interval->efficiency = g_rand_double(rand);
        interval->efficiency_without_start = interval->efficiency / 2;
        interval->pop =
            (PopFactors){ g_rand_double(rand), g_rand_double(rand), g_rand_double(rand),
                          g_rand_double(rand), g_rand_double(rand) };
        for (guint op = 0; op < N_OPERATIONS; op++)
            interval->n_operations[op] = g_rand_int(rand);
        last = interval->id;
    }
    complete_prediction(prediction);
    return prediction;
}

static void
add_large_classes(Prediction *prediction, Interval *interval)
{
    static const gint64 bounds[3][2] = { { 0, 0 }, { 1, 1022 }, { 1023, 1023 } };

    for (guint row = 0; row < 3; row++)
        for (guint column = 0; column < 3; column++) {
            ProcessorClass *one = add_class(interval);
            Characteristics *values = &one->values;
            const double own = 1.0 / 3 + 0.001 * interval->id + 0.01 * row + 0.07 * column;
            add_box(one, &prediction->params->topology, bounds[row][0], bounds[row][1],
                    bounds[column][0], bounds[column][1]);
            values->cpu_time = own;
            values->sys_time = own / 7;
            values->insuff_parallelism_sys = own / 11;
            values->operations[OPERATION_SHADOW].communication = own / 13;
            values->operations[OPERATION_REDUCTION].communication = own / 17;
            values->operations[OPERATION_REDUCTION].synchronization = own / 19;
        }
    complete_interval(interval);
}

Prediction *
builder_large(guint n)
{
    Prediction *prediction = new_prediction(1024, 1024, n);

    for (guint i = 0; i < n; i++) {
        Interval *interval =
            add_interval(prediction, i == 0 ? 0 : 1 + (i - 1) / 10,
                         i == 0 ? INTERVAL_MAIN : INTERVAL_PAR, "large.fdv", i);
        interval->n_operations[OPERATION_SHADOW] = 3;
        interval->n_operations[OPERATION_REDUCTION] = 5;
        add_large_classes(prediction, interval);
    }
    /* Levels by tens would not be in pre-order: all are nested in MAIN. */
    for (guint i = 1; i < n; i++) {
        prediction->intervals[i].parent = 1;
        prediction->intervals[i].level = 1;
        prediction->intervals[i].last = i + 1;
    }
    complete_prediction(prediction);
    return prediction;
}

Prediction *
builder_deep(guint n)
{
    static const SampleTimes times[2] = { { 1, 0, 0, 0, 0, 1 }, { 1, 0, 0, 0, 0.5, 1 } };
    Prediction *prediction = new_prediction(2, 2, n);

    for (guint i = 0; i < n; i++) {
        /* add_interval() would walk up the whole chain each time. */
        Interval *interval = &prediction->intervals[prediction->n_intervals++];
        *interval = (Interval){ .id = i + 1,
                                .parent = i,
                                .last = n,
                                .level = i,
                                .count = 1,
                                .type = i == 0 ? INTERVAL_MAIN : INTERVAL_SEQ,
                                .line = i,
                                .file = g_strdup("deep.fdv"),
                                .processors = 4 };
        add_sample_classes(prediction, interval, times);
    }
    complete_prediction(prediction);
    return prediction;
}

char *
builder_render(const Prediction *prediction, const ReportOptions *options, const char *format,
               gsize *len, GError **error)
{
    const ReportOptions all = { .max_depth = -1 };
    Report report = { prediction, options != NULL ? options : &all };
    const ReportFormat *row = report_format_find(REPORT_OF_RUN, format, NULL, error);
    FILE *file = tmpfile();

    if (row == NULL || file == NULL)
        return NULL;
    if (!report_sink_to_fd(row->write[REPORT_OF_RUN], &report, fileno(file), error)) {
        fclose(file);
        return NULL;
    }
    fseek(file, 0, SEEK_END);
    *len = (gsize)ftell(file);
    rewind(file);
    char *text = g_malloc(*len + 1);
    g_assert_cmpuint(fread(text, 1, *len, file), ==, *len);
    text[*len] = '\0';
    fclose(file);
    return text;
}
