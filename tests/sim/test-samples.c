/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The samples on many machines: what must hold for every prediction, whatever the program.
 */
#include <string.h>

#include "src/trace/text/reader.h"
#include "tests/sim/lines-check.h"
#include "tests/sim/prediction-check.h"
#include "tests/sim/sim-check.h"
#include "tests/sim/trace-scan.h"

/* Larger ones are predicted once only. */
#define MOST_BYTES 3000000

static const char *const topologies[] = { "1",   "2",   "3",     "5",     "8",  "2x2",
                                          "4x2", "3x5", "2x2x2", "3x2x2", "24", "1x7" };
static const char *const networks[] = {
    "type = network; start time = 75; send byte time = 0.2;",
    "type = transputer; start time = 75; send byte time = 0.2;",
    "type = ideal;",
};

typedef struct {
    char *path;
    const char *name; /* last part of path */
    TraceProgram *program;
    double seconds; /* sum of TIMEs, by trace-scan.h */
    gsize bytes;    /* of the text */
} Sample;

static void
sample_free(gpointer v)
{
    Sample *sample = v;
    g_free(sample->path);
    trace_program_free(sample->program);
    g_free(sample);
}

static int
compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp((*(Sample *const *)a)->name, (*(Sample *const *)b)->name);
}

static GPtrArray *
read_samples(void)
{
    GPtrArray *samples = g_ptr_array_new_with_free_func(sample_free);
    g_autofree char *folder = g_build_filename(g_getenv("SRCDIR"), "samples", NULL);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;

    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
        if (!g_str_has_suffix(name, ".trc") && !g_str_has_suffix(name, ".trc.gz"))
            continue;
        g_autoptr(GError) error = NULL;
        Sample *sample = g_new0(Sample, 1);
        sample->path = g_build_filename(folder, name, NULL);
        sample->name = sample->path + strlen(folder) + 1;
        g_autoptr(GArray) events = trace_scan_read(sample->path, &sample->bytes);
        sample->seconds = (double)trace_scan_sum(events) * 1e-8;
        sample->program = trace_read(sample->path, &error);
        if (sample->program == NULL) {
            CHECK_THAT(FALSE, "%s", error->message);
            sample_free(sample);
            continue;
        }
        g_ptr_array_add(samples, sample);
    }
    g_ptr_array_sort(samples, compare_names);
    return samples;
}

static Params *
machine(const char *network, const char *topology)
{
    Params *params = params_parse("machine", network, strlen(network), NULL);
    g_assert_true(params_set_topology(params, topology, NULL));
    return params;
}

static Prediction *
predict_sample(const Sample *sample, const char *network, const char *topology,
               gboolean per_processor)
{
    g_autoptr(Params) params = machine(network, topology);
    g_autoptr(GError) error = NULL;
    const PredictOptions options = { .per_processor = per_processor, .lines = TRUE };
    Prediction *p = predict(sample->program, params, &options, &error);
    CHECK_THAT(p != NULL, "%s on %s: %s", sample->name, topology,
               error != NULL ? error->message : "");
    if (p != NULL)
        lines_check_sums(p, sample->name);
    return p;
}

/* On one processor the predicted time is the sum of all TIMEs, whatever the network. */
static void
test_conservation(void)
{
    g_autoptr(GPtrArray) samples = read_samples();

    CU_ASSERT(samples->len > 30);
    for (guint i = 0; i < samples->len; i++) {
        const Sample *sample = g_ptr_array_index(samples, i);
        double expected = sample->seconds;
        for (guint k = 0; k < G_N_ELEMENTS(networks); k++) {
            g_autoptr(Prediction) p = predict_sample(sample, networks[k], "1", FALSE);
            if (p == NULL)
                continue;
            CHECK_THAT(fabs(p->execution_time - expected) <= 1e-12 * expected,
                       "%s: %.17g, the times sum up to %.17g", sample->name, p->execution_time,
                       expected);
            CHECK_REAL(p->serial_time, expected, 1e-12);
            CHECK_REAL(p->intervals[0].values.productive_time, expected, 1e-12);
            CHECK_REAL(p->intervals[0].values.communication, 0, 0);
            CHECK_REAL(p->intervals[0].efficiency, 1, 1e-12);
        }
    }
}

/* Whatever the machine, the work of the program stays: what is productive is what one processor
 * does. It is a difference of sums over all processors and so as exact as Total_time. */
static void
check_productive(const Prediction *p, const Sample *sample, const char *name)
{
    double productive = p->intervals[0].values.productive_time;
    double allowed = 1e-12 * sample->seconds + 1e-15 * p->intervals[0].total_time;
    CHECK_THAT(fabs(productive - sample->seconds) <= allowed,
               "%s: productive are %.17g of %.17g", name, productive, sample->seconds);
}

/* Predicted while the file is read: the same numbers. */
static void
check_stream(const Prediction *p, const Sample *sample, const char *network,
             const char *topology, const char *name)
{
    g_autoptr(Params) params = machine(network, topology);
    for (int flat = 0; flat < 2; flat++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(TraceReader) reader = trace_reader_new(sample->path, &error);
        g_autoptr(Prediction) q = reader != NULL ? predict_stream(trace_reader_stream(reader),
                                                                  params, NULL, flat, &error)
                                                 : NULL;
        if (q != NULL) {
            prediction_check_same(p, q, 0, name);
            return;
        }
        CHECK_THAT(!flat && g_error_matches(error, SIMULATOR_ERROR, SIMULATOR_ERROR_FLAT),
                   "%s: %s", name, error->message);
    }
}

static void
check_machine(const Sample *sample, const char *network, const char *topology, gboolean more)
{
    g_autofree char *name = g_strdup_printf("%s on %s, %s", sample->name, topology, network);
    g_autoptr(Prediction) p = predict_sample(sample, network, topology, FALSE);
    g_autoptr(Prediction) q = predict_sample(sample, network, topology, TRUE);

    if (p == NULL || q == NULL)
        return;
    prediction_check_identities(p, name);
    prediction_check_same(p, q, 1e-12, name);
    check_productive(p, sample, name);
    if (more) {
        g_autoptr(Prediction) again = predict_sample(sample, network, topology, FALSE);
        prediction_check_same(p, again, 0, name);
        check_stream(p, sample, network, topology, name);
    }
}

/* Identities on all machines; classes are what processors one by one are; and the same again.
 */
static void
test_machines(void)
{
    g_autoptr(GPtrArray) samples = read_samples();
    guint n = 0;

    for (guint i = 0; i < samples->len; i++) {
        const Sample *sample = g_ptr_array_index(samples, i);
        for (guint k = 0; k < G_N_ELEMENTS(topologies) * G_N_ELEMENTS(networks); k++) {
            const char *topology = topologies[k / G_N_ELEMENTS(networks)];
            if (sample->bytes > MOST_BYTES && k != 2 * G_N_ELEMENTS(networks))
                continue;
            check_machine(sample, networks[k % G_N_ELEMENTS(networks)], topology, n++ % 5 == 0);
        }
    }
    printf("# %u machines\n", n);
}

/* Machines on which nobody could go through the processors one by one in the time of a test. */
static void
test_large_machines(void)
{
    static const char *const large[] = { "1000", "40x25", "17x13x11", "1000000", "1024x1024" };
    /* programs that tell few processors apart, whatever their number */
    static const char *const regular[] = { "heat2d.trc",           "heat3d.trc",
                                           "adi_redistribute.trc", "redblack_sor.trc",
                                           "genblock_given.trc",   "remote_element.trc",
                                           "nested_intervals.trc" };
    g_autoptr(GPtrArray) samples = read_samples();
    guint n = 0;

    for (guint i = 0; i < samples->len; i++) {
        const Sample *sample = g_ptr_array_index(samples, i);
        gboolean is_regular = FALSE;
        for (guint k = 0; k < G_N_ELEMENTS(regular); k++)
            is_regular = is_regular || strcmp(sample->name, regular[k]) == 0;
        for (guint k = 0; k < G_N_ELEMENTS(large); k++) {
            const char *network = networks[(i + k) % G_N_ELEMENTS(networks)];
            if (!is_regular && (k > 1 || sample->bytes > 200000))
                continue;
            g_autofree char *name =
                g_strdup_printf("%s on %s, %s", sample->name, large[k], network);
            g_autoptr(Prediction) p = predict_sample(sample, network, large[k], FALSE);
            if (p == NULL)
                continue;
            prediction_check_identities(p, name);
            check_productive(p, sample, name);
            n++;
        }
    }
    printf("# %u machines\n", n);
}

/* Start and exit of the processes: the TIMEs of begbl_, of what is behind the call of endbl_,
 * or of the first call. */
static void
test_process(void)
{
    static const struct {
        const char *name, *topology;
        double microseconds; /* of each processor */
    } known[] = {
        { "heat2d_large.trc", "4x4", 9653.09 + 0.95 + 4229.07 + 0.95 + 0.95 + 16.21 },
        { "conjugate_gradient.trc", "4x4", 4468.92 + 1.19 + 6.91 + 1 + 1 + 16.93 },
        { "matmul.trc", "2x3", 4405.02 }, /* C */
    };
    g_autoptr(GPtrArray) samples = read_samples();
    guint n = 0;

    for (guint i = 0; i < samples->len; i++) {
        const Sample *sample = g_ptr_array_index(samples, i);
        for (guint k = 0; k < G_N_ELEMENTS(known); k++) {
            if (strcmp(sample->name, known[k].name) != 0)
                continue;
            g_autoptr(Prediction) p =
                predict_sample(sample, networks[0], known[k].topology, FALSE);
            CHECK_US(p->intervals[0].values.start_exit / (double)p->processors,
                     known[k].microseconds);
            n++;
        }
    }
    CHECK_INT(n, G_N_ELEMENTS(known));
}

/* Nobody knows what was before the first call then; the exit is behind an endbl_ without its
 * begbl_. */
static void
test_process_without_init(void)
{
    static const char *const names[] = { "heat2d.trc", "matmul.trc" };
    g_autoptr(Params) params = machine(networks[0], "2x2");

    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(g_getenv("SRCDIR"), "samples", names[i], NULL);
        g_autofree char *text = NULL;
        g_autoptr(GError) error = NULL;
        CU_ASSERT_FATAL(g_file_get_contents(path, &text, NULL, NULL));
        memcpy(strstr(text, "ret_dvm_Init "), "xxx", strlen("xxx"));
        g_autoptr(TraceProgram) program =
            trace_read_all(trace_reader_new_from_memory("t", text, strlen(text)), &error);
        g_autoptr(Prediction) p =
            program != NULL ? predict(program, params, NULL, &error) : NULL;
        CHECK_THAT(p != NULL, "%s: %s", names[i], error != NULL ? error->message : "");
        if (p != NULL)
            CHECK_US(p->intervals[0].values.start_exit, 0);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "conservation", test_conservation },
        { "machines", test_machines },
        { "large_machines", test_large_machines },
        { "process", test_process },
        { "process_without_init", test_process_without_init },
        CU_TEST_INFO_NULL,
    };
    return tap_run("samples", tests);
}
