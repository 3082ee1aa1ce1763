/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Overriding, checking, copying, reading files.
 */
#include "tests/params/params-check.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct {
    const char *text;
    ParamsErrorCode code;
    const char *message;
} Case;

static void
check_error(const GError *error, ParamsErrorCode code, const char *message)
{
    CU_ASSERT_PTR_NOT_NULL_FATAL(error);
    CHECK_TEXT(error->message, message);
    CU_ASSERT(g_error_matches(error, PARAMS_ERROR, (int)code));
}

static void
set(Params *params, const char *assignment)
{
    g_autoptr(GError) error = NULL;
    CU_ASSERT(params_set(params, assignment, &error));
    CHECK_TEXT(error != NULL ? error->message : NULL, NULL);
}

static void
check_set(void)
{
    g_autoptr(Params) p = params_new();
    set(p, "start time=10");
    CHECK_SAME(p->start_time, 1e-05);
    CHECK_ATTO(p->network.start_time, (RaterAtto)10000000 * 1000000);
    set(p, "  START   Time = 1.5e-3 ; ");
    CHECK_SAME(p->start_time, 1.5e-09);
    set(p, "type=IDEAL");
    CHECK_TEXT(params_type_name(p), "ideal");
    set(p, "topology={4,2}");
    CHECK_INT(p->topology.rank, 2);
    set(p, "speed = { 8 x 2 };");
    CHECK_INT(p->speeds->len, 1);
    set(p, "speed = { 0.5, 1 }");
    CHECK_INT(p->speeds->len, 2);
    set(p, "channels=7 // lines");
    CHECK_INT(p->network.channels, 7);
    /* Only what was named has changed. */
    CHECK_SAME(p->send_byte_time, 0);
    CHECK_SAME(p->power, 1);
    CHECK_SAME(p->start_time, 1.5e-09);
}

static void
check_set_errors(void)
{
    static const Case cases[] = {
        { "strat time=10", PARAMS_ERROR_NAME,
          "'strat time=10', column 1: unknown parameter 'strat time', did you mean "
          "'start time'?" },
        { "power=-1", PARAMS_ERROR_VALUE,
          "'power=-1', column 7: '-1' is out of range, expected real, 1e-9 to 1e9" },
        { "power", PARAMS_ERROR_SYNTAX,
          "'power', column 6: expected '=' after 'power', found the end" },
        { "", PARAMS_ERROR_SYNTAX,
          "'', column 1: expected the name of a parameter, found the end" },
        { "power=1;;", PARAMS_ERROR_SYNTAX,
          "'power=1;;', column 9: expected one assignment only, found ';'" },
        { "power=1;scale=1", PARAMS_ERROR_SYNTAX,
          "'power=1;scale=1', column 9: expected one assignment only, found 'scale'" },
        { "power=1 2", PARAMS_ERROR_SYNTAX,
          "'power=1 2', column 9: expected ';' after the value of 'power', found '2'" },
        { "speed={3,}", PARAMS_ERROR_VALUE,
          "'speed={3,}', column 10: expected a speed (real, 1e-9 to 1e9), found '}'" },
        { "cluster=mvs", PARAMS_ERROR_SYNTAX,
          "'cluster=mvs', column 1: a machine of clusters ('cluster = ...') is described in "
          "a file, expected parameters such as 'type = network'" },
    };
    g_autoptr(Params) p = READ("power = 3; speed = { 1, 2 }; topology = { 2 };");
    g_autoptr(Params) before = params_copy(p);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        CU_ASSERT_FALSE(params_set(p, cases[i].text, &error));
        check_error(error, cases[i].code, cases[i].message);
        CHECK_EQUAL(p, before);
    }
}

static void
check_topology(void)
{
    static const struct {
        const char *text;
        int rank;
        gint64 size[3];
    } cases[] = {
        { "4x2", 2, { 4, 2 } },
        { "4X2", 2, { 4, 2 } },
        { "4,2", 2, { 4, 2 } },
        { "8", 1, { 8 } },
        { " 4 x 2 ", 2, { 4, 2 } },
        { "1x2,3", 3, { 1, 2, 3 } },
        { "2147483648", 1, { G_GINT64_CONSTANT(2147483648) } },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Params) p = READ("topology = { 5, 5, 5, 5 };");
        g_autoptr(GError) error = NULL;
        CU_ASSERT(params_set_topology(p, cases[i].text, &error));
        CU_ASSERT_PTR_NULL(error);
        CHECK_INT(p->topology.rank, cases[i].rank);
        for (int k = 0; k < RATER_MAX_RANK; k++)
            CHECK_INT(p->topology.size[k], k < 3 ? cases[i].size[k] : 0);
    }
}

static void
check_topology_errors(void)
{
#define SIZE "a size (integer, 1 to 2^31)"
    static const Case cases[] = {
        { "", PARAMS_ERROR_VALUE, "'', column 1: expected " SIZE ", found the end" },
        { "4y2", PARAMS_ERROR_SYNTAX,
          "'4y2', column 2: expected 'x' between two sizes, found 'y2'" },
        { "4x", PARAMS_ERROR_VALUE, "'4x', column 3: expected " SIZE ", found the end" },
        { "x4", PARAMS_ERROR_VALUE, "'x4', column 1: expected " SIZE ", found 'x4'" },
        { "4x0", PARAMS_ERROR_VALUE, "'4x0', column 3: '0' is out of range, expected " SIZE },
        { "4x-2", PARAMS_ERROR_VALUE,
          "'4x-2', column 3: '-2' is out of range, expected " SIZE },
        { "4 2", PARAMS_ERROR_SYNTAX,
          "'4 2', column 3: expected 'x' between two sizes, found '2'" },
        { "2.5", PARAMS_ERROR_VALUE, "'2.5', column 1: expected " SIZE ", found '2.5'" },
        { "{4,2}", PARAMS_ERROR_VALUE, "'{4,2}', column 1: expected " SIZE ", found '{'" },
        { "1x1x1x1x1x1x1x1x1", PARAMS_ERROR_VALUE,
          "'1x1x1x1x1x1x1x1x1', column 17: expected rank 1 to 8, found more sizes" },
        { "65536x65536", PARAMS_ERROR_VALUE,
          "'65536x65536', column 7: the product of the sizes is out of range, "
          "expected "
          "at most 2^31 processors" },
    };
#undef SIZE
    g_autoptr(Params) p = READ("topology = { 5, 5, 5 };");
    g_autoptr(Params) before = params_copy(p);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        CU_ASSERT_FALSE(params_set_topology(p, cases[i].text, &error));
        check_error(error, cases[i].code, cases[i].message);
        CHECK_EQUAL(p, before);
    }
}

/* Enough speeds for the topology that there is in the end. */
static void
check_check(void)
{
    g_autoptr(Params) p = READ("topology = { 2, 2 }; speed = { 2 x 1, 2 };");
    g_autoptr(GError) error = NULL;
    CU_ASSERT_FALSE(params_check(p, &error));
    check_error(error, PARAMS_ERROR_VALUE,
                "'speed' is given for 3 processors, expected at least the 4 of the "
                "topology");
    CU_ASSERT_FALSE(params_check(p, NULL));
    CU_ASSERT(params_set_topology(p, "3", NULL));
    CU_ASSERT(params_check(p, NULL));
    CU_ASSERT(params_set_topology(p, "2", NULL));
    CU_ASSERT(params_check(p, NULL));
    g_autoptr(Params) defaults = params_new();
    CU_ASSERT(params_set_topology(defaults, "1024x1024", NULL));
    CU_ASSERT(params_check(defaults, NULL));
}

static void
check_copy(void)
{
    g_autoptr(Params) p = READ("type = transputer; start time = 3; speed = { 1, 2 };"
                               "topology = { 2 }; power = 2; scale = 3; channels = 4;");
    g_autoptr(Params) q = params_copy(p);
    CHECK_EQUAL(p, q);
    CU_ASSERT_PTR_NOT_EQUAL(p->speeds, q->speeds);
    set(q, "speed = { 7 }");
    CHECK_INT(p->speeds->len, 2);
    g_autoptr(Params) empty = params_new();
    g_autoptr(Params) same = params_copy(empty);
    CHECK_EQUAL(empty, same);
    params_free(NULL);
}

/* Writes `len` bytes to a new file; returns its path, to be removed and freed. */
static char *
write_file(const char *text, gsize len)
{
    g_autoptr(GError) error = NULL;
    char *path = NULL;
    int fd = g_file_open_tmp("predictor-XXXXXX.par", &path, &error);
    CU_ASSERT_FATAL(fd >= 0);
    g_close(fd, NULL);
    CU_ASSERT_FATAL(g_file_set_contents(path, text, (gssize)len, &error));
    return path;
}

static void
check_read(void)
{
    g_autofree char *path = write_file("power = 2;\n", 11);
    g_autoptr(GError) error = NULL;
    g_autoptr(Params) p = params_read(path, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    CU_ASSERT_PTR_NULL(error);
    CHECK_SAME(p->power, 2);
    CU_ASSERT(g_file_set_contents(path, "power = 2;\npower", 16, NULL));
    CU_ASSERT_PTR_NULL(params_read(path, &error));
    g_autofree char *twice =
        g_strdup_printf("%s:2:1: error: 'power' is given twice, first on line 1", path);
    check_error(error, PARAMS_ERROR_NAME, twice);
    CU_ASSERT(g_file_set_contents(path, "", 0, NULL));
    g_autoptr(Params) empty = params_read(path, NULL);
    CU_ASSERT_PTR_NOT_NULL(empty);
    g_unlink(path);
}

static void
check_read_errors(void)
{
    g_autoptr(GError) missing = NULL, directory = NULL, endless = NULL;
    CU_ASSERT_PTR_NULL(params_read("no/such.par", &missing));
    check_error(missing, PARAMS_ERROR_FILE,
                "no/such.par: error: cannot be read: No such file or directory");
    CU_ASSERT_PTR_NULL(params_read("/", &directory));
    check_error(directory, PARAMS_ERROR_FILE, "/: error: cannot be read: Is a directory");
    CU_ASSERT_PTR_NULL(params_read("/dev/zero", &endless));
    check_error(endless, PARAMS_ERROR_FILE,
                "/dev/zero: error: cannot be read: too large for a parameter file");
}

/* Every sample that is shipped. */
static void
check_samples(void)
{
    static const struct {
        const char *name, *type;
        double start_time, send_byte_time, trace_overhead;
    } cases[] = {
        { "network.par", "network", 75e-6, 0.2e-6, 0 },
        { "transputer.par", "transputer", 75e-6, 0.2e-6, 0 },
        { "ideal.par", "ideal", 0, 0, 0 },
        { "cluster-modern.par", "star", 1.2e-6, 0.000081e-6, 1e-6 },
        { "aries.par", "dragonfly", 1e-6, 0.0001004e-6, 1e-6 },
        { "clusters.par", "cluster", 0, 0, 0 },
        { "cppe.par", "mesh", 10e-6, 0.25e-6, 0 },
        { "ethernet-10g.par", "star", 23e-6, 0.00085e-6, 1e-6 },
        { "infiniband-hdr.par", "fat tree", 0.87e-6, 0.0000417e-6, 1e-6 },
        { "infiniband-ndr.par", "fat tree", 0.8e-6, 0.0000213e-6, 1e-6 },
        { "node.par", "full", 0, 0, 1e-6 },
        { "raspberry-pi.par", "star", 80e-6, 0.00848e-6, 1e-6 },
        { "roce-100g.par", "fat tree", 1.2e-6, 0.000086e-6, 1e-6 },
        { "slingshot.par", "dragonfly", 1.25e-6, 0.0000443e-6, 1e-6 },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *relative = g_build_filename("params", cases[i].name, NULL);
        g_autofree char *path = params_check_source(relative);
        g_autoptr(GError) error = NULL;
        g_autoptr(Params) p = params_read(path, &error);
        CHECK_TEXT(error != NULL ? error->message : NULL, NULL);
        CU_ASSERT_PTR_NOT_NULL_FATAL(p);
        CU_ASSERT(params_check(p, NULL));
        g_autoptr(GPtrArray) warnings = params_warnings(p);
        CHECK_INT(warnings->len, 0);
        CHECK_TEXT(params_type_name(p), cases[i].type);
        CHECK_SAME(p->start_time, cases[i].start_time);
        CHECK_SAME(p->send_byte_time, cases[i].send_byte_time);
        CHECK_SAME(p->trace_overhead, cases[i].trace_overhead);
    }
    /* No other sample is there. */
    g_autofree char *folder = params_check_source("params");
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
    guint n = 0;
    for (const char *name = g_dir_read_name(dir); name != NULL; name = g_dir_read_name(dir))
        n += g_str_has_suffix(name, ".par");
    CHECK_INT(n, G_N_ELEMENTS(cases));
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "set", check_set },           { "set errors", check_set_errors },
        { "topology", check_topology }, { "topology errors", check_topology_errors },
        { "check", check_check },       { "copy", check_copy },
        { "read", check_read },         { "read errors", check_read_errors },
        { "samples", check_samples },   CU_TEST_INFO_NULL,
    };
    return tap_run("params", tests);
}
