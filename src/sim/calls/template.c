/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Templates (representations of abstract machines), arrays, and where they are put:
 * distribution, redistribution and realignment, and the weights of the next distribution
 * (docs/semantics.md, "Templates, distribution, weights", "Redistribution and realignment").
 */
#include <string.h>

#include "src/base/hash.h"
#include "src/sim/calls/call.h"
#include "src/sim/calls/move.h"
#include "src/sim/objects/mapping.h"

/* Sizes of a new template or array: each positive, their product within int64_t. */
static gboolean
sizes_get(Simulator *sim, int rank, int64_t element_bytes, int64_t size[])
{
    const gint64 *values = sim_values_get(sim, RT_PARAM_SIZE_ARRAY, (guint)rank);
    gint64 total = element_bytes;
    if (values == NULL)
        return FALSE;
    for (int i = 0; i < rank; i++) {
        if (values[i] < 1)
            return sim_fail(sim, "SizeArray[%d] is %" G_GINT64_FORMAT, i, values[i]);
        if (__builtin_mul_overflow(total, values[i], &total))
            return sim_fail(sim, "SizeArray: the product of the sizes is too large");
        size[i] = values[i];
    }
    return TRUE;
}

gboolean
sim_call_CRTAMV(Simulator *sim)
{
    int64_t size[RATER_MAX_RANK] = { 0 };
    int rank = sim_rank_get(sim);
    if (rank == 0 || !sizes_get(sim, rank, 1, size))
        return FALSE;
    SimTemplate *t = sim_object_new(SIM_OBJECT_TEMPLATE);
    t->rank = rank;
    memcpy(t->size, size, sizeof size);
    for (int i = 0; i < RATER_MAX_RANK; i++)
        t->multiple[i] = 1;
    return sim_object_put(sim, sim->call.ret, RT_PARAM_AM_VIEW_REF, t);
}

gboolean
sim_call_BLKDIV(Simulator *sim)
{
    SimTemplate *t = sim_object_get(sim, RT_PARAM_AM_VIEW_REF, SIM_OBJECT_TEMPLATE);
    if (t == NULL)
        return FALSE;
    gint64 n = trace_record_int(sim->call.record, RT_PARAM_AMV_AXIS_COUNT, 0);
    if (n < 0 || n > t->rank)
        return sim_fail(sim, "AMVAxisCount is %" G_GINT64_FORMAT ", the template has %d axes",
                        n, t->rank);
    const gint64 *divisor = sim_values_get(sim, RT_PARAM_AMV_AXIS_DIV, (guint)n);
    if (divisor == NULL)
        return FALSE;
    for (int i = 0; i < t->rank; i++)
        t->multiple[i] = i < n && divisor[i] > 1 ? divisor[i] : 1;
    return TRUE;
}

/* Where an array with this alignment is; NULL while the template is not distributed. */
static gboolean
find_place(Simulator *sim, const SimTemplate *template, const RaterAlign *align,
           const SimMapping **place)
{
    RaterMapping mapping;
    if (template->is_distributed &&
        !sim_check(sim, rater_mapping_init(&mapping, align, &template->dist)))
        return FALSE;
    *place = template->is_distributed
                 ? sim_mapping_intern(sim->mappings, &mapping, template->system)
                 : NULL;
    return TRUE;
}

static gboolean
place_template(Simulator *sim, SimTemplate *template)
{
    RaterAlignRule rules[RATER_MAX_RANK];
    RaterAlign identity;
    for (int i = 0; i < template->rank; i++)
        rules[i] = (RaterAlignRule){ i + 1, 1, 0 };
    if (!sim_check(sim,
                   rater_align_array(&identity, template->rank, template->size, template->rank,
                                     template->size, NULL, template->rank, rules)) ||
        !find_place(sim, template, &identity, &template->mapping))
        return FALSE;
    for (guint i = 0; i < template->arrays->len; i++) {
        SimArray *array = g_ptr_array_index(template->arrays, i);
        if (!find_place(sim, template, &array->align, &array->mapping))
            return FALSE;
    }
    return TRUE;
}

gboolean
sim_call_CRTDA(Simulator *sim)
{
    int64_t size[RATER_MAX_RANK] = { 0 };
    int rank = sim_rank_get(sim);
    gint64 bytes = trace_record_int(sim->call.record, RT_PARAM_TYPE_SIZE, 0);
    if (rank == 0)
        return FALSE;
    if (bytes < 1)
        return sim_fail(sim, "TypeSize is %" G_GINT64_FORMAT, bytes);
    guint n = (guint)rank;
    const gint64 *low = sim_values_get(sim, RT_PARAM_LOW_SHD_WIDTH_ARRAY, n);
    const gint64 *high =
        low != NULL ? sim_values_get(sim, RT_PARAM_HI_SHD_WIDTH_ARRAY, n) : NULL;
    if (high == NULL || !sizes_get(sim, rank, bytes, size))
        return FALSE;

    SimArray *array = sim_object_new(SIM_OBJECT_ARRAY);
    array->rank = rank;
    memcpy(array->size, size, sizeof size);
    memcpy(array->low, low, n * sizeof *low);
    memcpy(array->high, high, n * sizeof *high);
    array->element_bytes = bytes;
    gint64 header = trace_record_int(sim->call.record, RT_PARAM_ARRAY_HEADER, 0);
    gint64 handle = trace_record_int(sim->call.ret, RT_PARAM_ARRAY_HANDLE_PTR, 0);
    if (!sim_object_put(sim, sim->call.record, RT_PARAM_ARRAY_HEADER, array))
        return FALSE;
    array->header = (guint32)header;
    if (handle == 0 || handle == header)
        return TRUE;
    array->handle = (guint32)handle;
    return sim_object_put(sim, sim->call.ret, RT_PARAM_ARRAY_HANDLE_PTR, sim_object_ref(array));
}

gboolean
sim_call_DELDA(Simulator *sim)
{
    SimArray *array = sim_array_get(sim, RT_PARAM_ARRAY_HEADER, RT_PARAM_ARRAY_HANDLE_PTR);
    if (array == NULL)
        return FALSE;
    sim_object_delete(sim, array->header);
    return TRUE;
}

static gboolean
alignment_get(Simulator *sim, const SimArray *array, SimTemplate **template, RaterAlign *align)
{
    RaterAlignRule rules[RATER_MAX_RANK];
    SimArray *pattern;
    if (!sim_pattern_get(sim, template, &pattern))
        return FALSE;
    int n = sim_rules_get(sim, rules);
    if (n < 0)
        return FALSE;
    if (pattern == array)
        return sim_fail(sim, "an array cannot be aligned with itself");
    const RaterStatus status =
        rater_align_array(align, array->rank, array->size, (*template)->rank, (*template)->size,
                          pattern != NULL ? &pattern->align : NULL, n, rules);
    return sim_check(sim, status);
}

static gboolean
align_array(Simulator *sim, SimArray *array, SimTemplate *template, const RaterAlign *align)
{
    const SimMapping *place;
    if (!find_place(sim, template, align, &place))
        return FALSE;
    sim_array_attach(array, template);
    array->align = *align;
    array->mapping = place;
    return TRUE;
}

gboolean
sim_call_ALIGN(Simulator *sim)
{
    SimArray *array = sim_array_get(sim, RT_PARAM_ARRAY_HEADER, RT_PARAM_ARRAY_HANDLE_PTR);
    SimTemplate *template;
    RaterAlign align;
    return array != NULL && alignment_get(sim, array, &template, &align) &&
           align_array(sim, array, template, &align);
}

gboolean
sim_call_DELOBJ(Simulator *sim)
{
    sim_object_delete(sim, trace_record_int(sim->call.record, RT_PARAM_OBJECT_REF, 0));
    return TRUE;
}

/* ---- distribution ---- */

/* setelw_: loads of equal pieces of the axis, for each grid dimension. */
gboolean
sim_call_SETELW(Simulator *sim)
{
    SimTemplate *t = sim_object_get(sim, RT_PARAM_AM_VIEW_REF, SIM_OBJECT_TEMPLATE);
    if (t == NULL)
        return FALSE;
    const TraceParam *loads = trace_record_get(sim->call.record, RT_PARAM_LOAD_WEIGHT);
    const TraceParam *count = trace_record_get(sim->call.record, RT_PARAM_WEIGHT_NUMBER);
    sim_template_clear_weights(t);
    if (loads == NULL || count == NULL) {
        sim_warn(sim, SIM_WARNING_OTHER, sim->call.at->line,
                 "%s: the trace has no weights (LoadWeightTrace=1 writes them); equal ones are "
                 "taken",
                 sim->call.record->name);
        return TRUE;
    }
    const gint64 *counts = trace_record_ints(sim->call.record, count);
    guint row = 0;
    for (guint g = 0; g < MIN(count->n, RATER_MAX_RANK); g++) {
        if (counts[g] <= 0)
            continue;
        guint first = row > 0 ? trace_record_row_end(sim->call.record, loads, row - 1) : 0;
        if (row >= loads->n_rows ||
            trace_record_row_end(sim->call.record, loads, row) - first != counts[g])
            return sim_fail(sim,
                            "WeightNumber[%u] is %" G_GINT64_FORMAT
                            ", LoadWeight has another number of values",
                            g, counts[g]);
        t->weights[g].loads = g_array_new(FALSE, FALSE, sizeof(double));
        g_array_append_vals(t->weights[g].loads,
                            trace_record_reals(sim->call.record, loads) + first,
                            (guint)counts[g]);
        row++;
    }
    return TRUE;
}

/* genblk_: sizes of the blocks of each grid dimension. */
gboolean
sim_call_GENBLK(Simulator *sim)
{
    SimTemplate *t = sim_object_get(sim, RT_PARAM_AM_VIEW_REF, SIM_OBJECT_TEMPLATE);
    const TraceParam *sizes = trace_record_get(sim->call.record, RT_PARAM_AXIS_WEIGHT_ADDR);
    if (t == NULL)
        return FALSE;
    sim_template_clear_weights(t);
    if (sizes == NULL) {
        sim_warn(sim, SIM_WARNING_OTHER, sim->call.at->line,
                 "%s: the trace has no block sizes (WeightArrayTrace=1 writes them); equal "
                 "blocks are "
                 "taken",
                 sim->call.record->name);
        return TRUE;
    }
    const gint64 *values = trace_record_ints(sim->call.record, sizes);
    for (guint g = 0, first = 0; g < MIN(sizes->n_rows, RATER_MAX_RANK); g++) {
        guint end = trace_record_row_end(sim->call.record, sizes, g);
        for (guint i = first; i < end; i++) {
            if (values[i] < 0)
                return sim_fail(sim, "AxisWeightAddr[%u][%u] is %" G_GINT64_FORMAT, g,
                                i - first, values[i]);
        }
        t->weights[g].sizes = g_array_new(FALSE, FALSE, sizeof(gint64));
        g_array_append_vals(t->weights[g].sizes, values + first, end - first);
        first = end;
    }
    return TRUE;
}

/* Prefix sums of block sizes; FALSE with an error when they leave int64_t. */
static gboolean
sum_sizes(Simulator *sim, const GArray *sizes, int64_t *prefix)
{
    prefix[0] = 0;
    for (guint c = 0; c < sizes->len; c++) {
        if (__builtin_add_overflow(prefix[c], g_array_index(sizes, gint64, c), &prefix[c + 1]))
            return sim_fail(sim, "the block sizes of genblk_ are too large");
    }
    return TRUE;
}

/* The weights of one grid dimension of `parts` coordinates for an axis of n elements as prefix
 * sums that live as long as the simulation; NULL: equal ones. */
static gboolean
weights_prefix(Simulator *sim, const SimWeights *weights, gint64 parts, gint64 n,
               const int64_t **prefix)
{
    *prefix = NULL;
    if (weights->loads == NULL && weights->sizes == NULL)
        return TRUE;
    if (weights->sizes != NULL && weights->sizes->len != parts) {
        sim_warn(sim, SIM_WARNING_OTHER, sim->call.at->line,
                 "%s: genblk_ gave %u block sizes for %" G_GINT64_FORMAT
                 " processors; equal blocks are taken",
                 sim->call.record->name, weights->sizes->len, parts);
        return TRUE;
    }
    if (weights->loads != NULL && weights->loads->len < parts)
        return TRUE; /* fewer loads than coordinates: equal weights */
    g_autofree int64_t *sums = g_new(int64_t, parts + 1);
    if (weights->sizes != NULL) {
        if (!sum_sizes(sim, weights->sizes, sums))
            return FALSE;
        if (sums[parts] != n)
            return sim_fail(sim,
                            "the block sizes of genblk_ add up to %" G_GINT64_FORMAT
                            ", the axis has %" G_GINT64_FORMAT " elements",
                            sums[parts], n);
    } else if (!sim_check(sim, rater_blocks_weigh((const double *)weights->loads->data,
                                                  weights->loads->len, parts, sums))) {
        return FALSE;
    }
    *prefix = sim_mappings_keep(sim->mappings, sums, ((gsize)parts + 1) * sizeof *sums);
    return TRUE;
}

/* AxisArray and DistrParamArray of distr_ and redis_ -> a distribution on `system`. */
static gboolean
distribution_get(Simulator *sim, const SimTemplate *t, const SimSystem *system, RaterDist *dist)
{
    RaterDistDim dims[RATER_MAX_RANK] = { 0 };
    const TraceParam *fixed = trace_record_get(sim->call.record, RT_PARAM_DISTR_PARAM_ARRAY);
    gint64 n = trace_record_int(sim->call.record, RT_PARAM_PARAM_COUNT, 0);
    if (n < 0 || n > RATER_MAX_RANK)
        return sim_fail(sim, "ParamCount is %" G_GINT64_FORMAT, n);
    const gint64 *axis = sim_values_get(sim, RT_PARAM_AXIS_ARRAY, (guint)n);
    if (axis == NULL)
        return FALSE;
    for (gint64 i = 0; i < n; i++) {
        dims[i].axis = axis[i];
        dims[i].fixed =
            fixed != NULL && i < fixed->n ? trace_record_ints(sim->call.record, fixed)[i] : 0;
        if (i < system->grid.rank && axis[i] >= 1 && axis[i] <= t->rank &&
            !weights_prefix(sim, &t->weights[i], system->grid.size[i], t->size[axis[i] - 1],
                            &dims[i].prefix))
            return FALSE;
    }
    return sim_check(
        sim, rater_dist_init(dist, &system->grid, t->rank, t->size, (int)n, dims, t->multiple));
}

/* Distributes the template, and all that is aligned with it, as the call says. */
static gboolean
distribute(Simulator *sim, SimTemplate *t)
{
    const SimSystem *system = t != NULL ? sim_system_get(sim, RT_PARAM_PS_REF) : NULL;
    RaterDist dist;
    if (system == NULL || !distribution_get(sim, t, system, &dist))
        return FALSE;
    t->dist = dist;
    t->system = system;
    t->is_distributed = TRUE;
    sim_template_clear_weights(t); /* they hold for one distribution */
    return place_template(sim, t);
}

gboolean
sim_call_DISTR(Simulator *sim)
{
    return distribute(sim, sim_object_get(sim, RT_PARAM_AM_VIEW_REF, SIM_OBJECT_TEMPLATE));
}

/* The template that redis_ names, or the array's; *none: no parameters, nothing to do. */
static SimTemplate *
redistributed_get(Simulator *sim, gboolean *none)
{
    const TraceRecord *r = sim->call.record;
    *none = trace_record_get(r, RT_PARAM_PARAM_COUNT) == NULL &&
            trace_record_int(r, RT_PARAM_AM_VIEW_REF, 0) == 0 &&
            trace_record_int(r, RT_PARAM_ARRAY_HEADER, 0) == 0 &&
            trace_record_int(r, RT_PARAM_ARRAY_HANDLE_PTR, 0) == 0;
    if (*none)
        return NULL;
    if (trace_record_int(r, RT_PARAM_AM_VIEW_REF, 0) != 0)
        return sim_object_get(sim, RT_PARAM_AM_VIEW_REF, SIM_OBJECT_TEMPLATE);
    SimArray *array = sim_array_get(sim, RT_PARAM_ARRAY_HEADER, RT_PARAM_ARRAY_HANDLE_PTR);
    if (array != NULL && array->template == NULL)
        sim_fail(sim, "the array is not aligned with a template");
    return array != NULL ? array->template : NULL;
}

/* Arrays that change from one mapping to another, as one with elements of so many bytes. A
 * redistribution takes all arrays of a template along, nearly all in the same way: ten thousand
 * of them apart were 8 kB each. */
typedef struct {
    const SimMapping *from, *to;
    int64_t element_bytes;
} Change;

/* Whether arrays of so many bytes an element in all keep their bytes inside of int64_t. */
static gboolean
bytes_fit(const SimMapping *mapping, int64_t element_bytes)
{
    gint64 bytes;
    return !__builtin_mul_overflow(element_bytes, mapping->elements, &bytes);
}

static void
add_change(GArray *changes, const SimMapping *from, const SimMapping *to, int64_t element_bytes)
{
    const Change made = { from, to, element_bytes };
    int64_t sum;
    if (from == NULL || to == NULL || from == to)
        return;
    for (guint i = changes->len; i-- > 0;) {
        Change *like = &g_array_index(changes, Change, i);
        if (like->from != from || like->to != to)
            continue;
        if (__builtin_add_overflow(like->element_bytes, element_bytes, &sum) ||
            !bytes_fit(from, sum))
            break;
        like->element_bytes = sum;
        return;
    }
    g_array_append_val(changes, made);
}

/* What the changes transfer, all at once; contents that are not kept do not move. */
static gboolean
changes_traffic(Simulator *sim, const GArray *changes, RaterTraffic *traffic)
{
    guint n = changes->len;
    g_autofree SimMove *moves = g_new(SimMove, n + 1);
    g_autoptr(GArray) key = sim_move_key(sim, SIM_MOVE_REDISTRIBUTION);
    for (guint i = 0; i < n; i++) {
        const Change *change = &g_array_index(changes, Change, i);
        gint64 words[] = { change->from->id, change->to->id, change->element_bytes };
        moves[i].source = change->from->system;
        moves[i].target = change->to->system;
        g_array_append_vals(key, words, G_N_ELEMENTS(words));
        if (!sim_check(sim, rater_transfer_init_redistribution(
                                &moves[i].transfer, &change->from->map, &change->to->map,
                                change->element_bytes)))
            return FALSE;
    }
    *traffic = (RaterTraffic){ 0 };
    return trace_record_int(sim->call.record, RT_PARAM_NEW_SIGN, 0) != 0 ||
           sim_moves_traffic(sim, key, moves, n, traffic);
}

/* Synchronises, counts and pays for what moves. */
static gboolean
redistribute(Simulator *sim, const GArray *changes)
{
    RaterTraffic traffic;
    if (!changes_traffic(sim, changes, &traffic) ||
        !sim_synchronise(sim, OPERATION_REDISTRIBUTION, NULL))
        return FALSE;
    sim_count(sim, OPERATION_REDISTRIBUTION);
    return sim_communicate(sim, OPERATION_REDISTRIBUTION, sim_transfer_cost(sim, &traffic));
}

gboolean
sim_call_REDIS(Simulator *sim)
{
    gboolean none;
    SimTemplate *t = redistributed_get(sim, &none);
    if (t == NULL)
        return none;
    g_autoptr(GArray) changes = g_array_new(FALSE, FALSE, sizeof(Change));
    g_autofree const SimMapping **before = g_new0(const SimMapping *, t->arrays->len + 1);
    for (guint i = 0; i < t->arrays->len; i++)
        before[i] = ((SimArray *)g_ptr_array_index(t->arrays, i))->mapping;
    if (!distribute(sim, t))
        return FALSE;
    for (guint i = 0; i < t->arrays->len; i++) {
        const SimArray *array = g_ptr_array_index(t->arrays, i);
        add_change(changes, before[i], array->mapping, array->element_bytes);
    }
    return redistribute(sim, changes);
}

gboolean
sim_call_REALN(Simulator *sim)
{
    SimArray *array = sim_array_get(sim, RT_PARAM_ARRAY_HEADER, RT_PARAM_ARRAY_HANDLE_PTR);
    const SimMapping *before = array != NULL ? array->mapping : NULL;
    SimTemplate *template;
    RaterAlign align;
    if (array == NULL || !alignment_get(sim, array, &template, &align) ||
        !align_array(sim, array, template, &align))
        return FALSE;
    g_autoptr(GArray) changes = g_array_new(FALSE, FALSE, sizeof(Change));
    add_change(changes, before, array->mapping, array->element_bytes);
    return redistribute(sim, changes);
}
