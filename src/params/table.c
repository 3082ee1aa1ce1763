/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/params/params.h"

#include <string.h>

#include "src/base/nearest.h"

const ParamsRow params_rows[PARAMS_N] = {
#define ROW(name, kind, member, values, unit, initial, help, effect)                           \
    { name,                                                                                    \
      values,                                                                                  \
      unit,                                                                                    \
      initial,                                                                                 \
      help,                                                                                    \
      PARAMS_KIND_##kind,                                                                      \
      G_STRUCT_OFFSET(Params, member),                                                         \
      PARAMS_EFFECT_##effect },
#define L(id, name, kind, member, values, unit, initial, help, effect)                         \
    ROW(name, kind, network.links.member, values, unit, initial, help, effect)
#define P(id, name, kind, member, values, unit, initial, help)                                 \
    ROW(name, kind, member, values, unit, initial, help, ANY)
#include "src/params/params.def"
#undef P
#undef L
};

gpointer
params_member(Params *params, ParamsId id)
{
    return G_STRUCT_MEMBER_P(params, params_rows[id].offset);
}

const double *
params_real(const Params *params, ParamsId id)
{
    const ParamsKind kind = params_rows[id].kind;

    return kind == PARAMS_KIND_MICROSECONDS || kind == PARAMS_KIND_POSITIVE
               ? params_member((Params *)params, id)
               : NULL;
}

gboolean
params_is_of_links(ParamsId id)
{
    return params_rows[id].effect != PARAMS_EFFECT_ANY || id == PARAMS_MAPPING;
}

RaterAtto *
params_exact(Params *params, ParamsId id)
{
    if (id == PARAMS_START_TIME)
        return &params->network.start_time;
    if (id == PARAMS_SEND_BYTE_TIME)
        return &params->network.byte_time;
    return params_rows[id].kind == PARAMS_KIND_TIME ? params_member(params, id) : NULL;
}

int
params_find(const char *name)
{
    for (int i = 0; i < PARAMS_N; i++) {
        if (strcmp(params_rows[i].name, name) == 0)
            return i;
    }
    return -1;
}

int
params_nearest(const char *name)
{
    const char *names[PARAMS_N];
    for (int i = 0; i < PARAMS_N; i++)
        names[i] = params_rows[i].name;
    return nearest_word(name, names, PARAMS_N);
}

int
params_prefix(const char *name)
{
    for (int i = 0; i < PARAMS_N; i++) {
        gsize len = strlen(params_rows[i].name);
        if (strncmp(params_rows[i].name, name, len) == 0 && name[len] == ' ')
            return i;
    }
    return -1;
}
