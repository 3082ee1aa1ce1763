/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/sim/cases.h"

#include <string.h>

/* What the files have, by FILE/NAME. */
static GHashTable *tests, *setups; /* arrays of CaseLine */
static GHashTable *constants;      /* text */

/* What the suite adds. */
static CaseStatement suite_statement;
static GDestroyNotify suite_clear;

static void run_lines(CaseRun *run, const GPtrArray *lines, char **args);

/* --- checks ---------------------------------------------------------------------------------
 */

void
cases_check(const CaseRun *run, gboolean condition, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    sim_check_that(condition, run->line->file, run->line->number, "%s", message);
}

void
cases_check_us(const CaseRun *run, double seconds, const char *expected, const char *name)
{
    sim_check_real(seconds * 1e6, g_ascii_strtod(expected, NULL), 1e-6, name, run->line->file,
                   run->line->number);
}

void
cases_check_int(const CaseRun *run, gint64 actual, const char *expected, const char *name)
{
    tap_check_int(actual, g_ascii_strtoll(expected, NULL, 10), name, run->line->file,
                  run->line->number);
}

void
cases_check_text(const CaseRun *run, const char *actual, const char *expected, const char *name)
{
    cases_check(run, strcmp(actual, expected) == 0, "%s is '%s', expected '%s'", name, actual,
                expected);
}

/* --- statements -----------------------------------------------------------------------------
 */

gboolean
cases_is(char **words, const char *name, guint least)
{
    return strcmp(words[0], name) == 0 && g_strv_length(words) > least;
}

int
cases_number(const char *word)
{
    return (int)g_ascii_strtoll(word, NULL, 10);
}

static void
set_variable(CaseRun *run, const char *name, guint value)
{
    g_hash_table_insert(run->variables, g_strdup(name), g_strdup_printf("%u", value));
}

static void
begin(CaseRun *run, TraceText *program)
{
    trace_text_free(run->program);
    run->program = program;
    run->ended = FALSE;
}

void
cases_end(CaseRun *run)
{
    if (!run->ended)
        trace_text_exit(run->program, 0);
    run->ended = TRUE;
}

/* A call of the run-time system, unless the words are no such statement. */
static gboolean
run_call(CaseRun *run, char **w)
{
    if (g_strv_length(w) < 3 || !g_ascii_isdigit(w[1][0]) || !g_ascii_isdigit(w[2][0]))
        return FALSE;
    g_autofree char *params = w[3] != NULL ? g_strcompress(w[3]) : NULL;
    const char *returned = w[3] != NULL ? w[4] : NULL;
    trace_text_call(run->program, w[0], cases_number(w[1]), cases_number(w[2]), params,
                    returned);
    return TRUE;
}

/* The idioms of trace-text.h and the frame of a program. */
static gboolean
run_idiom(CaseRun *run, char **w)
{
    TraceText *t = run->program;

    if (cases_is(w, "new", 0))
        begin(run, trace_text_new(w[1]));
    else if (cases_is(w, "tasks", 0))
        begin(run, trace_text_two_tasks());
    else if (cases_is(w, "at", 2))
        trace_text_at(t, g_intern_string(w[1]), cases_number(w[2]));
    else if (cases_is(w, "event", 3))
        trace_text_event(t, w[1], w[2], cases_number(w[3]), w[4]);
    else if (cases_is(w, "exit", 1)) {
        trace_text_exit(t, cases_number(w[1]));
        run->ended = TRUE;
    } else if (cases_is(w, "cut", 0))
        run->ended = TRUE;
    else if (cases_is(w, "distributed", 3))
        trace_text_distributed(t, w[1], w[2], w[3]);
    else if (cases_is(w, "array", 3))
        trace_text_array(t, w[1], cases_number(w[2]), w[3]);
    else if (cases_is(w, "align", 4))
        trace_text_align(t, w[1], w[2], cases_number(w[3]), w[4]);
    else if (cases_is(w, "map", 4))
        trace_text_map_loop(t, w[1], w[2], w[3], w[4]);
    else if (cases_is(w, "do", 2))
        trace_text_do_loop(t, w[1], cases_number(w[2]));
    else if (cases_is(w, "end", 1))
        trace_text_end_loop(t, w[1]);
    else if (cases_is(w, "loop", 5))
        trace_text_loop(t, w[1], w[2], w[3], w[4], cases_number(w[5]));
    else if (cases_is(w, "io", 1))
        trace_text_io(t, cases_number(w[1]));
    else if (cases_is(w, "reduction", 1))
        trace_text_reduction(t, w[1], w[2]);
    else if (cases_is(w, "shadow", 3))
        trace_text_shadow(t, w[1], w[2], cases_number(w[3]));
    else if (cases_is(w, "task", 5))
        trace_text_add_task(t, w[1], w[2], w[3], w[4], w[5]);
    else if (cases_is(w, "run", 3))
        trace_text_run_task(t, w[1], cases_number(w[2]), cases_number(w[3]));
    else
        return FALSE;
    return TRUE;
}

/* The statements of a setup, `times` over. */
static gboolean
use_setup(CaseRun *run, int times, const char *name, char **args)
{
    g_autofree char *full = g_strdup_printf("%s/%s", run->line->file, name);
    const GPtrArray *lines = g_hash_table_lookup(setups, full);

    for (int turn = 0; lines != NULL && turn < times; turn++) {
        if (times > 1)
            set_variable(run, "turn", (guint)turn);
        run_lines(run, lines, args);
    }
    return lines != NULL;
}

static gboolean
run_statement(CaseRun *run, char **w)
{
    if (cases_is(w, "mark", 1))
        set_variable(run, w[1], trace_text_next_line(run->program));
    else if (cases_is(w, "use", 1))
        return use_setup(run, 1, w[1], w + 2);
    else if (cases_is(w, "repeat", 2))
        return use_setup(run, cases_number(w[1]), w[2], w + 3);
    else
        return run_idiom(run, w) || suite_statement(run, w) || run_call(run, w);
    return TRUE;
}

/* --- files of cases -------------------------------------------------------------------------
 */

/* What $NAME stands for in the text under way. */
typedef struct {
    const CaseRun *run;
    char **args;
} Scope;

static gboolean
replace(const GMatchInfo *match, GString *out, gpointer data)
{
    const Scope *scope = data;
    g_autofree char *name = g_match_info_fetch(match, 1);
    g_autofree char *constant = g_strdup_printf("%s/%s", scope->run->line->file, name);
    guint argument = (guint)cases_number(name);
    const char *text = g_hash_table_lookup(scope->run->variables, name);

    if (text == NULL)
        text = g_hash_table_lookup(constants, constant);
    if (argument > 0)
        text = argument <= g_strv_length(scope->args) ? scope->args[argument - 1] : "";
    if (text == NULL)
        cases_check(scope->run, FALSE, "there is no $%s", name);
    else
        g_string_append(out, text);
    return FALSE;
}

/* The words of a line. */
static char **
line_words(const CaseRun *run, char **args)
{
    g_autoptr(GRegex) regex = g_regex_new("\\$([a-z_]+|[1-9])", 0, 0, NULL);
    Scope scope = { run, args };
    g_autofree char *text =
        g_regex_replace_eval(regex, run->line->text, -1, 0, 0, replace, &scope, NULL);
    g_autoptr(GError) error = NULL;
    char **words = NULL;

    if (!g_shell_parse_argv(text, NULL, &words, &error))
        cases_check(run, FALSE, "%s", error->message);
    return words;
}

static void
run_lines(CaseRun *run, const GPtrArray *lines, char **args)
{
    const CaseLine *before = run->line;

    for (guint i = 0; i < lines->len; i++) {
        run->line = g_ptr_array_index(lines, i);
        g_auto(GStrv) words = line_words(run, args);
        if (words != NULL && !run_statement(run, words))
            cases_check(run, FALSE, "not understood, or nothing predicted: %s",
                        run->line->text);
    }
    run->line = before;
}

/* The test of this name. */
static void
test_case(void)
{
    const char *name = CU_get_current_test()->pName;
    g_autoptr(GHashTable) variables =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    const CaseLine start = { NULL, name, 0 };
    CaseRun run = { .variables = variables, .line = &start };
    char *none[] = { NULL };

    begin(&run, trace_text_new(NULL));
    run_lines(&run, g_hash_table_lookup(tests, name), none);
    trace_text_free(run.program);
    if (run.result != NULL)
        suite_clear(run.result);
}

static CaseLine *
line_new(const char *file, guint number, const char *text)
{
    CaseLine *line = g_new(CaseLine, 1);
    *line = (CaseLine){ g_strdup(text), file, number };
    return line;
}

static void
line_free(gpointer data)
{
    CaseLine *line = data;
    g_free(line->text);
    g_free(line);
}

/* "let NAME TEXT", "setup NAME" or "test NAME": what follows is in the part that is returned.
 */
static GPtrArray *
begin_part(const char *file, const char *line, GArray *infos)
{
    g_auto(GStrv) words = g_strsplit(line, " ", 3);
    char *name = g_strdup_printf("%s/%s", file, words[1]);

    if (strcmp(words[0], "let") == 0) {
        g_hash_table_insert(constants, name, g_strdup(words[2]));
        return NULL;
    }
    const gboolean is_test = strcmp(words[0], "test") == 0;
    GHashTable *table = is_test ? tests : setups;
    CU_TestInfo test = { name, test_case };
    GPtrArray *lines = g_ptr_array_new_with_free_func(line_free);

    if (g_hash_table_contains(table, name))
        g_error("%s is there twice", name);
    g_hash_table_insert(table, name, lines);
    if (is_test)
        g_array_append_val(infos, test);
    return lines;
}

/* A line that is not indented begins a part; one that ends in a backslash goes on. */
static void
read_cases(const char *path, const char *name, GArray *infos)
{
    g_autofree char *text = NULL;
    GPtrArray *part = NULL;

    if (!g_file_get_contents(path, &text, NULL, NULL))
        g_error("%s cannot be read", path);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        const guint number = i + 1;
        g_autoptr(GString) whole = g_string_new(lines[i]);
        const gboolean indented = lines[i][0] == ' ';
        while (g_str_has_suffix(whole->str, "\\") && lines[i + 1] != NULL) {
            g_string_truncate(whole, whole->len - 1);
            g_string_append(whole, g_strchug(lines[++i]));
        }
        g_strstrip(whole->str);
        if (whole->str[0] == '\0' || whole->str[0] == '#')
            continue;
        if (!indented)
            part = begin_part(name, whole->str, infos);
        else if (part != NULL)
            g_ptr_array_add(part, line_new(name, number, whole->str));
    }
}

static int
compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The files of cases in a folder, by name. */
static GPtrArray *
list_files(const char *folder)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);

    for (const char *file; dir != NULL && (file = g_dir_read_name(dir)) != NULL;) {
        if (g_str_has_suffix(file, ".case"))
            g_ptr_array_add(names, g_strndup(file, strlen(file) - strlen(".case")));
    }
    if (names->len == 0)
        g_error("%s has no cases", folder);
    g_ptr_array_sort(names, compare_names);
    return names;
}

int
cases_run(const char *suite, const char *folder, CaseStatement statement, GDestroyNotify clear)
{
    g_autofree char *place = g_build_filename(g_getenv("SRCDIR"), folder, NULL);
    g_autoptr(GPtrArray) files = list_files(place);
    g_autoptr(GArray) infos = g_array_new(TRUE, FALSE, sizeof(CU_TestInfo));
    const GDestroyNotify free_lines = (GDestroyNotify)g_ptr_array_unref;

    suite_statement = statement;
    suite_clear = clear;
    tests = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_lines);
    setups = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_lines);
    constants = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    for (guint i = 0; i < files->len; i++) {
        const char *name = g_ptr_array_index(files, i);
        g_autofree char *path = g_strdup_printf("%s/%s.case", place, name);
        read_cases(path, name, infos);
    }
    int status = tap_run(suite, (CU_TestInfo *)(void *)infos->data);
    g_hash_table_unref(tests);
    g_hash_table_unref(setups);
    g_hash_table_unref(constants);
    return status;
}
