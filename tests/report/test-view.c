/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The tree of values of a report: every field of every shape can be asked for, and is of the
 * type that its row says; names are told apart.
 */
#include <glib/gstdio.h>
#include <string.h>

#include "src/report/view/report-view.h"
#include "tests/report/builder.h"
#include "tests/report/check.h"
#include "tests/report/explain-builder.h"

/* Items that are looked at of each list. */
#define MOST_ITEMS 5

static guint walk_node(const ValueNode *node, guint depth);

static guint
walk_list(Value *value, guint depth)
{
    ValueNode item;
    guint n = 0;

    for (guint i = 0; i < MOST_ITEMS && value_next(&value->as.list, &item); i++)
        n += walk_node(&item, depth);
    return n;
}

/* Asks for all fields below a node; returns how many values there were. */
static guint
walk_node(const ValueNode *node, guint depth)
{
    guint n = 0;

    for (guint i = 0; i < node->shape->n_fields; i++) {
        const ValueField *field = &node->shape->fields[i];
        Value value;
        if (field->name == NULL)
            continue;
        value_get(node, field, &value);
        const gboolean known = value.type != VALUE_NULL && value.type != VALUE_ABSENT;
        /* A count may be a real where it is not whole. */
        if (known && !(field->type == VALUE_REAL && value.type == VALUE_INTEGER) &&
            !(field->type == VALUE_INTEGER && value.type == VALUE_REAL))
            CHECK_INT(value.type, field->type);
        n++;
        if (value.type == VALUE_OBJECT && depth < 8)
            n += walk_node(&value.as.object, depth + 1);
        else if ((value.type == VALUE_ARRAY || value.type == VALUE_MAP) && depth < 8)
            n += walk_list(&value, depth + 1);
        value_end(&value);
    }
    return n;
}

static void
test_everything(void)
{
    g_autofree char *folder = g_dir_make_tmp("predictor-test-XXXXXX", NULL);
    g_autofree char *source = g_build_filename(folder, "heat2d.fdv", NULL);
    const char *const folders[] = { folder, NULL };
    g_autofree char *lines = g_strnfill(100, '\n');
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, 2);

    g_file_set_contents(source, lines, -1, NULL);
    for (guint kind = 0; kind < 6; kind++) {
        const ReportOptions options = { .max_depth = kind == 5 ? 0 : -1,
                                        .source_path = folders,
                                        .explanation = kind % 2 == 0 ? explanation : NULL,
                                        .no_processors = kind == 4,
                                        .per_processor = kind / 2 == 1 };
        g_autoptr(ReportView) view = report_view_new(prediction, &options, TRUE);
        const ValueNode root = report_view_root(view);
        CU_ASSERT_TRUE(walk_node(&root, 0) > 100);
    }
    g_remove(source);
    g_rmdir(folder);
}

/* Each shape once. */
static void
collect(const ValueShape *shape, GHashTable *shapes)
{
    if (!g_hash_table_add(shapes, (gpointer)shape))
        return;
    for (guint i = 0; i < shape->n_fields; i++)
        if (shape->fields[i].shape != NULL)
            collect(shape->fields[i].shape, shapes);
}

/* No two fields of a shape have one name, every row says what it is, and no two shapes are
 * called the same: a template could not tell them apart. */
static void
test_names(void)
{
    g_autoptr(GHashTable) shapes = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    GHashTableIter iter;
    gpointer key;

    collect(&shape_report, shapes);
    CU_ASSERT_TRUE(g_hash_table_size(shapes) > 40);
    g_hash_table_iter_init(&iter, shapes);
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        const ValueShape *shape = key;
        CU_ASSERT_TRUE(g_hash_table_add(names, (gpointer)shape->name));
        for (guint i = 0; i < shape->n_fields; i++) {
            const ValueField *field = &shape->fields[i];
            if (field->name == NULL)
                continue;
            if (value_field(shape, field->name, strlen(field->name)) != field)
                CHECK_TEXT(field->name, "a name of its own");
            CU_ASSERT_TRUE(strlen(field->sentence) > 0 &&
                           g_str_has_suffix(field->sentence, "."));
        }
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "every value", test_everything },
        { "names", test_names },
        CU_TEST_INFO_NULL,
    };
    return tap_run("view", tests);
}
