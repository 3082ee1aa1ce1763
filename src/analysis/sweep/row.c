/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/row.h"

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

const char *
sweep_loss_name(SweepLoss loss)
{
    if (loss == SWEEP_INSUFFICIENT)
        return "insufficient";
    return loss == SWEEP_IDLE ? "idle"
                              : operation_name((Operation)(loss - SWEEP_COMMUNICATION));
}

const char *
sweep_loss_label(SweepLoss loss)
{
    if (loss == SWEEP_INSUFFICIENT)
        return "Insufficient parallelism";
    return loss == SWEEP_IDLE ? "Idle"
                              : operation_label((Operation)(loss - SWEEP_COMMUNICATION));
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
