/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/config.h"

#include "src/cli/file.h"
#include "src/cli/machines.h"
#include "src/cli/message.h"

const CliOption cli_config_options[] = {
    { "topology", 't', CLI_TEXT, offsetof(CliConfig, topology),
      "Sizes of the processor system: 8, 4x2", "SIZES" },
    { "set", 0, CLI_LIST, offsetof(CliConfig, settings),
      "Set a parameter: 'start time=10' (repeatable)", "NAME=VALUE" },
    { 0 },
};

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
        if (!g_ascii_isdigit(**s))
            return cli_refuse(error, "'%s' behind the report is not a size", *s);
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
    CliFileKind kind;

    return g_file_test(path, G_FILE_TEST_IS_REGULAR) && cli_file_kind(path, &kind, NULL) &&
           kind == CLI_FILE_TRACE;
}

/* Sets an error of `path` with the place and the word "error" that people see. */
static Params *
fail(const char *path, const GError *cause, GError **error)
{
    g_autofree char *text = cli_message_for_file(path, cause->message);
    g_set_error_literal(error, cause->domain, cause->code, text);
    return NULL;
}

Params *
cli_config_load(const CliConfig *config, const char *name, char *const *sizes,
                CliStatus *status, GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_autofree char *found = cli_machine_find(name);
    const char *path = found != NULL ? found : name;
    g_autofree char *meant = found == NULL ? cli_machine_nearest(name) : NULL;
    g_autoptr(Params) params = meant == NULL ? params_read(path, &cause) : NULL;

    *status = CLI_BAD_INPUT;
    if (meant != NULL)
        g_set_error(&cause, PARAMS_ERROR, PARAMS_ERROR_NAME,
                    "there is neither a file nor a machine of this name, did you mean '%s'?",
                    meant);
    else if (params == NULL && is_trace(path)) {
        g_clear_error(&cause);
        g_set_error_literal(&cause, PARAMS_ERROR, PARAMS_ERROR_NAME,
                            "this is a trace, a parameter file is wanted before it");
    }
    if (params == NULL)
        return fail(path, cause, error);
    const gboolean fits = params_check(params, NULL);
    const gboolean applied = apply(config, sizes, params, &cause);
    if (applied && params_check(params, &cause))
        return config->describe || params_check_prediction(params, &cause)
                   ? g_steal_pointer(&params)
                   : fail(path, cause, error);
    /* what was set over the file is wrong, or the file does not fit without it too */
    if (applied && !fits)
        return fail(path, cause, error);
    *status = CLI_USAGE;
    g_propagate_error(error, g_steal_pointer(&cause));
    return NULL;
}

Params *
cli_config_read(const Cli *cli, const CliConfig *config, const char *name, char *const *sizes,
                CliStatus *status)
{
    g_autoptr(GError) error = NULL;
    Params *params = cli_config_load(config, name, sizes, status, &error);

    if (params == NULL && *status == CLI_USAGE)
        cli_usage_error(cli, "%s", error->message);
    else if (params == NULL)
        cli_error(cli, "%s", error->message);
    if (params == NULL)
        return NULL;
    g_autoptr(GPtrArray) warnings = params_warnings(params);
    for (guint i = 0; i < warnings->len; i++)
        cli_warning(cli, "%s", (const char *)g_ptr_array_index(warnings, i));
    return params;
}
