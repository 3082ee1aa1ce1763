/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/text/params.h"

#include "src/base/clean.h"
#include "src/trace/text/line.h"

#define MAX_INDICES 2
#define MAX_QUOTE   40 /* bytes of a bad value that a message shows */

/* `Name[i][j] = value (tag)` cut into its parts. */
typedef struct {
    const char *name;
    gsize n_name;
    const char *name_end; /* behind the indices */
    guint n_indices;
    gint64 indices[MAX_INDICES];
    gboolean bad_index;
    const char *value;
    gsize n_value;
    TraceTag tag;
} Item;

static gboolean
is_name_char(char c)
{
    return g_ascii_isalnum(c) || c == '_';
}

static gboolean
ends_value(char c)
{
    return c == ';' || trace_is_blank(c);
}

static const char *
skip_value(const char *p, const char *end)
{
    while (p < end && !ends_value(*p))
        p++;
    return p;
}

/* `[i]` and `[i][j]`; returns what is behind them. */
static const char *
parse_indices(const char *p, const char *end, Item *item)
{
    while (p < end && *p == '[') {
        const char *begin = ++p;
        while (p < end && *p != ']' && !ends_value(*p))
            p++;
        gint64 index = -1;
        const gboolean closed = p < end && *p == ']';
        if (closed && item->n_indices < MAX_INDICES && trace_parse_int(begin, p, &index) &&
            index >= 0)
            item->indices[item->n_indices++] = index;
        else
            item->bad_index = TRUE;
        p += closed ? 1 : 0;
    }
    return p;
}

/* `(AMView)` and `(DisArray)`, if they are next; returns what is behind them. */
static const char *
parse_tag(const char *p, const char *end, TraceTag *tag)
{
    static const char texts[][12] = {
        [TRACE_TAG_AMVIEW] = "(AMView)", [TRACE_TAG_DISARRAY] = "(DisArray)"
    };
    const char *at = trace_skip_blanks(p, end);
    for (guint i = TRACE_TAG_AMVIEW; i < G_N_ELEMENTS(texts); i++) {
        const char *after = trace_skip_word(at, end, texts[i]);
        if (after == NULL)
            continue;
        *tag = (TraceTag)i;
        return after;
    }
    return p;
}

/* The next item of a line; FALSE at its end. Words that are no item are stepped over whole, so
 * that `x.Rank=2` is not taken for Rank. */
static gboolean
next_item(const char **rest, const char *end, Item *item)
{
    for (const char *p = *rest; p < end;) {
        if (ends_value(*p)) {
            p++;
            continue;
        }
        *item = (Item){ .name = p };
        while (p < end && is_name_char(*p))
            p++;
        item->n_name = (gsize)(p - item->name);
        p = parse_indices(p, end, item);
        item->name_end = p;
        const char *equals = trace_skip_blanks(p, end);
        if (item->n_name == 0 || equals == end || *equals != '=') {
            p = skip_value(p, end);
            continue;
        }
        item->value = trace_skip_blanks(equals + 1, end);
        p = skip_value(item->value, end);
        item->n_value = (gsize)(p - item->value);
        *rest = parse_tag(p, end, &item->tag);
        return TRUE;
    }
    return FALSE;
}

static void
set_problem(TraceParams *params, const Item *item, const char *what)
{
    if (params->problem != NULL)
        return;
    gsize len = (gsize)(item->name_end - item->name);
    g_autofree char *name = report_clean_shown(item->name, (gssize)MIN(len, MAX_QUOTE));
    params->problem = g_strdup_printf("parameter '%s': %s", name, what);
}

/* A reference's number: 0 for 0, NULL and all ones, of either word size. */
static gboolean
parse_reference(TraceParams *params, const Item *item, TraceProgram *program, gint64 *value)
{
    guint64 reference;
    if (item->n_value == 4 && memcmp(item->value, "NULL", 4) == 0)
        reference = 0;
    else if (!trace_parse_hex(item->value, item->value + item->n_value, &reference))
        return FALSE;
    gboolean none = reference == 0 || reference == G_MAXUINT64 ||
                    (reference == G_MAXUINT32 && item->n_value == 8);
    guint32 number = none ? 0 : trace_program_add_reference(program, reference);
    if (number == TRACE_NONE)
        params->full = TRUE;
    *value = number;
    return TRUE;
}

static void
add_value(TraceParams *params, guint want, RtParamKind kind, const Item *item,
          gboolean begins_row, TraceProgram *program)
{
    static const char *const what[] = { [RT_PARAM_KIND_REF] = "a reference",
                                        [RT_PARAM_KIND_INT] = "an integer",
                                        [RT_PARAM_KIND_REAL] = "a real number" };
    TraceValue value = { want, begins_row, { 0 } };
    const char *end = item->value + item->n_value;
    gboolean good =
        kind == RT_PARAM_KIND_REF   ? parse_reference(params, item, program, &value.as.integer)
        : kind == RT_PARAM_KIND_INT ? trace_parse_int(item->value, end, &value.as.integer)
                                    : trace_parse_real(item->value, end, &value.as.real);
    if (good) {
        trace_params_add(params, &value);
        return;
    }
    g_autofree char *quote =
        report_clean_shown(item->value, (gssize)MIN(item->n_value, MAX_QUOTE));
    g_autofree char *text = g_strdup_printf("'%s' is not %s", quote, what[kind]);
    set_problem(params, item, text);
}

/* Indices count 0, 1, 2, ... AxisWeightAddr has rows of them, [i][j]; LoadWeight begins a new
 * row by beginning at 0 again. FALSE when this item's index is another one. */
static gboolean
place_value(const TraceParams *params, guint want, const Item *item, gboolean *begins_row)
{
    const RtParamId id = params->wants[want].id;
    const TraceParam *param = &params->slots[want].param;
    const guint n = param->n - params->slots[want].row_begin; /* of the last row */
    const guint last = param->n_rows > 0 ? param->n_rows - 1 : 0;
    const gboolean two = id == RT_PARAM_AXIS_WEIGHT_ADDR;
    if (item->bad_index || item->n_indices != (two ? 2u : 1u))
        return FALSE;
    gint64 row = two ? item->indices[0] : last;
    gint64 column = item->indices[item->n_indices - 1];
    *begins_row =
        n > 0 && column == 0 && (two ? row == (gint64)last + 1 : id == RT_PARAM_LOAD_WEIGHT);
    return *begins_row || (row == last && column == n);
}

static void
take_item(TraceParams *params, const Item *item, TraceProgram *program)
{
    for (guint i = 0; i < params->n_wants; i++) {
        const RtParam *row = rt_param_get(params->wants[i].id);
        if (row->len != item->n_name || memcmp(row->name, item->name, item->n_name) != 0)
            continue;
        TraceParam *param = &params->slots[i].param;
        gboolean indexed = item->n_indices > 0 || item->bad_index;
        if (params->slots[i].scalar || (!indexed && param->n > 0))
            return;
        params->slots[i].scalar = !indexed;
        if (param->n == 0)
            param->tag = (guint16)item->tag;
        gboolean begins_row = FALSE;
        if (indexed && !place_value(params, i, item, &begins_row))
            set_problem(params, item, "index out of order");
        else
            add_value(params, i, row->kind, item, begins_row, program);
        return;
    }
}

static void
check_required(TraceParams *params)
{
    for (guint i = 0; i < params->n_wants && params->problem == NULL; i++) {
        if (params->wants[i].required && params->slots[i].param.n == 0)
            params->problem = g_strdup_printf("missing parameter '%s'",
                                              rt_param_get(params->wants[i].id)->name);
    }
}

gboolean
trace_params_read(TraceParams *params, const char *text, gsize len, const RtWant *wants,
                  guint n_wants, TraceProgram *program)
{
    const char *p, *line_end;
    trace_params_reset(params, wants, n_wants);
    for (const char *rest = text;
         n_wants > 0 && trace_take_line(&rest, text + len, &p, &line_end);) {
        Item item;
        if (!trace_line_is_rule(p, (gsize)(line_end - p))) {
            while (next_item(&p, line_end, &item))
                take_item(params, &item, program);
        }
    }
    check_required(params);
    return !params->full;
}

/* `NAME = N` with any blanks and an optional `;`; NULL when something else stands there. */
static const char *
read_setting(const char *p, const char *end, const char *name, gint64 *value)
{
    const char *number = trace_skip_field(trace_skip_blanks(p, end), end, name);
    if (number == NULL)
        return NULL;
    p = skip_value(number, end);
    if (!trace_parse_int(number, p, value))
        return NULL;
    return p < end && *p == ';' ? p + 1 : p;
}

gint64
trace_params_find_int(const char *text, gsize len, const char *name, gint64 fallback)
{
    const char *p, *line_end;
    gint64 value;
    for (const char *rest = text; trace_take_line(&rest, text + len, &p, &line_end);) {
        if (read_setting(p, line_end, name, &value) != NULL)
            return value;
    }
    return fallback;
}

/* The sizes behind `VPSSize=`: as many as the rank, their product the count. */
static gboolean
read_sizes(const char *p, const char *end, gint64 rank, gint64 count, gint64 *sizes)
{
    gint64 product = 1;
    for (gint64 i = 0; i < rank; i++) {
        p = trace_skip_blanks(p, end);
        const char *number = p;
        while (p < end && g_ascii_isdigit(*p))
            p++;
        if (!trace_parse_int(number, p, &sizes[i]) || sizes[i] <= 0 ||
            __builtin_mul_overflow(product, sizes[i], &product))
            return FALSE;
    }
    p = trace_skip_blanks(p, end);
    return (p == end || *p == ';') && product == count;
}

static gboolean
read_processors(const char *p, const char *end, TraceInfo *info)
{
    gint64 sizes[G_N_ELEMENTS(info->vps_size)] = { 0 };
    gint64 count, rank;
    p = read_setting(p, end, "VProcCount", &count);
    if (p == NULL || count == 0 || info->vps_rank > 0)
        return TRUE;
    p = read_setting(p, end, "VPSRank", &rank);
    if (p == NULL || rank < 1 || rank > (gint64)G_N_ELEMENTS(sizes))
        return FALSE;
    p = trace_skip_field(trace_skip_blanks(p, end), end, "VPSSize");
    if (p == NULL || !read_sizes(p, end, rank, count, sizes))
        return FALSE;
    info->vps_rank = (int)rank;
    memcpy(info->vps_size, sizes, sizeof sizes);
    return TRUE;
}

/* `Recorder overhead=0.08;`, microseconds: what the parameter `trace overhead` may be. */
static void
read_overhead(const char *p, const char *end, TraceInfo *info)
{
    double value;
    p = trace_skip_field(trace_skip_blanks(p, end), end, "Recorder overhead");
    if (p == NULL)
        return;
    info->recorded = TRUE;
    if (trace_parse_real(p, skip_value(p, end), &value) && value >= 1e-9 && value <= 1e9)
        info->overhead = value * 1e-6;
}

gboolean
trace_params_read_header(const char *text, gsize len, TraceInfo *info)
{
    gboolean good = TRUE;
    const char *p, *line_end;
    for (const char *rest = text; trace_take_line(&rest, text + len, &p, &line_end);) {
        if (p == line_end)
            continue;
        gint64 version, count;
        if (info->rts_version == 0 &&
            read_setting(p, line_end, "RTS VERSION", &version) != NULL)
            info->rts_version = version;
        if (read_setting(p, line_end, "ProcCount", &count) != NULL)
            info->run_processors = MAX(info->run_processors, count);
        read_overhead(p, line_end, info);
        good = read_processors(p, line_end, info) && good;
    }
    return good;
}
