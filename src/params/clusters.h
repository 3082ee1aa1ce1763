/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A machine in the later dialect, nested clusters:
 *
 *   file       = { "cluster" "=" NAME ";" | definition | parameter }
 *   definition = NAME "=" "{" part { "," part } "}" ";" | NAME "=" power ";"
 *              | NAME ".TStart" "=" microseconds ";" | NAME ".TByte" "=" microseconds ";"
 *              | NAME ".CommType" "=" words [ "(" number ")" ] ";"
 *   part       = [ count "x" ] NAME
 *
 * `cluster` names the outermost one; a power is that of a processor, 2 is twice as fast.  Names
 * in any case.
 */
#pragma once

#include "src/params/lexer.h"

typedef struct {
    gint64 count;
    char *name; /* owned */
    ParamsPlace place;
} ParamsClusterPart;

typedef struct {
    char *name; /* in lower case */
    ParamsPlace place;
    double power;    /* of a processor; 0: this is a cluster */
    GArray *parts;   /* of ParamsClusterPart */
    char *comm_type; /* NULL: not given */
    RaterAtto start_time, byte_time;
} ParamsCluster;

struct ParamsClusters {
    char *file;      /* for messages, NULL: of the command line */
    char *outermost; /* NULL: not given yet */
    ParamsPlace place;
    GPtrArray *rows;  /* of ParamsCluster, in the order of the file */
    GHashTable *seen; /* left sides that the file has had; NULL: it is read */
};

ParamsClusters *params_clusters_new(const char *file);
ParamsClusters *params_clusters_copy(const ParamsClusters *clusters);
void params_clusters_free(ParamsClusters *clusters);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ParamsClusters, params_clusters_free)

/* Reads what stands behind the left side `name` (lower case) and "=": a cluster, a processor,
 * or what belongs to one. */
gboolean params_clusters_read(ParamsClusters *clusters, ParamsLexer *lexer, const char *name,
                              const ParamsToken *token, GError **error);

/* The rows of rater_topology_clusters(), the outermost first. */
typedef struct {
    GArray *rows;     /* of RaterCluster */
    GPtrArray *parts; /* of RaterClusterPart arrays, what the rows borrow */
    RaterTopology topology;
    GArray *speeds; /* of ParamsSpeed, of all processors in order; empty: all 1 */
} ParamsClusterRows;

ParamsClusterRows *params_clusters_resolve(const ParamsClusters *clusters, GError **error);
void params_cluster_rows_free(ParamsClusterRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ParamsClusterRows, params_cluster_rows_free)

/* The statements, as a file has them. */
void params_clusters_append(GString *out, const ParamsClusters *clusters);
