/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/interrupt.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "src/cli/cli.h"

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

/* A signal that the main thread holds back goes to any other thread of the process, such as one
 * that has explained and waits for more to do. It is handed on to the main thread, whose number
 * is that of the process, and waits there. TRUE: done. */
static gboolean
hand_on(int number)
{
#ifdef SYS_tgkill
    const int before = errno;
    const pid_t process = getpid();
    const gboolean done =
        syscall(SYS_gettid) != process && syscall(SYS_tgkill, process, process, number) == 0;
    errno = before;
    return done;
#else
    (void)number;
    return FALSE;
#endif
}

static void
leave(int number)
{
    if (!hand_on(number))
        _exit(CLI_SIGNAL + number);
}

static void
clear_and_leave(int number)
{
    static const char clear[] = "\r\033[K";

    if (hand_on(number))
        return;
    gssize written = write(STDERR_FILENO, clear, sizeof clear - 1);
    (void)written; /* nothing can be done about it */
    _exit(CLI_SIGNAL + number);
}

void
cli_interrupt_signals(sigset_t *set)
{
    sigemptyset(set);
    for (guint i = 0; i < G_N_ELEMENTS(signals); i++) {
        struct sigaction action;
        if (sigaction(signals[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(set, signals[i]);
    }
}

void
cli_interrupt_install(gboolean clear_line)
{
    const struct sigaction action = { .sa_handler = clear_line ? clear_and_leave : leave };
    sigset_t set;

    cli_interrupt_signals(&set);
    for (guint i = 0; i < G_N_ELEMENTS(signals); i++) {
        if (sigismember(&set, signals[i]))
            sigaction(signals[i], &action, NULL);
    }
}

void
cli_interrupt_hold(sigset_t *before)
{
    sigset_t held;
    sigemptyset(&held);
    for (guint i = 0; i < G_N_ELEMENTS(signals); i++)
        sigaddset(&held, signals[i]);
    pthread_sigmask(SIG_BLOCK, &held, before);
}

void
cli_interrupt_release(const sigset_t *before)
{
    pthread_sigmask(SIG_SETMASK, before, NULL);
}
