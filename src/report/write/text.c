/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A report for a terminal, 80 columns.  The summary: time, efficiency, what becomes of the
 * processor time, and the intervals that lose most.  With an explanation: what to try first,
 * then the critical path and metrics.
 */
#include <math.h>
#include <string.h>

#include "src/analysis/sweep/topology.h"
#include "src/base/clean.h"
#include "src/base/number.h"
#include "src/base/text-table.h"
#include "src/report/value/report.h"
#include "src/report/view/losses.h"
#include "src/report/view/metrics.h"
#include "src/report/write/ips.h"

#define WIDTH     80
#define BAR_WIDTH 27 /* cells: what the columns of numbers leave of the line */
#define WORST     3

/* Rows of the tables; the rest is one row. */
#define MOST_ROWS       16
#define MOST_PROCESSORS 6
#define N_BINS          20
#define MOST_FACTORS    8

/* Findings on a screen of 50 lines. */
#define MOST_SHORT 4

/* An efficiency from which on what is lost wants no word where nothing stands out. */
#define LITTLE_LOST 0.9

typedef struct {
    const Prediction *prediction;
    const ReportOptions *options;
    const MetricsTable *metrics; /* NULL: none */
    GString *out;
} Text;

/* Terminal colours (SGR): of what is productive, of losses, and for headings. */
static const char productive[] = "32";
static const char *const loss_colours[REPORT_N_LOSSES] = {
    [REPORT_LOSS_START] = "93",
    [REPORT_LOSS_REPEATED] = "31",
    [REPORT_LOSS_TRANSFER + OPERATION_IO] = "33",
    [REPORT_LOSS_TRANSFER + OPERATION_REDUCTION] = "35",
    [REPORT_LOSS_TRANSFER + OPERATION_SHADOW] = "34",
    [REPORT_LOSS_TRANSFER + OPERATION_REMOTE] = "36",
    [REPORT_LOSS_TRANSFER + OPERATION_REDISTRIBUTION] = "95",
    [REPORT_LOSS_WAITING] = "90",
};
static const char bold[] = "1";

static void put(const Text *text, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void
put(const Text *text, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_string_append_vprintf(text->out, format, args);
    va_end(args);
}

static void
put_coloured(const Text *text, const char *colour, const char *what)
{
    if (text->options->colour)
        put(text, "\033[%sm%s\033[0m", colour, what);
    else
        put(text, "%s", what);
}

static void
put_heading(const Text *text, const char *heading)
{
    put_coloured(text, bold, heading);
    put(text, "\n");
}

/* Below an empty line. */
static void
put_section(const Text *text, const char *heading)
{
    put(text, "\n");
    put_heading(text, heading);
}

/* `name` in what is left of the line, but never in next to nothing. */
static char *
fit(const Text *text, const char *name, int columns)
{
    return report_clean_fit(name, (gsize)MAX(columns, WIDTH / 4), text->options->unicode);
}

/* " on 4 processors (2x2, network)", " on 2 processors with 4 virtual ones (2x2, mesh)" */
static GString *
name_machine(const Prediction *prediction)
{
    GString *out = g_string_new(NULL);

    g_string_append_printf(out, " on %" G_GINT64_FORMAT " processor%s", prediction->processors,
                           prediction->processors == 1 ? "" : "s");
    if (prediction->is_shared)
        g_string_append_printf(out, " with %" G_GINT64_FORMAT " virtual ones",
                               rater_grid_count(&prediction->params->topology));
    g_string_append(out, " (");
    topology_append(&prediction->params->topology, out);
    g_string_append_printf(out, ", %s)", params_type_name(prediction->params));
    return out;
}

/* Words of `body` behind `label`, in lines of at most WIDTH columns; all but the first are
 * indented as far as the label reaches. */
static void
put_wrapped(const Text *text, const char *label, const char *body)
{
    g_autofree char *clean = report_clean_terminal(body, text->options->unicode);
    g_autofree char *indent = g_strnfill(strlen(label), ' ');

    g_string_append(text->out, label);
    report_clean_wrap(text->out, clean, WIDTH, indent);
    put(text, "\n");
}

/* What is to be known first: the numbers say little about the program. */
static void
put_start(const Text *text)
{
    const Prediction *prediction = text->prediction;
    char buffer[REPORT_NUMBER_SIZE];

    if (!prediction_mostly_starts(prediction))
        return;
    g_autofree char *sentence = g_strdup_printf(
        "%s of the predicted time is start and exit of the process, not the program: trace "
        "more steps, or larger arrays.",
        report_number_percent(prediction_start(prediction) / prediction->execution_time,
                              buffer));
    put_wrapped(text, "", sentence);
}

/* The efficiency of what is no start or exit of the process, where there is any. */
static void
put_without_start(const Text *text, const char *before, const char *after)
{
    const Interval *root = &text->prediction->intervals[0];
    char buffer[REPORT_NUMBER_SIZE];

    if (root->values.start_exit > 0 && text->prediction->processors > 1)
        put(text, "%s%s without start and exit of the process%s", before,
            report_number_percent(root->efficiency_without_start, buffer), after);
}

static void
put_machine_file(const Text *text)
{
    const char *file = text->prediction->params->file;
    g_autofree char *machine = fit(text, file, WIDTH - (int)strlen("machine "));

    if (*file != '\0')
        put(text, "machine %s\n", machine);
}

/* What is taken off each time though the parameters do not say so. */
static void
put_overhead(const Text *text)
{
    char buffer[REPORT_NUMBER_SIZE];

    if (text->prediction->overhead_is_of_trace)
        put(text, "trace overhead %s, as the trace says\n",
            report_number_time(text->prediction->params->trace_overhead, buffer));
}

/* The program and its machine, the trace and the machine's file, a line each. */
static void
put_title(const Text *text)
{
    const Prediction *prediction = text->prediction;
    g_autoptr(GString) rest = name_machine(prediction);
    g_autofree char *program = fit(text, prediction_title(prediction), WIDTH - (int)rest->len);
    g_autofree char *title = g_strconcat(program, rest->str, NULL);

    put_heading(text, title);
    put_start(text);
    g_string_printf(rest,
                    ": %" G_GUINT64_FORMAT " calls, %" G_GUINT64_FORMAT " lines, "
                    "%" G_GUINT64_FORMAT " bytes",
                    prediction->n_calls, prediction->trace_lines, prediction->trace_bytes);
    g_autofree char *trace =
        fit(text, prediction->trace_file != NULL ? prediction->trace_file : "-",
            WIDTH - (int)rest->len - (int)strlen("trace "));
    put(text, "trace %s%s\n", trace, rest->str);
    put_machine_file(text);
    put_overhead(text);
    if (!prediction->complete)
        put_heading(text, "The trace is truncated: the prediction ends where it ends.");
}

/* What to try first, where there is a finding. */
static gboolean
put_first_finding(const Text *text)
{
    const Explanation *e = text->options->headline;
    char buffer[REPORT_NUMBER_SIZE];

    if (e == NULL || e->findings->len == 0)
        return FALSE;
    const Finding *first = g_ptr_array_index(e->findings, 0);
    g_autofree char *rest =
        g_strdup_printf(":%" G_GINT64_FORMAT ", %s", first->line, first->title);
    g_autofree char *file = fit(text, first->file, WIDTH - 19 - (int)strlen(rest));
    put(text, "  Try first at     %s%s\n", file, rest);
    put(text, "                   saves at most %s", report_number_time(first->bound, buffer));
    put(text, ", %s of the run\n  (predictor explain says how)\n",
        report_number_percent(first->share, buffer));
    return TRUE;
}

/* Where nothing is to be tried, the line at which most is lost, as the list below has it. */
static void
put_largest_loss(const Text *text)
{
    ReportLoser loser;
    char buffer[REPORT_NUMBER_SIZE];

    if (put_first_finding(text) ||
        text->prediction->intervals[0].efficiency_without_start >= LITTLE_LOST ||
        report_losers(text->prediction, text->options, &loser, 1) == 0)
        return;
    const Interval *interval = &text->prediction->intervals[loser.worst];
    g_autofree char *rest = g_strdup_printf(
        ":%" G_GINT64_FORMAT ", %s, %s", interval->line,
        report_number_percent(report_share(text->prediction, loser.lost_time), buffer),
        report_loss_words(loser.mostly));
    g_autofree char *file =
        fit(text, interval->file != NULL ? interval->file : "", WIDTH - 19 - (int)strlen(rest));
    put(text, "  Lost most at     %s%s\n", file, rest);
    put(text, "  (predictor explain says why)\n");
}

/* What messages cost each other, and where most of them meet. */
static void
put_network(const Text *text)
{
    const Prediction *prediction = text->prediction;
    const LinkUse *links = prediction->links;
    char buffer[REPORT_NUMBER_SIZE];
    const double time = prediction->execution_time;
    if (links == NULL || !(links->intervals[0].messages > 0) || !(time > 0))
        return;
    const double congestion = links->intervals[0].congestion;
    put(text, "  Congestion       %s", report_number_percent(congestion / time, buffer));
    put(text, " (%s)\n", report_number_time(congestion, buffer));
    if (links->n_hottest == 0)
        return;
    const HotLink *hot = &links->hottest[0];
    put(text, "  Hottest link     %s, busy %s", hot->name,
        report_number_percent(hot->load.busy / time, buffer));
    if (*hot->file != '\0')
        put(text, ", mostly by %s:%" G_GINT64_FORMAT, hot->file, hot->line);
    put(text, "\n");
}

static void
put_headline(const Text *text)
{
    const Prediction *prediction = text->prediction;
    char buffer[REPORT_NUMBER_SIZE];
    g_autofree char *time = g_strdup(report_number_time(prediction->execution_time, buffer));

    put(text, "\n  Predicted time   ");
    put_coloured(text, bold, time);
    put(text, "\n  Efficiency       %s",
        report_number_percent(prediction->intervals[0].efficiency, buffer));
    put_without_start(text, ", ", "");
    put(text, "\n");
    put(text, "  Speed-up         %s against one processor",
        report_number_rounded(prediction_speedup(prediction), buffer));
    put(text, " (%s)\n", report_number_time(prediction->serial_time, buffer));
    put_network(text);
    put_largest_loss(text);
}

/* Two blanks and `share` of BAR_WIDTH cells, to an eighth of a cell in Unicode. What is not
 * nothing shows; of nothing there is no bar. */
static char *
make_bar(double share, gboolean unicode)
{
    static const char *const eighths[] = { "\xe2\x96\x8f", "\xe2\x96\x8e", "\xe2\x96\x8d",
                                           "\xe2\x96\x8c", "\xe2\x96\x8b", "\xe2\x96\x8a",
                                           "\xe2\x96\x89", "\xe2\x96\x88" };
    static const char *const wholes[] = { "#" };
    const int steps = unicode ? G_N_ELEMENTS(eighths) : G_N_ELEMENTS(wholes);
    const char *const *parts = unicode ? eighths : wholes;
    const double cells = isfinite(share) ? CLAMP(share, 0.0, 1.0) * BAR_WIDTH : 0;
    const int length = (int)lround(cells * steps);
    GString *bar = g_string_new(NULL);

    if (cells > 0)
        g_string_append(bar, "  ");
    for (int i = 0; i < length / steps; i++)
        g_string_append(bar, parts[steps - 1]);
    if (length % steps > 0)
        g_string_append(bar, parts[length % steps - 1]);
    else if (length == 0 && cells > 0)
        g_string_append(bar, unicode ? eighths[0] : ".");
    return g_string_free(bar, FALSE);
}

static void
put_use(const Text *text, const char *label, double seconds, const char *colour)
{
    const Interval *root = &text->prediction->intervals[0];
    const double share = report_share(text->prediction, seconds);
    char percent[REPORT_NUMBER_SIZE], number[REPORT_NUMBER_SIZE];

    if (!report_loss_shows(root, seconds))
        return;
    g_autofree char *bar = make_bar(share, text->options->unicode);
    put(text, "  %-24s %9s %14s", label, report_number_percent(share, percent),
        report_number_time(seconds, number));
    put_coloured(text, colour, bar);
    put(text, "\n");
}

static void
put_uses(const Text *text)
{
    const Interval *root = &text->prediction->intervals[0];
    char number[REPORT_NUMBER_SIZE];
    g_autofree char *heading =
        g_strdup_printf("Processor time: %s", report_number_time(root->total_time, number));

    put_section(text, heading);
    put_use(text, report_use_label(REPORT_PRODUCTIVE), report_split_seconds(root, 0),
            productive);
    for (ReportLoss loss = 0; loss < REPORT_N_LOSSES; loss++)
        put_use(text, report_loss_label(loss), report_split_seconds(root, 1 + (guint)loss),
                loss_colours[loss]);
}

/* "  PAR 3, entered 20 times", "  PAR, 4 intervals, entered 80 times" */
static void
append_kind(const Text *text, GString *out, const ReportLoser *loser, const Interval *interval)
{
    g_string_append_printf(out, "  %s", interval_type_name(interval->type));
    if (loser->n_intervals > 1)
        g_string_append_printf(out, ", %u intervals", loser->n_intervals);
    else if (interval->has_expression)
        g_string_append_printf(out, " %" G_GINT64_FORMAT, interval->expression);
    if (report_is_outside(text->prediction, text->options, interval))
        g_string_append(out, ", outside of nested intervals");
    if (loser->count != 1)
        g_string_append_printf(out, ", entered %" G_GUINT64_FORMAT " times", loser->count);
}

static void
put_loser(const Text *text, guint rank, const ReportLoser *loser)
{
    const Interval *interval = &text->prediction->intervals[loser->worst];
    const double share = report_share(text->prediction, loser->lost_time);
    char number[REPORT_NUMBER_SIZE];
    g_autoptr(GString) kind = g_string_new(NULL);
    g_autofree char *full = g_strdup_printf(
        "%s:%" G_GINT64_FORMAT, interval->file != NULL ? interval->file : "", interval->line);

    append_kind(text, kind, loser, interval);
    g_autofree char *place = fit(text, full, WIDTH - 5 - (int)kind->len);
    put(text, "  %u. ", rank);
    put_coloured(text, bold, place);
    put(text, "%s\n     %s lost", kind->str, report_number_time(loser->lost_time, number));
    put(text, " (%s), mostly ", report_number_percent(share, number));
    put_coloured(text, loss_colours[loser->mostly], report_loss_words(loser->mostly));
    put(text, "\n");
}

static void
put_losers(const Text *text)
{
    ReportLoser losers[WORST];
    const guint n = report_losers(text->prediction, text->options, losers, WORST);

    if (n > 0)
        put_section(text,
                    "Largest losses, waiting at the line waited for (share of processor time)");
    for (guint i = 0; i < n; i++)
        put_loser(text, i + 1, &losers[i]);
}

/* "PAR heat2d.fdv:31" */
static char *
interval_name(const Interval *interval)
{
    g_autofree char *number =
        interval->has_expression
            ? g_strdup_printf("%" G_GINT64_FORMAT " ", interval->expression)
            : g_strdup("");

    return g_strdup_printf("%s %s%s:%" G_GINT64_FORMAT, interval_type_name(interval->type),
                           number, interval->file, interval->line);
}

static char *
timeline_interval_name(guint32 interval, gpointer data)
{
    const Text *text = data;
    const guint id = prediction_interval_id(text->prediction, interval);

    if (id == 0)
        return NULL;
    return interval_name(&text->prediction->intervals[id - 1]);
}

/* What one processor takes, and whether fewer take less. */
static void
put_others(const Text *text)
{
    const Explanation *e = text->options->explanation;
    const double time = text->prediction->execution_time;
    const gint64 n = text->prediction->processors;
    char buffer[REPORT_NUMBER_SIZE];

    put(text, "one processor takes %s", report_number_time(e->serial_time, buffer));
    if (prediction_is_slower(text->prediction))
        put(text, ": %" G_GINT64_FORMAT " are slower than one", n);
    else if (time > 0)
        put(text, ", %s times as long", report_number_rounded(e->serial_time / time, buffer));
    put(text, "\n");
    if (e->fewer.rank == 0)
        return;
    if (rater_grid_count(&e->fewer) > 1) {
        put(text, "fewer processors are faster: on ");
        topology_append(&e->fewer, text->out);
        put(text, " it takes %s\n", report_number_time(e->fewer_time, buffer));
    } else if (n > 3) {
        put(text, "of fewer processors one is the fastest\n");
    }
}

static void
put_explained_title(const Text *text)
{
    const Prediction *p = text->prediction;
    char buffer[REPORT_NUMBER_SIZE];
    g_autoptr(GString) title = name_machine(p);
    g_autofree char *program =
        report_clean_terminal(prediction_title(p), text->options->unicode);

    g_string_prepend(title, program);
    put_heading(text, title->str);
    put_start(text);
    put_machine_file(text);
    put(text, "predicted time %s", report_number_time(p->execution_time, buffer));
    put(text, ", efficiency %s", report_number_percent(p->intervals[0].efficiency, buffer));
    put_without_start(text, " (", ")");
    put(text, "\n");
    if (p->processors > 1)
        put_others(text);
}

/* What to try; said in full at the first finding of its kind. */
static void
put_advice(const Text *text, guint number, const Finding *finding)
{
    for (guint i = 0; i + 1 < number; i++) {
        const Finding *before = g_ptr_array_index(text->options->explanation->findings, i);
        if (!g_str_equal(before->advice, finding->advice))
            continue;
        put(text, "     try       as %u\n", i + 1);
        return;
    }
    put_wrapped(text, "     try       ", finding->advice);
}

/* What is moved in the interval of a finding. */
static void
put_moved(const Text *text, const Finding *finding)
{
    if (text->metrics == NULL)
        return;
    const MetricsMoved moved =
        report_metrics_moved(text->metrics, text->prediction, finding->interval);
    if (moved.messages > 0)
        put(text, "     moves     %.0f messages, %.0f bytes in the interval\n", moved.messages,
            moved.bytes);
}

static void
put_finding(const Text *text, guint number, const Finding *finding)
{
    char buffer[REPORT_NUMBER_SIZE];
    g_autofree char *label = g_strdup_printf("%3u. ", number);
    g_autofree char *head = g_strdup_printf("%s:%" G_GINT64_FORMAT ": %s", finding->file,
                                            finding->line, finding->title);
    const guint n = text->prediction->n_intervals;
    g_autofree char *interval =
        interval_name(&text->prediction->intervals[CLAMP(finding->interval, 1, n) - 1]);
    g_autoptr(GString) where = g_string_new(NULL);

    put(text, "\n");
    put_wrapped(text, label, head);
    g_string_append_printf(where, "at most %s", report_number_time(finding->bound, buffer));
    g_string_append_printf(where, ", %s of the run",
                           report_number_percent(finding->share, buffer));
    put_wrapped(text, "     saves     ", where->str);
    if (!text->options->full) {
        put_advice(text, number, finding);
        return;
    }
    g_string_printf(where, "%s, id %s; %s; processors %s", finding_kind(finding->kind)->name,
                    finding->id, interval, finding->processors);
    if (where->len > 4 * WIDTH) { /* boxes by the thousand */
        g_string_truncate(where, 4 * WIDTH);
        g_string_append(where, " ...");
    }
    put_wrapped(text, "     kind      ", where->str);
    put_wrapped(text, "     evidence  ", finding->evidence);
    put_moved(text, finding);
    put_advice(text, number, finding);
}

/* A part of what is lost where nothing stands out. */
static void
put_part(const Text *text, const char *words, double seconds)
{
    const Interval *root = &text->prediction->intervals[0];
    char percent[REPORT_NUMBER_SIZE], number[REPORT_NUMBER_SIZE];

    if (report_loss_shows(root, seconds))
        put(text, "  %7s  %8s  %s\n",
            report_number_percent(report_share(text->prediction, seconds), percent),
            report_number_time(seconds, number), words);
}

static void
put_half(const Text *text)
{
    const Explanation *e = text->options->explanation;
    char buffer[REPORT_NUMBER_SIZE];

    if (e->half.rank == 0)
        return;
    put(text, "\nThe problem is too small for %" G_GINT64_FORMAT " processors: ",
        text->prediction->processors);
    if (rater_grid_count(&e->half) == 1) {
        put(text, "two already spend less than half\nof their time on it.\n");
        return;
    }
    put(text, "half of their time is productive\non ");
    topology_append(&e->half, text->out);
    put(text, " (%s", report_number_time(e->half_time, buffer));
    put(text, ", efficiency %s", report_number_percent(e->half_efficiency, buffer));
    put(text, " without start and exit of the process).\n");
}

/* Where the rest is. */
static void
put_rest(const Text *text)
{
    const Interval *root = &text->prediction->intervals[0];

    if (!explanation_is_quiet(text->options->explanation, text->prediction))
        return;
    put(text, "\nWhat is lost of the processor time is\n");
    put_part(text, "start and exit of the process, on all processors",
             report_loss_seconds(root, REPORT_LOSS_START));
    put_part(text, "work that is repeated, in small parts",
             report_loss_seconds(root, REPORT_LOSS_REPEATED));
    put_part(text, "transfers, spread thin", report_transfer_seconds(root));
    put_part(text, "waiting for others, none of which is far behind",
             report_loss_seconds(root, REPORT_LOSS_WAITING));
    put_half(text);
}

static void
put_findings(const Text *text)
{
    const GPtrArray *findings = text->options->explanation->findings;
    char buffer[REPORT_NUMBER_SIZE];

    if (findings->len == 0) {
        put_section(text, "Nothing stands out");
        put(text, "No single cause costs enough of the run to be worth the work "
                  "on the program.\n");
        put_rest(text);
        return;
    }
    put_section(text, "What to try first");
    for (guint i = 0; i < MIN(findings->len, text->options->full ? G_MAXUINT : MOST_SHORT); i++)
        put_finding(text, i + 1, g_ptr_array_index(findings, i));
    if (findings->len > 1 && text->prediction->execution_time > 0) {
        const double together = text->options->explanation->together;
        put(text, "\nAll together save at most %s", report_number_time(together, buffer));
        put(text, ", %s of the run.\n",
            report_number_percent(together / text->prediction->execution_time, buffer));
    }
    put_rest(text);
}

static void
put_factor_row(TextTable *table, const Interval *interval)
{
    const double factors[] = {
        interval->pop.global_efficiency,        interval->pop.computation_scaling,
        interval->pop.parallel_efficiency,      interval->pop.load_balance,
        interval->pop.communication_efficiency, interval->pop.serialisation_efficiency,
        interval->pop.transfer_efficiency
    };

    text_table_take(table, interval_name(interval));
    for (guint i = 0; i < G_N_ELEMENTS(factors); i++)
        text_table_take(table, text_table_ratio(factors[i]));
}

/* What the transfer efficiency of the program is made of. */
static void
put_congestion_factors(const Text *text)
{
    const LinkUse *links = text->prediction->links;
    char buffer[REPORT_NUMBER_SIZE];

    if (links == NULL || !(links->intervals[0].messages > 0))
        return;
    put(text, "  transfer of the program = %s without congestion",
        report_number_percent(links->intervals[0].transfer_efficiency, buffer));
    put(text, " * %s of congestion\n",
        report_number_percent(links->intervals[0].congestion_efficiency, buffer));
}

/* The POP factors of the program and of the intervals of findings. */
static void
put_factors(const Text *text)
{
    static const char *const titles[] = { "Interval", "Global",    "Scaling",   "Parallel",
                                          "Balance",  "Communic.", "Serialis.", "Transfer" };
    g_autoptr(TextTable) table = text_table_new(G_N_ELEMENTS(titles), 1);
    g_autoptr(GHashTable) done = g_hash_table_new(g_direct_hash, g_direct_equal);
    const GPtrArray *findings = text->options->explanation->findings;

    put_section(text, "Efficiency factors (POP): global = computation scaling * parallel,\n"
                      "parallel = balance * communication,\n"
                      "communication = serialisation * transfer");
    for (guint i = 0; i < G_N_ELEMENTS(titles); i++)
        text_table_add(table, titles[i]);
    put_factor_row(table, &text->prediction->intervals[0]);
    g_hash_table_add(done, GUINT_TO_POINTER(1));
    for (guint i = 0; i < findings->len && g_hash_table_size(done) < MOST_FACTORS; i++) {
        const Finding *finding = g_ptr_array_index(findings, i);
        if (finding->interval <= text->prediction->n_intervals &&
            g_hash_table_add(done, GUINT_TO_POINTER(finding->interval)))
            put_factor_row(table, &text->prediction->intervals[finding->interval - 1]);
    }
    text_table_write(table, text->out);
    put_congestion_factors(text);
}

/* Figure 14 of IPS, of the first and the last of the processors that stand for all. */
static void
put_profiles(const Text *text, const MetricsTable *metrics, const TimelineNames *names)
{
    g_autoptr(GArray) numbers = metrics_processors(metrics, MOST_PROCESSORS);
    const guint step = MAX(numbers->len, 2) - 1;

    for (guint i = 0; i < numbers->len && numbers->len > 1; i += step) {
        const gint64 number = g_array_index(numbers, gint64, i);
        g_autoptr(GString) title = g_string_new("Metrics by interval of ");
        timeline_names_append_processor(names, number, title);
        put_section(text, title->str);
        metrics_text_profile(metrics, names, number, METRICS_INTERVAL, MOST_ROWS, text->out);
    }
}

static void
put_metrics(const Text *text, const TimelineNames *names)
{
    const MetricsTable *metrics = text->metrics;

    put_section(text, "Metrics of the program");
    metrics_text_program(metrics, text->out);
    put_section(text, "CPU time of the program over time");
    metrics_text_histogram(metrics, METRIC_CPU, N_BINS, text->out);
    put_section(text, "Message traffic of the program over time");
    metrics_text_histogram(metrics, METRIC_BYTES, N_BINS, text->out);
    put_section(text, "Metrics by machine (all processors are one)");
    metrics_text_machines(metrics, 1, text->out);
    put_section(text, "Metrics by processor");
    metrics_text_processors(metrics, names, MOST_PROCESSORS, text->out);
    put_section(text, "Metrics by interval");
    metrics_text_profile(metrics, names, -1, METRICS_INTERVAL, MOST_ROWS, text->out);
    put_profiles(text, metrics, names);
    put_section(text, "Metrics by line");
    metrics_text_profile(metrics, names, -1, METRICS_CALL, MOST_ROWS, text->out);
}

static void
put_path(const Text *text)
{
    const Explanation *e = text->options->explanation;
    const RaterGrid *grid = &text->prediction->grid;
    const TimelineNames names = { e->timeline, grid, timeline_interval_name, (gpointer)text,
                                  text->options->unicode };

    put_section(text, "Critical path of the program");
    critical_path_text_program(e->path, text->out);
    put_section(text, "Critical path by processor");
    critical_path_text_processors(e->path, &names, MOST_ROWS, text->out);
    put_section(text, "Critical path by interval and line");
    critical_path_text_lines(e->path, &names, MOST_ROWS, text->out);
    if (text->metrics != NULL)
        put_metrics(text, &names);
}

/* What a screen has no room for. */
static void
put_more(const Text *text)
{
    const guint n = text->options->explanation->findings->len;

    put(text, "\n");
    if (n > MOST_SHORT)
        put(text, "%u findings more, ", n - MOST_SHORT);
    put(text, "%s with --full: evidence, factors of the efficiency, critical\npath, metrics.\n",
        n > MOST_SHORT ? "and more," : "More");
}

static void
put_explained(const Text *text)
{
    put_explained_title(text);
    put_findings(text);
    if (!text->options->full) {
        put_more(text);
        return;
    }
    put_factors(text);
    if (text->options->explanation->path != NULL)
        put_path(text);
}

gboolean
report_text_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const Report *report = data;
    g_autoptr(GString) out = g_string_new(NULL);
    const Explanation *explanation = report->options->explanation;
    const Timeline *timeline = explanation != NULL ? explanation->timeline : NULL;
    g_autoptr(MetricsTable) metrics = timeline != NULL ? metrics_new(timeline, 0) : NULL;
    const Text text = { report->prediction, report->options, metrics, out };

    if (text.options->explanation != NULL) {
        put_explained(&text);
    } else {
        put_title(&text);
        put_headline(&text);
        put_uses(&text);
        put_losers(&text);
    }
    report_sink_write(sink, out->str, out->len);
    return TRUE;
}
