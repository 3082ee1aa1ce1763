/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "tests/bench/bench-table.h"

#include <json-glib/json-glib.h>
#include <stdio.h>

typedef struct {
    char *id;
    char *title;
    GPtrArray *rows; /* of BenchRow, owned */
} Section;

struct _BenchTable {
    GPtrArray *sections; /* of Section, owned */
    guint n_printed;     /* rows of the last section */
};

static void
row_free(gpointer data)
{
    BenchRow *row = data;
    g_free(row->id);
    g_free(row->what);
    g_free(row->reference);
    g_free(row->note);
    g_free(row);
}

static void
section_free(gpointer data)
{
    Section *section = data;
    g_free(section->id);
    g_free(section->title);
    g_ptr_array_unref(section->rows);
    g_free(section);
}

BenchTable *
bench_table_new(void)
{
    BenchTable *table = g_new0(BenchTable, 1);
    table->sections = g_ptr_array_new_with_free_func(section_free);
    return table;
}

void
bench_table_free(BenchTable *table)
{
    if (table == NULL)
        return;
    g_ptr_array_unref(table->sections);
    g_free(table);
}

static Section *
last_section(const BenchTable *table)
{
    g_assert(table->sections->len > 0);
    return g_ptr_array_index(table->sections, table->sections->len - 1);
}

void
bench_table_section(BenchTable *table, const char *id, const char *format, ...)
{
    Section *section = g_new0(Section, 1);
    va_list args;
    va_start(args, format);
    section->title = g_strdup_vprintf(format, args);
    va_end(args);
    section->id = g_strdup(id);
    section->rows = g_ptr_array_new_with_free_func(row_free);
    g_ptr_array_add(table->sections, section);
    table->n_printed = 0;
}

static BenchRow *
add_row(BenchTable *table, const char *id)
{
    BenchRow *row = g_new0(BenchRow, 1);
    row->id = g_strdup(id);
    g_ptr_array_add(last_section(table)->rows, row);
    return row;
}

BenchRow *
bench_table_job(BenchTable *table, const char *id, const BenchJob *job)
{
    BenchRow *row = add_row(table, id);
    BenchStatistics of = bench_job_statistics(job);
    row->what = g_strdup(job->what);
    row->unit = BENCH_SECONDS;
    row->value = of.median;
    row->least = of.least;
    row->most = of.most;
    row->spread = of.spread;
    row->rounds = of.n;
    return row;
}

BenchRow *
bench_table_value(BenchTable *table, const char *id, BenchUnit unit, double value,
                  const char *format, ...)
{
    BenchRow *row = add_row(table, id);
    va_list args;
    va_start(args, format);
    row->what = g_strdup_vprintf(format, args);
    va_end(args);
    row->unit = unit;
    row->value = row->least = row->most = value;
    return row;
}

void
bench_row_ratio(BenchRow *row, double ratio, const char *reference)
{
    row->ratio = ratio;
    g_free(row->reference);
    row->reference = g_strdup(reference);
}

void
bench_row_goal(BenchRow *row, BenchGoal goal, double bound)
{
    row->goal = goal;
    row->bound = bound;
}

void
bench_row_note(BenchRow *row, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_free(row->note);
    row->note = g_strdup_vprintf(format, args);
    va_end(args);
}

gboolean
bench_row_met(const BenchRow *row)
{
    double value = row->reference != NULL ? row->ratio : row->value;
    switch (row->goal) {
    case BENCH_AT_MOST:
        return value <= row->bound;
    case BENCH_AT_LEAST:
        return value >= row->bound;
    case BENCH_NO_GOAL:
        break;
    }
    return TRUE;
}

char *
bench_format(BenchUnit unit, double value)
{
    static const char *const seconds[] = { "s", "ms", "us", "ns" };
    static const char *const bytes[] = { "B", "kB", "MB", "GB" };
    static const char *const rates[] = { "/s", " k/s", " M/s", " G/s", " T/s" };
    guint i = 0;
    switch (unit) {
    case BENCH_SECONDS:
        for (; value < 1 && i < G_N_ELEMENTS(seconds) - 1; i++)
            value *= 1000;
        return g_strdup_printf("%.3g %s", value, seconds[i]);
    case BENCH_BYTES:
        for (; value >= 1000 && i < G_N_ELEMENTS(bytes) - 1; i++)
            value /= 1000;
        return g_strdup_printf("%.3g %s", value, bytes[i]);
    case BENCH_PER_SECOND:
        for (; value >= 1000 && i < G_N_ELEMENTS(rates) - 1; i++)
            value /= 1000;
        return g_strdup_printf("%.3g%s", value, rates[i]);
    case BENCH_COUNT:
        break;
    }
    return g_strdup_printf("%.0f", value);
}

static char *
format_goal(const BenchRow *row)
{
    const char *sign = row->goal == BENCH_AT_MOST ? "<=" : ">=";
    if (row->goal == BENCH_NO_GOAL)
        return g_strdup("");
    if (row->reference != NULL)
        return g_strdup_printf("%s %.3g", sign, row->bound);
    g_autofree char *bound = bench_format(row->unit, row->bound);
    return g_strdup_printf("%s %s", sign, bound);
}

static void
print_row(const BenchRow *row)
{
    g_autofree char *value = bench_format(row->unit, row->value);
    g_autofree char *goal = format_goal(row);
    g_autofree char *ratio =
        row->reference != NULL ? g_strdup_printf("%.3g", row->ratio) : g_strdup("");
    g_autofree char *spread =
        row->rounds > 1 ? g_strdup_printf("%.0f %%", 100 * row->spread) : g_strdup("");
    g_autoptr(GString) notes = g_string_new(NULL);
    if (row->reference != NULL)
        g_string_append_printf(notes, "x %s", row->reference);
    if (row->note != NULL)
        g_string_append_printf(notes, "%s%s", notes->len > 0 ? "; " : "", row->note);
    printf("  %-44s %10s %7s %8s %12s %-4s %s\n", row->what, value, spread, ratio, goal,
           row->goal == BENCH_NO_GOAL ? ""
           : bench_row_met(row)       ? "yes"
                                      : "NO",
           notes->str);
}

void
bench_table_print(BenchTable *table)
{
    const Section *section = last_section(table);
    if (table->n_printed == 0) {
        printf("\n%s: %s\n", section->id, section->title);
        printf("  %-44s %10s %7s %8s %12s %s\n", "", "median", "spread", "ratio", "goal",
               "met");
    }
    for (; table->n_printed < section->rows->len; table->n_printed++)
        print_row(g_ptr_array_index(section->rows, table->n_printed));
    fflush(stdout);
}

static void
add_string(JsonBuilder *builder, const char *name, const char *value)
{
    json_builder_set_member_name(builder, name);
    json_builder_add_string_value(builder, value);
}

static void
add_double(JsonBuilder *builder, const char *name, double value)
{
    json_builder_set_member_name(builder, name);
    json_builder_add_double_value(builder, value);
}

static void
add_count(JsonBuilder *builder, const char *name, gint64 value)
{
    json_builder_set_member_name(builder, name);
    json_builder_add_int_value(builder, value);
}

static void
add_boolean(JsonBuilder *builder, const char *name, gboolean value)
{
    json_builder_set_member_name(builder, name);
    json_builder_add_boolean_value(builder, value);
}

static void
add_json_row(JsonBuilder *builder, const BenchRow *row)
{
    static const char *const units[] = { "s", "B", "1/s", "1" };
    json_builder_begin_object(builder);
    add_string(builder, "id", row->id);
    add_string(builder, "what", row->what);
    add_string(builder, "unit", units[row->unit]);
    add_double(builder, "value", row->value);
    if (row->rounds > 0) {
        add_double(builder, "least", row->least);
        add_double(builder, "most", row->most);
        add_double(builder, "spread", row->spread);
        add_count(builder, "rounds", row->rounds);
    }
    if (row->reference != NULL) {
        add_double(builder, "ratio", row->ratio);
        add_string(builder, "reference", row->reference);
    }
    if (row->goal != BENCH_NO_GOAL) {
        add_double(builder, row->goal == BENCH_AT_MOST ? "at_most" : "at_least", row->bound);
        add_boolean(builder, "met", bench_row_met(row));
    }
    if (row->note != NULL)
        add_string(builder, "note", row->note);
    json_builder_end_object(builder);
}

static void
add_json_machine(JsonBuilder *builder, const double loads[2])
{
    json_builder_set_member_name(builder, "machine");
    json_builder_begin_object(builder);
    add_count(builder, "processors", g_get_num_processors());
    add_double(builder, "load_before", loads[0]);
    add_double(builder, "load_after", loads[1]);
    add_string(builder, "compiler", __VERSION__);
    json_builder_end_object(builder);
}

gboolean
bench_table_write(const BenchTable *table, const char *path, const double loads[2],
                  gboolean quick, GError **error)
{
    g_autoptr(JsonBuilder) builder = json_builder_new();
    json_builder_begin_object(builder);
    add_string(builder, "format", "predictor-bench");
    add_count(builder, "version", 1);
    add_string(builder, "program_version", PACKAGE_VERSION);
    add_boolean(builder, "quick", quick);
    add_json_machine(builder, loads);
    json_builder_set_member_name(builder, "sections");
    json_builder_begin_array(builder);
    for (guint i = 0; i < table->sections->len; i++) {
        const Section *section = g_ptr_array_index(table->sections, i);
        json_builder_begin_object(builder);
        add_string(builder, "id", section->id);
        add_string(builder, "title", section->title);
        json_builder_set_member_name(builder, "rows");
        json_builder_begin_array(builder);
        for (guint j = 0; j < section->rows->len; j++)
            add_json_row(builder, g_ptr_array_index(section->rows, j));
        json_builder_end_array(builder);
        json_builder_end_object(builder);
    }
    json_builder_end_array(builder);
    json_builder_end_object(builder);

    g_autoptr(JsonGenerator) generator = json_generator_new();
    g_autoptr(JsonNode) root = json_builder_get_root(builder);
    json_generator_set_root(generator, root);
    json_generator_set_pretty(generator, TRUE);
    return json_generator_to_file(generator, path, error);
}
