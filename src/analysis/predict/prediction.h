/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The result of one simulation as every report format sees it: one read-only structure.
 */
#pragma once

#include "src/analysis/predict/link-use.h"
#include "src/base/processor-walk.h"
#include "src/params/params.h"
#include "src/sim/simulator.h"

/* Times of one group of operations. */
typedef struct {
    double communication;   /* Wait_reduction, Wait_shadow, ... */
    double synchronization; /* *_synch */
    double variation;
    double overlap;
} OperationTimes;

/* Seconds (docs/semantics.md, "Characteristics of an interval and POP factors"). The same
 * fields serve a processor (its own values; execution_time is CPU + SYS + I/O + communication
 * of it) and an interval (execution_time is the maximum, all others are sums). */
typedef struct {
#define CHARACTERISTIC(field, name, label, help) double field;
#include "src/analysis/predict/characteristics.def"
#undef CHARACTERISTIC
    double start_exit_repeated; /* the part of start_exit that is insufficient parallelism */
    OperationTimes operations[N_OPERATIONS];
} Characteristics;

/* "io", "reduction", "shadow", "remote", "redistribution": the name in JSON. */
const char *operation_name(Operation operation);

/* "Input/output", "Reduction", "Shadow edges", "Remote access", "Redistribution". */
const char *operation_label(Operation operation);

/* Rows of characteristics.def, for formats that go through all of them. */
typedef struct {
    const char *name, *label;
    unsigned offset; /* of the double in Characteristics */
} CharacteristicRow;
const CharacteristicRow *characteristic_rows(unsigned *n);
double characteristic_value(const Characteristics *values, const CharacteristicRow *row);

/* "MAIN", "USER", "SEQ", "PAR". */
const char *interval_type_name(IntervalType type);

/* POP factors (docs/semantics.md), each in 0..1; with processors of other speeds than 1 the
 * first two may be more. */
typedef struct {
    double global_efficiency, computation_scaling;
    double parallel_efficiency, load_balance, communication_efficiency,
        serialisation_efficiency, transfer_efficiency;
} PopFactors;

/* Processors with bit-equal values in an interval. */
typedef struct {
    ProcessorSet *set;      /* a reference */
    gint64 count;           /* its processors */
    Characteristics values; /* of each of them */
} ProcessorClass;

typedef struct {
    guint id;     /* 1.. in pre-order */
    guint parent; /* id, 0 for the root */
    guint last;   /* largest id in its subtree (its own without children) */
    IntervalType type;
    guint level; /* 0 for the root */
    gboolean has_expression;
    guint64 count; /* EXE_count */
    char *file;    /* "" when unknown */
    gint64 line;
    gint64 expression;
    gint64 processors; /* how many take part */
    double efficiency;
    double efficiency_without_start; /* the same of what is no start_exit */
    double total_time;
    Characteristics values; /* sums; execution_time: maximum */
    double waited_for; /* seconds that processors wait for it itself, without those nested in it;
                        * 0 when not asked for. All of them add up to what they wait. */
    PopFactors pop;
    guint64 n_operations[N_OPERATIONS];
    guint n_classes;
    ProcessorClass *classes; /* ordered by their least number */
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
    gboolean overhead_is_of_trace; /* params->trace_overhead is what the trace says */
    /* configuration */
    Params *params; /* owned copy */
    RaterGrid grid; /* of the processors that are simulated: the topology, or a line of hosts */
    gint64 processors;  /* how many these are */
    gboolean is_shared; /* some of them have several processors of the topology */
    /* result */
    double execution_time; /* largest clock at the end, seconds */
    double ideal_time;     /* the same on an ideal network */
    double serial_time;    /* sum of all times: the program on one processor */
    guint n_intervals;
    Interval *intervals; /* pre-order; intervals[i].id == i + 1; the first is MAIN */
    guint *ids; /* Interval.id of each interval of the simulation's tally, and of a timeline */
    LinkUse *links; /* owned; NULL: not asked for, or another network */
    GArray *lines;  /* of LineTimes (line-times.h); NULL: not asked for */
    Simulator
        *simulator;  /* owned, with a timeline: its lattice says what groups are; or NULL */
    char **warnings; /* NULL-terminated strings of stderr, "file:line: warning: ..." */
} Prediction;

void prediction_free(Prediction *prediction);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Prediction, prediction_free)

/* Interval.id of an interval of the tally, or of a timeline; 0: there is none. */
guint prediction_interval_id(const Prediction *prediction, guint interval);

/* The processors of an interval by rising number, with the class of each. */
ProcessorWalk *interval_walk_processors(const Interval *interval);

/* TRUE when the program takes longer than on one processor, by more than rounding (1e-9). */
gboolean prediction_is_slower(const Prediction *prediction);

/* How often faster than on one processor: serial / predicted time, 1 when both are 0. */
double prediction_speedup(const Prediction *prediction);

/* Seconds of the predicted time that are start and exit of the process, on average over the
 * processors; TRUE when these are half of it or more. */
double prediction_start(const Prediction *prediction);
gboolean prediction_mostly_starts(const Prediction *prediction);

/* The user program's name if known, else the trace's; owned by the prediction. */
const char *prediction_title(const Prediction *prediction);
