/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Who sends how much to whom over all of a program: transfers and pipelined loops, between
 * processors of the root system.  Broadcasts and reductions are not among them.
 */
#pragma once

#include "src/sim/core/watcher.h"

typedef struct _SimPartners SimPartners;

SimWatcher *sim_partners_new(void);
SimPartners *sim_partners_of(SimWatcher *watcher);

/* All bytes of each pair; free with g_array_unref(). NULL: there are too many pairs, or some
 * cannot be told one by one. */
GArray *sim_partners_parcels(const SimPartners *partners);
