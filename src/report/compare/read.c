/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Reads what write/json.c wrote. The file may hold anything: every member is checked for its
 * type.
 */
#include <math.h>
#include <string.h>

#include "src/base/members.h"
#include "src/base/number.h"
#include "src/report/compare/compare.h"

/* Ours are six levels deep. */
#define DEEPEST_JSON 32

#define MOST_PROCESSORS (G_GINT64_CONSTANT(1) << 31)

/* The same time, added up in another order. */
#define ROUNDING 1e-9

G_DEFINE_QUARK(compare - error - quark, compare_error)

static void
clear_interval(gpointer interval)
{
    g_free(((CompareInterval *)interval)->file);
}

void
compare_report_free(CompareReport *report)
{
    if (report == NULL)
        return;
    g_free(report->path);
    g_free(report->program);
    g_free(report->machine);
    g_tree_unref(report->parameters);
    g_array_unref(report->intervals);
    g_free(report);
}

static gint64
need_natural(ReportMembers *members, JsonObject *object, const char *name)
{
    return (gint64)report_members_natural(members, object, name);
}

/* Start and exit of the process, where there is any, are taken out of what is productive and
 * what is repeated of them. */
static void
read_process(ReportMembers *members, JsonObject *object, CompareInterval *interval)
{
    if (!json_object_has_member(object, "process"))
        return;
    JsonArray *process = report_members_array(members, object, "process");
    JsonNode *node = process != NULL && json_array_get_length(process) == 1
                         ? json_array_get_element(process, 0)
                         : NULL;
    if (node == NULL || !JSON_NODE_HOLDS_OBJECT(node)) {
        report_members_fail_member(members, object, "process",
                                   "start and exit that are no object");
        return;
    }
    JsonObject *one = json_node_get_object(node);
    const double start = report_members_real(members, one, "Start_exit");
    const double rest = report_members_share(members, one, "Efficiency_without_start") *
                        (interval->total_time - start);
    const double productive = CLAMP(interval->uses[REPORT_PRODUCTIVE] - rest, 0, start);
    interval->uses[REPORT_START] = start;
    interval->uses[REPORT_PRODUCTIVE] -= productive;
    interval->uses[REPORT_INSUFFICIENT] -= start - productive;
}

/* Groups of operations are uses of processor time. */
static void
read_uses(ReportMembers *members, JsonObject *object, CompareInterval *interval)
{
    JsonObject *operations = report_members_object(members, object, "operations");

    interval->uses[REPORT_PRODUCTIVE] = report_members_real(members, object, "Productive_time");
    interval->uses[REPORT_INSUFFICIENT] =
        report_members_real(members, object, "Insuff_parallelism");
    interval->uses[REPORT_IDLE] = report_members_real(members, object, "Idle");
    for (guint i = 0; i < N_OPERATIONS && operations != NULL; i++) {
        JsonObject *group =
            report_members_object(members, operations, operation_name((Operation)i));
        if (group != NULL)
            interval->uses[REPORT_COMMUNICATION + i] =
                report_members_real(members, group, "communication");
    }
    read_process(members, object, interval);
}

static IntervalType
need_type(ReportMembers *members, JsonObject *object)
{
    static const IntervalType types[] = { INTERVAL_MAIN, INTERVAL_USER, INTERVAL_SEQ,
                                          INTERVAL_PAR };
    const char *name = report_members_string(members, object, "type");

    for (gsize i = 0; i < G_N_ELEMENTS(types); i++)
        if (strcmp(name, interval_type_name(types[i])) == 0)
            return types[i];
    report_members_fail_member(members, object, "type", "'%s' is no type of interval", name);
    return INTERVAL_MAIN;
}

/* Where in the tree it is: index_of leads from ids to indices + 1. */
static void
place_interval(ReportMembers *members, JsonObject *object, const GArray *before,
               GHashTable *index_of, CompareInterval *interval)
{
    const gint64 id = need_natural(members, object, "id");
    const gint64 parent = need_natural(members, object, "parent");

    if (id > G_MAXINT || parent > G_MAXINT ||
        !g_hash_table_insert(index_of, GINT_TO_POINTER(id), GUINT_TO_POINTER(before->len + 1)))
        report_members_fail_member(members, object, "id",
                                   "two intervals have the id %" G_GINT64_FORMAT, id);
    interval->parent =
        parent == id || parent > G_MAXINT
            ? 0
            : GPOINTER_TO_UINT(g_hash_table_lookup(index_of, GINT_TO_POINTER(parent)));
    if ((interval->parent == 0) != (before->len == 0))
        report_members_fail_member(
            members, object, "parent",
            "interval %" G_GINT64_FORMAT " does not follow the one it is in", id);
}

static void
read_interval(ReportMembers *members, JsonObject *object, GHashTable *index_of,
              GArray *intervals)
{
    JsonNode *expression = json_object_get_member(object, "expression");
    CompareInterval interval = { .type = need_type(members, object) };

    place_interval(members, object, intervals, index_of, &interval);
    interval.line = need_natural(members, object, "line");
    need_natural(members, object, "count");
    interval.has_expression = expression != NULL && JSON_NODE_HOLDS_VALUE(expression) &&
                              json_node_get_value_type(expression) == G_TYPE_INT64;
    if (interval.has_expression)
        interval.expression = json_node_get_int(expression);
    interval.efficiency = report_members_share(members, object, "Efficiency");
    interval.execution_time = report_members_real(members, object, "Execution_time");
    interval.total_time = report_members_real(members, object, "Total_time");
    report_members_real(members, object, "Lost_time");
    read_uses(members, object, &interval);
    interval.file = g_strdup(report_members_string(members, object, "file"));
    g_array_append_val(intervals, interval);
}

static void
read_intervals(ReportMembers *members, JsonObject *root, GArray *intervals)
{
    g_autoptr(GHashTable) index_of = g_hash_table_new(NULL, NULL);
    JsonArray *array = report_members_array(members, root, "intervals");
    const guint n = array != NULL ? json_array_get_length(array) : 0;

    for (guint i = 0; i < n && !members->failed; i++) {
        JsonNode *node = json_array_get_element(array, i);
        if (JSON_NODE_HOLDS_OBJECT(node))
            read_interval(members, json_node_get_object(node), index_of, intervals);
        else
            report_members_fail_member(members, root, "intervals",
                                       "an interval that is no object");
    }
    if (intervals->len == 0)
        report_members_fail_member(members, root, "intervals", "a report without intervals");
}

/* "network 4x2", and how many processors these are. */
static char *
read_machine(ReportMembers *members, JsonObject *root, gint64 *processors)
{
    JsonObject *parameters = report_members_object(members, root, "parameters");
    *processors = 1;
    if (parameters == NULL)
        return g_strdup("");
    GString *text = g_string_new(report_members_string(members, parameters, "type"));
    JsonArray *sizes = report_members_array(members, parameters, "topology");
    const guint n = sizes != NULL ? json_array_get_length(sizes) : 0;

    for (guint i = 0; i < n && !members->failed; i++) {
        const gint64 size =
            report_members_item(members, parameters, "topology",
                                json_array_get_element(sizes, i), 1, MOST_PROCESSORS);
        if (size > MOST_PROCESSORS / *processors)
            report_members_fail_member(members, parameters, "topology",
                                       "'topology' has more than 2^31 processors");
        else
            *processors *= size;
        g_string_append_printf(text, "%s%" G_GINT64_FORMAT, i > 0 ? "x" : " ", size);
    }
    if (n == 0)
        report_members_fail_name(members, parameters, "topology");
    return g_string_free(text, FALSE);
}

static int
compare_names(gconstpointer a, gconstpointer b, gpointer data G_GNUC_UNUSED)
{
    return strcmp(a, b);
}

/* All digits of a number, or two that differ could look the same. */
static char *
parameter_text(JsonNode *node)
{
    char buffer[REPORT_NUMBER_SIZE];
    const gboolean is_value = JSON_NODE_HOLDS_VALUE(node);

    if (is_value && json_node_get_value_type(node) == G_TYPE_DOUBLE)
        return g_strdup(report_number_exact(json_node_get_double(node), buffer));
    if (is_value && json_node_get_value_type(node) == G_TYPE_STRING)
        return json_node_dup_string(node);
    return json_to_string(node, FALSE);
}

/* All but what read_machine() says. Every report has an object of them: see there. */
static void
read_parameters(JsonObject *root, GTree *parameters)
{
    JsonObject *object = json_object_get_object_member(root, "parameters");
    g_autoptr(GList) names = json_object_get_members(object);

    for (const GList *at = names; at != NULL; at = at->next) {
        const char *name = at->data;
        if (strcmp(name, "type") != 0 && strcmp(name, "topology") != 0)
            g_tree_insert(parameters, g_strdelimit(g_strdup(name), "_", ' '),
                          parameter_text(json_object_get_member(object, name)));
    }
}

static void
read_report(ReportMembers *members, JsonObject *root, CompareReport *report)
{
    if (strcmp(report_members_string(members, root, "format"), "predictor-report") != 0)
        report_members_fail(members, "this is not a report of this program");
    if (need_natural(members, root, "version") != 1)
        report_members_fail(members, "this version of the report is not known");
    JsonObject *trace = report_members_object(members, root, "trace");
    if (trace != NULL) {
        JsonNode *program = json_object_get_member(trace, "program");
        const char *name = program != NULL && JSON_NODE_HOLDS_VALUE(program)
                               ? json_node_get_string(program)
                               : NULL;
        report->program =
            g_strdup(name != NULL ? name : report_members_string(members, trace, "file"));
    }
    gint64 processors;
    report->machine = read_machine(members, root, &processors);
    if (!members->failed)
        read_parameters(root, report->parameters);
    report->processors = need_natural(members, root, "processors");
    if (json_object_has_member(root, "virtual_processors") && report->processors < processors)
        processors = report->processors; /* physical ones, with several of these */
    if (report->processors != processors)
        report_members_fail_member(members, root, "processors",
                                   "'processors' is %" G_GINT64_FORMAT
                                   ", expected %" G_GINT64_FORMAT " as in 'topology'",
                                   report->processors, processors);
    report->execution_time = report_members_real(members, root, "execution_time");
    read_intervals(members, root, report->intervals);
    if (members->failed)
        return;
    const double of_main = compare_root(report)->execution_time;
    if (fabs(report->execution_time - of_main) > ROUNDING * of_main)
        report_members_fail_member(
            members, root, "execution_time",
            "'execution_time' is %g, expected %g as in the first interval",
            report->execution_time, of_main);
}

CompareReport *
compare_report_read(const char *path, GError **error)
{
    g_autoptr(CompareReport) report = g_new0(CompareReport, 1);
    g_autoptr(JsonParser) parser = json_parser_new_immutable();
    g_auto(ReportMembers) members = {
        .path = path, .domain = COMPARE_ERROR, .code = COMPARE_ERROR_FORMAT, .error = error
    };
    JsonObject *root = report_members_load(&members, parser, DEEPEST_JSON);

    report->path = g_strdup(path);
    report->parameters = g_tree_new_full(compare_names, NULL, g_free, g_free);
    report->intervals = g_array_new(FALSE, FALSE, sizeof(CompareInterval));
    g_array_set_clear_func(report->intervals, clear_interval);
    if (root != NULL)
        read_report(&members, root, report);
    return members.failed ? NULL : g_steal_pointer(&report);
}
