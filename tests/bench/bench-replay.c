/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Section "replay": stepping through heat2d of 26,000 steps, against the program that predicts it
 * from its text, and against simulating it alone.
 */
#include "src/replay/look.h"
#include "src/replay/run.h"
#include "src/replay/stops.h"
#include "src/trace/text/reader.h"
#include "tests/bench/bench-predict.h"
#include "tests/bench/bench-repeat.h"
#include "tests/bench/bench.h"

#define STEPS       26000
#define EXPRESSIONS 100
#define SECONDS     20 /* full; quick takes the fewest rounds */

/* A session of its own for each job. */
static void
session_clear(gpointer session)
{
    replay_session_free(session);
}

static ReplaySession *
open_session(const Bench *bench, const TraceProgram *program, const char *grid, GError **error)
{
    g_autoptr(Params) params = bench_params(bench, "network", grid, error);
    return params != NULL ? replay_session_new(program, params, NULL, error) : NULL;
}

/* From the start to the end, over whatever stops there are. */
static gboolean
run_through(gpointer data, GError **error)
{
    ReplaySession *session = data;
    gboolean ok = replay_run(session, error);
    while (ok && replay_position(session) < replay_end(session))
        ok = replay_continue(session, 1, error);
    return ok;
}

/* A call back from the end, which simulates all the others again. */
static gboolean
go_back(gpointer data, GError **error)
{
    ReplaySession *session = data;
    return replay_goto(session, replay_end(session), error) && replay_back(session, 1, error);
}

/* Stops that are looked for at every call and hit once. */
static gboolean
add_stops(ReplaySession *session, GError **error)
{
    const ReplayStopSpec specs[] = { { .kind = REPLAY_STOP_CALL, .call = "biof_" },
                                     { .kind = REPLAY_STOP_ALARM, .seconds = 0.01 },
                                     { .kind = REPLAY_STOP_WAIT, .seconds = 1e6 } };
    for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
        if (replay_stop_add(session, &specs[i], error) == NULL)
            return FALSE;
    return TRUE;
}

typedef struct {
    BenchJob *program, *predict, *through, *stops, *back, *few, *many;
} Jobs;

static gboolean
add_jobs(const Bench *bench, const char *path, const TraceProgram *program, BenchGroup *group,
         Jobs *jobs, GError **error)
{
    g_autofree char *machine = g_build_filename(bench->params, "network.par", NULL);
    const char *const argv[] = { bench->program, "-q", "--no-explain", "-t", "8x8", machine,
                                 path,           NULL };
    const PredictOptions plain = { .no_ideal = TRUE };
    Params *params = bench_params(bench, "network", "8x8", error);
    if (params == NULL)
        return FALSE;
    jobs->program = bench_add_process(group, argv, "predictor -t 8x8");
    jobs->predict = bench_add_predict(group, program, params, &plain,
                                      "predict(), 8x8 processors, no ideal network");
    ReplaySession *sessions[5];
    const char *const grids[] = { "8x8", "8x8", "8x8", "4x4", "1024x1024" };
    for (guint i = 0; i < G_N_ELEMENTS(sessions); i++) {
        sessions[i] = open_session(bench, program, grids[i], error);
        if (sessions[i] == NULL || (i == 1 && !add_stops(sessions[i], error)) ||
            (i == 2 && !replay_goto(sessions[i], replay_end(sessions[i]), error)))
            return FALSE;
    }
    jobs->through = bench_group_add(group, run_through, sessions[0], session_clear, "run");
    jobs->stops = bench_group_add(group, run_through, sessions[1], session_clear,
                                  "run, with a call, an alarm and a wait to stop at");
    jobs->back =
        bench_group_add(group, go_back, sessions[2], session_clear, "back from the end");
    jobs->few =
        bench_group_add(group, run_through, sessions[3], session_clear, "run, 4x4 processors");
    jobs->many = bench_group_add(group, run_through, sessions[4], session_clear,
                                 "run, 1024x1024 processors");
    return TRUE;
}

static void
report(BenchTable *table, const Jobs *jobs)
{
    bench_row_ratio(bench_table_job(table, "program", jobs->program), 1, "program");
    BenchRow *row = bench_table_job(table, "predict", jobs->predict);
    bench_row_ratio(row, bench_job_ratio(jobs->predict, jobs->program), "program");
    row = bench_table_job(table, "run", jobs->through);
    bench_row_ratio(row, bench_job_ratio(jobs->through, jobs->program), "program");
    row = bench_table_job(table, "stops", jobs->stops);
    bench_row_ratio(row, bench_job_ratio(jobs->stops, jobs->program), "program");
    bench_row_goal(row, BENCH_AT_MOST, 2);
    row = bench_table_job(table, "back", jobs->back);
    bench_row_ratio(row, bench_job_ratio(jobs->back, jobs->program), "program");
    bench_row_goal(row, BENCH_AT_MOST, 1);
    bench_row_ratio(bench_table_job(table, "16", jobs->few), 1, "4x4");
    row = bench_table_job(table, "1048576", jobs->many);
    bench_row_ratio(row, bench_job_ratio(jobs->many, jobs->few), "4x4");
    bench_row_goal(row, BENCH_AT_MOST, 2);
    bench_table_print(table);
}

gboolean
bench_replay(Bench *bench, GError **error)
{
    g_autofree char *sample = g_build_filename(bench->samples, "heat2d.trc", NULL);
    g_autofree char *path = bench_path(bench, "replay.trc");
    const BenchRepeat repeat = { .sample = sample,
                                 .marker = "call_binter_",
                                 .line = 28,
                                 .steps = STEPS,
                                 .expressions = EXPRESSIONS };
    Jobs jobs;
    if (!bench_repeat(&repeat, path, error))
        return FALSE;
    g_autoptr(TraceProgram) program = trace_read(path, error);
    if (program == NULL)
        return FALSE;
    g_autoptr(BenchGroup) group = bench_group_new();
    if (!add_jobs(bench, path, program, group, &jobs, error) ||
        !bench_group_run(group, bench->quick ? 0 : SECONDS, error))
        return FALSE;
    bench_table_section(bench->table, "replay", "heat2d, %d steps, %" G_GSIZE_FORMAT " calls",
                        STEPS, program->n_calls);
    report(bench->table, &jobs);
    return TRUE;
}
