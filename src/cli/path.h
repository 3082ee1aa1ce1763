/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Questions about files named on the command line.
 */
#pragma once

#include <glib.h>

/* Whether writing one would touch the other: the same file by any name, or, for files that do
 * not exist yet, the same name in the same folder. */
gboolean cli_path_same_place(const char *a, const char *b);

/* Whether something is there that is no regular file (nor a folder): a device, a pipe. */
gboolean cli_path_is_special(const char *path);
