/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/value/explain-tree.h"

static void
write_finding(const Finding *finding, ReportWriter *writer)
{
    const ReportWriterClass *notation = writer->notation;

    notation->begin_object(writer, "finding");
    notation->string(writer, "id", finding->id);
    notation->string(writer, "kind", finding_kind_name(finding->kind));
    report_writer_natural(writer, "interval", finding->interval);
    notation->string(writer, "file", finding->file);
    report_writer_integer(writer, "line", finding->line);
    notation->string(writer, "processors", finding->processors);
    report_writer_real(writer, "bound_seconds", finding->bound);
    report_writer_real(writer, "share", finding->share);
    notation->string(writer, "title", finding->title);
    notation->string(writer, "evidence", finding->evidence);
    notation->string(writer, "advice", finding->advice);
    notation->end(writer);
}

/* Seconds by kind, zeros included: always the same members. */
static void
write_program(const CriticalPath *path, ReportWriter *writer)
{
    writer->notation->begin_object(writer, "program");
    for (guint part = 0; part < N_PATH_PARTS; part++)
        report_writer_real(writer, path_part_name((PathPart)part), path->program[part]);
    writer->notation->end(writer);
}

/* Time of a processor, messages from one to another, or all messages whose pairs are not kept.
 */
static void
write_processors(const CriticalPath *path, ReportWriter *writer)
{
    writer->notation->begin_array(writer, "processors");
    for (guint i = 0; i < path->processors->len; i++) {
        const PathProcessor *p = &g_array_index(path->processors, PathProcessor, i);
        writer->notation->begin_object(writer, "path_processor");
        if (p->sender < 0) {
            writer->notation->null(writer, "sender");
            writer->notation->null(writer, "receiver");
        } else if (p->sender == p->receiver) {
            report_writer_integer(writer, "processor", p->sender);
        } else {
            report_writer_integer(writer, "sender", p->sender);
            report_writer_integer(writer, "receiver", p->receiver);
        }
        report_writer_real(writer, "seconds", p->seconds);
        writer->notation->end(writer);
    }
    writer->notation->end(writer);
}

static void
write_line(const Explanation *e, const PathLine *line, ReportWriter *writer)
{
    const TimelineSite *site = e->timeline != NULL && line->site < timeline_n_sites(e->timeline)
                                   ? timeline_site(e->timeline, line->site)
                                   : NULL;

    writer->notation->begin_object(writer, "path_line");
    report_writer_natural(writer, "interval", explanation_id(e, line->interval));
    writer->notation->string(writer, "file",
                             site != NULL && site->file != NULL ? site->file : "");
    report_writer_integer(writer, "line", site != NULL ? site->line : 0);
    report_writer_real(writer, "seconds", line->total);
    report_writer_real(writer, "slack", line->slack);
    writer->notation->end(writer);
}

static void
write_path(const Explanation *e, ReportWriter *writer)
{
    const CriticalPath *path = e->path;

    writer->notation->begin_object(writer, "critical_path");
    report_writer_real(writer, "length", path->length);
    write_program(path, writer);
    write_processors(path, writer);
    writer->notation->begin_array(writer, "lines");
    for (guint i = 0; i < path->lines->len; i++)
        write_line(e, &g_array_index(path->lines, PathLine, i), writer);
    writer->notation->end(writer);
    writer->notation->end(writer);
    report_writer_real(writer, "maximum_parallelism", path->maximum_parallelism);
    report_writer_real(writer, "parallelism", path->parallelism);
}

static void
write_fewer(const Explanation *explanation, ReportWriter *writer)
{
    writer->notation->begin_object(writer, "fewer_processors");
    report_writer_topology(writer, &explanation->fewer);
    report_writer_real(writer, "execution_time", explanation->fewer_time);
    writer->notation->end(writer);
}

void
explain_tree_write(const Explanation *explanation, ReportWriter *writer)
{
    writer->notation->begin_array(writer, "findings");
    for (guint i = 0; i < explanation->findings->len; i++)
        write_finding(g_ptr_array_index(explanation->findings, i), writer);
    writer->notation->end(writer);
    report_writer_real(writer, "together_seconds", explanation->together);
    report_writer_real(writer, "one_processor_seconds", explanation->serial_time);
    if (explanation->fewer.rank > 0)
        write_fewer(explanation, writer);
    if (explanation->path != NULL)
        write_path(explanation, writer);
}
