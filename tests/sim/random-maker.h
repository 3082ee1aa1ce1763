/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * State of the making of a random program, for random-*.c alone.
 */
#pragma once

#include "tests/sim/random-program.h"

#define MAKER_RANK 3
#define ROOT       (-1)

typedef struct {
    guint64 ref;
    int where; /* task whose system it is, or ROOT */
    int rank;
    int size[8]; /* as the traced run saw them */
    int real[8]; /* as the predicted run sees them, 0: not known */
} MakerSystem;

typedef struct {
    guint64 ref;
    int rank, size[MAKER_RANK];
    int where;
} MakerTemplate;

typedef struct {
    guint64 header, handle;
    int rank, size[MAKER_RANK], element, low[MAKER_RANK], high[MAKER_RANK];
    MakerTemplate *template;
    gboolean named;  /* by a group or a buffer */
    gboolean sparse; /* aligned with a stride, here or on the way to the template */
} MakerArray;

typedef struct {
    guint64 ref;
    int rank, size[MAKER_RANK]; /* iterations */
    int init[MAKER_RANK], step[MAKER_RANK], last[MAKER_RANK];
    MakerArray *array; /* the pattern, or NULL */
    gboolean dense;    /* every element between its first and its last is to be taken */
    gboolean gaps;     /* it may leave out elements between its first and its last */
} MakerLoop;

typedef struct {
    guint64 machine; /* AMRef */
    guint system;    /* index */
    int parent;      /* task that runs it, or ROOT */
} MakerTask;

typedef struct {
    GRand *random;
    guint features;
    GPtrArray *calls;
    GPtrArray *templates, *arrays; /* alive; owned */
    GArray *systems;               /* of MakerSystem; the first is the root's, its ref 0 */
    GArray *tasks;                 /* of MakerTask */
    GArray *free_refs;             /* of guint64: to be used again */
    guint64 next_ref;
    int line, where, depth, budget;
    gboolean bracket;
} Maker;

/* random-maker.c */
int maker_between(Maker *m, int low, int high);
gboolean maker_one_in(Maker *m, int n);
gboolean maker_wants(Maker *m, guint feature);
guint64 maker_ref(Maker *m);
void maker_release(Maker *m, guint64 ref);
/* A call; the texts are those of its lines behind the event lines, `seconds` its largest TIME.
 */
void maker_call(Maker *m, const char *name, double seconds, const char *in, const char *out);
G_GNUC_PRINTF(3, 4)
void maker_simple(Maker *m, const char *name, const char *format, ...);
void maker_list(GString *text, const char *name, int n, const int values[]);
MakerArray *maker_array_of(Maker *m, int where);

/* random-data.c */
void maker_add_template(Maker *m, guint system);
void maker_add_array(Maker *m, MakerTemplate *template);
void maker_redistribute(Maker *m);
void maker_realign(Maker *m);
void maker_delete(Maker *m);
void maker_tasks(Maker *m);
gboolean maker_alignment(Maker *m, int rank, int size[], gboolean fixed, int pattern_rank,
                         const int pattern_size[], gboolean one_place, GString *text);

/* random-moves.c */
void maker_copy(Maker *m);
void maker_remote_point(Maker *m);
void maker_remote_loop(Maker *m, const MakerLoop *loop);
void maker_shadow(Maker *m);
guint64 maker_shadow_group(Maker *m);
void maker_reduction(Maker *m, const MakerLoop *loop, guint64 group);

/* random-loops.c */
void maker_loop(Maker *m);

/* random-program.c */
void maker_block(Maker *m, int n, guint features);
