/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What messages do on a network of nodes and links: how many there are, how far they go, and
 * how long each link is busy.
 */
#pragma once

#include "src/sim/core/watcher.h"

/* Links are told apart on networks of so many nodes. */
#define SIM_LINKS_NODES 4096

/* Messages; those of a pipelined loop are one a portion. */
typedef struct {
    double messages, bytes, hops; /* hops: the sum of all */
    gint64 most_hops, deadlocks;
} SimMoved;

/* A link, or the memory port -1 - u of physical processor u. */
typedef struct {
    gint64 link;
    double busy; /* seconds */
    double messages, bytes;
} SimLinkLoad;

typedef struct _SimLinks SimLinks;

SimWatcher *sim_links_new(void);
SimLinks *sim_links_of(SimWatcher *watcher);

/* What the operations of an interval of the tally move, those of intervals in it apart. */
SimMoved sim_links_moved(const SimLinks *links, guint interval);

/* All links that are used, by number: of SimLinkLoad; free with g_array_unref(). *complete:
 * none is missing, as on large networks and where too many different exchanges happen. */
GArray *sim_links_loads(const SimLinks *links, gboolean *complete);

/* The site of the trace whose operations keep a link busy longest; SIM_NO_SITE: it has none. */
guint32 sim_links_site(const SimLinks *links, gint64 link);
