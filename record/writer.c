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

/* A call in the buffer; its words follow. */
typedef struct {
    int64_t ns;
    uint32_t n;
    int32_t line;
    uint32_t file;
    uint32_t call;
} Record;

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
put_digits(DvmrWriter *w, uint64_t value, unsigned base, int least)
{
    char digits[24];
    int n = 0;
    for (; value != 0 || n < least; value /= base)
        digits[sizeof digits - (size_t)++n] = "0123456789abcdef"[value % base];
    put_text(w, digits + sizeof digits - n, (size_t)n);
}

static void
put_int(DvmrWriter *w, int64_t value)
{
    if (value < 0)
        put_string(w, "-");
    put_digits(w, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 10, 1);
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
    put_digits(w, (uint64_t)(ns % 1000000000), 10, 9);
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

static const int64_t *
put_array(DvmrWriter *w, const char *name, size_t length, const int64_t *words)
{
    const int64_t n = *words++;
    for (int64_t i = 0; i < n; i++) {
        put_element(w, name, length, i);
        put_int(w, *words++);
        put_string(w, i < n - 1 ? "; " : ";\n");
    }
    return words;
}

static const int64_t *
put_rows(DvmrWriter *w, const char *name, size_t length, const int64_t *words)
{
    for (int64_t rows = *words++; rows > 0; rows--) {
        const int64_t n = *words++;
        for (int64_t i = 0; i < n; i++) {
            double value;
            memcpy(&value, words++, sizeof value);
            put_element(w, name, length, i);
            put_real(w, value);
            put_string(w, ";\n");
        }
    }
    return words;
}

static void
put_record(DvmrWriter *w, const Record *r, const int64_t *words)
{
    const char *name = calls[r->call].name;
    put_event(w, "call_", name, r->ns, r->line, w->files[r->file]);
    for (const char *p = calls[r->call].parameters; *p != '\0'; p++) {
        if (*p == '|') {
            put_event(w, "ret_", name, 0, r->line, w->files[r->file]);
        } else if (*p != '%') {
            put_text(w, p, 1);
        } else if (*++p == 'd') {
            put_int(w, *words++);
        } else if (*p == 'x') {
            put_digits(w, (uint64_t)*words++, 16, 1);
        } else {
            const char kind = *p;
            const char *start = p + 2;
            p = strchr(start, '}');
            words = (kind == 'a' ? put_array : put_rows)(w, start, (size_t)(p - start), words);
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
    put_digits(w, (uint64_t)(head->overhead % 1000), 10, 3);
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

void
dvmr_writer_flush(DvmrWriter *w)
{
    for (size_t at = 0; at < w->used && w->error == 0;) {
        const Record *r = (const Record *)(w->buffer + at);
        put_record(w, r, (const int64_t *)(r + 1));
        at += sizeof *r + r->n * sizeof(int64_t);
    }
    w->used = 0;
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

void
dvmr_writer_call(DvmrWriter *w, DvmrCall call, int64_t ns, int file, int line,
                 const int64_t *words, size_t n)
{
    const size_t bytes = sizeof(Record) + n * sizeof *words;
    if (w->error != 0 || !make_room(w, bytes))
        return;
    const Record r = { ns, (uint32_t)n, line, (uint32_t)file, (uint32_t)call };
    memcpy(w->buffer + w->used, &r, sizeof r);
    if (n > 0)
        memcpy(w->buffer + w->used + sizeof r, words, n * sizeof *words);
    w->used += bytes;
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
