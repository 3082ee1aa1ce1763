/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The texts of dvm-record.h: distributions, rules, sections; an empty one is like NULL. Indices
 * in texts count from `base`, results from 0. Functions return false with a reason in `why`.
 */
#ifndef DVMR_TEXT_H
#define DVMR_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "record/dvm-record.h"

#define DVMR_WHY 160

typedef enum { DVMR_WHOLE, DVMR_BLOCK, DVMR_BY_WEIGHTS, DVMR_BY_SIZES } DvmrHowKind;

typedef struct {
    DvmrHowKind kind;
    int n;             /* DVMR_BY_SIZES: how many */
    const char *sizes; /* and where they begin in the text */
} DvmrAxisHow;

/* "block,*", one for each of `rank` axes. */
bool dvmr_text_how(const char *text, int rank, DvmrAxisHow how[], char why[DVMR_WHY]);
/* The next of the sizes in braces. */
int64_t dvmr_text_size(const char **text);

/* Where an index lies along an axis: coeff * (index of axis - 1) + konst, axis 0: at konst, -1:
 * in every place. */
typedef struct {
    int64_t axis, coeff, konst;
} DvmrTerm;

/* Whether the indices first..last of the term's axis lie inside of an axis of `size`. */
bool dvmr_term_inside(const DvmrTerm *term, int64_t first, int64_t last, int64_t size);

/* "[i,j] -> [i,2*j+1]": `rank` names on the left, terms[0..n-1] on the right. NULL: the same
 * axes, and every place along those that are left over. */
bool dvmr_text_rule(const char *text, int base, int rank, int n, DvmrTerm terms[],
                    char why[DVMR_WHY]);
/* "3,:,2*i+1" with i, j, ... for the axes of a loop of `rank`. */
bool dvmr_text_remote(const char *text, int base, int rank, int n, DvmrTerm terms[],
                      char why[DVMR_WHY]);

/* A section; step 0: one index. first -1: the whole axis. count gets how many indices. */
typedef struct {
    int64_t first[DVMR_MAX_RANK], last[DVMR_MAX_RANK], step[DVMR_MAX_RANK];
    int64_t count;
} DvmrSection;

/* "0:99:2,5,:", inside of axes of these sizes; NULL: all. */
bool dvmr_text_section(const char *text, int base, int rank, const int64_t sizes[],
                       DvmrSection *section, char why[DVMR_WHY]);

#endif
