/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/params/mapping.h"

#include <stdlib.h>
#include <string.h>

/* Those that are a word. */
static const struct {
    const char *name;
    ParamsMappingKind kind;
} words[] = {
    { "default", PARAMS_MAPPING_IDENTITY },
    { "identity", PARAMS_MAPPING_IDENTITY },
    { "hilbert", PARAMS_MAPPING_HILBERT },
    { "ring2line", PARAMS_MAPPING_RING_TO_LINE },
    { "torus2mesh", PARAMS_MAPPING_TORUS_TO_MESH },
    { "best", PARAMS_MAPPING_BEST },
};

#define EXPECTED                                                                               \
    "default, identity, tiles(...), hilbert, random(SEED), ring2line, torus2mesh, best, or "   \
    "NAME(...) = [...]."

ParamsMapping *
params_mapping_new(void)
{
    return g_new0(ParamsMapping, 1);
}

ParamsMapping *
params_mapping_copy(const ParamsMapping *mapping)
{
    ParamsMapping *copy = params_mapping_new();
    *copy = *mapping;
    copy->name = g_strdup(mapping->name);
    if (mapping->formula != NULL)
        copy->formula = params_formula_copy(mapping->formula);
    if (mapping->found != NULL)
        copy->found = params_mapping_copy(mapping->found);
    if (mapping->place != NULL)
        copy->place = g_array_ref(mapping->place); /* nobody changes it */
    return copy;
}

void
params_mapping_free(ParamsMapping *mapping)
{
    g_clear_pointer(&mapping->formula, params_formula_free);
    g_clear_pointer(&mapping->found, params_mapping_free);
    g_clear_pointer(&mapping->place, g_array_unref);
    g_free(mapping->name);
    g_free(mapping);
}

/* An integer from `least` on. */
static gboolean
read_integer(ParamsLexer *lexer, guint64 least, guint64 most, guint64 *out, GError **error)
{
    g_autofree char *expected =
        g_strdup_printf("an integer, %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT, least, most);
    ParamsToken token;
    if (!params_lexer_number(lexer, &token))
        return params_lexer_expected(lexer, PARAMS_ERROR_VALUE, error, expected);
    guint64 value = 0;
    gboolean fits = TRUE;
    for (gsize i = 0; i < token.len && fits; i++)
        fits = g_ascii_isdigit(token.begin[i]) && !__builtin_mul_overflow(value, 10, &value) &&
               !__builtin_add_overflow(value, (guint64)(token.begin[i] - '0'), &value);
    if (fits && value >= least && value <= most) {
        *out = value;
        return TRUE;
    }
    g_autofree char *text = params_lexer_quote(token.begin, token.len);
    return params_lexer_error(lexer, token.begin, PARAMS_ERROR_VALUE, error,
                              "expected %s, found %s", expected, text);
}

static gboolean
expect(ParamsLexer *lexer, char c, GError **error)
{
    char what[] = { '\'', c, '\'', '\0' };
    return params_lexer_accept(lexer, c) ||
           params_lexer_expected(lexer, PARAMS_ERROR_SYNTAX, error, what);
}

static gboolean
read_tiles(ParamsLexer *lexer, ParamsMapping *mapping, GError **error)
{
    mapping->kind = PARAMS_MAPPING_TILES;
    do {
        guint64 extent;
        if (mapping->n_extents == RATER_MAX_RANK)
            return params_lexer_expected(lexer, PARAMS_ERROR_VALUE, error, "')'");
        if (!read_integer(lexer, 1, G_MAXINT32, &extent, error))
            return FALSE;
        mapping->extent[mapping->n_extents++] = (gint64)extent;
    } while (params_lexer_accept(lexer, ','));
    return expect(lexer, ')', error);
}

/* NAME is the word that is next: TRUE, and behind `NAME(`, if a number follows. */
static gboolean
accept_call(ParamsLexer *lexer, const char *name)
{
    ParamsLexer ahead = *lexer;
    ParamsToken token;
    g_autofree char *word = params_lexer_words(&ahead, &token);
    if (g_strcmp0(word, name) != 0 || !params_lexer_accept(&ahead, '(') ||
        !params_lexer_skip(&ahead) || g_ascii_isalpha(*ahead.next) || *ahead.next == '_')
        return FALSE;
    *lexer = ahead;
    return TRUE;
}

/* A word alone: what it is. */
static gboolean
accept_word(ParamsLexer *lexer, ParamsMapping *mapping)
{
    ParamsLexer ahead = *lexer;
    ParamsToken token;
    g_autofree char *word = params_lexer_words(&ahead, &token);
    params_lexer_skip(&ahead);
    if (word == NULL || (ahead.next < ahead.end && *ahead.next == '('))
        return FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
        if (strcmp(words[i].name, word) == 0) {
            mapping->kind = words[i].kind;
            *lexer = ahead;
            return TRUE;
        }
    return FALSE;
}

/* Whether a word with a parenthesis follows. */
static gboolean
is_formula(const ParamsLexer *lexer)
{
    ParamsLexer ahead = *lexer;
    ParamsToken token;
    g_autofree char *word = params_lexer_words(&ahead, &token);
    return word != NULL && params_lexer_accept(&ahead, '(');
}

ParamsMapping *
params_mapping_read(ParamsLexer *lexer, GError **error)
{
    g_autoptr(ParamsMapping) mapping = params_mapping_new();
    params_lexer_skip(lexer);
    const char *line = lexer->next;
    while (line > lexer->text && line[-1] != '\n')
        line--;
    mapping->name = g_strdup(lexer->name);
    mapping->line = params_lexer_line(lexer, lexer->next);
    mapping->column = (gsize)(lexer->next - line) + 1;
    gboolean good;
    if (accept_word(lexer, mapping)) {
        good = TRUE;
    } else if (accept_call(lexer, "tiles")) {
        good = read_tiles(lexer, mapping, error);
    } else if (accept_call(lexer, "random")) {
        mapping->kind = PARAMS_MAPPING_RANDOM;
        good = read_integer(lexer, 0, G_MAXUINT64, &mapping->seed, error) &&
               expect(lexer, ')', error);
    } else if (is_formula(lexer)) {
        mapping->kind = PARAMS_MAPPING_OWN;
        mapping->formula = params_formula_read(lexer, error);
        good = mapping->formula != NULL;
    } else {
        good = params_lexer_expected(lexer, PARAMS_ERROR_VALUE, error, EXPECTED);
    }
    return good ? g_steal_pointer(&mapping) : NULL;
}

void
params_mapping_append(GString *out, const ParamsMapping *mapping)
{
    switch (mapping->kind) {
    case PARAMS_MAPPING_TILES:
        for (int k = 0; k < mapping->n_extents; k++)
            g_string_append_printf(out, "%s%" G_GINT64_FORMAT, k == 0 ? "tiles(" : ", ",
                                   mapping->extent[k]);
        g_string_append_c(out, ')');
        break;
    case PARAMS_MAPPING_RANDOM:
        g_string_append_printf(out, "random(%" G_GUINT64_FORMAT ")", mapping->seed);
        break;
    case PARAMS_MAPPING_OWN:
        g_string_append(out, params_formula_text(mapping->formula));
        break;
    default:
        for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
            if (words[i].kind == mapping->kind) {
                g_string_append(out, words[i].name);
                break;
            }
    }
}

/* The mapping as a whole does not fit. */
static gboolean
fail(const ParamsMapping *mapping, GError **error, const char *message)
{
    if (mapping->name != NULL)
        g_set_error(error, PARAMS_ERROR, PARAMS_ERROR_VALUE,
                    "%s:%" G_GSIZE_FORMAT ":%" G_GSIZE_FORMAT ": error: %s", mapping->name,
                    mapping->line, mapping->column, message);
    else
        g_set_error(error, PARAMS_ERROR, PARAMS_ERROR_VALUE, "%s", message);
    return FALSE;
}

static gboolean
check(const ParamsMapping *mapping, RaterStatus status, GError **error)
{
    if (status == RATER_OK)
        return TRUE;
    if (status == RATER_ERROR_SIZE)
        return fail(mapping, error,
                    "this mapping wants as many physical processors as the topology has");
    return fail(mapping, error, rater_status_text(status));
}

void
params_mapping_append_found(GString *out, const ParamsMapping *mapping)
{
    params_mapping_append(out, mapping->found);
    if (mapping->place != NULL)
        g_string_append(out, ", places swapped");
}

const ParamsMapping *
params_mapping_meant(const ParamsMapping *mapping)
{
    if (mapping->place != NULL)
        return NULL;
    return mapping->found != NULL ? mapping->found : mapping;
}

/* A table, which is copied. */
static gboolean
place_table(const ParamsMapping *mapping, const gint64 *places, int64_t n_virtual,
            int64_t n_physical, RaterPlacement *placement, GError **error)
{
    const gsize size = (gsize)n_virtual * sizeof *places;
    int64_t *copy = malloc(size); /* rater_placement_clear() frees it */
    if (copy == NULL)
        return check(mapping, RATER_ERROR_MEMORY, error);
    memcpy(copy, places, size);
    *placement = (RaterPlacement){ n_virtual, n_physical, copy };
    return TRUE;
}

static gboolean
place_own(const ParamsMapping *mapping, const RaterGrid *system, const RaterTopology *topology,
          RaterPlacement *placement, GError **error)
{
    RaterGrid physical = rater_topology_grid(topology);
    g_autofree gint64 *places =
        params_formula_places(mapping->formula, system, &physical, error);
    if (places == NULL)
        return FALSE;
    return place_table(mapping, places, rater_grid_count(system),
                       rater_topology_count(topology), placement, error);
}

gboolean
params_mapping_place(const ParamsMapping *mapping, const RaterGrid *system,
                     const RaterTopology *topology, RaterPlacement *placement, GError **error)
{
    int64_t n_virtual = rater_grid_count(system);
    int64_t n_physical = rater_topology_count(topology);
    if (mapping->kind != PARAMS_MAPPING_IDENTITY && n_virtual > PARAMS_MAPPING_LISTED)
        return fail(mapping, error,
                    "only the default mapping is for more than 2^24 processors");
    switch (mapping->kind) {
    case PARAMS_MAPPING_TILES:
        if (mapping->n_extents != system->rank)
            return fail(mapping, error,
                        "tiles want one extent for each dimension of the topology");
        return check(mapping,
                     rater_placement_tiles(placement, system, n_physical, mapping->extent),
                     error);
    case PARAMS_MAPPING_HILBERT:
        return check(mapping, rater_placement_hilbert(placement, system, topology), error);
    case PARAMS_MAPPING_RANDOM:
        return check(mapping,
                     rater_placement_random(placement, n_virtual, n_physical, mapping->seed),
                     error);
    case PARAMS_MAPPING_RING_TO_LINE:
        return check(mapping, rater_placement_ring_to_line(placement, n_virtual, n_physical),
                     error);
    case PARAMS_MAPPING_TORUS_TO_MESH:
        return check(mapping, rater_placement_torus_to_mesh(placement, system, n_physical),
                     error);
    case PARAMS_MAPPING_OWN:
        return place_own(mapping, system, topology, placement, error);
    case PARAMS_MAPPING_BEST:
        if (mapping->place != NULL && mapping->place->len == n_virtual)
            return place_table(mapping, (const gint64 *)(gpointer)mapping->place->data,
                               n_virtual, n_physical, placement, error);
        if (mapping->found != NULL)
            return params_mapping_place(mapping->found, system, topology, placement, error);
        /* fall through */
    default:
        *placement = rater_placement_identity(n_virtual, n_physical);
        return TRUE;
    }
}
