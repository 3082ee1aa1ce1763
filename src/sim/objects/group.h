/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is exchanged or combined: reductions, shadow edges, remote access buffers, copies.  All
 * but a reduction variable can have an operation going.
 */
#pragma once

#include "rater/shadow/shadow.h"
#include "rater/transfer/section.h"
#include "src/sim/objects/array.h"
#include "src/sim/objects/loop.h"

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
    SimArray *array;         /* owned reference */
    const SimPacked *shadow; /* interned RaterShadow, without the mapping of the moment */
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
    SimLoopMap *map; /* owned: crtrbl_: the loop whose processors read; NULL: crtrbp_ */
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
