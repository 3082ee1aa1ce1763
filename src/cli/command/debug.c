/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor debug PARAMS TRACE: steps through the predicted run, by commands that are typed or
 * come from a script.
 */
#include <config.h>

#include <signal.h>
#include <unistd.h>

#include "src/base/clean.h"
#include "src/cli/command/command.h"
#include "src/cli/config.h"
#include "src/cli/dap.h"
#include "src/cli/interrupt.h"
#include "src/cli/lines.h"
#include "src/cli/message.h"
#include "src/cli/trace.h"
#include "src/replay/command.h"

enum { ARG_PARAMS, ARG_TRACE, N_ARGS };

typedef struct {
    CliConfig config;
    gboolean keep_going;
    char **source_path;
    char *batch, *dap;
    char **execute;
    char **args;
} Options;

static const CliOption debug_options[] = {
    { "batch", 0, CLI_TEXT, offsetof(Options, batch), "Read commands from this file", "FILE" },
    { "dap", 0, CLI_TEXT, offsetof(Options, dap),
      "Speak to an editor (Debug Adapter Protocol), on a port of this machine", "[PORT]" },
    { "execute", 0, CLI_LIST, offsetof(Options, execute),
      "Carry out this command before others (repeatable)", "COMMAND" },
    { "source-path", 0, CLI_LIST, offsetof(Options, source_path),
      "Look for sources in this folder", "DIR" },
    CLI_KEEP_GOING(offsetof(Options, keep_going)),
    CLI_ARGUMENTS(offsetof(Options, args)),
    { 0 },
};

static const CliHelp debug_help = {
    "[PARAMS TRACE]",
    "Steps through the predicted run call by call, forwards and backwards: stops at lines, calls,\n"
    "times and waits, and shows what each processor does. Commands are typed; without a\n"
    "terminal they are read from standard input. 'help' among them lists them all.",
    "Exit status: 0 done, 1 bad input or a script with an error, 2 wrong usage, 3 result not\n"
    "written, 130 interrupted. See predictor-debug(1).\n",
};

static void
options_clear(Options *o)
{
    cli_options_clear(cli_config_options, &o->config);
    cli_options_clear(debug_options, o);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, options_clear)

/* Moving stops where it is when the user presses Ctrl-C: signals are held back meanwhile. */
static gboolean
nobody_interrupts(G_GNUC_UNUSED guint64 done, G_GNUC_UNUSED guint64 n,
                  G_GNUC_UNUSED gpointer data)
{
    sigset_t pending;
    return sigpending(&pending) != 0 || !sigismember(&pending, SIGINT);
}

/* Carries out a command that was typed; its interrupt has been heard. */
static gboolean
carry_out_typed(ReplaySession *session, const char *line, GString *out, GError **error)
{
    const struct timespec now = { 0, 0 };
    sigset_t before, interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    cli_interrupt_hold(&before);
    const gboolean ok = replay_command(session, line, out, error);
    while (sigtimedwait(&interrupt, NULL, &now) == SIGINT)
        ;
    cli_interrupt_release(&before);
    return ok;
}

/* One line; `echo`: it is shown. *failed is set when it could not be done. */
static CliStatus
answer(const Cli *cli, ReplaySession *session, gboolean typed, gboolean echo, const char *line,
       gboolean *failed)
{
    g_autoptr(GString) out = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    if (echo) {
        g_autofree char *shown = report_clean_shown(line, -1);
        g_string_append_printf(out, "%s%s\n", REPLAY_PROMPT, shown);
    }
    if (!(typed ? carry_out_typed : replay_command)(session, line, out, &error)) {
        g_autofree char *shown = report_clean_shown(error->message, -1);
        g_string_append_printf(out, "error: %s\n", shown);
        *failed = TRUE;
    }
    return cli_print(cli, out->str);
}

static GPtrArray *
complete(const char *line, gpointer session)
{
    return replay_completions(session, line);
}

/* All commands until the end of them. */
static CliStatus
converse(const Cli *cli, ReplaySession *session, CliLines *lines, char *const *first)
{
    const gboolean typed = cli_lines_are_typed(lines);
    CliStatus status = CLI_DONE;
    gboolean failed = FALSE;
    for (; first != NULL && *first != NULL && status == CLI_DONE && !replay_has_quit(session);
         first++)
        status = answer(cli, session, typed, TRUE, *first, &failed);
    while (status == CLI_DONE && !replay_has_quit(session)) {
        g_autofree char *line = cli_lines_next(lines, REPLAY_PROMPT);
        if (line == NULL) {
            if (typed)
                status = cli_print(cli, "\n");
            break;
        }
        status = answer(cli, session, typed, !typed, line, &failed);
    }
    if (status == CLI_DONE && cli_lines_failure(lines) != NULL) {
        cli_error(cli, "the commands: error: %s", cli_lines_failure(lines));
        return CLI_BAD_INPUT;
    }
    return status == CLI_DONE && failed && !typed ? CLI_BAD_INPUT : status;
}

static gboolean
check_options(const Options *o, GError **error)
{
    const guint n = o->args != NULL ? g_strv_length(o->args) : 0;
    if (o->dap != NULL)
        return (n == 0 && o->batch == NULL && o->source_path == NULL && !o->keep_going) ||
               cli_refuse(error, "with --dap the editor says what is replayed");
    if (n > N_ARGS)
        return cli_refuse(error, "'%s' is one too many", o->args[N_ARGS]);
    if (!cli_check_inputs(o->args, n, error))
        return FALSE;
    return !g_str_equal(o->args[ARG_TRACE], "-") ||
           (o->batch != NULL && !g_str_equal(o->batch, "-")) ||
           cli_refuse(error, "with TRACE from standard input commands come from --batch FILE");
}

static CliStatus
debug(const Cli *cli, const Options *o)
{
    const gboolean typed = o->batch == NULL && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    const ReplayOptions how = { .keep_going = o->keep_going,
                                .source_path = (const char *const *)o->source_path,
                                .go_on = typed ? nobody_interrupts : NULL };
    const char *path = o->args[ARG_TRACE];
    g_autoptr(GError) error = NULL;
    CliStatus status;
    g_autoptr(Params) params =
        cli_config_read(cli, &o->config, o->args[ARG_PARAMS], NULL, &status);
    if (params == NULL)
        return status;
    g_autoptr(CliProgress) progress = cli_progress_new(cli, 1);
    g_autoptr(TraceProgram) program = cli_trace_read(cli, progress, path, &error);
    g_autoptr(ReplaySession) session =
        program != NULL ? replay_session_new(program, params, &how, &error) : NULL;
    g_clear_pointer(&progress, cli_progress_free);
    if (session == NULL) {
        cli_file_error(cli, path, error);
        return CLI_BAD_INPUT;
    }
    for (guint i = 0; i < program->info.warnings->len; i++)
        cli_warning(cli, "%s", (const char *)g_ptr_array_index(program->info.warnings, i));
    g_autoptr(CliLines) lines = typed ? cli_lines_terminal("debug-history", complete, session)
                                      : cli_lines_file(o->batch != NULL ? o->batch : "-", &error);
    if (lines == NULL) {
        cli_file_error(cli, o->batch, error);
        return CLI_BAD_INPUT;
    }
    return converse(cli, session, lines, o->execute);
}

CliStatus
command_debug(Cli *cli, const char *const *args)
{
    g_auto(Options) o = { .batch = NULL };
    const CliOptions all[] = {
        { cli_config_options, &o.config, "Machine:" },
        { debug_options, &o, NULL },
        { cli_common_options, cli, NULL },
        { 0 },
    };
    g_autoptr(GError) error = NULL;
    CliStatus status;

    if (!cli_parse(cli, &debug_help, all, args, &status))
        return status;
    if (!check_options(&o, &error))
        return cli_usage_error(cli, "%s", error->message);
    if (o.dap != NULL)
        return cli_dap_serve(cli, &o.config, *o.dap != '\0' ? o.dap : NULL);
    return debug(cli, &o);
}
