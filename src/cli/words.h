/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A command line as its user wrote it, made ready for GOption, which knows neither "-j2" nor
 * abbreviations and has no word about an option that is not there.
 */
#pragma once

#include "src/cli/cli.h"

/* The option of this name, written in full; NULL: there is none. The last of `options` has none. */
const CliOption *cli_option_find(const CliOptions *options, const char *name, gsize len);

/* The words with each long option in full and each value of a short one as a word of its own;
 * args[0] is the name. NULL and an error: an option is not there, or may be several. */
char **cli_words(const Cli *cli, const CliOptions *options, const char *const *args,
                 GError **error);
