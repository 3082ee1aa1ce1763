/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Any bytes as the description of a machine: what can be read is described, with what messages
 * cost on it, or refused with one error.
 */
#include "src/report/machine/machine.h"
#include "tests/fuzz/fuzz-machine.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

/* Larger ones take their time. */
#define MOST_NODES 64

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Params) params = params_parse("fuzz", (const char *)data, size, &error);

    g_assert_true((params == NULL) == (error != NULL));
    if (params == NULL || !params_check(params, &error))
        return 0;
    if (rater_grid_count(&params->topology) > MOST_NODES)
        return 0;
    g_autoptr(MachineReport) report = machine_report_new(params, NULL, NULL, &error);
    g_assert_true((report == NULL) == (error != NULL));
    if (report == NULL)
        return 0;
    fuzz_write(machine_json_write, report);
    fuzz_write(machine_text_write, report);
    return 0;
}
