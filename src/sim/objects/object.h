/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The objects of the run-time system that a trace names by reference.  All are counted
 * references (sim_object_ref/unref): a group may outlive the reference of what it holds.
 */
#pragma once

#include "rater/shadow/shadow.h"
#include "rater/transfer/section.h"
#include "src/base/types.h"
#include "src/sim/objects/loop-map.h"

typedef enum {
    SIM_OBJECT_SYSTEM,
    SIM_OBJECT_MACHINE,
    SIM_OBJECT_TEMPLATE,
    SIM_OBJECT_ARRAY,
    SIM_OBJECT_LOOP,
    SIM_OBJECT_RED_GROUP,
    SIM_OBJECT_RED_VAR,
    SIM_OBJECT_SHADOW_GROUP,
    SIM_OBJECT_BUFFER,
    SIM_OBJECT_BUFFER_GROUP,
    SIM_OBJECT_COPY,
    SIM_N_OBJECT_KINDS,
} SimObjectKind;

typedef struct {
    SimObjectKind kind;
    guint n_refs;
} SimObject;

/* The start of an operation in a timeline (watch/recorder.h). */
typedef struct {
    guint32 event, interval, site, traffic;
    guint8 operation;
    guint *n_going; /* operations that go on; NULL: no timeline */
} SimAsyncRecord;

/* An operation of an object between its start and its wait. */
typedef struct {
    gboolean active;
    SimSum start, completion; /* clocks */
    guint64 line;             /* trace line of the start */
    const char *name;         /* of the call that started it; owned by the trace */
    guint32 site;             /* of the start, for policy/what-if.h */
    gpointer cause;           /* SimCause that it adds to, or NULL */
    SimAsyncRecord recorded;
} SimAsync;

/* ---- processors ---- */

typedef struct {
    SimObject base;
    const SimSystem *system;
} SimSystemObject;

typedef struct {
    SimObject base;
    const SimSystem *system; /* bound by mapam_, or NULL */
} SimMachine;

/* ---- data ---- */

/* What setelw_ or genblk_ say of one grid dimension. */
typedef struct {
    GArray *loads; /* of double: setelw_; NULL: none */
    GArray *sizes; /* of gint64: genblk_; NULL: none */
} SimWeights;

typedef struct {
    SimObject base;
    int rank;
    int64_t size[RATER_MAX_RANK];
    int64_t multiple[RATER_MAX_RANK];   /* blkdiv_, 1: none */
    SimWeights weights[RATER_MAX_RANK]; /* of the next distribution, by grid dimension */
    gboolean is_distributed;
    RaterDist dist;
    const SimSystem *system;   /* of dist */
    const SimMapping *mapping; /* of itself, NULL before distr_ */
    GPtrArray *arrays;         /* SimArray aligned with it, directly or not; not owned */
} SimTemplate;

typedef struct {
    SimObject base;
    guint32 header, handle; /* references, 0: none */
    int rank;
    guint place; /* own index in template->arrays */
    int64_t size[RATER_MAX_RANK];
    int64_t low[RATER_MAX_RANK], high[RATER_MAX_RANK]; /* shadow widths of each axis */
    int64_t element_bytes;
    SimTemplate *template;     /* owned reference; NULL: not aligned */
    RaterAlign align;          /* with the template */
    const SimMapping *mapping; /* NULL: not aligned, or the template is not distributed */
} SimArray;

/* ---- loops ---- */

typedef struct _SimShadowGroup SimShadowGroup;

typedef struct {
    SimObject base;
    int rank;
    guint32 site;    /* of its crtpl_ */
    SimLoopMap *map; /* NULL: not mapped */
    GPtrArray *last; /* shadow groups (owned references) to wait for at endpl_: imlast_ */
    SimShadowGroup
        *across;     /* owned: new group of an across_ whose body has not come, or NULL */
    double portions; /* PipeLinePar of it, 0: to be chosen */
} SimLoop;

/* ---- what is exchanged or combined ---- */

typedef struct {
    SimObject base;
    double bytes; /* what one processor contributes */
} SimRedVar;

typedef struct {
    SimObject base;
    double bytes;          /* of all variables */
    SimLoop *loop;         /* owned: named by the last insred_, or NULL */
    SimTemplate *template; /* owned, likewise */
    SimArray *array;       /* owned, likewise */
    SimAsync async;
} SimRedGroup;

/* Edges of one array in a group. */
typedef struct {
    SimArray *array;           /* owned reference */
    const RaterShadow *shadow; /* kept once, without the mapping of the moment */
} SimShadowEntry;

struct _SimShadowGroup {
    SimObject base;
    GArray *entries; /* of SimShadowEntry, one an array */
    SimAsync async;
};

/* A remote access buffer: what is read is fixed when it is made, who sends when it is loaded.
 */
typedef struct {
    SimObject base;
    SimArray *array; /* owned reference */
    guint32 record;  /* text of the call that made it: stands for its rules or section */
    SimLoopMap *map; /* crtrbl_: the loop whose processors read; NULL: crtrbp_ */
    int n_rules;
    RaterAlignRule rules[RATER_MAX_RANK]; /* crtrbl_ */
    const SimSystem *system;              /* whose processors read */
    RaterSection section;                 /* crtrbp_ */
    SimAsync async;
} SimBuffer;

typedef struct {
    SimObject base;
    GPtrArray *buffers; /* SimBuffer, owned references */
    SimAsync async;
} SimBufferGroup;

/* An asynchronous copy, by its flag. */
typedef struct {
    SimObject base;
    SimAsync async;
} SimCopy;

/* A new object with one reference, zeroed apart from its containers. */
gpointer sim_object_new(SimObjectKind kind);

gpointer sim_object_ref(gpointer object);
void sim_object_unref(gpointer object); /* NULL is allowed */

/* Replaces *slot by a reference to `object` (may be NULL). */
void sim_object_set(gpointer slot, gpointer object);

/* The operation that the object can have going, or NULL. `object` may be NULL. */
SimAsync *sim_object_async(gpointer object);

/* "processor system", "array", ... for messages. */
const char *sim_object_kind_name(SimObjectKind kind);

/* Forgets the weights of the next distribution. */
void sim_template_clear_weights(SimTemplate *template);

/* Aligns array with template in the books (not in space): moves it from its old template's
 * list. */
void sim_array_attach(SimArray *array, SimTemplate *template);

/* Takes a deleted array off its template: it does not move any more, though a group may still
 * hold it. */
void sim_array_detach(SimArray *array);
