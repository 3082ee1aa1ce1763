/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/layout.h"

#include "src/sim/core/lookup.h"
#include "src/sim/simulator.h"

typedef struct {
    Simulator *sim;
    SimLayout *layout;
    GHashTable *parts;  /* references of systems that psview_ and crtps_ made */
    gboolean symmetric; /* nothing was met that is not looked into */
    gboolean differs[SIM_LAYOUT_RANK][SIM_LAYOUT_RANK]; /* first index below the second */
} Scan;

/* What is laid out along one axis: size and shadow widths, or a loop's range. */
typedef const gint64 *AxisNumbers[3];

/* Whether two axes of a template have the same laid out along them. */
static gboolean
is_alike(const RaterAlignTerm *x, const RaterAlignTerm *y, AxisNumbers numbers)
{
    if (x->kind != y->kind)
        return FALSE;
    switch (x->kind) {
    case RATER_ALIGN_ALL:
        return TRUE;
    case RATER_ALIGN_CONST:
        return x->b == y->b;
    case RATER_ALIGN_SOME:
        return rater_range_equal(x->span, y->span);
    case RATER_ALIGN_AXIS:
        break;
    }
    for (guint k = 0; k < 3; k++) {
        if (numbers[k][x->axis] != numbers[k][y->axis])
            return FALSE;
    }
    return x->a == y->a && x->b == y->b;
}

/* Holds what lies over each two grid dimensions against each other; `term` of each axis of the
 * template. */
static void
compare(Scan *scan, const SimTemplate *t, const RaterAlignTerm term[], AxisNumbers numbers)
{
    for (int e = 1; e < MIN(t->dist.grid.rank, SIM_LAYOUT_RANK); e++) {
        for (int d = 0; d < e; d++) {
            const int i = t->dist.axis[d], j = t->dist.axis[e];
            if (i >= 0 || j >= 0)
                scan->differs[d][e] |= i < 0 || j < 0 || t->multiple[i] != t->multiple[j] ||
                                       !is_alike(&term[i], &term[j], numbers);
        }
    }
}

/* Each of these is FALSE where nothing can be told. */
static gboolean
look_at_template(Scan *scan, const SimTemplate *t)
{
    RaterAlignTerm term[RATER_MAX_RANK];
    if (t == NULL || !t->is_distributed)
        return FALSE;
    for (int i = 0; i < t->rank; i++)
        term[i] = (RaterAlignTerm){ .kind = RATER_ALIGN_AXIS, .axis = i, .a = 1 };
    compare(scan, t, term, (AxisNumbers){ t->size, t->size, t->size });
    return TRUE;
}

static gboolean
look_at_array(Scan *scan, const SimArray *array, const gint64 low[], const gint64 high[])
{
    if (array == NULL || array->template == NULL || !array->template->is_distributed ||
        low == NULL || high == NULL)
        return FALSE;
    compare(scan, array->template, array->align.term, (AxisNumbers){ array->size, low, high });
    return TRUE;
}

static SimArray *
array_of(const Scan *scan)
{
    return sim_array_get(scan->sim, RT_PARAM_ARRAY_HEADER, RT_PARAM_ARRAY_HANDLE_PTR);
}

static gboolean
look_at_alignment(Scan *scan)
{
    const SimArray *array = array_of(scan);
    return array != NULL && look_at_array(scan, array, array->low, array->high);
}

/* The widths of a shadow group in place of the array's own. */
static gboolean
look_at_shadow(Scan *scan)
{
    const SimArray *array = array_of(scan);
    const guint n = array != NULL ? (guint)array->rank : 0;
    const TraceParam *sides = trace_record_get(scan->sim->call.record, RT_PARAM_SHD_SIGN_ARRAY);
    for (guint i = 1; sides != NULL && i < sides->n; i++) {
        const gint64 *side = trace_record_ints(scan->sim->call.record, sides);
        if (side[i] != side[0])
            return FALSE;
    }
    return look_at_array(scan, array,
                         sim_values_get(scan->sim, RT_PARAM_LOW_SHD_WIDTH_ARRAY, n),
                         sim_values_get(scan->sim, RT_PARAM_HI_SHD_WIDTH_ARRAY, n));
}

/* A loop is placed like an array. */
static gboolean
look_at_loop(Scan *scan)
{
    SimTemplate *t;
    SimArray *array;
    RaterAlignRule rules[RATER_MAX_RANK];
    RaterRange domain[RATER_MAX_RANK];
    RaterAlign align;
    const SimLoop *loop = sim_object_get(scan->sim, RT_PARAM_LOOP_REF, SIM_OBJECT_LOOP);
    const guint n = loop != NULL ? (guint)loop->rank : 0;
    const gint64 *init = sim_values_get(scan->sim, RT_PARAM_IN_INIT_INDEX_ARRAY, n);
    const gint64 *last = sim_values_get(scan->sim, RT_PARAM_IN_LAST_INDEX_ARRAY, n);
    const gint64 *step = sim_values_get(scan->sim, RT_PARAM_IN_STEP_ARRAY, n);
    const int n_rules = sim_rules_get(scan->sim, rules);
    if (loop == NULL || init == NULL || last == NULL || step == NULL || n_rules < 0 ||
        !sim_pattern_get(scan->sim, &t, &array) || !t->is_distributed)
        return FALSE;
    for (guint i = 0; i < n; i++)
        domain[i] = (RaterRange){ MIN(init[i], last[i]), MAX(init[i], last[i]) };
    if (rater_align_domain(&align, loop->rank, domain, t->rank, t->size,
                           array != NULL ? &array->align : NULL, n_rules, rules) != RATER_OK)
        return FALSE;
    compare(scan, t, align.term, (AxisNumbers){ init, last, step });
    return TRUE;
}

/* Notes the axes of a distribution onto the whole system. */
static void
note_distribution(Scan *scan, const SimTemplate *t)
{
    SimLayout *layout = scan->layout;
    const gint64 system = trace_record_int(scan->sim->call.record, RT_PARAM_PS_REF, 0);
    if (t == NULL || !t->is_distributed ||
        g_hash_table_contains(scan->parts, GSIZE_TO_POINTER(system)))
        return;
    for (int d = 0; d < MIN(t->dist.grid.rank, SIM_LAYOUT_RANK); d++) {
        const int i = t->dist.axis[d];
        if (i < 0)
            continue;
        const gint64 extent = (t->size[i] - 1) / t->multiple[i] + 1;
        g_array_append_val(layout->extents[d], extent);
        layout->rank = MAX(layout->rank, d + 1);
    }
}

/* Systems that a program makes of parts of the machine. */
static void
note_part(Scan *scan)
{
    const gint64 reference = trace_record_int(scan->sim->call.ret, RT_PARAM_PS_REF, 0);
    g_hash_table_add(scan->parts, GSIZE_TO_POINTER(reference));
    scan->layout->parts = TRUE;
}

static SimTemplate *
template_of(const Scan *scan)
{
    SimTemplate *t = sim_object_get(scan->sim, RT_PARAM_AM_VIEW_REF, SIM_OBJECT_TEMPLATE);
    const SimArray *array = t == NULL ? array_of(scan) : NULL;
    return array != NULL ? array->template : t;
}

/* Whether the call, which was simulated, leaves dimensions alike as far as is looked into. */
static gboolean
look_at_call(Scan *scan)
{
    switch (scan->sim->call.record->call) {
    case RT_CALL_DISTR:
        note_distribution(scan, template_of(scan));
        return look_at_template(scan, template_of(scan));
    case RT_CALL_ALIGN:
        return look_at_alignment(scan);
    case RT_CALL_MAPPL:
        return look_at_loop(scan);
    case RT_CALL_INSSH:
    case RT_CALL_INSSHD:
        return look_at_shadow(scan);
    case RT_CALL_REDIS:
        note_distribution(scan, template_of(scan));
        return FALSE;
    case RT_CALL_PSVIEW:
    case RT_CALL_CRTPS:
        note_part(scan);
        return FALSE;
    case RT_CALL_MAPAM:
    case RT_CALL_RUNAM:
    case RT_CALL_SETELW:
    case RT_CALL_GENBLK:
    case RT_CALL_REALN:
    case RT_CALL_ARRCPY:
    case RT_CALL_AARRCP:
    case RT_CALL_INCSH:
    case RT_CALL_INCSHD:
    case RT_CALL_ACROSS:
    case RT_CALL_CRTRBL:
    case RT_CALL_CRTRBP:
        return FALSE;
    default:
        return TRUE;
    }
}

/* Whether a template that is distributed leaves what was aligned with it elsewhere. */
static gboolean
distributes_again(const Scan *scan, const TraceRecord *record)
{
    const SimTemplate *t =
        sim_object_at(scan->sim, trace_record_int(record, RT_PARAM_AM_VIEW_REF, 0));
    return record->call == RT_CALL_DISTR && t != NULL && t->base.kind == SIM_OBJECT_TEMPLATE &&
           t->is_distributed;
}

static void
scan_calls(Scan *scan, const TraceProgram *program)
{
    for (gsize i = 0; i < program->n_calls; i++) {
        const TraceCall *at = &program->calls[i];
        const gboolean again = distributes_again(scan, trace_program_record(program, at->call));
        const gboolean done = simulator_call(scan->sim, at, NULL);
        scan->symmetric &= look_at_call(scan) && done && !again;
        g_clear_error(&scan->sim->error); /* of parameters that were looked for */
    }
}

/* Dimensions that may be exchanged: being alike carries over from one to the next. */
static void
find_alike(const Scan *scan)
{
    SimLayout *layout = scan->layout;
    for (guint8 e = 1; scan->symmetric && e < layout->rank; e++) {
        for (guint8 d = 0; d < e && layout->like[e] == e; d++) {
            if (!scan->differs[d][e])
                layout->like[e] = layout->like[d];
        }
    }
}

SimLayout *
sim_layout_new(const TraceProgram *program)
{
    const SimulatorOptions options = {
        .keep_going = TRUE, .ideal_network = TRUE, .times_only = TRUE, .flat = TRUE
    };
    g_autoptr(Params) params = params_new();
    g_autoptr(GHashTable) parts = g_hash_table_new(NULL, NULL);
    g_autoptr(SimLayout) layout = g_new0(SimLayout, 1);
    params->topology.rank = SIM_LAYOUT_RANK;
    for (guint8 d = 0; d < SIM_LAYOUT_RANK; d++) {
        params->topology.size[d] = 1;
        layout->like[d] = d;
        layout->extents[d] = g_array_new(FALSE, FALSE, sizeof(gint64));
    }
    g_autoptr(Simulator) sim = simulator_new(program, params, &options, NULL);
    if (sim != NULL) {
        Scan scan = { .sim = sim, .layout = layout, .parts = parts };
        scan.symmetric = program->info.vps_rank == 0;
        scan_calls(&scan, program);
        find_alike(&scan);
    }
    layout->rank = MAX(layout->rank, CLAMP(program->info.vps_rank, 1, SIM_LAYOUT_RANK));
    return g_steal_pointer(&layout);
}

void
sim_layout_free(SimLayout *layout)
{
    if (layout == NULL)
        return;
    for (int d = 0; d < SIM_LAYOUT_RANK; d++)
        g_array_unref(layout->extents[d]);
    g_free(layout);
}
