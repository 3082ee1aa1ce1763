/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Every kind of mistake: one message with file and line, the call is left out, the trace is
 * sound. The message is that of line 7 of "wrong.c".
 */
#include <string.h>

#include "record/dvm-record.h"
#include "tests/record/recording.h"
#include "tests/record/structure.h"
#include "tests/tap.h"

#define AT "wrong.c", 7

static const int64_t size[] = { 8, 6 }, first[] = { 0, 0 }, last[] = { 7, 5 };
static const dvmr_array none;

static dvmr_array
blocks(void)
{
    return dvmr_distribute("u", 8, 2, size, "block,block");
}

static void
begin_twice(void)
{
    dvmr_begin_at("other", AT);
}

static void
no_interval(void)
{
    dvmr_interval_end_at(AT);
}

static void
wrong_end(void)
{
    dvmr_interval_begin(1);
    dvmr_sequential_begin_at("wrong.c", 3);
    dvmr_interval_end_at(AT);
    dvmr_sequential_end();
    dvmr_interval_end();
}

static void
loop_in_loop(void)
{
    const dvmr_array a = blocks();
    dvmr_loop_begin_at(a, NULL, 2, first, last, NULL, "wrong.c", 3);
    dvmr_loop_begin_at(a, NULL, 2, first, last, NULL, AT);
    dvmr_loop_end();
    dvmr_loop_end();
}

static void
interval_in_loop(void)
{
    dvmr_loop_begin_at(blocks(), NULL, 2, first, last, NULL, "wrong.c", 3);
    dvmr_interval_begin_at(1, AT);
    dvmr_interval_end();
    dvmr_loop_end();
}

static void
exchange_in_loop(void)
{
    const dvmr_array a = blocks();
    dvmr_loop_begin_at(a, NULL, 2, first, last, NULL, "wrong.c", 3);
    dvmr_exchange_at(1, &a, false, AT);
    dvmr_loop_end();
}

static void
left_open(void)
{
    dvmr_interval_begin_at(1, "wrong.c", 3);
    dvmr_loop_begin_at(blocks(), NULL, 2, first, last, NULL, "wrong.c", 4);
    dvmr_end_at(AT);
}

static void
freed(void)
{
    const dvmr_array a = blocks();
    dvmr_free(a);
    dvmr_exchange_at(1, &a, false, AT);
}

static void
freed_before_loop(void)
{
    const dvmr_array a = blocks(), b = blocks();
    dvmr_loop_exchange(1, &b, false);
    dvmr_free(b);
    dvmr_loop_begin_at(a, NULL, 2, first, last, NULL, AT);
    dvmr_loop_end();
}

static void
no_array(void)
{
    dvmr_free_at((dvmr_array){ 5 }, AT);
}

static void
bad_rank(void)
{
    dvmr_distribute_at("u", 8, 16, size, "block", AT);
}

static void
bad_element(void)
{
    dvmr_distribute_at("u", 0, 2, size, "block,block", AT);
}

static void
bad_size(void)
{
    const int64_t sizes[] = { 8, 0 };
    dvmr_distribute_at("u", 8, 2, sizes, "block,block", AT);
}

static void
too_large(void)
{
    const int64_t sizes[] = { INT64_MAX, INT64_MAX };
    dvmr_distribute_at("u", 8, 2, sizes, "block,block", AT);
}

static void
bad_how(void)
{
    dvmr_distribute_at("u", 8, 2, size, "block,cyclic", AT);
}

static void
short_how(void)
{
    dvmr_distribute_at("u", 8, 2, size, "block", AT);
}

static void
bad_sizes(void)
{
    dvmr_distribute_at("u", 8, 2, size, "block{3,4},*", AT);
}

static void
no_weights(void)
{
    const dvmr_array a = dvmr_distribute("u", 8, 2, size, "block(w),*");
    dvmr_exchange_at(1, &a, false, AT);
}

static void
bad_weights(void)
{
    const double loads[] = { 1, -1 };
    dvmr_weights_at(blocks(), 0, 2, loads, AT);
}

static void
weights_missing(void)
{
    dvmr_redistribute_at(blocks(), "block(w),*", AT);
}

static void
redistribute_aligned(void)
{
    dvmr_redistribute_at(dvmr_align("v", 8, 2, size, blocks(), NULL), "block,*", AT);
}

static void
realign_itself(void)
{
    const dvmr_array a = blocks();
    dvmr_realign_at(a, a, NULL, AT);
}

static void
bad_rule(void)
{
    dvmr_align_at("v", 8, 2, size, blocks(), "[i,j] -> [i,k]", AT);
}

static void
short_rule(void)
{
    dvmr_align_at("v", 8, 2, size, blocks(), "[i,j] -> [i]", AT);
}

static void
used_twice(void)
{
    dvmr_align_at("v", 8, 1, size, blocks(), "[i] -> [i,i]", AT);
}

static void
rule_outside(void)
{
    dvmr_align_at("v", 8, 2, size, blocks(), "[i,j] -> [i+1,j]", AT);
}

static void
bad_axis(void)
{
    dvmr_shadow_at(blocks(), 2, 1, 1, AT);
}

static void
bad_width(void)
{
    dvmr_shadow_at(blocks(), 1, 1, -1, AT);
}

static void
loop_outside(void)
{
    const int64_t far[] = { 7, 6 };
    dvmr_loop_begin_at(blocks(), NULL, 2, first, far, NULL, AT);
    dvmr_loop_end();
}

static void
no_step(void)
{
    const int64_t step[] = { 1, 0 };
    dvmr_loop_begin_at(blocks(), NULL, 2, first, last, step, AT);
    dvmr_loop_end();
}

static void
no_rule(void)
{
    const int64_t long_first[3] = { 0 };
    dvmr_loop_begin_at(blocks(), NULL, 3, long_first, long_first, NULL, AT);
    dvmr_loop_end();
}

static void
bad_reduction(void)
{
    dvmr_reduce_at(8, 0, AT);
}

static void
no_operation(void)
{
    dvmr_wait_at((dvmr_op){ 3 }, AT);
}

static void
not_waited_for(void)
{
    const dvmr_array a = blocks();
    dvmr_exchange_start(1, &a, false);
    dvmr_exchange_start(1, &a, false);
    dvmr_end_at(AT);
}

static void
section_outside(void)
{
    const dvmr_array a = blocks();
    dvmr_copy_at(a, "8,:", a, "0,:", AT);
}

static void
sections_differ(void)
{
    const dvmr_array a = blocks();
    dvmr_copy_at(a, "0,:", a, ":,0", AT);
}

static void
no_ends(void)
{
    dvmr_copy_at(none, NULL, none, NULL, AT);
}

static void
remote_outside(void)
{
    dvmr_remote_at(blocks(), "0,6", none, AT);
}

static void
remote_elsewhere(void)
{
    const dvmr_array a = blocks(), b = blocks();
    dvmr_remote(a, "0,:", b);
    dvmr_loop_begin_at(a, NULL, 2, first, last, NULL, AT);
    dvmr_loop_end();
}

static void
bad_bytes(void)
{
    dvmr_broadcast_at(-1, AT);
}

static void
io_in_io(void)
{
    dvmr_io_begin();
    dvmr_io_begin_at(AT);
    dvmr_io_end();
    dvmr_io_end();
}

static void
no_grid(void)
{
    dvmr_task_begin_at(0, 0, AT);
    dvmr_task_end();
}

static void
late_grid(void)
{
    blocks();
    dvmr_grid_at(1, size, AT);
}

static void
bad_grid(void)
{
    const int64_t sizes[] = { 1 << 8, 257 };
    dvmr_grid_at(2, sizes, AT);
}

static void
task_outside(void)
{
    dvmr_grid(2, size);
    dvmr_task_begin_at(47, 48, AT);
    dvmr_task_end();
}

static void
task_in_task(void)
{
    dvmr_grid(1, size);
    dvmr_task_begin(0, 3);
    dvmr_task_begin_at(0, 1, AT);
    dvmr_task_end();
    dvmr_task_end();
}

static void
across_tasks(void)
{
    const int low[] = { 1, 0 };
    dvmr_grid(1, size);
    const dvmr_array a = blocks();
    dvmr_task_begin(0, 3);
    const dvmr_array b = blocks();
    dvmr_loop_across(a, low, low);
    dvmr_loop_begin_at(b, NULL, 2, first, last, NULL, AT);
    dvmr_loop_end();
    dvmr_task_end();
}

static const struct {
    const char *name;
    void (*body)(void);
    const char *said;
} cases[] = {
    { "begin_twice", begin_twice, "dvmr_begin: a trace is being recorded already" },
    { "no_interval", no_interval, "dvmr_interval_end: no interval is open" },
    { "wrong_end", wrong_end,
      "dvmr_interval_end: the sequential loop that line 3 began is open inside" },
    { "loop_in_loop", loop_in_loop,
      "dvmr_loop_begin: inside of the parallel loop that line 3 began" },
    { "interval_in_loop", interval_in_loop,
      "dvmr_interval_begin: inside of the parallel loop that line 3 began" },
    { "exchange_in_loop", exchange_in_loop,
      "dvmr_exchange: inside of the parallel loop that line 3 began" },
    { "left_open", left_open,
      "dvmr_end: the parallel loop that line 4 of wrong.c began is open" },
    { "freed", freed, "dvmr_exchange: the array was freed" },
    { "freed_before_loop", freed_before_loop, "dvmr_loop_begin: the array was freed" },
    { "no_array", no_array, "dvmr_free: 5 is no array" },
    { "bad_rank", bad_rank, "dvmr_distribute: the rank is 16, not 1 to 15" },
    { "bad_element", bad_element, "dvmr_distribute: an element of 0 bytes" },
    { "bad_size", bad_size, "dvmr_distribute: the size of axis 1 is 0" },
    { "too_large", too_large, "dvmr_distribute: the array is too large" },
    { "bad_how", bad_how,
      "dvmr_distribute: \"block,cyclic\": an axis is block, block(w), block{...} or *" },
    { "short_how", short_how, "dvmr_distribute: \"block\": the array has 2 axes" },
    { "bad_sizes", bad_sizes, "dvmr_distribute: the blocks of axis 0 of u do not add up to 8" },
    { "no_weights", no_weights, "dvmr_exchange: u has no place before its weights are given" },
    { "bad_weights", bad_weights,
      "dvmr_weights: these are no loads: 1 to 8, none negative, one positive" },
    { "weights_missing", weights_missing, "dvmr_redistribute: dvmr_weights() is missing" },
    { "redistribute_aligned", redistribute_aligned,
      "dvmr_redistribute: v is aligned: what it is aligned with can be redistributed" },
    { "realign_itself", realign_itself, "dvmr_realign: u with itself" },
    { "bad_rule", bad_rule, "dvmr_align: \"[i,j] -> [i,k]\": k names no axis" },
    { "short_rule", short_rule,
      "dvmr_align: \"[i,j] -> [i]\": 2 axes are wanted on the right" },
    { "used_twice", used_twice, "dvmr_align: \"[i] -> [i,i]\": an axis is used twice" },
    { "rule_outside", rule_outside, "dvmr_align: v leaves axis 0 of u" },
    { "bad_axis", bad_axis, "dvmr_shadow: u has no axis 2" },
    { "bad_width", bad_width, "dvmr_shadow: a width is negative" },
    { "loop_outside", loop_outside, "dvmr_loop_begin: the loop leaves axis 1 of u" },
    { "no_step", no_step, "dvmr_loop_begin: axis 1 goes from 0 to 5 by 0" },
    { "no_rule", no_rule, "dvmr_loop_begin: 3 axes on 2 want a rule" },
    { "bad_reduction", bad_reduction, "dvmr_reduce: 0 elements of 8 bytes" },
    { "no_operation", no_operation, "dvmr_wait: it does not go on" },
    { "not_waited_for", not_waited_for,
      "dvmr_end: nobody waited for an operation that goes on" },
    { "section_outside", section_outside, "dvmr_copy: \"8,:\": index 8 is outside of axis 0" },
    { "sections_differ", sections_differ, "dvmr_copy: 6 elements to 8" },
    { "no_ends", no_ends, "dvmr_copy: neither end is an array" },
    { "remote_outside", remote_outside, "dvmr_remote: index 6 is outside of axis 1" },
    { "remote_elsewhere", remote_elsewhere,
      "dvmr_loop_begin: dvmr_remote() spoke of a loop on another array" },
    { "bad_bytes", bad_bytes, "dvmr_broadcast: -1 bytes" },
    { "io_in_io", io_in_io, "dvmr_io_begin: inside of input or output" },
    { "no_grid", no_grid, "dvmr_task_begin: dvmr_grid() is missing" },
    { "late_grid", late_grid, "dvmr_grid: comes after calls that are written" },
    { "bad_grid", bad_grid, "dvmr_grid: these are no sizes of a processor system" },
    { "task_outside", task_outside, "dvmr_task_begin: processors 47 to 48 of 48" },
    { "across_tasks", across_tasks,
      "dvmr_loop_begin: u lies on the processors of another task" },
    { "task_in_task", task_in_task, "dvmr_task_begin: inside of another task" },
};

static void
test_mistakes(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(Recording) recording = recording_make(cases[i].body);
        g_autofree char *found = recording_check(&recording);
        g_autofree char *said = g_strdup_printf("wrong.c:7: %s\n", cases[i].said);
        if (strcmp(recording.said, said) != 0 || *found != '\0')
            g_printerr("%s: %s%s\n", cases[i].name, recording.said, found);
        CU_ASSERT_STRING_EQUAL(recording.said, said);
        CU_ASSERT_STRING_EQUAL(found, "");
    }
}

/* A handle of 0 comes from a call that was left out, which was told. */
static void
nothing_of_none(void)
{
    const int widths[] = { 1, 1 };
    dvmr_align("v", 8, 2, size, none, NULL);
    dvmr_shadow(none, 0, 1, 1);
    dvmr_redistribute(none, "block");
    dvmr_realign(none, none, NULL);
    dvmr_free(none);
    dvmr_loop_across(none, widths, widths);
    dvmr_loop_exchange(1, &none, false);
    dvmr_loop_begin(none, NULL, 2, first, last, NULL);
    dvmr_loop_end();
    dvmr_exchange(1, &none, true);
    dvmr_wait(dvmr_exchange_start(1, &none, true));
    dvmr_wait(dvmr_reduce_start(none, 8, 1));
    dvmr_remote(none, "0", none);
}

static void
test_none(void)
{
    g_auto(Recording) recording = recording_make(nothing_of_none);
    g_autofree char *structure = record_structure(recording.trace, "2x2");
    CU_ASSERT_STRING_EQUAL(recording.said, "");
    CU_ASSERT_STRING_EQUAL(structure, "0 MAIN x1 on 4:\n");
}

static void
many(void)
{
    for (int i = 0; i < 1000; i++)
        dvmr_interval_end_at(AT);
}

/* A hundred, and that there are more. */
static void
test_many(void)
{
    g_auto(Recording) recording = recording_make(many);
    g_auto(GStrv) lines = g_strsplit(recording.said, "\n", -1);
    CHECK_INT(g_strv_length(lines), 102);
    CU_ASSERT(strstr(recording.said, "further mistakes are not told") != NULL);
}

int
main(void)
{
    CU_TestInfo tests[] = { { "mistakes", test_mistakes },
                            { "none", test_none },
                            { "many", test_many },
                            CU_TEST_INFO_NULL };
    return tap_run("record-mistakes", tests);
}
