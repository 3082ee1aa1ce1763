/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Calls of the recorder from bytes: sense and nonsense. Called after dvmr_begin().
 */
#pragma once

#include <stddef.h>

void random_calls(const unsigned char *bytes, size_t n);
