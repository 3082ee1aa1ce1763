/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/machine.h"

#include <string.h>

#include "src/analysis/sweep/topology.h"
#include "src/params/decimal.h"

static void
append_speeds(GString *out, const GArray *speeds)
{
    for (guint i = 0; i < speeds->len; i++) {
        const ParamsSpeed *entry = &g_array_index(speeds, ParamsSpeed, i);
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT " x ", i > 0 ? ", " : "",
                               entry->count);
        params_decimal_append_double(out, entry->speed);
    }
}

char *
sweep_parameter_text(const Params *params, guint parameter)
{
    if (parameter == PARAMS_TOPOLOGY)
        return topology_name(&params->topology);
    GString *out = g_string_new(NULL);
    if (parameter == PARAMS_SPEED)
        append_speeds(out, params->speeds);
    else
        params_append_value(out, params, (ParamsId)parameter);
    return g_string_free(out, FALSE);
}

char *
sweep_machine_key(const SweepRow *row, gboolean topology)
{
    GString *key = g_string_new(row->params_file);
    for (ParamsId id = 0; id < PARAMS_N; id++) {
        g_string_append_c(key, '\n');
        if (topology || id != PARAMS_TOPOLOGY)
            params_append_value(key, row->params, id);
    }
    return g_string_free(key, FALSE);
}

gboolean
sweep_machine_add_row(Sweep *sweep, const SweepRow *machine, const RaterGrid *grid,
                      GHashTable *known)
{
    if (!g_hash_table_add(known, topology_name(grid)))
        return FALSE;
    Params *params = params_copy(machine->params);
    params->topology = *grid;
    SweepRow *row = sweep_row_new(machine->params_file, params);
    row->machine = machine->machine;
    g_ptr_array_add(sweep->rows, row);
    return TRUE;
}

static gboolean
parameter_equal(const SweepRow *a, const SweepRow *b, ParamsId id)
{
    g_autofree char *x = sweep_parameter_text(a->params, id);
    g_autofree char *y = sweep_parameter_text(b->params, id);
    return strcmp(x, y) == 0;
}

/* Notes in what `row` differs from the first one of its file. */
static void
note_differences(SweepMachines *machines, GHashTable *first_of_file, SweepRow *row,
                 gboolean is_new)
{
    const SweepRow *first = g_hash_table_lookup(first_of_file, row->params_file);
    if (first == NULL)
        g_hash_table_insert(first_of_file, row->params_file, row);
    for (ParamsId id = 0; first != NULL && id < PARAMS_N; id++) {
        if (!machines->varies[id] && (is_new || id == PARAMS_TOPOLOGY))
            machines->varies[id] = !parameter_equal(first, row, id);
    }
}

/* The length of what two paths have in common, up to and with a '/'; at most `most`. */
static gsize
common_folder(const char *a, const char *b, gsize most)
{
    gsize length = 0;
    for (gsize i = 0; i < most && a[i] != '\0' && a[i] == b[i]; i++)
        if (a[i] == '/')
            length = i + 1;
    return length;
}

SweepMachines *
sweep_machines_new(const Sweep *sweep)
{
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) files = g_hash_table_new(g_str_hash, g_str_equal);
    SweepMachines *machines = g_new0(SweepMachines, 1);
    machines->machine = g_new0(guint, MAX(sweep->rows->len, 1));
    machines->first = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < sweep->rows->len; i++) {
        SweepRow *row = sweep_row(sweep, i);
        g_autofree char *key = sweep_machine_key(row, FALSE);
        guint number = GPOINTER_TO_UINT(g_hash_table_lookup(known, key));
        const gboolean is_new = number == 0;
        if (is_new) {
            number = ++machines->n_machines;
            g_hash_table_insert(known, g_steal_pointer(&key), GUINT_TO_POINTER(number));
            g_array_append_val(machines->first, i);
        }
        machines->machine[i] = number - 1;
        note_differences(machines, files, row, is_new);
        const char *first = sweep_row(sweep, 0)->params_file;
        machines->folder =
            common_folder(first, row->params_file, i == 0 ? strlen(first) : machines->folder);
    }
    machines->files = g_hash_table_size(files) > 1;
    return machines;
}

void
sweep_machines_free(SweepMachines *machines)
{
    if (machines == NULL)
        return;
    g_free(machines->machine);
    g_array_unref(machines->first);
    g_free(machines);
}

/* Whether two rows of one configuration were predicted, and not the same. */
static gboolean
differ(const SweepRow *a, const SweepRow *b)
{
    if (a->status == SWEEP_NOT_RUN || b->status == SWEEP_NOT_RUN)
        return FALSE;
    return a->status != b->status ||
           (a->status == SWEEP_DONE && (a->result.execution_time != b->result.execution_time ||
                                        a->result.total_time != b->result.total_time));
}

/* Keeps one row of each configuration; how many others differed. */
static guint
unite_rows(Sweep *sweep)
{
    guint n_differ = 0;

    g_autoptr(GHashTable) places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) rows = g_steal_pointer(&sweep->rows);
    sweep->rows = g_ptr_array_new_with_free_func((GDestroyNotify)sweep_row_free);
    for (guint i = 0; i < rows->len; i++) {
        SweepRow *row = g_steal_pointer(&rows->pdata[i]);
        g_autofree char *key = sweep_machine_key(row, TRUE);
        gpointer place;
        if (!g_hash_table_lookup_extended(places, key, NULL, &place)) {
            g_hash_table_insert(places, g_steal_pointer(&key),
                                GUINT_TO_POINTER(sweep->rows->len));
            g_ptr_array_add(sweep->rows, row);
            continue;
        }
        SweepRow **first = (SweepRow **)&sweep->rows->pdata[GPOINTER_TO_UINT(place)];
        n_differ += differ(*first, row);
        if ((*first)->status == SWEEP_NOT_RUN) {
            SweepRow *other = *first;
            *first = row;
            row = other;
        }
        sweep_row_free(row);
    }
    return n_differ;
}

guint
sweep_merge(Sweep *sweep)
{
    const guint n_differ = unite_rows(sweep);
    g_autoptr(SweepMachines) machines = sweep_machines_new(sweep);
    for (guint i = 0; i < sweep->rows->len; i++)
        sweep_row(sweep, i)->machine = machines->machine[i] + 1;
    sweep->interrupted |= sweep_count(sweep, SWEEP_NOT_RUN) > 0;
    return n_differ;
}
