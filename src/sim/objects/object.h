/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The objects of the run-time system that a trace names by reference.  All are counted
 * references (sim_object_ref/unref): a group may outlive the reference of what it holds.  Here
 * is what they have in common, and processor systems and abstract machines; objects/array.h,
 * objects/loop.h and objects/group.h have the others.
 */
#pragma once

#include "src/sim/core/system.h"
#include "src/sim/objects/async.h"

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

typedef struct {
    SimObject base;
    const SimSystem *system;
} SimSystemObject;

typedef struct {
    SimObject base;
    const SimSystem *system; /* bound by mapam_, or NULL */
} SimMachine;

/* A new object with one reference, zeroed apart from its containers. */
gpointer sim_object_new(SimObjectKind kind);

gpointer sim_object_ref(gpointer object);
void sim_object_unref(gpointer object); /* NULL is allowed */

/* Replaces *slot by a reference to `object` (may be NULL). */
void sim_object_set(gpointer slot, gpointer object);

/* The operation that the object can have going, or NULL. `object` may be NULL. */
const SimAsync *sim_object_async(gconstpointer object);

/* "processor system", "array", ... for messages. */
const char *sim_object_kind_name(SimObjectKind kind);
