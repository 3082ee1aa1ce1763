/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Drawings of trees and fat trees, level by level.
 */
#include "src/report/machine/drawing.h"

#define LEVEL 84.0 /* from one level to the next */

/* A tree: as many levels as have room, the children of a node evenly below it. */
typedef struct {
    Drawing *drawing;
    gint64 n, arity;
    int levels; /* drawn */
    gboolean cut;
} Tree;

/* Levels whose last one has 16 nodes at most; a long chain has 8. */
static int
tree_levels(gint64 arity)
{
    int levels = 1;
    if (arity == 1)
        return 8;
    for (gint64 width = 1; width * MIN(arity, 12) <= 16; width *= arity)
        levels++;
    return levels;
}

static void
draw_vertex(Tree *tree, gint64 vertex, int level, double left, double width)
{
    const double x = left + width / 2, y = level * 64;
    const gint64 first = vertex * tree->arity + 1;
    const gint64 children = CLAMP(tree->n - first, 0, tree->arity);
    const DrawingRow row = drawing_row(children, 12);
    if (children > 0 && level + 1 == tree->levels) {
        drawing_add_line(tree->drawing, DRAWING_GAP, x, y, x, y + 36);
        tree->cut = TRUE;
    }
    for (gint64 i = 0; i < row.shown && level + 1 < tree->levels; i++) {
        const double part = width / (double)MIN(tree->arity, 12);
        drawing_add_line(tree->drawing, DRAWING_LINK, x, y, left + ((double)i + 0.5) * part,
                         y + 64);
        draw_vertex(tree, first + drawing_row_item(&row, i), level + 1, left + (double)i * part,
                    part);
    }
    tree->cut |= row.shown < children;
    drawing_add_node(tree->drawing, x, y, vertex);
}

void
draw_tree(Drawing *drawing, const RaterTopology *topology)
{
    Tree tree = { drawing, topology->nodes, topology->arity, tree_levels(topology->arity),
                  FALSE };
    double leaves = 1;
    for (int level = 1; level < tree.levels; level++)
        leaves *= (double)MIN(tree.arity, 12);
    draw_vertex(&tree, 0, 0, 0, leaves * MAX(44, drawing_node_width(topology->nodes) + 6));
    if (tree.cut)
        drawing_add_note(
            drawing, "Of %" G_GINT64_FORMAT " nodes only the first levels are drawn.", tree.n);
}

/* A fat tree: of each level the children and the twins that are drawn. */
typedef struct {
    Drawing *drawing;
    const RaterTopology *topology;
    int levels;
    DrawingRow child[RATER_TOPOLOGY_RANK]; /* of a switch of the level */
    DrawingRow twin[RATER_TOPOLOGY_RANK];  /* parents of one of the level below */
    gint64 twins[RATER_TOPOLOGY_RANK];     /* drawn, that stand for the same nodes */
    gint64 groups[RATER_TOPOLOGY_RANK + 1];
    double width; /* of all */
} FatTree;

/* The digits of `i` in one numbering, as a number in the other. */
static gint64
number_of(const DrawingRow rows[], int n, gint64 i)
{
    gint64 number = 0, stride = 1;
    for (int k = 0; k < n; k++) {
        number += drawing_row_item(&rows[k], i % rows[k].shown) * stride;
        i /= rows[k].shown;
        stride *= rows[k].n;
    }
    return number;
}

static double
node_x(const FatTree *tree, gint64 i)
{
    const double step = MAX(40, drawing_node_width(tree->topology->nodes) + 6);
    return ((double)i + 0.5 + 0.6 * (double)(i / tree->child[0].shown)) * step;
}

/* The middle of a switch: twins side by side over their nodes. */
static double
switch_x(const FatTree *tree, int level, gint64 s, gint64 y)
{
    gint64 below = 1;
    for (int k = 0; k <= level; k++)
        below *= tree->child[k].shown;
    const double left = node_x(tree, s * below), right = node_x(tree, (s + 1) * below - 1);
    const double middle = (left + right) / 2;
    const double span = MAX(right - left, 60 * (double)(tree->twins[level] - 1));
    const gint64 twins = tree->twins[level];
    return twins == 1 ? middle : middle + span * ((double)y / (double)(twins - 1) - 0.5) * 0.9;
}

static double
level_y(const FatTree *tree, int level)
{
    return (tree->levels - 1 - level) * LEVEL;
}

static void
draw_switches(const FatTree *tree, int level)
{
    for (gint64 s = 0; s < tree->groups[level + 1]; s++)
        for (gint64 y = 0; y < tree->twins[level]; y++)
            drawing_add_place(tree->drawing, DRAWING_SWITCH, switch_x(tree, level, s, y),
                              level_y(tree, level), 52, 24,
                              "s%d.%" G_GINT64_FORMAT ".%" G_GINT64_FORMAT, level + 1,
                              number_of(tree->child + level + 1, tree->levels - level - 1, s),
                              number_of(tree->twin, level + 1, y));
}

/* Up from the switches of a level. */
static void
draw_parents(const FatTree *tree, int level)
{
    for (gint64 s = 0; s < tree->groups[level + 1]; s++)
        for (gint64 y = 0; y < tree->twins[level]; y++)
            for (gint64 up = 0; up < tree->twin[level + 1].shown; up++)
                drawing_add_line(tree->drawing, DRAWING_LINK, switch_x(tree, level, s, y),
                                 level_y(tree, level),
                                 switch_x(tree, level + 1, s / tree->child[level + 1].shown,
                                          y + up * tree->twins[level]),
                                 level_y(tree, level + 1));
}

static void
draw_nodes(const FatTree *tree)
{
    for (gint64 i = 0; i < tree->groups[0]; i++) {
        drawing_add_line(tree->drawing, DRAWING_LINK, node_x(tree, i), level_y(tree, -1),
                         switch_x(tree, 0, i / tree->child[0].shown, 0), level_y(tree, 0));
        drawing_add_node(tree->drawing, node_x(tree, i), level_y(tree, -1),
                         number_of(tree->child, tree->levels, i));
    }
}

/* What is drawn of it. FALSE: not everything. */
static gboolean
choose(FatTree *tree)
{
    const gint64 most = tree->levels == 1   ? 14
                        : tree->levels == 2 ? 4
                        : tree->levels == 3 ? 3
                                            : 2;
    gboolean all = TRUE;
    gint64 twins = 1;
    for (int k = 0; k < tree->levels; k++) {
        tree->child[k] = drawing_row(tree->topology->size[k], most);
        tree->twin[k] = drawing_row(tree->topology->width[k], most);
        all &=
            tree->child[k].shown == tree->child[k].n && tree->twin[k].shown == tree->twin[k].n;
        tree->twins[k] = twins *= tree->twin[k].shown;
    }
    tree->groups[tree->levels] = 1;
    for (int k = tree->levels - 1; k >= 0; k--)
        tree->groups[k] = tree->groups[k + 1] * tree->child[k].shown;
    return all;
}

void
draw_fat_tree(Drawing *drawing, const RaterTopology *topology)
{
    /* Of many levels the lower ones: the upper ones are like them. */
    FatTree tree = { drawing, topology, MIN(topology->rank, 4), .width = 0 };
    const gboolean all = choose(&tree);
    for (int level = 0; level + 1 < tree.levels; level++)
        draw_parents(&tree, level);
    draw_nodes(&tree);
    for (int level = 0; level < tree.levels; level++)
        draw_switches(&tree, level);
    if (tree.levels < topology->rank)
        drawing_add_note(drawing, "Of %d levels the lower %d are drawn.", topology->rank,
                         tree.levels);
    if (all)
        return;
    drawing_add_note(drawing, "The first ones and the last are drawn.");
    for (int k = 0; k + 1 < topology->rank; k++)
        drawing_add_note(drawing,
                         "A switch of level %d has %" G_GINT64_FORMAT
                         " links down and %" G_GINT64_FORMAT " up.",
                         k + 1, (gint64)topology->size[k], (gint64)topology->width[k + 1]);
}
