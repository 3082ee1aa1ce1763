/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A recorder for programs that run on one processor: it writes the trace from which
 * predictor(1) tells how they would run in parallel. dvm-record(3) has all of it.
 *
 * Axes and indices count from 0, ranges are inclusive, sizes of elements are bytes. In texts
 * axes are named by letters: "[i,j] -> [i,2*j+1]". A handle of 0 is none: what is done with it
 * does nothing. A mistake is told on standard error with file and line, and the call is left
 * out. Nothing fails: the program that is recorded never notices.
 *
 * Functions are macros that add file and line; their arguments are those of the prototypes
 * below.
 */
#ifndef DVM_RECORD_H
#define DVM_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DVMR_MAX_RANK 15

/* A distributed array. */
typedef struct {
    int id;
} dvmr_array;

/* An operation that goes on while the program computes, until dvmr_wait(). */
typedef struct {
    int id;
} dvmr_op;

/* clang-format off */

/* Begins a trace. NULL: the name is in $DVM_RECORD, without which nothing is recorded, and every call
 * costs one test. A name that ends in .gz is compressed. Returns whether it records. */
#define dvmr_begin(...) dvmr_begin_at(__VA_ARGS__, __FILE__, __LINE__)
/* Ends it; what is open is closed. exit() does it too. */
#define dvmr_end() dvmr_end_at(__FILE__, __LINE__)
/* The virtual processor system of a program with tasks: directly after dvmr_begin(). */
#define dvmr_grid(...) dvmr_grid_at(__VA_ARGS__, __FILE__, __LINE__)

/* An array whose axes lie as `how` says: "block,*", "block(w)" by the weights of dvmr_weights(),
 * "block{3,5,2}" in blocks of these sizes. */
#define dvmr_distribute(...) dvmr_distribute_at(__VA_ARGS__, __FILE__, __LINE__)
/* One whose elements lie where those of another are: "[i,j] -> [i,2*j+1]", "[i] -> [i,*]" in every
 * place along the axis, "[i] -> [3,i]"; NULL: the same axes. */
#define dvmr_align(...) dvmr_align_at(__VA_ARGS__, __FILE__, __LINE__)
/* Widths of its edges, 1 and 1 unless said. */
#define dvmr_shadow(...) dvmr_shadow_at(__VA_ARGS__, __FILE__, __LINE__)
/* What equal pieces of an axis cost, for the next distribution with "block(w)". */
#define dvmr_weights(...) dvmr_weights_at(__VA_ARGS__, __FILE__, __LINE__)
/* Moves it and all that is aligned with it; moves it alone. */
#define dvmr_redistribute(...) dvmr_redistribute_at(__VA_ARGS__, __FILE__, __LINE__)
#define dvmr_realign(...) dvmr_realign_at(__VA_ARGS__, __FILE__, __LINE__)
#define dvmr_free(...) dvmr_free_at(__VA_ARGS__, __FILE__, __LINE__)

/* A part of the program that gets lines of its own in reports, each value of the expression one. */
#define dvmr_interval_begin(...) dvmr_interval_begin_at(__VA_ARGS__, __FILE__, __LINE__)
#define dvmr_interval_end() dvmr_interval_end_at(__FILE__, __LINE__)
/* A sequential loop as an interval. */
#define dvmr_sequential_begin() dvmr_sequential_begin_at(__FILE__, __LINE__)
#define dvmr_sequential_end() dvmr_sequential_end_at(__FILE__, __LINE__)

/* Of the next loop, before it begins: the widths on which an iteration depends in `a`; edges that are
 * exchanged, and a reduction that is done at its end. */
#define dvmr_loop_across(...) dvmr_loop_across_at(__VA_ARGS__, __FILE__, __LINE__)
#define dvmr_loop_exchange(...) dvmr_loop_exchange_at(__VA_ARGS__, __FILE__, __LINE__)
#define dvmr_loop_reduce(...) dvmr_loop_reduce_at(__VA_ARGS__, __FILE__, __LINE__)
/* A parallel loop: an iteration runs where the element of `on` is that the rule names, NULL the same
 * axes. step NULL: 1. What runs until the end is its body. */
#define dvmr_loop_begin(...) dvmr_loop_begin_at(__VA_ARGS__, __FILE__, __LINE__)
#define dvmr_loop_end() dvmr_loop_end_at(__FILE__, __LINE__)
/* One statement as its body: DVMR_LOOP(on, rank, first, last) for (...) ... */
#define DVMR_LOOP(...) \
    for (bool dvmr_once = (dvmr_loop_axes_at(__VA_ARGS__, __FILE__, __LINE__), true); dvmr_once; \
         dvmr_once = false, dvmr_loop_end())

/* A reduction of n elements, now; of what an array has, until dvmr_wait(). */
#define dvmr_reduce(...) dvmr_reduce_at(__VA_ARGS__, __FILE__, __LINE__)
#define dvmr_reduce_start(...) dvmr_reduce_start_at(__VA_ARGS__, __FILE__, __LINE__)
/* The edges of arrays go to the neighbours. */
#define dvmr_exchange(...) dvmr_exchange_at(__VA_ARGS__, __FILE__, __LINE__)
#define dvmr_exchange_start(...) dvmr_exchange_start_at(__VA_ARGS__, __FILE__, __LINE__)
/* A section to another of as many elements: "0:99:2,5", ":" a whole axis, NULL all. An array of 0 is a
 * variable that every processor has. */
#define dvmr_copy(...) dvmr_copy_at(__VA_ARGS__, __FILE__, __LINE__)
#define dvmr_copy_start(...) dvmr_copy_start_at(__VA_ARGS__, __FILE__, __LINE__)
/* What iterations of the next loop, which is on `loop_on`, read elsewhere: "3,:", "2*i+1,j" with the
 * letters i, j, ... of the loop's axes. loop_on 0: what all processors read now. */
#define dvmr_remote(...) dvmr_remote_at(__VA_ARGS__, __FILE__, __LINE__)
#define dvmr_wait(...) dvmr_wait_at(__VA_ARGS__, __FILE__, __LINE__)

/* Bytes from the processor of input and output to all. */
#define dvmr_broadcast(...) dvmr_broadcast_at(__VA_ARGS__, __FILE__, __LINE__)
#define dvmr_io_begin() dvmr_io_begin_at(__FILE__, __LINE__)
#define dvmr_io_end() dvmr_io_end_at(__FILE__, __LINE__)
/* What these processors of the virtual system do while others do something else. */
#define dvmr_task_begin(...) dvmr_task_begin_at(__VA_ARGS__, __FILE__, __LINE__)
#define dvmr_task_end() dvmr_task_end_at(__FILE__, __LINE__)

bool dvmr_begin_at(const char *trace, const char *file, int line);
void dvmr_end_at(const char *file, int line);
void dvmr_grid_at(int rank, const int64_t *sizes, const char *file, int line);
dvmr_array dvmr_distribute_at(const char *name, size_t element, int rank, const int64_t *sizes,
                              const char *how, const char *file, int line);
dvmr_array dvmr_align_at(const char *name, size_t element, int rank, const int64_t *sizes,
                         dvmr_array with, const char *rule, const char *file, int line);
void dvmr_shadow_at(dvmr_array a, int axis, int low, int high, const char *file, int line);
void dvmr_weights_at(dvmr_array a, int axis, int n, const double *loads, const char *file, int line);
void dvmr_redistribute_at(dvmr_array a, const char *how, const char *file, int line);
void dvmr_realign_at(dvmr_array a, dvmr_array with, const char *rule, const char *file, int line);
void dvmr_free_at(dvmr_array a, const char *file, int line);
void dvmr_interval_begin_at(int64_t expression, const char *file, int line);
void dvmr_interval_end_at(const char *file, int line);
void dvmr_sequential_begin_at(const char *file, int line);
void dvmr_sequential_end_at(const char *file, int line);
void dvmr_loop_across_at(dvmr_array a, const int *low, const int *high, const char *file, int line);
void dvmr_loop_exchange_at(int n, const dvmr_array *arrays, bool corners, const char *file, int line);
void dvmr_loop_reduce_at(size_t element, int64_t n, const char *file, int line);
void dvmr_loop_begin_at(dvmr_array on, const char *rule, int rank, const int64_t *first,
                        const int64_t *last, const int64_t *step, const char *file, int line);
void dvmr_loop_axes_at(dvmr_array on, int rank, const int64_t *first, const int64_t *last,
                       const char *file, int line);
void dvmr_loop_end_at(const char *file, int line);
void dvmr_reduce_at(size_t element, int64_t n, const char *file, int line);
dvmr_op dvmr_reduce_start_at(dvmr_array of, size_t element, int64_t n, const char *file, int line);
void dvmr_exchange_at(int n, const dvmr_array *arrays, bool corners, const char *file, int line);
dvmr_op dvmr_exchange_start_at(int n, const dvmr_array *arrays, bool corners, const char *file,
                               int line);
void dvmr_copy_at(dvmr_array from, const char *source, dvmr_array to, const char *target,
                  const char *file, int line);
dvmr_op dvmr_copy_start_at(dvmr_array from, const char *source, dvmr_array to, const char *target,
                           const char *file, int line);
void dvmr_remote_at(dvmr_array of, const char *section, dvmr_array loop_on, const char *file, int line);
void dvmr_wait_at(dvmr_op op, const char *file, int line);
void dvmr_broadcast_at(int64_t bytes, const char *file, int line);
void dvmr_io_begin_at(const char *file, int line);
void dvmr_io_end_at(const char *file, int line);
void dvmr_task_begin_at(int first_processor, int last_processor, const char *file, int line);
void dvmr_task_end_at(const char *file, int line);

/* For other languages: axes, indices and processors of the calls that this thread makes count from
 * `first`, 0 or 1. Returns what was. */
int dvmr_count_from(int first);

/* clang-format on */

#ifdef __cplusplus
}
#endif

#endif
