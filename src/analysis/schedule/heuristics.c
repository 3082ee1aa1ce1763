/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/schedule/heuristics.h"

#include <string.h>

/* A schedule in the making. */
typedef struct {
    const ScheduleProblem *problem;
    Schedule *schedule;
    GArray *ready;     /* guint: tasks whose predecessors are placed */
    guint *missing;    /* [task]: predecessors that are not */
    double *arrival;   /* [processor]: of the task in hand */
    GArray *released;  /* guint: tasks that the last placing made ready */
} Maker;


static void
maker_start(Maker *maker, const ScheduleProblem *problem, const char *name)
{
    maker->problem = problem;
    maker->schedule = schedule_new(problem, name);
    maker->ready = g_array_new(FALSE, FALSE, sizeof(guint));
    maker->released = g_array_new(FALSE, FALSE, sizeof(guint));
    maker->missing = g_new(guint, problem->n);
    maker->arrival = g_new(double, problem->p);
    for (guint i = 0; i < problem->n; i++) {
        maker->missing[i] = problem->graph->first_in[i + 1] - problem->graph->first_in[i];
        if (maker->missing[i] == 0)
            g_array_append_val(maker->released, i);
    }
}

/* Ends it; the schedule is the caller's. */
static Schedule *
maker_end(Maker *maker)
{
    Schedule *schedule = maker->schedule;

    schedule_end_all(schedule);
    g_array_unref(maker->ready);
    g_array_unref(maker->released);
    g_free(maker->missing);
    g_free(maker->arrival);
    return schedule;
}

/* Puts a task, and notes what is ready now. */
static void
place(Maker *maker, guint i, guint p, guint at, double start)
{
    const TaskGraph *graph = maker->problem->graph;

    schedule_put(maker->schedule, i, p, at, start, schedule_problem_time(maker->problem, i, p));
    g_array_set_size(maker->released, 0);
    for (guint x = graph->first_out[i]; x < graph->first_out[i + 1]; x++) {
        const guint j = task_graph_get_edge(graph, graph->out[x])->to;
        if (--maker->missing[j] == 0)
            g_array_append_val(maker->released, j);
    }
}

static void
append(Maker *maker, guint i, guint p, double start)
{
    place(maker, i, p, maker->schedule->lanes[p]->len, start);
}

/* --- lists whose order is known before --- */

typedef struct {
    guint *rank;   /* [task]: its place in the order */
    guint *task;   /* [rank] */
    double *bonus; /* [task * processors]: added to the finish that counts; NULL: nothing */
    gboolean insert;
    guint *fixed;  /* [task]: processor + 1 of those that have no choice; NULL */
} List;

static void
list_clear(List *list)
{
    g_free(list->rank);
    g_free(list->task);
    g_free(list->bonus);
    g_free(list->fixed);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(List, list_clear)

/* Larger keys first, then the first of the file. */
static gint
compare_keys(gconstpointer a, gconstpointer b, gpointer keys)
{
    const guint i = *(const guint *)a, j = *(const guint *)b;
    const double x = ((const double *)keys)[i], y = ((const double *)keys)[j];

    return x != y ? (x > y ? -1 : 1) : (i > j) - (i < j);
}

/* Puts the tasks into order. */
static void
list_sort(List *list, guint n, GCompareDataFunc compare, gpointer data)
{
    list->task = g_new(guint, n);
    list->rank = g_new(guint, n);
    for (guint i = 0; i < n; i++)
        list->task[i] = i;
    g_qsort_with_data(list->task, (gint)n, sizeof *list->task, compare, data);
    for (guint k = 0; k < n; k++)
        list->rank[list->task[k]] = k;
}

/* A heap of ranks, the least at the top. */
static void
heap_push(GArray *heap, guint rank)
{
    guint at = heap->len;

    g_array_append_val(heap, rank);
    for (guint *all = (guint *)(gpointer)heap->data; at > 0 && all[(at - 1) / 2] > rank;
         at = (at - 1) / 2) {
        all[at] = all[(at - 1) / 2];
        all[(at - 1) / 2] = rank;
    }
}

static guint
heap_pop(GArray *heap)
{
    guint *all = (guint *)(gpointer)heap->data;
    const guint top = all[0], last = all[heap->len - 1];
    guint at = 0, child;

    g_array_set_size(heap, heap->len - 1);
    while ((child = 2 * at + 1) < heap->len) {
        child += child + 1 < heap->len && all[child + 1] < all[child];
        if (all[child] >= last)
            break;
        all[at] = all[child];
        at = child;
    }
    if (heap->len > 0)
        all[at] = last;
    return top;
}

/* Where task i ends first. */
static void
place_best(Maker *maker, const List *list, guint i)
{
    const ScheduleProblem *problem = maker->problem;
    const guint fixed = list->fixed != NULL ? list->fixed[i] : 0;
    guint best = 0, best_place = 0, at;
    double least = G_MAXDOUBLE, best_start = 0;

    schedule_arrivals(problem, maker->schedule, i, maker->arrival);
    for (guint p = fixed > 0 ? fixed - 1 : 0; p < (fixed > 0 ? fixed : problem->p); p++) {
        const double time = schedule_problem_time(problem, i, p);
        double start;
        if (list->insert) {
            start = schedule_gap(maker->schedule, p, maker->arrival[p], time, &at);
        } else {
            start = MAX(schedule_end(maker->schedule, p), maker->arrival[p]);
            at = maker->schedule->lanes[p]->len;
        }
        const double counts =
            (start + time) +
            (list->bonus != NULL ? list->bonus[(gsize)i * problem->p + p] : 0);
        if (p == 0 || counts < least || fixed > 0) {
            least = counts;
            best = p;
            best_place = at;
            best_start = start;
        }
    }
    place(maker, i, best, best_place, best_start);
}

static Schedule *
make_list(const ScheduleProblem *problem, const char *name, const List *list)
{
    Maker maker;

    maker_start(&maker, problem, name);
    for (;;) {
        for (guint k = 0; k < maker.released->len; k++)
            heap_push(maker.ready, list->rank[g_array_index(maker.released, guint, k)]);
        if (maker.ready->len == 0)
            return maker_end(&maker);
        place_best(&maker, list, list->task[heap_pop(maker.ready)]);
    }
}

static Schedule *
schedule_by_hlfet(const ScheduleProblem *problem, const char *name)
{
    g_auto(List) list = { .insert = FALSE };

    list_sort(&list, problem->n, compare_keys, problem->sl);
    return make_list(problem, name, &list);
}

static Schedule *
schedule_by_heft(const ScheduleProblem *problem, const char *name)
{
    g_auto(List) list = { .insert = TRUE };

    list_sort(&list, problem->n, compare_keys, problem->bl);
    return make_list(problem, name, &list);
}

/* --- mcp --- */

/* ALAP of a task, then of its successors from the largest: where each list begins, and all
 * behind each other. */
typedef struct {
    guint *first; /* [task + 1] */
    double *alap;
} AlapLists;

static gint
compare_lists(gconstpointer a, gconstpointer b, gpointer data)
{
    const AlapLists *lists = data;
    const guint i = *(const guint *)a, j = *(const guint *)b;
    guint x = lists->first[i], y = lists->first[j];

    for (; x < lists->first[i + 1] && y < lists->first[j + 1]; x++, y++)
        if (lists->alap[x] != lists->alap[y])
            return lists->alap[x] < lists->alap[y] ? -1 : 1;
    const gboolean ended_i = x == lists->first[i + 1], ended_j = y == lists->first[j + 1];
    return ended_i != ended_j ? (ended_i ? -1 : 1) : (i > j) - (i < j);
}

static int
compare_falling(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x < y) - (x > y);
}

static Schedule *
schedule_by_mcp(const ScheduleProblem *problem, const char *name)
{
    const TaskGraph *graph = problem->graph;
    g_auto(List) list = { .insert = TRUE };
    g_autofree guint *first = g_new(guint, problem->n + 1);
    g_autofree double *alap = g_new(double, problem->n + graph->edges->len);
    AlapLists lists = { first, alap };

    first[0] = 0;
    for (guint i = 0; i < problem->n; i++) {
        const guint begin = first[i];
        guint at = begin;
        alap[at++] = problem->alap[i];
        for (guint x = graph->first_out[i]; x < graph->first_out[i + 1]; x++)
            alap[at++] = problem->alap[task_graph_get_edge(graph, graph->out[x])->to];
        qsort(alap + begin + 1, at - begin - 1, sizeof *alap, compare_falling);
        first[i + 1] = at;
    }
    list_sort(&list, problem->n, compare_lists, &lists);
    return make_list(problem, name, &list);
}

/* --- cpop --- */

/* From the entry with the largest BL along the largest cost + BL: marks the tasks of the path. */
static void
mark_path(const ScheduleProblem *problem, gboolean on_path[])
{
    const TaskGraph *graph = problem->graph;
    guint i = G_MAXUINT;

    for (guint k = 0; k < problem->n; k++)
        if (graph->first_in[k] == graph->first_in[k + 1] &&
            (i == G_MAXUINT || problem->bl[k] > problem->bl[i]))
            i = k;
    while (i != G_MAXUINT) {
        double largest = -1;
        guint next = G_MAXUINT;
        on_path[i] = TRUE;
        for (guint x = graph->first_out[i]; x < graph->first_out[i + 1]; x++) {
            const guint e = graph->out[x], j = task_graph_get_edge(graph, e)->to;
            const double length = problem->mean_cost[e] + problem->bl[j];
            if (length > largest) {
                largest = length;
                next = j;
            }
        }
        i = next;
    }
}

static Schedule *
schedule_by_cpop(const ScheduleProblem *problem, const char *name)
{
    g_auto(List) list = { .insert = TRUE };
    g_autofree double *keys = g_new(double, problem->n);
    g_autofree gboolean *on_path = g_new0(gboolean, problem->n);
    guint best = 0;
    double least = G_MAXDOUBLE;

    mark_path(problem, on_path);
    for (guint p = 0; p < problem->p; p++) {
        double sum = 0;
        for (guint i = 0; i < problem->n; i++)
            sum += on_path[i] ? schedule_problem_time(problem, i, p) : 0;
        if (p == 0 || sum < least) {
            least = sum;
            best = p;
        }
    }
    list.fixed = g_new0(guint, problem->n);
    for (guint i = 0; i < problem->n; i++) {
        keys[i] = problem->tl[i] + problem->bl[i];
        list.fixed[i] = on_path[i] ? best + 1 : 0;
    }
    list_sort(&list, problem->n, compare_keys, keys);
    return make_list(problem, name, &list);
}

/* --- peft --- */

/* Of x[0..n-1] the least, where it is, and the least of the others. */
static void
two_least(const double x[], guint n, guint *at, double *first, double *second)
{
    *at = 0;
    *first = x[0];
    *second = G_MAXDOUBLE;
    for (guint k = 1; k < n; k++) {
        if (x[k] < *first) {
            *second = *first;
            *first = x[k];
            *at = k;
        } else {
            *second = MIN(*second, x[k]);
        }
    }
}

double *
schedule_optimistic_costs(const ScheduleProblem *problem)
{
    const TaskGraph *graph = problem->graph;
    const guint n = problem->p;
    double *table = g_new0(double, (gsize)problem->n *n);
    g_autofree double *sums = g_new(double, n);

    /* for each task j, when it is reached, what it and all behind it take goes to its predecessors:
     * the least over q of sums[q] + cost is at q = p, or the least of the others + cost */
    for (guint k = problem->n; k-- > 0;) {
        const guint j = graph->order[k];
        guint at;
        double first, second;
        for (guint q = 0; q < n; q++)
            sums[q] = table[(gsize)j * n + q] + schedule_problem_time(problem, j, q);
        two_least(sums, n, &at, &first, &second);
        for (guint x = graph->first_in[j]; x < graph->first_in[j + 1]; x++) {
            const guint e = graph->in[x];
            double *of = table + (gsize)task_graph_get_edge(graph, e)->from * n;
            for (guint p = 0; p < n; p++) {
                const double other = (p == at ? second : first) + problem->mean_cost[e];
                of[p] = MAX(of[p], n > 1 ? MIN(sums[p], other) : sums[p]);
            }
        }
    }
    return table;
}

static Schedule *
schedule_by_peft(const ScheduleProblem *problem, const char *name)
{
    g_auto(List) list = { .insert = TRUE };
    g_autofree double *keys = g_new(double, problem->n);
    const guint n = problem->p;

    list.bonus = schedule_optimistic_costs(problem);
    for (guint i = 0; i < problem->n; i++) {
        const double *row = list.bonus + (gsize)i * n;
        double sum = 0;
        gboolean equal = TRUE;
        for (guint p = 0; p < n; p++) {
            sum += row[p];
            equal &= row[p] == row[0];
        }
        keys[i] = equal ? row[0] : sum / n;
    }
    list_sort(&list, problem->n, compare_keys, keys);
    return make_list(problem, name, &list);
}

/* --- etf and dls: task and processor together --- */

/* The best processor of a ready task. Starts only grow, so it stays so until another task goes
 * there. */
typedef struct {
    guint task, processor;
    double start;
    double value; /* etf: finish; dls: the dynamic level */
    double *arrival;
} Choice;

typedef struct {
    Maker *maker;
    gboolean levels; /* dls */
    GArray *choices; /* of Choice, of no order */
} Chooser;

static void
choose_processor(const Chooser *chooser, Choice *choice)
{
    const ScheduleProblem *problem = chooser->maker->problem;
    const Schedule *schedule = chooser->maker->schedule;
    const guint i = choice->task;

    for (guint p = 0; p < problem->p; p++) {
        const double start = MAX(schedule_end(schedule, p), choice->arrival[p]);
        const double time = schedule_problem_time(problem, i, p);
        const double value = chooser->levels
                                 ? (problem->sl[i] - start) + (problem->mean[i] - time)
                                 : start + time;
        const gboolean better =
            chooser->levels ? value > choice->value
                            : start < choice->start ||
                                  (start == choice->start && value < choice->value);
        if (p > 0 && !better)
            continue;
        choice->processor = p;
        choice->start = start;
        choice->value = value;
    }
}

static gboolean
is_better(const Chooser *chooser, const Choice *a, const Choice *b)
{
    const double *sl = chooser->maker->problem->sl;

    if (chooser->levels)
        return a->value != b->value ? a->value > b->value : a->task < b->task;
    if (a->start != b->start)
        return a->start < b->start;
    return sl[a->task] != sl[b->task] ? sl[a->task] > sl[b->task] : a->task < b->task;
}

static void
add_released(Chooser *chooser)
{
    Maker *maker = chooser->maker;

    for (guint k = 0; k < maker->released->len; k++) {
        Choice choice = { .task = g_array_index(maker->released, guint, k),
                          .arrival = g_new(double, maker->problem->p) };
        schedule_arrivals(maker->problem, maker->schedule, choice.task, choice.arrival);
        choose_processor(chooser, &choice);
        g_array_append_val(chooser->choices, choice);
    }
}

static Schedule *
choose_pairs(const ScheduleProblem *problem, const char *name, gboolean levels)
{
    Maker maker;
    Chooser chooser = { &maker, levels, g_array_new(FALSE, FALSE, sizeof(Choice)) };

    maker_start(&maker, problem, name);
    for (add_released(&chooser); chooser.choices->len > 0; add_released(&chooser)) {
        Choice *all = (Choice *)(gpointer)chooser.choices->data;
        guint best = 0;
        for (guint k = 1; k < chooser.choices->len; k++)
            if (is_better(&chooser, &all[k], &all[best]))
                best = k;
        const Choice taken = all[best];
        g_array_remove_index_fast(chooser.choices, best);
        append(&maker, taken.task, taken.processor, taken.start);
        g_free(taken.arrival);
        for (guint k = 0; k < chooser.choices->len; k++)
            if (all[k].processor == taken.processor)
                choose_processor(&chooser, &all[k]);
    }
    g_array_unref(chooser.choices);
    return maker_end(&maker);
}

static Schedule *
schedule_by_etf(const ScheduleProblem *problem, const char *name)
{
    return choose_pairs(problem, name, FALSE);
}

static Schedule *
schedule_by_dls(const ScheduleProblem *problem, const char *name)
{
    return choose_pairs(problem, name, TRUE);
}

/* --- hu --- */

/* When the last predecessor of a task ends. */
static double
ended(const Maker *maker, guint i)
{
    const TaskGraph *graph = maker->problem->graph;
    double last = 0;

    for (guint x = graph->first_in[i]; x < graph->first_in[i + 1]; x++)
        last = MAX(last,
                   maker->schedule->finish[task_graph_get_edge(graph, graph->in[x])->from]);
    return last;
}

/* A ready task. */
typedef struct {
    guint task;
    double ended;
} Waiting;

/* The processor that is idle longest. */
static guint
idle_longest(const Schedule *schedule)
{
    guint best = 0;

    for (guint p = 1; p < schedule->p; p++)
        if (schedule_end(schedule, p) < schedule_end(schedule, best))
            best = p;
    return best;
}

static guint
choose_waiting(const ScheduleProblem *problem, const GArray *waiting, double time)
{
    guint best = G_MAXUINT;

    for (guint k = 0; k < waiting->len; k++) {
        const Waiting *one = &g_array_index(waiting, Waiting, k);
        const guint other = best != G_MAXUINT ? g_array_index(waiting, Waiting, best).task : 0;
        if (one->ended <= time &&
            (best == G_MAXUINT || problem->sl[one->task] > problem->sl[other] ||
             (problem->sl[one->task] == problem->sl[other] && one->task < other)))
            best = k;
    }
    return best;
}

static Schedule *
schedule_by_hu(const ScheduleProblem *problem, const char *name)
{
    Maker maker;
    g_autoptr(GArray) waiting = g_array_new(FALSE, FALSE, sizeof(Waiting));

    maker_start(&maker, problem, name);
    for (;;) {
        for (guint k = 0; k < maker.released->len; k++) {
            const guint i = g_array_index(maker.released, guint, k);
            const Waiting one = { i, ended(&maker, i) };
            g_array_append_val(waiting, one);
        }
        if (waiting->len == 0)
            return maker_end(&maker);
        double least = G_MAXDOUBLE;
        for (guint k = 0; k < waiting->len; k++)
            least = MIN(least, g_array_index(waiting, Waiting, k).ended);
        const guint p = idle_longest(maker.schedule);
        const double time = MAX(least, schedule_end(maker.schedule, p));
        const guint chosen = choose_waiting(problem, waiting, time);
        const guint i = g_array_index(waiting, Waiting, chosen).task;
        g_array_remove_index_fast(waiting, chosen);
        schedule_arrivals(problem, maker.schedule, i, maker.arrival);
        append(&maker, i, p, MAX(time, maker.arrival[p]));
    }
}

/* --- the table --- */

static const struct {
    const char *name, *summary;
    Schedule *(*make)(const ScheduleProblem *problem, const char *name);
} heuristics[SCHEDULE_N_HEURISTICS] = {
#define HEURISTIC(id, summary) { #id, summary, schedule_by_##id },
#include "src/analysis/schedule/heuristics.def"
#undef HEURISTIC
};

const char *
schedule_heuristic_name(ScheduleHeuristic heuristic)
{
    return heuristics[heuristic].name;
}

const char *
schedule_heuristic_summary(ScheduleHeuristic heuristic)
{
    return heuristics[heuristic].summary;
}

gboolean
schedule_heuristic_find(const char *name, ScheduleHeuristic *heuristic)
{
    for (guint h = 0; h < SCHEDULE_N_HEURISTICS; h++)
        if (strcmp(heuristics[h].name, name) == 0) {
            *heuristic = h;
            return TRUE;
        }
    return FALSE;
}

Schedule *
schedule_make(const ScheduleProblem *problem, ScheduleHeuristic heuristic)
{
    return heuristics[heuristic].make(problem, heuristics[heuristic].name);
}
