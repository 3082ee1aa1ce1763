/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "record/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef DVMR_ZLIB
#include <zlib.h>
#endif

#define TEXT_BYTES 65536
#define MIN_BUFFER 4096

/* A call in the buffer is a Head and behind it, each only where its flag says so: an int64_t of
 * nanoseconds (0 without), a Place (that of the call before without), an int64_t of how many
 * words there are (few without), then the words, as wide as the widest needs. Memory that is
 * touched for the first time costs more than all else that a call does, so it is to be little.
 */
typedef struct {
    uint8_t call, flags, width, few;
} Head;

enum { HAS_TIME = 1, HAS_PLACE = 2, HAS_COUNT = 4 };

typedef struct {
    int32_t file, line;
} Place;

#define MOST_FEW 255
#define MOST_BYTES(n)                                                                          \
    (sizeof(Head) + 2 * sizeof(int64_t) + sizeof(Place) + (n) * sizeof(int64_t))

/* Words in the buffer, taken in order. */
typedef struct {
    const unsigned char *at;
    unsigned width;
} Words;

struct DvmrWriter {
    char *name;
    int fd;
#ifdef DVMR_ZLIB
    gzFile gz;
#endif
    int error;
    char **files;
    int n_files, last_file;
    unsigned char *buffer;
    size_t used, size;
    Place place; /* of the last call in the buffer */
    size_t n_text;
    char text[TEXT_BYTES];
};

static const struct {
    const char *name, *parameters;
} calls[] = {
#define CALL(id, name, parameters) { name, parameters },
#include "record/calls.def"
#undef CALL
};

/* ---- the file ---- */

static bool
ends_in_gz(const char *name)
{
    const size_t n = strlen(name);
    return n > 3 && strcmp(name + n - 3, ".gz") == 0;
}

static bool
open_gz(DvmrWriter *w)
{
#ifdef DVMR_ZLIB
    if (ends_in_gz(w->name))
        w->gz = gzdopen(w->fd, "wb1");
    return w->gz != NULL || !ends_in_gz(w->name);
#else
    (void)ends_in_gz;
    (void)w;
    return true;
#endif
}

DvmrWriter *
dvmr_writer_new(const char *name, size_t bytes)
{
    DvmrWriter *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->size = bytes < MIN_BUFFER ? MIN_BUFFER : bytes;
    w->place = (Place){ -1, 0 };
    w->buffer = malloc(w->size);
    w->name = malloc(strlen(name) + 1);
    w->fd = -1;
    if (w->buffer != NULL && w->name != NULL) {
        strcpy(w->name, name);
        w->fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        if (w->fd >= 0 && open_gz(w))
            return w;
    }
    const int error = errno;
    dvmr_writer_free(w, true);
    errno = error;
    return NULL;
}

/* As much as the system takes at once; -1 with errno. */
static ssize_t
write_some(DvmrWriter *w, const char *text, size_t n)
{
#ifdef DVMR_ZLIB
    if (w->gz != NULL) {
        errno = 0;
        const int done = gzwrite(w->gz, text, (unsigned)n);
        if (done <= 0 && errno == 0)
            errno = EIO;
        return done <= 0 ? -1 : done;
    }
#endif
    return write(w->fd, text, n);
}

static void
write_text(DvmrWriter *w)
{
    for (size_t done = 0; done < w->n_text && w->error == 0;) {
        const ssize_t n = write_some(w, w->text + done, w->n_text - done);
        if (n >= 0)
            done += (size_t)n;
        else if (errno != EINTR)
            w->error = errno;
    }
    w->n_text = 0;
}

/* All of the text to the system; a compressed file can be read up to here. */
static void
sync_text(DvmrWriter *w)
{
    write_text(w);
#ifdef DVMR_ZLIB
    if (w->gz != NULL && w->error == 0 && gzflush(w->gz, Z_SYNC_FLUSH) != Z_OK)
        w->error = errno != 0 ? errno : EIO;
#endif
}

int
dvmr_writer_free(DvmrWriter *w, bool forget)
{
    int error = w->error;
#ifdef DVMR_ZLIB
    if (w->gz != NULL && !forget) {
        if (gzclose(w->gz) != Z_OK && error == 0)
            error = errno != 0 ? errno : EIO;
        w->fd = -1;
    }
#else
    (void)forget;
#endif
    if (w->fd >= 0 && close(w->fd) != 0 && error == 0)
        error = errno;
    for (int i = 0; i < w->n_files; i++)
        free(w->files[i]);
    free(w->files);
    free(w->buffer);
    free(w->name);
    free(w);
    return error;
}

int
dvmr_writer_error(const DvmrWriter *w)
{
    return w->error;
}

const char *
dvmr_writer_name(const DvmrWriter *w)
{
    return w->name;
}

/* ---- text ---- */

static void
put_text(DvmrWriter *w, const char *text, size_t n)
{
    while (n > 0) {
        if (w->n_text == TEXT_BYTES)
            write_text(w);
        const size_t part = n < TEXT_BYTES - w->n_text ? n : TEXT_BYTES - w->n_text;
        memcpy(w->text + w->n_text, text, part);
        w->n_text += part;
        text += part;
        n -= part;
    }
}

static void
put_string(DvmrWriter *w, const char *text)
{
    put_text(w, text, strlen(text));
}

/* At least `least` digits. */
static void
put_decimal(DvmrWriter *w, uint64_t value, size_t least)
{
    char digits[24];
    size_t n = 0;
    for (; value != 0 || n < least; value /= 10)
        digits[sizeof digits - ++n] = (char)('0' + value % 10);
    put_text(w, digits + sizeof digits - n, n);
}

static void
put_hexadecimal(DvmrWriter *w, uint64_t value)
{
    char digits[16];
    size_t n = 0;
    for (; value != 0 || n == 0; value >>= 4)
        digits[sizeof digits - ++n] = "0123456789abcdef"[value & 15];
    put_text(w, digits + sizeof digits - n, n);
}

static void
put_int(DvmrWriter *w, int64_t value)
{
    if (value < 0)
        put_string(w, "-");
    put_decimal(w, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 1);
}

/* With a point, whatever the locale of the program. */
static void
put_real(DvmrWriter *w, double value)
{
    char text[64];
    snprintf(text, sizeof text, "%.17g", value);
    for (char *p = text; *p != '\0'; p++) {
        if (strchr("0123456789+-e", *p) == NULL)
            *p = '.';
    }
    put_string(w, text);
}

static void
put_event(DvmrWriter *w, const char *kind, const char *name, int64_t ns, int line,
          const char *file)
{
    const size_t n = strlen(kind) + strlen(name);
    put_string(w, kind);
    put_string(w, name);
    put_text(w, "                           ", n < 26 ? 27 - n : 1);
    put_string(w, "TIME=");
    put_int(w, ns / 1000000000);
    put_string(w, ".");
    put_decimal(w, (uint64_t)(ns % 1000000000), 9);
    put_string(w, " LINE=");
    put_int(w, line);
    put_string(w, " FILE=");
    put_string(w, file);
    put_string(w, "\n");
}

static void
put_element(DvmrWriter *w, const char *name, size_t length, int64_t index)
{
    put_text(w, name, length);
    put_string(w, "[");
    put_int(w, index);
    put_string(w, "]=");
}

/* The next one, whatever its width. */
static int64_t
take_word(Words *words)
{
    const unsigned char *at = words->at;
    int64_t wide;
    int32_t middle;
    int16_t narrow;
    words->at += words->width;
    switch (words->width) {
    case sizeof narrow:
        memcpy(&narrow, at, sizeof narrow);
        return narrow;
    case sizeof middle:
        memcpy(&middle, at, sizeof middle);
        return middle;
    default:
        memcpy(&wide, at, sizeof wide);
        return wide;
    }
}

static void
put_array(DvmrWriter *w, const char *name, size_t length, Words *words)
{
    const int64_t n = take_word(words);
    for (int64_t i = 0; i < n; i++) {
        put_element(w, name, length, i);
        put_int(w, take_word(words));
        put_string(w, i < n - 1 ? "; " : ";\n");
    }
}

static void
put_rows(DvmrWriter *w, const char *name, size_t length, Words *words)
{
    for (int64_t rows = take_word(words); rows > 0; rows--) {
        const int64_t n = take_word(words);
        for (int64_t i = 0; i < n; i++) {
            const int64_t word = take_word(words);
            double value;
            memcpy(&value, &word, sizeof value);
            put_element(w, name, length, i);
            put_real(w, value);
            put_string(w, ";\n");
        }
    }
}

static void
put_call(DvmrWriter *w, unsigned call, int64_t ns, Words *words)
{
    const char *name = calls[call].name, *file = w->files[w->place.file];
    put_event(w, "call_", name, ns, w->place.line, file);
    for (const char *p = calls[call].parameters; *p != '\0'; p++) {
        const size_t plain = strcspn(p, "%|");
        put_text(w, p, plain);
        p += plain;
        if (*p == '\0')
            return;
        if (*p == '|') {
            put_event(w, "ret_", name, 0, w->place.line, file);
        } else if (*++p == 'd') {
            put_int(w, take_word(words));
        } else if (*p == 'x') {
            put_hexadecimal(w, (uint64_t)take_word(words));
        } else {
            const char kind = *p;
            const char *start = p + 2;
            p = strchr(start, '}');
            (kind == 'a' ? put_array : put_rows)(w, start, (size_t)(p - start), words);
        }
    }
}

/* ---- the buffer ---- */

void
dvmr_writer_head(DvmrWriter *w, const DvmrHead *head)
{
    int64_t count = 1;
    put_string(w, "RTS VERSION = 0\n\n ProcCount=1;      PSRank=1;      PSSize= 1;\n");
    for (int i = 0; i < head->rank; i++)
        count *= head->sizes[i];
    put_string(w, "VProcCount=");
    put_int(w, head->rank > 0 ? count : 0);
    put_string(w, ";");
    for (int i = 0; i < head->rank; i++) {
        if (i == 0) {
            put_string(w, "     VPSRank=");
            put_int(w, head->rank);
            put_string(w, ";     VPSSize=");
        }
        put_string(w, " ");
        put_int(w, head->sizes[i]);
    }
    put_string(w, head->rank > 0 ? ";\nRecorder overhead=" : "\nRecorder overhead=");
    put_int(w, head->overhead / 1000);
    put_string(w, ".");
    put_decimal(w, (uint64_t)(head->overhead % 1000), 3);
    put_string(w, ";\n\n");
    put_event(w, "ret_", "dvm_Init", head->begin, head->line, head->file);
    sync_text(w);
}

int
dvmr_writer_file(DvmrWriter *w, const char *file)
{
    if (w->n_files > 0 && strcmp(w->files[w->last_file], file) == 0)
        return w->last_file;
    for (int i = w->n_files; i-- > 0;) {
        if (strcmp(w->files[i], file) == 0)
            return w->last_file = i;
    }
    char **more = realloc(w->files, (size_t)(w->n_files + 1) * sizeof *more);
    char *copy = malloc(strlen(file) + 1);
    if (more != NULL)
        w->files = more;
    if (more == NULL || copy == NULL) {
        free(copy);
        w->error = w->error != 0 ? w->error : ENOMEM;
        return 0;
    }
    strcpy(copy, file);
    /* a line break in a name would end the line of an event */
    for (char *p = copy; *p != '\0'; p++) {
        if (*p == '\n' || *p == '\r')
            *p = '?';
    }
    w->last_file = w->n_files;
    w->files[w->n_files] = copy;
    return w->n_files++;
}

const char *
dvmr_writer_file_name(const DvmrWriter *w, int file)
{
    return file < w->n_files ? w->files[file] : "?";
}

static const unsigned char *
take(void *to, const unsigned char *at, size_t n)
{
    memcpy(to, at, n);
    return at + n;
}

/* The call at `at`; returns where the next one is. */
static const unsigned char *
flush_call(DvmrWriter *w, const unsigned char *at)
{
    Head head;
    int64_t ns = 0;
    at = take(&head, at, sizeof head);
    int64_t n = head.few;
    if ((head.flags & HAS_TIME) != 0)
        at = take(&ns, at, sizeof ns);
    if ((head.flags & HAS_PLACE) != 0)
        at = take(&w->place, at, sizeof w->place);
    if ((head.flags & HAS_COUNT) != 0)
        at = take(&n, at, sizeof n);
    Words words = { at, head.width };
    put_call(w, head.call, ns, &words);
    return at + (size_t)n * head.width;
}

void
dvmr_writer_flush(DvmrWriter *w)
{
    const unsigned char *at = w->buffer, *const end = at + w->used;
    while (at < end && w->error == 0)
        at = flush_call(w, at);
    w->used = 0;
    w->place = (Place){ -1, 0 };
    sync_text(w);
}

/* Room for so many more bytes. */
static bool
make_room(DvmrWriter *w, size_t bytes)
{
    if (w->size - w->used >= bytes)
        return true;
    dvmr_writer_flush(w);
    if (w->size >= bytes)
        return true;
    unsigned char *larger = realloc(w->buffer, bytes);
    if (larger == NULL) {
        w->error = w->error != 0 ? w->error : ENOMEM;
        return false;
    }
    w->buffer = larger;
    w->size = bytes;
    return true;
}

static unsigned char *
put(unsigned char *at, const void *from, size_t n)
{
    memcpy(at, from, n);
    return at + n;
}

/* Bytes that hold each of the words. */
static unsigned
width_of(const int64_t *words, size_t n)
{
    uint64_t all = 0;
    for (size_t i = 0; i < n; i++)
        all |= (uint64_t)(words[i] < 0 ? ~words[i] : words[i]);
    return all > INT32_MAX ? sizeof(int64_t) : all > INT16_MAX ? sizeof(int32_t) : sizeof(int16_t);
}

static unsigned char *
put_words(unsigned char *at, unsigned width, const int64_t *words, size_t n)
{
    switch (width) {
    case sizeof(int16_t):
        for (size_t i = 0; i < n; i++)
            at = put(at, &(int16_t){ (int16_t)words[i] }, sizeof(int16_t));
        return at;
    case sizeof(int32_t):
        for (size_t i = 0; i < n; i++)
            at = put(at, &(int32_t){ (int32_t)words[i] }, sizeof(int32_t));
        return at;
    default:
        return put(at, words, n * sizeof *words);
    }
}

void
dvmr_writer_call(DvmrWriter *w, DvmrCall call, int64_t ns, int file, int line,
                 const int64_t *words, size_t n)
{
    if (w->error != 0 || !make_room(w, MOST_BYTES(n)))
        return;
    const Place place = { file, line };
    const bool moves = file != w->place.file || line != w->place.line, many = n > MOST_FEW;
    const Head head = {
        .call = (uint8_t)call,
        .flags = (uint8_t)((ns != 0 ? HAS_TIME : 0) | (moves ? HAS_PLACE : 0) |
                           (many ? HAS_COUNT : 0)),
        .width = (uint8_t)width_of(words, n),
        .few = (uint8_t)(many ? 0 : n),
    };
    unsigned char *at = put(w->buffer + w->used, &head, sizeof head);
    if (ns != 0)
        at = put(at, &ns, sizeof ns);
    if (moves)
        at = put(at, &place, sizeof place);
    if (many)
        at = put(at, &(int64_t){ (int64_t)n }, sizeof(int64_t));
    at = put_words(at, head.width, words, n);
    w->place = place;
    w->used = (size_t)(at - w->buffer);
}

void
dvmr_writer_finish(DvmrWriter *w, int64_t ns, int file, int line)
{
    dvmr_writer_flush(w);
    if (w->error != 0)
        return;
    put_event(w, "Event_", "dvm_exit", ns, line, w->files[file]);
    put_string(w, "rc=0;\n");
    sync_text(w);
}
