/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The template language over a small tree of its own: what each instruction writes, what is
 * escaped, which mistakes are told with their line, and that every template ends.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/report/page/page.h"
#include "src/report/value/report.h"
#include "tests/report/check.h"

static const char *const names[] = { "a", "b<", "c" };

/* A tree of 7 nodes, 0 over 1 and 4, 1 over 2 and 3, 4 over 5, 5 over 6: the last node of each
 * subtree. */
static const gint64 last_in[] = { 6, 3, 2, 3, 6, 6, 6 };

static gboolean
next_child(ValueList *list, ValueNode *item)
{
    const gint64 *outer = list->of;
    const gint64 child = list->at == 0 ? outer - last_in + 1 : list->at;

    if (child > *outer)
        return FALSE;
    item->of = &last_in[child];
    item->at = child;
    list->at = last_in[child] + 1;
    return TRUE;
}

#define VIEW       void
#define VALUE_ROWS "tests/report/template.def"
#include "src/report/value/rows.h"

/* Files come from a NULL-terminated list of names and contents. */
static GBytes *
load(gpointer files, const char *name, GError **error)
{
    for (const char *const *file = files; *file != NULL; file += 2)
        if (strcmp(file[0], name) == 0)
            return g_bytes_new(file[1], strlen(file[1]));
    g_set_error(error, REPORT_ERROR, REPORT_ERROR_TEMPLATE, "%s: error: not there", name);
    return NULL;
}

static char *
render(const char *const *files, GError **error)
{
    const PageLoader loader = { load, (gpointer)files };
    g_autoptr(Page) page = page_compile(&shape_root, &loader, "main", error);
    if (page == NULL)
        return NULL;

    FILE *file = tmpfile();
    g_autoptr(ReportSink) sink = report_sink_new(fileno(file));
    const ValueNode root = { .shape = &shape_root, .of = "" };
    page_write(page, &root, sink);
    CU_ASSERT_TRUE(report_sink_finish(sink, "test", NULL));
    fseek(file, 0, SEEK_END);
    const gsize len = (gsize)ftell(file);
    char *text = g_malloc0(len + 1);
    rewind(file);
    CHECK_INT(fread(text, 1, len, file), len);
    fclose(file);
    return text;
}

#define ROOT  "<p xmlns='http://www.w3.org/1999/xhtml' xmlns:t='urn:predictor:template'>"
#define START "<!DOCTYPE html>\n<p xmlns=\"http://www.w3.org/1999/xhtml\">"

/* `content` in a <p> becomes `expected` in one. */
static void
check_content(const char *content, const char *expected)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *source = g_strconcat(ROOT, content, "</p>", NULL);
    const char *const files[] = { "main", source, NULL };
    g_autofree char *all = g_strconcat(START, expected, "</p>", NULL);
    g_autofree char *actual = render(files, &error);

    CHECK_TEXT(actual, all);
    CHECK_TEXT(error != NULL ? error->message : "", "");
}

/* `content` in a <p> is a mistake, told for line `line`. */
static void
check_mistake(const char *content, guint line, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *source = g_strconcat(ROOT, content, "</p>", NULL);
    const char *const files[] = { "main", source, NULL };
    g_autofree char *actual = render(files, &error);
    g_autofree char *start = g_strdup_printf("main:%u: error: ", line);

    CU_ASSERT_PTR_NULL(actual);
    CU_ASSERT_TRUE(g_error_matches(error, REPORT_ERROR, REPORT_ERROR_TEMPLATE));
    if (error == NULL)
        return;
    CHECK_TEXT(g_str_has_prefix(error->message, start) ? start : error->message, start);
    CHECK_HAS(error->message, message);
}

static void
test_values(void)
{
    check_content("{text}", "plain");
    check_content("a {text}, {whole} b", "a plain, 1048576 b");
    check_content("{whole:grouped}", "1\xc2\xa0"
                                     "048\xc2\xa0"
                                     "576");
    check_content("{real} {real:exact}", "0.333333 0.3333333333333333");
    check_content("{real:percent} {real:css}", "33.3 % 33.3%");
    check_content("{real:rounded} {large:rounded} {vast:rounded} {nan:rounded}",
                  "0.333 24\xc2\xa0"
                  "568 25\xc2\xa0"
                  "800\xc2\xa0"
                  "000\xc2\xa0"
                  "000 -");
    check_content("{real:time} {nan:time}", "333 ms -");
    check_content("{seconds} {seconds:number} {seconds:exact}", "5.01 ms 0.00501 0.00501");
    check_content("{nan} {nan:exact} {nan:percent} {nan:css}", "- - - 0%");
    check_content("{yes} {no}", "yes no");
    check_content("{null}|{inner.number}|{inner.inner.number}|{absent.number}|", "|7|7||");
    check_content("{{text}} }}{{", "{text} }{");
    check_content("<b id='x{whole}' class='{text}'/>",
                  "<b id=\"x1048576\" class=\"plain\"></b>");
}

static void
test_escape(void)
{
    check_content("{nasty}", "&lt;b a='1'&gt;&quot;&amp;amp;&quot;&lt;/b&gt;\\x0a\t\\x0d]]&gt;"
                             "\\xff\\x01{text}");
    check_content("<b id='{nasty}'/>",
                  "<b id=\"&lt;b a='1'&gt;&quot;&amp;amp;&quot;&lt;/b&gt;\\x0a&#9;\\x0d]]&gt;"
                  "\\xff\\x01{text}\"></b>");
    check_content("&lt;&amp;&gt;&quot;<b id='&lt;&amp;&gt;&quot;'/>",
                  "&lt;&amp;&gt;&quot;<b id=\"&lt;&amp;&gt;&quot;\"></b>");
}

static void
test_if(void)
{
    check_content("<t:if test='yes'>1</t:if><t:if test='no'>2</t:if>", "1");
    check_content("<t:if not='yes'>1</t:if><t:if not='no'>2</t:if>", "2");
    check_content("<t:if test='text'>1</t:if><t:if test='empty'>2</t:if>", "1");
    check_content("<t:if test='whole'>1</t:if><t:if test='real'>2</t:if>", "12");
    check_content("<t:if test='items'>1</t:if><t:if test='none'>2</t:if>", "1");
    check_content("<t:if test='inner'>1</t:if><t:if test='absent'>2</t:if>", "1");
    check_content("<t:if test='null'>1</t:if><t:if test='absent.number'>2</t:if>", "");
    check_content("<t:if test='yes'>1<t:if test='no'>2</t:if>3</t:if>4", "134");
    check_content("<t:if test='no'>1<t:if test='yes'>2</t:if>3</t:if>4", "4");
    check_content("<b t:hidden='yes'/><b t:hidden='no' id='x'/><b t:open='items'/>",
                  "<b hidden=\"hidden\"></b><b id=\"x\"></b><b open=\"open\"></b>");
}

static void
test_each(void)
{
    check_content("<t:each in='items'>{item.name},</t:each>", "a,b&lt;,c,");
    check_content("<t:each in='none'>{item.name},</t:each>", "");
    check_content("<t:each in='words'>{word},</t:each>", "a,b&lt;,c,");
    check_content("<t:each in='inner.items'>{item.name}{item.inner.number} </t:each>",
                  "a7 b&lt;7 ");
    check_content("<t:each in='absent.items'>{item.name}</t:each>", "");
    check_content(
        "<t:each in='items'>{item.name}<t:each in='nodes'>{node.id}</t:each> </t:each>",
        "a0123456 b&lt;0123456 c0123456 ");
    check_content("<t:each in='items'/>{text}<t:each in='items'>{item.name}</t:each>",
                  "plainab&lt;c");
    check_content("<t:each in='items'><t:if test='items'>x</t:if></t:each>", "xxx");
}

static void
test_tree(void)
{
    check_content("<t:each in='roots'>({node.id}<t:recurse in='node.children'/>)</t:each>",
                  "(0(1(2)(3))(4(5(6))))");
    check_content(
        "<t:each in='roots'>{node.id}<t:if test='node.children'>[<t:recurse "
        "in='node.children'/>]</t:if><t:each in='items'>{item.name}</t:each>;</t:each>",
        "0[1[2ab&lt;c;3ab&lt;c;]ab&lt;c;4[5[6ab&lt;c;]ab&lt;c;]ab&lt;c;]ab&lt;c;");
}

static void
test_space(void)
{
    check_content("a  b\t c\n   d \n\n e", "a b c\nd\ne");
    check_content("<t:if test='yes'>\n  x\n  </t:if>", "\nx\n");
    check_content("<t:if test='yes'>\n  <b/>\n  </t:if>", "<b></b>");
    check_content("<b/>\n   <b/> <b/>", "<b></b>\n<b></b> <b></b>");
    check_content("<pre>a  b\n  {text}\n</pre>  <b/>", "<pre>a  b\n  plain\n</pre> <b></b>");
    check_content("a<!-- {none} -->b", "ab");
    check_content("<![CDATA[<x>{text}]]>", "&lt;x&gt;plain");
}

static void
test_markup(void)
{
    check_content("<br/><img src='x'/><div/><script/>",
                  "<br/><img src=\"x\"/><div></div><script></script>");
    check_content("<b xml:lang='de'/>", "<b xml:lang=\"de\"></b>");
    check_content(
        "<svg xmlns='http://www.w3.org/2000/svg'><rect width='{real:css}'/></svg>",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect width=\"33.3%\"></rect></svg>");
    check_content("<style>a > b { c: d }</style>", "<style>a > b { c: d }</style>");
    check_content("<script>if (a &lt; b) {text}</script>",
                  "<script>/*<![CDATA[*/if (a < b) {text}/*]]>*/</script>");
}

static void
test_include(void)
{
    const char *const files[] = {
        "main",
        ROOT "<t:include file='part'/>|<style><t:include file='css'/></style>"
             "<t:each in='items'><t:include file='item'/></t:each></p>",
        "part",
        "<t:group xmlns='http://www.w3.org/1999/xhtml' xmlns:t='urn:predictor:template'>\n<b/> "
        "{text}\n</t:group>",
        "css",
        "a>b{x:y}",
        "item",
        "<i xmlns='http://www.w3.org/1999/xhtml'>{item.name}</i>",
        NULL,
    };
    g_autoptr(GError) error = NULL;
    g_autofree char *actual = render(files, &error);
    const char *one = "<i xmlns=\"http://www.w3.org/1999/xhtml\">";
    g_autofree char *expected =
        g_strconcat(START, "<b></b> plain\n|<style>a>b{x:y}</style>", one, "a</i>", one,
                    "b&lt;</i>", one, "c</i></p>", NULL);

    CHECK_TEXT(actual, expected);
}

/* The sums are those of coreutils: printf 'b {}' | sha256sum, in base 64. A browser reads CR LF
 * as LF. */
static void
test_policy(void)
{
    const char *const files[] = { "main",
                                  ROOT
                                  "<t:policy/><style>b {}</style><script><t:include file='s'/>"
                                  "</script><t:if test='no'><script>x</script></t:if></p>",
                                  "s", "a\r\nb", NULL };
    g_autoptr(GError) error = NULL;
    g_autofree char *text = render(files, &error);

    CHECK_TEXT(text, START "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                           "'none'; base-uri 'none'; "
                           "form-action 'none'; style-src 'unsafe-inline'; style-src-elem "
                           "'sha256-zy87ZYlZV4kMyp51wB+3ABJeEclAGRFupKDmlDS9DAw='; "
                           "style-src-attr 'unsafe-inline'; "
                           "script-src 'sha256-fhj3NzEbLcOy8mndeDlrA1HxT7Zu+oefdoyyMYGIPHg=' "
                           "'sha256-LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE='\"/>"
                           "<style>b {}</style><script>a\r\nb</script></p>");
    check_content("<t:policy/>",
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "base-uri 'none'; "
                  "form-action 'none'; style-src 'unsafe-inline'; style-src-elem 'none'; "
                  "style-src-attr 'unsafe-inline'; script-src 'none'\"/>");
    check_mistake("\n<t:policy/><t:policy/>", 2, "t:policy stands once");
}

static void
test_mistakes(void)
{
    check_mistake("\n{nothing}", 2, "no value is called 'nothing'");
    check_mistake("\n\n<b>{nothing}</b>", 3, "no value is called 'nothing'");
    check_mistake("{text:bold}", 1, "no format is called 'bold'");
    check_mistake("{text", 1, "brace");
    check_mistake("text}", 1, "brace");
    check_mistake("{}", 1, "no value is called ''");
    check_mistake("{items}", 1, "no value is called 'items'");
    check_mistake("{inner}", 1, "no value is called 'inner'");
    check_mistake("{inner.nothing}", 1, "no value is called 'inner.nothing'");
    check_mistake("{text.length}", 1, "no value is called 'text.length'");
    check_mistake("<t:each in='items'>{item}</t:each>", 1, "no value is called 'item'");
    check_mistake("{item.name}", 1, "outside of a t:each that gives 'item'");
    check_mistake("<t:each in='items'/>{item.name}", 1, "outside of a t:each");
    check_mistake("\n<t:each in='text'/>", 2, "no list is called 'text'");
    check_mistake("\n<t:each/>", 2, "t:each needs the attribute 'in'");
    check_mistake("<t:if/>", 1, "t:if needs the attribute 'test'");
    check_mistake("<t:if test='nothing'/>", 1, "no value or list is called 'nothing'");
    check_mistake("<t:if test='node.children'/>", 1, "outside of a t:each that gives 'node'");
    check_mistake("<b t:hidden='nothing'/>", 1, "no value or list is called 'nothing'");
    check_mistake("<t:loop/>", 1, "unknown instruction t:loop");
    check_mistake("<t:include/>", 1, "t:include needs the attribute 'file'");
    check_mistake("<br>x</br>", 1, "<br> has no content");
    check_mistake("<x:b xmlns:x='urn:x'/>", 1, "default namespace");
    check_mistake("<b xmlns=''/>", 1, "default namespace");
    check_mistake("<style><b/></style>", 1, "nothing but text");
    check_mistake("<style>a &lt;/STYLE> b</style>", 1, "would end it");
    check_mistake("<script>a ]]&gt; b</script>", 1, "would end it");
    check_mistake("<?php x?>", 1, "neither an element nor text");
    check_mistake("\n&nbsp;", 2, "nbsp");
    check_mistake("\n\n<b>", 3, "Premature end");
}

/* What could go on for ever, or for very long, is a mistake. */
static void
test_endless(void)
{
    check_mistake("<t:each in='items'><t:each in='items'/></t:each>", 1, "gives 'item' too");
    check_mistake("<t:each in='nodes'><t:each in='node.children'/></t:each>", 1,
                  "gives 'node' too");
    check_mistake("<t:each in='nodes'><t:recurse in='nodes'/></t:each>", 1, "would not end");
    check_mistake("<t:each in='nodes'><t:recurse in='node.children'/><t:recurse "
                  "in='node.children'/></t:each>",
                  1, "once");
    check_mistake("<t:each in='nodes'><t:each in='items'><t:recurse "
                  "in='node.children'/></t:each></t:each>",
                  1, "directly in the t:each");
    check_mistake("<t:recurse in='node.children'/>", 1, "outside of a t:each");
    check_mistake("<t:include file='main'/>", 1, "main includes itself: main > main");
}

/* Each file includes the next one many times: not deep, but long. */
static void
test_include_bomb(void)
{
    const char *files[19] = { NULL };
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) owned = g_ptr_array_new_with_free_func(g_free);

    for (guint i = 0; i < 8; i++) {
        GString *text = g_string_new(ROOT);
        for (guint k = 0; k < 50; k++)
            g_string_append_printf(text, "<t:include file='f%u'/>", i + 1);
        g_string_append(text, "</p>");
        files[2 * i] = i == 0 ? "main" : g_strdup_printf("f%u", i);
        files[2 * i + 1] = g_string_free(text, FALSE);
        if (i > 0)
            g_ptr_array_add(owned, (gpointer)files[2 * i]);
        g_ptr_array_add(owned, (gpointer)files[2 * i + 1]);
    }
    files[16] = "f8";
    files[17] = "<b xmlns='http://www.w3.org/1999/xhtml'/>";
    g_autofree char *actual = render(files, &error);
    CU_ASSERT_PTR_NULL(actual);
    CU_ASSERT_TRUE(g_error_matches(error, REPORT_ERROR, REPORT_ERROR_TEMPLATE));
}

static void
check_source(const char *source, const char *message)
{
    g_autoptr(GError) error = NULL;
    const char *const files[] = { "main", source, NULL };
    g_autofree char *actual = render(files, &error);

    CU_ASSERT_PTR_NULL(actual);
    CU_ASSERT_TRUE(g_error_matches(error, REPORT_ERROR, REPORT_ERROR_TEMPLATE));
    CHECK_HAS(error != NULL ? error->message : "", message);
}

/* Files that include each other are told as they follow; each alone is sound. */
static void
test_include_chain(void)
{
    const char *files[23] = { "main", ROOT "\n<t:include file='a'/></p>",
                              "a",    ROOT "<t:include file='b'/></p>",
                              "b",    ROOT "\n\n<t:include file='a'/></p>" };
    g_autoptr(GError) round = NULL;
    g_autoptr(GError) deep = NULL;
    g_autoptr(GPtrArray) owned = g_ptr_array_new_with_free_func(g_free);

    g_autofree char *none = render(files, &round);
    CU_ASSERT_PTR_NULL(none);
    CHECK_TEXT(round->message, "b:3: error: a includes itself: main > a > b > a");
    for (guint i = 0; i < 11; i++) {
        files[2 * i] = i == 0 ? "main" : g_strdup_printf("f%u", i);
        files[2 * i + 1] = g_strdup_printf(ROOT "<t:include file='f%u'/></p>", i + 1);
        if (i > 0)
            g_ptr_array_add(owned, (gpointer)files[2 * i]);
        g_ptr_array_add(owned, (gpointer)files[2 * i + 1]);
    }
    g_autofree char *no_more = render(files, &deep);
    CU_ASSERT_PTR_NULL(no_more);
    CHECK_TEXT(deep->message, "f8:1: error: files in files more than 8 deep: main > f1 > f2 > "
                              "f3 > f4 > f5 > f6 > f7 > f8 > f9");
}

static void
test_bad_files(void)
{
    const char *const none[] = { NULL };
    g_autoptr(GError) error = NULL;

    CU_ASSERT_PTR_NULL(render(none, &error));
    CU_ASSERT_TRUE(g_error_matches(error, REPORT_ERROR, REPORT_ERROR_TEMPLATE));
    check_source("", "main:1: error: ");
    check_source("text", "main:1: error: ");
    check_source(ROOT "\xff</p>", "main:1: error: ");
    check_source("<!DOCTYPE p [<!ENTITY x 'y'>]>" ROOT "&x;</p>", "declares no entities");
    check_source(
        "<!DOCTYPE p [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>"
        "<!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;'><!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;'>]>" ROOT
        "<b id='&d;&d;&d;'/>&d;</p>",
        "main:1: error: ");
    check_source("<!DOCTYPE p SYSTEM 'file:///etc/passwd'>" ROOT "&x;</p>", "main:1: error: ");
    check_source(ROOT "<t:include file='../x'/></p>",
                 "main:1: error: cannot include '../x': not there");
}

/* The user's folder comes first, file by file. */
static void
test_files(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("predictor-test-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "style.css", NULL);
    guint n;

    g_file_set_contents(path, "own", -1, NULL);
    g_autoptr(GBytes) own = page_files_load(folder, "style.css", &error);
    g_autoptr(GBytes) other = page_files_load(folder, "report.xhtml", &error);
    g_autoptr(GBytes) built_in = page_files_load(NULL, "style.css", &error);
    CHECK_INT(own != NULL && g_bytes_get_size(own) == 3, 1);
    CHECK_INT(other != NULL && built_in != NULL && g_bytes_get_size(built_in) > 3, 1);
    CU_ASSERT_PTR_NULL(page_files_load(folder, "none.css", &error));
    CHECK_TEXT(error->message, "none.css: error: there is no such template");
    CU_ASSERT_PTR_NULL(page_files_load(folder, "../style.css", NULL));
    CU_ASSERT_PTR_NULL(page_files_load(folder, ".", NULL));
    CU_ASSERT_PTR_NULL(page_files_load(folder, "", NULL));
    remove(path);
    CHECK_INT(g_mkdir_with_parents(path, 0700), 0); /* a folder of that name */
    CU_ASSERT_PTR_NULL(page_files_load(folder, "style.css", NULL));
    remove(path);
    remove(folder);
    const PageFile *files = page_files_built_in(&n);
    CU_ASSERT_TRUE(n > 0);
    for (guint i = 0; i < n; i++) {
        g_autoptr(GBytes) bytes = page_files_load(NULL, files[i].name, NULL);
        CU_ASSERT_TRUE(bytes != NULL && g_bytes_get_data(bytes, NULL) == files[i].bytes);
        CU_ASSERT_TRUE(files[i].size > 0);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "values", test_values },
        { "escape", test_escape },
        { "if", test_if },
        { "each", test_each },
        { "tree", test_tree },
        { "white space", test_space },
        { "markup", test_markup },
        { "include", test_include },
        { "policy", test_policy },
        { "mistakes", test_mistakes },
        { "endless", test_endless },
        { "include bomb", test_include_bomb },
        { "include chain", test_include_chain },
        { "bad files", test_bad_files },
        { "files", test_files },
        CU_TEST_INFO_NULL,
    };
    return tap_run("template", tests);
}
