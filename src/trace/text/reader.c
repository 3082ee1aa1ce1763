/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/text/reader.h"

#include "src/trace/text/blocks.h"
#include "src/trace/text/params.h"

/* Calls are held back until ret_dvm_Init tells those of the initialisation from those of the
 * program, but not longer than so many event lines. Real traces have up to some twenty before
 * it. */
#define MAX_INIT_EVENTS 131072

#define MAX_CALLS (1u << 27) /* where they are kept, 5 GB of them */
#define MAX_TIMES (1u << 24) /* before a call, or inside of it */

#define DIFFERENT "different calls or references"

#define CUT_NAME_LEN 21 /* 26 without call_ */

/* The first names of every reader. */
enum { NAME_INIT, NAME_EXIT };

typedef enum {
    PHASE_HEADER,  /* before the first event line */
    PHASE_INIT,    /* ret_dvm_Init may still come */
    PHASE_PROGRAM, /* calls are those of the program */
    PHASE_END,
} Phase;

/* A call that has begun and not returned. */
typedef struct {
    guint32 name; /* of F */
    guint64 line; /* of the trace */
} OpenCall;

/* Seconds, nearly always of one line: two for each call of the trace, too many for GArray. */
typedef struct {
    double *seconds;
    guint len, room;
} Times;

struct _TraceReader {
    TraceSource *source;
    TraceProgram *program; /* owned, until it is handed over */
    TraceBlocks blocks;
    Phase phase;
    TraceParams params; /* what is being read */
    OpenCall *open;     /* the outermost first; as Times, for each call of the trace */
    guint depth, room;  /* how many they are, and may be */
    Times before;       /* TIMEs of user code since the last outermost call ... */
    Times inside;       /* ... and inside of the one that is open */
    TraceCall current;  /* the outermost open call */
    GArray *held;       /* TraceCall, given out when the program has begun */
    guint n_given;      /* of held */
    guint n_init_events;
    gboolean warned;    /* of a header that is not understood */
    guint64 first_line; /* of the first event line */
    GError *failure;    /* what ends the reading, unless ret_dvm_Init comes */
};

static TraceReader *
new_reader(const char *name, TraceSource *source)
{
    TraceReader *reader = g_new0(TraceReader, 1);
    reader->source = source;
    reader->program = trace_program_new(name);
    trace_program_add_name(reader->program, "dvm_Init", strlen("dvm_Init"));
    trace_program_add_name(reader->program, "dvm_exit", strlen("dvm_exit"));
    trace_blocks_init(&reader->blocks, source, reader->program);
    trace_params_init(&reader->params);
    reader->held = g_array_new(FALSE, FALSE, sizeof(TraceCall));
    return reader;
}

TraceReader *
trace_reader_new(const char *path, GError **error)
{
    TraceSource *source = trace_source_new(path, error);
    if (source != NULL)
        return new_reader(path, source);
    g_prefix_error(error, "%s: error: ", path);
    return NULL;
}

TraceReader *
trace_reader_new_from_memory(const char *name, const char *data, gsize size)
{
    return new_reader(name, trace_source_new_from_memory(data, size));
}

void
trace_reader_free(TraceReader *reader)
{
    if (reader == NULL)
        return;
    trace_blocks_clear(&reader->blocks);
    trace_program_free(reader->program);
    trace_params_clear(&reader->params);
    g_free(reader->open);
    g_free(reader->before.seconds);
    g_free(reader->inside.seconds);
    trace_source_free(reader->source);
    g_array_unref(reader->held);
    g_clear_error(&reader->failure);
    g_free(reader);
}

/* `file:line`, the file alone when the line is 0. */
static char *
place_text(const TraceReader *reader, guint64 line)
{
    return line == 0
               ? g_strdup(reader->program->info.file)
               : g_strdup_printf("%s:%" G_GUINT64_FORMAT, reader->program->info.file, line);
}

static void warn(TraceReader *reader, guint64 line, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

static void
warn(TraceReader *reader, guint64 line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_autofree char *place = place_text(reader, line);
    g_ptr_array_add(reader->program->info.warnings,
                    g_strdup_printf("%s: warning: %s", place, text));
}

/* Notes an error about `line`, in the words of every message. The first one counts. */
static void
note_failure(TraceReader *reader, guint64 line, GError *cause)
{
    g_autofree char *place = place_text(reader, line);
    g_prefix_error(&cause, "%s: error: ", place);
    if (reader->failure == NULL)
        reader->failure = cause;
    else
        g_error_free(cause);
}

/* Ends the reading with an error. Always FALSE. */
static gboolean
fail(TraceReader *reader, guint64 line, GError *cause)
{
    note_failure(reader, line, cause);
    reader->phase = PHASE_END;
    return FALSE;
}

static gboolean
fail_limit(TraceReader *reader, guint64 line, const char *what)
{
    return fail(reader, line, g_error_new(TRACE_ERROR, TRACE_ERROR_LIMIT, "too many %s", what));
}

/* The record of a block at the outermost level: parsed for the first of its pattern only. */
static gboolean
find_record(TraceReader *reader, const TraceBlock *block, guint32 *record)
{
    *record = block->record;
    if (*record != TRACE_NONE)
        return TRUE;
    const RtCall *row = rt_call_get(trace_program_name(reader->program, block->name)->call);
    const gboolean is_call = block->kind == TRACE_LINE_CALL;
    if (trace_params_read(&reader->params, block->params, block->n_params,
                          is_call ? row->call : row->ret, is_call ? row->n_call : row->n_ret,
                          reader->program))
        *record = trace_program_add_record(reader->program, block->name, &reader->params);
    if (*record == TRACE_NONE)
        return fail_limit(reader, block->line, DIFFERENT);
    trace_blocks_set_record(&reader->blocks, block, *record);
    return TRUE;
}

/* Adds a TIME to those before or inside of the outermost call. */
static gboolean
add_time(TraceReader *reader, Times *times, const TraceBlock *block)
{
    if (times->len == MAX_TIMES)
        return fail_limit(reader, block->line, "TIMEs of one call");
    reader->program->info.timed = reader->program->info.timed || block->seconds > 0;
    if (times->len == times->room) {
        times->room = MAX(16, 2 * times->room);
        times->seconds = g_renew(double, times->seconds, times->room);
    }
    times->seconds[times->len++] = block->seconds;
    return TRUE;
}

static double
sum_of(const Times *times)
{
    return times->len == 1 ? times->seconds[0] : trace_times_sum(times->seconds, times->len, 0);
}

/* The number of the TIMEs before and inside of a call, unless t_call and t_return say it all.
 */
static guint32
keep_times(TraceReader *reader)
{
    const Times *before = &reader->before, *inside = &reader->inside;
    if (before->len <= 1 && inside->len <= 1)
        return 0;
    return trace_program_add_times(reader->program, before->seconds, before->len,
                                   inside->seconds, inside->len);
}

/* What is known of the outermost call when it has ended. */
static void
end_current(TraceReader *reader)
{
    reader->current.t_call = sum_of(&reader->before);
    reader->current.t_return = sum_of(&reader->inside);
    reader->current.times = keep_times(reader);
    reader->before.len = reader->inside.len = 0;
    reader->depth = 0;
}

static gboolean
begin_call(TraceReader *reader, const TraceBlock *block)
{
    if (reader->depth == reader->room) {
        reader->room = MAX(16, 2 * reader->room);
        reader->open = g_renew(OpenCall, reader->open, reader->room);
    }
    reader->open[reader->depth++] = (OpenCall){ block->name, block->line };
    if (reader->depth > 1)
        return add_time(reader, &reader->inside, block);
    guint32 record;
    if (reader->program->keeps_calls && reader->program->info.n_calls >= MAX_CALLS)
        return fail_limit(reader, block->line, "calls to be kept");
    if (!find_record(reader, block, &record))
        return FALSE;
    reader->current = (TraceCall){ .call = record, .site = block->site, .line = block->line };
    return add_time(reader, &reader->before, block);
}

static const OpenCall *
innermost(const TraceReader *reader)
{
    return reader->depth > 0 ? &reader->open[reader->depth - 1] : NULL;
}

/* Whether the return line of `name` is that of the innermost open call. Names of call lines are
 * cut at 26 characters with their call_, those of return lines with their ret_: one character
 * later. */
static gboolean
matches(const TraceReader *reader, guint32 name)
{
    const OpenCall *open = innermost(reader);
    if (open == NULL || open->name == name)
        return open != NULL;
    const TraceName *a = trace_program_name(reader->program, open->name);
    const TraceName *b = trace_program_name(reader->program, name);
    return a->len == CUT_NAME_LEN && b->len == CUT_NAME_LEN + 1 &&
           memcmp(a->bytes, b->bytes, CUT_NAME_LEN) == 0;
}

static GError *
mismatch(const TraceReader *reader, guint32 name)
{
    const OpenCall *open = innermost(reader);
    const char *text = trace_program_name(reader->program, name)->text;
    return open == NULL
               ? g_error_new(TRACE_ERROR, TRACE_ERROR_SYNTAX, "ret_%s without a call", text)
               : g_error_new(TRACE_ERROR, TRACE_ERROR_SYNTAX,
                             "ret_%s does not match call_%s of line %" G_GUINT64_FORMAT, text,
                             trace_program_name(reader->program, open->name)->text, open->line);
}

/* A return that fits no open call is an error, but not yet while ret_dvm_Init may come. */
static gboolean
end_unmatched(TraceReader *reader, const TraceBlock *block)
{
    GError *error = mismatch(reader, block->name);
    if (reader->phase != PHASE_INIT)
        return fail(reader, block->line, error);
    note_failure(reader, block->line, error);
    reader->depth = 0;
    return TRUE;
}

/* Whether all of a return can be trusted to be there: what stands last in a truncated trace may
 * be cut before its parameters or in the middle of one. */
static gboolean
is_whole(const TraceReader *reader, const TraceBlock *block, guint32 record)
{
    if (reader->blocks.pos < reader->source->size || !reader->source->eof)
        return TRUE;
    const TraceRecord *ret = trace_program_record(reader->program, record);
    return ret->problem == NULL && !(block->cut && rt_call_get(ret->call)->n_ret > 0);
}

/* `*complete`: the outermost call has returned, it is in reader->current. */
static gboolean
end_call(TraceReader *reader, const TraceBlock *block, gboolean *complete)
{
    if (!matches(reader, block->name))
        return end_unmatched(reader, block);
    if (reader->depth > 1) {
        reader->depth--;
        return add_time(reader, &reader->inside, block);
    }
    if (!find_record(reader, block, &reader->current.ret))
        return FALSE;
    *complete = is_whole(reader, block, reader->current.ret);
    if (!*complete)
        return TRUE;
    if (!add_time(reader, &reader->inside, block))
        return FALSE;
    end_current(reader);
    return TRUE;
}

/* From here on calls are given out: those held back, if there are any left, before all others.
 */
static void
begin_program(TraceReader *reader)
{
    reader->phase = PHASE_PROGRAM;
    if (!reader->program->info.has_init)
        warn(reader, reader->first_line,
             "no ret_dvm_Init: the trace is simulated from its first call");
}

/* ret_dvm_Init: what stands before it is no part of the program. */
static gboolean
take_init(TraceReader *reader, const TraceBlock *block)
{
    reader->program->info.has_init = TRUE;
    reader->program->info.program = trace_program_site(reader->program, block->site)->file;
    reader->depth = 0;
    reader->before.len = reader->inside.len = 0;
    g_array_set_size(reader->held, 0);
    g_clear_error(&reader->failure);
    begin_program(reader);
    return TRUE;
}

/* Event_dvm_exit: a call that is still open is complete, and has no parameters of a return. */
static gboolean
take_exit(TraceReader *reader, const TraceBlock *block, gboolean *complete)
{
    TraceInfo *info = &reader->program->info;
    info->complete = TRUE;
    info->exit_line = block->line;
    info->exit_site = block->site;
    info->exit_code = trace_params_find_int(block->params, block->n_params, "rc", 0);
    if (info->exit_code != 0)
        warn(reader, block->line, "the run was aborted: rc=%" G_GINT64_FORMAT, info->exit_code);
    if (reader->depth > 0) {
        trace_params_reset(&reader->params, NULL, 0);
        reader->current.ret =
            trace_program_add_record(reader->program, reader->open[0].name, &reader->params);
        if (reader->current.ret == TRACE_NONE)
            return fail_limit(reader, block->line, DIFFERENT);
        end_current(reader);
        *complete = TRUE;
    }
    if (!add_time(reader, &reader->before, block))
        return FALSE;
    info->exit_time = sum_of(&reader->before);
    info->exit_times = keep_times(reader);
    return TRUE;
}

static gboolean
take_event(TraceReader *reader, const TraceBlock *block, gboolean *complete)
{
    if (block->name == NAME_EXIT)
        return take_exit(reader, block, complete);
    return add_time(reader, reader->depth > 0 ? &reader->inside : &reader->before, block);
}

/* After a misplaced return nothing but ret_dvm_Init and the end matter. */
static gboolean
take_block(TraceReader *reader, const TraceBlock *block, gboolean *complete)
{
    gboolean lost = reader->failure != NULL;
    switch (block->kind) {
    case TRACE_LINE_CALL:
        return lost || begin_call(reader, block);
    case TRACE_LINE_RET:
        if (reader->phase == PHASE_INIT && block->name == NAME_INIT)
            return take_init(reader, block);
        return lost || end_call(reader, block, complete);
    case TRACE_LINE_EVENT:
        return take_event(reader, block, complete);
    }
    g_assert_not_reached();
}

/* Lines before the program: they say what machine the trace was made for. */
static void
read_header(TraceReader *reader, const char *text, gsize len, guint64 line)
{
    TraceInfo *info = &reader->program->info;
    const gboolean good = trace_params_read_header(text, len, info);
    if (info->run_processors > 1 && reader->phase != PHASE_END)
        fail(reader, line,
             g_error_new(TRACE_ERROR, TRACE_ERROR_SYNTAX,
                         "the trace of one processor of a run on %" G_GINT64_FORMAT
                         ": the program has to be traced on one",
                         info->run_processors));
    if (good || reader->warned)
        return;
    reader->warned = TRUE;
    warn(reader, line, "the virtual processor system is not understood and ignored");
}

/* Everything before the first event line. */
static void
skip_header(TraceReader *reader)
{
    const char *text;
    gsize len;
    GError *error = NULL;
    while (trace_blocks_next_header(&reader->blocks, &text, &len, &error))
        read_header(reader, text, len, reader->blocks.line - 1);
    if (reader->phase == PHASE_END)
        return;
    reader->phase = PHASE_INIT;
    if (error == NULL)
        return;
    /* where nothing at all can be read, as of a folder, no line is to blame */
    const gboolean nothing =
        reader->blocks.line == 1 && g_error_matches(error, TRACE_ERROR, TRACE_ERROR_FILE);
    fail(reader, nothing ? 0 : reader->blocks.line, error);
}

/* What is to be done for a block before ret_dvm_Init only. */
static void
watch_init(TraceReader *reader, const TraceBlock *block)
{
    if (reader->n_init_events++ == 0) {
        reader->first_line = block->line;
        reader->program->info.first_site = block->site;
        reader->program->info.program = trace_program_site(reader->program, block->site)->file;
    }
    read_header(reader, block->params, block->n_params, block->line);
    if (reader->n_init_events == MAX_INIT_EVENTS)
        begin_program(reader);
}

/* Says what a trace lacks that ends without Event_dvm_exit. */
static void
report_truncation(TraceReader *reader)
{
    TraceInfo *info = &reader->program->info;
    g_autoptr(GString) text = g_string_new("the trace is truncated: ");
    g_string_append(text, reader->source->cut ? "its compressed data end too early"
                                              : "it ends before Event_dvm_exit");
    if (reader->depth > 0) {
        const OpenCall *outermost = &reader->open[0];
        info->dropped_line = outermost->line;
        info->dropped_name = trace_program_name(reader->program, outermost->name)->text;
        g_string_append_printf(text, "; call_%s of line %" G_GUINT64_FORMAT " is left out",
                               info->dropped_name, info->dropped_line);
    }
    warn(reader, info->lines, "%s", text->str);
}

/* Whether the data that were read are those that were written. */
static gboolean
check_source(TraceReader *reader)
{
    const TraceSource *source = reader->source;
    const gboolean complete = reader->program->info.complete;
    if (source->garbage && complete)
        warn(reader, 0, "what stands behind its compressed data is ignored");
    if (!(source->garbage && !complete) && !(source->cut && complete))
        return TRUE;
    return fail(reader, 0,
                g_error_new(TRACE_ERROR, TRACE_ERROR_FILE, "damaged gzip data: %s",
                            source->cut ? "they end before their checksum"
                                        : "something else stands behind a part of them"));
}

/* The end of the text or of the run. */
static gboolean
finish(TraceReader *reader)
{
    TraceInfo *info = &reader->program->info;
    GError *error = NULL;
    /* the checksum of compressed data stands behind the end */
    if (info->complete && !trace_blocks_drain(&reader->blocks, &error))
        return fail(reader, reader->blocks.line, error);
    info->bytes = reader->source->total;
    info->lines = reader->blocks.line - 1;
    if (!check_source(reader))
        return FALSE;
    if (reader->n_init_events == 0)
        return fail(
            reader, 0,
            g_error_new(TRACE_ERROR, TRACE_ERROR_SYNTAX,
                        "not a trace of Lib-DVM: no line is that of a call, a return or "
                        "an event"));
    if (reader->phase == PHASE_INIT)
        begin_program(reader);
    if (!info->complete && reader->failure == NULL)
        report_truncation(reader);
    /* nothing will be looked up any more: a third of what a graph of many records takes */
    trace_blocks_clear(&reader->blocks);
    trace_program_close(reader->program);
    reader->phase = PHASE_END;
    return TRUE;
}

/* Reads one block. FALSE when the reading has failed; `*complete`: a call is to be given out.
 */
static gboolean
step(TraceReader *reader, gboolean *complete)
{
    TraceBlock block;
    GError *error = NULL;
    if (!trace_blocks_next(&reader->blocks, &block, &error))
        return error != NULL ? fail(reader, reader->blocks.line, error) : finish(reader);
    gboolean hold = reader->phase == PHASE_INIT;
    gboolean returned = FALSE;
    if (G_UNLIKELY(hold))
        watch_init(reader, &block);
    if (reader->phase == PHASE_END)
        return FALSE;
    if (!take_block(reader, &block, &returned))
        return FALSE;
    if (returned && hold)
        g_array_append_val(reader->held, reader->current);
    *complete = returned && !hold;
    return !reader->program->info.complete || finish(reader);
}

static gboolean
next_call(gpointer front_end, TraceCall *call, GError **error)
{
    TraceReader *reader = front_end;
    if (reader->phase == PHASE_PROGRAM && reader->n_given == reader->held->len)
        trace_program_forget_times(reader->program);
    for (;;) {
        if (reader->phase >= PHASE_PROGRAM && reader->n_given < reader->held->len) {
            *call = g_array_index(reader->held, TraceCall, reader->n_given++);
            reader->program->info.n_calls++;
            return TRUE;
        }
        if (reader->phase == PHASE_END || (reader->phase == PHASE_PROGRAM && reader->failure))
            break;
        gboolean complete = FALSE;
        if (reader->phase == PHASE_HEADER)
            skip_header(reader);
        else if (step(reader, &complete) && complete) {
            *call = reader->current;
            reader->program->info.n_calls++;
            return TRUE;
        }
    }
    if (reader->failure != NULL)
        g_propagate_error(error, g_error_copy(reader->failure));
    return FALSE;
}

TraceStream
trace_reader_stream(TraceReader *reader)
{
    return (TraceStream){ reader->program, next_call, reader };
}

TraceProgram *
trace_read_all(TraceReader *reader, GError **error)
{
    g_autoptr(TraceReader) owned = reader;
    if (!trace_program_keep(reader->program, trace_reader_stream(reader), error))
        return NULL;
    return g_steal_pointer(&owned->program);
}

TraceProgram *
trace_read(const char *path, GError **error)
{
    TraceReader *reader = trace_reader_new(path, error);
    return reader == NULL ? NULL : trace_read_all(reader, error);
}
