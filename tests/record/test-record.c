/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Each function of the recorder, recorded, read and predicted on 2x2 processors. The array has
 * 8x6 doubles, blocks of 4x3; what is expected was computed by hand.
 */
#include <string.h>

#include "record/dvm-record.h"
#include "src/trace/text/reader.h"
#include "tests/record/recording.h"
#include "tests/record/structure.h"
#include "tests/tap.h"

static const int64_t size[] = { 8, 6 }, first[] = { 0, 0 }, last[] = { 7, 5 };
static const dvmr_array none;

static dvmr_array
blocks(void)
{
    return dvmr_distribute("u", 8, 2, size, "block,block");
}

/* Between the columns 4 messages of 3 elements, between the rows 4 of 4. */
static void
exchange(void)
{
    const dvmr_array a = blocks();
    dvmr_exchange(1, &a, false);
}

/* And one element from each to the opposite one. */
static void
corners(void)
{
    const dvmr_array a = blocks();
    dvmr_exchange(1, &a, true);
}

/* Two elements instead of one from one side of axis 0: 2 more messages' worth of 3. */
static void
shadow(void)
{
    const dvmr_array a = blocks();
    dvmr_shadow(a, 0, 2, 1);
    dvmr_shadow(a, 1, 0, 0);
    dvmr_wait(dvmr_exchange_start(1, &a, false));
}

static void
loop_exchange(void)
{
    const dvmr_array pair[] = { blocks(), blocks() };
    dvmr_loop_exchange(2, pair, false);
    DVMR_LOOP(pair[0], 2, first, last);
}

/* 3 messages to the first processor, 3 from it. */
static void
loop_reduce(void)
{
    dvmr_loop_reduce(8, 1);
    dvmr_loop_reduce(12, 2);
    dvmr_loop_begin(blocks(), NULL, 2, first, last, NULL);
    dvmr_loop_end();
}

/* Over one axis 1 message there, 3 back. */
static void
reduce_start(void)
{
    const dvmr_array a = blocks();
    const dvmr_array line = dvmr_align("v", 4, 1, size, a, "[i] -> [i,0]");
    dvmr_wait(dvmr_reduce_start(a, 16, 2));
    dvmr_wait(dvmr_reduce_start(line, 2, 3));
}

/* Over what the last loop is spread. */
static void
reduce(void)
{
    DVMR_LOOP(blocks(), 2, first, last);
    dvmr_reduce(4, 1);
}

/* Half of a row of blocks from the neighbour: 4 messages of 12 elements, also of 12 floats. */
static void
redistribute(void)
{
    const dvmr_array a = blocks();
    dvmr_align("v", 4, 2, size, a, NULL);
    dvmr_redistribute(a, "block,*");
}

/* Two rows of three go to each processor below. */
static void
redistribute_sizes(void)
{
    const dvmr_array a = dvmr_distribute("u", 8, 2, size, "block { 6, 2 }, block");
    dvmr_redistribute(a, "block,block");
}

/* The first element weighs as much as the seven others. */
static void
weights(void)
{
    const double loads[] = { 7, 1, 1, 1, 1, 1, 1, 1 };
    const dvmr_array a = dvmr_distribute("u", 8, 2, size, "block(w),block");
    dvmr_weights(a, 0, 8, loads);
    dvmr_redistribute(a, "block,block");
}

/* Rows and columns of a square change places: 2 messages of 9 elements. */
static void
realign(void)
{
    const int64_t square[] = { 6, 6 };
    const dvmr_array a = dvmr_distribute("u", 8, 2, square, "block,block");
    const dvmr_array b = dvmr_align("v", 8, 2, square, a, "[i,j] -> [i,j]");
    dvmr_realign(b, a, "[i,j] -> [j,i]");
}

/* A row to another one: 2 messages of 3 elements. */
static void
copy(void)
{
    const dvmr_array a = blocks();
    dvmr_copy(a, "0,:", a, "7,0:5");
}

/* Every second element of a row to all; nothing from a variable, which all have. */
static void
copy_variable(void)
{
    const dvmr_array a = blocks();
    dvmr_copy(a, "0,0:4:2", none, NULL);
    dvmr_wait(dvmr_copy_start(none, NULL, a, NULL));
}

/* A row to all: 3 elements from each of two to 3 others. */
static void
remote_loop(void)
{
    const dvmr_array a = blocks();
    dvmr_remote(a, "0,:", a);
    dvmr_loop_begin(a, "[i,j] -> [i,j]", 2, first, last, NULL);
    dvmr_loop_end();
}

/* One element to 3 others. */
static void
remote_all(void)
{
    dvmr_remote(blocks(), "7,5", none);
}

static void
broadcast(void)
{
    dvmr_broadcast(1000);
    dvmr_io_begin();
    dvmr_io_end();
}

/* A sweep down: 2 messages of 3 elements made by the loop; those below, of before it, first. */
static void
across(void)
{
    const dvmr_array a = blocks();
    const int low[] = { 1, 0 }, high[] = { 1, 0 };
    dvmr_loop_across(a, low, high);
    dvmr_loop_begin(a, NULL, 2, first, last, NULL);
    g_usleep(10);
    dvmr_loop_end();
}

/* The same up: what lies below is made by the loop. */
static void
across_up(void)
{
    const dvmr_array a = blocks();
    const int none_low[] = { 0, 0 }, high[] = { 1, 0 };
    const int64_t from[] = { 7, 0 }, to[] = { 0, 5 }, step[] = { -1, 1 };
    dvmr_loop_across(a, none_low, high);
    dvmr_loop_begin(a, NULL, 2, from, to, step);
    g_usleep(10);
    dvmr_loop_end();
}

static void
intervals(void)
{
    for (int i = 0; i < 4; i++) {
        dvmr_interval_begin(i % 2);
        dvmr_sequential_begin();
        dvmr_sequential_end();
        dvmr_interval_end();
    }
}

static void
free_arrays(void)
{
    for (int i = 0; i < 3; i++) {
        const dvmr_array a = blocks();
        const dvmr_array b = dvmr_align("v", 8, 2, size, a, NULL);
        dvmr_free(a);
        dvmr_exchange(1, &b, false);
        dvmr_free(b);
    }
}

/* Tasks on a line of four: each of two. Edges of 3x6 within one: 2 messages of 6 elements. */
static void
tasks(void)
{
    const int64_t line = 4;
    dvmr_grid(1, &line);
    for (int t = 0; t < 2; t++) {
        dvmr_task_begin(2 * t, 2 * t + 1);
        const dvmr_array a = dvmr_distribute("u", 8, 2, size, "block,*");
        dvmr_exchange(1, &a, false);
        dvmr_task_end();
    }
    dvmr_reduce(8, 1);
}

static void
nothing(void)
{
}

static const struct {
    const char *name;
    void (*body)(void);
    const char *topology, *expected;
} cases[] = {
    { "nothing", nothing, "2x2", "0 MAIN x1 on 4:\n" },
    { "exchange", exchange, "2x2", "0 MAIN x1 on 4: shadow 1 messages 8 bytes 224\n" },
    { "corners", corners, "2x2", "0 MAIN x1 on 4: shadow 1 messages 12 bytes 256\n" },
    { "shadow", shadow, "2x2", "0 MAIN x1 on 4: shadow 1 messages 4 bytes 144\n" },
    { "loop_exchange", loop_exchange, "2x2",
      "0 MAIN x1 on 4: shadow 1\n1 PAR x1 on 4: shadow 1 messages 8 bytes 448\n" },
    { "loop_reduce", loop_reduce, "2x2",
      "0 MAIN x1 on 4: reduction 1\n1 PAR x1 on 4: reduction 1 messages 6 bytes 192\n" },
    { "reduce_start", reduce_start, "2x2",
      "0 MAIN x1 on 4: reduction 2 messages 10 bytes 224\n" },
    { "reduce", reduce, "2x2",
      "0 MAIN x1 on 4: reduction 1 messages 6 bytes 24\n1 PAR x1 on 4:\n" },
    { "redistribute", redistribute, "2x2",
      "0 MAIN x1 on 4: redistribution 1 messages 4 bytes 576\n" },
    { "redistribute_sizes", redistribute_sizes, "2x2",
      "0 MAIN x1 on 4: redistribution 1 messages 2 bytes 96\n" },
    { "weights", weights, "2x2", "0 MAIN x1 on 4: redistribution 1 messages 2 bytes 144\n" },
    { "realign", realign, "2x2", "0 MAIN x1 on 4: redistribution 1 messages 2 bytes 144\n" },
    { "copy", copy, "2x2", "0 MAIN x1 on 4: remote 1 messages 2 bytes 48\n" },
    { "copy_variable", copy_variable, "2x2", "0 MAIN x1 on 4: remote 2 messages 6 bytes 72\n" },
    { "remote_loop", remote_loop, "2x2",
      "0 MAIN x1 on 4: remote 1\n1 PAR x1 on 4: remote 1 messages 6 bytes 144\n" },
    { "remote_all", remote_all, "2x2", "0 MAIN x1 on 4: remote 1 messages 3 bytes 24\n" },
    { "broadcast", broadcast, "2x2", "0 MAIN x1 on 4: io 2 messages 3 bytes 3000\n" },
    { "across", across, "2x2",
      "0 MAIN x1 on 4: shadow 1\n1 PAR x1 on 4: shadow 1 messages 4 bytes 96\n" },
    { "across_up", across_up, "2x2",
      "0 MAIN x1 on 4: shadow 1\n1 PAR x1 on 4: shadow 1 messages 2 bytes 48\n" },
    { "intervals", intervals, "2x2",
      "0 MAIN x1 on 4:\n1 USER 0 x2 on 4:\n2 SEQ x2 on 4:\n1 USER 1 x2 on 4:\n2 SEQ x2 on "
      "4:\n" },
    { "free_arrays", free_arrays, "2x2", "0 MAIN x1 on 4: shadow 3 messages 24 bytes 672\n" },
    { "tasks", tasks, "4", "0 MAIN x1 on 4: reduction 1 shadow 2 messages 4 bytes 192\n" },
};

static void
test_round_trip(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(Recording) recording = recording_make(cases[i].body);
        g_autofree char *found = recording_check(&recording);
        g_autofree char *structure = record_structure(recording.trace, cases[i].topology);
        if (*found != '\0' || *recording.said != '\0' ||
            strcmp(structure, cases[i].expected) != 0)
            g_printerr("%s: %s%s\n%s", cases[i].name, found, recording.said, structure);
        CU_ASSERT_STRING_EQUAL(found, "");
        CU_ASSERT_STRING_EQUAL(recording.said, "");
        CU_ASSERT_STRING_EQUAL(structure, cases[i].expected);
    }
}

/* Time between calls is the program's; that of calls, of the conversion into text too, is not.
 */
static void
one_second(void)
{
    dvmr_interval_begin(1);
    const gint64 end = g_get_monotonic_time() + 50000;
    while (g_get_monotonic_time() < end)
        ;
    dvmr_interval_end();
}

static void
test_times(void)
{
    g_auto(Recording) recording = recording_make(one_second);
    g_autoptr(TraceProgram) program = trace_read(recording.trace, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(program);
    CHECK_INT(program->n_calls, 2);
    CU_ASSERT(program->calls[1].t_call >= 0.05);
    CU_ASSERT(program->calls[0].t_return == 0 && program->calls[1].t_return == 0);
    /* an overhead was measured, and is below a microsecond or so */
    CU_ASSERT(program->info.overhead > 0 && program->info.overhead < 1e-4);
}

int
main(void)
{
    CU_TestInfo tests[] = { { "round_trip", test_round_trip },
                            { "times", test_times },
                            CU_TEST_INFO_NULL };
    return tap_run("record", tests);
}
