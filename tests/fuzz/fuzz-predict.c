/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Any bytes as a trace, all the way to a prediction: the first byte chooses the machine, the
 * rest is the trace. What comes out must be a sound prediction or one error, whatever the trace
 * says.
 */
#include <math.h>

#include "src/analysis/predict/predict.h"
#include "src/trace/text/reader.h"
#include "tests/fuzz/fuzz-machine.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

/* The fields that a sound prediction cannot have wrong. */
static void
check_interval(const Interval *interval)
{
    unsigned n;
    const CharacteristicRow *rows = characteristic_rows(&n);
    for (unsigned i = 0; i < n; i++) {
        double v = characteristic_value(&interval->values, &rows[i]);
        g_assert_true(isfinite(v) && v >= 0);
    }
    double lost = interval->total_time - interval->values.productive_time;
    g_assert_true(fabs(lost - interval->values.lost_time) <=
                  1e-9 * interval->total_time + 1e-300);
    gint64 count = 0;
    for (guint c = 0; c < interval->n_classes; c++)
        count += interval->classes[c].count;
    g_assert_true(count == interval->processors);
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    if (size == 0)
        return 0;
    g_autoptr(GError) error = NULL;
    g_autoptr(Params) params = fuzz_machine_new(data[0], "40x30");
    PredictOptions options = { .keep_going = (data[0] & 8) != 0,
                               .no_ideal = (data[0] & 16) != 0 };

    g_autoptr(TraceProgram) program = trace_read_all(
        trace_reader_new_from_memory("fuzz", (const char *)data + 1, size - 1), &error);
    g_assert_true((program == NULL) == (error != NULL));
    if (program == NULL)
        return 0;
    g_autoptr(Prediction) prediction = predict(program, params, &options, &error);
    g_assert_true((prediction == NULL) == (error != NULL));
    for (guint i = 0; prediction != NULL && i < prediction->n_intervals; i++)
        check_interval(&prediction->intervals[i]);
    return 0;
}
