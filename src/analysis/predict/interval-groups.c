/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict/interval-groups.h"

#include <string.h>

#define FIRST_SLOTS 16
#define MANY_VALUES 65536 /* so many are not kept for the next interval */

/* Where the values of a group are. */
typedef struct {
    guint64 own;
    guint start; /* in `packed` */
    guint hash;
} Group;

struct _IntervalGroups {
    Characteristics first; /* of group 0 */
    GArray *groups;        /* of Group */
    GArray *packed;        /* of double */
    guint *slot;           /* by hash: number of a group + 1, 0: free */
    guint n_slots;         /* a power of two */
};

IntervalGroups *
interval_groups_new(void)
{
    IntervalGroups *groups = g_new0(IntervalGroups, 1);
    groups->groups = g_array_new(FALSE, FALSE, sizeof(Group));
    groups->packed = g_array_new(FALSE, FALSE, sizeof(double));
    groups->slot = g_new0(guint, FIRST_SLOTS);
    groups->n_slots = FIRST_SLOTS;
    return groups;
}

void
interval_groups_free(IntervalGroups *groups)
{
    if (groups == NULL)
        return;
    g_array_unref(groups->groups);
    g_array_unref(groups->packed);
    g_free(groups->slot);
    g_free(groups);
}

void
interval_groups_clear(IntervalGroups *groups)
{
    /* one interval of many classes must not make all others clear as many slots */
    if (groups->n_slots > FIRST_SLOTS && groups->groups->len < groups->n_slots / 8) {
        g_free(groups->slot);
        groups->slot = g_new(guint, FIRST_SLOTS);
        groups->n_slots = FIRST_SLOTS;
    }
    memset(groups->slot, 0, groups->n_slots * sizeof *groups->slot);
    g_array_set_size(groups->groups, 0);
    g_array_set_size(groups->packed, 0);
}

static guint
hash_values(const Characteristics *values)
{
    guint64 words[sizeof *values / sizeof(guint64)], h = 0;

    memcpy(words, values, sizeof words);
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
        h = (h ^ words[i]) * 0x9E3779B97F4A7C15u;
    return (guint)(h >> 32);
}

static void
grow(IntervalGroups *groups)
{
    g_free(groups->slot);
    groups->n_slots *= 2;
    groups->slot = g_new0(guint, groups->n_slots);
    for (guint i = 0; i < groups->groups->len; i++) {
        guint at = g_array_index(groups->groups, Group, i).hash & (groups->n_slots - 1);
        while (groups->slot[at] != 0)
            at = (at + 1) & (groups->n_slots - 1);
        groups->slot[at] = i + 1;
    }
}

void
interval_groups_get(const IntervalGroups *groups, guint i, Characteristics *out)
{
    const Group *group = &g_array_index(groups->groups, Group, i);
    /* groups without values of their own may be all that there are */
    const double *packed =
        group->own != 0 ? &g_array_index(groups->packed, double, group->start) : NULL;
    characteristics_unpack(group->own, packed, i > 0 ? &groups->first : NULL, out);
}

static gboolean
has_values(const IntervalGroups *groups, guint i, guint hash, const Characteristics *values)
{
    Characteristics other;
    if (g_array_index(groups->groups, Group, i).hash != hash)
        return FALSE;
    interval_groups_get(groups, i, &other);
    return memcmp(&other, values, sizeof other) == 0;
}

guint
interval_groups_add(IntervalGroups *groups, const Characteristics *values)
{
    const guint hash = hash_values(values), n = groups->groups->len;
    guint at = hash & (groups->n_slots - 1);
    for (; groups->slot[at] != 0; at = (at + 1) & (groups->n_slots - 1)) {
        if (has_values(groups, groups->slot[at] - 1, hash, values))
            return groups->slot[at] - 1;
    }
    Group made = { .start = groups->packed->len, .hash = hash };
    if (n == 0)
        groups->first = *values;
    made.own = characteristics_pack(values, n > 0 ? &groups->first : NULL, groups->packed);
    g_array_append_val(groups->groups, made);
    groups->slot[at] = n + 1;
    if (2 * groups->groups->len > groups->n_slots)
        grow(groups);
    return n;
}

guint
interval_groups_count(const IntervalGroups *groups)
{
    return groups->groups->len;
}

void
interval_groups_place(IntervalGroups *groups, Interval *interval)
{
    for (guint i = 0; i < interval->n_classes; i++)
        interval->classes[i].own = g_array_index(groups->groups, Group, i).own;
    if (groups->packed->len < MANY_VALUES) {
        interval_place_values(
            interval, g_memdup2(groups->packed->data, groups->packed->len * sizeof(double)));
        return;
    }
    /* a copy of what 300,000 classes have would be 18 MB more */
    const gsize size = groups->packed->len * sizeof(double);
    interval_place_values(interval, g_realloc(g_array_free(groups->packed, FALSE), size));
    groups->packed = g_array_new(FALSE, FALSE, sizeof(double));
}
