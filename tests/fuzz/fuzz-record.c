/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Any bytes as calls of the recorder: nothing ends the program, and the trace is sound.
 */
#include "tests/record/random-calls.h"
#include "tests/record/recording.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

static const guint8 *bytes;
static gsize n_bytes;

static void
body(void)
{
    random_calls(bytes, n_bytes);
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    bytes = data;
    n_bytes = size;
    g_auto(Recording) recording = recording_make(body);
    g_autofree char *found = recording_check(&recording);
    g_assert_cmpstr(found, ==, "");
    return 0;
}
