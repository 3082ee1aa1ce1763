/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/explain/explainer.h"

#include <math.h>

/* An exchange without start and wait of its own is to be overlapped when that would hide as
 * much of it; one whose wait stands at the wrong place even when it hides less. */
#define OVERLAP_SHARE          0.5
#define EXPLICIT_OVERLAP_SHARE 0.1
/* Start times are the cause when they are this share of the cost. */
#define START_SHARE (2.0 / 3)
/* The whole network is the cause when it saves so many times what one place does, and no place
 * saves this share of the run. */
#define NETWORK_TIMES       2.0
#define NETWORK_PLACE_SHARE 0.1

/* A reduction is waited for at once when no more than this share of it is hidden. */
#define AT_ONCE_SHARE 0.05
/* A grid is none for a program that takes so many times as long on it as on one processor. */
#define TOO_SMALL_TIMES 2.0
/* Costs are about the same up to this factor. */
#define ABOUT_THE_SAME 1.1
/* Reductions that are done once are worth a word when all of them are this share of the run;
 * those that are done once a step, too. */
#define SINGLE_SHARE 0.1
#define STEP_SHARE   0.05

/* Whether hiding an operation saves what is worth a word, and this share of its cost. */
static gboolean
is_hidden(const Explainer *e, const Inquiry *q, double share)
{
    const double saved = explainer_saved(e, q->overlapped);
    return saved >= e->least / 2 && saved >= explainer_saved(e, q->without) * share;
}

static gboolean
is_latency(const Explainer *e, const Inquiry *q)
{
    return explainer_saved(e, q->no_start) >= explainer_saved(e, q->without) * START_SHARE;
}

/* A wait at the wrong place. */
static Draft *
draft_wait(const Explainer *e, FindingId id, const Inquiry *q)
{
    Draft *draft = draft_new(e, id, q->suspect, q->overlapped);
    draft->line = trace_program_site(e->program, q->suspect->main->wait_site)->line;
    return draft;
}

/* Short messages in one piece with the directive may be united with others; which of them can
 * be is seen when all are known, so that they can be hidden is kept in mind. Those in one piece
 * may also be started earlier, or not be needed at all: their bound is that of the whole cost.
 */
static Draft *
judge_shadow(const Explainer *e, const Inquiry *q)
{
    const gboolean is_explicit = suspect_is_split(q->suspect);
    const gboolean hides =
        is_hidden(e, q, is_explicit ? EXPLICIT_OVERLAP_SHARE : OVERLAP_SHARE);
    if (hides && is_explicit)
        return draft_wait(e, FINDING_ID_SHADOW_NOT_OVERLAPPED, q);
    const FindingId id =
        is_latency(e, q) ? FINDING_ID_SMALL_MESSAGES : FINDING_ID_SHADOW_EXCHANGE;
    Draft *draft = draft_new(e, id, q->suspect, q->without);
    draft->implicit = TRUE;
    draft->hides = hides;
    return draft;
}

/* One that is waited for elsewhere than it is started, though at once, is to be waited for
 * later; when a part of it is hidden already, only if that hides most of the rest. */
static Draft *
judge_reduction(const Explainer *e, const Inquiry *q)
{
    const Suspect *s = q->suspect;
    const gboolean at_once = s->main->hidden <= AT_ONCE_SHARE * s->main->cost;
    if (q->overlapped != G_MAXUINT &&
        is_hidden(e, q, at_once ? EXPLICIT_OVERLAP_SHARE : OVERLAP_SHARE))
        return draft_wait(e, FINDING_ID_REDUCTION_NOT_OVERLAPPED, q);
    return draft_new(e, s->inner ? FINDING_ID_REDUCTION_IN_LOOP : FINDING_ID_REDUCTION, s,
                     q->without);
}

/* A pipeline whose number of portions is not chosen well saves what the best number saves; with
 * messages that cost their start times above all the latency is the cause. */
static Draft *
judge_pipeline(const Explainer *e, const Inquiry *q)
{
    const gboolean grain = explainer_saved(e, q->best_grain) >= e->least;
    Draft *draft =
        draft_new(e, is_latency(e, q) ? FINDING_ID_PIPELINE_MESSAGES : FINDING_ID_PIPELINE,
                  q->suspect, grain ? q->best_grain : q->without);
    draft->best_grain = grain;
    return draft;
}

/* The finding of a suspect that needs no judgement. */
static FindingId
finding_of(const Suspect *s)
{
    static const FindingId of_kind[] = {
        [SUSPECT_IMBALANCE] = FINDING_ID_LOAD_IMBALANCE,
        [SUSPECT_REPLICATED] = FINDING_ID_REPLICATED_LOOP,
        [SUSPECT_SERIAL] = FINDING_ID_SERIAL_SECTION,
        [SUSPECT_OPERATION] = FINDING_ID_INPUT_OUTPUT,
        [SUSPECT_IO] = FINDING_ID_INPUT_OUTPUT,
        [SUSPECT_TASK] = FINDING_ID_TASK_IMBALANCE,
    };
    if (s->kind == SUSPECT_OPERATION && s->operation == OPERATION_REMOTE)
        return FINDING_ID_REMOTE_ACCESS;
    if (s->kind == SUSPECT_OPERATION && s->operation == OPERATION_REDISTRIBUTION)
        return s->in_loop ? FINDING_ID_REDISTRIBUTION_IN_LOOP : FINDING_ID_REDISTRIBUTION;
    return of_kind[s->kind];
}

static Draft *
judge(const Explainer *e, const Inquiry *q)
{
    const Suspect *s = q->suspect;
    if (s->kind == SUSPECT_PIPELINE)
        return judge_pipeline(e, q);
    if (s->kind == SUSPECT_OPERATION && s->operation == OPERATION_SHADOW)
        return judge_shadow(e, q);
    if (s->kind == SUSPECT_OPERATION && s->operation == OPERATION_REDUCTION)
        return judge_reduction(e, q);
    return draft_new(e, finding_of(s), s, q->without);
}

/* Whether two drafts of one id are one cause: serial sections that begin at the same line,
 * others in the same loop. */
static gboolean
is_same_cause(const Explainer *e, const Draft *a, const Draft *b)
{
    if (a->id != b->id)
        return FALSE;
    return a->id == FINDING_ID_SERIAL_SECTION
               ? explain_serial_same(e, a->suspect, b->suspect)
               : explainer_loop(e, a->suspect) == explainer_loop(e, b->suspect);
}

/* Of suspects that cost about the same the first one of the program is named. */
static void
name_first(Draft *draft)
{
    const double most = draft->suspect->most;
    for (guint i = 1; i < draft->suspects->len; i++) {
        gpointer *other = &draft->suspects->pdata[i];
        if (((const Suspect *)*other)->most * ABOUT_THE_SAME < most ||
            ((const Suspect *)*other)->main->site >= draft->suspect->main->site)
            continue;
        draft->suspect = *other;
        *other = draft->suspects->pdata[0];
        draft->suspects->pdata[0] = (gpointer)draft->suspect;
    }
}

/* Puts drafts from j on that are the same cause as `draft` into it. */
static void
unite_with(Explainer *e, Draft *draft, guint j)
{
    g_autoptr(SimWhatIf) all = sim_what_if_new();
    sim_what_if_merge(all, explainer_what_if(e, draft->question));
    while (j < e->drafts->len) {
        Draft *other = g_ptr_array_index(e->drafts, j);
        if (!is_same_cause(e, draft, other)) {
            j++;
            continue;
        }
        g_ptr_array_add(draft->suspects, (gpointer)other->suspect);
        sim_what_if_merge(all, explainer_what_if(e, other->question));
        g_ptr_array_remove_index(e->drafts, j);
    }
    if (draft->suspects->len == 1)
        return;
    if (draft->id != FINDING_ID_SERIAL_SECTION)
        name_first(draft);
    draft->question = explainer_ask(e, e->params, g_steal_pointer(&all));
    explainer_answer(e);
    draft->bound = explainer_saved(e, draft->question);
}

/* Exchanges of one loop that cost start times above all, and reductions of one loop, are one
 * cause: they can be united. An exchange that is alone can be hidden. */
static void
unite_drafts(Explainer *e)
{
    for (guint i = 0; i < e->drafts->len; i++) {
        Draft *draft = g_ptr_array_index(e->drafts, i);
        if (draft->id == FINDING_ID_SMALL_MESSAGES || draft->id == FINDING_ID_REDUCTION ||
            draft->id == FINDING_ID_REDUCTION_IN_LOOP || draft->id == FINDING_ID_SERIAL_SECTION)
            unite_with(e, draft, i + 1);
        if (draft->suspects->len == 1 && draft->hides)
            draft->id = FINDING_ID_SHADOW_NOT_OVERLAPPED;
    }
}

/* The best of the other grids, when it is better by what is worth a word; a program that is
 * much faster on one processor belongs on none of them. NULL: there is none. */
static Draft *
judge_grids(Explainer *e)
{
    const GridQuestion *best = explainer_best_grid(e, e->grids);
    if (best == NULL || e->time - explainer_saved(e, best->question) >
                            TOO_SMALL_TIMES * e->prediction->serial_time)
        return NULL;
    e->better = params_copy(e->params);
    e->better->topology = best->grid;
    e->better_question = best->question;
    return draft_new(e, FINDING_ID_GRID_SHAPE, NULL, best->question);
}

/* Whether another grid may help against it because the program does not use this one. */
static gboolean
is_of_program(const Draft *draft)
{
    return draft->id == FINDING_ID_LOAD_IMBALANCE || draft->id == FINDING_ID_REPLICATED_LOOP;
}

/* Another grid that helps mostly against one fault of the program saves what it does when that
 * is mended: one cause has one finding. FALSE: that is too little for one of its own. */
static gboolean
leave_to_program(Explainer *e, Draft *grid)
{
    const gboolean program = !suspects_share_nothing(e->simulator);
    const double saved = grid->bound;
    for (guint i = 0; program && i < e->drafts->len; i++) {
        const Draft *draft = g_ptr_array_index(e->drafts, i);
        if (!is_of_program(draft) || draft->bound < saved / 2)
            continue;
        const guint there = explainer_ask_on(e, e->better, draft->question);
        explainer_answer(e);
        const double left = explainer_saved(e, there) - draft->bound;
        if (left < MIN(grid->bound, saved / 2)) {
            grid->bound = MAX(left, 0.0);
            grid->mended = draft->suspect;
        }
    }
    if (grid->bound >= e->least)
        return TRUE;
    for (guint i = 0; i < e->drafts->len; i++) {
        Draft *draft = g_ptr_array_index(e->drafts, i);
        draft->by_grid = draft->suspect == grid->mended;
    }
    return FALSE;
}

/* A loop that is repeated because this grid shares nothing has of its own only what is left on
 * the better grid. What costs more than the other grid saves keeps its bound, and its words say
 * what is left there. */
static void
leave_to_grid(Explainer *e)
{
    const double time = explainer_time(e, e->better_question);
    const double grid = explainer_saved(e, e->better_question);
    const gboolean nothing_shared = suspects_share_nothing(e->simulator);
    for (guint i = 0; i < e->drafts->len; i++) {
        Draft *draft = g_ptr_array_index(e->drafts, i);
        const gboolean copied = nothing_shared && draft->id == FINDING_ID_REPLICATED_LOOP;
        if (copied || (draft->implicit && draft->bound >= grid))
            draft->on_grid = explainer_ask_on(e, e->better, draft->question);
    }
    explainer_answer(e);
    for (guint i = 0; i < e->drafts->len; i++) {
        Draft *draft = g_ptr_array_index(e->drafts, i);
        if (draft->on_grid == G_MAXUINT)
            continue;
        const double without = explainer_time(e, draft->on_grid);
        draft->left = isfinite(without) ? MAX(0.0, time - without) : grid;
        if (draft->left >= grid)
            draft->on_grid = G_MAXUINT;
        else if (!draft->implicit)
            draft->bound = MIN(draft->bound, draft->left);
    }
}

/* What all reductions that are not repeated within a step cost. */
static double
reductions_of(const Explainer *e)
{
    double sum = 0;
    for (guint i = 0; i < e->drafts->len; i++) {
        const Draft *draft = g_ptr_array_index(e->drafts, i);
        sum += draft->id == FINDING_ID_REDUCTION ? draft->bound : 0;
    }
    return sum;
}

/* One reduction, or one a step, is needed as a rule, and little can be done about it. */
static gboolean
is_needed_reduction(const Explainer *e, const Draft *draft, double reductions)
{
    return draft->id == FINDING_ID_REDUCTION &&
           reductions < (draft->suspect->in_loop ? STEP_SHARE : SINGLE_SHARE) * e->time;
}

/* What one place of the program that communicates saves at most. */
static double
largest_place(const Explainer *e, double reductions)
{
    double largest = 0;
    for (guint i = 0; i < e->inquiries->len; i++) {
        const Inquiry *q = &g_array_index(e->inquiries, Inquiry, i);
        const SuspectKind kind = q->suspect->kind;
        if (kind == SUSPECT_OPERATION || kind == SUSPECT_PIPELINE || kind == SUSPECT_IO)
            largest = MAX(largest, explainer_saved(e, q->without));
    }
    for (guint i = 0; i < e->drafts->len; i++) {
        const Draft *draft = g_ptr_array_index(e->drafts, i);
        if (draft->suspects->len > 1 && !is_needed_reduction(e, draft, reductions))
            largest = MAX(largest, draft->bound);
    }
    return largest;
}

/* What messages cost each other, whatever they are sent for, and what they cost because of
 * where they go. */
static void
judge_links(Explainer *e)
{
    if (e->mapped != NULL)
        g_ptr_array_add(e->drafts, draft_new(e, FINDING_ID_MAPPING, NULL, e->mapped_question));
    if (e->whole_congestion != G_MAXUINT)
        g_ptr_array_add(e->drafts,
                        draft_new(e, FINDING_ID_CONGESTION, NULL, e->whole_congestion));
}

/* The network as a whole, when no place of the program stands for most of it. */
static void
judge_network(Explainer *e, double reductions)
{
    const double largest = largest_place(e, reductions);
    const double start = explainer_saved(e, e->whole_start);
    const double bytes = explainer_saved(e, e->whole_bytes);
    if (largest >= NETWORK_PLACE_SHARE * e->time ||
        MAX(start, bytes) <= NETWORK_TIMES * largest)
        return;
    g_ptr_array_add(e->drafts, start >= bytes
                                   ? draft_new(e, FINDING_ID_START_TIMES, NULL, e->whole_start)
                                   : draft_new(e, FINDING_ID_BANDWIDTH, NULL, e->whole_bytes));
}

static int
compare_drafts(gconstpointer va, gconstpointer vb)
{
    const Draft *a = *(Draft *const *)va, *b = *(Draft *const *)vb;
    const guint32 x = a->suspect != NULL ? a->suspect->main->site : 0;
    const guint32 y = b->suspect != NULL ? b->suspect->main->site : 0;
    return ORDER(b->bound, a->bound) ?: ORDER(a->id, b->id) ?: ORDER(x, y);
}

/* Leaves the findings that are worth a word. */
static void
choose(Explainer *e, double reductions)
{
    const guint most = e->options.most_findings > 0 ? e->options.most_findings : 10;
    guint n = 0;
    g_ptr_array_sort(e->drafts, compare_drafts);
    while (n < MIN(e->drafts->len, most)) {
        const Draft *draft = g_ptr_array_index(e->drafts, n);
        if (draft->bound < e->least)
            break;
        if (is_needed_reduction(e, draft, reductions))
            g_ptr_array_remove_index(e->drafts, n);
        else
            n++;
    }
    g_ptr_array_set_size(e->drafts, (gint)n);
}

void
explain_judge(Explainer *e)
{
    for (guint i = 0; i < e->inquiries->len; i++)
        g_ptr_array_add(e->drafts, judge(e, &g_array_index(e->inquiries, Inquiry, i)));
    unite_drafts(e);
    Draft *grid = judge_grids(e);
    if (grid != NULL && leave_to_program(e, grid)) {
        leave_to_grid(e);
        g_ptr_array_add(e->drafts, grid);
    } else {
        g_clear_pointer(&grid, draft_free);
    }
    const double reductions = reductions_of(e);
    judge_network(e, reductions);
    judge_links(e);
    choose(e, reductions);
}
