/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Parallel loops of a random program.
 */
#include "tests/sim/random-maker.h"

#include <string.h>

#define X G_GINT64_MODIFIER "x"

/* The iterations i of a loop axis for which coeff * i + constant is inside 0..size-1; some of
 * them. */
static gboolean
range(Maker *m, MakerLoop *loop, int axis, int coeff, int constant, int size, gboolean once)
{
    int low = 1000, high = -1000;
    for (int i = -60; i <= 60; i++)
        if (coeff * i + constant >= 0 && coeff * i + constant < size) {
            low = MIN(low, i);
            high = MAX(high, i);
        }
    if (low > high)
        return FALSE;
    if (once || maker_one_in(m, loop->dense ? 5 : 2)) {
        low = maker_between(m, low, high);
        high = maker_between(m, low, high);
    }
    int step = !loop->dense && maker_one_in(m, 3) ? maker_between(m, 1, 3) : 1;
    gboolean down = maker_one_in(m, 4);
    loop->init[axis] = down ? high : low;
    loop->last[axis] = down ? low : high;
    loop->step[axis] = down ? -step : step;
    loop->gaps = loop->gaps || step > 1 || ABS(coeff) > 1;
    return TRUE;
}

static void
map(Maker *m, MakerLoop *loop, const MakerTemplate *t)
{
    const MakerArray *array = loop->array;
    int rank = array != NULL ? array->rank : t->rank, axis[MAKER_RANK], coeff[MAKER_RANK],
        constant[MAKER_RANK];
    const int *size = array != NULL ? array->size : t->size;
    gboolean used[MAKER_RANK] = { FALSE };
    gboolean once = array != NULL && array->sparse && !maker_wants(m, RANDOM_HOLES);
    g_autoptr(GString) in = g_string_new(NULL);
    for (int b = 0; b < rank; b++) {
        int l = maker_one_in(m, loop->dense ? 12 : 3) ? maker_between(m, 0, loop->rank - 1)
                                                      : b % loop->rank;
        axis[b] = l + 1;
        coeff[b] = !maker_one_in(m, 4) ? 1 : loop->dense ? -1 : maker_between(m, -2, 2);
        constant[b] = maker_one_in(m, 2) ? 0 : maker_between(m, -2, 2);
        if (coeff[b] < 0)
            constant[b] += size[b] - 1;
        if (!used[l] && coeff[b] != 0 && !maker_one_in(m, loop->dense ? 20 : 8) &&
            range(m, loop, l, coeff[b], constant[b], size[b], FALSE)) {
            used[l] = TRUE;
            continue;
        }
        axis[b] = maker_one_in(m, 2) && !once ? -1 : maker_between(m, 0, 1);
        coeff[b] = 0;
        constant[b] = axis[b] < 0 ? 0 : maker_between(m, 0, size[b] - 1);
    }
    for (int l = 0; l < loop->rank; l++)
        if (!used[l])
            range(m, loop, l, 1, 0, maker_between(m, 1, 6), TRUE);
    if (maker_one_in(m, 40))
        loop->last[0] = loop->init[0] - loop->step[0]; /* no iteration */
    g_string_printf(in, "LoopRefPtr=1; LoopRef=%" X "; PatternRefPtr=1; PatternRef=%" X " %s;",
                    loop->ref, array != NULL ? array->handle : t->ref,
                    array != NULL ? "(DisArray)" : "(AMView)");
    maker_list(in, "       AxisArray", rank, axis);
    maker_list(in, "      CoeffArray", rank, coeff);
    maker_list(in, "      ConstArray", rank, constant);
    maker_list(in, "InInitIndexArray", loop->rank, loop->init);
    maker_list(in, "InLastIndexArray", loop->rank, loop->last);
    maker_list(in, "     InStepArray", loop->rank, loop->step);
    maker_call(m, "mappl_", 1e-4, in->str, "IsLocal=1;");
}

/* Dependences of an array: which of its edges are needed before a portion. */
static guint64
across_group(Maker *m, const MakerLoop *loop)
{
    int low[MAKER_RANK], high[MAKER_RANK], sign[MAKER_RANK];
    MakerArray *array = loop->array;
    guint64 group = maker_ref(m);
    g_autofree char *out = g_strdup_printf("ShadowGroupRef=%" X ";", group);
    maker_call(m, "crtshg_", 1e-4, "StaticSign=0;", out);
    for (int k = maker_between(m, 1, 2); k > 0; k--) {
        g_autoptr(GString) in = g_string_new(NULL);
        for (int a = 0; a < array->rank; a++) {
            gboolean lower = !maker_one_in(m, 3), higher = maker_one_in(m, 2);
            low[a] = lower ? maker_between(m, MIN(1, array->low[a]), array->low[a]) : 0;
            high[a] = higher ? maker_between(m, MIN(1, array->high[a]), array->high[a]) : 0;
            sign[a] = 1 | (low[a] > 0 ? 2 : 0) | (high[a] > 0 ? 4 : 0);
        }
        g_string_printf(in,
                        "ShadowGroupRef=%" X "; ArrayHeader=%" X "; ArrayHandlePtr=%" X
                        "; MaxShdCount=1;",
                        group, array->header, array->handle);
        maker_list(in, "LowShdWidthArray", array->rank, low);
        maker_list(in, " HiShdWidthArray", array->rank, high);
        maker_list(in, "    ShdSignArray", array->rank, sign);
        maker_simple(m, "insshd_", "%s", in->str);
        MakerArray *other = maker_array_of(m, array->template->where);
        array->named = TRUE;
        if (other->template == array->template &&
            (!other->sparse || maker_wants(m, RANDOM_GAPS)))
            array = other;
    }
    return group;
}

static void
across(Maker *m, const MakerLoop *loop)
{
    guint64 group = across_group(m, loop), old = maker_one_in(m, 4) ? maker_shadow_group(m) : 0;
    double portions = maker_one_in(m, 3) ? maker_between(m, 1, 90) / 10.0 : 0;
    g_autofree char *in = g_strdup_printf("AcrossType=0; OldShadowGroupRef=%" X "; "
                                          "NewShadowGroupRefPtr=1; NewShadowGroupRef=%" X "; "
                                          "PipeLinePar=%f;\nCondPipeLine=0  ErrPipeLine=9\n"
                                          "QDim[0]=-1",
                                          old, group, portions);
    maker_call(m, "across_", 1e-4, in, "ErrPipeLine=9");
}

static void
bodies(Maker *m, const MakerLoop *loop)
{
    g_autofree char *in = g_strdup_printf("LoopRefPtr=1; LoopRef=%" X ";", loop->ref);
    if (!maker_one_in(m, 4))
        maker_call(m, "dopl_", 1e-6, in, "DoPL=1;");
    if (maker_one_in(m, 6))
        maker_call(m, "dopl_", 1e-2, in, "DoPL=1;");
    guint last = m->calls->len;
    maker_call(m, "dopl_", 1e-2, in, "DoPL=0;");
    char *text = m->calls->pdata[last]; /* a pipeline waits for a body that takes time */
    char *digits = strstr(text, "TIME=") + 7;
    digits[3] = '1';
    maker_simple(m, "endpl_", "LoopRefPtr=1; LoopRef=%" X ";", loop->ref);
}

void
maker_loop(Maker *m)
{
    MakerLoop loop = { .ref = maker_ref(m), .rank = maker_between(m, 1, MAKER_RANK) };
    g_autofree char *in = NULL, *out = g_strdup_printf("LoopRef=%" X ";", loop.ref);
    MakerTemplate *t = NULL;
    gboolean inside = m->bracket;
    guint64 group = 0, edges = 0;
    /* a task may run a loop over an array that lies on more than its processors */
    const int where = m->where != ROOT && maker_one_in(m, 3) ? ROOT : m->where;
    loop.array = maker_array_of(m, where);
    loop.dense = maker_wants(m, RANDOM_ACROSS) && !inside && maker_one_in(m, 3);
    for (int k = 0; k < 3 && loop.dense && loop.array != NULL && loop.array->rank == 1; k++)
        loop.array = maker_array_of(m, where); /* pipelines want an axis to be cut */
    if (loop.array == NULL)
        return;
    t = loop.array->template;
    if (!loop.dense && maker_one_in(m, 5))
        loop.array = NULL;
    if (loop.dense || maker_one_in(m, 2))
        loop.rank = loop.array != NULL ? loop.array->rank : t->rank;
    in = g_strdup_printf("Rank=%d;", loop.rank);
    maker_call(m, "crtpl_", 1e-4, in, out);
    if (maker_one_in(m, 12)) { /* executed by all */
        bodies(m, &loop);
        maker_release(m, loop.ref);
        return;
    }
    map(m, &loop, t);
    loop.gaps = loop.gaps || (loop.array != NULL && loop.array->sparse);
    if (maker_wants(m, RANDOM_REDUCTIONS) && maker_one_in(m, 4)) {
        g_autofree char *red = g_strdup_printf("RedGroupRef=%" X ";", group = maker_ref(m));
        maker_call(m, "crtrg_", 1e-4, "StaticSign=1; DelRedSign=1;", red);
        maker_reduction(m, &loop, group);
    }
    if (maker_wants(m, RANDOM_REMOTE) && maker_one_in(m, 3))
        maker_remote_loop(m, &loop);
    int how = inside ? 0 : loop.dense ? 1 : maker_between(m, 1, 6);
    if (how == 1 && loop.array != NULL && maker_wants(m, RANDOM_ACROSS) &&
        (!loop.gaps || maker_wants(m, RANDOM_GAPS))) {
        across(m, &loop);
    } else if (how <= 3 && how > 1 && maker_wants(m, RANDOM_SHADOWS) &&
               maker_array_of(m, m->where) != NULL) {
        edges = maker_shadow_group(m);
        if (how == 2)
            maker_simple(m, "strtsh_", "ShadowGroupRef=%" X ";", edges);
        maker_simple(m, how == 2 ? "imlast_" : "exfrst_",
                     "LoopRef=%" X "; ShadowGroupRef=%" X ";", loop.ref, edges);
    }
    bodies(m, &loop);
    if (edges != 0 && how == 3)
        maker_simple(m, "waitsh_", "ShadowGroupRef=%" X ";", edges);
    if (group != 0) {
        maker_simple(m, "strtrd_", "RedGroupRef=%" X ";", group);
        if (maker_one_in(m, 2))
            maker_simple(m, "tstda_", "%s", "");
        maker_simple(m, "waitrd_", "RedGroupRef=%" X ";", group);
        maker_release(m, loop.ref);
    }
}
