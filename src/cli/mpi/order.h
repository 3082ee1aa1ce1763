/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What rank 0 asks of the others, and how it is written in messages: GVariant of one machine's
 * byte order, which all ranks of a job are taken to have. Rows come back as the JSON of a
 * sweep, which
 * --merge could read.
 */
#pragma once

#include "src/analysis/sweep/sweep.h"

/* All that a rank needs to know to predict rows. Owned strings. */
typedef struct {
    char *trace;
    gboolean broadcast;            /* rank 0 sends it */
    guint jobs;                    /* threads; 0: as many as there are processors */
    gboolean keep_going, no_ideal; /* of PredictOptions */
    char *reports, *template_dir;  /* as of SweepReports; "": none */
    gboolean numbered;
    char **inputs; /* no report replaces one of these */
} Order;

void order_clear(Order *order);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Order, order_clear)

/* Free with g_bytes_unref(). */
GBytes *order_write(const Order *order);

/* Reads what order_write() wrote. */
void order_read(Order *order, const char *bytes, gsize len);

/* A list of rows to be predicted, with their numbers; free with order_rows_free(). */
typedef struct _OrderRows OrderRows;
OrderRows *order_rows_new(void);
void order_rows_free(OrderRows *rows);
void order_rows_add(OrderRows *rows, guint number, const SweepRow *row);

/* Ends the list. */
GBytes *order_rows_write(OrderRows *rows);

/* The rows, each equal to what was written in all that a prediction and its messages depend on;
 * their number is their `place`. Of SweepRow; free with g_ptr_array_unref(). */
GPtrArray *order_rows_read(const char *bytes, gsize len);
