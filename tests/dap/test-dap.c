/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The Debug Adapter Protocol: framing, requests that are malformed or out of order, and a session
 * whose numbers are those of the replay. tests/dap/session.mjs drives it with the client of others.
 */
#include <string.h>

#include "src/base/number.h"
#include "src/dap/frame.h"
#include "src/replay/look.h"
#include "src/replay/run.h"
#include "src/trace/text/reader.h"
#include "tests/dap/client.h"
#include "tests/tap.h"

#define LAUNCH "{\"trace\": \"x.trc\", \"params\": \"x.par\", \"stopOnEntry\": true}"
#define SOURCE "\"source\": {\"path\": \"/somewhere/unbalanced_fault.fdv\"}"

static TraceProgram *
read_sample(const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_build_filename(g_getenv("SRCDIR"), "samples", name, NULL);
    TraceProgram *program = trace_read(path, &error);
    if (program == NULL)
        g_error("%s", error->message);
    return program;
}

static Params *
four(void)
{
    const char text[] = "topology = {4}; start time = 75; send byte time = 0.2;";
    return params_parse("x.par", text, strlen(text), NULL);
}

static const char *
text_of(JsonNode *node, const char *name)
{
    JsonObject *object = json_node_get_object(node);
    return json_object_get_string_member_with_default(object, name, "");
}

static JsonObject *
body_of(JsonNode *node)
{
    JsonObject *object = json_node_get_object(node);
    CU_ASSERT_TRUE_FATAL(json_object_has_member(object, "body"));
    return json_object_get_object_member(object, "body");
}

/* The response to the request, which is one of what was sent. */
static JsonNode *
response(GPtrArray *messages, gint64 seq)
{
    for (guint i = 0; i < messages->len; i++) {
        JsonNode *node = g_ptr_array_index(messages, i);
        JsonObject *object = json_node_get_object(node);
        if (g_str_equal(text_of(node, "type"), "response") &&
            json_object_get_int_member(object, "request_seq") == seq)
            return node;
    }
    CU_FAIL_FATAL("no response");
    return NULL;
}

static gboolean
succeeded(JsonNode *node)
{
    return json_object_get_boolean_member(json_node_get_object(node), "success");
}

/* The last event of this name; NULL: none was sent. */
static JsonNode *
event(GPtrArray *messages, const char *name)
{
    JsonNode *found = NULL;
    for (guint i = 0; i < messages->len; i++) {
        JsonNode *node = g_ptr_array_index(messages, i);
        if (g_str_equal(text_of(node, "event"), name))
            found = node;
    }
    return found;
}

/* --- framing --- */

static void
test_pieces(void)
{
    const char bytes[] = "Content-Length: 2\r\n\r\n{}content-length:3\r\nX: y\r\n\r\n[1]";
    DapReader reader;
    GString *body;
    guint n = 0;
    dap_reader_init(&reader);
    for (gsize i = 0; i < strlen(bytes); i++) {
        dap_reader_feed(&reader, &bytes[i], 1);
        const DapRead read = dap_reader_next(&reader, &body);
        CU_ASSERT_NOT_EQUAL(read, DAP_READ_BAD);
        if (read != DAP_READ_BODY)
            continue;
        CU_ASSERT_STRING_EQUAL(body->str, n == 0 ? "{}" : "[1]");
        g_string_free(body, TRUE);
        n++;
    }
    CU_ASSERT_EQUAL(n, 2);
    dap_reader_clear(&reader);
}

/* What is wrong is passed over, and what follows is read. */
static void
test_bad_heads(void)
{
    static const char *const heads[] = {
        "Content-Length: x\r\n\r\n", "Nothing: 1\r\n\r\n", "\r\n\r\n",
        "Content-Length: -1\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n",
    };
    for (guint i = 0; i < G_N_ELEMENTS(heads); i++) {
        DapReader reader;
        GString *body;
        dap_reader_init(&reader);
        dap_reader_feed(&reader, heads[i], strlen(heads[i]));
        dap_reader_feed(&reader, "Content-Length: 2\r\n\r\n{}", 23);
        CU_ASSERT_EQUAL_FATAL(dap_reader_next(&reader, &body), DAP_READ_BAD);
        g_string_free(body, TRUE);
        CU_ASSERT_EQUAL_FATAL(dap_reader_next(&reader, &body), DAP_READ_BODY);
        CU_ASSERT_STRING_EQUAL(body->str, "{}");
        g_string_free(body, TRUE);
        dap_reader_clear(&reader);
    }
}

/* A body beyond the limit is never held, in whatever pieces it comes. */
static void
test_oversized(void)
{
    g_autofree char *head =
        g_strdup_printf("Content-Length: %d\r\n\r\n", DAP_MOST_BYTES + 5);
    g_autofree char *block = g_strnfill(1 << 16, 'x');
    DapReader reader;
    GString *body;
    dap_reader_init(&reader);
    dap_reader_feed(&reader, head, strlen(head));
    CU_ASSERT_EQUAL_FATAL(dap_reader_next(&reader, &body), DAP_READ_BAD);
    g_string_free(body, TRUE);
    for (guint i = 0; i < DAP_MOST_BYTES >> 16; i++) {
        dap_reader_feed(&reader, block, 1 << 16);
        CU_ASSERT_EQUAL(reader.bytes->len, 0);
    }
    dap_reader_feed(&reader, "xxxxxContent-Length: 2\r\n\r\n{}", 28);
    CU_ASSERT_EQUAL_FATAL(dap_reader_next(&reader, &body), DAP_READ_BODY);
    CU_ASSERT_STRING_EQUAL(body->str, "{}");
    g_string_free(body, TRUE);
    dap_reader_clear(&reader);
}

/* --- messages that are no requests, or come at a wrong time --- */

static void
test_no_requests(void)
{
    static const char *const bodies[] = {
        "",   "{",  "[]", "null", "7", "{}", "{\"seq\": 1}", "{\"seq\": \"1\", \"type\": \"request\"}",
        "{\"seq\": 1, \"type\": \"event\", \"command\": \"next\"}",
        "{\"seq\": -3, \"type\": \"request\", \"command\": \"next\"}",
        "{\"seq\": 1, \"type\": \"request\", \"command\": [\"next\"]}", "// nothing\n{}",
        "\xff\xfe", "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":1}}}}}}}",
    };
    DapClient client;
    dap_client_init(&client, NULL, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(bodies); i++) {
        g_autoptr(GString) bytes = g_string_new(NULL);
        dap_append_frame(bytes, bodies[i], strlen(bodies[i]));
        CU_ASSERT_TRUE(dap_client_feed(&client, bytes->str, bytes->len));
        g_autoptr(GPtrArray) messages = dap_client_take(&client);
        CU_ASSERT_EQUAL_FATAL(messages->len, 1);
        CU_ASSERT_FALSE(succeeded(response(messages, 0)));
    }
    dap_client_clear(&client);
}

static void
test_order(void)
{
    g_autoptr(TraceProgram) program = read_sample("unbalanced_fault.trc");
    g_autoptr(Params) params = four();
    static const struct {
        const char *command, *arguments;
        gboolean success;
    } steps[] = {
        { "threads", NULL, FALSE },
        { "launch", LAUNCH, FALSE },
        { "initialize", "{\"adapterID\": \"predictor\"}", TRUE },
        { "initialize", "{}", FALSE },
        { "threads", NULL, FALSE },
        { "launch", NULL, FALSE },
        { "launch", "{\"trace\": 1, \"params\": []}", FALSE },
        { "launch", "{\"trace\": \"a\", \"params\": \"b\", \"topology\": \"none\"}", FALSE },
        { "launch", LAUNCH, TRUE },
        { "launch", LAUNCH, FALSE },
        { "attach", "{}", FALSE },
        { "stackTrace", "{\"threadId\": 77}", FALSE },
        { "scopes", "{\"frameId\": 77}", FALSE },
        { "variables", "{\"variablesReference\": 77}", FALSE },
        { "goto", "{\"threadId\": 1, \"targetId\": 7777777777}", FALSE },
        { "evaluate", "{}", FALSE },
        { "evaluate", "{\"expression\": \"1 +\", \"context\": \"hover\"}", FALSE },
        { "evaluate", "{\"expression\": \"nonsense\"}", FALSE },
        { "setBreakpoints", "{\"source\": {\"path\": \"other.fdv\"}, \"breakpoints\": []}", TRUE },
        { "setBreakpoints", "{\"source\": {\"path\": \"other.fdv\"}, \"breakpoints\": [{\"line\": 1}]}", FALSE },
        { "setBreakpoints", "{" SOURCE ", \"breakpoints\": [1, null, {}, {\"line\": \"x\"}]}", TRUE },
        { "pause", "{\"threadId\": 1}", TRUE },
        { "cancel", "{\"requestId\": 3}", TRUE },
        { "disconnect", NULL, TRUE },
    };
    DapClient client;
    dap_client_init(&client, program, params);
    for (guint i = 0; i < G_N_ELEMENTS(steps); i++) {
        const gboolean open = dap_client_ask(&client, i + 1, steps[i].command, steps[i].arguments);
        CU_ASSERT_EQUAL(open, !g_str_equal(steps[i].command, "disconnect"));
        g_autoptr(GPtrArray) messages = dap_client_take(&client);
        JsonNode *node = response(messages, i + 1);
        if (succeeded(node) != steps[i].success) {
            g_autofree char *text = json_to_string(node, FALSE);
            g_test_message("%s: %s", steps[i].command, text);
            CU_FAIL("another answer");
        }
        CU_ASSERT_STRING_EQUAL(text_of(node, "command"), steps[i].command);
    }
    dap_client_clear(&client);
}

/* --- a session --- */

static gint64 last_seq;

/* Asks, and returns what was sent; the response must be a success. */
static GPtrArray *
ask(DapClient *client, const char *command, const char *arguments)
{
    CU_ASSERT_TRUE(dap_client_ask(client, ++last_seq, command, arguments));
    GPtrArray *messages = dap_client_take(client);
    JsonNode *node = response(messages, last_seq);
    if (!succeeded(node)) {
        g_autofree char *text = json_to_string(node, FALSE);
        printf("# %s: %s\n", command, text);
        CU_FAIL("an error");
    }
    return messages;
}

static void
start(DapClient *client, const TraceProgram *program, const Params *params)
{
    dap_client_init(client, program, params);
    g_ptr_array_unref(ask(client, "initialize", "{\"supportsProgressReporting\": true}"));
    g_autoptr(GPtrArray) launched = ask(client, "launch", LAUNCH);
    CU_ASSERT_PTR_NOT_NULL(event(launched, "initialized"));
}

/* The reason of the stop that the request leads to. */
static void
check_stop(DapClient *client, const char *command, const char *reason)
{
    g_autoptr(GPtrArray) messages = ask(client, command, "{\"threadId\": 1}");
    JsonNode *stopped = event(messages, "stopped");
    CU_ASSERT_PTR_NOT_NULL_FATAL(stopped);
    CU_ASSERT_STRING_EQUAL(
        json_object_get_string_member(body_of(stopped), "reason"), reason);
}

static char *
evaluate(DapClient *client, const char *context, const char *expression)
{
    g_autofree char *arguments = g_strdup_printf(
        "{\"expression\": \"%s\", \"context\": \"%s\"}", expression, context);
    g_autoptr(GPtrArray) messages = ask(client, "evaluate", arguments);
    return g_strdup(
        json_object_get_string_member(body_of(response(messages, last_seq)), "result"));
}

/* The line of the innermost frame of the first thread. */
static gint64
top_line(DapClient *client)
{
    g_autoptr(GPtrArray) threads = ask(client, "threads", NULL);
    JsonArray *list = json_object_get_array_member(body_of(response(threads, last_seq)), "threads");
    CU_ASSERT_TRUE_FATAL(json_array_get_length(list) > 0);
    g_autofree char *arguments = g_strdup_printf(
        "{\"threadId\": %" G_GINT64_FORMAT "}",
        json_object_get_int_member(json_array_get_object_element(list, 0), "id"));
    g_autoptr(GPtrArray) stack = ask(client, "stackTrace", arguments);
    JsonArray *frames =
        json_object_get_array_member(body_of(response(stack, last_seq)), "stackFrames");
    CU_ASSERT_TRUE_FATAL(json_array_get_length(frames) > 0);
    return json_object_get_int_member(json_array_get_object_element(frames, 0), "line");
}

/* Breakpoints on a line, forwards and backwards; all moves end where the replay's end. */
static void
test_session(void)
{
    g_autoptr(TraceProgram) program = read_sample("unbalanced_fault.trc");
    g_autoptr(Params) params = four();
    g_autoptr(ReplaySession) twin = replay_session_new(program, params, NULL, NULL);
    char number[REPORT_NUMBER_SIZE];
    DapClient client;

    start(&client, program, params);
    g_ptr_array_unref(ask(&client, "setBreakpoints", "{" SOURCE ", \"breakpoints\": [{\"line\": 24, \"hitCondition\": \"3\"}]}"));
    check_stop(&client, "configurationDone", "entry");
    check_stop(&client, "continue", "breakpoint");
    CU_ASSERT_EQUAL(top_line(&client), 24);
    g_autofree char *position = evaluate(&client, "watch", "position");
    const guint64 k = g_ascii_strtoull(position, NULL, 10);
    CU_ASSERT_TRUE_FATAL(k > 0 && replay_goto(twin, k, NULL));
    g_autofree char *elapsed = evaluate(&client, "hover", "elapsed");
    CU_ASSERT_STRING_EQUAL(elapsed, report_number_short(replay_elapsed(twin), number));

    g_ptr_array_unref(ask(&client, "setBreakpoints", "{" SOURCE ", \"breakpoints\": []}"));
    check_stop(&client, "stepIn", "step");
    check_stop(&client, "stepBack", "step");
    g_autofree char *again = evaluate(&client, "watch", "position");
    CU_ASSERT_STRING_EQUAL(again, position);
    check_stop(&client, "reverseContinue", "entry");
    check_stop(&client, "next", "step");
    check_stop(&client, "continue", "pause");
    g_autofree char *end = evaluate(&client, "watch", "position");
    CU_ASSERT_EQUAL(g_ascii_strtoull(end, NULL, 10), replay_end(twin));
    dap_client_clear(&client);
}

/* What comes while it runs: a pause stops it, a request that is cancelled is not done. */
static void
test_meanwhile(void)
{
    g_autoptr(TraceProgram) program = read_sample("gauss_elimination.trc");
    g_autoptr(Params) params = four();
    DapClient client;

    start(&client, program, params);
    check_stop(&client, "configurationDone", "entry");
    client.meanwhile = g_string_new(NULL);
    dap_client_append(client.meanwhile, 9001, "pause", "{\"threadId\": 1}");
    check_stop(&client, "continue", "pause");
    g_autofree char *position = evaluate(&client, "watch", "position");
    CU_ASSERT_TRUE(g_ascii_strtoull(position, NULL, 10) < program->n_calls);

    client.meanwhile = g_string_new(NULL);
    dap_client_append(client.meanwhile, 9002, "evaluate", "{\"expression\": \"goto 0\"}");
    dap_client_append(client.meanwhile, 9003, "cancel", "{\"requestId\": 9002}");
    g_autoptr(GPtrArray) messages = ask(&client, "continue", "{\"threadId\": 1}");
    CU_ASSERT_FALSE(succeeded(response(messages, 9002)));
    CU_ASSERT_STRING_EQUAL(text_of(response(messages, 9002), "message"), "cancelled");
    CU_ASSERT_TRUE(succeeded(response(messages, 9003)));
    g_autofree char *there = evaluate(&client, "watch", "position");
    CU_ASSERT_TRUE(g_ascii_strtoull(there, NULL, 10) > program->n_calls);
    dap_client_clear(&client);
}

/* The id of the thread of this name; 0: there is none. */
static gint64
id_of(GPtrArray *messages, const char *name)
{
    JsonArray *list =
        json_object_get_array_member(body_of(response(messages, last_seq)), "threads");
    for (guint i = 0; i < json_array_get_length(list); i++) {
        JsonObject *thread = json_array_get_object_element(list, i);
        if (g_str_equal(json_object_get_string_member(thread, "name"), name))
            return json_object_get_int_member(thread, "id");
    }
    return 0;
}

/* Classes that stay keep their numbers, also when they come back at once. */
static void
test_threads(void)
{
    g_autoptr(TraceProgram) program = read_sample("unbalanced_fault.trc");
    g_autoptr(Params) params = four();
    gint64 last = 0;
    guint stayed = 0;
    DapClient client;

    start(&client, program, params);
    check_stop(&client, "configurationDone", "entry");
    for (guint i = 0; i < 150; i++) {
        g_autoptr(GPtrArray) messages = ask(&client, "threads", NULL);
        const gint64 id = id_of(messages, "processor 0");
        CU_ASSERT_TRUE(last == 0 || id == 0 || id == last);
        stayed += id != 0 && id == last;
        last = id;
        check_stop(&client, "stepIn", "step");
    }
    CU_ASSERT_TRUE(stayed > 10);
    dap_client_clear(&client);
}

/* The value of a variable, owned; NULL: there is none of this name. */
static char *
variable(GPtrArray *messages, const char *name)
{
    JsonArray *list =
        json_object_get_array_member(body_of(response(messages, last_seq)), "variables");
    for (guint i = 0; i < json_array_get_length(list); i++) {
        JsonObject *one = json_array_get_object_element(list, i);
        if (g_str_equal(json_object_get_string_member(one, "name"), name))
            return g_strdup(json_object_get_string_member(one, "value"));
    }
    return NULL;
}

/* The variables of a scope of the innermost frame of the first thread. */
static GPtrArray *
look(DapClient *client, const char *scope)
{
    top_line(client);
    gint64 frame = 0;
    {
        g_autoptr(GPtrArray) threads = ask(client, "threads", NULL);
        JsonArray *list =
            json_object_get_array_member(body_of(response(threads, last_seq)), "threads");
        g_autofree char *arguments = g_strdup_printf(
            "{\"threadId\": %" G_GINT64_FORMAT ", \"levels\": 1}",
            json_object_get_int_member(json_array_get_object_element(list, 0), "id"));
        g_autoptr(GPtrArray) stack = ask(client, "stackTrace", arguments);
        JsonArray *frames =
            json_object_get_array_member(body_of(response(stack, last_seq)), "stackFrames");
        CU_ASSERT_EQUAL_FATAL(json_array_get_length(frames), 1);
        frame = json_object_get_int_member(json_array_get_object_element(frames, 0), "id");
    }
    g_autofree char *of = g_strdup_printf("{\"frameId\": %" G_GINT64_FORMAT "}", frame);
    g_autoptr(GPtrArray) scopes = ask(client, "scopes", of);
    JsonArray *list = json_object_get_array_member(body_of(response(scopes, last_seq)), "scopes");
    for (guint i = 0; i < json_array_get_length(list); i++) {
        JsonObject *one = json_array_get_object_element(list, i);
        g_autofree char *arguments =
            g_strdup_printf("{\"variablesReference\": %" G_GINT64_FORMAT "}",
                            json_object_get_int_member(one, "variablesReference"));
        if (g_str_equal(json_object_get_string_member(one, "name"), scope))
            return ask(client, "variables", arguments);
    }
    CU_FAIL_FATAL("no such scope");
    return NULL;
}

/* Scopes show what the replay says. */
static void
test_scopes(void)
{
    static const char *const others[] = { "Arrays", "Pending operations", "Machine" };
    g_autoptr(TraceProgram) program = read_sample("unbalanced_fault.trc");
    g_autoptr(Params) params = four();
    g_autoptr(ReplaySession) twin = replay_session_new(program, params, NULL, NULL);
    char number[REPORT_NUMBER_SIZE];
    DapClient client;

    start(&client, program, params);
    check_stop(&client, "configurationDone", "entry");
    g_free(evaluate(&client, "repl", "goto 100"));
    CU_ASSERT_TRUE_FATAL(replay_goto(twin, 100, NULL));
    g_autoptr(GPtrArray) clock = look(&client, "Clock");
    g_autofree char *value = variable(clock, "clock");
    CU_ASSERT_PTR_NOT_NULL_FATAL(value);
    CU_ASSERT_STRING_EQUAL(value, report_number_time(replay_clock(twin, 0), number));
    g_autoptr(GPtrArray) interval = look(&client, "Interval");
    g_autofree char *lost = variable(interval, "Lost_time");
    CU_ASSERT_PTR_NOT_NULL(lost);
    for (guint i = 0; i < G_N_ELEMENTS(others); i++)
        g_ptr_array_unref(look(&client, others[i]));
    dap_client_clear(&client);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "pieces of messages", test_pieces },
        { "bad heads", test_bad_heads },
        { "oversized messages", test_oversized },
        { "no requests", test_no_requests },
        { "out of order", test_order },
        { "a session", test_session },
        { "meanwhile", test_meanwhile },
        { "threads", test_threads },
        { "scopes", test_scopes },
        CU_TEST_INFO_NULL,
    };
    return tap_run("dap", tests);
}
