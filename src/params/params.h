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

typedef struct ParamsMapping ParamsMapping;   /* src/params/mapping.h */
typedef struct ParamsClusters ParamsClusters; /* src/params/clusters.h */

/* Where something stands in the file, from 1; 0: it does not. */
typedef struct {
    guint line, column;
} ParamsPlace;

/* `count` processors of relative speed `speed`. */
typedef struct {
    gint64 count;
    double speed;
} ParamsSpeed;

typedef enum {
    PARAMS_KIND_TYPE,         /* words; Params.network.kind and network.links.kind */
    PARAMS_KIND_MICROSECONDS, /* a real >= 0; double, seconds */
    PARAMS_KIND_POSITIVE,     /* a real > 0; double */
    PARAMS_KIND_SPEEDS,       /* a list; GArray of ParamsSpeed, owned */
    PARAMS_KIND_TOPOLOGY,     /* a list; RaterGrid */
    PARAMS_KIND_COUNT,        /* an integer >= 1; int64_t */
    PARAMS_KIND_SIZE,         /* an integer >= 0; int64_t */
    PARAMS_KIND_LEAST,        /* "least", which is 0, or an integer >= 1; int64_t */
    PARAMS_KIND_TIME,         /* a real >= 0, microseconds; RaterAtto */
    PARAMS_KIND_RATIO,        /* a real >= 1; RaterAtto, 1 / RATER_RATIO_ONE */
    PARAMS_KIND_WORD,         /* one of its values; its number, guint */
    PARAMS_KIND_NODES,        /* a list; of RaterTopologyShape */
    PARAMS_KIND_TAPER,        /* a real > 0 or a list; of RaterTopologyShape */
    PARAMS_KIND_VARIATION,    /* a seed and a real; RaterVariation */
    PARAMS_KIND_MAPPING,      /* ParamsMapping *, owned */
} ParamsKind;

typedef enum {
#define P(id, name, kind, member, values, unit, initial, help) PARAMS_##id,
#include "src/params/params.def"
#undef P
    PARAMS_N
} ParamsId;

typedef struct {
    RaterNetwork network;  /* as far as the file says: params_machine_new() makes it whole */
    double start_time;     /* seconds, for reports */
    double send_byte_time; /* seconds, for reports */
    double power;          /* every TIME is multiplied by it */
    double trace_overhead; /* seconds taken off each TIME */
    RaterGrid topology;    /* root processor system */
    GArray *speeds;        /* of ParamsSpeed; empty: all 1 */
    char *file;            /* owned: as it was named; "": these are of no file */
    ParamsMapping *mapping;
    ParamsClusters *clusters; /* the machine in the later dialect; NULL: it is not */
    /* Which parameters were given, and where if it was in the file. */
    gboolean given[PARAMS_N];
    ParamsPlace place[PARAMS_N];
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

/* Whether it was set on the command line, not in the file. */
gboolean params_is_set(const Params *params, ParamsId id);

/* A topology, "4x2" (also "4X2", "4,2", or "8"). */
gboolean params_parse_topology(const char *text, RaterGrid *topology, GError **error);
gboolean params_set_topology(Params *params, const char *text, GError **error);

/* What only the whole can tell: enough speeds for the topology, a sound network. Call after all
 * overrides. The message names its place only where that is a parameter of a network of nodes
 * and links. */
gboolean params_check(const Params *params, GError **error);

/* Whether programs can be predicted for the machine; the message names no place. */
gboolean params_check_prediction(const Params *params, GError **error);

/* How many processors are simulated: those of the topology or, where several of these are on
 * one of the network, as many of it as have any. */
gint64 params_count_processors(const Params *params);

/* Parameters that were given and have no effect, a warning with its place each; free with
 * g_ptr_array_unref(). */
GPtrArray *params_warnings(const Params *params);

/* Whether the network is one of nodes and links: params_machine_new() makes it. */
gboolean params_is_links(const Params *params);

/* Writes a commented parameter file that reads back the same; free with g_free(). */
char *params_to_text(const Params *params);

/* "network", "transputer", "fat tree"; "cluster" for the later dialect. */
const char *params_type_name(const Params *params);

/* When a parameter of a network of nodes and links has an effect. */
typedef enum {
    PARAMS_EFFECT_ANY, /* no such parameter: nobody asks */
    PARAMS_EFFECT_ALWAYS,
    PARAMS_EFFECT_TREE,
    PARAMS_EFFECT_FAT_TREE,
    PARAMS_EFFECT_DRAGONFLY,
    PARAMS_EFFECT_WORMHOLE,
    PARAMS_EFFECT_WORMHOLE_EVENTS,
    PARAMS_EFFECT_SHARED, /* several processors can be on one node */
} ParamsEffect;

/* `kind` decides how a value is read and written, `offset` is where Params keeps it. */
typedef struct {
    const char *name, *values, *unit, *initial, *help;
    ParamsKind kind;
    gsize offset;
    ParamsEffect effect;
} ParamsRow;

/* The table of params.def. */
extern const ParamsRow params_rows[PARAMS_N];

/* Where `params` keeps the value; its type follows from the kind. */
gpointer params_member(Params *params, ParamsId id);

/* The value of a real, in seconds or without a unit; NULL: the parameter is another kind. */
const double *params_real(const Params *params, ParamsId id);

/* Whether it is a parameter of networks of nodes and links alone. */
gboolean params_is_of_links(ParamsId id);

/* Whether it goes with the later dialect, which describes the network itself; -1: none does. */
gboolean params_is_of_clusters(int id);

/* What `params` has is the default. */
gboolean params_is_default(const Params *params, ParamsId id);

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
