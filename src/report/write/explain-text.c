/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Why a program is slow, for a terminal: what to try first, then the critical path and metrics.
 */
#include "src/report/write/explain-text.h"

#include <string.h>

#include "src/base/clean.h"
#include "src/base/number.h"
#include "src/base/text-table.h"
#include "src/report/view/fields.h"
#include "src/report/write/ips.h"

#define WIDTH 80

/* Rows of the tables; the rest is one row. */
#define MOST_ROWS       16
#define MOST_PROCESSORS 6
#define N_BINS          20
#define MOST_FACTORS    8

/* An efficiency from which on what is lost wants no word where nothing stands out. */
#define LITTLE_LOST 0.9

typedef struct {
    const Prediction *prediction;
    const ReportOptions *options;
    const Explanation *explanation;
    GString *out;
} Text;

static void
begin_heading(const Text *text)
{
    if (text->options->colour)
        g_string_append(text->out, "\033[1m");
}

static void
end_heading(const Text *text)
{
    g_string_append(text->out, text->options->colour ? "\033[0m\n" : "\n");
}

static void
put_heading(const Text *text, const char *heading)
{
    g_string_append_c(text->out, '\n');
    begin_heading(text);
    g_string_append(text->out, heading);
    end_heading(text);
}

/* Words of `body` behind `label`, in lines of at most WIDTH columns; all but the first are
 * indented as far as the label reaches. */
static void
put_wrapped(const Text *text, const char *label, const char *body)
{
    g_autofree char *clean = report_clean_terminal(body, text->options->unicode);
    g_auto(GStrv) words = g_strsplit(clean, " ", -1);
    const glong indent = g_utf8_strlen(label, -1);
    glong column = indent;

    g_string_append(text->out, label);
    for (guint i = 0; words[i] != NULL; i++) {
        const glong width = g_utf8_strlen(words[i], -1);
        if (column > indent && column + 1 + width > WIDTH) {
            g_string_append_printf(text->out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            g_string_append_c(text->out, ' ');
            column++;
        }
        g_string_append(text->out, words[i]);
        column += width;
    }
    g_string_append_c(text->out, '\n');
}

/* "PAR heat2d.fdv:31" */
static char *
interval_name(const Interval *interval)
{
    if (interval->has_expression)
        return g_strdup_printf("%s %" G_GINT64_FORMAT " %s:%" G_GINT64_FORMAT,
                               interval_type_name(interval->type), interval->expression,
                               interval->file, interval->line);
    return g_strdup_printf("%s %s:%" G_GINT64_FORMAT, interval_type_name(interval->type),
                           interval->file, interval->line);
}

static char *
timeline_interval_name(guint32 interval, gpointer data)
{
    const Text *text = data;
    const guint id = explanation_id(text->explanation, interval);

    if (id == 0 || id > text->prediction->n_intervals)
        return NULL;
    return interval_name(&text->prediction->intervals[id - 1]);
}

/* What one processor takes, and whether fewer take less. */
static void
put_others(const Text *text)
{
    const Explanation *e = text->explanation;
    const double time = text->prediction->execution_time;
    const gint64 n = text->prediction->processors;
    char buffer[REPORT_NUMBER_SIZE];

    g_string_append_printf(text->out, "one processor takes %s s",
                           report_number_rounded(e->serial_time, buffer));
    if (prediction_is_slower(text->prediction))
        g_string_append_printf(text->out, ": %" G_GINT64_FORMAT " are slower than one", n);
    else if (time > 0)
        g_string_append_printf(text->out, ", %s times as long",
                               report_number_rounded(e->serial_time / time, buffer));
    g_string_append_c(text->out, '\n');
    if (e->fewer.rank == 0)
        return;
    if (rater_grid_count(&e->fewer) > 1) {
        g_string_append(text->out, "fewer processors are faster: on ");
        report_append_topology(&e->fewer, text->out);
        g_string_append_printf(text->out, " it takes %s s\n",
                               report_number_rounded(e->fewer_time, buffer));
    } else if (n > 3) {
        g_string_append(text->out, "of fewer processors one is the fastest\n");
    }
}

static void
put_title(const Text *text)
{
    const Prediction *p = text->prediction;
    char buffer[REPORT_NUMBER_SIZE];
    g_autofree char *program = report_clean_terminal(report_program(p), text->options->unicode);

    begin_heading(text);
    g_string_append_printf(text->out, "%s on %" G_GINT64_FORMAT " processor%s (", program,
                           p->processors, p->processors == 1 ? "" : "s");
    report_append_topology(&p->params->topology, text->out);
    g_string_append_printf(text->out, ", %s)", params_type_name(p->params));
    end_heading(text);
    g_string_append_printf(text->out, "predicted time %s s",
                           report_number_short(p->execution_time, buffer));
    g_string_append_printf(text->out, ", efficiency %s\n",
                           report_number_percent(p->intervals[0].efficiency, buffer));
    if (p->processors > 1)
        put_others(text);
}

/* What to try; said in full at the first finding of its kind. */
static void
put_advice(const Text *text, guint number, const Finding *finding)
{
    for (guint i = 0; i + 1 < number; i++) {
        const Finding *before = g_ptr_array_index(text->explanation->findings, i);
        if (!g_str_equal(before->advice, finding->advice))
            continue;
        g_string_append_printf(text->out, "     try       as %u\n", i + 1);
        return;
    }
    put_wrapped(text, "     try       ", finding->advice);
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

    g_string_append_c(text->out, '\n');
    put_wrapped(text, label, head);
    g_string_append_printf(where, "at most %s s",
                           report_number_rounded(finding->bound, buffer));
    g_string_append_printf(where, ", %s of the run",
                           report_number_percent(finding->share, buffer));
    put_wrapped(text, "     saves     ", where->str);
    g_string_printf(where, "%s, id %s; %s; processors %s", finding_kind_name(finding->kind),
                    finding->id, interval, finding->processors);
    if (where->len > 4 * WIDTH) { /* boxes by the thousand */
        g_string_truncate(where, 4 * WIDTH);
        g_string_append(where, " ...");
    }
    put_wrapped(text, "     kind      ", where->str);
    put_wrapped(text, "     evidence  ", finding->evidence);
    put_advice(text, number, finding);
}

static void
put_findings(const Text *text)
{
    const GPtrArray *findings = text->explanation->findings;
    char buffer[REPORT_NUMBER_SIZE];

    if (findings->len == 0) {
        put_heading(text, "Nothing stands out");
        g_string_append(text->out,
                        "No single cause costs a share of the run that is worth work "
                        "on the program.\n");
        if (text->prediction->intervals[0].efficiency < LITTLE_LOST)
            g_string_append(text->out, "What is lost is in many small parts, in the run-time "
                                       "system, or in the\nstart of the process.\n");
        return;
    }
    put_heading(text, "What to try first");
    for (guint i = 0; i < findings->len; i++)
        put_finding(text, i + 1, g_ptr_array_index(findings, i));
    if (findings->len < 2 || text->prediction->execution_time <= 0)
        return;
    const double share = text->explanation->together / text->prediction->execution_time;
    g_string_append_printf(text->out, "\nAll together save at most %s s",
                           report_number_rounded(text->explanation->together, buffer));
    g_string_append_printf(text->out, ", %s of the run.\n",
                           report_number_percent(share, buffer));
}

static void
put_factor_row(TextTable *table, const Interval *interval)
{
    const double factors[] = { interval->pop.parallel_efficiency, interval->pop.load_balance,
                               interval->pop.communication_efficiency,
                               interval->pop.serialisation_efficiency,
                               interval->pop.transfer_efficiency };

    text_table_take(table, interval_name(interval));
    for (guint i = 0; i < G_N_ELEMENTS(factors); i++)
        text_table_take(table, text_table_ratio(factors[i]));
}

/* The POP factors of the program and of the intervals of findings. */
static void
put_factors(const Text *text)
{
    static const char *const titles[] = { "Interval",      "Parallel",      "Balance",
                                          "Communication", "Serialisation", "Transfer" };
    g_autoptr(TextTable) table = text_table_new(G_N_ELEMENTS(titles), 1);
    g_autoptr(GHashTable) done = g_hash_table_new(g_direct_hash, g_direct_equal);
    const GPtrArray *findings = text->explanation->findings;

    put_heading(text, "Efficiency factors (POP): parallel = balance * communication,\n"
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
        put_heading(text, title->str);
        metrics_text_profile(metrics, names, number, METRICS_INTERVAL, MOST_ROWS, text->out);
    }
}

static void
put_metrics(const Text *text, const TimelineNames *names)
{
    const MetricsScope program = { .level = METRICS_PROGRAM };
    g_autoptr(MetricsTable) metrics = metrics_new(names->timeline, 0);

    put_heading(text, "Metrics of the program");
    metrics_text_program(metrics, text->out);
    put_heading(text, "CPU time of the program over time");
    metrics_text_histogram(metrics, &program, METRIC_CPU, N_BINS, text->out);
    put_heading(text, "Message traffic of the program over time");
    metrics_text_histogram(metrics, &program, METRIC_BYTES, N_BINS, text->out);
    put_heading(text, "Metrics by machine (all processors are one)");
    metrics_text_machines(metrics, 1, text->out);
    put_heading(text, "Metrics by processor");
    metrics_text_processors(metrics, names, MOST_PROCESSORS, text->out);
    put_heading(text, "Metrics by interval");
    metrics_text_profile(metrics, names, -1, METRICS_INTERVAL, MOST_ROWS, text->out);
    put_profiles(text, metrics, names);
    put_heading(text, "Metrics by line");
    metrics_text_profile(metrics, names, -1, METRICS_CALL, MOST_ROWS, text->out);
}

static void
put_path(const Text *text)
{
    const Explanation *e = text->explanation;
    const RaterGrid *grid = &text->prediction->params->topology;
    const TimelineNames names = { e->timeline, grid, timeline_interval_name, (gpointer)text,
                                  text->options->unicode };

    put_heading(text, "Critical path of the program");
    critical_path_text_program(e->path, text->out);
    put_heading(text, "Critical path by processor");
    critical_path_text_processors(e->path, &names, MOST_ROWS, text->out);
    put_heading(text, "Critical path by interval and line");
    critical_path_text_lines(e->path, &names, MOST_ROWS, text->out);
    if (e->timeline != NULL)
        put_metrics(text, &names);
}

void
explain_text_write(const Prediction *prediction, const ReportOptions *options, ReportSink *sink)
{
    g_autoptr(GString) out = g_string_new(NULL);
    const Text text = { prediction, options, options->explanation, out };

    put_title(&text);
    put_findings(&text);
    put_factors(&text);
    if (text.explanation->path != NULL)
        put_path(&text);
    report_sink_write(sink, out->str, out->len);
}
