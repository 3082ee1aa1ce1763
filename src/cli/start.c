/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/start.h"

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

void
cli_start(Cli *cli)
{
    occupy_standard_descriptors();
    signal(SIGPIPE, SIG_IGN); /* a broken pipe is a result that could not be written, */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that may not become as large */
    cli->colour = cli_message_wants_colour(STDERR_FILENO);
    cli->no_progress = !isatty(STDERR_FILENO);
    cli_interrupt_install(!cli->no_progress);
}
