/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Exported timelines, as a viewer reads them: Chrome's trace events and Pajé of samples, and
 * Paraver of a small run made by hand.
 */
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/analysis/predict/predict.h"
#include "src/report/timeline/export.h"
#include "src/report/value/report.h"
#include "src/trace/program/program.h"
#include "src/trace/text/reader.h"
#include "tests/tap.h"

#define MACHINE "type = network; start time = 75; send byte time = 0.2;"

typedef struct {
    Prediction *prediction;
    Timeline *timeline;
    TraceProgram *program;
} Case;

static Case
case_new(const char *sample, const char *topology)
{
    g_autofree char *path = g_strdup_printf("%s/samples/%s.trc", g_getenv("SRCDIR"), sample);
    g_autoptr(Params) params = params_parse("machine", MACHINE, strlen(MACHINE), NULL);
    g_autoptr(GError) error = NULL;
    Case one;
    g_assert_true(params_set_topology(params, topology, NULL));
    one.program = trace_read(path, &error);
    g_assert_no_error(error);
    one.timeline = timeline_new(rater_grid_count(&params->topology), 0);
    const PredictOptions options = { .timeline = one.timeline, .no_ideal = TRUE };
    one.prediction = predict(one.program, params, &options, &error);
    g_assert_no_error(error);
    return one;
}

static void
case_clear(Case *one)
{
    prediction_free(one->prediction);
    timeline_free(one->timeline);
    trace_program_free(one->program);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Case, case_clear)

/* The text of the exported file; *left as timeline_export_file() tells. */
static char *export(const Case *one, const TimelineExportOptions *options, const char *suffix,
                    char **left)
{
    g_autofree char *path = g_strdup_printf("test-timeline-export-XXXXXX%s", suffix);
    g_autoptr(GError) error = NULL;
    char *text = NULL;
    *left = NULL;
    int fd = g_mkstemp(path);
    const TimelineRun run = timeline_run_of(one->prediction);
    g_assert_true(fd >= 0 && g_close(fd, NULL));
    CU_ASSERT(
        timeline_export_file(&run, one->timeline, options, path, left, &error));
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_auto(GStrv) beside = timeline_export_siblings(path);
    for (char **file = beside; *file != NULL; file++)
        g_assert_true(g_unlink(*file) == 0);
    g_unlink(path);
    return text;
}

/* --- Chrome ---------------------------------------------------------------------------------
 */

typedef struct {
    double start, end;
    gint64 tid;
    gboolean interval;
} Slice;

typedef struct {
    GArray *slices; /* of Slice, as they stand in the file */
    guint n_names, n_begun, n_ended;
    double first, last, bytes; /* bytes: of all messages */
    gboolean flows_fit; /* each has both ends, in order */
    char *left;
} Chrome;

static void
chrome_clear(Chrome *c)
{
    g_array_unref(c->slices);
    g_free(c->left);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Chrome, chrome_clear)

static void
read_event(Chrome *c, JsonObject *event, GHashTable *flows)
{
    const char *ph = json_object_get_string_member(event, "ph");
    gint64 tid = json_object_get_int_member(event, "tid");
    CHECK_INT(json_object_get_int_member(event, "pid"), 1);
    CU_ASSERT(*json_object_get_string_member(event, "name") != '\0');
    if (g_str_equal(ph, "M")) {
        c->n_names += g_str_equal(json_object_get_string_member(event, "name"), "thread_name");
        return;
    }
    double ts = json_object_get_double_member(event, "ts");
    c->first = MIN(c->first, ts);
    if (g_str_equal(ph, "X")) {
        Slice slice = { ts, ts + json_object_get_double_member(event, "dur"), tid,
                        g_str_equal(json_object_get_string_member(event, "cat"), "interval") };
        CU_ASSERT(slice.start <= slice.end);
        c->last = MAX(c->last, slice.end);
        g_array_append_val(c->slices, slice);
        return;
    }
    gpointer id = GINT_TO_POINTER((int)json_object_get_int_member(event, "id") + 1);
    if (g_str_equal(ph, "s")) {
        g_hash_table_insert(flows, id, g_memdup2(&ts, sizeof ts));
        c->bytes += json_object_get_double_member(json_object_get_object_member(event, "args"),
                                                  "bytes");
        c->n_begun++;
    } else {
        const double *begun = g_hash_table_lookup(flows, id);
        CU_ASSERT_STRING_EQUAL(ph, "f");
        c->flows_fit = c->flows_fit && begun != NULL && *begun <= ts;
        c->n_ended++;
    }
}

static Chrome
read_chrome(const char *text)
{
    Chrome c = { .slices = g_array_new(FALSE, FALSE, sizeof(Slice)),
                 .first = INFINITY,
                 .flows_fit = TRUE };
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(GHashTable) flows = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    CU_ASSERT(json_parser_load_from_data(parser, text, -1, &error));
    g_assert_no_error(error);
    JsonObject *root = json_node_get_object(json_parser_get_root(parser));
    JsonObject *other = json_object_get_object_member(root, "otherData");
    if (json_object_has_member(other, "shortened"))
        c.left = g_strdup(json_object_get_string_member(other, "shortened"));
    JsonArray *events = json_object_get_array_member(root, "traceEvents");
    for (guint i = 0; i < json_array_get_length(events); i++)
        read_event(&c, json_array_get_object_element(events, i), flows);
    return c;
}

/* Slices of a thread lie inside of each other or beside each other, in the order of the file.
 */
static void
check_nesting(const Chrome *c, guint n_threads)
{
    for (guint tid = 1; tid <= n_threads; tid++) {
        g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(double));
        guint wrong = 0, deepest = 0;
        for (guint i = 0; i < c->slices->len; i++) {
            const Slice *s = &g_array_index(c->slices, Slice, i);
            if (s->tid != tid)
                continue;
            while (open->len > 0 &&
                   g_array_index(open, double, open->len - 1) <= s->start + 1e-6)
                g_array_set_size(open, open->len - 1);
            wrong +=
                open->len > 0 && g_array_index(open, double, open->len - 1) < s->end - 1e-6;
            g_array_append_val(open, s->end);
            deepest = MAX(deepest, open->len);
        }
        CHECK_INT(wrong, 0);
        CU_ASSERT(deepest >= 2);
    }
}

/* Activities of a thread, microseconds. */
static double
busy(const Chrome *c, gint64 tid)
{
    double sum = 0;
    for (guint i = 0; i < c->slices->len; i++) {
        const Slice *s = &g_array_index(c->slices, Slice, i);
        if (s->tid == tid && !s->interval)
            sum += s->end - s->start;
    }
    return sum;
}

static void
test_chrome(void)
{
    static const char *const samples[] = { "heat2d",       "wavefront_sor", "task_regions",
                                           "io_files",     "adi_across",    "nested_intervals",
                                           "remote_access" };
    for (guint k = 0; k < G_N_ELEMENTS(samples); k++) {
        g_auto(Case) one = case_new(samples[k], "4");
        const TimelineExportOptions all = { .to = INFINITY, .budget = 1 << 30 };
        g_autofree char *left = NULL, *again_left = NULL;
        g_autofree char *text = export(&one, &all, ".json", &left);
        g_autofree char *again = export(&one, &all, ".json", &again_left);
        g_auto(Chrome) c = read_chrome(text);
        double longest = 0;
        CU_ASSERT_STRING_EQUAL(text, again);
        CU_ASSERT(left == NULL && c.left == NULL);
        CU_ASSERT(c.n_names >= 1 && c.n_names <= 4);
        CHECK_INT(c.n_begun, c.n_ended);
        CU_ASSERT(c.flows_fit);
        check_nesting(&c, c.n_names);
        for (guint tid = 1; tid <= c.n_names; tid++)
            longest = MAX(longest, busy(&c, tid));
        /* each activity is rounded to nanoseconds at its ends, which are those of others */
        CU_ASSERT(fabs(longest - one.prediction->execution_time * 1e6) <= 1e-3);
    }
}

static void
test_messages(void)
{
    g_auto(Case) one = case_new("heat2d", "4");
    g_autofree char *left = NULL;
    const TimelineExportOptions all = { .to = INFINITY, .budget = 1 << 30 };
    g_autofree char *text = export(&one, &all, ".json", &left);
    g_auto(Chrome) c = read_chrome(text);
    guint64 expected = 0;
    /* four rows, or neighbours of one row: count what the timeline has between rows */
    for (guint64 i = 0; i < timeline_n_activities(one.timeline); i++) {
        const TimelineActivity *r = timeline_activity(one.timeline, i);
        if (r->kind == TIMELINE_MESSAGE && r->traffic != TIMELINE_NO_TRAFFIC &&
            r->start < r->end)
            expected += timeline_traffic(one.timeline, r->traffic)->n_pairs;
    }
    CU_ASSERT(expected > 0);
    CU_ASSERT(c.n_begun > 0 && c.n_begun <= expected);
}

static void
test_budget(void)
{
    g_auto(Case) one = case_new("heat2d", "4x2");
    const TimelineExportOptions all = { .to = INFINITY, .budget = 1 << 30 };
    g_autofree char *none = NULL;
    g_autofree char *whole = export(&one, &all, ".json", &none);
    for (guint64 budget = 2000; budget <= 2048000; budget *= 4) {
        g_autofree char *left = NULL, *paje_left = NULL;
        const TimelineExportOptions options = { .to = INFINITY, .budget = budget };
        g_autofree char *text = export(&one, &options, ".json", &left);
        g_autofree char *paje = export(&one, &options, ".paje", &paje_left);
        g_auto(Chrome) c = read_chrome(text);
        CU_ASSERT(strlen(text) <= budget + 4096); /* names of 6 rows */
        CU_ASSERT(strlen(paje) <= budget + 8192); /* definitions */
        CU_ASSERT((left == NULL) == (strlen(text) == strlen(whole)));
        CU_ASSERT(left != NULL || budget >= strlen(whole) - 4096);
        CU_ASSERT(left == NULL || budget < 3 * strlen(whole) / 2);
        CU_ASSERT((left == NULL) == (c.left == NULL));
        if (left != NULL)
            CU_ASSERT_STRING_EQUAL(left, c.left);
        CU_ASSERT(paje_left == NULL || strstr(paje, paje_left) != NULL);
        CU_ASSERT(c.slices->len > 0 || budget == 2000);
    }
}

/* What is joined keeps its place in its interval, its time and its bytes; what is long stays.
 */
static void
test_joined(void)
{
    static const char *const samples[] = { "heat2d", "wavefront_sor", "task_regions",
                                           "adi_across", "nested_intervals" };
    guint n_joined = 0;
    for (guint k = 0; k < 4 * G_N_ELEMENTS(samples); k++) {
        g_auto(Case) one = case_new(samples[k / 4], "4");
        g_autofree char *left = NULL, *none = NULL;
        const TimelineExportOptions all = { .to = INFINITY, .budget = 1 << 30 };
        g_autofree char *whole = export(&one, &all, ".json", &none);
        const TimelineExportOptions some = { .to = INFINITY,
                                             .budget = strlen(whole) >> (k % 4 + 1) };
        g_autofree char *text = export(&one, &some, ".json", &left);
        g_auto(Chrome) c = read_chrome(text);
        g_auto(Chrome) w = read_chrome(whole);
        CU_ASSERT_PTR_NOT_NULL_FATAL(left);
        CU_ASSERT_FATAL(strstr(left, "of what was joined") == NULL);
        n_joined += w.slices->len - c.slices->len;
        check_nesting(&c, c.n_names);
        CHECK_INT(c.n_begun, c.n_ended);
        CU_ASSERT(c.flows_fit);
        CU_ASSERT(fabs(c.bytes - w.bytes) <= 1e-9 * w.bytes);
        for (guint tid = 1; tid <= c.n_names; tid++)
            CU_ASSERT(fabs(busy(&c, tid) - busy(&w, tid)) <= 1e-3 * c.slices->len);
    }
    CU_ASSERT(n_joined > 1000);
}

static void
test_window(void)
{
    g_auto(Case) one = case_new("heat2d", "2x2");
    double t = one.prediction->execution_time;
    g_autofree char *left = NULL;
    const TimelineExportOptions part = { .from = t * 0.97, .to = t * 0.99, .budget = 1 << 30 };
    g_autofree char *text = export(&one, &part, ".json", &left);
    g_auto(Chrome) c = read_chrome(text);
    CU_ASSERT(left != NULL && strstr(left, "before") != NULL && strstr(left, "after") != NULL);
    CU_ASSERT(c.slices->len > 0);
    CU_ASSERT(fabs(c.first - t * 0.97e6) <= 1e-3);
    CU_ASSERT(fabs(c.last - t * 0.99e6) <= 1e-3);
    for (guint tid = 1; tid <= c.n_names; tid++)
        CU_ASSERT(busy(&c, tid) <= t * 0.02e6 + 1e-3);
}

static void
test_processors(void)
{
    g_auto(Case) one = case_new("heat2d", "3x3");
    g_autoptr(GArray) chosen = g_array_new(FALSE, FALSE, sizeof(gint64));
    const gint64 numbers[] = { 0, 4, 8 };
    g_array_append_vals(chosen, numbers, 3);
    g_autofree char *left = NULL;
    const TimelineExportOptions some = { .to = INFINITY,
                                         .budget = 1 << 30,
                                         .processors = chosen };
    g_autofree char *text = export(&one, &some, ".json", &left);
    g_auto(Chrome) c = read_chrome(text);
    CHECK_INT(c.n_names, 3);
    CU_ASSERT(left == NULL);
    CU_ASSERT(strstr(text, "\"processor 1,1\"") != NULL);
    CU_ASSERT(strstr(text, "\"processor 2,2\"") != NULL);
    CHECK_INT(c.n_begun, 0); /* none of them is the other's neighbour */
    check_nesting(&c, 3);
}

/* --- Pajé -----------------------------------------------------------------------------------
 */

/* Time rises; every push has its pop and every link both ends. */
static void
check_paje(const char *text, guint *n_pushed, guint *n_links)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autoptr(GHashTable) depth = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    double time = 0;
    int open_links = 0;
    guint wrong = 0;
    *n_pushed = *n_links = 0;
    for (char **line = lines; *line != NULL; line++) {
        if (**line == '%' || **line == '\0' || (**line >= '0' && **line <= '3'))
            continue;
        g_auto(GStrv) words = g_strsplit(*line, " ", -1);
        double now = g_ascii_strtod(words[1], NULL);
        wrong += now < time;
        time = now;
        open_links += **line == '8' ? 1 : **line == '9' ? -1 : 0;
        *n_links += **line == '8';
        if (**line != '6' && **line != '7')
            continue;
        char *key = g_strconcat(words[2], words[3], NULL);
        int at = GPOINTER_TO_INT(g_hash_table_lookup(depth, key)) + (**line == '6' ? 1 : -1);
        wrong += at < 0;
        wrong += g_str_equal(words[2], "A") && at > 1;
        *n_pushed += **line == '6';
        g_hash_table_insert(depth, key, GINT_TO_POINTER(at));
    }
    GHashTableIter iter;
    gpointer at;
    g_hash_table_iter_init(&iter, depth);
    while (g_hash_table_iter_next(&iter, NULL, &at))
        wrong += GPOINTER_TO_INT(at) != 0;
    CHECK_INT(wrong, 0);
    CHECK_INT(open_links, 0);
}

static void
test_paje(void)
{
    static const char *const samples[] = { "heat2d", "wavefront_sor", "task_regions",
                                           "io_files", "nested_intervals" };
    for (guint k = 0; k < G_N_ELEMENTS(samples); k++) {
        g_auto(Case) one = case_new(samples[k], "4");
        const TimelineExportOptions all = { .to = INFINITY, .budget = 1 << 30 };
        g_autofree char *left = NULL, *none = NULL;
        g_autofree char *text = export(&one, &all, ".paje", &left);
        g_autofree char *json = export(&one, &all, ".json", &none);
        g_auto(Chrome) c = read_chrome(json);
        guint n_pushed, n_links;
        check_paje(text, &n_pushed, &n_links);
        CHECK_INT(n_pushed, c.slices->len);
        CHECK_INT(n_links, c.n_begun);
    }
}

/* --- Paraver --------------------------------------------------------------------------------
 */

/* Two processors: both compute for 2 s, the second, in an interval inside of the first one, for
 * one more; a message of 800 bytes takes from then to 4 s, where the first gets it. */
static void
paraver_fill(Timeline *t)
{
    const TimelinePair pair = { 1, 0, 800, 1 };
    const guint32 first = timeline_group(t, &(TimelineGroup){ NULL, 0, 0, 1 });
    const guint32 second = timeline_group(t, &(TimelineGroup){ NULL, 0, 1, 1 });
    const guint32 site = timeline_site_add(t, "a\nb", 7);
    const guint32 traffic = timeline_traffic_add(t, 800, 1, 1, &pair);
    const guint32 a = timeline_event(t), b = timeline_event(t), c = timeline_event(t),
                  d = timeline_event(t);
    const TimelineActivity all[] = {
        { 0, 2, 0, a, first, 0, site, TIMELINE_NO_TRAFFIC, TIMELINE_CPU, 0 },
        { 0, 2, 0, b, second, 0, site, TIMELINE_NO_TRAFFIC, TIMELINE_CPU, 0 },
        { 2, 3, b, c, second, 1, site, TIMELINE_NO_TRAFFIC, TIMELINE_SYS, 0 },
        { 3, 4, c, d, TIMELINE_NO_GROUP, 1, site, traffic, TIMELINE_MESSAGE, 0 },
        { 2, 4, a, d, first, 0, site, TIMELINE_NO_TRAFFIC, TIMELINE_WAIT, 0 },
    };
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++)
        timeline_add(t, &all[i]);
}

static char *
file_take(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    char *text = NULL;
    CU_ASSERT(g_file_get_contents(path, &text, NULL, NULL));
    g_unlink(path);
    return text;
}

static void
test_paraver(void)
{
    static char file[] = "x.fdv";
    const Interval intervals[] = { { .id = 1, .file = file, .line = 1 },
                                   { .id = 2, .file = file, .line = 2, .parent = 1 } };
    const guint ids[] = { 1, 2 };
    const RaterGrid grid = { 1, { 2 } };
    const TimelineRun run = { "x", "", 2, &grid, 4, intervals, 2, ids };
    const TimelineExportOptions all = { .to = INFINITY, .budget = 1 << 20 };
    g_autoptr(Timeline) timeline = timeline_new(2, 0);
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("paraver-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "x.y.prv", NULL);
    g_autofree char *left = NULL;

    paraver_fill(timeline);
    CU_ASSERT(timeline_export_file(&run, timeline, &all, path, &left, &error));
    CU_ASSERT(left == NULL);
    g_autofree char *trace = file_take(folder, "x.y.prv");
    g_autofree char *names = file_take(folder, "x.y.pcf");
    g_autofree char *rows = file_take(folder, "x.y.row");
    CU_ASSERT(g_rmdir(folder) == 0);
    CU_ASSERT_STRING_EQUAL(trace, "#Paraver (01/01/00 at 00:00):4000000000_ns:1(2):1:2(1:1,1:1)\n"
                                  "# program x\n"
                                  "2:1:1:1:1:0:1000:1\n"
                                  "2:2:1:2:1:0:1000:1\n"
                                  "1:1:1:1:1:0:2000000000:1\n"
                                  "2:1:1:1:1:0:1:1:2:1\n"
                                  "1:2:1:2:1:0:2000000000:1\n"
                                  "2:2:1:2:1:0:1:1:2:1\n"
                                  "2:2:1:2:1:2000000000:1001:2\n"
                                  "1:1:1:1:1:2000000000:4000000000:9\n"
                                  "2:1:1:1:1:2000000000:1:1:2:1\n"
                                  "1:2:1:2:1:2000000000:3000000000:2\n"
                                  "2:2:1:2:1:2000000000:1:1:2:1\n"
                                  "2:2:1:2:1:3000000000:1000:0\n"
                                  "2:2:1:2:1:3000000000:1001:0\n"
                                  "2:2:1:2:1:3000000000:1:0:2:0\n"
                                  "3:2:1:2:1:3000000000:3000000000:1:1:1:1:"
                                  "4000000000:4000000000:800:1\n"
                                  "2:1:1:1:1:4000000000:1000:0\n"
                                  "2:1:1:1:1:4000000000:1:0:2:0\n");
    CU_ASSERT(strstr(names, "\n1    a\\x0ab:7\n") != NULL);
    CU_ASSERT(strstr(names, "\n0    1001    Interval, level 2\n") != NULL);
    CU_ASSERT(strstr(names, "\n9    input/output: wait for others\n") != NULL);
    CU_ASSERT(g_str_has_prefix(rows, "LEVEL CPU SIZE 2\nprocessor 0\nprocessor 1\n\n"));
}

/* What is written keeps to the budget. */
static void
test_paraver_budget(void)
{
    g_auto(Case) one = case_new("heat2d", "4x2");
    guint n_left = 0;
    for (guint64 budget = 2000; budget <= 2048000; budget *= 2) {
        const TimelineExportOptions options = { .to = INFINITY, .budget = budget };
        g_autofree char *left = NULL;
        g_autofree char *text = export(&one, &options, ".prv", &left);
        n_left += left != NULL;
        CU_ASSERT(strlen(text) <= budget + 512); /* header */
        CU_ASSERT((left == NULL) == (strstr(text, "\n# shortened: ") == NULL));
        CU_ASSERT(left == NULL || strstr(text, left) != NULL);
    }
    CU_ASSERT(n_left > 2 && n_left < 10);
}

static void
test_suffix(void)
{
    g_autoptr(GError) error = NULL;
    CU_ASSERT(timeline_export_check("a.json", NULL) && timeline_export_check("a.paje", NULL) &&
              timeline_export_check("x/a.trace", NULL) && timeline_export_check("a.prv", NULL) &&
              timeline_export_check("a.prv.gz", NULL));
    g_auto(GStrv) none = timeline_export_siblings("a.json");
    g_auto(GStrv) two = timeline_export_siblings("x.y/a.b.prv.gz");
    CHECK_INT(g_strv_length(none), 0);
    CHECK_INT(g_strv_length(two), 2);
    CU_ASSERT_STRING_EQUAL(two[0], "x.y/a.b.pcf");
    CU_ASSERT_STRING_EQUAL(two[1], "x.y/a.b.row");
    CU_ASSERT(!timeline_export_check("a.html", &error));
    CU_ASSERT(g_error_matches(error, REPORT_ERROR, REPORT_ERROR_FORMAT));
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "chrome", test_chrome }, { "messages", test_messages },
        { "budget", test_budget }, { "joined", test_joined },
        { "window", test_window }, { "processors", test_processors },
        { "paje", test_paje },     { "suffix", test_suffix },
        { "paraver", test_paraver }, { "paraver: budget", test_paraver_budget },
        CU_TEST_INFO_NULL,
    };
    return tap_run("timeline_export", tests);
}
