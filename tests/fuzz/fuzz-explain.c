/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Any bytes as a trace, as far as the commands go that look into it: which grids it allows,
 * what happens when, and why it is slow. The first byte chooses the machine, the rest is the
 * trace.
 */
#include <math.h>

#include "src/analysis/explain/explanation.h"
#include "src/analysis/sweep/topology.h"
#include "src/trace/text/reader.h"
#include "tests/fuzz/fuzz-machine.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

/* Shapes and sizes that a sweep may rely on. */
static void
check_use(const TraceProgram *program, const Params *params)
{
    g_autoptr(SimLayout) layout = sim_layout_new(program);
    const TopologyShape shape = topology_shape_on(layout, params);
    g_assert_true(shape.rank >= 1 && shape.rank <= TOPOLOGY_MAX_RANK);
    for (int d = 0; d < shape.rank; d++) {
        g_autoptr(GArray) sizes = topology_sizes(layout, d, 100);
        g_assert_true(sizes->len >= 1 && g_array_index(sizes, gint64, 0) == 1);
        for (guint i = 1; i < sizes->len; i++)
            g_assert_true(g_array_index(sizes, gint64, i - 1) <
                          g_array_index(sizes, gint64, i));
        g_assert_true(g_array_index(sizes, gint64, sizes->len - 1) <= 100);
    }
}

/* Nothing saves more than there is. */
static void
check_explanation(const Explanation *explanation, const Prediction *prediction)
{
    const double time = prediction->execution_time;
    for (guint i = 0; i < explanation->findings->len; i++) {
        const Finding *finding = g_ptr_array_index(explanation->findings, i);
        g_assert_true(finding->bound >= 0 && finding->bound <= time);
        g_assert_true(finding->bound <= explanation->together);
        g_assert_true(finding->interval >= 1 && finding->interval <= prediction->n_intervals);
        g_assert_true(g_utf8_validate(finding->title, -1, NULL));
    }
    g_assert_true(explanation->together <= time);
    g_assert_true(isfinite(explanation->path->length) &&
                  explanation->path->length <= time * (1 + 1e-9));
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    if (size == 0)
        return 0;
    g_autoptr(GError) error = NULL;
    g_autoptr(Params) params = fuzz_machine_new(data[0], "9x7");
    if ((data[0] & 16) != 0)
        g_assert_true(params_set(params, "speed={1, 100 x 0.5}", NULL));

    g_autoptr(TraceProgram) program = trace_read_all(
        trace_reader_new_from_memory("fuzz", (const char *)data + 1, size - 1), NULL);
    if (program == NULL)
        return 0;
    check_use(program, params);
    const gboolean keep_going = (data[0] & 8) != 0;
    const PredictOptions options = { .keep_going = keep_going, .no_ideal = TRUE };
    const ExplainOptions how = { .keep_going = keep_going,
                                 .n_threads = 1,
                                 .least_share = 1e-6 };
    g_autoptr(Prediction) prediction = predict(program, params, &options, NULL);
    if (prediction == NULL)
        return 0;
    g_autoptr(Explanation) explanation = explain(program, params, prediction, &how, &error);
    g_assert_true((explanation == NULL) == (error != NULL));
    if (explanation != NULL)
        check_explanation(explanation, prediction);
    return 0;
}
