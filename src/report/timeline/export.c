/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/timeline/export.h"

#include <string.h>

#include "src/report/timeline/items.h"

#define GZIP ".gz"

/* *gzip: it is to be compressed. */
static const TimelineFormat *
format_get(const char *path, gboolean *gzip, GError **error)
{
    static const struct {
        const char *suffix;
        const TimelineFormat *format;
    } formats[] = {
        { ".json", &timeline_chrome },
        { ".pftrace", &timeline_perfetto },
        { ".perfetto-trace", &timeline_perfetto },
        { ".paje", &timeline_paje },
        { ".prv", &timeline_paraver },
        { ".trace", &timeline_paje },
    };
    *gzip = g_str_has_suffix(path, GZIP);
    g_autofree char *name = g_strndup(path, strlen(path) - (*gzip ? strlen(GZIP) : 0));
    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++) {
        if (g_str_has_suffix(name, formats[i].suffix))
            return formats[i].format;
    }
    g_set_error(
        error, REPORT_ERROR, REPORT_ERROR_FORMAT,
        "'%s' is no timeline: .json (Chrome, Perfetto), .pftrace or .perfetto-trace (Perfetto), "
        ".paje or .trace (Pajé), .prv (Paraver), or one of these and " GZIP,
        path);
    return NULL;
}

gboolean
timeline_export_check(const char *path, GError **error)
{
    gboolean gzip;
    return format_get(path, &gzip, error) != NULL;
}

/* `path` without GZIP and its suffix, and with this one. */
static char *
sibling_path(const char *path, const TimelineSibling *sibling)
{
    gsize length = strlen(path) - (g_str_has_suffix(path, GZIP) ? strlen(GZIP) : 0);
    while (path[--length] != '.')
        ;
    return g_strdup_printf("%.*s%s", (int)length, path, sibling->suffix);
}

char **
timeline_export_siblings(const char *path)
{
    gboolean gzip;
    const TimelineFormat *format = format_get(path, &gzip, NULL);
    g_autoptr(GStrvBuilder) paths = g_strv_builder_new();
    const TimelineSibling *one = format != NULL ? format->siblings : NULL;
    for (; one != NULL && one->suffix != NULL; one++) {
        g_autofree char *beside = sibling_path(path, one);
        g_strv_builder_add(paths, beside);
    }
    return g_strv_builder_end(paths);
}

/* --- names ----------------------------------------------------------------------------------
 */

static char *
interval_name(const TimelineFormat *format, const Interval *interval)
{
    g_autoptr(GString) text = g_string_new(interval_type_name(interval->type));
    if (*interval->file != '\0')
        g_string_append_printf(text, " %s:%" G_GINT64_FORMAT, interval->file, interval->line);
    if (interval->has_expression)
        g_string_append_printf(text, " (%" G_GINT64_FORMAT ")", interval->expression);
    return format->string(text->str);
}

static char *
site_name(const TimelineFormat *format, const TimelineSite *site)
{
    g_autofree char *text =
        *site->file != '\0' ? g_strdup_printf("%s:%" G_GINT64_FORMAT, site->file, site->line)
                            : g_strdup("");
    return format->string(text);
}

static void
make_names(TimelineExport *e)
{
    const TimelineRun *p = e->run;
    guint32 n = timeline_n_sites(e->timeline);
    e->interval = g_new0(char *, p->n_intervals + 1);
    for (guint i = 0; i < p->n_intervals; i++)
        e->interval[i] = interval_name(e->format, &p->intervals[i]);
    e->site = g_new0(char *, n + 1);
    for (guint32 i = 0; i < n; i++)
        e->site[i] = site_name(e->format, timeline_site(e->timeline, i));
    e->program = e->format->string(p->program);
    e->machine = e->format->string(p->machine);
}

/* --- writing --------------------------------------------------------------------------------
 */

static void
export_clear(TimelineExport *e)
{
    report_timeline_rows_free(e->lanes);
    g_strfreev(e->interval);
    g_strfreev(e->site);
    g_free(e->program);
    g_free(e->machine);
    g_free(e->left);
    if (e->items != NULL)
        g_array_unref(e->items);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TimelineExport, export_clear)

static gboolean
fill(gpointer data, ReportSink *sink, G_GNUC_UNUSED GError **error)
{
    const TimelineExport *e = data;
    if (e->gzip)
        report_sink_compress(sink);
    e->format->write(e, sink);
    return TRUE;
}

typedef struct {
    const TimelineExport *export;
    const TimelineSibling *sibling;
} Beside;

static gboolean
fill_beside(gpointer data, ReportSink *sink, G_GNUC_UNUSED GError **error)
{
    const Beside *beside = data;
    beside->sibling->write(beside->export, sink);
    return TRUE;
}

static gboolean
write_siblings(const TimelineExport *e, const char *path, GError **error)
{
    const TimelineSibling *one = e->format->siblings;
    for (; one != NULL && one->suffix != NULL; one++) {
        Beside beside = { e, one };
        g_autofree char *file = sibling_path(path, one);
        if (!report_sink_to_file(fill_beside, &beside, file, error))
            return FALSE;
    }
    return TRUE;
}

TimelineRun
timeline_run_of(const Prediction *p)
{
    return (TimelineRun){
        .program = p->program != NULL ? p->program : p->trace_file,
        .machine = p->params->file,
        .processors = p->processors,
        .topology = &p->grid,
        .execution_time = p->execution_time,
        .intervals = p->intervals,
        .n_intervals = p->n_intervals,
        .ids = p->ids,
    };
}

gboolean
timeline_export_file(const TimelineRun *run, const Timeline *timeline,
                     const TimelineExportOptions *options, const char *path, char **left,
                     GError **error)
{
    gboolean gzip;
    const TimelineFormat *format = format_get(path, &gzip, error);
    if (format == NULL)
        return FALSE;
    const ReportTimelineChoice choice = { options->processors, TIMELINE_MOST_LANES, FALSE,
                                          G_MAXUINT64 };
    g_auto(TimelineExport) e = {
        .run = run,
        .timeline = timeline,
        .options = options,
        .format = format,
        .gzip = gzip,
        .lanes = report_timeline_rows_new(timeline, run->topology, &choice),
        .items = g_array_new(FALSE, FALSE, sizeof(TimelineItem)),
    };
    make_names(&e);
    g_autofree char *text = timeline_items_select(&e);
    e.left = text != NULL ? format->string(text) : NULL;
    if (!write_siblings(&e, path, error) || !report_sink_to_file(fill, &e, path, error))
        return FALSE;
    *left = g_steal_pointer(&text);
    return TRUE;
}
