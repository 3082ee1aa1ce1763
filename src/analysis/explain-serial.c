/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where serial code stands: it has no call of its own.
 */
#include "src/analysis/explainer.h"

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

gint64
explain_serial_line(const Explainer *e, const Suspect *s)
{
    const TraceSite *site = explainer_site(e, s->main->site);
    gboolean wrapped;
    const gint64 after = explain_serial_after(e, s, &wrapped);
    if (wrapped)
        return after + 1;
    return after > 0 && site != NULL ? MIN(after + 1, site->line)
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
