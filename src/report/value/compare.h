/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Two predictions side by side, from their JSON reports.  Intervals are the same when they have
 * the same type, place (compare-align.h) and expression, stand in the same interval, and are
 * there the same one of several such.
 */
#pragma once

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
    guint parent; /* index + 1, 0 for the root */
    guint level;
    guint64 count;
    double efficiency, execution_time, total_time, lost_time; /* seconds, finite */
    double uses[REPORT_N_USES];                               /* seconds */
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

#define COMPARE_NONE G_MAXUINT

/* An interval of one or both. */
typedef struct {
    guint of[2]; /* index into the report's intervals, COMPARE_NONE: it is not there */
    guint level;
    guint n_same;   /* 1 for the first of several alike in one interval, 2 for the next, ... */
    double time[2]; /* seconds, 0 where it is not */
    double own_time[2]; /* without that of nested intervals */
    double own;         /* second - first of it */
} CompareRow;

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
    GArray *worst; /* of CompareLine, by the size of `own`, the largest first, those below a
                      thousandth of the execution time left out behind the first */
    double change; /* of the execution time: second / first - 1; 0 when both are 0 */
} Comparison;

/* The reports must outlive it. */
Comparison *comparison_new(const CompareReport *first, const CompareReport *second);
void comparison_free(Comparison *comparison);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Comparison, comparison_free)

/* The interval of a row in report 0 or 1, NULL: it is not there. */
const CompareInterval *comparison_interval(const Comparison *comparison, const CompareRow *row,
                                           int which);

/* second / first - 1; infinite when only the first is 0. */
double comparison_change(double first, double second);

/* Writes it as a page (compare.xhtml) or as text for a terminal: of ReportFill. */
typedef struct {
    const Comparison *comparison;
    const ReportOptions *options; /* template_dir, colour, unicode */
} ComparisonOutput;
gboolean compare_html_write(gpointer output, ReportSink *sink, GError **error);
gboolean compare_text_write(gpointer output, ReportSink *sink, GError **error);
