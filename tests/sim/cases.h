/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Suites whose cases are data: a folder of files NAME.case, each with small programs and what
 * is expected of them. A file has parts, each begun by a line that is not indented:
 *
 *   let NAME TEXT     $NAME is TEXT
 *   setup NAME        statements that others use
 *   test NAME         statements that are run
 *
 * Words are quoted as in the shell, # begins a comment, a backslash goes on in the next line;
 * $NAME and, in a setup, $1 to $9 are replaced. Statements make a program,
 *
 *   CALL T_CALL T_RET [PARAMETERS [RETURNED]]   a call of the run-time system
 *   map c0 a0 0 9, io 20, ...  an idiom of trace-text.h: run_idiom() has them
 *   new [VIRTUAL SIZES]        another program; a test begins with one
 *   exit TIME, cut             its end, no end at all; without them it ends with exit 0
 *   mark NAME                  from here on $NAME is the number of the trace's next line
 *   use SETUP [ARGUMENT]...    the statements of a setup
 *   repeat N SETUP [ARGUMENT]...   N times; $turn is 0, 1, ...
 *
 * and what a suite adds: it predicts them and checks the result. Times are in microseconds.
 */
#pragma once

#include "tests/sim/sim-check.h"
#include "tests/sim/trace-text.h"

typedef struct {
    char *text;
    const char *file; /* without folder and suffix */
    guint number;
} CaseLine;

/* A test that is run. */
typedef struct {
    const CaseLine *line; /* the one under way */
    TraceText *program;
    gboolean ended;        /* the program has its end, or is to have none */
    GHashTable *variables; /* name -> text */
    gpointer result;       /* what the suite has made of the program, its own; or NULL */
} CaseRun;

/* Runs a statement; FALSE when it is none of the suite's, or has too few words. */
typedef gboolean (*CaseStatement)(CaseRun *run, char **words);

/* Runs all tests of the files in the folder, a path in the source tree. Returns what tap_run()
 * does. `clear` frees a result. */
int cases_run(const char *suite, const char *folder, CaseStatement statement,
              GDestroyNotify clear);

/* The statement has this name, and at least `least` words behind it. */
gboolean cases_is(char **words, const char *name, guint least);

int cases_number(const char *word);

/* Ends the program, unless it is. */
void cases_end(CaseRun *run);

/* CHECKs for which the line under way is to blame; `name` is for messages. */
G_GNUC_PRINTF(3, 4)
void cases_check(const CaseRun *run, gboolean condition, const char *format, ...);
void cases_check_us(const CaseRun *run, double seconds, const char *expected, const char *name);
void cases_check_int(const CaseRun *run, gint64 actual, const char *expected, const char *name);
void cases_check_text(const CaseRun *run, const char *actual, const char *expected,
                      const char *name);
