/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * `predictor machine` gives what the cases of tests/params/networks/ expect: seconds to 1e-9,
 * all else exactly; for a file that is wrong the message with its place.
 */
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "rater/exchange/exchange.h"
#include "tests/params/network-cases.h"
#include "tests/tap.h"

static const char *case_name; /* of the file that is looked at */
static char *folder;          /* to work in */

static void
complain(const char *what)
{
    printf("# %s: %s\n", case_name, what);
    CU_FAIL("another result");
}

static void
put_file(const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    CU_ASSERT(g_file_set_contents(path, text, -1, NULL));
}

/* "4x2" */
static char *
sizes_of(JsonObject *object)
{
    JsonArray *sizes = json_object_get_array_member(object, "topology");
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < json_array_get_length(sizes); i++)
        g_string_append_printf(text, "%s%" G_GINT64_FORMAT, i > 0 ? "x" : "",
                               json_array_get_int_element(sizes, i));
    return g_string_free(text, FALSE);
}

static void
put_transfers(JsonObject *object)
{
    g_autoptr(GString) text = g_string_new("p,q,bytes\n");
    g_autoptr(GArray) parcels = network_cases_transfers(object);
    for (guint i = 0; i < parcels->len; i++) {
        const RaterParcel *one = &g_array_index(parcels, RaterParcel, i);
        g_string_append_printf(
            text, "%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT "\n", one->from,
            one->to, one->bytes);
    }
    put_file("t.csv", text->str);
}

/* Runs the command; its exit status. What it says is put in *said. */
static int
run(const char *sizes, char **said)
{
    const char *const args[] = { g_getenv("PREDICTOR"), "machine", "f",  "-t",     sizes,
                                 "--transfers",         "t.csv",   "-o", "x.json", NULL };
    int status = -1;
    CU_ASSERT_FATAL(args[0] != NULL);
    CU_ASSERT_FATAL(g_spawn_sync(folder, (char **)args, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL,
                                 NULL, NULL, said, &status, NULL));
    return status;
}

/* Equal, but for seconds, in arrays and objects too. */
static gboolean
same(JsonNode *actual, JsonNode *expected)
{
    if (JSON_NODE_HOLDS_ARRAY(expected)) {
        JsonArray *a = json_node_get_array(actual), *b = json_node_get_array(expected);
        gboolean equal = json_array_get_length(a) == json_array_get_length(b);
        for (guint i = 0; equal && i < json_array_get_length(a); i++)
            equal = same(json_array_get_element(a, i), json_array_get_element(b, i));
        return equal;
    }
    if (JSON_NODE_HOLDS_OBJECT(expected)) {
        JsonObject *a = json_node_get_object(actual), *b = json_node_get_object(expected);
        g_autoptr(GList) names = json_object_get_members(b);
        gboolean equal = json_object_get_size(a) == json_object_get_size(b);
        for (GList *name = names; equal && name != NULL; name = name->next)
            equal = json_object_has_member(a, name->data) &&
                    same(json_object_get_member(a, name->data),
                         json_object_get_member(b, name->data));
        return equal;
    }
    if (json_node_get_value_type(expected) == G_TYPE_INT64 &&
        json_node_get_value_type(actual) == G_TYPE_INT64)
        return json_node_get_int(actual) == json_node_get_int(expected);
    return network_cases_same_seconds(json_node_get_double(actual),
                                      json_node_get_double(expected));
}

static void
check_result(JsonObject *expected)
{
    static const char *const names[] = { "none",     "load",      "events", "messages", "hops",
                                         "hops_max", "deadlocks", "place",  "links" };
    g_autofree char *path = g_build_filename(folder, "x.json", NULL);
    g_autoptr(JsonParser) parser = json_parser_new();
    CU_ASSERT_FATAL(json_parser_load_from_file(parser, path, NULL));
    JsonObject *actual = json_node_get_object(json_parser_get_root(parser));
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        if (!json_object_has_member(actual, names[i]) ||
            !same(json_object_get_member(actual, names[i]),
                  json_object_get_member(expected, names[i])))
            complain(names[i]);
}

static void
check_case(JsonObject *object, const char *name)
{
    case_name = name;
    g_autofree char *sizes = sizes_of(object);
    g_autofree char *said = NULL;
    put_file("f", json_object_get_string_member(object, "network"));
    put_transfers(object);
    const int status = run(sizes, &said);
    if (json_object_has_member(object, "error")) {
        CU_ASSERT(status != 0);
        if (!network_cases_is_error(object, said))
            complain(said);
    } else if (status != 0) {
        complain(said);
    } else if (json_object_has_member(object, "transfers")) {
        check_result(object);
    }
}

static void
test_costs(void)
{
    network_cases_check("cost-", 75, check_case);
}

static void
test_stuck(void)
{
    network_cases_check("stuck-", 6, check_case);
}

static void
test_expressions(void)
{
    network_cases_check("expression-", 10, check_case);
}

static void
test_errors(void)
{
    network_cases_check("error-", 9, check_case);
}

/* What is computed for them stands in test-network-cases.c; here they are read. */
static void
test_others(void)
{
    network_cases_check("tree-", 10, check_case);
    network_cases_check("pipeline-", 6, check_case);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "costs of sets of transfers", test_costs },
        { "deadlocks", test_stuck },
        { "mappings by expressions", test_expressions },
        { "errors", test_errors },
        { "others are read", test_others },
        CU_TEST_INFO_NULL,
    };
    folder = g_dir_make_tmp("machine-XXXXXX", NULL);
    if (folder == NULL)
        return 99;
    const int status = tap_run("machine-cases", tests);
    static const char *const files[] = { "f", "t.csv", "x.json" };
    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(folder, files[i], NULL);
        g_remove(path);
    }
    g_rmdir(folder);
    g_free(folder);
    return status;
}
