/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/objects/array.h"

void
sim_template_clear_weights(SimTemplate *template)
{
    for (int g = 0; g < RATER_MAX_RANK; g++) {
        g_clear_pointer(&template->weights[g].loads, g_array_unref);
        g_clear_pointer(&template->weights[g].sizes, g_array_unref);
    }
}

void
sim_array_detach(SimArray *array)
{
    SimTemplate *t = array->template;
    if (t == NULL)
        return;
    SimArray *last = g_ptr_array_index(t->arrays, t->arrays->len - 1);
    last->place = array->place;
    g_ptr_array_remove_index_fast(t->arrays, array->place);
    array->template = NULL;
    sim_object_unref(t);
}

void
sim_array_attach(SimArray *array, SimTemplate *template)
{
    sim_object_ref(template);
    sim_array_detach(array);
    array->template = template;
    array->place = template->arrays->len;
    g_ptr_array_add(template->arrays, array);
}
