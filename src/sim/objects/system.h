/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Processor systems: the root, parts of a system (crtps_) and views of one with other sizes
 * (psview_), and how their coordinates lie in the lattice of the root.
 */
#pragma once

#include "rater/topology/hosts.h"
#include "src/lattice/partition.h"

typedef struct {
    guint id;
    RaterGrid grid;   /* sizes in the predicted machine */
    RaterGrid traced; /* sizes in the traced run, by which the program's boxes are scaled */
    gint64 count;     /* processors */
    /* Dimensions are those of the root: coordinate c of dimension g is root coordinate lo[g] +
     * c. */
    gboolean is_box;
    gint64 lo[RATER_MAX_RANK];
    /* Row-major number n of the system is root number first + n. */
    gboolean is_linear;
    gint64 first;
    /* Root numbers of the processors, row-major, which rise; made when neither of the above
     * says them. */
    gint64 *numbers;
    /* Which classes of `extent` are in the system; NULL: all. */
    const SimPartition *extent;
    guint8 *holds;
    /* The same of the processors that are simulated: these, or the hosts they are on, where
     * `load` says for each class how many each has (NULL: one). */
    const SimPartition *partition;
    guint8 *inside;
    double *load;
    gint64 simulated; /* how many of those are in the system */
} SimSystem;

/* The systems of one simulation. */
typedef struct {
    SimLattice *space;       /* of the root's processors */
    SimLattice *lattice;     /* of those that are simulated: the same, or the hosts' numbers */
    RaterGrid grid;          /* of these: the root's, or a line */
    const RaterHosts *hosts; /* NULL: every processor is one of its own */
    /* The one with the root's processor 0, which does input and output, and a partition in
     * which it is alone. */
    gint64 io_number;
    const SimPartition *io_alone;
    const SimSystem *root;
    gboolean scaled;   /* a part or view was scaled or recomputed so far */
    GPtrArray *all;    /* owned SimSystem, by id; the first is the root */
    GHashTable *known; /* GBytes (parent, what was asked) -> SimSystem */
} SimSystems;

/* Processors of systems that are no boxes or ranges are listed one by one; larger ones are
 * refused. */
#define SIM_MOST_LISTED (G_GINT64_CONSTANT(1) << 26)

/* Of the processors of `root`. With `flat` the lattice has one axis, the processor
 * numbers. `traced`: sizes of the (virtual) processor system of the traced run. */
SimSystems *sim_systems_new(const RaterGrid *root, const RaterGrid *traced, gboolean flat);
void sim_systems_free(SimSystems *systems);

/* From now on, before there are other systems than the root, hosts are simulated, of which each
 * does what its processors do; they must outlive the systems. */
void sim_systems_set_hosts(SimSystems *systems, const RaterHosts *hosts);

/* The class of the one that does input and output. */
static inline guint
sim_systems_io_class(const SimSystems *systems, const SimPartition *partition)
{
    /* labels are numbered by their first coordinates */
    return systems->io_number == 0 ? 0 : sim_partition_class_of(partition, systems->io_number);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SimSystems, sim_systems_free)

/* crtps_: the box init[g]..last[g] of `parent`, in the program's indices. Where the machine has
 * other sizes than the traced run had it is scaled (docs/semantics.md, "Processor systems and
 * tasks"); dimensions beyond n are taken whole. NULL when the box is not inside of the
 * parent, or too large to be listed. The same box again is the same system. */
const SimSystem *sim_systems_part(SimSystems *systems, const SimSystem *parent, guint n,
                                  const gint64 init[], const gint64 last[]);

/* psview_: the processors of `parent` in row-major order with other sizes, recomputed when
 * their product is not the number of processors. NULL when the lattice cannot hold the view. */
const SimSystem *sim_systems_view(SimSystems *systems, const SimSystem *parent,
                                  const RaterGrid *sizes);

/* `count` as `rank` factors in falling order, the largest as small as possible, then the
 * second, and so on: 12 in rank 2 is 4 x 3. */
void sim_factorise(gint64 count, int rank, gint64 factors[]);

/* Whether every processor of `a` is in `b`; whether any is. Where that cannot be held they
 * count as not inside, and as meeting. */
gboolean sim_system_within(SimSystems *systems, const SimSystem *a, const SimSystem *b);
gboolean sim_system_meets(SimSystems *systems, const SimSystem *a, const SimSystem *b);

/* Root number of the processor with row-major number n of `system`. */
gint64 sim_system_number(const SimSystems *systems, const SimSystem *system, gint64 n);

/* The inverse: -1 when the processor is not in it. */
gint64 sim_system_find(const SimSystems *systems, const SimSystem *system, gint64 number);

/* For each dimension of `system` runs of keys over its coordinates -> partition of `space` that
 * tells processors of different keys, and processors outside, apart. *index (free with g_free)
 * gets, for each class, the system's index of one of its processors: grid.rank entries a class,
 * the first -1 for classes outside of the system. Clears the runs. NULL when there are too many
 * classes. */
const SimPartition *sim_system_map(SimSystems *systems, const SimSystem *system, SimRuns runs[],
                                   gint64 **index);
