/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What somebody most likely meant by a word that is not known.
 */
#pragma once

#include <glib.h>

/* The index of the one of `n` words that differs from `word` least, by at most one slip in three
 * of its letters (a letter too many, missing, wrong, or swapped with the next), else of the first
 * that contains `word`, if that has four letters or more; -1: none is close. */
int nearest_word(const char *word, const char *const *words, guint n);
