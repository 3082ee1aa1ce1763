/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor machine PARAMS: what the machine looks like and what messages cost on it.
 */
#include <config.h>

#include "src/cli/command/command.h"
#include "src/cli/config.h"
#include "src/cli/machines.h"
#include "src/cli/message.h"
#include "src/cli/output.h"
#include "src/cli/progress.h"
#include "src/report/machine/machine.h"

typedef struct {
    CliConfig config;
    char **args, **paths;
    char *format, *transfers, *template_dir;
    gboolean list;
    GArray *outputs; /* of CliOutput */
} MachineOptions;

static const CliOption machine_options[] = {
    { "output", 'o', CLI_LIST, offsetof(MachineOptions, paths),
      "Write .html, .json or .txt; - with --format", "FILE" },
    CLI_FORMAT(offsetof(MachineOptions, format)),
    { "transfers", 0, CLI_TEXT, offsetof(MachineOptions, transfers),
      "Tell the cost of these messages: lines 'p,q,bytes'", "FILE.csv" },
    { "template-dir", 0, CLI_TEXT, offsetof(MachineOptions, template_dir),
      "Templates of the page", "DIR" },
    { "list", 0, CLI_FLAG, offsetof(MachineOptions, list), "List the machines that are shipped",
      NULL },
    CLI_ARGUMENTS(offsetof(MachineOptions, args)),
    { 0 },
};

static void
machine_options_clear(MachineOptions *o)
{
    cli_options_clear(cli_config_options, &o->config);
    cli_options_clear(machine_options, o);
    g_array_unref(o->outputs);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(MachineOptions, machine_options_clear)

static const CliHelp machine_help = {
    "PARAMS",
    "Describes a machine: its nodes and links, what a message and a reduction cost on it,\n"
    "and what messages between given processors do.",
    "PARAMS is a parameter file, or the name of a machine of --list.\n"
    "See predictor(1), predictor.par(5), docs/networks.md.\n",
};

static CliStatus
print_list(const Cli *cli)
{
    g_autofree char *list = cli_machine_list();

    if (list != NULL)
        return cli_print(cli, list);
    cli_error(cli, "the folder of the machines is not there: %s", PKGDATADIR "/params");
    return CLI_BAD_INPUT;
}

/* The transfers, NULL in *transfers when there are none. FALSE: the error has been reported. */
static gboolean
read_transfers(const Cli *cli, const char *path, const Params *params, GArray **transfers)
{
    g_autoptr(GError) error = NULL;
    gsize len;

    *transfers = NULL;
    if (path == NULL)
        return TRUE;
    g_autofree char *text = params_read_text(path, &len, &error);
    if (text != NULL)
        *transfers = machine_transfers_read(path, text, len,
                                            rater_grid_count(&params->topology), &error);
    if (*transfers == NULL)
        cli_file_error(cli, path, error);
    return *transfers != NULL;
}

static gboolean
write_machine(const CliOutput *output, gpointer data, GError **error)
{
    return cli_output_fill(output, output->format->write[REPORT_OF_MACHINE], data, error);
}

static CliStatus
describe(const Cli *cli, MachineOptions *o)
{
    const char *path = o->args[0];
    g_autoptr(GError) error = NULL;
    GArray *transfers;
    CliStatus status;
    g_autoptr(Params) params = cli_config_read(cli, &o->config, path, NULL, &status);

    if (params == NULL)
        return status;
    if (!read_transfers(cli, o->transfers, params, &transfers))
        return CLI_BAD_INPUT;
    g_autoptr(CliProgress) progress = cli_progress_new(cli, 1);
    cli_progress_step(progress, "costing");
    g_autoptr(MachineReport) report =
        machine_report_new(params, transfers, cli_progress_watch(progress), &error);
    g_clear_pointer(&progress, cli_progress_free); /* before anything is said */
    if (report == NULL) {
        cli_file_error(cli, path, error);
        return CLI_BAD_INPUT;
    }
    report->template_dir = o->template_dir;
    if (report->transfers != NULL && !report->simulated)
        cli_warning(cli, "predictor: warning: these are too many packets to simulate");
    return cli_outputs_write(cli, o->outputs, write_machine, report);
}

CliStatus
command_machine(Cli *cli, const char *const *args)
{
    g_auto(MachineOptions) o = { .config.describe = TRUE,
                                 .outputs = g_array_new(FALSE, FALSE, sizeof(CliOutput)) };
    const CliOptions all[] = {
        { cli_config_options, &o.config },
        { machine_options, &o },
        { cli_page_options, cli },
        { cli_common_options, cli },
        { 0 },
    };
    g_autoptr(GError) error = NULL;
    CliStatus status;

    if (!cli_parse(cli, &machine_help, all, args, &status))
        return status;
    const guint n = o.args != NULL ? g_strv_length(o.args) : 0;
    if (o.list)
        return n == 0 ? print_list(cli) : cli_usage_error(cli, "--list wants no PARAMS");
    if (n != 1)
        return n == 0 ? cli_usage_error(cli, "PARAMS is missing")
                      : cli_usage_error(cli, "'%s' is one too many", o.args[1]);
    if (!cli_check_template_dir(o.template_dir, &error))
        return cli_usage_error(cli, "%s", error->message);
    char *const inputs[] = { o.args[0], o.transfers };
    const CliInputs all_inputs = { inputs, o.transfers != NULL ? 2 : 1, o.template_dir, NULL };
    if (!cli_outputs_add(cli, o.outputs, REPORT_OF_MACHINE, NULL, o.paths, o.format,
                         &all_inputs, &error))
        return cli_usage_error(cli, "%s", error->message);
    return describe(cli, &o);
}
