/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Student's distribution, for intervals of confidence.
 */
#pragma once

/* The t with which |T| <= t has the probability `share`, 0 < share < 1, for `degrees` >= 1 of
 * freedom: 12.706 for 0.95 and 1. Abramowitz and Stegun, 26.7.3 and 26.7.4. */
double student_quantile(double share, unsigned degrees);
