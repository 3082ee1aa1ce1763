/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/axes.h"

#include <string.h>

#include "src/analysis/sweep/machine.h"
#include "src/params/lexer.h"

G_GNUC_PRINTF(2, 3)
static gboolean
fail(GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error_literal(error, PARAMS_ERROR, PARAMS_ERROR_VALUE, message);
    return FALSE;
}

static gboolean
fail_too_many(GError **error)
{
    return fail(error, "more than %d configurations", SWEEP_MOST_ROWS);
}

GPtrArray *
sweep_axes_machines(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)sweep_row_free);
}

void
sweep_axes_add_machine(GPtrArray *machines, const char *params_file, Params *params)
{
    SweepRow *machine = sweep_row_new(params_file, params);
    machine->machine = machines->len + 1;
    g_ptr_array_add(machines, machine);
}

void
sweep_axes_unite_machines(GPtrArray *machines)
{
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    guint n = 0;
    for (guint i = 0; i < machines->len; i++) {
        SweepRow *machine = g_ptr_array_index(machines, i);
        if (!g_hash_table_add(known, sweep_machine_key(machine, FALSE)))
            continue;
        machines->pdata[i] = machines->pdata[n];
        machines->pdata[n++] = machine;
        machine->machine = n;
    }
    g_ptr_array_set_size(machines, (gint)n); /* those that came before are behind */
}

/* Cuts at commas outside of braces, brackets and parentheses; blanks around pieces go. */
static char **
split_values(const char *text)
{
    g_autoptr(GPtrArray) pieces = g_ptr_array_new();
    int depth = 0;
    const char *begin = text;
    for (const char *p = text;; p++) {
        if (*p != '\0')
            depth += (strchr("{[(", *p) != NULL) - (strchr("}])", *p) != NULL);
        if (*p != '\0' && (*p != ',' || depth > 0))
            continue;
        g_ptr_array_add(pieces, g_strstrip(g_strndup(begin, (gsize)(p - begin))));
        if (*p == '\0')
            break;
        begin = p + 1;
    }
    g_ptr_array_add(pieces, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&pieces), FALSE);
}

/* A seed and what stands behind its comma are one value of `vary speed`. */
static char **
join_seeds(char **pieces)
{
    g_autoptr(GPtrArray) values = g_ptr_array_new();
    for (char **piece = pieces; *piece != NULL; piece++) {
        const gboolean pair = g_ascii_isdigit(**piece) && piece[1] != NULL;
        g_ptr_array_add(values, pair ? g_strdup_printf("%s, %s", piece[0], piece[1])
                                     : g_strdup(*piece));
        piece += pair ? 1 : 0;
    }
    g_strfreev(pieces);
    g_ptr_array_add(values, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&values), FALSE);
}

/* Replaces each machine by one for each value of "NAME=V,V,..", equal ones once. */
static gboolean
vary(GPtrArray *machines, const char *text, GError **error)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL)
        return fail(error, "'%s' is not NAME=VALUE,VALUE,..", text);
    g_autofree char *name = g_strstrip(g_strndup(text, (gsize)(equals - text)));
    g_auto(GStrv) values = split_values(equals + 1);
    if (params_find(name) == PARAMS_VARY_SPEED)
        values = join_seeds(g_steal_pointer(&values));
    g_autoptr(GPtrArray) product = sweep_axes_machines();
    for (guint i = 0; i < machines->len; i++) {
        const SweepRow *machine = g_ptr_array_index(machines, i);
        for (char **value = values; *value != NULL; value++) {
            g_autofree char *assignment = g_strconcat(name, "=", *value, NULL);
            Params *params = params_copy(machine->params);
            sweep_axes_add_machine(product, machine->params_file, params);
            if (!params_set(params, assignment, error))
                return FALSE;
            if (product->len > SWEEP_MOST_ROWS)
                return fail_too_many(error);
        }
    }
    g_ptr_array_set_size(machines, 0);
    g_ptr_array_extend_and_steal(machines, g_steal_pointer(&product));
    sweep_axes_unite_machines(machines);
    return TRUE;
}

gboolean
sweep_axes_vary(GPtrArray *machines, char *const *texts, GError **error)
{
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (char *const *text = texts; *text != NULL; text++) {
        ParamsLexer lexer;
        ParamsToken token;
        char *name = NULL;
        if (params_lexer_init(&lexer, NULL, *text, strlen(*text), NULL))
            name = params_lexer_words(&lexer, &token);
        if (name != NULL && !g_hash_table_add(names, name))
            return fail(error, "'%.*s' is varied twice; one list has all its values",
                        (int)token.len, token.begin);
        if (g_strcmp0(name, "topology") == 0)
            return fail(error,
                        "the topology is not a parameter to vary; list topologies instead");
        if (!vary(machines, *text, error))
            return FALSE;
    }
    return TRUE;
}

/* Adds what a word says to a list. */
typedef gboolean (*AddWord)(GArray *list, const char *word, gboolean every, GError **error);

/* Adds all words, at least one, or none of them. */
static gboolean
add_words(GArray *list, const char *text, AddWord add, gboolean every, const char *noun,
          GError **error)
{
    g_auto(GStrv) words = g_strsplit_set(text, ", \t\n", -1);
    const guint before = list->len;
    for (char **word = words; *word != NULL; word++) {
        if (**word != '\0' && !add(list, *word, every, error)) {
            g_array_set_size(list, before);
            return FALSE;
        }
    }
    return list->len > before || fail(error, "'%s' has no %s", text, noun);
}

static gboolean
add_topology(GArray *grids, const char *word, G_GNUC_UNUSED gboolean every, GError **error)
{
    RaterGrid grid;
    if (!params_parse_topology(word, &grid, error))
        return FALSE;
    g_array_append_val(grids, grid);
    return TRUE;
}

gboolean
sweep_axes_topologies(GArray *grids, const char *text, GError **error)
{
    return add_words(grids, text, add_topology, FALSE, "topology", error);
}

/* Appends the numbers of lo..hi. */
static gboolean
add_range(GArray *counts, gint64 lo, gint64 hi, gboolean every, GError **error)
{
    const guint before = counts->len;
    if (every && hi - lo >= SWEEP_MOST_ROWS - (gint64)before)
        return fail_too_many(error);
    for (gint64 n = every ? lo : 1; n <= hi; n = every ? n + 1 : 2 * n) {
        if (n >= lo)
            g_array_append_val(counts, n);
    }
    return counts->len > before || fail(error,
                                        "there is no power of two in %" G_GINT64_FORMAT
                                        "..%" G_GINT64_FORMAT "; --every takes all",
                                        lo, hi);
}

static gboolean
add_counts(GArray *counts, const char *word, gboolean every, GError **error)
{
    const char *dots = strstr(word, "..");
    g_autofree char *first =
        dots != NULL ? g_strndup(word, (gsize)(dots - word)) : g_strdup(word);
    gint64 lo, hi;
    if (!g_ascii_string_to_signed(first, 10, 1, TOPOLOGY_MAX_PROCESSORS, &lo, NULL))
        return fail(error, "'%s' is not a %s from 1 to 2^31", word,
                    dots != NULL ? "range of numbers of processors" : "number of processors");
    if (counts->len >= SWEEP_MOST_ROWS)
        return fail_too_many(error);
    if (dots == NULL) {
        g_array_append_val(counts, lo);
        return TRUE;
    }
    if (!g_ascii_string_to_signed(dots + 2, 10, 1, TOPOLOGY_MAX_PROCESSORS, &hi, NULL))
        return fail(error, "'%s' is not a range of numbers of processors from 1 to 2^31", word);
    if (lo > hi)
        return fail(error, "'%s' is empty", word);
    return add_range(counts, lo, hi, every, error);
}

gboolean
sweep_axes_processors(GArray *counts, const char *text, gboolean every, GError **error)
{
    return add_words(counts, text, add_counts, every, "number of processors", error);
}

/* Appends rows of the grids that are not `known`. */
static gboolean
add_grids(Sweep *sweep, const SweepRow *machine, const GArray *grids, GHashTable *known,
          GError **error)
{
    for (guint i = 0; i < grids->len; i++) {
        sweep_machine_add_row(sweep, machine, &g_array_index(grids, RaterGrid, i), known);
        if (sweep->rows->len > SWEEP_MOST_ROWS)
            return fail_too_many(error);
    }
    return TRUE;
}

static GArray *
list_of(RaterGrid grid)
{
    GArray *grids = g_array_new(FALSE, FALSE, sizeof(RaterGrid));
    return g_array_append_val(grids, grid);
}

/* Appends the rows of one machine. */
static gboolean
add_machine_rows(Sweep *sweep, const SweepRow *machine, const GArray *grids,
                 const GArray *counts, gboolean all, const TopologyShape *shape, GError **error)
{
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GArray) own = list_of(machine->params->topology);
    if (!add_grids(sweep, machine, grids->len + counts->len > 0 ? grids : own, known, error))
        return FALSE;
    for (guint i = 0; i < counts->len; i++) {
        const gint64 n = g_array_index(counts, gint64, i);
        g_autoptr(GArray) some = all ? topology_between(n, n, shape, SWEEP_MOST_ROWS + 1)
                                     : list_of(topology_even(n, shape->rank));
        sweep->left_out |= all && topology_leaves_out(shape, n);
        if (!add_grids(sweep, machine, some, known, error))
            return FALSE;
    }
    return sweep->rows->len > 0 ||
           fail(error, "every grid of so many processors leaves some without elements of the "
                       "distributed arrays; --topologies predicts those that it lists");
}

gboolean
sweep_axes_add_rows(Sweep *sweep, const GPtrArray *machines, const GArray *grids,
                    const GArray *counts, gboolean all, const SimLayout *layout, GError **error)
{
    for (guint i = 0; i < machines->len; i++) {
        const SweepRow *machine = g_ptr_array_index(machines, i);
        const TopologyShape shape = topology_shape_on(layout, machine->params);
        if (!add_machine_rows(sweep, machine, grids, counts, all, &shape, error))
            return FALSE;
    }
    return TRUE;
}
