/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What only the whole of the parameters can tell: errors, warnings, refusals.
 */
#include <string.h>

#include "src/params/machine.h"

/* A mapping of more processors is not tried before it is needed. */
#define MOST_PLACED (1 << 20)

/* Enough for so many processors of what is named. */
static gboolean
check_speeds(const Params *params, gint64 processors, const char *whole, GError **error)
{
    gint64 speeds = 0;
    for (guint i = 0; i < params->speeds->len; i++)
        speeds += g_array_index(params->speeds, ParamsSpeed, i).count;
    if (params->speeds->len == 0 || speeds >= processors)
        return TRUE;
    g_set_error(error, PARAMS_ERROR, PARAMS_ERROR_VALUE,
                "'speed' is given for %" G_GINT64_FORMAT
                " processor%s, expected at least the %" G_GINT64_FORMAT " of the %s",
                speeds, speeds == 1 ? "" : "s", processors, whole);
    return FALSE;
}

gboolean
params_check(const Params *params, GError **error)
{
    if (!params_is_links(params))
        return check_speeds(params, rater_grid_count(&params->topology), "topology", error);
    const gboolean place = rater_grid_count(&params->topology) <= MOST_PLACED;
    g_autoptr(ParamsMachine) machine = params_machine_new(params, place, error);
    return machine != NULL &&
           check_speeds(params, machine->placement.n_physical, "network", error);
}

gboolean
params_check_prediction(const Params *params, GError **error)
{
    if (!params_is_links(params))
        return TRUE;
    g_autoptr(ParamsMachine) machine = params_machine_new(params, TRUE, error);
    return machine != NULL && params_machine_find_hosts(machine, error);
}

gint64
params_count_processors(const Params *params)
{
    g_autoptr(ParamsMachine) machine =
        params_is_links(params) ? params_machine_new(params, TRUE, NULL) : NULL;
    return machine != NULL && params_machine_find_hosts(machine, NULL) && machine->hosts.n > 0
               ? machine->hosts.n
               : rater_grid_count(&params->topology);
}

/* Whether virtual processors can share a node. */
static gboolean
is_shared(const Params *params)
{
    const gboolean place = rater_grid_count(&params->topology) <= MOST_PLACED;
    g_autoptr(ParamsMachine) machine = params_machine_new(params, place, NULL);
    return machine == NULL || machine->fabric.topology.cores > 1 ||
           !params_machine_find_hosts(machine, NULL) || machine->hosts.n > 0;
}

static gboolean
has_effect(const Params *params, ParamsId id)
{
    const char *type = params_type_name(params);
    const gboolean wormhole =
        params->network.links.fabric.switching == RATER_SWITCHING_WORMHOLE;
    if (!params_is_links(params))
        return !params_is_of_links(id);
    switch (params_rows[id].effect) {
    case PARAMS_EFFECT_TREE:
        return strcmp(type, "tree") == 0;
    case PARAMS_EFFECT_FAT_TREE:
        return strcmp(type, "fat tree") == 0;
    case PARAMS_EFFECT_DRAGONFLY:
        return strcmp(type, "dragonfly") == 0;
    case PARAMS_EFFECT_WORMHOLE:
        return wormhole;
    case PARAMS_EFFECT_WORMHOLE_EVENTS:
        return wormhole && params->network.links.congestion == RATER_CONGESTION_EVENTS;
    case PARAMS_EFFECT_SHARED:
        return is_shared(params);
    default:
        return id != PARAMS_CHANNELS;
    }
}

/* With which value of which parameter it would have one. */
static char *
condition(const Params *params, ParamsId id)
{
    if (!params_is_links(params) || params_rows[id].effect < PARAMS_EFFECT_WORMHOLE)
        return g_strdup_printf("with type = %s", params_type_name(params));
    switch (params_rows[id].effect) {
    case PARAMS_EFFECT_WORMHOLE:
        return g_strdup("without switching = wormhole");
    case PARAMS_EFFECT_WORMHOLE_EVENTS:
        return g_strdup("without switching = wormhole and congestion = events");
    default:
        return g_strdup("where each node has one processor");
    }
}

GPtrArray *
params_warnings(const Params *params)
{
    GPtrArray *warnings = g_ptr_array_new_with_free_func(g_free);
    for (ParamsId id = 0; id < PARAMS_N; id++) {
        const ParamsPlace place = params->place[id];
        if (!params->given[id] || has_effect(params, id))
            continue;
        g_autofree char *when = condition(params, id);
        g_autofree char *text =
            g_strdup_printf("'%s' has no effect %s", params_rows[id].name, when);
        g_ptr_array_add(warnings, place.line > 0 && params->file != NULL
                                      ? g_strdup_printf("%s:%u:%u: warning: %s", params->file,
                                                        place.line, place.column, text)
                                      : g_strdup_printf("predictor: warning: %s", text));
    }
    return warnings;
}
