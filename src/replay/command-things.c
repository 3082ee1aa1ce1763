/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Commands for what the run-time system knows: arrays, processor systems, loops, operations.
 */
#include "src/replay/command-private.h"
#include "src/replay/private.h"

/* Blocks of an axis that are listed. */
#define MOST_BLOCKS 64

/* An array that is there. */
typedef struct {
    guint number; /* from 1: of the calls that made arrays so far */
    guint64 call; /* that made it */
    const SimArray *array;
} Made;

/* Of Made: those that are still there. */
static GArray *
arrays_new(const ReplaySession *session)
{
    const TraceProgram *program = session->program;
    const GPtrArray *objects = simulator_objects(session->simulator);
    g_autoptr(GHashTable) latest = g_hash_table_new(NULL, NULL); /* header -> its last Made */
    GArray *all = g_array_new(FALSE, FALSE, sizeof(Made));
    guint n = 0;
    for (guint64 k = 0; k < session->position && k < program->n_calls; k++) {
        const TraceRecord *record = trace_program_record(program, program->calls[k].call);
        if (record->call != RT_CALL_CRTDA)
            continue;
        const gint64 header = trace_record_int(record, RT_PARAM_ARRAY_HEADER, 0);
        const Made made = { ++n, k, NULL };
        gpointer before;
        if (g_hash_table_lookup_extended(latest, GINT_TO_POINTER(header), NULL, &before))
            g_array_index(all, Made, GPOINTER_TO_UINT(before)).array = NULL;
        g_hash_table_insert(latest, GINT_TO_POINTER(header), GUINT_TO_POINTER(all->len));
        g_array_append_val(all, made);
        const SimObject *object = header > 0 && header < objects->len
                                      ? g_ptr_array_index(objects, (guint)header)
                                      : NULL;
        if (object != NULL && object->kind == SIM_OBJECT_ARRAY)
            g_array_index(all, Made, all->len - 1).array = (const SimArray *)object;
    }
    for (guint i = all->len; i-- > 0;)
        if (g_array_index(all, Made, i).array == NULL)
            g_array_remove_index(all, i);
    return all;
}

static void
append_sizes(GString *out, int rank, const int64_t size[])
{
    for (int d = 0; d < rank; d++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, d > 0 ? "x" : "", size[d]);
}

static void
append_line(GString *out, const ReplaySession *session, guint32 at)
{
    const TraceSite *site = trace_program_site(session->program, at);
    g_autofree char *file = site != NULL ? report_clean_shown(site->file, -1) : NULL;
    if (file == NULL)
        g_string_append_c(out, '-');
    else
        g_string_append_printf(out, "%s:%" G_GINT64_FORMAT, file, site->line);
}

/* "(block 1, *)": for each axis the dimension of the system over which it lies in blocks. */
static void
append_distribution(GString *out, const SimArray *array)
{
    if (array->mapping == NULL) {
        g_string_append(out, "none yet");
        return;
    }
    const RaterMapping *map = &array->mapping->map;
    g_string_append_c(out, '(');
    for (int x = 0; x < map->rank; x++) {
        const int g = map->dim[x];
        g_string_append(out, x > 0 ? ", " : "");
        if (g < 0) {
            g_string_append_c(out, '*');
            continue;
        }
        const RaterPlace *place = &map->place[g];
        g_string_append_printf(out, "%s %d", place->blocks.prefix != NULL ? "weighted" : "block",
                               g + 1);
        if (place->a != 1 || place->b != 0)
            g_string_append_printf(out, " at %" G_GINT64_FORMAT "*i%+" G_GINT64_FORMAT,
                                   place->a, place->b);
    }
    g_string_append_c(out, ')');
}

static void
append_shadow(GString *out, const SimArray *array)
{
    for (int x = 0; x < array->rank; x++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT,
                               x > 0 ? "," : "", array->low[x], array->high[x]);
}

static void
take(TextTable *table, GString *text)
{
    text_table_take(table, g_string_free(text, FALSE));
}

static void
add_array(TextTable *table, const ReplaySession *session, const Made *made)
{
    GString *line = g_string_new(NULL), *sizes = g_string_new(NULL);
    GString *distribution = g_string_new(NULL), *shadow = g_string_new(NULL);
    append_line(line, session, session->program->calls[made->call].site);
    append_sizes(sizes, made->array->rank, made->array->size);
    append_distribution(distribution, made->array);
    append_shadow(shadow, made->array);
    text_table_take(table, g_strdup_printf("%u", made->number));
    take(table, line);
    take(table, sizes);
    take(table, distribution);
    take(table, shadow);
    text_table_take(table, g_strdup_printf("%" G_GINT64_FORMAT, made->array->element_bytes));
}

static void
add_head(TextTable *table, guint n, const char *const head[])
{
    for (guint i = 0; i < n; i++)
        text_table_add(table, head[i]);
}

gboolean
replay_command_arrays(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    const char *const head[] = { "array", "made at", "size", "distribution", "shadow", "bytes" };
    g_autoptr(TextTable) table = text_table_new(G_N_ELEMENTS(head), 5);
    if (!replay_read_nothing(rest, error))
        return FALSE;
    g_autoptr(GArray) all = arrays_new(session);
    add_head(table, G_N_ELEMENTS(head), head);
    for (guint i = 0; i < all->len; i++)
        add_array(table, session, &g_array_index(all, Made, i));
    if (all->len > 0)
        text_table_write(table, out);
    else
        g_string_append(out, "no arrays\n");
    return TRUE;
}

/* Axis x, which lies on dimension g: its block at each coordinate. */
static void
append_blocks(GString *out, const RaterPlace *place, int x, int g, int64_t n)
{
    g_string_append_printf(out, "axis %d over dimension %d of the system:\n", x + 1, g + 1);
    for (int64_t c = 0; c < n && c < MOST_BLOCKS; c++) {
        const RaterRange local = rater_place_local(place, c);
        if (rater_range_is_empty(local))
            g_string_append_printf(out, "  coordinate %" G_GINT64_FORMAT ": nothing\n", c);
        else
            g_string_append_printf(out,
                                   "  coordinate %" G_GINT64_FORMAT ": elements %" G_GINT64_FORMAT
                                   "-%" G_GINT64_FORMAT "\n",
                                   c, local.lo, local.hi - 1);
    }
    if (n > MOST_BLOCKS)
        g_string_append_printf(out, "  and %" G_GINT64_FORMAT " more\n", n - MOST_BLOCKS);
}

static void
append_local(GString *out, const SimMapping *mapping)
{
    const RaterMapping *map = &mapping->map;
    for (int x = 0; x < map->rank; x++) {
        const int g = map->dim[x];
        if (g < 0)
            g_string_append_printf(out, "axis %d: whole on each processor that has it\n", x + 1);
        else
            append_blocks(out, &map->place[g], x, g, map->grid.size[g]);
    }
    for (int g = 0; g < map->grid.rank; g++)
        if (map->place[g].kind == RATER_PLACE_SOME)
            g_string_append_printf(out, "only coordinates %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT
                                        " of dimension %d have it\n",
                                   map->place[g].coords.lo, map->place[g].coords.hi - 1, g + 1);
}

gboolean
replay_command_array(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    guint64 n = 0;
    if (*rest == '\0')
        return replay_refuse(error, "which array? its number, from arrays");
    if (!replay_read_count(rest, 1, &n, error))
        return FALSE;
    g_autoptr(GArray) all = arrays_new(session);
    for (guint i = 0; i < all->len; i++) {
        const Made *made = &g_array_index(all, Made, i);
        if (made->number != n)
            continue;
        g_string_append_printf(out, "array %u, made at ", made->number);
        append_line(out, session, session->program->calls[made->call].site);
        g_string_append(out, ", ");
        append_sizes(out, made->array->rank, made->array->size);
        g_string_append(out, ", distribution ");
        append_distribution(out, made->array);
        g_string_append(out, ", shadow ");
        append_shadow(out, made->array);
        g_string_append_c(out, '\n');
        if (made->array->mapping != NULL)
            append_local(out, made->array->mapping);
        return TRUE;
    }
    return replay_refuse(error, "there is no array %s here", rest);
}

/* --- processor systems --- */

static ProcessorSet *
system_set(const SimSystem *system, const RaterGrid *root)
{
    g_autoptr(GArray) classes = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint c = 0; c < system->partition->n_classes; c++)
        if (system->inside == NULL || system->inside[c])
            g_array_append_val(classes, c);
    return sim_partition_set(system->partition, classes->len,
                             (const guint *)(gpointer)classes->data, root);
}

gboolean
replay_command_systems(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    const char *const head[] = { "system", "size", "processors", "count" };
    g_autoptr(TextTable) table = text_table_new(G_N_ELEMENTS(head), 3);
    const GPtrArray *all = simulator_systems(session->simulator)->all;
    const SimSystem *current = simulator_system(session->simulator);
    if (!replay_read_nothing(rest, error))
        return FALSE;
    add_head(table, G_N_ELEMENTS(head), head);
    for (guint i = 0; i < all->len; i++) {
        const SimSystem *system = g_ptr_array_index(all, i);
        g_autoptr(ProcessorSet) set = system_set(system, replay_grid(session));
        GString *size = g_string_new(NULL), *processors = g_string_new(NULL);
        append_sizes(size, system->grid.rank, system->grid.size);
        replay_append_processors(processors, set);
        text_table_take(table, g_strdup_printf("%u%s%s", system->id, i == 0 ? " root" : "",
                                               system == current ? " current" : ""));
        take(table, size);
        take(table, processors);
        text_table_take(table, g_strdup_printf("%" G_GINT64_FORMAT, system->count));
    }
    text_table_write(table, out);
    return TRUE;
}

/* --- loops and operations --- */

/* The objects that are there, each once, in the order of their references. */
static GPtrArray *
objects_new(const ReplaySession *session)
{
    const GPtrArray *objects = simulator_objects(session->simulator);
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    GPtrArray *all = g_ptr_array_new();
    for (guint i = 0; i < objects->len; i++) {
        gpointer object = g_ptr_array_index(objects, i);
        if (object != NULL && g_hash_table_add(known, object))
            g_ptr_array_add(all, object);
    }
    return all;
}

/* "1..128, 2..127 step 2 over (1, -)". */
static void
append_loop(GString *out, const SimLoop *loop)
{
    RaterLoop map;
    if (loop->map == NULL) {
        g_string_append(out, "not mapped");
        return;
    }
    sim_loop_map_get(loop->map, &map);
    for (int x = 0; x < map.rank; x++) {
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT "..%" G_GINT64_FORMAT,
                               x > 0 ? ", " : "", map.axis[x].init, map.axis[x].last);
        if (map.axis[x].step != 1)
            g_string_append_printf(out, " step %" G_GINT64_FORMAT, map.axis[x].step);
        if (map.dim[x] >= 0)
            g_string_append_printf(out, " over %d", map.dim[x] + 1);
    }
}

gboolean
replay_command_loops(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    g_autoptr(TextTable) table = text_table_new(3, 3);
    const char *const head[] = { "loop at", "iterations", "" };
    if (!replay_read_nothing(rest, error))
        return FALSE;
    g_autoptr(GPtrArray) objects = objects_new(session);
    guint n = 0;
    add_head(table, G_N_ELEMENTS(head), head);
    for (guint i = 0; i < objects->len; i++) {
        const SimLoop *loop = g_ptr_array_index(objects, i);
        if (loop->base.kind != SIM_OBJECT_LOOP)
            continue;
        GString *line = g_string_new(NULL), *iterations = g_string_new(NULL);
        append_line(line, session, loop->site);
        append_loop(iterations, loop);
        take(table, line);
        take(table, iterations);
        text_table_add(table, loop->across != NULL ? "across" : "");
        n++;
    }
    if (n > 0)
        text_table_write(table, out);
    else
        g_string_append(out, "no loops\n");
    return TRUE;
}

gboolean
replay_command_pending(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    const char *const head[] = { "operation", "of", "started at", "start, s", "completion, s" };
    g_autoptr(TextTable) table = text_table_new(G_N_ELEMENTS(head), 3);
    if (!replay_read_nothing(rest, error))
        return FALSE;
    g_autoptr(GPtrArray) objects = objects_new(session);
    guint n = 0;
    add_head(table, G_N_ELEMENTS(head), head);
    for (guint i = 0; i < objects->len; i++) {
        gpointer object = g_ptr_array_index(objects, i);
        const SimAsync *async = sim_object_async(object);
        if (async == NULL || !async->active)
            continue;
        GString *line = g_string_new(NULL);
        append_line(line, session, async->site);
        text_table_take(table, report_clean_shown(async->name, -1));
        text_table_add(table, sim_object_kind_name(((const SimObject *)object)->kind));
        take(table, line);
        text_table_take(table, replay_seconds(sim_sum_value(async->start)));
        text_table_take(table, replay_seconds(sim_sum_value(async->completion)));
        n++;
    }
    if (n > 0)
        text_table_write(table, out);
    else
        g_string_append(out, "nothing is under way\n");
    return TRUE;
}
