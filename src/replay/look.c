/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/replay/look.h"

#include "src/analysis/predict/predict.h"
#include "src/base/clean.h"
#include "src/base/hash.h"
#include "src/base/number.h"
#include "src/replay/private.h"

double
replay_elapsed(const ReplaySession *session)
{
    return simulator_time(session->simulator);
}

double
replay_clock(const ReplaySession *session, gint64 processor)
{
    SimClock clock = sim_clock_copy(simulator_clock(session->simulator));
    SimView view;
    double value = 0;
    if (sim_clock_view(&clock, simulator_systems(session->simulator)->root, NULL, &view))
        value = sim_sum_value(view.value[sim_partition_class_of(view.partition, processor)]);
    sim_clock_clear(&clock);
    return value;
}

double
replay_serial_time(const ReplaySession *session)
{
    return simulator_serial_time(session->simulator);
}

/* --- calls and intervals --- */

gboolean
replay_place(const ReplaySession *session, guint64 k, ReplayPlace *place)
{
    const TraceProgram *program = session->program;
    if (k > program->n_calls)
        return FALSE;
    const TraceCall *call = k < program->n_calls ? &program->calls[k] : NULL;
    const TraceSite *site =
        trace_program_site(program, call != NULL ? call->site : program->info.exit_site);
    *place = (ReplayPlace){
        .file = site != NULL ? site->file : "",
        .line = site != NULL ? site->line : 0,
        .call = "Event_dvm_exit",
        .trace_line = call != NULL ? call->line : program->info.exit_line,
    };
    if (call != NULL) {
        place->record = trace_program_record(program, call->call);
        place->call = place->record->name;
    }
    return TRUE;
}

static void
append_value(const ReplaySession *session, const TraceRecord *record, const TraceParam *param,
             guint i, GString *out)
{
    const RtParamKind kind = rt_param_get(param->id)->kind;
    char number[REPORT_NUMBER_SIZE];
    if (kind == RT_PARAM_KIND_REAL) {
        const char *text = report_number_exact(trace_record_reals(record, param)[i], number);
        g_string_append(out, text != NULL ? text : "?");
        return;
    }
    const gint64 value = trace_record_ints(record, param)[i];
    if (kind == RT_PARAM_KIND_INT || value == 0) {
        g_string_append_printf(out, "%" G_GINT64_FORMAT, value);
        return;
    }
    g_autofree char *reference = trace_program_reference_text(session->program, (guint32)value);
    g_string_append(out, reference);
}

void
replay_append_call(const ReplaySession *session, const ReplayPlace *place, GString *out)
{
    /* more values of one parameter are a table that nobody reads in a line */
    const guint most = 8;
    const TraceRecord *record = place->record;
    g_autofree char *name = report_clean_shown(place->call, -1);

    g_string_append(out, name);
    g_string_append_c(out, '(');
    for (guint p = 0; record != NULL && p < record->n_params; p++) {
        const TraceParam *param = &record->params[p];
        g_string_append_printf(out, "%s%s=", p > 0 ? ", " : "", rt_param_get(param->id)->name);
        if (param->n > 1)
            g_string_append_c(out, '{');
        for (guint i = 0; i < param->n && i < most; i++) {
            if (i > 0)
                g_string_append_c(out, ',');
            append_value(session, record, param, i, out);
        }
        if (param->n > most)
            g_string_append(out, ",...");
        if (param->n > 1)
            g_string_append_c(out, '}');
    }
    g_string_append_c(out, ')');
}

GArray *
replay_stack(const ReplaySession *session)
{
    GArray *stack = g_array_new(FALSE, FALSE, sizeof(ReplayFrame));
    SimTally *tally = simulator_tally(session->simulator);
    for (guint i = tally->current; i != G_MAXUINT;) {
        const SimInterval *interval = sim_tally_interval(tally, i);
        const guint32 at =
            interval->parent != G_MAXUINT ? interval->site : session->program->info.first_site;
        const TraceSite *site = trace_program_site(session->program, at);
        const ReplayFrame frame = { .interval = i,
                                    .type = interval->type,
                                    .file = site != NULL ? site->file : "",
                                    .line = site != NULL ? site->line : 0,
                                    .has_expression = interval->has_expression,
                                    .expression = interval->expression,
                                    .turn = interval->count };
        g_array_append_val(stack, frame);
        i = interval->parent;
    }
    return stack;
}

/* --- classes of processors --- */

const char *
replay_state_name(ReplayState state)
{
    static const char *const names[] = { "computing", "communicating", "waiting", "idle",
                                         "not in this task" };
    return names[state];
}

/* Whether the processors of the current system wait for each other in the next call. Calls that
 * wait for what was started before let each go on when that is done. */
static gboolean
next_call_meets(const ReplaySession *session)
{
    if (session->position >= session->program->n_calls)
        return FALSE;
    const guint32 call = session->program->calls[session->position].call;
    switch (trace_program_record(session->program, call)->call) {
    case RT_CALL_REDIS:
    case RT_CALL_REALN:
    case RT_CALL_ARRCPY:
    case RT_CALL_AARRCP:
    case RT_CALL_STRTRD:
    case RT_CALL_STRTSH:
    case RT_CALL_EXFRST:
    case RT_CALL_LOADRB:
    case RT_CALL_LOADBG:
    case RT_CALL_SRMEM:
        return TRUE;
    default:
        return FALSE;
    }
}

typedef struct {
    SimSum clock;
    ReplayState state;
    GArray *members; /* of guint: classes of the partition */
} Group;

static void
group_free(gpointer group)
{
    g_array_unref(((Group *)group)->members);
    g_free(group);
}

static guint
group_hash(gconstpointer v)
{
    const Group *group = v;
    const double keys[] = { sim_sum_value(group->clock), group->state };
    return hash_memory(keys, sizeof keys);
}

static gboolean
group_equal(gconstpointer va, gconstpointer vb)
{
    const Group *a = va, *b = vb;
    return a->state == b->state && sim_sum_value(a->clock) == sim_sum_value(b->clock);
}

static ReplayState
class_state(const ReplaySession *session, const SimView *view, SimSum last, guint c)
{
    if (!sim_view_inside(view, c))
        return REPLAY_OUTSIDE;
    if (sim_sum_difference(last, view->value[c]) > 0)
        return next_call_meets(session) ? REPLAY_WAITING : REPLAY_IDLE;
    return session->watch->communicates ? REPLAY_COMMUNICATING : REPLAY_COMPUTING;
}

/* Of Group, owned, by the least number of their processors: the classes of the partition are in
 * that order. */
static GPtrArray *
groups_new(const ReplaySession *session, const SimView *view)
{
    GPtrArray *groups = g_ptr_array_new_with_free_func(group_free);
    g_autoptr(GHashTable) known = g_hash_table_new(group_hash, group_equal);
    const SimSum last = sim_view_max(view);
    for (guint c = 0; c < view->partition->n_classes; c++) {
        const Group like = { view->value[c], class_state(session, view, last, c), NULL };
        Group *group = g_hash_table_lookup(known, &like);
        if (group == NULL) {
            group = g_memdup2(&like, sizeof like);
            group->members = g_array_new(FALSE, FALSE, sizeof(guint));
            g_ptr_array_add(groups, group);
            g_hash_table_add(known, group);
        }
        g_array_append_val(group->members, c);
    }
    return groups;
}

static void
class_clear(gpointer v)
{
    processor_set_unref(((ReplayClass *)v)->set);
}

/* Appends the class of groups from..to - 1. */
static void
append_class(const ReplaySession *session, const SimPartition *partition, GPtrArray *groups,
             guint from, guint to, GArray *classes)
{
    g_autoptr(GArray) members = g_array_new(FALSE, FALSE, sizeof(guint));
    const Group *first = g_ptr_array_index(groups, from);
    SimSum clock = first->clock;
    for (guint i = from; i < to; i++) {
        const Group *group = g_ptr_array_index(groups, i);
        g_array_append_vals(members, group->members->data, group->members->len);
        if (sim_sum_difference(group->clock, clock) > 0)
            clock = group->clock;
    }
    ReplayClass one = { .clock = sim_sum_value(clock),
                        .since = -1,
                        .state = first->state,
                        .n_more = to - from - 1 };
    one.set = sim_partition_set(partition, members->len, (const guint *)(gpointer)members->data,
                                replay_grid(session));
    one.count = processor_set_count(one.set);
    if (one.state == REPLAY_WAITING || one.state == REPLAY_IDLE)
        one.since = one.clock;
    g_array_append_val(classes, one);
}

GArray *
replay_classes(const ReplaySession *session, guint most)
{
    GArray *classes = g_array_new(FALSE, FALSE, sizeof(ReplayClass));
    SimClock clock = sim_clock_copy(simulator_clock(session->simulator));
    SimView view;
    g_array_set_clear_func(classes, class_clear);
    if (sim_clock_view(&clock, simulator_system(session->simulator), NULL, &view)) {
        g_autoptr(GPtrArray) groups = groups_new(session, &view);
        const guint alone = groups->len > most ? most - 1 : groups->len;
        for (guint i = 0; i < alone; i++)
            append_class(session, view.partition, groups, i, i + 1, classes);
        if (alone < groups->len)
            append_class(session, view.partition, groups, alone, groups->len, classes);
    }
    sim_clock_clear(&clock);
    return classes;
}

const Prediction *
replay_so_far(ReplaySession *session, GError **error)
{
    if (session->so_far == NULL)
        session->so_far =
            predict_so_far(session->simulator, session->program, session->params, error);
    return session->so_far;
}
