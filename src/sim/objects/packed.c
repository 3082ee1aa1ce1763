/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/objects/packed.h"

#include <string.h>

#define MOST_NUMBER 10 /* bytes of a number */

/* A loop has the most numbers: 9 an axis, 12 a place, a size of the grid. */
#define MOST_BYTES (MOST_NUMBER * (2 + RATER_MAX_RANK * (9 + 12 + 1)))

/* Goes over the numbers of a value in one order, whether they are written or read. Numbers are
 * written with 7 bits a byte, the low ones first, and the sign in the lowest. */
typedef struct {
    guint8 *to;         /* where what comes next is written; NULL: reads */
    const guint8 *from; /* what comes next */
} Cursor;

static void
number(Cursor *cursor, int64_t *value)
{
    guint64 left = (guint64)*value << 1 ^ (*value < 0 ? G_MAXUINT64 : 0);
    guint n = 0;
    if (cursor->to != NULL) {
        for (; left >= 0x80; left >>= 7)
            *cursor->to++ = (guint8)(left | 0x80);
        *cursor->to++ = (guint8)left;
        return;
    }
    left = 0;
    do
        left |= (guint64)(*cursor->from & 0x7f) << 7 * n++;
    while ((*cursor->from++ & 0x80) != 0);
    *value = (int64_t)(left >> 1 ^ ((left & 1) != 0 ? G_MAXUINT64 : 0));
}

static void
small(Cursor *cursor, int *value)
{
    int64_t v = *value;
    number(cursor, &v);
    *value = (int)v;
}

static void
numbers(Cursor *cursor, int n, int64_t values[])
{
    for (int i = 0; i < n; i++)
        number(cursor, &values[i]);
}

static void
range(Cursor *cursor, RaterRange *value)
{
    number(cursor, &value->lo);
    number(cursor, &value->hi);
}

static void
blocks(Cursor *cursor, RaterBlocks *value)
{
    int64_t prefix = (int64_t)(gintptr)value->prefix;
    number(cursor, &value->n);
    number(cursor, &value->parts);
    number(cursor, &value->multiple);
    number(cursor, &value->fixed);
    number(cursor, &prefix);
    value->prefix = (const int64_t *)(gintptr)prefix;
}

static void
grid(Cursor *cursor, RaterGrid *value)
{
    small(cursor, &value->rank);
    numbers(cursor, value->rank, value->size);
}

/* What its kind does not use is not kept. */
static void
place(Cursor *cursor, RaterPlace *value)
{
    int kind = (int)value->kind;
    small(cursor, &kind);
    value->kind = (RaterPlaceKind)kind;
    switch (value->kind) {
    case RATER_PLACE_AXIS:
        small(cursor, &value->axis);
        number(cursor, &value->a);
        number(cursor, &value->b);
        range(cursor, &value->valid);
        blocks(cursor, &value->blocks);
        break;
    case RATER_PLACE_SOME:
        range(cursor, &value->coords);
        break;
    case RATER_PLACE_ALL:
        break;
    }
}

static void
loop(Cursor *cursor, gpointer v)
{
    RaterLoop *value = v;
    small(cursor, &value->rank);
    grid(cursor, &value->grid);
    for (int l = 0; l < value->rank; l++) {
        number(cursor, &value->axis[l].init);
        number(cursor, &value->axis[l].last);
        number(cursor, &value->axis[l].step);
        number(cursor, &value->count[l]);
        range(cursor, &value->valid[l]);
        small(cursor, &value->dim[l]);
    }
    for (int g = 0; g < value->grid.rank; g++)
        place(cursor, &value->place[g]);
}

static void
mapping(Cursor *cursor, gpointer v)
{
    RaterMapping *value = v;
    small(cursor, &value->rank);
    grid(cursor, &value->grid);
    for (int x = 0; x < value->rank; x++) {
        number(cursor, &value->size[x]);
        range(cursor, &value->valid[x]);
        small(cursor, &value->dim[x]);
    }
    for (int g = 0; g < value->grid.rank; g++)
        place(cursor, &value->place[g]);
}

static void
term(Cursor *cursor, RaterAlignTerm *value)
{
    int kind = (int)value->kind;
    small(cursor, &kind);
    value->kind = (RaterAlignKind)kind;
    small(cursor, &value->axis);
    number(cursor, &value->a);
    number(cursor, &value->b);
    range(cursor, &value->span);
}

static void
align(Cursor *cursor, gpointer v)
{
    RaterAlign *value = v;
    small(cursor, &value->rank);
    small(cursor, &value->template_rank);
    numbers(cursor, value->rank, value->size);
    for (int x = 0; x < value->rank; x++)
        range(cursor, &value->valid[x]);
    for (int t = 0; t < value->template_rank; t++)
        term(cursor, &value->term[t]);
}

/* The edges of an array, whose rank rater_ has with the mapping. */
typedef struct {
    int rank;
    RaterShadow *shadow;
} Edges;

static gboolean
is_whole(RaterRange range)
{
    return range.lo == 0 && range.hi == INT64_MAX;
}

static void
edges(Cursor *cursor, gpointer v)
{
    Edges *value = v;
    RaterShadow *s = value->shadow;
    if (cursor->to == NULL)
        rater_shadow_whole(s);
    small(cursor, &value->rank);
    number(cursor, &s->element_bytes);
    small(cursor, &s->max_axes);
    for (int x = 0; x < value->rank; x++) {
        number(cursor, &s->low[x]);
        number(cursor, &s->high[x]);
        small(cursor, &s->sign[x]);
        int whole =
            is_whole(s->part[x]) && is_whole(s->low_layers[x]) && is_whole(s->high_layers[x]);
        small(cursor, &whole);
        if (whole)
            continue;
        range(cursor, &s->part[x]);
        range(cursor, &s->low_layers[x]);
        range(cursor, &s->high_layers[x]);
    }
}

typedef void (*Walk)(Cursor *cursor, gpointer value);

static SimPacked *
pack(Walk walk, gpointer value)
{
    guint8 bytes[MOST_BYTES];
    Cursor cursor = { bytes, NULL };
    walk(&cursor, value);
    guint n = (guint)(cursor.to - bytes);
    SimPacked *packed = g_malloc(sizeof *packed + n);
    packed->n = n;
    memcpy(packed->bytes, bytes, n);
    return packed;
}

static void
unpack(Walk walk, const SimPacked *packed, gpointer value)
{
    Cursor cursor = { NULL, packed->bytes };
    walk(&cursor, value);
}

SimPacked *
sim_packed_new_loop(const RaterLoop *value)
{
    RaterLoop copy = *value; /* a walk may write */
    return pack(loop, &copy);
}

SimPacked *
sim_packed_new_mapping(const RaterMapping *value)
{
    RaterMapping copy = *value;
    return pack(mapping, &copy);
}

SimPacked *
sim_packed_new_align(const RaterAlign *value)
{
    RaterAlign copy = *value;
    return pack(align, &copy);
}

SimPacked *
sim_packed_new_shadow(int rank, const RaterShadow *value)
{
    RaterShadow copy = *value;
    return pack(edges, &(Edges){ rank, &copy });
}

void
sim_packed_get_loop(const SimPacked *packed, RaterLoop *value)
{
    *value = (RaterLoop){ 0 };
    unpack(loop, packed, value);
}

void
sim_packed_get_mapping(const SimPacked *packed, RaterMapping *value)
{
    *value = (RaterMapping){ 0 };
    unpack(mapping, packed, value);
}

void
sim_packed_get_align(const SimPacked *packed, RaterAlign *value)
{
    *value = (RaterAlign){ 0 };
    unpack(align, packed, value);
}

void
sim_packed_get_shadow(const SimPacked *packed, RaterShadow *value)
{
    *value = (RaterShadow){ 0 };
    unpack(edges, packed, &(Edges){ 0, value });
}

guint
sim_packed_hash(gconstpointer v)
{
    const SimPacked *packed = v;
    guint64 h = packed->n;
    for (guint i = 0; i < packed->n; i++)
        h = (h ^ packed->bytes[i]) * 0x9E3779B97F4A7C15u;
    return (guint)(h >> 32);
}

gboolean
sim_packed_equal(gconstpointer va, gconstpointer vb)
{
    const SimPacked *a = va, *b = vb;
    return a->n == b->n && memcmp(a->bytes, b->bytes, a->n) == 0;
}
