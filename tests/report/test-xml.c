/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * XML holds what the JSON holds under the same names, and is valid by templates/report.rng.
 */
#include <json-glib/json-glib.h>
#include <libxml/parser.h>
#include <libxml/relaxng.h>
#include <string.h>

#include "tests/report/builder.h"
#include "tests/report/check.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC(xmlDoc, xmlFreeDoc)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(xmlRelaxNG, xmlRelaxNGFree)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(xmlRelaxNGParserCtxt, xmlRelaxNGFreeParserCtxt)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(xmlRelaxNGValidCtxt, xmlRelaxNGFreeValidCtxt)

static JsonNode *
render_json(const Prediction *prediction, const ReportOptions *options)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(JsonParser) parser = json_parser_new();
    gsize len;
    g_autofree char *text = builder_render(prediction, options, "json", &len, &error);

    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_TRUE(g_utf8_validate(text, (gssize)len, NULL));
    CU_ASSERT_TRUE(json_parser_load_from_data(parser, text, (gssize)len, &error));
    CU_ASSERT_PTR_NULL_FATAL(error);
    return json_parser_steal_root(parser);
}

static xmlDoc *
render_xml(const Prediction *prediction, const ReportOptions *options)
{
    g_autoptr(GError) error = NULL;
    gsize len;
    g_autofree char *text = builder_render(prediction, options, "xml", &len, &error);

    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    xmlDoc *doc =
        xmlReadMemory(text, (int)len, "report.xml", NULL, XML_PARSE_NONET | XML_PARSE_NOBLANKS);
    CU_ASSERT_PTR_NOT_NULL_FATAL(doc);
    return doc;
}

static void
be_silent(void *data G_GNUC_UNUSED, const char *message G_GNUC_UNUSED, ...)
{
}

/* 0: valid. */
static int
validate(xmlDoc *doc)
{
    g_autofree char *path = check_source_path("templates/report.rng");
    g_autoptr(xmlRelaxNGParserCtxt) parser = xmlRelaxNGNewParserCtxt(path);
    g_autoptr(xmlRelaxNG) schema = xmlRelaxNGParse(parser);
    CU_ASSERT_PTR_NOT_NULL_FATAL(schema);
    g_autoptr(xmlRelaxNGValidCtxt) context = xmlRelaxNGNewValidCtxt(schema);

    xmlRelaxNGSetValidErrors(context, be_silent, be_silent, NULL);
    return xmlRelaxNGValidateDoc(context, doc);
}

static guint compare_nodes(JsonNode *json, const xmlNode *xml);

/* How many members of `object` differ from the elements in `xml`, which stand in the same
 * order. */
static guint
compare_members(JsonObject *object, const xmlNode *xml)
{
    g_autoptr(GList) names = json_object_get_members(object);
    const xmlNode *child = xml->children;
    guint differences = 0;

    for (GList *name = names; name != NULL; name = name->next) {
        JsonNode *member = json_object_get_member(object, name->data);
        if (JSON_NODE_HOLDS_NULL(member))
            continue;
        if (child == NULL || strcmp((const char *)child->name, name->data) != 0)
            return differences + 1;
        differences += compare_nodes(member, child);
        child = child->next;
    }
    return differences + (child != NULL);
}

static guint
compare_items(JsonArray *array, const xmlNode *xml)
{
    const xmlNode *child = xml->children;
    guint differences = 0;

    for (guint i = 0; i < json_array_get_length(array); i++) {
        if (child == NULL)
            return differences + 1;
        differences += compare_nodes(json_array_get_element(array, i), child);
        child = child->next;
    }
    return differences + (child != NULL);
}

static guint
compare_value(JsonNode *json, const xmlNode *xml)
{
    xmlChar *content = xmlNodeGetContent(xml);
    const char *text = (const char *)content;
    guint differences;

    if (json_node_get_value_type(json) == G_TYPE_STRING)
        differences = strcmp(text, json_node_get_string(json)) != 0;
    else if (json_node_get_value_type(json) == G_TYPE_BOOLEAN)
        differences = strcmp(text, json_node_get_boolean(json) ? "true" : "false") != 0;
    else
        differences = g_ascii_strtod(text, NULL) != json_node_get_double(json);
    xmlFree(content);
    return differences;
}

static guint
compare_nodes(JsonNode *json, const xmlNode *xml)
{
    if (JSON_NODE_HOLDS_OBJECT(json))
        return compare_members(json_node_get_object(json), xml);
    if (JSON_NODE_HOLDS_ARRAY(json))
        return compare_items(json_node_get_array(json), xml);
    return compare_value(json, xml);
}

static void
check_xml(const Prediction *prediction, const ReportOptions *options)
{
    g_autoptr(JsonNode) json = render_json(prediction, options);
    g_autoptr(xmlDoc) xml = render_xml(prediction, options);
    const xmlNode *root = xmlDocGetRootElement(xml);

    CHECK_TEXT((const char *)root->name, "predictor-report");
    CHECK_INT(compare_nodes(json, root), 0);
    CHECK_INT(validate(xml), 0);
}

static void
test_same(void)
{
    const ReportOptions by_processor = { .max_depth = 2, .per_processor = TRUE };
    const ReportOptions none = { .max_depth = 0, .no_processors = TRUE };
    g_autoptr(Prediction) sample = builder_sample();
    g_autoptr(Prediction) random = builder_random(9, 30);
    const ParamsSpeed speeds[] = { { 3, 1 }, { 1, 0.1 } };

    g_array_append_vals(random->params->speeds, speeds, 2);
    check_xml(sample, NULL);
    check_xml(sample, &by_processor);
    check_xml(sample, &none);
    check_xml(random, NULL);
    check_xml(random, &by_processor);
    sample->complete = FALSE;
    g_clear_pointer(&sample->program, g_free);
    check_xml(sample, NULL);
}

/* The schema is no rubber stamp. */
static void
test_invalid(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(xmlDoc) doc = render_xml(prediction, NULL);
    xmlNode *root = xmlDocGetRootElement(doc);

    CHECK_INT(validate(doc), 0);
    xmlNodeSetName(root->children, BAD_CAST "Format");
    CU_ASSERT_TRUE(validate(doc) > 0);
}

static void
test_hostile(void)
{
    g_autoptr(Prediction) prediction = builder_hostile();
    g_autoptr(xmlDoc) doc = render_xml(prediction, NULL);
    const xmlNode *trace = xmlDocGetRootElement(doc)->children->next->next->next;
    xmlChar *program = xmlNodeGetContent(trace->children->next);

    CHECK_INT(validate(doc), 0);
    CHECK_TEXT((const char *)program, BUILDER_HOSTILE_XML);
    xmlFree(program);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "same as JSON, valid", test_same },
        { "invalid", test_invalid },
        { "hostile text", test_hostile },
        CU_TEST_INFO_NULL,
    };
    return tap_run("xml", tests);
}
