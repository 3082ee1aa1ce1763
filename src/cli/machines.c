/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/machines.h"

#include <string.h>

#include "src/base/text-table.h"

#define SUFFIX ".par"

/* The folder of the shipped files: that of the installation, or in the source tree above a
 * program that is not installed; free with g_free(). NULL: it is not there. */
static char *
find_folder(void)
{
    static const char *const above[] = { "../share/" PACKAGE "/params", "params", "../params",
                                         "../../params", "../../../params" };
    g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *place = program != NULL ? g_path_get_dirname(program) : NULL;
    for (guint i = 0; place != NULL && i < G_N_ELEMENTS(above); i++) {
        g_autofree char *folder = g_build_filename(place, above[i], NULL);
        g_autofree char *known = g_build_filename(folder, "network" SUFFIX, NULL);
        if (g_file_test(known, G_FILE_TEST_EXISTS))
            return g_steal_pointer(&folder);
    }
    return g_file_test(PKGDATADIR "/params", G_FILE_TEST_IS_DIR)
               ? g_strdup(PKGDATADIR "/params")
               : NULL;
}

char *
cli_machine_find(const char *name)
{
    if (g_file_test(name, G_FILE_TEST_EXISTS) || strchr(name, '/') != NULL)
        return g_strdup(name);
    g_autofree char *folder = *name != '\0' ? find_folder() : NULL;
    if (folder == NULL)
        return NULL;
    g_autofree char *file =
        g_strconcat(name, g_str_has_suffix(name, SUFFIX) ? "" : SUFFIX, NULL);
    g_autofree char *path = g_canonicalize_filename(file, folder);
    return g_file_test(path, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer(&path) : NULL;
}

/* The first sentence of the comment that a file begins with. */
static char *
describe(const char *folder, const char *file)
{
    g_autofree char *path = g_build_filename(folder, file, NULL);
    g_autofree char *text = NULL;
    GString *sentence = g_string_new(NULL);
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return g_string_free(sentence, FALSE);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL && g_str_has_prefix(*line, "//"); line++) {
        g_string_append_printf(sentence, "%s%s", sentence->len > 0 ? " " : "",
                               g_strstrip(*line + 2));
        const char *end = strstr(sentence->str, ". ");
        if (end != NULL)
            g_string_truncate(sentence, (gsize)(end - sentence->str) + 1);
        if (g_str_has_suffix(sentence->str, "."))
            break;
    }
    return g_string_free(sentence, FALSE);
}

static int
compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char *
cli_machine_list(void)
{
    g_autofree char *folder = find_folder();
    g_autoptr(GDir) dir = folder != NULL ? g_dir_open(folder, 0, NULL) : NULL;
    g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(TextTable) table = text_table_new(2, 2);
    GString *out = g_string_new(NULL);
    for (const char *file; dir != NULL && (file = g_dir_read_name(dir)) != NULL;)
        if (g_str_has_suffix(file, SUFFIX))
            g_ptr_array_add(files, g_strdup(file));
    g_ptr_array_sort(files, compare_names);
    for (guint i = 0; i < files->len; i++) {
        const char *file = g_ptr_array_index(files, i);
        text_table_take(table, g_strndup(file, strlen(file) - strlen(SUFFIX)));
        text_table_take(table, describe(folder, file));
    }
    text_table_write(table, out);
    if (files->len > 0)
        return g_string_free(out, FALSE);
    g_string_free(out, TRUE);
    return NULL;
}
