/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/sim-packed.h"

#include <string.h>

#define MOST_NUMBER 10 /* bytes of a number */

/* Goes over the numbers of a value in one order, whether they are written or read. Numbers are
 * written with 7 bits a byte, the low ones first, and the sign in the lowest. */
typedef struct {
    GByteArray *out;    /* NULL: reads */
    const guint8 *from; /* what comes next */
} Cursor;

static void
number(Cursor *cursor, int64_t *value)
{
    guint8 bytes[MOST_NUMBER];
    guint64 left = (guint64)*value << 1 ^ (*value < 0 ? G_MAXUINT64 : 0);
    guint n = 0;
    if (cursor->out != NULL) {
        for (; left >= 0x80; left >>= 7)
            bytes[n++] = (guint8)(left | 0x80);
        bytes[n++] = (guint8)left;
        g_byte_array_append(cursor->out, bytes, n);
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

static void
dist(Cursor *cursor, gpointer v)
{
    RaterDist *value = v;
    small(cursor, &value->rank);
    numbers(cursor, value->rank, value->size);
    grid(cursor, &value->grid);
    for (int g = 0; g < value->grid.rank; g++) {
        small(cursor, &value->axis[g]);
        if (value->axis[g] >= 0)
            blocks(cursor, &value->blocks[g]);
    }
}

typedef void (*Walk)(Cursor *cursor, gpointer value);

static SimPacked *
pack(Walk walk, gpointer value)
{
    g_autoptr(GByteArray) out = g_byte_array_new();
    Cursor cursor = { out, NULL };
    walk(&cursor, value);
    SimPacked *packed = g_malloc(sizeof *packed + out->len);
    packed->n = out->len;
    memcpy(packed->bytes, out->data, out->len);
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
sim_packed_new_align(const RaterAlign *value)
{
    RaterAlign copy = *value;
    return pack(align, &copy);
}

SimPacked *
sim_packed_new_dist(const RaterDist *value)
{
    RaterDist copy = *value;
    return pack(dist, &copy);
}

void
sim_packed_get_loop(const SimPacked *packed, RaterLoop *value)
{
    *value = (RaterLoop){ 0 };
    unpack(loop, packed, value);
}

void
sim_packed_get_align(const SimPacked *packed, RaterAlign *value)
{
    *value = (RaterAlign){ 0 };
    unpack(align, packed, value);
}

void
sim_packed_get_dist(const SimPacked *packed, RaterDist *value)
{
    *value = (RaterDist){ 0 };
    unpack(dist, packed, value);
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
