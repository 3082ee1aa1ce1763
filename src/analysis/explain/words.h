/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A finding in words: what, and the numbers.
 */
#pragma once

#include "src/analysis/explain/explainer.h"

/* New. */
Finding *explain_words(const Explainer *e, const Draft *draft);
