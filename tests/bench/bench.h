/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the sections of the benchmark share. A section makes its inputs in bench->folder,
 * measures, and adds rows to bench->table. Nothing here judges a time: goals are only shown.
 */
#pragma once

#include <glib.h>

#include "src/params/params.h"
#include "tests/bench/bench-table.h"

typedef struct {
    const char *folder;  /* for inputs and outputs, gone at the end */
    const char *samples; /* folder of the samples */
    const char *program; /* the predictor to run */
    const char *self;    /* this benchmark, to be run again as a child */
    const char *params;  /* folder of the parameter files */
    gboolean quick;      /* under half a minute */
    guint64 most_calls;  /* of the longest trace in growth with calls */
    BenchTable *table;
} Bench;

/* A file of the folder; free with g_free(). */
char *bench_path(const Bench *bench, const char *name);

/* params/NAME.par with this topology. */
Params *bench_params(const Bench *bench, const char *name, const char *topology,
                     GError **error);

gboolean bench_large(Bench *bench, GError **error);
gboolean bench_processors(Bench *bench, GError **error);
gboolean bench_distinct(Bench *bench, GError **error);
gboolean bench_growth(Bench *bench, GError **error);
gboolean bench_objects(Bench *bench, GError **error);
gboolean bench_report(Bench *bench, GError **error);
gboolean bench_graphs(Bench *bench, GError **error);
gboolean bench_sweep(Bench *bench, GError **error);
gboolean bench_replay(Bench *bench, GError **error);
gboolean bench_record(Bench *bench, GError **error);
gboolean bench_memory(Bench *bench, GError **error);
