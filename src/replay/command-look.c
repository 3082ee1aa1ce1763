/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Commands that look at processors and intervals.
 */
#include "src/replay/command-private.h"
#include "src/replay/expression.h"

/* Classes of processors that are shown; what is more is one row. */
#define MOST_CLASSES 64

gboolean
replay_command_where(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    g_autoptr(GArray) stack = replay_stack(session);
    if (!replay_read_nothing(rest, error))
        return FALSE;
    for (guint i = 0; i < stack->len; i++) {
        const ReplayFrame *frame = &g_array_index(stack, ReplayFrame, i);
        g_string_append_printf(out, "#%u  ", i);
        replay_append_frame(out, frame);
        if (frame->has_expression)
            g_string_append_printf(out, ", expression %" G_GINT64_FORMAT, frame->expression);
        if (i + 1 < stack->len)
            g_string_append_printf(out, ", turn %" G_GUINT64_FORMAT, frame->turn);
        g_string_append_c(out, '\n');
    }
    return TRUE;
}

/* The processors of a class that are wanted (NULL: all). */
static void
add_class(TextTable *table, const ReplayClass *one, const ProcessorSet *wanted,
          const char *interval)
{
    g_autoptr(GString) processors = g_string_new(NULL);
    g_autoptr(ProcessorSet) set =
        wanted != NULL ? processor_set_common(one->set, wanted) : processor_set_ref(one->set);
    if (processor_set_count(set) == 0)
        return;
    replay_append_processors(processors, set);
    text_table_add(table, processors->str);
    text_table_add(table, one->n_more > 0                ? "different"
                          : one->state == REPLAY_OUTSIDE ? "-"
                                                         : interval);
    text_table_add(table, one->n_more > 0 ? "different" : replay_state_name(one->state));
    text_table_take(table, g_strdup_printf("%" G_GINT64_FORMAT, processor_set_count(set)));
    text_table_take(table, replay_seconds(one->clock));
    text_table_take(table, one->since >= 0 && one->n_more == 0 ? replay_seconds(one->since)
                                                                : g_strdup("-"));
}

gboolean
replay_command_status(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    g_autoptr(ProcessorSet) wanted = NULL;
    if (!replay_read_processors(session, rest, &wanted, error))
        return FALSE;
    /* of few processors that are wanted each is told, whatever the others are */
    g_autoptr(GArray) classes = replay_classes(
        session, wanted != NULL && processor_set_count(wanted) <= MOST_CLASSES ? G_MAXUINT
                                                                               : MOST_CLASSES);
    g_autoptr(GArray) stack = replay_stack(session);
    g_autoptr(GString) interval = g_string_new(NULL);
    g_autoptr(TextTable) table = text_table_new(6, 3);
    replay_append_frame(interval, &g_array_index(stack, ReplayFrame, 0));
    const char *const head[] = { "processors", "interval", "state", "count", "clock, s",
                                 "since, s" };
    for (guint i = 0; i < G_N_ELEMENTS(head); i++)
        text_table_add(table, head[i]);
    for (guint i = 0; i < classes->len; i++)
        add_class(table, &g_array_index(classes, ReplayClass, i), wanted, interval->str);
    text_table_write(table, out);
    return TRUE;
}

gboolean
replay_command_print(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    char number[REPORT_NUMBER_SIZE];
    double value;
    if (*rest == '\0')
        return replay_refuse(error, "print what? an expression, as clock(0) or Idle");
    if (!replay_evaluate(session, rest, &value, error))
        return FALSE;
    g_string_append_printf(out, "%s\n", report_number_exact(value, number));
    return TRUE;
}
