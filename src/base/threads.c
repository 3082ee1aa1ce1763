/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/base/threads.h"

#include <errno.h>

typedef struct {
    Threads threads;
    pthread_t *started; /* owned */
    guint n_started;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t ended; /* the last job */
    guint next, n_done;
    gboolean abandoned;
} Team;

gboolean
threads_start(pthread_t *thread, void *(*run)(void *), gpointer data)
{
    return pthread_create(thread, NULL, run, data) == 0;
}

void
threads_condition_init(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

gboolean
threads_wait_until(pthread_cond_t *condition, pthread_mutex_t *lock, gint64 end)
{
    const struct timespec at = { end / G_TIME_SPAN_SECOND, end % G_TIME_SPAN_SECOND * 1000 };
    return pthread_cond_timedwait(condition, lock, &at) != ETIMEDOUT;
}

static Team *
team_new(const Threads *threads)
{
    Team *team = g_new0(Team, 1);
    team->threads = *threads;
    pthread_mutex_init(&team->lock, NULL);
    threads_condition_init(&team->ended);
    return team;
}

/* When all jobs are done. */
static void
team_free(Team *team)
{
    for (guint i = 0; i < team->n_started; i++)
        pthread_join(team->started[i], NULL);
    pthread_cond_destroy(&team->ended);
    pthread_mutex_destroy(&team->lock);
    g_free(team->started);
    g_free(team);
}

/* Does the next job, with the lock held before and after. FALSE: there is none. */
static gboolean
do_next(Team *team)
{
    if (team->abandoned || team->next == team->threads.n)
        return FALSE;
    const guint job = team->next++;
    pthread_mutex_unlock(&team->lock);
    team->threads.work(job, team->threads.data);
    pthread_mutex_lock(&team->lock);
    team->n_done++;
    if (team->n_done == team->threads.n)
        pthread_cond_signal(&team->ended);
    return TRUE;
}

static void *
do_all(void *data)
{
    Team *team = data;
    pthread_mutex_lock(&team->lock);
    while (do_next(team))
        ;
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

/* Up to `n`; after one that is not to be had no more are asked for. */
static void
start(Team *team, guint n)
{
    team->started = g_new(pthread_t, n);
    while (team->n_started < n && threads_start(&team->started[team->n_started], do_all, team))
        team->n_started++;
}

/* Until go_on() is to be asked again, or all is done. With the lock held. */
static void
wait_a_while(Team *team)
{
    const gint64 pause = team->threads.pause;
    const gint64 end = g_get_monotonic_time() + (pause > 0 ? pause : THREADS_PAUSE);
    while (team->n_done < team->threads.n && threads_wait_until(&team->ended, &team->lock, end))
        ;
}

static void
watch(Team *team)
{
    const Threads *threads = &team->threads;
    const gboolean alone = team->n_started == 0;
    if (alone)
        threads->alone(threads->data);
    pthread_mutex_lock(&team->lock);
    while (team->n_done < threads->n && !team->abandoned) {
        if (alone)
            do_next(team);
        else
            wait_a_while(team);
        pthread_mutex_unlock(&team->lock);
        const gboolean wanted = threads->go_on(threads->data);
        pthread_mutex_lock(&team->lock);
        team->abandoned = !wanted;
    }
    pthread_mutex_unlock(&team->lock);
}

gboolean
threads_run(const Threads *threads)
{
    Team *team = team_new(threads);
    const guint n = MIN(threads->n_threads, threads->n);
    const gboolean watched = threads->go_on != NULL;
    start(team, watched || n == 0 ? n : n - 1);
    if (watched)
        watch(team);
    else
        do_all(team);
    const gboolean done = !team->abandoned;
    if (done)
        team_free(team); /* else its threads still use it */
    return done;
}
