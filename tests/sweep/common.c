/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/sweep/common.h"

#include <string.h>

#include "src/trace/text/reader.h"

static gint
compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

GPtrArray *
common_samples(void)
{
    g_autofree char *folder = check_source_path("samples");
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    const char *name;

    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL)
        if (g_str_has_suffix(name, ".trc") || g_str_has_suffix(name, ".trc.gz"))
            g_ptr_array_add(names, g_strdup(name));
    g_ptr_array_sort(names, compare_names);
    CU_ASSERT_FATAL(names->len > 30);
    return names;
}

TraceProgram *
common_read(const char *name)
{
    g_autofree char *relative = g_build_filename("samples", name, NULL);
    g_autofree char *path = check_source_path(relative);
    TraceProgram *program = trace_read(path, NULL);

    CU_ASSERT_PTR_NOT_NULL_FATAL(program);
    return program;
}

Params *
common_params(const char *text)
{
    Params *params = params_parse("test.par", text, strlen(text), NULL);

    CU_ASSERT_PTR_NOT_NULL_FATAL(params);
    return params;
}

RaterGrid
common_grid(const char *text)
{
    g_autoptr(Params) params = params_new();

    CU_ASSERT_TRUE_FATAL(params_set_topology(params, text, NULL));
    return params->topology;
}

char *
common_grids_text(const GArray *grids)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < grids->len; i++) {
        g_string_append(text, i > 0 ? " " : "");
        topology_append(&g_array_index(grids, RaterGrid, i), text);
    }
    return g_string_free(text, FALSE);
}

char *
common_rows_text(const Sweep *sweep)
{
    GString *text = g_string_new(NULL);
    gboolean several = FALSE;

    for (guint i = 0; i < sweep->rows->len; i++)
        several |= sweep_row(sweep, i)->machine > 1;
    for (guint i = 0; i < sweep->rows->len; i++) {
        g_string_append(text, i > 0 ? " " : "");
        if (several)
            g_string_append_printf(text, "%u:", sweep_row(sweep, i)->machine);
        topology_append(&sweep_row(sweep, i)->params->topology, text);
    }
    return g_string_free(text, FALSE);
}

SweepRow *
common_add_row(Sweep *sweep, const char *topology, double time, double productive,
               SweepLoss loss)
{
    Params *params = params_new();
    params->topology = common_grid(topology);
    SweepRow *row = sweep_row_new("test.par", params);
    row->machine = 1;
    row->status = SWEEP_DONE;
    row->result = (SweepResult){ .execution_time = time,
                                 .serial_time = productive,
                                 .productive_time = productive };
    row->result.total_time = time * (double)sweep_row_processors(row);
    row->result.efficiency = productive / row->result.total_time;
    row->result.losses[loss] = row->result.total_time - productive;
    g_ptr_array_add(sweep->rows, row);
    return row;
}

void
common_run(Sweep *sweep, const TraceProgram *program, guint n_threads)
{
    const SweepRunOptions options = { .n_threads = n_threads, .predict = { .no_ideal = TRUE } };

    sweep_describe_trace(sweep, program);
    sweep_run(sweep, 0, sweep->rows->len, program, &options);
}
