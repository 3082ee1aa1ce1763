/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Communication of a random program: copies, remote buffers, shadow edges, reductions.
 */
#include "tests/sim/random-maker.h"

#define X G_GINT64_MODIFIER "x"

/* What is done between a start and its wait: nothing that moves or deletes. */
static void
meanwhile(Maker *m)
{
    if (!m->bracket && maker_one_in(m, 2))
        maker_block(m, maker_between(m, 1, 2),
                    RANDOM_ALL & ~(RANDOM_REDISTRIBUTION | RANDOM_DELETIONS));
}

/* ---- copies ---- */

typedef struct {
    int init[MAKER_RANK], last[MAKER_RANK], step[MAKER_RANK], count[MAKER_RANK];
} Section;

static void
axis_section(Maker *m, Section *s, int a, int size, int count)
{
    int longest = count > 1 ? (size - 1) / (count - 1) : 1;
    int step = maker_between(m, 1, CLAMP(longest, 1, 3));
    s->count[a] = count;
    s->step[a] = count == 1 && maker_one_in(m, 2) ? 0 : step;
    s->init[a] = maker_between(m, 0, size - 1 - (count - 1) * step);
    int extra = MIN(step - 1, size - 1 - s->init[a] - (count - 1) * step);
    s->last[a] = s->init[a] + (count - 1) * step + (extra > 0 && s->step[a] > 0 ? extra : 0);
    if (count == size && count > 1 && maker_one_in(m, 3)) {
        s->init[a] = -1;
        s->last[a] = s->step[a] = 0;
    }
}

static void
any_section(Maker *m, const MakerArray *array, Section *s)
{
    for (int a = 0; a < array->rank; a++) {
        int count = maker_one_in(m, 4)   ? 1
                    : maker_one_in(m, 2) ? array->size[a]
                                         : maker_between(m, 1, array->size[a]);
        axis_section(m, s, a, array->size[a], count);
    }
}

/* A section of `array` of as many elements as `volume`; FALSE: not found. */
static gboolean
section_of(Maker *m, const MakerArray *array, int volume, Section *s)
{
    for (int a = 0; a < array->rank; a++) {
        int count = MIN(volume, array->size[a]);
        while (count > 1 &&
               (volume % count != 0 || (a < array->rank - 1 && maker_one_in(m, 3))))
            count--;
        axis_section(m, s, a, array->size[a], count);
        volume /= count;
    }
    return volume == 1;
}

static gboolean
conforming(Maker *m, const MakerArray *array, const Section *like, int rank, Section *s)
{
    int next = 0;
    for (int a = 0; a < array->rank; a++) {
        while (next < rank && like->count[next] == 1)
            next++;
        int count = next < rank ? like->count[next++] : 1;
        if (count > array->size[a])
            return FALSE;
        axis_section(m, s, a, array->size[a], count);
    }
    while (next < rank && like->count[next] == 1)
        next++;
    return next == rank;
}

static void
section_lists(GString *text, const char *side, int rank, const Section *s)
{
    g_autofree char *init = g_strconcat(side, "InitIndexArray", NULL);
    g_autofree char *last = g_strconcat(side, "LastIndexArray", NULL);
    g_autofree char *step = g_strconcat(side, "StepArray", NULL);
    maker_list(text, init, rank, s->init);
    maker_list(text, last, rank, s->last);
    maker_list(text, step, rank, s->step);
}

void
maker_copy(Maker *m)
{
    MakerArray *from = maker_array_of(m, m->where), *to = maker_array_of(m, m->where);
    guint64 flag = maker_ref(m);
    gboolean later = maker_one_in(m, 3), from_buffer = maker_one_in(m, 8);
    gboolean to_buffer = !from_buffer && maker_one_in(m, 5);
    Section source, target;
    if (m->where == ROOT && m->tasks->len > 0 && maker_one_in(m, 2))
        from = m->arrays->pdata[maker_between(m, 0, m->arrays->len - 1)];
    if (m->where == ROOT && m->tasks->len > 0 && maker_one_in(m, 2))
        to = m->arrays->pdata[maker_between(m, 0, m->arrays->len - 1)];
    if (from == NULL || to == NULL)
        return;
    any_section(m, from, &source);
    int volume = 1;
    for (int a = 0; a < from->rank; a++)
        volume *= source.count[a];
    if (from_buffer)
        any_section(m, to, &target);
    else if (!to_buffer &&
             !(maker_one_in(m, 2) && conforming(m, to, &source, from->rank, &target)) &&
             !section_of(m, to, volume, &target))
        return;
    g_autoptr(GString) in = g_string_new(NULL);
    if (from_buffer)
        g_string_append(in, "FromBufferPtr=7ff0; ");
    else
        g_string_append_printf(in, "FromArrayHeader=%" X "; FromArrayHandlePtr=%" X "; ",
                               from->header, from->handle);
    if (to_buffer)
        g_string_append(in, "ToBufferPtr=7ff8; ");
    else
        g_string_append_printf(in, "ToArrayHeader=%" X "; ToArrayHandlePtr=%" X "; ",
                               to->header, to->handle);
    g_string_append_printf(in, "CopyRegim=%d;", maker_one_in(m, 3));
    if (later)
        g_string_append_printf(in, " CopyFlagPtr=%" X ";", flag);
    if (!from_buffer)
        section_lists(in, "From", from->rank, &source);
    if (!to_buffer)
        section_lists(in, "To", to->rank, &target);
    maker_call(m, later ? "aarrcp_" : "arrcpy_", 1e-4, in->str, "");
    if (!later)
        return;
    meanwhile(m);
    maker_simple(m, "waitcp_", "CopyFlagPtr=%" X ";", flag);
}

/* ---- remote buffers ---- */

static void
load(Maker *m, guint64 buffer)
{
    if (maker_one_in(m, 3)) {
        guint64 group = maker_ref(m);
        g_autofree char *out = g_strdup_printf("RegularAccessGroupRef=%" X ";", group);
        maker_call(m, "crtbg_", 1e-4, "StaticSign=0; DelBufSign=1;", out);
        maker_simple(m, "insrb_", "RegularAccessGroupRef=%" X "; BufferHeader=%" X ";", group,
                     buffer);
        if (maker_one_in(m, 2) && m->where == ROOT) {
            MakerArray *array = maker_array_of(m, ROOT);
            guint64 other = maker_ref(m);
            g_autoptr(GString) in = g_string_new(NULL);
            int coord[MAKER_RANK];
            if (array != NULL) {
                for (int a = 0; a < array->rank; a++)
                    coord[a] = maker_between(m, -1, array->size[a] - 1);
                g_string_printf(in, "RemArrayHeader=%" X "; BufferHeader=%" X "; PSRef=0;",
                                array->header, other);
                maker_list(in, "CoordArray", array->rank, coord);
                array->named = TRUE;
                maker_simple(m, "crtrbp_", "%s", in->str);
                maker_simple(m, "insrb_", "RegularAccessGroupRef=%" X "; BufferHeader=%" X ";",
                             group, other);
            }
        }
        maker_simple(m, "loadbg_", "RegularAccessGroupRef=%" X "; RenewSign=0;", group);
        meanwhile(m);
        maker_simple(m, "waitbg_", "RegularAccessGroupRef=%" X ";", group);
        return;
    }
    maker_simple(m, "loadrb_", "BufferHeader=%" X "; RenewSign=0;", buffer);
    meanwhile(m);
    maker_simple(m, "waitrb_", "BufferHeader=%" X ";", buffer);
}

/* A section for processors. */
void
maker_remote_point(Maker *m)
{
    MakerArray *array = maker_array_of(m, m->where);
    guint64 ps = 0, buffer = maker_ref(m);
    g_autoptr(GString) in = g_string_new(NULL);
    int coord[MAKER_RANK];
    if (m->where == ROOT && maker_one_in(m, 2)) {
        array = m->arrays->pdata[maker_between(m, 0, m->arrays->len - 1)];
        ps = g_array_index(m->systems, MakerSystem, maker_between(m, 0, m->systems->len - 1))
                 .ref;
    }
    if (array == NULL)
        return;
    for (int a = 0; a < array->rank; a++)
        coord[a] = maker_one_in(m, 2) ? -1 : maker_between(m, 0, array->size[a] - 1);
    g_string_printf(in,
                    "RemArrayHeader=%" X "; RemArrayHandlePtr=%" X "; BufferHeader=%" X
                    "; BasePtr=1; StaticSign=0; PSRefPtr=1; PSRef=%" X ";",
                    array->header, array->handle, buffer, ps);
    maker_list(in, "CoordArray", array->rank, coord);
    array->named = TRUE;
    maker_simple(m, "crtrbp_", "%s", in->str);
    load(m, buffer);
    if (maker_one_in(m, 4))
        load(m, buffer);
}

/* What a loop that is mapped reads. */
void
maker_remote_loop(Maker *m, const MakerLoop *loop)
{
    MakerArray *array = maker_array_of(m, m->where);
    guint64 buffer = maker_ref(m);
    g_autoptr(GString) in = g_string_new(NULL);
    int axis[MAKER_RANK], coeff[MAKER_RANK], constant[MAKER_RANK];
    if (array == NULL)
        return;
    for (int a = 0; a < array->rank; a++) {
        axis[a] = maker_between(m, -1, loop->rank);
        coeff[a] = axis[a] <= 0 ? 0 : maker_one_in(m, 3) ? maker_between(m, -2, 3) : 1;
        constant[a] = axis[a] < 0     ? 0
                      : coeff[a] == 0 ? maker_between(m, 0, array->size[a] - 1)
                                      : maker_between(m, -2, 2);
        if (coeff[a] < 0)
            constant[a] += array->size[a] - 1;
    }
    g_string_printf(in,
                    "RemArrayHeader=%" X "; RemArrayHandlePtr=%" X "; BufferHeader=%" X
                    "; BasePtr=1; StaticSign=0; LoopRefPtr=1; LoopRef=%" X ";",
                    array->header, array->handle, buffer, loop->ref);
    maker_list(in, "AxisArray", array->rank, axis);
    array->named = TRUE;
    maker_list(in, "CoeffArray", array->rank, coeff);
    maker_list(in, "ConstArray", array->rank, constant);
    maker_simple(m, "crtrbl_", "%s", in->str);
    maker_simple(m, "loadrb_", "BufferHeader=%" X "; RenewSign=0;", buffer);
    maker_simple(m, "waitrb_", "BufferHeader=%" X ";", buffer);
}

/* ---- shadow edges ---- */

static void
insert(Maker *m, guint64 group, MakerArray *array)
{
    array->named = TRUE;
    gboolean by_sign = maker_one_in(m, 2);
    int low[MAKER_RANK], high[MAKER_RANK], sign[MAKER_RANK];
    g_autoptr(GString) in = g_string_new(NULL);
    for (int a = 0; a < array->rank; a++) {
        low[a] = maker_one_in(m, 2) ? -1 : maker_between(m, 0, array->low[a]);
        high[a] = maker_one_in(m, 2) ? -1 : maker_between(m, 0, array->high[a]);
        sign[a] = maker_one_in(m, 2) ? 7 : maker_between(m, 1, 7);
    }
    g_string_printf(in,
                    "ShadowGroupRefPtr=1; ShadowGroupRef=%" X "; ArrayHeader=%" X
                    "; ArrayHandlePtr=%" X "; %s=%d;",
                    group, array->header, array->handle,
                    by_sign ? "MaxShdCount" : "FullShdSign",
                    by_sign ? maker_between(m, 1, array->rank) : maker_between(m, 0, 1));
    maker_list(in, "LowShdWidthArray", array->rank, low);
    maker_list(in, " HiShdWidthArray", array->rank, high);
    if (by_sign)
        maker_list(in, "ShdSignArray", array->rank, sign);
    maker_simple(m, by_sign ? "insshd_" : "inssh_", "%s", in->str);
}

/* A group with some arrays, 0: there are none. */
guint64
maker_shadow_group(Maker *m)
{
    if (maker_array_of(m, m->where) == NULL)
        return 0;
    guint64 group = maker_ref(m);
    g_autofree char *out = g_strdup_printf("ShadowGroupRef=%" X ";", group);
    maker_call(m, "crtshg_", 1e-4, "StaticSign=0;", out);
    for (int k = maker_between(m, 1, 3); k > 0; k--)
        insert(m, group, maker_array_of(m, m->where));
    return group;
}

void
maker_shadow(Maker *m)
{
    guint64 group = maker_shadow_group(m);
    gboolean split = maker_one_in(m, 5);
    if (group == 0)
        return;
    for (int k = maker_between(m, 1, 2); k > 0; k--) {
        maker_simple(m, split ? "sendsh_" : "strtsh_", "ShadowGroupRef=%" X ";", group);
        meanwhile(m);
        if (split)
            maker_simple(m, "recvsh_", "ShadowGroupRef=%" X ";", group);
        if (maker_one_in(m, 12))
            maker_simple(m, "strtsh_", "ShadowGroupRef=%" X ";", group);
        maker_simple(m, "waitsh_", "ShadowGroupRef=%" X ";", group);
    }
    gboolean any = maker_one_in(m, 2);
    maker_simple(m, any ? "delobj_" : "delshg_", "%s=%" X ";",
                 any ? "ObjectRef" : "ShadowGroupRef", group);
    maker_release(m, group);
}

/* ---- reductions ---- */

/* With a loop: inserts into `group` under its name. Without: a whole reduction of its own. */
void
maker_reduction(Maker *m, const MakerLoop *loop, guint64 group)
{
    guint64 own = group != 0 ? group : maker_ref(m);
    if (group == 0) {
        g_autofree char *out = g_strdup_printf("RedGroupRef=%" X ";", own);
        maker_call(m, "crtrg_", 1e-4, "StaticSign=1; DelRedSign=1;", out);
    }
    for (int k = maker_between(m, 1, 3); k > 0; k--) {
        guint64 variable = maker_ref(m);
        g_autofree char *in =
            g_strdup_printf("RedFuncNumb=%d; RedArrayType=%d; RedArrayLength=%d; "
                            "LocElmLength=%d; StaticSign=1;",
                            maker_between(m, 1, 9), maker_between(m, 1, 6),
                            maker_between(m, 1, 9), 4 * maker_between(m, 0, 2));
        g_autofree char *out = g_strdup_printf("RedRef=%" X ";", variable);
        maker_call(m, "crtred_", 1e-4, in, out);
        MakerArray *array = maker_array_of(m, m->where);
        g_autofree char *named = g_strdup("PSRef=0;");
        if (loop != NULL || array != NULL) {
            int kind = loop != NULL ? 0 : maker_between(m, 1, 3);
            g_free(named);
            named = kind == 0   ? g_strdup_printf("LoopRef=%" X ";", loop->ref)
                    : kind == 1 ? g_strdup_printf("AMViewRef=%" X ";", array->template->ref)
                    : kind == 2 ? g_strdup_printf("ArrayHeader=%" X ";", array->header)
                                : g_strdup("RenewSign=0;");
        }
        maker_simple(m, "insred_", "RedGroupRef=%" X "; RedRef=%" X "; %s", own, variable,
                     named);
    }
    if (group != 0)
        return;
    maker_simple(m, "strtrd_", "RedGroupRef=%" X ";", own);
    meanwhile(m);
    maker_simple(m, "waitrd_", "RedGroupRef=%" X ";", own);
    maker_simple(m, "delrg_", "RedGroupRef=%" X ";", own);
    maker_release(m, own);
}
