/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/sim/random-maker.h"

#include <string.h>

static void
interval(Maker *m, guint features)
{
    static const char *const begins[] = { "binter_", "bsloop_", "bploop_" };
    static const char *const ends[] = { "einter_", "eloop_", "enloop_" };
    int kind = maker_between(m, 0, 2), index = maker_between(m, -1, 2);
    if (kind == 0 && index >= 0)
        maker_simple(m, begins[kind], "nfrag=1; index=%d;", index);
    else
        maker_simple(m, begins[kind],
                     kind == 0 ? "nfrag=1; index=2000000000 UserInter=0;" : "nfrag=1");
    int line = m->line;
    m->depth++;
    maker_block(m, maker_between(m, 0, 3), features);
    m->depth--;
    int end = kind == 0 ? 0 : maker_between(m, 1, 2);
    maker_simple(m, ends[end], "nfrag=1; nline=%d", line);
}

static void
io(Maker *m)
{
    static const char *const functions[] = { "dvm_void_printf", "dvm_fopen", "dvm_fread",
                                             "dvm_close" };
    if (maker_one_in(m, 3)) {
        maker_simple(m, functions[maker_between(m, 0, 3)], "%s", "Format=a=%d; b; TIME=1");
        return;
    }
    if (maker_one_in(m, 2)) {
        int n = maker_between(m, 1, 3), length[3] = { maker_between(m, 0, 99), 8, 4000 };
        g_autoptr(GString) in = g_string_new(NULL);
        g_string_printf(in, "MemoryCount=%d;", n);
        maker_list(in, "   LengthArray", n, length);
        maker_simple(m, "srmem_", "%s", in->str);
        return;
    }
    if (m->bracket)
        return;
    maker_simple(m, "biof_", "%s", "");
    m->bracket = TRUE;
    maker_block(m, maker_between(m, 0, 3), RANDOM_ALL & ~(RANDOM_TASKS | RANDOM_ACROSS));
    m->bracket = FALSE;
    maker_simple(m, "eiof_", "%s", "");
}

static void
ordinary(Maker *m)
{
    static const char *const names[] = { "tstda_",   "getlen_", "bsynch_", "tstio_",
                                         "strange_", "begbl_",  "endbl_" };
    const int most = maker_wants(m, RANDOM_BLOCKS) ? 6 : 4;
    maker_call(m, names[maker_between(m, 0, most)], 1e-3, "Anything=5; What[0]=zz", "");
}

/* Runs a task of the current machine; makes some first when there is none. */
static void
task(Maker *m)
{
    int chosen = -1, n = 0, outer = m->where;
    for (guint k = 0; k < m->tasks->len; k++)
        if (g_array_index(m->tasks, MakerTask, k).parent == outer && maker_one_in(m, ++n))
            chosen = k;
    if (chosen < 0) {
        maker_tasks(m);
        return;
    }
    maker_simple(m, "runam_", "AMRef=%" G_GINT64_MODIFIER "x;",
                 g_array_index(m->tasks, MakerTask, chosen).machine);
    m->where = chosen;
    maker_block(m, maker_between(m, 0, 5), RANDOM_ALL);
    m->where = outer;
    maker_simple(m, "stopam_", "%s", "");
}

static void
operation(Maker *m, guint features)
{
    int what = maker_between(m, 0, 13);
    guint wanted = features & m->features;
    if (what == 0 && wanted & RANDOM_INTERVALS && m->depth < 4)
        interval(m, features);
    else if (what == 1 && wanted & RANDOM_REDUCTIONS)
        maker_reduction(m, NULL, 0);
    else if (what == 2 && wanted & RANDOM_SHADOWS)
        maker_shadow(m);
    else if (what == 3 && wanted & RANDOM_REDISTRIBUTION)
        maker_redistribute(m);
    else if (what == 4 && wanted & RANDOM_REDISTRIBUTION)
        maker_realign(m);
    else if (what == 5 && wanted & RANDOM_COPIES)
        maker_copy(m);
    else if (what == 6 && wanted & RANDOM_REMOTE)
        maker_remote_point(m);
    else if (what == 7 && wanted & RANDOM_IO)
        io(m);
    else if (what == 8 && wanted & RANDOM_TASKS)
        task(m);
    else if (what == 9 && wanted & RANDOM_DELETIONS)
        maker_delete(m);
    else if (what == 10)
        ordinary(m);
    else
        maker_loop(m);
}

/* n operations of the features. */
void
maker_block(Maker *m, int n, guint features)
{
    while (n-- > 0 && m->budget-- > 0)
        operation(m, features);
}

static char *
header(int vps_rank, const int vps[])
{
    g_autoptr(GString) text = g_string_new("RTS VERSION = 2889\n\n"
                                           " ProcCount=1;      PSRank=2;      PSSize= 1 1;\n");
    int n = 1;
    for (int d = 0; d < vps_rank; d++)
        n *= vps[d];
    g_string_append_printf(text, "VProcCount=%d;", vps_rank > 0 ? n : 0);
    if (vps_rank > 0)
        g_string_append_printf(text, "     VPSRank=%d;     VPSSize=", vps_rank);
    for (int d = 0; d < vps_rank; d++)
        g_string_append_printf(text, " %d", vps[d]);
    g_string_append_printf(text,
                           "%s\n\nret_dvm_Init               TIME=0.00003199 LINE=1      "
                           "FILE=p.fdv\n",
                           vps_rank > 0 ? ";" : "");
    return g_strdup(text->str);
}

static void
fill(Maker *m)
{
    const gboolean block = maker_wants(m, RANDOM_BLOCKS) && maker_one_in(m, 2);
    if (block)
        maker_call(m, "begbl_", 1e-2, "", "");
    for (int k = maker_between(m, 1, 3); k > 0; k--)
        maker_add_template(m, 0);
    for (int k = maker_between(m, 1, 4); k > 0; k--)
        maker_add_array(m, m->templates->pdata[maker_between(m, 0, m->templates->len - 1)]);
    if (maker_wants(m, RANDOM_TASKS) && maker_one_in(m, 2))
        maker_tasks(m);
    maker_block(m, m->budget, RANDOM_ALL);
    if (block)
        maker_call(m, "endbl_", 1e-4, "", "");
    for (int k = maker_between(m, 0, 2); block && k > 0; k--)
        ordinary(m);
}

RandomProgram *
random_program_new(guint32 seed, guint features, int rank, const int sizes[], int vps_rank,
                   const int vps[])
{
    RandomProgram *program = g_new0(RandomProgram, 1);
    Maker m = { .random = g_rand_new_with_seed(seed), .features = features, .where = ROOT };
    MakerSystem root = { .where = ROOT, .rank = vps_rank > 0 ? vps_rank : rank };
    m.calls = program->calls = g_ptr_array_new_with_free_func(g_free);
    m.templates = g_ptr_array_new_with_free_func(g_free);
    m.arrays = g_ptr_array_new_with_free_func(g_free);
    m.systems = g_array_new(FALSE, TRUE, sizeof(MakerSystem));
    m.tasks = g_array_new(FALSE, TRUE, sizeof(MakerTask));
    m.free_refs = g_array_new(FALSE, FALSE, sizeof(guint64));
    m.next_ref = 0x55a0c0de1000;
    m.line = 1;
    m.budget = maker_between(&m, 3, 20);
    for (int d = 0; d < rank; d++)
        root.real[d] = sizes[d];
    for (int d = 0; d < root.rank; d++)
        root.size[d] = vps_rank == 0 ? 1 : vps[d];
    g_array_append_val(m.systems, root);
    fill(&m);
    program->header = header(vps_rank, vps);
    program->footer =
        g_strdup("Event_dvm_exit             TIME=0.00001234 LINE=9      FILE=p.fdv\nrc=0;\n");
    g_rand_free(m.random);
    g_ptr_array_unref(m.templates);
    g_ptr_array_unref(m.arrays);
    g_array_unref(m.systems);
    g_array_unref(m.tasks);
    g_array_unref(m.free_refs);
    return program;
}

void
random_program_free(RandomProgram *program)
{
    g_free(program->header);
    g_free(program->footer);
    g_ptr_array_unref(program->calls);
    g_free(program);
}

char *
random_program_text(const RandomProgram *program)
{
    g_autoptr(GString) text = g_string_new(program->header);
    for (guint i = 0; i < program->calls->len; i++)
        g_string_append(text, program->calls->pdata[i]);
    g_string_append(text, program->footer);
    return g_strdup(text->str);
}
