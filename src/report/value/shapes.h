/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Defines the shapes of the file VALUE_ROWS (rows.h).
 */
#define VALUE_PASS 1
#include "src/report/value/rows.h"
#include VALUE_ROWS
#define VALUE_PASS 2
#include "src/report/value/rows.h"
#include VALUE_ROWS
#define VALUE_PASS 3
#include "src/report/value/rows.h"
#include VALUE_ROWS
