/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * XML of the same shape as the JSON: a member of an object is an element with its name, an
 * array holds one element for each item, a null is left out (templates/report.rng).
 */
#include <libxml/xmlwriter.h>

#include "src/base/clean.h"
#include "src/report/value/formats.h"
#include "src/report/value/writer.h"

typedef struct {
    ReportWriter base;
    xmlTextWriter *out;
} XmlWriter;

G_DEFINE_AUTOPTR_CLEANUP_FUNC(xmlTextWriter, xmlFreeTextWriter)

static void
xml_begin(ReportWriter *writer, const char *name)
{
    XmlWriter *xml = (XmlWriter *)writer;

    xmlTextWriterStartElement(xml->out, BAD_CAST name);
}

static void
xml_end(ReportWriter *writer)
{
    XmlWriter *xml = (XmlWriter *)writer;

    xmlTextWriterEndElement(xml->out);
}

static void
xml_literal(ReportWriter *writer, const char *name, const char *text)
{
    XmlWriter *xml = (XmlWriter *)writer;

    xmlTextWriterWriteElement(xml->out, BAD_CAST name, BAD_CAST text);
}

static void
xml_string(ReportWriter *writer, const char *name, const char *text)
{
    g_autofree char *clean = report_clean_xml(text);

    xml_literal(writer, name, clean);
}

static void
xml_null(ReportWriter *writer G_GNUC_UNUSED, const char *name G_GNUC_UNUSED)
{
}

static void
xml_piece(ReportWriter *writer, const char *text, gsize len)
{
    XmlWriter *xml = (XmlWriter *)writer;

    if (text != NULL)
        xmlTextWriterWriteRawLen(xml->out, BAD_CAST text, (int)len);
    else
        xmlTextWriterEndElement(xml->out);
}

static const ReportWriterClass xml_notation = {
    xml_begin, xml_begin, xml_end, xml_literal, xml_string, xml_null, xml_begin, xml_piece,
};

/* The sink remembers a failed write; libxml2 need not hear of it. */
static int
write_bytes(void *sink, const char *bytes, int len)
{
    report_sink_write(sink, bytes, (gsize)len);
    return len;
}

/* NULL when there is no memory. */
static xmlTextWriter *
open_writer(ReportSink *sink)
{
    xmlOutputBuffer *buffer = xmlOutputBufferCreateIO(write_bytes, NULL, sink, NULL);
    xmlTextWriter *out =
        buffer != NULL ? xmlNewTextWriter(buffer) : NULL; /* takes the buffer */

    if (out == NULL && buffer != NULL)
        xmlOutputBufferClose(buffer);
    return out;
}

gboolean
report_xml_write(const Prediction *prediction, const ReportOptions *options, ReportSink *sink,
                 GError **error)
{
    g_autoptr(xmlTextWriter) out = open_writer(sink);

    if (out == NULL) {
        g_set_error(error, REPORT_ERROR, REPORT_ERROR_WRITE, "error: no memory to write XML");
        return FALSE;
    }
    XmlWriter xml = { { &xml_notation }, out };
    xmlTextWriterSetIndent(out, 1);
    xmlTextWriterStartDocument(out, "1.0", "UTF-8", NULL);
    report_tree_write(prediction, options, &xml.base, sink);
    if (xmlTextWriterEndDocument(out) < 0 || xmlTextWriterFlush(out) < 0) {
        g_set_error(error, REPORT_ERROR, REPORT_ERROR_WRITE, "error: XML cannot be written");
        return FALSE;
    }
    return TRUE;
}
