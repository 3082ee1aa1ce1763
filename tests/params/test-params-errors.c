/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is refused, where, and with which words.
 */
#include "tests/params/params-check.h"

#include <stdio.h>
#include <string.h>

#define SEED     42
#define N_RANDOM 20000

#define REAL  "real, 1e-9 to 1e9"
#define MICRO "real, 0 or 1e-9 to 1e9 (microseconds)"
#define TYPES                                                                                  \
    "network, ethernet, transputer, ideal, line, ring, mesh, torus, hypercube, tree, star, "   \
    "full, shared, fat tree, dragonfly"
#define SIZE  "a size (integer, 1 to 2^31)"
#define SPEED "a speed (real, 1e-9 to 1e9)"
#define ALL                                                                                    \
    "type, start time, send byte time, power, trace overhead, speed, topology, scale, "        \
    "channels, nodes, cores, arity, taper, global links, switching, congestion, link delay, "  \
    "message gap, packet size, packet start time, flit size, flit buffer, virtual channels, "  \
    "header ratio, core start time, core byte time, vary speed, mapping"

typedef struct {
    const char *text;
    ParamsErrorCode code;
    const char *place;   /* line:column */
    const char *message; /* behind "error: " */
} Case;

static void
check_cases(const Case *cases, guint n)
{
    for (guint i = 0; i < n; i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(Params) params =
            params_parse("dir/f.par", cases[i].text, strlen(cases[i].text), &error);
        g_autofree char *expected =
            g_strdup_printf("dir/f.par:%s: error: %s", cases[i].place, cases[i].message);
        CU_ASSERT_PTR_NULL(params);
        CU_ASSERT_PTR_NOT_NULL_FATAL(error);
        CHECK_TEXT(error->message, expected);
        CU_ASSERT(g_error_matches(error, PARAMS_ERROR, (int)cases[i].code));
    }
}

static void
check_names(void)
{
    static const Case cases[] = {
        { "strat time = 75;", PARAMS_ERROR_NAME, "1:1",
          "unknown parameter 'strat time', did you mean 'start time'?" },
        { "type = ideal;\n  Start_Time = 75;", PARAMS_ERROR_NAME, "2:3",
          "unknown parameter 'Start_Time', did you mean 'start time'?" },
        { "latency = 75;", PARAMS_ERROR_NAME, "1:1",
          "unknown parameter 'latency', expected one of: " ALL },
        { "type network;", PARAMS_ERROR_NAME, "1:1",
          "unknown parameter 'type network', expected '=' after 'type'" },
        { "power = 1;\n// power = 2;\npower = 2;", PARAMS_ERROR_NAME, "3:1",
          "'power' is given twice, first on line 1" },
        { "start time = 1; START  TIME = 2;", PARAMS_ERROR_NAME, "1:17",
          "'start time' is given twice, first on line 1" },
        { "speed = { 1 }; speed = x;", PARAMS_ERROR_NAME, "1:16",
          "'speed' is given twice, first on line 1" },
        { "p\xd0\xbewer = 1;", PARAMS_ERROR_NAME, "1:1",
          "unknown parameter 'p\xd0\xbewer', did you mean 'power'?" },
        { "pow\xff\x80 = 1;", PARAMS_ERROR_NAME, "1:1",
          "unknown parameter 'pow\\xff\\x80', expected one of: " ALL },
        { "pow\xe2\x80\xae = 1;", PARAMS_ERROR_NAME, "1:1",
          "unknown parameter 'pow\\xe2\\x80\\xae', expected one of: " ALL },
        { "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz = 1;", PARAMS_ERROR_NAME, "1:1",
          "unknown parameter 'abcdefghijklmnopqrstuvwxyzabcdefghijklmn...', expected one "
          "of: " ALL },
    };
    check_cases(cases, G_N_ELEMENTS(cases));
}

static void
check_reals(void)
{
    static const Case cases[] = {
        { "start time = -1;", PARAMS_ERROR_VALUE, "1:14",
          "'-1' is out of range, expected " MICRO },
        { "start time = 9e-10;", PARAMS_ERROR_VALUE, "1:14",
          "'9e-10' is out of range, expected " MICRO },
        { "start time = 1000000000.1;", PARAMS_ERROR_VALUE, "1:14",
          "'1000000000.1' is out of range, expected " MICRO },
        { "trace overhead = 1e999999999999999999999;", PARAMS_ERROR_VALUE, "1:18",
          "'1e999999999999999999999' is out of range, expected " MICRO },
        { "trace overhead = 1e-999999999999999999999;", PARAMS_ERROR_VALUE, "1:18",
          "'1e-999999999999999999999' is out of range, expected " MICRO },
        { "send byte time = 0.1234567890123;", PARAMS_ERROR_VALUE, "1:18",
          "'0.1234567890123' has more than 12 digits after the point, expected " MICRO },
        { "send byte time = 1.2345e-9;", PARAMS_ERROR_VALUE, "1:18",
          "'1.2345e-9' has more than 12 digits after the point, expected " MICRO },
        { "start time = 1234567890123456;", PARAMS_ERROR_VALUE, "1:14",
          "'1234567890123456' has more than 15 significant digits, expected " MICRO },
        { "power = 0.1234567890123456;", PARAMS_ERROR_VALUE, "1:9",
          "'0.1234567890123456' has more than 15 significant digits, expected " REAL },
        { "power = 0;", PARAMS_ERROR_VALUE, "1:9", "'0' is out of range, expected " REAL },
        { "power = 1.000000001e9;", PARAMS_ERROR_VALUE, "1:9",
          "'1.000000001e9' is out of range, expected " REAL },
        { "scale = 0.0;", PARAMS_ERROR_VALUE, "1:9", "'0.0' is out of range, expected " REAL },
        { "scale = -0;", PARAMS_ERROR_VALUE, "1:9", "'-0' is out of range, expected " REAL },
        { "scale = 1e-10;", PARAMS_ERROR_VALUE, "1:9",
          "'1e-10' is out of range, expected " REAL },
        { "power = inf;", PARAMS_ERROR_VALUE, "1:9", "expected " REAL ", found 'inf'" },
        { "power = nan;", PARAMS_ERROR_VALUE, "1:9", "expected " REAL ", found 'nan'" },
        { "power = .;", PARAMS_ERROR_VALUE, "1:9", "expected " REAL ", found '.'" },
        { "power = { 1 };", PARAMS_ERROR_VALUE, "1:9", "expected " REAL ", found '{'" },
        { "power = ;", PARAMS_ERROR_VALUE, "1:9", "expected " REAL ", found ';'" },
        { "power =", PARAMS_ERROR_VALUE, "1:8",
          "expected " REAL ", found the end of the file" },
        { "power = // what?\n", PARAMS_ERROR_VALUE, "1:8",
          "expected " REAL ", found the end of the file" },
        { "power =\n;", PARAMS_ERROR_VALUE, "1:8",
          "expected " REAL ", found ';' on a later line" },
    };
    check_cases(cases, G_N_ELEMENTS(cases));
}

static void
check_ends(void)
{
    static const Case cases[] = {
        { "start time = 75\nsend byte time = 0.2;", PARAMS_ERROR_SYNTAX, "1:16",
          "expected ';' after the value of 'start time', found 'send' on a later line" },
        { "type = network // bus\n// more\n\npower = 1;", PARAMS_ERROR_SYNTAX, "1:15",
          "expected ';' after the value of 'type', found 'power' on a later line" },
        { "power = 1", PARAMS_ERROR_SYNTAX, "1:10",
          "expected ';' after the value of 'power', found the end of the file" },
        { "topology = { 2 } \n\n", PARAMS_ERROR_SYNTAX, "1:17",
          "expected ';' after the value of 'topology', found the end of the file" },
        { "start time = 75 us;", PARAMS_ERROR_SYNTAX, "1:17",
          "expected ';' after the value of 'start time', found 'us'" },
        { "start time = 75us;", PARAMS_ERROR_SYNTAX, "1:16",
          "expected ';' after the value of 'start time', found 'us'" },
        { "power = 1e;", PARAMS_ERROR_SYNTAX, "1:10",
          "expected ';' after the value of 'power', found 'e'" },
        { "power = 1x10;", PARAMS_ERROR_SYNTAX, "1:10",
          "expected ';' after the value of 'power', found 'x10'" },
        { "power = 1.2.3;", PARAMS_ERROR_SYNTAX, "1:12",
          "expected ';' after the value of 'power', found '.3'" },
        { "power = 1,5;", PARAMS_ERROR_SYNTAX, "1:10",
          "expected ';' after the value of 'power', found ','" },
        { "type = network / bus;", PARAMS_ERROR_SYNTAX, "1:16",
          "expected ';' after the value of 'type', found '/'" },
        { "power 5;", PARAMS_ERROR_SYNTAX, "1:7", "expected '=' after 'power', found '5'" },
        { "power", PARAMS_ERROR_SYNTAX, "1:6",
          "expected '=' after 'power', found the end of the file" },
        { "send byte\ntime = 1;", PARAMS_ERROR_NAME, "1:1",
          "unknown parameter 'send byte', did you mean 'send byte time'?" },
        { "power\n= \n1; power: 1;", PARAMS_ERROR_NAME, "3:4",
          "'power' is given twice, first on line 1" },
        { "scale : 1;", PARAMS_ERROR_SYNTAX, "1:7", "expected '=' after 'scale', found ':'" },
    };
    check_cases(cases, G_N_ELEMENTS(cases));
}

static void
check_stray(void)
{
    static const Case cases[] = {
        { "type = ideal;\n;", PARAMS_ERROR_SYNTAX, "2:1",
          "expected the name of a parameter, found ';'" },
        { "= 1;", PARAMS_ERROR_SYNTAX, "1:1", "expected the name of a parameter, found '='" },
        { "75;", PARAMS_ERROR_SYNTAX, "1:1", "expected the name of a parameter, found '75'" },
        { "\t/ power", PARAMS_ERROR_SYNTAX, "1:2",
          "expected the name of a parameter, found '/'" },
        { "power = 1;\r\n\"x\"", PARAMS_ERROR_SYNTAX, "2:1",
          "expected the name of a parameter, found '\"'" },
        { "# power", PARAMS_ERROR_SYNTAX, "1:1",
          "expected the name of a parameter, found '#'" },
        { "\x01", PARAMS_ERROR_SYNTAX, "1:1",
          "expected the name of a parameter, found '\\x01'" },
        { "\xef\xbb\xbf@", PARAMS_ERROR_SYNTAX, "1:1",
          "expected the name of a parameter, found '@'" },
        { "// \xc3\xa9\xc3\xa9\n/* \xc3\xa9 */ @", PARAMS_ERROR_SYNTAX, "2:1",
          "expected the name of a parameter, found '/'" },
        { "power = 1; \xef\xbb\xbfscale = 1;", PARAMS_ERROR_NAME, "1:12",
          "unknown parameter '\\xef\\xbb\\xbfscale', did you mean 'scale'?" },
    };
    check_cases(cases, G_N_ELEMENTS(cases));
}

static void
check_lists(void)
{
    static const Case cases[] = {
        { "topology = 4;", PARAMS_ERROR_VALUE, "1:12",
          "expected a list in '{' and '}', found '4'" },
        { "topology = { };", PARAMS_ERROR_VALUE, "1:14", "expected " SIZE ", found '}'" },
        { "topology = { 2, };", PARAMS_ERROR_VALUE, "1:17", "expected " SIZE ", found '}'" },
        { "topology = { , 2 };", PARAMS_ERROR_VALUE, "1:14", "expected " SIZE ", found ','" },
        { "topology = { 2 2 };", PARAMS_ERROR_SYNTAX, "1:16",
          "expected ',' or '}' in the list, found '2'" },
        { "topology = { 2, 2;", PARAMS_ERROR_SYNTAX, "1:18",
          "expected ',' or '}' in the list, found ';'" },
        { "topology = { 2, 2\nscale = 1;", PARAMS_ERROR_SYNTAX, "1:18",
          "expected ',' or '}' in the list, found 'scale' on a later line" },
        { "topology = {", PARAMS_ERROR_VALUE, "1:13",
          "expected " SIZE ", found the end of the file" },
        { "topology = { 2,\n", PARAMS_ERROR_VALUE, "1:16",
          "expected " SIZE ", found the end of the file" },
        { "topology = { 2 // }\n", PARAMS_ERROR_SYNTAX, "1:15",
          "expected ',' or '}' in the list, found the end of the file" },
        { "topology = {\n 2,\n 0 };", PARAMS_ERROR_VALUE, "3:2",
          "'0' is out of range, expected " SIZE },
        { "topology = { -1 };", PARAMS_ERROR_VALUE, "1:14",
          "'-1' is out of range, expected " SIZE },
        { "topology = { 2.0 };", PARAMS_ERROR_VALUE, "1:14", "expected " SIZE ", found '2.0'" },
        { "topology = { 1e2 };", PARAMS_ERROR_VALUE, "1:14", "expected " SIZE ", found '1e2'" },
        { "topology = { 2x2 };", PARAMS_ERROR_SYNTAX, "1:15",
          "expected ',' or '}' in the list, found 'x2'" },
        { "topology = { n };", PARAMS_ERROR_VALUE, "1:14", "expected " SIZE ", found 'n'" },
        { "topology = { 1, 1, 1, 1, 1, 1, 1, 1, 1 };", PARAMS_ERROR_VALUE, "1:38",
          "expected rank 1 to 8, found more sizes" },
        { "topology = { 2147483649 };", PARAMS_ERROR_VALUE, "1:14",
          "the product of the sizes is out of range, expected at most 2^31 processors" },
        { "topology = { 65536, 32769 };", PARAMS_ERROR_VALUE, "1:21",
          "the product of the sizes is out of range, expected at most 2^31 processors" },
        { "topology = { 99999999999999999999 };", PARAMS_ERROR_VALUE, "1:14",
          "'99999999999999999999' is out of range, expected " SIZE },
        { "speed = 1;", PARAMS_ERROR_VALUE, "1:9",
          "expected a list in '{' and '}', found '1'" },
        { "speed = { 0 };", PARAMS_ERROR_VALUE, "1:11",
          "'0' is out of range, expected " SPEED },
        { "speed = { 1, -2 };", PARAMS_ERROR_VALUE, "1:14",
          "'-2' is out of range, expected " SPEED },
        { "speed = { 2 x };", PARAMS_ERROR_VALUE, "1:15", "expected " SPEED ", found '}'" },
        { "speed = { x 2 };", PARAMS_ERROR_VALUE, "1:11", "expected " SPEED ", found 'x'" },
        { "speed = { 2 x 0 };", PARAMS_ERROR_VALUE, "1:15",
          "'0' is out of range, expected " SPEED },
        { "speed = { 0 x 2 };", PARAMS_ERROR_VALUE, "1:11",
          "'0' is out of range, expected a number of processors (integer, at least 1)" },
        { "speed = { 1.5 x 2 };", PARAMS_ERROR_VALUE, "1:11",
          "expected a number of processors (integer, at least 1), found '1.5'" },
        { "speed = { 1 x 2 x 3 };", PARAMS_ERROR_SYNTAX, "1:17",
          "expected ',' or '}' in the list, found 'x'" },
        { "speed = { 1, 9223372036854775807 x 1 };", PARAMS_ERROR_VALUE, "1:14",
          "speeds of more processors than can be counted, expected at most "
          "9223372036854775807" },
        { "speed = { 9223372036854775807 x 1, 2 };", PARAMS_ERROR_VALUE, "1:36",
          "speeds of more processors than can be counted, expected at most "
          "9223372036854775807" },
    };
    check_cases(cases, G_N_ELEMENTS(cases));
}

static void
check_types(void)
{
    static const Case cases[] = {
        { "type = token ring;", PARAMS_ERROR_VALUE, "1:8",
          "expected " TYPES ", found 'token ring'" },
        { "type = 5;", PARAMS_ERROR_VALUE, "1:8", "expected " TYPES ", found '5'" },
        { "type =\nnetwork ethernet;", PARAMS_ERROR_VALUE, "2:1",
          "expected " TYPES ", found 'network ethernet'" },
        { "type = Wormhole;", PARAMS_ERROR_VALUE, "1:8",
          "this version does not know networks of type 'Wormhole', expected " TYPES },
        { "type = packet switching;", PARAMS_ERROR_VALUE, "1:8",
          "this version does not know networks of type 'packet switching', expected " TYPES },
        { "type = store and  forward;", PARAMS_ERROR_VALUE, "1:8",
          "this version does not know networks of type 'store and  forward', expected " TYPES },
        { "channels = 0;", PARAMS_ERROR_VALUE, "1:12",
          "'0' is out of range, expected integer, at least 1 (messages)" },
        { "channels = 1.5;", PARAMS_ERROR_VALUE, "1:12",
          "expected integer, at least 1 (messages), found '1.5'" },
        { "channels = 9223372036854775808;", PARAMS_ERROR_VALUE, "1:12",
          "'9223372036854775808' is out of range, expected integer, at least 1 (messages)" },
        { "channels = all;", PARAMS_ERROR_VALUE, "1:12",
          "expected integer, at least 1 (messages), found 'all'" },
    };
    check_cases(cases, G_N_ELEMENTS(cases));
}

/* The other dialect is recognised by its statement, wherever that is. */
static void
check_cluster(void)
{
    static const Case cases[] = {
        { "cluster = mvs;\nmvs = { 512 x node };\n", PARAMS_ERROR_VALUE, "2:15",
          "there is no 'node'" },
        { "mvs = { 512 x node }; mvs.CommType = myrinet(1);\n Cluster=MVS; node = {mvs};",
          PARAMS_ERROR_VALUE, "2:23", "'mvs' is inside itself" },
        { "power = 1; cluster =", PARAMS_ERROR_VALUE, "1:21",
          "expected the name of the outermost cluster, found the end of the file" },
        { "cluster = a; a = { b }; b = 2; c = 1;", PARAMS_ERROR_VALUE, "1:32",
          "'c' is no part of 'a'" },
        { "cluster = a; a = { 2 b }; b = 2;", PARAMS_ERROR_SYNTAX, "1:22",
          "expected 'x' after a number of parts, found 'b'" },
        { "cluster = a; a = { 0 x b }; b = 2;", PARAMS_ERROR_VALUE, "1:20",
          "'0' is out of range, expected a number of parts (integer, at least 1)" },
        { "cluster = a; a = { b }; a.TIME = 2; b = 2;", PARAMS_ERROR_NAME, "1:25",
          "unknown parameter 'a.TIME', expected CommType, TStart or TByte behind the point" },
        { "cluster = a; a = { b }; b = 2; b = 3;", PARAMS_ERROR_NAME, "1:32",
          "'b' is given twice" },
        { "cluster = a; a = { 2147483647 x b, 2 x b }; b = 2;", PARAMS_ERROR_VALUE, "1:11",
          "the machine cannot be: a number too large" },
        { "// cluster = mvs;\ncluster 5;", PARAMS_ERROR_NAME, "2:1",
          "unknown parameter 'cluster', expected one of: " ALL },
        { "type = cluster; cluster.x = 1;", PARAMS_ERROR_VALUE, "1:8",
          "expected " TYPES ", found 'cluster'" },
    };
    check_cases(cases, G_N_ELEMENTS(cases));
}

/* Values of networks of nodes and links. */
static void
check_links(void)
{
    static const Case cases[] = {
        { "nodes = { 0 };", PARAMS_ERROR_VALUE, "1:11",
          "'0' is out of range, expected a number of nodes (integer, 1 to 2^31)" },
        { "nodes = { 1,1,1,1,1,1,1,1,1 };", PARAMS_ERROR_VALUE, "1:27",
          "expected rank 1 to 8, found more sizes" },
        { "cores = 0;", PARAMS_ERROR_VALUE, "1:9",
          "'0' is out of range, expected integer, at least 1 (processors)" },
        { "taper = 0;", PARAMS_ERROR_VALUE, "1:9", "expected a taper (real, 1e-9 to 1e9)" },
        { "global links = 0;", PARAMS_ERROR_VALUE, "1:16",
          "'0' is out of range, expected least or integer, at least 1 (links)" },
        { "switching = circuit;", PARAMS_ERROR_VALUE, "1:13",
          "expected cut-through, packet, wormhole, found 'circuit'" },
        { "packet size = -1;", PARAMS_ERROR_VALUE, "1:15",
          "'-1' is out of range, expected integer, at least 0 (bytes)" },
        { "header ratio = 0.5;", PARAMS_ERROR_VALUE, "1:16",
          "'0.5' is out of range, expected real, 1 to 1e9" },
        { "vary speed = 1;", PARAMS_ERROR_SYNTAX, "1:15",
          "expected ',' after the seed, found ';'" },
        { "vary speed = 1, 2;", PARAMS_ERROR_VALUE, "1:17",
          "a speed is out of range, expected not or SEED, LOW; SEED integer, LOW real, 0 to "
          "1" },
    };
    check_cases(cases, G_N_ELEMENTS(cases));
}

/* What only the whole of a network of nodes and links tells. */
static void
check_networks(void)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        { "type = fat tree;", "f:1:1: error: 'nodes' is missing, which type 'fat tree' wants" },
        { "type = mesh;\ncores = 2;",
          "f:1:1: error: 'nodes' is missing, which type 'mesh' wants with several cores" },
        { "type = ring;\nnodes = { 2, 2 };",
          "f:2:1: error: type 'ring' wants one number in 'nodes'" },
        { "type = dragonfly; nodes = { 9, 2, 2 };\nglobal links = 1;",
          "f:2:1: error: 'global links' are too few for a link to each other group" },
        { "type = fat tree; nodes = { 2, 2 }; taper = { 1, 2 };",
          "f:1:36: error: expected one taper, or 1: one for each level but the last" },
        { "type = torus; nodes = { 65536, 65536 };",
          "f:1:15: error: a torus of so many processors is out of range, expected at most "
          "2^31" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Params) params = READ(cases[i].text);
        g_autoptr(GError) error = NULL;
        CU_ASSERT_FALSE(params_check(params, &error));
        CHECK_TEXT(error != NULL ? error->message : NULL, cases[i].message);
    }
}

/* What has no effect is told, with its place. */
static void
check_warnings(void)
{
    static const struct {
        const char *text, *warning; /* NULL: none */
    } cases[] = {
        { "type = torus; arity = 2;",
          "f:1:15: warning: 'arity' has no effect with type = torus" },
        { "type = tree; arity = 2;", NULL },
        { "type = network; link delay = 1;",
          "f:1:17: warning: 'link delay' has no effect with type = network" },
        { "type = line; channels = 2;",
          "f:1:14: warning: 'channels' has no effect with type = line" },
        { "type = line; flit size = 2;",
          "f:1:14: warning: 'flit size' has no effect without switching = wormhole" },
        { "type = line; virtual channels = 2; switching = wormhole;",
          "f:1:14: warning: 'virtual channels' has no effect without switching = wormhole and "
          "congestion = events" },
        { "type = line; core byte time = 2;",
          "f:1:14: warning: 'core byte time' has no effect where each node has one processor" },
        { "type = line; cores = 2; core byte time = 2; topology = { 4 };", NULL },
        { "type = transputer; channels = 2;", NULL },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Params) params = READ(cases[i].text);
        g_autoptr(GPtrArray) warnings = params_warnings(params);
        CHECK_INT(warnings->len, cases[i].warning != NULL);
        CHECK_TEXT(warnings->len > 0 ? g_ptr_array_index(warnings, 0) : NULL, cases[i].warning);
    }
}

/* Each parameter with each type: a warning where it has no effect. */
static void
check_effects(void)
{
    static const struct {
        const char *type, *nodes;
        gboolean links;
    } types[] = {
        { "network", "", FALSE },         { "transputer", "", FALSE },
        { "ideal", "", FALSE },           { "line", "{ 4 }", TRUE },
        { "ring", "{ 4 }", TRUE },        { "mesh", "{ 2, 2 }", TRUE },
        { "torus", "{ 2, 2 }", TRUE },    { "hypercube", "{ 2 }", TRUE },
        { "tree", "{ 4 }", TRUE },        { "star", "{ 4 }", TRUE },
        { "full", "{ 4 }", TRUE },        { "shared", "{ 4 }", TRUE },
        { "fat tree", "{ 2, 2 }", TRUE }, { "dragonfly", "{ 2, 2, 1 }", TRUE },
    };
    /* Where it has an effect: in a type alone, with statements, or (NULL) in all with links. */
    static const struct {
        const char *name, *value, *type, *with;
    } cases[] = {
        { "nodes", NULL, NULL, NULL },
        { "cores", "2", NULL, NULL },
        { "arity", "2", "tree", NULL },
        { "taper", "1", "fat tree", NULL },
        { "global links", "1", "dragonfly", NULL },
        { "switching", "packet", NULL, NULL },
        { "congestion", "none", NULL, NULL },
        { "link delay", "1", NULL, NULL },
        { "message gap", "1", NULL, NULL },
        { "packet size", "8", NULL, NULL },
        { "packet start time", "1", NULL, NULL },
        { "flit size", "8", NULL, "switching = wormhole;" },
        { "flit buffer", "2", NULL, "switching = wormhole;" },
        { "virtual channels", "2", NULL, "switching = wormhole; congestion = events;" },
        { "header ratio", "2", NULL, "switching = wormhole;" },
        { "core start time", "1", NULL, "cores = 2;" },
        { "core byte time", "1", NULL, "cores = 2;" },
        { "vary speed", "1, 0.5", NULL, NULL },
        { "mapping", "identity", NULL, NULL },
    };
    guint n_links = 0;
    for (ParamsId id = 0; id < PARAMS_N; id++)
        n_links += params_is_of_links(id) ? 1 : 0;
    CHECK_INT(n_links, G_N_ELEMENTS(cases)); /* none is forgotten */
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
        for (guint t = 0; t < G_N_ELEMENTS(types); t++)
            for (int with = 0; with <= (cases[i].with != NULL); with++) {
                const char *value = cases[i].value != NULL ? cases[i].value : types[t].nodes;
                if (*value == '\0')
                    value = "{ 4 }";
                g_autofree char *text = g_strdup_printf(
                    "type = %s;\n%s = %s;\n%s%s%s%s", types[t].type, cases[i].name, value,
                    types[t].links && cases[i].value != NULL ? "nodes = " : "",
                    types[t].links && cases[i].value != NULL ? types[t].nodes : "",
                    types[t].links && cases[i].value != NULL ? ";" : "",
                    with && types[t].links ? cases[i].with : "");
                g_autoptr(Params) params = READ(text);
                g_autoptr(GPtrArray) warnings = params_warnings(params);
                const gboolean effect =
                    types[t].links && (cases[i].with == NULL || with) &&
                    (cases[i].type == NULL || strcmp(cases[i].type, types[t].type) == 0);
                g_autofree char *begin =
                    g_strdup_printf("f:2:1: warning: '%s' has no effect ", cases[i].name);
                if (warnings->len != (effect ? 0 : 1) ||
                    (!effect && !g_str_has_prefix(g_ptr_array_index(warnings, 0), begin)))
                    CHECK_TEXT(text, effect ? "no warning" : begin);
            }
}

/* NUL bytes are not the end of the text. */
static void
check_nul(void)
{
    static const char text[] = "power = 1;\n// \0";
    g_autoptr(GError) error = NULL;
    CU_ASSERT_PTR_NULL(params_parse("f", text, sizeof text - 1, &error));
    CU_ASSERT_PTR_NOT_NULL_FATAL(error);
    CHECK_TEXT(error->message,
               "f:2:4: error: expected text, found a NUL byte: this is not a parameter file");
    CHECK_INT(error->code, PARAMS_ERROR_SYNTAX);
}

/* Nobody has to ask for the error. */
static void
check_ignored(void)
{
    CU_ASSERT_PTR_NULL(params_parse("f", "x", 1, NULL));
    CU_ASSERT_PTR_NULL(params_parse("f", "", 1, NULL));
}

static const char good_file[] = "type = transputer;\n"
                                "start time = 75; // TS\n"
                                "send byte time = 0.2;\n"
                                "speed = { 2 x 1, 0.5 };\n"
                                "topology = { 3, 1 };\n"
                                "channels = 4;\n";

/* Whether the file reads or not, there is one of a result and an error, and the error lies in
 * the file. */
static gboolean
reads(const char *text, gsize len)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Params) params = params_parse("f", text, len, &error);
    CHECK_INT(params == NULL, error != NULL);
    guint64 line = 0, column = 0;
    if (error != NULL) {
        CHECK_INT(sscanf(error->message,
                         "f:%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT ": error: ", &line,
                         &column),
                  2);
        const char *p = text;
        for (; line > 1; line--) {
            const char *feed = memchr(p, '\n', (gsize)(text + len - p));
            CU_ASSERT_PTR_NOT_NULL_FATAL(feed);
            p = feed + 1;
        }
        CU_ASSERT(column >= 1 && column - 1 <= (gsize)(text + len - p));
        CU_ASSERT(g_utf8_validate(error->message, -1, NULL));
    }
    return params != NULL;
}

/* A part of the file reads only when it ends between statements. */
static void
check_cut(void)
{
    for (gsize len = 0; len <= strlen(good_file); len++) {
        g_autofree char *part = g_strndup(good_file, len);
        char *comment;
        while ((comment = strstr(part, "//")) != NULL)
            memset(comment, ' ', strcspn(comment, "\n"));
        g_strchomp(part);
        gboolean whole = *part == '\0' || g_str_has_suffix(part, ";");
        /* A lone '/' is not yet a comment. */
        CHECK_INT(reads(good_file, len), whole);
    }
}

/* Any one byte that is not blank or in a comment is needed; a file without it may read
 * (digits), never crash; without a ';', '=', '{' or ',' it does not. */
static void
check_left_out(void)
{
    gsize len = strlen(good_file);
    for (gsize i = 0; i < len; i++) {
        g_autoptr(GString) text = g_string_new(good_file);
        g_string_erase(text, (gssize)i, 1);
        gboolean good = reads(text->str, text->len);
        if (strchr(";={},", good_file[i]) != NULL)
            CHECK_INT(good, FALSE);
    }
}

static void
check_random(void)
{
    static const char bytes[] = "typestarimpowecln =;{},x/\n 0123456789.eE+-\xff\x01";
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
    printf("# seed %d\n", SEED);
    for (int i = 0; i < N_RANDOM; i++) {
        g_autoptr(GString) text = g_string_new(good_file);
        for (int n = g_rand_int_range(rand, 1, 6); n > 0; n--) {
            gint32 at = g_rand_int_range(rand, 0, (gint32)text->len);
            char c = bytes[g_rand_int_range(rand, 0, sizeof bytes)];
            if (g_rand_boolean(rand))
                text->str[at] = c;
            else
                g_string_insert_c(text, at, c);
        }
        reads(text->str, text->len);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "names", check_names },
        { "reals", check_reals },
        { "ends", check_ends },
        { "stray", check_stray },
        { "lists", check_lists },
        { "types", check_types },
        { "cluster", check_cluster },
        { "links", check_links },
        { "networks", check_networks },
        { "warnings", check_warnings },
        { "effects of parameters by type", check_effects },
        { "NUL", check_nul },
        { "ignored", check_ignored },
        { "cut", check_cut },
        { "left out", check_left_out },
        { "random", check_random },
        CU_TEST_INFO_NULL,
    };
    return tap_run("params-errors", tests);
}
