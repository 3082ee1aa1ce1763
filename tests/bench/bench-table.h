/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The result: sections of rows, printed as they come and written as JSON at the end.
 */
#pragma once

#include <glib.h>

#include "tests/bench/bench-group.h"

typedef enum { BENCH_SECONDS, BENCH_BYTES, BENCH_PER_SECOND, BENCH_COUNT } BenchUnit;

typedef enum { BENCH_NO_GOAL, BENCH_AT_MOST, BENCH_AT_LEAST } BenchGoal;

typedef struct {
    char *id; /* unique in its section */
    char *what;
    BenchUnit unit;
    double value;       /* the median of what was measured */
    double least, most; /* of the rounds; the value when it was not measured in rounds */
    double spread;      /* between the quartiles, part of the value */
    guint rounds;
    double ratio;    /* 0: none */
    char *reference; /* what the ratio is to, NULL: no ratio */
    BenchGoal goal;
    double bound; /* of the ratio, or of the value where there is none */
    char *note;   /* NULL: none */
} BenchRow;

typedef struct _BenchTable BenchTable;

BenchTable *bench_table_new(void);
void bench_table_free(BenchTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(BenchTable, bench_table_free)

/* Rows from now on stand below this title. */
void bench_table_section(BenchTable *table, const char *id, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* A row of what a job took, and one of any value; valid until the next row is added. */
BenchRow *bench_table_job(BenchTable *table, const char *id, const BenchJob *job);
BenchRow *bench_table_value(BenchTable *table, const char *id, BenchUnit unit, double value,
                            const char *format, ...) G_GNUC_PRINTF(5, 6);

void bench_row_ratio(BenchRow *row, double ratio, const char *reference);
void bench_row_goal(BenchRow *row, BenchGoal goal, double bound);
void bench_row_note(BenchRow *row, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Whether the goal is met; TRUE without one. */
gboolean bench_row_met(const BenchRow *row);

/* Prints the rows that have not been printed. */
void bench_table_print(BenchTable *table);

/* Writes all rows, and what is known of the machine, to `path`. `loads` are the load averages
 * before and after. */
gboolean bench_table_write(const BenchTable *table, const char *path, const double loads[2],
                           gboolean quick, GError **error);

/* "1.23 ms", "4.5 MB", ...; free with g_free(). */
char *bench_format(BenchUnit unit, double value);
