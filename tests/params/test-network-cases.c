/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The cases of tests/params/networks/, computed by an independent program from the same
 * formulas: seconds agree to 1e-9, all else exactly.
 */
#include <stdio.h>

#include "rater/exchange/tree-operation.h"
#include "src/base/link-name.h"
#include "tests/params/network-cases.h"
#include "tests/params/network-text.h"
#include "tests/params/params-check.h"

static const char *case_name; /* of the file that is looked at */

static void
check_seconds(double actual, double expected, const char *what)
{
    if (network_cases_same_seconds(actual, expected))
        return;
    printf("# %s: %s is %.17g, expected %.17g\n", case_name, what, actual, expected);
    CU_FAIL("seconds differ");
}

static void
check_count(gint64 actual, gint64 expected, const char *what)
{
    if (actual == expected)
        return;
    printf("# %s: %s is %" G_GINT64_FORMAT ", expected %" G_GINT64_FORMAT "\n", case_name, what,
           actual, expected);
    CU_FAIL("counts differ");
}

static RaterGrid
read_grid(JsonArray *sizes)
{
    RaterGrid grid = { .rank = (int)json_array_get_length(sizes) };
    for (int k = 0; k < grid.rank; k++)
        grid.size[k] = json_array_get_int_element(sizes, (guint)k);
    return grid;
}

static void
check_links(const NetworkText *network, const RaterExchange *exchange, JsonObject *links)
{
    check_count((gint64)exchange->n_uses, json_object_get_size(links), "links");
    for (gsize i = 0; i < exchange->n_uses; i++) {
        const RaterLinkUse *use = &exchange->use[i];
        g_autofree char *name = link_name(&network->fabric.topology, use->link, NULL);
        if (!json_object_has_member(links, name)) {
            printf("# %s: nobody uses %s\n", case_name, name);
            CU_FAIL("a link that is not used");
            continue;
        }
        JsonArray *expected = json_object_get_array_member(links, name);
        check_count(use->bytes, json_array_get_int_element(expected, 0), name);
        check_count(use->messages, json_array_get_int_element(expected, 1), name);
        check_seconds(use->busy, json_array_get_double_element(expected, 2), name);
    }
}

static void
check_congestion(const NetworkText *network, RaterCongestion congestion, JsonObject *object,
                 GArray *parcels)
{
    static const char *const names[] = { "none", "load", "events" };
    RaterExchange exchange;
    RaterStatus status =
        rater_exchange(&network->fabric, &network->placement, congestion, parcels->len,
                       (RaterParcel *)(gpointer)parcels->data, &exchange);
    check_count(status, RATER_OK, "status");
    if (status != RATER_OK)
        return;
    check_seconds(exchange.seconds, json_object_get_double_member(object, names[congestion]),
                  names[congestion]);
    check_seconds(exchange.none, json_object_get_double_member(object, "none"), "none");
    check_count(exchange.messages, json_object_get_int_member(object, "messages"), "messages");
    check_count(exchange.hops, json_object_get_int_member(object, "hops"), "hops");
    check_count(exchange.most_hops, json_object_get_int_member(object, "hops_max"), "hops_max");
    if (congestion == RATER_CONGESTION_EVENTS)
        check_count(exchange.deadlocks, json_object_get_int_member(object, "deadlocks"),
                    "deadlocks");
    if (congestion != RATER_CONGESTION_NONE)
        check_links(network, &exchange, json_object_get_object_member(object, "links"));
    rater_exchange_clear(&exchange);
}

static void
check_transfers(const NetworkText *network, JsonObject *object)
{
    JsonArray *place = json_object_get_array_member(object, "place");
    g_autoptr(GArray) parcels = network_cases_transfers(object);
    check_count(network->placement.n_virtual, json_array_get_length(place), "places");
    for (guint v = 0; v < json_array_get_length(place); v++)
        check_count(rater_placement_of(&network->placement, v),
                    json_array_get_int_element(place, v), "place");
    check_congestion(network, RATER_CONGESTION_NONE, object, parcels);
    check_congestion(network, RATER_CONGESTION_LOAD, object, parcels);
    check_congestion(network, RATER_CONGESTION_EVENTS, object, parcels);
}

static void
check_tree(const NetworkText *network, JsonObject *object)
{
    JsonObject *asked = json_object_get_object_member(object, "tree");
    RaterGrid grid = read_grid(json_object_get_array_member(asked, "sizes"));
    RaterTree tree = {
        .fabric = &network->fabric,
        .placement = &network->placement,
        .congestion = RATER_CONGESTION_LOAD,
        .grid = &grid,
    };
    gint64 bytes = json_object_get_int_member(asked, "bytes");
    RaterExchange found = { .seconds = -1 };
    if (json_object_get_null_member(asked, "loop")) {
        CHECK_INT(rater_tree_broadcast(&tree, bytes, &found), RATER_OK);
    } else {
        JsonArray *loop = json_object_get_array_member(asked, "loop");
        bool spread[RATER_MAX_RANK] = { false };
        for (guint i = 0; i < json_array_get_length(loop); i++)
            spread[json_array_get_int_element(loop, i)] = true;
        CHECK_INT(rater_tree_reduction(&tree, spread, bytes, &found), RATER_OK);
    }
    check_seconds(found.seconds, json_object_get_double_member(object, "seconds"), "tree");
    rater_exchange_clear(&found);
}

static void
check_pipeline(const NetworkText *network, JsonObject *object)
{
    JsonObject *asked = json_object_get_object_member(object, "pipeline");
    gint64 p = json_object_get_int_member(asked, "p");
    gint64 q = json_object_get_int_member(asked, "q");
    double seconds = -1;
    RaterStatus status =
        rater_message_portion(&network->fabric, rater_placement_of(&network->placement, p),
                              rater_placement_of(&network->placement, q),
                              (double)json_object_get_int_member(asked, "bytes"), &seconds);
    CHECK_INT(status, RATER_OK);
    check_seconds(seconds, json_object_get_double_member(object, "seconds"), "message");
}

static void
check_case(JsonObject *object, const char *name)
{
    case_name = name;
    g_autoptr(GError) error = NULL;
    RaterGrid system = read_grid(json_object_get_array_member(object, "topology"));
    NetworkText network;
    gboolean good = network_text_read(
        &network, json_object_get_string_member(object, "network"), &system, &error);
    if (json_object_has_member(object, "error")) {
        CU_ASSERT_FATAL(!good && error != NULL);
        if (!network_cases_is_error(object, error->message)) {
            printf("# %s: '%s'\n", case_name, error->message);
            CU_FAIL("another message");
        }
    } else if (!good) {
        printf("# %s: %s\n", case_name, error->message);
        CU_FAIL("an error");
    } else if (json_object_has_member(object, "tree")) {
        check_tree(&network, object);
    } else if (json_object_has_member(object, "pipeline")) {
        check_pipeline(&network, object);
    } else {
        check_transfers(&network, object);
    }
    network_text_clear(&network);
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
test_trees(void)
{
    network_cases_check("tree-", 10, check_case);
}

static void
test_pipelines(void)
{
    network_cases_check("pipeline-", 6, check_case);
}

static void
test_errors(void)
{
    network_cases_check("error-", 9, check_case);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "costs of sets of transfers", test_costs },
        { "deadlocks", test_stuck },
        { "mappings by expressions", test_expressions },
        { "broadcasts and reductions", test_trees },
        { "messages of pipelined loops", test_pipelines },
        { "errors in expressions", test_errors },
        CU_TEST_INFO_NULL,
    };
    return tap_run("network-cases", tests);
}
