/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/sim/random-maker.h"

/* Both included. */
int
maker_between(Maker *m, int low, int high)
{
    return g_rand_int_range(m->random, low, high + 1);
}

gboolean
maker_one_in(Maker *m, int n)
{
    return maker_between(m, 1, n) == 1;
}

gboolean
maker_wants(Maker *m, guint feature)
{
    return (m->features & feature) != 0;
}

/* A reference that no living object has. */
guint64
maker_ref(Maker *m)
{
    if (m->free_refs->len > 0 && maker_one_in(m, 2)) {
        guint i = maker_between(m, 0, m->free_refs->len - 1);
        guint64 ref = g_array_index(m->free_refs, guint64, i);
        g_array_remove_index_fast(m->free_refs, i);
        return ref;
    }
    m->next_ref += 0x10;
    return m->next_ref;
}

void
maker_release(Maker *m, guint64 ref)
{
    g_array_append_val(m->free_refs, ref);
}

static int
ticks(Maker *m, double seconds)
{
    double share = g_rand_double(m->random);
    return maker_one_in(m, 12) ? 0 : (int)(share * share * seconds * 1e8);
}

/* What MaxTraceLevel above 0 lets in: calls inside of a call, events. */
static char *
nested(Maker *m)
{
    GString *text = g_string_new(NULL);
    for (int i = maker_one_in(m, 6) ? maker_between(m, 1, 4) : 0; i > 0; i--) {
        const int before = ticks(m, 2e-5), after = ticks(m, 1e-5);
        if (maker_one_in(m, 4))
            g_string_append_printf(text, "Event_other TIME=0.%08d LINE=3 FILE=rtl.c\n", before);
        else
            g_string_append_printf(text,
                                   "     call_rtl_other TIME=0.%08d LINE=1 FILE=rtl.c\n"
                                   "     ret_rtl_other TIME=0.%08d LINE=1 FILE=rtl.c\n",
                                   before, after);
    }
    return g_string_free(text, FALSE);
}

void
maker_call(Maker *m, const char *name, double seconds, const char *in, const char *out)
{
    m->line = maker_one_in(m, 3) ? maker_between(m, 1, 40) : m->line;
    g_autofree char *call = g_strconcat("call_", name, NULL);
    g_autofree char *ret = g_strconcat("ret_", name, NULL);
    int before = ticks(m, seconds), after = ticks(m, maker_one_in(m, 5) ? 1e-3 : 1e-5);
    g_autofree char *inside = nested(m);
    char *text = g_strdup_printf("%-26s TIME=%d.%08d LINE=%-6d FILE=p.fdv\n%s%s\n%s"
                                 "%-26s TIME=%d.%08d LINE=%-6d FILE=p.fdv\n%s%s\n",
                                 call, before / 100000000, before % 100000000, m->line, in,
                                 *in == '\0' ? " " : "", inside, ret, after / 100000000,
                                 after % 100000000, m->line, out, *out == '\0' ? " " : "");
    g_ptr_array_add(m->calls, text);
}

/* Without parameters of the return. */
void
maker_simple(Maker *m, const char *name, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *in = g_strdup_vprintf(format, args);
    va_end(args);
    maker_call(m, name, 1e-4, in, "");
}

/* Name[0]=1; Name[1]=2; */
void
maker_list(GString *text, const char *name, int n, const int values[])
{
    if (text->len > 0 && text->str[text->len - 1] != '\n')
        g_string_append_c(text, '\n');
    for (int i = 0; i < n; i++)
        g_string_append_printf(text, "%s%s[%d]=%d;", i > 0 ? " " : "", name, i, values[i]);
}

/* Some array whose template is there, NULL: none. */
MakerArray *
maker_array_of(Maker *m, int where)
{
    int n = 0;
    MakerArray *chosen = NULL;
    for (guint i = 0; i < m->arrays->len; i++) {
        MakerArray *array = m->arrays->pdata[i];
        if (array->template->where == where && maker_one_in(m, ++n))
            chosen = array;
    }
    return chosen;
}
