/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Two predictions side by side, from their JSON reports.  Intervals are the same when they have
 * the same type, place (compare_align()) and expression, stand in the same interval, and are
 * there the same one of several such.
 */
#pragma once

#include "src/report/value/value.h"
#include "src/report/view/losses.h"

#define COMPARE_ERROR (compare_error_quark())
GQuark compare_error_quark(void);

typedef enum {
    COMPARE_ERROR_FORMAT, /* not a report that this program wrote as JSON */
} CompareErrorCode;

typedef struct {
    IntervalType type;
    char *file;
    gint64 line, expression;
    gboolean has_expression;
    guint parent;                                  /* index + 1, 0 for the root */
    double efficiency, execution_time, total_time; /* seconds, finite */
    double uses[REPORT_N_USES];                    /* seconds */
} CompareInterval;

/* One of the two. */
typedef struct {
    char *path, *program, *machine; /* program: of the user; machine: "network 4x2" */
    GTree
        *parameters; /* of the machine: name to text, both char *, without what machine says */
    gint64 processors;
    double execution_time;
    GArray *intervals; /* of CompareInterval, the first is the root, parents before children */
} CompareReport;

/* Reads a JSON report. NULL with COMPARE_ERROR_FORMAT, "PATH: error: ...", or a GFileError. */
CompareReport *compare_report_read(const char *path, GError **error);
void compare_report_free(CompareReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareReport, compare_report_free)

static inline const CompareInterval *
compare_root(const CompareReport *report)
{
    return &g_array_index(report->intervals, CompareInterval, 0);
}

/* Which places of the two programs are the same: the source may have changed in between, so
 * that the same loop stands at another line, or in a file of another name.
 *
 * A site is what intervals of one type, file and line that stand in the same site have in
 * common. Sites of the two reports are matched from MAIN inwards. Of those that stand in
 * matched ones pairs are found in their order in the program (a heaviest common subsequence;
 * both have or lack an expression): as many as possible, but one pair without expressions or
 * with equal ones is worth ten with others; of several ways to do so the one that keeps files
 * and lines. What is left, and all of lists of more than a million pairs, is matched where file
 * and line are equal.
 *
 * Sets sites[0] and sites[1], arrays of one number for each interval of the reports: equal
 * numbers are the same site. Free both with g_free(). */
void compare_align(const CompareReport *const reports[2], guint *sites[2]);

/* An interval of one or both. */
typedef struct {
    const CompareInterval *of[2]; /* NULL: it is not there */
    guint level;
    guint n_same;   /* 1 for the first of several alike in one interval, 2 for the next, ... */
    guint last;     /* index behind the last row in it */
    gboolean open;  /* a page shows at first what is in it */
    double time[2]; /* seconds, 0 where it is not */
    double own_time[2]; /* without that of nested intervals, never below 0 */
    double own;         /* second - first of it */
} CompareRow;

/* The interval in the report that has it. */
static inline const CompareInterval *
compare_either(const CompareRow *row)
{
    return row->of[0] != NULL ? row->of[0] : row->of[1];
}

/* Intervals of one type that begin at one line of the source. */
typedef struct {
    guint row;          /* the one of their rows whose own time differs most */
    guint n;            /* how many rows */
    guint n_of[2];      /* how many of them each report has */
    double own_time[2]; /* of all of them */
    double own;         /* second - first */
} CompareLine;

typedef struct { /* a parameter of the machine that differs */
    const char *name;
    const char *text[2]; /* NULL: this report does not tell */
} CompareParameter;

typedef struct {
    const CompareReport *report[2];
    GArray *parameters; /* of CompareParameter, by name, those of the second alone last */
    GArray *rows;  /* of CompareRow, in the order of the tree: those of the second alone come
                      last in theirs */
    GArray *worst; /* of CompareLine, by the size of `own`, the ten largest, those below a
                      thousandth of the execution time left out behind the first */
    double change; /* of the execution time: second / first - 1; 0 when both are 0 */
    GString *text; /* scratch, for the text that was asked for last */
} Comparison;

/* The reports must outlive it. */
Comparison *comparison_new(const CompareReport *first, const CompareReport *second);
void comparison_free(Comparison *comparison);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Comparison, comparison_free)

/* second / first - 1; infinite when only the first is 0. */
double comparison_change(double first, double second);

/* The tree of its values (compare.def). */
ValueNode comparison_node(Comparison *comparison);

/* Writes it as a page (compare.xhtml), as text for a terminal, as JSON, or as CSV with a row an
 * interval. */
typedef struct {
    Comparison *comparison;
    const ReportOptions *options; /* template_dir, colour, unicode */
} ComparisonOutput;
ReportWrite compare_html_write, compare_text_write, compare_json_write, compare_csv_write;
