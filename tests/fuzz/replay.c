/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Feeds every file of the folders named on the command line to a fuzz target, in the order of
 * their names; prints TAP.
 */
#include <glib.h>

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

static int
compare(gconstpointer a, gconstpointer b)
{
    return g_strcmp0(*(char *const *)a, *(char *const *)b);
}

static void
list_folder(GPtrArray *paths, const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;
    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL)
        g_ptr_array_add(paths, g_build_filename(folder, name, NULL));
    g_ptr_array_sort(paths, compare);
}

int
main(int argc, char **argv)
{
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    for (int i = 1; i < argc; i++)
        list_folder(paths, argv[i]);
    if (paths->len == 0) {
        g_print("Bail out! no corpus\n");
        return 1;
    }
    g_print("1..%u\n", paths->len);
    for (guint i = 0; i < paths->len; i++) {
        const char *path = g_ptr_array_index(paths, i);
        g_autofree char *name = g_path_get_basename(path);
        g_autofree char *data = NULL;
        gsize size;
        gboolean read = g_file_get_contents(path, &data, &size, NULL);
        if (read)
            LLVMFuzzerTestOneInput((const guint8 *)data, size);
        g_print("%sok %u - %s\n", read ? "" : "not ", i + 1, name);
    }
    return 0;
}
