/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/sensitivity.h"

#include <math.h>
#include <string.h>

#include "src/params/decimal.h"
#include "src/params/params.h"

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

/* A real or a time in seconds; NAN: another parameter, or a time that only a network of nodes
 * and links has, and is 0. */
static double
value_of(const Params *params, ParamsId id)
{
    const double *real = params_real(params, id);
    const RaterAtto *exact = params_exact((Params *)params, id);
    if (real != NULL)
        return *real;
    return exact != NULL && *exact > 0 && params_is_links(params) ? rater_atto_seconds(*exact)
                                                                  : (double)NAN;
}

/* A copy with the real parameter times a factor; NULL: it stays as it is. */
static Params *
change(const Params *params, ParamsId id, double factor)
{
    const double unit = strcmp(params_rows[id].unit, "microseconds") == 0 ? 1e6 : 1;
    const double value = value_of(params, id);
    g_autofree char *number = number_text(value * unit * factor);
    g_autofree char *assignment = g_strdup_printf("%s = %s", params_rows[id].name, number);
    g_autoptr(Params) copy = params_copy(params);
    return value != 0 && params_set(copy, assignment, NULL) && value_of(copy, id) != value
               ? g_steal_pointer(&copy)
               : NULL;
}

gboolean
sweep_sensitivity(Sweep *sweep, guint best, SweepBatch batch, gpointer data)
{
    const SweepRow *row = sweep_row(sweep, best);
    GArray *all = sweep->sensitivity;
    Sweep *changed = sweep_new();
    for (ParamsId id = 0; id < PARAMS_N; id++) {
        const double value = value_of(row->params, id);
        if (isnan(value))
            continue;
        SweepSensitivity one = { (int)id, value, { value, value }, { NAN, NAN } };
        for (guint i = 0; i < 2; i++) {
            Params *params = change(row->params, id, factors[i]);
            if (params == NULL)
                continue;
            one.values[i] = value_of(params, id);
            g_ptr_array_add(changed->rows, sweep_row_new(row->params_file, params));
        }
        g_array_append_val(all, one);
    }
    if (!batch(changed, 0, changed->rows->len, data)) {
        g_array_set_size(all, 0);
        return FALSE; /* workers may still use the rows */
    }
    for (guint k = 0, next = 0; k < 2 * all->len; k++) {
        SweepSensitivity *one = &g_array_index(all, SweepSensitivity, k / 2);
        const SweepRow *result =
            one->values[k % 2] != one->value ? sweep_row(changed, next++) : row;
        if (result->status == SWEEP_DONE)
            one->times[k % 2] = result->result.execution_time;
    }
    sweep_free(changed);
    return TRUE;
}
