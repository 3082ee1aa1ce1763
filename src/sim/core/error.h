/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Errors of a simulation.
 */
#pragma once

#include <glib.h>

#define SIMULATOR_ERROR (simulator_error_quark())
GQuark simulator_error_quark(void);

typedef enum {
    SIMULATOR_ERROR_CALL,   /* a call that cannot be simulated: parameter, reference, rank, size
                             */
    SIMULATOR_ERROR_MACHINE, /* this network cannot be predicted for */
    SIMULATOR_ERROR_MEMORY, /* the configuration would not fit in memory */
    SIMULATOR_ERROR_FLAT,   /* a view that only a simulator with `flat` can hold */
} SimulatorErrorCode;
