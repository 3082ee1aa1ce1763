/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The calls of the Lib-DVM run-time system and their parameters: the only place that knows
 * their names.  rt-call.def has one row a call, rt-param.def one row a parameter; see
 * HACKING.md, "Adding a call".
 */
#pragma once

#include <glib.h>

typedef enum {
#define RT_PARAM(id, name, kind) RT_PARAM_##id,
#include "src/trace/program/rt-param.def"
#undef RT_PARAM
    RT_N_PARAMS,
} RtParamId;

typedef enum {
    RT_PARAM_KIND_REF,  /* hexadecimal reference -> dense index, 0 = none (0, NULL, all ones) */
    RT_PARAM_KIND_INT,  /* decimal integer, or an array of them */
    RT_PARAM_KIND_REAL, /* decimal real number, or an array of them */
} RtParamKind;

typedef enum {
    RT_GROUP_ORDINARY, /* base accounting, no message */
    RT_GROUP_INTERVAL,
    RT_GROUP_IO,
    RT_GROUP_SYSTEM,   /* processor systems, abstract machines, tasks */
    RT_GROUP_TEMPLATE, /* representations and their distribution, weights */
    RT_GROUP_ARRAY,    /* arrays and their alignment */
    RT_GROUP_COPY,
    RT_GROUP_LOOP,
    RT_GROUP_REDUCTION,
    RT_GROUP_SHADOW,
    RT_GROUP_REMOTE,
    RT_GROUP_OBJECT, /* delobj_ */
} RtGroup;

typedef enum {
    RT_FLAG_IO_TIME = 1 << 0,     /* an input/output function: its return time is IO_time */
    RT_FLAG_MAP_WARNING = 1 << 1, /* distributes by maps: warn that it is not followed */
    RT_FLAG_BODY_TIME = 1 << 2,   /* its call time is a loop body, accounted by its handler */
} RtFlags;

typedef enum {
#define RT_CALL(id, ...) RT_CALL_##id,
#include "src/trace/program/rt-call.def"
#undef RT_CALL
    RT_N_CALLS,
    RT_CALL_UNKNOWN = RT_N_CALLS, /* a name without a row */
} RtCallId;

typedef struct {
    RtParamId id;
    gboolean required;
} RtWant;

typedef struct {
    const char *name; /* as in the trace, with its trailing underscore */
    RtGroup group;
    RtFlags flags;
    const RtWant *call; /* wanted on the call line; n_call of them */
    const RtWant *ret;  /* wanted on the return line */
    guint n_call, n_ret;
} RtCall;

typedef struct {
    const char *name; /* as in the trace, `len` bytes */
    gsize len;
    RtParamKind kind;
} RtParam;

/* The row of `id`, RT_CALL_UNKNOWN included, which wants nothing; never NULL. */
const RtCall *rt_call_get(RtCallId id);

/* Finds a call by the `len` bytes at `name`, RT_CALL_UNKNOWN when there is none. A name that
 * begins with "dvm_" and has no row of its own is RT_CALL_DVM_IO. */
RtCallId rt_call_lookup(const char *name, gsize len);

const RtParam *rt_param_get(RtParamId id);
