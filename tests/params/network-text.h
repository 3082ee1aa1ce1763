/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The parameters of a network with topology, read from the text of a parameter file by the
 * tests.
 */
#pragma once

#include "rater/exchange/exchange.h"
#include "src/params/mapping.h"

typedef struct {
    RaterFabric fabric;
    RaterGrid system;
    ParamsMapping *mapping;   /* owned */
    RaterPlacement placement; /* owned */
} NetworkText;

/* Reads `text`, as file "f"; statements that it does not know are a failure of the test. FALSE:
 * an error of the mapping. */
gboolean network_text_read(NetworkText *network, const char *text, const RaterGrid *system,
                           GError **error);
void network_text_clear(NetworkText *network);
