/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Parameter files known by their names: the user's own in the folder "predictor" of the XDG
 * configuration (~/.config/predictor), and those that are shipped with the program.
 */
#pragma once

#include <glib.h>

/* The path of `name`, a parameter file: itself when there is such a file or it looks like a
 * path, else that of the own or shipped NAME or NAME.par; free with g_free(). NULL: there is none. */
char *cli_machine_find(const char *name);

/* A line for each, own ones first: its name and the first sentence of its comment; free with
 * g_free(). NULL: there is none. */
char *cli_machine_list(void);

/* The name that `word`, which is none, was most likely meant to be; free with g_free(), or NULL. */
char *cli_machine_nearest(const char *word);
