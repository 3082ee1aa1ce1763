/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Any bytes as a parameter file, as an assignment and as a topology: there is
 * a result or an error, never both or neither, and a set that was read is
 * written as a text that reads back the same.
 */
#include "src/params/params.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

static void
require(gboolean holds)
{
    if (!holds)
        abort();
}

static gboolean
same_double(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static gboolean
same_speeds(const GArray *a, const GArray *b)
{
    if (a->len != b->len)
        return FALSE;
    for (guint i = 0; i < a->len; i++) {
        const ParamsSpeed *x = &g_array_index(a, ParamsSpeed, i);
        const ParamsSpeed *y = &g_array_index(b, ParamsSpeed, i);
        if (x->count != y->count || !same_double(x->speed, y->speed))
            return FALSE;
    }
    return TRUE;
}

/* Networks of nodes and links, as they are written. */
static gboolean
same_links(const Params *a, const Params *b)
{
    gboolean same = (a->clusters != NULL) == (b->clusters != NULL);
    for (ParamsId id = 0; same && id < PARAMS_N; id++) {
        g_autoptr(GString) x = g_string_new(NULL);
        g_autoptr(GString) y = g_string_new(NULL);
        params_append_value(x, a, id);
        params_append_value(y, b, id);
        same = !params_is_of_links(id) || g_str_equal(x->str, y->str);
    }
    return same;
}

static gboolean
same(const Params *a, const Params *b)
{
    return same_links(a, b) && a->network.links.kind == b->network.links.kind &&
           a->network.kind == b->network.kind &&
           a->network.start_time == b->network.start_time &&
           a->network.byte_time == b->network.byte_time &&
           same_double(a->network.scale, b->network.scale) &&
           a->network.channels == b->network.channels &&
           same_double(a->start_time, b->start_time) &&
           same_double(a->send_byte_time, b->send_byte_time) &&
           same_double(a->power, b->power) &&
           same_double(a->trace_overhead, b->trace_overhead) &&
           memcmp(&a->topology.size, &b->topology.size, sizeof a->topology.size) == 0 &&
           a->topology.rank == b->topology.rank && same_speeds(a->speeds, b->speeds);
}

/* What holds of every set that comes out of the reader. */
static void
check_set(const Params *params)
{
    require(params->start_time >= 0 && params->start_time <= 1000);
    require(params->send_byte_time >= 0 && params->send_byte_time <= 1000);
    require(params->trace_overhead >= 0 && params->trace_overhead <= 1000);
    require(params->power > 0 && params->network.scale > 0 && params->network.channels >= 1);
    require(params->topology.rank >= 1 && params->topology.rank <= 8);
    g_autofree char *text = params_to_text(params);
    g_autoptr(GError) error = NULL;
    g_autoptr(Params) again = params_parse("again", text, strlen(text), &error);
    require(again != NULL && error == NULL && same(params, again));
    g_autoptr(GError) short_of = NULL;
    require(params_check(params, &short_of) == (short_of == NULL));
    g_autoptr(GPtrArray) warnings = params_warnings(params);
    require(warnings->len <= PARAMS_N);
}

/* An override either works or leaves the set as it was. */
static void
check_override(const char *text,
               gboolean (*override)(Params *params, const char *text, GError **error))
{
    g_autoptr(Params) before = params_new();
    g_autoptr(Params) params = params_new();
    g_autoptr(GError) error = NULL;
    gboolean done = override(params, text, &error);
    require(done == (error == NULL));
    if (done)
        check_set(params);
    else
        require(same(params, before));
}

int
LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Params) params = params_parse("fuzz", (const char *)data, size, &error);
    require((params != NULL) == (error == NULL));
    if (params != NULL)
        check_set(params);
    else
        require(g_str_has_prefix(error->message, "fuzz:"));
    g_autofree char *text = g_strndup((const char *)data, size);
    check_override(text, params_set);
    check_override(text, params_set_topology);
    return 0;
}
