/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/base/clean.h"
#include "src/params/decimal.h"
#include "src/params/params.h"

#define LINE_WIDTH 80

static void
append_topology(GString *out, const RaterGrid *grid)
{
    g_string_append(out, "{ ");
    for (int i = 0; i < grid->rank; i++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "",
                               (gint64)grid->size[i]);
    g_string_append(out, " }");
}

static void
append_speeds(GString *out, const GArray *speeds)
{
    g_string_append(out, "{ ");
    for (guint i = 0; i < speeds->len; i++) {
        const ParamsSpeed *entry = &g_array_index(speeds, ParamsSpeed, i);
        g_string_append(out, i > 0 ? ", " : "");
        if (entry->count > 1)
            g_string_append_printf(out, "%" G_GINT64_FORMAT " x ", entry->count);
        params_decimal_append_double(out, entry->speed);
    }
    g_string_append(out, " }");
}

void
params_append_value(GString *out, const Params *params, ParamsId id)
{
    /* The table gives places in what it may change; here they are only read. */
    const void *member = params_member((Params *)params, id);
    const RaterAtto *exact = params_exact((Params *)params, id);
    switch (params_rows[id].kind) {
    case PARAMS_KIND_TYPE:
        g_string_append(out, params_type_name(params));
        break;
    case PARAMS_KIND_MICROSECONDS:
        params_decimal_append_atto(
            out,
            exact != NULL ? *exact : params_decimal_seconds_to_atto(*(const double *)member));
        break;
    case PARAMS_KIND_POSITIVE:
        params_decimal_append_double(out, *(const double *)member);
        break;
    case PARAMS_KIND_SPEEDS:
        append_speeds(out, *(GArray *const *)member);
        break;
    case PARAMS_KIND_TOPOLOGY:
        append_topology(out, member);
        break;
    case PARAMS_KIND_COUNT:
        g_string_append_printf(out, "%" G_GINT64_FORMAT, (gint64) * (const int64_t *)member);
        break;
    }
}

char *
params_to_text(const Params *params)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < PARAMS_N; i++) {
        const ParamsRow *row = &params_rows[i];
        g_autofree char *comment = g_strdup_printf("%s (%s%s%s)", row->help, row->values,
                                                   *row->unit != '\0' ? "; " : "", row->unit);
        g_string_append(out, i > 0 ? "\n" : "");
        g_string_append(out, "// ");
        report_clean_wrap(out, comment, LINE_WIDTH, "// ");
        g_string_append_c(out, '\n');
        /* No speeds is not the same as a list of 1s, which ends somewhere. */
        g_string_append(out, i == PARAMS_SPEED && params->speeds->len == 0 ? "// " : "");
        g_string_append_printf(out, "%s = ", row->name);
        if (i == PARAMS_SPEED && params->speeds->len == 0)
            g_string_append(out, "{ 1, ... }");
        else
            params_append_value(out, params, (ParamsId)i);
        g_string_append(out, ";\n");
    }
    return g_string_free(out, FALSE);
}
