/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/calls/pipeline.h"

#include "rater/pipeline/pipeline.h"
#include "src/sim/calls/call.h"
#include "src/sim/calls/shadow.h"
#include "src/sim/core/account.h"
#include "src/sim/core/lookup.h"
#include "src/sim/core/message.h"
#include "src/sim/objects/object.h"

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RaterPipeline, rater_pipeline_clear)

/* The group that a reference names; none for no reference. */
static gboolean
group_named(Simulator *sim, const SimCall *call, RtParamId id, SimShadowGroup **group,
            GError **error)
{
    *group = NULL;
    if (trace_record_int(call->record, id, 0) == 0)
        return TRUE;
    *group = sim_object_get(sim, call, id, SIM_OBJECT_SHADOW_GROUP, error);
    return *group != NULL;
}

/* Edges of before the loop: exchanged at once, without being counted as an operation of their
 * own. */
static gboolean
exchange_old(Simulator *sim, const SimCall *call, const SimShadowGroup *group, GError **error)
{
    RaterTraffic traffic;
    return group == NULL || (sim_shadow_group_traffic(sim, call, group, &traffic, error) &&
                             sim_synchronise(sim, call, OPERATION_SHADOW, NULL, error) &&
                             sim_communicate(sim, call, OPERATION_SHADOW,
                                             sim_transfer_cost(sim, &traffic), error));
}

gboolean
sim_call_ACROSS(Simulator *sim, SimCall *call, GError **error)
{
    SimShadowGroup *old, *new;
    SimLoop *loop = sim->last_mapped;
    if (loop == NULL)
        return sim_fail(sim, call, error, "no loop is mapped");
    if (!group_named(sim, call, RT_PARAM_OLD_SHADOW_GROUP_REF, &old, error) ||
        !group_named(sim, call, RT_PARAM_NEW_SHADOW_GROUP_REF, &new, error))
        return FALSE;
    sim_count(sim, OPERATION_SHADOW);
    loop->portions = trace_record_real(call->record, RT_PARAM_PIPE_LINE_PAR, 0);
    sim_object_set(&loop->across, new);
    return exchange_old(sim, call, old, error);
}

gboolean
sim_pipeline_is_due(const SimLoop *loop, const SimCall *call)
{
    return loop->across != NULL && call->t_call > 0 &&
           trace_record_int(call->ret, RT_PARAM_DO_PL, 1) == 0;
}

/* The pipeline of the loop with the edges of its new group. */
static gboolean
pipeline_get(Simulator *sim, const SimCall *call, const SimLoop *loop, RaterPipeline *pipeline,
             GError **error)
{
    const SimShadowGroup *group = loop->across;
    guint n = group->entries->len;
    g_autofree RaterShadow *shadows = g_new(RaterShadow, n + 1);
    RaterLoop whole;
    for (guint i = 0; i < n; i++) {
        const SimShadowEntry *e = &g_array_index(group->entries, SimShadowEntry, i);
        if (e->array->mapping == NULL || e->array->mapping->system != loop->map->system)
            return sim_fail(sim, call, error,
                            "an array of across_ is not distributed as the loop is mapped");
        shadows[i] = sim_shadow_entry_get(e);
    }
    sim_loop_map_get(loop->map, &whole);
    return sim_check(sim, call, rater_pipeline_init(pipeline, &whole, shadows, (int)n), error);
}

static gboolean
is_pipelined(const RaterPipeline *pipeline)
{
    for (int g = 0; g < pipeline->grid.rank; g++) {
        if (pipeline->direction[g] != RATER_PIPELINE_NONE)
            return pipeline->count > 0;
    }
    return FALSE;
}

/* The place of `coord` in n ascending coordinates, n when it is not there. */
static gint64
find_coord(const int64_t coords[], gint64 n, gint64 coord)
{
    gint64 lo = 0, hi = n;
    while (lo < hi) {
        gint64 mid = lo + (hi - lo) / 2;
        if (coords[mid] < coord)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < n && coords[lo] == coord ? lo : n;
}

/* Number in the pipeline of the processor at this index of the system, -1: it is not in it. */
static gint64
number_at(const RaterPipeline *pipeline, const gint64 index[])
{
    int64_t at[RATER_MAX_RANK];
    for (int g = 0; g < pipeline->grid.rank; g++) {
        at[g] = find_coord(pipeline->coord[g], pipeline->grid.size[g], index[g]);
        if (at[g] == pipeline->grid.size[g])
            return -1;
    }
    return rater_grid_number(&pipeline->grid, at);
}

/* Keys that tell each coordinate of the pipeline apart in dimension g, of `size` coordinates.
 */
static void
coords_runs(const RaterPipeline *pipeline, int g, gint64 size, SimRuns *runs)
{
    sim_runs_init(runs);
    for (gint64 i = 0; i < pipeline->grid.size[g]; i++) {
        sim_runs_add(runs, pipeline->coord[g][i], G_MAXINT64);
        sim_runs_add(runs, pipeline->coord[g][i] + 1, (guint64)i);
    }
    sim_runs_add(runs, size, G_MAXINT64);
}

/* A partition in which every processor of the pipeline is alone; *number gets, for each class,
 * its number in the pipeline or -1. */
static const SimPartition *
pipeline_partition(Simulator *sim, const SimLoopMap *map, const RaterPipeline *pipeline,
                   gint64 **number)
{
    const RaterGrid *grid = &map->system->grid;
    SimRuns runs[RATER_MAX_RANK];
    for (int g = 0; g < grid->rank; g++)
        coords_runs(pipeline, g, grid->size[g], &runs[g]);
    g_autofree gint64 *index = NULL;
    const SimPartition *p = sim_system_map(sim->systems, map->system, runs, &index);
    for (int g = 0; g < grid->rank; g++)
        sim_runs_clear(&runs[g]);
    if (p == NULL)
        return NULL;
    *number = g_new(gint64, p->n_classes);
    for (guint c = 0; c < p->n_classes; c++) {
        const gint64 *at = index + (gsize)c * (guint)grid->rank;
        (*number)[c] = at[0] >= 0 ? number_at(pipeline, at) : -1;
    }
    return p;
}

/* What the processors of the pipeline bring along. Clocks are relative to the least, so that
 * nothing of the waits is lost in large sums. */
typedef struct {
    double *clock, *work; /* by number in the pipeline */
    guint *class_of;      /* likewise: class of the view */
    guint *share_of;      /* by class of the view: class of the share */
} PipelineInput;

static void
input_clear(PipelineInput *input)
{
    g_free(input->clock);
    g_free(input->work);
    g_free(input->class_of);
    g_free(input->share_of);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(PipelineInput, input_clear)

static void
input_fill(Simulator *sim, const SimView *view, const gint64 *number, const SimShare *share,
           double t, PipelineInput *input)
{
    SimSum least = view->value[0];
    input->share_of = sim_partition_map(view->partition, share->partition);
    for (guint c = 0; c < view->partition->n_classes; c++) {
        if (sim_sum_difference(view->value[c], least) < 0)
            least = view->value[c];
    }
    for (guint c = 0; c < view->partition->n_classes; c++) {
        gint64 p = number[view->of[c]];
        if (p < 0)
            continue;
        input->class_of[p] = c;
        input->clock[p] = sim_sum_difference(view->value[c], least);
        input->work[p] = t * share->share[input->share_of[c]] / sim_clock_speed(&sim->clock, c);
    }
}

/* Adds work and waits to the clocks, and the waits to the tally. */
static void
add_times(Simulator *sim, const SimPipelineRun *run)
{
    const guint n_sums = sim_tally_n_operation_sums(sim->tally);
    const SimView *view = run->view;
    SimSum *sums = sim_tally_sums(sim->tally, SIM_TALLY_OPERATION + OPERATION_SHADOW,
                                  view->partition, view->partition->n_classes * n_sums);
    for (gint64 p = 0; p < run->pipeline->count; p++) {
        guint c = run->class_of[p];
        double wait = run->times[p].waiting + run->times[p].receiving;
        sim_sum_add(&view->value[c], run->work[p]);
        sim_sum_add(&view->value[c], wait);
        sim_sum_add(&sums[c * n_sums + SIM_TIME], wait);
    }
}

static gboolean
run(Simulator *sim, const SimCall *call, SimLoop *loop, const RaterPipeline *pipeline,
    const SimShare *share, double t, GError **error)
{
    g_autofree gint64 *number = NULL;
    const SimPartition *partition = pipeline_partition(sim, loop->map, pipeline, &number);
    g_autoptr(SimJoin) join =
        partition != NULL
            ? sim_lattice_join(sim_systems_lattice(sim->systems), partition, share->partition)
            : NULL;
    SimView view;
    if (join == NULL || !sim_clock_view(&sim->clock, sim->system, join->partition, &view) ||
        !sim_clock_view(&sim->clock, sim->system, partition, &view))
        return sim_fail_classes(sim, call, error);

    gsize n = (gsize)pipeline->count;
    g_auto(PipelineInput)
        input = { g_new0(double, n), g_new0(double, n), g_new0(guint, n), NULL };
    g_autofree RaterPipelineTimes *times = g_new0(RaterPipelineTimes, n);
    SimPipelineRun done = { .pipeline = pipeline,
                            .system = loop->map->system,
                            .view = &view,
                            .class_of = input.class_of,
                            .work = input.work,
                            .times = times,
                            .portions = 1,
                            .wanted = loop->portions,
                            .share = share,
                            .t = t };
    input_fill(sim, &view, number, share, t, &input);
    done.share_of = input.share_of;
    sim_policy_work(sim->policy, share, t, &view, input.share_of, number, input.work);
    if (!sim_check(sim, call,
                   rater_pipeline_run(pipeline, &sim->network, input.clock, input.work,
                                      loop->portions, &done.portions, times),
                   error))
        return FALSE;
    sim_sum_add(sim_tally_sums(sim->tally, SIM_TALLY_SHARED_CPU, share, 1), t);
    SIM_TELL(&sim->watchers, pipeline, &done);
    add_times(sim, &done);
    return TRUE;
}

gboolean
sim_pipeline_run(Simulator *sim, const SimCall *call, SimLoop *loop, const SimShare *share,
                 double t, GError **error)
{
    g_auto(RaterPipeline) pipeline = { 0 };
    if (!sim->in_io && !share->nobody) {
        if (!pipeline_get(sim, call, loop, &pipeline, error))
            return FALSE;
        sim_object_set(&loop->across, NULL);
        if (sim_policy_pipeline(sim->policy, &loop->portions) && is_pipelined(&pipeline))
            return run(sim, call, loop, &pipeline, share, t, error);
    }
    return sim_spend_shared(sim, call, SIM_TALLY_SHARED_CPU, share, t, error);
}
