/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/sweep.h"

#include "src/analysis/sweep/topology.h"

const char *
sweep_status_name(SweepStatus status)
{
    static const char *const names[] = {
        [SWEEP_NOT_RUN] = "not run",
        [SWEEP_DONE] = "done",
        [SWEEP_FAILED] = "failed",
    };
    return names[status];
}

SweepRow *
sweep_row_new(const char *params_file, Params *params)
{
    SweepRow *row = g_new0(SweepRow, 1);
    row->params_file = g_strdup(params_file);
    row->params = params;
    row->warnings = g_array_new(FALSE, FALSE, sizeof(guint));
    return row;
}

void
sweep_row_free(SweepRow *row)
{
    if (row == NULL)
        return;
    g_free(row->params_file);
    params_free(row->params);
    g_free(row->reason);
    g_array_unref(row->warnings);
    g_free(row->report);
    g_free(row);
}

gint64
sweep_row_processors(const SweepRow *row)
{
    return rater_grid_count(&row->params->topology);
}

double
sweep_row_speedup(const SweepRow *row)
{
    const SweepResult *result = &row->result;
    if (result->serial_time == 0 && result->execution_time == 0)
        return 1;
    return result->serial_time / result->execution_time;
}

double
sweep_row_share(const SweepRow *row, SweepLoss loss)
{
    return row->result.total_time > 0 ? row->result.losses[loss] / row->result.total_time : 0;
}

SweepLoss
sweep_row_largest_loss(const SweepRow *row)
{
    SweepLoss largest = SWEEP_INSUFFICIENT;
    for (SweepLoss loss = SWEEP_INSUFFICIENT; loss < SWEEP_N_LOSSES; loss++) {
        if (row->result.losses[loss] > row->result.losses[largest])
            largest = loss;
    }
    return largest;
}

gboolean
sweep_row_is_start(const SweepRow *row)
{
    return sweep_row_largest_loss(row) == SWEEP_INSUFFICIENT &&
           row->result.start_exit_repeated > row->result.losses[SWEEP_INSUFFICIENT] / 2;
}

Sweep *
sweep_new(void)
{
    Sweep *sweep = g_new0(Sweep, 1);
    sweep->rows = g_ptr_array_new_with_free_func((GDestroyNotify)sweep_row_free);
    sweep->warnings = g_ptr_array_new_with_free_func(g_free);
    sweep->versions = g_ptr_array_new_with_free_func(g_free);
    sweep->warning_index = g_hash_table_new(g_str_hash, g_str_equal);
    sweep->searches = g_array_new(FALSE, FALSE, sizeof(SweepSearch));
    sweep->sensitivity = g_array_new(FALSE, FALSE, sizeof(SweepSensitivity));
    return sweep;
}

void
sweep_free(Sweep *sweep)
{
    if (sweep == NULL)
        return;
    g_free(sweep->trace.file);
    g_free(sweep->trace.program);
    g_free(sweep->part.whole);
    g_clear_pointer(&sweep->part.all, g_hash_table_unref);
    g_ptr_array_unref(sweep->rows);
    g_hash_table_unref(sweep->warning_index);
    g_ptr_array_unref(sweep->warnings);
    g_ptr_array_unref(sweep->versions);
    g_array_unref(sweep->searches);
    g_array_unref(sweep->sensitivity);
    g_free(sweep);
}

SweepRow *
sweep_row(const Sweep *sweep, guint i)
{
    return g_ptr_array_index(sweep->rows, i);
}

gboolean
sweep_is_beyond(const Sweep *sweep, guint i)
{
    return topology_is_beyond(&sweep_row(sweep, i)->params->topology, &sweep->trace.extents);
}

guint
sweep_count(const Sweep *sweep, SweepStatus status)
{
    guint n = 0;
    for (guint i = 0; i < sweep->rows->len; i++)
        n += sweep_row(sweep, i)->status == status;
    return n;
}

void
sweep_add_warning(Sweep *sweep, SweepRow *row, const char *warning)
{
    guint index = GPOINTER_TO_UINT(g_hash_table_lookup(sweep->warning_index, warning));
    if (index == 0) {
        char *copy = g_strdup(warning);
        g_ptr_array_add(sweep->warnings, copy);
        index = sweep->warnings->len;
        g_hash_table_insert(sweep->warning_index, copy, GUINT_TO_POINTER(index));
    }
    index--;
    for (guint i = 0; i < row->warnings->len; i++) {
        if (g_array_index(row->warnings, guint, i) == index)
            return;
    }
    g_array_append_val(row->warnings, index);
}
