/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Drawings of dragonflies, whose groups stand in a circle, and of clusters in clusters.
 */
#include <math.h>
#include <string.h>

#include "src/report/machine/drawing.h"

/* Routers of a group that are drawn one by one; of larger groups only the group is. */
#define MOST_ROUTERS 8

typedef struct {
    Drawing *drawing;
    const RaterTopology *topology;
    DrawingRow groups;
    gint64 routers;       /* drawn of a group, 0: none */
    double radius, inner; /* of the circle of groups, and of the routers in one */
} Dragonfly;

static double
angle_of(const Dragonfly *fly, gint64 group)
{
    const gboolean cut = fly->groups.shown < fly->groups.n;
    const double places = (double)(fly->groups.shown + (cut ? 1 : 0));
    const gboolean last = cut && group == fly->groups.shown - 1;
    return 2 * G_PI * ((double)group + (last ? 1 : 0)) / places - G_PI / 2;
}

/* Where a group is, and a router of it. */
static double
group_x(const Dragonfly *fly, gint64 group)
{
    return fly->groups.shown == 1 ? 0 : fly->radius * cos(angle_of(fly, group));
}

static double
group_y(const Dragonfly *fly, gint64 group)
{
    return fly->groups.shown == 1 ? 0 : fly->radius * sin(angle_of(fly, group));
}

static double
router_x(const Dragonfly *fly, gint64 group, gint64 router)
{
    const double turn = 2 * G_PI * (double)router / (double)fly->routers;
    return group_x(fly, group) + (fly->routers < 2 ? 0 : fly->inner * sin(turn));
}

static double
router_y(const Dragonfly *fly, gint64 group, gint64 router)
{
    const double turn = 2 * G_PI * (double)router / (double)fly->routers;
    return group_y(fly, group) - (fly->routers < 2 ? 0 : fly->inner * cos(turn));
}

/* The router of group i that has the port to group k, in the group. */
static gint64
gateway(const Dragonfly *fly, gint64 i, gint64 k, gint64 copy)
{
    const gint64 g = fly->groups.n;
    return (copy * (g - 1) + (k - i - 1 + g) % g) / fly->topology->global_links;
}

static void
draw_between(const Dragonfly *fly, gint64 i, gint64 k)
{
    const gint64 from = drawing_row_item(&fly->groups, i);
    const gint64 to = drawing_row_item(&fly->groups, k);
    if (fly->routers == 0) {
        drawing_add_line(fly->drawing, DRAWING_LINK, group_x(fly, i), group_y(fly, i),
                         group_x(fly, k), group_y(fly, k));
        return;
    }
    for (gint64 copy = 0; copy < fly->topology->copies; copy++) {
        const gint64 out = gateway(fly, from, to, copy), in = gateway(fly, to, from, copy);
        drawing_add_line(fly->drawing, DRAWING_LINK, router_x(fly, i, out),
                         router_y(fly, i, out), router_x(fly, k, in), router_y(fly, k, in));
    }
}

static void
draw_group(const Dragonfly *fly, gint64 i)
{
    const gint64 group = drawing_row_item(&fly->groups, i), a = fly->topology->size[1];
    if (fly->routers == 0) {
        drawing_add_place(fly->drawing, DRAWING_SWITCH, group_x(fly, i), group_y(fly, i), 78,
                          30, "group %" G_GINT64_FORMAT, group);
        return;
    }
    drawing_add_place(fly->drawing, DRAWING_BOX, group_x(fly, i), group_y(fly, i) - 8,
                      2 * fly->inner + 56, 2 * fly->inner + 62, "group %" G_GINT64_FORMAT,
                      group);
    for (gint64 r = 0; r < fly->routers; r++)
        for (gint64 s = r + 1; s < fly->routers; s++)
            drawing_add_line(fly->drawing, DRAWING_LINK, router_x(fly, i, r),
                             router_y(fly, i, r), router_x(fly, i, s), router_y(fly, i, s));
    for (gint64 r = 0; r < fly->routers; r++)
        drawing_add_place(fly->drawing, DRAWING_SWITCH, router_x(fly, i, r),
                          router_y(fly, i, r), 34, 22, "r%" G_GINT64_FORMAT, group * a + r);
}

void
draw_dragonfly(Drawing *drawing, const RaterTopology *topology)
{
    const gint64 a = topology->size[1], p = topology->size[2];
    Dragonfly fly = { drawing,
                      topology,
                      drawing_row(topology->size[0], a > MOST_ROUTERS ? 12 : 8),
                      a > MOST_ROUTERS ? 0 : a,
                      0,
                      a > 1 ? 16 + 6.0 * (double)a : 0 };
    const double room = fly.routers == 0 ? 96 : 2 * fly.inner + 96;
    fly.radius = MAX(room * (double)(fly.groups.shown + 1) / (2 * G_PI), 0.8 * room);
    for (gint64 i = 0; i < fly.groups.shown; i++)
        draw_group(&fly, i);
    for (gint64 i = 0; i < fly.groups.shown; i++)
        for (gint64 k = i + 1; k < fly.groups.shown; k++)
            draw_between(&fly, i, k);
    if (fly.groups.shown < fly.groups.n)
        drawing_add_note(drawing,
                         "Of %" G_GINT64_FORMAT " groups %" G_GINT64_FORMAT " are drawn.",
                         fly.groups.n, fly.groups.shown);
    if (fly.routers == 0)
        drawing_add_note(drawing,
                         "A group has %" G_GINT64_FORMAT " routers, each linked to all others "
                         "of it; between two groups there are %" G_GINT64_FORMAT ".",
                         a, (gint64)topology->copies);
    drawing_add_note(drawing, "A router has %" G_GINT64_FORMAT " node%s, not drawn.", p,
                     p == 1 ? "" : "s");
}

/* A cluster and what is in it from (left, top) on; `path` is the name of the outermost one and
 * the number of the child at each level. */
typedef struct {
    Drawing *drawing;
    const RaterCluster *cluster;
    gboolean cut;
} Clusters;

typedef struct {
    double width, height;
} Size;

static Size draw_cluster(Clusters *clusters, int row, const char *path, double left,
                         double top);

/* A child that is not looked into. */
static Size
draw_closed(const Clusters *clusters, int row, const char *path, gint64 number, double left,
            double top)
{
    if (row < 0) {
        drawing_add_place(clusters->drawing, DRAWING_NODE, left + 20, top + 12, 40, 24,
                          "%" G_GINT64_FORMAT, number);
        return (Size){ 40, 24 };
    }
    drawing_add_place(clusters->drawing, DRAWING_BOX, left + 75, top + 24, 150, 48,
                      "%s.%" G_GINT64_FORMAT ": %" G_GINT64_FORMAT, path, number,
                      clusters->cluster[row].processors);
    return (Size){ 150, 48 };
}

/* A part: its first children side by side, the last behind a gap. Only the first is open. */
static Size
draw_part(Clusters *clusters, const RaterClusterPart *part, const char *path, gint64 first,
          double left, double top)
{
    const DrawingRow row = drawing_row(part->count, part->cluster < 0 ? 8 : 3);
    Size size = { 0, 0 };
    clusters->cut |= row.shown < row.n;
    for (gint64 i = 0; i < row.shown; i++) {
        const gint64 number = first + drawing_row_item(&row, i);
        g_autofree char *name = g_strdup_printf("%s.%" G_GINT64_FORMAT, path, number);
        if (row.shown < row.n && i == row.shown - 1) {
            drawing_add_place(clusters->drawing, DRAWING_TEXT, left + size.width + 8, top + 24,
                              16, 16, "\xe2\x80\xa6");
            size.width += 24;
        }
        const Size child =
            i == 0 && part->cluster >= 0
                ? draw_cluster(clusters, part->cluster, name, left + size.width, top)
                : draw_closed(clusters, part->cluster, path, number, left + size.width, top);
        size.width += child.width + (i + 1 < row.shown ? 8 : 0);
        size.height = MAX(size.height, child.height);
    }
    return size;
}

static Size
draw_cluster(Clusters *clusters, int row, const char *path, double left, double top)
{
    const RaterCluster *cluster = &clusters->cluster[row];
    const guint at = clusters->drawing->places->len;
    Size size = { 150, 30 };
    gint64 first = 0;
    drawing_add_place(clusters->drawing, DRAWING_BOX, 0, 0, 0, 0, "%s: %" G_GINT64_FORMAT, path,
                      (gint64)cluster->processors);
    for (int i = 0; i < cluster->n_parts; i++) {
        const Size part =
            draw_part(clusters, &cluster->part[i], path, first, left + 12, top + size.height);
        first += cluster->part[i].count;
        size.width = MAX(size.width, part.width + 24);
        size.height += part.height + 12;
    }
    DrawingPlace *box = &g_array_index(clusters->drawing->places, DrawingPlace, at);
    box->x = left + size.width / 2;
    box->y = top + size.height / 2;
    box->width = size.width;
    box->height = size.height;
    return size;
}

void
draw_clusters(Drawing *drawing, const RaterTopology *topology, const char *name)
{
    Clusters clusters = { drawing, topology->cluster, FALSE };
    draw_cluster(&clusters, 0, name, 0, 0);
    drawing_add_note(drawing,
                     "Behind a cluster's name is its number of processors; of like ones only "
                     "the first is drawn with what is in it.");
}
