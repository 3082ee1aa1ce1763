/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/trace/trace-check.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

void
trace_check_text(const char *actual, const char *expected, const char *expr, const char *file,
                 unsigned line)
{
    g_autofree char *message =
        g_strdup_printf("%s is '%s', expected '%s'", expr, actual, expected);
    if (strlen(message) > 2000)
        message[2000] = '\0';
    CU_assertImplementation(g_strcmp0(actual, expected) == 0, line, message, file, "",
                            CU_FALSE);
}

void
trace_check_same(double actual, double expected, const char *expr, const char *file,
                 unsigned line)
{
    g_autofree char *message =
        g_strdup_printf("%s is %.17g, expected %.17g", expr, actual, expected);
    CU_assertImplementation(memcmp(&actual, &expected, sizeof actual) == 0, line, message, file,
                            "", CU_FALSE);
}

TraceProgram *
trace_check_read(const char *text, char **message)
{
    g_autoptr(GError) error = NULL;
    TraceReader *reader = trace_reader_new_from_memory("t", text, strlen(text));
    TraceProgram *program = trace_read_all(reader, &error);
    g_assert_true((program != NULL) == (error == NULL));
    *message = error != NULL ? g_strdup(error->message) : NULL;
    return program;
}

TraceProgram *
trace_check_must_read(const char *text, const char *file, unsigned line)
{
    g_autofree char *message = NULL;
    TraceProgram *program = trace_check_read(text, &message);
    if (program != NULL)
        return program;
    CU_assertImplementation(CU_FALSE, line, message, file, "", CU_FALSE);
    return trace_check_must_read("Event_dvm_exit TIME=0 LINE= FILE=\n", file, line);
}

char *
trace_check_failure(const char *text, const char *file, unsigned line)
{
    char *message = NULL;
    g_autoptr(TraceProgram) program = trace_check_read(text, &message);
    if (program == NULL)
        return message;
    CU_assertImplementation(CU_FALSE, line, "the trace was read", file, "", CU_FALSE);
    return g_strdup("");
}

const TraceRecord *
trace_check_call(const TraceProgram *program, gsize i)
{
    g_assert_cmpuint(i, <, program->n_calls);
    return trace_program_record(program, program->calls[i].call);
}

const TraceRecord *
trace_check_ret(const TraceProgram *program, gsize i)
{
    g_assert_cmpuint(i, <, program->n_calls);
    return trace_program_record(program, program->calls[i].ret);
}

static void
dump_value(GString *text, const TraceProgram *program, const TraceRecord *record,
           const TraceParam *param, guint i)
{
    RtParamKind kind = rt_param_get(param->id)->kind;
    if (kind == RT_PARAM_KIND_REAL) {
        g_string_append_printf(text, "%g", trace_record_reals(record, param)[i]);
    } else if (kind == RT_PARAM_KIND_REF && trace_record_ints(record, param)[i] > 0) {
        g_autofree char *reference =
            trace_program_reference_text(program, (guint32)trace_record_ints(record, param)[i]);
        g_string_append(text, reference);
    } else {
        g_string_append_printf(text, "%" G_GINT64_FORMAT, trace_record_ints(record, param)[i]);
    }
}

void
trace_check_dump_params(GString *text, const TraceProgram *program, const TraceRecord *record)
{
    if (record->problem != NULL) {
        g_string_append(text, " problem");
        return;
    }
    for (guint p = 0; p < record->n_params; p++) {
        static const char *const tags[] = { "", "(AMView)", "(DisArray)" };
        const TraceParam *param = &record->params[p];
        g_string_append_printf(text, " %s%s=", rt_param_get(param->id)->name, tags[param->tag]);
        guint row = 0;
        for (guint i = 0; i < param->n; i++) {
            gboolean begins =
                row + 1 < param->n_rows && i == trace_record_row_end(record, param, row);
            if (begins)
                row++;
            g_string_append(text, i == 0 ? "" : begins ? "|" : ",");
            dump_value(text, program, record, param, i);
        }
    }
}

static void
dump_info(GString *text, const TraceProgram *program)
{
    const TraceInfo *info = &program->info;
    g_string_append_printf(text, "rts %" G_GINT64_FORMAT " vps", info->rts_version);
    for (int i = 0; i < info->vps_rank; i++)
        g_string_append_printf(text, " %" G_GINT64_FORMAT, info->vps_size[i]);
    const TraceSite *first = trace_program_site(program, info->first_site);
    g_string_append_printf(text, " program %s first %s:%" G_GINT64_FORMAT, info->program,
                           first->file, first->line);
    g_string_append_printf(text, " bytes %" G_GUINT64_FORMAT " lines %" G_GUINT64_FORMAT,
                           info->bytes, info->lines);
    g_string_append_printf(text, " calls %" G_GUINT64_FORMAT " init %d", info->n_calls,
                           info->has_init);
    if (info->complete)
        g_string_append_printf(text, " exit %" G_GUINT64_FORMAT " %.8f rc %" G_GINT64_FORMAT,
                               info->exit_line, info->exit_time, info->exit_code);
    if (info->dropped_name != NULL)
        g_string_append_printf(text, " dropped %" G_GUINT64_FORMAT " %s", info->dropped_line,
                               info->dropped_name);
    g_string_append_c(text, '\n');
}

/* "t:12: error: ..." as "error in line 12". */
static void
dump_error(GString *text, const char *message)
{
    const char *colon = strchr(message, ':');
    g_string_append_printf(text, "error in line %d\n", atoi(colon + 1));
}

char *
trace_check_dump(TraceReader *reader)
{
    GString *text = g_string_new(NULL);
    const TraceProgram *program = trace_reader_stream(reader).program;
    g_autoptr(GError) error = NULL;
    TraceCall call;
    while (trace_reader_stream(reader).next(reader, &call, &error)) {
        const TraceSite *site = trace_program_site(program, call.site);
        const TraceRecord *record = trace_program_record(program, call.call);
        g_string_append_printf(text, "%" G_GUINT64_FORMAT " %s %s:%" G_GINT64_FORMAT, call.line,
                               record->name, site->file, site->line);
        g_string_append_printf(text, " %.8f %.8f", call.t_call, call.t_return);
        trace_check_dump_params(text, program, record);
        g_string_append(text, " ->");
        trace_check_dump_params(text, program, trace_program_record(program, call.ret));
        g_string_append_c(text, '\n');
    }
    if (error != NULL)
        dump_error(text, error->message);
    else
        dump_info(text, program);
    trace_reader_free(reader);
    return g_string_free(text, FALSE);
}

char *
trace_check_path(const char *path)
{
    return g_build_filename(g_getenv("SRCDIR"), path, NULL);
}

char *
trace_check_load(const char *path, gsize *size)
{
    g_autofree char *full = trace_check_path(path);
    char *data = NULL;
    g_autoptr(GError) error = NULL;
    if (!g_file_get_contents(full, &data, size, &error))
        g_error("%s", error->message);
    return data;
}

char *
trace_check_gzip(const char *data, gsize size, gsize *n_packed)
{
    z_stream stream = { 0 };
    g_assert_cmpint(deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), ==,
                    Z_OK);
    gsize room = deflateBound(&stream, size) + 64;
    char *packed = g_malloc(room);
    stream.next_in = (guchar *)(gsize)data;
    stream.avail_in = (uInt)size;
    stream.next_out = (guchar *)packed;
    stream.avail_out = (uInt)room;
    g_assert_cmpint(deflate(&stream, Z_FINISH), ==, Z_STREAM_END);
    *n_packed = stream.total_out;
    deflateEnd(&stream);
    return packed;
}

static gpointer
feed(gpointer argument)
{
    TracePipe *pipe = argument;
    for (gsize done = 0; done < pipe->size;) {
        gsize n = MIN(pipe->piece, pipe->size - done);
        ssize_t written = write(pipe->fd[1], pipe->data + done, n);
        if (written < 0)
            break;
        done += (gsize)written;
    }
    close(pipe->fd[1]);
    return NULL;
}

TraceReader *
trace_check_pipe(TracePipe *channel, const char *data, gsize size, gsize piece)
{
    *channel = (TracePipe){ .data = data, .size = size, .piece = piece };
    g_assert_cmpint(pipe(channel->fd), ==, 0);
    g_autofree char *path = g_strdup_printf("/dev/fd/%d", channel->fd[0]);
    g_autoptr(GError) error = NULL;
    TraceReader *reader = trace_reader_new(path, &error);
    g_assert_no_error(error);
    channel->thread = g_thread_new("feed", feed, channel);
    return reader;
}

void
trace_check_end_pipe(TracePipe *channel)
{
    g_thread_join(channel->thread);
    close(channel->fd[0]);
}

TraceReader *
trace_check_file(const char *data, gsize size)
{
    g_autofree char *path = NULL;
    g_autoptr(GError) error = NULL;
    int fd = g_file_open_tmp("trace-XXXXXX", &path, &error);
    g_assert_no_error(error);
    close(fd);
    g_file_set_contents(path, data, (gssize)size, &error);
    g_assert_no_error(error);
    TraceReader *reader = trace_reader_new(path, &error);
    g_assert_no_error(error);
    g_unlink(path);
    return reader;
}
