/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/objects/object.h"

static const struct {
    gsize size;
    const char *name;
    gsize async; /* where its SimAsync is, 0: none */
} kinds[SIM_N_OBJECT_KINDS] = {
    [SIM_OBJECT_SYSTEM] = { sizeof(SimSystemObject), "processor system", 0 },
    [SIM_OBJECT_MACHINE] = { sizeof(SimMachine), "abstract machine", 0 },
    [SIM_OBJECT_TEMPLATE] = { sizeof(SimTemplate), "abstract machine representation", 0 },
    [SIM_OBJECT_ARRAY] = { sizeof(SimArray), "distributed array", 0 },
    [SIM_OBJECT_LOOP] = { sizeof(SimLoop), "parallel loop", 0 },
    [SIM_OBJECT_RED_GROUP] = { sizeof(SimRedGroup), "reduction group",
                               offsetof(SimRedGroup, async) },
    [SIM_OBJECT_RED_VAR] = { sizeof(SimRedVar), "reduction variable", 0 },
    [SIM_OBJECT_SHADOW_GROUP] = { sizeof(SimShadowGroup), "shadow group",
                                  offsetof(SimShadowGroup, async) },
    [SIM_OBJECT_BUFFER] = { sizeof(SimBuffer), "remote access buffer",
                            offsetof(SimBuffer, async) },
    [SIM_OBJECT_BUFFER_GROUP] = { sizeof(SimBufferGroup), "remote access group",
                                  offsetof(SimBufferGroup, async) },
    [SIM_OBJECT_COPY] = { sizeof(SimCopy), "asynchronous copy", offsetof(SimCopy, async) },
};

const char *
sim_object_kind_name(SimObjectKind kind)
{
    return kinds[kind].name;
}

static void
shadow_entry_clear(gpointer v)
{
    SimShadowEntry *e = v;
    sim_object_unref(e->array);
}

gpointer
sim_object_new(SimObjectKind kind)
{
    SimObject *o = g_malloc0(kinds[kind].size);
    o->kind = kind;
    o->n_refs = 1;
    switch (kind) {
    case SIM_OBJECT_TEMPLATE:
        ((SimTemplate *)o)->arrays = g_ptr_array_new();
        break;
    case SIM_OBJECT_SHADOW_GROUP: {
        GArray *entries = g_array_new(FALSE, FALSE, sizeof(SimShadowEntry));
        g_array_set_clear_func(entries, shadow_entry_clear);
        ((SimShadowGroup *)o)->entries = entries;
        break;
    }
    case SIM_OBJECT_BUFFER_GROUP:
        ((SimBufferGroup *)o)->buffers = g_ptr_array_new_with_free_func(sim_object_unref);
        break;
    default:
        break;
    }
    return o;
}

void
sim_template_clear_weights(SimTemplate *template)
{
    for (int g = 0; g < RATER_MAX_RANK; g++) {
        g_clear_pointer(&template->weights[g].loads, g_array_unref);
        g_clear_pointer(&template->weights[g].sizes, g_array_unref);
    }
}

gpointer
sim_object_ref(gpointer object)
{
    ((SimObject *)object)->n_refs++;
    return object;
}

/* Releases what an object holds. References form no cycles: a template does not own its arrays,
 * and groups hold loops and arrays, never the reverse except imlast_ (a loop holds shadow
 * groups, which hold arrays). So the depth of this recursion is bounded by the kinds. */
static void
object_clear(SimObject *o)
{
    switch (o->kind) {
    case SIM_OBJECT_TEMPLATE:
        g_ptr_array_unref(((SimTemplate *)o)->arrays);
        sim_template_clear_weights((SimTemplate *)o);
        break;
    case SIM_OBJECT_ARRAY:
        sim_array_detach((SimArray *)o);
        break;
    case SIM_OBJECT_LOOP:
        g_clear_pointer(&((SimLoop *)o)->last, g_ptr_array_unref);
        sim_object_unref(((SimLoop *)o)->across);
        break;
    case SIM_OBJECT_RED_GROUP:
        sim_object_unref(((SimRedGroup *)o)->loop);
        sim_object_unref(((SimRedGroup *)o)->template);
        sim_object_unref(((SimRedGroup *)o)->array);
        break;
    case SIM_OBJECT_SHADOW_GROUP:
        g_array_unref(((SimShadowGroup *)o)->entries);
        break;
    case SIM_OBJECT_BUFFER:
        sim_object_unref(((SimBuffer *)o)->array);
        break;
    case SIM_OBJECT_BUFFER_GROUP:
        g_ptr_array_unref(((SimBufferGroup *)o)->buffers);
        break;
    default:
        break;
    }
}

void
sim_object_unref(gpointer object)
{
    SimObject *o = object;
    if (o == NULL || --o->n_refs > 0)
        return;
    const SimAsync *async = sim_object_async(o);
    if (async != NULL && async->active && async->recorded.n_going != NULL)
        --*async->recorded.n_going; /* nobody can wait for it any more */
    object_clear(o);
    g_free(o);
}

void
sim_object_set(gpointer slot, gpointer object)
{
    gpointer *at = slot;
    if (object != NULL)
        sim_object_ref(object);
    sim_object_unref(*at);
    *at = object;
}

SimAsync *
sim_object_async(gpointer object)
{
    const gsize at = object != NULL ? kinds[((SimObject *)object)->kind].async : 0;
    return at != 0 ? (SimAsync *)((guint8 *)object + at) : NULL;
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
