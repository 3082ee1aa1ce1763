/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/timeline-pack.h"

#include <math.h>
#include <string.h>

const ReportActivityNames report_activities[] = {
    { "none", "Nothing", "" },
    { "cpu", "User code (CPU)", "compute" },
    { "system", "Run-time system", "system" },
    { "io", "Input/output", "input/output" },
    { "io-comm", "Communication of input/output", "input/output: communicate" },
    { "reduction", "Reduction", "reduction: communicate" },
    { "shadow", "Shadow edges", "shadow: communicate" },
    { "remote", "Remote access", "remote access: communicate" },
    { "redistribution", "Redistribution", "redistribution: communicate" },
    { "wait-io", "Waits for others: input/output", "input/output: wait for others" },
    { "wait-reduction", "Waits for others: reduction", "reduction: wait for others" },
    { "wait-shadow", "Waits for others: shadow edges", "shadow: wait for others" },
    { "wait-remote", "Waits for others: remote access", "remote access: wait for others" },
    { "wait-redistribution", "Waits for others: redistribution",
      "redistribution: wait for others" },
    { "complete-io", "Waits for messages: input/output", "input/output: wait for completion" },
    { "complete-reduction", "Waits for messages: reduction", "reduction: wait for completion" },
    { "complete-shadow", "Waits for messages: shadow edges", "shadow: wait for completion" },
    { "complete-remote", "Waits for messages: remote access",
      "remote access: wait for completion" },
    { "complete-redistribution", "Waits for messages: redistribution",
      "redistribution: wait for completion" },
};
G_STATIC_ASSERT(G_N_ELEMENTS(report_activities) == REPORT_N_ACTIVITIES);

ReportActivity
report_activity_of(const TimelineActivity *record)
{
    const guint operation = MIN(record->operation, N_OPERATIONS - 1);

    switch ((TimelineKind)record->kind) {
    case TIMELINE_CPU:
        return REPORT_ACTIVITY_CPU;
    case TIMELINE_SYS:
        return REPORT_ACTIVITY_SYSTEM;
    case TIMELINE_IO:
        return REPORT_ACTIVITY_IO;
    case TIMELINE_COMMUNICATE:
        return (ReportActivity)(REPORT_ACTIVITY_OPERATION + operation);
    case TIMELINE_WAIT:
        return (ReportActivity)(REPORT_ACTIVITY_WAIT + operation);
    case TIMELINE_COMPLETE:
        return (ReportActivity)(REPORT_ACTIVITY_COMPLETE + operation);
    default:
        return REPORT_ACTIVITY_NONE;
    }
}

void
report_pack_init(ReportPack *pack, double tick, double resolution, gsize *left)
{
    *pack = (ReportPack){ tick, resolution, g_byte_array_new(), .left = left };
}

void
report_pack_clear(ReportPack *pack)
{
    g_clear_pointer(&pack->bytes, g_byte_array_unref);
}

static void
put(ReportPack *pack, const guint8 *bytes, guint n)
{
    pack->size += n;
    if (pack->bytes == NULL)
        return;
    if (*pack->left < n) {
        *pack->left = 0;
        g_clear_pointer(&pack->bytes, g_byte_array_unref);
        return;
    }
    *pack->left -= n;
    g_byte_array_append(pack->bytes, bytes, n);
}

static void
put_number(ReportPack *pack, guint64 number)
{
    guint8 bytes[10];
    guint n = 0;

    for (; number >= 128; number >>= 7)
        bytes[n++] = (guint8)(number | 128);
    bytes[n++] = (guint8)number;
    put(pack, bytes, n);
}

/* Moves on to `end`; returns by how many ticks, 0 when it rounds to where the row stands. */
static guint64
advance(ReportPack *pack, double end)
{
    const gint64 to = (gint64)MIN(round(end / pack->tick), 9e15);
    const gint64 length = MAX(to - pack->at, 0);

    pack->at += length;
    return (guint64)length;
}

static void
put_plain(ReportPack *pack, guint32 style, double end)
{
    const guint64 length = advance(pack, end);

    if (length == 0)
        return;
    put_number(pack, 2 * (guint64)style);
    put_number(pack, length);
}

static void
put_united(ReportPack *pack)
{
    const double whole = pack->to - pack->from;
    const guint64 length = advance(pack, pack->to);
    guint64 kinds = 0;

    if (length == 0)
        return;
    put_number(pack, 2 * (guint64)pack->item.style + 1);
    put_number(pack, length);
    for (guint i = 1; i < REPORT_N_ACTIVITIES; i++)
        if (pack->seconds[i] > 0)
            kinds |= G_GUINT64_CONSTANT(1) << i;
    put_number(pack, kinds);
    for (guint i = 1; i < REPORT_N_ACTIVITIES; i++)
        if (pack->seconds[i] > 0) {
            const double share = MIN(pack->seconds[i] / whole, 1);
            const guint8 byte = (guint8)MAX(lround(255 * share), 1);
            put(pack, &byte, 1);
        }
}

void
report_pack_end(ReportPack *pack)
{
    if (pack->n == 0)
        return;
    put_plain(pack, 0, pack->from);
    if (pack->n == 1)
        put_plain(pack, pack->item.style, pack->to);
    else
        put_united(pack);
    pack->n = 0;
}

void
report_pack_add(ReportPack *pack, const ReportPackItem *item)
{
    const double length = item->end - item->start;

    if (!(length > 0))
        return;
    if (pack->n > 0 &&
        (length >= pack->resolution || item->start - pack->to >= pack->resolution))
        report_pack_end(pack);
    if (length >= pack->resolution) {
        put_plain(pack, 0, item->start);
        put_plain(pack, item->style, item->end);
        return;
    }
    if (pack->n == 0) {
        pack->from = item->start;
        pack->longest = 0;
        memset(pack->seconds, 0, sizeof pack->seconds);
    }
    pack->n++;
    pack->to = item->end;
    pack->seconds[item->activity] += length;
    if (length > pack->longest) {
        pack->longest = length;
        pack->item = *item;
    }
    if (pack->to - pack->from >= pack->resolution)
        report_pack_end(pack);
}
