/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/page/sweep-link.h"

#include <string.h>

/* The parts of an absolute path without "." and "..". */
static char **
parts_of(const char *path)
{
    g_autofree char *whole = g_canonicalize_filename(path, NULL);

    return g_strsplit(whole, G_DIR_SEPARATOR_S, -1);
}

char *
sweep_link(const char *folder, const char *path)
{
    g_auto(GStrv) from = parts_of(folder != NULL ? folder : ".");
    g_auto(GStrv) to = parts_of(path);
    g_autoptr(GString) link = g_string_new(NULL);
    guint same = 0;

    while (from[same] != NULL && to[same] != NULL && to[same + 1] != NULL &&
           strcmp(from[same], to[same]) == 0)
        same++;
    for (guint i = same; from[i] != NULL; i++)
        g_string_append(link, *from[i] != '\0' ? "../" : "");
    for (guint i = same; to[i] != NULL; i++)
        g_string_append_printf(link, "%s%s", to[i], to[i + 1] != NULL ? "/" : "");
    return g_uri_escape_string(link->str, G_URI_RESERVED_CHARS_SUBCOMPONENT_DELIMITERS "/@",
                               FALSE);
}
