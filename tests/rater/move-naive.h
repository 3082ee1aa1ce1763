/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Random geometries for the tests of data movement, and the same movement computed naively:
 * element by element, processor by processor, from the alignments and distributions alone.
 */
#pragma once

#include "rater/geometry/loop.h"
#include "rater/network/network.h"
#include "rater/transfer/pairs.h"
#include "rater/transfer/transfer.h"
#include "tests/rater/random.h"

#define MOVE_PROCESSORS 24
#define MOVE_ELEMENTS   240

/* An array on a grid, with what it was made from. Weights point into `prefix`: not to be
 * copied. */
typedef struct {
    RaterDist dist;
    RaterAlign align;
    RaterMapping mapping;
    int64_t prefix[RATER_MAX_RANK][MOVE_PROCESSORS + 1]; /* weights of each grid dimension */
} MovePlaced;

/* A grid of rank 1 to 4 with at most `most` processors. */
void move_random_grid(Random *random, RaterGrid *grid, int64_t most);

/* A distribution of a template of rank 1 to 4 on the grid; of the template of `like` if given.
 */
void move_random_dist(Random *random, MovePlaced *placed, const RaterGrid *grid,
                      const RaterDist *like);

/* Places an array of `size` on placed->dist at random: directly or through another array. */
void move_random_align(Random *random, MovePlaced *placed, int rank, const int64_t size[]);

/* Makes the mapping of placed->align and placed->dist. */
void move_make_mapping(MovePlaced *placed);

/* The sizes of an array of at most MOVE_ELEMENTS elements; returns its rank, 1 to 4. */
int move_random_sizes(Random *random, int64_t size[]);

/* A loop of rank 1 to 3, with its rules (one a template axis). */
typedef struct {
    RaterLoop loop;
    const RaterDist *dist;
    RaterAlignRule rule[RATER_MAX_RANK];
} MoveLoop;

void move_random_loop(Random *random, MoveLoop *loop, const MovePlaced *placed);

/* Whether the processor at `index` of the grid holds the element at x. */
bool move_holds(const MovePlaced *placed, const int64_t index[], const int64_t x[]);

/* Whether the processor at `index` executes the iterations with value i of loop axis l, as far
 * as that axis is concerned; l = -1: what does not depend on any axis. */
bool move_runs(const MoveLoop *loop, const int64_t index[], int l, int64_t i);

/* Bytes between all pairs of processors, by number. */
typedef struct {
    RaterGrid source, target;
    int64_t bytes[MOVE_PROCESSORS][MOVE_PROCESSORS];
} MoveMatrix;

/* Adds `bytes` for the element of `from` at x to the processor q of the target that needs it,
 * from the nearest holder; source and target are one grid. */
void move_need(MoveMatrix *matrix, const MovePlaced *from, const int64_t x[], int64_t q,
               int64_t bytes);

/* The index of element k of a section. */
void move_section_index(const RaterSection *section, int64_t k, int64_t x[]);

/* Adds a copy from a section to a section (to == NULL: to a buffer of processor `holder`, or of
 * all when holder < 0). */
void move_copy(MoveMatrix *matrix, const MovePlaced *from, const RaterSection *source,
               const MovePlaced *to, const RaterSection *target, int64_t holder, int64_t bytes);

/* Whether processor q of the grid needs the element at x of an array by these rules. */
bool move_remote_needs(const MoveLoop *loop, const RaterGrid *grid, int64_t q, int n_rules,
                       const RaterAlignRule rules[], const int64_t x[]);

/* Adds the remote buffer of an array for a loop. */
void move_remote(MoveMatrix *matrix, const MovePlaced *from, const MoveLoop *loop, int n_rules,
                 const RaterAlignRule rules[], int64_t bytes);

/* Bytes of the pairs from p to q. */
int64_t move_pairs_get(const RaterPairs *pairs, int64_t p, int64_t q);

void move_traffic(const MoveMatrix *matrix, RaterTraffic *traffic);

/* Checks with CUnit that both are the same; `what` and `number` name the case. */
void move_check(const RaterTraffic *actual, const RaterTraffic *expected, const char *what,
                int number);

/* bytes(p, q) by the factors of transfer/flow.h for the processors at index p of the source and
 * q of the target grid, when the two grids are one (same sizes, same numbers). */
int64_t move_bytes(const RaterTransfer *transfer, const int64_t p[], const int64_t q[]);
