/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which file is the source that a trace names. The name is anybody's: what it leads to is an
 * ordinary file inside of the folder that was asked for, or nothing.
 */
#pragma once

#include "src/report/value/report.h"

/* The real path of the source `name`: below a folder of options->source_path by this name, or
 * by its last part; without folders a file of this very name beside the trace `trace` (NULL:
 * none), no link. Nothing hidden, nothing outside of the folder with all links followed,
 * ordinary files alone. NULL: there is none; free with g_free(). */
char *source_file_find(const ReportOptions *options, const char *trace, const char *name);

/* The text of such a file; NULL when it is too large or cannot be read, or has become anything
 * but an ordinary file at a place without links. Free with g_free(). */
char *source_file_read(const char *path);
