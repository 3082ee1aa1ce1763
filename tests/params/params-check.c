/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/params/params-check.h"

#include <string.h>

static void
verdict(gboolean good, const char *message, const char *file, unsigned line)
{
    CU_assertImplementation(good, line, message, file, "", CU_FALSE);
}

void
params_check_text(const char *actual, const char *expected, const char *expr, const char *file,
                  unsigned line)
{
    g_autofree char *message =
        g_strdup_printf("%s is \"%s\", expected \"%s\"", expr, actual, expected);
    verdict(g_strcmp0(actual, expected) == 0, g_strdelimit(message, "\n", '|'), file, line);
}

void
params_check_same(double actual, double expected, const char *expr, const char *file,
                  unsigned line)
{
    g_autofree char *message =
        g_strdup_printf("%s is %.17g, expected %.17g", expr, actual, expected);
    verdict(memcmp(&actual, &expected, sizeof actual) == 0, message, file, line);
}

void
params_check_atto(RaterAtto actual, RaterAtto expected, const char *expr, const char *file,
                  unsigned line)
{
    RaterAtto unit = G_GINT64_CONSTANT(1000000000000);
    g_autofree char *message =
        g_strdup_printf("%s is %" G_GINT64_FORMAT " us + %" G_GINT64_FORMAT
                        " as, expected %" G_GINT64_FORMAT " us + %" G_GINT64_FORMAT " as",
                        expr, (gint64)(actual / unit), (gint64)(actual % unit),
                        (gint64)(expected / unit), (gint64)(expected % unit));
    verdict(actual == expected, message, file, line);
}

void
params_check_equal(const Params *a, const Params *b, const char *file, unsigned line)
{
    verdict(a->network.kind == b->network.kind, "type differs", file, line);
    verdict(a->network.links.kind == b->network.links.kind, "topology differs", file, line);
    for (ParamsId id = 0; id < PARAMS_N; id++) {
        g_autoptr(GString) x = g_string_new(NULL);
        g_autoptr(GString) y = g_string_new(NULL);
        params_append_value(x, a, id);
        params_append_value(y, b, id);
        if (params_is_of_links(id))
            params_check_text(x->str, y->str, params_rows[id].name, file, line);
    }
    params_check_atto(a->network.start_time, b->network.start_time, "network.start_time", file,
                      line);
    params_check_atto(a->network.byte_time, b->network.byte_time, "network.byte_time", file,
                      line);
    params_check_same(a->network.scale, b->network.scale, "scale", file, line);
    tap_check_int(a->network.channels, b->network.channels, "channels", file, line);
    params_check_same(a->start_time, b->start_time, "start_time", file, line);
    params_check_same(a->send_byte_time, b->send_byte_time, "send_byte_time", file, line);
    params_check_same(a->power, b->power, "power", file, line);
    params_check_same(a->trace_overhead, b->trace_overhead, "trace_overhead", file, line);
    tap_check_int(a->topology.rank, b->topology.rank, "rank", file, line);
    for (int i = 0; i < RATER_MAX_RANK; i++)
        tap_check_int(a->topology.size[i], b->topology.size[i], "size", file, line);
    tap_check_int(a->speeds->len, b->speeds->len, "speeds->len", file, line);
    for (guint i = 0; i < MIN(a->speeds->len, b->speeds->len); i++) {
        const ParamsSpeed *x = &g_array_index(a->speeds, ParamsSpeed, i);
        const ParamsSpeed *y = &g_array_index(b->speeds, ParamsSpeed, i);
        tap_check_int(x->count, y->count, "count of a speed", file, line);
        params_check_same(x->speed, y->speed, "speed", file, line);
    }
}

Params *
params_check_read(const char *text, const char *file, unsigned line)
{
    g_autoptr(GError) error = NULL;
    Params *params = params_parse("f", text, strlen(text), &error);
    verdict(params != NULL && error == NULL, error != NULL ? error->message : "read", file,
            line);
    return params != NULL ? params : params_new();
}

char *
params_check_source(const char *path)
{
    const char *srcdir = g_getenv("SRCDIR");
    return g_build_filename(srcdir != NULL ? srcdir : ".", path, NULL);
}
