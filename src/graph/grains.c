/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/graph/grains.h"

#include <math.h>
#include <string.h>

#include "src/base/hash.h"
#include "src/base/number.h"

typedef enum {
    GRAIN_START,
    GRAIN_STOP,
    GRAIN_SEND_BEGIN,
    GRAIN_SEND_END,
    GRAIN_RECV_BEGIN,
    GRAIN_RECV_END,
    GRAIN_N_KINDS
} GrainKind;

static const char *const keywords[GRAIN_N_KINDS] = {
    "start", "stop", "sendBegin", "sendEnd", "recvBegin", "recvEnd",
};

typedef struct {
    GrainKind kind;
    gint64 processor;      /* of a start or stop */
    const char *structure; /* of others, `len` bytes */
    gsize len;
    gint64 grain;
    double time;
} GrainRecord;

/* What a processor does. */
typedef struct {
    gint64 number;
    gboolean running;
    gint64 grain;
    double start;
    guint start_line;
    double last;
    guint last_line; /* 0: nothing yet */
} GrainState;

/* A send or receive. */
typedef struct {
    guint structure; /* number of its name */
    gboolean receive, open;
    gint64 grain;
    double begin, end;
    guint line; /* of the begin */
} GrainTransfer;

typedef struct {
    GrainTrace *trace;
    GHashTable *processors; /* of numbers: GrainState, owned */
    GHashTable *names;      /* of structures: their number, + 1 */
    GPtrArray *by_number;   /* names, of the trace */
    GArray *transfers;      /* of GrainTransfer */
    GHashTable *open;       /* of guint64 keys: index of the transfer, + 1 */
    guint line;
} GrainReader;

/* --- lines --- */

typedef struct {
    const char *at;
    gsize len;
} Word;

static gboolean
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/* The last four words of a line; FALSE: it has less. */
static gboolean
last_words(const char *line, gsize len, Word words[4])
{
    const char *end = line + len;

    for (int k = 3; k >= 0; k--) {
        while (end > line && is_blank(end[-1]))
            end--;
        const char *stop = end;
        while (end > line && !is_blank(end[-1]))
            end--;
        words[k] = (Word){ end, (gsize)(stop - end) };
        if (words[k].len == 0)
            return FALSE;
    }
    return TRUE;
}

static GrainKind
kind_of(Word word)
{
    GrainKind kind = 0;

    while (kind < GRAIN_N_KINDS && (strlen(keywords[kind]) != word.len ||
                                    memcmp(keywords[kind], word.at, word.len) != 0))
        kind++;
    return kind;
}

/* Digits with a point among them, or none. */
static gboolean
time_of(Word word, double *time)
{
    for (gsize i = 0; i < word.len; i++)
        if (!g_ascii_isdigit(word.at[i]) && word.at[i] != '.')
            return FALSE;
    return graph_number(word.at, word.len, time);
}

static gboolean
record_of(const char *line, gsize len, GrainRecord *record)
{
    Word words[4];

    if (!last_words(line, len, words))
        return FALSE;
    record->kind = kind_of(words[0]);
    if (record->kind == GRAIN_N_KINDS || !time_of(words[3], &record->time) ||
        !graph_integer(words[2].at, words[2].len, &record->grain))
        return FALSE;
    if (record->kind <= GRAIN_STOP)
        return graph_integer(words[1].at, words[1].len, &record->processor);
    record->structure = words[1].at;
    record->len = words[1].len;
    return TRUE;
}

gboolean
grain_trace_is_record(const char *line, gsize len)
{
    GrainRecord record;

    return record_of(line, len, &record);
}

/* --- records --- */

G_GNUC_PRINTF(4, 5)
static void
say(GrainTrace *trace, guint line, gboolean error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const GrainMessage message = { line, error, g_strdup_vprintf(format, args) };
    va_end(args);
    g_array_append_val(trace->messages, message);
    trace->n_errors += error ? 1 : 0;
}

/* "START_TIME after STOP_TIME on line N" needs numbers as they are. */
static void
say_back(GrainReader *reader, const char *of, double time, double before, guint line)
{
    char a[REPORT_NUMBER_SIZE], b[REPORT_NUMBER_SIZE];

    say(reader->trace, reader->line, TRUE, "time of %s goes back: %s after %s on line %u", of,
        report_number_exact(time, a), report_number_exact(before, b), line);
}

static GrainState *
state_of(GrainReader *reader, gint64 number)
{
    GrainState *state =
        g_hash_table_lookup(reader->processors, GINT_TO_POINTER((gint)number));

    if (state == NULL) {
        state = g_new0(GrainState, 1);
        state->number = number;
        g_hash_table_insert(reader->processors, GINT_TO_POINTER((gint)number), state);
    }
    return state;
}

static void
start(GrainReader *reader, GrainState *state, const GrainRecord *record)
{
    if (state->running) {
        say(reader->trace, reader->line, TRUE,
            "processor %" G_GINT64_FORMAT " starts grain %" G_GINT64_FORMAT
            " while grain %" G_GINT64_FORMAT " is running, started on line %u",
            state->number, record->grain, state->grain, state->start_line);
        return;
    }
    state->running = TRUE;
    state->grain = record->grain;
    state->start = record->time;
    state->start_line = reader->line;
    state->last = record->time;
    state->last_line = reader->line;
}

static void
stop(GrainReader *reader, GrainState *state, const GrainRecord *record)
{
    if (!state->running || state->grain != record->grain) {
        say(reader->trace, reader->line, TRUE,
            "grain %" G_GINT64_FORMAT " stops on processor %" G_GINT64_FORMAT
            " without a start",
            record->grain, state->number);
        return;
    }
    const GrainRun run = { .processor = state->number,
                           .grain = state->grain,
                           .start = state->start,
                           .stop = record->time,
                           .line = state->start_line };
    g_array_append_val(reader->trace->runs, run);
    state->running = FALSE;
    state->last = record->time;
    state->last_line = reader->line;
}

static void
read_run(GrainReader *reader, const GrainRecord *record)
{
    GrainState *state = state_of(reader, record->processor);
    g_autofree char *of = NULL;

    if (state->last_line > 0 && record->time < state->last) {
        of = g_strdup_printf("processor %" G_GINT64_FORMAT, state->number);
        say_back(reader, of, record->time, state->last, state->last_line);
    } else if (record->kind == GRAIN_START) {
        start(reader, state, record);
    } else {
        stop(reader, state, record);
    }
}

static guint
structure_of(GrainReader *reader, const GrainRecord *record)
{
    g_autofree char *name = g_strndup(record->structure, record->len);
    const guint known = GPOINTER_TO_UINT(g_hash_table_lookup(reader->names, name));

    if (known > 0)
        return known - 1;
    const char *kept = g_string_chunk_insert(reader->trace->names, name);
    g_ptr_array_add(reader->by_number, (gpointer)kept);
    g_hash_table_insert(reader->names, (gpointer)kept,
                        GUINT_TO_POINTER(reader->by_number->len));
    return reader->by_number->len - 1;
}

static void
read_begin(GrainReader *reader, const GrainRecord *record, guint structure, guint64 key,
           const GrainTransfer *open)
{
    const char *name = g_ptr_array_index(reader->by_number, structure);
    const GrainTransfer one = { .structure = structure,
                                .receive = record->kind == GRAIN_RECV_BEGIN,
                                .open = TRUE,
                                .grain = record->grain,
                                .begin = record->time,
                                .line = reader->line };

    if (open != NULL) {
        say(reader->trace, reader->line, TRUE,
            "%s of '%s' by grain %" G_GINT64_FORMAT " twice, first on line %u",
            keywords[record->kind], name, record->grain, open->line);
        return;
    }
    g_array_append_val(reader->transfers, one);
    guint64 *kept = g_new(guint64, 1);
    *kept = key;
    g_hash_table_insert(reader->open, kept, GUINT_TO_POINTER(reader->transfers->len));
}

static void
read_end(GrainReader *reader, const GrainRecord *record, guint structure, guint64 key,
         GrainTransfer *open)
{
    const char *name = g_ptr_array_index(reader->by_number, structure);

    if (open == NULL) {
        say(reader->trace, reader->line, TRUE,
            "%s of '%s' by grain %" G_GINT64_FORMAT " without %s", keywords[record->kind], name,
            record->grain, keywords[record->kind - 1]);
    } else if (record->time < open->begin) {
        g_autofree char *of = g_strdup_printf("'%s'", name);
        say_back(reader, of, record->time, open->begin, open->line);
    } else {
        open->end = record->time;
        open->open = FALSE;
        g_hash_table_remove(reader->open, &key);
    }
}

static void
read_transfer(GrainReader *reader, const GrainRecord *record)
{
    const guint structure = structure_of(reader, record);
    const gboolean receive = record->kind >= GRAIN_RECV_BEGIN;
    const guint64 key =
        (guint64)structure << 32 | (guint64)record->grain << 1 | (receive ? 1u : 0u);
    const guint known = GPOINTER_TO_UINT(g_hash_table_lookup(reader->open, &key));
    GrainTransfer *open =
        known > 0 ? &g_array_index(reader->transfers, GrainTransfer, known - 1) : NULL;

    if (record->kind == GRAIN_SEND_BEGIN || record->kind == GRAIN_RECV_BEGIN)
        read_begin(reader, record, structure, key, open);
    else
        read_end(reader, record, structure, key, open);
}

static void
read_line(GrainReader *reader, const char *line, gsize len)
{
    GrainRecord record;
    gsize skip = 0, end;

    reader->line++;
    if (record_of(line, len, &record)) {
        if (record.kind <= GRAIN_STOP)
            read_run(reader, &record);
        else
            read_transfer(reader, &record);
        return;
    }
    while (skip < len && is_blank(line[skip]))
        skip++;
    for (end = skip; end < len && !is_blank(line[end]); end++)
        ;
    const GrainKind kind = kind_of((Word){ line + skip, end - skip });
    if (kind < GRAIN_N_KINDS)
        say(reader->trace, reader->line, FALSE, "no record: expected '%s %s GRAIN TIME'",
            keywords[kind], kind <= GRAIN_STOP ? "PROCESSOR" : "STRUCTURE");
}

/* --- what is in them --- */

static gint
compare_runs(gconstpointer a, gconstpointer b)
{
    const GrainRun *x = a, *y = b;

    if (x->grain != y->grain)
        return x->grain < y->grain ? -1 : 1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

/* Runs without a stop and transfers without an end. */
static void
leave_out(GrainReader *reader)
{
    GHashTableIter iter;
    gpointer value;

    g_hash_table_iter_init(&iter, reader->processors);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        const GrainState *state = value;
        if (!state->running)
            continue;
        say(reader->trace, state->start_line, FALSE,
            "grain %" G_GINT64_FORMAT " never stops on processor %" G_GINT64_FORMAT
            ": left out",
            state->grain, state->number);
        reader->trace->left_out++;
    }
    for (guint i = 0; i < reader->transfers->len; i++) {
        const GrainTransfer *one = &g_array_index(reader->transfers, GrainTransfer, i);
        if (!one->open)
            continue;
        say(reader->trace, one->line, FALSE,
            "%s of '%s' by grain %" G_GINT64_FORMAT " without an end: left out",
            one->receive ? "recvBegin" : "sendBegin",
            (char *)g_ptr_array_index(reader->by_number, one->structure), one->grain);
        reader->trace->left_out++;
    }
}

/* Numbers the runs of each grain, and warns where one runs on two processors at once. */
static void
number_runs(GrainTrace *trace)
{
    GrainRun *runs = (GrainRun *)(gpointer)trace->runs->data;

    g_array_sort(trace->runs, compare_runs);
    for (guint i = 0, n; i < trace->runs->len; i += n) {
        const GrainRun *longest = &runs[i];
        for (n = 0; i + n < trace->runs->len && runs[i + n].grain == runs[i].grain; n++) {
            GrainRun *run = &runs[i + n];
            run->k = n + 1;
            if (n > 0 && run->start < longest->stop && run->processor != longest->processor)
                say(trace, run->line, FALSE,
                    "grain %" G_GINT64_FORMAT " runs on processors %" G_GINT64_FORMAT
                    " and %" G_GINT64_FORMAT " at the same time",
                    run->grain, longest->processor, run->processor);
            longest = run->stop > longest->stop ? run : longest;
        }
        for (guint k = 0; k < n; k++)
            runs[i + k].n = n;
    }
}

/* The first run of a grain; *n: how many it has, 0: none. */
static guint
runs_of(const GrainTrace *trace, gint64 grain, guint *n)
{
    guint low = 0, high = trace->runs->len;

    while (low < high) {
        const guint middle = low + (high - low) / 2;
        if (g_array_index(trace->runs, GrainRun, middle).grain < grain)
            low = middle + 1;
        else
            high = middle;
    }
    const gboolean found = low < trace->runs->len &&
                           g_array_index(trace->runs, GrainRun, low).grain == grain;
    *n = found ? g_array_index(trace->runs, GrainRun, low).n : 0;
    return low;
}

/* How many of n runs begin before `time`, or with `equal` until then. */
static guint
begun(const GrainRun runs[], guint n, double time, gboolean equal)
{
    guint low = 0, high = n;

    while (low < high) {
        const guint middle = low + (high - low) / 2;
        if (runs[middle].start < time || (equal && runs[middle].start == time))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The last run that began when a send did, else the first. */
static guint
run_of_send(const GrainTrace *trace, gint64 grain, double begin)
{
    guint n;
    const guint first = runs_of(trace, grain, &n);
    const guint k = begun(&g_array_index(trace->runs, GrainRun, first), n, begin, TRUE);

    return first + (k > 0 ? k - 1 : 0);
}

/* The first run that begins when a receive has ended, else the last. */
static guint
run_of_receive(const GrainTrace *trace, gint64 grain, double end)
{
    guint n;
    const guint first = runs_of(trace, grain, &n);

    return first +
           MIN(begun(&g_array_index(trace->runs, GrainRun, first), n, end, FALSE), n - 1);
}

static gboolean
runs(const GrainTrace *trace, gint64 grain)
{
    guint n;

    runs_of(trace, grain, &n);
    return n > 0;
}

static void
add_edge(GrainReader *reader, const GrainTransfer *send, const GrainTransfer *receive)
{
    GrainTrace *trace = reader->trace;
    const char *name = g_ptr_array_index(reader->by_number, send->structure);

    if (send->grain == receive->grain) {
        say(trace, receive->line, FALSE,
            "structure '%s' is received by its sender, grain %" G_GINT64_FORMAT, name,
            send->grain);
        return;
    }
    for (guint k = 0; k < 2; k++) {
        const GrainTransfer *one = k == 0 ? send : receive;
        if (runs(trace, one->grain))
            continue;
        say(trace, one->line, FALSE,
            "structure '%s' is %s grain %" G_GINT64_FORMAT ", which never runs", name,
            k == 0 ? "sent by" : "received by", one->grain);
        return;
    }
    const GrainEdge edge = {
        .sender = send->grain,
        .receiver = receive->grain,
        .from = run_of_send(trace, send->grain, send->begin),
        .to = run_of_receive(trace, receive->grain, receive->end),
        .delay = (send->end - send->begin) + (receive->end - receive->begin),
        .structure = name,
        .sent = send->begin,
        .received = receive->end,
        .line = receive->line,
    };
    g_array_append_val(trace->edges, edge);
}

/* By structure, sends before receives, by end. */
static gint
compare_transfers(gconstpointer a, gconstpointer b)
{
    const GrainTransfer *x = a, *y = b;

    if (x->structure != y->structure)
        return x->structure < y->structure ? -1 : 1;
    if (x->receive != y->receive)
        return x->receive ? 1 : -1;
    if (x->end != y->end)
        return x->end < y->end ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

/* The sends and receives of one structure: one send is for all, else they go in pairs. */
static void
match_structure(GrainReader *reader, const GrainTransfer sends[], guint n_sends,
                guint n_receives)
{
    const GrainTransfer *receives = sends + n_sends;
    const char *name = g_ptr_array_index(reader->by_number, sends->structure);
    const guint n = n_sends == 1 ? n_receives : MIN(n_sends, n_receives);

    for (guint k = 0; k < n; k++)
        add_edge(reader, &sends[n_sends == 1 ? 0 : k], &receives[k]);
    if (n_sends == 0)
        say(reader->trace, receives->line, FALSE, "structure '%s' has no sender", name);
    else if (n_receives == 0)
        say(reader->trace, sends->line, FALSE, "structure '%s' has no receiver", name);
    else if (n_sends > 1 && n_sends != n_receives)
        say(reader->trace, n_sends > n ? sends[n].line : receives[n].line, FALSE,
            "structure '%s' is sent %u times and received %u times", name, n_sends,
            n_receives);
}

static gint
compare_edges(gconstpointer a, gconstpointer b)
{
    const GrainEdge *x = a, *y = b;

    if (x->sender != y->sender)
        return x->sender < y->sender ? -1 : 1;
    if (x->receiver != y->receiver)
        return x->receiver < y->receiver ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

static void
match(GrainReader *reader)
{
    guint n = 0;

    for (guint i = 0; i < reader->transfers->len; i++) {
        const GrainTransfer one = g_array_index(reader->transfers, GrainTransfer, i);
        if (!one.open)
            g_array_index(reader->transfers, GrainTransfer, n++) = one;
    }
    g_array_set_size(reader->transfers, n);
    g_array_sort(reader->transfers, compare_transfers);
    const GrainTransfer *all = (const GrainTransfer *)(gpointer)reader->transfers->data;
    for (guint i = 0, sends, receives; i < n; i += sends + receives) {
        for (sends = 0; i + sends < n && all[i + sends].structure == all[i].structure &&
                        !all[i + sends].receive;
             sends++)
            ;
        for (receives = 0; i + sends + receives < n &&
                           all[i + sends + receives].structure == all[i].structure;
             receives++)
            ;
        match_structure(reader, all + i, sends, receives);
        reader->trace->structures++;
    }
    g_array_sort(reader->trace->edges, compare_edges);
}

/* --- sums --- */

static gint
compare_starts(gconstpointer a, gconstpointer b)
{
    const GrainRun *x = *(const GrainRun *const *)a, *y = *(const GrainRun *const *)b;

    if (x->processor != y->processor)
        return x->processor < y->processor ? -1 : 1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

static void
add_share(GArray *shares, GHashTable *known, gint64 grain, double time)
{
    const guint at = GPOINTER_TO_UINT(g_hash_table_lookup(known, GINT_TO_POINTER((gint)grain)));

    if (at > 0) {
        g_array_index(shares, GrainShare, at - 1).time += time;
        return;
    }
    const GrainShare share = { grain, time };
    g_array_append_val(shares, share);
    g_hash_table_insert(known, GINT_TO_POINTER((gint)grain), GUINT_TO_POINTER(shares->len));
}

static void
add_processors(GrainTrace *trace)
{
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    GrainProcessor *last = NULL;

    for (guint i = 0; i < trace->runs->len; i++)
        g_ptr_array_add(trace->by_start, &g_array_index(trace->runs, GrainRun, i));
    g_ptr_array_sort(trace->by_start, compare_starts);
    for (guint i = 0; i < trace->by_start->len; i++) {
        const GrainRun *run = g_ptr_array_index(trace->by_start, i);
        if (last == NULL || last->number != run->processor) {
            const GrainProcessor one = { run->processor, 0,
                                         g_array_new(FALSE, FALSE, sizeof(GrainShare)) };
            g_array_append_val(trace->processors, one);
            last = &g_array_index(trace->processors, GrainProcessor, trace->processors->len - 1);
            g_hash_table_remove_all(known);
        }
        last->busy += run->stop - run->start;
        add_share(last->grains, known, run->grain, run->stop - run->start);
    }
}

static void
add_up(GrainTrace *trace)
{
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);

    add_processors(trace);
    for (guint i = 0; i < trace->runs->len; i++) {
        const GrainRun *run = &g_array_index(trace->runs, GrainRun, i);
        const double time = run->stop - run->start;
        add_share(trace->grains, known, run->grain, time);
        trace->grain_time += time;
        trace->first_start = i == 0 ? run->start : MIN(trace->first_start, run->start);
        trace->last_stop = MAX(trace->last_stop, run->stop);
    }
}

static gint
compare_messages(gconstpointer a, gconstpointer b)
{
    const GrainMessage *x = a, *y = b;

    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return strcmp(x->text, y->text);
}

static void
clear_message(gpointer message)
{
    g_free(((GrainMessage *)message)->text);
}

static void
clear_processor(gpointer processor)
{
    g_array_unref(((GrainProcessor *)processor)->grains);
}

static GrainTrace *
trace_new(const char *file)
{
    GrainTrace *trace = g_new0(GrainTrace, 1);

    trace->file = g_strdup(file);
    trace->runs = g_array_new(FALSE, FALSE, sizeof(GrainRun));
    trace->by_start = g_ptr_array_new();
    trace->edges = g_array_new(FALSE, FALSE, sizeof(GrainEdge));
    trace->grains = g_array_new(FALSE, FALSE, sizeof(GrainShare));
    trace->processors = g_array_new(FALSE, FALSE, sizeof(GrainProcessor));
    trace->messages = g_array_new(FALSE, FALSE, sizeof(GrainMessage));
    trace->names = g_string_chunk_new(4096);
    g_array_set_clear_func(trace->processors, clear_processor);
    g_array_set_clear_func(trace->messages, clear_message);
    return trace;
}

GrainTrace *
grain_trace_read(const GraphText *text)
{
    GrainTrace *trace = trace_new(text->path);
    g_autoptr(GHashTable) processors = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GPtrArray) by_number = g_ptr_array_new();
    g_autoptr(GArray) transfers = g_array_new(FALSE, FALSE, sizeof(GrainTransfer));
    g_autoptr(GHashTable) open = g_hash_table_new_full(hash_pair, g_int64_equal, g_free, NULL);
    GrainReader reader = { trace, processors, names, by_number, transfers, open, 0 };
    const char *end = text->data + text->size;

    for (const char *line = text->data, *stop; line < end; line = stop + 1) {
        stop = memchr(line, '\n', (gsize)(end - line));
        stop = stop != NULL ? stop : end;
        read_line(&reader, line, (gsize)(stop - line));
    }
    if (g_hash_table_size(processors) == 0 && by_number->len == 0)
        say(trace, 0, TRUE, "no record of a grain in the file");
    leave_out(&reader);
    number_runs(trace);
    match(&reader);
    add_up(trace);
    g_array_sort(trace->messages, compare_messages);
    return trace;
}

void
grain_trace_free(GrainTrace *trace)
{
    if (trace == NULL)
        return;
    g_free(trace->file);
    g_array_unref(trace->runs);
    g_ptr_array_unref(trace->by_start);
    g_array_unref(trace->edges);
    g_array_unref(trace->grains);
    g_array_unref(trace->processors);
    g_array_unref(trace->messages);
    g_string_chunk_free(trace->names);
    g_free(trace);
}

char *
grain_trace_message(const GrainTrace *trace, guint i)
{
    const GrainMessage *message = &g_array_index(trace->messages, GrainMessage, i);
    const char *word = message->error ? "error" : "warning";

    return message->line > 0
               ? g_strdup_printf("%s:%u: %s: %s", trace->file, message->line, word,
                                 message->text)
               : g_strdup_printf("%s: %s: %s", trace->file, word, message->text);
}

/* --- the task graph --- */

static void
add_runs(const GrainTrace *trace, TaskGraph *graph)
{
    for (guint i = 0; i < trace->runs->len; i++) {
        const GrainRun *run = &g_array_index(trace->runs, GrainRun, i);
        g_autofree char *name =
            run->n == 1 ? g_strdup_printf("%" G_GINT64_FORMAT, run->grain)
                        : g_strdup_printf("%" G_GINT64_FORMAT ".%u", run->grain, run->k);
        task_graph_add(graph, name, run->stop - run->start, run->line);
        if (run->k > 1)
            task_graph_edge(graph, i - 1, i, 0, NAN, run->line);
    }
}

static void
add_grains(const GrainTrace *trace, TaskGraph *graph, GHashTable *tasks)
{
    for (guint i = 0; i < trace->grains->len; i++) {
        const GrainShare *grain = &g_array_index(trace->grains, GrainShare, i);
        guint n;
        g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT, grain->number);
        const GrainRun *first =
            &g_array_index(trace->runs, GrainRun, runs_of(trace, grain->number, &n));
        g_hash_table_insert(tasks, GINT_TO_POINTER((gint)grain->number),
                            GUINT_TO_POINTER(task_graph_add(graph, name, grain->time,
                                                            first->line)));
    }
}

TaskGraph *
grain_trace_graph(const GrainTrace *trace, gboolean executions, GError **error)
{
    g_autoptr(TaskGraph) graph = task_graph_new(trace->file, GRAPH_KIND_GRAINS);
    g_autoptr(GHashTable) tasks = g_hash_table_new(NULL, NULL);

    if (executions)
        add_runs(trace, graph);
    else
        add_grains(trace, graph, tasks);
    for (guint i = 0; i < trace->edges->len; i++) {
        const GrainEdge *edge = &g_array_index(trace->edges, GrainEdge, i);
        guint from = edge->from, to = edge->to;
        if (!executions) {
            from = GPOINTER_TO_UINT(
                g_hash_table_lookup(tasks, GINT_TO_POINTER((gint)edge->sender)));
            to = GPOINTER_TO_UINT(
                g_hash_table_lookup(tasks, GINT_TO_POINTER((gint)edge->receiver)));
        }
        task_graph_edge(graph, from, to, edge->delay, NAN, edge->line);
    }
    return task_graph_finish(graph, error) ? g_steal_pointer(&graph) : NULL;
}
