/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Traces of the real run-time system: held against the simple reader, against each other,
 * against known counts; cut everywhere; through all ways in.
 */
#include <string.h>

#include "tests/trace/trace-check.h"
#include "tests/trace/trace-naive.h"

static const struct {
    const char *path;
    guint n_calls, n_functions, n_lines;
} samples[] = {
    { "samples/heat2d.trc", 585, 28, 3114 },
    { "samples/io_files.trc", 174, 41, 911 },
    { "samples/task_regions_2x2.trc", 576, 39, 3014 },
    { "samples/genblock.trc", 780, 30, 4155 },
    { "samples/heat2d_large.trc", 1425, 28, 7494 },
    { "samples/odd_plain.trc", 193, 28, 1070 },
    { "samples/odd_level1.trc", 193, 28, 1221 },
    { "samples/odd_level2.trc", 193, 28, 1377 },
    { "samples/odd_underline.trc", 193, 28, 1854 },
    { "samples/odd_extra.trc", 193, 28, 1351 },
    { "samples/gauss_elimination_large.trc.gz", 27615, 25, 146551 },
};

static TraceProgram *
read_sample(const char *path)
{
    g_autofree char *full = trace_check_path(path);
    g_autoptr(GError) error = NULL;
    TraceProgram *program = trace_read(full, &error);
    if (program == NULL)
        g_error("%s", error->message);
    return program;
}

static void
test_counts(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(samples); i++) {
        g_autoptr(TraceProgram) program = read_sample(samples[i].path);
        const TraceInfo *info = &program->info;
        g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
        for (gsize k = 0; k < program->n_calls; k++) {
            const TraceRecord *record = trace_check_call(program, k);
            g_hash_table_add(names, (gpointer)record->name);
            CU_ASSERT(record->problem == NULL && trace_check_ret(program, k)->problem == NULL);
            CU_ASSERT(record->call != RT_CALL_UNKNOWN);
        }
        CHECK_INT(program->n_calls, samples[i].n_calls);
        CHECK_INT(g_hash_table_size(names), samples[i].n_functions);
        CHECK_INT(info->n_calls, samples[i].n_calls);
        CHECK_INT(info->lines, samples[i].n_lines);
        CHECK_INT(info->rts_version, 2889);
        CHECK_INT(info->warnings->len, 0);
        CU_ASSERT(info->complete && info->has_init);
    }
}

/* The simple reader takes minutes for the largest of them. */
static void
test_against_naive(void)
{
    for (guint i = 0; i + 1 < G_N_ELEMENTS(samples); i++) {
        gsize size;
        g_autofree char *text = trace_check_load(samples[i].path, &size);
        g_autofree char *fast = trace_check_dump(trace_reader_new_from_memory("t", text, size));
        g_autofree char *naive = trace_naive_dump(text, size);
        CHECK_TEXT(fast, naive);
    }
}

/* The names and parameters of all calls. References differ from run to run: each is replaced by
 * its number in the order of appearance. */
static char *
dump_without_times(const char *path)
{
    g_autoptr(TraceProgram) program = read_sample(path);
    GString *text = g_string_new(NULL);
    for (gsize i = 0; i < program->n_calls; i++) {
        const TraceSite *site = trace_program_site(program, program->calls[i].site);
        g_string_append_printf(text, "%s %s:%d", trace_check_call(program, i)->name, site->file,
                               (int)site->line);
        const TraceRecord *records[] = { trace_check_call(program, i),
                                         trace_check_ret(program, i) };
        for (guint r = 0; r < 2; r++) {
            for (guint p = 0; p < records[r]->n_params; p++) {
                const TraceParam *param = &records[r]->params[p];
                g_string_append_printf(text, " %s(%d)", rt_param_get(param->id)->name,
                                       param->tag);
                for (guint v = 0; v < param->n; v++)
                    g_string_append_printf(text, ",%" G_GINT64_FORMAT,
                                           trace_record_ints(records[r], param)[v]);
            }
        }
        g_string_append_c(text, '\n');
    }
    return g_string_free(text, FALSE);
}

/* The same program recorded with other options is the same calls. */
static void
test_recorded_otherwise(void)
{
    g_autofree char *plain = dump_without_times("samples/odd_plain.trc");
    static const char *const others[] = { "samples/odd_level1.trc", "samples/odd_level2.trc",
                                          "samples/odd_underline.trc" };
    for (guint i = 0; i < G_N_ELEMENTS(others); i++) {
        g_autofree char *other = dump_without_times(others[i]);
        CHECK_TEXT(other, plain);
    }
}

/* Nested calls' times are inside of the outer call's: the sum of all TIMEs of the text between
 * ret_dvm_Init and Event_dvm_exit is the sum of all times of the calls. */
static void
test_times_are_conserved(void)
{
    for (guint i = 0; i + 1 < G_N_ELEMENTS(samples); i++) {
        gsize size;
        g_autofree char *text = trace_check_load(samples[i].path, &size);
        g_autoptr(TraceProgram) program = read_sample(samples[i].path);
        const char *p = strchr(strstr(text, "ret_dvm_Init"), '\n');
        const char *exit = strstr(text, "Event_dvm_exit");
        gint64 ticks = 0;
        for (p = strstr(p, " TIME="); p < exit; p = strstr(p + 1, " TIME=")) {
            double seconds = g_ascii_strtod(p + strlen(" TIME="), NULL);
            ticks += (gint64)(seconds * 1e8 + 0.5);
        }
        gint64 found = 0;
        for (gsize k = 0; k < program->n_calls; k++)
            found += (gint64)(program->calls[k].t_call * 1e8 + 0.5) +
                     (gint64)(program->calls[k].t_return * 1e8 + 0.5);
        CHECK_INT(found, ticks);
    }
}

static void
test_facts(void)
{
    g_autoptr(TraceProgram) tasks = read_sample("samples/task_regions_2x2.trc");
    const TraceInfo *info = &tasks->info;
    CHECK_INT(info->vps_rank, 2);
    CHECK_INT(info->vps_size[0], 2);
    CHECK_INT(info->vps_size[1], 2);
    CHECK_TEXT(info->program, "task_regions_2x2.cdv");
    g_autoptr(TraceProgram) weights = read_sample("samples/genblock.trc");
    const TraceRecord *record = NULL;
    const TraceParam *loads = NULL;
    for (gsize i = 0; i < weights->n_calls && loads == NULL; i++) {
        record = trace_check_call(weights, i);
        loads = trace_record_get(record, RT_PARAM_LOAD_WEIGHT);
    }
    CU_ASSERT_FATAL(loads != NULL);
    CHECK_INT(loads->n, 10);
    CHECK_INT(loads->n_rows, 1);
    CHECK_SAME(trace_record_reals(record, loads)[9], 19);
    g_autoptr(TraceProgram) level = read_sample("samples/odd_level2.trc");
    const TraceInfo *level_info = &level->info;
    CHECK_TEXT(level_info->program, "heat2d.fdv");
    CHECK_INT(trace_program_site(level, level_info->first_site)->line, 536);
}

/* One trace through all ways in, line ends of both kinds, compressed and not. */
static void
test_ways_in(void)
{
    gsize size;
    g_autofree char *text = trace_check_load("samples/odd_level2.trc", &size);
    g_autofree char *expected = trace_check_dump(trace_reader_new_from_memory("t", text, size));
    gsize n_packed;
    g_autofree char *packed = trace_check_gzip(text, size, &n_packed);
    const char *data[] = { text, packed };
    const gsize sizes[] = { size, n_packed };
    for (guint i = 0; i < 2; i++) {
        TracePipe channel;
        g_autofree char *memory =
            trace_check_dump(trace_reader_new_from_memory("t", data[i], sizes[i]));
        CHECK_TEXT(memory, expected);
        g_autofree char *file = trace_check_dump(trace_check_file(data[i], sizes[i]));
        CHECK_TEXT(file, expected);
        g_autofree char *piped =
            trace_check_dump(trace_check_pipe(&channel, data[i], sizes[i], 777));
        trace_check_end_pipe(&channel);
        CHECK_TEXT(piped, expected);
    }
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autofree char *crlf = g_strjoinv("\r\n", lines);
    g_autofree char *found =
        trace_check_dump(trace_reader_new_from_memory("t", crlf, strlen(crlf)));
    g_autofree char *naive = trace_naive_dump(crlf, strlen(crlf));
    CHECK_TEXT(found, naive);
    CHECK_INT(strstr(found, " bytes ") - found, strstr(expected, " bytes ") - expected);
}

/* Number of lines of `text` that begin with a digit: the calls of a dump. */
static guint
count_calls(const char *text)
{
    guint n = 0;
    for (const char *p = text; p != NULL; p = strchr(p + 1, '\n'))
        n += g_ascii_isdigit(p[p > text ? 1 : 0]) ? 1 : 0;
    return n;
}

/* Cut anywhere, a trace gives the first calls of the whole one, and never fewer than the part
 * before the last line that is all there. */
static void
test_cut(void)
{
    static const char *const paths[] = { "samples/odd_level2.trc", "samples/io_files.trc" };
    for (guint i = 0; i < G_N_ELEMENTS(paths); i++) {
        gsize size;
        g_autofree char *text = trace_check_load(paths[i], &size);
        g_autofree char *whole =
            trace_check_dump(trace_reader_new_from_memory("t", text, size));
        gsize exit = (gsize)(strstr(text, "Event_dvm_exit") - text);
        gsize init = (gsize)(strstr(text, "ret_dvm_Init") - text) + 100;
        guint last = 0;
        for (gsize cut = init; cut < exit; cut += 100) {
            g_autofree char *part =
                trace_check_dump(trace_reader_new_from_memory("t", text, cut));
            guint n = count_calls(part);
            char *end = strstr(part, "rts ");
            CU_ASSERT(end != NULL && strncmp(part, whole, (gsize)(end - part)) == 0);
            CU_ASSERT(n >= last && strstr(part, " exit ") == NULL);
            last = n;
        }
        CU_ASSERT(last + 3 >= count_calls(whole));
    }
}

/* Cut in the header and the initialisation: an error or a trace without calls of the program,
 * but never a crash; and the same as the simple reader says. */
static void
test_cut_against_naive(void)
{
    gsize size;
    g_autofree char *text = trace_check_load("samples/odd_level1.trc", &size);
    for (gsize cut = 0; cut < size; cut += cut < 6000 ? 53 : 3001) {
        g_autofree char *fast = trace_check_dump(trace_reader_new_from_memory("t", text, cut));
        g_autofree char *naive = trace_naive_dump(text, cut);
        CHECK_TEXT(fast, naive);
    }
}

/* A cut gzip file is a truncated trace and says why. */
static void
test_cut_gzip(void)
{
    gsize size;
    g_autofree char *packed = trace_check_load("samples/gauss_elimination_large.trc.gz", &size);
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceProgram) program =
        trace_read_all(trace_reader_new_from_memory("t", packed, size / 2), &error);
    CU_ASSERT_FATAL(program != NULL);
    const TraceInfo *info = &program->info;
    CU_ASSERT(program->n_calls > 1000 && program->n_calls < 27000);
    CU_ASSERT(!info->complete);
    CHECK_INT(info->warnings->len, 1);
    CU_ASSERT(strstr(g_ptr_array_index(info->warnings, 0),
                     "warning: the trace is truncated: its compressed data end "
                     "too early") != NULL);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "counts", test_counts },
        { "against naive", test_against_naive },
        { "recorded otherwise", test_recorded_otherwise },
        { "times are conserved", test_times_are_conserved },
        { "facts", test_facts },
        { "ways in", test_ways_in },
        { "cut", test_cut },
        { "cut against naive", test_cut_against_naive },
        { "cut gzip", test_cut_gzip },
        CU_TEST_INFO_NULL,
    };
    return tap_run("trace-samples", tests);
}
