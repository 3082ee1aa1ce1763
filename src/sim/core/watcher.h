/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Watchers: who is told what a simulation does, as it does it (src/sim/watch/).  A watcher
 * never changes the simulation, so that all results are the same to the last bit with and
 * without it. Seconds.
 */
#pragma once

#include "rater/pipeline/pipeline.h"
#include "rater/transfer/pairs.h"
#include "src/sim/core/clock.h"
#include "src/sim/core/tally.h"
#include "src/sim/objects/object.h"

#define SIM_MOST_WATCHERS 7

typedef struct _Simulator Simulator;
typedef struct _SimWatcher SimWatcher;

/* Finds the messages of a traffic one by one: free with rater_pairs_free(), NULL when that is
 * not possible. */
typedef struct {
    RaterPairs *(*find)(gconstpointer data);
    gconstpointer data;
} SimPairsFinder;

#define SIM_NO_CLASS G_MAXUINT

/* A loop that was run as a pipeline. */
typedef struct {
    const RaterPipeline *pipeline;
    const SimSystem *system; /* whose processors it has */
    const SimView *view;
    /* By number in the pipeline; or, where they are on hosts, of the n hosts, whose waits are
     * all `receiving`. */
    gint64 n;
    guint *class_of; /* class of the view; SIM_NO_CLASS outside of the current system */
    double *work;
    RaterPipelineTimes *times;
    double *part; /* of the loop, by number in the pipeline */
    guint *crowd; /* how many of the pipeline are in each class of the view */
    gint64 portions;
    double wanted; /* portions that the program asked for, 0: the best number */
    const SimShare *share;
    double t;              /* of the whole body */
    const guint *share_of; /* class of the share, by class of the view */
    const int64_t *number; /* in the root system, where the network asks for it; or NULL */
} SimPipelineRun;

/* The events, each of which may be NULL. Where they have a view, its clocks are those before
 * what they tell, and only the processors inside take part. Operations are those that times are
 * accounted to. */
typedef struct {
    void (*free)(SimWatcher *watcher);

    /* The simulation begins: watcher->sim is known, the clocks have this partition. */
    void (*begin)(SimWatcher *watcher, const SimPartition *base);

    /* What follows is done by this call, or at the end of the program; site: of the trace, or
     * SIM_NO_SITE. */
    void (*call)(SimWatcher *watcher, guint32 site);

    /* Base time (SIM_BASE_CPU or _SYS) of all processors of the current system, whose clocks
     * get it later: with `flush`, before speed. */
    void (*spend)(SimWatcher *watcher, guint what, double t);
    /* Input/output of processor 0, and biof_: what follows belongs to sim->bracket. */
    void (*io)(SimWatcher *watcher, const SimView *view, double t);
    void (*bracket)(SimWatcher *watcher, guint32 site);
    /* view->of: class of the share. */
    void (*share)(SimWatcher *watcher, const SimView *view, SimTallyKind kind,
                  const SimShare *share, double t);

    /* All wait for the last, whose clock is `last`. */
    void (*synchronise)(SimWatcher *watcher, const SimView *view, Operation operation,
                        SimSum last);
    /* The last has come, but nobody waits for it. */
    void (*arrive)(SimWatcher *watcher, const SimView *view, SimSum last);
    void (*communicate)(SimWatcher *watcher, const SimView *view, Operation operation,
                        double cost);
    /* An operation is set going where the processors met or the last has come; again: before a
     * wait for an earlier start. */
    void (*start)(SimWatcher *watcher, SimAsync *async, Operation operation, double cost,
                  gboolean again);
    void (*wait)(SimWatcher *watcher, const SimView *view, Operation operation,
                 const SimAsync *async);
    void (*pipeline)(SimWatcher *watcher, const SimPipelineRun *run);

    /* What the next operation of the call moves: a number of messages of so many bytes; or
     * traffic, equal ones of equal number, `pairs` NULL when that number was told before. */
    void (*messages)(SimWatcher *watcher, double messages, double bytes);
    void (*traffic)(SimWatcher *watcher, guint number, const RaterTraffic *traffic,
                    const SimPairsFinder *pairs);

    /* What an operation of this call costs where each message counts: equal ones of equal
     * number, which are no numbers of traffic. Told as often as it happens. */
    void (*exchange)(SimWatcher *watcher, guint number, const RaterExchange *exchange);

    /* runam_ or stopam_, while sim->system is the task's. */
    void (*task)(SimWatcher *watcher, gboolean begins);

    /* The clocks: finer from here on (of_old: for each class that of the partition before), or
     * all equal and of this partition. */
    void (*refine)(SimWatcher *watcher, const SimPartition *partition, const guint of_old[]);
    void (*settle)(SimWatcher *watcher, const SimPartition *partition);
    /* Base times that waited go to class c, one after the other to all that have them. */
    void (*flush)(SimWatcher *watcher, guint c, SimSum before, SimSum after, double speed);
} SimWatcherClass;

/* Beginning of what a watcher is. */
struct _SimWatcher {
    const SimWatcherClass *class;
    Simulator *sim; /* set when the simulator gets it */
};

struct _SimWatchers {
    guint n;
    SimWatcher *list[SIM_MOST_WATCHERS]; /* owned */
};

/* Tells all that want to know. What it takes to say it is computed for those alone. */
#define SIM_TELL(watchers, event, ...)                                                         \
    do {                                                                                       \
        const SimWatchers *const told = (watchers);                                            \
        for (guint told_i = 0; told_i < told->n; told_i++) {                                   \
            if (told->list[told_i]->class->event != NULL)                                      \
                told->list[told_i]->class->event(told->list[told_i], __VA_ARGS__);             \
        }                                                                                      \
    } while (0)
