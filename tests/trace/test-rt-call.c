/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The table of calls: what can be checked without a trace.
 */
#include <string.h>

#include "src/trace/text/params.h"
#include "tests/trace/trace-check.h"

static RtCallId
lookup(const char *name)
{
    return rt_call_lookup(name, strlen(name));
}

static void
test_lookup(void)
{
    CHECK_INT(lookup("mappl_"), RT_CALL_MAPPL);
    CHECK_INT(lookup("tstio_"), RT_CALL_TSTIO);
    CHECK_INT(lookup("mps_Barrier"), RT_CALL_MPS_BARRIER);
    CHECK_INT(lookup("dvm_"), RT_CALL_DVM_IO);
    CHECK_INT(lookup("dvm_void_printf"), RT_CALL_DVM_IO);
    CHECK_INT(lookup("dvm"), RT_CALL_UNKNOWN);
    CHECK_INT(lookup("mappl"), RT_CALL_UNKNOWN);
    CHECK_INT(lookup("mappl__"), RT_CALL_UNKNOWN);
    CHECK_INT(lookup("MAPPL_"), RT_CALL_UNKNOWN);
    CHECK_INT(lookup(""), RT_CALL_UNKNOWN);
    CHECK_INT(rt_call_lookup("mappl_x", 6), RT_CALL_MAPPL);
}

static void
test_every_row_is_found_by_its_name(void)
{
    for (guint id = 0; id < RT_N_CALLS; id++)
        CHECK_INT(lookup(rt_call_get((RtCallId)id)->name), id);
}

static void
check_wants(const RtWant *wants, guint n)
{
    CU_ASSERT(n <= TRACE_MAX_WANTS);
    for (guint i = 0; i < n; i++) {
        CU_ASSERT(wants[i].id < RT_N_PARAMS);
        for (guint j = 0; j < i; j++)
            CU_ASSERT(wants[i].id != wants[j].id);
    }
}

static void
test_wants(void)
{
    for (guint id = 0; id < RT_N_CALLS; id++) {
        const RtCall *row = rt_call_get((RtCallId)id);
        check_wants(row->call, row->n_call);
        check_wants(row->ret, row->n_ret);
    }
}

static void
test_params(void)
{
    for (guint i = 0; i < RT_N_PARAMS; i++) {
        for (guint j = 0; j < i; j++)
            CU_ASSERT(strcmp(rt_param_get((RtParamId)i)->name,
                             rt_param_get((RtParamId)j)->name) != 0);
    }
    CHECK_TEXT(rt_param_get(RT_PARAM_AMV_AXIS_DIV)->name, "AMVAxisDiv");
    CHECK_INT(rt_param_get(RT_PARAM_LOOP_REF)->kind, RT_PARAM_KIND_REF);
    CHECK_INT(rt_param_get(RT_PARAM_INDEX)->kind, RT_PARAM_KIND_INT);
    CHECK_INT(rt_param_get(RT_PARAM_PIPE_LINE_PAR)->kind, RT_PARAM_KIND_REAL);
}

static void
test_groups_and_flags(void)
{
    for (guint id = 0; id < RT_N_CALLS; id++) {
        const RtCall *row = rt_call_get((RtCallId)id);
        CHECK_INT((row->flags & RT_FLAG_IO_TIME) != 0, id == RT_CALL_DVM_IO);
        gboolean by_map = id == RT_CALL_MDISTR || id == RT_CALL_MREDIS ||
                          id == RT_CALL_MALIGN || id == RT_CALL_MREALN;
        CHECK_INT((row->flags & RT_FLAG_MAP_WARNING) != 0, by_map);
        if (row->group == RT_GROUP_ORDINARY)
            CHECK_INT(row->n_call + row->n_ret, 0);
    }
    CHECK_INT(rt_call_get(RT_CALL_BINTER)->group, RT_GROUP_INTERVAL);
    CHECK_INT(rt_call_get(RT_CALL_DELOBJ)->group, RT_GROUP_OBJECT);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "lookup", test_lookup },
        { "every row is found by its name", test_every_row_is_found_by_its_name },
        { "wants", test_wants },
        { "params", test_params },
        { "groups and flags", test_groups_and_flags },
        CU_TEST_INFO_NULL,
    };
    return tap_run("rt-call", tests);
}
