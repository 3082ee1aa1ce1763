/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/params/params.h"

#include "src/params/reader.h"
#include "src/params/table.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A file of speeds, one written out for each of a million processors, has less. */
#define LARGEST_FILE (16 * 1024 * 1024)

/* Every row's default, through the reader; no speeds at all stand for 1 each. */
static void
set_defaults(Params *params)
{
    guint n;
    const ParamsRow *rows = params_rows(&n);
    for (guint i = 0; i < n; i++) {
        if (i == PARAMS_SPEED)
            continue;
        g_autofree char *assignment = g_strdup_printf("%s = %s", rows[i].name, rows[i].initial);
        ParamsLexer lexer;
        G_GNUC_UNUSED gboolean done =
            params_lexer_init(&lexer, NULL, assignment, strlen(assignment), NULL) &&
            params_reader_assignment(&lexer, params, NULL);
        g_assert(done);
    }
}

Params *
params_new(void)
{
    Params *params = g_new0(Params, 1);
    params->speeds = g_array_new(FALSE, FALSE, sizeof(ParamsSpeed));
    set_defaults(params);
    return params;
}

Params *
params_copy(const Params *params)
{
    Params *copy = g_new(Params, 1);
    *copy = *params;
    copy->speeds = g_array_sized_new(FALSE, FALSE, sizeof(ParamsSpeed), params->speeds->len);
    if (params->speeds->len > 0)
        g_array_append_vals(copy->speeds, params->speeds->data, params->speeds->len);
    return copy;
}

void
params_free(Params *params)
{
    if (params == NULL)
        return;
    g_array_unref(params->speeds);
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

Params *
params_read(const char *path, GError **error)
{
    gsize len;
    g_autofree char *text = params_read_text(path, &len, error);
    return text != NULL ? params_parse(path, text, len, error) : NULL;
}

Params *
params_parse(const char *name, const char *text, gsize len, GError **error)
{
    g_autoptr(Params) params = params_new();
    ParamsLexer lexer;
    if (!params_lexer_init(&lexer, name, text, len, error) ||
        !params_reader_file(&lexer, params, error))
        return NULL;
    return g_steal_pointer(&params);
}

gboolean
params_set(Params *params, const char *assignment, GError **error)
{
    g_autoptr(Params) changed = params_copy(params);
    ParamsLexer lexer;
    if (!params_lexer_init(&lexer, NULL, assignment, strlen(assignment), error) ||
        !params_reader_assignment(&lexer, changed, error))
        return FALSE;
    Params before = *params;
    *params = *changed;
    *changed = before;
    return TRUE;
}

gboolean
params_set_topology(Params *params, const char *text, GError **error)
{
    ParamsLexer lexer;
    return params_lexer_init(&lexer, NULL, text, strlen(text), error) &&
           params_reader_sizes(&lexer, params, error);
}

gboolean
params_check(const Params *params, GError **error)
{
    gint64 processors = rater_grid_count(&params->topology);
    gint64 speeds = 0;
    for (guint i = 0; i < params->speeds->len; i++)
        speeds += g_array_index(params->speeds, ParamsSpeed, i).count;
    if (params->speeds->len == 0 || speeds >= processors)
        return TRUE;
    g_set_error(error, PARAMS_ERROR, PARAMS_ERROR_VALUE,
                "'speed' is given for %" G_GINT64_FORMAT
                " processor%s, expected at least the %" G_GINT64_FORMAT " of the topology",
                speeds, speeds == 1 ? "" : "s", processors);
    return FALSE;
}

const char *
params_type_name(const Params *params)
{
    return rater_network_name(&params->network);
}
