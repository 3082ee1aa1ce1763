/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Parallel loops (docs/semantics.md, "Parallel loops").
 */
#include <stdlib.h>

#include "rater/pipeline/pipeline.h"

#include "src/sim/calls/call.h"
#include "src/sim/objects/gathering.h"

const SimShare *
sim_loop_share(Simulator *sim, SimLoopMap *map)
{
    const SimShare *share =
        sim_loop_map_share(map, sim->systems, sim->system, sim->per_processor);
    if (share == NULL)
        sim_fail_classes(sim);
    return share;
}

/* Reads the loop's axes and rules from the call (mappl_) and maps it. */
static gboolean
loop_init(Simulator *sim, int rank, const SimTemplate *template, const SimArray *array,
          RaterLoop *loop)
{
    RaterAlignRule rules[RATER_MAX_RANK];
    RaterLoopAxis axes[RATER_MAX_RANK];
    guint n = (guint)rank;
    int n_rules = sim_rules_get(sim, rules);
    if (n_rules < 0)
        return FALSE;
    const gint64 *init = sim_values_get(sim, RT_PARAM_IN_INIT_INDEX_ARRAY, n);
    const gint64 *last = sim_values_get(sim, RT_PARAM_IN_LAST_INDEX_ARRAY, n);
    const gint64 *step = sim_values_get(sim, RT_PARAM_IN_STEP_ARRAY, n);
    if (init == NULL || last == NULL || step == NULL)
        return FALSE;
    for (guint i = 0; i < n; i++)
        axes[i] = (RaterLoopAxis){ init[i], last[i], step[i] };
    return sim_check(sim,
                     rater_loop_init(loop, rank, axes, array != NULL ? &array->align : NULL,
                                     &template->dist, n_rules, rules));
}

/* The loop on the pattern, read from the call when it is new; NULL with an error. */
static SimLoopMap *
map_get(Simulator *sim, int rank, const SimTemplate *template, const SimArray *array)
{
    const SimMapping *mapping = array != NULL ? array->mapping : template->mapping;
    const SimLoopOrigin origin = { sim->call.at->call, mapping->id, (guint32)rank };
    SimLoopMap *known = sim_loop_maps_find(sim->loop_maps, &origin);
    RaterLoop loop;
    if (known != NULL)
        return known;
    if (!loop_init(sim, rank, template, array, &loop))
        return NULL;
    return sim_loop_maps_add(sim->loop_maps, &origin, &loop, mapping->system);
}

gboolean
sim_call_CRTPL(Simulator *sim)
{
    int rank = sim_rank_get(sim);
    if (rank == 0)
        return FALSE;
    SimLoop *loop = sim_object_new(SIM_OBJECT_LOOP);
    loop->rank = rank;
    loop->site = sim->call.at->site;
    return sim_object_put(sim, sim->call.ret, RT_PARAM_LOOP_REF, loop);
}

gboolean
sim_call_MAPPL(Simulator *sim)
{
    SimLoop *loop = sim_object_get(sim, RT_PARAM_LOOP_REF, SIM_OBJECT_LOOP);
    SimTemplate *template;
    SimArray *array;
    if (loop == NULL || !sim_pattern_get(sim, &template, &array))
        return FALSE;
    if (!template->is_distributed)
        return sim_fail(sim, "what the loop is mapped on is not distributed");
    SimLoopMap *map = map_get(sim, loop->rank, template, array);
    if (map == NULL)
        return FALSE;
    loop->map = map;
    sim_object_set(&sim->last_mapped, loop);
    return TRUE;
}

/* ---- pipelines: what across_ prepares and the next dopl_ runs ("Pipelines" there) ---- */

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RaterPipeline, rater_pipeline_clear)

/* Edges of before the loop: exchanged at once, without being counted as an operation of their
 * own. */
static gboolean
exchange_old(Simulator *sim, const SimShadowGroup *group)
{
    RaterTraffic traffic;
    return group == NULL ||
           (sim_shadow_group_traffic(sim, group, &traffic) &&
            sim_synchronise(sim, OPERATION_SHADOW, NULL) &&
            sim_communicate(sim, OPERATION_SHADOW, sim_transfer_cost(sim, &traffic)));
}

gboolean
sim_call_ACROSS(Simulator *sim)
{
    SimShadowGroup *old, *new;
    SimLoop *loop = sim->last_mapped;
    if (loop == NULL)
        return sim_fail(sim, "no loop is mapped");
    if (!sim_object_optional(sim, RT_PARAM_OLD_SHADOW_GROUP_REF, SIM_OBJECT_SHADOW_GROUP,
                             &old) ||
        !sim_object_optional(sim, RT_PARAM_NEW_SHADOW_GROUP_REF, SIM_OBJECT_SHADOW_GROUP, &new))
        return FALSE;
    sim_count(sim, OPERATION_SHADOW);
    loop->portions = trace_record_real(sim->call.record, RT_PARAM_PIPE_LINE_PAR, 0);
    sim_object_set(&loop->across, new);
    return exchange_old(sim, old);
}

static gboolean
pipeline_is_due(const Simulator *sim, const SimLoop *loop)
{
    return loop->across != NULL && sim->call.t_call > 0 &&
           trace_record_int(sim->call.ret, RT_PARAM_DO_PL, 1) == 0;
}

/* The pipeline of the loop with the edges of its new group. */
static gboolean
pipeline_get(Simulator *sim, const SimLoop *loop, RaterPipeline *pipeline)
{
    const SimShadowGroup *group = loop->across;
    guint n = group->entries->len;
    g_autofree RaterShadow *shadows = g_new(RaterShadow, n + 1);
    RaterLoop whole;
    for (guint i = 0; i < n; i++) {
        const SimShadowEntry *e = &g_array_index(group->entries, SimShadowEntry, i);
        if (e->array->mapping == NULL || e->array->mapping->system != loop->map->system)
            return sim_fail(sim, "an array in the new shadow group of across_ lies on another "
                                 "processor system than the loop");
        shadows[i] = sim_shadow_entry_get(e);
    }
    sim_loop_map_get(loop->map, &whole);
    RaterStatus status = rater_pipeline_init(pipeline, &whole, shadows, (int)n);
    if (status != RATER_ERROR_MEMORY)
        return sim_check(sim, status);
    sim_fail(sim,
             "its pipeline goes through more than %" G_GINT64_FORMAT
             " processors one by one, or has "
             "predecessors at more than %d distances; choose fewer processors",
             RATER_PIPELINE_MOST, RATER_PIPELINE_MOST_FAR);
    sim->error->code = SIMULATOR_ERROR_MEMORY;
    return FALSE;
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

/* Number in the pipeline of the processor at this index of the system, -1: it is not in it. */
static gint64
number_at(const RaterPipeline *pipeline, const gint64 index[])
{
    int64_t at[RATER_MAX_RANK];
    for (int g = 0; g < pipeline->grid.rank; g++) {
        const int64_t *coord = pipeline->coord[g];
        const int64_t *found = bsearch(&index[g], coord, (size_t)pipeline->grid.size[g],
                                       sizeof *coord, compare_int64);
        if (found == NULL)
            return -1;
        at[g] = found - coord;
    }
    return rater_grid_number(&pipeline->grid, at);
}

/* Keys that tell each coordinate of the pipeline apart in dimension g, of `size` coordinates.
 */
static void
coords_runs(const RaterPipeline *pipeline, int g, gint64 size, SimRuns *runs)
{
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
    SimRuns runs[RATER_MAX_RANK] = { { NULL } };
    for (int g = 0; g < grid->rank; g++)
        coords_runs(pipeline, g, grid->size[g], &runs[g]);
    g_autofree gint64 *index = NULL;
    const SimPartition *p = sim_system_map(sim->systems, map->system, runs, &index);
    if (p == NULL)
        return NULL;
    *number = g_new(gint64, p->n_classes);
    for (guint c = 0; c < p->n_classes; c++) {
        const gint64 *at = index + (gsize)c * (guint)grid->rank;
        (*number)[c] = at[0] >= 0 ? number_at(pipeline, at) : -1;
    }
    return p;
}

/* Which class of the view each processor of the pipeline is in, and what part of the loop it
 * has. Outside of the current system they have SIM_NO_CLASS: they take no part, though they
 * have a number, and nobody waits for them. */
static void
find_members(SimPipelineRun *run, const gint64 number[])
{
    const SimView *view = run->view;
    for (guint c = 0; c < view->partition->n_classes; c++) {
        const gint64 p = number[view->of[c]];
        if (p < 0 || !sim_view_inside(view, c))
            continue;
        run->class_of[p] = c;
        run->part[p] = run->share->share[run->share_of[c]];
        run->crowd[c] = 1;
    }
}

/* The same of processors that are on hosts; number: of those alone in a class of `partition`.
 */
static void
find_residents(const Simulator *sim, SimPipelineRun *run, const SimPartition *partition,
               const gint64 number[])
{
    const SimSystem *current = sim->system;
    for (guint k = 0; k < partition->n_classes; k++) {
        const gint64 p = number[k];
        if (p < 0)
            continue;
        const gint64 v = sim_partition_class_least(partition, k);
        if (current->holds != NULL &&
            !current->holds[sim_partition_class_of(current->extent, v)])
            continue;
        const guint c =
            sim_partition_class_of(run->view->partition, sim->systems->hosts->host[v]);
        run->class_of[p] = c;
        run->part[p] = run->share->part[sim_partition_class_of(run->share->extent, v)];
        run->crowd[c]++;
    }
}

static gboolean
leave_out(Simulator *sim, const SimLoopMap *map, const guint class_of[],
          RaterPipeline *pipeline)
{
    g_autofree bool *out = g_new0(bool, pipeline->count);
    RaterLoop whole;
    guint n = 0;
    for (gint64 p = 0; p < pipeline->count; p++) {
        out[p] = class_of[p] == SIM_NO_CLASS;
        n += out[p];
    }
    sim_loop_map_get(map, &whole);
    return n == 0 || sim_check(sim, rater_pipeline_leave_out(pipeline, &whole, out));
}

/* The processors of the pipeline in the root system; NULL: the network does not ask. */
static int64_t *
pipeline_numbers(const Simulator *sim, const SimSystem *system, const RaterPipeline *pipeline)
{
    if ((rater_network_wants(&sim->network) & RATER_TRAFFIC_EXCHANGE) == 0)
        return NULL;
    int64_t *numbers = g_new(int64_t, pipeline->count);
    for (gint64 p = 0; p < pipeline->count; p++) {
        int64_t at[RATER_MAX_RANK];
        rater_grid_index(&pipeline->grid, p, at);
        for (int g = 0; g < pipeline->grid.rank; g++)
            at[g] = pipeline->coord[g][at[g]];
        numbers[p] =
            sim_system_number(sim->systems, system, rater_grid_number(&system->grid, at));
    }
    return numbers;
}

/* What the processors bring along, by number in the pipeline. Clocks are relative to the least,
 * so that nothing of the waits is lost in large sums. K on one host take K times as long. */
static void
fill_input(Simulator *sim, const SimPipelineRun *run, double clock[])
{
    const SimView *view = run->view;
    SimSum least = view->value[0];
    for (guint c = 0; c < view->partition->n_classes; c++) {
        if (sim_sum_difference(view->value[c], least) < 0)
            least = view->value[c];
    }
    for (gint64 p = 0; p < run->n; p++) {
        const guint c = run->class_of[p];
        if (c == SIM_NO_CLASS)
            continue;
        clock[p] = sim_sum_difference(view->value[c], least);
        run->work[p] = run->t * run->part[p] / sim_clock_speed(&sim->clock, c) * run->crowd[c];
    }
}

/* From the processors of the pipeline to the hosts they are on: one computes what all of its
 * do, is done with the last of them, and waits for the rest of that time. */
static void
join_residents(SimPipelineRun *run)
{
    g_autofree gint64 *place = g_new(gint64, run->view->partition->n_classes);
    gint64 n = 0;
    for (guint c = 0; c < run->view->partition->n_classes; c++)
        place[c] = -1;
    for (gint64 p = 0; p < run->n; p++) {
        const guint c = run->class_of[p];
        const RaterPipelineTimes *times = &run->times[p];
        if (c == SIM_NO_CLASS)
            continue;
        const double passed = run->work[p] + times->waiting + times->receiving;
        const double own = run->work[p] / run->crowd[c];
        const gboolean is_first = place[c] < 0;
        if (is_first)
            place[c] = n++; /* not behind p, which is not looked at again */
        const gint64 at = place[c];
        run->class_of[at] = c;
        run->work[at] = is_first ? own : run->work[at] + own;
        run->times[at] = (RaterPipelineTimes){
            .receiving = is_first ? passed : MAX(passed, run->times[at].receiving)
        };
    }
    for (gint64 i = 0; i < n; i++)
        run->times[i].receiving = MAX(0.0, run->times[i].receiving - run->work[i]);
    run->n = n;
}

/* Adds work and waits to the clocks, and the waits to the tally. */
static void
add_times(Simulator *sim, const SimPipelineRun *run)
{
    const guint n_sums = sim->tally->n_operation_sums;
    const SimView *view = run->view;
    SimSum *sums = sim_tally_sums(sim->tally, SIM_TALLY_OPERATION + OPERATION_SHADOW,
                                  view->partition, view->partition->n_classes * n_sums);
    for (gint64 p = 0; p < run->n; p++) {
        guint c = run->class_of[p];
        if (c == SIM_NO_CLASS)
            continue;
        double wait = run->times[p].waiting + run->times[p].receiving;
        sim_sum_add(&view->value[c], run->work[p]);
        sim_sum_add(&view->value[c], wait);
        sim_sum_add(&sums[c * n_sums + SIM_TIME], wait);
    }
}

/* The clocks for a pipeline whose processors are alone in `partition`: told apart are these, or
 * the hosts that they are on, and shares. */
static gboolean
pipeline_view(Simulator *sim, const SimPartition *partition, const SimShare *share,
              SimView *view)
{
    SimSystems *systems = sim->systems;
    const SimPartition *apart = partition;
    if (systems->hosts != NULL) {
        g_autoptr(SimGathering) g =
            sim_gathering_new(systems->lattice, systems->hosts, partition);
        if (g == NULL)
            return FALSE;
        apart = g->partition;
    }
    g_autoptr(SimJoin) join = sim_lattice_join(systems->lattice, apart, share->partition);
    return join != NULL && sim_clock_view(&sim->clock, sim->system, join->partition, view) &&
           sim_clock_view(&sim->clock, sim->system, apart, view);
}

static gboolean
run_portions(Simulator *sim, SimLoop *loop, RaterPipeline *pipeline, const SimShare *share,
             double t)
{
    g_autofree gint64 *number = NULL;
    const SimPartition *partition = pipeline_partition(sim, loop->map, pipeline, &number);
    SimView view;
    if (partition == NULL || !pipeline_view(sim, partition, share, &view))
        return sim_fail_classes(sim);

    const gsize n = (gsize)pipeline->count;
    g_autofree double *clock = g_new0(double, n);
    g_autofree double *work = g_new0(double, n);
    g_autofree double *part = g_new0(double, n);
    g_autofree guint *class_of = g_new(guint, n);
    g_autofree guint *crowd = g_new0(guint, view.partition->n_classes);
    g_autofree guint *share_of = sim_partition_map(view.partition, share->partition);
    g_autofree RaterPipelineTimes *times = g_new0(RaterPipelineTimes, n);
    g_autofree int64_t *root_number = pipeline_numbers(sim, loop->map->system, pipeline);
    SimPipelineRun done = { .pipeline = pipeline,
                            .system = loop->map->system,
                            .number = root_number,
                            .view = &view,
                            .n = pipeline->count,
                            .class_of = class_of,
                            .work = work,
                            .part = part,
                            .crowd = crowd,
                            .times = times,
                            .portions = 1,
                            .wanted = loop->portions,
                            .share = share,
                            .t = t,
                            .share_of = share_of };
    for (gsize p = 0; p < n; p++)
        class_of[p] = SIM_NO_CLASS;
    if (sim->systems->hosts == NULL)
        find_members(&done, number);
    else
        find_residents(sim, &done, partition, number);
    if (!leave_out(sim, loop->map, class_of, pipeline))
        return FALSE;
    fill_input(sim, &done, clock);
    if (SIM_ASKS(sim->policy, work))
        sim->policy->class->work(sim->policy, &done);
    if (!sim_check(sim, rater_pipeline_run(pipeline, &sim->network, root_number, clock, work,
                                           loop->portions, &done.portions, times)))
        return FALSE;
    if (sim->systems->hosts != NULL)
        join_residents(&done);
    sim_sum_add(sim_tally_sums(sim->tally, SIM_TALLY_SHARED_CPU, share, 1), t);
    SIM_TELL(&sim->watchers, pipeline, &done);
    add_times(sim, &done);
    return TRUE;
}

static gboolean
run_pipeline(Simulator *sim, SimLoop *loop, const SimShare *share, double t)
{
    g_auto(RaterPipeline) pipeline = { 0 };
    if (!sim->in_io && !share->nobody) {
        if (!pipeline_get(sim, loop, &pipeline))
            return FALSE;
        sim_object_set(&loop->across, NULL);
        if ((!SIM_ASKS(sim->policy, pipeline) ||
             sim->policy->class->pipeline(sim->policy, &loop->portions)) &&
            is_pipelined(&pipeline))
            return run_portions(sim, loop, &pipeline, share, t);
    }
    return sim_spend_shared(sim, SIM_TALLY_SHARED_CPU, share, t);
}

/* ---- the body ---- */

gboolean
sim_call_DOPL(Simulator *sim)
{
    SimLoop *loop = sim_object_get(sim, RT_PARAM_LOOP_REF, SIM_OBJECT_LOOP);
    const SimShare *share = NULL;
    if (loop == NULL)
        return FALSE;
    sim_focus(sim, loop->site);
    if (loop->map != NULL) {
        share = sim_loop_share(sim, loop->map);
        if (share == NULL)
            return FALSE;
    }
    sim->call.call_done =
        share != NULL && pipeline_is_due(sim, loop)
            ? run_pipeline(sim, loop, share, sim->call.t_call)
            : sim_spend_shared(sim, SIM_TALLY_SHARED_CPU, share, sim->call.t_call);
    return sim->call.call_done;
}

gboolean
sim_call_ENDPL(Simulator *sim)
{
    SimLoop *loop = sim_object_get(sim, RT_PARAM_LOOP_REF, SIM_OBJECT_LOOP);
    if (loop == NULL)
        return FALSE;
    g_autoptr(GPtrArray) last = g_steal_pointer(&loop->last);
    for (guint i = 0; last != NULL && i < last->len; i++) {
        SimShadowGroup *group = g_ptr_array_index(last, i);
        if (!sim_wait(sim, OPERATION_SHADOW, &group->async))
            return FALSE;
    }
    return TRUE;
}
