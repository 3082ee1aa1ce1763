/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/write/ips.h"

#include <math.h>
#include <string.h>

#include "src/base/clean.h"
#include "src/base/number.h"
#include "src/base/text-table.h"

#define BAR_WIDTH 40

/* Digits of the total of a column, and how many decimals they may take. */
#define DIGITS        6
#define MOST_DECIMALS 9

/* Digits of the least of the times that are compared. */
#define TIME_DIGITS 5

/* A row by name: names are without control characters. */
typedef struct {
    char *name, *site; /* owned; site NULL: there is one name only */
    SimSum value, calls;
} Row;

void
timeline_names_append_processor(const TimelineNames *names, gint64 processor, GString *out)
{
    int64_t index[RATER_MAX_RANK] = { processor };
    const int rank = names->grid != NULL ? names->grid->rank : 1;

    if (names->grid != NULL)
        rater_grid_index(names->grid, processor, index);
    for (int d = 0; d < rank; d++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, d == 0 ? "P(" : ",",
                               (gint64)index[d]);
    g_string_append_c(out, ')');
}

static char *
interval_name(const TimelineNames *names, guint32 interval)
{
    if (names->interval == NULL)
        return g_strdup_printf("interval %u", interval);
    g_autofree char *name = names->interval(interval, names->data);
    return report_clean_terminal(name, names->unicode);
}

static char *
site_name(const TimelineNames *names, guint32 site)
{
    if (site >= timeline_n_sites(names->timeline))
        return g_strdup("-");
    const TimelineSite *at = timeline_site(names->timeline, site);
    g_autofree char *name =
        g_strdup_printf("%s:%" G_GINT64_FORMAT, at->file != NULL ? at->file : "", at->line);
    return report_clean_terminal(name, names->unicode);
}

static void
row_free(gpointer data)
{
    Row *row = data;

    g_free(row->name);
    g_free(row->site);
    g_free(row);
}

static GPtrArray *
rows_new(void)
{
    return g_ptr_array_new_with_free_func(row_free);
}

/* Takes the names. */
static Row *
add_row(GPtrArray *rows, char *name, char *site, double value)
{
    Row *row = g_new0(Row, 1);

    row->name = name;
    row->site = site;
    sim_sum_add(&row->value, value);
    g_ptr_array_add(rows, row);
    return row;
}

/* Adds to the row of the same names; `known` finds it by them. Takes the names. */
static void
add_to_row(GPtrArray *rows, GHashTable *known, char *name, char *site, double value,
           double calls)
{
    g_autofree char *key = g_strconcat(name, "\n", site, NULL);
    Row *row = g_hash_table_lookup(known, key);

    if (row == NULL) {
        row = add_row(rows, name, site, value);
        g_hash_table_insert(known, g_steal_pointer(&key), row);
    } else {
        sim_sum_add(&row->value, value);
        g_free(name);
        g_free(site);
    }
    sim_sum_add(&row->calls, calls);
}

static gint
compare_sums(SimSum a, SimSum b)
{
    const double x = sim_sum_value(a), y = sim_sum_value(b);

    return ORDER(y, x);
}

/* The largest value first, then by calls and names. */
static gint
compare_rows(gconstpointer a, gconstpointer b)
{
    const Row *x = *(Row *const *)a, *y = *(Row *const *)b;

    return compare_sums(x->value, y->value) ?: compare_sums(x->calls, y->calls) ?:
           strcmp(x->name, y->name) ?: g_strcmp0(x->site, y->site);
}

/* The sum of the rows from `first` on; takes the name. */
static Row *
sum_rows(const GPtrArray *rows, guint first, char *name)
{
    Row *sum = g_new0(Row, 1);

    sum->name = name;
    sum->site = g_strdup("");
    for (guint i = first; i < rows->len; i++) {
        const Row *row = rows->pdata[i];
        sim_sum_add_sum(&sum->value, row->value);
        sim_sum_add_sum(&sum->calls, row->calls);
    }
    return sum;
}

/* The rows from number `most` on become one. */
static void
fold_rows(GPtrArray *rows, guint most)
{
    if (most == 0 || most >= rows->len)
        return;
    Row *others = sum_rows(rows, most, g_strdup_printf("%u others", rows->len - most));
    g_ptr_array_set_size(rows, (gint)most);
    g_ptr_array_add(rows, others);
}

/* A line for each row: its name, its site where there are four titles, a cell of `cells`, and
 * its share of `all`. */
static void
write_rows(const GPtrArray *rows, const char *const titles[], char *const cells[], double all,
           GString *out)
{
    const guint n_titles = g_strv_length((char **)titles);
    g_autoptr(TextTable) table = text_table_new(n_titles, n_titles - 2);

    for (guint i = 0; i < n_titles; i++)
        text_table_add(table, titles[i]);
    for (guint i = 0; i < rows->len; i++) {
        const Row *row = rows->pdata[i];
        text_table_add(table, row->name);
        if (n_titles > 3)
            text_table_add(table, row->site);
        text_table_add(table, cells[i]);
        text_table_take(table, text_table_percent(sim_sum_value(row->value) / all));
    }
    text_table_write(table, out);
}

/* How times that are compared are written. */
typedef struct {
    const char *name;
    double unit; /* seconds */
    int decimals;
} Times;

/* They have the unit of the least of them: large numbers read better than zeros behind a point.
 * What is a millionth of the largest is nothing beside it. */
static Times
times_of(const double seconds[], guint n)
{
    double largest = 0, least = 0;
    Times times;

    for (guint i = 0; i < n; i++)
        largest = isfinite(seconds[i]) ? MAX(largest, seconds[i]) : largest;
    for (guint i = 0; i < n; i++)
        if (seconds[i] > 1e-6 * largest && (least == 0 || seconds[i] < least))
            least = seconds[i];
    times.name = report_number_unit(least, &times.unit);
    times.decimals = report_number_decimals(least / times.unit, TIME_DIGITS);
    return times;
}

static char *
format_time(const Times *times, double seconds)
{
    char buffer[REPORT_NUMBER_SIZE];

    return g_strdup(
        report_number_fixed(seconds / times->unit, seconds == 0 ? 0 : times->decimals, buffer));
}

static char *
format_metric(Metric metric, double value, const Times *times)
{
    char buffer[REPORT_NUMBER_SIZE];

    switch (metric_info(metric)->unit) {
    case METRIC_COUNT:
        return text_table_count(value);
    case METRIC_SECONDS:
        return format_time(times, value);
    case METRIC_RATIO:
        return text_table_ratio(value);
    default:
        return g_strdup(report_number_short(value, buffer));
    }
}

/* The metric of one table row, or column: its label with a unit, then its cells. */
typedef struct {
    char *label;
    GPtrArray *cells;
} MetricCells;

static void
metric_cells_clear(MetricCells *of)
{
    g_free(of->label);
    g_clear_pointer(&of->cells, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(MetricCells, metric_cells_clear)

static MetricCells
metric_cells(Metric metric, const Metrics columns[], guint n)
{
    const MetricInfo *info = metric_info(metric);
    g_autofree double *values = g_new(double, n);
    MetricCells of = { .cells = g_ptr_array_new_with_free_func(g_free) };

    for (guint i = 0; i < n; i++)
        values[i] = columns[i].value[metric];
    const Times times = times_of(values, n);
    for (guint i = 0; i < n; i++)
        g_ptr_array_add(of.cells, format_metric(metric, values[i], &times));
    of.label = info->unit == METRIC_SECONDS ? g_strdup_printf("%s(%s)", info->label, times.name)
                                            : g_strdup(info->label);
    return of;
}

/* A row for each metric of the level: label and a cell for each of the numbers of its scopes.
 * What is compared stands in a row, so each has a unit of its own. */
static void
add_metrics(TextTable *rows, const MetricsTable *table, MetricsLevel level, guint n,
            const gint64 numbers[])
{
    g_autofree Metrics *columns = g_new(Metrics, n);

    for (guint i = 0; i < n; i++)
        columns[i] = metrics_get(table, level, numbers[i]);
    for (Metric metric = 0; metric < N_METRICS; metric++) {
        if ((metric_info(metric)->levels & level) == 0)
            continue;
        g_auto(MetricCells) row = metric_cells(metric, columns, n);
        text_table_take(rows, g_strconcat(row.label, ":", NULL));
        for (guint i = 0; i < n; i++)
            text_table_add(rows, row.cells->pdata[i]);
    }
}

void
metrics_text_program(const MetricsTable *table, GString *out)
{
    const gint64 all = 0;
    g_autoptr(TextTable) rows = text_table_new(2, 1);

    add_metrics(rows, table, METRICS_PROGRAM, 1, &all);
    g_string_append(out, "Metrics for Program Level\n");
    text_table_write(rows, out);
}

void
metrics_text_machines(const MetricsTable *table, guint most, GString *out)
{
    const gint64 n_all = metrics_machines(table);
    const guint n = (guint)MIN(n_all, (gint64)most);
    g_autoptr(TextTable) rows = text_table_new(n + 1, 1);
    g_autofree gint64 *numbers = g_new(gint64, n);

    text_table_add(rows, "Metrics");
    for (guint i = 0; i < n; i++) {
        numbers[i] = i;
        text_table_take(rows, g_strdup_printf("Machine %u", i));
    }
    add_metrics(rows, table, METRICS_MACHINE, n, numbers);
    text_table_write(rows, out);
    if (n < n_all)
        g_string_append_printf(out, "(%u of %" G_GINT64_FORMAT " machines)\n", n, n_all);
}

void
metrics_text_processors(const MetricsTable *table, const TimelineNames *names, guint most,
                        GString *out)
{
    g_autoptr(GArray) numbers = metrics_processors(table, most);
    const gint64 *number = (const gint64 *)(gconstpointer)numbers->data;
    const gint64 n_all = timeline_processors(names->timeline);
    g_autoptr(TextTable) rows = text_table_new(numbers->len + 1, 1);
    g_autoptr(GString) name = g_string_new(NULL);

    text_table_add(rows, "Metrics");
    for (guint i = 0; i < numbers->len; i++) {
        g_string_truncate(name, 0);
        timeline_names_append_processor(names, number[i], name);
        text_table_add(rows, name->str);
    }
    add_metrics(rows, table, METRICS_PROCESSOR, numbers->len, number);
    text_table_write(rows, out);
    if (numbers->len < n_all)
        g_string_append_printf(out, "(%u of %" G_GINT64_FORMAT " processors)\n", numbers->len,
                               n_all);
}

void
metrics_text_profile(const MetricsTable *table, const TimelineNames *names, gint64 processor,
                     MetricsLevel level, guint most, GString *out)
{
    static const char *const titles[] = { "Interval Name", "Line", "Counter", "Time(%)", NULL };
    static const char *const short_titles[] = { "Interval Name", "Counter", "Time(%)", NULL };
    const gboolean by_line = level == METRICS_CALL;
    g_autoptr(GArray) profile = metrics_profile(table, processor, level);
    g_autoptr(GPtrArray) rows = rows_new();
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) counts = g_ptr_array_new_with_free_func(g_free);

    for (guint i = 0; i < profile->len; i++) {
        const MetricsProfile *one = &g_array_index(profile, MetricsProfile, i);
        add_to_row(rows, known, interval_name(names, one->interval),
                   by_line ? site_name(names, one->site) : NULL, one->cpu, one->calls);
    }
    g_ptr_array_sort(rows, compare_rows);
    Row *total = sum_rows(rows, 0, g_strdup("Total"));
    fold_rows(rows, most);
    g_ptr_array_add(rows, total);
    for (guint i = 0; i < rows->len; i++)
        g_ptr_array_add(counts,
                        text_table_count(sim_sum_value(((Row *)rows->pdata[i])->calls)));
    write_rows(rows, by_line ? titles : short_titles, (char **)counts->pdata,
               sim_sum_value(total->value), out);
    g_string_append(out, "(* denotes less than 1%)\n");
}

/* What is not nothing shows. */
static char *
make_bar(double value, double largest)
{
    if (!(value > 0) || !isfinite(value))
        return g_strdup("");
    return g_strnfill((gsize)MAX(lround(value / largest * BAR_WIDTH), 1), '#');
}

void
metrics_text_histogram(const MetricsTable *table, Metric metric, guint n_bins, GString *out)
{
    g_autoptr(GArray) bins = metrics_histogram(table, n_bins);
    const Metrics *bin = (const Metrics *)(gconstpointer)bins->data;
    g_auto(MetricCells) column = metric_cells(metric, bin, bins->len);
    g_autoptr(TextTable) rows = text_table_new(3, 0);
    const double width = bins->len > 0 ? bin[0].value[METRIC_TIME] : 0;
    const Times times = times_of(&width, 1);
    double largest = 0;

    for (guint i = 0; i < bins->len; i++)
        if (isfinite(bin[i].value[metric]))
            largest = MAX(largest, bin[i].value[metric]);
    text_table_set_left(rows, 2);
    text_table_take(rows, g_strdup_printf("From(%s)", times.name));
    text_table_add(rows, column.label);
    text_table_add(rows, "");
    for (guint i = 0; i < bins->len; i++) {
        text_table_take(rows, format_time(&times, i * width));
        text_table_add(rows, column.cells->pdata[i]);
        text_table_take(rows, make_bar(bin[i].value[metric], largest));
    }
    text_table_write(rows, out);
}

/* Units of `unit` seconds for each of n cells, which add up to `total` units. */
static void
share_units(const double seconds[], guint n, double unit, gint64 total, gint64 units[])
{
    g_autofree double *remainder = g_new(double, n);
    gint64 left = total;

    for (guint i = 0; i < n; i++) {
        units[i] = (gint64)floor(seconds[i] / unit);
        remainder[i] = seconds[i] / unit - floor(seconds[i] / unit);
        left -= units[i];
    }
    for (guint k = 0; k < n && left > 0; k++, left--) {
        guint largest = 0;
        for (guint i = 1; i < n; i++)
            if (remainder[i] > remainder[largest])
                largest = i;
        units[largest]++;
        remainder[largest] = -1;
    }
}

static gboolean
all_end_in_zero(const gint64 units[], guint n)
{
    for (guint i = 0; i < n; i++)
        if (units[i] % 10 != 0)
            return FALSE;
    return TRUE;
}

static char *
format_units(gint64 units, int decimals)
{
    gint64 one = 1;

    for (int i = 0; i < decimals; i++)
        one *= 10;
    if (decimals == 0)
        return g_strdup_printf("%" G_GINT64_FORMAT, units);
    return g_strdup_printf("%" G_GINT64_FORMAT ".%0*" G_GINT64_FORMAT, units / one, decimals,
                           units % one);
}

char **
critical_path_column(double total, const double seconds[], guint n, guint n_parts,
                     const char **name)
{
    const guint n_all = n + n_parts;
    double size;
    char **texts = g_new0(char *, n_all + 2), buffer[REPORT_NUMBER_SIZE];
    g_autofree gint64 *units = g_new(gint64, n_all + 1);

    *name = report_number_unit(total, &size);
    const int digits = total > 0 ? (int)floor(log10(total / size)) + 1 : 0;
    int decimals = CLAMP(DIGITS - digits, 0, MOST_DECIMALS);
    if (!(total > 0) || digits > 15 || digits < DIGITS - MOST_DECIMALS) {
        /* Each by itself: a total of no or of too many digits. */
        for (guint i = 0; i <= n_all; i++)
            texts[i] =
                g_strdup(report_number_short((i < n_all ? seconds[i] : total) / size, buffer));
        return texts;
    }
    const double unit = size * pow(10, -decimals);
    units[n_all] = llround(total / unit);
    share_units(seconds, n, unit, units[n_all], units);
    for (guint i = n; i < n_all; i++)
        units[i] = llround(seconds[i] / unit);
    for (; decimals > 0 && all_end_in_zero(units, n_all + 1); decimals--)
        for (guint i = 0; i <= n_all; i++)
            units[i] /= 10;
    for (guint i = 0; i <= n_all; i++)
        texts[i] = format_units(units[i], decimals);
    return texts;
}

/* The rows below the titles: `first`, `second` unless it is NULL, that of times, `last`. The
 * last `n_parts` rows do not count, and all others add up to the path. */
static void
write_path(const CriticalPath *path, GPtrArray *rows, guint n_parts, const char *first,
           const char *second, const char *last, GString *out)
{
    g_autofree double *seconds = g_new(double, rows->len);
    const char *unit;

    for (guint i = 0; i < rows->len; i++)
        seconds[i] = sim_sum_value(((Row *)rows->pdata[i])->value);
    g_auto(GStrv) times =
        critical_path_column(path->length, seconds, rows->len - n_parts, n_parts, &unit);
    g_autofree char *time = g_strdup_printf("Time(%s)", unit);
    const char *const two[] = { first, time, last, NULL };
    const char *const three[] = { first, second, time, last, NULL };
    add_row(rows, g_strdup("Total"), g_strdup(""), path->length);
    write_rows(rows, second != NULL ? three : two, times,
               path->length > 0 ? path->length : INFINITY, out);
}

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

void
critical_path_text_program(const CriticalPath *path, GString *out)
{
    g_autofree char *most = text_table_ratio(path->maximum_parallelism);
    g_autofree char *reached = text_table_ratio(path->parallelism);
    g_autoptr(GPtrArray) rows = rows_new();

    for (PathPart part = 0; part < N_PATH_PARTS; part++)
        if (path->program[part] > 0)
            add_row(rows, g_strdup(part_label(part)), NULL, path->program[part]);
    write_path(path, rows, 0, "Entry Name", NULL, "%", out);
    if (critical_path_is_delayed(path))
        g_string_append_printf(out, "Maximum Parallelism: %s\n", most);
    g_string_append_printf(out, "Parallelism: %s\n", reached);
}

static char *
entry_name(const PathProcessor *row, const TimelineNames *names)
{
    GString *out = g_string_new(NULL);

    if (row->sender < 0) {
        g_string_append(out, "Collective Msg");
        return g_string_free(out, FALSE);
    }
    timeline_names_append_processor(names, row->sender, out);
    if (row->sender != row->receiver) {
        g_string_append(out, "->");
        timeline_names_append_processor(names, row->receiver, out);
    }
    g_string_append_printf(out, " %s",
                           row->part >= PATH_COMMUNICATION ? "Msg" : part_label(row->part));
    return g_string_free(out, FALSE);
}

void
critical_path_text_processors(const CriticalPath *path, const TimelineNames *names, guint most,
                              GString *out)
{
    const int rank = names->grid != NULL ? names->grid->rank : 1;
    g_autoptr(GPtrArray) rows = rows_new();

    for (guint i = 0; i < path->processors->len; i++) {
        const PathProcessor *row = &g_array_index(path->processors, PathProcessor, i);
        add_row(rows, entry_name(row, names), NULL, row->seconds);
    }
    fold_rows(rows, most);
    write_path(path, rows, 0, "Entry Name", NULL, "%", out);
    g_string_append(out, rank == 1   ? "(P(i) denotes processor i"
                         : rank == 2 ? "(P(i,j) denotes processor i,j of the grid"
                                     : "(P(i,j,..) denotes processor i,j,.. of the grid");
    g_string_append(out, ", * denotes less than 1%)\n");
}

/* Lines on the path come first. */
void
critical_path_text_lines(const CriticalPath *path, const TimelineNames *names, guint most,
                         GString *out)
{
    g_autoptr(GPtrArray) rows = rows_new();
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (guint i = 0; i < path->lines->len; i++) {
        const PathLine *line = &g_array_index(path->lines, PathLine, i);
        if (line->total > 0)
            add_to_row(rows, known, interval_name(names, line->interval),
                       site_name(names, line->site), line->total, 0);
    }
    g_ptr_array_sort(rows, compare_rows);
    fold_rows(rows, most);
    add_row(rows, g_strdup("Total CPU"), g_strdup(""), path->program[PATH_CPU]);
    write_path(path, rows, 1, "Interval Name", "Line", "Time(%)", out);
    g_string_append(out, "(* denotes less than 1%)\n");
}
