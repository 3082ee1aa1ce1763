/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Distribution, redistribution and realignment, and the weights of the next distribution
 * (docs/semantics.md, "Templates, distribution, weights", "Redistribution and realignment").
 */
#include <string.h>

#include "src/base/hash.h"
#include "src/sim/calls/call.h"
#include "src/sim/calls/move.h"
#include "src/sim/calls/template.h"
#include "src/sim/core/account.h"
#include "src/sim/core/lookup.h"
#include "src/sim/core/message.h"
#include "src/sim/objects/mapping.h"
#include "src/sim/objects/object.h"

/* setelw_: loads of equal pieces of the axis, for each grid dimension. */
gboolean
sim_call_SETELW(Simulator *sim, SimCall *call, GError **error)
{
    SimTemplate *t =
        sim_object_get(sim, call, RT_PARAM_AM_VIEW_REF, SIM_OBJECT_TEMPLATE, error);
    if (t == NULL)
        return FALSE;
    const TraceParam *loads = trace_record_get(call->record, RT_PARAM_LOAD_WEIGHT);
    const TraceParam *count = trace_record_get(call->record, RT_PARAM_WEIGHT_NUMBER);
    sim_template_clear_weights(t);
    if (loads == NULL || count == NULL) {
        sim_warn(sim, SIM_WARNING_OTHER, call->at->line,
                 "%s: the trace has no weights (LoadWeightTrace=1 writes them); equal ones are "
                 "taken",
                 call->record->name);
        return TRUE;
    }
    const gint64 *counts = trace_record_ints(call->record, count);
    guint row = 0;
    for (guint g = 0; g < MIN(count->n, RATER_MAX_RANK); g++) {
        if (counts[g] <= 0)
            continue;
        guint first = row > 0 ? trace_record_row_end(call->record, loads, row - 1) : 0;
        if (row >= loads->n_rows ||
            trace_record_row_end(call->record, loads, row) - first != counts[g])
            return sim_fail(sim, call, error,
                            "WeightNumber[%u] is %" G_GINT64_FORMAT
                            ", LoadWeight has another number of values",
                            g, counts[g]);
        t->weights[g].loads = g_array_new(FALSE, FALSE, sizeof(double));
        g_array_append_vals(t->weights[g].loads,
                            trace_record_reals(call->record, loads) + first, (guint)counts[g]);
        row++;
    }
    return TRUE;
}

/* genblk_: sizes of the blocks of each grid dimension. */
gboolean
sim_call_GENBLK(Simulator *sim, SimCall *call, GError **error)
{
    SimTemplate *t =
        sim_object_get(sim, call, RT_PARAM_AM_VIEW_REF, SIM_OBJECT_TEMPLATE, error);
    const TraceParam *sizes = trace_record_get(call->record, RT_PARAM_AXIS_WEIGHT_ADDR);
    if (t == NULL)
        return FALSE;
    sim_template_clear_weights(t);
    if (sizes == NULL) {
        sim_warn(sim, SIM_WARNING_OTHER, call->at->line,
                 "%s: the trace has no block sizes (WeightArrayTrace=1 writes them); equal "
                 "blocks are "
                 "taken",
                 call->record->name);
        return TRUE;
    }
    const gint64 *values = trace_record_ints(call->record, sizes);
    for (guint g = 0, first = 0; g < MIN(sizes->n_rows, RATER_MAX_RANK); g++) {
        guint end = trace_record_row_end(call->record, sizes, g);
        for (guint i = first; i < end; i++) {
            if (values[i] < 0)
                return sim_fail(sim, call, error, "AxisWeightAddr[%u][%u] is %" G_GINT64_FORMAT,
                                g, i - first, values[i]);
        }
        t->weights[g].sizes = g_array_new(FALSE, FALSE, sizeof(gint64));
        g_array_append_vals(t->weights[g].sizes, values + first, end - first);
        first = end;
    }
    return TRUE;
}

/* Prefix sums of block sizes; FALSE with an error when they leave int64_t. */
static gboolean
sum_sizes(Simulator *sim, const SimCall *call, const GArray *sizes, int64_t *prefix,
          GError **error)
{
    prefix[0] = 0;
    for (guint c = 0; c < sizes->len; c++) {
        if (__builtin_add_overflow(prefix[c], g_array_index(sizes, gint64, c), &prefix[c + 1]))
            return sim_fail(sim, call, error, "the block sizes of genblk_ are too large");
    }
    return TRUE;
}

/* The weights of one grid dimension of `parts` coordinates for an axis of n elements as prefix
 * sums that live as long as the simulation; NULL: equal ones. */
static gboolean
weights_prefix(Simulator *sim, const SimCall *call, const SimWeights *weights, gint64 parts,
               gint64 n, const int64_t **prefix, GError **error)
{
    *prefix = NULL;
    if (weights->loads == NULL && weights->sizes == NULL)
        return TRUE;
    if (weights->sizes != NULL && weights->sizes->len != parts) {
        sim_warn(sim, SIM_WARNING_OTHER, call->at->line,
                 "%s: genblk_ gave %u block sizes for %" G_GINT64_FORMAT
                 " processors; equal blocks are taken",
                 call->record->name, weights->sizes->len, parts);
        return TRUE;
    }
    if (weights->loads != NULL && weights->loads->len < parts)
        return TRUE; /* fewer loads than coordinates: equal weights */
    g_autofree int64_t *sums = g_new(int64_t, parts + 1);
    if (weights->sizes != NULL) {
        if (!sum_sizes(sim, call, weights->sizes, sums, error))
            return FALSE;
        if (sums[parts] != n)
            return sim_fail(sim, call, error,
                            "the block sizes of genblk_ add up to %" G_GINT64_FORMAT
                            ", the axis has %" G_GINT64_FORMAT " elements",
                            sums[parts], n);
    } else if (!sim_check(sim, call,
                          rater_blocks_weigh((const double *)weights->loads->data,
                                             weights->loads->len, parts, sums),
                          error)) {
        return FALSE;
    }
    *prefix = sim_mappings_keep(sim->mappings, sums, ((gsize)parts + 1) * sizeof *sums);
    return TRUE;
}

/* AxisArray and DistrParamArray of distr_ and redis_ -> a distribution on `system`. */
static gboolean
distribution_get(Simulator *sim, const SimCall *call, const SimTemplate *t,
                 const SimSystem *system, RaterDist *dist, GError **error)
{
    RaterDistDim dims[RATER_MAX_RANK] = { 0 };
    const TraceParam *fixed = trace_record_get(call->record, RT_PARAM_DISTR_PARAM_ARRAY);
    gint64 n = trace_record_int(call->record, RT_PARAM_PARAM_COUNT, 0);
    if (n < 0 || n > RATER_MAX_RANK)
        return sim_fail(sim, call, error, "ParamCount is %" G_GINT64_FORMAT, n);
    const gint64 *axis =
        n > 0 ? sim_values_get(sim, call, RT_PARAM_AXIS_ARRAY, (guint)n, error) : NULL;
    if (n > 0 && axis == NULL)
        return FALSE;
    for (gint64 i = 0; i < n; i++) {
        dims[i].axis = axis[i];
        dims[i].fixed =
            fixed != NULL && i < fixed->n ? trace_record_ints(call->record, fixed)[i] : 0;
        if (i < system->grid.rank && axis[i] >= 1 && axis[i] <= t->rank &&
            !weights_prefix(sim, call, &t->weights[i], system->grid.size[i],
                            t->size[axis[i] - 1], &dims[i].prefix, error))
            return FALSE;
    }
    return sim_check(
        sim, call,
        rater_dist_init(dist, &system->grid, t->rank, t->size, (int)n, dims, t->multiple),
        error);
}

gboolean
sim_call_DISTR(Simulator *sim, SimCall *call, GError **error)
{
    SimTemplate *t =
        sim_object_get(sim, call, RT_PARAM_AM_VIEW_REF, SIM_OBJECT_TEMPLATE, error);
    const SimSystem *system =
        t != NULL ? sim_system_get(sim, call, RT_PARAM_PS_REF, error) : NULL;
    RaterDist dist;
    if (system == NULL || !distribution_get(sim, call, t, system, &dist, error))
        return FALSE;
    t->dist = dist;
    t->system = system;
    t->is_distributed = TRUE;
    sim_template_clear_weights(t); /* they hold for one distribution */
    return sim_template_place(sim, call, t, error);
}

/* The template that redis_ names, or the array's; *none: no parameters, nothing to do. */
static SimTemplate *
redistributed_get(Simulator *sim, const SimCall *call, gboolean *none, GError **error)
{
    const TraceRecord *r = call->record;
    *none = trace_record_get(r, RT_PARAM_PARAM_COUNT) == NULL &&
            trace_record_int(r, RT_PARAM_AM_VIEW_REF, 0) == 0 &&
            trace_record_int(r, RT_PARAM_ARRAY_HEADER, 0) == 0 &&
            trace_record_int(r, RT_PARAM_ARRAY_HANDLE_PTR, 0) == 0;
    if (*none)
        return NULL;
    if (trace_record_int(r, RT_PARAM_AM_VIEW_REF, 0) != 0)
        return sim_object_get(sim, call, RT_PARAM_AM_VIEW_REF, SIM_OBJECT_TEMPLATE, error);
    SimArray *array =
        sim_array_get(sim, call, RT_PARAM_ARRAY_HEADER, RT_PARAM_ARRAY_HANDLE_PTR, error);
    if (array != NULL && array->template == NULL)
        sim_fail(sim, call, error, "the array is not aligned with a template");
    return array != NULL ? array->template : NULL;
}

/* Arrays that change from one mapping to another, as one with elements of so many bytes. A
 * redistribution takes all arrays of a template along, nearly all in the same way: ten thousand
 * of them apart were 8 kB each. */
typedef struct {
    const SimMapping *from, *to;
    int64_t element_bytes;
} Change;

typedef struct {
    GArray *changes;   /* of Change */
    GHashTable *known; /* guint64 (ids of from and to) -> index of the last such change + 1 */
} Movement;

static void
movement_init(Movement *m)
{
    m->changes = g_array_new(FALSE, FALSE, sizeof(Change));
    m->known = g_hash_table_new_full(hash_pair, g_int64_equal, g_free, NULL);
}

static void
movement_clear(Movement *m)
{
    g_clear_pointer(&m->changes, g_array_unref);
    g_clear_pointer(&m->known, g_hash_table_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Movement, movement_clear)

/* Whether arrays of so many bytes an element in all keep their bytes inside of int64_t. */
static gboolean
bytes_fit(const SimMapping *mapping, int64_t element_bytes)
{
    gint64 bytes;
    return !__builtin_mul_overflow(element_bytes, mapping->elements, &bytes);
}

static void
movement_add(Movement *m, const SimMapping *from, const SimMapping *to, int64_t element_bytes)
{
    guint64 key = (guint64)from->id << 32 | to->id;
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(m->known, &key));
    Change *change = at > 0 ? &g_array_index(m->changes, Change, at - 1) : NULL;
    int64_t sum;
    if (from == to)
        return;
    if (change != NULL && !__builtin_add_overflow(change->element_bytes, element_bytes, &sum) &&
        bytes_fit(from, sum)) {
        change->element_bytes = sum;
        return;
    }
    Change made = { from, to, element_bytes };
    g_array_append_val(m->changes, made);
    g_hash_table_insert(m->known, g_memdup2(&key, sizeof key),
                        GUINT_TO_POINTER(m->changes->len));
}

/* What the changes transfer, all at once; contents that are not kept do not move. */
static gboolean
movement_traffic(Simulator *sim, const SimCall *call, const Movement *m, RaterTraffic *traffic,
                 GError **error)
{
    guint n = m->changes->len;
    g_autofree SimMove *moves = g_new(SimMove, n + 1);
    g_autoptr(GArray) key = g_array_new(FALSE, FALSE, sizeof(gint64));
    for (guint i = 0; i < n; i++) {
        const Change *change = &g_array_index(m->changes, Change, i);
        gint64 words[] = { change->from->id, change->to->id, change->element_bytes };
        moves[i].source = change->from->system;
        moves[i].target = change->to->system;
        g_array_append_vals(key, words, G_N_ELEMENTS(words));
        if (!sim_check(sim, call,
                       rater_transfer_init_redistribution(&moves[i].transfer,
                                                          &change->from->map, &change->to->map,
                                                          change->element_bytes),
                       error))
            return FALSE;
    }
    *traffic = (RaterTraffic){ 0, 0, 0, 0 };
    return trace_record_int(call->record, RT_PARAM_NEW_SIGN, 0) != 0 ||
           sim_moves_traffic(sim, call, SIM_MOVE_REDISTRIBUTION, key, moves, n, traffic, error);
}

/* Synchronises, counts and pays for the movement. */
static gboolean
redistribute(Simulator *sim, const SimCall *call, const Movement *m, GError **error)
{
    RaterTraffic traffic;
    if (!movement_traffic(sim, call, m, &traffic, error) ||
        !sim_synchronise(sim, call, OPERATION_REDISTRIBUTION, NULL, error))
        return FALSE;
    sim_count(sim, OPERATION_REDISTRIBUTION);
    return sim_communicate(sim, call, OPERATION_REDISTRIBUTION,
                           sim_transfer_cost(sim, &traffic), error);
}

gboolean
sim_call_REDIS(Simulator *sim, SimCall *call, GError **error)
{
    gboolean none;
    SimTemplate *t = redistributed_get(sim, call, &none, error);
    if (t == NULL)
        return none;
    const SimSystem *system = sim_system_get(sim, call, RT_PARAM_PS_REF, error);
    RaterDist dist;
    if (system == NULL || !distribution_get(sim, call, t, system, &dist, error))
        return FALSE;

    g_auto(Movement) m;
    movement_init(&m);
    g_autofree const SimMapping **before = g_new0(const SimMapping *, t->arrays->len + 1);
    for (guint i = 0; i < t->arrays->len; i++)
        before[i] = ((SimArray *)g_ptr_array_index(t->arrays, i))->mapping;
    t->dist = dist;
    t->system = system;
    t->is_distributed = TRUE;
    sim_template_clear_weights(t);
    if (!sim_template_place(sim, call, t, error))
        return FALSE;
    for (guint i = 0; i < t->arrays->len; i++) {
        const SimArray *array = g_ptr_array_index(t->arrays, i);
        if (before[i] != NULL)
            movement_add(&m, before[i], array->mapping, array->element_bytes);
    }
    return redistribute(sim, call, &m, error);
}

gboolean
sim_call_REALN(Simulator *sim, SimCall *call, GError **error)
{
    SimArray *array =
        sim_array_get(sim, call, RT_PARAM_ARRAY_HEADER, RT_PARAM_ARRAY_HANDLE_PTR, error);
    SimTemplate *template;
    RaterAlign align;
    if (array == NULL || !sim_alignment_get(sim, call, array, &template, &align, error))
        return FALSE;
    g_auto(Movement) m;
    movement_init(&m);
    const SimMapping *before = array->mapping;
    if (!sim_array_align(sim, call, array, template, &align, error))
        return FALSE;
    if (before != NULL && array->mapping != NULL)
        movement_add(&m, before, array->mapping, array->element_bytes);
    return redistribute(sim, call, &m, error);
}
