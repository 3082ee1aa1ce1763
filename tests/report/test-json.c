/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * JSON reads back as the prediction that it was made of.
 */
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "tests/report/builder.h"
#include "tests/report/check.h"

static JsonNode *
render_json(const Prediction *prediction, const ReportOptions *options)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(JsonParser) parser = json_parser_new();
    gsize len;
    g_autofree char *text = builder_render(prediction, options, "json", &len, &error);

    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_TRUE(g_utf8_validate(text, (gssize)len, NULL));
    CU_ASSERT_TRUE(json_parser_load_from_data(parser, text, (gssize)len, &error));
    CU_ASSERT_PTR_NULL_FATAL(error);
    return json_parser_steal_root(parser);
}

static double
get_real(JsonObject *object, const char *name)
{
    JsonNode *node = json_object_get_member(object, name);

    return node != NULL && JSON_NODE_HOLDS_VALUE(node) ? json_node_get_double(node)
                                                       : (double)NAN;
}

static void
check_times(JsonObject *object, const OperationTimes *times)
{
    CHECK_SAME(get_real(object, "communication"), times->communication);
    CHECK_SAME(get_real(object, "synchronization"), times->synchronization);
    CHECK_SAME(get_real(object, "variation"), times->variation);
    CHECK_SAME(get_real(object, "overlap"), times->overlap);
}

/* Of an interval: a list, left out without start and exit. */
static void
check_process(JsonObject *object, const Interval *interval)
{
    CHECK_INT(json_object_has_member(object, "process"), interval->values.start_exit > 0);
    if (!json_object_has_member(object, "process"))
        return;
    JsonObject *process =
        json_array_get_object_element(json_object_get_array_member(object, "process"), 0);

    CHECK_SAME(get_real(process, "Start_exit"), interval->values.start_exit);
    CHECK_SAME(get_real(process, "Efficiency_without_start"),
               interval->efficiency_without_start);
}

static void
check_characteristics(JsonObject *object, const Characteristics *values)
{
#define CLASSIC
#define CHARACTERISTIC(field, name, label, help)                                               \
    CHECK_SAME(get_real(object, #name), values->field);
#include "src/analysis/predict/characteristics.def"
#undef CHARACTERISTIC
#undef CLASSIC
}

/* Of a processor: there or zero. */
static void
check_start(JsonObject *object, double expected)
{
    CHECK_INT(json_object_has_member(object, "Start_exit"), expected > 0);
    if (expected > 0)
        CHECK_SAME(get_real(object, "Start_exit"), expected);
}

/* Groups of a processor: there or all zero. */
static void
check_groups(JsonObject *object, const Characteristics *values)
{
    JsonObject *groups = json_object_get_object_member(object, "operations");

    for (guint op = 0; op < N_OPERATIONS; op++) {
        const char *name = operation_name((Operation)op);
        const OperationTimes *times = &values->operations[op];
        if (json_object_has_member(groups, name))
            check_times(json_object_get_object_member(groups, name), times);
        else
            CU_ASSERT_TRUE(times->communication == 0 && times->synchronization == 0 &&
                           times->variation == 0 && times->overlap == 0);
    }
}

static void
check_classes(JsonObject *object, const Interval *interval)
{
    JsonArray *classes = json_object_get_array_member(object, "processor_classes");

    CHECK_INT(json_array_get_length(classes), interval->n_classes);
    for (guint i = 0; i < interval->n_classes; i++) {
        JsonObject *row = json_array_get_object_element(classes, i);
        g_autoptr(GString) set = g_string_new(NULL);
        processor_set_append_text(interval->classes[i].set, G_MAXUINT64, set);
        CHECK_TEXT(json_object_get_string_member(row, "processors"), set->str);
        CHECK_INT(json_object_get_int_member(row, "count"), interval->classes[i].count);
        check_characteristics(row, &interval->classes[i].values);
        check_start(row, interval->classes[i].values.start_exit);
        check_groups(row, &interval->classes[i].values);
    }
}

static void
check_interval(JsonObject *object, const Interval *interval, const char *file)
{
    JsonObject *operations = json_object_get_object_member(object, "operations");
    JsonObject *pop = json_object_get_object_member(object, "pop");

    CHECK_INT(json_object_get_int_member(object, "id"), interval->id);
    CHECK_INT(json_object_get_int_member(object, "parent"), interval->parent);
    CHECK_TEXT(json_object_get_string_member(object, "type"),
               interval_type_name(interval->type));
    CHECK_INT(json_object_get_int_member(object, "level"), interval->level);
    CHECK_INT(json_object_get_int_member(object, "count"), (gint64)interval->count);
    CHECK_TEXT(json_object_get_string_member(object, "file"), file);
    CHECK_INT(json_object_get_int_member(object, "line"), interval->line);
    CHECK_INT(json_object_get_null_member(object, "expression"), !interval->has_expression);
    if (interval->has_expression)
        CHECK_INT(json_object_get_int_member(object, "expression"), interval->expression);
    CHECK_INT(json_object_get_int_member(object, "processors"), interval->processors);
    CHECK_SAME(get_real(object, "Efficiency"), interval->efficiency);
    CHECK_SAME(get_real(object, "Total_time"), interval->total_time);
    check_characteristics(object, &interval->values);
    check_process(object, interval);
    CHECK_SAME(get_real(pop, "global_efficiency"), interval->pop.global_efficiency);
    CHECK_SAME(get_real(pop, "computation_scaling"), interval->pop.computation_scaling);
    CHECK_SAME(get_real(pop, "parallel_efficiency"), interval->pop.parallel_efficiency);
    CHECK_SAME(get_real(pop, "load_balance"), interval->pop.load_balance);
    CHECK_SAME(get_real(pop, "communication_efficiency"),
               interval->pop.communication_efficiency);
    CHECK_SAME(get_real(pop, "serialisation_efficiency"),
               interval->pop.serialisation_efficiency);
    CHECK_SAME(get_real(pop, "transfer_efficiency"), interval->pop.transfer_efficiency);
    for (guint op = 0; op < N_OPERATIONS; op++) {
        JsonObject *group =
            json_object_get_object_member(operations, operation_name((Operation)op));
        CHECK_INT(json_object_get_int_member(group, "count"),
                  (gint64)interval->n_operations[op]);
        check_times(group, &interval->values.operations[op]);
    }
}

static void
test_head(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    const ParamsSpeed speeds[] = { { 3, 1 }, { 1, 0.1 } };
    g_array_append_vals(prediction->params->speeds, speeds, 2);
    g_autoptr(JsonNode) node = render_json(prediction, NULL);
    JsonObject *root = json_node_get_object(node);
    JsonObject *trace = json_object_get_object_member(root, "trace");
    JsonObject *parameters = json_object_get_object_member(root, "parameters");
    JsonArray *warnings = json_object_get_array_member(root, "warnings");
    JsonArray *speed = json_object_get_array_member(parameters, "speed");
    JsonArray *topology = json_object_get_array_member(parameters, "topology");

    CHECK_TEXT(json_object_get_string_member(root, "format"), "predictor-report");
    CHECK_INT(json_object_get_int_member(root, "version"), 1);
    CHECK_TEXT(
        json_object_get_string_member(json_object_get_object_member(root, "program"), "name"),
        "predictor");
    CHECK_TEXT(json_object_get_string_member(trace, "file"), "traces/heat2d.trc");
    CHECK_TEXT(json_object_get_string_member(trace, "program"), "heat2d.fdv");
    CHECK_INT(json_object_get_int_member(trace, "calls"), 585);
    CHECK_INT(json_object_get_int_member(trace, "bytes"), 150917);
    CHECK_INT(json_object_get_int_member(trace, "lines"), 2412);
    CHECK_INT(json_object_get_boolean_member(trace, "complete"), TRUE);
    CHECK_INT(json_object_get_int_member(trace, "rts_version"), 2889);
    CHECK_INT(json_object_get_int_member(trace, "exit_code"), 0);
    CHECK_TEXT(json_object_get_string_member(parameters, "type"), "network");
    CHECK_SAME(get_real(parameters, "start_time"), 7.5e-05);
    CHECK_SAME(get_real(parameters, "send_byte_time"), 2e-07);
    CHECK_SAME(get_real(parameters, "power"), 1);
    CHECK_SAME(get_real(parameters, "trace_overhead"), 0);
    CHECK_SAME(get_real(parameters, "scale"), 1);
    CHECK_INT(json_object_get_int_member(parameters, "channels"), 1);
    CHECK_INT(json_array_get_length(speed), 2);
    CHECK_INT(json_object_get_int_member(json_array_get_object_element(speed, 0), "count"), 3);
    CHECK_SAME(get_real(json_array_get_object_element(speed, 1), "speed"), 0.1);
    CHECK_INT(json_array_get_length(topology), 2);
    CHECK_INT(json_array_get_int_element(topology, 1), 2);
    CHECK_INT(json_object_get_int_member(root, "processors"), 4);
    CHECK_SAME(get_real(root, "execution_time"), prediction->execution_time);
    CHECK_INT(json_array_get_length(warnings), 2);
    CHECK_TEXT(json_array_get_string_element(warnings, 1), "second warning");
}

/* A trace that was cut: its end is not known. */
static void
test_truncated(void)
{
    g_autoptr(Prediction) prediction = builder_sample();

    prediction->complete = FALSE;
    g_clear_pointer(&prediction->program, g_free);
    g_autoptr(JsonNode) node = render_json(prediction, NULL);
    JsonObject *trace = json_object_get_object_member(json_node_get_object(node), "trace");
    CHECK_INT(json_object_get_boolean_member(trace, "complete"), FALSE);
    CHECK_INT(json_object_get_null_member(trace, "exit_code"), TRUE);
    CHECK_INT(json_object_get_null_member(trace, "program"), TRUE);
    CU_ASSERT_FALSE(json_object_has_member(
        json_object_get_object_member(json_node_get_object(node), "parameters"), "speed"));
}

static void
test_values(void)
{
    const guint32 seed = 7;
    g_autoptr(Prediction) prediction = builder_random(seed, 40);
    g_autoptr(JsonNode) node = render_json(prediction, NULL);
    JsonArray *intervals =
        json_object_get_array_member(json_node_get_object(node), "intervals");

    CHECK_INT(json_array_get_length(intervals), prediction->n_intervals);
    for (guint i = 0; i < prediction->n_intervals; i++) {
        const Interval *interval = &prediction->intervals[i];
        JsonObject *object = json_array_get_object_element(intervals, i);
        check_interval(object, interval, interval->file);
        check_classes(object, interval);
        CU_ASSERT_FALSE(json_object_has_member(object, "processor_values"));
    }
}

/* The class of processor `number`, found the slow way. */
static const ProcessorClass *
find_class(const Interval *interval, gint64 number)
{
    for (guint i = 0; i < interval->n_classes; i++)
        if (processors_have(interval->classes[i].set, number))
            return &interval->classes[i];
    return NULL;
}

static void
test_per_processor(void)
{
    const ReportOptions options = { .max_depth = -1, .per_processor = TRUE };
    g_autoptr(Prediction) prediction = builder_random(8, 10);
    g_autoptr(JsonNode) node = render_json(prediction, &options);
    JsonArray *intervals =
        json_object_get_array_member(json_node_get_object(node), "intervals");

    for (guint i = 0; i < prediction->n_intervals; i++) {
        JsonObject *object = json_array_get_object_element(intervals, i);
        JsonArray *rows = json_object_get_array_member(object, "processor_values");
        CHECK_INT(json_array_get_length(rows), prediction->processors);
        CU_ASSERT_FALSE(json_object_has_member(object, "processor_classes"));
        for (guint p = 0; p < json_array_get_length(rows); p++) {
            JsonObject *row = json_array_get_object_element(rows, p);
            const ProcessorClass *one = find_class(&prediction->intervals[i], p);
            CHECK_INT(json_object_get_int_member(row, "processor"), p);
            check_characteristics(row, &one->values);
            check_start(row, one->values.start_exit);
            check_groups(row, &one->values);
        }
    }
}

static void
test_options(void)
{
    const ReportOptions options = { .max_depth = 1,
                                    .no_processors = TRUE,
                                    .per_processor = TRUE };
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(JsonNode) node = render_json(prediction, &options);
    JsonArray *intervals =
        json_object_get_array_member(json_node_get_object(node), "intervals");

    CHECK_INT(json_array_get_length(intervals), 3);
    for (guint i = 0; i < 3; i++) {
        JsonObject *object = json_array_get_object_element(intervals, i);
        check_interval(object, &prediction->intervals[i], "heat2d.fdv");
        CU_ASSERT_FALSE(json_object_has_member(object, "processor_classes"));
        CU_ASSERT_FALSE(json_object_has_member(object, "processor_values"));
    }
}

static void
test_hostile(void)
{
    g_autoptr(Prediction) prediction = builder_hostile();
    g_autoptr(JsonNode) node = render_json(prediction, NULL);
    JsonObject *root = json_node_get_object(node);
    JsonObject *trace = json_object_get_object_member(root, "trace");
    JsonArray *warnings = json_object_get_array_member(root, "warnings");
    JsonObject *interval =
        json_array_get_object_element(json_object_get_array_member(root, "intervals"), 4);

    CHECK_TEXT(json_object_get_string_member(trace, "program"), BUILDER_HOSTILE_UTF8);
    CHECK_TEXT(json_object_get_string_member(trace, "file"),
               "</title><b onload='x'>" BUILDER_HOSTILE_UTF8);
    CHECK_TEXT(json_array_get_string_element(warnings, 0),
               BUILDER_HOSTILE_UTF8 ":1: warning: {report.title} ]]> --> \r");
    CHECK_TEXT(json_array_get_string_element(warnings, 1), "");
    check_interval(interval, &prediction->intervals[4], BUILDER_HOSTILE_UTF8);
}

static void
count_warning(const char *domain G_GNUC_UNUSED, GLogLevelFlags level G_GNUC_UNUSED,
              const char *message G_GNUC_UNUSED, gpointer counter)
{
    (*(guint *)counter)++;
}

/* What is not a number is a mistake, told to the programmer; the report stays JSON. */
static void
test_not_finite(void)
{
    const GLogLevelFlags fatal = g_log_set_always_fatal(G_LOG_FATAL_MASK);
    guint n_warnings = 0;
    const guint handler =
        g_log_set_handler("predictor", G_LOG_LEVEL_WARNING, count_warning, &n_warnings);
    g_autoptr(Prediction) prediction = builder_sample();

    prediction->execution_time = INFINITY;
    prediction->intervals[0].values.idle = (double)NAN;
    g_autoptr(JsonNode) node = render_json(prediction, NULL);
    JsonObject *root = json_node_get_object(node);
    JsonObject *interval =
        json_array_get_object_element(json_object_get_array_member(root, "intervals"), 0);
    CHECK_INT(json_object_get_null_member(root, "execution_time"), TRUE);
    CHECK_INT(json_object_get_null_member(interval, "Idle"), TRUE);
    CHECK_INT(n_warnings, 2);
    g_log_remove_handler("predictor", handler);
    g_log_set_always_fatal(fatal);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "head", test_head },
        { "truncated trace", test_truncated },
        { "values", test_values },
        { "per processor", test_per_processor },
        { "options", test_options },
        { "hostile text", test_hostile },
        { "not finite", test_not_finite },
        CU_TEST_INFO_NULL,
    };
    return tap_run("json", tests);
}
