/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The result of one simulation as every report format sees it: one read-only structure.
 */
#pragma once

#include <glib.h>

#include "rater/rater-grid.h"
#include "src/analysis/characteristics.h"
#include "src/params/params.h"
#include "src/sim/sim-partition.h"

/* "MAIN", "USER", "SEQ", "PAR". */
const char *interval_type_name(IntervalType type);

/* A box of root grid indices: lo[g] <= index <= hi[g] for each dimension. */
typedef struct {
    gint64 lo[RATER_MAX_RANK];
    gint64 hi[RATER_MAX_RANK];
} ProcessorBox;

/* Processors with bit-equal values in an interval. */
typedef struct _ProcessorClass ProcessorClass;
struct _ProcessorClass {
    /* of ProcessorBox: disjoint, ordered by their least processor number. NULL where they are
     * made when asked for: use processor_class_boxes(). */
    GArray *boxes;
    const SimPartition
        *partition; /* of which the class is these n_members; Prediction.keep owns it */
    guint *members; /* some of the interval's */
    guint n_members;
    gint64 count; /* processors */
    gint64 least; /* least processor number (row-major in the root grid) */
    /* Characteristics of each of the processors, for processor_class_values(): bit f of `own`
     * is set when the f-th double of the structure differs from that of `like` (NULL: +0), and
     * `packed`, a part of Interval.packed, has those one after the other. Half of the doubles
     * are 0, and classes of an interval differ in a third of the others. */
    guint64 own;
    const double *packed;
    const ProcessorClass *like; /* the interval's first class, or NULL for itself */
};

/* POP factors (docs/semantics.md), each in 0..1. */
typedef struct {
    double parallel_efficiency, load_balance, communication_efficiency,
        serialisation_efficiency, transfer_efficiency;
} PopFactors;

typedef struct {
    guint id;     /* 1.. in pre-order */
    guint parent; /* id, 0 for the root */
    guint last;   /* largest id in its subtree (its own without children) */
    IntervalType type;
    guint level; /* 0 for the root */
    gboolean has_expression;
    guint64 count;    /* EXE_count */
    const char *file; /* g_malloc()ed, freed with the prediction; intervals may share one;
                       * "" when unknown */
    gint64 line;
    gint64 expression;
    gint64 processors; /* how many take part */
    double efficiency;
    double total_time;
    Characteristics values; /* sums; execution_time: maximum */
    PopFactors pop;
    guint64 n_operations[N_OPERATIONS];
    guint n_classes;
    ProcessorClass *classes; /* ordered by their least number */
    guint *members;          /* of all classes; NULL when these have boxes */
    double *packed;          /* characteristics of all classes */
} Interval;

typedef struct {
    /* trace */
    char *trace_file;
    char *program; /* user program as the trace names it, may be NULL */
    guint64 trace_bytes, trace_lines;
    guint64 n_calls; /* simulated calls */
    gboolean complete;
    gint64 exit_code; /* rc of Event_dvm_exit */
    gint64 rts_version;
    /* configuration */
    Params *params; /* owned copy */
    gint64 processors;
    /* result */
    double execution_time; /* largest clock at the end, seconds */
    double ideal_time;     /* the same on an ideal network */
    double serial_time;    /* sum of all times: the program on one processor */
    guint n_intervals;
    Interval *intervals; /* pre-order; intervals[i].id == i + 1; the first is MAIN */
    guint *interval_of;  /* with a timeline: index in `intervals` of each of its intervals */
    GArray *lines;       /* of LineTimes (line-times.h); NULL: not asked for */
    gpointer keep;       /* what partitions of classes need, freed with keep_free; or NULL */
    GDestroyNotify keep_free;
    char **warnings; /* NULL-terminated strings of stderr, "file:line: warning: ..." */
} Prediction;

void prediction_free(Prediction *prediction);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Prediction, prediction_free)

/* Gives the interval's classes their characteristics, bit by bit: values[i] are those of class
 * i.
 */
void interval_set_values(Interval *interval, const Characteristics *const values[]);

/* Puts the characteristics `values` of a class behind `packed` (of double) as the class keeps
 * them, with those of the interval's first class in `first` (NULL: they are this one's).
 * Returns ProcessorClass.own. */
guint64 characteristics_pack(const Characteristics *values, const Characteristics *first,
                             GArray *packed);

/* TRUE when the program takes longer than on one processor, by more than rounding (1e-9). */
gboolean prediction_is_slower(const Prediction *prediction);

/* Gives the interval's classes what was packed for one after the other; their `own` is set. */
void interval_place_values(Interval *interval, const GArray *packed);

/* The reverse of packing: `first` is as above, `packed` what was put there. */
void characteristics_unpack(guint64 own, const double *packed, const Characteristics *first,
                            Characteristics *out);

/* The characteristics of each processor of a class; of many classes one field is had for less:
 * the double at `offset` of Characteristics. */
void processor_class_values(const ProcessorClass *one, Characteristics *out);
double processor_class_value(const ProcessorClass *one, gsize offset);

/* The boxes of a class, made now unless it holds them; release with g_array_unref(). */
GArray *processor_class_boxes(const ProcessorClass *one, const RaterGrid *grid);

/* The first `most` of them at most; *n gets how many there are. Costs what these few cost. */
GArray *processor_class_first_boxes(const ProcessorClass *one, const RaterGrid *grid,
                                    guint most, guint64 *n);

/* One after the other, as processor-box-walk.h says; the class and the grid must outlive it. */
struct _ProcessorBoxWalk *processor_class_walk(const ProcessorClass *one,
                                               const RaterGrid *grid);

/* Appends a class's processors as "0-1,0-3 5,7": boxes separated by blanks, a range for each of
 * the grid's dimensions separated by commas. */
void processor_class_format(const ProcessorClass *one, const RaterGrid *grid, GString *out);
