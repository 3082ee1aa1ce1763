/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/geometry/align.h"
#include "tests/tap.h"

#include <stddef.h>

#define CHECK_VALID(align, x, from, to)                                                        \
    do {                                                                                       \
        CHECK_INT((align).valid[x].lo, (from));                                                \
        CHECK_INT((align).valid[x].hi, (to));                                                  \
    } while (0)

static void
check_axis(const RaterAlignTerm *term, int axis, int64_t a, int64_t b)
{
    CHECK_INT(term->kind, RATER_ALIGN_AXIS);
    CHECK_INT(term->axis, axis);
    CHECK_INT(term->a, a);
    CHECK_INT(term->b, b);
}

static const int64_t square[] = { 20, 20 };

/* Y of 10 x 5 on a template of 20 x 20: t0 = 2*y0 + 1, t1 = -y1 + 19. */
static RaterAlign
strided(void)
{
    RaterAlignRule rules[] = { { 1, 2, 1 }, { 2, -1, 19 } };
    RaterAlign align = { 0 };
    CHECK_INT(rater_align_array(&align, 2, (int64_t[]){ 10, 5 }, 2, square, NULL, 2, rules),
              RATER_OK);
    return align;
}

static void
test_kinds(void)
{
    int64_t cube[] = { 9, 9, 9, 9 };
    RaterAlignRule rules[] = { { 2, 1, 3 }, { 0, 5, 4 }, { -1, 1, 1 }, { 1, 0, 8 } };
    RaterAlign align;
    CHECK_INT(rater_align_array(&align, 2, (int64_t[]){ 7, 4 }, 4, cube, NULL, 4, rules),
              RATER_OK);
    CHECK_INT(align.rank, 2);
    CHECK_INT(align.template_rank, 4);
    check_axis(&align.term[0], 1, 1, 3);
    CHECK_INT(align.term[1].kind, RATER_ALIGN_CONST);
    CHECK_INT(align.term[1].b, 4);
    CHECK_INT(align.term[2].kind, RATER_ALIGN_ALL);
    CHECK_INT(align.term[3].kind, RATER_ALIGN_CONST);
    CHECK_INT(align.term[3].b, 8);
    CHECK_VALID(align, 0, 0, 7);
    CHECK_VALID(align, 1, 0, 4);
    /* missing rules replicate */
    CHECK_INT(rater_align_array(&align, 2, (int64_t[]){ 7, 4 }, 4, cube, NULL, 1, rules),
              RATER_OK);
    CHECK_INT(align.term[3].kind, RATER_ALIGN_ALL);
}

static void
test_out_of_template(void)
{
    RaterAlignRule rules[] = { { 1, 3, -4 }, { 2, -2, 5 } };
    RaterAlign align;
    CHECK_INT(rater_align_array(&align, 2, (int64_t[]){ 50, 50 }, 2, square, NULL, 2, rules),
              RATER_OK);
    CHECK_VALID(align, 0, 2, 8); /* -4 + 3x in 0..19: 2 .. 17 */
    CHECK_VALID(align, 1, 0, 3); /* 5, 3, 1 */
    rules[1] = (RaterAlignRule){ 0, 0, 20 };
    CHECK_INT(rater_align_array(&align, 2, (int64_t[]){ 50, 50 }, 2, square, NULL, 2, rules),
              RATER_OK);
    CU_ASSERT_TRUE(rater_range_is_empty(align.valid[0]));
    CU_ASSERT_TRUE(rater_range_is_empty(align.valid[1]));
}

static void
test_compose(void)
{
    RaterAlign y = strided();
    RaterAlignRule rules[] = { { 2, -1, 7 }, { 1, 2, 1 } };
    RaterAlign x;
    CHECK_INT(rater_align_array(&x, 2, (int64_t[]){ 6, 6 }, 0, NULL, &y, 2, rules), RATER_OK);
    check_axis(&x.term[0], 1, -2, 15); /* 2*(7-x) + 1 */
    check_axis(&x.term[1], 0, -2, 18); /* -(2x+1) + 19 */
    CHECK_VALID(x, 0, 0, 2);           /* 2x+1 in 0..4 */
    CHECK_VALID(x, 1, 0, 6);           /* 7-x in 0..9 */
}

static void
test_compose_constants(void)
{
    RaterAlign y = strided();
    RaterAlignRule rules[] = { { 0, 0, 9 }, { -1, 0, 0 } };
    RaterAlign x;
    CHECK_INT(rater_align_array(&x, 1, (int64_t[]){ 6 }, 0, NULL, &y, 2, rules), RATER_OK);
    CHECK_INT(x.term[0].kind, RATER_ALIGN_CONST);
    CHECK_INT(x.term[0].b, 19);
    CHECK_INT(x.term[1].kind, RATER_ALIGN_SOME); /* y1 = 0..4 is 19 down to 15 */
    CHECK_INT(x.term[1].span.lo, 15);
    CHECK_INT(x.term[1].span.hi, 20);
    CHECK_VALID(x, 0, 0, 6);
    rules[0].konst = 10; /* template index 21 does not exist, nor does element 10 */
    CHECK_INT(rater_align_array(&x, 1, (int64_t[]){ 6 }, 0, NULL, &y, 2, rules), RATER_OK);
    CU_ASSERT_TRUE(rater_range_is_empty(x.valid[0]));
    CHECK_INT(x.term[0].b, -1);

    /* what the pattern has carries over; its axis 0 is on no template axis */
    RaterAlignRule fixed[] = { { 0, 0, 3 }, { -1, 0, 0 } };
    CHECK_INT(rater_align_array(&y, 1, (int64_t[]){ 10 }, 2, square, NULL, 2, fixed), RATER_OK);
    RaterAlignRule shift[] = { { 1, 1, 4 } };
    CHECK_INT(rater_align_array(&x, 1, (int64_t[]){ 10 }, 0, NULL, &y, 1, shift), RATER_OK);
    CHECK_INT(x.term[0].kind, RATER_ALIGN_CONST);
    CHECK_INT(x.term[0].b, 3);
    CHECK_INT(x.term[1].kind, RATER_ALIGN_ALL);
    CHECK_VALID(x, 0, 0, 6); /* elements 4.. of the pattern */
}

static void
test_compose_thrice(void)
{
    RaterAlign y = strided(), x, z;
    RaterAlignRule whole[] = { { -1, 0, 0 }, { 1, 1, 1 } };
    CHECK_INT(rater_align_array(&x, 1, (int64_t[]){ 4 }, 0, NULL, &y, 2, whole), RATER_OK);
    check_axis(&x.term[1], 0, -1, 18);
    RaterAlignRule half[] = { { 2, 2, 0 } };
    CHECK_INT(rater_align_array(&z, 3, (int64_t[]){ 3, 2, 1 }, 0, NULL, &x, 1, half), RATER_OK);
    CHECK_INT(z.term[0].kind, RATER_ALIGN_SOME); /* y0 = 0..9 is 1 .. 19 */
    CHECK_INT(z.term[0].span.lo, 1);
    CHECK_INT(z.term[0].span.hi, 20);
    check_axis(&z.term[1], 1, -2, 18);
    CHECK_VALID(z, 0, 0, 3);
}

/* An array whose pattern has no elements has none either. */
static void
test_empty_pattern(void)
{
    RaterAlignRule far[] = { { 1, 1, 100 } };
    RaterAlign y, x;
    CHECK_INT(rater_align_array(&y, 2, (int64_t[]){ 5, 5 }, 2, square, NULL, 1, far), RATER_OK);
    CU_ASSERT_TRUE(rater_range_is_empty(y.valid[0]));
    RaterAlignRule rules[] = { { -1, 0, 0 }, { 1, 1, 0 } };
    CHECK_INT(rater_align_array(&x, 1, (int64_t[]){ 5 }, 0, NULL, &y, 2, rules), RATER_OK);
    CU_ASSERT_TRUE(rater_range_is_empty(x.valid[0]));
    CU_ASSERT_TRUE(rater_range_is_empty(x.term[0].span));
}

static void
test_errors(void)
{
    RaterAlign align = { .rank = 9 };
    int64_t size[] = { 5, 5 };
    RaterAlignRule rules[] = { { 1, 1, 0 }, { 1, 1, 0 }, { -1, 0, 0 } };
    CHECK_INT(rater_align_array(&align, 2, size, 2, square, NULL, 2, rules), RATER_ERROR_AXIS);
    rules[1].axis = 3;
    CHECK_INT(rater_align_array(&align, 2, size, 2, square, NULL, 2, rules), RATER_ERROR_AXIS);
    rules[1].axis = -2;
    CHECK_INT(rater_align_array(&align, 2, size, 2, square, NULL, 2, rules), RATER_ERROR_AXIS);
    rules[1].axis = 2;
    CHECK_INT(rater_align_array(&align, 2, size, 2, square, NULL, 3, rules), RATER_ERROR_RANK);
    CHECK_INT(rater_align_array(&align, 0, size, 2, square, NULL, 2, rules), RATER_ERROR_RANK);
    CHECK_INT(rater_align_array(&align, 2, size, 16, square, NULL, 2, rules), RATER_ERROR_RANK);
    CHECK_INT(rater_align_array(&align, 2, (int64_t[]){ 5, 0 }, 2, square, NULL, 2, rules),
              RATER_ERROR_SIZE);
    CHECK_INT(rater_align_array(&align, 2, size, 2, (int64_t[]){ 5, -1 }, NULL, 2, rules),
              RATER_ERROR_SIZE);
    rules[1] = (RaterAlignRule){ 2, INT64_MAX, 0 };
    CHECK_INT(rater_align_array(&align, 2, size, 2, square, NULL, 2, rules),
              RATER_ERROR_OVERFLOW);
    rules[1] = (RaterAlignRule){ 2, 1, INT64_MAX };
    CHECK_INT(rater_align_array(&align, 2, size, 2, square, NULL, 2, rules),
              RATER_ERROR_OVERFLOW);
    CHECK_INT(align.rank, 9);
}

static void
test_compose_overflow(void)
{
    int64_t large = INT64_MAX / 2;
    RaterAlignRule rule = { 1, large, 0 };
    RaterAlign y, x;
    CHECK_INT(
        rater_align_array(&y, 1, (int64_t[]){ 2 }, 1, (int64_t[]){ INT64_MAX }, NULL, 1, &rule),
        RATER_OK);
    CHECK_VALID(y, 0, 0, 2);
    rule.coeff = 3;
    CHECK_INT(rater_align_array(&x, 1, (int64_t[]){ 2 }, 0, NULL, &y, 1, &rule),
              RATER_ERROR_OVERFLOW);
    rule = (RaterAlignRule){ 0, 0, INT64_MIN }; /* no such element, and no overflow */
    CHECK_INT(rater_align_array(&x, 1, (int64_t[]){ 2 }, 0, NULL, &y, 1, &rule), RATER_OK);
    CU_ASSERT_TRUE(rater_range_is_empty(x.valid[0]));
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "kinds", test_kinds },
        { "out of the template", test_out_of_template },
        { "composition", test_compose },
        { "composition with constants", test_compose_constants },
        { "composition twice", test_compose_thrice },
        { "empty pattern", test_empty_pattern },
        { "errors", test_errors },
        { "overflow in composition", test_compose_overflow },
        CU_TEST_INFO_NULL,
    };
    return tap_run("align", tests);
}
