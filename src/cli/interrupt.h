/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Being interrupted (SIGINT, SIGTERM, SIGHUP).  The program then ends at once with CLI_SIGNAL +
 * the signal's number, also while it writes a file, which has no name then
 * (src/report/value/new-file.h): nothing half-written is left behind, and no handler has to know
 * of files.
 */
#pragma once

#include <glib.h>
#include <signal.h>

/* The signals that interrupt: one that the caller of the program ignores (nohup) stays ignored.
 */
void cli_interrupt_signals(sigset_t *set);

/* Sets their handlers. `clear_line`: a progress bar may be on the terminal's line, wipe it. */
void cli_interrupt_install(gboolean clear_line);

/* From here on the main thread, which calls this, holds the signals back; `before` remembers
 * its mask. One that comes to another thread is handed on to it. */
void cli_interrupt_hold(sigset_t *before);

/* Lets them through again. */
void cli_interrupt_release(const sigset_t *before);
