/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/progress.h"

#include <stdio.h>

#include "src/cli/interrupt.h"

/* Distance of drawing. */
#define DRAW_AGAIN (G_TIME_SPAN_SECOND / 10)

#define BAR_WIDTH 24

struct _CliProgress {
    GThread *thread; /* draws */
    GMutex lock;     /* of all that follows */
    GCond changed;
    guint n_steps;
    guint step;       /* 1-based, 0 before the first */
    const char *what; /* NULL before the first step */
    gint64 since;     /* monotonic microseconds: start of the step */
    gboolean drawn;
    gboolean done;
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

/* With the lock held. */
static void
draw(CliProgress *p)
{
    cli_progress_draw(MAX(p->step, 1) - 1, p->n_steps, "%s %.1f s", p->what,
                      (double)(g_get_monotonic_time() - p->since) / G_TIME_SPAN_SECOND);
    p->drawn = TRUE;
}

static gpointer
draw_until_done(gpointer data)
{
    CliProgress *p = data;
    gint64 next = g_get_monotonic_time() + CLI_PROGRESS_FIRST;

    g_mutex_lock(&p->lock);
    while (!p->done) {
        if (g_cond_wait_until(&p->changed, &p->lock, next))
            continue;
        if (p->what != NULL)
            draw(p);
        next = g_get_monotonic_time() + DRAW_AGAIN;
    }
    if (p->drawn)
        cli_progress_wipe();
    g_mutex_unlock(&p->lock);
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
    g_mutex_init(&p->lock);
    g_cond_init(&p->changed);

    /* The drawing thread never takes a signal, so that holding them back in the main thread is
     * enough. A bar that cannot be drawn is no reason to stop. */
    cli_interrupt_hold(&before);
    p->thread = g_thread_try_new("progress", draw_until_done, p, NULL);
    cli_interrupt_release(&before);
    return p;
}

void
cli_progress_step(CliProgress *p, const char *what)
{
    if (p == NULL)
        return;
    g_mutex_lock(&p->lock);
    p->what = what;
    p->step++;
    p->since = g_get_monotonic_time();
    g_mutex_unlock(&p->lock);
}

void
cli_progress_free(CliProgress *p)
{
    if (p == NULL)
        return;
    g_mutex_lock(&p->lock);
    p->done = TRUE;
    g_cond_signal(&p->changed);
    g_mutex_unlock(&p->lock);
    if (p->thread != NULL)
        g_thread_join(p->thread);
    g_mutex_clear(&p->lock);
    g_cond_clear(&p->changed);
    g_free(p);
}
