/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Messages between the ranks of an MPI job.  Nobody waits within MPI, where most of its
 * implementations take a whole processor to wait: who has nothing to do looks again a moment
 * later. All functions are called by the thread that initialised MPI (MPI_THREAD_FUNNELED). An
 * error of MPI ends the job, as is the rule there.
 */
#pragma once

#include <glib.h>

/* From rank 0 to others, and from others to rank 0; those of one sender come in their order. */
typedef enum {
    POST_ORDER,  /* to all: what is to be done (order.h) */
    POST_ROWS,   /* to one: rows to predict (order.h) */
    POST_END,    /* to all: no more is wanted */
    POST_READY,  /* the trace was read; one byte for each thread */
    POST_DONE,   /* rows that were predicted, a sweep in JSON */
    POST_FAILED, /* the exit status as a byte, and a message */
    POST_BYE,    /* the answer to POST_END and the last message */
} PostKind;

/* How long to wait before looking again, microseconds. */
#define POST_AGAIN 1000

typedef struct {
    int rank, n_ranks; /* this one, from 0, and how many there are */
    GPtrArray *sent;   /* messages that are under way; owned */
} Post;

/* After MPI_Init_thread(). */
void post_init(Post *post);
void post_clear(Post *post); /* after post_flush() */

/* Sends a copy of `len` bytes, less than 2^31. */
void post_send(Post *post, int to, PostKind kind, const char *bytes, gsize len);

/* Takes the next message, with a NUL behind it, if one is there: free with g_free(). NULL:
 * none. */
char *post_receive(Post *post, int *from, PostKind *kind, gsize *len);

/* Waits until what was sent is received, or on its way. */
void post_flush(Post *post);

/* Called by all ranks: `bytes`, `*size` of them, of rank 0 to all others, who get them in new
 * memory to be freed with g_free(). Returns them. */
char *post_broadcast(Post *post, char *bytes, gsize *size);
