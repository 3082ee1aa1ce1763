/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The grammar of parameter files (that of the later dialect is in clusters.h, that of mappings
 * in mapping.h):
 *
 *   file       = { name "=" value ";" }
 *   name       = words, on one line
 *   value      = words on one line | number | list
 *   list       = "{" entry { "," entry } "}"
 *   entry      = number | number "x" number
 *
 * with blanks, line ends and comments between any two parts.
 */
#include "src/params/clusters.h"
#include "src/params/mapping.h"
#include "src/params/value.h"

#include <string.h>

#define TOPOLOGY_RANK       8
#define TOPOLOGY_PROCESSORS (G_GINT64_CONSTANT(1) << 31)

/* Whether there is a statement `cluster = NAME;`: the file is in the later dialect. */
static gboolean
is_dialect(const ParamsLexer *start)
{
    ParamsLexer lexer = *start;
    while (params_lexer_skip(&lexer)) {
        ParamsToken token;
        g_autofree char *name = params_lexer_words(&lexer, &token);
        if (g_strcmp0(name, "cluster") == 0 && params_lexer_accept(&lexer, '='))
            return TRUE;
        while (params_lexer_skip(&lexer) && *lexer.next != ';')
            lexer.next++;
        params_lexer_accept(&lexer, ';');
    }
    return FALSE;
}

/* "real, 0 or 1e-9 to 1e9 (microseconds)" and the like; free with g_free(). */
static char *
values_of(ParamsId id)
{
    const ParamsRow *row = &params_rows[id];
    if (*row->unit == '\0')
        return g_strdup(row->values);
    return g_strdup_printf("%s (%s)", row->values, row->unit);
}

/* Kinds of networks that are known by name but have no cost formulas here. */
static gboolean
is_later_type(const char *word)
{
    static const char *const starts[] = { "packet", "wormhole", "store and forward",
                                          "shortest path" };
    for (guint i = 0; i < G_N_ELEMENTS(starts); i++) {
        if (g_str_has_prefix(word, starts[i]))
            return TRUE;
    }
    return FALSE;
}

static gboolean
read_type(ParamsLexer *lexer, const char *expected, Params *params, GError **error)
{
    ParamsToken token;
    g_autofree char *word = params_lexer_words(lexer, &token);
    if (word == NULL)
        return params_lexer_expected(lexer, PARAMS_ERROR_VALUE, error, expected);
    const RaterNetworkKind *kind = rater_network_find(word);
    const RaterTopologyKind *links = rater_topology_find(word);
    if (kind != NULL || links != NULL) {
        params->network.kind = kind != NULL ? kind : &rater_network_links;
        params->network.links.kind = links;
        return TRUE;
    }
    g_autofree char *text = params_lexer_quote(token.begin, token.len);
    if (is_later_type(word))
        return params_lexer_error(lexer, token.begin, PARAMS_ERROR_VALUE, error,
                                  "this version does not know networks of type %s, expected %s",
                                  text, expected);
    return params_lexer_error(lexer, token.begin, PARAMS_ERROR_VALUE, error,
                              "expected %s, found %s", expected, text);
}

/* `data`: RaterGrid; its rank counts the entries so far. */
static gboolean
read_size(ParamsLexer *lexer, gpointer data, GError **error)
{
    RaterGrid *grid = data;
    ParamsToken token;
    gint64 size;
    if (!params_value_integer(lexer, "a size (integer, 1 to 2^31)", 1, &token, &size, error))
        return FALSE;
    if (grid->rank == TOPOLOGY_RANK)
        return params_lexer_error(lexer, token.begin, PARAMS_ERROR_VALUE, error,
                                  "expected rank 1 to %d, found more sizes", TOPOLOGY_RANK);
    gint64 count = 1;
    for (int i = 0; i < grid->rank; i++)
        count *= grid->size[i];
    if (size > TOPOLOGY_PROCESSORS / count)
        return params_lexer_error(lexer, token.begin, PARAMS_ERROR_VALUE, error,
                                  "the product of the sizes is out of range, expected at most "
                                  "2^31 processors");
    grid->size[grid->rank++] = size;
    return TRUE;
}

static gboolean
read_topology(ParamsLexer *lexer, RaterGrid *topology, GError **error)
{
    RaterGrid grid = { 0 };
    if (!params_value_list(lexer, read_size, &grid, error))
        return FALSE;
    *topology = grid;
    return TRUE;
}

/* A list of speeds under construction. */
typedef struct {
    GArray *entries; /* of ParamsSpeed */
    gint64 total;    /* sum of their counts */
} Speeds;

/* Equal neighbours become one entry. FALSE: too many processors. */
static gboolean
add_speed(Speeds *speeds, const ParamsSpeed *entry)
{
    if (__builtin_add_overflow(speeds->total, entry->count, &speeds->total))
        return FALSE;
    ParamsSpeed *last = NULL;
    if (speeds->entries->len > 0)
        last = &g_array_index(speeds->entries, ParamsSpeed, speeds->entries->len - 1);
    if (last != NULL && last->speed == entry->speed)
        last->count += entry->count;
    else
        g_array_append_vals(speeds->entries, entry, 1);
    return TRUE;
}

/* `data`: Speeds. */
static gboolean
read_speed(ParamsLexer *lexer, gpointer data, GError **error)
{
    ParamsSpeed entry = { .count = 1 };
    ParamsToken token;
    ParamsLexer ahead = *lexer;
    if (params_lexer_number(&ahead, &token) && params_lexer_accept(&ahead, 'x')) {
        *lexer = ahead;
        if (!params_value_take_integer(lexer, &token,
                                       "a number of processors (integer, at least 1)", 1,
                                       &entry.count, error))
            return FALSE;
    }
    if (!params_value_positive(lexer, "a speed (real, 1e-9 to 1e9)", &entry.speed, error))
        return FALSE;
    if (add_speed(data, &entry))
        return TRUE;
    return params_lexer_error(lexer, token.begin, PARAMS_ERROR_VALUE, error,
                              "speeds of more processors than can be counted, expected at most "
                              "%" G_GINT64_FORMAT,
                              G_MAXINT64);
}

static gboolean
read_speeds(ParamsLexer *lexer, GArray **member, GError **error)
{
    g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(ParamsSpeed));
    Speeds speeds = { .entries = entries };
    if (!params_value_list(lexer, read_speed, &speeds, error))
        return FALSE;
    g_array_unref(*member);
    *member = g_steal_pointer(&entries);
    return TRUE;
}

/* Reads `word` if it is next and there is nothing more in the value. */
static gboolean
accept_word(ParamsLexer *lexer, const char *word)
{
    ParamsLexer ahead = *lexer;
    ParamsToken token;
    g_autofree char *found = params_lexer_words(&ahead, &token);
    if (g_strcmp0(found, word) != 0)
        return FALSE;
    *lexer = ahead;
    return TRUE;
}

/* One of the words of `values`, "WORD, WORD, ...": its number. */
static gboolean
read_word(ParamsLexer *lexer, const char *values, guint *out, GError **error)
{
    g_auto(GStrv) words = g_strsplit(values, ", ", -1);
    for (guint i = 0; words[i] != NULL; i++)
        if (accept_word(lexer, words[i])) {
            *out = i;
            return TRUE;
        }
    return params_lexer_expected(lexer, PARAMS_ERROR_VALUE, error, values);
}

/* `data`: RaterTopologyShape; its rank counts the entries so far. */
static gboolean
read_node(ParamsLexer *lexer, gpointer data, GError **error)
{
    RaterTopologyShape *shape = data;
    ParamsToken token;
    gint64 size;
    if (!params_value_integer(lexer, "a number of nodes (integer, 1 to 2^31)", 1, &token, &size,
                              error))
        return FALSE;
    if (shape->rank == RATER_TOPOLOGY_RANK)
        return params_lexer_error(lexer, token.begin, PARAMS_ERROR_VALUE, error,
                                  "expected rank 1 to %d, found more sizes",
                                  RATER_TOPOLOGY_RANK);
    if (size > RATER_TOPOLOGY_PROCESSORS)
        return params_lexer_error(lexer, token.begin, PARAMS_ERROR_VALUE, error,
                                  "a size is out of range, expected 1 to 2^31");
    shape->nodes[shape->rank++] = size;
    return TRUE;
}

static gboolean
read_nodes(ParamsLexer *lexer, RaterTopologyShape *shape, GError **error)
{
    RaterTopologyShape read = *shape;
    memset(read.nodes, 0, sizeof read.nodes);
    read.rank = 0;
    if (!accept_word(lexer, "default") && !params_value_list(lexer, read_node, &read, error))
        return FALSE;
    *shape = read;
    return TRUE;
}

/* `data`: RaterTopologyShape; it counts the entries so far. */
static gboolean
read_one_taper(ParamsLexer *lexer, gpointer data, GError **error)
{
    static const char expected[] = "a taper (real, 1e-9 to 1e9)";
    RaterTopologyShape *shape = data;
    ParamsToken token;
    double number;
    if (!params_value_real(lexer, expected, &token, &number, error))
        return FALSE;
    if (number == 0 || shape->n_tapers == RATER_TOPOLOGY_RANK)
        return params_lexer_error(lexer, token.begin, PARAMS_ERROR_VALUE, error, "expected %s",
                                  number == 0 ? expected
                                              : "a taper for each level but the last");
    shape->taper[shape->n_tapers++] = params_decimal_scaled(number, 24);
    return TRUE;
}

static gboolean
read_taper(ParamsLexer *lexer, RaterTopologyShape *shape, GError **error)
{
    RaterTopologyShape read = *shape;
    memset(read.taper, 0, sizeof read.taper);
    read.n_tapers = 0;
    const gboolean list = params_lexer_skip(lexer) && *lexer->next == '{';
    if (!(list ? params_value_list(lexer, read_one_taper, &read, error)
               : read_one_taper(lexer, &read, error)))
        return FALSE;
    *shape = read;
    return TRUE;
}

static gboolean
read_ratio(ParamsLexer *lexer, const char *expected, RaterAtto *out, GError **error)
{
    ParamsToken token;
    double number;
    if (!params_value_real(lexer, expected, &token, &number, error))
        return FALSE;
    if (number < 1) {
        g_autofree char *text = params_lexer_quote(token.begin, token.len);
        return params_lexer_error(lexer, token.begin, PARAMS_ERROR_VALUE, error,
                                  "%s is out of range, expected %s", text, expected);
    }
    *out = params_decimal_scaled(number, 14);
    return TRUE;
}

/* "not" or SEED, LOW */
static gboolean
read_variation(ParamsLexer *lexer, const char *expected, RaterVariation *out, GError **error)
{
    ParamsToken token;
    double number;
    gint64 seed;
    if (accept_word(lexer, "not")) {
        *out = (RaterVariation){ 0 };
        return TRUE;
    }
    if (!params_value_integer(lexer, expected, 0, &token, &seed, error))
        return FALSE;
    if (!params_lexer_accept(lexer, ','))
        return params_lexer_expected(lexer, PARAMS_ERROR_SYNTAX, error, "',' after the seed");
    if (!params_value_real(lexer, expected, &token, &number, error))
        return FALSE;
    if (number > 1)
        return params_lexer_error(lexer, token.begin, PARAMS_ERROR_VALUE, error,
                                  "a speed is out of range, expected %s", expected);
    *out = (RaterVariation){ true, (uint64_t)seed, number };
    return TRUE;
}

static gboolean
read_mapping(ParamsLexer *lexer, ParamsMapping **member, GError **error)
{
    ParamsMapping *mapping = params_mapping_read(lexer, error);
    if (mapping == NULL)
        return FALSE;
    params_mapping_free(*member);
    *member = mapping;
    return TRUE;
}

/* Parameters of networks of nodes and links. */
static gboolean
read_links_value(ParamsLexer *lexer, ParamsId id, const char *expected, gpointer member,
                 GError **error)
{
    ParamsToken token;
    double seconds;
    switch (params_rows[id].kind) {
    case PARAMS_KIND_SIZE:
        return params_value_integer(lexer, expected, 0, &token, member, error);
    case PARAMS_KIND_LEAST:
        if (!accept_word(lexer, "least"))
            return params_value_integer(lexer, expected, 1, &token, member, error);
        *(int64_t *)member = 0;
        return TRUE;
    case PARAMS_KIND_TIME:
        return params_value_time(lexer, expected, &seconds, member, error);
    case PARAMS_KIND_RATIO:
        return read_ratio(lexer, expected, member, error);
    case PARAMS_KIND_WORD:
        return read_word(lexer, params_rows[id].values, member, error);
    case PARAMS_KIND_NODES:
        return read_nodes(lexer, member, error);
    case PARAMS_KIND_TAPER:
        return read_taper(lexer, member, error);
    case PARAMS_KIND_VARIATION:
        return read_variation(lexer, expected, member, error);
    case PARAMS_KIND_MAPPING:
        return read_mapping(lexer, member, error);
    default:
        g_assert_not_reached();
    }
}

static gboolean
read_value(ParamsLexer *lexer, ParamsId id, Params *params, GError **error)
{
    g_autofree char *expected = values_of(id);
    gpointer member = params_member(params, id);
    ParamsToken token;
    switch (params_rows[id].kind) {
    case PARAMS_KIND_TYPE:
        return read_type(lexer, expected, params, error);
    case PARAMS_KIND_MICROSECONDS:
        return params_value_time(lexer, expected, member, params_exact(params, id), error);
    case PARAMS_KIND_POSITIVE:
        return params_value_positive(lexer, expected, member, error);
    case PARAMS_KIND_SPEEDS:
        return read_speeds(lexer, member, error);
    case PARAMS_KIND_TOPOLOGY:
        return read_topology(lexer, member, error);
    case PARAMS_KIND_COUNT:
        return params_value_integer(lexer, expected, 1, &token, member, error);
    default:
        return read_links_value(lexer, id, expected, member, error);
    }
}

static gboolean
refuse_name(const ParamsLexer *lexer, const char *name, const ParamsToken *token,
            GError **error)
{
    g_autofree char *text = params_lexer_quote(token->begin, token->len);
    int prefix = params_prefix(name);
    if (prefix >= 0)
        return params_lexer_error(lexer, token->begin, PARAMS_ERROR_NAME, error,
                                  "unknown parameter %s, expected '=' after '%s'", text,
                                  params_rows[prefix].name);
    int nearest = params_nearest(name);
    if (nearest >= 0)
        return params_lexer_error(lexer, token->begin, PARAMS_ERROR_NAME, error,
                                  "unknown parameter %s, did you mean '%s'?", text,
                                  params_rows[nearest].name);
    g_autoptr(GString) known = g_string_new(NULL);
    for (guint i = 0; i < PARAMS_N; i++)
        g_string_append_printf(known, "%s%s", i > 0 ? ", " : "", params_rows[i].name);
    return params_lexer_error(lexer, token->begin, PARAMS_ERROR_NAME, error,
                              "unknown parameter %s, expected one of: %s", text, known->str);
}

gboolean
params_is_of_clusters(int id)
{
    return id == PARAMS_POWER || id == PARAMS_TRACE_OVERHEAD || id == PARAMS_SPEED ||
           id == PARAMS_TOPOLOGY || id == PARAMS_SCALE || id == PARAMS_MAPPING ||
           id == PARAMS_VARY_SPEED;
}

/* A parameter that is next: its id, -1 for what belongs to a cluster; `name` is free. */
static gboolean
read_name(ParamsLexer *lexer, const Params *params, const char *first[], ParamsToken *token,
          char **name, int *id, GError **error)
{
    *name = params_lexer_words(lexer, token);
    if (*name == NULL) {
        g_autofree char *found = params_lexer_found(lexer);
        return params_lexer_error(lexer, lexer->next, PARAMS_ERROR_SYNTAX, error,
                                  "expected the name of a parameter, found %s", found);
    }
    *id = params_find(*name);
    if (params->clusters != NULL && !params_is_of_clusters(*id)) {
        *id = -1;
        return TRUE;
    }
    if (*id < 0)
        return refuse_name(lexer, *name, token, error);
    if (first[*id] != NULL)
        return params_lexer_error(lexer, token->begin, PARAMS_ERROR_NAME, error,
                                  "'%s' is given twice, first on line %" G_GSIZE_FORMAT, *name,
                                  params_lexer_line(lexer, first[*id]));
    first[*id] = token->begin;
    return TRUE;
}

/* NAME "=" VALUE. first[id]: where the parameter was given before, NULL: nowhere; kept up.
 * `out` is its name, or what belongs to a cluster; free with g_free(). */
static gboolean
read_statement(ParamsLexer *lexer, Params *params, const char *first[], char **out,
               GError **error)
{
    ParamsToken token;
    g_autofree char *name = NULL;
    int id = -1;
    if (!read_name(lexer, params, first, &token, &name, &id, error))
        return FALSE;
    g_autofree char *equals = g_strdup_printf("'=' after '%s'", name);
    if (!params_lexer_accept(lexer, '='))
        return params_lexer_expected(lexer, PARAMS_ERROR_SYNTAX, error, equals);
    *out = g_steal_pointer(&name);
    if (id < 0)
        return params_clusters_read(params->clusters, lexer, *out, &token, error);
    params->given[id] = TRUE;
    params->place[id] = params_lexer_place(lexer, token.begin);
    return read_value(lexer, (ParamsId)id, params, error);
}

static gboolean
missing_end(ParamsLexer *lexer, const char *name, GError **error)
{
    g_autofree char *end = g_strdup_printf("';' after the value of '%s'", name);
    return params_lexer_expected(lexer, PARAMS_ERROR_SYNTAX, error, end);
}

/* What a machine of clusters says of topology and speeds, where nothing else does. */
static gboolean
finish_clusters(Params *params, GError **error)
{
    ParamsClusters *clusters = params->clusters;
    if (clusters == NULL)
        return TRUE;
    g_autoptr(ParamsClusterRows) rows = params_clusters_resolve(clusters, error);
    if (rows == NULL)
        return FALSE;
    if (!params->given[PARAMS_TOPOLOGY])
        params->topology =
            (RaterGrid){ .rank = 1, .size = { rater_topology_count(&rows->topology) } };
    if (!params->given[PARAMS_SPEED]) {
        g_array_unref(params->speeds);
        params->speeds = g_array_ref(rows->speeds);
    }
    return TRUE;
}

/* Reads all statements; on failure `params` is left half changed. */
static gboolean
read_file(ParamsLexer *lexer, Params *params, GError **error)
{
    const char *first[PARAMS_N] = { NULL };
    if (is_dialect(lexer)) {
        params->clusters = params_clusters_new(lexer->name);
        params->network.kind = &rater_network_links;
        params->clusters->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    }
    while (params_lexer_skip(lexer)) {
        g_autofree char *name = NULL;
        if (!read_statement(lexer, params, first, &name, error))
            return FALSE;
        if (!params_lexer_accept(lexer, ';'))
            return missing_end(lexer, name, error);
    }
    if (params->clusters != NULL)
        g_clear_pointer(&params->clusters->seen, g_hash_table_unref);
    return finish_clusters(params, error);
}

/* Reads one statement, whose ';' may be missing, and nothing else; likewise. */
static gboolean
read_assignment(ParamsLexer *lexer, Params *params, GError **error)
{
    const char *first[PARAMS_N] = { NULL };
    g_autofree char *name = NULL;
    if (params->clusters == NULL && is_dialect(lexer))
        return params_lexer_error(lexer, lexer->text, PARAMS_ERROR_SYNTAX, error,
                                  "a machine of clusters ('cluster = ...') is described in a "
                                  "file, expected parameters such as 'type = network'");
    if (!read_statement(lexer, params, first, &name, error))
        return FALSE;
    if (params_lexer_accept(lexer, ';') || !params_lexer_skip(lexer)) {
        if (params_lexer_skip(lexer))
            return params_lexer_expected(lexer, PARAMS_ERROR_SYNTAX, error,
                                         "one assignment only");
        return finish_clusters(params, error);
    }
    return missing_end(lexer, name, error);
}

/* The default of every row; no speeds at all stand for 1 each. */
Params *
params_new(void)
{
    Params *params = g_new0(Params, 1);
    params->file = g_strdup("");
    params->speeds = g_array_new(FALSE, FALSE, sizeof(ParamsSpeed));
    params->mapping = params_mapping_new();
    for (guint i = 0; i < PARAMS_N; i++) {
        const char *initial = params_rows[i].initial;
        ParamsLexer lexer;
        G_GNUC_UNUSED gboolean done =
            i == PARAMS_SPEED ||
            (params_lexer_init(&lexer, NULL, initial, strlen(initial), NULL) &&
             read_value(&lexer, (ParamsId)i, params, NULL));
        g_assert(done);
    }
    return params;
}

Params *
params_read(const char *path, GError **error)
{
    gsize len;
    g_autofree char *text = params_read_text(path, &len, error);
    return text != NULL ? params_parse(path, text, len, error) : NULL;
}

Params *
params_parse(const char *name, const char *text, gsize len, GError **error)
{
    g_autoptr(Params) params = params_new();
    ParamsLexer lexer;
    g_free(params->file);
    params->file = g_strdup(name);
    if (!params_lexer_init(&lexer, name, text, len, error) || !read_file(&lexer, params, error))
        return NULL;
    return g_steal_pointer(&params);
}

gboolean
params_set(Params *params, const char *assignment, GError **error)
{
    g_autoptr(Params) changed = params_copy(params);
    ParamsLexer lexer;
    if (!params_lexer_init(&lexer, NULL, assignment, strlen(assignment), error) ||
        !read_assignment(&lexer, changed, error))
        return FALSE;
    Params before = *params;
    *params = *changed;
    *changed = before;
    return TRUE;
}

gboolean
params_is_set(const Params *params, ParamsId id)
{
    return params->given[id] && params->place[id].line == 0;
}

gboolean
params_parse_topology(const char *text, RaterGrid *topology, GError **error)
{
    ParamsLexer lexer;
    RaterGrid grid = { 0 };
    if (!params_lexer_init(&lexer, NULL, text, strlen(text), error))
        return FALSE;
    do {
        if (!read_size(&lexer, &grid, error))
            return FALSE;
    } while (params_lexer_accept(&lexer, 'x') || params_lexer_accept(&lexer, ','));
    if (params_lexer_skip(&lexer))
        return params_lexer_expected(&lexer, PARAMS_ERROR_SYNTAX, error,
                                     "'x' between two sizes");
    *topology = grid;
    return TRUE;
}

gboolean
params_set_topology(Params *params, const char *text, GError **error)
{
    if (!params_parse_topology(text, &params->topology, error))
        return FALSE;
    params->given[PARAMS_TOPOLOGY] = TRUE;
    params->place[PARAMS_TOPOLOGY] = (ParamsPlace){ 0, 0 };
    return TRUE;
}
