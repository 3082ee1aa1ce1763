/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/shadow/shadow.h"
#include "tests/rater/check-real.h"
#include "tests/tap.h"

#include <stddef.h>

/* Blocks of an n0 x n1 template (n1 = 0: a line) on a grid, an array of its shape on it. */
typedef struct {
    RaterDist dist;
    RaterMapping mapping;
} Field;

static void
set_field(Field *field, int rank, const int64_t parts[], const int64_t size[],
          const RaterDistDim dims[], const RaterAlignRule rules[])
{
    RaterGrid grid;
    RaterAlign align;
    CHECK_INT(rater_grid_init(&grid, rank, parts), RATER_OK);
    CHECK_INT(rater_dist_init(&field->dist, &grid, rank, size, rank, dims, NULL), RATER_OK);
    CHECK_INT(rater_align_array(&align, rank, size, rank, size, NULL, rank, rules), RATER_OK);
    CHECK_INT(rater_mapping_init(&field->mapping, &align, &field->dist), RATER_OK);
}

static const RaterDistDim by_axes[] = { { .axis = 1 }, { .axis = 2 }, { .axis = 3 } };
static const RaterAlignRule as_it_is[] = { { 1, 1, 0 }, { 2, 1, 0 }, { 3, 1, 0 } };

static void
set_plane(Field *field, int64_t p0, int64_t p1, int64_t n0, int64_t n1)
{
    set_field(field, 2, (int64_t[]){ p0, p1 }, (int64_t[]){ n0, n1 }, by_axes, as_it_is);
}

static void
set_line(Field *field, int64_t parts, int64_t n)
{
    set_field(field, 1, &parts, &n, by_axes, as_it_is);
}

/* All axes with the same widths, both edges, faces only. */
static RaterShadow
edges(const Field *field, int64_t bytes, int64_t low, int64_t high)
{
    RaterShadow shadow = { .mapping = &field->mapping, .element_bytes = bytes, .max_axes = 1 };
    for (int x = 0; x < field->mapping.rank; x++) {
        shadow.low[x] = low;
        shadow.high[x] = high;
        shadow.sign[x] = RATER_SHADOW_ANY;
    }
    rater_shadow_whole(&shadow);
    return shadow;
}

static void
check_group(const RaterShadow shadows[], int n, double messages, double bytes, int64_t distance,
            int64_t largest)
{
    RaterTraffic traffic = { .messages = -1 };
    CHECK_INT(rater_shadow_traffic(shadows, n, &traffic), RATER_OK);
    CHECK_REAL(traffic.messages, messages, 0);
    CHECK_REAL(traffic.bytes, bytes, 0);
    CHECK_INT(traffic.distance, distance);
    CHECK_INT(traffic.largest, largest);
}

/* Costed by hand. */
static void
test_jac400(void)
{
    RaterNetwork bus = { .kind = rater_network_find("network"),
                         .start_time = (RaterAtto)75 * 1000000000000,
                         .byte_time = 200000000000,
                         .scale = 1,
                         .channels = 1 };
    RaterNetwork transputer = bus;
    transputer.kind = rater_network_find("transputer");
    Field field;
    RaterTraffic traffic;
    set_plane(&field, 2, 2, 400, 400);
    RaterShadow shadow = edges(&field, 4, 1, 1);
    check_group(&shadow, 1, 8, 8 * 800, 1, 800);
    CHECK_INT(rater_shadow_traffic(&shadow, 1, &traffic), RATER_OK);
    CHECK_REAL(rater_network_transfers(&bus, &traffic, 4), 1880e-6, 1e-14);
    CHECK_REAL(rater_network_transfers(&transputer, &traffic, 4), 235e-6, 1e-14);
    set_plane(&field, 4, 2, 400, 400);
    shadow = edges(&field, 4, 1, 1);
    CHECK_INT(rater_shadow_traffic(&shadow, 1, &traffic), RATER_OK);
    CHECK_REAL(rater_network_transfers(&bus, &traffic, 8), 4060e-6, 1e-14);
}

static void
test_widths(void)
{
    Field field;
    set_line(&field, 3, 10); /* blocks of 3, 3 and 4 */
    RaterShadow shadow = edges(&field, 8, 2, 1);
    /* up 2 layers twice, down 1 layer twice */
    check_group(&shadow, 1, 4, 8 * (2 * 2 + 2 * 1), 1, 16);
    shadow = edges(&field, 8, 0, 1);
    check_group(&shadow, 1, 2, 8 * 2, 1, 8);
    shadow = edges(&field, 8, 0, 0);
    check_group(&shadow, 1, 0, 0, 0, 0);
    /* wider than the blocks: all that the neighbour has, and no third one is asked */
    shadow = edges(&field, 1, 100, 100);
    check_group(&shadow, 1, 4, 3 + 3 + 3 + 4, 1, 4);
    set_line(&field, 1, 10);
    shadow = edges(&field, 8, 1, 1);
    check_group(&shadow, 1, 0, 0, 0, 0);
}

static void
test_corners(void)
{
    Field field;
    set_plane(&field, 2, 2, 8, 6); /* blocks of 4 x 3 */
    RaterShadow shadow = edges(&field, 1, 1, 2);
    /* along axis 0 up 1*3, down 2*3; along axis 1 up 4*1, down 4*2; two processors each */
    check_group(&shadow, 1, 8, 2 * (3 + 6 + 4 + 8), 1, 8);
    shadow.max_axes = 2;
    /* and corners of 1*1, 1*2, 2*1, 2*2 */
    check_group(&shadow, 1, 12, 2 * (3 + 6 + 4 + 8) + 1 + 2 + 2 + 4, 2, 4);
    shadow.max_axes = 0; /* faces all the same */
    check_group(&shadow, 1, 8, 2 * (3 + 6 + 4 + 8), 1, 8);
}

static void
test_corners_of_cube(void)
{
    Field field;
    set_field(&field, 3, (int64_t[]){ 2, 2, 2 }, (int64_t[]){ 4, 6, 10 }, by_axes, as_it_is);
    RaterShadow shadow = edges(&field, 1, 1, 1); /* blocks of 2 x 3 x 5 */
    check_group(&shadow, 1, 24, 8 * (15 + 10 + 6), 1, 15);
    shadow.max_axes = 2;
    check_group(&shadow, 1, 48, 8 * (15 + 10 + 6 + 5 + 3 + 2), 2, 5);
    shadow.max_axes = 3;
    check_group(&shadow, 1, 56, 8 * (15 + 10 + 6 + 5 + 3 + 2 + 1), 3, 1);
}

static void
test_signs(void)
{
    Field field;
    set_plane(&field, 2, 2, 8, 6);
    RaterShadow shadow = edges(&field, 1, 1, 2);
    shadow.max_axes = 2;
    shadow.sign[0] = RATER_SHADOW_LOW | RATER_SHADOW_NONE; /* no high edges of axis 0 */
    check_group(&shadow, 1, 10 - 2, 2 * (3 + 4 + 8) + 1 + 2, 2, 2);
    shadow.sign[0] = RATER_SHADOW_LOW; /* and only with a low edge of axis 0 */
    check_group(&shadow, 1, 4, 2 * 3 + 1 + 2, 2, 2);
    shadow.sign[1] = RATER_SHADOW_HIGH;
    check_group(&shadow, 1, 1, 2, 2, 2);
    shadow.sign[0] = RATER_SHADOW_NONE;
    check_group(&shadow, 1, 2, 2 * 8, 1, 8);
    shadow.sign[0] = 0;
    check_group(&shadow, 1, 0, 0, 0, 0);
}

static void
test_empty_blocks(void)
{
    Field field;
    RaterDistDim dim = { .axis = 1, .prefix = (int64_t[]){ 0, 4, 4, 4, 9, 10, 10 } };
    set_field(&field, 1, (int64_t[]){ 6 }, (int64_t[]){ 10 }, &dim, as_it_is);
    RaterShadow shadow = edges(&field, 1, 2, 2); /* elements on 0, 3 and 4 */
    check_group(&shadow, 1, 4, 2 + 2 + 2 + 1, 3, 2);
    set_line(&field, 7, 3);
    shadow = edges(&field, 1, 1, 1);
    check_group(&shadow, 1, 4, 4, 1, 1);
}

/* Against the direction of the grid the lower neighbour has the higher coordinate. */
static void
test_negative(void)
{
    Field field;
    RaterAlignRule turned = { 1, -1, 9 };
    set_field(&field, 1, (int64_t[]){ 3 }, (int64_t[]){ 10 }, by_axes, &turned);
    /* blocks 7..9, 4..6, 0..3 */
    RaterShadow shadow = edges(&field, 1, 100, 0);
    check_group(&shadow, 1, 2, 4 + 3, 1, 4);
    shadow = edges(&field, 1, 0, 100);
    check_group(&shadow, 1, 2, 3 + 3, 1, 3);
}

/* Two arrays of which one runs against the other: its low edge goes the way of the
 * other's high edge, in one message. */
static void
test_group(void)
{
    Field along, against;
    RaterAlignRule turned = { 1, -1, 9 };
    set_line(&along, 2, 10);
    set_field(&against, 1, (int64_t[]){ 2 }, (int64_t[]){ 10 }, by_axes, &turned);
    RaterShadow low_up = edges(&along, 1, 1, 0), low_down = edges(&against, 10, 1, 0);
    RaterShadow high_up = edges(&against, 100, 0, 1), both = edges(&along, 1000, 1, 1);
    check_group((RaterShadow[]){ low_up, low_up }, 2, 1, 2, 1, 2);
    check_group((RaterShadow[]){ low_up, low_down }, 2, 2, 11, 1, 10);
    check_group((RaterShadow[]){ low_up, high_up }, 2, 1, 101, 1, 101);
    check_group((RaterShadow[]){ low_up, low_down, high_up, both }, 4, 2, 2111, 1, 1101);
    check_group(NULL, 0, 0, 0, 0, 0);
}

/* The farthest pair counts even where nearer ones have more. */
static void
test_farthest(void)
{
    Field near, far;
    RaterDistDim dim = { .axis = 1, .prefix = (int64_t[]){ 0, 2, 2, 4 } };
    set_line(&near, 3, 12);
    set_field(&far, 1, (int64_t[]){ 3 }, (int64_t[]){ 4 }, &dim, as_it_is);
    RaterShadow group[] = { edges(&near, 50, 1, 1), edges(&far, 3, 2, 1) };
    check_group(group, 2, 6, 4 * 50 + 6 + 3, 2, 6);
}

static void
test_replication(void)
{
    Field field;
    RaterAlignRule whole[] = { { 1, 1, 0 }, { -1, 0, 0 } };
    set_field(&field, 2, (int64_t[]){ 2, 3 }, (int64_t[]){ 8, 6 }, by_axes, whole);
    RaterShadow shadow = edges(&field, 1, 1, 1); /* each of three copies for itself */
    check_group(&shadow, 1, 6, 6 * 6, 1, 6);
    whole[1] = (RaterAlignRule){ 0, 0, 4 }; /* on coordinate 2 only */
    set_field(&field, 2, (int64_t[]){ 2, 3 }, (int64_t[]){ 8, 6 }, by_axes, whole);
    shadow = edges(&field, 1, 1, 1);
    check_group(&shadow, 1, 2, 2 * 6, 1, 6);
}

static void
test_sections(void)
{
    Field field;
    set_plane(&field, 3, 2, 30, 20); /* blocks of 10 x 10 */
    RaterShadow shadow = edges(&field, 1, 3, 2);
    shadow.high[1] = shadow.low[1] = 0;
    check_group(&shadow, 1, 8, 4 * (30 + 20), 1, 30);
    shadow.low_layers[0] = (RaterRange){ 1, 3 };
    shadow.high_layers[0] = (RaterRange){ 5, 9 };
    check_group(&shadow, 1, 4, 4 * 20, 1, 20);
    shadow.part[1] = (RaterRange){ 5, 13 }; /* 5 columns of one block, 3 of the other */
    check_group(&shadow, 1, 4, 2 * (2 * 5 + 2 * 3), 1, 10);
    shadow.part[0] = (RaterRange){ 12, 20 }; /* only the block in the middle has edges */
    check_group(&shadow, 1, 2, 2 * 5 + 2 * 3, 1, 10);
    /* layers are counted upwards: the farthest ones are missing where a block is thin */
    set_line(&field, 4, 8);
    shadow = edges(&field, 1, 3, 3);
    shadow.low_layers[0] = (RaterRange){ 0, 2 };  /* of x-3, x-2, x-1 the first two */
    shadow.high_layers[0] = (RaterRange){ 2, 3 }; /* a block has two only */
    check_group(&shadow, 1, 3, 3 * 1, 1, 1);
}

static void
test_errors(void)
{
    Field field, other;
    set_line(&field, 3, 10);
    set_line(&other, 4, 10);
    RaterTraffic traffic = { .messages = 77 };
    RaterShadow shadow = edges(&field, 8, -1, 1);
    CHECK_INT(rater_shadow_traffic(&shadow, 1, &traffic), RATER_ERROR_WIDTH);
    shadow = edges(&field, 0, 1, 1);
    CHECK_INT(rater_shadow_traffic(&shadow, 1, &traffic), RATER_ERROR_SIZE);
    RaterShadow group[] = { edges(&field, 8, 1, 1), edges(&other, 8, 1, 1) };
    CHECK_INT(rater_shadow_traffic(group, 2, &traffic), RATER_ERROR_RANK);
    shadow = edges(&field, INT64_MAX, 2, 2);
    CHECK_INT(rater_shadow_traffic(&shadow, 1, &traffic), RATER_ERROR_OVERFLOW);
    CHECK_REAL(traffic.messages, 77, 0);
}

/* Sizes that no loop over elements or processors could go through. */
static void
test_large(void)
{
    Field field;
    int64_t million = 1000000;
    set_plane(&field, million, million, 40000, 30000);
    RaterShadow shadow = edges(&field, 4, 1, 1);
    shadow.max_axes = 2;
    double faces = 2.0 * (39999.0 * 30000 + 40000.0 * 29999), corners = 4.0 * 39999 * 29999;
    check_group(&shadow, 1, faces + corners, 4 * (faces + corners), 2, 4);
    set_plane(&field, 1000, 1000, (int64_t)1 << 50, (int64_t)1 << 50);
    shadow = edges(&field, 8, 1, 1);
    RaterTraffic traffic;
    CHECK_INT(rater_shadow_traffic(&shadow, 1, &traffic), RATER_OK);
    CHECK_REAL(traffic.messages, 4 * 999 * 1000, 0);
    /* all rows together: each of the 999 inner edges is a whole line, both ways and axes */
    CHECK_REAL(traffic.bytes, 4.0 * 999 * 0x1p50 * 8, 0);
    CHECK_INT(traffic.largest, 8 * ((((int64_t)1 << 50) + 999) / 1000));
    set_line(&field, (int64_t)1 << 50, (int64_t)1 << 60);
    shadow = edges(&field, 8, 1, 1);
    CHECK_INT(rater_shadow_traffic(&shadow, 1, &traffic), RATER_OK); /* equal blocks */
    CHECK_REAL(traffic.messages, 2 * (0x1p50 - 1), 0);
    CHECK_REAL(traffic.bytes, 8 * 2 * (0x1p50 - 1), 0);
    CHECK_INT(traffic.distance, 1);
    set_line(&field, (int64_t)1 << 50, (int64_t)3 << 49); /* one, two, one, two, ... */
    shadow = edges(&field, 8, 1, 1);
    CHECK_INT(rater_shadow_traffic(&shadow, 1, &traffic), RATER_ERROR_MEMORY);
}

/* Fifteen axes with all corners: 3^15 directions for 2^15 processors. */
static void
test_many_axes(void)
{
    RaterGrid grid;
    RaterDistDim dims[RATER_MAX_RANK];
    RaterAlignRule rules[RATER_MAX_RANK];
    int64_t two[RATER_MAX_RANK], four[RATER_MAX_RANK];
    for (int x = 0; x < RATER_MAX_RANK; x++) {
        two[x] = 2;
        four[x] = 4;
        dims[x] = (RaterDistDim){ .axis = x + 1 };
        rules[x] = (RaterAlignRule){ x + 1, 1, 0 };
    }
    Field field;
    RaterAlign align;
    CHECK_INT(rater_grid_init(&grid, 15, two), RATER_OK);
    CHECK_INT(rater_dist_init(&field.dist, &grid, 15, four, 15, dims, NULL), RATER_OK);
    CHECK_INT(rater_align_array(&align, 15, four, 15, four, NULL, 15, rules), RATER_OK);
    CHECK_INT(rater_mapping_init(&field.mapping, &align, &field.dist), RATER_OK);
    RaterShadow shadow = edges(&field, 1, 1, 1);
    shadow.max_axes = 15;
    /* every processor to every other; 2 elements stay, 1 layer goes: (2 + 1)^15 - 2^15 */
    check_group(&shadow, 1, 0x1p15 * 32767, 0x1p15 * (14348907 - 32768), 15, 1);
    shadow.max_axes = 1;
    check_group(&shadow, 1, 0x1p15 * 15, 0x1p15 * 15 * 16384, 1, 16384);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "jac400", test_jac400 },
        { "widths", test_widths },
        { "corners", test_corners },
        { "corners of a cube", test_corners_of_cube },
        { "signs", test_signs },
        { "empty blocks", test_empty_blocks },
        { "negative coefficient", test_negative },
        { "group", test_group },
        { "farthest pair", test_farthest },
        { "replication", test_replication },
        { "sections", test_sections },
        { "errors", test_errors },
        { "large", test_large },
        { "many axes", test_many_axes },
        CU_TEST_INFO_NULL,
    };
    return tap_run("shadow", tests);
}
