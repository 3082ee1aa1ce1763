/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Partitions of the root processor system into classes of processors that behave alike
 * (architecture, idea 2).
 *
 * A lattice is the set of all partitions that one simulation meets.  Its axes are the
 * dimensions of the root grid, so that a partition is a product: for each axis runs of
 * coordinates with labels; a class is a combination of labels.  Its cost is the number of runs
 * and labels, whatever the number of processors.  Where products do not do (views with other
 * sizes, processors of different speeds) the lattice has one axis, the row-major processor
 * numbers.
 *
 * On 8 x 4 processors, 10 iterations of a loop in blocks of two over the first dimension make
 *
 *     axis 0: [0,5) label 0, [5,8) label 1    two iterations, none
 *     axis 1: [0,4) label 0
 *
 * which are two classes, of 20 and of 12 processors.  When a receive tells the first row apart,
 * axis 0 [0,1) 0, [1,8) 1, the join of both is what a time that depends on both is kept by:
 *
 *     axis 0: [0,1) label 0, [1,5) label 1, [5,8) label 2
 *     axis 1: [0,4) label 0
 *
 * with three classes, whose classes in the first partition are 0, 0, 1 and in the second 0, 1,
 * 1: the maps of_a and of_b.
 *
 * Axes and partitions are interned: equal ones are the same pointer and have the same id.
 * Labels are numbered by first occurrence, so processor 0 is always in class 0.  Both belong to
 * the lattice and live as long as it; joins are counted references.
 */
#pragma once

#include <glib.h>

#include "rater/geometry/grid.h"
#include "src/base/processor-set.h"

/* A run of coordinates of one axis that have equal keys. */
typedef struct {
    gint64 end; /* one past its last coordinate */
    guint64 key;
} SimRun;

/* Collects runs from coordinate 0 up; { NULL } has none. */
typedef struct {
    GArray *list; /* of SimRun, neighbours with different keys; or NULL */
} SimRuns;

void sim_runs_clear(SimRuns *runs);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SimRuns, sim_runs_clear)

static inline const SimRun *
sim_runs_at(const SimRuns *runs, guint i)
{
    return &g_array_index(runs->list, SimRun, i);
}

/* Coordinates up to `end` (exclusive) from where the runs stand have `key`. */
void sim_runs_add(SimRuns *runs, gint64 end, guint64 key);

/* For each run a number for its key, from 0 in the order in which keys come; free with
 * g_free(). *n: how many there are. */
guint *sim_runs_labels(const SimRuns *runs, guint *n);

typedef struct _SimLattice SimLattice;

/* A partition of the coordinates [0, size) of one axis. */
typedef struct {
    guint id;
    gint64 size;
    guint n_runs;
    guint n_labels;
    const gint64 *end;         /* n_runs: one past the last coordinate of each run; ascending */
    const guint *label;        /* n_runs; neighbours differ */
    const gint64 *label_size;  /* n_labels: coordinates with it */
    const gint64 *label_first; /* n_labels: least coordinate with it */
} SimAxis;

typedef struct {
    guint id;
    guint n_axes;
    guint n_classes; /* product of the axes' n_labels; class = row-major number of labels */
    const SimAxis **axis; /* n_axes */
} SimPartition;

/* The coarsest common refinement of two partitions a and b. */
typedef struct {
    const SimPartition *partition;
    guint *of_a; /* for each class of `partition` the class of a that holds it */
    guint *of_b;
} SimJoin;

void sim_join_unref(SimJoin *join);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SimJoin, sim_join_unref)

/* sizes: n_axes of them, each >= 1. */
SimLattice *sim_lattice_new(guint n_axes, const gint64 sizes[]);
void sim_lattice_free(SimLattice *lattice);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SimLattice, sim_lattice_free)

guint sim_lattice_n_axes(const SimLattice *lattice);

/* The first n_alone coordinates of each axis one by one, and the rest alike: 0 is one class of
 * all processors, 1 tells processor 0 from the others with as few classes as a product allows,
 * G_MAXINT64 makes every processor a class of its own. NULL when there would be too many
 * classes to hold. */
const SimPartition *sim_lattice_first_alone(SimLattice *lattice, gint64 n_alone);

/* Interns. The runs must reach the size of axis number `axis`. */
const SimAxis *sim_lattice_axis(SimLattice *lattice, guint axis, const SimRuns *runs);

/* axes: n_axes of them. NULL when there would be more classes than can be held. */
const SimPartition *sim_lattice_partition(SimLattice *lattice, const SimAxis *const axes[]);

/* A reference, to be given back with sim_join_unref(). Remembered: the same pair again mostly
 * costs a look-up. NULL as above. */
SimJoin *sim_lattice_join(SimLattice *lattice, const SimPartition *a, const SimPartition *b);

/* The coarsest common refinement of n partitions. Nothing on the way to it is remembered, so
 * that joining thousands costs the memory of one. NULL as above. */
const SimPartition *sim_lattice_join_all(SimLattice *lattice, guint n,
                                         const SimPartition *const partitions[]);

/* For each class of `fine` the class of `coarse`, which it refines; free with g_free(). Not
 * remembered. */
guint *sim_partition_map(const SimPartition *fine, const SimPartition *coarse);

/* The run that holds a coordinate of an axis, the class of a processor by its row-major number.
 */
guint sim_axis_run(const SimAxis *axis, gint64 coordinate);
guint sim_partition_class_of(const SimPartition *partition, gint64 number);

/* Number of processors of class c; its labels; its least coordinates. Arrays have n_axes
 * entries. */
gint64 sim_partition_class_size(const SimPartition *partition, guint c);
void sim_partition_class_labels(const SimPartition *partition, guint c, guint labels[]);
void sim_partition_class_first(const SimPartition *partition, guint c, gint64 coords[]);

/* The row-major number of the processor that has these. */
gint64 sim_partition_class_least(const SimPartition *partition, guint c);

/* The union of n classes of `partition`, whose lattice has the dimensions of `grid` (the root)
 * as axes, or one axis of its processor numbers. `grid` must outlive the set; the partition
 * need not. */
ProcessorSet *sim_partition_set(const SimPartition *partition, guint n, const guint classes[],
                                const RaterGrid *grid);
