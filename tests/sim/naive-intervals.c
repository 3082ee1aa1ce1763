/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/sim/naive-state.h"

#include <string.h>

void
naive_join_interval(Naive *n)
{
    for (int k = 0; k < n->current->n; k++)
        EACH_INTERVAL(i)
        {
            i->out.member[n->host[n->current->member[k]]] = TRUE;
        }
}

Open *
naive_open(Naive *n, Open *parent, IntervalType type, guint32 site)
{
    Open *i = g_new0(Open, 1);
    i->parent = parent;
    i->children = g_ptr_array_new();
    i->out.type = type;
    i->out.file = trace_program_site(n->program, site)->file;
    i->out.line = trace_program_site(n->program, site)->line;
    i->out.member = g_new0(gboolean, n->n_p);
    if (parent != NULL)
        g_ptr_array_add(parent->children, i);
    return i;
}

static void
enter(Naive *n, IntervalType type)
{
    const TraceSite *site = trace_program_site(n->program, n->call->site);
    int index = naive_int(n->in, RT_PARAM_INDEX, 0, 2000000000);
    gboolean has = type == INTERVAL_USER && index != 2000000000;
    Open *found = NULL;
    for (guint k = 0; k < n->interval->children->len; k++) {
        Open *child = n->interval->children->pdata[k];
        if (child->out.type == type && child->out.line == site->line &&
            strcmp(child->out.file, site->file) == 0 && child->out.has_expression == has &&
            (!has || child->out.expression == index))
            found = child;
    }
    if (found == NULL) {
        found = naive_open(n, n->interval, type, n->call->site);
        found->out.has_expression = has;
        found->out.expression = has ? index : 0;
    }
    found->out.count++;
    n->interval = found;
    naive_join_interval(n);
}

gboolean
naive_call_interval(Naive *n, RtCallId id, long double before, long double after)
{
    naive_base(n, before, TRUE);
    if (id == RT_CALL_EINTER || id == RT_CALL_ELOOP || id == RT_CALL_ENLOOP) {
        if (n->interval->parent == NULL ||
            (n->interval->out.type == INTERVAL_USER) != (id == RT_CALL_EINTER) ||
            n->interval->out.line != naive_int(n->in, RT_PARAM_NLINE, 0, n->interval->out.line))
            return naive_fail(n, "not the end of this interval");
        n->interval = n->interval->parent;
        naive_base(n, after, FALSE);
        return TRUE;
    }
    naive_base(n, after, FALSE);
    enter(n, id == RT_CALL_BINTER   ? INTERVAL_USER
             : id == RT_CALL_BSLOOP ? INTERVAL_SEQ
                                    : INTERVAL_PAR);
    return TRUE;
}

void
naive_open_free(Open *i)
{
    for (guint k = 0; k < i->children->len; k++)
        naive_open_free(i->children->pdata[k]);
    g_ptr_array_unref(i->children);
    g_free(i->out.member);
    g_free(i);
}
