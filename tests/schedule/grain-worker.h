/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a thread of grain-program.c does.
 */
#pragma once

#define WORKERS 3

extern const char *const names[WORKERS + 1], *const results[WORKERS + 1];

/* Grain n + 1 on processor n, n = *number. */
void *work(void *number);
