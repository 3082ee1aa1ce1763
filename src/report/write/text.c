/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The short summary for a terminal: time, efficiency, what becomes of the processor time, and
 * the intervals that lose most.  80 columns.
 */
#include <math.h>
#include <string.h>

#include "src/base/clean.h"
#include "src/base/number.h"
#include "src/report/value/report.h"
#include "src/report/view/fields.h"
#include "src/report/view/losses.h"
#include "src/report/write/explain-text.h"

#define WIDTH     80
#define BAR_WIDTH 27 /* cells: what the columns of numbers leave of the line */
#define WORST     3

typedef struct {
    const Prediction *prediction;
    const ReportOptions *options;
    ReportSink *sink;
} Text;

/* Terminal colours (SGR): by ReportUse, and for headings. */
static const char *const use_colours[REPORT_N_USES] = {
    [REPORT_PRODUCTIVE] = "32",
    [REPORT_INSUFFICIENT] = "31",
    [REPORT_COMMUNICATION + OPERATION_IO] = "33",
    [REPORT_COMMUNICATION + OPERATION_REDUCTION] = "35",
    [REPORT_COMMUNICATION + OPERATION_SHADOW] = "34",
    [REPORT_COMMUNICATION + OPERATION_REMOTE] = "36",
    [REPORT_COMMUNICATION + OPERATION_REDISTRIBUTION] = "95",
    [REPORT_IDLE] = "90",
};
static const char heading_colour[] = "1";

static void
begin_colour(const Text *text, const char *colour)
{
    if (text->options->colour)
        report_sink_printf(text->sink, "\033[%sm", colour);
}

static void
end_colour(const Text *text)
{
    if (text->options->colour)
        report_sink_puts(text->sink, "\033[0m");
}

static void
put_heading(const Text *text, const char *heading)
{
    begin_colour(text, heading_colour);
    report_sink_puts(text->sink, heading);
    end_colour(text);
    report_sink_puts(text->sink, "\n");
}

/* `name` in what is left of the line, but never in next to nothing. */
static char *
fit(const Text *text, const char *name, int columns)
{
    return report_clean_fit(name, (gsize)MAX(columns, WIDTH / 4), text->options->unicode);
}

/* "program on 4 processors (2x2, network)" and the trace, a line each. */
static void
put_title(const Text *text)
{
    const Prediction *prediction = text->prediction;
    g_autoptr(GString) rest = g_string_new(NULL);

    g_string_append_printf(rest, " on %" G_GINT64_FORMAT " processor%s (",
                           prediction->processors, prediction->processors == 1 ? "" : "s");
    report_append_topology(&prediction->params->topology, rest);
    g_string_append_printf(rest, ", %s)", params_type_name(prediction->params));
    g_autofree char *program = fit(text, report_program(prediction), WIDTH - (int)rest->len);
    g_autofree char *title = g_strconcat(program, rest->str, NULL);
    put_heading(text, title);

    g_string_printf(rest,
                    ": %" G_GUINT64_FORMAT " calls, %" G_GUINT64_FORMAT " lines, "
                    "%" G_GUINT64_FORMAT " bytes",
                    prediction->n_calls, prediction->trace_lines, prediction->trace_bytes);
    g_autofree char *trace =
        fit(text, prediction->trace_file != NULL ? prediction->trace_file : "-",
            WIDTH - (int)rest->len - (int)strlen("trace "));
    report_sink_printf(text->sink, "trace %s%s\n", trace, rest->str);
    if (!prediction->complete)
        put_heading(text, "The trace is truncated: the prediction ends where it ends.");
}

static void
put_headline(const Text *text)
{
    const Prediction *prediction = text->prediction;
    char buffer[REPORT_NUMBER_SIZE];

    report_sink_puts(text->sink, "\n  Predicted time   ");
    begin_colour(text, heading_colour);
    report_sink_printf(text->sink, "%s s",
                       report_number_short(prediction->execution_time, buffer));
    end_colour(text);
    report_sink_printf(text->sink, "\n  Efficiency       %s\n",
                       report_number_percent(prediction->intervals[0].efficiency, buffer));
    report_sink_printf(text->sink, "  Speed-up         %s against one processor",
                       report_number_short(report_speedup(prediction), buffer));
    report_sink_printf(text->sink, " (%s s)\n",
                       report_number_short(prediction->serial_time, buffer));
}

/* Two blanks and `share` of BAR_WIDTH cells, to an eighth of a cell in Unicode. What is not
 * nothing shows; of nothing there is no bar. */
static void
put_bar(const Text *text, double share)
{
    static const char *const eighths[] = { "\xe2\x96\x8f", "\xe2\x96\x8e", "\xe2\x96\x8d",
                                           "\xe2\x96\x8c", "\xe2\x96\x8b", "\xe2\x96\x8a",
                                           "\xe2\x96\x89", "\xe2\x96\x88" };
    static const char *const wholes[] = { "#" };
    const int steps = text->options->unicode ? G_N_ELEMENTS(eighths) : G_N_ELEMENTS(wholes);
    const char *const *parts = text->options->unicode ? eighths : wholes;
    const double cells = isfinite(share) ? CLAMP(share, 0.0, 1.0) * BAR_WIDTH : 0;
    const int length = (int)lround(cells * steps);

    if (cells == 0)
        return;
    report_sink_puts(text->sink, "  ");
    for (int i = 0; i < length / steps; i++)
        report_sink_puts(text->sink, parts[steps - 1]);
    if (length % steps > 0)
        report_sink_puts(text->sink, parts[length % steps - 1]);
    else if (length == 0)
        report_sink_puts(text->sink, text->options->unicode ? eighths[0] : ".");
}

static void
put_use(const Text *text, ReportUse use)
{
    const Interval *root = &text->prediction->intervals[0];
    const double seconds = report_use_seconds(root, use);
    const double share = report_share(text->prediction, seconds);
    char percent[REPORT_NUMBER_SIZE], number[REPORT_NUMBER_SIZE];

    if (!report_use_shows(root, use))
        return;
    report_sink_printf(text->sink, "  %-24s %9s %12s s", report_use_label(use),
                       report_number_percent(share, percent),
                       report_number_short(seconds, number));
    begin_colour(text, use_colours[use]);
    put_bar(text, share);
    end_colour(text);
    report_sink_puts(text->sink, "\n");
}

static void
put_uses(const Text *text)
{
    const Interval *root = &text->prediction->intervals[0];
    char number[REPORT_NUMBER_SIZE];

    report_sink_puts(text->sink, "\n");
    g_autofree char *heading =
        g_strdup_printf("Processor time: %s s", report_number_short(root->total_time, number));
    put_heading(text, heading);
    for (ReportUse use = REPORT_PRODUCTIVE; use < REPORT_N_USES; use++)
        put_use(text, use);
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
    char number[REPORT_NUMBER_SIZE];
    g_autoptr(GString) kind = g_string_new(NULL);
    g_autofree char *full = g_strdup_printf(
        "%s:%" G_GINT64_FORMAT, interval->file != NULL ? interval->file : "", interval->line);

    append_kind(text, kind, loser, interval);
    g_autofree char *place = fit(text, full, WIDTH - 5 - (int)kind->len);
    report_sink_printf(text->sink, "  %u. ", rank);
    begin_colour(text, heading_colour);
    report_sink_puts(text->sink, place);
    end_colour(text);
    report_sink_printf(text->sink, "%s\n     %s s lost", kind->str,
                       report_number_short(loser->lost_time, number));
    const double share = report_share(text->prediction, loser->lost_time);
    report_sink_printf(text->sink, " (%s), mostly ", report_number_percent(share, number));
    begin_colour(text, use_colours[loser->mostly]);
    g_autofree char *cause = g_ascii_strdown(report_use_label(loser->mostly), -1);
    report_sink_puts(text->sink, cause);
    end_colour(text);
    report_sink_puts(text->sink, "\n");
}

static void
put_losers(const Text *text)
{
    ReportLoser losers[WORST];
    const guint n = report_losers(text->prediction, text->options, losers, WORST);

    if (n == 0)
        return;
    report_sink_puts(text->sink, "\n");
    put_heading(text,
                "Largest losses, those of nested intervals apart (share of processor time)");
    for (guint i = 0; i < n; i++)
        put_loser(text, i + 1, &losers[i]);
}

gboolean
report_text_write(const Prediction *prediction, const ReportOptions *options, ReportSink *sink,
                  GError **error G_GNUC_UNUSED)
{
    const Text text = { prediction, options, sink };

    if (options->explanation != NULL) {
        explain_text_write(prediction, options, sink);
        return TRUE;
    }
    put_title(&text);
    put_headline(&text);
    put_uses(&text);
    put_losers(&text);
    return TRUE;
}
