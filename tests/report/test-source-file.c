/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What names of sources in a trace lead to: an ordinary file of the folder, or nothing.
 */
#include "src/report/view/source-file.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/report/check.h"

#define SECRET "secret\n"
#define PUBLIC "public\n"

/* A folder of sources, and around it what nobody may see. */
typedef struct {
    char *outer, *folder;
} Tree;

static void
put(const char *folder, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *above = g_path_get_dirname(path);

    CHECK_INT(g_mkdir_with_parents(above, 0700), 0);
    CU_ASSERT_TRUE_FATAL(g_file_set_contents(path, text, -1, NULL));
}

static void
put_link(const Tree *tree, const char *name, const char *target)
{
    g_autofree char *path = g_build_filename(tree->folder, name, NULL);

    CHECK_INT(symlink(target, path), 0);
}

static void
tree_init(Tree *tree)
{
    tree->outer = g_dir_make_tmp("predictor-test-XXXXXX", NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree->outer);
    tree->folder = g_build_filename(tree->outer, "sources", NULL);
    put(tree->outer, "secret", SECRET);
    put(tree->outer, "sources-too/secret", SECRET);
    put(tree->outer, "sources/a.f", PUBLIC);
    put(tree->outer, "sources/deep/b.f", PUBLIC);
    put(tree->outer, "sources/trace.trc", "");
    put(tree->outer, "sources/.hidden", SECRET);
    put(tree->outer, "sources/.ssh/id", SECRET);
    put_link(tree, "out.f", "../secret");
    put_link(tree, "away", "..");
    put_link(tree, "round.f", "round.f");
    put_link(tree, "in.f", "deep/b.f");
    put_link(tree, "in-hidden.f", ".hidden");
    put_link(tree, "absolute.f", "/etc/passwd");
    g_autofree char *fifo = g_build_filename(tree->folder, "fifo.f", NULL);
    g_autofree char *large = g_build_filename(tree->folder, "large.f", NULL);
    CHECK_INT(mkfifo(fifo, 0600), 0);
    put(tree->folder, "large.f", "");
    CHECK_INT(truncate(large, (off_t)1 << 40), 0);
    put_link(tree, "device.f", "/dev/zero");
}

static void
remove_all(const char *path)
{
    GDir *dir = g_file_test(path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open(path, 0, NULL);
    const char *name;

    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *inner = g_build_filename(path, name, NULL);
        remove_all(inner);
    }
    g_clear_pointer(&dir, g_dir_close);
    g_remove(path);
}

static void
tree_clear(Tree *tree)
{
    remove_all(tree->outer);
    g_free(tree->outer);
    g_free(tree->folder);
}

/* What is shown of `name`, NULL: nothing. */
static char *
shown(const ReportOptions *options, const char *trace, const char *name)
{
    g_autofree char *path = source_file_find(options, trace, name);

    return path != NULL ? source_file_read(path) : NULL;
}

/* A name, and whether it may be shown from --source-path, and from beside the trace. */
static const struct {
    const char *name;
    gboolean below, beside;
} cases[] = {
    { "a.f", TRUE, TRUE },
    { "./a.f", TRUE, FALSE },
    { "deep/b.f", TRUE, FALSE },
    { "deep/../a.f", TRUE, FALSE }, /* by its last part */
    { "elsewhere/a.f", TRUE, FALSE },
    { "/etc/a.f", TRUE, FALSE },
    { "../sources/a.f", TRUE, FALSE },
    { "a/../../a.f", TRUE, FALSE },
    { "in.f", TRUE, FALSE }, /* a link, but to a file inside */
    { "", FALSE, FALSE },
    { ".", FALSE, FALSE },
    { "..", FALSE, FALSE },
    { "/", FALSE, FALSE },
    { "./", FALSE, FALSE },
    { "a.f/", TRUE, FALSE },
    { "deep", FALSE, FALSE },
    { "b.f", FALSE, FALSE },
    { "../secret", FALSE, FALSE },
    { "secret", FALSE, FALSE },
    { "../sources-too/secret", FALSE, FALSE },
    { "away/secret", FALSE, FALSE },
    { "out.f", FALSE, FALSE },
    { "round.f", FALSE, FALSE },
    { "absolute.f", FALSE, FALSE },
    { "/etc/passwd", FALSE, FALSE },
    { "../../../../etc/passwd", FALSE, FALSE },
    { ".hidden", FALSE, FALSE },
    { "./.hidden", FALSE, FALSE },
    { ".ssh/id", FALSE, FALSE },
    { "deep/../.ssh/id", FALSE, FALSE },
    { "in-hidden.f", FALSE, FALSE },
    { "fifo.f", FALSE, FALSE },
    { "device.f", FALSE, FALSE },
    { "large.f", FALSE, FALSE },
};

static void
test_names(void)
{
    Tree tree;
    tree_init(&tree);
    const char *const folders[] = { tree.folder, NULL };
    const ReportOptions asked = { .source_path = folders };
    const ReportOptions unasked = { 0 };
    g_autofree char *trace = g_build_filename(tree.folder, "trace.trc", NULL);

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *below = shown(&asked, NULL, cases[i].name);
        g_autofree char *beside = shown(&unasked, trace, cases[i].name);
        CHECK_TEXT(below != NULL ? below : "", cases[i].below ? PUBLIC : "");
        CHECK_TEXT(beside != NULL ? beside : "", cases[i].beside ? PUBLIC : "");
        if ((below != NULL) != cases[i].below || (beside != NULL) != cases[i].beside)
            CHECK_TEXT(cases[i].name, "a name that is treated otherwise");
    }
    tree_clear(&tree);
}

/* A file that becomes a link between being found and being read. */
static void
test_swapped(void)
{
    Tree tree;
    tree_init(&tree);
    const char *const folders[] = { tree.folder, NULL };
    const ReportOptions asked = { .source_path = folders };
    g_autofree char *file = source_file_find(&asked, NULL, "a.f");
    g_autofree char *deep = source_file_find(&asked, NULL, "deep/b.f");
    g_autofree char *folder = g_path_get_dirname(deep);
    g_autofree char *moved = g_build_filename(tree.outer, "moved", NULL);

    g_remove(file);
    put_link(&tree, "a.f", "../secret");
    CHECK_INT(g_rename(folder, moved), 0);
    put_link(&tree, "deep", "../moved");
    CU_ASSERT_PTR_NULL(source_file_read(file));
    CU_ASSERT_PTR_NULL(source_file_read(deep));
    tree_clear(&tree);
}

/* Without a folder, a trace, or rights. */
static void
test_nothing(void)
{
    const char *const folders[] = { "", "/nowhere", NULL };
    const ReportOptions asked = { .source_path = folders };
    const ReportOptions unasked = { 0 };

    CU_ASSERT_PTR_NULL(shown(&asked, NULL, "a.f"));
    CU_ASSERT_PTR_NULL(shown(&unasked, NULL, "a.f"));
    CU_ASSERT_PTR_NULL(shown(&unasked, "-", "a.f"));
    CU_ASSERT_PTR_NULL(shown(&unasked, "/dev/null", "a.f"));
}

int
main(void)
{
    CU_TestInfo tests[] = { { "names", test_names },
                            { "swapped", test_swapped },
                            { "nothing", test_nothing },
                            CU_TEST_INFO_NULL };

    return tap_run("files of sources", tests);
}
