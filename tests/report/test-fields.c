/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is said of the fields of a report elsewhere, held against their rows: the JSON schema,
 * the RELAX NG schema, and docs/fields.md, which is made of the rows: FIELDS_UPDATE=1 writes it
 * anew.
 */
#include <json-glib/json-glib.h>
#include <libxml/tree.h>
#include <libxml/xpath.h>
#include <math.h>
#include <string.h>

#include "src/report/grains/view.h"
#include "src/report/machine/view.h"
#include "src/report/schedule/view.h"
#include "src/report/sweep/view.h"
#include "src/report/tasks/tasks.h"
#include "src/report/view/report-view.h"
#include "tests/report/builder.h"
#include "tests/report/check.h"
#include "tests/report/compare-builder.h"
#include "tests/report/explain-builder.h"

extern const ValueShape sweep_shape_sweep, compare_shape_comparison, machine_shape_machine,
    schedule_shape_schedules, grains_shape_grains, tasks_shape_tasks;

static void check_node(JsonObject *root, JsonObject *schema, const ValueNode *node);

/* A schema, or the definition that it refers to. */
static JsonObject *
resolve(JsonObject *root, JsonObject *schema)
{
    const char *reference = json_object_get_string_member_with_default(schema, "$ref", NULL);

    if (reference == NULL)
        return schema;
    CU_ASSERT_TRUE_FATAL(g_str_has_prefix(reference, "#/definitions/"));
    JsonObject *definitions = json_object_get_object_member(root, "definitions");
    return json_object_get_object_member(definitions, reference + strlen("#/definitions/"));
}

/* Whether the schema's "type" has that name; a schema without one has a "const" or an "enum".
 */
static gboolean
allows(JsonObject *schema, const char *type)
{
    JsonNode *node = json_object_get_member(schema, "type");

    if (node == NULL)
        return TRUE;
    if (JSON_NODE_HOLDS_VALUE(node))
        return strcmp(json_node_get_string(node), type) == 0;
    JsonArray *types = json_node_get_array(node);
    for (guint i = 0; i < json_array_get_length(types); i++)
        if (strcmp(json_array_get_string_element(types, i), type) == 0)
            return TRUE;
    return FALSE;
}

static const char *
type_name(ValueType type)
{
    static const char *const names[] = {
        [VALUE_NULL] = "null",     [VALUE_TRUTH] = "boolean", [VALUE_INTEGER] = "integer",
        [VALUE_REAL] = "number",   [VALUE_TEXT] = "string",   [VALUE_PIECES] = "string",
        [VALUE_OBJECT] = "object", [VALUE_ARRAY] = "array",   [VALUE_MAP] = "object",
    };
    return names[type];
}

/* An item of a list, which may be a bare value. */
static void
check_item(JsonObject *root, JsonObject *schema, const ValueNode *item)
{
    Value value;

    if (!item->shape->bare) {
        check_node(root, schema, item);
        return;
    }
    value_get(item, &item->shape->fields[0], &value);
    CU_ASSERT_TRUE(allows(schema, type_name(value.type)) ||
                   (value.type == VALUE_INTEGER && allows(schema, "number")));
}

/* What the schema says of an item; the members of a map are known, or all alike. */
static JsonObject *
schema_of(JsonObject *schema, const Value *list, const ValueNode *item)
{
    if (list->type == VALUE_ARRAY)
        return json_object_get_object_member(schema, "items");
    return json_object_has_member(schema, "properties")
               ? json_object_get_object_member(
                     json_object_get_object_member(schema, "properties"),
                     value_get_text(item, "name"))
               : json_object_get_object_member(schema, "additionalProperties");
}

static void
check_list(JsonObject *root, JsonObject *schema, Value *value)
{
    ValueNode item;

    while (value_next(&value->as.list, &item)) {
        JsonObject *of = schema_of(schema, value, &item);
        CU_ASSERT_PTR_NOT_NULL_FATAL(of);
        check_item(root, resolve(root, of), &item);
    }
}

static void
check_field(JsonObject *root, JsonObject *properties, const ValueNode *node,
            const ValueField *field)
{
    Value value;

    value_get(node, field, &value);
    if (value.type == VALUE_ABSENT)
        return;
    if (!json_object_has_member(properties, field->name)) {
        CHECK_TEXT(field->name, "a property of the schema");
        value_end(&value);
        return;
    }
    JsonObject *schema = resolve(root, json_object_get_object_member(properties, field->name));
    if (!allows(schema, type_name(value.type)) &&
        !(value.type == VALUE_INTEGER && allows(schema, "number")))
        CHECK_TEXT(field->name, "of a type that the schema allows");
    if (value.type == VALUE_OBJECT)
        check_node(root, schema, &value.as.object);
    else if (value.type == VALUE_ARRAY || value.type == VALUE_MAP)
        check_list(root, schema, &value);
    value_end(&value);
}

/* Each value is a property of the schema, and each property is a field. */
static void
check_node(JsonObject *root, JsonObject *schema, const ValueNode *node)
{
    JsonObject *properties = json_object_get_object_member(schema, "properties");

    CU_ASSERT_PTR_NOT_NULL_FATAL(properties);
    for (guint i = 0; i < node->shape->n_fields && node->shape->fields[i].name != NULL; i++)
        check_field(root, properties, node, &node->shape->fields[i]);
    g_autoptr(GList) names = json_object_get_members(properties);
    for (GList *name = names; name != NULL; name = name->next)
        if (value_field(node->shape, name->data, strlen(name->data)) == NULL)
            CHECK_TEXT((const char *)name->data, "a field of the shape");
}

/* A configuration of each status. */
static void
test_sweep_schema(void)
{
    static const SweepStatus statuses[] = { SWEEP_NOT_RUN, SWEEP_DONE, SWEEP_DONE,
                                            SWEEP_FAILED };
    const SweepOptions options = { 0 };
    const SweepSearch search = { .n_rows = 4, .most = 4, .rank = 1, .bound = NAN };
    const SweepSensitivity sensitivity = { .values = { 1, 2 }, .times = { 3, NAN } };
    g_autofree char *path = check_source_path("templates/sweep.schema.json");
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autoptr(Sweep) sweep = sweep_new();

    CU_ASSERT_TRUE_FATAL(json_parser_load_from_file(parser, path, NULL));
    JsonObject *root = json_node_get_object(json_parser_get_root(parser));
    sweep->trace.file = g_strdup("a.trc");
    g_array_append_val(sweep->searches, search);
    g_array_append_val(sweep->sensitivity, sensitivity);
    for (guint i = 0; i < G_N_ELEMENTS(statuses); i++) {
        SweepRow *row = sweep_row_new("a.par", params_new());
        params_set_topology(row->params, i % 2 == 0 ? "2" : "4x1", NULL);
        row->status = statuses[i];
        row->result.execution_time = row->result.total_time = 4 - i;
        row->result.has_pop = i == 2;
        row->reason = row->status == SWEEP_FAILED ? g_strdup("too large") : NULL;
        g_ptr_array_add(sweep->rows, row);
        sweep_add_warning(sweep, row, "a warning");
    }
    g_autoptr(SweepView) view = sweep_view_new(sweep, &options);
    const ValueNode node = sweep_view_root(view);
    check_node(root, root, &node);
}

/* Of nodes and links with transfers, of another type, of clusters. */
static void
test_machine_schema(void)
{
    static const char *const machines[] = {
        "type = dragonfly; nodes = { 5, 2, 2 }; global links = 2; topology = { 20 };"
        " mapping = random(1); speed = { 20 x 2 };",
        "type = fat tree; nodes = { 4, 4 }; taper = 2; topology = { 16 };",
        "topology = { 4 };",
        "cluster = all; all = { 2 x cpu }; all.TStart = 1; all.TByte = 1; cpu = 1;",
    };
    const RaterParcel parcel = { 0, 1, 8 };
    g_autofree char *path = check_source_path("templates/machine.schema.json");
    g_autoptr(JsonParser) parser = json_parser_new();

    CU_ASSERT_TRUE_FATAL(json_parser_load_from_file(parser, path, NULL));
    JsonObject *root = json_node_get_object(json_parser_get_root(parser));
    for (guint i = 0; i < G_N_ELEMENTS(machines); i++) {
        GArray *transfers = g_array_new(FALSE, FALSE, sizeof parcel);
        g_array_append_val(transfers, parcel);
        g_autoptr(Params) params =
            params_parse("a.par", machines[i], strlen(machines[i]), NULL);
        CU_ASSERT_PTR_NOT_NULL_FATAL(params);
        if (!params_is_links(params))
            g_clear_pointer(&transfers, g_array_unref);
        g_autoptr(MachineReport) report = machine_report_new(params, transfers, NULL, NULL);
        CU_ASSERT_PTR_NOT_NULL_FATAL(report);
        g_autoptr(MachineView) view = machine_view_new(report);
        const ValueNode node = machine_view_root(view);
        check_node(root, root, &node);
    }
}

static void
test_tasks_schema(void)
{
    g_autofree char *path = check_source_path("templates/tasks.schema.json");
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autoptr(TaskLog) log = task_log_new("x.csv", "csv", "s");
    g_autoptr(GArray) processors = g_array_new(FALSE, FALSE, sizeof(gint64));

    CU_ASSERT_TRUE_FATAL(json_parser_load_from_file(parser, path, NULL));
    JsonObject *root = json_node_get_object(json_parser_get_root(parser));
    task_log_add(log, task_log_worker(log, "a"), 0, 2, 2);
    task_log_add(log, task_log_worker(log, "b"), 1, 3, 3);
    task_log_warn(log, 1, "something");
    CU_ASSERT_TRUE_FATAL(task_log_finish(log, TRUE, NULL));
    g_autoptr(TaskReport) report =
        task_report_new(log, &(TaskFitOptions){ FALSE, NAN }, processors, 0);
    g_autoptr(TaskView) view = task_view_new(report);
    const ValueNode node = task_view_root(view);
    check_node(root, root, &node);
}

static JsonParser *
load_schema(const char *name)
{
    g_autofree char *path = check_source_path(name);
    JsonParser *parser = json_parser_new();

    CU_ASSERT_TRUE_FATAL(json_parser_load_from_file(parser, path, NULL));
    return parser;
}

/* Two processors, one structure, a warning. */
static GrainTrace *
small_trace(void)
{
    static const char lines[] = "start 1 1 0\nstop 1 1 10\nsendBegin x 1 10\nsendEnd x 1 12\n"
                                "recvBegin x 2 15\nrecvEnd x 2 17\nstart 2 2 17\nstop 2 2 20\n"
                                "start the engine\n";
    g_autoptr(GraphText) text = graph_text_new("x.trace", lines, strlen(lines));

    return grain_trace_read(text);
}

static void
test_grains_schema(void)
{
    g_autoptr(JsonParser) parser = load_schema("templates/grains.schema.json");
    JsonObject *root = json_node_get_object(json_parser_get_root(parser));
    g_autoptr(GrainTrace) trace = small_trace();
    g_autoptr(GrainsView) view = grains_view_new(trace, FALSE);
    const ValueNode node = grains_view_root(view);

    CHECK_INT(trace->edges->len, 1);
    CHECK_INT(view->warnings->len, 1);
    check_node(root, root, &node);
}

/* On a network, with the times of a run. */
static void
test_schedule_schema(void)
{
    static const char par[] = "type = network; topology = { 2 };";
    g_autoptr(JsonParser) parser = load_schema("templates/schedule.schema.json");
    JsonObject *root = json_node_get_object(json_parser_get_root(parser));
    g_autoptr(GrainTrace) trace = small_trace();
    g_autoptr(TaskGraph) graph = grain_trace_graph(trace, FALSE, NULL);
    g_autoptr(Params) params = params_parse("a.par", par, strlen(par), NULL);
    g_autoptr(ScheduleStudy) study = schedule_study_new(graph);
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    ScheduleOptions how = { .threads = 1, .states = 100 };
    const ScheduleViewOptions options = { .heuristic = -1 };
    ScheduleMeasured run = { g_strdup("x.trace"), 2, 1, 1, graph, study };

    for (guint h = 0; h < SCHEDULE_N_HEURISTICS; h++)
        how.heuristics[h] = TRUE;
    CU_ASSERT_PTR_NOT_NULL_FATAL(params);
    schedule_study_add(study, schedule_machine_of(params, NULL, NULL));
    CU_ASSERT_TRUE_FATAL(schedule_study_run(study, &how, NULL));
    g_ptr_array_add(all, &run);
    g_autoptr(ScheduleView) view = schedule_view_new(study, all, &options, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(view);
    const ValueNode node = schedule_view_root(view);
    check_node(root, root, &node);
    g_free(run.file);
}

static void
test_comparison_schema(void)
{
    g_autofree char *path = check_source_path("templates/comparison.schema.json");
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autoptr(Prediction) sample = builder_sample();
    g_autoptr(Prediction) other = builder_random(3, 9);
    g_autoptr(CompareReport) first = compare_builder_read(sample);
    g_autoptr(CompareReport) second = compare_builder_read(other);
    g_autoptr(Comparison) comparison = comparison_new(first, second);

    CU_ASSERT_TRUE_FATAL(json_parser_load_from_file(parser, path, NULL));
    JsonObject *root = json_node_get_object(json_parser_get_root(parser));
    const ValueNode node = comparison_node(comparison);
    check_node(root, root, &node);
}

static void
test_schema(void)
{
    g_autofree char *path = check_source_path("templates/report.schema.json");
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, 2);

    CU_ASSERT_TRUE_FATAL(json_parser_load_from_file(parser, path, NULL));
    JsonObject *root = json_node_get_object(json_parser_get_root(parser));
    for (guint kind = 0; kind < 4; kind++) {
        const ReportOptions options = { .max_depth = -1,
                                        .explanation = kind / 2 == 1 ? explanation : NULL,
                                        .per_processor = kind % 2 };
        g_autoptr(ReportView) view = report_view_new(prediction, &options, FALSE);
        const ValueNode node = report_view_root(view);
        check_node(root, root, &node);
    }
}

/* Each shape once, in the order in which they are met. */
static void
collect(const ValueShape *shape, GPtrArray *shapes)
{
    if (g_ptr_array_find(shapes, shape, NULL))
        return;
    g_ptr_array_add(shapes, (gpointer)shape);
    for (guint i = 0; i < shape->n_fields; i++)
        if (shape->fields[i].shape != NULL)
            collect(shape->fields[i].shape, shapes);
}

/* Whether some shape, or a field before PAGES, is called so. */
static gboolean
is_known(const GPtrArray *shapes, const char *name)
{
    for (guint i = 0; i < shapes->len; i++) {
        const ValueShape *shape = g_ptr_array_index(shapes, i);
        if (strcmp(shape->name, name) == 0)
            return TRUE;
        for (guint f = 0; f < shape->n_fields && shape->fields[f].name != NULL; f++)
            if (strcmp(shape->fields[f].name, name) == 0)
                return TRUE;
    }
    for (guint i = 0; i < N_OPERATIONS; i++)
        if (strcmp(operation_name((Operation)i), name) == 0)
            return TRUE;
    return strcmp(name, "predictor-report") == 0;
}

/* What XML holds is checked against the JSON by test-xml; here, that the schema has no element
 * of another name. */
static void
test_relax_ng(void)
{
    g_autofree char *path = check_source_path("templates/report.rng");
    g_autoptr(GPtrArray) shapes = g_ptr_array_new();
    xmlDoc *doc = xmlReadFile(path, NULL, XML_PARSE_NONET);

    CU_ASSERT_PTR_NOT_NULL_FATAL(doc);
    collect(&shape_report, shapes);
    xmlXPathContext *context = xmlXPathNewContext(doc);
    xmlXPathObject *found =
        xmlXPathEvalExpression(BAD_CAST "//*[local-name()='element']/@name", context);
    CU_ASSERT_TRUE(found->nodesetval->nodeNr > 100);
    for (int i = 0; i < found->nodesetval->nodeNr; i++) {
        xmlChar *name = xmlNodeGetContent(found->nodesetval->nodeTab[i]);
        if (!is_known(shapes, (const char *)name))
            CHECK_TEXT((const char *)name, "a field or an item");
        xmlFree(name);
    }
    xmlXPathFreeObject(found);
    xmlXPathFreeContext(context);
    xmlFreeDoc(doc);
}

static void
append_field(GString *out, const char *tree, const ValueField *field)
{
    g_autofree char *link =
        field->shape != NULL
            ? g_strdup_printf("[%s](#%s-%s)", field->shape->name, tree, field->shape->name)
            : NULL;

    g_string_append_printf(out, "| `%s` | ", field->name);
    if (field->type == VALUE_ARRAY || field->type == VALUE_MAP)
        g_string_append(out, field->type == VALUE_MAP ? "object of " : "array of ");
    g_string_append_printf(out, "%s | %s | %s |\n",
                           link != NULL ? link : type_name(field->type), field->unit,
                           field->sentence);
}

static void
append_shape(GString *out, const char *tree, const ValueShape *shape)
{
    static const char head[] = "| name | type | unit | |\n|---|---|---|---|\n";
    guint i = 0;

    g_string_append_printf(out, "\n### %s: %s\n\n%s\n", tree, shape->name, shape->sentence);
    if (shape->bare)
        g_string_append(out, "The value itself stands in the array.\n");
    if (shape->fields[0].name != NULL)
        g_string_append_printf(out, "\n%s", head);
    for (; i < shape->n_fields && shape->fields[i].name != NULL; i++)
        append_field(out, tree, &shape->fields[i]);
    if (++i < shape->n_fields)
        g_string_append_printf(out, "\nFor templates only:\n\n%s", head);
    for (; i < shape->n_fields; i++)
        append_field(out, tree, &shape->fields[i]);
}

static void
append_tree(GString *out, const char *title, const char *tree, const ValueShape *root)
{
    g_autoptr(GPtrArray) shapes = g_ptr_array_new();

    g_string_append_printf(out, "\n## %s\n", title);
    collect(root, shapes);
    for (guint i = 0; i < shapes->len; i++)
        append_shape(out, tree, g_ptr_array_index(shapes, i));
}

static void
test_document(void)
{
    g_autofree char *path = check_source_path("docs/fields.md");
    g_autofree char *text = NULL;
    g_autoptr(GString) expected =
        g_string_new("# Fields\n\n"
                     "What the JSON of a report, a sweep, a machine, a comparison, a schedule, a "
                     "trace of grains and a task pool hold, and by the same "
                     "names XML, CSV and the templates "
                     "of pages.\nSeconds, if the unit is s; a unit of 1 is that of shares and "
                     "factors. An item of an "
                     "array is called in\ntemplates, and in XML, as its section here.\n\n"
                     "This file is made from the rows in `src/report/`; a test holds the "
                     "two against each "
                     "other.\n");

    append_tree(expected, "A report", "report", &shape_report);
    append_tree(expected, "A sweep", "sweep", &sweep_shape_sweep);
    append_tree(expected, "A machine", "machine", &machine_shape_machine);
    append_tree(expected, "A schedule", "schedule", &schedule_shape_schedules);
    append_tree(expected, "A trace of grains", "grains", &grains_shape_grains);
    append_tree(expected, "A task pool", "tasks", &tasks_shape_tasks);
    append_tree(expected, "A comparison", "comparison", &compare_shape_comparison);
    if (g_getenv("FIELDS_UPDATE") != NULL)
        CU_ASSERT_TRUE(g_file_set_contents(path, expected->str, -1, NULL));
    CU_ASSERT_TRUE_FATAL(g_file_get_contents(path, &text, NULL, NULL));
    if (strcmp(text, expected->str) != 0)
        CU_FAIL("docs/fields.md is not what the rows say: FIELDS_UPDATE=1 writes it anew");
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "JSON schema", test_schema },
        { "JSON schema of sweeps", test_sweep_schema },
        { "JSON schema of machines", test_machine_schema },
        { "JSON schema of task pools", test_tasks_schema },
        { "JSON schema of comparisons", test_comparison_schema },
        { "JSON schema of traces of grains", test_grains_schema },
        { "JSON schema of schedules", test_schedule_schema },
        { "RELAX NG", test_relax_ng },
        { "document", test_document },
        CU_TEST_INFO_NULL,
    };

    return tap_run("fields", tests);
}
