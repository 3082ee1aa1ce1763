/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/program/names.h"

void
trace_names_init(TraceNames *names)
{
    *names = (TraceNames){ 0 };
    names->names = g_array_new(FALSE, FALSE, sizeof(TraceName));
    names->references = g_array_new(FALSE, FALSE, sizeof(guint64));
    names->sites = g_ptr_array_new();
    guint64 none = 0;
    g_array_append_val(names->references, none);
}

void
trace_names_clear(TraceNames *names)
{
    trace_arena_clear(&names->arena);
    g_array_unref(names->names);
    g_array_unref(names->references);
    g_ptr_array_unref(names->sites);
    trace_names_close(names);
}

char *
trace_text_clean(const char *bytes, gsize len)
{
    char *text = g_utf8_make_valid(bytes, (gssize)len);
    for (char *p = text; *p != '\0'; p++) {
        if (g_ascii_iscntrl(*p))
            *p = '?';
    }
    return text;
}

void
trace_names_close(TraceNames *names)
{
    trace_index_clear(&names->name_index);
    trace_index_clear(&names->reference_index);
    trace_index_clear(&names->site_index);
}

guint32
trace_names_intern(TraceNames *names, const char *bytes, gsize len)
{
    guint64 hash = trace_hash(bytes, len, 0);
    guint32 number;
    for (gsize at = 0;
         (number = trace_index_next(&names->name_index, hash, &at)) != TRACE_NONE;) {
        const TraceName *known = trace_names_get(names, number);
        if (known->len == len && memcmp(known->bytes, bytes, len) == 0)
            return number;
    }
    if (names->names->len == TRACE_NONE)
        return TRACE_NONE;
    g_autofree char *clean = trace_text_clean(bytes, len);
    TraceName name = { trace_arena_copy(&names->arena, bytes, len), len,
                       trace_arena_copy(&names->arena, clean, strlen(clean) + 1) };
    number = names->names->len;
    g_array_append_val(names->names, name);
    trace_index_insert(&names->name_index, hash, number);
    return number;
}

const TraceName *
trace_names_get(const TraceNames *names, guint32 name)
{
    g_assert(name < names->names->len);
    return &g_array_index(names->names, TraceName, name);
}

guint32
trace_names_site(TraceNames *names, const char *file, gsize len, gint64 line)
{
    guint32 name = trace_names_intern(names, file, len);
    if (name == TRACE_NONE)
        return TRACE_NONE;
    const char *text = trace_names_get(names, name)->text;
    guint64 hash =
        trace_hash_mix((guint64)line + 1, G_GUINT64_CONSTANT(0x9fb21c651e98df25) ^ name);
    guint32 number;
    for (gsize at = 0;
         (number = trace_index_next(&names->site_index, hash, &at)) != TRACE_NONE;) {
        const TraceSite *known = g_ptr_array_index(names->sites, number);
        if (known->file == text && known->line == line)
            return number;
    }
    if (names->sites->len == TRACE_NONE)
        return TRACE_NONE;
    TraceSite *site = trace_arena_alloc(&names->arena, sizeof *site);
    *site = (TraceSite){ text, line };
    number = names->sites->len;
    g_ptr_array_add(names->sites, site);
    trace_index_insert(&names->site_index, hash, number);
    return number;
}

guint32
trace_names_reference(TraceNames *names, guint64 reference)
{
    guint64 hash = trace_hash_mix(reference, G_GUINT64_CONSTANT(0xd6e8feb86659fd93));
    guint32 number;
    for (gsize at = 0;
         (number = trace_index_next(&names->reference_index, hash, &at)) != TRACE_NONE;) {
        if (g_array_index(names->references, guint64, number) == reference)
            return number;
    }
    if (names->references->len == TRACE_NONE)
        return TRACE_NONE;
    number = names->references->len;
    g_array_append_val(names->references, reference);
    trace_index_insert(&names->reference_index, hash, number);
    return number;
}
