/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/params/clusters.h"
#include "src/params/mapping.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A file of speeds, one written out for each of a million processors, has less. */
#define LARGEST_FILE (16 * 1024 * 1024)

Params *
params_copy(const Params *params)
{
    Params *copy = g_new(Params, 1);
    *copy = *params;
    copy->file = g_strdup(params->file);
    copy->speeds = g_array_sized_new(FALSE, FALSE, sizeof(ParamsSpeed), params->speeds->len);
    if (params->speeds->len > 0)
        g_array_append_vals(copy->speeds, params->speeds->data, params->speeds->len);
    copy->mapping = params_mapping_copy(params->mapping);
    if (params->clusters != NULL)
        copy->clusters = params_clusters_copy(params->clusters);
    return copy;
}

void
params_free(Params *params)
{
    if (params == NULL)
        return;
    g_array_unref(params->speeds);
    params_mapping_free(params->mapping);
    params_clusters_free(params->clusters);
    g_free(params->file);
    g_free(params);
}

static gboolean
fail_read(const char *path, const char *reason, GError **error)
{
    g_set_error(error, PARAMS_ERROR, PARAMS_ERROR_FILE, "%s: error: cannot be read: %s", path,
                reason);
    return FALSE;
}

/* All of `file`, which may be a pipe; stops beyond LARGEST_FILE, as /dev/zero never ends. */
static gboolean
read_stream(FILE *file, const char *path, GByteArray *bytes, GError **error)
{
    guint8 buffer[16384];
    while (bytes->len <= LARGEST_FILE) {
        gsize n = fread(buffer, 1, sizeof buffer, file);
        if (n == 0)
            break;
        g_byte_array_append(bytes, buffer, (guint)n);
    }
    if (ferror(file))
        return fail_read(path, g_strerror(errno), error);
    if (bytes->len > LARGEST_FILE)
        return fail_read(path, "too large for a parameter file", error);
    return TRUE;
}

char *
params_read_text(const char *path, gsize *len, GError **error)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fail_read(path, g_strerror(errno), error);
        return NULL;
    }
    gboolean done = read_stream(file, path, bytes, error);
    fclose(file);
    if (!done)
        return NULL;
    *len = bytes->len;
    g_byte_array_append(bytes, (const guint8 *)"", 1);
    return (char *)g_byte_array_free(g_steal_pointer(&bytes), FALSE);
}

gboolean
params_is_links(const Params *params)
{
    return params->network.links.kind != NULL || params->clusters != NULL;
}

const char *
params_type_name(const Params *params)
{
    if (params->clusters != NULL)
        return "cluster";
    return params->network.links.kind != NULL ? rater_topology_kind_name(params->network.links.kind)
                                      : rater_network_name(&params->network);
}
