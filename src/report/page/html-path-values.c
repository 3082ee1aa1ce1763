/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Values of the critical path, a function for those of each variable.  Each takes the values
 * that are its own and returns FALSE for the others.
 */
#include "src/base/number.h"
#include "src/report/page/html-explain.h"
#include "src/report/page/html-values.h"

/* Units of the strip's drawing: its width and its height. */
#define STRIP_WIDTH  1000
#define STRIP_HEIGHT 100

static HtmlActivity
part_activity(guint part)
{
    return (HtmlActivity)(HTML_ACTIVITY_CPU + part);
}

static double
piece_total(const HtmlPathPiece *piece)
{
    double total = 0;

    for (guint part = 0; part < N_PATH_PARTS; part++)
        total += piece->seconds[part];
    return total;
}

/* "0.3 to 0.4 s: Reduction 0.06 s, User code (CPU) 0.04 s; PAR 3, heat2d.fdv:31" */
static const char *
label_piece(HtmlModel *model, const HtmlPathPiece *piece)
{
    g_autoptr(GString) text = g_string_new(NULL);
    char from[REPORT_NUMBER_SIZE], to[REPORT_NUMBER_SIZE];
    const char *separator = ": ";

    g_string_append_printf(text, "%s to %s s", report_number_short(piece->start, from),
                           report_number_short(piece->end, to));
    for (guint part = 0; part < N_PATH_PARTS; part++) {
        if (!(piece->seconds[part] > 0))
            continue;
        g_string_append_printf(text, "%s%s %s s", separator,
                               html_activity_label(part_activity(part)),
                               report_number_short(piece->seconds[part], to));
        separator = ", ";
    }
    if (piece_total(piece) > 0) {
        const guint id = html_explain_interval_id(model, piece->interval);
        separator = model->explain->path->columns ? "; longest: " : "; ";
        g_string_append_printf(text, "%sline ", separator);
        g_string_append(text, html_explain_site(model, piece->site));
        g_string_append_printf(text, ", in %s", html_explain_words(model, id));
    }
    g_string_assign(model->text, text->str);
    return model->text->str;
}

static gboolean
get_piece(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const GArray *pieces = model->explain->path->pieces;
    const gint64 number = current[HTML_PIECE];

    if (number < 0 || number >= (gint64)pieces->len)
        return FALSE;
    const HtmlPathPiece *piece = &g_array_index(pieces, HtmlPathPiece, number);
    const double end = g_array_index(pieces, HtmlPathPiece, pieces->len - 1).end;
    const guint part = (guint)CLAMP(current[HTML_SLICE], 0, N_PATH_PARTS - 1);
    const double length = piece->end - piece->start;
    double below = 0;
    for (guint i = 0; i <= part; i++)
        below += piece->seconds[i];
    switch (value) {
    case HTML_VALUE_PIECE_LEFT:
        return html_values_real(out, STRIP_WIDTH * html_values_share(piece->start, end));
    case HTML_VALUE_PIECE_WIDTH:
        return html_values_real(out, STRIP_WIDTH * html_values_share(length, end));
    case HTML_VALUE_PIECE_LABEL:
        return html_values_text(out, label_piece(model, piece));
    case HTML_VALUE_PIECE_INTERVAL: {
        const Interval *interval =
            html_explain_interval(model, html_explain_interval_id(model, piece->interval));
        return html_values_integer(out, interval != NULL ? interval->id : 0);
    }
    case HTML_VALUE_SLICE_NAME:
        return html_values_text(out, html_activity_name(part_activity(part)));
    case HTML_VALUE_SLICE_TOP:
        return html_values_real(out, STRIP_HEIGHT * (1 - html_values_share(below, length)));
    case HTML_VALUE_SLICE_HEIGHT:
        return html_values_real(out,
                                STRIP_HEIGHT * html_values_share(piece->seconds[part], length));
    default:
        return FALSE;
    }
}

static gboolean
get_part(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const HtmlPath *path = model->explain->path;
    const guint part = (guint)CLAMP(current[HTML_PART], 0, N_PATH_PARTS - 1);

    switch (value) {
    case HTML_VALUE_PART_NAME:
        return html_values_text(out, html_activity_name(part_activity(part)));
    case HTML_VALUE_PART_LABEL:
        return html_values_text(out, html_activity_label(part_activity(part)));
    case HTML_VALUE_PART_SECONDS:
        return html_values_real(out, path->path->program[part]);
    case HTML_VALUE_PART_SHARE:
        return html_values_real(
            out, html_values_share(path->path->program[part], path->path->length));
    case HTML_VALUE_PART_OTHER_SECONDS:
        return html_values_real(out, path->other_line_seconds[part]);
    default:
        return FALSE;
    }
}

static void
append_processor(const HtmlModel *model, GString *out, gint64 number)
{
    const RaterGrid *grid = &model->prediction->params->topology;
    gint64 index[RATER_MAX_RANK] = { 0 };

    rater_grid_index(grid, number, index);
    for (int g = 0; g < grid->rank; g++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, g > 0 ? "," : "", index[g]);
}

static const char *
label_pair(HtmlModel *model, const PathProcessor *pair)
{
    g_string_truncate(model->text, 0);
    if (pair->sender < 0 || pair->receiver < 0)
        return "Collective operations";
    if (pair->sender == pair->receiver) {
        g_string_append(model->text, "Processor ");
        append_processor(model, model->text, pair->sender);
    } else {
        g_string_append(model->text, "Messages ");
        append_processor(model, model->text, pair->sender);
        g_string_append(model->text, " \xe2\x86\x92 ");
        append_processor(model, model->text, pair->receiver);
    }
    return model->text->str;
}

static gboolean
get_pair(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const CriticalPath *path = model->explain->path->path;
    const gint64 number = current[HTML_PAIR];

    if (number < 0 || number >= (gint64)path->processors->len)
        return FALSE;
    const PathProcessor *pair = &g_array_index(path->processors, PathProcessor, number);
    switch (value) {
    case HTML_VALUE_PAIR_LABEL:
        return html_values_text(out, label_pair(model, pair));
    case HTML_VALUE_PAIR_SECONDS:
        return html_values_real(out, pair->seconds);
    case HTML_VALUE_PAIR_SHARE:
        return html_values_real(out, html_values_share(pair->seconds, path->length));
    default:
        return FALSE;
    }
}

static gboolean
get_place(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const CriticalPath *path = model->explain->path->path;
    const GArray *places = model->explain->path->places;
    const gint64 number = current[HTML_PLACE];

    if (number < 0 || number >= (gint64)places->len)
        return FALSE;
    const HtmlPathPlace *place = &g_array_index(places, HtmlPathPlace, number);
    const PathLine *line = &place->line;
    const guint id = html_explain_interval_id(model, line->interval);
    const Interval *interval = html_explain_interval(model, id);
    switch (value) {
    case HTML_VALUE_PLACE_INTERVAL:
        return html_values_integer(out, interval != NULL ? interval->id : 0);
    case HTML_VALUE_PLACE_NAME:
        return html_values_text(out, html_explain_name(model, id));
    case HTML_VALUE_PLACE_WORDS:
        return html_values_text(out, html_explain_words(model, id));
    case HTML_VALUE_PLACE_OTHERS:
        return html_values_integer(out, place->n_alike - 1);
    case HTML_VALUE_PLACE_PLACE:
        return html_values_text(out, html_explain_site(model, line->site));
    case HTML_VALUE_PLACE_LINK:
        return html_values_text(out, html_explain_site_link(model, line->site));
    case HTML_VALUE_PLACE_SECONDS:
        return html_values_real(out, line->total);
    case HTML_VALUE_PLACE_SHARE:
        return html_values_real(out, html_values_share(line->total, path->length));
    case HTML_VALUE_PLACE_SLACK:
        return html_values_real(out, line->slack);
    case HTML_VALUE_SPENT_SECONDS:
        return html_values_real(out,
                                line->seconds[CLAMP(current[HTML_SPENT], 0, N_PATH_PARTS - 1)]);
    default:
        return FALSE;
    }
}

gboolean
html_path_get(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const HtmlPath *path = model->explain->path;

    if (path == NULL)
        return FALSE;
    const double length = path->path->length;
    switch (value) {
    case HTML_VALUE_PATH_LENGTH:
        return html_values_real(out, length);
    case HTML_VALUE_PATH_MAXIMUM_PARALLELISM:
        return html_values_real(out, path->path->maximum_parallelism);
    case HTML_VALUE_PATH_PARALLELISM:
        return html_values_real(out, path->path->parallelism);
    case HTML_VALUE_PATH_COLUMNS:
        return html_values_truth(out, path->columns);
    case HTML_VALUE_PATH_OTHER_PAIRS:
        return html_values_integer(out, path->other_pairs);
    case HTML_VALUE_PATH_OTHER_PAIR_SECONDS:
        return html_values_real(out, path->other_pair_seconds);
    case HTML_VALUE_PATH_OTHER_PAIR_SHARE:
        return html_values_real(out, html_values_share(path->other_pair_seconds, length));
    case HTML_VALUE_PATH_OTHER_PLACES:
        return html_values_integer(out, path->other_lines);
    case HTML_VALUE_PATH_OTHER_PLACE_SECONDS:
        return html_values_real(out, path->other_line_total);
    case HTML_VALUE_PATH_OTHER_PLACE_SHARE:
        return html_values_real(out, html_values_share(path->other_line_total, length));
    default:
        return get_part(model, current, value, out) || get_piece(model, current, value, out) ||
               get_pair(model, current, value, out) || get_place(model, current, value, out);
    }
}
