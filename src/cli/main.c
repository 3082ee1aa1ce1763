/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor: the first word chooses the command; without a command word it is `run`.
 */
#include <config.h>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "src/cli/interrupt.h"
#include "src/cli/message.h"

/* A standard descriptor that the caller closed would be the number of the next file opened, and
 * messages would end up in a report. Opened the wrong way round it fails as a closed one does.
 */
static void
occupy_standard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) != -1)
            continue;
        if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            return;
    }
}

int
main(int argc, char **argv)
{
    Cli cli = { 0 };

    occupy_standard_descriptors();
    signal(SIGPIPE, SIG_IGN); /* a broken pipe is a result that could not be written, */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that may not become as large */
    cli.colour = cli_message_wants_colour(STDERR_FILENO);
    cli.no_progress = !isatty(STDERR_FILENO);
    cli_interrupt_install(!cli.no_progress);

    if (argc < 2)
        return (int)cli_usage_error(&cli, "predictor", "PARAMS and TRACE are missing");

    const CliCommand *command = cli_command_find(argv[1]);
    g_autofree char *name = g_strconcat("predictor", command != NULL ? " " : NULL,
                                        command != NULL ? command->name : NULL, NULL);
    /* args[0] is the name to show: in place of the command word, or of the program's path. */
    char **words = command != NULL ? argv + 1 : argv;
    words[0] = name;
    const char *const *args = (const char *const *)words;
    return (int)(command != NULL ? command->run(&cli, args) : command_run(&cli, args));
}
