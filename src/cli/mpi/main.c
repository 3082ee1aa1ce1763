/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor-mpi: sweeps by many processes.  Rank 0 is the program as it is without MPI, but
 * that it deals rows out to the others too.
 */
#include <config.h>

#include <mpi.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "src/cli/command/sweep.h"
#include "src/cli/message.h"
#include "src/cli/mpi/dealer.h"
#include "src/cli/mpi/worker.h"
#include "src/cli/start.h"

/* The command line of rank 0: "predictor-mpi sweep ...". */
static CliStatus
run_sweep(Cli *cli, Dealer *dealer, char **argv)
{
    const SweepOthers others = dealer_others(dealer);

    if (argv[1] != NULL && strcmp(argv[1], "sweep") == 0) {
        argv[1] = (char *)"predictor-mpi sweep";
        return sweep_command(cli, &others, (const char *const *)(argv + 1));
    }
    if (argv[1] != NULL &&
        (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "--version") == 0))
        return sweep_command(cli, &others,
                             (const char *const[]){ "predictor-mpi sweep", argv[1], NULL });
    cli->name = "predictor-mpi";
    return cli_usage_error(cli, "predictor-mpi has no other command than sweep");
}

/* Everything of rank 0. */
static CliStatus
lead(Cli *cli, Post *post, char **argv)
{
    g_autoptr(Dealer) dealer = dealer_new(cli, post);
    const CliStatus status = run_sweep(cli, dealer, argv);

    dealer_end(dealer, -1);
    post_flush(post);
    return status;
}

/* Signals are for rank 0, which tells the others. */
static void
ignore_signals(void)
{
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
}

int
main(int argc, char **argv)
{
    Cli cli = { .name = "predictor-mpi" };
    Post post = { 0 };
    int provided;
    CliStatus status = CLI_DONE;

    cli_start(&cli);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    post_init(&post);
    if (provided < MPI_THREAD_FUNNELED && post.rank == 0)
        status = cli_usage_error(&cli, "this MPI bears no threads");
    else if (post.rank == 0)
        status = lead(&cli, &post, argv);
    else if (provided >= MPI_THREAD_FUNNELED) {
        ignore_signals();
        worker_run(&post);
    }
    MPI_Finalize();
    if (post.rank != 0)
        _exit(CLI_DONE); /* threads may be at work */
    post_clear(&post);
    return (int)status;
}
