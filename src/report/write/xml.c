/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * XML of the same shape as the JSON: a member of an object is an element with its name, an
 * array holds one element for each item, a null is left out (templates/report.rng).
 */
#include <libxml/xmlwriter.h>

#include "src/base/clean.h"
#include "src/report/value/report.h"
#include "src/report/view/report-view.h"
#include "src/report/write/notation.h"

typedef struct {
    Notation base;
    xmlTextWriter *out;
} XmlWriter;

G_DEFINE_AUTOPTR_CLEANUP_FUNC(xmlTextWriter, xmlFreeTextWriter)

static void
xml_begin_pieces(Notation *notation, const char *name)
{
    XmlWriter *xml = (XmlWriter *)notation;

    xmlTextWriterStartElement(xml->out, BAD_CAST name);
}

static void
xml_begin(Notation *notation, const char *name, gboolean array G_GNUC_UNUSED)
{
    xml_begin_pieces(notation, name);
}

static void
xml_end(Notation *notation)
{
    XmlWriter *xml = (XmlWriter *)notation;

    xmlTextWriterEndElement(xml->out);
}

static void
xml_literal(Notation *notation, const char *name, const char *text)
{
    XmlWriter *xml = (XmlWriter *)notation;

    xmlTextWriterWriteElement(xml->out, BAD_CAST name, BAD_CAST text);
}

static void
xml_string(Notation *notation, const char *name, const char *text)
{
    g_autofree char *clean = report_clean_xml(text);

    xml_literal(notation, name, clean);
}

static void
xml_piece(Notation *notation, const char *text)
{
    XmlWriter *xml = (XmlWriter *)notation;
    g_autofree char *clean = text != NULL ? report_clean_xml(text) : NULL;

    if (clean != NULL)
        xmlTextWriterWriteString(xml->out, BAD_CAST clean);
    else
        xmlTextWriterEndElement(xml->out);
}

static const NotationClass xml_class = {
    xml_begin, xml_end, xml_literal, xml_string, NULL, xml_begin_pieces, xml_piece,
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
xml_write(const ValueNode *root, const char *name, ReportSink *sink, GError **error)
{
    g_autoptr(xmlTextWriter) out = open_writer(sink);

    if (out == NULL) {
        g_set_error(error, REPORT_ERROR, REPORT_ERROR_WRITE, "error: no memory to write XML");
        return FALSE;
    }
    XmlWriter xml = { { &xml_class, sink }, out };
    xmlTextWriterSetIndent(out, 1);
    xmlTextWriterStartDocument(out, "1.0", "UTF-8", NULL);
    notation_write(&xml.base, name, root);
    if (xmlTextWriterEndDocument(out) < 0 || xmlTextWriterFlush(out) < 0) {
        g_set_error(error, REPORT_ERROR, REPORT_ERROR_WRITE, "error: XML cannot be written");
        return FALSE;
    }
    return TRUE;
}

gboolean
report_xml_write(gpointer data, ReportSink *sink, GError **error)
{
    const Report *report = data;
    g_autoptr(ReportView) view = report_view_new(report->prediction, report->options, FALSE);
    const ValueNode root = report_view_root(view);

    return xml_write(&root, "predictor-report", sink, error);
}
