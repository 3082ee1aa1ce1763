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
        !params->given[PARAMS_TRACE_OVERHEAD] && p->params->trace_overhead > 0;
    p->processors = rater_grid_count(&params->topology);
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

/* What is wanted of the run on an ideal network. */
typedef struct {
    double time;       /* largest clock at the end */
    double *execution; /* Execution_time by interval of the tally; NULL: there is no such run */
} Ideal;

static void
ideal_clear(Ideal *ideal)
{
    g_clear_pointer(&ideal->execution, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Ideal, ideal_clear)

/* Of a simulation that has come to its end. */
static gboolean
ideal_take(Ideal *ideal, Simulator *simulator, GError **error)
{
    ideal->time = simulator_time(simulator);
    ideal->execution = interval_classes_execution(simulator, error);
    return ideal->execution != NULL;
}

/* The prediction of a simulation that has run; takes it over. */
static Prediction *
prediction_new(const Setting *setting, Simulator **run, const Ideal *ideal, GError **error)
{
    const TraceProgram *program = setting->program;
    g_autoptr(Prediction) p = g_new0(Prediction, 1);
    p->execution_time = simulator_time(*run);
    p->ideal_time = ideal->execution != NULL ? ideal->time : p->execution_time;
    p->serial_time = simulator_serial_time(*run);
    number_intervals(p, simulator_tally(*run), program);
    describe_trace(p, &program->info, setting->params);
    collect_warnings(p, &program->info, *run);
    if (setting->options.lines) {
        p->lines = line_times_new(*run, program, error);
        if (p->lines == NULL)
            return NULL;
    }
    if (!interval_classes_fill(p, *run, ideal->execution, error))
        return NULL;
    if (setting->options.timeline != NULL)
        p->simulator = g_steal_pointer(run);
    return g_steal_pointer(&p);
}

static Simulator *
setting_simulator(const Setting *setting, gboolean ideal_network, GError **error)
{
    const PredictOptions *options = &setting->options;
    const SimulatorOptions how = { .per_processor = options->per_processor,
                                   .keep_going = options->keep_going,
                                   .flat = setting->flat,
                                   .lines = options->lines && !ideal_network,
                                   .timeline = ideal_network ? NULL : options->timeline,
                                   .ideal_network = ideal_network,
                                   .times_only = ideal_network };
    return simulator_new(setting->program, setting->params, &how, error);
}

/* Whether a run on an ideal network is wanted, and something else than the first. */
static gboolean
setting_wants_ideal(const Setting *setting)
{
    return rater_network_wants(&setting->params->network) != RATER_TRAFFIC_NONE &&
           !setting->options.no_ideal;
}

/* The runs of one prediction. */
enum { RUN_REAL, RUN_IDEAL, N_RUNS };

typedef struct {
    const Setting *setting;
    Simulator *real; /* owned: has run */
    Ideal ideal;
    GError *errors[N_RUNS]; /* owned */
} Runs;

static void
runs_clear(Runs *runs)
{
    simulator_free(runs->real);
    ideal_clear(&runs->ideal);
    for (guint i = 0; i < N_RUNS; i++)
        g_clear_error(&runs->errors[i]);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Runs, runs_clear)

/* Each makes its simulator itself: made by one thread, their memory would lie between what the
 * other writes to all the time. */
static void
run_one(guint run, gpointer data)
{
    Runs *runs = data;
    GError **error = &runs->errors[run];
    g_autoptr(Simulator) simulator = setting_simulator(runs->setting, run == RUN_IDEAL, error);
    if (simulator == NULL || !simulator_run(simulator, error))
        return;
    if (run == RUN_IDEAL)
        ideal_take(&runs->ideal, simulator, error);
    else
        runs->real = g_steal_pointer(&simulator);
}

static Prediction *
predict_with(const Setting *setting, GError **error)
{
    g_auto(Runs) runs = { .setting = setting };
    const guint n = setting_wants_ideal(setting) ? N_RUNS : RUN_REAL + 1;
    threads_run(&(Threads){ n, n, run_one, &runs, NULL, NULL });
    for (guint i = 0; i < n; i++) {
        if (runs.errors[i] == NULL)
            continue;
        g_propagate_error(error, g_steal_pointer(&runs.errors[i]));
        return NULL;
    }
    return prediction_new(setting, &runs.real, &runs.ideal, error);
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

/* The rest of the trace, each call in both simulators. */
static gboolean
stream_calls(TraceStream stream, gboolean more, TraceCall *call, Simulator *real,
             Simulator *ideal, GError **error)
{
    g_autoptr(GError) failure = NULL;
    for (; more; more = stream.next(stream.front_end, call, &failure)) {
        if (!simulator_call(real, call, error) ||
            (ideal != NULL && !simulator_call(ideal, call, error)))
            return FALSE;
    }
    if (failure != NULL) {
        g_propagate_error(error, g_steal_pointer(&failure));
        return FALSE;
    }
    return simulator_finish(real, error) && (ideal == NULL || simulator_finish(ideal, error));
}

Prediction *
predict_stream(TraceStream stream, const Params *params, const PredictOptions *options,
               gboolean flat, GError **error)
{
    const Setting setting = { stream.program, params, options_or_none(options), flat };
    g_autoptr(Simulator) real = NULL, on_ideal = NULL;
    g_auto(Ideal) ideal = { 0 };
    g_autoptr(GError) failure = NULL;
    TraceCall call;
    gboolean more = stream.next(stream.front_end, &call, &failure);
    if (failure != NULL) {
        g_propagate_error(error, g_steal_pointer(&failure));
        return NULL;
    }
    /* The header is read now: it tells what processor system the program was traced on. */
    real = setting_simulator(&setting, FALSE, error);
    if (real == NULL)
        return NULL;
    if (setting_wants_ideal(&setting)) {
        on_ideal = setting_simulator(&setting, TRUE, error);
        if (on_ideal == NULL)
            return NULL;
    }
    if (!stream_calls(stream, more, &call, real, on_ideal, error))
        return NULL;
    if (on_ideal != NULL && !ideal_take(&ideal, on_ideal, error))
        return NULL;
    g_clear_pointer(&on_ideal, simulator_free); /* its memory is wanted for the classes */
    return prediction_new(&setting, &real, &ideal, error);
}
