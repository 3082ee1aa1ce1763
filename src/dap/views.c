/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What an editor shows of a position: classes of processors as threads, intervals as frames, and
 * values.
 */
#include <string.h>

#include "src/base/number.h"
#include "src/dap/private.h"
#include "src/replay/command.h"
#include "src/replay/expression.h"

/* Classes that are threads; behind them all others are one. */
#define MOST_THREADS 64
/* Boxes of a set of processors that its name has. */
#define MOST_BOXES 6
/* Frames in an answer that does not say how many it wants. */
#define MOST_FRAMES 1000

static DapThread *
thread_at(const DapAdapter *adapter, guint i)
{
    return &g_array_index(adapter->threads, DapThread, i);
}

/* Whether both are made of the same parts. */
static gboolean
is_same_set(const ProcessorSet *a, const ProcessorSet *b)
{
    const guint n_ends = a->n_products * a->n_axes;
    return a->n_products == b->n_products && a->n_axes == b->n_axes &&
           memcmp(a->end, b->end, n_ends * sizeof *a->end) == 0 &&
           memcmp(a->spans, b->spans, (n_ends > 0 ? a->end[n_ends - 1] : 0) * sizeof *a->spans) == 0;
}

void
dap_look_anew(DapAdapter *adapter)
{
    g_autoptr(GArray) classes = replay_classes(adapter->session, MOST_THREADS + 1);
    GArray *threads = g_array_new(FALSE, FALSE, sizeof(DapThread));
    for (guint i = 0; i < classes->len; i++) {
        DapThread thread = { 0, g_array_index(classes, ReplayClass, i) };
        for (guint t = 0; t < adapter->threads->len && thread.id == 0; t++)
            if (is_same_set(thread_at(adapter, t)->class.set, thread.class.set))
                thread.id = thread_at(adapter, t)->id;
        if (thread.id == 0)
            thread.id = ++adapter->last_thread;
        processor_set_ref(thread.class.set);
        g_array_append_val(threads, thread);
    }
    g_array_set_size(adapter->threads, 0);
    g_array_append_vals(adapter->threads, threads->data, threads->len);
    g_array_unref(threads);
    g_array_set_size(adapter->refs, 0);
    g_clear_pointer(&adapter->frames, g_array_unref);
}

/* "processors 0-3,7" */
static char *
thread_name(const ReplayClass *class)
{
    GString *name = g_string_new(class->count == 1 ? "processor " : "processors ");
    if (class->n_more > 0)
        g_string_assign(name, "other processors ");
    const guint64 more = processor_set_append_text(class->set, MOST_BOXES, name);
    if (more > 0)
        g_string_append_printf(name, " and %" G_GUINT64_FORMAT " more", more);
    return g_string_free(name, FALSE);
}

gboolean
dap_threads(DapAdapter *adapter, JsonObject *arguments G_GNUC_UNUSED, JsonBuilder *body,
            GError **error G_GNUC_UNUSED)
{
    json_builder_set_member_name(body, "threads");
    json_builder_begin_array(body);
    for (guint i = 0; i < adapter->threads->len; i++) {
        const DapThread *thread = thread_at(adapter, i);
        g_autofree char *name = thread_name(&thread->class);
        json_builder_begin_object(body);
        dap_put_integer(body, "id", thread->id);
        dap_put_text(body, "name", name);
        json_builder_end_object(body);
    }
    json_builder_end_array(body);
    return TRUE;
}

/* Its number, from 1. */
static gint64
new_ref(DapAdapter *adapter, DapKind kind, guint thread, guint frame, const char *command)
{
    const DapRef ref = { kind, thread, frame, command };
    g_array_append_val(adapter->refs, ref);
    return adapter->refs->len;
}

static const DapRef *
find_ref(const DapAdapter *adapter, gint64 number)
{
    return number >= 1 && number <= adapter->refs->len
               ? &g_array_index(adapter->refs, DapRef, number - 1)
               : NULL;
}

/* The innermost frame stands at the call that is next, the others where their inner one begins. */
static void
put_frame(DapAdapter *adapter, guint thread, guint at, JsonBuilder *body)
{
    const ReplayFrame *frame = &g_array_index(adapter->frames, ReplayFrame, at);
    ReplayPlace next;
    const char *file = "";
    gint64 line = 0;
    g_autofree char *name = frame->has_expression
                                ? g_strdup_printf("%s %" G_GINT64_FORMAT,
                                                  interval_type_name(frame->type),
                                                  frame->expression)
                                : g_strdup(interval_type_name(frame->type));
    if (at > 0) {
        file = frame[-1].file;
        line = frame[-1].line;
    } else if (replay_place(adapter->session, replay_position(adapter->session), &next)) {
        file = next.file;
        line = next.line;
    }
    json_builder_begin_object(body);
    dap_put_integer(body, "id", new_ref(adapter, DAP_FRAME, thread, at, NULL));
    dap_put_text(body, "name", name);
    dap_put_source(adapter, body, file);
    dap_put_line(adapter, body, *file != '\0' ? line : 0);
    dap_put_integer(body, "column", *file != '\0');
    json_builder_end_object(body);
}

gboolean
dap_stackTrace(DapAdapter *adapter, JsonObject *arguments, JsonBuilder *body, GError **error)
{
    const gint64 id = dap_integer(arguments, "threadId", 0);
    const gint64 from = MAX(dap_integer(arguments, "startFrame", 0), 0);
    gint64 levels = dap_integer(arguments, "levels", 0);
    guint thread = 0;

    while (thread < adapter->threads->len && thread_at(adapter, thread)->id != id)
        thread++;
    if (thread == adapter->threads->len)
        return dap_refuse(error, "there is no such thread");
    if (adapter->frames == NULL)
        adapter->frames = replay_stack(adapter->session);
    if (levels < 1 || levels > MOST_FRAMES)
        levels = MOST_FRAMES;
    dap_put_integer(body, "totalFrames", adapter->frames->len);
    json_builder_set_member_name(body, "stackFrames");
    json_builder_begin_array(body);
    for (gint64 i = from; i - from < levels && i < adapter->frames->len; i++)
        put_frame(adapter, thread, (guint)i, body);
    json_builder_end_array(body);
    return TRUE;
}

static void
put_scope(JsonBuilder *body, const char *name, gint64 ref, gboolean expensive)
{
    json_builder_begin_object(body);
    dap_put_text(body, "name", name);
    dap_put_integer(body, "variablesReference", ref);
    dap_put_truth(body, "expensive", expensive);
    json_builder_end_object(body);
}

gboolean
dap_scopes(DapAdapter *adapter, JsonObject *arguments, JsonBuilder *body, GError **error)
{
    static const struct {
        const char *name, *command;
    } texts[] = {
        { "Arrays", "arrays" }, { "Pending operations", "pending" }, { "Machine", "network" }
    };
    const DapRef *ref = find_ref(adapter, dap_integer(arguments, "frameId", 0));
    if (ref == NULL || ref->kind != DAP_FRAME)
        return dap_refuse(error, "there is no such frame");
    const guint thread = ref->thread, frame = ref->frame;
    json_builder_set_member_name(body, "scopes");
    json_builder_begin_array(body);
    put_scope(body, "Clock", new_ref(adapter, DAP_CLOCK, thread, frame, NULL), FALSE);
    put_scope(body, "Interval", new_ref(adapter, DAP_INTERVAL, thread, frame, NULL), TRUE);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        put_scope(body, texts[i].name, new_ref(adapter, DAP_TEXT, thread, frame, texts[i].command),
                  TRUE);
    json_builder_end_array(body);
    return TRUE;
}

static void
put_variable(JsonBuilder *body, const char *name, const char *value, gint64 ref)
{
    json_builder_begin_object(body);
    dap_put_text(body, "name", name);
    dap_put_text(body, "value", value);
    dap_put_integer(body, "variablesReference", ref);
    json_builder_end_object(body);
}

static void
put_seconds(JsonBuilder *body, const char *name, double seconds)
{
    char number[REPORT_NUMBER_SIZE];
    put_variable(body, name, report_number_time(seconds, number), 0);
}

static void
put_clock(const DapAdapter *adapter, const ReplayClass *class, JsonBuilder *body)
{
    g_autofree char *count = g_strdup_printf("%" G_GINT64_FORMAT, class->count);
    put_seconds(body, "clock", class->clock);
    put_variable(body, "state", replay_state_name(class->state), 0);
    if (class->since >= 0)
        put_seconds(body, "since", class->since);
    put_variable(body, "processors", count, 0);
    put_seconds(body, "elapsed", replay_elapsed(adapter->session));
}

static void
put_characteristics(const Characteristics *values, JsonBuilder *body)
{
    unsigned n;
    const CharacteristicRow *rows = characteristic_rows(&n);
    for (unsigned i = 0; i < n; i++)
        put_seconds(body, rows[i].name, G_STRUCT_MEMBER(double, values, rows[i].offset));
}

/* Of the class in the interval that has the thread's first processor; NULL: it takes no part. */
static const Characteristics *
values_of(const Interval *interval, const ReplayClass *class)
{
    guint n;
    gint64 at[RATER_MAX_RANK];
    for (guint axis = 0; axis < class->set->n_axes; axis++)
        at[axis] = processor_set_spans(class->set, 0, axis, &n)->lo;
    const gint64 first = processor_set_number(class->set, at);
    for (guint i = 0; i < interval->n_classes; i++)
        if (processor_set_has(interval->classes[i].set, first))
            return &interval->classes[i].values;
    return NULL;
}

static gboolean
put_interval(DapAdapter *adapter, const DapRef *ref, JsonBuilder *body, GError **error)
{
    const Prediction *so_far = replay_so_far(adapter->session, error);
    if (so_far == NULL)
        return FALSE;
    const guint thread = ref->thread, frame = ref->frame;
    const guint number = g_array_index(adapter->frames, ReplayFrame, frame).interval;
    const guint id = prediction_interval_id(so_far, number);
    if (id == 0)
        return TRUE;
    const Interval *interval = &so_far->intervals[id - 1];
    if (ref->kind == DAP_ALL) {
        put_characteristics(&interval->values, body);
        return TRUE;
    }
    const Characteristics *values = values_of(interval, &thread_at(adapter, thread)->class);
    if (values != NULL)
        put_characteristics(values, body);
    put_variable(body, "all processors", "", new_ref(adapter, DAP_ALL, thread, frame, NULL));
    return TRUE;
}

/* Each line of what the command says, by its first word; a line alone by the command. Behind
 * the head of a table of arrays each row leads to what `array` says of it. */
static gboolean
put_lines(DapAdapter *adapter, const DapRef *ref, JsonBuilder *body, GError **error)
{
    const gboolean arrays = g_str_equal(ref->command, "arrays");
    const char *ends = g_str_has_prefix(ref->command, "array ") ? ":" : " "; /* of names */
    g_autoptr(GString) out = g_string_new(NULL);
    if (!replay_command(adapter->session, ref->command, out, error))
        return FALSE;
    g_auto(GStrv) lines = g_strsplit(g_strchomp(out->str), "\n", -1);
    if (g_strv_length(lines) < 2) {
        put_variable(body, ref->command, out->str, 0);
        return TRUE;
    }
    for (char **line = lines + arrays; *line != NULL; line++) {
        const char *text = g_strchug(*line);
        const gsize len = strcspn(text, ends);
        g_autofree char *name = g_strndup(text, len);
        g_autofree char *command = g_strconcat("array ", name, NULL);
        const gint64 below = arrays ? new_ref(adapter, DAP_TEXT, ref->thread, ref->frame,
                                              g_intern_string(command))
                                    : 0;
        put_variable(body, name, text + len + strspn(text + len, ": "), below);
    }
    return TRUE;
}

gboolean
dap_variables(DapAdapter *adapter, JsonObject *arguments, JsonBuilder *body, GError **error)
{
    const DapRef *found = find_ref(adapter, dap_integer(arguments, "variablesReference", 0));
    if (found == NULL || found->kind == DAP_FRAME)
        return dap_refuse(error, "there are no such variables");
    const DapRef ref = *found; /* more may come, and move them */
    gboolean done = TRUE;
    json_builder_set_member_name(body, "variables");
    json_builder_begin_array(body);
    if (ref.kind == DAP_CLOCK)
        put_clock(adapter, &thread_at(adapter, ref.thread)->class, body);
    else if (ref.kind == DAP_TEXT)
        done = put_lines(adapter, &ref, body, error);
    else
        done = put_interval(adapter, &ref, body, error);
    json_builder_end_array(body);
    return done;
}

gboolean
dap_evaluate(DapAdapter *adapter, JsonObject *arguments, JsonBuilder *body, GError **error)
{
    const char *expression = dap_text(arguments, "expression");
    const char *context = dap_text(arguments, "context");
    const gboolean looks = context != NULL && !g_str_equal(context, "repl");
    const guint64 before = replay_position(adapter->session);
    char number[REPORT_NUMBER_SIZE];
    g_autoptr(GString) out = g_string_new(NULL);
    double value;

    if (expression == NULL)
        return dap_refuse(error, "'expression' is missing");
    if (looks && replay_evaluate(adapter->session, expression, &value, error)) {
        dap_put_text(body, "result", report_number_short(value, number));
    } else if (looks || !replay_command(adapter->session, expression, out, error)) {
        return FALSE;
    } else {
        dap_put_text(body, "result", g_strchomp(out->str));
    }
    dap_put_integer(body, "variablesReference", 0);
    if (replay_position(adapter->session) != before)
        adapter->move = DAP_MOVED;
    if (replay_has_quit(adapter->session))
        dap_send_end(adapter);
    return TRUE;
}

gboolean
dap_completions(DapAdapter *adapter, JsonObject *arguments, JsonBuilder *body, GError **error)
{
    const char *text = dap_text(arguments, "text");
    if (text == NULL)
        return dap_refuse(error, "'text' is missing");
    const gint64 column = CLAMP(dap_integer(arguments, "column", 1) - 1, 0, (gint64)strlen(text));
    g_autofree char *line = g_strndup(text, (gsize)column);
    g_autoptr(GPtrArray) words = replay_completions(adapter->session, line);
    json_builder_set_member_name(body, "targets");
    json_builder_begin_array(body);
    for (guint i = 0; i < words->len; i++) {
        json_builder_begin_object(body);
        dap_put_text(body, "label", g_ptr_array_index(words, i));
        json_builder_end_object(body);
    }
    json_builder_end_array(body);
    return TRUE;
}
