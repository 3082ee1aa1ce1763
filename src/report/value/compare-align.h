/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which places of two programs are the same: the source may have changed between two reports,
 * so that the same loop stands at another line, or in a file of another name.
 */
#pragma once

#include "src/report/value/compare.h"

/* A site is what intervals of one type, file and line that stand in the same site have in
 * common. Sites of the two reports are matched from MAIN inwards. Of those that stand in
 * matched ones pairs are found in their order in the program (a heaviest common subsequence;
 * both have or lack an expression): as many as possible, but one pair without expressions or
 * with equal ones is worth ten with others; of several ways to do so the one that keeps files
 * and lines. What is left, and all of lists of more than a million pairs, is matched where file
 * and line are equal.
 *
 * Sets sites[0] and sites[1], arrays of one number for each interval of the reports: equal
 * numbers are the same site. Free both with g_free(). */
void compare_align(const CompareReport *const reports[2], guint *sites[2]);
