/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/machines.h"

#include <string.h>

#include "src/base/nearest.h"
#include "src/base/text-table.h"

#define SUFFIX ".par"

/* What users keep for themselves; free with g_free(). */
static char *
own_folder(void)
{
    return g_build_filename(g_get_user_config_dir(), PACKAGE, NULL);
}

/* The folder of the shipped files: that of the installation, or in the source tree above a
 * program that is not installed; free with g_free(). NULL: it is not there. */
static char *
shipped_folder(void)
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

/* The path of FILE.par in `folder`; NULL: it is not there. */
static char *
find_in(const char *folder, const char *file)
{
    g_autofree char *path = folder != NULL ? g_canonicalize_filename(file, folder) : NULL;
    return path != NULL && g_file_test(path, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer(&path)
                                                                    : NULL;
}

char *
cli_machine_find(const char *name)
{
    if (g_file_test(name, G_FILE_TEST_EXISTS) || strchr(name, '/') != NULL)
        return g_strdup(name);
    if (*name == '\0')
        return NULL;
    g_autofree char *own = own_folder();
    g_autofree char *shipped = shipped_folder();
    g_autofree char *file =
        g_strconcat(name, g_str_has_suffix(name, SUFFIX) ? "" : SUFFIX, NULL);
    char *path = find_in(own, file);
    return path != NULL ? path : find_in(shipped, file);
}

/* The first sentence of the comment that a file begins with. */
static char *
describe(const char *path)
{
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

/* The names of the parameter files of `folder`, sorted. */
static GPtrArray *
names_in(const char *folder)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) dir = folder != NULL ? g_dir_open(folder, 0, NULL) : NULL;
    for (const char *file; dir != NULL && (file = g_dir_read_name(dir)) != NULL;)
        if (g_str_has_suffix(file, SUFFIX))
            g_ptr_array_add(names, g_strndup(file, strlen(file) - strlen(SUFFIX)));
    g_ptr_array_sort(names, compare_names);
    return names;
}

/* Names and paths, in turn: the user's own, then the shipped ones that no own one stands before. */
static GPtrArray *
find_machines(void)
{
    g_autofree char *own = own_folder();
    g_autofree char *shipped = shipped_folder();
    const char *const folders[] = { own, shipped };
    GPtrArray *all = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autoptr(GPtrArray) names = names_in(folders[i]);
        for (guint n = 0; n < names->len; n++) {
            const char *name = g_ptr_array_index(names, n);
            g_autofree char *file = g_strconcat(name, SUFFIX, NULL);
            g_autofree char *hidden = i > 0 ? find_in(own, file) : NULL;
            if (hidden != NULL)
                continue;
            g_ptr_array_add(all, g_strdup(name));
            g_ptr_array_add(all, g_build_filename(folders[i], file, NULL));
        }
    }
    return all;
}

char *
cli_machine_list(void)
{
    g_autoptr(GPtrArray) machines = find_machines();
    g_autoptr(TextTable) table = text_table_new(2, 2);
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < machines->len; i += 2) {
        text_table_take(table, g_strdup(g_ptr_array_index(machines, i)));
        text_table_take(table, describe(g_ptr_array_index(machines, i + 1)));
    }
    text_table_write(table, out);
    return machines->len > 0 ? g_string_free(g_steal_pointer(&out), FALSE) : NULL;
}

char *
cli_machine_nearest(const char *word)
{
    g_autoptr(GPtrArray) machines = find_machines();
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < machines->len; i += 2)
        g_ptr_array_add(names, g_ptr_array_index(machines, i));
    const int at = nearest_word(word, (const char *const *)names->pdata, names->len);
    return at >= 0 ? g_strdup(names->pdata[at]) : NULL;
}
