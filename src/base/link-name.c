/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/base/link-name.h"

static void
append_vertex(GString *out, const RaterVertex *vertex, const char *machine)
{
    static const char *const letters[] = {
        [RATER_VERTEX_CENTRE] = "s", [RATER_VERTEX_SWITCH] = "s", [RATER_VERTEX_ROUTER] = "r",
        [RATER_VERTEX_BUS] = "bus",  [RATER_VERTEX_NONE] = NULL,
    };
    if (letters[vertex->type] != NULL)
        g_string_append(out, letters[vertex->type]);
    if (vertex->type == RATER_VERTEX_CHILD)
        g_string_append_printf(out, "%s.", machine);
    for (int i = 0; i < vertex->n; i++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, i > 0 ? "." : "", vertex->number[i]);
}

char *
link_name(const RaterTopology *topology, gint64 link, const char *machine)
{
    GString *name = g_string_new(NULL);
    if (link < 0) {
        g_string_append_printf(name, "m%" G_GINT64_FORMAT, -1 - link);
        return g_string_free(name, FALSE);
    }
    RaterLinkEnds ends = rater_topology_link(topology, link);
    append_vertex(name, &ends.from, machine);
    if (ends.from.type != RATER_VERTEX_BUS) {
        g_string_append_c(name, '>');
        append_vertex(name, &ends.to, machine);
    }
    if (ends.copy >= 0)
        g_string_append_printf(name, "#%" G_GINT64_FORMAT, ends.copy);
    return g_string_free(name, FALSE);
}

char *
link_set_name(const RaterLinkSet *set)
{
    static const char *const groups[] = {
        [RATER_LINKS_ALL] = "all",     [RATER_LINKS_DIMENSION] = "dimension",
        [RATER_LINKS_LEVEL] = "level", [RATER_LINKS_NODES] = "nodes",
        [RATER_LINKS_LOCAL] = "local", [RATER_LINKS_GLOBAL] = "global",
    };
    GString *name = g_string_new(groups[set->group]);
    if (set->group == RATER_LINKS_DIMENSION || set->group == RATER_LINKS_LEVEL)
        g_string_append_printf(name, " %d", set->number + 1);
    if (set->direction != 0)
        g_string_append(name, set->direction > 0 ? ", up" : ", down");
    return g_string_free(name, FALSE);
}
