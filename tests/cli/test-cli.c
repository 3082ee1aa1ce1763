/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Parts of the command line that need no process: messages, kinds of files, paths.
 */
#include "src/cli/file.h"
#include "src/cli/message.h"
#include "tests/tap.h"

static void
test_for_file(void)
{
    static const struct {
        const char *message, *line;
    } cases[] = {
        { "something", "a.par: error: something" },
        { "a.par: cannot write", "a.par: error: cannot write" },
        { "a.par:3: wrong", "a.par:3: error: wrong" },
        { "a.par:3:14: wrong: 5: six", "a.par:3:14: error: wrong: 5: six" },
        { "a.par:3:14: error: wrong", "a.par:3:14: error: wrong" },
        { "a.par:3:14:15: odd", "a.par:3:14: error: 15: odd" },
        { "a.parts: wrong", "a.par: error: a.parts: wrong" },
        { "b.par:3: wrong", "a.par: error: b.par:3: wrong" },
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *line = cli_message_for_file("a.par", cases[i].message);
        CU_ASSERT_STRING_EQUAL(line, cases[i].line);
    }
    g_autofree char *nameless = cli_message_for_file("", ": error: cannot open");
    CU_ASSERT_STRING_EQUAL(nameless, "'': error: cannot open");
}

static void
test_kind(void)
{
    static const struct {
        const char *text;
        CliFileKind kind;
    } cases[] = {
        { "", CLI_FILE_UNKNOWN },
        { "\x1f\x8b\x08", CLI_FILE_TRACE },
        { "\n \n  call_distr_  TIME=0.1 LINE=1 FILE=a.fdv\n", CLI_FILE_TRACE },
        { "a = 5;\nret_distr_ TIME=0.1 LINE=1 FILE=a", CLI_FILE_TRACE },
        { "Event_dvm_exit TIME=0 LINE= FILE=a", CLI_FILE_TRACE },
        { " RTS VERSION = 2889\n\n", CLI_FILE_TRACE },
        { "call me\n", CLI_FILE_UNKNOWN },
        { "// only a comment\n\n", CLI_FILE_PARAMS },
        { "start  time=5;", CLI_FILE_PARAMS },
        { "\xef\xbb\xbfpower = 5;", CLI_FILE_PARAMS },
        { "\xef\xbb\xbf RTS VERSION = 2889\n", CLI_FILE_TRACE },
        { "\xef\xbb\xbf", CLI_FILE_UNKNOWN },
        { "\r\ntype = network; // TIME=\r\n", CLI_FILE_PARAMS },
        { "mvs.CommType = myrinet(1);", CLI_FILE_PARAMS },
        { "Dear Sir, 2 = 1 + 1\n", CLI_FILE_UNKNOWN },
        { "= 5;", CLI_FILE_UNKNOWN },
        { "<html>\n", CLI_FILE_UNKNOWN },
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
        CHECK_INT(cli_file_kind_of(cases[i].text), cases[i].kind);
}

static void
test_same_place(void)
{
    CU_ASSERT_TRUE(cli_file_same_place("/tmp/no-such-file", "/tmp/no-such-file"));
    CU_ASSERT_TRUE(cli_file_same_place("/tmp/no-such-file", "/tmp/./../tmp//no-such-file"));
    CU_ASSERT_FALSE(cli_file_same_place("/tmp/no-such-file", "/tmp/no-such-file-either"));
    CU_ASSERT_FALSE(cli_file_same_place("/no-such-folder/a", "/no-such-folder-either/a"));
    CU_ASSERT_TRUE(cli_file_same_place(".", "./"));
    CU_ASSERT_FALSE(cli_file_is_special("."));
    CU_ASSERT_FALSE(cli_file_is_special("/no-such-file"));
    CU_ASSERT_TRUE(cli_file_is_special("/dev/null"));
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "message for a file", test_for_file },
        { "kind of a file", test_kind },
        { "same place", test_same_place },
        CU_TEST_INFO_NULL,
    };
    return tap_run("cli", tests);
}
