/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/sim/naive-state.h"

gboolean
naive_fail(Naive *n, const char *what)
{
    n->error = what;
    return FALSE;
}

int
naive_int(const TraceRecord *record, RtParamId id, int i, int missing)
{
    const TraceParam *param = trace_record_get(record, id);
    return param == NULL || (guint)i >= param->n ? missing
                                                 : (int)trace_record_ints(record, param)[i];
}

/* ---- objects ---- */

Object *
naive_new(Naive *n, Kind kind, gint64 ref)
{
    Object *o = g_new0(Object, 1);
    o->kind = kind;
    o->ref = ref;
    g_ptr_array_add(n->objects, o);
    return o;
}

static void
object_free(gpointer data)
{
    Object *o = data;
    naive_place_clear(&o->place);
    for (int g = 0; g < MAX_RANK; g++)
        g_clear_pointer(&o->weights[g], g_array_unref);
    g_clear_pointer(&o->parts, g_ptr_array_unref);
    g_clear_pointer(&o->edges, g_array_unref);
    g_free(o->wanted);
    g_free(o);
}

static Object *
newest(Naive *n, int kind, gint64 ref)
{
    for (guint i = n->objects->len; ref != 0 && i-- > 0;) {
        Object *o = n->objects->pdata[i];
        gboolean matches = o->ref == ref || (o->handle != 0 && o->handle == ref);
        if (!o->dead && matches && (kind < 0 || (int)o->kind == kind))
            return o;
    }
    return NULL;
}

/* NULL when it is not given or not known. */
Object *
naive_find(Naive *n, Kind kind, const TraceRecord *record, RtParamId id)
{
    return newest(n, kind, trace_record_int(record, id, 0));
}

Object *
naive_find_array(Naive *n, RtParamId header, RtParamId handle)
{
    Object *o = naive_find(n, ARRAY, n->in, header);
    return o != NULL ? o : naive_find(n, ARRAY, n->in, handle);
}

/* ---- accounting: straight into the interval and all that enclose it ---- */

long double
naive_seconds(const TraceProgram *program, const Params *params, const TraceCall *call,
              gboolean inside)
{
    const long double overhead = params->trace_overhead;
    if (call->times == 0)
        return MAX((inside ? call->t_return : call->t_call) - overhead, 0) * params->power;
    const TraceTimes *times = g_ptr_array_index(program->times, call->times - 1);
    long double sum = 0;
    for (gsize i = 0; i < times->n; i++) {
        if ((i >= times->n_before) == inside)
            sum += MAX(times->seconds[i] - overhead, 0);
    }
    return sum * params->power;
}

long double
naive_before(const Naive *n)
{
    return naive_seconds(n->program, n->params, n->call, FALSE);
}

long double
naive_inside(const Naive *n)
{
    return naive_seconds(n->program, n->params, n->call, TRUE);
}

static void
io_time(Naive *n, long double t)
{
    const int h = n->host[0];
    t /= n->speed[0];
    n->clock[h] += t;
    EACH_INTERVAL(i)
    {
        i->account[h].io += t;
        i->out.member[h] = TRUE;
    }
}

static RtCallId
call_id(const Naive *n, gsize i)
{
    return trace_program_record(n->program, n->program->calls[i].call)->call;
}

/* Whether a time of the call is that of the start or the exit of the process: before it
 * (user), where no begbl_ is open, or in it. */
static gboolean
is_process(const Naive *n, gboolean user)
{
    const TraceProgram *program = n->program;
    int open = 0;
    if (program->n_calls == 0)
        return FALSE;
    if (call_id(n, 0) != RT_CALL_BEGBL)
        return user && n->number == 0 && program->info.has_init &&
               program->calls[0].t_call <= 0.02;
    for (gsize i = 0; i < n->number; i++) {
        RtCallId id = call_id(n, i);
        open = id == RT_CALL_BEGBL ? open + 1 : id == RT_CALL_ENDBL ? MAX(open - 1, 0) : open;
    }
    if (!user && call_id(n, n->number) == RT_CALL_ENDBL)
        open--;
    return open <= 0;
}

static void
compute(Naive *n, int p, long double t, long double wasted, gboolean user)
{
    const int h = n->host[p];
    n->clock[h] += t;
    EACH_INTERVAL(i)
    {
        *(user ? &i->account[h].cpu : &i->account[h].sys) += t;
        *(user ? &i->account[h].insuff_usr : &i->account[h].insuff_sys) += wasted;
    }
}

void
naive_base(Naive *n, long double t, gboolean user)
{
    const System *s = n->current;
    if (n->bracket) {
        io_time(n, t);
        return;
    }
    gboolean process = is_process(n, user);
    for (int i = 0; i < s->n; i++) {
        long double own = t / n->speed[s->member[i]], wasted = own * (s->n - 1) / s->n;
        compute(n, s->member[i], own, wasted, user);
        if (process) {
            EACH_INTERVAL(k)
            {
                k->account[n->host[s->member[i]]].process += own;
                k->account[n->host[s->member[i]]].process_insuff += wasted;
            }
        }
    }
}

/* Shares t: processor p does count[p] of `all` pieces, the same ones as same[p] processors do.
 */
void
naive_share(Naive *n, long double t, const gint64 *count, const int *same, gint64 all,
            gboolean user)
{
    if (all == 0) {
        naive_base(n, t, user);
        return;
    }
    for (int i = 0; i < n->current->n; i++) {
        int p = n->current->member[i];
        if (count[p] == 0)
            continue;
        long double own = t * count[p] / all / n->speed[p];
        compute(n, p, own, own * (same[p] - 1) / same[p], user);
    }
}

void
naive_count(Naive *n, Operation group)
{
    EACH_INTERVAL(i)
    {
        i->out.n_operations[group]++;
    }
}

static Operation
group_here(const Naive *n, Operation group)
{
    return n->bracket ? OPERATION_IO : group;
}

/* Lists those that have a processor of the current system; returns how many. */
int
naive_hosts(const Naive *n, int hosts[])
{
    int n_hosts = 0;
    for (int h = 0; h < n->n_hosts; h++) {
        gboolean has = FALSE;
        for (int k = 0; k < n->current->n; k++)
            has = has || n->host[n->current->member[k]] == h;
        if (has)
            hosts[n_hosts++] = h;
    }
    return n_hosts;
}

void
naive_communicate(Naive *n, Operation group, int host, long double t)
{
    n->clock[host] += t;
    EACH_INTERVAL(i)
    {
        i->account[host].comm[group_here(n, group)] += t;
    }
}

static long double
latest(const Naive *n)
{
    long double m = 0;
    for (int i = 0; i < n->current->n; i++)
        m = MAX(m, n->clock[n->host[n->current->member[i]]]);
    return m;
}

long double
naive_synchronise(Naive *n, Operation group)
{
    long double m = latest(n);
    int hosts[MAX_P], n_hosts = naive_hosts(n, hosts);
    for (int k = 0; k < n_hosts; k++) {
        int p = hosts[k];
        long double wait = m - n->clock[p];
        naive_communicate(n, group, p, wait);
        n->clock[p] = m;
        EACH_INTERVAL(i)
        {
            i->account[p].synch[group_here(n, group)] += wait;
        }
    }
    return m;
}

void
naive_collective(Naive *n, Operation group, long double cost)
{
    int hosts[MAX_P], n_hosts = naive_hosts(n, hosts);
    naive_synchronise(n, group);
    for (int k = 0; k < n_hosts; k++)
        naive_communicate(n, group, hosts[k], cost);
}

void
naive_start(Naive *n, Operation group, Object *object, long double cost)
{
    object->start = naive_synchronise(n, group);
    object->done = object->start + cost;
    object->pending = TRUE;
    naive_count(n, group);
}

gboolean
naive_wait(Naive *n, Operation group, Object *object)
{
    if (!object->pending)
        return naive_fail(n, "wait without start");
    int hosts[MAX_P], n_hosts = naive_hosts(n, hosts);
    object->pending = FALSE;
    for (int k = 0; k < n_hosts; k++) {
        int p = hosts[k];
        long double overlap = MIN(n->clock[p], object->done) - object->start;
        EACH_INTERVAL(i)
        {
            i->account[p].overlap[group_here(n, group)] += MAX(overlap, 0);
        }
        if (n->clock[p] < object->done)
            naive_communicate(n, group, p, object->done - n->clock[p]);
    }
    long double last = latest(n);
    for (int k = 0; k < n_hosts; k++) {
        int p = hosts[k];
        EACH_INTERVAL(i)
        {
            i->account[p].variation[group_here(n, group)] += last - n->clock[p];
        }
    }
    return TRUE;
}

/* ---- input/output ---- */

static gboolean
io_call(Naive *n, RtCallId id, long double before, long double after)
{
    gboolean inside = n->bracket;
    naive_base(n, before, TRUE);
    if (id == RT_CALL_BIOF) {
        n->bracket = TRUE;
        naive_count(n, OPERATION_IO);
        io_time(n, after);
    } else if (id == RT_CALL_EIOF) {
        if (!inside)
            return naive_fail(n, "no bracket to end");
        io_time(n, after);
        n->bracket = FALSE;
    } else if (id == RT_CALL_SRMEM) {
        gint64 bytes = 0;
        for (int i = 0; i < naive_int(n->in, RT_PARAM_MEMORY_COUNT, 0, 0); i++)
            bytes += naive_int(n->in, RT_PARAM_LENGTH_ARRAY, i, 0);
        naive_collective(n, OPERATION_IO, naive_cost_broadcast(n, bytes));
        EACH_INTERVAL(i)
        {
            i->out.member[n->host[0]] = TRUE; /* an I/O function like the others */
        }
        naive_base(n, after, FALSE);
    } else {
        io_time(n, after);
    }
    if (!inside && id != RT_CALL_BIOF && id != RT_CALL_EIOF)
        naive_count(n, OPERATION_IO);
    return TRUE;
}

/* ---- calls ---- */

static gboolean
delete_object(Naive *n, Object *o)
{
    if (o == NULL)
        return naive_fail(n, "unknown object");
    o->dead = TRUE;
    return TRUE;
}

static gboolean
delete_call(Naive *n, RtCallId id)
{
    switch (id) {
    case RT_CALL_DELPS:
        return delete_object(n, naive_find(n, SYSTEM, n->in, RT_PARAM_PS_REF));
    case RT_CALL_DELAMV:
        return delete_object(n, naive_find(n, TEMPLATE, n->in, RT_PARAM_AM_VIEW_REF));
    case RT_CALL_DELDA:
        return delete_object(
            n, naive_find_array(n, RT_PARAM_ARRAY_HEADER, RT_PARAM_ARRAY_HANDLE_PTR));
    case RT_CALL_DELRG:
        return delete_object(n, naive_find(n, RED_GROUP, n->in, RT_PARAM_RED_GROUP_REF));
    case RT_CALL_DELRED:
        return delete_object(n, naive_find(n, REDUCTION, n->in, RT_PARAM_RED_REF));
    case RT_CALL_DELSHG:
        return delete_object(n, naive_find(n, SHADOW_GROUP, n->in, RT_PARAM_SHADOW_GROUP_REF));
    default:
        return delete_object(n, newest(n, -1, trace_record_int(n->in, RT_PARAM_OBJECT_REF, 0)));
    }
}

static gboolean
act(Naive *n, RtCallId id, gboolean *returned)
{
    switch (id) {
    case RT_CALL_DELPS:
    case RT_CALL_DELAMV:
    case RT_CALL_DELDA:
    case RT_CALL_DELRG:
    case RT_CALL_DELRED:
    case RT_CALL_DELSHG:
        return delete_call(n, id);
    default:
        break;
    }
    switch (rt_call_get(id)->group) {
    case RT_GROUP_SYSTEM:
        return naive_call_system(n, id);
    case RT_GROUP_TEMPLATE:
        return naive_call_template(n, id);
    case RT_GROUP_ARRAY:
        return naive_call_array(n, id);
    case RT_GROUP_COPY:
        return naive_call_copy(n, id, returned);
    case RT_GROUP_REMOTE:
        return naive_call_remote(n, id);
    case RT_GROUP_LOOP:
        return naive_call_loop(n, id);
    case RT_GROUP_REDUCTION:
        return naive_call_reduction(n, id);
    case RT_GROUP_SHADOW:
        return naive_call_shadow(n, id);
    case RT_GROUP_OBJECT:
        return delete_call(n, id);
    default:
        return TRUE;
    }
}

static gboolean
simulate(Naive *n, const TraceCall *call)
{
    n->call = call;
    n->in = trace_program_record(n->program, call->call);
    n->ret = trace_program_record(n->program, call->ret);
    RtCallId id = n->in->call;
    const long double before = naive_before(n), after = naive_inside(n);
    RtGroup group = id == RT_CALL_UNKNOWN ? RT_GROUP_ORDINARY : rt_call_get(id)->group;
    if (n->in->problem != NULL || n->ret->problem != NULL)
        return naive_fail(n, "parameters");
    if (group == RT_GROUP_INTERVAL)
        return naive_call_interval(n, id, before, after);
    if (group == RT_GROUP_IO)
        return io_call(n, id, before, after);
    gboolean returned = FALSE;
    if (id != RT_CALL_DOPL) /* accounts its own */
        naive_base(n, before, TRUE);
    if (group != RT_GROUP_ORDINARY && !act(n, id, &returned))
        return FALSE;
    if (!returned)
        naive_base(n, after, FALSE);
    if (id == RT_CALL_RUNAM || id == RT_CALL_STOPAM)
        naive_join_interval(n);
    return TRUE;
}

static void
set_up(Naive *n)
{
    const RaterGrid *grid = &n->params->topology;
    const TraceInfo *info = &n->program->info;
    n->objects = g_ptr_array_new_with_free_func(object_free);
    n->systems = g_ptr_array_new_with_free_func(g_free);
    n->stack = g_ptr_array_new();
    n->root = g_new0(System, 1);
    g_ptr_array_add(n->systems, n->root);
    n->root->rank = grid->rank;
    n->root->n = n->n_p;
    for (int d = 0; d < grid->rank; d++) {
        n->root->size[d] = grid->size[d];
        n->root->traced[d] = info->vps_rank == 0  ? 1
                             : d < info->vps_rank ? info->vps_size[d]
                                                  : 0;
    }
    int p = 0;
    for (guint k = 0; k < n->params->speeds->len; k++) {
        const ParamsSpeed *speed = &g_array_index(n->params->speeds, ParamsSpeed, k);
        for (gint64 c = 0; c < speed->count && p < n->n_p; c++)
            n->speed[p++] = speed->speed;
    }
    while (p < n->n_p)
        n->speed[p++] = 1;
    for (p = 0; p < n->n_p; p++)
        n->root->member[p] = n->host[p] = p;
    n->n_hosts = n->n_p;
    if (params_is_links(n->params)) {
        naive_links_speeds(n);
        naive_links_hosts(n);
    }
    Object *machine = naive_new(n, MACHINE, 0);
    machine->system = n->current = n->root;
    g_ptr_array_add(n->stack, machine);
    n->main = n->interval = naive_open(n, NULL, INTERVAL_MAIN, info->first_site);
    n->main->out.count = 1;
    naive_join_interval(n);
}

NaiveResult *
naive_run(const TraceProgram *program, const Params *params, gboolean ideal, GError **error)
{
    g_autofree Naive *n = g_new0(Naive, 1);
    n->program = program;
    n->params = params;
    n->ideal = ideal;
    n->n_p = rater_grid_count(&params->topology);
    g_assert(n->n_p <= MAX_P);
    set_up(n);
    gboolean ok = TRUE;
    for (n->number = 0; ok && n->number < program->n_calls; n->number++)
        ok = simulate(n, &program->calls[n->number]);
    NaiveResult *result = NULL;
    if (ok) {
        const TraceCall exit = { .t_call = program->info.exit_time,
                                 .times = program->info.exit_times };
        naive_base(n, naive_seconds(program, params, &exit, FALSE), TRUE);
        result = naive_result(n);
    } else {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                    "line %" G_GUINT64_FORMAT ": %s: %s", n->call->line, n->in->name, n->error);
    }
    naive_open_free(n->main);
    g_ptr_array_unref(n->objects);
    g_ptr_array_unref(n->systems);
    g_ptr_array_unref(n->stack);
    return result;
}
