/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "src/report/page/page.h"

#define LARGEST_FILE (16 * 1024 * 1024)

static GBytes *
fail(const char *path, const char *message, GError **error)
{
    g_set_error(error, REPORT_ERROR, REPORT_ERROR_TEMPLATE, "%s: error: %s", path, message);
    return NULL;
}

static GBytes *
load_built_in(const char *name, GError **error)
{
    guint n;
    const PageFile *files = page_files_built_in(&n);

    for (guint i = 0; i < n; i++)
        if (strcmp(files[i].name, name) == 0)
            return g_bytes_new_static(files[i].bytes, files[i].size);
    return fail(name, "there is no such template", error);
}

/* `path` is there. */
static GBytes *
load_file(const char *path, const GStatBuf *status, GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_autofree char *text = NULL;
    gsize size;

    if (!S_ISREG(status->st_mode))
        return fail(path, "not a regular file", error);
    if (status->st_size > LARGEST_FILE)
        return fail(path, "too large for a template", error);
    if (!g_file_get_contents(path, &text, &size, &cause))
        return fail(path, cause->message, error);
    return g_bytes_new_take(g_steal_pointer(&text), size);
}

GBytes *
page_files_load(gpointer directory, const char *name, GError **error)
{
    GStatBuf status;

    if (*name == '\0' || *name == '.' || strchr(name, '/') != NULL)
        return fail(name, "not a plain file name", error);
    if (directory == NULL)
        return load_built_in(name, error);
    if (!g_file_test(directory, G_FILE_TEST_IS_DIR))
        return fail(directory, "not a folder of templates", error);
    g_autofree char *path = g_build_filename(directory, name, NULL);
    if (g_stat(path, &status) == 0)
        return load_file(path, &status, error);
    if (errno != ENOENT)
        return fail(path, g_strerror(errno), error);
    return load_built_in(name, error);
}

/* Puts the folder before the name of its file that `error` begins with. */
static void
tell_folder(const char *directory, GError **error)
{
    const char *message = (*error)->message;
    const char *colon = strchr(message, ':');

    if (directory == NULL || !g_error_matches(*error, REPORT_ERROR, REPORT_ERROR_TEMPLATE) ||
        colon == NULL)
        return;
    g_autofree char *name = g_strndup(message, (gsize)(colon - message));
    g_autofree char *path = g_build_filename(directory, name, NULL);
    if (strchr(name, '/') != NULL || !g_file_test(path, G_FILE_TEST_IS_REGULAR))
        return;
    g_autofree char *told = g_strconcat(path, colon, NULL);
    g_clear_error(error);
    g_set_error_literal(error, REPORT_ERROR, REPORT_ERROR_TEMPLATE, told);
}

gboolean
page_files_write(const ValueNode *root, const char *directory, const char *name,
                 ReportSink *sink, GError **error)
{
    const PageLoader loader = { page_files_load, (gpointer)directory };
    GError *wrong = NULL;
    g_autoptr(Page) page = page_compile(root->shape, &loader, name, &wrong);

    if (page == NULL) {
        tell_folder(directory, &wrong);
        g_propagate_error(error, wrong);
        return FALSE;
    }
    page_write(page, root, sink);
    return TRUE;
}
