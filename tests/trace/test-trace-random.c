/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Random traces, right ones and wrong ones, through the reader and the simple reader.
 */
#include <string.h>

#include "tests/trace/trace-check.h"
#include "tests/trace/trace-naive.h"

#define SEED     20250117
#define N_TRACES 600

typedef struct {
    GRand *random;
    GString *text;
    const char *newline;
    int mess;   /* one line in so many is damaged; 0: none */
    int change; /* parameters take so many different values */
} Maker;

static int
pick(Maker *maker, int n)
{
    return g_rand_int_range(maker->random, 0, n);
}

static gboolean
now_and_then(Maker *maker, int n)
{
    return n > 0 && pick(maker, n) == 0;
}

/* A line, with what the options of the run-time system and a bad day may do to it. */
static void G_GNUC_PRINTF(2, 3) add_line(Maker *maker, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *line = g_strdup_vprintf(format, args);
    va_end(args);
    if (now_and_then(maker, maker->mess) && line[0] != '\0')
        g_string_append_len(maker->text, line, pick(maker, (int)strlen(line)));
    else
        g_string_append(maker->text, line);
    g_string_append(maker->text, maker->newline);
    if (now_and_then(maker, 30))
        g_string_append_printf(maker->text, "%s%s",
                               pick(maker, 2) == 0 ? " " : "----------  Rank=1;",
                               maker->newline);
}

static int
value(Maker *maker)
{
    return pick(maker, maker->change) + (now_and_then(maker, maker->mess) ? 100000 : 0);
}

static void
add_event(Maker *maker, int depth, const char *prefix, const char *name)
{
    static const char *const files[] = { "p.fdv", "sub.fdv", "my file", "" };
    g_autofree char *full = g_strconcat(prefix, name, NULL);
    g_autofree char *line =
        now_and_then(maker, 40) ? g_strdup("") : g_strdup_printf("%d", pick(maker, 4));
    gboolean bad = now_and_then(maker, 10 * maker->mess);
    g_autofree char *now = now_and_then(maker, 4)
                               ? g_strdup_printf(" %d.%06d", value(maker), pick(maker, 1000000))
                               : g_strdup("");
    add_line(maker, "%*s%s%-26.26s TIME=%s%d.%08d%s LINE=%-6s FILE=%s", 5 * depth, "",
             now_and_then(maker, 50) ? "NAME=" : "", full, bad ? "-" : "",
             bad ? 1 : pick(maker, 2), pick(maker, 200), now, line,
             files[now_and_then(maker, 5) ? pick(maker, 4) : 0]);
}

static void
add_array(Maker *maker, const char *name, int n)
{
    for (int i = 0; i < n; i++)
        add_line(maker, "%s[%d]=%d;%s", name, now_and_then(maker, 5 * maker->mess) ? n : i,
                 value(maker) - 1, pick(maker, 2) == 0 ? "  " : "");
}

static void
add_weights(Maker *maker)
{
    add_line(maker, "PSRef=NULL; AMViewRef=%x;", 1 + value(maker));
    add_line(maker, "WeightNumber[0] = %d; WeightNumber[1] = 1;", value(maker));
    int n = 1 + pick(maker, 3);
    for (int row = 0; row < 2; row++) {
        for (int i = 0; i < n; i++)
            add_line(maker, "  LoadWeight[%d] = %d.50;", i, value(maker));
    }
}

static void
add_blocks(Maker *maker)
{
    add_line(maker, "PSRef=0; AMViewRef=%x; AxisCount=2", 1 + value(maker));
    for (int row = 0; row < 2; row++) {
        for (int i = 0; i < 1 + pick(maker, 2); i++)
            add_line(maker, "AxisWeightAddr[%d][%d] = %d", row, i, value(maker));
    }
}

static void
add_mapping(Maker *maker)
{
    add_line(maker, "LoopRefPtr=1; LoopRef=%x; PatternRef=%x (%s);", value(maker), value(maker),
             pick(maker, 2) == 0 ? "AMView" : "DisArray");
    add_array(maker, "AxisArray", 2);
    add_array(maker, "CoeffArray", 2);
    add_array(maker, "ConstArray", 2);
    add_array(maker, "InInitIndexArray", 1);
    add_array(maker, "InLastIndexArray", 1);
    add_array(maker, "InStepArray", 1);
}

static void add_calls(Maker *maker, int depth, int n);

/* The kinds of calls: name, lines of the call, lines of the return. */
static void
add_call(Maker *maker, int depth)
{
    static const char *const names[] = {
        "crtpl_",  "mappl_", "binter_",      "dvm_void_printf",          "setelw_",
        "genblk_", "tstio_", "no_such_call", "dvm_void_longer_than_cut", "insrb_"
    };
    int kind = pick(maker, G_N_ELEMENTS(names));
    add_event(maker, depth, "call_", names[kind]);
    switch (kind) {
    case 0:
        add_line(maker, "Rank=%d;", value(maker));
        break;
    case 1:
        add_mapping(maker);
        break;
    case 2:
        add_line(maker, "nfrag=2; index=%d UserInter=0;", value(maker));
        break;
    case 3:
        add_line(maker, "Format=call_it %d; LoopRef=zz", value(maker));
        break;
    case 4:
        add_weights(maker);
        break;
    case 5:
        add_blocks(maker);
        break;
    case 9:
        add_line(maker, "RegularAccessGroupRef=%x; BufferHeader=%x; BufferHeader[0]=ea0",
                 value(maker), value(maker));
        break;
    default:
        add_line(maker, " ");
    }
    if (depth < 6 && now_and_then(maker, 12))
        add_calls(maker, depth + 1, pick(maker, 4));
    if (now_and_then(maker, 60))
        add_event(maker, depth, "Event_", "other");
    if (!now_and_then(maker, 20 * maker->mess))
        add_event(maker, depth, "ret_", names[kind]);
    if (kind == 0)
        add_line(maker, "LoopRef=%x;", 16 + value(maker));
}

/* Loops, so that the same blocks come again and again. */
static void
add_calls(Maker *maker, int depth, int n)
{
    for (int i = 0; i < n; i++) {
        guint32 seed = g_rand_int(maker->random);
        for (int k = 1 + pick(maker, 6); k > 0; k--) {
            GRand *outer = maker->random;
            maker->random = g_rand_new_with_seed(seed + (guint32)now_and_then(maker, 5));
            add_call(maker, depth);
            g_rand_free(maker->random);
            maker->random = outer;
        }
    }
}

static GString *
make_trace(GRand *random)
{
    Maker maker = { .random = random, .text = g_string_new(NULL) };
    maker.newline = pick(&maker, 4) == 0 ? "\r\n" : "\n";
    maker.mess = pick(&maker, 3) == 0 ? 100 : 0;
    maker.change = 1 + pick(&maker, 4);
    g_string_append(maker.text, "\n RTS VERSION = 2889\n\n");
    if (pick(&maker, 3) == 0)
        g_string_append(maker.text, "VProcCount=4;     VPSRank=2;     VPSSize= 2 2;\n");
    if (pick(&maker, 4) != 0) {
        add_calls(&maker, 0, pick(&maker, 3));
        add_event(&maker, 0, "ret_", "dvm_Init");
    }
    add_calls(&maker, 0, pick(&maker, 25));
    if (pick(&maker, 4) != 0) {
        add_event(&maker, 0, "Event_", "dvm_exit");
        add_line(&maker, "rc=%d;", pick(&maker, 2));
        add_calls(&maker, 0, pick(&maker, 3));
    }
    if (pick(&maker, 4) == 0)
        g_string_truncate(maker.text, (gsize)pick(&maker, (int)maker.text->len + 1));
    return maker.text;
}

static void
test_against_naive(void)
{
    g_test_message("seed %u", SEED);
    g_autoptr(GRand) random = g_rand_new_with_seed(SEED);
    guint n_errors = 0, n_problems = 0;
    for (guint i = 0; i < N_TRACES; i++) {
        GString *text = make_trace(random);
        g_autofree char *fast =
            trace_check_dump(trace_reader_new_from_memory("t", text->str, text->len));
        g_autofree char *naive = trace_naive_dump(text->str, text->len);
        if (strcmp(fast, naive) != 0)
            g_test_message("trace number %u", i);
        CHECK_TEXT(fast, naive);
        n_errors += strstr(fast, "error") != NULL ? 1 : 0;
        n_problems += strstr(fast, "problem") != NULL ? 1 : 0;
        g_string_free(text, TRUE);
    }
    CU_ASSERT(n_errors > N_TRACES / 20 && n_errors < N_TRACES / 2);
    CU_ASSERT(n_problems > N_TRACES / 20 && n_problems < N_TRACES);
}

/* Piece by piece through a pipe, plain and compressed. */
static void
test_pieces(void)
{
    g_test_message("seed %u", SEED + 1);
    g_autoptr(GRand) random = g_rand_new_with_seed(SEED + 1);
    for (guint i = 0; i < N_TRACES / 10; i++) {
        GString *text = make_trace(random);
        TracePipe channel;
        gsize n_packed;
        gsize piece = (gsize)g_rand_int_range(random, 1, 60);
        g_autofree char *memory =
            trace_check_dump(trace_reader_new_from_memory("t", text->str, text->len));
        g_autofree char *piped =
            trace_check_dump(trace_check_pipe(&channel, text->str, text->len, piece));
        trace_check_end_pipe(&channel);
        g_autofree char *packed = trace_check_gzip(text->str, text->len, &n_packed);
        g_autofree char *unpacked = trace_check_dump(trace_check_file(packed, n_packed));
        CHECK_TEXT(piped, memory);
        CHECK_TEXT(unpacked, memory);
        g_string_free(text, TRUE);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "against naive", test_against_naive },
        { "pieces", test_pieces },
        CU_TEST_INFO_NULL,
    };
    return tap_run("trace-random", tests);
}
