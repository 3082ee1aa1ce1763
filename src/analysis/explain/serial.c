/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where serial code stands: it has no call of its own.
 */
#include "src/analysis/explain/explainer.h"

gint64
explain_serial_after(const Explainer *e, const Suspect *s, gboolean *wrapped)
{
    const SimCause *c = s->main;
    const TraceSite *site = explainer_site(e, c->site);
    const SimInterval *interval =
        sim_ledger_interval(simulator_ledger(e->simulator), c->interval);
    const TraceSite *begin = explainer_site(e, interval->site);
    const guint64 n_straight = c->count - c->n_wrapped;
    const double straight = c->time - c->wrapped - c->stayed;
    *wrapped = c->n_wrapped > 0 && n_straight > 0 &&
               c->wrapped / (double)c->n_wrapped > 2 * straight / (double)n_straight;
    if (c->stayed > c->time / 2) {
        *wrapped = FALSE;
        return 0;
    }
    if (*wrapped)
        return c->before;
    if (c->after == 0 && begin != NULL && site != NULL && begin->line < site->line &&
        g_str_equal(begin->file, site->file))
        return begin->line;
    return c->after;
}

/* Lines between that of the call before it and its first one. The next line, but: a serial loop
 * that is an interval of its own begins at its own line; what follows the call before it in the
 * first turn of a loop as in all others has the line of that loop between, unless that call is
 * the loop's beginning. */
static gint64
lines_between(const Explainer *e, const SimCause *c, gint64 after)
{
    const SimInterval *interval =
        sim_ledger_interval(simulator_ledger(e->simulator), c->interval);
    const TraceSite *begin = explainer_site(e, interval->site);
    if (begin != NULL && begin->line == after)
        return interval->type == INTERVAL_SEQ && interval->first_child == G_MAXUINT &&
                       c->n_wrapped == 0
                   ? 0
                   : 1;
    return c->n_wrapped > 0 && c->n_wrapped < c->count && c->before > after ? 2 : 1;
}

gint64
explain_serial_line(const Explainer *e, const Suspect *s)
{
    const TraceSite *site = explainer_site(e, s->main->site);
    gboolean wrapped;
    const gint64 after = explain_serial_after(e, s, &wrapped);
    if (wrapped)
        return after + 1;
    return after > 0 && site != NULL ? MIN(after + lines_between(e, s->main, after), site->line)
           : site != NULL            ? site->line
                                     : 0;
}

gboolean
explain_serial_same(const Explainer *e, const Suspect *a, const Suspect *b)
{
    const TraceSite *x = explainer_site(e, a->main->site);
    const TraceSite *y = explainer_site(e, b->main->site);
    return x != NULL && y != NULL && g_str_equal(x->file, y->file) &&
           explain_serial_line(e, a) == explain_serial_line(e, b);
}
