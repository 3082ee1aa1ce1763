/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/explain/explainer.h"

#include <math.h>

#include "src/analysis/sweep/topology.h"
#include "src/base/number.h"

/* Other places that are named. */
#define MOST_LINES 6

/* Room for the text of one number, as long as the block that it stands in. */
#define ROOM ((char[REPORT_NUMBER_SIZE]){ 0 })

static const char *
decimals_text(double value, int digits, char *buffer)
{
    const char format[] = { '%', '.', (char)('0' + digits), 'f', '\0' };
    return g_ascii_formatd(buffer, REPORT_NUMBER_SIZE, format, value);
}

static const char *
time_text(double seconds, char *buffer)
{
    return report_number_time(seconds, buffer);
}

static const char *
times_text(guint64 n, char *buffer)
{
    if (n == 1)
        return "once";
    g_snprintf(buffer, REPORT_NUMBER_SIZE, "%" G_GUINT64_FORMAT " times", n);
    return buffer;
}

static void
add_suspect(SimCause *sum, const Suspect *s)
{
    for (guint i = 0; i < s->causes->len; i++) {
        const SimCause *c = g_ptr_array_index(s->causes, i);
        /* what input/output says to all is no operation of its own */
        if (s->kind != SUSPECT_IO || c->kind == SIM_CAUSE_IO || s->causes->len == 1)
            sum->count += c->count;
        sum->time += c->time;
        sum->imbalance += c->imbalance;
        sum->repeated += c->repeated;
        sum->cost += c->cost;
        sum->exposed += c->exposed;
        sum->hidden += c->hidden;
    }
}

/* Sums over all causes of a draft. */
static SimCause
total_of(const Draft *draft)
{
    SimCause sum = *draft->suspect->main;
    sum.count = 0;
    sum.time = sum.imbalance = sum.repeated = sum.cost = sum.exposed = sum.hidden = 0;
    for (guint i = 0; i < draft->suspects->len; i++)
        add_suspect(&sum, g_ptr_array_index(draft->suspects, i));
    return sum;
}

/* Notes a line that is not known yet. */
static void
add_line(GArray *lines, gint64 line)
{
    for (guint i = 0; i < lines->len; i++) {
        if (g_array_index(lines, gint64, i) == line)
            return;
    }
    g_array_append_val(lines, line);
}

/* The other places of a finding: "; also at lines 12, 34". */
static void
append_also(const Explainer *e, const Draft *draft, GString *out)
{
    g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(gint64));
    for (guint k = 0; k < draft->suspects->len && lines->len <= MOST_LINES; k++) {
        const Suspect *one = g_ptr_array_index(draft->suspects, k);
        for (guint i = 0; i < one->causes->len && lines->len <= MOST_LINES; i++) {
            const SimCause *c = g_ptr_array_index(one->causes, i);
            const TraceSite *site = trace_program_site(e->program, c->site);
            if (c->site != draft->suspect->main->site && site != NULL)
                add_line(lines, site->line);
        }
    }
    for (guint i = 0; i < MIN(lines->len, MOST_LINES); i++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT,
                               i > 0             ? ", "
                               : lines->len == 1 ? "; also at line "
                                                 : "; also at lines ",
                               g_array_index(lines, gint64, i));
    if (lines->len > MOST_LINES)
        g_string_append(out, ", ...");
}

static char *
grid_title(const Explainer *e)
{
    g_autoptr(GString) out = g_string_new("the grid ");
    topology_append(&e->params->topology, out);
    g_string_append(out, e->copies > 1 ? " has a dimension that nothing is distributed over; "
                                       : " is not the best shape; ");
    topology_append(&e->better->topology, out);
    g_string_append(out, " is faster");
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static char *
title_of(const Explainer *e, const Draft *draft, const SimCause *sum)
{
    if (draft->id == FINDING_ID_GRID_SHAPE)
        return grid_title(e);
    if (draft->id == FINDING_ID_REPLICATED_LOOP)
        return g_strdup_printf("the whole loop is executed by %.0f processors alike",
                               sum->copies);
    if (draft->id == FINDING_ID_REDUCTION && draft->suspect->in_loop)
        return g_strdup("reduction in each step");
    if (draft->id != FINDING_ID_LOAD_IMBALANCE)
        return g_strdup(finding_row(draft->id)->title);
    const double mean = sum->time - sum->imbalance;
    return g_strdup_printf("unbalanced loop: the busiest processor computes %s times the mean",
                           decimals_text(mean > 0 ? sum->time / mean : 0, 1, ROOM));
}

static void
evidence_loop(G_GNUC_UNUSED const Explainer *e, const Draft *draft, const SimCause *sum,
              GString *out)
{
    g_string_append_printf(out, "executed %s: %s", times_text(sum->count, ROOM),
                           time_text(sum->time, ROOM));
    if (draft->suspect->kind == SUSPECT_IMBALANCE)
        g_string_append_printf(out, " on the busiest processor, %s on average",
                               time_text(sum->time - sum->imbalance, ROOM));
    else
        g_string_append_printf(
            out, " on each of %.0f processors that do the same, %s if they shared it",
            sum->copies, time_text(sum->time - sum->repeated, ROOM));
}

static void
evidence_operation(const Explainer *e, const Draft *draft, const SimCause *sum, GString *out)
{
    const Suspect *s = draft->suspect;
    const TraceSite *start = trace_program_site(e->program, s->main->site);
    const char *each = sum->count <= 1            ? ""
                       : draft->suspects->len > 1 ? " each on average"
                                                  : " each";
    g_string_append(out, times_text(sum->count, ROOM));
    if (s->kind == SUSPECT_OPERATION && sum->count > 0)
        g_string_append_printf(out, ", %s%s", time_text(sum->cost / (double)sum->count, ROOM),
                               each);
    if (s->kind == SUSPECT_PIPELINE && s->main->portions >= 1)
        g_string_append_printf(out, " in %.0f portion%s", s->main->portions,
                               s->main->portions < 2 ? "" : "s");
    g_string_append_printf(out, ", waited for %s", time_text(sum->exposed, ROOM));
    if (sum->hidden > 0.05 * sum->cost && s->kind == SUSPECT_OPERATION)
        g_string_append_printf(out, ", hidden behind computing %s",
                               time_text(sum->hidden, ROOM));
    if (draft->line > 0 && start != NULL)
        g_string_append_printf(out, "; started at line %" G_GINT64_FORMAT, start->line);
    if (draft->best_grain)
        g_string_append(out, "; the bound is that of the best number of portions");
    append_also(e, draft, out);
}

/* How often: a section in pieces as often as the piece that is named; at the end of a loop's
 * body not in the first turn. */
static guint64
serial_times(const Explainer *e, const Suspect *s)
{
    guint64 n = 0;
    gboolean wrapped;
    explain_serial_after(e, s, &wrapped);
    for (guint i = 0; i < s->causes->len; i++) {
        const SimCause *c = g_ptr_array_index(s->causes, i);
        n += c->site != s->main->site ? 0 : wrapped ? c->n_wrapped : c->count;
    }
    return MAX(n, 1);
}

static void
evidence_serial(const Explainer *e, const Draft *draft, const SimCause *sum, GString *out)
{
    const Suspect *s = draft->suspect;
    const TraceSite *site = trace_program_site(e->program, s->main->site);
    const TraceSite *from = trace_program_site(e->program, s->main->from_site);
    guint64 n = 0;
    gboolean wrapped;
    const gint64 after = explain_serial_after(e, s, &wrapped);
    for (guint i = 0; i < draft->suspects->len; i++)
        n += serial_times(e, g_ptr_array_index(draft->suspects, i));
    g_string_append_printf(out, "%s on every processor, %s", time_text(sum->time, ROOM),
                           times_text(n, ROOM));
    if (wrapped) {
        g_string_append_printf(out, ", behind line %" G_GINT64_FORMAT, after);
        return; /* lines of calls that follow it say nothing of where it stands */
    }
    if (after > 0 && site != NULL)
        g_string_append_printf(out,
                               ", between lines %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT,
                               after, site->line);
    else if (from != NULL && site != NULL)
        g_string_append_printf(out,
                               ", between %s:%" G_GINT64_FORMAT " and %s:%" G_GINT64_FORMAT,
                               from->file, from->line, site->file, site->line);
    append_also(e, draft, out);
}

static void
evidence_tasks(G_GNUC_UNUSED const Explainer *e, const Draft *draft,
               G_GNUC_UNUSED const SimCause *sum, GString *out)
{
    const Suspect *s = draft->suspect;
    double least = INFINITY, most = 0, busiest = 0;
    for (guint i = 0; i < s->causes->len; i++) {
        const SimCause *c = g_ptr_array_index(s->causes, i);
        least = MIN(least, c->time);
        most = MAX(most, c->time);
        busiest = MAX(busiest, s->loads[i]);
    }
    g_string_append_printf(
        out, "%u tasks, from %s to %s; %s on the busiest processor, %s on average",
        s->causes->len, time_text(least, ROOM), time_text(most, ROOM), time_text(busiest, ROOM),
        time_text(suspect_tasks_mean(s), ROOM));
}

static void
evidence_io(G_GNUC_UNUSED const Explainer *e, G_GNUC_UNUSED const Draft *draft,
            const SimCause *sum, GString *out)
{
    g_string_append_printf(out, "%s in %" G_GUINT64_FORMAT " operation%s",
                           time_text(sum->time + sum->exposed, ROOM), sum->count,
                           sum->count == 1 ? "" : "s");
}

/* The busiest link against the mean of all. */
static void
append_hottest(const Explainer *e, GString *out)
{
    const LinkUse *links = e->prediction->links;
    if (links == NULL || links->n_hottest == 0)
        return;
    const HotLink *hot = &links->hottest[0];
    g_string_append_printf(out, "; link %s is busy %s, all on average %s", hot->name,
                           time_text(hot->load.busy, ROOM), time_text(links->busy_mean, ROOM));
    if (*hot->file != '\0')
        g_string_append_printf(out, ", mostly by line %" G_GINT64_FORMAT, hot->line);
}

static void
evidence_whole(const Explainer *e, const Draft *draft, GString *out)
{
    g_string_append_printf(out, "predicted %s, %s", time_text(e->time, ROOM),
                           time_text(explainer_time(e, draft->question), ROOM));
    if (draft->id == FINDING_ID_GRID_SHAPE) {
        g_string_append(out, " on ");
        topology_append(&e->better->topology, out);
        if (draft->mended != NULL)
            g_string_append_printf(
                out,
                ", mostly because of the loop at line %" G_GINT64_FORMAT
                "; the bound is what is saved when that is mended",
                trace_program_site(e->program, draft->mended->main->site)->line);
    } else if (draft->id == FINDING_ID_MAPPING) {
        explain_mapping_evidence(e, out);
    } else if (draft->id == FINDING_ID_CONGESTION) {
        g_string_append(out, " if no message waited for another");
        append_hottest(e, out);
    } else {
        g_string_append(out, draft->id == FINDING_ID_START_TIMES ? " without start times"
                                                                 : " with infinite bandwidth");
    }
}

/* What another grid changes about it. */
static void
append_grid(const Explainer *e, const Draft *draft, GString *out)
{
    if (draft->on_grid != G_MAXUINT) {
        g_string_append_printf(out, "; %s of it %s left on the grid ",
                               draft->left > 0 ? time_text(draft->left, ROOM) : "nothing",
                               draft->left > 0 ? "are" : "is");
        topology_append(&e->better->topology, out);
    }
    if (draft->by_grid) {
        g_string_append(out, "; the grid ");
        topology_append(&e->better->topology, out);
        g_string_append_printf(out, " helps, too: %s instead of %s",
                               time_text(explainer_time(e, e->better_question), ROOM),
                               time_text(e->time, ROOM));
    }
}

static char *
evidence_of(const Explainer *e, const Draft *draft, const SimCause *sum)
{
    static void (*const append[])(const Explainer *e, const Draft *draft, const SimCause *sum,
                                  GString *out) = {
        [SUSPECT_IMBALANCE] = evidence_loop,     [SUSPECT_REPLICATED] = evidence_loop,
        [SUSPECT_SERIAL] = evidence_serial,      [SUSPECT_OPERATION] = evidence_operation,
        [SUSPECT_PIPELINE] = evidence_operation, [SUSPECT_IO] = evidence_io,
        [SUSPECT_TASK] = evidence_tasks,
    };
    GString *out = g_string_new(NULL);
    if (draft->suspect == NULL)
        evidence_whole(e, draft, out);
    else
        append[draft->suspect->kind](e, draft, sum, out);
    append_grid(e, draft, out);
    return g_string_free(out, FALSE);
}

Finding *
explain_words(const Explainer *e, const Draft *draft)
{
    const FindingRow *row = finding_row(draft->id);
    const char *advice = finding_advice(draft->id, finding_language(&e->program->info));
    const SimCause sum = draft->suspect != NULL ? total_of(draft) : (SimCause){ 0 };
    Finding *finding = g_new0(Finding, 1);
    explain_place(e, draft, finding);
    finding->id = row->name;
    finding->kind = row->kind;
    finding->bound = draft->bound;
    finding->share = e->time > 0 ? draft->bound / e->time : 0;
    finding->title = title_of(e, draft, &sum);
    finding->evidence = evidence_of(e, draft, &sum);
    finding->advice = draft->id == FINDING_ID_MAPPING ? explain_mapping_advice(e, advice)
                                                      : g_strdup(advice);
    return finding;
}
