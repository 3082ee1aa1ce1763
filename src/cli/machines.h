/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Parameter files that are shipped with the program, and known by their names.
 */
#pragma once

#include <glib.h>

/* The path of `name`, a parameter file: itself when there is such a file or it looks like a
 * path, else that of the shipped NAME or NAME.par; free with g_free(). NULL: there is none. */
char *cli_machine_find(const char *name);

/* A line for each shipped file: its name and the first sentence of its comment; free with g_free().
 * NULL: the folder is not there. */
char *cli_machine_list(void);
