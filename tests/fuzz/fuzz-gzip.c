/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Compressed traces, sound and damaged: the first bytes say how, the rest is the text, which is
 * compressed here. What is sound reads as the text does, and no damage leads to another
 * program: there is an error, or nothing has changed, but for the end of a trace that is not
 * complete.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "src/trace/text/reader.h"

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

/* How many bytes say how. */
#define N_CHOICES 5

typedef enum {
    SOUND,
    FLIPPED, /* a bit */
    CUT,
    PADDED,   /* with zeros */
    FOLLOWED, /* by something that is no gzip data */
    APART,    /* two members with zeros between them */
    RAW,      /* the text itself, called gzip data */
    N_DAMAGES,
} Damage;

static void
require(gboolean holds)
{
    if (!holds)
        abort();
}

/* Appends a gzip member. */
static void
compress_part(GByteArray *out, const guint8 *text, gsize size)
{
    z_stream stream = { .next_in = (guint8 *)text, .avail_in = (uInt)size };
    guint8 buffer[512];

    require(deflateInit2(&stream, 1, Z_DEFLATED, 9 + 16, 1, Z_DEFAULT_STRATEGY) == Z_OK);
    int status = Z_OK;
    while (status == Z_OK) {
        stream.next_out = buffer;
        stream.avail_out = sizeof buffer;
        status = deflate(&stream, Z_FINISH);
        g_byte_array_append(out, buffer, (guint)(sizeof buffer - stream.avail_out));
    }
    require(status == Z_STREAM_END);
    deflateEnd(&stream);
}

/* What a trace comes to; NAN where it is refused. */
typedef struct {
    guint64 calls;
    guint32 records;
    gboolean complete, cut; /* cut: a warning says so */
    double seconds;
} Sum;

static gboolean
says_cut(const TraceProgram *program)
{
    for (guint i = 0; i < program->info.warnings->len; i++)
        if (strstr(g_ptr_array_index(program->info.warnings, i), "end too early") != NULL)
            return TRUE;
    return FALSE;
}

static Sum
read_sum(const guint8 *data, gsize size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceProgram) program =
        trace_read_all(trace_reader_new_from_memory("fuzz", (const char *)data, size), &error);

    require((program == NULL) == (error != NULL));
    if (program == NULL)
        return (Sum){ .seconds = NAN };
    Sum sum = { program->n_calls, program->records.items->len, program->info.complete,
                says_cut(program), program->info.exit_time };
    for (gsize i = 0; i < program->n_calls; i++)
        sum.seconds += program->calls[i].t_call + program->calls[i].t_return;
    return sum;
}

static gboolean
same(const Sum *a, const Sum *b)
{
    return a->calls == b->calls && a->records == b->records && a->complete == b->complete &&
           a->seconds == b->seconds;
}

/* The two members, or one. */
static GByteArray *
compress_text(const guint8 *text, gsize size, gsize first, gboolean apart)
{
    static const guint8 zeros[3] = { 0 };
    GByteArray *out = g_byte_array_new();

    if (first > 0)
        compress_part(out, text, first);
    if (apart)
        g_byte_array_append(out, zeros, sizeof zeros);
    compress_part(out, text + first, size - first);
    return out;
}

static void
check_damage(Damage damage, guint place, const guint8 *text, gsize size, const Sum *plain)
{
    static const guint8 zeros[64] = { 0 };
    /* A cut between members is no damage that can be seen. */
    const gboolean two = damage != CUT && damage != RAW && place % 3 == 0;
    const gsize first = two || damage == APART ? place % (size + 1) : 0;
    g_autoptr(GByteArray) gzip = compress_text(text, size, first, damage == APART && first > 0);
    const guint at = place % gzip->len;

    if (damage == FLIPPED)
        gzip->data[at] ^= (guint8)(1 << (place >> 16) % 8);
    else if (damage == CUT)
        g_byte_array_set_size(gzip, at);
    else if (damage == PADDED)
        g_byte_array_append(gzip, zeros, 1 + place % sizeof zeros);
    else if (damage == FOLLOWED)
        g_byte_array_append(gzip, text, (guint)size);
    const Sum sum = read_sum(gzip->data, gzip->len);
    if (damage == SOUND || damage == PADDED)
        require((isnan(sum.seconds) && isnan(plain->seconds)) || same(&sum, plain));
    else if (!sum.complete && sum.cut) /* it is read as far as it goes, as a text is */
        require(damage == CUT || damage == FLIPPED);
    else
        require(isnan(sum.seconds) || same(&sum, plain));
    if (damage == APART && first > 0 && first < size && plain->complete)
        require(isnan(sum.seconds) || sum.complete);
}

int
LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    if (size < N_CHOICES)
        return 0;
    const Damage damage = data[0] % N_DAMAGES;
    const guint8 *text = data + N_CHOICES;
    guint place;
    memcpy(&place, data + 1, sizeof place);
    size -= N_CHOICES;
    if (damage == RAW) {
        g_autofree guint8 *raw = g_malloc(size + 2);
        raw[0] = 0x1f;
        raw[1] = 0x8b;
        memcpy(raw + 2, text, size);
        read_sum(raw, size + 2);
        return 0;
    }
    if (size >= 2 && text[0] == 0x1f && text[1] == 0x8b)
        return 0;
    const Sum plain = read_sum(text, size);
    check_damage(damage, place, text, size, &plain);
    return 0;
}
