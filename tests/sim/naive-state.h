/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * State of the naive simulation, for naive*.c alone.  Processors are root numbers, but for
 * clocks, accounts and members of intervals: these are of hosts, n->host[p] of processor p.
 */
#pragma once

#include "tests/sim/naive.h"

#define MAX_P    NAIVE_MAX_PROCESSORS
#define MAX_RANK 8

typedef struct {
    int rank;
    int size[MAX_RANK];
    int traced[MAX_RANK]; /* sizes that the traced run saw; 0: not seen, the whole extent */
    int n;
    int member[MAX_P]; /* root numbers in row-major order */
} System;

/* Where the elements of a template are: grid dimension g distributes template axis axis[g] (-1:
 * none), its coordinate c owns low[g][c]..high[g][c] (low > high: nothing). */
typedef struct {
    System *system; /* NULL: not distributed */
    int axis[MAX_RANK];
    int low[MAX_RANK][MAX_P], high[MAX_RANK][MAX_P];
} Dist;

/* Where an array's elements or a loop's iterations lie on a template. For template axis t row r
 * (an index of axis axis[t], or the only row when axis[t] is -1) lies on all indices j with
 * places[t][r * size of t + j] set. */
typedef struct {
    struct _Object *template;
    int axis[MAX_RANK];
    int sign[MAX_RANK]; /* of the coefficient */
    gboolean everywhere[MAX_RANK];
    /* Replicated over an axis of an array: held from its first to its last owner, and between.
     */
    gboolean hull[MAX_RANK];
    guint8 *places[MAX_RANK];
} Place;

typedef enum {
    SYSTEM,
    MACHINE,
    TEMPLATE,
    ARRAY,
    LOOP,
    REDUCTION,
    RED_GROUP,
    SHADOW_GROUP,
    BUFFER,
    BUFFER_GROUP,
    COPY,
} Kind;

/* An array in a shadow group. */
typedef struct {
    struct _Object *array;
    int low[MAX_RANK], high[MAX_RANK], sign[MAX_RANK], most;
} Edge;

/* Objects of all kinds; each kind uses some of the fields. Dead ones stay until the end. */
typedef struct _Object {
    Kind kind;
    gint64 ref, handle;
    gboolean dead;
    int rank;
    int size[MAX_RANK];
    System *system;            /* SYSTEM, MACHINE (mapped to) */
    Dist dist;                 /* TEMPLATE; LOOP: as it was when mapped */
    int divisor[MAX_RANK];     /* TEMPLATE, by axis, 0: none */
    GArray *weights[MAX_RANK]; /* TEMPLATE, by grid dimension; of gint64; or NULL */
    gboolean placed;           /* ARRAY aligned, LOOP mapped */
    Place place;               /* ARRAY, LOOP */
    gint64 element;            /* bytes: ARRAY, REDUCTION (whole) */
    int low_width[MAX_RANK], high_width[MAX_RANK]; /* ARRAY */
    gint64 init[MAX_RANK], step[MAX_RANK];         /* LOOP */
    GPtrArray *parts;                              /* groups: of Object */
    struct _Object *named;       /* RED_GROUP: what the last insred_ named; BUFFER: array */
    GArray *edges;               /* SHADOW_GROUP: of Edge */
    guint8 *wanted;              /* BUFFER: [processor][element] */
    struct _Object *last_import; /* LOOP: group of imlast_ */
    gboolean pending;            /* an operation was started */
    long double start, done;
} Object;

typedef struct {
    long double cpu, sys, io, insuff_usr, insuff_sys;
    long double process, process_insuff; /* of cpu and sys */
    long double comm[N_OPERATIONS], synch[N_OPERATIONS], variation[N_OPERATIONS],
        overlap[N_OPERATIONS];
} Account;

typedef struct _Open {
    struct _Open *parent;
    GPtrArray *children;
    NaiveInterval out;
    Account account[MAX_P];
} Open;

typedef struct {
    const TraceProgram *program;
    const Params *params;
    gboolean ideal;
    int n_p;
    int n_hosts, host[MAX_P]; /* where no two processors are on one: themselves */
    double speed[MAX_P];      /* of each processor when it is alone */
    long double clock[MAX_P]; /* of hosts */
    System *root;
    GPtrArray *stack;   /* of Object MACHINE, the top is current */
    System *current;    /* of the top */
    GPtrArray *objects; /* of Object, owned */
    GPtrArray *systems; /* of System, owned */
    Open *main, *interval;
    gboolean bracket;
    Object *mapped; /* loop mapped last */
    Object *across; /* new shadow group of an across_ that waits for its loop */
    double pipe;    /* its PipeLinePar */
    Object *across_loop;
    gsize number; /* of the call that is simulated */
    const TraceCall *call;
    const TraceRecord *in, *ret;
    const char *error;
} Naive;

typedef gint64 Matrix[MAX_P][MAX_P]; /* bytes from p to q */

/* naive.c */
gboolean naive_fail(Naive *n, const char *what);
/* Of the call under way. */
long double naive_before(const Naive *n);
long double naive_inside(const Naive *n);
void naive_base(Naive *n, long double t, gboolean user);
void naive_share(Naive *n, long double t, const gint64 *count, const int *same, gint64 all,
                 gboolean user);
void naive_count(Naive *n, Operation group);
long double naive_synchronise(Naive *n, Operation group);
void naive_collective(Naive *n, Operation group, long double cost);
void naive_start(Naive *n, Operation group, Object *object, long double cost);
gboolean naive_wait(Naive *n, Operation group, Object *object);
int naive_hosts(const Naive *n, int hosts[]);
void naive_communicate(Naive *n, Operation group, int host, long double t);
Object *naive_new(Naive *n, Kind kind, gint64 ref);
Object *naive_find(Naive *n, Kind kind, const TraceRecord *record, RtParamId id);
Object *naive_find_array(Naive *n, RtParamId header, RtParamId handle);
int naive_int(const TraceRecord *record, RtParamId id, int i, int missing);

/* naive-intervals.c */
#define EACH_INTERVAL(i) for (Open *i = n->interval; i != NULL; i = i->parent)
void naive_join_interval(Naive *n);
Open *naive_open(Naive *n, Open *parent, IntervalType type, guint32 site);
void naive_open_free(Open *open);
gboolean naive_call_interval(Naive *n, RtCallId id, long double before, long double after);

/* naive-geometry.c */
void naive_coords(const System *s, int position, int coord[]);
int naive_position(const System *s, int p);
gboolean naive_next(int rank, const int size[], int index[]);
gint64 naive_volume(int rank, const int size[]);
int naive_distance(const Naive *n, int p, int q);
void naive_distribute(Object *template, System *system, const int axis[], const int param[]);
gboolean naive_along(const Dist *d, const Place *place, int g, int c, int row);
gboolean naive_holds(const Dist *d, const Place *place, int p, const int index[]);
int naive_nearest(const Naive *n, const Dist *d, const Place *place, const int index[], int q);
gboolean naive_place(Place *out, const Object *pattern, const TraceRecord *record, int rank,
                     const int count[], const gint64 init[], const gint64 step[]);
void naive_place_clear(Place *place);
int naive_grid_dimension(const Dist *d, const Place *place, int axis);
GArray *naive_weigh(const GArray *loads, int n_groups);

/* naive-cost.c */
long double naive_cost(const Naive *n, Matrix m);
long double naive_cost_reduction(const Naive *n, const System *grid, const gboolean spread[],
                                 gint64 bytes);
long double naive_cost_broadcast(const Naive *n, gint64 bytes);
long double naive_cost_message(const Naive *n, int p, int q, long double bytes);

/* naive-links.c, scaled */
void naive_links_speeds(Naive *n);
void naive_links_hosts(Naive *n);
long double naive_links_exchange(const Naive *n, Matrix m);
long double naive_links_reduction(const Naive *n, const System *grid, const gboolean spread[],
                                  gint64 bytes);
long double naive_links_broadcast(const Naive *n, gint64 bytes);
long double naive_links_message(const Naive *n, int p, int q, long double bytes);

/* The other files: the action of a call; FALSE with n->error set when it is not valid. *done is
 * set when it has accounted the call's times itself. */
gboolean naive_call_system(Naive *n, RtCallId id);
gboolean naive_call_template(Naive *n, RtCallId id);
gboolean naive_call_array(Naive *n, RtCallId id);
gboolean naive_call_copy(Naive *n, RtCallId id, gboolean *returned);
gboolean naive_call_remote(Naive *n, RtCallId id);
gboolean naive_call_loop(Naive *n, RtCallId id);
gboolean naive_call_reduction(Naive *n, RtCallId id);
gboolean naive_call_shadow(Naive *n, RtCallId id);
void naive_edges(Naive *n, Object *group, Matrix m, int only_dim, gboolean rising);
void naive_pipeline(Naive *n, const gint64 *count, const int *same, gint64 all, long double t);
gboolean naive_executes(const Naive *n, const Object *loop, int p, const int index[]);
System *naive_system_of(Naive *n, const TraceRecord *record);
NaiveResult *naive_result(Naive *n);
