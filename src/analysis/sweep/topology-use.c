/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/topology-use.h"

#include <string.h>

/* More sizes than anybody tries. */
#define MOST_SIZES 65536

/* Where an array lies along one axis of its template. */
typedef struct {
    enum { ALONG_AXIS, ALONG_CONSTANT, ALONG_ALL } kind;
    gint64 axis; /* ALONG_AXIS: of the array, from 0 */
    gint64 a, b; /* template index = a * x + b; b alone: constant */
} Along;

/* A template or an array. */
typedef struct {
    int rank;
    gint64 size[RATER_MAX_RANK];
    gint64 low[RATER_MAX_RANK], high[RATER_MAX_RANK]; /* shadow widths */
    gint64 multiple[RATER_MAX_RANK];                  /* template: MULT_BLOCK units */
    gint64
        axis[TOPOLOGY_MAX_RANK]; /* template: by grid dimension, from 1; 0: not distributed */
    gboolean distributed;        /* template */
    gint64 template; /* reference; 0: an array that is not aligned. A template's own */
    Along along[RATER_MAX_RANK]; /* by axis of the template */
} Object;

typedef struct {
    TopologyUse *use;
    GHashTable *objects; /* reference -> Object, shared by header and handle */
    GHashTable *parts;   /* references of systems that psview_ and crtps_ made */
    GHashTable *extents[TOPOLOGY_MAX_RANK]; /* those of `use`, as a set */
    gboolean symmetric;                     /* nothing was met that is not looked into */
    gboolean differs[TOPOLOGY_MAX_RANK][TOPOLOGY_MAX_RANK]; /* first index below the second */
} Scan;

static Object *
object_get(const Scan *scan, const TraceRecord *record, RtParamId id)
{
    const gint64 reference = trace_record_int(record, id, 0);
    return reference > 0 ? g_hash_table_lookup(scan->objects, GSIZE_TO_POINTER(reference))
                         : NULL;
}

/* By header or, when that names nothing, by handle. */
static Object *
array_get(const Scan *scan, const TraceRecord *record)
{
    Object *array = object_get(scan, record, RT_PARAM_ARRAY_HEADER);
    return array != NULL ? array : object_get(scan, record, RT_PARAM_ARRAY_HANDLE_PTR);
}

static void
object_put(Scan *scan, gint64 reference, Object *object)
{
    if (reference > 0)
        g_hash_table_insert(scan->objects, GSIZE_TO_POINTER(reference),
                            g_rc_box_acquire(object));
}

/* Up to n values of a parameter; FALSE when it has fewer. */
static gboolean
values_get(const TraceRecord *record, RtParamId id, int n, gint64 values[])
{
    const TraceParam *param = trace_record_get(record, id);
    if (param == NULL || (gint64)param->n < n)
        return FALSE;
    memcpy(values, trace_record_ints(record, param), (gsize)n * sizeof *values);
    return TRUE;
}

/* NULL: the record makes nothing that could be placed. */
static Object *
object_new(const TraceRecord *record)
{
    const gint64 rank = trace_record_int(record, RT_PARAM_RANK, 0);
    if (rank < 1 || rank > RATER_MAX_RANK)
        return NULL;
    Object *object = g_rc_box_new0(Object);
    object->rank = (int)rank;
    for (int i = 0; i < RATER_MAX_RANK; i++)
        object->multiple[i] = 1;
    if (values_get(record, RT_PARAM_SIZE_ARRAY, object->rank, object->size))
        return object;
    g_rc_box_release(object);
    return NULL;
}

static void
scan_template(Scan *scan, const TraceRecord *record, const TraceRecord *ret)
{
    const gint64 reference = trace_record_int(ret, RT_PARAM_AM_VIEW_REF, 0);
    Object *object = object_new(record);
    if (object == NULL)
        return;
    object->template = reference;
    for (int i = 0; i < object->rank; i++)
        object->along[i] = (Along){ ALONG_AXIS, i, 1, 0 };
    object_put(scan, reference, object);
    g_rc_box_release(object);
}

static void
scan_array(Scan *scan, const TraceRecord *record, const TraceRecord *ret)
{
    Object *object = object_new(record);
    if (object == NULL)
        return;
    values_get(record, RT_PARAM_LOW_SHD_WIDTH_ARRAY, object->rank, object->low);
    values_get(record, RT_PARAM_HI_SHD_WIDTH_ARRAY, object->rank, object->high);
    object_put(scan, trace_record_int(record, RT_PARAM_ARRAY_HEADER, 0), object);
    object_put(scan, trace_record_int(ret, RT_PARAM_ARRAY_HANDLE_PTR, 0), object);
    g_rc_box_release(object);
}

static void
scan_multiple(const Scan *scan, const TraceRecord *record)
{
    Object *t = object_get(scan, record, RT_PARAM_AM_VIEW_REF);
    const TraceParam *unit = trace_record_get(record, RT_PARAM_AMV_AXIS_DIV);
    for (int i = 0; t != NULL && unit != NULL && i < t->rank && i < (int)unit->n; i++)
        t->multiple[i] = MAX(trace_record_ints(record, unit)[i], 1);
}

/* Notes the axes of a distribution onto the whole system. */
static void
scan_distribution(Scan *scan, const TraceRecord *record)
{
    TopologyUse *use = scan->use;
    Object *t = object_get(scan, record, RT_PARAM_AM_VIEW_REF);
    const Object *array = t == NULL ? array_get(scan, record) : NULL;
    const TraceParam *axis = trace_record_get(record, RT_PARAM_AXIS_ARRAY);
    const gint64 system = trace_record_int(record, RT_PARAM_PS_REF, 0);
    if (array != NULL && array->template > 0)
        t = g_hash_table_lookup(scan->objects, GSIZE_TO_POINTER(array->template));
    if (t == NULL || g_hash_table_contains(scan->parts, GSIZE_TO_POINTER(system)))
        return;
    if (t->distributed) /* what was aligned with it lies elsewhere now */
        scan->symmetric = FALSE;
    t->distributed = TRUE;
    for (int d = 0; d < TOPOLOGY_MAX_RANK; d++) {
        t->axis[d] = axis != NULL && d < (int)axis->n ? trace_record_ints(record, axis)[d] : 0;
        if (t->axis[d] < 1 || t->axis[d] > t->rank) {
            t->axis[d] = 0;
            continue;
        }
        const gint64 i = t->axis[d] - 1, unit = t->multiple[i];
        const gint64 extent = t->size[i] / unit + (t->size[i] % unit != 0);
        if (extent > 0 && g_hash_table_add(scan->extents[d], GSIZE_TO_POINTER(extent)))
            g_array_append_val(use->extents[d], extent);
        use->shape.rank = MAX(use->shape.rank, d + 1);
    }
}

static gboolean
along_equal(const Object *object, const Along *a, const Along *b)
{
    if (a->kind != b->kind)
        return FALSE;
    if (a->kind == ALONG_ALL)
        return TRUE;
    if (a->kind == ALONG_CONSTANT)
        return a->b == b->b;
    return a->a == b->a && a->b == b->b && object->size[a->axis] == object->size[b->axis] &&
           object->low[a->axis] == object->low[b->axis] &&
           object->high[a->axis] == object->high[b->axis];
}

/* The axes of template t that lie along two grid dimensions, from 0. FALSE when an exchange of
 * the dimensions changes nothing. `differ` is set when it changes something at once. */
static gboolean
template_axes(const Object *t, int d, int e, int *i, int *j, gboolean *differ)
{
    *i = (int)t->axis[d] - 1;
    *j = (int)t->axis[e] - 1;
    *differ = (*i < 0) != (*j < 0);
    return *i >= 0 && *j >= 0;
}

/* Holds what lies over each two grid dimensions against each other. */
static void
compare_dimensions(Scan *scan, const Object *object)
{
    const Object *t =
        object->template > 0
            ? g_hash_table_lookup(scan->objects, GSIZE_TO_POINTER(object->template))
            : NULL;
    if (t == NULL || !t->distributed) {
        scan->symmetric = FALSE;
        return;
    }
    for (int e = 1; e < TOPOLOGY_MAX_RANK; e++) {
        for (int d = 0; d < e; d++) {
            int i, j;
            gboolean differ;
            if (template_axes(t, d, e, &i, &j, &differ))
                differ = t->multiple[i] != t->multiple[j] ||
                         !along_equal(object, &object->along[i], &object->along[j]);
            scan->differs[d][e] |= differ;
        }
    }
}

/* a * x + b after c * y + d. FALSE when it leaves 64 bits. */
static gboolean
compose(const Along *outer, gint64 coeff, gint64 constant, Along *out)
{
    return !__builtin_mul_overflow(outer->a, coeff, &out->a) &&
           !__builtin_mul_overflow(outer->a, constant, &out->b) &&
           !__builtin_add_overflow(out->b, outer->b, &out->b);
}

/* Places `object` as a call says: AxisArray and its companions give, for each axis of the
 * pattern, the axis of the object. */
static gboolean
place(const Scan *scan, const TraceRecord *record, Object *object)
{
    const Object *pattern = object_get(scan, record, RT_PARAM_PATTERN_REF);
    const Object *t = pattern != NULL ? g_hash_table_lookup(scan->objects,
                                                            GSIZE_TO_POINTER(pattern->template))
                                      : NULL;
    gint64 axis[RATER_MAX_RANK], coeff[RATER_MAX_RANK], constant[RATER_MAX_RANK];
    if (t == NULL || !values_get(record, RT_PARAM_AXIS_ARRAY, pattern->rank, axis) ||
        !values_get(record, RT_PARAM_COEFF_ARRAY, pattern->rank, coeff) ||
        !values_get(record, RT_PARAM_CONST_ARRAY, pattern->rank, constant))
        return FALSE;
    object->template = pattern->template;
    for (int i = 0; i < t->rank; i++) {
        const Along *outer = &pattern->along[i];
        Along *along = &object->along[i];
        *along = *outer;
        if (outer->kind != ALONG_AXIS)
            continue;
        const gint64 x = outer->axis;
        if (!compose(outer, coeff[x], constant[x], along) || axis[x] > object->rank)
            return FALSE;
        along->axis = MAX(axis[x], 1) - 1; /* a trace may have any number */
        along->kind = axis[x] < 0 ? ALONG_ALL : ALONG_AXIS;
        if (axis[x] == 0 || along->a == 0)
            *along = (Along){ ALONG_CONSTANT, 0, 0, along->b };
    }
    return TRUE;
}

static void
scan_alignment(Scan *scan, const TraceRecord *record)
{
    Object *array = array_get(scan, record);
    if (array != NULL && place(scan, record, array))
        compare_dimensions(scan, array);
    else
        scan->symmetric = FALSE;
}

/* A loop is placed like an array; its ranges take the part of sizes and widths. */
static void
scan_loop(Scan *scan, const TraceRecord *record)
{
    const TraceParam *first = trace_record_get(record, RT_PARAM_IN_INIT_INDEX_ARRAY);
    Object loop = { .rank = first != NULL ? (int)MIN(first->n, RATER_MAX_RANK) : 0 };
    if (first != NULL &&
        values_get(record, RT_PARAM_IN_INIT_INDEX_ARRAY, loop.rank, loop.low) &&
        values_get(record, RT_PARAM_IN_LAST_INDEX_ARRAY, loop.rank, loop.high) &&
        values_get(record, RT_PARAM_IN_STEP_ARRAY, loop.rank, loop.size) &&
        place(scan, record, &loop))
        compare_dimensions(scan, &loop);
    else
        scan->symmetric = FALSE;
}

/* The widths of a shadow group: the array with them in place of its own. */
static void
scan_shadow(Scan *scan, const TraceRecord *record)
{
    const Object *array = array_get(scan, record);
    const TraceParam *sides = trace_record_get(record, RT_PARAM_SHD_SIGN_ARRAY);
    Object group = array != NULL ? *array : (Object){ 0 };
    if (array == NULL ||
        !values_get(record, RT_PARAM_LOW_SHD_WIDTH_ARRAY, group.rank, group.low) ||
        !values_get(record, RT_PARAM_HI_SHD_WIDTH_ARRAY, group.rank, group.high)) {
        scan->symmetric = FALSE;
        return;
    }
    compare_dimensions(scan, &group);
    for (guint i = 1; sides != NULL && i < sides->n; i++)
        scan->symmetric &=
            trace_record_ints(record, sides)[i] == trace_record_ints(record, sides)[0];
}

/* Systems that a program makes of parts of the machine. */
static void
scan_part(Scan *scan, const TraceRecord *ret)
{
    const gint64 reference = trace_record_int(ret, RT_PARAM_PS_REF, 0);
    g_hash_table_add(scan->parts, GSIZE_TO_POINTER(reference));
    scan->use->parts = TRUE;
}

/* Calls whose effect on the symmetry is not looked into. */
static gboolean
may_break_symmetry(RtCallId call)
{
    switch (call) {
    case RT_CALL_PSVIEW:
    case RT_CALL_CRTPS:
    case RT_CALL_MAPAM:
    case RT_CALL_RUNAM:
    case RT_CALL_SETELW:
    case RT_CALL_GENBLK:
    case RT_CALL_REDIS:
    case RT_CALL_REALN:
    case RT_CALL_ARRCPY:
    case RT_CALL_AARRCP:
    case RT_CALL_INCSH:
    case RT_CALL_INCSHD:
    case RT_CALL_ACROSS:
    case RT_CALL_CRTRBL:
    case RT_CALL_CRTRBP:
        return TRUE;
    default:
        return FALSE;
    }
}

static void
scan_call(Scan *scan, const TraceRecord *record, const TraceRecord *ret)
{
    if (may_break_symmetry(record->shape->call))
        scan->symmetric = FALSE;
    switch (record->shape->call) {
    case RT_CALL_CRTAMV:
        scan_template(scan, record, ret);
        return;
    case RT_CALL_CRTDA:
        scan_array(scan, record, ret);
        return;
    case RT_CALL_BLKDIV:
        scan_multiple(scan, record);
        return;
    case RT_CALL_DISTR:
        scan_distribution(scan, record);
        if (object_get(scan, record, RT_PARAM_AM_VIEW_REF) != NULL)
            compare_dimensions(scan, object_get(scan, record, RT_PARAM_AM_VIEW_REF));
        return;
    case RT_CALL_REDIS:
        scan_distribution(scan, record);
        return;
    case RT_CALL_ALIGN:
        scan_alignment(scan, record);
        return;
    case RT_CALL_MAPPL:
        scan_loop(scan, record);
        return;
    case RT_CALL_INSSH:
    case RT_CALL_INSSHD:
        scan_shadow(scan, record);
        return;
    case RT_CALL_PSVIEW:
    case RT_CALL_CRTPS:
        scan_part(scan, ret);
        return;
    default:
        return;
    }
}

static gint
compare_numbers(gconstpointer a, gconstpointer b)
{
    const gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;
    return (x > y) - (x < y);
}

static void
sort_once(GArray *numbers)
{
    guint n = 0;
    g_array_sort(numbers, compare_numbers);
    for (guint i = 0; i < numbers->len; i++) {
        const gint64 number = g_array_index(numbers, gint64, i);
        if (n == 0 || number != g_array_index(numbers, gint64, n - 1))
            g_array_index(numbers, gint64, n++) = number;
    }
    g_array_set_size(numbers, n);
}

/* Dimensions that may be exchanged: being alike carries over from one to the next. */
static void
find_alike(Scan *scan)
{
    TopologyShape *shape = &scan->use->shape;
    for (guint8 e = 1; scan->symmetric && e < shape->rank; e++) {
        for (guint8 d = 0; d < e && shape->like[e] == e; d++) {
            if (!scan->differs[d][e])
                shape->like[e] = shape->like[d];
        }
    }
}

TopologyUse *
topology_use_new(const TraceProgram *program)
{
    const TraceInfo *info = &program->info;
    g_autoptr(TopologyUse) use = g_new0(TopologyUse, 1);
    g_autoptr(GHashTable) objects =
        g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_rc_box_release);
    g_autoptr(GHashTable) parts = g_hash_table_new(NULL, NULL);
    Scan scan = { .use = use, .objects = objects, .parts = parts };
    scan.symmetric = info->vps_rank == 0;
    use->shape = topology_shape(CLAMP(info->vps_rank, 1, TOPOLOGY_MAX_RANK));
    for (int d = 0; d < TOPOLOGY_MAX_RANK; d++) {
        use->extents[d] = g_array_new(FALSE, FALSE, sizeof(gint64));
        scan.extents[d] = g_hash_table_new(NULL, NULL);
    }
    for (gsize i = 0; i < program->n_calls; i++)
        scan_call(&scan, trace_program_record(program, program->calls[i].call),
                  trace_program_record(program, program->calls[i].ret));
    for (int d = 0; d < TOPOLOGY_MAX_RANK; d++) {
        sort_once(use->extents[d]);
        g_hash_table_unref(scan.extents[d]);
    }
    find_alike(&scan);
    return g_steal_pointer(&use);
}

void
topology_use_free(TopologyUse *use)
{
    if (use == NULL)
        return;
    for (int d = 0; d < TOPOLOGY_MAX_RANK; d++)
        g_array_unref(use->extents[d]);
    g_free(use);
}

TopologyShape
topology_use_shape(const TopologyUse *use, const Params *params)
{
    if (!rater_network_is_symmetric(&params->network))
        return topology_shape(use->shape.rank);
    for (guint i = 1; i < params->speeds->len; i++) {
        if (g_array_index(params->speeds, ParamsSpeed, i).speed !=
            g_array_index(params->speeds, ParamsSpeed, 0).speed)
            return topology_shape(use->shape.rank);
    }
    return use->shape;
}

/* Both ends of every run of sizes that cut an axis of n elements into the same blocks. */
static void
add_sizes(GArray *sizes, gint64 n, gint64 most)
{
    for (gint64 p = 1; p <= MIN(n, most) && sizes->len < MOST_SIZES;) {
        const gint64 block = (n - 1) / p + 1;
        const gint64 last = block > 1 ? MIN((n - 1) / (block - 1), most) : p;
        g_array_append_val(sizes, p);
        g_array_append_val(sizes, last);
        p = last + 1;
    }
}

GArray *
topology_use_sizes(const TopologyUse *use, int d, gint64 most)
{
    const gint64 one = 1;
    GArray *sizes = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_array_append_val(sizes, one);
    for (guint i = 0; !use->parts && i < use->extents[d]->len; i++)
        add_sizes(sizes, g_array_index(use->extents[d], gint64, i), most);
    for (gint64 p = 2; use->parts && p <= MIN(most, MOST_SIZES); p++)
        g_array_append_val(sizes, p);
    sort_once(sizes);
    return sizes;
}
