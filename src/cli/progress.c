/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/progress.h"

#include <stdio.h>

#include "src/base/threads.h"
#include "src/cli/interrupt.h"

/* Distance of drawing. */
#define DRAW_AGAIN (G_TIME_SPAN_SECOND / 10)

#define BAR_WIDTH 24

struct _CliProgress {
    pthread_t thread; /* draws, when it is there */
    gboolean started;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t changed;
    guint n_steps;
    guint step;              /* 1-based, 0 before the first */
    const char *what;        /* NULL before the first step */
    gint64 since;            /* monotonic microseconds: start of the step */
    gint64 passed, passages; /* of a long exchange; the same: there is none */
    gint64 parts, n_parts;   /* of the step; 0: it does not say */
    gboolean drawn;
    gboolean done;
    RaterWatch watch, watch_parts;
};

gboolean
cli_progress_is_wanted(const Cli *cli)
{
    return !cli->quiet && !cli->verbose && !cli->no_progress;
}

void
cli_progress_draw(guint64 done, guint64 n, const char *format, ...)
{
    char bar[BAR_WIDTH + 1];
    const guint filled = (guint)(BAR_WIDTH * done / n);
    va_list args;
    for (guint i = 0; i < BAR_WIDTH; i++)
        bar[i] = i < filled ? '=' : i == filled ? '>' : ' ';
    bar[BAR_WIDTH] = '\0';
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    fprintf(stderr, "\r\033[K[%s] %s", bar, text);
    fflush(stderr);
}

void
cli_progress_wipe(void)
{
    fputs("\r\033[K", stderr);
    fflush(stderr);
}

/* Where the step says nothing for so long, what is left cannot be told. */
#define LEAST_SHARE 0.02

/* ", 37 %, about 4 s left"; with the lock held. */
static char *
tell_share(const CliProgress *p, double share, double seconds)
{
    if (p->n_parts == 0)
        return g_strdup("");
    if (share < LEAST_SHARE || seconds / share - seconds < 0.5)
        return g_strdup_printf(", %.0f %%", 100 * share);
    return g_strdup_printf(", %.0f %%, about %.0f s left", 100 * share,
                           seconds / share - seconds);
}

/* With the lock held. */
static void
draw(CliProgress *p)
{
    const double seconds = (double)(g_get_monotonic_time() - p->since) / G_TIME_SPAN_SECOND;
    const guint before = MAX(p->step, 1) - 1;
    const gboolean exchanges = p->passed < p->passages;
    const double share = exchanges        ? (double)p->passed / (double)p->passages
                         : p->n_parts > 0 ? (double)p->parts / (double)p->n_parts
                                          : 0;
    g_autofree char *rest = exchanges
                                ? g_strdup_printf(", %.0f %% of a long exchange", 100 * share)
                                : tell_share(p, share, seconds);
    cli_progress_draw((guint64)(((double)before + share) * 1000), (guint64)p->n_steps * 1000,
                      "%s %.1f s%s", p->what, seconds, rest);
    p->drawn = TRUE;
}

static void
tell(void *data, int64_t done, int64_t all)
{
    CliProgress *p = data;

    pthread_mutex_lock(&p->lock);
    p->passed = done;
    p->passages = all;
    pthread_mutex_unlock(&p->lock);
}

static void
tell_parts(void *data, int64_t done, int64_t all)
{
    CliProgress *p = data;

    pthread_mutex_lock(&p->lock);
    if (done < p->parts) /* the step has more parts that were not known */
        p->since = g_get_monotonic_time();
    p->parts = done;
    p->n_parts = all;
    pthread_mutex_unlock(&p->lock);
}

const RaterWatch *
cli_progress_watch(CliProgress *p)
{
    return p != NULL ? &p->watch : NULL;
}

const RaterWatch *
cli_progress_watch_parts(CliProgress *p)
{
    return p != NULL ? &p->watch_parts : NULL;
}

static void *
draw_until_done(void *data)
{
    CliProgress *p = data;
    gint64 next = g_get_monotonic_time() + CLI_PROGRESS_FIRST;

    pthread_mutex_lock(&p->lock);
    while (!p->done) {
        if (threads_wait_until(&p->changed, &p->lock, next))
            continue;
        if (p->what != NULL)
            draw(p);
        next = g_get_monotonic_time() + DRAW_AGAIN;
    }
    if (p->drawn)
        cli_progress_wipe();
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

CliProgress *
cli_progress_new(const Cli *cli, guint n_steps)
{
    if (!cli_progress_is_wanted(cli))
        return NULL;

    CliProgress *p = g_new0(CliProgress, 1);
    sigset_t before;
    p->n_steps = MAX(n_steps, 1);
    p->watch = (RaterWatch){ tell, p };
    p->watch_parts = (RaterWatch){ tell_parts, p };
    pthread_mutex_init(&p->lock, NULL);
    threads_condition_init(&p->changed);

    /* The drawing thread never takes a signal, so that holding them back in the main thread is
     * enough. A bar that cannot be drawn is no reason to stop. */
    cli_interrupt_hold(&before);
    p->started = threads_start(&p->thread, draw_until_done, p);
    cli_interrupt_release(&before);
    return p;
}

void
cli_progress_step(CliProgress *p, const char *what)
{
    if (p == NULL)
        return;
    pthread_mutex_lock(&p->lock);
    p->what = what;
    p->step++;
    p->parts = p->n_parts = 0;
    p->since = g_get_monotonic_time();
    pthread_mutex_unlock(&p->lock);
}

void
cli_progress_free(CliProgress *p)
{
    if (p == NULL)
        return;
    pthread_mutex_lock(&p->lock);
    p->done = TRUE;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
    if (p->started)
        pthread_join(p->thread, NULL);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->changed);
    g_free(p);
}
