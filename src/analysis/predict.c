/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict.h"

#include <string.h>

#include "src/analysis/processor-boxes.h"
#include "src/analysis/rollup.h"

/* What the visits of the roll-up need. */
typedef struct {
    Simulator *simulator;
    const RaterGrid *grid;
    Prediction *prediction;
    guint *id_of; /* index in prediction->intervals for each interval of the ledger */
    gboolean lazy_boxes;
    const double
        *ideal; /* Execution_time on an ideal network by interval of the ledger, or NULL */
} Builder;

static const SimSum zero;

static double
value(SimSum s)
{
    /* rounding may leave a hair below zero of a difference that is none */
    return MAX(0.0, sim_sum_value(s));
}

/* Characteristics of a processor that hang on itself alone; idle and imbalance come later. */
static void
own_characteristics(const RollupValues *v, Characteristics *out)
{
    *out = (Characteristics){
        .cpu_time = value(v->cpu),
        .sys_time = value(v->sys),
        .io_time = value(v->io),
        .insuff_parallelism_usr = value(v->insuff_usr),
        .insuff_parallelism_sys = value(v->insuff_sys),
    };
    SimSum total = v->cpu, communication = zero, synchronization = zero, variation = zero,
           overlap = zero;
    for (guint i = 0; i < N_OPERATIONS; i++) {
        const SimSum *sums = v->operation[i];
        out->operations[i] =
            (OperationTimes){ value(sums[SIM_TIME]), value(sums[SIM_SYNCH]),
                              value(sums[SIM_VARIATION]), value(sums[SIM_OVERLAP]) };
        sim_sum_add_sum(&communication, sums[SIM_TIME]);
        sim_sum_add_sum(&synchronization, sums[SIM_SYNCH]);
        sim_sum_add_sum(&variation, sums[SIM_VARIATION]);
        sim_sum_add_sum(&overlap, sums[SIM_OVERLAP]);
    }
    sim_sum_add_sum(&total, v->sys);
    sim_sum_add_sum(&total, v->io);
    sim_sum_add_sum(&total, communication);
    out->execution_time = value(total);
    out->communication = value(communication);
    out->synchronization = value(synchronization);
    out->time_variation = value(variation);
    out->overlap = value(overlap);
    out->insuff_parallelism = out->insuff_parallelism_usr + out->insuff_parallelism_sys;
    out->productive_cpu_time = MAX(0.0, out->cpu_time - out->insuff_parallelism_usr);
    out->productive_sys_time = MAX(0.0, out->sys_time - out->insuff_parallelism_sys);
    out->productive_time = out->productive_cpu_time + out->productive_sys_time + out->io_time;
}

/* Idle, Load_imbalance, Lost_time: differences to the largest of the interval's processors. */
static void
relative_characteristics(Characteristics *values, const guint8 *member, guint n)
{
    double execution = 0, computing = 0;
    for (guint c = 0; c < n; c++) {
        if (!member[c])
            continue;
        execution = MAX(execution, values[c].execution_time);
        computing = MAX(computing, values[c].cpu_time + values[c].sys_time);
    }
    for (guint c = 0; c < n; c++) {
        Characteristics *v = &values[c];
        v->idle = execution - v->execution_time;
        v->load_imbalance = MAX(0.0, computing - (v->cpu_time + v->sys_time));
        v->lost_time = v->insuff_parallelism + v->communication + v->idle;
    }
}

static guint
characteristics_hash(gconstpointer v)
{
    const guint64 *words = v;
    guint64 h = 0;
    for (gsize i = 0; i < sizeof(Characteristics) / 8; i++)
        h = (h ^ words[i]) * 0x9E3779B97F4A7C15u;
    return (guint)(h >> 32);
}

static gboolean
characteristics_equal(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, sizeof(Characteristics)) == 0;
}

static int
compare_classes(gconstpointer a, gconstpointer b)
{
    gint64 x = ((const ProcessorClass *)a)->least, y = ((const ProcessorClass *)b)->least;
    return (x > y) - (x < y);
}

/* The least processor number of some classes. */
static gint64
class_least(const SimPartition *partition, const GArray *classes, const RaterGrid *grid)
{
    gint64 least = G_MAXINT64;
    for (guint i = 0; i < classes->len; i++) {
        gint64 first[RATER_MAX_RANK];
        sim_partition_class_first(partition, g_array_index(classes, guint, i), first);
        /* one axis: the numbers themselves */
        gint64 number = partition->n_axes == 1 ? first[0] : rater_grid_number(grid, first);
        least = MIN(least, number);
    }
    return least;
}

/* Unites classes of the partition with bit-equal values. */
static void
make_classes(const Builder *b, const RollupNode *node, const Characteristics *values,
             Interval *interval)
{
    g_autoptr(GHashTable) known = g_hash_table_new(characteristics_hash, characteristics_equal);
    g_autoptr(GPtrArray) members =
        g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    for (guint c = 0; c < node->partition->n_classes; c++) {
        if (!node->member[c])
            continue;
        GArray *list = g_hash_table_lookup(known, &values[c]);
        if (list == NULL) {
            list = g_array_new(FALSE, FALSE, sizeof(guint));
            g_hash_table_insert(known, (gpointer)&values[c], list);
            g_ptr_array_add(members, list);
        }
        g_array_append_val(list, c);
    }
    interval->n_classes = members->len;
    interval->classes = g_new0(ProcessorClass, members->len);
    for (guint i = 0; i < members->len; i++) {
        const GArray *list = g_ptr_array_index(members, i);
        ProcessorClass *one = &interval->classes[i];
        one->values = values[g_array_index(list, guint, 0)];
        one->partition = node->partition;
        one->n_members = list->len;
        one->members = g_memdup2(list->data, list->len * sizeof(guint));
        if (!b->lazy_boxes)
            one->boxes = processor_class_boxes(one, b->grid);
        one->least = class_least(node->partition, list, b->grid);
        for (guint j = 0; j < list->len; j++)
            one->count +=
                sim_partition_class_size(node->partition, g_array_index(list, guint, j));
    }
    qsort(interval->classes, interval->n_classes, sizeof *interval->classes, compare_classes);
}

static double
ratio(double a, double b)
{
    return b > 0 ? CLAMP(a / b, 0.0, 1.0) : a > 0 ? 0.0 : 1.0;
}

/* Sums over processors; execution time is the maximum. */
static void
sum_classes(Interval *interval)
{
    unsigned n_rows;
    const CharacteristicRow *rows = characteristic_rows(&n_rows);
    Characteristics *sum = &interval->values;
    double execution = 0, useful = 0, most_useful = 0;
    for (guint i = 0; i < interval->n_classes; i++) {
        const ProcessorClass *one = &interval->classes[i];
        double n = (double)one->count;
        double mine = MAX(0.0, one->values.execution_time - one->values.communication);
        for (unsigned r = 0; r < n_rows; r++)
            *(double *)((char *)sum + rows[r].offset) +=
                n * characteristic_value(&one->values, &rows[r]);
        for (guint o = 0; o < N_OPERATIONS; o++) {
            sum->operations[o].communication += n * one->values.operations[o].communication;
            sum->operations[o].synchronization += n * one->values.operations[o].synchronization;
            sum->operations[o].variation += n * one->values.operations[o].variation;
            sum->operations[o].overlap += n * one->values.operations[o].overlap;
        }
        execution = MAX(execution, one->values.execution_time);
        useful += n * mine;
        most_useful = MAX(most_useful, mine);
        interval->processors += one->count;
    }
    sum->execution_time = execution;
    interval->total_time = execution * (double)interval->processors;
    interval->efficiency = interval->total_time > 0
                               ? sum->productive_time / interval->total_time
                               : (sum->productive_time > 0 ? 0.0 : 1.0);
    double mean = interval->processors > 0 ? useful / (double)interval->processors : 0;
    interval->pop.load_balance = ratio(mean, most_useful);
    interval->pop.communication_efficiency = ratio(most_useful, execution);
    interval->pop.parallel_efficiency = ratio(mean, execution);
    interval->pop.serialisation_efficiency =
        most_useful; /* divided when the ideal run is known */
}

static gboolean
visit_real(guint i, const RollupNode *node, gpointer data, G_GNUC_UNUSED GError **error)
{
    Builder *b = data;
    guint n = node->partition->n_classes;
    Interval *interval = &b->prediction->intervals[b->id_of[i]];
    g_autofree Characteristics *values = g_new0(Characteristics, n);
    for (guint c = 0; c < n; c++)
        own_characteristics(&node->values[c], &values[c]);
    relative_characteristics(values, node->member, n);
    make_classes(b, node, values, interval);
    sum_classes(interval);
    for (guint o = 0; o < N_OPERATIONS; o++)
        interval->n_operations[o] = node->n_operations[o];

    double most_useful = interval->pop.serialisation_efficiency;
    double runtime = interval->values.execution_time;
    double ideal = b->ideal != NULL ? b->ideal[i] : runtime;
    interval->pop.serialisation_efficiency = ratio(most_useful, ideal);
    interval->pop.transfer_efficiency = ratio(ideal, runtime);
    return TRUE;
}

/* Of the run on an ideal network only the execution times are wanted. */
static gboolean
visit_ideal(guint i, const RollupNode *node, gpointer data, G_GNUC_UNUSED GError **error)
{
    double *execution = data;
    for (guint c = 0; c < node->partition->n_classes; c++) {
        const RollupValues *v = &node->values[c];
        if (!node->member[c])
            continue;
        SimSum total = v->cpu;
        sim_sum_add_sum(&total, v->sys);
        sim_sum_add_sum(&total, v->io);
        for (guint o = 0; o < N_OPERATIONS; o++)
            sim_sum_add_sum(&total, v->operation[o][SIM_TIME]);
        execution[i] = MAX(execution[i], value(total));
    }
    return TRUE;
}

/* One copy of each file name: the prediction frees each copy once. */
static const char *
shared_name(GHashTable *names, const char *name)
{
    const char *known = g_hash_table_lookup(names, name);
    if (known == NULL) {
        known = g_strdup(name);
        g_hash_table_insert(names, (gpointer)known, (gpointer)known);
    }
    return known;
}

/* Pre-order numbers of the ledger's intervals; intervals get what does not hang on times. */
static void
number_intervals(Builder *b, SimLedger *ledger, const TraceReader *reader)
{
    Prediction *p = b->prediction;
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    guint next = 0;
    for (guint i = 0; i != G_MAXUINT;) {
        const SimInterval *from = sim_ledger_interval(ledger, i);
        Interval *to = &p->intervals[next];
        b->id_of[i] = next++;
        to->id = next;
        to->parent = from->parent != G_MAXUINT ? b->id_of[from->parent] + 1 : 0;
        to->type = from->type;
        to->level = from->level;
        to->count = from->count;
        const TraceSite *site = from->site < trace_reader_n_sites(reader)
                                    ? trace_reader_site(reader, from->site)
                                    : NULL;
        to->file = shared_name(names, site != NULL ? site->file : "");
        to->line = site != NULL ? site->line : 0;
        to->has_expression = from->has_expression;
        to->expression = from->expression;
        if (from->first_child != G_MAXUINT) {
            i = from->first_child;
            continue;
        }
        /* the next sibling of the nearest one that has any; subtrees end on the way up */
        for (;;) {
            p->intervals[b->id_of[i]].last = next;
            from = sim_ledger_interval(ledger, i);
            if (from->next_sibling != G_MAXUINT) {
                i = from->next_sibling;
                break;
            }
            i = from->parent;
            if (i == G_MAXUINT)
                break;
        }
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
    p->processors = rater_grid_count(&params->topology);
}

static void
collect_warnings(Prediction *p, const TraceInfo *info, const Simulator *simulator)
{
    const GPtrArray *more = simulator_warnings(simulator);
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    for (guint i = 0; i < info->n_warnings; i++)
        g_ptr_array_add(all, g_strdup(info->warnings[i]));
    for (guint i = 0; i < more->len; i++)
        g_ptr_array_add(all, g_strdup(g_ptr_array_index(more, i)));
    g_ptr_array_add(all, NULL);
    p->warnings = (char **)g_ptr_array_free(g_steal_pointer(&all), FALSE);
}

/* Both runs of one prediction. */
typedef struct {
    Simulator *real, *ideal; /* ideal is NULL when it would be the same, or is not wanted */
} Runs;

static void
runs_clear(Runs *runs)
{
    simulator_free(runs->real);
    simulator_free(runs->ideal);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Runs, runs_clear)

static void
free_simulator(gpointer simulator)
{
    simulator_free(simulator);
}

/* The prediction of two simulations that have run; takes the real one over. */
static Prediction *
prediction_new(const TraceReader *reader, const Params *params, const PredictOptions *options,
               Runs *done, GError **error)
{
    Simulator *simulator = done->real, *on_ideal = done->ideal;
    SimLedger *ledger = simulator_ledger(simulator);
    g_autoptr(Prediction) p = g_new0(Prediction, 1);
    g_autofree double *ideal = NULL;
    p->execution_time = p->ideal_time = simulator_time(simulator);
    p->serial_time = simulator_serial_time(simulator);
    p->n_intervals = sim_ledger_n_intervals(ledger);
    p->intervals = g_new0(Interval, p->n_intervals);
    if (on_ideal != NULL) {
        ideal = g_new0(double, p->n_intervals);
        if (!rollup_run(on_ideal, visit_ideal, ideal, error))
            return NULL;
        p->ideal_time = simulator_time(on_ideal);
        g_clear_pointer(&done->ideal, simulator_free); /* its memory is wanted for the classes */
    }
    g_autofree guint *id_of = g_new0(guint, p->n_intervals);
    Builder b = {
        simulator, &params->topology, p, id_of, options != NULL && options->lazy_boxes, ideal
    };
    number_intervals(&b, ledger, reader);
    describe_trace(p, trace_reader_info(reader), params);
    collect_warnings(p, trace_reader_info(reader), simulator);
    if (!rollup_run(simulator, visit_real, &b, error))
        return NULL;
    p->keep = g_steal_pointer(&done->real); /* its lattice says what classes are */
    p->keep_free = free_simulator;
    return g_steal_pointer(&p);
}

static gboolean
runs_init(Runs *runs, const TraceReader *reader, const Params *params,
          const PredictOptions *options, gboolean flat, GError **error)
{
    SimulatorOptions how = { .flat = flat };
    if (options != NULL) {
        how.per_processor = options->per_processor;
        how.keep_going = options->keep_going;
    }
    runs->real = simulator_new(reader, params, &how, error);
    if (runs->real == NULL)
        return FALSE;
    if (params->network.kind == RATER_NETWORK_IDEAL || (options != NULL && options->no_ideal))
        return TRUE;
    how.ideal_network = TRUE;
    runs->ideal = simulator_new(reader, params, &how, error);
    return runs->ideal != NULL;
}

typedef struct {
    Simulator *simulator;
    const CallGraph *graph;
} IdealJob;

static gpointer
run_ideal(gpointer data)
{
    const IdealJob *job = data;
    GError *error = NULL;
    simulator_run(job->simulator, job->graph, &error);
    return error;
}

static Prediction *
predict_with(const CallGraph *graph, const Params *params, const PredictOptions *options,
             gboolean flat, GError **error)
{
    g_auto(Runs) runs = { NULL, NULL };
    if (!runs_init(&runs, graph->reader, params, options, flat, error))
        return NULL;
    IdealJob job = { runs.ideal, graph };
    GThread *thread =
        runs.ideal != NULL ? g_thread_new("ideal network", run_ideal, &job) : NULL;
    gboolean ok = simulator_run(runs.real, graph, error);
    g_autoptr(GError) ideal_error = thread != NULL ? g_thread_join(thread) : NULL;
    if (!ok)
        return NULL;
    if (ideal_error != NULL) {
        g_propagate_error(error, g_steal_pointer(&ideal_error));
        return NULL;
    }
    return prediction_new(graph->reader, params, options, &runs, error);
}

Prediction *
predict(const CallGraph *graph, const Params *params, const PredictOptions *options,
        GError **error)
{
    g_autoptr(GError) failure = NULL;
    Prediction *prediction = predict_with(graph, params, options, FALSE, &failure);
    if (g_error_matches(failure, SIMULATOR_ERROR, SIMULATOR_ERROR_FLAT)) {
        g_clear_error(&failure);
        prediction = predict_with(graph, params, options, TRUE, &failure);
    }
    if (prediction == NULL)
        g_propagate_error(error, g_steal_pointer(&failure));
    return prediction;
}

Prediction *
predict_stream(TraceReader *reader, const Params *params, const PredictOptions *options,
               gboolean flat, GError **error)
{
    g_auto(Runs) runs = { NULL, NULL };
    g_autoptr(GError) failure = NULL;
    TraceCall call;
    gboolean more = trace_reader_next(reader, &call, &failure);
    /* The header is read now: it tells what processor system the program was traced on. */
    if (failure == NULL && !runs_init(&runs, reader, params, options, flat, error))
        return NULL;
    for (; more; more = trace_reader_next(reader, &call, &failure)) {
        if (!simulator_call(runs.real, &call, error) ||
            (runs.ideal != NULL && !simulator_call(runs.ideal, &call, error)))
            return NULL;
    }
    if (failure != NULL) {
        g_propagate_error(error, g_steal_pointer(&failure));
        return NULL;
    }
    if (!simulator_finish(runs.real, error) ||
        (runs.ideal != NULL && !simulator_finish(runs.ideal, error)))
        return NULL;
    return prediction_new(reader, params, options, &runs, error);
}
