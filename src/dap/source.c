/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sources: editors know files by their paths, traces by what the compiler was given.
 */
#include "config.h"

#include <string.h>

#include "src/dap/private.h"
#include "src/replay/stops.h"
#include "src/report/view/source-file.h"

/* The file of a source; NULL: it is not there. Free with g_free(). */
static char *
find_source(const DapAdapter *adapter, const char *file)
{
    const ReportOptions options = { .source_path = *adapter->source_path != NULL
                                                       ? (const char *const *)adapter->source_path
                                                       : NULL };
    return source_file_find(&options, adapter->trace, file);
}

void
dap_put_source(const DapAdapter *adapter, JsonBuilder *body, const char *file)
{
    if (*file == '\0')
        return;
    g_autofree char *path = find_source(adapter, file);
    g_autofree char *name = g_path_get_basename(file);
    json_builder_set_member_name(body, "source");
    json_builder_begin_object(body);
    dap_put_text(body, "name", name);
    dap_put_text(body, "path", path != NULL ? path : file);
    if (path == NULL)
        dap_put_text(body, "presentationHint", "deemphasize");
    json_builder_end_object(body);
}

/* How well the path that a client knows names the source `file` of the trace. */
static guint
likeness(const char *path, const char *file)
{
    g_autofree char *a = g_path_get_basename(path);
    g_autofree char *b = g_path_get_basename(file);
    g_autofree char *below = g_strconcat("/", file, NULL);
    if (g_str_equal(path, file))
        return 3;
    if (g_str_has_suffix(path, below))
        return 2;
    return g_str_equal(a, b);
}

const char *
dap_source_of(const DapAdapter *adapter, JsonObject *source)
{
    const char *path = dap_text(source, "path"), *best = NULL;
    guint most = 0;
    if (path == NULL)
        path = dap_text(source, "name");
    if (path == NULL || *path == '\0')
        return NULL;
    g_autoptr(GPtrArray) files = replay_files(adapter->session);
    for (guint i = 0; i < files->len; i++) {
        const char *file = g_ptr_array_index(files, i);
        const guint alike = likeness(path, file);
        if (alike > most) {
            most = alike;
            best = file;
        }
    }
    return best;
}

gboolean
dap_source(DapAdapter *adapter, JsonObject *arguments, JsonBuilder *body, GError **error)
{
    const char *file = dap_source_of(adapter, dap_object(arguments, "source"));
    g_autofree char *path = file != NULL ? find_source(adapter, file) : NULL;
    g_autofree char *text = path != NULL ? source_file_read(path) : NULL;
    if (text == NULL)
        return dap_refuse(error, "the source is not there: sourcePath says where to look for it");
    dap_put_text(body, "content", text);
    return TRUE;
}

gboolean
dap_loadedSources(DapAdapter *adapter, JsonObject *arguments G_GNUC_UNUSED, JsonBuilder *body,
                  GError **error G_GNUC_UNUSED)
{
    g_autoptr(GPtrArray) files = replay_files(adapter->session);
    json_builder_set_member_name(body, "sources");
    json_builder_begin_array(body);
    for (guint i = 0; i < files->len; i++) {
        const char *file = g_ptr_array_index(files, i);
        g_autofree char *path = find_source(adapter, file);
        g_autofree char *name = g_path_get_basename(file);
        json_builder_begin_object(body);
        dap_put_text(body, "name", name);
        dap_put_text(body, "path", path != NULL ? path : file);
        json_builder_end_object(body);
    }
    json_builder_end_array(body);
    return TRUE;
}
