/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where a finding is: interval, line, processors. Serial code has no call of its own; calls
 * around it tell.
 */
#pragma once

#include "src/analysis/explain/explainer.h"

/* Sets interval, file, line and processors of `finding`. */
void explain_place(const Explainer *e, const Draft *draft, Finding *finding);

/* The line of the call that a serial section stands behind, 0 when it is not known. *wrapped:
 * at the end of a loop's body, which is so when the turns that come from there take long and
 * the first one, which comes from above, does not. */
gint64 explain_serial_after(const Explainer *e, const Suspect *suspect, gboolean *wrapped);

/* Whether two sections begin at the same line, as the end of a loop's body does in all turns
 * and behind the last. */
gboolean explain_serial_same(const Explainer *e, const Suspect *a, const Suspect *b);
