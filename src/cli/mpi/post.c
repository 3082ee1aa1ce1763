/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/mpi/post.h"

#include <mpi.h>
#include <string.h>

/* The lengths of MPI are int. */
#define MOST_BYTES ((gsize)1 << 30)

typedef struct {
    MPI_Request request;
    char *bytes; /* owned */
} Sent;

static void
sent_free(gpointer data)
{
    Sent *sent = data;
    g_free(sent->bytes);
    g_free(sent);
}

void
post_init(Post *post)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &post->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &post->n_ranks);
    post->sent = g_ptr_array_new_with_free_func(sent_free);
}

void
post_clear(Post *post)
{
    g_clear_pointer(&post->sent, g_ptr_array_unref);
}

/* Forgets what has arrived. */
static void
collect(Post *post)
{
    for (guint i = post->sent->len; i > 0; i--) {
        Sent *sent = g_ptr_array_index(post->sent, i - 1);
        int done;
        MPI_Test(&sent->request, &done, MPI_STATUS_IGNORE);
        if (done)
            g_ptr_array_remove_index_fast(post->sent, i - 1);
    }
}

void
post_send(Post *post, int to, PostKind kind, const char *bytes, gsize len)
{
    Sent *sent = g_new0(Sent, 1);

    g_assert(len < MOST_BYTES);
    sent->bytes = g_memdup2(bytes, len);
    MPI_Isend(sent->bytes, (int)len, MPI_BYTE, to, (int)kind, MPI_COMM_WORLD, &sent->request);
    g_ptr_array_add(post->sent, sent);
}

char *
post_receive(Post *post, int *from, PostKind *kind, gsize *len)
{
    MPI_Status status;
    int there, n;

    collect(post);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (!there)
        return NULL;
    MPI_Get_count(&status, MPI_BYTE, &n);
    char *bytes = g_malloc((gsize)n + 1);
    MPI_Recv(bytes, n, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    bytes[n] = '\0';
    *from = status.MPI_SOURCE;
    *kind = (PostKind)status.MPI_TAG;
    *len = (gsize)n;
    return bytes;
}

void
post_flush(Post *post)
{
    for (collect(post); post->sent->len > 0; collect(post))
        g_usleep(POST_AGAIN);
}

char *
post_broadcast(Post *post, char *bytes, gsize *size)
{
    guint64 all = *size;

    MPI_Bcast(&all, sizeof all, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (post->rank != 0)
        bytes = g_malloc(MAX(all, 1));
    for (gsize at = 0; at < all; at += MOST_BYTES)
        MPI_Bcast(bytes + at, (int)MIN(MOST_BYTES, all - at), MPI_BYTE, 0, MPI_COMM_WORLD);
    *size = (gsize)all;
    return bytes;
}
