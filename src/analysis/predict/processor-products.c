/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict/processor-products.h"

/* A product of sets of labels, one set an axis. */
typedef struct {
    GArray *labels[RATER_MAX_RANK]; /* of guint, ascending */
} LabelProduct;

static void
product_free(gpointer v)
{
    LabelProduct *p = v;
    for (guint i = 0; i < RATER_MAX_RANK && p->labels[i] != NULL; i++)
        g_array_unref(p->labels[i]);
    g_free(p);
}

static int
compare_labels(gconstpointer a, gconstpointer b)
{
    guint x = *(const guint *)a, y = *(const guint *)b;
    return (x > y) - (x < y);
}

/* Everything but axis `skip` as bytes. */
static GBytes *
product_key(const LabelProduct *p, guint n_axes, guint skip)
{
    g_autoptr(GByteArray) key = g_byte_array_new();
    for (guint i = 0; i < n_axes; i++) {
        if (i == skip)
            continue;
        guint n = p->labels[i]->len;
        g_byte_array_append(key, (const guint8 *)&n, sizeof n);
        g_byte_array_append(key, (const guint8 *)p->labels[i]->data, n * sizeof(guint));
    }
    return g_bytes_new(key->data, key->len);
}

/* Unites products that differ in axis `axis` only. */
static GPtrArray *
unite_along(GPtrArray *products, guint n_axes, guint axis)
{
    GPtrArray *united = g_ptr_array_new_with_free_func(product_free);
    g_autoptr(GHashTable) known =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    for (guint i = 0; i < products->len; i++) {
        LabelProduct *p = g_ptr_array_index(products, i);
        g_autoptr(GBytes) key = product_key(p, n_axes, axis);
        LabelProduct *q = g_hash_table_lookup(known, key);
        if (q == NULL) {
            q = g_new0(LabelProduct, 1);
            for (guint a = 0; a < n_axes; a++)
                q->labels[a] =
                    a == axis ? g_array_copy(p->labels[a]) : g_array_ref(p->labels[a]);
            g_ptr_array_add(united, q);
            g_hash_table_insert(known, g_steal_pointer(&key), q);
        } else {
            g_array_append_vals(q->labels[axis], p->labels[axis]->data, p->labels[axis]->len);
        }
    }
    for (guint i = 0; i < united->len; i++)
        g_array_sort(((LabelProduct *)g_ptr_array_index(united, i))->labels[axis],
                     compare_labels);
    return united;
}

/* Coordinates with one of the labels as spans as long as possible. */
static GArray *
label_spans(const SimAxis *axis, const guint labels[], guint n_labels)
{
    GArray *spans = g_array_new(FALSE, FALSE, sizeof(ProcessorSpan));
    if (n_labels == 1 && axis->label_size[labels[0]] == 1) { /* where all are told apart */
        const ProcessorSpan one = { axis->label_first[labels[0]],
                                    axis->label_first[labels[0]] };
        g_array_append_val(spans, one);
        return spans;
    }
    g_autofree guint8 *wanted = g_new0(guint8, axis->n_labels);
    for (guint i = 0; i < n_labels; i++)
        wanted[labels[i]] = 1;
    gint64 at = 0;
    for (guint i = 0; i < axis->n_runs; at = axis->end[i++]) {
        if (!wanted[axis->label[i]])
            continue;
        if (spans->len > 0 && g_array_index(spans, ProcessorSpan, spans->len - 1).hi == at - 1)
            g_array_index(spans, ProcessorSpan, spans->len - 1).hi = axis->end[i] - 1;
        else
            g_array_append_vals(spans, &(ProcessorSpan){ at, axis->end[i] - 1 }, 1);
    }
    return spans;
}

/* The classes as products of sets of labels, united along each axis; free with
 * g_ptr_array_unref(). */
static GPtrArray *
label_products(const SimPartition *partition, guint n, const guint classes[])
{
    GPtrArray *products = g_ptr_array_new_with_free_func(product_free);
    for (guint i = 0; i < n; i++) {
        guint labels[RATER_MAX_RANK];
        LabelProduct *p = g_new0(LabelProduct, 1);
        sim_partition_class_labels(partition, classes[i], labels);
        for (guint a = 0; a < partition->n_axes; a++) {
            p->labels[a] = g_array_new(FALSE, FALSE, sizeof(guint));
            g_array_append_val(p->labels[a], labels[a]);
        }
        g_ptr_array_add(products, p);
    }
    for (guint a = partition->n_axes; a-- > 0;) {
        GPtrArray *united = unite_along(products, partition->n_axes, a);
        g_ptr_array_unref(products);
        products = united;
    }
    return products;
}

static void
spans_free(gpointer v)
{
    ProcessorProduct *product = v;
    for (guint a = 0; a < RATER_MAX_RANK && product->spans[a] != NULL; a++)
        g_array_unref(product->spans[a]);
    g_free(product);
}

/* Most sets are one class: nothing to unite. */
static ProcessorProduct *
product_of_class(const SimPartition *partition, guint c)
{
    ProcessorProduct *product = g_new0(ProcessorProduct, 1);
    guint labels[RATER_MAX_RANK];
    sim_partition_class_labels(partition, c, labels);
    for (guint a = 0; a < partition->n_axes; a++)
        product->spans[a] = label_spans(partition->axis[a], &labels[a], 1);
    return product;
}

GPtrArray *
processor_products_new(const SimPartition *partition, guint n, const guint classes[])
{
    GPtrArray *products = g_ptr_array_new_with_free_func(spans_free);
    if (n == 1) {
        g_ptr_array_add(products, product_of_class(partition, classes[0]));
        return products;
    }
    g_autoptr(GPtrArray) united = label_products(partition, n, classes);
    for (guint i = 0; i < united->len; i++) {
        const LabelProduct *from = g_ptr_array_index(united, i);
        ProcessorProduct *to = g_new0(ProcessorProduct, 1);
        for (guint a = 0; a < partition->n_axes; a++)
            to->spans[a] =
                label_spans(partition->axis[a], (const guint *)(gpointer)from->labels[a]->data,
                            from->labels[a]->len);
        g_ptr_array_add(products, to);
    }
    return products;
}
