/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/mpi/worker.h"

#include <errno.h>
#include <string.h>

#include "src/analysis/sweep/axes.h"
#include "src/analysis/sweep/topology.h"
#include "src/base/threads.h"
#include "src/cli/command/sweep-reports.h"
#include "src/cli/message.h"
#include "src/cli/mpi/order.h"
#include "src/cli/trace.h"
#include "src/report/sweep/view.h"

typedef struct {
    Post *post;
    Order order;
    SweepReports reports;
    SweepRunOptions options; /* `data` is `reports` */
    TraceProgram *program;   /* owned */
    RaterGrid extents;
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t more;  /* rows, or an end */
    GQueue rows;          /* of SweepRow, to be predicted; owned */
    Sweep *done;          /* rows to be sent */
    gboolean alone, ended;
} Worker;

/* An empty part, for rows that go back. */
static Sweep *
part_new(const Worker *worker)
{
    Sweep *sweep = sweep_new();

    sweep_describe_trace(sweep, worker->program);
    sweep->trace.extents = worker->extents;
    sweep->part = (SweepPart){ (guint)worker->post->n_ranks, (guint)worker->post->rank,
                               SWEEP_MOST_ROWS, g_strdup(""), NULL };
    return sweep;
}

/* The next row to be predicted; NULL: there is none, or none yet and no other thread to wait.
 */
static SweepRow *
next_row(Worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    while (g_queue_is_empty(&worker->rows) && !worker->ended && !worker->alone)
        pthread_cond_wait(&worker->more, &worker->lock);
    SweepRow *row = worker->ended ? NULL : g_queue_pop_head(&worker->rows);
    pthread_mutex_unlock(&worker->lock);
    return row;
}

/* In any thread. */
static void
predict_next(guint job G_GNUC_UNUSED, gpointer data)
{
    Worker *worker = data;
    SweepRow *row = next_row(worker);

    if (row == NULL) {
        g_usleep(POST_AGAIN);
        return;
    }
    g_auto(GStrv) warnings = NULL;
    SweepRow found = sweep_predict_row(worker->program, row, &worker->options, &warnings);
    row->status = found.status;
    row->reason = found.reason;
    row->result = found.result;
    row->report = found.report;
    pthread_mutex_lock(&worker->lock);
    for (char **warning = warnings; warning != NULL && *warning != NULL; warning++)
        sweep_add_warning(worker->done, row, *warning);
    g_ptr_array_add(worker->done->rows, row);
    pthread_mutex_unlock(&worker->lock);
}

static void
note_alone(gpointer data)
{
    ((Worker *)data)->alone = TRUE;
}

/* `text` with who says it. */
static void
send_failure(Post *post, CliStatus status, const char *text)
{
    g_autofree char *message = g_strdup_printf("%c%s (rank %d, %s)", (char)status, text,
                                               post->rank, g_get_host_name());

    post_send(post, 0, POST_FAILED, message, strlen(message));
}

/* Sends what was predicted since the last time. */
static void
send_done(Worker *worker)
{
    const SweepOptions options = { 0 };

    pthread_mutex_lock(&worker->lock);
    g_autoptr(Sweep) done = worker->done;
    const gboolean any = done->rows->len > 0;
    worker->done = any ? part_new(worker) : g_steal_pointer(&done);
    pthread_mutex_unlock(&worker->lock);
    if (!any)
        return;
    g_autoptr(SweepView) view = sweep_view_new(done, &options);
    GString *text = report_sink_to_text(sweep_json_write, view, NULL);
    post_send(worker->post, 0, POST_DONE, text->str, text->len);
    g_string_free(text, TRUE);
}

static void
take_rows(Worker *worker, const char *bytes, gsize len)
{
    g_autoptr(GPtrArray) rows = order_rows_read(bytes, len);

    pthread_mutex_lock(&worker->lock);
    for (guint i = 0; i < rows->len; i++)
        g_queue_push_tail(&worker->rows, g_steal_pointer(&rows->pdata[i]));
    pthread_cond_broadcast(&worker->more);
    pthread_mutex_unlock(&worker->lock);
}

static void
end(Worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    worker->ended = TRUE;
    pthread_cond_broadcast(&worker->more);
    pthread_mutex_unlock(&worker->lock);
}

/* Reads and writes messages, in the main thread. FALSE: it is over. */
static gboolean
talk(gpointer data)
{
    Worker *worker = data;
    char *bytes;
    int from;
    PostKind kind;
    gsize len;

    while ((bytes = post_receive(worker->post, &from, &kind, &len)) != NULL) {
        if (kind == POST_END)
            end(worker);
        else if (kind == POST_ROWS)
            take_rows(worker, bytes, len);
        g_free(bytes);
    }
    send_done(worker);
    pthread_mutex_lock(&worker->reports.lock);
    g_autoptr(GError) failure = g_steal_pointer(&worker->reports.failure);
    pthread_mutex_unlock(&worker->reports.lock);
    if (failure != NULL)
        send_failure(worker->post, sweep_reports_status(failure), failure->message);
    return !worker->ended;
}

/* Reads the trace, or gets it from rank 0. */
static TraceProgram *
read_trace(const Worker *worker, GError **error)
{
    const Cli silent = { .quiet = TRUE, .no_progress = TRUE };
    const char *path = worker->order.trace;
    gsize size;

    if (!worker->order.broadcast)
        return cli_trace_read(&silent, NULL, path, error);
    g_autofree char *bytes = post_broadcast(worker->post, NULL, &size);
    return cli_trace_read_bytes(&silent, path, bytes, size, error);
}

/* What follows from the order; FALSE: it cannot be done, which was told. */
static gboolean
prepare(Worker *worker)
{
    const Order *order = &worker->order;
    g_autoptr(GError) error = NULL;

    sweep_reports_init(&worker->reports);
    worker->program = read_trace(worker, &error);
    if (worker->program == NULL) {
        g_autofree char *text = cli_message_for_file(order->trace, error->message);
        send_failure(worker->post, CLI_BAD_INPUT, text);
        return FALSE;
    }
    g_autoptr(SimLayout) layout = sim_layout_new(worker->program);
    worker->extents = topology_extents(layout);
    worker->options = (SweepRunOptions){
        .n_threads = order->jobs > 0 ? order->jobs : g_get_num_processors(),
        .predict = { .keep_going = order->keep_going, .no_ideal = order->no_ideal },
        .data = &worker->reports,
    };
    if (*order->reports == '\0')
        return TRUE;
    worker->reports.folder = order->reports;
    worker->reports.template_dir = *order->template_dir != '\0' ? order->template_dir : NULL;
    worker->reports.numbered = order->numbered;
    worker->reports.inputs = (CliInputs){ order->inputs, g_strv_length(order->inputs),
                                          worker->reports.template_dir, NULL };
    worker->options.visit = sweep_reports_write;
    if (sweep_reports_begin(&worker->reports))
        return TRUE;
    g_autofree char *text =
        g_strdup_printf("%s: error: cannot be made: %s", order->reports, g_strerror(errno));
    send_failure(worker->post, CLI_NOT_WRITTEN, text);
    return FALSE;
}

/* Predicts rows until it is over. */
static void
predict_rows(Worker *worker)
{
    g_autofree char *threads = g_malloc0(worker->options.n_threads);
    const Threads team = {
        G_MAXUINT, worker->options.n_threads, predict_next, worker, talk, note_alone, POST_AGAIN
    };

    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->more, NULL);
    g_queue_init(&worker->rows);
    worker->done = part_new(worker);
    post_send(worker->post, 0, POST_READY, threads, worker->options.n_threads);
    threads_run(&team);
    if (worker->reports.folder != NULL)
        sweep_reports_stop(&worker->reports);
}

/* Waits for a message of one of two kinds; the second one is POST_END. TRUE: it is the first,
 * in `bytes`. */
static gboolean
wait_for(Post *post, PostKind wanted, char **bytes, gsize *len)
{
    int from;
    PostKind kind;

    for (;; g_usleep(POST_AGAIN)) {
        *bytes = post_receive(post, &from, &kind, len);
        if (*bytes != NULL && (kind == wanted || kind == POST_END))
            return kind == wanted;
        g_clear_pointer(bytes, g_free);
    }
}

void
worker_run(Post *post)
{
    Worker *worker = g_new0(Worker, 1); /* threads may outlive this function */
    g_autofree char *bytes = NULL;
    gsize len;

    worker->post = post;
    if (wait_for(post, POST_ORDER, &bytes, &len)) {
        order_read(&worker->order, bytes, len);
        g_clear_pointer(&bytes, g_free);
        if (prepare(worker))
            predict_rows(worker);
        else
            wait_for(post, POST_END, &bytes, &len);
    }
    post_send(post, 0, POST_BYE, "", 0);
    post_flush(post);
}
