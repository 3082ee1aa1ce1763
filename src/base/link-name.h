/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Links of a network as people read them: `0>4`, `s1.0.0>s2.0.1`, `r1>r8#0`, `bus`, the memory
 * port `m3`; of the clusters of a machine `X.i>` and `>X.i`.
 */
#pragma once

#include <glib.h>

#include "rater/topology/topology.h"

/* The name of a link, -1 - u for the memory port of processor u; `machine` is the name of the
 * outermost cluster (may be NULL where there are none). Free with g_free(). */
char *link_name(const RaterTopology *topology, gint64 link, const char *machine);

/* What a set of links is, for people: "dimension 1, up", "level 2, down", "all". Free with
 * g_free(). */
char *link_set_name(const RaterLinkSet *set);
