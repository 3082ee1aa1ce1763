/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Values of the HTML report: html-values.c has those of the whole, html-interval.c those of an
 * interval and its tables.
 */
#pragma once

#include "src/report/page/html-model.h"

/* Set a value and return TRUE: it was found. */
gboolean html_values_text(TemplateValue *out, const char *text);
gboolean html_values_integer(TemplateValue *out, gint64 integer);
gboolean html_values_natural(TemplateValue *out, guint64 natural);
gboolean html_values_real(TemplateValue *out, double real);
gboolean html_values_truth(TemplateValue *out, gboolean truth);

/* Part of all, 0 of nothing. */
double html_values_share(double part, double all);

/* "PAR 3" and "heat2d.fdv:14", in the model's scratch. */
const char *html_values_name(HtmlModel *model, const Interval *interval);
const char *html_values_place(HtmlModel *model, const Interval *interval);

/* "the parallel loop at heat2d.fdv:31", for sentences and links; in the model's scratch. */
const char *html_values_words(HtmlModel *model, const Interval *interval);

/* The values of intervals, characteristics, operations, columns, rows and cells; FALSE for
 * others. */
gboolean html_interval_get(HtmlModel *model, const gint64 current[], HtmlValue value,
                           TemplateValue *out);
