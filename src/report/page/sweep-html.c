/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The page of a sweep: the template sweep.xhtml over the structures that sweep-page.def tells
 * of.
 */
#include <stddef.h>

#include "src/report/page/sweep-page.h"
#include "src/report/page/template-files.h"
#include "src/report/page/template.h"

/* What a name stands for at a time; PAGE is the whole. */
enum {
#define LIST(id, name, VARIABLE, OWNER, Owner, member, Item) VARIABLE,
#define VALUE(name, VARIABLE, Item, type, member)
#include "src/report/page/sweep-page.def"
#undef LIST
#undef VALUE
    PAGE,
};

/* Where the items of a variable are: an array in what its owner stands at. */
typedef struct {
    guint owner;
    gsize offset, size;
} Place;

static const Place places[] = {
#define LIST(id, name, VARIABLE, OWNER, Owner, member, Item)                                   \
    [VARIABLE] = { OWNER, offsetof(Owner, member), sizeof(Item) },
#define VALUE(name, VARIABLE, Item, type, member)
#include "src/report/page/sweep-page.def"
#undef LIST
#undef VALUE
};

static const struct {
    guint variable;
    TemplateType type;
    gsize offset;
} members[] = {
#define LIST(id, name, VARIABLE, OWNER, Owner, member, Item)
#define VALUE(name, VARIABLE, Item, type, member)                                              \
    { VARIABLE, TEMPLATE_##type, offsetof(Item, member) },
#include "src/report/page/sweep-page.def"
#undef LIST
#undef VALUE
};

static gconstpointer item_of(const SweepPage *page, const gint64 current[], guint variable);

static const GArray *
array_of(const SweepPage *page, const gint64 current[], guint variable)
{
    const char *owner = item_of(page, current, places[variable].owner);

    return owner != NULL ? *(GArray *const *)(owner + places[variable].offset) : NULL;
}

/* What a variable stands at; NULL: at nothing. Owners of owners are three deep at most. */
static gconstpointer
item_of(const SweepPage *page, const gint64 current[], guint variable)
{
    if (variable == PAGE)
        return page;
    const GArray *array = array_of(page, current, variable);
    if (array == NULL || current[variable] < 0 || current[variable] >= (gint64)array->len)
        return NULL;
    return array->data + (gsize)current[variable] * places[variable].size;
}

static void
get_value(gpointer data, const gint64 current[], guint value, TemplateValue *out)
{
    const char *item = item_of(data, current, members[value].variable);

    g_assert(item != NULL); /* the template names a variable only in a walk over its list */
    const char *member = item + members[value].offset;
    out->type = members[value].type;
    switch (out->type) {
    case TEMPLATE_TEXT:
        out->as.text = *(const char *const *)member;
        break;
    case TEMPLATE_INTEGER:
        out->as.integer = *(const gint64 *)member;
        break;
    case TEMPLATE_REAL:
        out->as.real = *(const double *)member;
        break;
    case TEMPLATE_TRUTH:
        out->as.truth = *(const gboolean *)member;
        break;
    }
}

/* Lists are numbered like the variables that they give. */
static gboolean
next_item(gpointer data, const gint64 current[], guint list, gint64 outer G_GNUC_UNUSED,
          gint64 *item)
{
    const GArray *array = array_of(data, current, list);

    if (array == NULL || *item + 1 >= (gint64)array->len)
        return FALSE;
    (*item)++;
    return TRUE;
}

const TemplateModel *
sweep_html_tables(void)
{
    static const char *const variables[] = {
        [COLUMN] = "column",
        [LOSS] = "loss",
        [ROW] = "row",
        [CELL] = "cell",
        [SHARE] = "share",
        [FACTOR] = "factor",
        [POP] = "pop",
        [CHART] = "chart",
        [XTICK] = "xtick",
        [YTICK] = "ytick",
        [LINE] = "line",
        [POINT] = "point",
        [LABEL] = "label",
        [SERIES] = "series",
        [STACK] = "stack",
        [BAR] = "bar",
        [PART] = "part",
        [HEAT] = "heat",
        [HROW] = "hrow",
        [HCELL] = "hcell",
        [HCOLUMN] = "hcolumn",
        [SEARCH] = "search",
        [CHANGE] = "change",
        [WARNING] = "warning",
        [PARAMETER] = "parameter",
    };
    static const char *const values[] = {
#define LIST(id, name, VARIABLE, OWNER, Owner, member, Item)
#define VALUE(name, VARIABLE, Item, type, member) name,
#include "src/report/page/sweep-page.def"
#undef LIST
#undef VALUE
    };
    static const TemplateList lists[] = {
#define LIST(id, name, VARIABLE, OWNER, Owner, member, Item) { name, VARIABLE, FALSE },
#define VALUE(name, VARIABLE, Item, type, member)
#include "src/report/page/sweep-page.def"
#undef LIST
#undef VALUE
    };
    static const TemplateModel tables = {
        variables, G_N_ELEMENTS(variables), values,    G_N_ELEMENTS(values),
        lists,     G_N_ELEMENTS(lists),     get_value, next_item,
    };
    return &tables;
}

gboolean
sweep_html_write(gpointer data, ReportSink *sink, GError **error)
{
    const SweepView *view = data;
    g_autoptr(Template) compiled = template_files_compile(
        sweep_html_tables(), view->options->template_dir, "sweep.xhtml", error);
    if (compiled == NULL)
        return FALSE;
    g_autoptr(SweepPage) page = sweep_page_new(view);
    template_write(compiled, page, sink);
    return TRUE;
}
