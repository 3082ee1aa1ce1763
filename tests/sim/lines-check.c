/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/sim/lines-check.h"

#include <string.h>

#include "tests/sim/sim-check.h"

static const LineTimes *
line_at(const Prediction *p, guint i)
{
    return &g_array_index(p->lines, LineTimes, i);
}

void
lines_check_sums(const Prediction *p, const char *name)
{
    const Interval *all = &p->intervals[0];
    const Characteristics *v = &all->values;
    const double allowed = 1e-12 * all->total_time;
    LineTimes sum = { 0 };

    CU_ASSERT_PTR_NOT_NULL_FATAL(p->lines);
    for (guint i = 0; i < p->lines->len; i++) {
        const LineTimes *line = line_at(p, i);
        sum.calls += line->calls;
        sum.computing += line->computing;
        sum.io += line->io;
        sum.communication += line->communication;
        sum.waiting += line->waiting;
        CHECK_THAT(line->computing >= 0 && line->io >= 0 && line->communication >= 0 &&
                       line->waiting >= 0,
                   "%s: line %" G_GINT64_FORMAT " has a time below 0", name, line->line);
    }
    CHECK_THAT(fabs(line_times_total(&sum) - (all->total_time - v->idle)) <= allowed,
               "%s: the lines take %.17g of %.17g", name, line_times_total(&sum),
               all->total_time - v->idle);
    CHECK_THAT(fabs(sum.computing - (v->cpu_time + v->sys_time)) <= allowed,
               "%s: the lines compute %.17g of %.17g", name, sum.computing,
               v->cpu_time + v->sys_time);
    CHECK_THAT(fabs(sum.io - v->io_time) <= allowed, "%s: input/output %.17g of %.17g", name,
               sum.io, v->io_time);
    CHECK_THAT(fabs(sum.waiting - v->synchronization) <= allowed,
               "%s: the lines wait %.17g of %.17g", name, sum.waiting, v->synchronization);
    CHECK_THAT(fabs(sum.communication + sum.waiting - v->communication) <= allowed,
               "%s: the lines communicate %.17g of %.17g", name,
               sum.communication + sum.waiting, v->communication);
    CHECK_THAT(sum.calls == p->n_calls + (p->complete ? 1 : 0), /* and the exit */
               "%s: %" G_GUINT64_FORMAT " calls stand in lines", name, sum.calls);
}

void
lines_check_same(const Prediction *p, const Prediction *q, double rel, const char *name)
{
    const double allowed = rel * p->intervals[0].total_time;

    CHECK_INT(p->lines->len, q->lines->len);
    for (guint i = 0; i < MIN(p->lines->len, q->lines->len); i++) {
        const LineTimes *a = line_at(p, i), *b = line_at(q, i);
        CHECK_THAT(strcmp(a->file, b->file) == 0 && a->line == b->line && a->calls == b->calls,
                   "%s: lines %s:%" G_GINT64_FORMAT " and %s:%" G_GINT64_FORMAT, name, a->file,
                   a->line, b->file, b->line);
        CHECK_THAT(fabs(a->computing - b->computing) <= allowed &&
                       fabs(a->io - b->io) <= allowed &&
                       fabs(a->communication - b->communication) <= allowed &&
                       fabs(a->waiting - b->waiting) <= allowed,
                   "%s: %s:%" G_GINT64_FORMAT " differs", name, a->file, a->line);
    }
}

const LineTimes *
lines_check_find(const Prediction *p, const char *file, gint64 line)
{
    for (guint i = 0; i < p->lines->len; i++)
        if (line_at(p, i)->line == line && strcmp(line_at(p, i)->file, file) == 0)
            return line_at(p, i);
    return NULL;
}
