/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/params/clusters.h"

#include <string.h>

#include "src/params/value.h"

/* Most entries of the list of speeds that a machine of unlike processors makes. */
#define MOST_SPEEDS (1 << 16)

static void
part_clear(gpointer data)
{
    g_free(((ParamsClusterPart *)data)->name);
}

static GArray *
parts_new(void)
{
    GArray *parts = g_array_new(FALSE, FALSE, sizeof(ParamsClusterPart));
    g_array_set_clear_func(parts, part_clear);
    return parts;
}

static void
cluster_free(gpointer data)
{
    ParamsCluster *cluster = data;
    g_free(cluster->name);
    g_free(cluster->comm_type);
    g_array_unref(cluster->parts);
    g_free(cluster);
}

ParamsClusters *
params_clusters_new(const char *file)
{
    ParamsClusters *clusters = g_new0(ParamsClusters, 1);
    clusters->file = g_strdup(file);
    clusters->rows = g_ptr_array_new_with_free_func(cluster_free);
    return clusters;
}

ParamsClusters *
params_clusters_copy(const ParamsClusters *clusters)
{
    ParamsClusters *copy = params_clusters_new(clusters->file);
    copy->outermost = g_strdup(clusters->outermost);
    copy->place = clusters->place;
    for (guint i = 0; i < clusters->rows->len; i++) {
        const ParamsCluster *row = g_ptr_array_index(clusters->rows, i);
        ParamsCluster *same = g_new(ParamsCluster, 1);
        *same = *row;
        same->name = g_strdup(row->name);
        same->comm_type = g_strdup(row->comm_type);
        same->parts = parts_new();
        for (guint p = 0; p < row->parts->len; p++) {
            ParamsClusterPart part = g_array_index(row->parts, ParamsClusterPart, p);
            part.name = g_strdup(part.name);
            g_array_append_val(same->parts, part);
        }
        g_ptr_array_add(copy->rows, same);
    }
    return copy;
}

void
params_clusters_free(ParamsClusters *clusters)
{
    if (clusters == NULL)
        return;
    g_free(clusters->file);
    g_free(clusters->outermost);
    g_ptr_array_unref(clusters->rows);
    g_clear_pointer(&clusters->seen, g_hash_table_unref);
    g_free(clusters);
}

/* The row of this name, `len` bytes; NULL: there is none. */
static ParamsCluster *
find(const ParamsClusters *clusters, const char *name, gsize len)
{
    for (guint i = 0; i < clusters->rows->len; i++) {
        ParamsCluster *row = g_ptr_array_index(clusters->rows, i);
        if (strlen(row->name) == len && strncmp(row->name, name, len) == 0)
            return row;
    }
    return NULL;
}

/* The same, made if need be. */
static ParamsCluster *
find_or_add(ParamsClusters *clusters, const char *name, gsize len, ParamsPlace place)
{
    ParamsCluster *row = find(clusters, name, len);
    if (row != NULL)
        return row;
    row = g_new0(ParamsCluster, 1);
    row->name = g_strndup(name, len);
    row->place = place;
    row->parts = parts_new();
    g_ptr_array_add(clusters->rows, row);
    return row;
}

/* `data`: GArray of ParamsClusterPart. */
static gboolean
read_part(ParamsLexer *lexer, gpointer data, GError **error)
{
    ParamsClusterPart part = { .count = 1 };
    ParamsLexer ahead = *lexer;
    ParamsToken token;
    if (params_lexer_number(&ahead, &token)) {
        if (!params_value_integer(lexer, "a number of parts (integer, at least 1)", 1, &token,
                                  &part.count, error))
            return FALSE;
        if (!params_lexer_accept(lexer, 'x'))
            return params_lexer_expected(lexer, PARAMS_ERROR_SYNTAX, error,
                                         "'x' after a number of parts");
    }
    part.name = params_lexer_words(lexer, &token);
    if (part.name == NULL)
        return params_lexer_expected(lexer, PARAMS_ERROR_VALUE, error,
                                     "the name of a cluster or processor");
    part.place = params_lexer_place(lexer, token.begin);
    g_array_append_val((GArray *)data, part);
    return TRUE;
}

/* NAME = { ... } or a power. */
static gboolean
read_definition(ParamsLexer *lexer, ParamsCluster *row, GError **error)
{
    static const char expected[] =
        "parts of a cluster ({ n x NAME, ... }) or the power of a processor (real, 1e-9 to "
        "1e9)";
    if (!params_lexer_skip(lexer) || *lexer->next != '{') {
        double power;
        if (!params_value_positive(lexer, expected, &power, error))
            return FALSE;
        g_array_set_size(row->parts, 0);
        row->power = power;
        return TRUE;
    }
    g_autoptr(GArray) parts = parts_new();
    if (!params_value_list(lexer, read_part, parts, error))
        return FALSE;
    g_array_unref(row->parts);
    row->parts = g_steal_pointer(&parts);
    row->power = 0;
    return TRUE;
}

/* words [ "(" number ")" ]: kept and not looked at. */
static gboolean
read_comm_type(ParamsLexer *lexer, char **comm_type, GError **error)
{
    ParamsToken token, number;
    g_autofree char *word = params_lexer_words(lexer, &token);
    if (word == NULL)
        return params_lexer_expected(lexer, PARAMS_ERROR_VALUE, error,
                                     "the name of a network, as in myrinet(1)");
    if (params_lexer_accept(lexer, '(')) {
        params_lexer_number(lexer, &number);
        if (!params_lexer_accept(lexer, ')'))
            return params_lexer_expected(lexer, PARAMS_ERROR_SYNTAX, error, "')'");
    }
    g_free(*comm_type);
    *comm_type = g_strndup(token.begin, (gsize)(lexer->behind - token.begin));
    for (char *p = *comm_type; *p != '\0'; p++)
        if (g_ascii_isspace(*p))
            *p = ' ';
    return TRUE;
}

static gboolean
read_member(ParamsLexer *lexer, ParamsCluster *row, const char *member,
            const ParamsToken *token, GError **error)
{
    static const char expected[] = "real, 0 or 1e-9 to 1e9 (microseconds)";
    double seconds;
    if (strcmp(member, "tstart") == 0)
        return params_value_time(lexer, expected, &seconds, &row->start_time, error);
    if (strcmp(member, "tbyte") == 0)
        return params_value_time(lexer, expected, &seconds, &row->byte_time, error);
    if (strcmp(member, "commtype") == 0)
        return read_comm_type(lexer, &row->comm_type, error);
    g_autofree char *text = params_lexer_quote(token->begin, token->len);
    return params_lexer_error(lexer, token->begin, PARAMS_ERROR_NAME, error,
                              "unknown parameter %s, expected CommType, TStart or TByte behind "
                              "the point",
                              text);
}

static gboolean
read_outermost(ParamsClusters *clusters, ParamsLexer *lexer, GError **error)
{
    ParamsToken token;
    g_autofree char *name = params_lexer_words(lexer, &token);
    if (name == NULL)
        return params_lexer_expected(lexer, PARAMS_ERROR_VALUE, error,
                                     "the name of the outermost cluster");
    g_free(clusters->outermost);
    clusters->outermost = g_steal_pointer(&name);
    clusters->place = params_lexer_place(lexer, token.begin);
    return TRUE;
}

/* Each left side once in the file. */
static gboolean
check_first(ParamsClusters *clusters, const ParamsLexer *lexer, const char *name,
            const ParamsToken *token, GError **error)
{
    if (clusters->seen == NULL || g_hash_table_add(clusters->seen, g_strdup(name)))
        return TRUE;
    return params_lexer_error(lexer, token->begin, PARAMS_ERROR_NAME, error,
                              "'%s' is given twice", name);
}

gboolean
params_clusters_read(ParamsClusters *clusters, ParamsLexer *lexer, const char *name,
                     const ParamsToken *token, GError **error)
{
    if (!check_first(clusters, lexer, name, token, error))
        return FALSE;
    if (strcmp(name, "cluster") == 0)
        return read_outermost(clusters, lexer, error);
    const char *point = strrchr(name, '.');
    const gsize len = point != NULL ? (gsize)(point - name) : strlen(name);
    ParamsCluster *row =
        find_or_add(clusters, name, len, params_lexer_place(lexer, token->begin));
    return point != NULL ? read_member(lexer, row, point + 1, token, error)
                         : read_definition(lexer, row, error);
}

/* What params_clusters_resolve() works with. */
typedef struct {
    const ParamsClusters *clusters;
    GPtrArray *order; /* of ParamsCluster, those within others first */
    GHashTable *open; /* ParamsCluster around the one that is looked at */
} Resolver;

/* Adds the cluster `row` behind all that it has. */
static gboolean
put_in_order(Resolver *resolver, ParamsCluster *row, int depth, GError **error)
{
    const char *file = resolver->clusters->file;
    if (g_ptr_array_find(resolver->order, row, NULL))
        return TRUE;
    if (depth == RATER_TOPOLOGY_DEPTH)
        return params_place_error(file, row->place, error,
                                  "'%s' is nested too deep, expected at most %d clusters "
                                  "around a processor",
                                  row->name, RATER_TOPOLOGY_DEPTH);
    g_hash_table_add(resolver->open, row);
    for (guint i = 0; i < row->parts->len; i++) {
        const ParamsClusterPart *part = &g_array_index(row->parts, ParamsClusterPart, i);
        ParamsCluster *child = find(resolver->clusters, part->name, strlen(part->name));
        if (child == NULL || (child->power == 0 && child->parts->len == 0))
            return params_place_error(file, part->place, error, "there is no '%s'",
                                      part->name);
        if (g_hash_table_contains(resolver->open, child))
            return params_place_error(file, part->place, error, "'%s' is inside itself",
                                      part->name);
        if (child->power == 0 && !put_in_order(resolver, child, depth + 1, error))
            return FALSE;
    }
    g_hash_table_remove(resolver->open, row);
    g_ptr_array_add(resolver->order, row);
    return TRUE;
}

/* The index of `row` among the rows, which have the order the other way round; -1: a
 * processor. */
static int
index_of(const Resolver *resolver, const ParamsCluster *row)
{
    guint index;
    return g_ptr_array_find(resolver->order, row, &index)
               ? (int)(resolver->order->len - 1 - index)
               : -1;
}

static void
add_row(const Resolver *resolver, const ParamsCluster *row, ParamsClusterRows *rows)
{
    RaterClusterPart *parts = g_new(RaterClusterPart, row->parts->len);
    for (guint i = 0; i < row->parts->len; i++) {
        const ParamsClusterPart *part = &g_array_index(row->parts, ParamsClusterPart, i);
        parts[i] = (RaterClusterPart){
            part->count,
            index_of(resolver, find(resolver->clusters, part->name, strlen(part->name)))
        };
    }
    g_ptr_array_add(rows->parts, parts);
    RaterCluster cluster = { .start_time = row->start_time,
                             .byte_time = row->byte_time,
                             .n_parts = (int)row->parts->len,
                             .part = parts };
    g_array_append_val(rows->rows, cluster);
}

/* Everything that is defined is part of the outermost cluster. */
static gboolean
check_used(const Resolver *resolver, GError **error)
{
    const ParamsClusters *clusters = resolver->clusters;
    for (guint i = 0; i < clusters->rows->len; i++) {
        const ParamsCluster *row = g_ptr_array_index(clusters->rows, i);
        gboolean used = index_of(resolver, row) >= 0;
        for (guint k = 0; k < resolver->order->len && !used; k++) {
            const ParamsCluster *around = g_ptr_array_index(resolver->order, k);
            for (guint p = 0; p < around->parts->len && !used; p++)
                used = strcmp(g_array_index(around->parts, ParamsClusterPart, p).name,
                              row->name) == 0;
        }
        if (!used)
            return params_place_error(clusters->file, row->place, error,
                                      "'%s' is no part of '%s'", row->name,
                                      clusters->outermost);
    }
    return TRUE;
}

/* Appends an entry; equal neighbours become one. */
static void
append_speed(GArray *speeds, gint64 count, double speed)
{
    const ParamsSpeed entry = { count, speed };
    ParamsSpeed *last =
        speeds->len > 0 ? &g_array_index(speeds, ParamsSpeed, speeds->len - 1) : NULL;
    if (last != NULL && last->speed == speed)
        last->count += count;
    else
        g_array_append_val(speeds, entry);
}

/* Appends `all` so many times. FALSE: the list becomes too long. */
static gboolean
append_speeds(GArray *speeds, const GArray *all, gint64 count)
{
    if (all->len == 1) {
        const ParamsSpeed *only = &g_array_index(all, ParamsSpeed, 0);
        append_speed(speeds, only->count * count, only->speed);
        return TRUE;
    }
    for (gint64 n = 0; n < count && speeds->len <= MOST_SPEEDS; n++)
        for (guint i = 0; i < all->len; i++) {
            const ParamsSpeed *entry = &g_array_index(all, ParamsSpeed, i);
            append_speed(speeds, entry->count, entry->speed);
        }
    return speeds->len <= MOST_SPEEDS;
}

/* The speeds of the outermost cluster, from those of each within. */
static gboolean
find_speeds(const Resolver *resolver, GArray *out)
{
    const GPtrArray *order = resolver->order;
    g_autoptr(GPtrArray) lists = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    for (guint k = 0; k < order->len; k++) {
        const ParamsCluster *row = g_ptr_array_index(order, k);
        GArray *speeds = k + 1 < order->len ? g_array_new(FALSE, FALSE, sizeof(ParamsSpeed))
                                            : g_array_ref(out);
        g_ptr_array_add(lists, speeds);
        for (guint i = 0; i < row->parts->len; i++) {
            const ParamsClusterPart *part = &g_array_index(row->parts, ParamsClusterPart, i);
            const ParamsCluster *child =
                find(resolver->clusters, part->name, strlen(part->name));
            guint at;
            if (child->power > 0)
                append_speed(speeds, part->count, child->power);
            else if (!g_ptr_array_find(resolver->order, child, &at) ||
                     !append_speeds(speeds, g_ptr_array_index(lists, at), part->count))
                return FALSE;
        }
    }
    return TRUE;
}

static ParamsClusterRows *
rows_new(void)
{
    ParamsClusterRows *rows = g_new0(ParamsClusterRows, 1);
    rows->rows = g_array_new(FALSE, FALSE, sizeof(RaterCluster));
    rows->parts = g_ptr_array_new_with_free_func(g_free);
    rows->speeds = g_array_new(FALSE, FALSE, sizeof(ParamsSpeed));
    return rows;
}

void
params_cluster_rows_free(ParamsClusterRows *rows)
{
    if (rows == NULL)
        return;
    g_array_unref(rows->rows);
    g_ptr_array_unref(rows->parts);
    g_array_unref(rows->speeds);
    g_free(rows);
}

/* The outermost cluster, and an order of all in it. */
static gboolean
resolve(Resolver *resolver, GError **error)
{
    const ParamsClusters *clusters = resolver->clusters;
    ParamsCluster *outermost =
        find(clusters, clusters->outermost, strlen(clusters->outermost));
    if (outermost == NULL || outermost->parts->len == 0)
        return params_place_error(clusters->file, clusters->place, error,
                                  "there is no cluster '%s'", clusters->outermost);
    return put_in_order(resolver, outermost, 0, error) && check_used(resolver, error);
}

ParamsClusterRows *
params_clusters_resolve(const ParamsClusters *clusters, GError **error)
{
    g_autoptr(GPtrArray) order = g_ptr_array_new();
    g_autoptr(GHashTable) open = g_hash_table_new(NULL, NULL);
    g_autoptr(ParamsClusterRows) rows = rows_new();
    Resolver resolver = { clusters, order, open };
    if (!resolve(&resolver, error))
        return NULL;
    for (guint i = order->len; i > 0; i--)
        add_row(&resolver, g_ptr_array_index(order, i - 1), rows);
    RaterStatus status = rater_topology_clusters(
        &rows->topology, (RaterCluster *)(gpointer)rows->rows->data, (int)rows->rows->len);
    if (status != RATER_OK || !find_speeds(&resolver, rows->speeds)) {
        params_place_error(clusters->file, clusters->place, error, "the machine cannot be: %s",
                           status == RATER_OK ? "too many unlike processors"
                                              : rater_status_text(status));
        return NULL;
    }
    if (rows->speeds->len == 1 && g_array_index(rows->speeds, ParamsSpeed, 0).speed == 1)
        g_array_set_size(rows->speeds, 0);
    return g_steal_pointer(&rows);
}

static void
append_parts(GString *out, const ParamsCluster *row)
{
    g_string_append_printf(out, "%s = { ", row->name);
    for (guint i = 0; i < row->parts->len; i++) {
        const ParamsClusterPart *part = &g_array_index(row->parts, ParamsClusterPart, i);
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT " x %s", i > 0 ? ", " : "",
                               part->count, part->name);
    }
    g_string_append(out, " };\n");
}

void
params_clusters_append(GString *out, const ParamsClusters *clusters)
{
    g_string_append_printf(out, "cluster = %s;\n", clusters->outermost);
    for (guint i = 0; i < clusters->rows->len; i++) {
        const ParamsCluster *row = g_ptr_array_index(clusters->rows, i);
        if (row->power > 0) {
            g_string_append_printf(out, "%s = ", row->name);
            params_decimal_append_double(out, row->power);
            g_string_append(out, ";\n");
            continue;
        }
        append_parts(out, row);
        if (row->comm_type != NULL)
            g_string_append_printf(out, "%s.CommType = %s;\n", row->name, row->comm_type);
        g_string_append_printf(out, "%s.TStart = ", row->name);
        params_decimal_append(out, row->start_time, PARAMS_ATTO_MICROSECONDS);
        g_string_append_printf(out, ";\n%s.TByte = ", row->name);
        params_decimal_append(out, row->byte_time, PARAMS_ATTO_MICROSECONDS);
        g_string_append(out, ";\n");
    }
}
