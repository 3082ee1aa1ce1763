/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Random sequences of calls, most of them mistakes: nothing crashes, and every trace is sound.
 */
#include "tests/record/random-calls.h"
#include "tests/record/recording.h"
#include "tests/tap.h"

#define SEED    18
#define N_CASES 1500

static unsigned char bytes[4000];
static size_t n_bytes;

static void
body(void)
{
    random_calls(bytes, n_bytes);
}

static void
test_random(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
    guint n_bad = 0;
    for (guint i = 0; i < TAP_CASES(N_CASES); i++) {
        n_bytes = (size_t)g_rand_int_range(rand, 50, sizeof bytes);
        for (size_t b = 0; b < n_bytes; b++)
            bytes[b] = (unsigned char)g_rand_int(rand);
        g_auto(Recording) recording = recording_make(body);
        g_autofree char *found = recording_check(&recording);
        if (*found != '\0' && n_bad++ < 5)
            g_printerr("seed %d, case %u: %s\n", SEED, i, found);
    }
    CHECK_INT(n_bad, 0);
}

int
main(void)
{
    CU_TestInfo tests[] = { { "random", test_random }, CU_TEST_INFO_NULL };
    return tap_run("record-random", tests);
}
