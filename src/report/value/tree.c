/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The report as objects and arrays (templates/report.schema.json).
 */
#include "config.h"

#include "src/analysis/predict/processor-box-walk.h"
#include "src/report/value/explain-tree.h"
#include "src/report/value/fields.h"
#include "src/report/value/metrics-tree.h"
#include "src/report/value/processor-walk.h"
#include "src/report/value/sink.h"
#include "src/report/value/writer.h"

/* Boxes are written in pieces of about this size: a class may have megabytes of them. */
#define PIECE 16384

/* What the functions below hand on. */
typedef struct {
    const Prediction *prediction;
    const ReportOptions *options;
    ReportWriter *writer;
    const ReportSink *sink;
    GString *piece; /* scratch: some processors of a class */
} Tree;

static void
begin_object(Tree *tree, const char *name)
{
    tree->writer->notation->begin_object(tree->writer, name);
}

static void
begin_array(Tree *tree, const char *name)
{
    tree->writer->notation->begin_array(tree->writer, name);
}

static void
end(Tree *tree)
{
    tree->writer->notation->end(tree->writer);
}

static void
write_string(Tree *tree, const char *name, const char *text)
{
    if (text != NULL)
        tree->writer->notation->string(tree->writer, name, text);
    else
        tree->writer->notation->null(tree->writer, name);
}

static void
write_program(Tree *tree)
{
    begin_object(tree, "program");
    write_string(tree, "name", PACKAGE_NAME);
    write_string(tree, "version", PACKAGE_VERSION);
    end(tree);
}

static void
write_trace(Tree *tree)
{
    const Prediction *prediction = tree->prediction;

    begin_object(tree, "trace");
    write_string(tree, "file", prediction->trace_file);
    write_string(tree, "program", prediction->program);
    report_writer_natural(tree->writer, "calls", prediction->n_calls);
    report_writer_natural(tree->writer, "bytes", prediction->trace_bytes);
    report_writer_natural(tree->writer, "lines", prediction->trace_lines);
    report_writer_boolean(tree->writer, "complete", prediction->complete);
    report_writer_integer(tree->writer, "rts_version", prediction->rts_version);
    if (prediction->complete)
        report_writer_integer(tree->writer, "exit_code", prediction->exit_code);
    else /* the program was not seen to end */
        tree->writer->notation->null(tree->writer, "exit_code");
    end(tree);
}

/* Groups of equal speed, as they were given; nothing when none were. */
static void
write_speeds(Tree *tree)
{
    const GArray *speeds = tree->prediction->params->speeds;

    if (speeds == NULL || speeds->len == 0)
        return;
    begin_array(tree, "speed");
    for (guint i = 0; i < speeds->len; i++) {
        const ParamsSpeed *group = &g_array_index(speeds, ParamsSpeed, i);
        begin_object(tree, "group");
        report_writer_integer(tree->writer, "count", group->count);
        report_writer_real(tree->writer, "speed", group->speed);
        end(tree);
    }
    end(tree);
}

static void
write_parameters(Tree *tree)
{
    const Params *params = tree->prediction->params;

    begin_object(tree, "parameters");
    write_string(tree, "type", params_type_name(params));
    report_writer_real(tree->writer, "start_time", params->start_time);
    report_writer_real(tree->writer, "send_byte_time", params->send_byte_time);
    report_writer_real(tree->writer, "power", params->power);
    report_writer_real(tree->writer, "trace_overhead", params->trace_overhead);
    report_writer_real(tree->writer, "scale", params->network.scale);
    report_writer_integer(tree->writer, "channels", params->network.channels);
    write_speeds(tree);
    report_writer_topology(tree->writer, &params->topology);
    end(tree);
}

static void
write_times(Tree *tree, const OperationTimes *times)
{
    guint n;
    const ReportField *fields = report_fields_operation(&n);

    for (guint i = 0; i < n; i++)
        report_writer_real(tree->writer, fields[i].name, report_field_value(times, &fields[i]));
}

static void
write_operations(Tree *tree, const Interval *interval)
{
    begin_object(tree, "operations");
    for (guint i = 0; i < N_OPERATIONS; i++) {
        begin_object(tree, operation_name((Operation)i));
        report_writer_natural(tree->writer, "count", interval->n_operations[i]);
        write_times(tree, &interval->values.operations[i]);
        end(tree);
    }
    end(tree);
}

/* Characteristics of a processor. Groups of operations that it never met are left out: in most
 * intervals these are nearly all. */
static void
write_processor_values(Tree *tree, const ProcessorClass *one)
{
    guint n;
    Characteristics values;
    const CharacteristicRow *rows = characteristic_rows(&n);

    processor_class_values(one, &values);
    for (guint i = 0; i < n; i++)
        report_writer_real(tree->writer, rows[i].name, characteristic_value(&values, &rows[i]));
    begin_object(tree, "operations");
    for (guint i = 0; i < N_OPERATIONS; i++) {
        if (report_fields_are_zero(&values.operations[i]))
            continue;
        begin_object(tree, operation_name((Operation)i));
        write_times(tree, &values.operations[i]);
        end(tree);
    }
    end(tree);
}

static void
write_boxes(Tree *tree, const char *name, const ProcessorClass *one)
{
    const ReportWriterClass *notation = tree->writer->notation;
    g_autoptr(ProcessorBoxWalk) walk =
        processor_class_walk(one, &tree->prediction->params->topology);

    notation->begin_pieces(tree->writer, name);
    g_string_truncate(tree->piece, 0);
    while (!report_sink_failed(tree->sink) &&
           processor_box_walk_text(walk, PIECE, tree->piece)) {
        notation->piece(tree->writer, tree->piece->str, tree->piece->len);
        g_string_truncate(tree->piece, 0);
    }
    notation->piece(tree->writer, NULL, 0);
}

static void
write_classes(Tree *tree, const Interval *interval)
{
    begin_array(tree, "processor_classes");
    for (guint i = 0; i < interval->n_classes && !report_sink_failed(tree->sink); i++) {
        const ProcessorClass *one = &interval->classes[i];
        begin_object(tree, "processor_class");
        write_boxes(tree, "processors", one);
        report_writer_integer(tree->writer, "count", one->count);
        write_processor_values(tree, one);
        end(tree);
    }
    end(tree);
}

static void
write_processors(Tree *tree, const Interval *interval)
{
    g_autoptr(ProcessorWalk) walk =
        processor_walk_new(interval, &tree->prediction->params->topology);
    gint64 number;
    guint which;

    begin_array(tree, "processor_values");
    while (!report_sink_failed(tree->sink) && processor_walk_next(walk, &number, &which)) {
        begin_object(tree, "processor_value");
        report_writer_integer(tree->writer, "processor", number);
        write_processor_values(tree, &interval->classes[which]);
        end(tree);
    }
    end(tree);
}

static void
write_pop(Tree *tree, const PopFactors *pop)
{
    guint n;
    const ReportField *fields = report_fields_pop(&n);

    begin_object(tree, "pop");
    for (guint i = 0; i < n; i++)
        report_writer_real(tree->writer, fields[i].name, report_field_value(pop, &fields[i]));
    end(tree);
}

static void
write_place(Tree *tree, const Interval *interval)
{
    report_writer_natural(tree->writer, "id", interval->id);
    report_writer_natural(tree->writer, "parent", interval->parent);
    write_string(tree, "type", interval_type_name(interval->type));
    report_writer_natural(tree->writer, "level", interval->level);
    report_writer_natural(tree->writer, "count", interval->count);
    write_string(tree, "file", interval->file != NULL ? interval->file : "");
    report_writer_integer(tree->writer, "line", interval->line);
    if (interval->has_expression)
        report_writer_integer(tree->writer, "expression", interval->expression);
    else
        tree->writer->notation->null(tree->writer, "expression");
    report_writer_integer(tree->writer, "processors", interval->processors);
}

static void
write_interval(Tree *tree, const Interval *interval)
{
    guint n;
    const CharacteristicRow *rows = characteristic_rows(&n);

    begin_object(tree, "interval");
    write_place(tree, interval);
    report_writer_real(tree->writer, "Efficiency", interval->efficiency);
    for (guint i = 0; i < n; i++) {
        const double value = characteristic_value(&interval->values, &rows[i]);
        report_writer_real(tree->writer, rows[i].name, value);
        if (i == 0) /* after Execution_time, of which it is a multiple */
            report_writer_real(tree->writer, "Total_time", interval->total_time);
    }
    write_pop(tree, &interval->pop);
    write_operations(tree, interval);
    if (!tree->options->no_processors && tree->options->per_processor)
        write_processors(tree, interval);
    else if (!tree->options->no_processors)
        write_classes(tree, interval);
    end(tree);
}

static void
write_result(Tree *tree)
{
    const Prediction *prediction = tree->prediction;

    report_writer_integer(tree->writer, "processors", prediction->processors);
    report_writer_real(tree->writer, "execution_time", prediction->execution_time);
    begin_array(tree, "warnings");
    for (char **warning = prediction->warnings; warning != NULL && *warning != NULL; warning++)
        write_string(tree, "warning", *warning);
    end(tree);
    begin_array(tree, "intervals");
    for (guint i = 0; i < prediction->n_intervals && !report_sink_failed(tree->sink); i++)
        if (report_shows(tree->options, &prediction->intervals[i]))
            write_interval(tree, &prediction->intervals[i]);
    end(tree);
}

void
report_tree_write(const Prediction *prediction, const ReportOptions *options,
                  ReportWriter *writer, const ReportSink *sink)
{
    g_autoptr(GString) piece = g_string_new(NULL);
    Tree tree = { prediction, options, writer, sink, piece };

    begin_object(&tree, "predictor-report");
    write_string(&tree, "format", "predictor-report");
    report_writer_integer(writer, "version", 1);
    write_program(&tree);
    write_trace(&tree);
    write_parameters(&tree);
    write_result(&tree);
    if (options->explanation != NULL)
        explain_tree_write(options->explanation, writer);
    if (options->explanation != NULL && options->explanation->timeline != NULL)
        metrics_tree_write(options->explanation, writer);
    end(&tree);
}
