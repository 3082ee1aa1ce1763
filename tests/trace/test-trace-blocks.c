/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Blocks come out the same whether they are guessed, looked up or parsed, and the parts
 * underneath: distinct things and their hash.
 */
#include "src/trace/text/blocks.h"

#include <stdio.h>
#include <string.h>

#include "src/base/hash.h"
#include "tests/trace/trace-check.h"

static guint
half_hash(gconstpointer number)
{
    return (guint)(*(const gint64 *)number / 2) << 16;
}

/* Hashes are those of two numbers each, and all share the low bits. */
static void
test_distinct(void)
{
    TraceDistinct distinct;
    trace_distinct_init(&distinct, half_hash, g_int64_equal, g_free);
    for (gint64 i = 0; i < 4000; i++) {
        const gint64 key = i % 2000;
        CHECK_INT(trace_distinct_find(&distinct, &key), i < 2000 ? TRACE_NONE : (guint32)key);
        if (i < 2000)
            CHECK_INT(trace_distinct_add(&distinct, g_memdup2(&key, sizeof key)), key);
        CHECK_INT(*(gint64 *)trace_distinct_get(&distinct, (guint32)key), key);
    }
    CHECK_INT(distinct.items->len, 2000);
    trace_distinct_close(&distinct);
    CHECK_INT(*(gint64 *)trace_distinct_get(&distinct, 7), 7);
    trace_distinct_clear(&distinct);
    trace_distinct_clear(&distinct);
}

static gboolean
is_new(GHashTable *seen, guint64 hash)
{
    guint64 *key = g_new(guint64, 1);
    *key = hash;
    return g_hash_table_add(seen, key);
}

/* Every byte and the length count. */
static void
test_hash(void)
{
    char bytes[70] = { 0 };
    g_autoptr(GHashTable) seen =
        g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (gsize len = 0; len <= sizeof bytes; len++) {
        CU_ASSERT(is_new(seen, hash_add(0, bytes, len)));
        for (gsize i = 0; i < len; i++) {
            bytes[i] = 1;
            CU_ASSERT(is_new(seen, hash_add(0, bytes, len)));
            bytes[i] = 0;
        }
    }
    CU_ASSERT(hash_add(1, bytes, 5) != hash_add(2, bytes, 5));
}

/* A trace of nested loops: the same blocks in changing order, some of them with a tail. */
static char *
make_trace(guint n)
{
    GString *text = g_string_new("header\n\n");
    guint32 seed = 77;
    g_test_message("seed %u", seed);
    g_autoptr(GRand) random = g_rand_new_with_seed(seed);
    for (guint i = 0; i < n; i++) {
        int kind = g_rand_int_range(random, 0, 7);
        g_string_append_printf(text, "call_f%d TIME=0.%08u LINE=%d FILE=p\n", kind, i,
                               kind % 3);
        for (int k = g_rand_int_range(random, 0, 4); k > 0; k--)
            g_string_append_printf(text, "Rank=%d;\n", g_rand_int_range(random, 0, 3));
        if (g_rand_int_range(random, 0, 50) == 0)
            g_string_append_printf(text, "x=%0*d;\n", g_rand_int_range(random, 1, 500), 0);
        if (g_rand_int_range(random, 0, 300) == 0)
            g_string_append_printf(text, "x=%0*d;\n", 70000, 0);
    }
    g_string_append(text, "ret_end TIME=1 LINE=1 FILE=p");
    return g_string_free(text, FALSE);
}

/* All blocks of the text as a list; `max_bytes` limits the memory of patterns. */
static char *
dump_blocks(const char *text, gsize max_bytes, gsize *n_patterns)
{
    g_autoptr(TraceSource) source = trace_source_new_from_memory(text, strlen(text));
    g_autoptr(TraceProgram) program = trace_program_new("t");
    TraceBlocks blocks;
    trace_blocks_init(&blocks, source, program);
    if (max_bytes > 0)
        blocks.max_bytes = max_bytes;
    GString *dump = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    const char *header;
    gsize len;
    while (trace_blocks_next_header(&blocks, &header, &len, &error))
        g_string_append_printf(dump, "header %.*s\n", (int)len, header);
    TraceBlock block;
    while (trace_blocks_next(&blocks, &block, &error)) {
        g_string_append_printf(
            dump, "%d %s %u %.8f %" G_GUINT64_FORMAT " cut %d %" G_GSIZE_FORMAT "\n",
            block.kind, trace_program_name(program, block.name)->text, block.site,
            block.seconds, block.line, block.cut, block.n_params);
        g_string_append_len(dump, block.params, (gssize)MIN(block.n_params, 1000));
        g_string_append_c(dump, '\n');
        /* A record that was set must come back with the same pattern only. */
        guint32 record = (guint32)hash_add(block.name, block.params, block.n_params);
        if (block.record != TRACE_NONE)
            CHECK_INT(block.record, record);
        trace_blocks_set_record(&blocks, &block, record);
    }
    CU_ASSERT(error == NULL);
    g_string_append_printf(dump, "lines %" G_GUINT64_FORMAT "\n", blocks.line - 1);
    *n_patterns = blocks.patterns.items->len;
    trace_blocks_clear(&blocks);
    return g_string_free(dump, FALSE);
}

static void
test_cache_does_not_show(void)
{
    g_autofree char *text = make_trace(20000);
    gsize n_all, n_few, n_one;
    g_autofree char *all = dump_blocks(text, 0, &n_all);
    g_autofree char *few = dump_blocks(text, 5000, &n_few);
    g_autofree char *one = dump_blocks(text, 1, &n_one);
    CU_ASSERT(strcmp(all, few) == 0);
    CU_ASSERT(strcmp(all, one) == 0);
    CU_ASSERT(n_all > 300);
    CU_ASSERT(n_few < 60);
    CHECK_INT(n_one, 1);
    CU_ASSERT(strstr(all, "cut 1") != NULL);
}

/* The same against a cut into blocks by g_strsplit(). */
static void
test_blocks(void)
{
    g_autofree char *text = make_trace(3000);
    gsize n_patterns;
    g_autofree char *dump = dump_blocks(text, 0, &n_patterns);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_auto(GStrv) found = g_strsplit(dump, "\n", -1);
    guint n_calls = 0, n_found = 0;
    for (guint i = 0; lines[i] != NULL; i++)
        n_calls += g_str_has_prefix(lines[i], "call_") ? 1 : 0;
    for (guint i = 0; found[i] != NULL; i++)
        n_found += strstr(found[i], " cut ") != NULL && found[i][0] == '0' ? 1 : 0;
    CHECK_INT(n_calls, 3000);
    CHECK_INT(n_found, 3000);
    g_autofree char *last = g_strdup_printf("lines %u", g_strv_length(lines));
    CU_ASSERT(strstr(dump, last) != NULL);
}

/* The lines and bytes of the rest are counted wherever the reading stopped. */
static void
test_drain(void)
{
    static const struct {
        const char *text;
        guint64 lines;
    } cases[] = { { "call_a TIME=0 LINE=1 FILE=p\ncall_b TIME=0 LINE=1 FILE=p\nx\n\ny\n", 5 },
                  { "call_a TIME=0 LINE=1 FILE=p\ncall_b TIME=0 LINE=1 FILE=p\nx\n\ny", 5 },
                  { "call_a TIME=0 LINE=1 FILE=p\n", 1 },
                  { "call_a TIME=0 LINE=1 FILE=p", 1 },
                  { "call_a TIME=0 LINE=1 FILE=p\nx", 2 } };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(TraceSource) source =
            trace_source_new_from_memory(cases[i].text, strlen(cases[i].text));
        g_autoptr(TraceProgram) program = trace_program_new("t");
        TraceBlocks blocks;
        TraceBlock block;
        trace_blocks_init(&blocks, source, program);
        CU_ASSERT(trace_blocks_next(&blocks, &block, NULL));
        CU_ASSERT(trace_blocks_drain(&blocks, NULL));
        CHECK_INT(blocks.line - 1, cases[i].lines);
        trace_blocks_clear(&blocks);
    }
}

/* What CurrentTimeTrace writes is no part of a pattern: else there would be one for each line.
 */
static void
test_current_time(void)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < 1000; i++)
        g_string_append_printf(text, "call_a TIME=0.00000100 %u.00000100 LINE=2 FILE=f\n", i);
    g_autoptr(TraceSource) source = trace_source_new_from_memory(text->str, text->len);
    g_autoptr(TraceProgram) program = trace_program_new("t");
    TraceBlocks blocks;
    TraceBlock block;
    trace_blocks_init(&blocks, source, program);
    for (guint i = 0; i < 1000; i++) {
        CU_ASSERT(trace_blocks_next(&blocks, &block, NULL));
        CHECK_SAME(block.seconds, 0.000001);
        CHECK_INT(block.pattern, 0);
    }
    CHECK_INT(blocks.patterns.items->len, 1);
    trace_blocks_clear(&blocks);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "distinct", test_distinct },
        { "hash", test_hash },
        { "cache does not show", test_cache_does_not_show },
        { "blocks", test_blocks },
        { "drain", test_drain },
        { "current time", test_current_time },
        CU_TEST_INFO_NULL,
    };
    return tap_run("trace-blocks", tests);
}
