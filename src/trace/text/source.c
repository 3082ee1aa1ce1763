/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/text/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#define ZLIB_CONST
#include <zlib.h>

#define CHUNK_SIZE   ((gsize)1 << 18) /* read at once, and the least room of the window */
#define RELEASE_STEP ((gsize)1 << 23) /* of a mapped file; a multiple of any page */
#define INFLATE_STEP ((gsize)1 << 30) /* zlib counts in 32 bits */
#define MOST_AHEAD   4                /* blocks inflated before they are asked for */

typedef struct {
    char *data; /* NULL: the last block */
    gsize size;
    gsize done; /* bytes of it that were used */
    gboolean cut;
    GError *error;
} Block;

/* A thread that inflates. */
typedef struct {
    TraceSource *inner; /* of the thread alone while it runs */
    GThread *thread;
    GAsyncQueue *blocks;  /* Block, made and not used yet */
    GAsyncQueue *tickets; /* one for each block that may be made */
    gint stop;            /* atomic */
    Block *current;       /* being used */
} Ahead;

struct _TraceSourceInput {
    GMappedFile *map; /* or NULL */
    int fd;           /* -1: everything is in `next` */
    gboolean own_fd;
    guchar *chunk;      /* what was read from fd last */
    const guchar *next; /* raw bytes not used yet */
    gsize n_next;
    gboolean inflating;
    z_stream stream;
    Ahead *ahead; /* or NULL: a thread that inflates, instead of all the above */
    char *window;
    gsize capacity;
};

G_DEFINE_QUARK(trace_error, trace_error)

/* Sees to it that at least `wanted` (1 or 2) raw bytes are there, fewer only at the end. FALSE
 * with `error` when they cannot be read. */
static gboolean
pull(TraceSourceInput *input, gsize wanted, GError **error)
{
    ssize_t n = 1;
    while (input->fd >= 0 && input->n_next < wanted && n > 0) {
        if (input->n_next > 0)
            memmove(input->chunk, input->next, input->n_next);
        input->next = input->chunk;
        do {
            n = read(input->fd, input->chunk + input->n_next, CHUNK_SIZE - input->n_next);
        } while (n < 0 && errno == EINTR);
        if (n < 0) {
            g_set_error(error, TRACE_ERROR, TRACE_ERROR_FILE, "cannot read: %s",
                        g_strerror(errno));
            return FALSE;
        }
        input->n_next += (gsize)n;
    }
    return TRUE;
}

/* Whether the raw bytes begin a gzip member. */
static gboolean
at_gzip(const TraceSourceInput *input)
{
    return input->n_next >= 2 && input->next[0] == 0x1f && input->next[1] == 0x8b;
}

static gboolean
begin_inflate(TraceSourceInput *input)
{
    /* 15 bits of window, 16 to expect a gzip header. */
    input->inflating = inflateInit2(&input->stream, 15 + 16) == Z_OK;
    return input->inflating;
}

static TraceSource *
new_source(int fd)
{
    TraceSource *source = g_new0(TraceSource, 1);
    source->input = g_new0(TraceSourceInput, 1);
    source->input->fd = fd;
    source->max_window = TRACE_SOURCE_MAX_WINDOW;
    source->unused = G_MAXSIZE;
    return source;
}

/* The window of uncompressed memory is that memory. */
static TraceSource *
new_from_bytes(const char *data, gsize size, GMappedFile *map)
{
    TraceSource *source = new_source(-1);
    source->input->map = map;
    source->input->next = (const guchar *)data;
    source->input->n_next = size;
    if (at_gzip(source->input) && begin_inflate(source->input))
        return source;
    source->data = data;
    source->size = source->total = size;
    source->eof = TRUE;
    if (map != NULL)
        source->unused = RELEASE_STEP;
    return source;
}

TraceSource *
trace_source_new_from_memory(const char *data, gsize size)
{
    return new_from_bytes(data, size, NULL);
}

TraceSource *
trace_source_new_from_fd(int fd, gboolean own)
{
    TraceSource *source = new_source(fd);
    source->input->own_fd = own;
    source->input->chunk = g_malloc(CHUNK_SIZE);
    return source;
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
                    "the text of one call is longer than %" G_GSIZE_FORMAT " bytes",
                    input->capacity);
        return FALSE;
    }
    source->data = input->window = window;
    input->capacity = capacity;
    return TRUE;
}

/* A member has ended: another may follow, anything else is ignored as gzip does. */
static gboolean
next_member(TraceSource *source, GError **error)
{
    TraceSourceInput *input = source->input;
    if (!pull(input, 1, error))
        return FALSE;
    if (input->n_next == 0 || input->next[0] != 0x1f || inflateReset(&input->stream) != Z_OK)
        source->eof = TRUE;
    return TRUE;
}

/* Inflates into the room of the window until something came out. */
static gboolean
fill_inflated(TraceSource *source, GError **error)
{
    TraceSourceInput *input = source->input;
    z_stream *stream = &input->stream;
    gsize room = MIN(input->capacity - source->size, INFLATE_STEP);
    gsize made = 0;
    while (made == 0 && !source->eof) {
        if (!pull(input, 1, error))
            return FALSE;
        gsize offered = MIN(input->n_next, INFLATE_STEP);
        stream->next_in = input->next;
        stream->avail_in = (uInt)offered;
        stream->next_out = (guchar *)input->window + source->size;
        stream->avail_out = (uInt)room;
        int status = inflate(stream, Z_NO_FLUSH);
        made = room - stream->avail_out;
        input->next += offered - stream->avail_in;
        input->n_next -= offered - stream->avail_in;
        gboolean ended = status == Z_STREAM_END;
        if (ended && !next_member(source, error))
            return FALSE;
        if (!ended && made == 0 && offered == 0)
            source->eof = source->cut = TRUE;
        if (!ended && status != Z_OK && status != Z_BUF_ERROR && made == 0) {
            g_set_error(error, TRACE_ERROR, TRACE_ERROR_FILE, "damaged gzip data: %s",
                        stream->msg != NULL ? stream->msg : "not readable");
            return FALSE;
        }
    }
    source->size += made;
    source->total += made;
    return TRUE;
}

static gboolean
fill_plain(TraceSource *source, GError **error)
{
    TraceSourceInput *input = source->input;
    if (!pull(input, 1, error))
        return FALSE;
    gsize n = MIN(input->n_next, input->capacity - source->size);
    memcpy(input->window + source->size, input->next, n);
    input->next += n;
    input->n_next -= n;
    source->size += n;
    source->total += n;
    source->eof = n == 0;
    return TRUE;
}

/* Reads, and inflates what is compressed, into the room of the window. */
static gboolean
fill_here(TraceSource *source, GError **error)
{
    TraceSourceInput *input = source->input;
    if (source->total == 0 && !input->inflating) {
        if (!pull(input, 2, error))
            return FALSE;
        if (at_gzip(input) && !begin_inflate(input)) {
            g_set_error(error, TRACE_ERROR, TRACE_ERROR_FILE, "cannot read gzip data");
            return FALSE;
        }
    }
    return input->inflating ? fill_inflated(source, error) : fill_plain(source, error);
}

static void
block_free(gpointer data)
{
    Block *block = data;
    g_free(block->data);
    g_clear_error(&block->error);
    g_free(block);
}

/* Fills the source once; everything in its window is new. */
static Block *
make_block(TraceSource *inner)
{
    Block *block = g_new0(Block, 1);
    gsize size = 0;
    while (size == 0 && !inner->eof && block->error == NULL) {
        if (make_room(inner, inner->size, &block->error) && fill_here(inner, &block->error))
            size = inner->size;
    }
    if (size > 0)
        block->data = g_memdup2(inner->data, size);
    block->size = size;
    block->cut = inner->cut;
    return block;
}

static gpointer
run_ahead(gpointer data)
{
    Ahead *ahead = data;
    gboolean more = TRUE;
    while (more) {
        g_async_queue_pop(ahead->tickets);
        if (g_atomic_int_get(&ahead->stop))
            return NULL;
        Block *block = make_block(ahead->inner);
        more = block->data != NULL;
        g_async_queue_push(ahead->blocks, block);
    }
    return NULL;
}

/* What `inner` has, inflated by a thread. It is a file: the thread never waits for long. */
static TraceSource *
new_ahead(TraceSource *inner)
{
    TraceSource *source = new_source(-1);
    Ahead *ahead = source->input->ahead = g_new0(Ahead, 1);
    ahead->inner = inner;
    ahead->blocks = g_async_queue_new_full(block_free);
    ahead->tickets = g_async_queue_new();
    for (int i = 0; i < MOST_AHEAD; i++)
        g_async_queue_push(ahead->tickets, ahead);
    ahead->thread = g_thread_new("inflate", run_ahead, ahead);
    return source;
}

static void
ahead_free(Ahead *ahead)
{
    g_atomic_int_set(&ahead->stop, TRUE);
    g_async_queue_push(ahead->tickets, ahead);
    g_thread_join(ahead->thread);
    g_clear_pointer(&ahead->current, block_free);
    g_async_queue_unref(ahead->blocks);
    g_async_queue_unref(ahead->tickets);
    trace_source_free(ahead->inner);
    g_free(ahead);
}

/* Takes what fits from the block that is being read; the thread may make another after it. */
static gboolean
fill_ahead(TraceSource *source, GError **error)
{
    TraceSourceInput *input = source->input;
    Ahead *ahead = input->ahead;
    if (ahead->current == NULL)
        ahead->current = g_async_queue_pop(ahead->blocks);
    Block *block = ahead->current;
    if (block->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&block->error));
        return FALSE;
    }
    gsize n = MIN(input->capacity - source->size, block->size - block->done);
    source->eof = block->data == NULL;
    source->cut = source->eof && block->cut;
    if (n > 0)
        memcpy(input->window + source->size, block->data + block->done, n);
    block->done += n;
    source->size += n;
    source->total += n;
    if (!source->eof && block->done == block->size) {
        g_clear_pointer(&ahead->current, block_free);
        g_async_queue_push(ahead->tickets, ahead);
    }
    return TRUE;
}

gboolean
trace_source_fill(TraceSource *source, gsize done, GError **error)
{
    g_assert(!source->eof && done <= source->size);
    return make_room(source, done, error) &&
           (source->input->ahead != NULL ? fill_ahead(source, error)
                                         : fill_here(source, error));
}

void
trace_source_release(TraceSource *source, gsize done)
{
    const gsize from = source->unused - RELEASE_STEP, to = done / RELEASE_STEP * RELEASE_STEP;
    g_assert(done >= source->unused && done <= source->size);
    /* Advice: where it is not taken, the pages go when others need the memory. */
    (void)madvise((void *)(guintptr)(source->data + from), to - from, MADV_DONTNEED);
    source->unused = to + RELEASE_STEP;
}

TraceSource *
trace_source_new(const char *path, GError **error)
{
    if (strcmp(path, "-") == 0)
        return trace_source_new_from_fd(STDIN_FILENO, FALSE);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_FILE, "cannot open: %s", g_strerror(errno));
        return NULL;
    }
    struct stat status;
    /* Files that do not know their size (of /proc, say) are read like pipes, and so is a file
     * that cannot be mapped. */
    gboolean regular = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
    GMappedFile *map = regular ? g_mapped_file_new_from_fd(fd, FALSE, NULL) : NULL;
    if (map == NULL)
        return trace_source_new_from_fd(fd, TRUE);
    close(fd);
    TraceSource *source =
        new_from_bytes(g_mapped_file_get_contents(map), g_mapped_file_get_length(map), map);
    return source->input->inflating ? new_ahead(source) : source;
}

void
trace_source_free(TraceSource *source)
{
    if (source == NULL)
        return;
    TraceSourceInput *input = source->input;
    g_clear_pointer(&input->ahead, ahead_free);
    g_clear_pointer(&input->map, g_mapped_file_unref);
    if (input->own_fd)
        close(input->fd);
    if (input->inflating)
        inflateEnd(&input->stream);
    g_free(input->chunk);
    g_free(input->window);
    g_free(input);
    g_free(source);
}
