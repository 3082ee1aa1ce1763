/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict/predict.h"

#include "src/analysis/predict/best-mapping.h"
#include "src/analysis/predict/interval-classes.h"
#include "src/analysis/predict/line-times.h"
#include "src/base/threads.h"

/* Pre-order numbers of the tally's intervals; intervals get what does not depend on times. */
static void
number_intervals(Prediction *p, SimTally *tally, const TraceProgram *program)
{
    p->n_intervals = tally->intervals->len;
    p->intervals = g_new0(Interval, p->n_intervals);
    p->ids = g_new(guint, p->n_intervals);
    guint next = 0;
    for (guint i = 0; i != G_MAXUINT; i = sim_tally_next(tally, i)) {
        const SimInterval *from = sim_tally_interval(tally, i);
        Interval *to = &p->intervals[next];
        to->id = to->last = p->ids[i] = ++next;
        to->parent = from->parent != G_MAXUINT ? p->ids[from->parent] : 0;
        to->type = from->type;
        to->level = from->level;
        to->count = from->count;
        const TraceSite *site = trace_program_site(program, from->site);
        to->file = g_strdup(site != NULL ? site->file : "");
        to->line = site != NULL ? site->line : 0;
        to->has_expression = from->has_expression;
        to->expression = from->expression;
    }
    /* backwards: a subtree is whole before it counts for the one around it */
    for (guint k = next; k-- > 1;) {
        Interval *outer = &p->intervals[p->intervals[k].parent - 1];
        outer->last = MAX(outer->last, p->intervals[k].last);
    }
}

static void
describe_trace(Prediction *p, const TraceInfo *info, const Params *params)
{
    p->trace_file = g_strdup(info->file);
    p->program = g_strdup(info->program);
    p->trace_bytes = info->bytes;
    p->trace_lines = info->lines;
    p->n_calls = info->n_calls;
    p->complete = info->complete;
    p->exit_code = info->exit_code;
    p->rts_version = info->rts_version;
    p->params = params_copy(params);
    p->params->trace_overhead = simulator_overhead(info, params);
    p->overhead_is_of_trace =
        info->overhead > 0 && !params_is_set(params, PARAMS_TRACE_OVERHEAD);
}

static void
describe_processors(Prediction *p, const SimSystems *systems)
{
    p->grid = systems->grid;
    p->processors = rater_grid_count(&systems->grid);
    p->is_shared = systems->hosts != NULL;
}

static void
collect_warnings(Prediction *p, const TraceInfo *info, const Simulator *simulator)
{
    const GPtrArray *more = simulator_warnings(simulator);
    g_autoptr(GStrvBuilder) all = g_strv_builder_new();
    for (guint i = 0; i < info->warnings->len; i++)
        g_strv_builder_add(all, g_ptr_array_index(info->warnings, i));
    for (guint i = 0; i < more->len; i++)
        g_strv_builder_add(all, g_ptr_array_index(more, i));
    p->warnings = g_strv_builder_end(all);
}

/* Everything that one prediction is made of. */
typedef struct {
    const TraceProgram *program;
    const Params *params;
    PredictOptions options;
    gboolean flat; /* as in SimulatorOptions */
} Setting;

/* Runs of the same program: with all costs, and what is compared with that. */
typedef enum {
    RUN_REAL,
    RUN_IDEAL,           /* a network without cost */
    RUN_WITHOUT_MEETING, /* without congestion */
    N_RUNS,
} Run;

/* What is wanted of one that is compared. */
typedef struct {
    double time;       /* largest clock at the end */
    double *execution; /* Execution_time by interval of the tally; NULL: there is no such run */
} Compared;

/* By Run; that of RUN_REAL is empty. */
typedef struct {
    Compared of[N_RUNS];
} Comparison;

static void
comparison_clear(Comparison *comparison)
{
    for (guint r = 0; r < N_RUNS; r++)
        g_clear_pointer(&comparison->of[r].execution, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Comparison, comparison_clear)

/* Of a simulation that has come to its end. */
static gboolean
compared_take(Compared *compared, Simulator *simulator, GError **error)
{
    compared->time = simulator_time(simulator);
    compared->execution = interval_classes_execution(simulator, error);
    return compared->execution != NULL;
}

/* a / b, at most 1; 0 / 0 is 1. */
static double
part(double a, double b)
{
    return a < b ? a / b : 1;
}

/* What each interval moves with those in it. The others' execution times may be missing. */
static void
fill_moved(Prediction *p, const SimLinks *links, const Comparison *others)
{
    const double *without = others->of[RUN_WITHOUT_MEETING].execution;
    const double *ideal = others->of[RUN_IDEAL].execution;
    for (guint i = 0; i < p->n_intervals; i++) {
        const SimMoved moved = sim_links_moved(links, i);
        const Interval *interval = &p->intervals[p->ids[i] - 1];
        MessageUse *use = &p->links->intervals[p->ids[i] - 1];
        *use = (MessageUse){ .messages = moved.messages,
                             .bytes = moved.bytes,
                             .hops = moved.hops,
                             .most_hops = moved.most_hops,
                             .deadlocks = moved.deadlocks };
        const double time = interval->values.execution_time;
        const double alone = without != NULL ? without[i] : time;
        use->congestion = MAX(0.0, time - alone);
        use->transfer_efficiency = part(ideal != NULL ? ideal[i] : alone, alone);
        use->congestion_efficiency = part(alone, time);
    }
    /* backwards: a subtree is whole before it counts for the one around it */
    for (guint k = p->n_intervals; k-- > 1;) {
        const MessageUse *inner = &p->links->intervals[k];
        MessageUse *outer = &p->links->intervals[p->intervals[k].parent - 1];
        outer->messages += inner->messages;
        outer->bytes += inner->bytes;
        outer->hops += inner->hops;
        outer->most_hops = MAX(outer->most_hops, inner->most_hops);
        outer->deadlocks += inner->deadlocks;
    }
}

/* The prediction of a simulation that has run; takes it over. */
static Prediction *
prediction_new(const Setting *setting, Simulator **run, const Comparison *others,
               GError **error)
{
    const TraceProgram *program = setting->program;
    const Compared *ideal = &others->of[RUN_IDEAL];
    g_autoptr(Prediction) p = g_new0(Prediction, 1);
    p->execution_time = simulator_time(*run);
    p->ideal_time = ideal->execution != NULL ? ideal->time : p->execution_time;
    p->serial_time = simulator_serial_time(*run);
    number_intervals(p, simulator_tally(*run), program);
    describe_trace(p, &program->info, setting->params);
    describe_processors(p, simulator_systems(*run));
    collect_warnings(p, &program->info, *run);
    if (setting->options.lines) {
        p->lines = line_times_new(*run, program, error);
        if (p->lines == NULL)
            return NULL;
    }
    if (!interval_classes_fill(p, *run, ideal->execution, error))
        return NULL;
    for (guint i = 0; simulator_waits(*run) != NULL && i < p->n_intervals; i++)
        p->intervals[p->ids[i] - 1].waited_for = sim_waits_for(simulator_waits(*run), i);
    if (simulator_links(*run) != NULL) {
        p->links = link_use_new(*run, program, p->n_intervals);
        fill_moved(p, simulator_links(*run), others);
    }
    if (setting->options.timeline != NULL)
        p->simulator = g_steal_pointer(run);
    return g_steal_pointer(&p);
}

static Simulator *
setting_simulator(const Setting *setting, Run run, GError **error)
{
    const PredictOptions *options = &setting->options;
    const gboolean real = run == RUN_REAL;
    const SimulatorOptions how = { .per_processor = options->per_processor,
                                   .keep_going = options->keep_going,
                                   .flat = setting->flat,
                                   .lines = options->lines && real,
                                   .links = options->links && real,
                                   .waits = options->waits && real,
                                   .timeline = real ? options->timeline : NULL,
                                   .watch = real ? options->watch : NULL,
                                   .watch_calls = real ? options->watch_calls : NULL,
                                   .ideal_network = run == RUN_IDEAL,
                                   .no_congestion = run == RUN_WITHOUT_MEETING,
                                   .times_only = !real };
    return simulator_new(setting->program, setting->params, &how, error);
}

/* Whether this run is wanted, and something else than the first. */
static gboolean
setting_wants(const Setting *setting, Run run)
{
    const RaterTrafficParts parts = rater_network_wants(&setting->params->network);
    if (run == RUN_IDEAL)
        return parts != RATER_TRAFFIC_NONE && !setting->options.no_ideal;
    return run == RUN_WITHOUT_MEETING && setting->options.links &&
           (parts & RATER_TRAFFIC_EXCHANGE) != 0;
}

/* The runs that are wanted, side by side. */
typedef struct {
    const Setting *setting;
    Run jobs[N_RUNS];
    Simulator *real; /* owned: has run */
    Comparison others;
    GError *errors[N_RUNS]; /* owned; by run */
} Runs;

static void
runs_clear(Runs *runs)
{
    simulator_free(runs->real);
    comparison_clear(&runs->others);
    for (Run r = RUN_REAL; r < N_RUNS; r++)
        g_clear_error(&runs->errors[r]);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Runs, runs_clear)

/* Each makes its simulator itself: made by one thread, their memory would lie between what the
 * others write to all the time. */
static void
run_one(guint job, gpointer data)
{
    Runs *runs = data;
    const Run run = runs->jobs[job];
    GError **error = &runs->errors[run];
    g_autoptr(Simulator) simulator = setting_simulator(runs->setting, run, error);
    if (simulator == NULL || !simulator_run(simulator, error))
        return;
    if (run == RUN_REAL)
        runs->real = g_steal_pointer(&simulator);
    else
        compared_take(&runs->others.of[run], simulator, error);
}

static Prediction *
predict_with(const Setting *setting, GError **error)
{
    g_auto(Runs) runs = { .setting = setting };
    guint n = 1; /* RUN_REAL is the first */
    for (Run r = RUN_IDEAL; r < N_RUNS; r++)
        if (setting_wants(setting, r))
            runs.jobs[n++] = r;
    threads_run(&(Threads){ n, n, run_one, &runs, NULL, NULL });
    for (Run r = RUN_REAL; r < N_RUNS; r++) {
        if (runs.errors[r] == NULL)
            continue;
        g_propagate_error(error, g_steal_pointer(&runs.errors[r]));
        return NULL;
    }
    return prediction_new(setting, &runs.real, &runs.others, error);
}

static PredictOptions
options_or_none(const PredictOptions *options)
{
    return options != NULL ? *options : (PredictOptions){ 0 };
}

Prediction *
predict(const TraceProgram *program, const Params *params, const PredictOptions *options,
        GError **error)
{
    g_autoptr(GError) failure = NULL;
    g_autoptr(Params) found = NULL;
    Setting setting = { program, params, options_or_none(options), FALSE };
    if (best_mapping_is_wanted(params)) {
        found = best_mapping_search(program, params, setting.options.keep_going, error);
        if (found == NULL)
            return NULL;
        setting.params = found;
    }
    Prediction *prediction = predict_with(&setting, &failure);
    if (g_error_matches(failure, SIMULATOR_ERROR, SIMULATOR_ERROR_FLAT)) {
        g_clear_error(&failure);
        setting.flat = TRUE;
        prediction = predict_with(&setting, &failure);
    }
    if (prediction == NULL)
        g_propagate_error(error, g_steal_pointer(&failure));
    return prediction;
}

Prediction *
predict_so_far(Simulator *simulator, const TraceProgram *program, const Params *params,
               GError **error)
{
    const Setting setting = { program,
                              params,
                              { .no_ideal = TRUE, .lines = simulator_lines(simulator) != NULL },
                              FALSE };
    return prediction_new(&setting, &simulator, &(Comparison){ 0 }, error);
}

/* The simulators of a stream by Run; NULL: it is not wanted. */
typedef struct {
    Simulator *of[N_RUNS];
} Simulators;

static void
simulators_clear(Simulators *simulators)
{
    for (Run r = RUN_REAL; r < N_RUNS; r++)
        g_clear_pointer(&simulators->of[r], simulator_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Simulators, simulators_clear)

/* The rest of the trace, each call in all simulators. */
static gboolean
stream_calls(TraceStream stream, gboolean more, TraceCall *call, const Simulators *simulators,
             GError **error)
{
    g_autoptr(GError) failure = NULL;
    for (; more; more = stream.next(stream.front_end, call, &failure)) {
        for (Run r = RUN_REAL; r < N_RUNS; r++)
            if (simulators->of[r] != NULL && !simulator_call(simulators->of[r], call, error))
                return FALSE;
    }
    if (failure != NULL) {
        g_propagate_error(error, g_steal_pointer(&failure));
        return FALSE;
    }
    for (Run r = RUN_REAL; r < N_RUNS; r++)
        if (simulators->of[r] != NULL && !simulator_finish(simulators->of[r], error))
            return FALSE;
    return TRUE;
}

Prediction *
predict_stream(TraceStream stream, const Params *params, const PredictOptions *options,
               gboolean flat, GError **error)
{
    const Setting setting = { stream.program, params, options_or_none(options), flat };
    g_auto(Simulators) simulators = { 0 };
    g_auto(Comparison) others = { 0 };
    g_autoptr(GError) failure = NULL;
    TraceCall call;
    gboolean more = stream.next(stream.front_end, &call, &failure);
    if (failure != NULL) {
        g_propagate_error(error, g_steal_pointer(&failure));
        return NULL;
    }
    /* The header is read now: it tells what processor system the program was traced on. */
    for (Run r = RUN_REAL; r < N_RUNS; r++) {
        if (r != RUN_REAL && !setting_wants(&setting, r))
            continue;
        simulators.of[r] = setting_simulator(&setting, r, error);
        if (simulators.of[r] == NULL)
            return NULL;
    }
    if (!stream_calls(stream, more, &call, &simulators, error))
        return NULL;
    for (Run r = RUN_IDEAL; r < N_RUNS; r++) {
        if (simulators.of[r] != NULL && !compared_take(&others.of[r], simulators.of[r], error))
            return NULL;
        /* its memory is wanted for the classes */
        g_clear_pointer(&simulators.of[r], simulator_free);
    }
    return prediction_new(&setting, &simulators.of[RUN_REAL], &others, error);
}
