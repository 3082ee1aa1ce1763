/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/mpi/dealer.h"

#include <mpi.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "src/cli/message.h"
#include "src/cli/mpi/order.h"
#include "src/cli/trace.h"
#include "src/report/sweep/read.h"

/* Rows that a rank has for each of its threads, at most: one to predict, others to be at hand.
 */
#define ROWS_PER_THREAD 4

/* After a signal a batch system does not wait for long; microseconds. */
#define END_LIMIT (G_TIME_SPAN_SECOND / 2)

/* What is known of a rank. */
typedef struct {
    guint n_threads; /* 0: it is still reading the trace */
    guint n_rows;    /* that it has */
    gboolean gone;
} Rank;

struct _Dealer {
    const Cli *cli;
    Post *post;
    Rank *ranks;             /* that of rank 0 is not used; owned */
    guint n_threads;         /* of all ranks that have read the trace */
    guint n_unread;          /* ranks that have not, after begin() */
    guint n_taken;           /* rows that others have predicted */
    const SweepTrace *trace; /* of rank 0 */
    char *failure;           /* the first, with a rank's name; owned */
    CliStatus status;        /* with a failure */
};

Dealer *
dealer_new(const Cli *cli, Post *post)
{
    Dealer *dealer = g_new0(Dealer, 1);

    dealer->cli = cli;
    dealer->post = post;
    dealer->ranks = g_new0(Rank, post->n_ranks);
    return dealer;
}

void
dealer_free(Dealer *dealer)
{
    if (dealer == NULL)
        return;
    g_free(dealer->ranks);
    g_free(dealer->failure);
    g_free(dealer);
}

static void
send_all(Dealer *dealer, PostKind kind, const char *bytes, gsize len)
{
    for (int rank = 1; rank < dealer->post->n_ranks; rank++)
        post_send(dealer->post, rank, kind, bytes, len);
}

/* All of a file or of standard input. */
static gboolean
read_bytes(const char *path, char **bytes, gsize *size, GError **error)
{
    g_autoptr(GIOChannel) channel =
        strcmp(path, "-") == 0 ? g_io_channel_unix_new(STDIN_FILENO) : NULL;

    if (channel == NULL)
        return g_file_get_contents(path, bytes, size, error);
    g_io_channel_set_encoding(channel, NULL, NULL);
    return g_io_channel_read_to_end(channel, bytes, size, error) == G_IO_STATUS_NORMAL;
}

/* As of SweepOthers. */
static TraceProgram *
begin(const SweepArgs *o, const PredictOptions *predict, const SweepReports *reports,
      gpointer data, GError **error)
{
    Dealer *dealer = data;
    char *path = o->args[o->n_args - 1];
    const Order order = {
        .trace = path,
        .broadcast = o->broadcast || strcmp(path, "-") == 0,
        .jobs = o->jobs != NULL ? o->n_threads : 0,
        .keep_going = predict->keep_going,
        .no_ideal = predict->no_ideal,
        .reports = (char *)reports->folder,
        .template_dir = (char *)reports->template_dir,
        .numbered = reports->numbered,
        .inputs = o->args,
    };
    g_autofree char *bytes = NULL;
    gsize size = 0;

    if (order.broadcast && !read_bytes(path, &bytes, &size, error))
        return NULL;
    g_autoptr(GBytes) message = order_write(&order);
    send_all(dealer, POST_ORDER, g_bytes_get_data(message, NULL), g_bytes_get_size(message));
    dealer->n_unread = (guint)dealer->post->n_ranks - 1;
    dealer->n_threads = o->n_threads;
    if (!order.broadcast)
        return NULL;
    post_broadcast(dealer->post, bytes, &size);
    return cli_trace_read_bytes(dealer->cli, path, bytes, size, error);
}

/* The first failure is the one that is told. */
static void
fail(Dealer *dealer, CliStatus status, char *message)
{
    if (dealer->failure == NULL) {
        dealer->failure = message;
        dealer->status = status;
    } else {
        g_free(message);
    }
}

/* Hands in rows that a rank has predicted; `deal` is NULL when nobody wants them any more. */
static void
take_rows(Dealer *dealer, SweepDeal *deal, int from, const char *text, gsize len)
{
    g_autoptr(Sweep) sweep = sweep_new();
    g_autoptr(GError) error = NULL;
    g_autofree char *name = g_strdup_printf("rank %d", from);

    if (deal == NULL)
        return;
    sweep->trace = *dealer->trace;
    sweep->trace.file = g_strdup(dealer->trace->file);
    sweep->trace.program = g_strdup(dealer->trace->program);
    if (!sweep_read_append_text(sweep, name, text, len, &error)) {
        fail(
            dealer, CLI_BAD_INPUT,
            g_error_matches(error, SWEEP_READ_ERROR, SWEEP_READ_ERROR_TRACE)
                ? g_strdup_printf("rank %d: error: it has read another trace than rank 0", from)
                : g_strdup(error->message));
        return;
    }
    dealer->ranks[from].n_rows -= sweep->rows->len;
    dealer->n_taken += sweep->rows->len;
    for (guint i = 0; i < sweep->rows->len; i++) {
        SweepRow *row = sweep_row(sweep, i);
        char **warnings = g_new0(char *, row->warnings->len + 1);
        for (guint k = 0; k < row->warnings->len; k++)
            warnings[k] = g_strdup(
                g_ptr_array_index(sweep->warnings, g_array_index(row->warnings, guint, k)));
        sweep_deal_done(deal, row->place - 1, row, warnings);
    }
}

/* Reads one message; FALSE: there is none. */
static gboolean
take_message(Dealer *dealer, SweepDeal *deal)
{
    int from;
    PostKind kind;
    gsize len;
    g_autofree char *bytes = post_receive(dealer->post, &from, &kind, &len);

    if (bytes == NULL)
        return FALSE;
    Rank *rank = &dealer->ranks[from];
    switch (kind) {
    case POST_READY:
        rank->n_threads = (guint)len;
        dealer->n_threads += (guint)len;
        dealer->n_unread--;
        break;
    case POST_DONE:
        take_rows(dealer, deal, from, bytes, len);
        break;
    case POST_FAILED:
        fail(dealer, (CliStatus)bytes[0], g_strdup(bytes + 1));
        break;
    case POST_BYE:
        rank->gone = TRUE;
        break;
    default:
        g_assert_not_reached();
    }
    return TRUE;
}

/* How many rows a rank should have: some in store for each thread, fewer towards the end, so
 * that nobody waits for rows that another has not begun. */
static guint
quota(const Dealer *dealer, const Rank *rank, guint left)
{
    const guint most = (ROWS_PER_THREAD - 1) * rank->n_threads;
    const guint share = (guint)((guint64)left * rank->n_threads / (2 * dealer->n_threads));

    return rank->n_threads + MIN(most, share);
}

/* Gives a rank more rows when half of what it should have is gone. */
static void
give_rows(Dealer *dealer, SweepDeal *deal, int to)
{
    Rank *rank = &dealer->ranks[to];
    const guint wanted = rank->n_threads > 0 ? quota(dealer, rank, sweep_deal_left(deal)) : 0;
    OrderRows *rows = NULL;
    const SweepRow *row;
    guint number;

    if (wanted == 0 || rank->n_rows > wanted / 2)
        return;
    while (rank->n_rows < wanted && (row = sweep_deal_next(deal, &number)) != NULL) {
        if (rows == NULL)
            rows = order_rows_new();
        order_rows_add(rows, number + 1, row);
        rank->n_rows++;
    }
    if (rows == NULL)
        return;
    g_autoptr(GBytes) message = order_rows_write(rows);
    post_send(dealer->post, to, POST_ROWS, g_bytes_get_data(message, NULL),
              g_bytes_get_size(message));
    order_rows_free(rows);
}

/* As of SweepHelpers. */
static gboolean
serve(SweepDeal *deal, gpointer data)
{
    Dealer *dealer = data;

    dealer->trace = sweep_deal_trace(deal);
    while (take_message(dealer, deal))
        ;
    for (int rank = 1; rank < dealer->post->n_ranks && sweep_deal_left(deal) > 0; rank++)
        give_rows(dealer, deal, rank);
    return dealer->failure == NULL;
}

/* As of SweepOthers: also waits for ranks that are still reading, so that a trace that one of
 * them cannot read is an error however few rows there are. */
static gboolean
settle(gpointer data, char **message, CliStatus *status)
{
    Dealer *dealer = data;

    while (dealer->failure == NULL && dealer->n_unread > 0)
        if (!take_message(dealer, NULL))
            g_usleep(POST_AGAIN);
    cli_note(dealer->cli, "%u rows were predicted by other ranks", dealer->n_taken);
    *message = g_strdup(dealer->failure);
    *status = dealer->status;
    return dealer->failure == NULL;
}

gboolean
dealer_end(Dealer *dealer, gint64 limit)
{
    const gint64 start = g_get_monotonic_time();
    int n = 1;

    send_all(dealer, POST_END, "", 0);
    while (n < dealer->post->n_ranks && (limit < 0 || g_get_monotonic_time() - start < limit)) {
        if (!take_message(dealer, NULL))
            g_usleep(POST_AGAIN);
        while (n < dealer->post->n_ranks && dealer->ranks[n].gone)
            n++;
    }
    return n == dealer->post->n_ranks;
}

/* As of SweepOthers. Launchers make one signal of another, so that all are the same interrupt.
 */
static void
leave(int status, gpointer data)
{
    const gboolean signal = status > CLI_SIGNAL;

    if (dealer_end(data, signal ? END_LIMIT : -1))
        MPI_Finalize();
    _exit(signal ? CLI_SIGNAL + SIGINT : status);
}

SweepOthers
dealer_others(Dealer *dealer)
{
    return (SweepOthers){
        .begin = begin,
        .helpers = { serve, dealer },
        .settle = settle,
        .leave = leave,
        .data = dealer,
    };
}
