/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/text/source.h"

#include <string.h>

#include "src/base/byte-source.h"
#include "src/base/threads.h"

#define CHUNK_SIZE ((gsize)1 << 18) /* the least room of the window */
#define MOST_AHEAD 4                /* blocks inflated before they are asked for */

typedef struct {
    gsize size;    /* 0: nothing follows */
    gsize done;    /* bytes of it that were used */
    GError *error; /* instead of bytes */
    char data[4 * CHUNK_SIZE];
} Block;

/* A thread that inflates. */
typedef struct {
    pthread_t thread;
    pthread_mutex_t lock; /* of the next four; blocks `used` to `made` - 1 are the reader's */
    pthread_cond_t changed;
    guint64 made, used; /* blocks so far; the i-th is blocks[i % MOST_AHEAD] */
    gboolean ended;     /* no more are wanted */
    Block blocks[MOST_AHEAD];
} Ahead;

struct _TraceSourceInput {
    ByteSource *bytes;
    Ahead *ahead; /* or NULL: its thread alone uses `bytes` while it runs */
    char *window;
    gsize capacity;
};

G_DEFINE_QUARK(trace_error, trace_error)

static gboolean
fail(const GError *why, GError **error)
{
    g_set_error_literal(error, TRACE_ERROR, TRACE_ERROR_FILE, why->message);
    return FALSE;
}

/* Takes `bytes` over. */
static TraceSource *
new_source(ByteSource *bytes)
{
    TraceSource *source = g_new0(TraceSource, 1);
    source->input = g_new0(TraceSourceInput, 1);
    source->input->bytes = bytes;
    source->max_window = TRACE_SOURCE_MAX_WINDOW;
    return source;
}

/* The window of uncompressed memory is that memory. */
TraceSource *
trace_source_new_from_memory(const char *data, gsize size)
{
    TraceSource *source = new_source(byte_source_new_from_memory(data, size));
    if (byte_source_is_gzip(source->input->bytes))
        return source;
    source->data = data;
    source->size = source->total = size;
    source->eof = TRUE;
    return source;
}

TraceSource *
trace_source_new_from_fd(int fd, gboolean own)
{
    return new_source(byte_source_new_from_fd(fd, own));
}

/* Moves the window's last bytes to its front and makes room for a chunk more. */
static gboolean
make_room(TraceSource *source, gsize done, GError **error)
{
    TraceSourceInput *input = source->input;
    source->size -= done;
    if (source->size > 0 && done > 0)
        memmove(input->window, input->window + done, source->size);
    if (input->capacity - source->size >= CHUNK_SIZE)
        return TRUE;
    gsize capacity = MAX(2 * input->capacity, 4 * CHUNK_SIZE);
    char *window =
        capacity > source->max_window ? NULL : g_try_realloc(input->window, capacity);
    if (window == NULL) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_LIMIT,
                    "a line, or the lines of a call, have more than %" G_GSIZE_FORMAT " bytes",
                    source->max_window);
        return FALSE;
    }
    source->data = input->window = window;
    input->capacity = capacity;
    return TRUE;
}

/* The room of the next block, as soon as there is one; NULL: no more are wanted. */
static Block *
wait_for_room(Ahead *ahead)
{
    pthread_mutex_lock(&ahead->lock);
    while (ahead->made - ahead->used == MOST_AHEAD && !ahead->ended)
        pthread_cond_wait(&ahead->changed, &ahead->lock);
    Block *block = ahead->ended ? NULL : &ahead->blocks[ahead->made % MOST_AHEAD];
    pthread_mutex_unlock(&ahead->lock);
    return block;
}

static Block *
wait_for_block(Ahead *ahead)
{
    pthread_mutex_lock(&ahead->lock);
    while (ahead->made == ahead->used)
        pthread_cond_wait(&ahead->changed, &ahead->lock);
    pthread_mutex_unlock(&ahead->lock);
    return &ahead->blocks[ahead->used % MOST_AHEAD];
}

/* `counter` is `made` or `used`. */
static void
count_block(Ahead *ahead, guint64 *counter)
{
    pthread_mutex_lock(&ahead->lock);
    (*counter)++;
    pthread_cond_signal(&ahead->changed);
    pthread_mutex_unlock(&ahead->lock);
}

/* Fills blocks up to the last one. */
static void *
run_ahead(void *data)
{
    TraceSourceInput *input = data;
    gboolean more = TRUE;
    while (more) {
        Block *block = wait_for_room(input->ahead);
        if (block == NULL)
            return NULL;
        block->done = 0;
        if (!byte_source_read(input->bytes, block->data, sizeof block->data, &block->size,
                              &block->error))
            block->size = 0;
        more = block->size > 0;
        count_block(input->ahead, &input->ahead->made);
    }
    return NULL;
}

/* Lets a thread, if one is to be had, inflate a file, which never lets it wait for long. */
static void
begin_ahead(TraceSourceInput *input)
{
    Ahead *ahead = input->ahead = g_new0(Ahead, 1);
    pthread_mutex_init(&ahead->lock, NULL);
    pthread_cond_init(&ahead->changed, NULL);
    if (!threads_start(&ahead->thread, run_ahead, input))
        g_clear_pointer(&input->ahead, g_free);
}

static void
end_ahead(TraceSourceInput *input)
{
    Ahead *ahead = input->ahead;
    pthread_mutex_lock(&ahead->lock);
    ahead->ended = TRUE;
    pthread_cond_signal(&ahead->changed);
    pthread_mutex_unlock(&ahead->lock);
    pthread_join(ahead->thread, NULL);
    for (int i = 0; i < MOST_AHEAD; i++)
        g_clear_error(&ahead->blocks[i].error);
    pthread_cond_destroy(&ahead->changed);
    pthread_mutex_destroy(&ahead->lock);
    g_free(ahead);
}

/* As byte_source_read(), from what the thread has made. */
static gboolean
take_ahead(Ahead *ahead, char *to, gsize room, gsize *made, GError **error)
{
    Block *block = wait_for_block(ahead);
    if (block->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&block->error));
        return FALSE;
    }
    *made = MIN(room, block->size - block->done);
    memcpy(to, block->data + block->done, *made);
    block->done += *made;
    if (*made > 0 && block->done == block->size)
        count_block(ahead, &ahead->used);
    return TRUE;
}

gboolean
trace_source_fill(TraceSource *source, gsize done, GError **error)
{
    TraceSourceInput *input = source->input;
    g_assert(!source->eof && done <= source->size);
    if (!make_room(source, done, error))
        return FALSE;
    char *to = input->window + source->size;
    const gsize room = input->capacity - source->size;
    g_autoptr(GError) why = NULL;
    gsize made;
    if (input->ahead != NULL ? !take_ahead(input->ahead, to, room, &made, &why)
                             : !byte_source_read(input->bytes, to, room, &made, &why))
        return fail(why, error);
    source->size += made;
    source->total += made;
    source->eof = made == 0;
    source->cut = source->eof && byte_source_is_cut(input->bytes);
    source->garbage = source->eof && byte_source_has_garbage(input->bytes);
    return TRUE;
}

TraceSource *
trace_source_new(const char *path, GError **error)
{
    g_autoptr(GError) why = NULL;
    ByteSource *bytes = byte_source_new(path, &why);
    if (bytes == NULL) {
        fail(why, error);
        return NULL;
    }
    TraceSource *source = new_source(bytes);
    if (strcmp(path, "-") != 0 && byte_source_is_file(bytes) && byte_source_is_gzip(bytes))
        begin_ahead(source->input);
    return source;
}

void
trace_source_free(TraceSource *source)
{
    if (source == NULL)
        return;
    TraceSourceInput *input = source->input;
    if (input->ahead != NULL)
        end_ahead(input);
    byte_source_free(input->bytes);
    g_free(input->window);
    g_free(input);
    g_free(source);
}
