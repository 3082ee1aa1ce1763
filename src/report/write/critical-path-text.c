/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/write/critical-path-text.h"

#include "src/base/text-table.h"
#include "src/report/write/critical-path-column.h"

static const char *
part_label(PathPart part)
{
    static const char *const labels[N_PATH_PARTS] = {
        [PATH_CPU] = "CPU",
        [PATH_SYS] = "System",
        [PATH_IO] = "I/O",
        [PATH_COMMUNICATION + OPERATION_IO] = "I/O Msg",
        [PATH_COMMUNICATION + OPERATION_REDUCTION] = "Reduction Msg",
        [PATH_COMMUNICATION + OPERATION_SHADOW] = "Shadow Msg",
        [PATH_COMMUNICATION + OPERATION_REMOTE] = "Remote Msg",
        [PATH_COMMUNICATION + OPERATION_REDISTRIBUTION] = "Redistribution Msg",
    };

    return labels[part];
}

static double
share(const CriticalPath *path, double seconds)
{
    return path->length > 0 ? seconds / path->length : 0;
}

/* Rows of names, time and share; written when all times are known. */
typedef struct {
    const CriticalPath *path;
    guint n_names;
    GPtrArray *names; /* of char *, n_names for each row */
    GArray *seconds;  /* of double */
    CriticalPathColumn *times;
} Rows;

static void
rows_init(Rows *rows, const CriticalPath *path, guint n_names)
{
    rows->path = path;
    rows->n_names = n_names;
    rows->names = g_ptr_array_new_with_free_func(g_free);
    rows->seconds = g_array_new(FALSE, FALSE, sizeof(double));
    rows->times = critical_path_column_new(path->length);
}

static void
rows_clear(Rows *rows)
{
    g_ptr_array_unref(rows->names);
    g_array_unref(rows->seconds);
    critical_path_column_free(rows->times);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Rows, rows_clear)

/* A row without its cell of the column. */
static void
append_row(Rows *rows, const char *name, const char *site, double seconds)
{
    g_ptr_array_add(rows->names, g_strdup(name));
    if (rows->n_names > 1)
        g_ptr_array_add(rows->names, g_strdup(site));
    g_array_append_val(rows->seconds, seconds);
}

static void
put_row(Rows *rows, const char *name, const char *site, double seconds)
{
    append_row(rows, name, site, seconds);
    critical_path_column_add(rows->times, seconds);
}

/* The rows, and what they add up to. */
static void
write_rows(Rows *rows, TextTable *table, GString *out)
{
    append_row(rows, "Total", "", rows->path->length);
    g_auto(GStrv) times = critical_path_column_format(rows->times);

    for (guint i = 0; i < rows->seconds->len; i++) {
        for (guint k = 0; k < rows->n_names; k++)
            text_table_add(table, rows->names->pdata[i * rows->n_names + k]);
        text_table_add(table, times[i]);
        text_table_take(table, text_table_percent(
                                   share(rows->path, g_array_index(rows->seconds, double, i))));
    }
    text_table_write(table, out);
}

static TextTable *
entries_new(void)
{
    TextTable *table = text_table_new(3, 1);

    text_table_add(table, "Entry Name");
    text_table_add(table, "Time(ms)");
    text_table_add(table, "%");
    return table;
}

void
critical_path_text_program(const CriticalPath *path, GString *out)
{
    g_autoptr(TextTable) table = entries_new();
    g_autofree char *most = text_table_ratio(path->maximum_parallelism);
    g_autofree char *reached = text_table_ratio(path->parallelism);
    g_auto(Rows) rows;

    rows_init(&rows, path, 1);
    for (PathPart part = 0; part < N_PATH_PARTS; part++) {
        if (path->program[part] > 0)
            put_row(&rows, part_label(part), NULL, path->program[part]);
    }
    write_rows(&rows, table, out);
    g_string_append_printf(out, "Maximum Parallelism: %s\nParallelism: %s\n", most, reached);
}

static void
append_entry(const PathProcessor *row, const TimelineNames *names, GString *out)
{
    if (row->sender < 0) {
        g_string_append(out, "Collective Msg");
        return;
    }
    timeline_names_append_processor(names, row->sender, out);
    if (row->sender != row->receiver) {
        g_string_append(out, "->");
        timeline_names_append_processor(names, row->receiver, out);
    }
    g_string_append_printf(out, " %s",
                           row->part >= PATH_COMMUNICATION ? "Msg" : part_label(row->part));
}

static void
append_processor_note(const TimelineNames *names, GString *out)
{
    const int rank = names->grid != NULL ? names->grid->rank : 1;

    g_string_append(out, rank == 1   ? "(P(i) denotes processor i"
                         : rank == 2 ? "(P(i,j) denotes processor i,j of the grid"
                                     : "(P(i,j,..) denotes processor i,j,.. of the grid");
    g_string_append(out, ", * denotes less than 1%)\n");
}

void
critical_path_text_processors(const CriticalPath *path, const TimelineNames *names, guint most,
                              GString *out)
{
    g_autoptr(TextTable) table = entries_new();
    const guint n_rows = path->processors->len;
    const guint n_shown = most > 0 ? MIN(most, n_rows) : n_rows;
    SimSum others = { 0, 0 };
    g_auto(Rows) rows;

    rows_init(&rows, path, 1);
    for (guint i = 0; i < n_rows; i++) {
        const PathProcessor *row = &g_array_index(path->processors, PathProcessor, i);
        if (i >= n_shown) {
            sim_sum_add(&others, row->seconds);
            continue;
        }
        g_autoptr(GString) entry = g_string_new(NULL);
        append_entry(row, names, entry);
        put_row(&rows, entry->str, NULL, row->seconds);
    }
    if (n_shown < n_rows) {
        g_autofree char *name = g_strdup_printf("%u others", n_rows - n_shown);
        put_row(&rows, name, NULL, sim_sum_value(others));
    }
    write_rows(&rows, table, out);
    append_processor_note(names, out);
}

/* Those on the path, which come first. */
static TimelineRows *
collect_lines(const CriticalPath *path, const TimelineNames *names)
{
    TimelineRows *rows = timeline_rows_new(names, FALSE);

    for (guint i = 0; i < path->lines->len; i++) {
        const PathLine *line = &g_array_index(path->lines, PathLine, i);
        if (line->total > 0)
            timeline_rows_add(rows, line->interval, line->site, line->total, 0);
    }
    return rows;
}

static TextTable *
lines_new(void)
{
    TextTable *table = text_table_new(4, 2);

    text_table_add(table, "Interval Name");
    text_table_add(table, "Line");
    text_table_add(table, "Time(ms)");
    text_table_add(table, "Time(%)");
    return table;
}

void
critical_path_text_lines(const CriticalPath *path, const TimelineNames *names, guint most,
                         GString *out)
{
    g_autoptr(TextTable) table = lines_new();
    g_autoptr(TimelineRows) collected = collect_lines(path, names);
    const GPtrArray *lines = timeline_rows_sort(collected);
    const guint n_shown = most > 0 ? MIN(most, lines->len) : lines->len;
    SimSum others = { 0, 0 };
    g_auto(Rows) rows;

    rows_init(&rows, path, 2);
    for (guint i = 0; i < lines->len; i++) {
        const TimelineRow *line = lines->pdata[i];
        if (i < n_shown)
            put_row(&rows, line->interval, line->site, sim_sum_value(line->value));
        else
            sim_sum_add_sum(&others, line->value);
    }
    if (n_shown < lines->len) {
        g_autofree char *name = g_strdup_printf("%u others", lines->len - n_shown);
        put_row(&rows, name, "", sim_sum_value(others));
    }
    append_row(&rows, "Total CPU", "", path->program[PATH_CPU]);
    critical_path_column_add_part(rows.times, path->program[PATH_CPU]);
    write_rows(&rows, table, out);
    g_string_append(out, "(* denotes less than 1%)\n");
}
