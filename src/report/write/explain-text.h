/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Why a program is slow, as text: findings, efficiency factors, critical path at three levels,
 * metrics.
 */
#pragma once

#include "src/report/value/report.h"

/* options->explanation must be there. */
void explain_text_write(const Prediction *prediction, const ReportOptions *options,
                        ReportSink *sink);
