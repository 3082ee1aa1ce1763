/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/input.h"

#include "src/cli/file.h"
#include "src/cli/machines.h"

/* Standard input and output, by the names of the files that they are; NULL: they are none. */
static const char *
standard_file(const char *name)
{
    return g_file_test(name, G_FILE_TEST_IS_REGULAR) ? name : NULL;
}

static gboolean
is_input(const char *input, const char *path)
{
    if (g_str_equal(input, "-")) {
        const char *standard = standard_file("/dev/stdin");
        return standard != NULL && cli_file_same_place(path, standard);
    }
    g_autofree char *machine = cli_machine_find(input);
    return cli_file_same_place(path, machine != NULL ? machine : input);
}

static gboolean
is_in_folder(const char *folder, const char *path)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;
    gboolean found = FALSE;

    while (!found && dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *file = g_build_filename(folder, name, NULL);
        found = cli_file_same_place(path, file);
    }
    return found;
}

gboolean
cli_inputs_have(const CliInputs *inputs, const char *path)
{
    if (path == NULL)
        path = standard_file("/dev/stdout");
    if (path == NULL)
        return FALSE;
    for (guint i = 0; i < inputs->n; i++)
        if (is_input(inputs->files[i], path))
            return TRUE;
    for (char *const *at = inputs->sources; at != NULL && *at != NULL; at++)
        if (cli_file_same_place(path, *at))
            return TRUE;
    return inputs->template_dir != NULL && is_in_folder(inputs->template_dir, path);
}
