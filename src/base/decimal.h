/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The fewest digits that read back as the same number, without trying: to print with 15, 16 and
 * 17 digits and to read again would be most of the time of a JSON report.
 */
#pragma once

#include <glib.h>

/* Writes what "%.15g", "%.16g" or "%.17g" would in the C locale, the first of them that reads
 * back as `value`. `buffer`: REPORT_NUMBER_SIZE bytes. FALSE, and nothing is written, where
 * that takes more than 128 bits: outside of 1e-14 <= |value| < 1e15, and for powers of two. */
gboolean report_decimal_write(double value, char *buffer);
