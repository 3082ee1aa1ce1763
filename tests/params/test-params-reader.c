/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is read, and what it means.
 */
#include "tests/params/params-check.h"

#include <string.h>

static const ParamsSpeed *
speed(const Params *params, guint i)
{
    return &g_array_index(params->speeds, ParamsSpeed, i);
}

static void
check_whole_file(void)
{
    g_autoptr(Params) p = READ("// System type = network | transputer\n"
                               "type = transputer;\n"
                               "start time = 75;\n"
                               "send byte time = 0.2;\n"
                               "power = 0.5;\n"
                               "trace overhead = 1;\n"
                               "speed = { 2 x 1, 0.5 };\n"
                               "topology = {2, 2};\n"
                               "scale = 2;\n"
                               "channels = 16;\n");
    CHECK_TEXT(params_type_name(p), "transputer");
    CHECK_TEXT(params_type_name(p), "transputer");
    CHECK_ATTO(p->network.start_time, (RaterAtto)75000000 * 1000000);
    CHECK_ATTO(p->network.byte_time, G_GINT64_CONSTANT(200000000000));
    CHECK_SAME(p->start_time, 7.5e-05);
    CHECK_SAME(p->send_byte_time, 2e-07);
    CHECK_SAME(p->power, 0.5);
    CHECK_SAME(p->trace_overhead, 1e-06);
    CHECK_SAME(p->network.scale, 2);
    CHECK_INT(p->network.channels, 16);
    CHECK_INT(p->topology.rank, 2);
    CHECK_INT(p->topology.size[0], 2);
    CHECK_INT(p->topology.size[1], 2);
    CHECK_INT(p->topology.size[2], 0);
    CHECK_INT(p->speeds->len, 2);
    CHECK_INT(speed(p, 0)->count, 2);
    CHECK_SAME(speed(p, 0)->speed, 1);
    CHECK_INT(speed(p, 1)->count, 1);
    CHECK_SAME(speed(p, 1)->speed, 0.5);
}

/* All these say start time 75, type ideal, topology { 4, 2 }. */
static void
check_free_form(void)
{
    static const char *const texts[] = {
        "start time=75;type=ideal;topology={4,2};",
        "topology = { 4, 2 };\ntype = ideal;\nstart time = 75;\n",
        "START TIME = 75; Type = IDEAL; toPOLogy = { 4, 2 };",
        "start \t  time = 75; type = Ideal; topology = { 4, 2 };",
        "start time // TS\n = // is\n 75 // microseconds\n ; type\n=\nideal\n;"
        "topology = { // rows\n 4 // and\n , // columns\n 2 // end\n } // of list\n;",
        "start time = 75;//type = network;\ntype = ideal; // topology = { 1 };\n"
        "topology = { 4, 2 }; //",
        "start time = 75;\r\ntype = ideal;\r\ntopology = { 4,\r\n 2 };\r\n",
        "\xef\xbb\xbfstart time = 75;\ntype = ideal;\ntopology = { 4, 2 };\n",
        "\v\f\r\n start\vtime = 75;\n\n\n type = ideal; topology = { 4, 2 };",
        "start time = 75.; type = ideal; topology = { +4, 2 };",
        "start time = +75.000000000000000000; type = ideal; topology = { 04, 2 };",
        "start time = 7.5e1; type = ideal; topology = { 4, 2 };",
        "start time = 7500E-2; type = ideal; topology = { 4, 2 };",
        "// caf\xe9 \xff\xfe\nstart time = 75; type = ideal; topology = { 4, 2 };",
        "/// slash ///\nstart time = 75; type = ideal; topology = { 4, 2 };",
    };
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(Params) p = READ(texts[i]);
        CHECK_ATTO(p->network.start_time, (RaterAtto)75000000 * 1000000);
        CHECK_SAME(p->start_time, 7.5e-05);
        CHECK_TEXT(params_type_name(p), "ideal");
        CHECK_INT(p->topology.rank, 2);
        CHECK_INT(p->topology.size[0], 4);
        CHECK_INT(p->topology.size[1], 2);
    }
}

static void
check_empty(void)
{
    static const char *const texts[] = { "", " ", "\n\n", "// nothing", "//", "\xef\xbb\xbf" };
    g_autoptr(Params) defaults = params_new();
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(Params) p = READ(texts[i]);
        CHECK_EQUAL(p, defaults);
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(Params) mapped = params_parse("f", NULL, 0, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mapped);
    CHECK_EQUAL(mapped, defaults);
}

static void
check_types(void)
{
    static const struct {
        const char *text, *name;
    } cases[] = {
        { "type = network;", "network" },  { "type = ethernet;", "network" },
        { "type = Ethernet;", "network" }, { "type = transputer;", "transputer" },
        { "type = ideal;", "ideal" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Params) p = READ(cases[i].text);
        CHECK_TEXT(params_type_name(p), cases[i].name);
    }
}

/* The ends of every range belong to it. */
static void
check_limits(void)
{
    g_autoptr(Params) least = READ("start time = 1e-9; send byte time = 0.000000000001e3;"
                                   "power = 1e-9; trace overhead = 0.000000001;"
                                   "scale = 0.000000001; channels = 1; speed = { 1e-9 };"
                                   "topology = { 1, 1, 1, 1, 1, 1, 1, 1 };");
    CHECK_ATTO(least->network.start_time, 1000);
    CHECK_ATTO(least->network.byte_time, 1000);
    CHECK_SAME(least->start_time, 1e-15);
    CHECK_SAME(least->power, 1e-9);
    CHECK_SAME(least->trace_overhead, 1e-15);
    CHECK_SAME(least->network.scale, 1e-9);
    CHECK_SAME(speed(least, 0)->speed, 1e-9);
    CHECK_INT(least->topology.rank, 8);
    g_autoptr(Params) most = READ("start time = 1e9; send byte time = 1000000000;"
                                  "power = 1e9; trace overhead = 1000000000.000; scale = 1e+9;"
                                  "channels = 9223372036854775807;"
                                  "speed = { 9223372036854775806 x 1e9, 1 };"
                                  "topology = { 2147483648 };");
    CHECK_ATTO(most->network.start_time, (RaterAtto)1000000000 * 1000000000 * 1000);
    CHECK_SAME(most->send_byte_time, 1000);
    CHECK_SAME(most->power, 1e9);
    CHECK_SAME(most->trace_overhead, 1000);
    CHECK_INT(most->network.channels, G_MAXINT64);
    CHECK_INT(most->topology.size[0], G_GINT64_CONSTANT(2147483648));
    CHECK_INT(speed(most, 0)->count, G_MAXINT64 - 1);
    g_autoptr(Params) wide = READ("topology = { 2, 4, 8, 16, 32, 64, 128, 8 };");
    CHECK_INT(rater_grid_count(&wide->topology), G_GINT64_CONSTANT(2147483648));
    g_autoptr(Params) zero =
        READ("start time = 0.0; send byte time = 0e5; trace overhead = -0;");
    CHECK_ATTO(zero->network.start_time, 0);
    CHECK_SAME(zero->start_time, 0);
    CHECK_SAME(zero->trace_overhead, 0);
}

static void
check_digits(void)
{
    g_autoptr(Params) p = READ("start time = 123.456789012345;"
                               "send byte time = 1.234567e-6;"
                               "trace overhead = 0.1000000000000000000000;"
                               "power = 0.333333333333333; scale = 123456789012345e-7;");
    CHECK_ATTO(p->network.start_time, G_GINT64_CONSTANT(123456789012345));
    CHECK_SAME(p->start_time, 123.456789012345e-6);
    CHECK_ATTO(p->network.byte_time, 1234567);
    CHECK_SAME(p->send_byte_time, 1.234567e-12);
    CHECK_SAME(p->trace_overhead, 1e-7);
    CHECK_SAME(p->power, 0.333333333333333);
    CHECK_SAME(p->network.scale, 12345678.9012345);
}

/* Equal neighbours are counted, however they are written. */
static void
check_speeds(void)
{
    static const char *const texts[] = {
        "speed = { 1, 1, 2, 1 };",       "speed = { 2x1, 2, 1 };",
        "speed = { 2 X 1.0, 1x2, 1 };",  "speed = {1 x 1,1,1 x 2 , 1x1};",
        "speed = { 2\nx\n1, 2 , 1e0 };", "speed = { 2 // two\n x // of\n 1, 2, 1 };",
    };
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(Params) p = READ(texts[i]);
        CHECK_INT(p->speeds->len, 3);
        CHECK_INT(speed(p, 0)->count, 2);
        CHECK_SAME(speed(p, 0)->speed, 1);
        CHECK_INT(speed(p, 1)->count, 1);
        CHECK_SAME(speed(p, 1)->speed, 2);
        CHECK_INT(speed(p, 2)->count, 1);
        CHECK_SAME(speed(p, 2)->speed, 1);
    }
}

/* A million entries, one of them longer than any line. */
static void
check_long(void)
{
    g_autoptr(GString) text = g_string_new("speed = { 1");
    for (int i = 1; i < 1000000; i++)
        g_string_append(text, i % 2 != 0 ? ",2" : ",1");
    g_string_append(text, "}; power = 2.");
    for (int i = 0; i < 1000000; i++)
        g_string_append_c(text, '0');
    g_string_append_c(text, ';');
    g_autoptr(Params) p = READ(text->str);
    CHECK_INT(p->speeds->len, 1000000);
    CHECK_SAME(p->power, 2);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "whole file", check_whole_file },
        { "free form", check_free_form },
        { "empty", check_empty },
        { "types", check_types },
        { "limits", check_limits },
        { "digits", check_digits },
        { "speeds", check_speeds },
        { "long", check_long },
        CU_TEST_INFO_NULL,
    };
    return tap_run("params-reader", tests);
}
