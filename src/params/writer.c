/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/base/clean.h"
#include "src/params/clusters.h"
#include "src/params/decimal.h"
#include "src/params/mapping.h"

#include <string.h>

#define LINE_WIDTH 80

static void
append_topology(GString *out, const RaterGrid *grid)
{
    g_string_append(out, "{ ");
    for (int i = 0; i < grid->rank; i++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "",
                               (gint64)grid->size[i]);
    g_string_append(out, " }");
}

static void
append_speeds(GString *out, const GArray *speeds)
{
    g_string_append(out, "{ ");
    for (guint i = 0; i < speeds->len; i++) {
        const ParamsSpeed *entry = &g_array_index(speeds, ParamsSpeed, i);
        g_string_append(out, i > 0 ? ", " : "");
        if (entry->count > 1)
            g_string_append_printf(out, "%" G_GINT64_FORMAT " x ", entry->count);
        params_decimal_append_double(out, entry->speed);
    }
    g_string_append(out, " }");
}

static void
append_nodes(GString *out, const RaterTopologyShape *shape)
{
    RaterGrid grid = { .rank = shape->rank };
    if (shape->rank == 0) {
        g_string_append(out, "default");
        return;
    }
    for (int i = 0; i < shape->rank; i++)
        grid.size[i] = shape->nodes[i];
    append_topology(out, &grid);
}

static void
append_taper(GString *out, const RaterTopologyShape *shape)
{
    const gboolean list = shape->n_tapers > 1;
    g_string_append(out, list ? "{ " : "");
    for (int i = 0; i < shape->n_tapers; i++) {
        g_string_append(out, i > 0 ? ", " : "");
        params_decimal_append(out, shape->taper[i], 24);
    }
    g_string_append(out, list ? " }" : "");
}

static void
append_variation(GString *out, const RaterVariation *variation)
{
    if (!variation->given) {
        g_string_append(out, "not");
        return;
    }
    g_string_append_printf(out, "%" G_GUINT64_FORMAT ", ", (guint64)variation->seed);
    params_decimal_append_double(out, variation->low);
}

/* Parameters of networks of nodes and links. */
static void
append_links_value(GString *out, const ParamsRow *row, const void *member)
{
    g_auto(GStrv) words = NULL;
    switch (row->kind) {
    case PARAMS_KIND_TIME:
        params_decimal_append(out, *(const RaterAtto *)member, PARAMS_ATTO_MICROSECONDS);
        break;
    case PARAMS_KIND_RATIO:
        params_decimal_append(out, *(const RaterAtto *)member, 14);
        break;
    case PARAMS_KIND_WORD:
        words = g_strsplit(row->values, ", ", -1);
        g_string_append(out, words[*(const guint *)member]);
        break;
    case PARAMS_KIND_NODES:
        append_nodes(out, member);
        break;
    case PARAMS_KIND_TAPER:
        append_taper(out, member);
        break;
    case PARAMS_KIND_VARIATION:
        append_variation(out, member);
        break;
    case PARAMS_KIND_MAPPING:
        params_mapping_append(out, *(ParamsMapping *const *)member);
        break;
    default:
        if (row->kind == PARAMS_KIND_LEAST && *(const int64_t *)member == 0)
            g_string_append(out, "least");
        else
            g_string_append_printf(out, "%" G_GINT64_FORMAT, (gint64) * (const int64_t *)member);
    }
}

void
params_append_value(GString *out, const Params *params, ParamsId id)
{
    /* The table gives places in what it may change; here they are only read. */
    const void *member = params_member((Params *)params, id);
    const RaterAtto *exact = params_exact((Params *)params, id);
    switch (params_rows[id].kind) {
    case PARAMS_KIND_TYPE:
        g_string_append(out, params_type_name(params));
        break;
    case PARAMS_KIND_MICROSECONDS:
        params_decimal_append(out,
                              exact != NULL ? *exact
                                            : params_decimal_scaled(*(const double *)member,
                                                                    PARAMS_ATTO_SECONDS),
                              PARAMS_ATTO_MICROSECONDS);
        break;
    case PARAMS_KIND_POSITIVE:
        params_decimal_append_double(out, *(const double *)member);
        break;
    case PARAMS_KIND_SPEEDS:
        append_speeds(out, *(GArray *const *)member);
        break;
    case PARAMS_KIND_TOPOLOGY:
        append_topology(out, member);
        break;
    default:
        append_links_value(out, &params_rows[id], member);
    }
}

gboolean
params_is_default(const Params *params, ParamsId id)
{
    g_autoptr(GString) value = g_string_new(NULL);
    if (id == PARAMS_SPEED)
        return params->speeds->len == 0;
    params_append_value(value, params, id);
    return strcmp(value->str, params_rows[id].initial) == 0;
}

/* Whether the value is only shown: no speeds are not the same as a list of 1s, which ends
 * somewhere; what is only of other networks would be warned about; clusters say it themselves. */
static gboolean
is_comment(const Params *params, ParamsId id)
{
    const gboolean of_network = id == PARAMS_TYPE || id == PARAMS_START_TIME ||
                                id == PARAMS_SEND_BYTE_TIME || id == PARAMS_CHANNELS;
    if (params->clusters != NULL &&
        (of_network || (params_is_of_links(id) && id != PARAMS_MAPPING && id != PARAMS_VARY_SPEED)))
        return TRUE;
    return (id == PARAMS_SPEED || params_is_of_links(id)) && params_is_default(params, id);
}

char *
params_to_text(const Params *params)
{
    GString *out = g_string_new(NULL);
    if (params->clusters != NULL)
        params_clusters_append(out, params->clusters);
    for (guint i = 0; i < PARAMS_N; i++) {
        const ParamsRow *row = &params_rows[i];
        g_autofree char *comment = g_strdup_printf("%s (%s%s%s)", row->help, row->values,
                                                   *row->unit != '\0' ? "; " : "", row->unit);
        g_string_append(out, out->len > 0 ? "\n" : "");
        g_string_append(out, "// ");
        report_clean_wrap(out, comment, LINE_WIDTH, "// ");
        g_string_append_c(out, '\n');
        g_string_append(out, is_comment(params, (ParamsId)i) ? "// " : "");
        g_string_append_printf(out, "%s = ", row->name);
        if (i == PARAMS_SPEED && params->speeds->len == 0)
            g_string_append(out, "{ 1, ... }");
        else
            params_append_value(out, params, (ParamsId)i);
        g_string_append(out, ";\n");
    }
    return g_string_free(out, FALSE);
}
