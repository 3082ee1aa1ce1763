/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/config.h"

#include "src/cli/check-kind.h"
#include "src/cli/message.h"

void
cli_config_clear(CliConfig *config)
{
    g_clear_pointer(&config->settings, g_strfreev);
    g_clear_pointer(&config->topology, g_free);
}

void
cli_config_add_options(CliConfig *config, GOptionContext *context)
{
    /* FILENAME: as they are, without a conversion that depends on the locale. */
    const GOptionEntry entries[] = {
        { "topology", 't', 0, G_OPTION_ARG_FILENAME, &config->topology,
          "Sizes of the processor system: 8, 4x2", "SIZES" },
        { "set", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &config->settings,
          "Set a parameter: 'start time=10' (repeatable)", "NAME=VALUE" },
        { NULL, 0, 0, 0, NULL, NULL, NULL },
    };
    g_option_context_add_main_entries(context, entries, NULL);
}

/* What the command line says over the file. */
static gboolean
apply(const CliConfig *config, char *const *sizes, Params *params, GError **error)
{
    for (char **s = config->settings; s != NULL && *s != NULL; s++) {
        if (!params_set(params, *s, error)) {
            g_prefix_error(error, "--set ");
            return FALSE;
        }
    }
    if (config->topology != NULL && !params_set_topology(params, config->topology, error)) {
        g_prefix_error(error, "--topology ");
        return FALSE;
    }
    if (sizes == NULL || *sizes == NULL)
        return TRUE;
    for (char *const *s = sizes; *s != NULL; s++) {
        if (!g_ascii_isdigit(**s)) {
            g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                        "'%s' behind the report is not a size", *s);
            return FALSE;
        }
    }
    g_autofree char *joined = g_strjoinv("x", (char **)sizes);
    if (params_set_topology(params, joined, error))
        return TRUE;
    g_prefix_error(error, "sizes ");
    return FALSE;
}

/* Whether a regular file, which cannot be read as parameters, begins like a trace. */
static gboolean
is_trace(const char *path)
{
    CheckKind kind;

    return g_file_test(path, G_FILE_TEST_IS_REGULAR) && check_kind_of_file(path, &kind, NULL) &&
           kind == CHECK_KIND_TRACE;
}

Params *
cli_config_read(const Cli *cli, const CliConfig *config, const char *name, const char *path,
                char *const *sizes, CliStatus *status)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Params) params = params_read(path, &error);

    if (params == NULL) {
        if (is_trace(path))
            cli_error(cli, "%s: error: this is a trace, a parameter file is wanted before it",
                      path);
        else
            cli_file_error(cli, path, error);
        *status = CLI_BAD_INPUT;
        return NULL;
    }
    const gboolean fits = params_check(params, NULL);
    if (!apply(config, sizes, params, &error)) {
        *status = cli_usage_error(cli, name, "%s", error->message);
        return NULL;
    }
    if (params_check(params, &error))
        return g_steal_pointer(&params);
    if (fits) { /* what was set over the file does not fit */
        *status = cli_usage_error(cli, name, "%s", error->message);
    } else {
        cli_file_error(cli, path, error);
        *status = CLI_BAD_INPUT;
    }
    return NULL;
}
