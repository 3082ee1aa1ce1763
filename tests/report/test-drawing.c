/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Drawings of networks: those of small ones have each link, those of large ones stay small and
 * readable; the picture of a mapping has each processor once.
 */
#include <math.h>
#include <string.h>

#include "src/base/link-name.h"
#include "src/report/machine/chart.h"
#include "src/report/machine/drawing.h"
#include "tests/rater/random.h"
#include "tests/report/check.h"

static ParamsMachine *
machine_of(const char *text)
{
    g_autoptr(Params) params = params_parse("a.par", text, strlen(text), NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(params);
    ParamsMachine *machine = params_machine_new(params, TRUE, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(machine);
    return machine;
}

/* The name of what is drawn there. */
static const char *
name_at(const Drawing *drawing, double x, double y)
{
    for (guint i = 0; i < drawing->places->len; i++) {
        const DrawingPlace *place = &g_array_index(drawing->places, DrawingPlace, i);
        if (place->shape == DRAWING_BOX)
            continue;
        if (fabs(place->x - x) < 0.01 && fabs(place->y - y) < 0.01)
            return strcmp(place->label, "switch") == 0 ? "s" : place->label;
    }
    return "nothing";
}

/* "0>1" of both ends, the lesser text first. */
static char *
pair_of(const char *a, const char *b)
{
    return strcmp(a, b) < 0 ? g_strconcat(a, ">", b, NULL) : g_strconcat(b, ">", a, NULL);
}

static GHashTable *
drawn_pairs(const Drawing *drawing)
{
    GHashTable *pairs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < drawing->lines->len; i++) {
        const DrawingLine *line = &g_array_index(drawing->lines, DrawingLine, i);
        char *pair =
            pair_of(name_at(drawing, line->x0, line->y0), name_at(drawing, line->x1, line->y1));
        CU_ASSERT(line->kind != DRAWING_GAP);
        g_hash_table_add(pairs, pair);
    }
    return pairs;
}

/* Of the links that routes go over; those of nodes to routers are not drawn. */
static GHashTable *
real_pairs(const ParamsMachine *machine)
{
    const RaterTopology *topology = &machine->fabric.topology;
    GHashTable *pairs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (gint64 a = 0; a < topology->nodes; a++)
        for (gint64 b = 0; b < topology->nodes; b++) {
            int64_t links[64];
            const gint64 n = a != b ? rater_topology_hops(topology, a, b) : 0;
            CU_ASSERT_FATAL(n <= (gint64)G_N_ELEMENTS(links));
            if (n > 0)
                rater_topology_route(topology, a, b, links);
            for (gint64 i = 0; i < n; i++) {
                g_autofree char *name = link_name(topology, links[i], NULL);
                g_auto(GStrv) ends = g_strsplit_set(name, ">#", -1);
                const gboolean to_router =
                    strchr(name, 'r') != NULL && (ends[0][0] != 'r' || ends[1][0] != 'r');
                if (!to_router)
                    g_hash_table_add(pairs, pair_of(ends[0], ends[1]));
            }
        }
    return pairs;
}

static void
check_whole(const char *text)
{
    g_autoptr(ParamsMachine) machine = machine_of(text);
    g_autoptr(Drawing) drawing = drawing_of_topology(&machine->fabric.topology, NULL);
    g_autoptr(GHashTable) drawn = drawn_pairs(drawing), real = real_pairs(machine);
    GHashTableIter iter;
    gpointer pair;
    CHECK_INT(g_hash_table_size(drawn), g_hash_table_size(real));
    g_hash_table_iter_init(&iter, real);
    while (g_hash_table_iter_next(&iter, &pair, NULL))
        if (!g_hash_table_contains(drawn, pair))
            CHECK_TEXT(text, pair);
    CU_ASSERT(g_hash_table_size(real) > 0);
}

static void
test_whole(void)
{
    static const char *const machines[] = {
        "type = line; nodes = { 7 };",
        "type = ring; nodes = { 9 };",
        "type = ring; nodes = { 2 };",
        "type = mesh; nodes = { 3, 5 };",
        "type = mesh; nodes = { 3, 4, 2 };",
        "type = torus; nodes = { 4, 5 };",
        "type = torus; nodes = { 2, 3 };",
        "type = hypercube; nodes = { 4 };",
        "type = tree; nodes = { 11 };",
        "type = tree; nodes = { 12 }; arity = 3;",
        "type = tree; nodes = { 5 }; arity = 1;",
        "type = star; nodes = { 6 };",
        "type = full; nodes = { 6 };",
        "type = fat tree; nodes = { 5 };",
        "type = fat tree; nodes = { 4, 4 }; taper = 2;",
        "type = fat tree; nodes = { 3, 4 };",
        "type = fat tree; nodes = { 3, 2, 3 };",
        "type = fat tree; nodes = { 2, 2, 2, 2 };",
        "type = dragonfly; nodes = { 5, 2, 2 }; global links = 2;",
        "type = dragonfly; nodes = { 3, 4, 2 }; global links = 1;",
        "type = dragonfly; nodes = { 1, 3, 2 };",
    };
    for (guint i = 0; i < G_N_ELEMENTS(machines); i++)
        check_whole(machines[i]);
}

static gboolean
overlap(const DrawingPlace *a, const DrawingPlace *b)
{
    return fabs(a->x - b->x) < (a->width + b->width) / 2 - 0.01 &&
           fabs(a->y - b->y) < (a->height + b->height) / 2 - 0.01;
}

/* Nothing outside, nothing on top of something else, not too much. */
static void
check_readable(const char *text)
{
    g_autoptr(ParamsMachine) machine = machine_of(text);
    g_autoptr(Drawing) drawing = drawing_of_topology(&machine->fabric.topology, "all");
    CU_ASSERT(drawing->places->len <= 400 && drawing->lines->len <= 1000);
    CU_ASSERT(drawing->right - drawing->left < 2500 && drawing->bottom - drawing->top < 2500);
    for (guint i = 0; i < drawing->places->len; i++) {
        const DrawingPlace *a = &g_array_index(drawing->places, DrawingPlace, i);
        CU_ASSERT(a->x - a->width / 2 > drawing->left && a->x + a->width / 2 < drawing->right);
        CU_ASSERT(a->y - a->height / 2 > drawing->top &&
                  a->y + a->height / 2 < drawing->bottom);
        CU_ASSERT(g_utf8_validate(a->label, -1, NULL));
        for (guint k = 0; k < i; k++) {
            const DrawingPlace *b = &g_array_index(drawing->places, DrawingPlace, k);
            if (a->shape != DRAWING_BOX && b->shape != DRAWING_BOX && overlap(a, b))
                CHECK_TEXT(a->label, text);
        }
    }
}

static void
test_readable(void)
{
    static const struct {
        const char *type;
        int rank[2], most;
    } kinds[] = {
        { "line", { 1, 1 }, 5000 },    { "ring", { 1, 1 }, 5000 },
        { "mesh", { 2, 4 }, 20 },      { "torus", { 3, 1 }, 40 },
        { "hypercube", { 1, 1 }, 20 }, { "tree", { 1, 1 }, 5000 },
        { "star", { 1, 1 }, 5000 },    { "full", { 1, 1 }, 3000 },
        { "shared", { 1, 1 }, 5000 },  { "fat tree", { 2, 3 }, 60 },
        { "dragonfly", { 3, 3 }, 40 },
    };
    Random random = random_start(20261122);
    for (guint i = 0; i < TAP_CASES(600); i++) {
        const guint kind = i % G_N_ELEMENTS(kinds);
        const int rank = kinds[kind].rank[i / G_N_ELEMENTS(kinds) % 2];
        g_autoptr(GString) text = g_string_new(NULL);
        g_string_printf(text, "type = %s; arity = %d; cores = %d; nodes = {", kinds[kind].type,
                        (int)random_between(&random, 1, 30),
                        (int)random_between(&random, 1, 3));
        for (int k = 0; k < rank; k++)
            g_string_append_printf(text, "%s %d", k > 0 ? "," : "",
                                   (int)random_between(&random, 1, kinds[kind].most));
        g_string_append(text, " };");
        check_readable(text->str);
    }
    check_readable("type = full; nodes = { 1 }; cores = 500;");
    check_readable("type = torus; nodes = { 1024, 1024 };");
    check_readable("type = line; nodes = { 2147483648 };");
    check_readable("type = star; nodes = { 2147483648 };");
    check_readable("type = mesh; nodes = { 1024, 1024, 1024 };");
    check_readable(
        "cluster = all; all = { 90 x c, 3 x d, 2 x p }; all.TStart = 1; all.TByte = 1;"
        "c = { 40 x d }; c.TStart = 1; c.TByte = 1; d = { 12 x p }; d.TStart = 1;"
        "d.TByte = 1; p = 1;");
}

static void
test_cells(void)
{
    static const char *const machines[] = {
        "type = torus; nodes = { 4, 4 }; topology = { 4, 4 }; mapping = random(1);",
        "type = fat tree; nodes = { 3, 5 }; topology = { 10 }; mapping = random(3);",
        "type = line; nodes = { 4 }; topology = { 10 };",
        "type = dragonfly; nodes = { 5, 2, 2 }; cores = 3; topology = { 6, 5 };"
        " mapping = tiles(2, 2);",
    };
    for (guint i = 0; i < G_N_ELEMENTS(machines); i++) {
        g_autoptr(ParamsMachine) machine = machine_of(machines[i]);
        MachineCells *cells = machine_cells_new(machine);
        gint64 n = 0;
        for (guint u = 0; u < cells->cells->len; u++) {
            const MachineCell *cell = &g_array_index(cells->cells, MachineCell, u);
            n += cell->n;
            CHECK_INT(cell->number, u);
            CU_ASSERT((cell->n > 0) == (cell->first >= 0));
            if (cell->n == 0)
                continue;
            CHECK_INT(rater_placement_of(&machine->placement, cell->first), u);
            CHECK_INT(rater_placement_of(&machine->placement, cell->last), u);
        }
        CHECK_INT(n, machine->placement.n_virtual);
        CHECK_INT(cells->cells->len, machine->placement.n_physical);
        machine_cells_free(cells);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "small networks have each link", test_whole },
        { "large ones stay readable", test_readable },
        { "each processor is in its place", test_cells },
        CU_TEST_INFO_NULL,
    };
    return tap_run("drawing", tests);
}
