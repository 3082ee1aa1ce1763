/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Transfers on networks with topology: by dimension the same as message by message.
 */
#include "rater/transfer/exchange.h"
#include "rater/transfer/pairs.h"
#include "tests/rater/exchange-check.h"
#include "tests/rater/move-naive.h"
#include "tests/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ARRAYS 4

typedef struct {
    RaterGrid grid;
    int n;
    RaterTransfer transfer[MOST_ARRAYS];
    MovePlaced from[MOST_ARRAYS], to[MOST_ARRAYS];
    MoveLoop loop;
    RaterFabric fabric;
} Case;

/* Worms are for the exchanges of shadow edges. */
static void
random_network(Case *made, Random *random)
{
    made->fabric = exchange_random_fabric(random, exchange_random_kind(random), &made->grid, 2);
}

static RaterExchange
walk(const Case *made, RaterCongestion congestion)
{
    int64_t count = rater_grid_count(&made->grid);
    RaterPlacement placement = rater_placement_identity(count, count);
    RaterPairs *pairs = rater_pairs_new();
    RaterExchange exchange = { .seconds = -1 };
    for (int i = 0; i < made->n; i++)
        CHECK_INT(rater_transfer_pairs(&made->transfer[i], NULL, NULL,
                                       rater_pairs_grid_distance, &made->grid, pairs),
                  RATER_OK);
    size_t n = (size_t)rater_pairs_count(pairs);
    RaterPair *list = malloc((n + 1) * sizeof *list);
    RaterParcel *parcel = malloc((n + 1) * sizeof *parcel);
    rater_pairs_list(pairs, list);
    for (size_t i = 0; i < n; i++)
        parcel[i] = (RaterParcel){ list[i].from, list[i].to, list[i].bytes };
    CHECK_INT(rater_exchange(&made->fabric, &placement, congestion, n, parcel, &exchange),
              RATER_OK);
    rater_pairs_free(pairs);
    free(list);
    free(parcel);
    return exchange;
}

static bool
check(const Case *made, RaterCongestion congestion, int *moving)
{
    RaterExchange found = { .seconds = -1 };
    RaterNetwork network = {
        .links = { .fabric = made->fabric, .congestion = congestion, .by_dimension = true }
    };
    RaterStatus status = rater_transfer_exchange(&network, made->transfer, made->n, &found);
    if (status == RATER_ERROR_MEMORY)
        return false;
    CHECK_INT(status, RATER_OK);
    RaterExchange exchange = walk(made, congestion);
    exchange_check_same(&found, &exchange);
    *moving += exchange.messages > 1;
    rater_exchange_clear(&exchange);
    return true;
}

static void
add_redistribution(Case *made, Random *random, int i, int rank, const int64_t size[])
{
    made->from[i].dist = made->from[0].dist;
    made->to[i].dist = made->to[0].dist;
    move_random_align(random, &made->from[i], rank, size);
    made->to[i].align = made->from[i].align;
    move_make_mapping(&made->to[i]);
    CHECK_INT(rater_transfer_init_redistribution(&made->transfer[i], &made->from[i].mapping,
                                                 &made->to[i].mapping,
                                                 random_between(random, 1, 9)),
              RATER_OK);
    made->n = i + 1;
}

static void
test_redistribution(void)
{
    Case *made = calloc(1, sizeof *made);
    Random random = random_start(1);
    int done = 0;
    int moving = 0;
    for (int i = 0; i < TAP_CASES(1500); i++) {
        int64_t size[RATER_MAX_RANK];
        move_random_grid(&random, &made->grid, MOVE_PROCESSORS);
        move_random_dist(&random, &made->from[0], &made->grid, NULL);
        move_random_dist(&random, &made->to[0], &made->grid, &made->from[0].dist);
        int n = (int)random_between(&random, 1, MOST_ARRAYS);
        for (int j = 0; j < n; j++) {
            int rank = move_random_sizes(&random, size);
            add_redistribution(made, &random, j, rank, size);
        }
        random_network(made, &random);
        done += check(made, RATER_CONGESTION_NONE, &moving);
        done += check(made, RATER_CONGESTION_LOAD, &moving);
    }
    printf("# %d by dimension, %d with several messages\n", done, moving);
    CU_ASSERT(done > TAP_CASES(1000) && moving > TAP_CASES(200));
    free(made);
}

/* Every processor gets what its iterations read: the gathering of a row, a neighbour's
 * elements. */
static void
test_remote(void)
{
    Case *made = calloc(1, sizeof *made);
    Random random = random_start(2);
    int done = 0;
    int moving = 0;
    for (int i = 0; i < TAP_CASES(1500); i++) {
        int64_t size[RATER_MAX_RANK];
        RaterAlignRule rules[RATER_MAX_RANK];
        int rank = move_random_sizes(&random, size);
        move_random_grid(&random, &made->grid, MOVE_PROCESSORS);
        move_random_dist(&random, &made->from[0], &made->grid, NULL);
        move_random_align(&random, &made->from[0], rank, size);
        move_random_loop(&random, &made->loop, &made->from[0]);
        for (int k = 0; k < rank; k++)
            rules[k] = (RaterAlignRule){
                .axis = (int)random_between(&random, -1, made->loop.loop.rank),
                .coeff = 1,
                .konst = random_between(&random, -1, 1),
            };
        CHECK_INT(rater_transfer_init_remote(&made->transfer[0], &made->from[0].mapping,
                                             &made->loop.loop, rank, rules,
                                             random_between(&random, 1, 9)),
                  RATER_OK);
        made->n = 1;
        random_network(made, &random);
        done += check(made, RATER_CONGESTION_NONE, &moving);
        done += check(made, RATER_CONGESTION_LOAD, &moving);
    }
    printf("# %d by dimension, %d with several messages\n", done, moving);
    CU_ASSERT(done > TAP_CASES(1000) && moving > TAP_CASES(200));
    free(made);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "redistributions", test_redistribution },
        { "remote buffers", test_remote },
        CU_TEST_INFO_NULL,
    };
    return tap_run("transfer-exchange", tests);
}
