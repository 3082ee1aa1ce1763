/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A Prediction as the templates of the HTML report see it (template.h): the tables of
 * html-model.def over the prediction, with what is computed once beside it.
 */
#pragma once

#include "src/report/page/html-source.h"
#include "src/report/page/template.h"
#include "src/report/value/losses.h"

/* Numbers of what the tables name; of variables HTML_PARAMETER and so on. */
typedef enum {
#define VARIABLE(id, name) HTML_##id,
#include "src/report/page/html-model.def"
    HTML_N_VARIABLES,
} HtmlVariable;

typedef enum {
#define VALUE(id, name) HTML_VALUE_##id,
#include "src/report/page/html-model.def"
} HtmlValue;

typedef enum {
#define LIST(id, name, variable, nested) HTML_LIST_##id,
#include "src/report/page/html-model.def"
} HtmlList;

/* What there is to say of an explanation (html-explain.h). */
typedef struct _HtmlExplain HtmlExplain;

#define HTML_N_LOSERS 3

/* More classes of processors than this in an interval are no reading; the JSON has them all. */
#define HTML_MOST_CLASSES 256

/* Boxes of a class that are written out. */
#define HTML_MOST_BOXES 64

/* Cells of all tables of classes together: what keeps a page of thousands of intervals or of a
 * million processors small. Intervals of low levels come first. */
#define HTML_MOST_CELLS 100000

/* Place of Total_time among the characteristics: after Execution_time, of which it is a
 * multiple. */
#define HTML_TOTAL_TIME 1

/* A parameter of the machine as Predictor.par names it. */
typedef struct {
    const char *name, *unit;
    char *value;
} HtmlParameter;

typedef struct {
    const Prediction *prediction;
    const ReportOptions *options;
    guint n_shown;          /* intervals that --depth lets through */
    guint *previous, *next; /* ids by interval, 0: none */
    guint *n_rows;          /* classes by interval that the page shows */
    guint n_warnings;
    HtmlSource *source;
    HtmlExplain *explain; /* or NULL */
    GArray *parameters;   /* of HtmlParameter */
    ReportLoser losers[HTML_N_LOSERS];
    guint n_losers;
    GArray *columns; /* of guint: characteristics, then groups, that some processor has in some
                        interval; none with --no-processors */
    ProcessorWalk *walk; /* rows for each processor: where the walk stands */
    gint64 walk_number;
    guint walk_class;
    GString *text; /* scratch, for the value that was asked for last */
} HtmlModel;

/* `prediction` and `options` must outlive it. */
HtmlModel *html_model_new(const Prediction *prediction, const ReportOptions *options);
void html_model_free(HtmlModel *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(HtmlModel, html_model_free)

/* What a class has in a column as HtmlModel.columns numbers them. */
double html_model_cell(const ProcessorClass *one, guint column);

/* The tables, for template_compile(); its functions take a HtmlModel. Static. */
const TemplateModel *html_model_tables(void);

/* TemplateModel's two functions (html-values.c, html-lists.c). */
void html_values_get(gpointer model, const gint64 current[], guint value, TemplateValue *out);
gboolean html_lists_next(gpointer model, const gint64 current[], guint list, gint64 outer,
                         gint64 *item);
