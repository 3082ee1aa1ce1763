/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Small programs, and what is predicted for them, computed by hand: the files of cases in
 * tests/sim/accounting. A file has parts, each begun by a line that is not indented:
 *
 *   let NAME TEXT     $NAME is TEXT
 *   setup NAME        statements that others use
 *   test NAME         statements that are run
 *
 * Words are quoted as in the shell, # begins a comment; $NAME and, in a setup, $1 to $9 are
 * replaced. Statements make a program,
 *
 *   CALL T_CALL T_RET [PARAMETERS [RETURNED]]   a call of the run-time system
 *   map c0 a0 0 9, io 20, ...  an idiom of trace-text.h: run_idiom() has them
 *   new [VIRTUAL SIZES]        another program; a test begins with one
 *   exit TIME, cut             its end, no end at all; without them it ends with exit 0
 *   mark NAME                  from here on $NAME is the number of the trace's next line
 *   use SETUP [ARGUMENT]...    the statements of a setup
 *
 * predict it, and check what is predicted, times in microseconds:
 *
 *   predict PARAMETERS         prediction_check_text()
 *   keep-going PARAMETERS      the same with --keep-going
 *   fails PREFIX [TEXT]        on four processors, with a message that has these
 *   program NAME VALUE...      of the Prediction
 *   interval ID NAME VALUE...  of an interval (1: MAIN), its sums, and numbers of operations
 *   each NAME VALUE...         of processors in MAIN: one value for all, or one for each
 *   each-in ID NAME VALUE...   the same in an interval; - takes no part
 *   warnings NUMBER            all of them
 *   warns TEXT [TEXT]          one of them has these
 */
#include <stddef.h>
#include <string.h>

#include "tests/sim/prediction-check.h"
#include "tests/sim/sim-check.h"

typedef struct {
    const char *file; /* its name without the folder */
    guint number;
    char *text;
} Line;

/* A test that is run. */
typedef struct {
    TraceText *program;
    gboolean ended; /* the program has its end, or is to have none */
    Prediction *prediction;
    GHashTable *variables; /* name -> text */
    const Line *line;
} Run;

/* What the files have, by FILE/NAME. */
static GHashTable *tests, *setups; /* arrays of Line */
static GHashTable *constants;      /* text */

/* A failed check that the line under way is to blame for. */
G_GNUC_PRINTF(2, 3)
static void
blame(const Run *run, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    sim_check_that(FALSE, run->line->file, run->line->number, "%s", message);
}

static void
check_us(const Run *run, double seconds, const char *expected, const char *name)
{
    sim_check_real(seconds * 1e6, g_ascii_strtod(expected, NULL), 1e-6, name, run->line->file,
                   run->line->number);
}

static void
check_int(const Run *run, gint64 actual, const char *expected, const char *name)
{
    tap_check_int(actual, g_ascii_strtoll(expected, NULL, 10), name, run->line->file,
                  run->line->number);
}

static void
check_text(const Run *run, const char *actual, const char *expected, const char *name)
{
    sim_check_that(strcmp(actual, expected) == 0, run->line->file, run->line->number,
                   "%s is '%s', expected '%s'", name, actual, expected);
}

/* --- what a prediction has ------------------------------------------------------------------
 */

/* A double of Characteristics by its name in JSON, or "reduction.overlap". */
static const double *
characteristic(const Characteristics *values, const char *name)
{
    static const char *const times[] = { "communication", "synchronization", "variation",
                                         "overlap" };
    unsigned n;
    const CharacteristicRow *rows = characteristic_rows(&n);

    for (unsigned r = 0; r < n; r++) {
        if (strcmp(rows[r].name, name) == 0)
            return (const double *)((const char *)values + rows[r].offset);
    }
    for (guint o = 0; o < N_OPERATIONS; o++) {
        for (guint k = 0; k < G_N_ELEMENTS(times); k++) {
            g_autofree char *full =
                g_strdup_printf("%s.%s", operation_name((Operation)o), times[k]);
            if (strcmp(full, name) == 0)
                return (const double *)&values->operations[o] + k;
        }
    }
    return NULL;
}

typedef enum { INT, INT64, TIME, RATIO, TYPE, TEXT } Kind;

/* A member of a structure by name. */
typedef struct {
    const char *name;
    Kind kind;
    gsize offset;
} Member;

static const Member program_members[] = {
    { "execution_time", TIME, offsetof(Prediction, execution_time) },
    { "ideal_time", TIME, offsetof(Prediction, ideal_time) },
    { "serial_time", TIME, offsetof(Prediction, serial_time) },
    { "n_calls", INT64, offsetof(Prediction, n_calls) },
    { "n_intervals", INT, offsetof(Prediction, n_intervals) },
    { "processors", INT64, offsetof(Prediction, processors) },
    { "complete", INT, offsetof(Prediction, complete) },
    { "exit_code", INT64, offsetof(Prediction, exit_code) },
    { NULL },
};
static const Member interval_members[] = {
    { "parent", INT, offsetof(Interval, parent) },
    { "last", INT, offsetof(Interval, last) },
    { "type", TYPE, offsetof(Interval, type) },
    { "level", INT, offsetof(Interval, level) },
    { "has_expression", INT, offsetof(Interval, has_expression) },
    { "count", INT64, offsetof(Interval, count) },
    { "file", TEXT, offsetof(Interval, file) },
    { "line", INT64, offsetof(Interval, line) },
    { "expression", INT64, offsetof(Interval, expression) },
    { "processors", INT64, offsetof(Interval, processors) },
    { "n_classes", INT, offsetof(Interval, n_classes) },
    { "total_time", TIME, offsetof(Interval, total_time) },
    { "efficiency", RATIO, offsetof(Interval, efficiency) },
    { "parallel_efficiency", RATIO, offsetof(Interval, pop.parallel_efficiency) },
    { "load_balance", RATIO, offsetof(Interval, pop.load_balance) },
    { "communication_efficiency", RATIO, offsetof(Interval, pop.communication_efficiency) },
    { "serialisation_efficiency", RATIO, offsetof(Interval, pop.serialisation_efficiency) },
    { "transfer_efficiency", RATIO, offsetof(Interval, pop.transfer_efficiency) },
    { "io", INT64, offsetof(Interval, n_operations[OPERATION_IO]) },
    { "reduction", INT64, offsetof(Interval, n_operations[OPERATION_REDUCTION]) },
    { "shadow", INT64, offsetof(Interval, n_operations[OPERATION_SHADOW]) },
    { "remote", INT64, offsetof(Interval, n_operations[OPERATION_REMOTE]) },
    { "redistribution", INT64, offsetof(Interval, n_operations[OPERATION_REDISTRIBUTION]) },
    { NULL },
};

static void
check_member(const Run *run, const Member *members, const void *structure, const char *name,
             const char *expected)
{
    while (members->name != NULL && strcmp(members->name, name) != 0)
        members++;
    const void *at = (const char *)structure + members->offset;
    const double ratio = g_ascii_strtod(expected, NULL);

    if (members->name == NULL)
        blame(run, "there is no %s", name);
    else if (members->kind == INT)
        check_int(run, *(const gint *)at, expected, name);
    else if (members->kind == INT64)
        check_int(run, *(const gint64 *)at, expected, name);
    else if (members->kind == TIME)
        check_us(run, *(const double *)at, expected, name);
    else if (members->kind == RATIO) /* 1 is 1 without rounding */
        sim_check_real(*(const double *)at, ratio, ratio == 1 ? 0 : 1e-12 * ratio, name,
                       run->line->file, run->line->number);
    else if (members->kind == TYPE)
        check_text(run, interval_type_name(*(const IntervalType *)at), expected, name);
    else
        check_text(run, *(char *const *)at, expected, name);
}

/* --- the statements -------------------------------------------------------------------------
 */

static void run_lines(Run *run, const GPtrArray *lines, char **args);

static int
number(const char *word)
{
    return (int)g_ascii_strtoll(word, NULL, 10);
}

static void
set_variable(Run *run, const char *name, char *text)
{
    g_hash_table_insert(run->variables, g_strdup(name), text);
}

static void
begin(Run *run, TraceText *program)
{
    trace_text_free(run->program);
    run->program = program;
    run->ended = FALSE;
}

static void
end(Run *run)
{
    if (!run->ended)
        trace_text_exit(run->program, 0);
    run->ended = TRUE;
}

static void
predict_program(Run *run, const char *params, gboolean keep_going)
{
    end(run);
    g_clear_pointer(&run->prediction, prediction_free);
    run->prediction = prediction_check_text(run->program, params, keep_going);
}

/* Values follow their name up to the next name. */
static void
check_each(Run *run, guint interval, char **words)
{
    const Prediction *p = run->prediction;

    while (words[0] != NULL) {
        const char *name = words[0];
        guint n = 0;
        for (words++; words[n] != NULL && !g_ascii_isalpha(words[n][0]);)
            n++;
        if (n != 1 && n != p->processors) {
            blame(run, "%s has %u values", name, n);
            return;
        }
        for (gint64 i = 0; i < p->processors; i++) {
            const char *expected = words[n == 1 ? 0 : i];
            const Characteristics *own = prediction_check_values(p, interval, i);
            const double *value = own != NULL ? characteristic(own, name) : NULL;
            g_autofree char *place = g_strdup_printf("%s of processor %d", name, (int)i);
            if (strcmp(expected, "-") == 0)
                sim_check_that(own == NULL, run->line->file, run->line->number,
                               "processor %d takes part", (int)i);
            else if (value == NULL)
                blame(run, "there is no %s", place);
            else
                check_us(run, *value, expected, place);
        }
        words += n;
    }
}

/* Pairs of a name and a value: of the structure or of an interval's sums. */
static void
check_values(const Run *run, const Member *members, const void *structure,
             const Characteristics *sums, char **words)
{
    for (; words[0] != NULL && words[1] != NULL; words += 2) {
        const double *sum = sums != NULL ? characteristic(sums, words[0]) : NULL;
        if (sum != NULL)
            check_us(run, *sum, words[1], words[0]);
        else
            check_member(run, members, structure, words[0], words[1]);
    }
    if (words[0] != NULL)
        blame(run, "%s has no value", words[0]);
}

static void
check_interval(const Run *run, guint i, char **words)
{
    const Interval *interval = &run->prediction->intervals[i];

    if (i >= run->prediction->n_intervals)
        blame(run, "there is no interval %u", i + 1);
    else
        check_values(run, interval_members, interval, &interval->values, words);
}

/* On four processors. */
static void
check_failure(Run *run, const char *prefix, const char *part)
{
    end(run);
    g_autofree char *message = prediction_check_error(run->program, "topology = { 4 };");
    if (message == NULL || !g_str_has_prefix(message, prefix))
        blame(run, "'%s' is not '%s'", message, prefix);
    else if (part != NULL && strstr(message, part) == NULL)
        blame(run, "'%s' does not name %s", message, part);
    else
        sim_check_that(TRUE, run->line->file, run->line->number, " ");
}

/* The statement has this name, and at least `least` words behind it. */
static gboolean
is(char **words, const char *name, guint least)
{
    return strcmp(words[0], name) == 0 && g_strv_length(words) > least;
}

/* A call of the run-time system, unless the words are no such statement. */
static gboolean
run_call(Run *run, char **w)
{
    if (g_strv_length(w) < 3 || !g_ascii_isdigit(w[1][0]) || !g_ascii_isdigit(w[2][0]))
        return FALSE;
    g_autofree char *params = w[3] != NULL ? g_strcompress(w[3]) : NULL;
    const char *returned = w[3] != NULL ? w[4] : NULL;
    trace_text_call(run->program, w[0], number(w[1]), number(w[2]), params, returned);
    return TRUE;
}

/* The idioms of trace-text.h and the frame of a program. */
static gboolean
run_idiom(Run *run, char **w)
{
    TraceText *t = run->program;

    if (is(w, "new", 0))
        begin(run, trace_text_new(w[1]));
    else if (is(w, "tasks", 0))
        begin(run, trace_text_two_tasks());
    else if (is(w, "at", 2))
        trace_text_at(t, g_intern_string(w[1]), number(w[2]));
    else if (is(w, "event", 3))
        trace_text_event(t, w[1], w[2], number(w[3]), w[4]);
    else if (is(w, "exit", 1)) {
        trace_text_exit(t, number(w[1]));
        run->ended = TRUE;
    } else if (is(w, "cut", 0))
        run->ended = TRUE;
    else if (is(w, "distributed", 3))
        trace_text_distributed(t, w[1], w[2], w[3]);
    else if (is(w, "array", 3))
        trace_text_array(t, w[1], number(w[2]), w[3]);
    else if (is(w, "align", 4))
        trace_text_align(t, w[1], w[2], number(w[3]), w[4]);
    else if (is(w, "map", 4))
        trace_text_map_loop(t, w[1], w[2], w[3], w[4]);
    else if (is(w, "do", 2))
        trace_text_do_loop(t, w[1], number(w[2]));
    else if (is(w, "end", 1))
        trace_text_end_loop(t, w[1]);
    else if (is(w, "loop", 5))
        trace_text_loop(t, w[1], w[2], w[3], w[4], number(w[5]));
    else if (is(w, "io", 1))
        trace_text_io(t, number(w[1]));
    else if (is(w, "reduction", 1))
        trace_text_reduction(t, w[1], w[2]);
    else if (is(w, "shadow", 3))
        trace_text_shadow(t, w[1], w[2], number(w[3]));
    else if (is(w, "task", 5))
        trace_text_add_task(t, w[1], w[2], w[3], w[4], w[5]);
    else if (is(w, "run", 3))
        trace_text_run_task(t, w[1], number(w[2]), number(w[3]));
    else
        return FALSE;
    return TRUE;
}

/* What is checked of a prediction. */
static gboolean
run_check(Run *run, char **w)
{
    const Prediction *p = run->prediction;

    if (p == NULL)
        return FALSE;
    if (is(w, "program", 2))
        check_values(run, program_members, p, NULL, w + 1);
    else if (is(w, "interval", 3))
        check_interval(run, (guint)number(w[1]) - 1, w + 2);
    else if (is(w, "each", 2))
        check_each(run, 0, w + 1);
    else if (is(w, "each-in", 3))
        check_each(run, (guint)number(w[1]) - 1, w + 2);
    else if (is(w, "warnings", 1))
        check_int(run, g_strv_length(p->warnings), w[1], "number of warnings");
    else if (is(w, "warns", 1))
        check_int(run, prediction_check_warnings(p, w[1], w[2]), "1", w[1]);
    else
        return FALSE;
    return TRUE;
}

static gboolean
run_statement(Run *run, char **w)
{
    const char *file = run->line->file;

    if (is(w, "mark", 1)) {
        set_variable(run, w[1], g_strdup_printf("%u", trace_text_next_line(run->program)));
    } else if (is(w, "use", 1)) {
        g_autofree char *name = g_strdup_printf("%s/%s", file, w[1]);
        const GPtrArray *setup = g_hash_table_lookup(setups, name);
        if (setup == NULL)
            return FALSE;
        run_lines(run, setup, w + 2);
    } else if (is(w, "predict", 1)) {
        predict_program(run, w[1], FALSE);
    } else if (is(w, "keep-going", 1)) {
        predict_program(run, w[1], TRUE);
    } else if (is(w, "fails", 1)) {
        check_failure(run, w[1], w[2]);
    } else {
        return run_idiom(run, w) || run_check(run, w) || run_call(run, w);
    }
    return TRUE;
}

/* --- files of cases -------------------------------------------------------------------------
 */

/* What $NAME stands for in the text under way. */
typedef struct {
    const Run *run;
    char **args;
} Scope;

static gboolean
replace(const GMatchInfo *match, GString *out, gpointer data)
{
    const Scope *scope = data;
    g_autofree char *name = g_match_info_fetch(match, 1);
    g_autofree char *constant = g_strdup_printf("%s/%s", scope->run->line->file, name);
    guint argument = (guint)number(name);
    const char *text = g_hash_table_lookup(scope->run->variables, name);

    if (text == NULL)
        text = g_hash_table_lookup(constants, constant);
    if (argument > 0)
        text = argument <= g_strv_length(scope->args) ? scope->args[argument - 1] : "";
    if (text == NULL)
        blame(scope->run, "there is no $%s", name);
    else
        g_string_append(out, text);
    return FALSE;
}

/* The words of a line. */
static char **
line_words(const Run *run, char **args)
{
    g_autoptr(GRegex) regex = g_regex_new("\\$([a-z_]+|[1-9])", 0, 0, NULL);
    Scope scope = { run, args };
    g_autofree char *text =
        g_regex_replace_eval(regex, run->line->text, -1, 0, 0, replace, &scope, NULL);
    g_autoptr(GError) error = NULL;
    char **words = NULL;

    if (!g_shell_parse_argv(text, NULL, &words, &error))
        blame(run, "%s", error->message);
    return words;
}

static void
run_lines(Run *run, const GPtrArray *lines, char **args)
{
    const Line *before = run->line;

    for (guint i = 0; i < lines->len; i++) {
        run->line = g_ptr_array_index(lines, i);
        g_auto(GStrv) words = line_words(run, args);
        if (words != NULL && !run_statement(run, words))
            blame(run, "not understood, or nothing predicted: %s", run->line->text);
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
    const Line start = { name, 0, NULL };
    Run run = { .variables = variables, .line = &start };
    char *none[] = { NULL };

    begin(&run, trace_text_new(NULL));
    run_lines(&run, g_hash_table_lookup(tests, name), none);
    trace_text_free(run.program);
    g_clear_pointer(&run.prediction, prediction_free);
}

static Line *
line_new(const char *file, guint number, const char *text)
{
    Line *line = g_new(Line, 1);
    *line = (Line){ file, number, g_strdup(text) };
    return line;
}

static void
line_free(gpointer data)
{
    Line *line = data;
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
read_cases(const char *folder, const char *name, GArray *infos)
{
    g_autofree char *path = g_strdup_printf("%s/%s.case", folder, name);
    g_autofree char *text = NULL;
    GPtrArray *part = NULL;

    if (!g_file_get_contents(path, &text, NULL, NULL))
        g_error("%s is not there", path);
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

int
main(void)
{
    g_autofree char *folder =
        g_build_filename(g_getenv("SRCDIR"), "tests", "sim", "accounting", NULL);
    g_autoptr(GArray) infos = g_array_new(TRUE, FALSE, sizeof(CU_TestInfo));
    static const char *const files[] = { "across", "base",    "copies",     "intervals",
                                         "moves",  "objects", "operations", "scaled",
                                         "tasks",  "weights" };

    tests = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                  (GDestroyNotify)g_ptr_array_unref);
    setups = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                   (GDestroyNotify)g_ptr_array_unref);
    constants = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    for (guint i = 0; i < G_N_ELEMENTS(files); i++)
        read_cases(folder, files[i], infos);
    int status = tap_run("accounting", (CU_TestInfo *)(void *)infos->data);
    g_hash_table_unref(tests);
    g_hash_table_unref(setups);
    g_hash_table_unref(constants);
    return status;
}
