/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/sim/naive-state.h"

#include <string.h>

void
naive_coords(const System *s, int position, int coord[])
{
    for (int d = s->rank - 1; d >= 0; d--) {
        coord[d] = position % s->size[d];
        position /= s->size[d];
    }
}

/* Place of root processor p in the system, -1 when it is not in it. */
int
naive_position(const System *s, int p)
{
    for (int i = 0; i < s->n; i++)
        if (s->member[i] == p)
            return i;
    return -1;
}

/* The next index in row-major order; FALSE after the last. */
gboolean
naive_next(int rank, const int size[], int index[])
{
    for (int a = rank - 1; a >= 0; a--) {
        if (++index[a] < size[a])
            return TRUE;
        index[a] = 0;
    }
    return FALSE;
}

gint64
naive_volume(int rank, const int size[])
{
    gint64 v = 1;
    for (int a = 0; a < rank; a++)
        v *= size[a];
    return v;
}

static int
distance_in(const System *s, int p, int q)
{
    int a[MAX_RANK], b[MAX_RANK], sum = 0;
    naive_coords(s, naive_position(s, p), a);
    naive_coords(s, naive_position(s, q), b);
    for (int d = 0; d < s->rank; d++)
        sum += abs(a[d] - b[d]);
    return sum;
}

int
naive_distance(const Naive *n, int p, int q)
{
    gboolean both = naive_position(n->current, p) >= 0 && naive_position(n->current, q) >= 0;
    return distance_in(both ? n->current : n->root, p, q);
}

/* Blocks of axis `n` elements long over `count` coordinates. */
static void
blocks(gint64 n, int count, const gint64 *weight, int param, int divisor, int low[], int high[])
{
    gint64 before[MAX_P + 1] = { 0 };
    for (int c = 0; c < count; c++)
        before[c + 1] = before[c] + (weight != NULL ? weight[c] : 1);
    gint64 m = MAX(divisor, 1), bound[MAX_P + 1];
    for (int c = 0; c <= count; c++) {
        if (param > 0)
            bound[c] = MIN(param, n) * before[c];
        else if (n >= before[count] * m)
            bound[c] = n * before[c] / before[count] / m * m;
        else
            bound[c] = m * before[c];
    }
    for (int c = 0; c < count; c++) {
        low[c] = bound[c];
        high[c] = c == count - 1 ? n - 1 : MIN(bound[c + 1] - 1, n - 1);
    }
}

void
naive_distribute(Object *template, System *system, const int axis[], const int param[])
{
    Dist *d = &template->dist;
    d->system = system;
    for (int g = 0; g < system->rank; g++) {
        d->axis[g] = axis[g] - 1;
        if (d->axis[g] < 0) {
            d->axis[g] = -1;
            continue;
        }
        GArray *w = template->weights[g];
        gboolean fits = w != NULL && (int)w->len == system->size[g];
        blocks(template->size[d->axis[g]], system->size[g], fits ? (gint64 *)w->data : NULL,
               param[g], template->divisor[d->axis[g]], d->low[g], d->high[g]);
    }
    for (int g = 0; g < MAX_RANK; g++)
        g_clear_pointer(&template->weights[g], g_array_unref);
}

/* Number of loads in each of at most n_groups groups; NULL: equal weights. */
GArray *
naive_weigh(const GArray *loads, int n_groups)
{
    const double *w = (const double *)loads->data;
    int n = loads->len;
    if (n < n_groups)
        return NULL;
    GArray *best = NULL;
    double best_limit = 0;
    for (int i = 0; i < n; i++) {
        double limit = 0;
        for (int j = i; j < n; j++) {
            limit += w[j]; /* every sum of neighbours may be the least largest one */
            if (best != NULL && limit >= best_limit)
                continue;
            GArray *groups = g_array_new(FALSE, TRUE, sizeof(gint64));
            double sum = 0;
            gint64 in = 0;
            gboolean fits = TRUE;
            for (int k = 0; k < n; k++) {
                fits = fits && w[k] <= limit + 1e-9;
                if (in > 0 && sum + w[k] > limit + 1e-9) {
                    g_array_append_val(groups, in);
                    sum = 0;
                    in = 0;
                }
                sum += w[k];
                in++;
            }
            g_array_append_val(groups, in);
            if (!fits || (int)groups->len > n_groups) {
                g_array_unref(groups);
                continue;
            }
            if (best != NULL)
                g_array_unref(best);
            best = groups;
            best_limit = limit;
        }
    }
    gint64 last = g_array_index(best, gint64, best->len - 1);
    while ((int)best->len < n_groups)
        g_array_append_val(best, last);
    return best;
}

/* The coordinate of grid dimension g that owns index j of its template axis. */
static int
owner(const Dist *d, int g, int j)
{
    int c = 0;
    while (j < d->low[g][c] || j > d->high[g][c])
        c++;
    return c;
}

/* Whether coordinate c of grid dimension g has row `row` of what is placed. */
gboolean
naive_along(const Dist *d, const Place *place, int g, int c, int row)
{
    int t = d->axis[g];
    if (t < 0 || place->everywhere[t])
        return TRUE;
    const guint8 *places = place->places[t] + row * place->template->size[t];
    int first = 0, last = place->template->size[t] - 1;
    while (place->hull[t] && first <= last && !places[first])
        first++;
    while (place->hull[t] && first <= last && !places[last])
        last--;
    if (place->hull[t] && first <= last)
        return owner(d, g, first) <= c && c <= owner(d, g, last);
    for (int j = d->low[g][c]; j <= d->high[g][c]; j++)
        if (places[j])
            return TRUE;
    return FALSE;
}

gboolean
naive_holds(const Dist *d, const Place *place, int p, const int index[])
{
    int position = naive_position(d->system, p), coord[MAX_RANK];
    if (position < 0)
        return FALSE;
    naive_coords(d->system, position, coord);
    for (int g = 0; g < d->system->rank; g++) {
        int axis = d->axis[g] < 0 ? -1 : place->axis[d->axis[g]];
        if (!naive_along(d, place, g, coord[g], axis < 0 ? 0 : index[axis]))
            return FALSE;
    }
    return TRUE;
}

/* The holder that sends to q: the nearest, of several the one with the least number. */
int
naive_nearest(const Naive *n, const Dist *d, const Place *place, const int index[], int q)
{
    int best = -1, least = 0;
    for (int p = 0; p < n->n_p; p++) {
        if (!naive_holds(d, place, p, index))
            continue;
        int distance = naive_distance(n, p, q);
        if (best < 0 || distance < least) {
            best = p;
            least = distance;
        }
    }
    return best;
}

/* Row r of the pattern on template axis t; a template lies on itself. */
static void
copy_row(const Object *pattern, int t, int r, guint8 *to, int width)
{
    if (pattern->kind == TEMPLATE) {
        to[r] = 1;
        return;
    }
    const guint8 *from = pattern->place.places[t] + r * width;
    for (int j = 0; j < width; j++)
        to[j] |= from[j];
}

static gboolean
place_on(Place *place, const Object *pattern, const TraceRecord *record, int rank,
         const int count[], const gint64 init[], const gint64 step[])
{
    gboolean direct = pattern->kind == TEMPLATE;
    Object *template = direct ? (Object *)pattern : pattern->place.template;
    place->template = template;
    for (int t = 0; t < template->rank; t++) {
        int width = template->size[t], b = direct ? t : pattern->place.axis[t];
        place->axis[t] = -1;
        place->sign[t] = 1;
        place->everywhere[t] = !direct && pattern->place.everywhere[t];
        place->hull[t] = !direct && b < 0 && pattern->place.hull[t];
        int axis = b < 0 ? 0 : naive_int(record, RT_PARAM_AXIS_ARRAY, b, 0);
        int coeff = b < 0 ? 0 : naive_int(record, RT_PARAM_COEFF_ARRAY, b, 0);
        int constant = b < 0 ? 0 : naive_int(record, RT_PARAM_CONST_ARRAY, b, 0);
        if (axis > rank)
            return FALSE;
        int rows = axis > 0 && coeff != 0 ? count[axis - 1] : 1;
        guint8 *places = place->places[t] = g_new0(guint8, MAX(rows * width, 1));
        int of_pattern = b < 0 ? 1 : pattern->size[b];
        if (b < 0) {
            copy_row(pattern, t, 0, places, width);
        } else if (axis == -1) {
            place->everywhere[t] |= direct;
            place->hull[t] |= !direct;
            for (int r = 0; r < of_pattern; r++)
                copy_row(pattern, t, r, places, width);
        } else if (axis <= 0 || coeff == 0) {
            if (constant < 0 || constant >= of_pattern)
                return FALSE;
            copy_row(pattern, t, constant, places, width);
        } else {
            place->axis[t] = axis - 1;
            place->sign[t] = (coeff < 0 ? -1 : 1) * (direct ? 1 : pattern->place.sign[t]);
            for (int r = 0; r < rows; r++) {
                gint64 y = coeff * (init[axis - 1] + r * step[axis - 1]) + constant;
                if (y < 0 || y >= of_pattern)
                    return FALSE;
                copy_row(pattern, t, y, places + r * width, width);
            }
        }
    }
    return TRUE;
}

/* `record` places `rank` axes of `count` elements init, init + step, ... on the pattern. */
gboolean
naive_place(Place *out, const Object *pattern, const TraceRecord *record, int rank,
            const int count[], const gint64 init[], const gint64 step[])
{
    Place place = { 0 };
    if (!place_on(&place, pattern, record, rank, count, init, step)) {
        naive_place_clear(&place);
        return FALSE;
    }
    naive_place_clear(out);
    *out = place;
    return TRUE;
}

void
naive_place_clear(Place *place)
{
    for (int t = 0; t < MAX_RANK; t++)
        g_clear_pointer(&place->places[t], g_free);
}

/* The grid dimension on which an axis lies, -1: not distributed. */
int
naive_grid_dimension(const Dist *d, const Place *place, int axis)
{
    for (int g = 0; g < d->system->rank; g++)
        if (d->axis[g] >= 0 && place->axis[d->axis[g]] == axis)
            return g;
    return -1;
}
