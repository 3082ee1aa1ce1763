/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Measures speed and memory against the goals (docs/performance.md). Its results are told,
 * never judged: a slow machine is no failure.
 */
#include <config.h>

#include <glib/gstdio.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "tests/bench/bench-memory.h"
#include "tests/bench/bench-process.h"
#include "tests/bench/bench.h"

typedef struct {
    const char *name;
    gboolean (*run)(Bench *bench, GError **error);
    const char *what;
} SectionRow;

static const SectionRow all_sections[] = {
    { "large", bench_large, "a trace of 190 MB: reading, predicting, against wc and zcat" },
    { "processors", bench_processors, "samples for 16 to 1,048,576 processors" },
    { "distinct", bench_distinct, "programs that tell all processors apart" },
    { "growth", bench_growth, "time by calls, intervals, loops, distributions" },
    { "objects", bench_objects, "many arrays, deep nesting" },
    { "report", bench_report, "reports of many intervals" },
    { "graphs", bench_graphs, "schedules of 10,000 tasks, a million records" },
    { "sweep", bench_sweep, "64 configurations on all cores" },
    { "replay", bench_replay, "stepping through 728,025 calls, with stops and back" },
    { "record", bench_record, "what a call of the recorder costs" },
    { "memory", bench_memory, "most memory used" },
};

char *
bench_path(const Bench *bench, const char *name)
{
    return g_build_filename(bench->folder, name, NULL);
}

Params *
bench_params(const Bench *bench, const char *name, const char *topology, GError **error)
{
    g_autofree char *file = g_strdup_printf("%s.par", name);
    g_autofree char *path = g_build_filename(bench->params, file, NULL);
    g_autoptr(Params) params = params_read(path, error);
    if (params == NULL || !params_set_topology(params, topology, error))
        return NULL;
    return g_steal_pointer(&params);
}

typedef struct {
    char *samples, *params, *program, *output, *child;
    gint64 calls;
    gboolean quick;
    char **sections;
} Arguments;

static void
arguments_clear(Arguments *a)
{
    g_free(a->samples);
    g_free(a->params);
    g_free(a->program);
    g_free(a->output);
    g_free(a->child);
    g_strfreev(a->sections);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Arguments, arguments_clear)

static gboolean
parse(Arguments *a, int *argc, char ***argv, GError **error)
{
    const GOptionEntry entries[] = {
        { "quick", 0, 0, G_OPTION_ARG_NONE, &a->quick, "Fewer rounds and smaller traces",
          NULL },
        { "calls", 0, 0, G_OPTION_ARG_INT64, &a->calls, "Longest trace in the section growth",
          "N" },
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &a->output, "Results as JSON", "FILE" },
        { "samples", 0, 0, G_OPTION_ARG_FILENAME, &a->samples, "Folder of the samples", "DIR" },
        { "params", 0, 0, G_OPTION_ARG_FILENAME, &a->params, "Folder of parameter files",
          "DIR" },
        { "predictor", 0, 0, G_OPTION_ARG_FILENAME, &a->program, "The program", "PATH" },
        { "child", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, &a->child, NULL, NULL },
        { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &a->sections, NULL, NULL },
        { NULL, 0, 0, 0, NULL, NULL, NULL },
    };
    g_autoptr(GOptionContext) context = g_option_context_new("[SECTION...]");
    g_autoptr(GString) help = g_string_new("Sections (all when none is named):\n");
    for (guint i = 0; i < G_N_ELEMENTS(all_sections); i++)
        g_string_append_printf(help, "  %-12s %s\n", all_sections[i].name,
                               all_sections[i].what);
    g_option_context_set_description(context, help->str);
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, argc, argv, error))
        return FALSE;
    for (char **name = a->sections; name != NULL && *name != NULL; name++) {
        gboolean known = FALSE;
        for (guint i = 0; i < G_N_ELEMENTS(all_sections); i++)
            known = known || g_str_equal(*name, all_sections[i].name);
        if (!known) {
            g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "no section '%s'",
                        *name);
            return FALSE;
        }
    }
    return TRUE;
}

/* Sections leave files only. */
static void
remove_folder(const char *path)
{
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    for (const char *name = folder == NULL ? NULL : g_dir_read_name(folder); name != NULL;
         name = g_dir_read_name(folder)) {
        g_autofree char *file = g_build_filename(path, name, NULL);
        g_remove(file);
    }
    g_rmdir(path);
}

static void
print_machine(double load)
{
    printf("predictor %s, %u processors, load %.2f\n", PACKAGE_VERSION, g_get_num_processors(),
           load);
    if (load > 0.5)
        printf("warning: the machine is busy; times are those of what it has to spare\n");
#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
    printf("warning: built with sanitizers or without optimization; times mean little\n");
#endif
}

static gboolean
run_sections(Bench *bench, const Arguments *a, GError **error)
{
    for (guint i = 0; i < G_N_ELEMENTS(all_sections); i++) {
        const SectionRow *section = &all_sections[i];
        if (a->sections != NULL &&
            !g_strv_contains((const char *const *)a->sections, section->name))
            continue;
        if (!section->run(bench, error)) {
            g_prefix_error(error, "%s: ", section->name);
            return FALSE;
        }
        remove_folder(bench->folder);
        if (g_mkdir(bench->folder, 0700) != 0)
            return FALSE;
    }
    return TRUE;
}

static gboolean
run(const Arguments *a, const char *self, GError **error)
{
    g_autofree char *folder = g_dir_make_tmp("predictor-bench-XXXXXX", error);
    g_autoptr(BenchTable) table = bench_table_new();
    if (folder == NULL)
        return FALSE;
    Bench bench = {
        .folder = folder,
        .samples = a->samples != NULL ? a->samples : "samples",
        .params = a->params != NULL ? a->params : "params",
        .program = a->program != NULL ? a->program : "./predictor",
        .self = self,
        .quick = a->quick,
        .most_calls = (guint64)(a->calls > 0 ? a->calls
                                : a->quick   ? 100000
                                             : 1000000),
        .table = table,
    };
    double loads[2] = { bench_process_load(), 0 };
    print_machine(loads[0]);
    double start = bench_now();
    gboolean ok = run_sections(&bench, a, error);
    remove_folder(folder);
    loads[1] = bench_process_load();
    printf("\n%.0f seconds, load %.2f\n", bench_now() - start, loads[1]);
    return ok &&
           (a->output == NULL || bench_table_write(table, a->output, loads, a->quick, error));
}

int
main(int argc, char **argv)
{
    g_auto(Arguments) arguments = { 0 };
    g_autoptr(GError) error = NULL;
    const char *self = argv[0];
    gboolean ok = parse(&arguments, &argc, &argv, &error);
    if (ok && arguments.child != NULL)
        ok = bench_memory_child(arguments.child, &error);
    else if (ok)
        ok = run(&arguments, self, &error);
    if (!ok)
        fprintf(stderr, "bench: %s\n", error != NULL ? error->message : "no temporary folder");
    return ok ? 0 : 1;
}
