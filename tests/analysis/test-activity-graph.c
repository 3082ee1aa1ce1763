/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/analysis/activity/graph.h"
#include "tests/tap.h"

#define SEED 20261121

typedef struct {
    guint32 n;
    guint m;
    ActivityEdge edges[2048];
} Graph;

static void
add(Graph *g, guint32 from, guint32 to, double weight)
{
    g->edges[g->m++] = (ActivityEdge){ from, to, weight };
}

static gboolean
solve(const Graph *g, ActivityPath *path, GError **error)
{
    return activity_graph_path(g->n, g->edges, g->m, path, error);
}

static void
check_path(const Graph *g, double length, guint n_edges, const guint32 edges[])
{
    g_auto(ActivityPath) path = { 0 };
    g_autoptr(GError) error = NULL;

    CU_ASSERT_TRUE_FATAL(solve(g, &path, &error));
    CU_ASSERT_EQUAL(path.length, length);
    CHECK_INT(path.n_edges, n_edges);
    for (guint i = 0; i < MIN(n_edges, path.n_edges); i++)
        CHECK_INT(path.edges[i], edges[i]);
}

static void
test_small(void)
{
    const Graph none = { .n = 0 }, lonely = { .n = 3 };
    Graph g = { .n = 4 }, twice = { .n = 4 };

    check_path(&none, 0, 0, NULL);
    check_path(&lonely, 0, 0, NULL);
    add(&g, 0, 1, 0);
    check_path(&g, 0, 0, NULL);
    add(&g, 1, 3, 5);
    add(&g, 0, 2, 4);
    add(&g, 2, 3, 2);
    check_path(&g, 6, 2, (const guint32[]){ 2, 3 });
    /* a second edge between the same events counts when it is longer */
    add(&g, 1, 3, 6.5);
    check_path(&g, 6.5, 2, (const guint32[]){ 0, 4 });
    /* of equally long paths the smaller last edge, then the smaller one before it */
    add(&g, 2, 3, 2.5);
    check_path(&g, 6.5, 2, (const guint32[]){ 0, 4 });
    add(&twice, 0, 1, 0);
    add(&twice, 0, 1, 0);
    add(&twice, 1, 2, 6.5);
    add(&twice, 1, 2, 6.5);
    add(&twice, 2, 3, 0);
    check_path(&twice, 6.5, 2, (const guint32[]){ 0, 2 });
}

static void
test_slack(void)
{
    static const double early[] = { 0, 1, 4, 6, 4 }, late[] = { 0, 3, 4, 6, 6 };
    Graph g = { .n = 5 };
    g_auto(ActivityPath) path = { 0 };

    add(&g, 0, 1, 1);
    add(&g, 1, 2, 1);
    add(&g, 0, 2, 4);
    add(&g, 2, 3, 2);
    add(&g, 2, 4, 0);
    CU_ASSERT_TRUE_FATAL(solve(&g, &path, NULL));
    for (guint v = 0; v < g.n; v++) {
        CU_ASSERT_EQUAL(path.early[v], early[v]);
        CU_ASSERT_EQUAL(path.late[v], late[v]);
    }
}

static void
check_error(const Graph *g, int code, const char *part)
{
    g_autoptr(GError) error = NULL;
    ActivityPath path = { .length = 17 };

    CU_ASSERT_FALSE(solve(g, &path, &error));
    CU_ASSERT_TRUE_FATAL(g_error_matches(error, ACTIVITY_GRAPH_ERROR, code));
    CU_ASSERT_PTR_NOT_NULL(strstr(error->message, part));
    CU_ASSERT_TRUE(path.length == 17 && path.edges == NULL);
}

static void
test_errors(void)
{
    Graph event = { .n = 2 }, negative = { .n = 2 }, nan_weight = { .n = 2 },
          large = { .n = 3 };

    add(&event, 0, 2, 1);
    check_error(&event, ACTIVITY_GRAPH_ERROR_EVENT, "event 2 of 2");
    add(&negative, 0, 1, -1);
    check_error(&negative, ACTIVITY_GRAPH_ERROR_WEIGHT, "activity 0");
    add(&nan_weight, 0, 1, NAN);
    check_error(&nan_weight, ACTIVITY_GRAPH_ERROR_WEIGHT, "activity 0");
    add(&large, 0, 1, 1e308);
    add(&large, 1, 2, 1e308);
    check_error(&large, ACTIVITY_GRAPH_ERROR_WEIGHT, "too long");
}

static void
test_order(void)
{
    Graph self = { .n = 2 }, ring = { .n = 3 }, late = { .n = 3 };

    add(&self, 1, 1, 0);
    check_error(&self, ACTIVITY_GRAPH_ERROR_ORDER, "activity 0 goes back to event 1");
    for (guint32 v = 0; v < ring.n; v++)
        add(&ring, v, (v + 1) % ring.n, 1);
    check_error(&ring, ACTIVITY_GRAPH_ERROR_ORDER, "activity 2 goes back to event 0");
    add(&late, 1, 2, 1);
    add(&late, 0, 1, 1);
    check_error(&late, ACTIVITY_GRAPH_ERROR_ORDER, "activity 1 goes back to event 1");
}

/* --- against all paths of small graphs ------------------------------------------------------
 */

typedef struct {
    const Graph *g;
    guint32 stack[64];
    guint depth;
    double early[16], tail[16]; /* longest to an event, longest from it */
    double length;
    guint32 best[64];
    guint n_best;
} Naive;

/* Whether the path on the stack is better than the best: longer, or as long with smaller
 * numbers from the last edge backwards. */
static gboolean
is_better(const Naive *naive, double length)
{
    if (length != naive->length)
        return length > naive->length;
    for (guint k = 1; k <= MIN(naive->depth, naive->n_best); k++) {
        const guint32 mine = naive->stack[naive->depth - k];
        const guint32 best = naive->best[naive->n_best - k];
        if (mine != best)
            return mine < best;
    }
    return naive->depth < naive->n_best;
}

static void
walk(Naive *naive, guint32 at, double length)
{
    naive->early[at] = MAX(naive->early[at], length);
    if (is_better(naive, length)) {
        naive->length = length;
        naive->n_best = naive->depth;
        memcpy(naive->best, naive->stack, sizeof naive->best);
    }
    for (guint e = 0; e < naive->g->m; e++) {
        if (naive->g->edges[e].from != at)
            continue;
        naive->stack[naive->depth++] = e;
        walk(naive, naive->g->edges[e].to, length + naive->g->edges[e].weight);
        naive->depth--;
    }
}

static double
longest_from(const Graph *g, guint32 at)
{
    double longest = 0;

    for (guint e = 0; e < g->m; e++) {
        if (g->edges[e].from == at)
            longest = MAX(longest, g->edges[e].weight + longest_from(g, g->edges[e].to));
    }
    return longest;
}

static gint
compare_froms(gconstpointer a, gconstpointer b)
{
    const ActivityEdge *x = a, *y = b;
    return x->from < y->from ? -1 : x->from > y->from;
}

/* Events in a random order of time, edges in that of the events they leave; weights of few
 * values, so that many paths are as long. */
static void
make_random(GRand *rand, Graph *g, guint32 n, guint m)
{
    guint32 order[256];

    g->n = n;
    g->m = 0;
    for (guint32 v = 0; v < n; v++)
        order[v] = v;
    for (guint32 v = n; v > 1; v--) {
        const guint32 other = (guint32)g_rand_int_range(rand, 0, (gint32)v);
        const guint32 swap = order[v - 1];
        order[v - 1] = order[other];
        order[other] = swap;
    }
    while (g->m < m) {
        const gint32 from = g_rand_int_range(rand, 0, (gint32)n - 1);
        const gint32 to = g_rand_int_range(rand, from + 1, (gint32)n);
        add(g, (guint32)from, (guint32)to, g_rand_int_range(rand, 0, 4));
    }
    qsort(g->edges, g->m, sizeof g->edges[0], compare_froms);
    for (guint e = 0; e < g->m; e++) {
        g->edges[e].from = order[g->edges[e].from];
        g->edges[e].to = order[g->edges[e].to];
    }
}

static void
check_naive(const Graph *g)
{
    g_autofree Naive *naive = g_new0(Naive, 1);
    g_auto(ActivityPath) path = { 0 };

    naive->g = g;
    for (guint32 v = 0; v < g->n; v++) {
        gboolean root = TRUE;
        for (guint e = 0; e < g->m; e++)
            root = root && g->edges[e].to != v;
        if (root)
            walk(naive, v, 0);
    }
    CU_ASSERT_TRUE_FATAL(solve(g, &path, NULL));
    CU_ASSERT_EQUAL(path.length, naive->length);
    CHECK_INT(path.n_edges, naive->n_best);
    for (guint i = 0; i < MIN(path.n_edges, naive->n_best); i++)
        CHECK_INT(path.edges[i], naive->best[i]);
    for (guint32 v = 0; v < g->n; v++) {
        CU_ASSERT_EQUAL(path.early[v], naive->early[v]);
        CU_ASSERT_EQUAL(path.late[v], naive->length - longest_from(g, v));
    }
}

static void
test_random(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
    g_autofree Graph *g = g_new0(Graph, 1);

    g_print("# random graphs with seed %d\n", SEED);
    for (guint i = 0; i < 3000; i++) {
        const guint32 n = (guint32)g_rand_int_range(rand, 2, 11);
        make_random(rand, g, n, (guint)g_rand_int_range(rand, 0, 20));
        check_naive(g);
    }
}

/* Larger ones: lengths by going over all edges until nothing changes. */
static void
test_random_large(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED + 1);
    g_autofree Graph *g = g_new0(Graph, 1);

    for (guint i = 0; i < 50; i++) {
        double early[256] = { 0 };
        gboolean changed = TRUE;
        g_auto(ActivityPath) path = { 0 };
        double sum = 0;
        make_random(rand, g, 200, 1500);
        while (changed) {
            changed = FALSE;
            for (guint e = 0; e < g->m; e++) {
                const double to = early[g->edges[e].from] + g->edges[e].weight;
                changed = changed || to > early[g->edges[e].to];
                early[g->edges[e].to] = MAX(early[g->edges[e].to], to);
            }
        }
        CU_ASSERT_TRUE_FATAL(solve(g, &path, NULL));
        for (guint32 v = 0; v < g->n; v++)
            CU_ASSERT_EQUAL(path.early[v], early[v]);
        for (guint k = 0; k < path.n_edges; k++) {
            sum += g->edges[path.edges[k]].weight;
            if (k > 0)
                CHECK_INT(g->edges[path.edges[k]].from, g->edges[path.edges[k - 1]].to);
        }
        CU_ASSERT_EQUAL(sum, path.length);
    }
}

static void
test_random_cycles(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED + 2);
    g_autofree Graph *g = g_new0(Graph, 1);

    for (guint i = 0; i < 500; i++) {
        g_autoptr(GError) error = NULL;
        g_auto(ActivityPath) path = { 0 };
        make_random(rand, g, 12, 40);
        CU_ASSERT_TRUE_FATAL(solve(g, &path, NULL));
        if (path.n_edges == 0)
            continue;
        /* from some event of the longest path back to an earlier one of it */
        const guint last = (guint)g_rand_int_range(rand, 0, (gint32)path.n_edges);
        const guint first = (guint)g_rand_int_range(rand, 0, (gint32)last + 1);
        add(g, g->edges[path.edges[last]].to, g->edges[path.edges[first]].from, 0);
        activity_path_clear(&path);
        CU_ASSERT_FALSE(solve(g, &path, &error));
        CU_ASSERT_TRUE_FATAL(
            g_error_matches(error, ACTIVITY_GRAPH_ERROR, ACTIVITY_GRAPH_ERROR_ORDER));
    }
}

/* --- IPS, appendix 3 ------------------------------------------------------------------------
 */

#define SERVICE 2.0   /* c_m */
#define WORK    288.0 /* C_s; least at sqrt(288 / 2) = 12 slaves */

/* A master serves n slaves one after another; then they work beside each other. */
static void
make_master(Graph *g, guint32 n)
{
    const guint32 end = 3 * n + 1;

    g->n = end + 1;
    g->m = 0;
    for (guint32 i = 0; i < n; i++)
        add(g, i, i + 1, SERVICE);
    for (guint32 i = 0; i < n; i++) {
        const guint32 begin = n + 1 + 2 * i;
        add(g, n, begin, 0);
        add(g, begin, begin + 1, WORK / n);
        add(g, begin + 1, end, 0);
    }
}

static void
test_master_and_slaves(void)
{
    g_autofree Graph *g = g_new0(Graph, 1);
    double least = INFINITY;
    guint32 best = 0;

    for (guint32 n = 1; n <= 60; n++) {
        g_auto(ActivityPath) path = { 0 };
        double master = 0, slave = 0;
        make_master(g, n);
        CU_ASSERT_TRUE_FATAL(solve(g, &path, NULL));
        CU_ASSERT_DOUBLE_EQUAL(path.length, n * SERVICE + WORK / n, 1e-12 * path.length);
        for (guint k = 0; k < path.n_edges; k++) {
            const ActivityEdge *edge = &g->edges[path.edges[k]];
            *(edge->to <= n ? &master : &slave) += edge->weight;
        }
        best = path.length < least ? n : best;
        least = MIN(least, path.length);
        CU_ASSERT_TRUE(n == 12  ? master == slave && master == sqrt(SERVICE * WORK)
                       : n < 12 ? master < slave
                                : master > slave);
    }
    CHECK_INT(best, lround(sqrt(WORK / SERVICE)));
}

int
main(void)
{
    CU_TestInfo tests[] = { { "small graphs", test_small },
                            { "slack", test_slack },
                            { "errors", test_errors },
                            { "order of edges", test_order },
                            { "random graphs, all paths", test_random },
                            { "random graphs, larger", test_random_large },
                            { "random cycles", test_random_cycles },
                            { "master and slaves", test_master_and_slaves },
                            CU_TEST_INFO_NULL };
    return tap_run("activity-graph", tests);
}
