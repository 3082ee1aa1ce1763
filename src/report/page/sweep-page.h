/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A sweep as its page shows it: plain structures that sweep-page.def makes known to the
 * template. Strings and arrays belong to the page.
 */
#pragma once

#include "src/report/page/sweep-picture.h"
#include "src/report/page/template.h"
#include "src/report/value/sweep-format.h"

/* Machines with a line, a colour and a stack of their own. */
#define SWEEP_PAGE_SERIES 8

/* Rows of the table; the JSON has them all. */
#define SWEEP_PAGE_ROWS 5000

typedef struct {
    const char *text;
} SweepPageText;
typedef struct {
    const char *name, *value;
} SweepPageFact;
typedef struct {
    const char *name, *label;
} SweepPageLoss;
typedef struct {
    double seconds, share;
} SweepPageShare;

typedef struct {
    gint64 id, processors, span; /* span: columns that a reason takes */
    gboolean best, done;
    const char *reason, *topology, *report; /* "" when there is none */
    double execution_time, speedup, efficiency, total_time;
    GArray *cells;  /* of SweepPageText, by column */
    GArray *shares; /* of SweepPageShare, by loss; empty when not done */
    GArray *pop;    /* of SweepPageShare, by POP factor; empty when not done */
} SweepPageRow;

typedef struct {
    const char *name, *value;
    gboolean zero;     /* it is 0, so that nothing changes */
    double less, more; /* predicted times */
    const char *less_change, *more_change;
} SweepPageChange;

typedef struct {
    const char *program_name, *program_version;
    const char *title, *advice, *objective, *trace_file;
    const char *headline, *reason; /* the advice in two */
    gint64 n_rows, n_done, n_failed, n_missing, n_hidden, n_undrawn, trace_calls, trace_lines;
    gboolean interrupted, trace_complete, reports;
    double floor;
    gint64 best_id, best_processors; /* 0: there is none */
    const char *best_topology, *best_machine;
    double best_time, best_speedup, best_efficiency, best_total_time;
    GArray *columns, *losses, *factors, *rows, *charts, *series, *stacks, *heats, *searches,
        *sensitivity, *parameters, *warnings;
    /* behind the scenes */
    const SweepView *view;
    GArray *machines;      /* of guint: those that are drawn, in the order of their series */
    GPtrArray *arrays;     /* all arrays, owned */
    GStringChunk *strings; /* all strings, owned */
} SweepPage;

/* `view` must outlive it. */
SweepPage *sweep_page_new(const SweepView *view);
void sweep_page_free(SweepPage *page);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SweepPage, sweep_page_free)

/* Copies that belong to the page. */
const char *sweep_page_text(SweepPage *page, const char *text);
const char *sweep_page_take(SweepPage *page, char *text);

/* An empty array of items of so many bytes. */
GArray *sweep_page_array(SweepPage *page, guint size);

/* A coordinate. */
const char *sweep_page_number(SweepPage *page, double value);

/* "4x2 (8 processors), start time = 75: 0.012 s, ..." of a row that is done. */
const char *sweep_page_title(SweepPage *page, guint row);

/* What templates may name, for template_compile(); its functions take a SweepPage. Static. */
const TemplateModel *sweep_html_tables(void);

/* Parts of the page, a file each. */
void sweep_charts_add(SweepPage *page);
void sweep_stacks_add(SweepPage *page);
void sweep_heats_add(SweepPage *page);
