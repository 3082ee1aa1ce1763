/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pipelines made from a loop and a shadow group: who waits for whom, and for how many bytes.
 */
#include "rater/pipeline/pipeline.h"
#include "rater/transfer/pairs.h"
#include "tests/rater/geometry.h"
#include "tests/rater/move-naive.h"
#include "tests/tap.h"

/* 12 x 9 elements of 4 bytes on 4 x 1 x 3 processors (rows over dimension 0, columns over 2), a
 * loop over rows 1..11 and columns 0..8, down the rows; widths 1 low and 2 high on both axes.
 */
typedef struct {
    RaterGrid grid;
    RaterDist dist;
    RaterMapping mapping;
    RaterShadow shadow;
    RaterLoopAxis axes[2];
} Field;

static void
make_field(Field *field)
{
    int64_t grid_size[] = { 4, 1, 3 }, size[] = { 12, 9 };
    RaterDistDim dims[] = { { .axis = 1 }, { .axis = 0 }, { .axis = 2 } };
    RaterAlignRule rules[] = { { 1, 1, 0 }, { 2, 1, 0 } };
    RaterAlign align;
    *field = (Field){ .axes = { { 1, 11, 1 }, { 0, 8, 1 } } };
    CHECK_INT(rater_grid_init(&field->grid, 3, grid_size), RATER_OK);
    CHECK_INT(rater_dist_init(&field->dist, &field->grid, 2, size, 3, dims, NULL), RATER_OK);
    CHECK_INT(rater_align_array(&align, 2, size, 2, size, NULL, 2, rules), RATER_OK);
    CHECK_INT(rater_mapping_init(&field->mapping, &align, &field->dist), RATER_OK);
    field->shadow =
        (RaterShadow){ .mapping = &field->mapping, .element_bytes = 4, .max_axes = 1 };
    rater_shadow_whole(&field->shadow);
    for (int x = 0; x < 2; x++) {
        field->shadow.low[x] = 1;
        field->shadow.high[x] = 2;
        field->shadow.sign[x] = RATER_SHADOW_ANY;
    }
}

static RaterLoop
make_loop(const Field *field, int rank)
{
    RaterAlignRule rules[] = { { 1, 1, 0 }, { 2, 1, 0 } };
    RaterLoop loop = { 0 };
    if (rank == 1)
        rules[1] = (RaterAlignRule){ -1, 0, 0 };
    CHECK_INT(rater_loop_init(&loop, rank, field->axes, NULL, &field->dist, 2, rules),
              RATER_OK);
    return loop;
}

static void
test_init(void)
{
    Field field;
    RaterPipeline pipeline;
    make_field(&field);
    /* Widths on both axes: both dimensions are pipelined, no axis is left to cut. Blocks of 3
     * rows and 3 columns; (1, 0, 1) gets a row of 3 and a column of 3 elements. */
    RaterLoop loop = make_loop(&field, 2);
    CHECK_INT(rater_pipeline_init(&pipeline, &loop, &field.shadow, 1), RATER_OK);
    CHECK_INT(pipeline.count, 12);
    CHECK_INT(pipeline.extent, 1);
    CHECK_INT(pipeline.direction[0], RATER_PIPELINE_FROM_LOW);
    CHECK_INT(pipeline.direction[1], RATER_PIPELINE_NONE);
    CHECK_INT(pipeline.direction[2], RATER_PIPELINE_FROM_LOW);
    CHECK_INT(pipeline.bytes[4 * 3 + 0], 12);
    CHECK_INT(pipeline.bytes[4 * 3 + 2], 12);
    CHECK_INT(pipeline.bytes[0], 0);
    CHECK_INT(pipeline.bytes[2], 0);
    rater_pipeline_clear(&pipeline);

    /* Only rows: the columns are cut, 3 on each processor. Down the rows: 2 high rows of 3
     * elements from above. */
    field.shadow.low[1] = field.shadow.high[1] = 0;
    field.axes[0] = (RaterLoopAxis){ 11, 1, -1 };
    loop = make_loop(&field, 2);
    CHECK_INT(rater_pipeline_init(&pipeline, &loop, &field.shadow, 1), RATER_OK);
    CHECK_INT(pipeline.extent, 3);
    CHECK_INT(pipeline.direction[0], RATER_PIPELINE_FROM_HIGH);
    CHECK_INT(pipeline.direction[2], RATER_PIPELINE_NONE);
    CHECK_INT(pipeline.bytes[0], 24);
    CHECK_INT(pipeline.bytes[9 * 3], 0);
    rater_pipeline_clear(&pipeline);

    /* Two arrays sum up; widths beyond the block end with it. */
    RaterShadow both[] = { field.shadow, field.shadow };
    both[1].high[0] = 7;
    CHECK_INT(rater_pipeline_init(&pipeline, &loop, both, 2), RATER_OK);
    CHECK_INT(pipeline.bytes[0], 24 + 36);
    rater_pipeline_clear(&pipeline);

    /* No width on the side that it comes from: nothing is pipelined, the rows are longest. */
    field.shadow.high[0] = 0;
    CHECK_INT(rater_pipeline_init(&pipeline, &loop, &field.shadow, 1), RATER_OK);
    CHECK_INT(pipeline.direction[0], RATER_PIPELINE_NONE);
    CHECK_INT(pipeline.extent, 3);
    rater_pipeline_clear(&pipeline);
}

/* Rows 2, 6, 10 (step 4) in blocks of 3: coordinates 0, 2 and 3 have iterations, 1 has none.
 * The row below coordinate 2 is coordinate 1's, which has nothing to do: no edge from there,
 * and 0 is not asked. The row below coordinate 3 is that of 2: as many bytes as without gaps.
 */
static void
test_skip(void)
{
    Field field;
    RaterPipeline pipeline;
    make_field(&field);
    field.axes[0] = (RaterLoopAxis){ 2, 11, 4 };
    RaterLoop loop = make_loop(&field, 1);
    field.shadow.low[1] = field.shadow.high[1] = 0;
    CHECK_INT(rater_pipeline_init(&pipeline, &loop, &field.shadow, 1), RATER_OK);
    CHECK_INT(pipeline.count, 9);
    CHECK_INT(pipeline.grid.size[0], 3);
    CHECK_INT(pipeline.coord[0][0], 0);
    CHECK_INT(pipeline.coord[0][1], 2);
    CHECK_INT(pipeline.coord[0][2], 3);
    CHECK_INT(pipeline.extent, 1);
    CHECK_INT(pipeline.bytes[3 * 3], 0);
    CHECK_INT(pipeline.bytes[6 * 3], 12);
    rater_pipeline_clear(&pipeline);

    /* A loop without iterations: no processors. */
    field.axes[0] = (RaterLoopAxis){ 5, 4, 1 };
    loop = make_loop(&field, 1);
    CHECK_INT(rater_pipeline_init(&pipeline, &loop, &field.shadow, 1), RATER_OK);
    CHECK_INT(pipeline.count, 0);
    RaterNetwork ideal = { rater_network_find("ideal"), 1, 1, 1, 1 };
    CHECK_INT(rater_pipeline_run(&pipeline, &ideal, NULL, NULL, NULL, 0, NULL, NULL), RATER_OK);
    rater_pipeline_clear(&pipeline);
}

/* An array that does not lie on the dimension of the loop makes no pipeline of it. */
static void
test_other_array(void)
{
    Field field;
    RaterPipeline pipeline;
    RaterMapping everywhere;
    int64_t size[] = { 12, 9 };
    make_field(&field);
    CHECK_INT(geometry_replicate(&everywhere, 2, size, &field.grid), RATER_OK);
    field.shadow.mapping = &everywhere;
    RaterLoop loop = make_loop(&field, 2);
    CHECK_INT(rater_pipeline_init(&pipeline, &loop, &field.shadow, 1), RATER_OK);
    for (int g = 0; g < 3; g++)
        CHECK_INT(pipeline.direction[g], RATER_PIPELINE_NONE);
    CHECK_INT(pipeline.extent, 3);
    rater_pipeline_clear(&pipeline);
    /* Nor does one without the right side in its sign. */
    make_field(&field);
    field.shadow.sign[0] = RATER_SHADOW_HIGH | RATER_SHADOW_NONE;
    CHECK_INT(rater_pipeline_init(&pipeline, &loop, &field.shadow, 1), RATER_OK);
    CHECK_INT(pipeline.direction[0], RATER_PIPELINE_NONE);
    CHECK_INT(pipeline.direction[2], RATER_PIPELINE_FROM_LOW);
    rater_pipeline_clear(&pipeline);
}

/* A loop over a whole template, its axes up or down. */
static void
random_whole_loop(Random *random, RaterLoop *loop, const RaterDist *dist)
{
    RaterLoopAxis axes[RATER_MAX_RANK];
    RaterAlignRule rules[RATER_MAX_RANK];
    for (int t = 0; t < dist->rank; t++) {
        int64_t last = dist->size[t] - 1;
        bool mirrored = random_one_in(random, 2);
        axes[t] = (RaterLoopAxis){ 0, last, 1 };
        if (random_one_in(random, 2))
            axes[t] = (RaterLoopAxis){ last, 0, -1 };
        rules[t] = (RaterAlignRule){ t + 1, mirrored ? -1 : 1, mirrored ? last : 0 };
    }
    CHECK_INT(rater_loop_init(loop, dist->rank, axes, NULL, dist, dist->rank, rules), RATER_OK);
}

/* Bytes that p gets from the processor `from`, whatever the edge. */
static int64_t
bytes_between(const RaterPipeline *pipeline, int64_t p, int64_t from)
{
    RaterPipelineEdges edges = rater_pipeline_edges(pipeline);
    int64_t bytes = 0;
    for (int i = 0; i < edges.n; i++)
        if (p + edges.offset[i] == from)
            bytes += rater_pipeline_bytes(pipeline, &edges, p, i);
    return bytes;
}

/* The edges that come along dimension g are those of a shadow exchange of that side alone. */
static void
check_edges(const RaterPipeline *pipeline, const RaterShadow *shadow, int g)
{
    const RaterPlace *place = &shadow->mapping->place[g];
    const RaterGrid *grid = &shadow->mapping->grid;
    bool from_low = pipeline->direction[g] == RATER_PIPELINE_FROM_LOW;
    RaterShadow side = *shadow;
    RaterPairs *pairs = rater_pairs_new();
    bool same = true;
    for (int x = 0; x < shadow->mapping->rank; x++) {
        bool kept = place->kind == RATER_PLACE_AXIS && x == place->axis;
        if (!kept || from_low != (place->a > 0))
            side.low[x] = 0;
        if (!kept || from_low == (place->a > 0))
            side.high[x] = 0;
    }
    CHECK_INT(rater_shadow_pairs(&side, 1, NULL, pairs), RATER_OK);
    for (int64_t p = 0; p < pipeline->count; p++) {
        int64_t own[RATER_MAX_RANK], to[RATER_MAX_RANK], from[RATER_MAX_RANK];
        rater_grid_index(&pipeline->grid, p, own);
        for (int d = 0; d < grid->rank; d++)
            from[d] = to[d] = pipeline->coord[d][own[d]];
        int64_t number = rater_grid_number(grid, to), self = own[g];
        for (int64_t other = 0; other < pipeline->grid.size[g]; other++) {
            own[g] = other;
            from[g] = pipeline->coord[g][other];
            int64_t expected = move_pairs_get(pairs, rater_grid_number(grid, from), number);
            int64_t found = bytes_between(pipeline, p, rater_grid_number(&pipeline->grid, own));
            same = same && (other == self || found == expected);
        }
    }
    CU_ASSERT_TRUE(same);
    rater_pairs_free(pairs);
}

static void
test_edges(void)
{
    Random random = random_start(20261205);
    static MovePlaced placed;
    int pipelined = 0, far = 0;
    for (int number = 0; number < 2000; number++) {
        RaterGrid grid;
        RaterLoop loop;
        RaterPipeline pipeline;
        int64_t size[4];
        move_random_grid(&random, &grid, MOVE_PROCESSORS);
        move_random_dist(&random, &placed, &grid, NULL);
        int rank = move_random_sizes(&random, size);
        move_random_align(&random, &placed, rank, size);
        random_whole_loop(&random, &loop, &placed.dist);
        RaterShadow shadow = { .mapping = &placed.mapping, .element_bytes = 3, .max_axes = 1 };
        rater_shadow_whole(&shadow);
        for (int x = 0; x < rank; x++) {
            shadow.low[x] = random_between(&random, 0, 3);
            shadow.high[x] = random_between(&random, 0, 3);
            shadow.sign[x] = random_one_in(&random, 9) ? (int)random_between(&random, 0, 7)
                                                       : RATER_SHADOW_ANY;
            if (random_one_in(&random, 9))
                shadow.part[x].lo = random_between(&random, 0, 2);
        }
        CHECK_INT(rater_pipeline_init(&pipeline, &loop, &shadow, 1), RATER_OK);
        for (int g = 0; g < grid.rank; g++) {
            if (pipeline.direction[g] == RATER_PIPELINE_NONE)
                continue;
            pipelined++;
            check_edges(&pipeline, &shadow, g);
        }
        far += pipeline.n_far;
        rater_pipeline_clear(&pipeline);
    }
    CU_ASSERT_TRUE(pipelined > 500);
    CU_ASSERT_TRUE(far > 20);
}

static void
test_init_errors(void)
{
    Field field;
    RaterPipeline pipeline = { .count = 7 };
    make_field(&field);
    RaterLoop loop = make_loop(&field, 2);
    field.shadow.low[0] = -1;
    CHECK_INT(rater_pipeline_init(&pipeline, &loop, &field.shadow, 1), RATER_ERROR_WIDTH);
    field.shadow.low[0] = 1;
    field.shadow.element_bytes = 0;
    CHECK_INT(rater_pipeline_init(&pipeline, &loop, &field.shadow, 1), RATER_ERROR_SIZE);
    field.shadow.element_bytes = INT64_MAX;
    CHECK_INT(rater_pipeline_init(&pipeline, &loop, &field.shadow, 1), RATER_ERROR_OVERFLOW);
    loop.grid.size[1] = 2;
    CHECK_INT(rater_pipeline_init(&pipeline, &loop, &field.shadow, 1), RATER_ERROR_RANK);
    CHECK_INT(pipeline.count, 7);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "made from a loop", test_init },    { "skipped processors", test_skip },
        { "other arrays", test_other_array }, { "edges", test_edges },
        { "errors", test_init_errors },       CU_TEST_INFO_NULL,
    };
    return tap_run("pipeline-init", tests);
}
