/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Transfers worked out by hand.
 */
#include "rater/transfer/pairs.h"
#include "rater/transfer/transfer.h"
#include "tests/rater/check-real.h"
#include "tests/rater/geometry.h"
#include "tests/rater/move-naive.h"
#include "tests/tap.h"

#include <string.h>

static RaterGrid
make_grid(int rank, int64_t n0, int64_t n1)
{
    RaterGrid grid;
    int64_t size[] = { n0, n1 };
    CHECK_INT(rater_grid_init(&grid, rank, size), RATER_OK);
    return grid;
}

/* An array of `size` aligned by `rules` (NULL: axis x with template axis x) with a template of
 * `template_size`, whose axis axis0 (1-based, 0: none) is distributed over grid dimension 0. */
static RaterMapping
make_mapping(const RaterGrid *grid, int axis0, int axis1, int rank, const int64_t size[],
             int template_rank, const int64_t template_size[], const RaterAlignRule rules[])
{
    const RaterAlignRule identity[] = { { 1, 1, 0 }, { 2, 1, 0 } };
    RaterDistDim dims[] = { { .axis = axis0 }, { .axis = axis1 } };
    RaterDist dist;
    RaterAlign align;
    RaterMapping mapping;
    CHECK_INT(rater_dist_init(&dist, grid, template_rank, template_size, 2, dims, NULL),
              RATER_OK);
    CHECK_INT(rater_align_array(&align, rank, size, template_rank, template_size, NULL,
                                template_rank, rules != NULL ? rules : identity),
              RATER_OK);
    CHECK_INT(rater_mapping_init(&mapping, &align, &dist), RATER_OK);
    return mapping;
}

/* The same for an array that has the sizes of its template. */
static RaterMapping
make_simple(const RaterGrid *grid, int axis0, int axis1, int rank, const int64_t size[])
{
    return make_mapping(grid, axis0, axis1, rank, size, rank, size, NULL);
}

#define CHECK_TRAFFIC(transfers, n, messages, bytes, distance, largest)                        \
    check_traffic((transfers), (n), (messages), (bytes), (distance), (largest), __LINE__)

static void
check_traffic(const RaterTransfer transfers[], int n, double messages, double bytes,
              int64_t distance, int64_t largest, unsigned line)
{
    char message[256];
    RaterTraffic traffic = { -1, -1, -1, -1 };
    RaterStatus status = rater_transfer_traffic(transfers, n, RATER_TRAFFIC_ALL, &traffic);
    bool same = status == RATER_OK && traffic.messages == messages && traffic.bytes == bytes &&
                traffic.distance == distance && traffic.largest == largest;
    snprintf(message, sizeof message, "%s: messages %g, bytes %g, distance %lld, largest %lld",
             rater_status_text(status), traffic.messages, traffic.bytes,
             (long long)traffic.distance, (long long)traffic.largest);
    CU_assertImplementation(same, line, message, __FILE__, "", CU_FALSE);
}

static RaterTransfer
redistribute(const RaterMapping *from, const RaterMapping *to, int64_t bytes)
{
    RaterTransfer transfer = { 0 };
    CHECK_INT(rater_transfer_init_redistribution(&transfer, from, to, bytes), RATER_OK);
    return transfer;
}

/* 4 x 4 elements of 8 bytes, rows over 2 processors, then columns: processor 0 has rows 0 and
 * 1, 1 needs columns 2 and 3: 4 elements; and the same the other way. */
static void
test_rows_to_columns(void)
{
    RaterGrid grid = make_grid(1, 2, 0);
    int64_t size[] = { 4, 4 };
    RaterMapping rows = make_simple(&grid, 1, 0, 2, size);
    RaterMapping columns = make_simple(&grid, 2, 0, 2, size);
    RaterTransfer transfer = redistribute(&rows, &columns, 8);
    CHECK_TRAFFIC(&transfer, 1, 2, 64, 1, 32);

    /* The bus: two messages of 75 us + 32 * 0.2 us. */
    RaterNetwork bus = { rater_network_find("network"), 75000000000000, 200000000000, 1, 1 };
    RaterTraffic traffic;
    CHECK_INT(rater_transfer_traffic(&transfer, 1, RATER_TRAFFIC_ALL, &traffic), RATER_OK);
    CHECK_REAL(rater_network_transfers(&bus, &traffic, 2), 162.8e-6, 1e-12);
}

/* 2 x 2 processors: (0, 1) has rows 0-1 of columns 2-3; after the transposition of the grid's
 * dimensions (1, 0) needs just these. (0, 0) and (1, 1) keep theirs. Distance 2. */
static void
test_transposition(void)
{
    RaterGrid grid = make_grid(2, 2, 2);
    int64_t size[] = { 4, 4 };
    RaterMapping before = make_simple(&grid, 1, 2, 2, size);
    RaterMapping after = make_simple(&grid, 2, 1, 2, size);
    RaterTransfer transfer = redistribute(&before, &after, 4);
    CHECK_TRAFFIC(&transfer, 1, 2, 32, 2, 16);
    int64_t p[] = { 0, 1 }, q[] = { 1, 0 };
    CHECK_INT(move_bytes(&transfer, p, q), 16);
    CHECK_INT(move_bytes(&transfer, q, p), 16);
    CHECK_INT(move_bytes(&transfer, p, p), 0);
}

/* 2 x 3 processors, 6 x 6 elements: before, dimension 0 has rows in blocks of 3, dimension 1
 * columns in blocks of 2; after, dimension 0 has columns in blocks of 3 and 1 rows in blocks
 * of 2. Rows: 0-2 | 3-5 meet 0-1 | 2-3 | 4-5 in 2 1 0 | 0 1 2; columns the same way round. p =
 * (p0, p1) sends to (q0, q1) rows(p0, q1) * columns(q0, p1): 4 * 4 pairs of (2 1 1 2) x (2 1 1
 * 2), those with p = q: (0,0) 2*2, (0,1) 1*1, (1,1) 1*1, (1,2) 2*2, (0,2) 0, (1,0) 0. 16 - 4 =
 * 12 messages, 36 - 10 = 26 elements. The farthest: (0,1) -> (1,0) has rows(0,0) 2 *
 * columns(1,1) 1 = 2 at distance 2; (1,0) -> (0,2): rows(1,2) 2, columns(0,0) 2: 4 at distance
 * 3; (0,2) -> (1,0) likewise. */
static void
test_unequal_transposition(void)
{
    RaterGrid grid = make_grid(2, 2, 3);
    int64_t size[] = { 6, 6 };
    RaterMapping before = make_simple(&grid, 1, 2, 2, size);
    RaterMapping after = make_simple(&grid, 2, 1, 2, size);
    RaterTransfer transfer = redistribute(&before, &after, 1);
    CHECK_TRAFFIC(&transfer, 1, 12, 26, 3, 4);
}

static void
test_replicated(void)
{
    RaterGrid grid = make_grid(1, 4, 0);
    int64_t size[] = { 8 };
    RaterMapping all = make_simple(&grid, 0, 0, 1, size);
    RaterMapping block = make_simple(&grid, 1, 0, 1, size);
    /* Everybody has it already. */
    RaterTransfer transfer = redistribute(&all, &block, 4);
    CHECK_TRAFFIC(&transfer, 1, 0, 0, 0, 0);
    transfer = redistribute(&all, &all, 4);
    CHECK_TRAFFIC(&transfer, 1, 0, 0, 0, 0);
    transfer = redistribute(&block, &block, 4);
    CHECK_TRAFFIC(&transfer, 1, 0, 0, 0, 0);
    /* Each of 4 gets the 2 elements of each of the 3 others; 0 and 3 are the farthest. */
    transfer = redistribute(&block, &all, 4);
    CHECK_TRAFFIC(&transfer, 1, 12, 96, 3, 8);
}

/* 10 elements of 2 bytes that lie on template index 5 of 8, on processor 2 of 4. */
static void
test_constant(void)
{
    RaterGrid grid = make_grid(1, 4, 0);
    int64_t size[] = { 10 }, template_size[] = { 8 };
    RaterAlignRule constant[] = { { 0, 0, 5 } }, other[] = { { 0, 0, 0 } };
    RaterAlignRule everywhere[] = { { -1, 0, 0 } };
    RaterMapping on_2 = make_mapping(&grid, 1, 0, 1, size, 1, template_size, constant);
    RaterMapping on_0 = make_mapping(&grid, 1, 0, 1, size, 1, template_size, other);
    RaterMapping all = make_mapping(&grid, 1, 0, 1, size, 1, template_size, everywhere);
    /* To 0, 1 and 3; to 0 only; from each to itself. */
    RaterTransfer transfer = redistribute(&on_2, &all, 2);
    CHECK_TRAFFIC(&transfer, 1, 3, 60, 2, 20);
    transfer = redistribute(&on_2, &on_0, 2);
    CHECK_TRAFFIC(&transfer, 1, 1, 20, 2, 20);
    transfer = redistribute(&all, &on_2, 2);
    CHECK_TRAFFIC(&transfer, 1, 0, 0, 0, 0);
}

/* A pattern of 4 elements at template indices 2..5 of 10 on 5 processors: an array that is
 * replicated along the pattern is on processors 1 and 2. To all: 0 asks 1, 3 and 4 ask 2. */
static void
test_partly_replicated(void)
{
    RaterGrid grid = make_grid(1, 5, 0);
    int64_t template_size[] = { 10 }, pattern_size[] = { 4 }, size[] = { 7 };
    RaterAlignRule shifted[] = { { 1, 1, 2 } }, everywhere[] = { { -1, 0, 0 } };
    RaterDistDim dims[] = { { .axis = 1 } };
    RaterDist dist;
    RaterAlign pattern, align;
    RaterMapping some, all;
    CHECK_INT(rater_dist_init(&dist, &grid, 1, template_size, 1, dims, NULL), RATER_OK);
    CHECK_INT(rater_align_array(&pattern, 1, pattern_size, 1, template_size, NULL, 1, shifted),
              RATER_OK);
    CHECK_INT(rater_align_array(&align, 1, size, 0, NULL, &pattern, 1, everywhere), RATER_OK);
    CHECK_INT(rater_mapping_init(&some, &align, &dist), RATER_OK);
    CHECK_INT(geometry_replicate(&all, 1, size, &grid), RATER_OK);
    RaterTransfer transfer = redistribute(&some, &all, 1);
    CHECK_TRAFFIC(&transfer, 1, 3, 21, 2, 7);
    int64_t p[] = { 2 }, q[] = { 4 };
    CHECK_INT(move_bytes(&transfer, p, q), 7);
    p[0] = 1;
    CHECK_INT(move_bytes(&transfer, p, q), 0);
}

/* 8 elements on 4 processors in pairs, realigned to one index higher on a template of 9
 * elements (blocks 0-1, 2-3, 4-5, 6-8): x moves when it crosses: 1 -> 1, 3 -> 2, 5 -> 3. */
static void
test_shift(void)
{
    RaterGrid grid = make_grid(1, 4, 0);
    int64_t size[] = { 8 }, template_size[] = { 9 };
    RaterAlignRule straight[] = { { 1, 1, 0 } }, higher[] = { { 1, 1, 1 } };
    RaterAlignRule reversed[] = { { 1, -1, 7 } };
    RaterMapping from = make_mapping(&grid, 1, 0, 1, size, 1, template_size, straight);
    RaterMapping to = make_mapping(&grid, 1, 0, 1, size, 1, template_size, higher);
    RaterTransfer transfer = redistribute(&from, &to, 4);
    CHECK_TRAFFIC(&transfer, 1, 3, 12, 1, 4);
    /* x goes to where 7 - x was: processors exchange their pairs end for end. */
    to = make_mapping(&grid, 1, 0, 1, size, 1, template_size, reversed);
    transfer = redistribute(&from, &to, 4);
    CHECK_TRAFFIC(&transfer, 1, 4, 32, 3, 8);
}

/* Arrays that move together share messages: A and B of 4 and 8 bytes with the same places, and
 * C, which lies one higher. */
static void
test_several(void)
{
    RaterGrid grid = make_grid(1, 4, 0);
    int64_t size[] = { 8 }, template_size[] = { 9 };
    RaterAlignRule straight[] = { { 1, 1, 0 } }, higher[] = { { 1, 1, 1 } };
    RaterAlignRule everywhere[] = { { -1, 0, 0 } };
    RaterMapping a = make_mapping(&grid, 1, 0, 1, size, 1, template_size, straight);
    RaterMapping c = make_mapping(&grid, 1, 0, 1, size, 1, template_size, higher);
    RaterMapping all = make_mapping(&grid, 1, 0, 1, size, 1, template_size, everywhere);
    /* A and B: blocks of 2 2 2 2 elements to 3 others each. */
    RaterTransfer both[] = { redistribute(&a, &all, 4), redistribute(&a, &all, 8) };
    CHECK_TRAFFIC(both, 2, 12, 288, 3, 24);
    /* A from blocks 2 2 2 2, C from 1 2 2 3: 6 + 6 + 6 + 6 elements of 4 bytes and 3 + 6 + 6 +
     * 9 of 1 byte, in the same 12 messages; the farthest are 0 -> 3 with 9 and 3 -> 0 with 11.
     */
    RaterTransfer mixed[] = { redistribute(&a, &all, 4), redistribute(&c, &all, 1) };
    CHECK_TRAFFIC(mixed, 2, 12, 120, 3, 11);
    /* C alone moves 3 messages to A's places (against test_shift()'s), A none. */
    RaterTransfer back[] = { redistribute(&c, &a, 5), redistribute(&a, &a, 4) };
    CHECK_TRAFFIC(back, 2, 3, 15, 1, 5);
    CHECK_TRAFFIC(back, 0, 0, 0, 0, 0);
}

/* Fewer elements than processors: 3 elements on 5, each of the first three one. */
static void
test_few_elements(void)
{
    RaterGrid grid = make_grid(1, 5, 0);
    int64_t size[] = { 3, 10 };
    RaterMapping rows = make_simple(&grid, 1, 0, 2, size);
    RaterMapping columns = make_simple(&grid, 2, 0, 2, size);
    /* 3 x 5 pairs of 2 elements, 3 of them on one processor; 0 -> 4 is the farthest. */
    RaterTransfer transfer = redistribute(&rows, &columns, 1);
    CHECK_TRAFFIC(&transfer, 1, 12, 24, 4, 2);
    /* 5 x 3 pairs; 4 -> 0. */
    transfer = redistribute(&columns, &rows, 1);
    CHECK_TRAFFIC(&transfer, 1, 12, 24, 4, 2);
}

/* A(0:6:2) of an array in blocks of 2 on 4 processors to the 4 elements B(1, 3..0) of another
 * whose second axis is in single elements: element k from processor k to processor 3 - k. */
static void
test_copy(void)
{
    RaterGrid grid = make_grid(1, 4, 0);
    int64_t a_size[] = { 8 }, b_size[] = { 2, 4 };
    RaterMapping a = make_simple(&grid, 1, 0, 1, a_size);
    RaterMapping b = make_simple(&grid, 2, 0, 2, b_size);
    RaterSection from, to;
    int64_t init = 0, last = 7, step = 2;
    int64_t b_init[] = { 1, 3 }, b_last[] = { 1, 0 }, b_step[] = { 0, -1 };
    CHECK_INT(rater_section_init(&from, 1, a_size, &init, &last, &step), RATER_OK);
    CHECK_INT(rater_section_init(&to, 2, b_size, b_init, b_last, b_step), RATER_OK);
    RaterTransfer transfer;
    CHECK_INT(rater_transfer_init_copy(&transfer, &a, &from, &b, &to, 8), RATER_OK);
    CHECK_TRAFFIC(&transfer, 1, 4, 32, 3, 8);

    /* One element A(5), of processor 2, to the one element B(0, 0), of processor 0. */
    int64_t five[] = { 5 }, origin[] = { 0, 0 };
    CHECK_INT(rater_section_init_coords(&from, 1, a_size, five), RATER_OK);
    CHECK_INT(rater_section_init_coords(&to, 2, b_size, origin), RATER_OK);
    CHECK_INT(rater_transfer_init_copy(&transfer, &a, &from, &b, &to, 8), RATER_OK);
    CHECK_TRAFFIC(&transfer, 1, 1, 8, 2, 8);
}

/* 8 elements in pairs on 4 processors, to a buffer on all of them and on processor 1 alone. */
static void
test_buffer(void)
{
    RaterGrid grid = make_grid(1, 4, 0);
    int64_t size[] = { 8 }, whole[] = { -1 }, six[] = { 6 };
    RaterMapping a = make_simple(&grid, 1, 0, 1, size);
    RaterSection section;
    RaterTransfer transfer;
    CHECK_INT(rater_section_init_coords(&section, 1, size, whole), RATER_OK);
    CHECK_INT(rater_transfer_init_buffer(&transfer, &a, &section, &grid, -1, 1), RATER_OK);
    CHECK_TRAFFIC(&transfer, 1, 12, 24, 3, 2);
    CHECK_INT(rater_transfer_init_buffer(&transfer, &a, &section, &grid, 1, 1), RATER_OK);
    CHECK_TRAFFIC(&transfer, 1, 3, 6, 2, 2);
    /* crtrbp_ of element 6, which processor 3 has. */
    CHECK_INT(rater_section_init_coords(&section, 1, size, six), RATER_OK);
    CHECK_INT(rater_transfer_init_buffer(&transfer, &a, &section, &grid, -1, 4), RATER_OK);
    CHECK_TRAFFIC(&transfer, 1, 3, 12, 3, 4);
    CHECK_INT(rater_transfer_init_buffer(&transfer, &a, &section, &grid, 4, 4),
              RATER_ERROR_SIZE);
}

/* Loop i = 1..6 on a template of 8 in pairs on 4 processors: iterations 1 | 2 3 | 4 5 | 6. */
static void
test_remote(void)
{
    RaterGrid grid = make_grid(1, 4, 0);
    int64_t size[] = { 8 };
    RaterAlignRule on_template[] = { { 1, 1, 0 } };
    RaterLoopAxis axis = { 1, 6, 1 };
    RaterDistDim dims[] = { { .axis = 1 } };
    RaterDist dist;
    RaterLoop loop;
    RaterMapping a = make_simple(&grid, 1, 0, 1, size);
    RaterTransfer transfer;
    CHECK_INT(rater_dist_init(&dist, &grid, 1, size, 1, dims, NULL), RATER_OK);
    CHECK_INT(rater_loop_init(&loop, 1, &axis, NULL, &dist, 1, on_template), RATER_OK);

    /* A(i + 1): 2 | 3 4 | 5 6 | 7: from the processor above 2, 4, 6. */
    RaterAlignRule above[] = { { 1, 1, 1 } };
    CHECK_INT(rater_transfer_init_remote(&transfer, &a, &loop, 1, above, 4), RATER_OK);
    CHECK_TRAFFIC(&transfer, 1, 3, 12, 1, 4);
    /* A(2i - 3), outside dropped: none | 1 3 | 5 7 | none: 1 gets 1 of 0, 2 gets 7 of 3. */
    RaterAlignRule twice[] = { { 1, 2, -3 } };
    CHECK_INT(rater_transfer_init_remote(&transfer, &a, &loop, 1, twice, 4), RATER_OK);
    CHECK_TRAFFIC(&transfer, 1, 2, 8, 1, 4);
    /* A(7 - i): 6 | 5 4 | 3 2 | 1, all from the mirror processor. */
    RaterAlignRule mirror[] = { { 1, -1, 7 } };
    CHECK_INT(rater_transfer_init_remote(&transfer, &a, &loop, 1, mirror, 4), RATER_OK);
    CHECK_TRAFFIC(&transfer, 1, 4, 24, 3, 4);
    /* A(5) and A(:) go to all, they have iterations. */
    RaterAlignRule fixed[] = { { 0, 0, 5 } }, whole[] = { { -1, 0, 0 } };
    CHECK_INT(rater_transfer_init_remote(&transfer, &a, &loop, 1, fixed, 4), RATER_OK);
    CHECK_TRAFFIC(&transfer, 1, 3, 12, 2, 4);
    CHECK_INT(rater_transfer_init_remote(&transfer, &a, &loop, 1, whole, 4), RATER_OK);
    CHECK_TRAFFIC(&transfer, 1, 12, 96, 3, 8);
    /* Iterations 5 and 2 only (step -3), on processors 2 and 1: A(5) to 1, A(:) to both. */
    axis = (RaterLoopAxis){ 5, 2, -3 };
    CHECK_INT(rater_loop_init(&loop, 1, &axis, NULL, &dist, 1, on_template), RATER_OK);
    CHECK_INT(rater_transfer_init_remote(&transfer, &a, &loop, 1, fixed, 4), RATER_OK);
    CHECK_TRAFFIC(&transfer, 1, 1, 4, 1, 4);
    CHECK_INT(rater_transfer_init_remote(&transfer, &a, &loop, 0, NULL, 4), RATER_OK);
    CHECK_TRAFFIC(&transfer, 1, 6, 48, 2, 8);
    RaterAlignRule no_axis[] = { { 2, 1, 0 } }, two[] = { { -1, 0, 0 }, { -1, 0, 0 } };
    CHECK_INT(rater_transfer_init_remote(&transfer, &a, &loop, 1, no_axis, 4),
              RATER_ERROR_AXIS);
    CHECK_INT(rater_transfer_init_remote(&transfer, &a, &loop, 2, two, 4), RATER_ERROR_RANK);
    CHECK_INT(rater_transfer_init_remote(&transfer, &a, &loop, 1, fixed, 0), RATER_ERROR_SIZE);
}

/* The diagonal A(i, i) of a 6 x 6 array on 2 x 3 processors, i over dimension 0 only: both axes
 * depend on one coordinate. i = 0..5 in blocks 0-2 | 3-5; row blocks the same, columns 0-1 2-3
 * 4-5. The section of a processor is the square of its i: (0, c) needs rows and columns 0-2: 3
 * x 2 of (0, 0) and 3 x 1 of (0, 1); (1, c) 3 x 1 of (1, 1) and 3 x 2 of (1, 2). Not its own:
 * (0,0) 3; (0,1) 6; (0,2) 6 and 3; (1,0) 3 and 6; (1,1) 6; (1,2) 3: 8 messages, 36 elements;
 * (0,0) -> (0,2) and (1,2) -> (1,0) have 6 at distance 2. */
static void
test_remote_square(void)
{
    RaterGrid grid = make_grid(2, 2, 3);
    int64_t size[] = { 6, 6 };
    RaterAlignRule on_template[] = { { 1, 1, 0 }, { -1, 0, 0 } };
    RaterLoopAxis axis = { 0, 5, 1 };
    RaterDistDim dims[] = { { .axis = 1 }, { .axis = 2 } };
    RaterDist dist;
    RaterLoop loop;
    RaterMapping a = make_simple(&grid, 1, 2, 2, size);
    RaterTransfer transfer;
    RaterAlignRule diagonal[] = { { 1, 1, 0 }, { 1, 1, 0 } };
    CHECK_INT(rater_dist_init(&dist, &grid, 2, size, 2, dims, NULL), RATER_OK);
    CHECK_INT(rater_loop_init(&loop, 1, &axis, NULL, &dist, 2, on_template), RATER_OK);
    CHECK_INT(rater_transfer_init_remote(&transfer, &a, &loop, 2, diagonal, 1), RATER_OK);
    CHECK_TRAFFIC(&transfer, 1, 8, 36, 2, 6);
}

/* 15 axes of two elements on 15 dimensions of two processors, each axis moving to the next
 * dimension: processor x sends its element to x rotated, and keeps it when all digits are
 * equal. An odd number of digits can differ from their neighbours in 14 places at most. */
static void
test_rank_15(void)
{
    int64_t size[RATER_MAX_RANK];
    RaterDistDim before[RATER_MAX_RANK] = { 0 }, after[RATER_MAX_RANK] = { 0 };
    RaterAlignRule rules[RATER_MAX_RANK];
    RaterGrid grid;
    RaterDist dist;
    RaterAlign align;
    RaterMapping from, to;
    for (int g = 0; g < RATER_MAX_RANK; g++) {
        size[g] = 2;
        before[g].axis = g + 1;
        after[g].axis = (g + 1) % RATER_MAX_RANK + 1;
        rules[g] = (RaterAlignRule){ g + 1, 1, 0 };
    }
    CHECK_INT(rater_grid_init(&grid, RATER_MAX_RANK, size), RATER_OK);
    CHECK_INT(rater_align_array(&align, RATER_MAX_RANK, size, RATER_MAX_RANK, size, NULL,
                                RATER_MAX_RANK, rules),
              RATER_OK);
    CHECK_INT(rater_dist_init(&dist, &grid, RATER_MAX_RANK, size, RATER_MAX_RANK, before, NULL),
              RATER_OK);
    CHECK_INT(rater_mapping_init(&from, &align, &dist), RATER_OK);
    CHECK_INT(rater_dist_init(&dist, &grid, RATER_MAX_RANK, size, RATER_MAX_RANK, after, NULL),
              RATER_OK);
    CHECK_INT(rater_mapping_init(&to, &align, &dist), RATER_OK);
    RaterTransfer transfer = redistribute(&from, &to, 1);
    CHECK_TRAFFIC(&transfer, 1, 32766, 32766, 14, 1);
    /* All to all: every processor gets the 2^15 - 1 elements that it has not. */
    CHECK_INT(geometry_replicate(&to, RATER_MAX_RANK, size, &grid), RATER_OK);
    transfer = redistribute(&from, &to, 1);
    CHECK_TRAFFIC(&transfer, 1, 32768.0 * 32767, 32768.0 * 32767, 15, 1);
}

static void
test_errors(void)
{
    RaterGrid grid = make_grid(1, 4, 0), other = make_grid(2, 2, 2);
    int64_t size[] = { 8, 8 }, half[] = { 4, 8 }, whole[] = { -1, -1 }, row[] = { 0, -1 };
    RaterMapping a = make_simple(&grid, 1, 0, 2, size);
    RaterMapping b = make_simple(&grid, 1, 0, 2, half);
    RaterMapping c = make_simple(&grid, 1, 0, 1, size);
    RaterMapping elsewhere = make_simple(&other, 1, 2, 2, size);
    RaterSection all, less, line;
    RaterTransfer transfer = { 0 };
    CHECK_INT(rater_section_init_coords(&all, 2, size, whole), RATER_OK);
    CHECK_INT(rater_section_init_coords(&less, 2, half, whole), RATER_OK);
    CHECK_INT(rater_section_init_coords(&line, 2, size, row), RATER_OK);
    CHECK_INT(rater_transfer_init_redistribution(&transfer, &a, &b, 4), RATER_ERROR_RANK);
    CHECK_INT(rater_transfer_init_redistribution(&transfer, &a, &c, 4), RATER_ERROR_RANK);
    CHECK_INT(rater_transfer_init_redistribution(&transfer, &a, &a, 0), RATER_ERROR_SIZE);
    CHECK_INT(rater_transfer_init_copy(&transfer, &a, &all, &b, &less, 4), RATER_ERROR_SECTION);
    CHECK_INT(rater_transfer_init_copy(&transfer, &b, &all, &a, &all, 4), RATER_ERROR_SECTION);
    CHECK_INT(rater_transfer_init_copy(&transfer, &c, &line, &a, &line, 4), RATER_ERROR_RANK);
    CHECK_INT(rater_transfer_init_copy(&transfer, &a, &all, &a, &all, INT64_MAX),
              RATER_ERROR_OVERFLOW);
    CHECK_INT(transfer.n_axes, 0); /* untouched */
    CHECK_INT(rater_transfer_init_redistribution(&transfer, &a, &elsewhere, 4), RATER_OK);
    RaterTraffic traffic = { 1, 2, 3, 4 };
    CHECK_INT(rater_transfer_traffic(&transfer, 1, RATER_TRAFFIC_ALL, &traffic),
              RATER_ERROR_RANK);
    CHECK_INT(traffic.largest, 4);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "rows to columns", test_rows_to_columns },
        { "transposition", test_transposition },
        { "transposition of unequal dimensions", test_unequal_transposition },
        { "replicated", test_replicated },
        { "constant", test_constant },
        { "partly replicated", test_partly_replicated },
        { "shift", test_shift },
        { "several arrays", test_several },
        { "few elements", test_few_elements },
        { "copy", test_copy },
        { "buffer", test_buffer },
        { "remote buffer", test_remote },
        { "remote square", test_remote_square },
        { "rank 15", test_rank_15 },
        { "errors", test_errors },
        CU_TEST_INFO_NULL,
    };
    return tap_run("transfer", tests);
}
