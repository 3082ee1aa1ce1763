/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/path.h"

#include <stdlib.h>
#include <sys/stat.h>

/* `path` with symbolic links followed when it exists, else as it is. */
static char *
resolve(const char *path)
{
    /* realpath() allocates with malloc(), everything else here with GLib. */
    char *real = realpath(path, NULL);
    char *result = g_strdup(real != NULL ? real : path);
    free(real);
    return result;
}

/* The folder's real name and the last part of the path. */
static char *
place_of(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *base = g_path_get_basename(path);
    g_autofree char *real = resolve(folder);
    return g_build_filename(real, base, NULL);
}

gboolean
cli_path_same_place(const char *a, const char *b)
{
    struct stat sa, sb;
    if (stat(a, &sa) == 0 && stat(b, &sb) == 0)
        return sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino;

    g_autofree char *pa = place_of(a);
    g_autofree char *pb = place_of(b);
    return g_str_equal(pa, pb);
}

gboolean
cli_path_is_special(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}
