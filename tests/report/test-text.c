/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The summary for a terminal, and what it picks: uses of the processor time, largest losses.
 */
#include <math.h>
#include <string.h>

#include "src/report/view/losses.h"
#include "tests/report/builder.h"
#include "tests/report/check.h"

static char *
render(const Prediction *prediction, const ReportOptions *options)
{
    g_autoptr(GError) error = NULL;
    gsize len;
    char *text = builder_render(prediction, options, "txt", &len, &error);

    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_TRUE(g_utf8_validate(text, (gssize)len, NULL));
    return text;
}

/* No line is wider than a terminal, nor ends in a blank. */
static void
check_lines(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    for (char **line = lines; *line != NULL; line++) {
        CU_ASSERT_TRUE(g_utf8_strlen(*line, -1) <= 80);
        CU_ASSERT_FALSE(g_str_has_suffix(*line, " "));
    }
}

static void
test_golden(void)
{
    const ReportOptions unicode = { .max_depth = -1, .unicode = TRUE };
    const ReportOptions colour = { .max_depth = -1, .unicode = TRUE, .colour = TRUE };
    g_autoptr(Prediction) prediction = builder_sample();
    g_autofree char *plain = render(prediction, NULL);
    g_autofree char *rich = render(prediction, &unicode);
    g_autofree char *coloured = render(prediction, &colour);

    CHECK_GOLDEN(plain, "summary-ascii.txt");
    CHECK_GOLDEN(rich, "summary-unicode.txt");
    CHECK_GOLDEN(coloured, "summary-colour.txt");
    check_lines(plain);
    check_lines(rich);
    CU_ASSERT_TRUE(g_str_is_ascii(plain));
    CHECK_LACKS(rich, "\033");
}

static void
test_truncated(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_autofree char *complete = render(prediction, NULL);

    prediction->complete = FALSE;
    g_autofree char *text = render(prediction, NULL);
    CHECK_LACKS(complete, "truncated");
    CHECK_HAS(text, "truncated");
}

/* Names of any length and content: nothing reaches the terminal that it would obey. */
static void
test_hostile(void)
{
    const ReportOptions unicode = { .max_depth = -1, .unicode = TRUE };
    g_autoptr(Prediction) prediction = builder_hostile();
    g_autofree char *plain = render(prediction, NULL);
    g_autofree char *rich = render(prediction, &unicode);

    check_lines(plain);
    check_lines(rich);
    CU_ASSERT_TRUE(g_str_is_ascii(plain));
    CHECK_LACKS(plain, "\033");
    CHECK_LACKS(rich, "\033");

    g_free(prediction->program);
    g_free(prediction->trace_file);
    prediction->program = g_strnfill(1000, 'p');
    prediction->trace_file = g_strnfill(1000, 't');
    g_autofree char *cut = render(prediction, NULL);
    check_lines(cut);
    CHECK_HAS(cut, "...p");
}

/* A name as long as a file, which a trace may hold, is cut without going through it time and
 * again. */
static void
test_long(void)
{
    g_autoptr(Prediction) prediction = builder_sample();

    g_free(prediction->program);
    prediction->program = g_strnfill(8 * 1024 * 1024, 'p');
    g_autofree char *text = render(prediction, NULL);
    check_lines(text);
    CHECK_HAS(text, "...ppp");
}

/* Wide characters count twice, and what is cut is cut at the front. */
static void
test_wide(void)
{
    const ReportOptions unicode = { .max_depth = -1, .unicode = TRUE };
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(GString) name = g_string_new(NULL);

    for (int i = 0; i < 60; i++)
        g_string_append(name, "\xe7\x86\xb1");
    g_free(prediction->program);
    prediction->program = g_strdup(name->str);
    g_autofree char *text = render(prediction, &unicode);
    g_auto(GStrv) lines = g_strsplit(text, "\n", 2);
    CU_ASSERT_TRUE(g_str_has_prefix(lines[0], "\xe2\x80\xa6\xe7\x86\xb1"));
    CU_ASSERT_TRUE(g_utf8_strlen(lines[0], -1) <= 60);
    CHECK_HAS(lines[0], " on 4 processors (2x2, network)");
}

/* A program that takes no time at all. */
static void
test_nothing(void)
{
    g_autoptr(Prediction) prediction = builder_sample();

    prediction->execution_time = prediction->serial_time = 0;
    prediction->intervals[0].total_time = 0;
    memset(&prediction->intervals[0].values, 0, sizeof(Characteristics));
    g_autofree char *text = render(prediction, NULL);
    check_lines(text);
    CHECK_HAS(text, "Predicted time   0 s");
    CHECK_HAS(text, "Speed-up         1 against");
    CHECK_LACKS(text, "Largest losses");
    CHECK_LACKS(text, "nan");
    CHECK_LACKS(text, "inf");
}

static void
test_uses(void)
{
    g_autoptr(Prediction) prediction = builder_sample();

    for (guint i = 0; i < prediction->n_intervals; i++) {
        const Interval *interval = &prediction->intervals[i];
        double sum = 0;
        for (ReportUse use = REPORT_PRODUCTIVE; use < REPORT_N_USES; use++)
            sum += report_use_seconds(interval, use);
        CHECK_SAME(sum, interval->total_time); /* all are multiples of 1/256 */
        sum = 0;
        for (ReportLoss loss = 0; loss < REPORT_N_LOSSES; loss++)
            sum += report_loss_seconds(interval, loss);
        CHECK_SAME(sum, interval->values.lost_time);
    }
    CHECK_SAME(prediction_speedup(prediction),
               prediction->serial_time / prediction->execution_time);
    CHECK_TEXT(report_use_name(REPORT_IDLE), "idle");
    CHECK_TEXT(report_use_name(REPORT_COMMUNICATION + OPERATION_SHADOW), "shadow");
    CHECK_TEXT(report_use_label(REPORT_INSUFFICIENT), "Insufficient parallelism");
}

/* By hand. Repeated and transferred, without what is nested: MAIN 0.359375, USER 0.234375, SEQ
 * 0.140625 (reductions), PAR 4.046875 and 0.796875. Waited for others is 0.296875 at reductions
 * and 0.09375 at the end. Processor 0 is busy longer by 0.0625 in the first PAR and by 0.03125
 * of output in MAIN: they get two thirds and a third of it. */
static void
test_losers(void)
{
    const ReportOptions all = { .max_depth = -1 }, top = { .max_depth = 1 },
                        root = { .max_depth = 0 };
    const double waiting = 0.390625;
    g_autoptr(Prediction) prediction = builder_sample();
    ReportLoser losers[5];

    CHECK_INT(report_losers(prediction, &all, losers, 5), 5);
    CHECK_INT(losers[0].worst, 3);
    CU_ASSERT_DOUBLE_EQUAL(losers[0].lost_time, 4.046875 + waiting * 2 / 3, 1e-12);
    CHECK_INT(losers[0].mostly, REPORT_LOSS_TRANSFER + OPERATION_SHADOW);
    CHECK_INT(losers[1].worst, 4);
    CHECK_SAME(losers[1].lost_time, 0.796875);
    CHECK_INT(losers[1].mostly, REPORT_LOSS_TRANSFER + OPERATION_REDUCTION);
    CHECK_INT(losers[2].worst, 0);
    CU_ASSERT_DOUBLE_EQUAL(losers[2].lost_time, 0.359375 + waiting / 3, 1e-12);
    CHECK_INT(losers[3].worst, 1);
    CHECK_INT(losers[3].mostly, REPORT_LOSS_REPEATED);
    CHECK_INT(losers[4].worst, 2);

    CHECK_INT(report_losers(prediction, &all, losers, 1), 1);
    CHECK_INT(losers[0].worst, 3);
    CHECK_INT(report_losers(prediction, &top, losers, 5), 3); /* what is below counts for SEQ */
    CHECK_INT(losers[0].worst, 2);
    CU_ASSERT_DOUBLE_EQUAL(losers[0].lost_time,
                           0.140625 + 4.046875 + 0.796875 + waiting * 2 / 3, 1e-12);
    CHECK_INT(report_losers(prediction, &root, losers, 5), 1); /* all of it */
    CHECK_INT(losers[0].worst, 0);
    CU_ASSERT_DOUBLE_EQUAL(losers[0].lost_time, prediction->intervals[0].values.lost_time,
                           1e-12);
    CU_ASSERT_TRUE(report_is_outside(prediction, &top, &prediction->intervals[0]));
    CU_ASSERT_FALSE(report_is_outside(prediction, &top, &prediction->intervals[1]));
    CU_ASSERT_FALSE(report_is_outside(prediction, &root, &prediction->intervals[0]));
}

/* Intervals of one type and line are taken together. */
static void
test_losers_together(void)
{
    const ReportOptions all = { .max_depth = -1 };
    g_autoptr(Prediction) prediction = builder_sample();
    ReportLoser losers[5];

    prediction->intervals[4].line = 25; /* the second PAR begins where the first does */
    CHECK_INT(report_losers(prediction, &all, losers, 5), 4);
    CHECK_INT(losers[0].worst, 3);
    CHECK_INT(losers[0].n_intervals, 2);
    CHECK_INT(losers[0].count, 40);
    CU_ASSERT_DOUBLE_EQUAL(losers[0].lost_time, 4.046875 + 0.796875 + 0.390625 * 2 / 3, 1e-12);
    CHECK_INT(losers[0].mostly, REPORT_LOSS_TRANSFER + OPERATION_SHADOW);
    CHECK_INT(losers[1].n_intervals, 1);
    g_autofree char *text = render(prediction, NULL);
    CHECK_HAS(text, "heat2d.fdv:25  PAR, 2 intervals, entered 40 times");

    prediction->intervals[4].type =
        INTERVAL_SEQ; /* another kind of interval is another place */
    CHECK_INT(report_losers(prediction, &all, losers, 5), 5);
}

/* Start and exit of the process are a bar of their own, with what is productive of them, and no
 * loss of the program's. */
static void
test_start(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    const ReportOptions all = { .max_depth = -1 };
    Interval *root = &prediction->intervals[0];
    const double lost = root->values.lost_time, before = report_split_seconds(root, 0);
    ReportLoser losers[5];
    double sum = 0, listed = 0;

    root->values.start_exit_repeated = root->values.insuff_parallelism;
    root->values.start_exit = root->values.insuff_parallelism * 9 / 8;
    for (guint part = 0; part < REPORT_N_PARTS; part++)
        sum += report_split_seconds(root, part);
    CU_ASSERT_DOUBLE_EQUAL(sum, root->total_time, 1e-12 * root->total_time);
    CU_ASSERT_DOUBLE_EQUAL(before - report_split_seconds(root, 0),
                           root->values.insuff_parallelism / 8, 1e-12);
    CHECK_SAME(report_split_seconds(root, 1 + REPORT_LOSS_START), root->values.start_exit);
    CHECK_SAME(report_loss_seconds(root, REPORT_LOSS_REPEATED), 0);
    root->values.start_exit_repeated = root->values.start_exit = 1e6;
    CU_ASSERT_NOT_EQUAL(report_largest_loss(root), REPORT_LOSS_START);
    root->values.start_exit_repeated = root->values.insuff_parallelism / 2;
    const guint n = report_losers(prediction, &all, losers, 5);
    for (guint i = 0; i < n; i++) {
        listed += losers[i].lost_time;
        CU_ASSERT_NOT_EQUAL(losers[i].mostly, REPORT_LOSS_START);
    }
    CU_ASSERT_TRUE(listed <= lost - root->values.start_exit_repeated + 1e-9);
}

/* The first sentence when they are half of the predicted time. */
static void
test_mostly_starts(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    const double whole = prediction->execution_time * (double)prediction->processors;

    prediction->intervals[0].values.start_exit = whole / 2;
    g_autofree char *half = render(prediction, NULL);
    CHECK_HAS(half, "50.0 % of the predicted time is start and exit of the process");
    prediction->intervals[0].values.start_exit = whole * 0.499;
    g_autofree char *less = render(prediction, NULL);
    CHECK_LACKS(less, "of the predicted time is start");
}

/* What becomes less without others: work that is repeated, and transfers. */
static double
own_cost(const Interval *interval)
{
    double sum = interval->values.insuff_parallelism - interval->values.start_exit_repeated;

    for (guint i = 0; i < N_OPERATIONS; i++)
        sum += interval->values.operations[i].communication -
               interval->values.operations[i].synchronization;
    return sum;
}

/* What is lost by all intervals of the place of `index` themselves, the slow way. */
static double
lose(const Prediction *prediction, guint index)
{
    const Interval *intervals = prediction->intervals;
    double sum = 0, rest = intervals[0].values.synchronization + intervals[0].values.idle;

    for (guint i = 0; i < prediction->n_intervals; i++)
        rest -= intervals[i].waited_for;
    for (guint i = 0; i < prediction->n_intervals; i++) {
        if (intervals[i].type != intervals[index].type ||
            intervals[i].line != intervals[index].line ||
            strcmp(intervals[i].file, intervals[index].file) != 0)
            continue;
        sum += own_cost(&intervals[i]);
        sum += intervals[i].waited_for + (i == 0 ? rest : 0);
        for (guint j = 0; j < prediction->n_intervals; j++)
            if (intervals[j].parent == intervals[i].id)
                sum -= own_cost(&intervals[j]);
    }
    return sum;
}

/* Those returned lose most, and are in order. */
static void
test_losers_random(void)
{
    const ReportOptions all = { .max_depth = -1 };

    for (guint32 seed = 1; seed <= 20; seed++) {
        g_autoptr(Prediction) prediction = builder_random(seed, 40);
        ReportLoser losers[4];
        for (guint i = 1; i < prediction->n_intervals; i++) {
            prediction->intervals[i].line %= 3; /* few places */
            prediction->intervals[i].waited_for = (double)(i * seed % 7);
        }
        prediction->intervals[0].total_time = 1e6;
        const guint n = report_losers(prediction, &all, losers, 4);
        double least = n > 0 ? G_MAXDOUBLE : 0;
        for (guint k = 0; k < n; k++) {
            const double expected = lose(prediction, losers[k].worst);
            CU_ASSERT_DOUBLE_EQUAL(losers[k].lost_time, expected, 1e-9 * fabs(expected));
            CU_ASSERT_TRUE(losers[k].lost_time <= least);
            least = losers[k].lost_time;
        }
        for (guint i = 0; i < prediction->n_intervals; i++) {
            gboolean returned = FALSE;
            for (guint k = 0; k < n; k++)
                returned = returned || lose(prediction, losers[k].worst) == lose(prediction, i);
            CU_ASSERT_TRUE(returned || lose(prediction, i) <= (n == 4 ? least : 1e-6));
        }
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "golden", test_golden },
        { "truncated trace", test_truncated },
        { "hostile text", test_hostile },
        { "long names", test_long },
        { "wide characters", test_wide },
        { "no time", test_nothing },
        { "uses", test_uses },
        { "losers", test_losers },
        { "losers together", test_losers_together },
        { "losers random", test_losers_random },
        { "start", test_start },
        { "mostly starts", test_mostly_starts },
        CU_TEST_INFO_NULL,
    };
    return tap_run("text", tests);
}
