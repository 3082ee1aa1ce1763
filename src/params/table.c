/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/params/params.h"

#include <string.h>

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

/* Longer than any name that a slip of the finger makes of a known one; bounds the work. */
#define LONGEST_NAME 40

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

/* Insertions, deletions, replacements and swaps of neighbours that turn a into b
 * (both at most LONGEST_NAME bytes). */
static gsize
edits(const char *a, const char *b)
{
    gsize n_a = strlen(a), n_b = strlen(b);
    gsize d[LONGEST_NAME + 1][LONGEST_NAME + 1];
    for (gsize i = 0; i <= n_a; i++)
        d[i][0] = i;
    for (gsize j = 0; j <= n_b; j++)
        d[0][j] = j;
    for (gsize i = 1; i <= n_a; i++) {
        for (gsize j = 1; j <= n_b; j++) {
            gsize replaced = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            d[i][j] = MIN(replaced, MIN(d[i - 1][j], d[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = MIN(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[n_a][n_b];
}

int
params_nearest(const char *name)
{
    char letters[LONGEST_NAME + 1];
    gsize len = 0;
    /* A character beyond ASCII, such as one that looks like a Latin letter, is one slip: its
     * continuation bytes do not count. */
    for (const char *p = name; *p != '\0'; p++) {
        if ((*p & 0xc0) == 0x80)
            continue;
        if (len == LONGEST_NAME)
            return -1;
        letters[len++] = *p;
    }
    letters[len] = '\0';
    int nearest = -1;
    gsize least = G_MAXSIZE;
    for (int i = 0; i < PARAMS_N; i++) {
        gsize n = edits(letters, params_rows[i].name);
        /* One slip in three letters; more would suggest anything for anything. */
        if (n <= strlen(params_rows[i].name) / 3 && n < least) {
            nearest = i;
            least = n;
        }
    }
    if (nearest >= 0 || len < 4)
        return nearest;
    for (int i = 0; i < PARAMS_N; i++) {
        if (strstr(params_rows[i].name, letters) != NULL)
            return i;
    }
    return -1;
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
