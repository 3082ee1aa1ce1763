/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sweeps as files: what is written reads back the same, and nothing that is damaged does harm.
 */
#include "src/report/sweep/read.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "src/analysis/sweep/machine.h"
#include "src/report/sweep/view.h"
#include "tests/sweep/common.h"

typedef struct {
    char *folder, *path;
} Files;

static void
files_init(Files *files)
{
    files->folder = g_dir_make_tmp("sweep-XXXXXX", NULL);
    files->path = g_build_filename(files->folder, "x.json", NULL);
}

static void
files_clear(Files *files)
{
    g_unlink(files->path);
    g_rmdir(files->folder);
    g_free(files->folder);
    g_free(files->path);
}

/* A sweep with everything in it. */
static Sweep *
rich(void)
{
    Sweep *sweep = sweep_new();
    SweepRow *row = common_add_row(sweep, "2x3", 0.1, 0.3, SWEEP_IDLE);

    sweep->trace = (SweepTrace){ .file = g_strdup("a \"b\".trc"),
                                 .program = NULL,
                                 .n_calls = 3,
                                 .bytes = 4,
                                 .lines = 5,
                                 .complete = TRUE,
                                 .rts_version = 2889,
                                 .exit_code = -1 };
    sweep->objective = SWEEP_EFFICIENCY;
    sweep->floor = 0.3;
    params_set(row->params, "start time = 0.1", NULL);
    params_set(row->params, "speed = { 3 x 0.1, 3 x 7 }", NULL);
    params_set(row->params, "type = transputer", NULL);
    row->result.has_pop = TRUE;
    row->result.pop = (PopFactors){ 1.5, 2.5, 0.1, 0.2, 0.3, 0.7, 1.0 / 3 };
    row->report = g_strdup("r/2x3.html");
    sweep_add_warning(sweep, row, "a.trc:1: warning: x\n\001");
    sweep_add_warning(sweep, row, "second");
    row = common_add_row(sweep, "4", 0, 0, SWEEP_IDLE);
    row->status = SWEEP_FAILED;
    row->reason = g_strdup("does not fit");
    row = common_add_row(sweep, "5", 0, 0, SWEEP_IDLE);
    row->status = SWEEP_NOT_RUN;
    row = common_add_row(sweep, "7", 1e-300, 1e-301, SWEEP_INSUFFICIENT);
    sweep_add_warning(sweep, row, "second");
    sweep->interrupted = TRUE;
    return sweep;
}

static gboolean
write_json(const Sweep *sweep, const char *path)
{
    const SweepOptions options = { 0 };
    g_autoptr(SweepView) view = sweep_view_new(sweep, &options);

    return report_sink_to_file(sweep_json_write, view, path, NULL);
}

static char *
json_of(const Sweep *sweep, const Files *files)
{
    char *text = NULL;

    CU_ASSERT_TRUE(write_json(sweep, files->path));
    g_file_get_contents(files->path, &text, NULL, NULL);
    return text;
}

static void
test_round(void)
{
    Files files;
    files_init(&files);
    g_autoptr(Sweep) sweep = rich();
    g_autoptr(Sweep) back = sweep_new();
    g_autofree char *text = json_of(sweep, &files);

    CU_ASSERT_TRUE(sweep_read_append(back, files.path, NULL));
    sweep_merge(back);
    g_autofree char *again = json_of(back, &files);
    CHECK_TEXT(again, text);
    CHECK_INT(back->rows->len, 4);
    const SweepResult *result = &sweep_row(back, 0)->result;
    CHECK_SAME(result->pop.global_efficiency, 1.5);
    CHECK_SAME(result->pop.computation_scaling, 2.5);
    CHECK_SAME(result->pop.transfer_efficiency, 1.0 / 3);
    CHECK_SAME(sweep_row(back, 0)->params->start_time, 1e-7);
    files_clear(&files);
}

/* A real sweep, with parameters as machines have them. */
static void
test_real(void)
{
    Files files;
    files_init(&files);
    g_autoptr(TraceProgram) program = common_read("task_regions_2x2.trc");
    g_autoptr(Sweep) sweep = sweep_new();
    g_autoptr(Sweep) back = sweep_new();

    for (guint n = 1; n <= 12; n++) {
        g_autofree char *text = g_strdup_printf("start time = %u.%u; topology = { %u };"
                                                "send byte time = 0.%u; power = 0.%u;",
                                                n, n * 37, n, n * 7, n);
        g_ptr_array_add(sweep->rows, sweep_row_new("x.par", common_params(text)));
    }
    common_run(sweep, program, 2);
    g_autofree char *text = json_of(sweep, &files);
    CU_ASSERT_TRUE(sweep_read_append(back, files.path, NULL));
    g_autofree char *again = json_of(back, &files);
    CHECK_TEXT(again, text);
    for (guint i = 0; i < back->rows->len; i++)
        CHECK_SAME(sweep_row(back, i)->params->start_time,
                   sweep_row(sweep, i)->params->start_time);
    files_clear(&files);
}

/* Reads a text as a file: it is a sweep or an error. */
static gboolean
try(const Files *files, const char *text, gsize len, char **message)
{
    g_autoptr(Sweep) sweep = sweep_new();
    g_autoptr(GError) error = NULL;

    CU_ASSERT_TRUE_FATAL(g_file_set_contents(files->path, text, (gssize)len, NULL));
    const gboolean ok = sweep_read_append(sweep, files->path, &error);
    if (ok != (error == NULL))
        CHECK_TEXT(text, "a sweep or an error");
    if (ok) { /* what was taken can be written */
        g_autofree char *path = g_strconcat(files->path, ".out", NULL);
        sweep_merge(sweep);
        CU_ASSERT_TRUE(write_json(sweep, path));
        g_unlink(path);
    }
    if (message != NULL)
        *message = g_strdup(error != NULL ? error->message : "");
    return ok;
}

static char *
replaced(const char *text, const char *part, const char *by)
{
    g_auto(GStrv) pieces = g_strsplit(text, part, 2);

    CU_ASSERT_PTR_NOT_NULL_FATAL(pieces[1]);
    return g_strjoinv(by, pieces);
}

static void
test_wrong(void)
{
    static const struct {
        const char *part, *by, *message;
    } cases[] = {
        { "predictor-sweep", "predictor-report", "this is no sweep of this program" },
        { "\"version\": 1,", "\"version\": 2,", "this version of the sweep is not known" },
        { "\"calls\": 3", "\"calls\": -3", "'calls' is -3, expected a number of at least 0" },
        { "\"calls\": 3", "\"calls\": 3.5", "'calls' is missing or of another type" },
        { "\"complete\": false", "\"complete\": 0",
          "'complete' is missing or of another type" },
        { "\"done\"", "\"started\"", "'status' is missing or of another type" },
        { "\"execution_time\": 0.1", "\"execution_time\": \"0.1\"",
          "'execution_time' is missing or of another type" },
        { "\"execution_time\": 0.1", "\"execution_time\": 1e999",
          "the number 1e999 is out of range" },
        { "\"execution_time\": 0.1", "\"execution_time\": 1.7e308",
          "'execution_time' is 1.7e+308, expected 0, or a number from 1e-302 to 1e300" },
        { "\"execution_time\": 0.1", "\"execution_time\": 5e-324",
          "the number 5e-324 is out of range" },
        { "\"idle\":", "\"idly\":", "'idle' is missing or of another type" },
        { "\"load_balance\"", "\"balance\"", "'load_balance' is missing or of another type" },
        { "\"efficiency\"", "\"speed\"", "'objective' is missing or of another type" },
        { "\"topology\": [2, 3]", "\"topology\": [2, 0]", "no sweep of this program: " },
        { "\"topology\": [2, 3]", "\"topology\": []", "no sweep of this program: " },
        { "\"topology\": [2, 3]", "\"topology\": [[2]]", "no sweep of this program: " },
        { "\"topology\": [2, 3]", "\"topologie\": [2, 3]",
          "no sweep of this program: parameter 'topology' is missing" },
        { "\"power\": 1", "\"power\": 1, \"colour\": 1",
          "no sweep of this program: there are parameters that are not known" },
        { "\"type\": \"transputer\"", "\"type\": \"network; power = 3\"",
          "no sweep of this program: " },
        { "\"warnings\": [0", "\"warnings\": [9", "an item of 'warnings' is no integer from 0 to 1" },
        { "\"warnings\": [0", "\"warnings\": [-1", "an item of 'warnings' is no integer from 0 to 1" },
        { "\"warnings\": [0", "\"warnings\": [[0]", "an item of 'warnings' is no integer" },
        { "\"configurations\": [", "\"configurations\": [3, ",
          "'configurations' is missing or of another type" },
        { "\"configurations\": [", "\"configurations\": [/* \" */",
          "this is not JSON: unexpected '/'" },
        { "{", "{{", "x.json:1:" },
    };
    Files files;
    files_init(&files);
    g_autoptr(Sweep) sweep = rich();
    g_autofree char *text = json_of(sweep, &files);

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *wrong = replaced(text, cases[i].part, cases[i].by);
        g_autofree char *message = NULL;
        CHECK_INT(try(&files, wrong, strlen(wrong), &message), 0);
        CHECK_HAS(message, "x.json:");
        CHECK_HAS(message, " error: ");
        CHECK_HAS(message, cases[i].message);
    }
    files_clear(&files);
}

/* Times at both ends of what is taken, and neighbours: every format tells them, and nothing is
 * made of them that is not a number. */
static void
test_ends(void)
{
    static const ReportFill formats[] = { sweep_json_write, sweep_table_write, sweep_csv_write,
                                          sweep_html_write };
    static const double times[][2] = {
        { 1e-302, 1e300 },          { 1e300, 1e-302 }, { 1e-302, 0 },
        { 1e300, 1e300 },           { 0, 1e-302 },     { 1, 1e300 },
        { 1e5, 100000.00000000001 }
    };
    const SweepOptions options = { 0 };
    Files files;
    files_init(&files);

    for (gsize i = 0; i < G_N_ELEMENTS(times); i++) {
        g_autoptr(Sweep) sweep = rich();
        g_autoptr(Sweep) back = sweep_new();
        for (guint k = 0; k < 2; k++) {
            SweepRow *row = common_add_row(sweep, k == 0 ? "2x1" : "4x1", 1, 1, SWEEP_IDLE);
            row->result.execution_time = times[i][k];
            row->result.serial_time = times[i][!k];
        }
        g_autofree char *text = json_of(sweep, &files);
        CHECK_INT(sweep_read_append(back, files.path, NULL), 1);
        sweep_merge(back);
        g_autoptr(SweepView) view = sweep_view_new(back, &options);
        for (gsize k = 0; k < G_N_ELEMENTS(formats); k++) {
            g_autofree char *told = NULL;
            CU_ASSERT_TRUE(report_sink_to_file(formats[k], view, files.path, NULL));
            g_file_get_contents(files.path, &told, NULL, NULL);
            CHECK_INT(g_regex_match_simple("[^a-z](nan|inf)[^a-z]", told, 0, 0), 0);
        }
    }
    files_clear(&files);
}

/* The sweeps of two traces are not one. */
static void
test_other_trace(void)
{
    Files files;
    files_init(&files);
    g_autoptr(Sweep) sweep = rich();
    g_autofree char *text = json_of(sweep, &files);
    g_autofree char *other = replaced(text, "\"bytes\": 4", "\"bytes\": 40");
    g_autoptr(Sweep) both = sweep_new();
    g_autoptr(GError) error = NULL;

    CU_ASSERT_TRUE(sweep_read_append(both, files.path, NULL));
    g_file_set_contents(files.path, other, -1, NULL);
    CHECK_INT(sweep_read_append(both, files.path, &error), 0);
    CHECK_INT(g_error_matches(error, SWEEP_READ_ERROR, SWEEP_READ_ERROR_TRACE), 1);
    files_clear(&files);
}

/* Cut anywhere, and with bytes changed. SWEEP_RANDOM is the number of changed files. */
static void
test_damaged(void)
{
    static const char letters[] = "0123456789-+.eE\"{}[]:,\\ntf\xff\x00 ";
    const guint32 seed = 42;
    const char *rounds = g_getenv("SWEEP_RANDOM");
    const guint64 n = rounds != NULL ? g_ascii_strtoull(rounds, NULL, 10) : 1500;
    Files files;
    files_init(&files);
    g_autoptr(Sweep) sweep = rich();
    g_autoptr(GRand) random = g_rand_new_with_seed(seed);
    g_autofree char *text = json_of(sweep, &files);
    const gsize len = strlen(text);

    for (gsize cut = 0; cut + 3 < len; cut += 7)
        CHECK_INT(try(&files, text, cut, NULL), 0);
    for (guint64 i = 0; i < n; i++) {
        g_autofree char *changed = g_strdup(text);
        for (gint k = g_rand_int_range(random, 1, 4); k > 0; k--)
            changed[g_rand_int_range(random, 0, (gint)len)] =
                letters[g_rand_int_range(random, 0, sizeof letters - 1)];
        try(&files, changed, len, NULL);
    }
    files_clear(&files);
}

/* Brackets in each other, deeper than any stack. */
static void
test_deep(void)
{
    Files files;
    files_init(&files);
    g_autoptr(GString) text = g_string_new("{\"format\": ");

    for (guint i = 0; i < 1000000; i++)
        g_string_append_c(text, '[');
    CHECK_INT(try(&files, text->str, text->len, NULL), 0);
    files_clear(&files);
}

/* A table with words that could drive a terminal, and CSV with words that need quotes. */
static void
test_other_formats(void)
{
    static const ReportFill formats[] = { sweep_table_write, sweep_csv_write,
                                          sweep_html_write };
    const SweepOptions options = { 0 };
    Files files;
    files_init(&files);
    g_autoptr(Sweep) sweep = rich();
    sweep_row(sweep, 1)->reason[0] = '\033';
    sweep_row(sweep, 1)->reason[1] = '"';
    g_autoptr(SweepView) view = sweep_view_new(sweep, &options);

    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++) {
        g_autofree char *text = NULL;
        CU_ASSERT_TRUE(report_sink_to_file(formats[i], view, files.path, NULL));
        g_file_get_contents(files.path, &text, NULL, NULL);
        CHECK_HAS(text, "es not fit");
        CHECK_LACKS(text, "\033");
        if (i == 1)
            CHECK_HAS(text, "2,failed,\"\\x1b\"\"es not fit\",test.par,");
    }
    files_clear(&files);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "written and read", test_round },
        { "a real sweep", test_real },
        { "wrong values", test_wrong },
        { "another trace", test_other_trace },
        { "ends of the numbers", test_ends },
        { "damaged files", test_damaged },
        { "deep nesting", test_deep },
        { "other formats", test_other_formats },
        CU_TEST_INFO_NULL,
    };
    return tap_run("sweep-read", tests);
}
