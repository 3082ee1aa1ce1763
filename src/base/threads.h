/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Jobs side by side, in as many threads as there are to be had: a system that starts no more of
 * them (limits of a container) makes it slower and nothing else.  Threads of GLib are not used,
 * for it ends the program then; nor its locks, which the thread sanitizer does not see.
 */
#pragma once

#include <glib.h>
#include <pthread.h>

/* Starts a thread; FALSE: there is none to be had. A started one is to be joined. */
gboolean threads_start(pthread_t *thread, void *(*run)(void *), gpointer data);

/* A condition, and waiting for it until g_get_monotonic_time() is `end`; FALSE: that is over.
 */
void threads_condition_init(pthread_cond_t *condition);
gboolean threads_wait_until(pthread_cond_t *condition, pthread_mutex_t *lock, gint64 end);

typedef struct {
    guint n, n_threads;                     /* jobs; most of them at the same time, >= 1 */
    void (*work)(guint job, gpointer data); /* in any thread: 0 <= job < n, begun in order */
    gpointer data;                          /* of all of these */
    /* Asked by the calling thread about every `pause`, while others work: FALSE, and the jobs
     * are not wanted any more. NULL: all are, and the calling thread is one of those that work.
     */
    gboolean (*go_on)(gpointer data);
    /* With go_on: called before the calling thread works itself, there being no other, and can
     * ask between two jobs only. */
    void (*alone)(gpointer data);
    gint64 pause; /* microseconds; 0: THREADS_PAUSE */
} Threads;

/* Often enough for people. */
#define THREADS_PAUSE (G_TIME_SPAN_SECOND / 20)

/* Returns when all jobs are done. FALSE: they were not wanted any more; jobs that were begun go
 * on and use `data`, which must not be freed. */
gboolean threads_run(const Threads *threads);
