/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A program with grain-timing.h, in two files: a grain that starts, one for each of three
 * threads, and one that ends.  "fork" forks in the middle, "many" makes a million records.
 */
#include "record/grain-timing.h"

#include <sys/wait.h>

#include "tests/schedule/grain-worker.h"

static void
start_all(void)
{
    get_grain_start_time(0, 1);
    get_grain_stop_time(0, 1);
    for (int i = 1; i <= WORKERS; i++) {
        get_send_begin_time(1, names[i]);
        get_send_end_time(1, names[i]);
    }
}

static void
end_all(void)
{
    for (int i = 1; i <= WORKERS; i++) {
        get_recv_begin_time(WORKERS + 2, results[i]);
        get_recv_end_time(WORKERS + 2, results[i]);
    }
    get_grain_start_time(0, WORKERS + 2);
    get_grain_stop_time(0, WORKERS + 2);
}

int
main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    pthread_t threads[WORKERS + 1];
    int number[WORKERS + 1];

    initialize_clock();
    start_all();
    if (strcmp(what, "fork") == 0 && fork() == 0)
        exit(0);
    for (int i = 0; strcmp(what, "many") == 0 && i < 500000; i++) {
        get_grain_start_time(9, 9);
        get_grain_stop_time(9, 9);
    }
    for (int i = 1; i <= WORKERS; i++) {
        number[i] = i;
        if (pthread_create(&threads[i], NULL, work, &number[i]) != 0)
            return 1;
    }
    for (int i = 1; i <= WORKERS; i++)
        pthread_join(threads[i], NULL);
    end_all();
    wait(NULL);
    return 0;
}
