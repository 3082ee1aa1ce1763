/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/write/epa.h"

#include <string.h>

#include "src/base/number.h"

/* Places of nodes in the original's picture: rows of five. */
#define EPA_ROW    5
#define EPA_TOP    40
#define EPA_LEFT   80
#define EPA_ACROSS 80
#define EPA_DOWN   40

/* Columns never touch. */
static void
put_name(ReportSink *sink, const char *name)
{
    report_sink_printf(sink, strlen(name) < 10 ? "%10s" : " %s", name);
}

static void
put_number(ReportSink *sink, double number)
{
    char text[REPORT_NUMBER_SIZE];

    put_name(sink, report_number_exact(number, text));
}

static void
head(ReportSink *sink, gsize n, const char *what)
{
    report_sink_printf(sink, "%10" G_GSIZE_FORMAT, n);
    report_sink_printf(sink, " < %s >\n", what);
}

void
epa_graph(ReportSink *sink, guint n)
{
    report_sink_puts(sink, "Task_Graph <Identifies a Task Graph file >\n");
    head(sink, n, "Total Number of Nodes");
}

void
epa_node(ReportSink *sink, const char *name, double time, guint k, gsize successors,
         gsize predecessors)
{
    report_sink_printf(sink, "%10s", name);
    put_number(sink, time);
    put_number(sink, EPA_TOP + EPA_DOWN * (double)(k / EPA_ROW));
    put_number(sink, EPA_LEFT + EPA_ACROSS * (double)(k % EPA_ROW));
    put_number(sink, (double)successors);
    put_number(sink, (double)predecessors);
    report_sink_puts(sink, "\n");
}

void
epa_edges(ReportSink *sink, gsize n)
{
    head(sink, n, "Total Number of Edges");
}

void
epa_edge(ReportSink *sink, const char *from, const char *to, double delay)
{
    report_sink_printf(sink, "%10s", from);
    put_name(sink, to);
    put_number(sink, delay);
    report_sink_puts(sink, "\n");
}

void
epa_schedule(ReportSink *sink, gsize tasks, guint processors)
{
    report_sink_puts(sink, "Schedule < Identifies this as a schedule file >\n");
    head(sink, tasks, "Total Number of Tasks on All Processors");
    report_sink_printf(sink, "%10u", processors);
    report_sink_puts(sink, " 1.0 < Number of Processors, Transfer Rate >\n");
}

void
epa_processor(ReportSink *sink, gint64 number, guint tasks)
{
    report_sink_printf(sink, "%10" G_GINT64_FORMAT, number);
    report_sink_puts(sink, " < Processor# >\n");
    head(sink, tasks, "Number of Tasks on this processor");
}

void
epa_run(ReportSink *sink, const char *task, double start, double finish)
{
    report_sink_printf(sink, "%10s", task);
    put_number(sink, start);
    put_number(sink, finish);
    put_number(sink, 0);
    put_number(sink, 0);
    report_sink_puts(sink, "\n");
}
