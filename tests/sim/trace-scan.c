/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/sim/trace-scan.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* The text behind `name` in the line, NULL when it is not there. */
static const char *
field(const char *line, const char *name)
{
    const char *at = strstr(line, name);
    return at != NULL && at > line && at[-1] == ' ' ? at + strlen(name) : NULL;
}

/* "0.00012345" or "1.234567". */
static gint64
parse_ticks(const char *text)
{
    gint64 ticks = 0;
    int digits = -1; /* after the point */

    for (; g_ascii_isdigit(*text) || (*text == '.' && digits < 0); text++) {
        if (*text == '.') {
            digits = 0;
            continue;
        }
        ticks = ticks * 10 + (*text - '0');
        digits += digits >= 0;
    }
    g_assert_cmpint(digits, <=, 8);
    for (; digits < 8; digits++)
        ticks *= 10;
    return ticks;
}

static gboolean
parse_event(const char *line, TraceScanEvent *event)
{
    const char *time = field(line, "TIME="), *number = field(line, "LINE=");

    if (time == NULL || number == NULL || field(line, "FILE=") == NULL)
        return FALSE;
    if (g_str_has_prefix(line, "NAME="))
        line += strlen("NAME=");
    if (!g_str_has_prefix(line, "call_") && !g_str_has_prefix(line, "ret_") &&
        !g_str_has_prefix(line, "Event_"))
        return FALSE;
    event->kind = *line;
    event->ticks = parse_ticks(time);
    event->line = atoi(number);
    line = strchr(line, '_') + 1;
    g_strlcpy(event->name, line, MIN(sizeof event->name, strcspn(line, " ") + 1));
    return TRUE;
}

GArray *
trace_scan_read(const char *path, gsize *bytes)
{
    gzFile file = gzopen(path, "rb"); /* reads what is not compressed as it is */
    g_autoptr(GArray) events = g_array_new(FALSE, FALSE, sizeof(TraceScanEvent));
    char line[65536];
    gboolean running = FALSE;
    TraceScanEvent event = { 0 };

    *bytes = 0;
    if (file == NULL)
        return NULL;
    while (gzgets(file, line, sizeof line) != NULL) {
        *bytes += strlen(line);
        if (!parse_event(line + strspn(line, " \t"), &event))
            continue;
        if (running)
            g_array_append_val(events, event);
        if (event.kind == 'r' && strcmp(event.name, "dvm_Init") == 0)
            running = TRUE;
        if (event.kind == 'E' && strcmp(event.name, "dvm_exit") == 0)
            break;
    }
    gzclose(file);
    return g_steal_pointer(&events);
}

gint64
trace_scan_sum(const GArray *events)
{
    gint64 sum = 0;
    for (guint i = 0; i < events->len; i++)
        sum += g_array_index(events, TraceScanEvent, i).ticks;
    return sum;
}
