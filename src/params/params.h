/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Predictor.par: what machine the program is predicted for.  params.def has one row a parameter
 * (name, type, range, unit, default, help); it drives reading, writing, messages, --help and
 * the check of the man page.  Microseconds in the file, seconds here.
 */
#pragma once

#include <glib.h>

#include "rater/geometry/grid.h"
#include "rater/network/network.h"

#define PARAMS_ERROR (params_error_quark())
GQuark params_error_quark(void);

typedef enum {
    PARAMS_ERROR_FILE,   /* cannot be read */
    PARAMS_ERROR_SYNTAX, /* a missing ';', a stray character */
    PARAMS_ERROR_NAME,   /* an unknown name, or one given twice */
    PARAMS_ERROR_VALUE,  /* a value of the wrong type or out of range */
} ParamsErrorCode;

/* `count` processors of relative speed `speed`. */
typedef struct {
    gint64 count;
    double speed;
} ParamsSpeed;

typedef struct {
    RaterNetwork network;  /* kind, start and byte time (exact), scale, channels */
    double start_time;     /* seconds, for reports */
    double send_byte_time; /* seconds, for reports */
    double power;          /* every TIME is multiplied by it */
    double trace_overhead; /* seconds taken off each TIME */
    RaterGrid topology;    /* root processor system */
    GArray *speeds;        /* of ParamsSpeed; empty: all 1 */
    char *file;            /* owned: as it was named; "": these are of no file */
} Params;

/* All defaults. */
Params *params_new(void);
Params *params_copy(const Params *params);
void params_free(Params *params);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Params, params_free)

/* Reads `path`. Messages are "path:line:column: ...". NULL with PARAMS_ERROR_* on failure. */
Params *params_read(const char *path, GError **error);

/* All of `path` and a NUL behind its `len` bytes; free with g_free(). NULL with
 * PARAMS_ERROR_FILE. */
char *params_read_text(const char *path, gsize *len, GError **error);

/* As params_read() from memory; `name` stands for the path in messages. */
Params *params_parse(const char *name, const char *text, gsize len, GError **error);

/* Applies one `NAME=VALUE` of the command line; a last ';' is optional. `params` is untouched
 * on failure. Messages are "'NAME=VALUE', column N: ...", here and for the topology. */
gboolean params_set(Params *params, const char *assignment, GError **error);

/* Sets the topology from "4x2" (also "4X2", "4,2", or "8"). */
gboolean params_set_topology(Params *params, const char *text, GError **error);

/* What only the whole can tell: enough speeds for the topology. Call after all overrides. The
 * message names no place. */
gboolean params_check(const Params *params, GError **error);

/* Writes a commented parameter file that reads back the same; free with g_free(). */
char *params_to_text(const Params *params);

/* "network", "transputer", "ideal". */
const char *params_type_name(const Params *params);

typedef enum {
    PARAMS_KIND_TYPE,         /* a word; const RaterNetworkKind * */
    PARAMS_KIND_MICROSECONDS, /* a real >= 0; double, seconds */
    PARAMS_KIND_POSITIVE,     /* a real > 0; double */
    PARAMS_KIND_SPEEDS,       /* a list; GArray of ParamsSpeed, owned */
    PARAMS_KIND_TOPOLOGY,     /* a list; RaterGrid */
    PARAMS_KIND_COUNT,        /* an integer >= 1; int64_t */
} ParamsKind;

typedef enum {
#define P(id, name, kind, member, values, unit, initial, help) PARAMS_##id,
#include "src/params/params.def"
#undef P
    PARAMS_N
} ParamsId;

/* `kind` decides how a value is read and written, `offset` is where Params keeps it. */
typedef struct {
    const char *name, *values, *unit, *initial, *help;
    ParamsKind kind;
    gsize offset;
} ParamsRow;

/* The table of params.def. */
extern const ParamsRow params_rows[PARAMS_N];

/* Where `params` keeps the value; its type follows from the kind. */
gpointer params_member(Params *params, ParamsId id);

/* The value of a real, in seconds or without a unit; NULL: the parameter is another kind. */
const double *params_real(const Params *params, ParamsId id);

/* The exact twin of a time in `params`, NULL for a parameter without one. */
RaterAtto *params_exact(Params *params, ParamsId id);

/* Appends the value as a parameter file has it: "75", "network", "{ 2, 2 }". */
void params_append_value(GString *out, const Params *params, ParamsId id);

/* The id of `name` (lower case, single blanks), -1 when there is none. */
int params_find(const char *name);

/* The id of the parameter that `name`, which is none, was most likely meant to be: a few
 * letters differ, or a word is missing. -1: none is close. */
int params_nearest(const char *name);

/* The id of the parameter that `name` starts with, followed by a blank; -1: none. */
int params_prefix(const char *name);
