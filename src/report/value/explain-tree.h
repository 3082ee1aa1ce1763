/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The members that say why a program is slow, for JSON and XML (templates/report.schema.json).
 */
#pragma once

#include "src/report/value/writer.h"

/* "findings", "together_seconds", "one_processor_seconds", "fewer_processors" when they are
 * faster, and with a path "critical_path", "maximum_parallelism" and
 * "parallelism", into the object that is open. */
void explain_tree_write(const Explanation *explanation, ReportWriter *writer);
