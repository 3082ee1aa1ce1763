/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * ending HOW [TRACE]: a program that records and ends somehow; test-record-endings.sh looks at
 * what is left.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "record/dvm-record.h"

static void
record(int n)
{
    for (int i = 0; i < n; i++) {
        dvmr_interval_begin(i);
        dvmr_interval_end();
    }
}

static void *
other_thread(void *unused)
{
    record(100);
    return unused;
}

static void *
exit_here(void *unused)
{
    exit(3);
    return unused;
}

static void
on_signal(int number)
{
    record(number > 0);
}

/* Threads record nothing; they and the one that does run at once. */
static void
threads(void)
{
    pthread_t thread[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&thread[i], NULL, other_thread, NULL);
    record(1000);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
}

static int
child(void)
{
    int status = 0;
    const pid_t pid = fork();
    if (pid == 0) {
        const bool records = dvmr_begin("child.trc");
        record(1000);
        dvmr_end();
        exit(records ? 1 : 0);
    }
    waitpid(pid, &status, 0);
    return WEXITSTATUS(status);
}

/* Interrupted again and again, also inside of calls. */
static void
signals(void)
{
    const struct sigaction action = { .sa_handler = on_signal };
    sigaction(SIGALRM, &action, NULL);
    for (int i = 0; i < 1000; i++) {
        record(1);
        if (i % 10 == 0)
            raise(SIGALRM);
    }
}

int
main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    pthread_t thread;
    int status = 0;
    printf("%d\n", dvmr_begin(argc > 2 ? argv[2] : NULL));
    fflush(stdout);
    record(1000);
    if (strcmp(how, "exit") == 0)
        exit(3);
    if (strcmp(how, "killed") == 0)
        raise(SIGKILL);
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "mistake") == 0)
        dvmr_loop_end();
    if (strcmp(how, "open") == 0)
        dvmr_interval_begin(1);
    if (strcmp(how, "threads") == 0)
        threads();
    if (strcmp(how, "signals") == 0)
        signals();
    if (strcmp(how, "fork") == 0)
        status = child();
    if (strcmp(how, "exit of a thread") == 0) {
        pthread_create(&thread, NULL, exit_here, NULL);
        for (;;)
            record(10);
    }
    if (strcmp(how, "twice") == 0) {
        dvmr_end();
        printf("%d\n", dvmr_begin("second.trc"));
        record(1000);
    }
    return status;
}
