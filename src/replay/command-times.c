/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Commands for times, as CPPE has them.
 */
#include <math.h>
#include <string.h>

#include "src/analysis/predict/predict.h"
#include "src/replay/command-private.h"
#include "src/replay/private.h"
#include "src/replay/profile.h"

/* Rows of a table of classes. */
#define MOST_ROWS 64
/* Rows of a profile between two headings. */
#define ROWS_A_HEADING 20

/* Where the session stood before it moved last, if that was earlier. */
typedef struct {
    Simulator *simulator; /* owned; NULL: it was not */
    Prediction *so_far;   /* owned */
    double elapsed, serial;
} Since;

static void
since_clear(Since *since)
{
    prediction_free(since->so_far);
    simulator_free(since->simulator);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Since, since_clear)

static gboolean
since_init(Since *since, const ReplaySession *session, GError **error)
{
    if (session->since >= session->position)
        return TRUE;
    since->simulator =
        replay_simulator_at(session, session->since, (SimulatorOptions){ 0 }, error);
    if (since->simulator == NULL)
        return FALSE;
    since->so_far =
        predict_so_far(since->simulator, session->program, session->params, error);
    since->elapsed = simulator_time(since->simulator);
    since->serial = simulator_serial_time(since->simulator);
    return since->so_far != NULL;
}

static char *
since_name(const ReplaySession *session)
{
    return g_strdup_printf("since %" G_GUINT64_FORMAT, session->since);
}

static void
add_ratio(TextTable *table, double a, double b)
{
    char number[REPORT_NUMBER_SIZE];
    text_table_add(table, b > 0 ? report_number_short(a / b, number) : "-");
}

gboolean
replay_command_time(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    const Prediction *so_far = replay_so_far(session, error);
    g_autoptr(TextTable) table = text_table_new(3, 1);
    g_auto(Since) since = { NULL };
    if (so_far == NULL || !replay_read_nothing(rest, error) ||
        !since_init(&since, session, error))
        return FALSE;
    const gboolean known = since.simulator != NULL;
    const double elapsed = replay_elapsed(session), serial = replay_serial_time(session);
    text_table_add(table, "");
    text_table_add(table, "since the start");
    text_table_take(table, since_name(session));
    text_table_add(table, "elapsed time, s");
    text_table_take(table, replay_seconds(elapsed));
    text_table_take(table, replay_seconds(known ? elapsed - since.elapsed : NAN));
    text_table_add(table, "sequential time, s");
    text_table_take(table, replay_seconds(serial));
    text_table_take(table, replay_seconds(known ? serial - since.serial : NAN));
    text_table_add(table, "speed-up");
    add_ratio(table, serial, elapsed);
    add_ratio(table, known ? serial - since.serial : 0, elapsed - since.elapsed);
    text_table_write(table, out);
    g_string_append_printf(out, "processors used: %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT "\n",
                           so_far->intervals[0].processors, so_far->processors);
    return TRUE;
}

static double
computing(const Characteristics *values)
{
    return values->cpu_time + values->sys_time;
}

/* A row of processors that computed alike; before: NULL, they did not take part then. */
static void
add_utilization(TextTable *table, const ProcessorSet *set, const Characteristics *now,
                const Characteristics *before, double elapsed, double since)
{
    char number[REPORT_NUMBER_SIZE];
    g_autoptr(GString) processors = g_string_new(NULL);
    replay_append_processors(processors, set);
    text_table_add(table, processors->str);
    text_table_take(table, g_strdup_printf("%" G_GINT64_FORMAT, processor_set_count(set)));
    const double part = elapsed > 0 ? computing(now) / elapsed : NAN;
    text_table_add(table, report_number_percent(part, number));
    const double then = before != NULL ? computing(before) : 0;
    const double last = elapsed > since ? (computing(now) - then) / (elapsed - since) : NAN;
    text_table_add(table, report_number_percent(since >= 0 ? last : NAN, number));
}

/* The rows of one class: what of it is in `wanted`, apart by what it computed before. */
static guint
add_utilizations(TextTable *table, const ProcessorClass *one, const ProcessorSet *wanted,
                 const Since *since, double elapsed, guint room)
{
    g_autoptr(ProcessorSet) set =
        wanted != NULL ? processor_set_common(one->set, wanted) : processor_set_ref(one->set);
    gint64 left = processor_set_count(set);
    guint rows = 0;
    if (since->so_far == NULL) {
        if (left > 0 && room > 0)
            add_utilization(table, set, &one->values, NULL, elapsed, -1);
        return left > 0;
    }
    const Interval *main = &since->so_far->intervals[0];
    for (guint c = 0; c < main->n_classes && left > 0; c++) {
        g_autoptr(ProcessorSet) both = processor_set_common(set, main->classes[c].set);
        const gint64 n = processor_set_count(both);
        if (n == 0)
            continue;
        if (rows++ < room)
            add_utilization(table, both, &one->values, &main->classes[c].values, elapsed,
                            since->elapsed);
        left -= n;
    }
    return rows;
}

gboolean
replay_command_utilization(ReplaySession *session, const char *rest, GString *out,
                           GError **error)
{
    g_autoptr(ProcessorSet) wanted = NULL;
    g_autoptr(TextTable) table = text_table_new(4, 1);
    g_auto(Since) since = { NULL };
    if (!replay_read_processors(session, rest, &wanted, error) ||
        !since_init(&since, session, error))
        return FALSE;
    const Prediction *so_far = replay_so_far(session, error);
    if (so_far == NULL)
        return FALSE;
    text_table_add(table, "processors");
    text_table_add(table, "count");
    text_table_add(table, "since the start");
    text_table_take(table, since_name(session));
    const Interval *main = &so_far->intervals[0];
    guint rows = 0;
    for (guint c = 0; c < main->n_classes; c++)
        rows += add_utilizations(table, &main->classes[c], wanted, &since,
                                 replay_elapsed(session),
                                 rows < MOST_ROWS ? MOST_ROWS - rows : 0);
    text_table_write(table, out);
    if (rows > MOST_ROWS)
        g_string_append_printf(out, "and %u more classes; name processors, as 0-7\n",
                               rows - MOST_ROWS);
    return TRUE;
}

/* --- profile --- */

static char
mark(double part)
{
    return part >= 0.75 ? '*' : part >= 0.5 ? '+' : part >= 0.25 ? '-' : '.';
}

/* The time, and the least processors of the columns. */
static void
append_heading(GString *out, const ReplayProfile *profile, guint row, guint width)
{
    g_string_append(out, "TIME: ");
    replay_append_seconds(out, row * profile->step);
    g_string_append_c(out, '\n');
    for (guint c = 0; c < profile->n_columns; c++)
        g_string_append_printf(out, "%*" G_GINT64_FORMAT, (int)(c > 0 ? width + 1 : width),
                               processor_set_least(profile->columns[c]));
    g_string_append_c(out, '\n');
}

static guint
column_width(const ReplayProfile *profile)
{
    guint width = 1;
    for (guint c = 0; c < profile->n_columns; c++) {
        g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT,
                                                  processor_set_least(profile->columns[c]));
        width = MAX(width, (guint)strlen(number));
    }
    return width;
}

static void
append_profile(GString *out, const ReplayProfile *profile)
{
    const guint width = column_width(profile);
    for (guint row = 0; row < profile->n_rows; row++) {
        if (row % ROWS_A_HEADING == 0)
            append_heading(out, profile, row, width);
        const double begin = row * profile->step;
        const double length = MIN(profile->step, profile->elapsed - begin);
        for (guint c = 0; c < profile->n_columns; c++) {
            const double busy = profile->computing[(gsize)row * profile->n_columns + c];
            g_string_append_printf(out, "%*c", (int)(c > 0 ? width + 1 : width),
                                   mark(length > 0 ? busy / length : 0));
        }
        g_string_append_c(out, '\n');
    }
}

/* Where a column stands for others too. */
static void
append_columns(GString *out, const ReplayProfile *profile)
{
    for (guint c = 0; c < profile->n_columns; c++) {
        const ProcessorSet *set = profile->columns[c];
        if (processor_set_count(set) == 1)
            continue;
        g_string_append_printf(out, "column %" G_GINT64_FORMAT ": processors ",
                               processor_set_least(set));
        replay_append_processors(out, set);
        g_string_append_c(out, '\n');
    }
}

gboolean
replay_command_profile(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    const gsize len = strcspn(rest, " ");
    g_autofree char *first = g_strndup(rest, len);
    g_autoptr(ProcessorSet) wanted = NULL;
    double step = 0;
    if (*rest == '\0')
        return replay_refuse(error, "profile by which STEP? seconds of a row");
    if (!replay_read_seconds(first, &step, error) ||
        !replay_read_processors(session, rest + len + strspn(rest + len, " "), &wanted, error))
        return FALSE;
    g_autoptr(ReplayProfile) profile = replay_profile_new(session, step, wanted, error);
    if (profile == NULL)
        return FALSE;
    append_profile(out, profile);
    append_columns(out, profile);
    return TRUE;
}
