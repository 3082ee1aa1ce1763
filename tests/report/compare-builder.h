/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Reports as compare reads them, for its tests.
 */
#pragma once

#include "src/report/compare/compare.h"

/* Reads text as if it were a file; NULL with `error` set. */
CompareReport *compare_builder_text(const char *text, gsize len, GError **error);

/* Writes the prediction as JSON and reads that. */
CompareReport *compare_builder_read(const Prediction *prediction);
