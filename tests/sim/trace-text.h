/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Writes small traces in the form of the run-time system, from short calls.  Times are whole
 * microseconds, so that results can be computed by hand.
 */
#pragma once

#include <glib.h>

typedef struct {
    GString *text;
    const char *file; /* FILE= of the next events; not owned */
    int line;         /* LINE= of the next events */
} TraceText;

/* Header and initialisation (whose time does not count) up to ret_dvm_Init, at "main.fdv",
 * line 1. `virtual_sizes`: "4" or "2 2", a virtual processor system; NULL: none. */
TraceText *trace_text_new(const char *virtual_sizes);
void trace_text_free(TraceText *trace);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TraceText, trace_text_free)

/* Where the next calls stand in the program. */
void trace_text_at(TraceText *trace, const char *file, int line);

/* A call and its return. Parameters are written as they stand, except that `Name={a b c}`
 * becomes Name[0]=a; Name[1]=b; Name[2]=c; on a line. Either may be NULL. */
void trace_text_call(TraceText *trace, const char *name, int t_call, int t_return,
                     const char *params, const char *returned);

/* One event line alone: "call", "ret" or "Event". */
void trace_text_event(TraceText *trace, const char *kind, const char *name, int time,
                      const char *params);

/* Event_dvm_exit. */
void trace_text_exit(TraceText *trace, int time);

/* The 1-based line of the trace at which the next event will stand. */
guint trace_text_next_line(const TraceText *trace);

/* --- idioms; their calls take no time unless stated ------------------------------------------
 */

/* crtamv_ of these sizes and distr_ over the current system: axes is AxisArray ("" :
 * replicated). */
void trace_text_template(TraceText *trace, const char *ref, const char *sizes,
                         const char *axes);

/* crtda_ with widths of 1 on every axis; its handle is `header` with "f" behind it. */
void trace_text_array(TraceText *trace, const char *header, int bytes, const char *sizes);

/* align_ (or another call with these parameters) index by index. `pattern`: "b0 (AMView)" or
 * "a0f (DisArray)". */
void trace_text_align(TraceText *trace, const char *call, const char *header, int rank,
                      const char *pattern);

/* Template `header` + "e", array `header` with 8-byte elements on it. */
void trace_text_distributed(TraceText *trace, const char *header, const char *sizes,
                            const char *axes);

/* crtpl_, mappl_ (index by index on the array) with iterations from..last in steps of 1 on
 * every axis. */
void trace_text_map_loop(TraceText *trace, const char *loop, const char *array,
                         const char *init, const char *last);

/* dopl_ twice: the first that says "go on", the second that ends the loop after `body`
 * microseconds. */
void trace_text_do_loop(TraceText *trace, const char *loop, int body);

/* endpl_. */
void trace_text_end_loop(TraceText *trace, const char *loop);

/* All three of them. */
void trace_text_loop(TraceText *trace, const char *loop, const char *array, const char *init,
                     const char *last, int body);

/* Processor 0 alone spends `time`: a function of the dvm_ family. */
void trace_text_io(TraceText *trace, int time);

/* crtrg_, crtred_ of one double and insred_ that names the loop (NULL: nothing). */
void trace_text_reduction(TraceText *trace, const char *group, const char *loop);

/* crtshg_, inssh_ of one array with its own widths and no corners. */
void trace_text_shadow(TraceText *trace, const char *group, const char *array, int rank);

/* crtps_ of the view 5b and getamr_, mapam_ of element `index` of 6a, a machine, onto it. */
void trace_text_add_task(TraceText *trace, const char *index, const char *init,
                         const char *last, const char *system, const char *machine);

/* A virtual line of four, cut in two halves: task 7a on processors 0 1, task 7b on 2 3. */
TraceText *trace_text_two_tasks(void);

/* runam_ of a machine. */
void trace_text_run_task(TraceText *trace, const char *machine, int t_call, int t_return);
