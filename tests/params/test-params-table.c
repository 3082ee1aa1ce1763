/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The table of parameters: names, defaults, what a misspelt name is taken for.
 */
#include "src/params/params.h"
#include "tests/params/params-check.h"

#include <string.h>

static void
check_rows(void)
{
    CHECK_INT(PARAMS_N, 28);
    for (guint i = 0; i < PARAMS_N; i++) {
        CHECK_INT(params_find(params_rows[i].name), i);
        g_autofree char *lower = g_ascii_strdown(params_rows[i].name, -1);
        CHECK_TEXT(params_rows[i].name, lower);
        CU_ASSERT_PTR_NULL(strstr(params_rows[i].name, "  "));
        CU_ASSERT(*params_rows[i].values != '\0' && *params_rows[i].initial != '\0');
        CU_ASSERT(*params_rows[i].help != '\0' && !g_str_has_suffix(params_rows[i].help, "."));
    }
    CHECK_INT(params_find("start  time"), -1);
    CHECK_INT(params_find(""), -1);
}

/* The defaults of the design. */
static void
check_defaults(void)
{
    g_autoptr(Params) params = params_new();
    CHECK_TEXT(params_type_name(params), "network");
    CHECK_TEXT(params_type_name(params), "network");
    CHECK_ATTO(params->network.start_time, 0);
    CHECK_ATTO(params->network.byte_time, 0);
    CHECK_SAME(params->network.scale, 1);
    CHECK_INT(params->network.channels, 1);
    CHECK_SAME(params->start_time, 0);
    CHECK_SAME(params->send_byte_time, 0);
    CHECK_SAME(params->power, 1);
    CHECK_SAME(params->trace_overhead, 0);
    CHECK_INT(params->topology.rank, 1);
    CHECK_INT(params->topology.size[0], 1);
    CHECK_INT(params->speeds->len, 0);
}

/* "did you mean" for names that are no names. */
static void
check_nearest(void)
{
    static const struct {
        const char *name;
        int nearest;
    } cases[] = {
        { "strat time", PARAMS_START_TIME },
        { "start_time", PARAMS_START_TIME },
        { "starttime", PARAMS_START_TIME },
        { "start", PARAMS_START_TIME },
        { "sendbytetime", PARAMS_SEND_BYTE_TIME },
        { "byte time", PARAMS_SEND_BYTE_TIME },
        { "tpye", PARAMS_TYPE },
        { "typ", PARAMS_TYPE },
        { "powre", PARAMS_POWER },
        { "trace overheads", PARAMS_TRACE_OVERHEAD },
        { "overhead", PARAMS_TRACE_OVERHEAD },
        { "speeds", PARAMS_SPEED },
        { "topologie", PARAMS_TOPOLOGY },
        { "scal", PARAMS_SCALE },
        { "channel", PARAMS_CHANNELS },
        { "ch", -1 },
        { "latency", -1 },
        { "x", -1 },
        { "", -1 },
        { "a name that is much longer than any name of a parameter", -1 },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
        CHECK_INT(params_nearest(cases[i].name), cases[i].nearest);
}

static void
check_prefix(void)
{
    CHECK_INT(params_prefix("type network"), PARAMS_TYPE);
    CHECK_INT(params_prefix("start time x"), PARAMS_START_TIME);
    CHECK_INT(params_prefix("type"), -1);
    CHECK_INT(params_prefix("types network"), -1);
    CHECK_INT(params_prefix("start time"), -1);
}

/* Members of the table are the members of Params that the header promises. */
static void
check_members(void)
{
    g_autoptr(Params) p = params_new();
    CU_ASSERT_PTR_EQUAL(params_member(p, PARAMS_TYPE), &p->network.kind);
    CU_ASSERT_PTR_EQUAL(params_member(p, PARAMS_START_TIME), &p->start_time);
    CU_ASSERT_PTR_EQUAL(params_member(p, PARAMS_SEND_BYTE_TIME), &p->send_byte_time);
    CU_ASSERT_PTR_EQUAL(params_member(p, PARAMS_POWER), &p->power);
    CU_ASSERT_PTR_EQUAL(params_member(p, PARAMS_TRACE_OVERHEAD), &p->trace_overhead);
    CU_ASSERT_PTR_EQUAL(params_member(p, PARAMS_SPEED), &p->speeds);
    CU_ASSERT_PTR_EQUAL(params_member(p, PARAMS_TOPOLOGY), &p->topology);
    CU_ASSERT_PTR_EQUAL(params_member(p, PARAMS_SCALE), &p->network.scale);
    CU_ASSERT_PTR_EQUAL(params_member(p, PARAMS_CHANNELS), &p->network.channels);
    CU_ASSERT_PTR_EQUAL(params_exact(p, PARAMS_START_TIME), &p->network.start_time);
    CU_ASSERT_PTR_EQUAL(params_exact(p, PARAMS_SEND_BYTE_TIME), &p->network.byte_time);
    CU_ASSERT_PTR_NULL(params_exact(p, PARAMS_TRACE_OVERHEAD));
    CHECK_TEXT(params_rows[PARAMS_START_TIME].unit, "microseconds");
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "rows", check_rows },       { "defaults", check_defaults },
        { "nearest", check_nearest }, { "prefix", check_prefix },
        { "members", check_members }, CU_TEST_INFO_NULL,
    };
    return tap_run("params-table", tests);
}
