/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/geometry/align.h"

#include <stddef.h>

#define NOWHERE (-1) /* an index outside of every template */

static bool
fits_int64(__int128 value)
{
    return value >= INT64_MIN && value <= INT64_MAX;
}

/* A rule with its cases told apart: axis is 0-based, kind never RATER_ALIGN_SOME. */
static RaterStatus
read_rule(RaterAlignTerm *term, const RaterAlignRule *rule, int rank)
{
    if (rule->axis < -1 || rule->axis > rank)
        return RATER_ERROR_AXIS;
    if (rule->axis == -1)
        *term = (RaterAlignTerm){ .kind = RATER_ALIGN_ALL };
    else if (rule->axis == 0 || rule->coeff == 0)
        *term = (RaterAlignTerm){ .kind = RATER_ALIGN_CONST, .b = rule->konst };
    else
        *term = (RaterAlignTerm){ .kind = RATER_ALIGN_AXIS,
                                  .axis = (int)rule->axis - 1,
                                  .a = rule->coeff,
                                  .b = rule->konst };
    return RATER_OK;
}

/* Reads the rules for the n_axes of the pattern; missing ones replicate. Each
 * array axis may be used once, and its indices must not leave int64_t. */
static RaterStatus
read_rules(RaterAlignTerm terms[], int n_axes, int rank, const RaterRange domain[], int n_rules,
           const RaterAlignRule rules[])
{
    bool used[RATER_MAX_RANK] = { false };
    for (int t = 0; t < n_axes; t++) {
        if (t >= n_rules) {
            terms[t] = (RaterAlignTerm){ .kind = RATER_ALIGN_ALL };
            continue;
        }
        RaterStatus status = read_rule(&terms[t], &rules[t], rank);
        if (status != RATER_OK)
            return status;
        if (terms[t].kind != RATER_ALIGN_AXIS)
            continue;
        int axis = terms[t].axis;
        if (used[axis])
            return RATER_ERROR_AXIS;
        used[axis] = true;
        if (!rater_range_is_empty(domain[axis]) &&
            (!fits_int64((__int128)terms[t].a * domain[axis].lo + terms[t].b) ||
             !fits_int64((__int128)terms[t].a * (domain[axis].hi - 1) + terms[t].b)))
            return RATER_ERROR_OVERFLOW;
    }
    return RATER_OK;
}

/* Narrows the valid ranges to what has an element among the pattern's `valid`
 * ranges; an array on a place that does not exist has no elements. */
static void
narrow_valid(RaterAlign *align, int n_axes, const RaterAlignTerm terms[],
             const RaterRange valid[])
{
    bool nowhere = false;
    for (int t = 0; t < n_axes; t++) {
        const RaterAlignTerm *term = &terms[t];
        if (rater_range_is_empty(valid[t]))
            nowhere = true;
        else if (term->kind == RATER_ALIGN_CONST)
            nowhere = nowhere || !rater_range_contains(valid[t], term->b);
        else if (term->kind == RATER_ALIGN_AXIS)
            align->valid[term->axis] = rater_range_preimage(valid[t].lo, valid[t].hi, term->a,
                                                            term->b, align->valid[term->axis]);
    }
    for (int x = 0; nowhere && x < align->rank; x++)
        align->valid[x] = (RaterRange){ 0, 0 };
}

/* The term of the template axis on which the pattern lies by `outer`, when the
 * array lies on that pattern axis (whose elements are `valid`) by `inner`. */
static RaterStatus
compose_term(RaterAlignTerm *term, const RaterAlignTerm *outer, const RaterAlignTerm *inner,
             RaterRange valid)
{
    if (inner->kind == RATER_ALIGN_ALL) {
        *term = (RaterAlignTerm){ .kind = RATER_ALIGN_SOME,
                                  .span = rater_range_image(outer->a, outer->b, valid) };
        return RATER_OK;
    }
    if (inner->kind == RATER_ALIGN_CONST) {
        bool inside = rater_range_contains(valid, inner->b);
        *term = (RaterAlignTerm){ .kind = RATER_ALIGN_CONST, .b = NOWHERE };
        if (inside)
            term->b = (int64_t)((__int128)outer->a * inner->b + outer->b);
        return RATER_OK;
    }
    __int128 a = (__int128)outer->a * inner->a;
    __int128 b = (__int128)outer->a * inner->b + outer->b;
    if (!fits_int64(a) || !fits_int64(b))
        return RATER_ERROR_OVERFLOW;
    *term = (RaterAlignTerm){
        .kind = RATER_ALIGN_AXIS, .axis = inner->axis, .a = (int64_t)a, .b = (int64_t)b
    };
    return RATER_OK;
}

static RaterStatus
place_on_template(RaterAlign *align, const RaterRange domain[], const int64_t template_size[],
                  int n_rules, const RaterAlignRule rules[])
{
    RaterRange valid[RATER_MAX_RANK];
    for (int t = 0; t < align->template_rank; t++) {
        if (template_size[t] < 1)
            return RATER_ERROR_SIZE;
        valid[t] = (RaterRange){ 0, template_size[t] };
    }
    RaterStatus status =
        read_rules(align->term, align->template_rank, align->rank, domain, n_rules, rules);
    if (status == RATER_OK)
        narrow_valid(align, align->template_rank, align->term, valid);
    return status;
}

static RaterStatus
place_on_array(RaterAlign *align, const RaterRange domain[], const RaterAlign *pattern,
               int n_rules, const RaterAlignRule rules[])
{
    RaterAlignTerm inner[RATER_MAX_RANK];
    RaterStatus status = read_rules(inner, pattern->rank, align->rank, domain, n_rules, rules);
    if (status != RATER_OK)
        return status;
    narrow_valid(align, pattern->rank, inner, pattern->valid);
    for (int t = 0; t < pattern->template_rank; t++) {
        const RaterAlignTerm *outer = &pattern->term[t];
        align->term[t] = *outer;
        if (outer->kind == RATER_ALIGN_AXIS)
            status = compose_term(&align->term[t], outer, &inner[outer->axis],
                                  pattern->valid[outer->axis]);
        if (status != RATER_OK)
            return status;
    }
    return RATER_OK;
}

RaterStatus
rater_align_domain(RaterAlign *align, int rank, const RaterRange domain[], int template_rank,
                   const int64_t template_size[], const RaterAlign *pattern, int n_rules,
                   const RaterAlignRule rules[])
{
    RaterAlign made = { .rank = rank };
    made.template_rank = pattern != NULL ? pattern->template_rank : template_rank;
    if (rank < 1 || rank > RATER_MAX_RANK || made.template_rank < 1 ||
        made.template_rank > RATER_MAX_RANK ||
        n_rules > (pattern != NULL ? pattern->rank : template_rank))
        return RATER_ERROR_RANK;
    for (int x = 0; x < rank; x++) {
        made.size[x] = rater_range_count(domain[x]);
        made.valid[x] = domain[x];
    }
    RaterStatus status = pattern != NULL
                             ? place_on_array(&made, domain, pattern, n_rules, rules)
                             : place_on_template(&made, domain, template_size, n_rules, rules);
    if (status == RATER_OK)
        *align = made;
    return status;
}

RaterStatus
rater_align_array(RaterAlign *align, int rank, const int64_t size[], int template_rank,
                  const int64_t template_size[], const RaterAlign *pattern, int n_rules,
                  const RaterAlignRule rules[])
{
    RaterRange domain[RATER_MAX_RANK];
    if (rank < 1 || rank > RATER_MAX_RANK)
        return RATER_ERROR_RANK;
    for (int x = 0; x < rank; x++) {
        if (size[x] < 1)
            return RATER_ERROR_SIZE;
        domain[x] = (RaterRange){ 0, size[x] };
    }
    return rater_align_domain(align, rank, domain, template_rank, template_size, pattern,
                              n_rules, rules);
}
