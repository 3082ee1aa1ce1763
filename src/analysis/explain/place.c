/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/explain/explainer.h"

#include "src/base/processor-walk.h"
#include "src/lattice/partition.h"

/* Of a set of processors. */
#define MOST_BOXES 1000

gint64
explain_serial_after(const Explainer *e, const Suspect *s, gboolean *wrapped)
{
    const SimCause *c = s->main;
    const TraceSite *site = trace_program_site(e->program, c->site);
    const SimInterval *interval =
        sim_tally_interval(simulator_tally(e->simulator), c->interval);
    const TraceSite *begin = trace_program_site(e->program, interval->site);
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
        sim_tally_interval(simulator_tally(e->simulator), c->interval);
    const TraceSite *begin = trace_program_site(e->program, interval->site);
    if (begin != NULL && begin->line == after)
        return interval->type == INTERVAL_SEQ && interval->first_child == G_MAXUINT &&
                       c->n_wrapped == 0
                   ? 0
                   : 1;
    return c->n_wrapped > 0 && c->n_wrapped < c->count && c->before > after ? 2 : 1;
}

/* The first line of a section, as near as calls tell it. */
static gint64
serial_line(const Explainer *e, const Suspect *s)
{
    const TraceSite *site = trace_program_site(e->program, s->main->site);
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
    const TraceSite *x = trace_program_site(e->program, a->main->site);
    const TraceSite *y = trace_program_site(e->program, b->main->site);
    return x != NULL && y != NULL && g_str_equal(x->file, y->file) &&
           serial_line(e, a) == serial_line(e, b);
}

/* Which classes have more of the share than the mean of the system. */
static guint8 *
loaded_classes(const SimSystem *system, const SimShare *share)
{
    guint8 *loaded = g_new0(guint8, share->partition->n_classes);
    double mean = 0;
    for (guint c = 0; c < share->partition->n_classes; c++)
        mean += share->share[c] * (double)sim_partition_class_size(share->partition, c) /
                (double)system->simulated;
    for (guint c = 0; c < share->partition->n_classes; c++)
        loaded[c] = share->share[c] > mean * (1 + 1e-9);
    return loaded;
}

/* The classes of a partition that are `wanted` (NULL: all); NULL when there are none, or when
 * they are more boxes than somebody wants to read (where blocks of two sizes alternate). */
static char *
classes_text(const Explainer *e, const SimPartition *partition, const guint8 *wanted)
{
    g_autofree guint *classes = g_new(guint, partition->n_classes);
    guint n = 0;
    for (guint c = 0; c < partition->n_classes; c++) {
        if (wanted == NULL || wanted[c])
            classes[n++] = c;
    }
    if (n == 0)
        return NULL;
    g_autoptr(ProcessorSet) set =
        sim_partition_set(partition, n, classes, &e->prediction->grid);
    if (processor_set_n_boxes(set) > MOST_BOXES)
        return NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    processor_set_append_text(set, G_MAXUINT64, out);
    return g_string_free(g_steal_pointer(&out), FALSE);
}

/* The processors concerned: of an unbalanced loop those with more than the mean, of a region of
 * tasks those around it, else all of the current system; all there are when that would be too
 * long a list. */
static char *
processors_of(const Explainer *e, const Draft *draft)
{
    const Suspect *s = draft->suspect;
    const SimSystem *root = simulator_systems(e->simulator)->root;
    const SimSystem *system = s == NULL                 ? root
                              : s->kind == SUSPECT_TASK ? s->main->outer
                                                        : s->main->system;
    char *text = NULL;
    if (s != NULL && s->kind == SUSPECT_IMBALANCE && s->main->share != NULL) {
        g_autofree guint8 *loaded = loaded_classes(system, s->main->share);
        text = classes_text(e, s->main->share->partition, loaded);
    }
    if (text == NULL)
        text = classes_text(e, system->partition, system->inside);
    if (text == NULL)
        text = classes_text(e, root->partition, NULL);
    return text != NULL ? text : g_strdup("");
}

/* The first template that is cut: what a grid is chosen for. */
static const TraceSite *
distribution_site(const Explainer *e)
{
    const TraceProgram *program = e->program;
    for (gsize i = 0; i < program->n_calls; i++) {
        const TraceRecord *record = trace_program_record(program, program->calls[i].call);
        if ((record->call == RT_CALL_DISTR || record->call == RT_CALL_REDIS) &&
            trace_record_int(record, RT_PARAM_PARAM_COUNT, 0) > 0)
            return trace_program_site(program, program->calls[i].site);
    }
    return NULL;
}

void
explain_place(const Explainer *e, const Draft *draft, Finding *finding)
{
    const TraceSite *site = draft->suspect != NULL
                                ? trace_program_site(e->program, draft->suspect->main->site)
                            : draft->id == FINDING_ID_GRID_SHAPE ? distribution_site(e)
                                                                 : NULL;
    const Interval *main = &e->prediction->intervals[0];
    finding->interval =
        draft->suspect != NULL
            ? prediction_interval_id(e->prediction, draft->suspect->main->interval)
            : main->id;
    finding->file = g_strdup(site != NULL ? site->file : main->file);
    finding->line = draft->line > 0 ? draft->line : site != NULL ? site->line : main->line;
    if (draft->suspect != NULL && draft->suspect->kind == SUSPECT_SERIAL)
        finding->line = MAX(serial_line(e, draft->suspect), 1);
    finding->processors = processors_of(e, draft);
}
