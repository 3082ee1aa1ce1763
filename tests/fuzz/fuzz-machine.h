/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The machine that the first byte of an input chooses.
 */
#pragma once

#include "src/params/params.h"

/* Bits 0-2 choose the topology (all set: `largest`), bit 5 the kind of network. */
Params *fuzz_machine_new(guint8 choice, const char *largest);
