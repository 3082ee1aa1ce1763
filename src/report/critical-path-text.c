/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/critical-path-text.h"

#include "src/report/text-table.h"
#include "src/report/timeline-rows.h"

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

/* Name, milliseconds, percent. */
static void
add_row(TextTable *table, const CriticalPath *path, const char *name, double seconds)
{
    text_table_add(table, name);
    text_table_take(table, text_table_milliseconds(seconds));
    text_table_take(table, text_table_percent(share(path, seconds)));
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

    for (PathPart part = 0; part < N_PATH_PARTS; part++) {
        if (path->program[part] > 0)
            add_row(table, path, part_label(part), path->program[part]);
    }
    add_row(table, path, "Total", path->length);
    text_table_write(table, out);
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

    for (guint i = 0; i < n_rows; i++) {
        const PathProcessor *row = &g_array_index(path->processors, PathProcessor, i);
        if (i >= n_shown) {
            sim_sum_add(&others, row->seconds);
            continue;
        }
        g_autoptr(GString) entry = g_string_new(NULL);
        append_entry(row, names, entry);
        add_row(table, path, entry->str, row->seconds);
    }
    if (n_shown < n_rows) {
        g_autofree char *name = g_strdup_printf("%u others", n_rows - n_shown);
        add_row(table, path, name, sim_sum_value(others));
    }
    add_row(table, path, "Total", path->length);
    text_table_write(table, out);
    append_processor_note(names, out);
}

static void
add_line(TextTable *table, const CriticalPath *path, const char *interval, const char *site,
         double seconds)
{
    text_table_add(table, interval);
    text_table_add(table, site);
    text_table_take(table, text_table_milliseconds(seconds));
    text_table_take(table, text_table_percent(share(path, seconds)));
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
    const GPtrArray *rows = timeline_rows_sort(collected);
    const guint n_shown = most > 0 ? MIN(most, rows->len) : rows->len;
    SimSum others = { 0, 0 };

    for (guint i = 0; i < rows->len; i++) {
        const TimelineRow *row = rows->pdata[i];
        if (i < n_shown)
            add_line(table, path, row->interval, row->site, sim_sum_value(row->value));
        else
            sim_sum_add_sum(&others, row->value);
    }
    if (n_shown < rows->len) {
        g_autofree char *name = g_strdup_printf("%u others", rows->len - n_shown);
        add_line(table, path, name, "", sim_sum_value(others));
    }
    add_line(table, path, "Total CPU", "", path->program[PATH_CPU]);
    add_line(table, path, "Total", "", path->length);
    text_table_write(table, out);
    g_string_append(out, "(* denotes less than 1%)\n");
}
