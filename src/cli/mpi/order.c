/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/mpi/order.h"

#include <string.h>

#include "src/params/params.h"

/* Of Order, in its order, and of a row: number, machine, parameter file, Params.file, its text,
 * Params.given and Params.place. */
#define ORDER_TYPE G_VARIANT_TYPE("(aybubbayaybaay)")
#define ROWS_TYPE  G_VARIANT_TYPE("a(uuayayayayay)")

static const char *
text_or_empty(const char *text)
{
    return text != NULL ? text : "";
}

void
order_clear(Order *order)
{
    g_free(order->trace);
    g_free(order->reports);
    g_free(order->template_dir);
    g_strfreev(order->inputs);
}

GBytes *
order_write(const Order *order)
{
    g_autoptr(GVariant) whole = g_variant_ref_sink(
        g_variant_new("(^aybubb^ay^ayb^aay)", order->trace, order->broadcast, order->jobs,
                      order->keep_going, order->no_ideal, text_or_empty(order->reports),
                      text_or_empty(order->template_dir), order->numbered, order->inputs));

    return g_variant_get_data_as_bytes(whole);
}

void
order_read(Order *order, const char *bytes, gsize len)
{
    g_autoptr(GBytes) data = g_bytes_new(bytes, len);
    g_autoptr(GVariant) whole =
        g_variant_ref_sink(g_variant_new_from_bytes(ORDER_TYPE, data, FALSE));

    g_variant_get(whole, "(^aybubb^ay^ayb^aay)", &order->trace, &order->broadcast, &order->jobs,
                  &order->keep_going, &order->no_ideal, &order->reports, &order->template_dir,
                  &order->numbered, &order->inputs);
}

struct _OrderRows {
    GVariantBuilder builder;
};

OrderRows *
order_rows_new(void)
{
    OrderRows *rows = g_new0(OrderRows, 1);

    g_variant_builder_init(&rows->builder, ROWS_TYPE);
    return rows;
}

void
order_rows_free(OrderRows *rows)
{
    g_variant_builder_clear(&rows->builder);
    g_free(rows);
}

static GVariant *
bytes_of(gconstpointer data, gsize size)
{
    return g_variant_new_fixed_array(G_VARIANT_TYPE_BYTE, data, size, 1);
}

void
order_rows_add(OrderRows *rows, guint number, const SweepRow *row)
{
    const Params *params = row->params;
    g_autofree char *text = params_to_text(params);

    g_variant_builder_add(&rows->builder, "(uu^ay^ay^ay@ay@ay)", number, row->machine,
                          row->params_file, params->file, text,
                          bytes_of(params->given, sizeof params->given),
                          bytes_of(params->place, sizeof params->place));
}

GBytes *
order_rows_write(OrderRows *rows)
{
    g_autoptr(GVariant) whole = g_variant_ref_sink(g_variant_builder_end(&rows->builder));

    return g_variant_get_data_as_bytes(whole);
}

static void
copy_bytes(gpointer to, gsize size, GVariant *from)
{
    gsize n;
    gconstpointer data = g_variant_get_fixed_array(from, &n, 1);

    g_assert(n == size);
    memcpy(to, data, size);
}

GPtrArray *
order_rows_read(const char *bytes, gsize len)
{
    g_autoptr(GBytes) data = g_bytes_new(bytes, len);
    g_autoptr(GVariant) whole =
        g_variant_ref_sink(g_variant_new_from_bytes(ROWS_TYPE, data, FALSE));
    GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)sweep_row_free);
    GVariantIter iter;
    guint number, machine;
    const char *name, *file, *text;
    GVariant *given, *place;

    g_variant_iter_init(&iter, whole);
    while (g_variant_iter_next(&iter, "(uu^&ay^&ay^&ay@ay@ay)", &number, &machine, &name, &file,
                               &text, &given, &place)) {
        g_autoptr(GError) error = NULL;
        Params *params = params_parse(file, text, strlen(text), &error);
        if (params == NULL)
            g_error("%s", error->message); /* we wrote it */
        copy_bytes(params->given, sizeof params->given, given);
        copy_bytes(params->place, sizeof params->place, place);
        g_variant_unref(given);
        g_variant_unref(place);
        SweepRow *row = sweep_row_new(name, params);
        row->machine = machine;
        row->place = number;
        g_ptr_array_add(rows, row);
    }
    return rows;
}
