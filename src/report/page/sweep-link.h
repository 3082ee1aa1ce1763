/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Links from the page of a sweep to the reports of its configurations.
 */
#pragma once

#include <glib.h>

/* The reference that leads from a page in `folder` (NULL: the working folder) to the file
 * `path`: a relative one, with what a reference cannot hold written as %XX. Free with g_free().
 */
char *sweep_link(const char *folder, const char *path);
