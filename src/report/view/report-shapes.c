/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "src/report/view/report-view.h"

#include <string.h>

#include "src/analysis/sweep/topology.h"
#include "src/base/link-name.h"
#include "src/params/clusters.h"
#include "src/params/mapping.h"

/* Boxes are written in pieces of about this many bytes: a class may have megabytes of them. */
#define PIECE 16384

/* Readers of pages are sure to follow elements in elements down to some level: below it a tree
 * goes on flat. */
#define REPORT_DEEPEST_LEVEL 48

static Value
strings(char **strings)
{
    return value_items(strings, strings != NULL ? g_strv_length(strings) : 0, sizeof *strings);
}

static Value
sizes(const RaterGrid *grid)
{
    return value_items(grid->size, (gsize)grid->rank, sizeof grid->size[0]);
}

/* A text that is had at once, for rows of shapes that several views have. */
static gboolean
next_text(gpointer walk, GString *piece)
{
    GString *text = walk;
    if (text->len == 0)
        return FALSE;
    g_string_append_len(piece, text->str, (gssize)text->len);
    g_string_truncate(text, 0);
    return TRUE;
}

static void
free_text(gpointer walk)
{
    g_string_free(walk, TRUE);
}

/* As a parameter file has it. */
static Value
parameter_text(const Params *params, ParamsId id)
{
    GString *text = g_string_new(NULL);
    params_append_value(text, params, id);
    return value_pieces(next_text, text, free_text);
}

static const MessageUse *
message_use(const ReportView *view, const Interval *interval)
{
    const LinkUse *links = view->prediction->links;
    return links != NULL ? &links->intervals[interval->id - 1] : NULL;
}

static Value
load_name(const ReportView *view, const SimLinkLoad *load)
{
    const ParamsMachine *machine = view->prediction->links->machine;
    g_autofree char *name = link_name(&machine->fabric.topology, load->link, machine->name);
    return value_pieces(next_text, g_string_new(name), free_text);
}

static Value
found_text(const Params *params)
{
    GString *text = g_string_new(NULL);
    params_mapping_append_found(text, params->mapping);
    return value_pieces(next_text, text, free_text);
}

static Value
clusters_text(const Params *params)
{
    GString *text = g_string_new(NULL);
    params_clusters_append(text, params->clusters);
    return value_pieces(next_text, text, free_text);
}

/* Seconds of an exact time. */
static Value
atto(RaterAtto time)
{
    return value_real((double)time / 1e18);
}

/* Parameters of networks of nodes and links; those of clusters are of their own. */
#define OF_LINKS(value) (params_is_links(it) ? (value) : value_absent())
#define OF_SHAPE(value) (params_is_links(it) && it->clusters == NULL ? (value) : value_absent())

static gboolean
is_shown(const ValueNode *item)
{
    const ReportView *view = item->view;

    return report_shows(view->options, item->of);
}

static Value
shown_intervals(const ReportView *view)
{
    const Prediction *prediction = view->prediction;
    const Value all = value_items(prediction->intervals, prediction->n_intervals,
                                  sizeof prediction->intervals[0]);

    return value_those(all, is_shown);
}

static gboolean
next_processor(ValueList *list, ValueNode *item)
{
    const Interval *interval = list->of;
    guint which;

    if (!processor_walk_next(list->walk, &item->at, &which))
        return FALSE;
    item->of = &interval->classes[which];
    return TRUE;
}

static Value
each_processor(const ReportView *view, const Interval *interval)
{
    if (view->options->no_processors || !view->options->per_processor)
        return value_absent();
    return value_walk(interval, next_processor, interval_walk_processors(interval),
                      (GDestroyNotify)processor_walk_free);
}

static Value
classes(const ReportView *view, const Interval *interval)
{
    if (view->options->no_processors || view->options->per_processor)
        return value_absent();
    return value_items(interval->classes, interval->n_classes, sizeof interval->classes[0]);
}

static gboolean
next_boxes(gpointer walk, GString *piece)
{
    return processor_box_walk_text(walk, PIECE, piece);
}

static Value
boxes(const ProcessorClass *one)
{
    return value_pieces(next_boxes, processor_box_walk_new(one->set),
                        (GDestroyNotify)processor_box_walk_free);
}

static gboolean
is_met(const OperationTimes *times)
{
    return times->communication != 0 || times->synchronization != 0 || times->variation != 0 ||
           times->overlap != 0;
}

/* Groups of operations that a processor never met are left out: in most intervals these are
 * nearly all. */
static gboolean
shows_operation(const ValueNode *item)
{
    const ReportView *view = item->view;

    return view->all_operations || is_met(item->of);
}

static Value
met_operations(const ProcessorClass *one)
{
    const OperationTimes *times = one->values.operations;

    return value_those(value_items(times, N_OPERATIONS, sizeof times[0]), shows_operation);
}

static Value
findings(const ReportView *view)
{
    return view->explanation != NULL ? report_view_pointers(view->explanation->findings)
                                     : value_absent();
}

static const Explanation *
fewer(const ReportView *view)
{
    const Explanation *explanation = view->explanation;

    return explanation != NULL && explanation->fewer.rank > 0 ? explanation : NULL;
}

static const Explanation *
half(const ReportView *view)
{
    const Explanation *explanation = view->explanation;

    return explanation != NULL && explanation->half.rank > 0 ? explanation : NULL;
}

static const CriticalPath *
path(const ReportView *view)
{
    return view->explanation != NULL ? view->explanation->path : NULL;
}

static const char *
interval_name(ReportView *view, const Interval *interval)
{
    g_string_assign(view->text, interval_type_name(interval->type));
    if (interval->has_expression)
        g_string_append_printf(view->text, " %" G_GINT64_FORMAT, interval->expression);
    return view->text->str;
}

static const char *
topology_text(ReportView *view, const RaterGrid *grid)
{
    g_string_truncate(view->text, 0);
    topology_append(grid, view->text);
    return view->text->str;
}

/* A word of a command line for people: quoted where the shell would take it for something else. */
static void
append_word(GString *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./-+,:@%=";
    g_autofree char *quoted = g_shell_quote(word);
    g_string_append_printf(out, " %s", strspn(word, plain) == strlen(word) ? word : quoted);
}

/* Other parameters than those of the file are not told: who changed them knows. */
static const char *
debug_text(ReportView *view)
{
    const Prediction *p = view->prediction;
    g_string_truncate(view->text, 0);
    if (*p->params->file == '\0' || g_str_equal(p->trace_file, "-"))
        return "";
    g_string_append(view->text, "predictor debug -t ");
    topology_append(&p->params->topology, view->text);
    append_word(view->text, p->params->file);
    append_word(view->text, p->trace_file);
    return view->text->str;
}

/* That one processor is faster is told with the times. */
static const char *
fewer_text(ReportView *view)
{
    const Explanation *explanation = fewer(view);

    return explanation != NULL && rater_grid_count(&explanation->fewer) > 1
               ? topology_text(view, &explanation->fewer)
               : "";
}

static const char *
half_text(ReportView *view)
{
    const Explanation *explanation = half(view);

    return explanation != NULL && rater_grid_count(&explanation->half) > 1
               ? topology_text(view, &explanation->half)
               : "";
}

/* The first finding, if there is one. */
static gconstpointer
cause(const ReportView *view)
{
    return view->explanation != NULL && view->explanation->findings->len > 0
               ? view->explanation->findings->pdata
               : NULL;
}

static const char *
largest_loss(const Prediction *prediction)
{
    const Interval *root = &prediction->intervals[0];
    const ReportLoss largest = report_largest_loss(root);

    return report_loss_shows(root, report_loss_seconds(root, largest))
               ? report_loss_words(largest)
               : "";
}

/* An efficiency in a word; the limit of "good" is the one customary with POP factors. */
static const char *
judge(double efficiency)
{
    return efficiency >= 0.8 ? "good" : efficiency >= 0.5 ? "fair" : "poor";
}

static const Interval *
loser_interval(const ReportView *view, const ReportLoser *loser)
{
    return &view->prediction->intervals[loser->worst];
}

/* 0: what is productive; then losses. */
static double
split_seconds(const Interval *interval, gint64 at)
{
    return report_split_seconds(interval, (guint)at);
}

static gboolean
shows_split(const ValueNode *item)
{
    return report_loss_shows(item->of, split_seconds(item->of, item->at));
}

static gboolean
shows_use(const ValueNode *item)
{
    return report_use_shows(item->of, (ReportUse)item->at);
}

/* Below PAGE_DEEPEST_LEVEL the tree goes on flat. `list->n`: index behind the last. */
static gboolean
next_child(ValueList *list, ValueNode *item)
{
    const ReportView *view = list->view;
    const Interval *intervals = view->prediction->intervals, *outer = list->of;

    if (outer->level > REPORT_DEEPEST_LEVEL)
        return FALSE;
    if (list->at == 0)
        list->at = outer->id; /* the index behind its own */
    while (list->at < outer->last && !report_shows(view->options, &intervals[list->at]))
        list->at++;
    if (list->at >= outer->last)
        return FALSE;
    item->of = &intervals[list->at];
    item->at = list->at;
    list->at =
        outer->level < REPORT_DEEPEST_LEVEL ? (gint64)intervals[list->at].last : list->at + 1;
    return TRUE;
}

static Value
children(const Interval *interval)
{
    return value_walk(interval, next_child, NULL, NULL);
}

static Value
rows(const ReportView *view, const Interval *interval)
{
    if (view->options->no_processors)
        return value_absent();
    if (view->options->per_processor)
        return each_processor(view, interval);
    return value_garray(g_ptr_array_index(view->page->rows, interval->id - 1));
}

/* Those of cells of the grid; NULL: the rows are all of its processors. */
static const GArray *
cell_rows(const ReportView *view, const Interval *interval)
{
    const GPtrArray *rows = view->page->cells->rows;

    return view->options->no_processors ? NULL : g_ptr_array_index(rows, interval->id - 1);
}

static gint64
more_classes(const ReportView *view, const Interval *interval)
{
    const GArray *shown = g_ptr_array_index(view->page->rows, interval->id - 1);

    return view->options->per_processor ? 0 : (gint64)interval->n_classes - shown->len;
}

/* The processors of a row: a number, or boxes of grid indices. */
static const char *
row_text(ReportView *view, const ProcessorClass *one, gint64 number)
{
    g_string_truncate(view->text, 0);
    if (view->options->per_processor) {
        g_string_printf(view->text, "%" G_GINT64_FORMAT, number);
        return view->text->str;
    }
    const gboolean is_cell = one->set->grid == &view->page->cells->grid;
    const guint64 left = processor_set_append_text(
        one->set, is_cell ? G_MAXUINT64 : REPORT_MOST_BOXES, view->text);
    if (left > 0)
        g_string_append_printf(view->text, " and %" G_GUINT64_FORMAT " boxes more", left);
    return view->text->str;
}

static const char *
column_label(guint column)
{
    guint n;
    const CharacteristicRow *rows = characteristic_rows(&n);

    return column < n ? rows[column].label : operation_label((Operation)(column - n));
}

static double
cell_value(const ReportView *view, const ProcessorClass *one, gint64 column)
{
    Characteristics values = one->values;

    return *report_cells_value(&values, g_array_index(view->page->columns, guint, column));
}

static Value
sources(const ReportView *view)
{
    return report_view_pointers(view->page->source->files);
}

/* Lines of all sources stand together by source. */
static Value
source_lines(const ReportView *view, gint64 file)
{
    const GArray *lines = view->page->source->lines;
    guint first = 0, n = 0;

    while (first < lines->len && g_array_index(lines, ReportSourceLine, first).file < file)
        first++;
    while (first + n < lines->len &&
           g_array_index(lines, ReportSourceLine, first + n).file == file)
        n++;
    return value_items(&g_array_index(lines, ReportSourceLine, first), n,
                       sizeof(ReportSourceLine));
}

static const char *
anchor(ReportView *view, const ReportSourceLine *line)
{
    if (view->explanation == NULL)
        return "";
    g_string_printf(view->text, "source-%u-%" G_GINT64_FORMAT, line->file + 1, line->number);
    return view->text->str;
}

/* One item, where the process takes any time. */
static Value
process_times(const Interval *interval)
{
    return interval->values.start_exit > 0 ? value_numbers(interval, 1) : value_absent();
}

/* Rows of an interval from Execution_time on: 18 with Total_time. */
#define N_CHARACTERISTICS 18

extern const ValueShape shape_interval;

static const ValueField *
characteristic_field(gint64 number)
{
    return value_field(&shape_interval, "Execution_time", strlen("Execution_time")) + number;
}

static Value
factor_value(const Interval *interval, gint64 number)
{
    const ValueNode pop = { .shape = &shape_pop, .of = &interval->pop };
    Value value;

    value_get(&pop, &shape_pop.fields[number], &value);
    return value;
}

static Value
characteristic_of(ReportView *view, const Interval *interval, gint64 number)
{
    const ValueNode node = { .shape = &shape_interval, .view = view, .of = interval };
    Value value;

    value_get(&node, characteristic_field(number), &value);
    return value;
}

#define part_of        report_view_share
#define interval_words report_view_words
#define place_text     report_view_place
#define explained(view, value)                                                                 \
    ((view)->explanation != NULL ? value_real(value) : value_absent())
#define VIEW       ReportView
/* Links that are drawn; the side of one in the picture, which is about twice as wide as high. */
#define MOST_LINKS 8192
#define LINK_CELL  12

static gint64
link_columns(const LinkUse *links)
{
    gint64 columns = 1;
    while (columns * columns < 2 * (gint64)links->loads->len)
        columns++;
    return columns;
}

#define VALUE_ROWS "src/report/view/report.def"
#include "src/report/value/rows.h"

ReportView *
report_view_new(const Prediction *prediction, const ReportOptions *options, gboolean page)
{
    ReportView *view = g_new0(ReportView, 1);

    view->prediction = prediction;
    view->options = options;
    view->explanation = options->explanation;
    view->text = g_string_new(NULL);
    if (page)
        view->page = report_page_new(prediction, options);
    return view;
}

void
report_view_free(ReportView *view)
{
    if (view == NULL)
        return;
    report_page_free(view->page);
    report_metrics_free(view->metrics);
    g_string_free(view->text, TRUE);
    g_free(view);
}

ValueNode
report_view_root(ReportView *view)
{
    return (ValueNode){ .shape = &shape_report, .view = view, .of = view->prediction };
}
