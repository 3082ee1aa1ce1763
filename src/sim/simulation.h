/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once
#include "src/analysis/predict.h"
typedef PredictOptions SimulationOptions;
#define simulation_predict predict
