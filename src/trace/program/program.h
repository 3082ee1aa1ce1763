/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is known of a traced program: its records, source lines, references and, where they are
 * kept, its calls.  A front end fills it; everybody else only reads it, so that there may be
 * many predictions of one reading.
 */
#pragma once

#include "src/trace/program/distinct.h"
#include "src/trace/program/record.h"

/* A name of a call or of a source file. */
typedef struct {
    char *bytes; /* as in the trace, `len` of them; owned, as is the next */
    gsize len;
    char *text;    /* the same for people: valid UTF-8 without control characters */
    RtCallId call; /* of that name */
} TraceName;

typedef struct {
    const char *file; /* source file as named in the trace, NUL-terminated */
    gint64 line;      /* 0 when empty */
} TraceSite;

/* One outermost call: 40 bytes, whatever its parameters. */
typedef struct {
    guint32 call;    /* record of the call line */
    guint32 ret;     /* record of the return line's parameters; one without parameters and
                      * without a problem for a call that is open when the program exits */
    guint32 site;    /* source file and line of the call: trace_program_site() */
    guint32 times;   /* 1 + number of the TIMEs that t_call and t_return are the sums of; 0:
                      * each is one TIME */
    double t_call;   /* seconds of user code before it, >= 0 */
    double t_return; /* seconds inside it, nested calls included, >= 0 */
    guint64 line;    /* line of the trace where its call line stands, 1-based */
} TraceCall;

/* The TIMEs of a call with others inside of it, or events before it, in the order of the trace.
 */
typedef struct {
    gsize n_before, n; /* n_before of the n are those before it */
    double seconds[];
} TraceTimes;

/* The program and its run as a whole; complete when all calls have been read. */
typedef struct {
    char *file;            /* path of the trace as given, "-" for standard input; owned */
    gint64 rts_version;    /* 0 when not in the trace */
    gboolean timed;        /* a TIME is not 0 */
    gint64 run_processors; /* of the run that was traced, 0 when not in the trace */
    const char
        *program;       /* FILE of ret_dvm_Init, without one of the first event line; or NULL */
    guint32 first_site; /* site of the first event line (MAIN's file and line) */
    gboolean recorded; /* by libdvm-record, not by the run-time system */
    double overhead;   /* seconds that the recorder added to each TIME; 0: not told */
    int vps_rank;       /* rank of VPSSize, 0 when there is no virtual processor system */
    gint64 vps_size[15];
    guint64 bytes, lines; /* read (uncompressed) */
    guint64 n_calls;      /* complete outermost calls after ret_dvm_Init */
    gboolean has_init;    /* ret_dvm_Init was seen */
    gboolean complete;    /* Event_dvm_exit was seen */
    guint64 exit_line;    /* trace line of Event_dvm_exit */
    guint32 exit_site;
    double exit_time;   /* TIME of Event_dvm_exit, seconds; user time */
    guint32 exit_times; /* as TraceCall has them */
    gint64 exit_code;   /* rc, 0 when not given */
    /* A call open at Event_dvm_exit counts as complete (last call handed out); a call open at
     * the plain end of the file is dropped: its line and name, for the warning. */
    guint64 dropped_line;
    const char *dropped_name;
    GPtrArray *warnings; /* "file:line: warning: ..." without a newline; owned */
} TraceInfo;

typedef struct {
    TraceInfo info;
    TraceDistinct names;      /* TraceName */
    TraceDistinct sites;      /* TraceSite */
    TraceDistinct references; /* guint64, as in the trace */
    TraceDistinct records;    /* TraceRecord */
    TraceCall
        *calls; /* n_calls of them, in the order of the trace; NULL when they are not kept */
    gsize n_calls;
    GPtrArray *times;     /* TraceTimes, owned; of a stream, those of its last call */
    gboolean keeps_calls; /* and so their TIMEs */
} TraceProgram;

/* An empty program, read from `file` (which is copied). */
TraceProgram *trace_program_new(const char *file);
void trace_program_free(TraceProgram *program);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TraceProgram, trace_program_free)

/* What stands behind numbers, valid until the program is freed: names, sites and records are
 * numbered from 0 without gaps, references from 1. The site is NULL when there is none of that
 * number. */
const TraceName *trace_program_name(const TraceProgram *program, guint32 name);
const TraceSite *trace_program_site(const TraceProgram *program, guint32 site);
const TraceRecord *trace_program_record(const TraceProgram *program, guint32 record);

/* The hexadecimal text of a reference, for messages; free with g_free(). */
char *trace_program_reference_text(const TraceProgram *program, guint32 reference);

/* Seconds before a call and inside of it, when tracing took `overhead` of each TIME: that makes
 * none of them less than 0. */
double trace_program_time_before(const TraceProgram *program, const TraceCall *call,
                                 double overhead);
double trace_program_time_inside(const TraceProgram *program, const TraceCall *call,
                                 double overhead);

/* Calls that come one by one while a front end fills the rest of the program. */
typedef struct {
    const TraceProgram *program;
    /* The next call. FALSE at the end, when the program is complete, or with `error` set. */
    gboolean (*next)(gpointer front_end, TraceCall *call, GError **error);
    gpointer front_end;
} TraceStream;

/* Keeps all calls of a stream of this program. */
gboolean trace_program_keep(TraceProgram *program, TraceStream stream, GError **error);

/* For front ends: the number of a name, of line `line` of the source file of that name, of a
 * reference (which is not "none"), of a record of the call `name` with the parameters that were
 * collected; each entered when it is new. TRACE_NONE when no more can be numbered. */
guint32 trace_program_add_name(TraceProgram *program, const char *bytes, gsize len);
guint32 trace_program_add_site(TraceProgram *program, guint32 file, gint64 line);
guint32 trace_program_add_reference(TraceProgram *program, guint64 reference);
guint32 trace_program_add_record(TraceProgram *program, guint32 name,
                                 const TraceParams *params);

/* Sums n TIMEs up, without `overhead` of each. */
double trace_times_sum(const double seconds[], gsize n, double overhead);

/* For front ends: what TraceCall.times becomes for the TIMEs of a call. */
guint32 trace_program_add_times(TraceProgram *program, const double before[], gsize n_before,
                                const double inside[], gsize n_inside);

/* For front ends: the TIMEs of calls that were given out are forgotten, unless they are kept.
 */
void trace_program_forget_times(TraceProgram *program);

/* Nothing will be entered any more: what finding takes is forgotten. */
void trace_program_close(TraceProgram *program);
