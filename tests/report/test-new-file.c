/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Files that appear whole or not at all, with and without a name while they are written.
 */
#include "src/report/value/new-file.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/report/check.h"

/* A folder for one test. */
typedef struct {
    char *path;
    mode_t umask;
} Place;

static Place
place_new(void)
{
    Place place = { g_dir_make_tmp("predictor-test-XXXXXX", NULL), umask(027) };

    CU_ASSERT_PTR_NOT_NULL_FATAL(place.path);
    return place;
}

static char *
inside(const Place *place, const char *name)
{
    return g_build_filename(place->path, name, NULL);
}

static int
by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names of all that is there, with blanks between. */
static char *
list(const Place *place)
{
    g_autoptr(GDir) dir = g_dir_open(place->path, 0, NULL);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    const char *name;

    while ((name = g_dir_read_name(dir)) != NULL)
        g_ptr_array_add(names, g_strdup(name));
    g_ptr_array_sort(names, by_name);
    g_ptr_array_add(names, NULL);
    return g_strjoinv(" ", (char **)names->pdata);
}

static void
place_clear(Place *place)
{
    g_autoptr(GDir) dir = g_dir_open(place->path, 0, NULL);
    const char *name;

    while ((name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *path = inside(place, name);
        g_remove(path);
    }
    g_rmdir(place->path);
    g_free(place->path);
    umask(place->umask);
}

static void
check_list(const Place *place, const char *expected)
{
    g_autofree char *names = list(place);

    CHECK_TEXT(names, expected);
}

static void
check_file(const char *path, const char *text, mode_t mode)
{
    g_autofree char *found = NULL;
    struct stat status;

    CU_ASSERT_TRUE_FATAL(g_file_get_contents(path, &found, NULL, NULL));
    CHECK_TEXT(found, text);
    CU_ASSERT_TRUE_FATAL(stat(path, &status) == 0);
    CHECK_INT(status.st_mode & 07777, mode);
}

static int
begin(NewFile *file, const char *path, gboolean named, const char *text)
{
    struct stat old;
    const gboolean is_there = stat(path, &old) == 0;
    const int code = new_file_begin(file, path, is_there ? &old : NULL, named);

    if (code == 0)
        CHECK_INT(write(file->fd, text, strlen(text)), (gssize)strlen(text));
    return code;
}

/* New, then over what is there, then dropped. */
static void
test_whole(void)
{
    for (gboolean named = FALSE; named <= TRUE; named++) {
        Place place = place_new();
        g_autofree char *path = inside(&place, "a");
        NewFile file;
        CHECK_INT(begin(&file, path, named, "first"), 0);
        check_list(&place, named ? ".predictor-0" : "");
        CHECK_INT(new_file_finish(&file), 0);
        check_list(&place, "a");
        check_file(path, "first", 0640);
        CHECK_INT(g_chmod(path, 0604), 0);
        CHECK_INT(begin(&file, path, named, "second"), 0);
        check_file(path, "first", 0604);
        CHECK_INT(new_file_finish(&file), 0);
        check_list(&place, "a");
        check_file(path, "second", 0604);
        CHECK_INT(begin(&file, path, named, "third"), 0);
        new_file_drop(&file);
        check_list(&place, "a");
        check_file(path, "second", 0604);
        place_clear(&place);
    }
}

/* Starts a file in a process of its own, which then waits to be killed. */
static pid_t
begin_elsewhere(const char *path, gboolean named)
{
    int ready[2];
    char byte;

    CHECK_INT(pipe(ready), 0);
    const pid_t child = fork();
    if (child == 0) {
        NewFile file;
        const gboolean sound = begin(&file, path, named, "of another") == 0;
        if (write(ready[1], sound ? "x" : "", sound) < 0)
            _exit(1);
        close(ready[1]);
        for (;;)
            pause();
    }
    close(ready[1]);
    CHECK_INT(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return child;
}

static void
end(pid_t child)
{
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

/* What is being written elsewhere stays; what was left by a process that was killed goes, and
 * what belongs to somebody else does not. */
static void
test_killed(void)
{
    Place place = place_new();
    g_autofree char *path = inside(&place, "a");
    g_autofree char *pipe_name = inside(&place, ".predictor-3");
    NewFile file;

    pid_t child = begin_elsewhere(path, FALSE);
    end(child);
    check_list(&place, "");

    CHECK_INT(mkfifo(pipe_name, 0600), 0);
    child = begin_elsewhere(path, TRUE);
    CHECK_INT(begin(&file, path, TRUE, "mine"), 0);
    check_list(&place, ".predictor-0 .predictor-1 .predictor-3");
    CHECK_INT(new_file_finish(&file), 0);
    check_list(&place, ".predictor-0 .predictor-3 a");
    end(child);
    check_list(&place, ".predictor-0 .predictor-3 a");
    CHECK_INT(begin(&file, path, FALSE, "again"), 0);
    CHECK_INT(new_file_finish(&file), 0);
    check_list(&place, ".predictor-3 a");
    check_file(path, "again", 0640);
    place_clear(&place);
}

/* Many at the same time, of all kinds. */
static void
test_many(void)
{
    Place place = place_new();
    NewFile files[40];
    char *paths[G_N_ELEMENTS(files)];

    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *name = g_strdup_printf("%u", i / 2);
        paths[i] = inside(&place, name);
        CHECK_INT(begin(&files[i], paths[i], i % 3 > 0, name), 0);
    }
    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *name = g_strdup_printf("%u", i / 2);
        CHECK_INT(new_file_finish(&files[i]), 0);
        check_file(paths[i], name, 0640);
        g_free(paths[i]);
    }
    g_autofree char *names = list(&place);
    CU_ASSERT_PTR_NULL(strstr(names, "predictor"));
    place_clear(&place);
}

static void
check_target(const Place *place, const char *name, const char *expected)
{
    g_autofree char *path = inside(place, name);
    g_autofree char *wanted = inside(place, expected);
    g_autofree char *target = new_file_target(path);

    CHECK_TEXT(target, wanted);
}

static void
test_links(void)
{
    static const char *const links[][2] = { { "nowhere", "to-nothing" },
                                            { "to-nothing", "twice" },
                                            { "round", "round" } };
    Place place = place_new();

    for (gsize i = 0; i < G_N_ELEMENTS(links); i++) {
        g_autofree char *path = inside(&place, links[i][1]);
        CHECK_INT(symlink(links[i][0], path), 0);
    }
    g_autofree char *absolute = inside(&place, "absolute");
    g_autofree char *end_of_it = inside(&place, "twice");
    CHECK_INT(symlink(end_of_it, absolute), 0);
    check_target(&place, "plain", "plain");
    check_target(&place, "to-nothing", "nowhere");
    check_target(&place, "twice", "nowhere");
    check_target(&place, "absolute", "nowhere");
    g_autofree char *around = inside(&place, "round");
    g_autofree char *none = new_file_target(around);
    CU_ASSERT_PTR_NULL(none);
    place_clear(&place);
}

int
main(void)
{
    CU_TestInfo tests[] = { { "whole or not at all", test_whole },
                            { "killed", test_killed },
                            { "many at a time", test_many },
                            { "links", test_links },
                            CU_TEST_INFO_NULL };

    return tap_run("new files", tests);
}
