/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which causes are worth a simulation without them.
 */
#pragma once

#include "src/analysis/explain/explainer.h"

/* Asks about suspects, the network and other grids. */
void explain_ask(Explainer *e);

/* Fills in the fastest grid of fewer processors, when it saves what is worth a word. Looks at
 * all halves when half as many processors, or one, are faster. */
void explain_ask_fewer(Explainer *e, Explanation *explanation);
