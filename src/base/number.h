/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Numbers as reports show them: the same in every locale.  Each function writes into `buffer`
 * (REPORT_NUMBER_SIZE bytes) and returns it, or a constant for a number that is not finite.
 */
#pragma once

#include <glib.h>

#define REPORT_NUMBER_SIZE 40

/* The shortest decimal that reads back as the same double; NULL when it is not finite (a format
 * then writes its own sign for "no value"). */
const char *report_number_exact(double value, char *buffer);

/* For people: six significant digits; "-" when not finite. Seconds are shown so. */
const char *report_number_short(double value, char *buffer);

/* For people in a sentence: three significant digits, whole numbers in full up to a million. */
const char *report_number_rounded(double value, char *buffer);

/* Seconds for people in the unit that reads best, three significant digits: "1.47 s", "5.01
 * ms", "85.2 us", "120 ns"; "0 s"; "-" when not finite. */
const char *report_number_time(double seconds, char *buffer);

/* The unit of that for tables and axes whose values have one in common: "s", "ms", "us", "ns",
 * and how many seconds it has. "s" for 0 and what is not finite. */
const char *report_number_unit(double seconds, double *size);

/* How many decimals the numbers of a column want that shows so many digits of the least of
 * them: points stand below each other. 0 to 9. */
int report_number_decimals(double least, int digits);

/* With so many decimals (0 to 9); "-" when not finite. */
const char *report_number_fixed(double value, int decimals, char *buffer);

/* A share (1 is all) for people, as "12.3 %" or "0.012 %"; "-" when not finite. */
const char *report_number_percent(double share, char *buffer);

/* A share as a length of CSS, cut to 0%..100%. */
const char *report_number_css(double share, char *buffer);

/* A whole number with its digits in threes, as "1 048 576" (no-break spaces, UTF-8). */
const char *report_number_grouped(gint64 value, char *buffer);
