/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the commands of the program share: exit statuses, options, the reading of a command
 * line. Only src/cli/ prints or chooses an exit status.
 */
#pragma once

#include <glib.h>
#include <stddef.h>

typedef enum {
    CLI_DONE = 0,        /* also with warnings */
    CLI_BAD_INPUT = 1,   /* a trace, parameter file or template that cannot be used */
    CLI_USAGE = 2,       /* the command line is wrong */
    CLI_NOT_WRITTEN = 3, /* the result could not be written */
    CLI_EXCEEDED = 4,    /* a comparison found more than it was allowed */
    CLI_SIGNAL = 128,    /* plus the number of the signal: 130 for an interrupt */
} CliStatus;

/* How this run talks to its user; filled by main(), refined by cli_parse(). */
typedef struct _Cli Cli;
struct _Cli {
    const char *name;     /* what to try with --help: "predictor run" */
    gboolean colour;      /* of standard error */
    gboolean quiet;       /* -q: errors only */
    gboolean verbose;     /* -v: what is done and how long it takes */
    gboolean open;        /* --open: show the page that is written */
    gboolean no_progress; /* --no-progress, or standard error is not a terminal */
    /* The name of a command that has the option, "predictor sweep"; NULL: none has. */
    const char *(*whose)(const char *option);
    const char *sought; /* an option without "--"; else NULL: cli_parse() only says whether it */
    gboolean is_there;  /* is among those of the command */
};

/* An option, a row of a table that ends with an empty one. */
typedef struct {
    const char *name; /* without "--"; "": the arguments that are no options */
    char letter;      /* of its short form, 0: it has none */
    GOptionArg kind;  /* a CLI_FLAG, CLI_TEXT or CLI_LIST */
    gsize place;      /* offsetof() in the structure that has the values */
    const char *help, *value;
} CliOption;

#define CLI_FLAG G_OPTION_ARG_NONE /* gboolean */
/* char * and char **, owned; NULL: not given. As they are, without a conversion that depends on
 * the locale. */
#define CLI_TEXT G_OPTION_ARG_FILENAME
#define CLI_LIST G_OPTION_ARG_FILENAME_ARRAY

/* Whether the value of a CLI_TEXT may be left out, and is "" then: its name stands in brackets. */
#define CLI_IS_OPTIONAL(option) ((option)->value != NULL && *(option)->value == '[')

#define CLI_ARGUMENTS(place)                                                                   \
    {                                                                                          \
        G_OPTION_REMAINING, 0, CLI_LIST, (place), NULL, NULL                                   \
    }

/* Options of several commands. */
#define CLI_KEEP_GOING(place)                                                                  \
    {                                                                                          \
        "keep-going", 'k', CLI_FLAG, (place),                                                  \
            "Account for a call in error as an ordinary one, and warn", NULL                   \
    }
#define CLI_FORMAT(place)                                                                      \
    {                                                                                          \
        "format", 0, CLI_TEXT, (place), "Format of standard output, and of other suffixes",    \
            "NAME"                                                                             \
    }

/* Options, and the structure for their values; a list of these ends with an empty one. */
typedef struct {
    const CliOption *options;
    gpointer values;
    const char *title; /* above them in --help, "Output:"; NULL: they are among the
                          last, and may have CLI_ARGUMENTS() */
} CliOptions;

/* -q, -v and --no-progress, whose values are in the Cli: for commands that work on a trace. */
extern const CliOption cli_common_options[];

/* --open, whose value is in the Cli: for commands that write pages. */
extern const CliOption cli_page_options[];

/* What --help says around the options. */
typedef struct {
    const char *arguments, *summary;
    const char *description; /* below them; NULL: nothing */
} CliHelp;

/* Reads `args`, whose first word becomes the name of `cli`; --help and --version are options of
 * all commands. FALSE: nothing is left to do, the program ends with *status (help was shown, or
 * the command line is wrong). */
gboolean cli_parse(Cli *cli, const CliHelp *help, const CliOptions *options,
                   const char *const *args, CliStatus *status);

/* Whether there is one argument, called `name` in messages; else the error has been reported, and
 * *status is set. */
gboolean cli_one_argument(const Cli *cli, char *const *args, const char *name, CliStatus *status);

/* Frees the values. */
void cli_options_clear(const CliOption *options, gpointer values);

/* Sets an error of G_OPTION_ERROR; FALSE. */
gboolean cli_refuse(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The value of --jobs; *n stays as it is when `text` is NULL. */
gboolean cli_read_jobs(const char *text, guint *n, GError **error);

/* The value of --template-dir, or NULL. */
gboolean cli_check_template_dir(const char *folder, GError **error);

/* Whether the `n` arguments begin with PARAMS and end with TRACE, the only one that can be
 * standard input; 0 for n: args is NULL. */
gboolean cli_check_inputs(char *const *args, guint n, GError **error);

/* Writes `text` to standard output; a failed write is reported and gives CLI_NOT_WRITTEN. */
CliStatus cli_print(const Cli *cli, const char *text);
