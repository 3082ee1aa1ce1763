/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Weights of distributions: sizes, loads and divisors of blocks, and who executes what then;
 * computed by hand, in microseconds.
 */
#include <string.h>

#include "tests/sim/prediction-check.h"
#include "tests/sim/sim-check.h"

#define DISTRIBUTE(param)                                                                      \
    "AMViewRef=a0e; PSRefPtr=NULL; PSRef=0; "                                                  \
    "ParamCount=1;\nAxisArray={1}DistrParamArray={" param "}"
#define REDISTRIBUTE                                                                           \
    "AMViewRef=a0e; PSRefPtr=NULL; PSRef=0; ParamCount=1; NewSign=1;\nAxisArray={1}"           \
    "DistrParamArray={0}"

/* A template of `size`, a call that says how to cut it, its distribution, and a loop of `body`
 * over the array on it. */
static TraceText *
weighted(const char *size, const char *call, const char *params, const char *distribute,
         int body)
{
    TraceText *t = trace_text_new(NULL);
    g_autofree char *create = g_strdup_printf("AMRef=0; Rank=1;\nSizeArray={%s}", size);
    int last = (int)g_ascii_strtoll(size, NULL, 10) - 1;
    g_autofree char *end = g_strdup_printf("%d", last);

    trace_text_call(t, "crtamv_", 0, 0, create, "AMViewRef=a0e;");
    if (call != NULL)
        trace_text_call(t, call, 0, 0, params, NULL);
    trace_text_call(t, "distr_", 0, 0, distribute, "IsLocal=1;");
    trace_text_array(t, "a0", 8, size);
    trace_text_align(t, "align_", "a0", 1, "a0e (AMView)");
    trace_text_loop(t, "c0", "a0", "0", end, body);
    return t;
}

static void
check_weighted(TraceText *t, const char *params, const double cpu[], guint n_warnings)
{
    g_autoptr(TraceText) whole = t;
    trace_text_exit(whole, 0);
    g_autoptr(Prediction) p = prediction_check_text(whole, params, FALSE);
    if (p == NULL)
        return;
    prediction_check_user(p, cpu);
    CHECK_INT(g_strv_length(p->warnings), n_warnings);
}

#define GENBLK(n) "PSRefPtr=NULL; PSRef=0; AMViewRef=a0e; AxisCount=1; DoubleSign=0\n" n
#define SETELW(n, loads)                                                                       \
    "PSRefPtr=NULL; PSRef=0; AMViewRef=a0e;\nAddrNumber=1;\nWeightNumber[0] = " n ";\n" loads

static void
test_genblk(void)
{
    const char *sizes = GENBLK("AxisWeightAddr[0][0] = 1\nAxisWeightAddr[0][1] = 3\n"
                               "AxisWeightAddr[0][2] = 4\nAxisWeightAddr[0][3] = 2\n");

    check_weighted(weighted("10", "genblk_", sizes, DISTRIBUTE("0"), 100), "topology = { 4 };",
                   (const double[]){ 10, 30, 40, 20 }, 0);
    /* four sizes for three coordinates: equal blocks (0-2 3-5 6-9), a warning */
    check_weighted(weighted("10", "genblk_", sizes, DISTRIBUTE("0"), 100), "topology = { 3 };",
                   (const double[]){ 30, 30, 40 }, 1);
    /* they hold for one distribution: the next is of equal blocks */
    TraceText *t = weighted("10", "genblk_", sizes, DISTRIBUTE("0"), 100);
    trace_text_call(t, "redis_", 0, 0, REDISTRIBUTE, "IsLocal=1;");
    trace_text_loop(t, "c1", "a0", "0", "9", 100);
    check_weighted(t, "topology = { 4 };", (const double[]){ 30, 60, 60, 50 }, 0);
}

static void
test_genblk_sum(void)
{
    g_autoptr(TraceText) t =
        weighted("11", "genblk_", GENBLK("AxisWeightAddr[0]={1 3 4 2}"), DISTRIBUTE("0"), 100);
    trace_text_exit(t, 0);
    g_autofree char *message = prediction_check_error(t, "topology = { 4 };");
    CHECK_THAT(message != NULL && strstr(message, ": error: ") != NULL, "'%s'", message);
}

static void
test_setelw(void)
{
    /* 5 | 1 1 1 1 1: at most 5 a group; weights 1 and 5 of 6 for 12 elements */
    check_weighted(weighted("12", "setelw_",
                            SETELW("6", "  LoadWeight[0] = 5.00;  LoadWeight[1] = 1.00; \n"
                                        "  LoadWeight[2] = 1.00;  LoadWeight[3] = 1.00; \n"
                                        "  LoadWeight[4] = 1.00;  LoadWeight[5] = 1.00; \n"),
                            DISTRIBUTE("0"), 120),
                   "topology = { 2 };", (const double[]){ 20, 100 }, 0);
    /* 1 3 5 7 9 | 11 13 | 15 17 | 19: sums 25 24 32 19; with 31 there would be five groups */
    const char *odd =
        SETELW("10", "LoadWeight={1.00 3.00 5.00 7.00 9.00 11.00 13.00 15.00 17.00 19.00}");
    check_weighted(weighted("10", "setelw_", odd, DISTRIBUTE("0"), 100), "topology = { 4 };",
                   (const double[]){ 50, 20, 20, 10 }, 0);
    /* 10 | 1 1 1 for four coordinates: those without a group have the weight of the last one:
     * 1 3 3 3 */
    check_weighted(weighted("10", "setelw_", SETELW("4", "LoadWeight={10.00 1.00 1.00 1.00}"),
                            DISTRIBUTE("0"), 100),
                   "topology = { 4 };", (const double[]){ 10, 30, 30, 30 }, 0);
    /* fewer loads than coordinates: equal */
    check_weighted(
        weighted("10", "setelw_", SETELW("2", "LoadWeight={9.00 1.00}"), DISTRIBUTE("0"), 100),
        "topology = { 4 };", (const double[]){ 20, 30, 20, 30 }, 0);
    /* not in the trace: equal, and a warning */
    check_weighted(weighted("10", "setelw_", SETELW("4", ""), DISTRIBUTE("0"), 100),
                   "topology = { 4 };", (const double[]){ 20, 30, 20, 30 }, 1);
    /* they hold for one distribution */
    TraceText *t = weighted("10", "setelw_", odd, DISTRIBUTE("0"), 100);
    trace_text_call(t, "redis_", 0, 0, REDISTRIBUTE, "IsLocal=1;");
    trace_text_loop(t, "c1", "a0", "0", "9", 100);
    check_weighted(t, "topology = { 4 };", (const double[]){ 70, 50, 40, 40 }, 0);
}

/* Weights of two grid dimensions: LoadWeight starts again at 0 for the second. */
static void
test_two_dimensions(void)
{
    const char *const calls[][2] = {
        /* 4 | 1 1 1 1: weights 1 and 4 for ten; 1 1 1 | 3: 3 and 1 for four */
        { "setelw_",
          "PSRefPtr=NULL; PSRef=0; AMViewRef=a0e;\nAddrNumber=2;\nWeightNumber[0] = 5;\n"
          "  LoadWeight[0] = 4.00;  LoadWeight[1] = 1.00; \n  LoadWeight[2] = 1.00;  "
          "LoadWeight[3] = 1.00; \n  LoadWeight[4] = 1.00; \nWeightNumber[1] = 4;\n"
          "  LoadWeight[0] = 1.00;  LoadWeight[1] = 1.00; \n  LoadWeight[2] = 1.00;  "
          "LoadWeight[3] = 3.00; \n" },
        { "genblk_", "PSRefPtr=NULL; PSRef=0; AMViewRef=a0e; AxisCount=2; DoubleSign=0\n"
                     "AxisWeightAddr[0][0] = 2\nAxisWeightAddr[0][1] = 8\n"
                     "AxisWeightAddr[1][0] = 3\nAxisWeightAddr[1][1] = 1\n" },
    };

    for (guint i = 0; i < G_N_ELEMENTS(calls); i++) {
        /* the template's axes are 4 and 10; the first grid dimension takes the second of them
         */
        TraceText *t = trace_text_new(NULL);
        trace_text_call(t, "crtamv_", 0, 0, "AMRef=0; Rank=2;\nSizeArray={4 10}",
                        "AMViewRef=a0e;");
        trace_text_call(t, calls[i][0], 0, 0, calls[i][1], NULL);
        trace_text_call(t, "distr_", 0, 0,
                        "AMViewRef=a0e; PSRefPtr=NULL; PSRef=0; ParamCount=2;\nAxisArray={2 1}"
                        "DistrParamArray={0 0}",
                        "IsLocal=1;");
        trace_text_array(t, "a0", 8, "4 10");
        trace_text_align(t, "align_", "a0", 2, "a0e (AMView)");
        trace_text_loop(t, "c0", "a0", "0 0", "3 9", 400);
        check_weighted(t, "topology = { 2, 2 };", (const double[]){ 60, 20, 240, 80 }, 0);
    }
}

static void
test_blkdiv(void)
{
    const char *four = "AMViewRefPtr=fff6; AMViewRef=a0e; AMVAxisCount=1\nAMVAxisDiv[0]=4  \n";

    /* 10 on two: the bound 5 is rounded down to 4 */
    check_weighted(weighted("10", "blkdiv_", four, DISTRIBUTE("0"), 100), "topology = { 2 };",
                   (const double[]){ 40, 60 }, 0);
    /* on four: 10/4 is raised to 4: 0-3 4-7 8-9 and none */
    check_weighted(weighted("10", "blkdiv_", four, DISTRIBUTE("0"), 100), "topology = { 4 };",
                   (const double[]){ 40, 40, 20, 0 }, 0);
    /* it holds until the next blkdiv_, a count of 0 ends it */
    TraceText *t = weighted("10", "blkdiv_", four, DISTRIBUTE("0"), 100);
    trace_text_call(t, "redis_", 0, 0, REDISTRIBUTE, "IsLocal=1;");
    trace_text_loop(t, "c1", "a0", "0", "9", 100);
    trace_text_call(t, "blkdiv_", 0, 0, "AMViewRef=a0e; AMVAxisCount=0\n", NULL);
    trace_text_call(t, "redis_", 0, 0, REDISTRIBUTE, "IsLocal=1;");
    trace_text_loop(t, "c2", "a0", "0", "9", 100);
    check_weighted(t, "topology = { 2 };", (const double[]){ 130, 170 }, 0);
}

static void
test_distribution_parameter(void)
{
    const char *four = "AMViewRef=a0e; AMVAxisCount=1\nAMVAxisDiv[0]=4  \n";

    /* blocks of 4 on four: 0-3 4-7 8-9 and none; of 3 on two, whatever blkdiv_ says: 0-2 and
     * the rest; of more than there are: all on the first */
    check_weighted(weighted("10", NULL, NULL, DISTRIBUTE("4"), 100), "topology = { 4 };",
                   (const double[]){ 40, 40, 20, 0 }, 0);
    check_weighted(weighted("10", "blkdiv_", four, DISTRIBUTE("3"), 100), "topology = { 2 };",
                   (const double[]){ 30, 70 }, 0);
    check_weighted(weighted("10", NULL, NULL, DISTRIBUTE("77"), 100), "topology = { 2 };",
                   (const double[]){ 100, 0 }, 0);
    /* fewer elements than coordinates: one each */
    check_weighted(weighted("3", NULL, NULL, DISTRIBUTE("0"), 90), "topology = { 5 };",
                   (const double[]){ 30, 30, 30, 0, 0 }, 0);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "genblk", test_genblk }, { "genblk_sum", test_genblk_sum },
        { "setelw", test_setelw }, { "two_dimensions", test_two_dimensions },
        { "blkdiv", test_blkdiv }, { "distribution_parameter", test_distribution_parameter },
        CU_TEST_INFO_NULL,
    };
    return tap_run("accounting-weights", tests);
}
