/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/sensitivity.h"

#include <math.h>

#include "src/params/decimal.h"
#include "src/params/table.h"

static const double factors[] = { 0.9, 1.1 };

/* Microseconds have at most this many digits after the point in a parameter file. */
#define MOST_DECIMALS 12

/* `value` as a parameter file may have it: fifteen digits. Free with g_free(). */
static char *
number_text(double value)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    const int before = value >= 1 ? (int)floor(log10(value)) + 1 : 1;
    g_autofree char *format =
        g_strdup_printf("%%.%df", CLAMP(PARAMS_DECIMAL_DIGITS - before, 0, MOST_DECIMALS));
    return g_strdup(g_ascii_formatd(buffer, sizeof buffer, format, value));
}

/* The value of a real parameter in the units of the file; 0 for parameters of other kinds. */
static double
file_value(const Params *params, ParamsId id)
{
    const double *member = params_table_member((Params *)params, id);
    if (params_table_kind(id) == PARAMS_KIND_MICROSECONDS)
        return *member * 1e6;
    return params_table_kind(id) == PARAMS_KIND_POSITIVE ? *member : 0;
}

/* A copy with the parameter times a factor; NULL: it stays as it is. */
static Params *
change(const Params *params, ParamsId id, double factor)
{
    guint n;
    const double value = file_value(params, id);
    if (value == 0)
        return NULL;
    g_autofree char *number = number_text(value * factor);
    g_autofree char *assignment = g_strdup_printf("%s = %s", params_rows(&n)[id].name, number);
    g_autoptr(Params) copy = params_copy(params);
    return params_set(copy, assignment, NULL) ? g_steal_pointer(&copy) : NULL;
}

/* The parameter of `row` with the times of the rows of `changed` from *next on. */
static SweepSensitivity
collect(const SweepRow *row, ParamsId id, const Sweep *changed, guint *next)
{
    const double value = *(const double *)params_table_member(row->params, id);
    SweepSensitivity one = { .parameter = (int)id, .value = value };
    for (guint i = 0; i < G_N_ELEMENTS(factors); i++) {
        g_autoptr(Params) params = change(row->params, id, factors[i]);
        one.values[i] = value;
        one.times[i] = row->result.execution_time;
        if (params == NULL)
            continue;
        const SweepRow *result = sweep_row(changed, (*next)++);
        one.values[i] = *(const double *)params_table_member(params, id);
        one.times[i] =
            result->status == SWEEP_DONE ? result->result.execution_time : (double)NAN;
    }
    return one;
}

gboolean
sweep_sensitivity(Sweep *sweep, guint best, SweepBatch batch, gpointer data)
{
    const SweepRow *row = sweep_row(sweep, best);
    Sweep *changed = sweep_new();
    guint next = 0;
    for (ParamsId id = 0; id < PARAMS_N; id++) {
        for (guint i = 0; i < G_N_ELEMENTS(factors); i++) {
            Params *params = change(row->params, id, factors[i]);
            if (params != NULL)
                g_ptr_array_add(changed->rows, sweep_row_new(row->params_file, params));
        }
    }
    if (!batch(changed, 0, changed->rows->len, data))
        return FALSE; /* workers may still use them */
    g_array_set_size(sweep->sensitivity, 0);
    for (ParamsId id = 0; id < PARAMS_N; id++) {
        if (params_table_kind(id) != PARAMS_KIND_MICROSECONDS &&
            params_table_kind(id) != PARAMS_KIND_POSITIVE)
            continue;
        const SweepSensitivity one = collect(row, id, changed, &next);
        g_array_append_val(sweep->sensitivity, one);
    }
    sweep_free(changed);
    return TRUE;
}
