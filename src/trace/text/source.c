/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/text/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define ZLIB_CONST
#include <zlib.h>

#include "src/base/threads.h"

#define CHUNK_SIZE   ((gsize)1 << 18) /* read at once, and the least room of the window */
#define INFLATE_STEP ((gsize)1 << 30) /* zlib counts in 32 bits */
#define MOST_AHEAD   4                /* blocks inflated before they are asked for */
#define MOST_PADDING ((gsize)1 << 20) /* zeros behind gzip data, as tapes have them */

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
    int fd; /* -1: everything is in `next` */
    gboolean own_fd;
    struct stat status; /* of fd when it was opened */
    guchar *chunk;      /* what was read from fd last */
    const guchar *next; /* raw bytes not used yet */
    gsize n_next;
    gboolean begun; /* it is known whether they are to be inflated */
    gboolean inflating, ended, cut, garbage;
    z_stream stream;
    Ahead *ahead; /* or NULL: its thread alone uses the above while it runs */
    char *window;
    gsize capacity;
};

G_DEFINE_QUARK(trace_error, trace_error)

/* Whether an ordinary file is not any more what it was when it was opened. Those of /proc do
 * not know their size. */
static gboolean
has_changed(const TraceSourceInput *input)
{
    const struct stat *then = &input->status;
    struct stat now;
    return S_ISREG(then->st_mode) && then->st_size > 0 &&
           (fstat(input->fd, &now) != 0 || now.st_size != then->st_size ||
            now.st_mtim.tv_sec != then->st_mtim.tv_sec ||
            now.st_mtim.tv_nsec != then->st_mtim.tv_nsec);
}

/* Reads at most `room` bytes; 0 at the end, -1 with `error`. */
static gssize
read_bytes(const TraceSourceInput *input, gpointer to, gsize room, GError **error)
{
    gssize n;
    do {
        n = read(input->fd, to, room);
    } while (n < 0 && errno == EINTR);
    if (n < 0)
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_FILE, "cannot read: %s", g_strerror(errno));
    if (n != 0 || !has_changed(input))
        return n;
    g_set_error_literal(error, TRACE_ERROR, TRACE_ERROR_FILE,
                        "the file was changed while it was read");
    return -1;
}

/* Sees to it that at least `wanted` (1 or 2) raw bytes are there, fewer only at the end. FALSE
 * with `error` when they cannot be read. */
static gboolean
pull(TraceSourceInput *input, gsize wanted, GError **error)
{
    gssize n = 1;
    while (input->fd >= 0 && input->n_next < wanted && n > 0) {
        if (input->n_next > 0)
            memmove(input->chunk, input->next, input->n_next);
        input->next = input->chunk;
        n = read_bytes(input, input->chunk + input->n_next, CHUNK_SIZE - input->n_next, error);
        if (n < 0)
            return FALSE;
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

static TraceSource *
new_source(int fd)
{
    TraceSource *source = g_new0(TraceSource, 1);
    source->input = g_new0(TraceSourceInput, 1);
    source->input->fd = fd;
    source->max_window = TRACE_SOURCE_MAX_WINDOW;
    return source;
}

/* The window of uncompressed memory is that memory. */
TraceSource *
trace_source_new_from_memory(const char *data, gsize size)
{
    TraceSource *source = new_source(-1);
    source->input->next = (const guchar *)data;
    source->input->n_next = size;
    if (at_gzip(source->input))
        return source;
    source->data = data;
    source->size = source->total = size;
    source->eof = TRUE;
    return source;
}

TraceSource *
trace_source_new_from_fd(int fd, gboolean own)
{
    TraceSource *source = new_source(fd);
    source->input->own_fd = own;
    source->input->chunk = g_malloc(CHUNK_SIZE);
    if (fstat(fd, &source->input->status) != 0)
        source->input->status.st_mode = 0;
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
                    "a line, or the lines of a call, have more than %" G_GSIZE_FORMAT " bytes",
                    source->max_window);
        return FALSE;
    }
    source->data = input->window = window;
    input->capacity = capacity;
    return TRUE;
}

/* Behind a member of gzip data: another one, whose checksum covers it as well, zeros, or what
 * nothing vouches for. */
static gboolean
end_member(TraceSourceInput *input, GError **error)
{
    if (!pull(input, 2, error))
        return FALSE;
    if (at_gzip(input)) {
        input->ended = inflateReset(&input->stream) != Z_OK;
        return TRUE;
    }
    input->ended = TRUE;
    for (gsize padding = 0; input->n_next > 0 && !input->garbage; padding++) {
        input->garbage = *input->next != 0 || padding == MOST_PADDING;
        input->next++;
        input->n_next--;
        if (!pull(input, 1, error))
            return FALSE;
    }
    return TRUE;
}

/* Inflates until something came out. */
static gboolean
inflate_some(TraceSourceInput *input, char *to, gsize room, gsize *made, GError **error)
{
    z_stream *stream = &input->stream;
    room = MIN(room, INFLATE_STEP);
    while (*made == 0 && !input->ended) {
        if (!pull(input, 1, error))
            return FALSE;
        gsize offered = MIN(input->n_next, INFLATE_STEP);
        stream->next_in = input->next;
        stream->avail_in = (uInt)offered;
        stream->next_out = (guchar *)to;
        stream->avail_out = (uInt)room;
        int status = inflate(stream, Z_NO_FLUSH);
        *made = room - stream->avail_out;
        input->next += offered - stream->avail_in;
        input->n_next -= offered - stream->avail_in;
        if (status == Z_STREAM_END) {
            if (!end_member(input, error))
                return FALSE;
        } else if (*made == 0 && offered == 0) {
            input->ended = input->cut = TRUE;
        } else if (*made == 0 && status != Z_OK && status != Z_BUF_ERROR) {
            g_set_error(error, TRACE_ERROR, TRACE_ERROR_FILE, "damaged gzip data: %s",
                        stream->msg != NULL ? stream->msg : "not readable");
            return FALSE;
        }
    }
    return TRUE;
}

/* Puts text where there is room: *made bytes, 0 at the end. */
static gboolean
read_some(TraceSourceInput *input, char *to, gsize room, gsize *made, GError **error)
{
    *made = 0;
    if (!input->begun && !pull(input, 2, error))
        return FALSE;
    if (!input->begun && at_gzip(input)) {
        /* 15 bits of window, 16 to expect a gzip header. */
        if (inflateInit2(&input->stream, 15 + 16) != Z_OK) {
            g_set_error(error, TRACE_ERROR, TRACE_ERROR_FILE, "cannot read gzip data");
            return FALSE;
        }
        input->inflating = TRUE;
    }
    input->begun = TRUE;
    if (input->inflating)
        return inflate_some(input, to, room, made, error);
    if (input->n_next == 0 && input->fd >= 0) {
        const gssize n = read_bytes(input, to, room, error);
        *made = (gsize)MAX(n, 0);
        return n >= 0;
    }
    *made = MIN(input->n_next, room);
    memcpy(to, input->next, *made);
    input->next += *made;
    input->n_next -= *made;
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
        if (!read_some(input, block->data, sizeof block->data, &block->size, &block->error))
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

/* As read_some(), from what the thread has made. */
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
    gsize made;
    if (input->ahead != NULL ? !take_ahead(input->ahead, to, room, &made, error)
                             : !read_some(input, to, room, &made, error))
        return FALSE;
    source->size += made;
    source->total += made;
    source->eof = made == 0;
    source->cut = source->eof && input->cut;
    source->garbage = source->eof && input->garbage;
    return TRUE;
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
    TraceSource *source = trace_source_new_from_fd(fd, TRUE);
    TraceSourceInput *input = source->input;
    if (S_ISREG(input->status.st_mode) && pull(input, 2, NULL) && at_gzip(input))
        begin_ahead(input);
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
    if (input->own_fd)
        close(input->fd);
    if (input->inflating)
        inflateEnd(&input->stream);
    g_free(input->chunk);
    g_free(input->window);
    g_free(input);
    g_free(source);
}
