/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "record/grain-timing.h"

#include "tests/schedule/grain-worker.h"

const char *const names[WORKERS + 1] = { "", "to 1", "to 2", "to 3" };
const char *const results[WORKERS + 1] = { "", "of 1", "of 2", "of 3" };

void *
work(void *number)
{
    const int n = *(const int *)number;
    const struct timespec nap = { 0, 2000000 };

    get_recv_begin_time(n + 1, names[n]);
    get_recv_end_time(n + 1, names[n]);
    get_grain_start_time(n, n + 1);
    nanosleep(&nap, NULL);
    get_grain_stop_time(n, n + 1);
    get_send_begin_time(n + 1, results[n]);
    get_send_end_time(n + 1, results[n]);
    return NULL;
}
