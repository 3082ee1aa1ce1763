/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Any bytes as a file of transfers; the first byte chooses the machine. What is read is in
 * range, and a few messages are costed and described.
 */
#include <string.h>
#include <unistd.h>

#include "src/report/machine/machine.h"
#include "tests/fuzz/fuzz-machine.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

/* More are read, and not costed. */
#define MOST_COSTED 8
/* Packets of larger ones take long. */
#define LARGEST_COSTED 100000

static const char *const machines[] = {
    "type = mesh; nodes = { 3, 3 }; topology = { 3, 3 }; start time = 1; send byte time = "
    "0.01;",
    "type = torus; nodes = { 4, 2 }; switching = packet; packet size = 64; topology = { 8 };",
    "type = hypercube; congestion = events; packet size = 100; topology = { 4, 2 };",
    "type = star; nodes = { 5 }; switching = wormhole; link delay = 1; topology = { 5 };",
};

static gboolean
is_small(const GArray *transfers)
{
    for (guint i = 0; i < transfers->len; i++)
        if (g_array_index(transfers, RaterParcel, i).bytes > LARGEST_COSTED)
            return FALSE;
    return transfers->len <= MOST_COSTED;
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    static const gint64 counts[] = { 1, 2, 8, 9, 1000, G_GINT64_CONSTANT(1) << 31 };
    g_autoptr(GError) error = NULL;

    if (size == 0)
        return 0;
    const char *text = (const char *)data + 1;
    const char *machine = machines[data[0] % G_N_ELEMENTS(machines)];
    g_autoptr(Params) params = params_parse("machine", machine, strlen(machine), &error);
    g_assert_no_error(error);
    const gboolean costed = (data[0] & 4) != 0;
    const gint64 n = costed ? rater_grid_count(&params->topology)
                            : counts[(data[0] >> 3) % G_N_ELEMENTS(counts)];
    GArray *transfers = machine_transfers_read("fuzz", text, size - 1, n, &error);
    g_assert_true((transfers == NULL) == (error != NULL));
    if (transfers == NULL) {
        g_assert_true(g_str_has_prefix(error->message, "fuzz:"));
        return 0;
    }
    for (guint i = 0; i < transfers->len; i++) {
        const RaterParcel *one = &g_array_index(transfers, RaterParcel, i);
        g_assert_true(one->from >= 0 && one->from < n && one->to >= 0 && one->to < n);
        g_assert_true(one->bytes >= 0);
    }
    if (!costed || !is_small(transfers)) {
        g_array_unref(transfers);
        return 0;
    }
    g_autoptr(MachineReport) report = machine_report_new(params, transfers, NULL, &error);
    g_assert_true((report == NULL) == (error != NULL));
    if (report != NULL)
        fuzz_write(machine_json_write, report);
    return 0;
}
