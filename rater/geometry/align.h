/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Alignment of an array (or of the iterations of a loop) with a template, and
 * its composition through other arrays (docs/semantics.md, "Alignment").
 */
#pragma once

#include "rater/geometry/dist.h"

typedef enum {
    RATER_ALIGN_AXIS,  /* template index = a * x + b for array axis `axis` */
    RATER_ALIGN_CONST, /* only template index b */
    RATER_ALIGN_ALL,   /* replicated along the whole template axis */
    RATER_ALIGN_SOME,  /* replicated along the template indices `span` (a bounded pattern axis)
                        */
} RaterAlignKind;

/* What holds along one template axis. */
typedef struct {
    RaterAlignKind kind;
    int axis;        /* RATER_ALIGN_AXIS: array axis, 0-based */
    int64_t a, b;    /* a != 0 for RATER_ALIGN_AXIS */
    RaterRange span; /* RATER_ALIGN_SOME: template indices, hull */
} RaterAlignTerm;

typedef struct {
    int rank;                     /* of the array */
    int64_t size[RATER_MAX_RANK]; /* of the array */
    /* Elements of each array axis that have a place at all: those whose pattern element exists.
     * [0, size) unless the alignment runs out of the pattern. */
    RaterRange valid[RATER_MAX_RANK];
    int template_rank;
    RaterAlignTerm term[RATER_MAX_RANK]; /* one a template axis */
} RaterAlign;

/* One triple of the trace's AxisArray/CoeffArray/ConstArray for pattern axis t. */
typedef struct {
    int64_t axis;  /* 1-based array axis, 0: constant, -1: replicated along this pattern axis */
    int64_t coeff; /* 0: constant */
    int64_t konst;
} RaterAlignRule;

/* Aligns an array of `rank` axes of `size` with a template of `template_rank` axes of
 * `template_size`, or, when `pattern` is not NULL, with an array that is itself placed by it;
 * these two are not used then. rules[0..n_rules-1] are for the axes of the template or array;
 * missing ones replicate.
 *
 * With an array the alignments are composed (t = A2*A*x + A2*B + B2; constants and replication
 * carry over; replication over an axis of the pattern becomes RATER_ALIGN_SOME). A constant
 * outside of the pattern axis gives an array without elements (valid ranges empty).
 *
 * Errors: RATER_ERROR_RANK, _SIZE, _AXIS (axis outside the rank, or one array axis used twice),
 * _OVERFLOW (an index leaves int64_t). */
RaterStatus rater_align_array(RaterAlign *align, int rank, const int64_t size[],
                              int template_rank, const int64_t template_size[],
                              const RaterAlign *pattern, int n_rules,
                              const RaterAlignRule rules[]);

/* The same for elements that may be signed (the iterations of a loop): axis x has the elements
 * domain[x]. size[] of the result counts the domains. */
RaterStatus rater_align_domain(RaterAlign *align, int rank, const RaterRange domain[],
                               int template_rank, const int64_t template_size[],
                               const RaterAlign *pattern, int n_rules,
                               const RaterAlignRule rules[]);
