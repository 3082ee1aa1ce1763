/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What targets share.
 */
#pragma once

#include "src/params/params.h"
#include "src/report/value/report.h"

/* The machine that a byte chooses: bits 0-2 the topology (all set: `largest`), bit 5 the kind
 * of network. */
Params *fuzz_machine_new(guint8 choice, const char *largest);

/* Writes something to nowhere, which cannot fail. */
void fuzz_write(ReportFill fill, gpointer data);
