/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which of the causes that cost time is the root: from answers to drafts, one a cause, the
 * largest bound first.
 */
#pragma once

#include "src/analysis/explain/explainer.h"

void explain_judge(Explainer *e);
