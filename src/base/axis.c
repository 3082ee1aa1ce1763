/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/base/axis.h"

#include <float.h>
#include <math.h>

Axis
axis_new(gboolean log, double lo, double hi, double from, double to)
{
    if (log)
        return (Axis){ TRUE, lo / 1.12, MIN(hi * 1.12, DBL_MAX), from, to };
    return (Axis){ FALSE, lo, hi > lo ? hi : lo + 1, from, to };
}

double
axis_at(const Axis *axis, double value)
{
    /* logarithms one by one: a ratio of values may be too large for a double */
    const double length = axis->log ? log(axis->hi) - log(axis->lo) : axis->hi - axis->lo;
    const double along = axis->log ? log(value) - log(axis->lo) : value - axis->lo;

    const double part = length > 0 && along > 0 ? MIN(along / length, 1) : 0;

    return axis->from + part * (axis->to - axis->from);
}

static void
add(const Axis *axis, GArray *ticks, double value)
{
    if (isfinite(value) && value >= axis->lo * (1 - 1e-9) && value <= axis->hi * (1 + 1e-9))
        g_array_append_val(ticks, value);
}

/* The factors of a power of ten that are ticks, by how many of them. */
static void
add_log(const Axis *axis, GArray *ticks, guint n_factors, int every)
{
    static const double factors[][3] = { { 1, 0, 0 }, { 1, 3, 0 }, { 1, 2, 5 } };
    const int first = (int)floor(log10(axis->lo)), last = (int)ceil(log10(axis->hi));

    g_array_set_size(ticks, 0);
    for (int power = first; power <= last; power++)
        for (guint i = 0; i < n_factors && power % every == 0; i++)
            add(axis, ticks, factors[n_factors - 1][i] * pow(10, power));
}

static void
add_linear(const Axis *axis, GArray *ticks, guint most)
{
    static const double factors[] = { 1, 2, 5, 10 };
    const double room = (axis->hi - axis->lo) / most;
    const double power = pow(10, floor(log10(room)));
    guint i = 0;

    while (i + 1 < G_N_ELEMENTS(factors) && factors[i] * power < room)
        i++;
    const double step = factors[i] * power;
    /* values so near to each other that no double is between them have no ticks */
    if (!isfinite(step) || step <= axis->hi * DBL_EPSILON)
        return;
    for (double k = ceil(axis->lo / step); k <= floor(axis->hi / step + 1e-9); k++)
        add(axis, ticks, k * step);
}

GArray *
axis_ticks(const Axis *axis, guint most)
{
    GArray *ticks = g_array_new(FALSE, FALSE, sizeof(double));

    if (!axis->log) {
        add_linear(axis, ticks, most);
        return ticks;
    }
    for (guint n_factors = 3; n_factors > 0; n_factors--) {
        add_log(axis, ticks, n_factors, 1);
        if (ticks->len <= most)
            break;
    }
    for (int every = 2; ticks->len > most; every++)
        add_log(axis, ticks, 1, every);
    /* a narrow range may lie between all of these: its own ends are ticks then */
    if (ticks->len < 2) {
        const Axis linear = { FALSE, axis->lo, axis->hi, axis->from, axis->to };
        g_array_set_size(ticks, 0);
        add_linear(&linear, ticks, most);
    }
    return ticks;
}
