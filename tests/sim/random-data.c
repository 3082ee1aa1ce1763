/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Templates, arrays and tasks of a random program.
 */
#include "tests/sim/random-maker.h"

#include <string.h>

/* ---- distributions ---- */

static void
weights(Maker *m, const MakerTemplate *t, const MakerSystem *s, int count, const int axis[])
{
    g_autoptr(GString) text = g_string_new(NULL);
    int known = 0;
    while (known < MIN(count, s->rank) && axis[known] > 0 && s->real[known] > 0)
        known++;
    if (known > 0 && maker_one_in(m, 2)) {
        g_string_printf(text,
                        "PSRef=%" G_GINT64_MODIFIER "x; AMViewRef=%" G_GINT64_MODIFIER "x; "
                        "AxisCount=%d; DoubleSign=0\n",
                        s->ref, t->ref, known);
        for (int g = 0; g < known; g++) {
            int left = t->size[axis[g] - 1], n = s->real[g] + (maker_one_in(m, 8) ? 1 : 0);
            int least = !maker_wants(m, RANDOM_HOLES); /* 0 only at the end */
            for (int c = 0; c < n; c++) {
                int most = MIN(left - (n - 1 - c) * least, 2 * left / (n - c) + 1);
                int own = c == n - 1 ? left
                                     : maker_between(m, MIN(least, left),
                                                     MAX(MIN(least, left), MIN(most, left)));
                g_string_append_printf(text, "AxisWeightAddr[%d][%d] = %d\n", g, c, own);
                left -= own;
            }
        }
        text->str[text->len - 1] = ' ';
        maker_simple(m, "genblk_", "%s", text->str);
        return;
    }
    int n = MAX(1, MIN(count, s->rank)), number[MAKER_RANK + 5];
    g_string_printf(text,
                    "PSRef=%" G_GINT64_MODIFIER "x; AMViewRef=%" G_GINT64_MODIFIER "x;\n"
                    "AddrNumber=%d;\n",
                    s->ref, t->ref, n);
    for (int g = 0; g < n; g++) {
        number[g] = maker_between(m, 1, 12);
        g_string_append_printf(text, "WeightNumber[%d] = %d; ", g, number[g]);
    }
    for (int g = 0; g < n; g++)
        for (int k = 0; k < number[g]; k++)
            g_string_append_printf(text, "%sLoadWeight[%d] = %d.%02d;",
                                   k % 3 == 0 ? "\n  " : "  ", k, maker_between(m, 0, 9),
                                   maker_between(m, 0, 3) * 25 + 1);
    maker_simple(m, "setelw_", "%s", text->str);
}

/* Axes and parameters of a distr_ or redis_. */
static int
axes(Maker *m, const MakerTemplate *t, int axis[], int param[])
{
    int count = maker_one_in(m, 8) ? 0 : maker_between(m, 1, 3),
        next = maker_between(m, 1, t->rank);
    for (int g = 0; g < count; g++) {
        gboolean used = FALSE;
        axis[g] = maker_one_in(m, 6) ? 0 : next;
        for (int h = 0; h < g; h++)
            used = used || axis[h] == axis[g];
        axis[g] = used ? 0 : axis[g];
        next = next % t->rank + 1;
        param[g] = 0;
        if (axis[g] > 0 && maker_wants(m, RANDOM_WEIGHTS) && maker_one_in(m, 6))
            param[g] = maker_between(m, 1, t->size[axis[g] - 1] + 1);
    }
    return count;
}

static void
division(Maker *m, const MakerTemplate *t)
{
    g_autoptr(GString) text = g_string_new(NULL);
    int n = maker_one_in(m, 4) ? 0 : t->rank;
    g_string_printf(text, "AMViewRef=%" G_GINT64_MODIFIER "x; AMVAxisCount=%d\n", t->ref, n);
    for (int a = 0; a < n; a++)
        g_string_append_printf(text, "AMVAxisDiv[%d]=%d ", a, maker_between(m, 1, 3));
    maker_simple(m, "blkdiv_", "%s", text->str);
}

static void
distribution(Maker *m, const char *name, const MakerTemplate *t, const MakerSystem *s,
             const char *object, const char *sign)
{
    int axis[MAKER_RANK], param[MAKER_RANK];
    g_autoptr(GString) text = g_string_new(NULL);
    if (maker_wants(m, RANDOM_WEIGHTS) && maker_one_in(m, 6))
        division(m, t);
    int count = axes(m, t, axis, param);
    if (maker_wants(m, RANDOM_WEIGHTS) && maker_one_in(m, 3))
        weights(m, t, s, count, axis);
    g_string_printf(text, "%s PSRefPtr=NULL; PSRef=%" G_GINT64_MODIFIER "x; ParamCount=%d;%s\n",
                    object, s->ref, count, sign);
    maker_list(text, "AxisArray", count, axis);
    maker_list(text, "DistrParamArray", count, param);
    maker_call(m, name, 1e-4, text->str, "IsLocal=1;");
}

void
maker_add_template(Maker *m, guint system)
{
    static const int longest[] = { 0, 40, 16, 8 };
    const MakerSystem *s = &g_array_index(m->systems, MakerSystem, system);
    MakerTemplate *t = g_new0(MakerTemplate, 1);
    g_autoptr(GString) in = g_string_new(NULL);
    g_autofree char *object = NULL, *out = NULL;
    t->ref = maker_ref(m);
    t->where = s->where;
    t->rank = maker_between(m, maker_one_in(m, 2) ? 1 : 2, MAKER_RANK);
    for (int a = 0; a < t->rank; a++)
        t->size[a] = maker_between(m, 1, maker_one_in(m, 4) ? 4 : longest[t->rank]);
    g_string_printf(in, "AMRefPtr=NULL; AMRef=0; Rank=%d; StaticSign=0;", t->rank);
    maker_list(in, "SizeArray", t->rank, t->size);
    out = g_strdup_printf("AMViewRef=%" G_GINT64_MODIFIER "x;", t->ref);
    object = g_strdup_printf("AMViewRef=%" G_GINT64_MODIFIER "x;", t->ref);
    maker_call(m, "crtamv_", 1e-4, in->str, out);
    gboolean late = maker_wants(m, RANDOM_REDISTRIBUTION) && maker_one_in(m, 6);
    distribution(m, late ? "redis_" : "distr_", t, s, object, late ? " NewSign=0;" : "");
    g_ptr_array_add(m->templates, t);
}

void
maker_redistribute(Maker *m)
{
    if (maker_one_in(m, 12)) {
        maker_simple(m, "redis_", "%s", "");
        return;
    }
    MakerTemplate *t = m->templates->pdata[maker_between(m, 0, m->templates->len - 1)];
    guint onto = maker_one_in(m, 3) ? maker_between(m, 0, m->systems->len - 1) : 0;
    if (m->where != ROOT) {
        if (t->where != m->where)
            return;
        onto = g_array_index(m->tasks, MakerTask, m->where).system;
    }
    MakerSystem *s = &g_array_index(m->systems, MakerSystem, onto);
    g_autofree char *object = g_strdup_printf("AMViewRef=%" G_GINT64_MODIFIER "x;", t->ref);
    for (guint i = 0; i < m->arrays->len; i++) {
        const MakerArray *array = m->arrays->pdata[i];
        if (array->template != t || !maker_one_in(m, 2))
            continue;
        g_free(object);
        object = g_strdup_printf("ArrayHeader=%" G_GINT64_MODIFIER "x; ArrayHandlePtr="
                                 "%" G_GINT64_MODIFIER "x;",
                                 array->header, array->handle);
    }
    distribution(m, "redis_", t, s, object, maker_one_in(m, 4) ? " NewSign=1;" : " NewSign=0;");
    t->where = s->where;
}

/* ---- arrays ---- */

/* Axis, Coeff and Const that place `rank` axes on a pattern. Sizes that are not `fixed` are
 * chosen, and the axes without a pattern axis too; FALSE: what is fixed does not fit. */
gboolean
maker_alignment(Maker *m, int rank, int size[], gboolean fixed, int pattern_rank,
                const int pattern_size[], gboolean one_place, GString *text)
{
    int axis[MAKER_RANK], coeff[MAKER_RANK], constant[MAKER_RANK];
    gboolean used[MAKER_RANK] = { FALSE }, odd = maker_wants(m, RANDOM_CHAINS);
    for (int b = 0; b < pattern_rank; b++) {
        int a = maker_one_in(m, 3) ? maker_between(m, 0, rank - 1) : b % rank;
        int c = odd && maker_one_in(m, 3) ? maker_between(m, -3, 3) : 1;
        gboolean out = used[a] || c == 0 || (odd && maker_one_in(m, 6));
        if (!out && fixed)
            out = ABS(c) * (size[a] - 1) >= pattern_size[b];
        if (out) {
            axis[b] = !one_place && maker_one_in(m, 2) ? -1 : maker_between(m, 0, 1);
            coeff[b] = 0;
            constant[b] = axis[b] < 0 ? 0 : maker_between(m, 0, pattern_size[b] - 1);
            continue;
        }
        used[a] = TRUE;
        int room = (pattern_size[b] - 1) / ABS(c) + 1;
        if (!fixed)
            size[a] = maker_one_in(m, 2) ? room : maker_between(m, 1, room);
        int slack = pattern_size[b] - 1 - ABS(c) * (size[a] - 1);
        axis[b] = a + 1;
        coeff[b] = c;
        constant[b] = maker_between(m, 0, slack) + (c < 0 ? -c * (size[a] - 1) : 0);
    }
    for (int a = 0; a < rank && !fixed; a++)
        if (!used[a])
            size[a] = maker_between(m, 1, 6);
    maker_list(text, "AxisArray", pattern_rank, axis);
    maker_list(text, "CoeffArray", pattern_rank, coeff);
    maker_list(text, "ConstArray", pattern_rank, constant);
    return TRUE;
}

/* The pattern: the template, or an array that lies on it. */
static void
align(Maker *m, const char *name, MakerArray *array, MakerTemplate *t, gboolean fixed,
      GString *text)
{
    const MakerArray *through = NULL;
    int n = 0;
    for (guint i = 0; i < m->arrays->len; i++) {
        const MakerArray *other = m->arrays->pdata[i];
        if (other != array && other->template == t && maker_wants(m, RANDOM_CHAINS) &&
            maker_one_in(m, 2) && maker_one_in(m, ++n))
            through = other;
    }
    guint64 ref = through != NULL ? through->handle : t->ref;
    g_string_printf(text,
                    "ArrayHeader=%" G_GINT64_MODIFIER "x; ArrayHandlePtr=%" G_GINT64_MODIFIER
                    "x; PatternRefPtr=1; PatternRef=%" G_GINT64_MODIFIER "x %s;%s",
                    array->header, array->handle, ref,
                    through != NULL ? "(DisArray)" : "(AMView)",
                    *name == 'r' ? maker_one_in(m, 4) ? " NewSign=1;" : " NewSign=0;" : "");
    maker_alignment(m, array->rank, array->size, fixed,
                    through != NULL ? through->rank : t->rank,
                    through != NULL ? through->size : t->size,
                    through != NULL && through->sparse && !maker_wants(m, RANDOM_HOLES), text);
    array->sparse = (through != NULL && through->sparse) || strstr(text->str, "]=2;") != NULL ||
                    strstr(text->str, "]=3;") != NULL || strstr(text->str, "]=-2;") != NULL ||
                    strstr(text->str, "]=-3;") != NULL; /* at least when it is */
    array->template = t;
}

void
maker_add_array(Maker *m, MakerTemplate *template)
{
    static const int elements[] = { 4, 8, 1, 2, 16 };
    g_autoptr(GString) in = g_string_new(NULL), how = g_string_new(NULL);
    g_autofree char *out = NULL;
    MakerArray *array = g_new0(MakerArray, 1);
    array->header = maker_ref(m);
    array->handle = maker_ref(m);
    array->rank = maker_one_in(m, 4) ? maker_between(m, 1, MAKER_RANK) : template->rank;
    array->element = elements[maker_between(m, 0, maker_one_in(m, 4) ? 4 : 1)];
    gboolean late = maker_wants(m, RANDOM_REDISTRIBUTION) && maker_one_in(m, 6);
    align(m, late ? "realn_" : "align_", array, template, FALSE, how);
    for (int a = 0; a < array->rank; a++) {
        array->low[a] = maker_between(m, 0, 3);
        array->high[a] = maker_between(m, 0, 3);
    }
    g_string_printf(in,
                    "ArrayHeader=%" G_GINT64_MODIFIER "x; ExtHdrSign=1; BasePtr=0; Rank=%d; "
                    "TypeSize=%d; StaticSign=0; ReDistrSign=3;",
                    array->header, array->rank, array->element);
    maker_list(in, "SizeArray", array->rank, array->size);
    maker_list(in, "LowShdWidthArray", array->rank, array->low);
    maker_list(in, " HiShdWidthArray", array->rank, array->high);
    out = g_strdup_printf("ArrayHandlePtr=%" G_GINT64_MODIFIER "x;", array->handle);
    maker_call(m, "crtda_", 1e-4, in->str, out);
    maker_call(m, late ? "realn_" : "align_", 1e-4, how->str, "IsLocal=1");
    g_ptr_array_add(m->arrays, array);
}

void
maker_realign(Maker *m)
{
    MakerArray *array = maker_array_of(m, m->where);
    MakerTemplate *t = m->templates->pdata[maker_between(m, 0, m->templates->len - 1)];
    g_autoptr(GString) text = g_string_new(NULL);
    if (array == NULL || (m->where != ROOT && t->where != m->where))
        return;
    align(m, "realn_", array, t, TRUE, text);
    maker_call(m, "realn_", 1e-4, text->str, "IsLocal=1");
}

/* ---- deletions ---- */

void
maker_delete(Maker *m)
{
    MakerArray *array = maker_array_of(m, m->where);
    if (array == NULL || m->arrays->len < 3 || (array->named && !maker_wants(m, RANDOM_KEPT)))
        return;
    if (maker_one_in(m, 2))
        maker_simple(m, "delda_", "ArrayHeader=%" G_GINT64_MODIFIER "x;", array->header);
    else
        maker_simple(m, "delobj_", "ObjectRef=%" G_GINT64_MODIFIER "x;", array->handle);
    MakerTemplate *t = array->template;
    maker_release(m, array->header);
    maker_release(m, array->handle);
    g_ptr_array_remove(m->arrays, array);
    gboolean used = FALSE;
    for (guint i = 0; i < m->arrays->len; i++)
        used = used || ((MakerArray *)m->arrays->pdata[i])->template == t;
    if (!used && m->templates->len > 1 && maker_one_in(m, 2)) {
        maker_simple(m, "delamv_", "AMViewRef=%" G_GINT64_MODIFIER "x;", t->ref);
        maker_release(m, t->ref);
        g_ptr_array_remove(m->templates, t);
        return;
    }
    maker_add_array(m, t);
}

/* ---- tasks ---- */

static guint
view(Maker *m, guint of)
{
    MakerSystem s = g_array_index(m->systems, MakerSystem, of), v = { .where = m->where };
    g_autoptr(GString) in = g_string_new(NULL);
    g_autofree char *out = NULL;
    gboolean same = memcmp(s.size, s.real, sizeof s.size) == 0;
    int product = 1, left;
    for (int d = 0; d < s.rank; d++)
        product *= s.size[d];
    v.rank = maker_between(m, 1, 3);
    left = product;
    for (int d = 0; d < v.rank; d++) {
        int f = d == v.rank - 1 ? left : maker_between(m, 1, left);
        while (left % f != 0)
            f--;
        v.size[d] = f;
        v.real[d] = same ? f : 0;
        left /= f;
    }
    v.ref = maker_ref(m);
    g_string_printf(in, "PSRefPtr=1; PSRef=%" G_GINT64_MODIFIER "x; Rank=%d; StaticSign=0;",
                    s.ref, v.rank);
    maker_list(in, "SizeArray", v.rank, v.size);
    out = g_strdup_printf("PSRef=%" G_GINT64_MODIFIER "x;", v.ref);
    maker_call(m, "psview_", 1e-4, in->str, out);
    g_array_append_val(m->systems, v);
    return m->systems->len - 1;
}

static guint
part(Maker *m, guint of, int where)
{
    MakerSystem s = g_array_index(m->systems, MakerSystem, of);
    int first[8], last[8];
    gboolean same = memcmp(s.size, s.real, sizeof s.size) == 0;
    g_autoptr(GString) in = g_string_new(NULL);
    g_autofree char *out = NULL;
    g_string_printf(in, "PSRefPtr=1; PSRef=%" G_GINT64_MODIFIER "x; StaticSign=0;", s.ref);
    for (int d = 0; d < s.rank; d++) {
        first[d] = maker_between(m, 0, s.size[d] - 1);
        last[d] = maker_between(m, first[d], s.size[d] - 1);
        s.size[d] = last[d] - first[d] + 1;
        s.real[d] = same ? s.size[d] : 0;
    }
    maker_list(in, "InitIndexArray", s.rank, first);
    maker_list(in, "LastIndexArray", s.rank, last);
    s.ref = maker_ref(m);
    s.where = where;
    out = g_strdup_printf("PSRef=%" G_GINT64_MODIFIER "x;", s.ref);
    maker_call(m, "crtps_", 1e-4, in->str, out);
    g_array_append_val(m->systems, s);
    return m->systems->len - 1;
}

/* The current system by a reference of its own. */
static guint
ask_system(Maker *m, guint of)
{
    MakerSystem s = g_array_index(m->systems, MakerSystem, of);
    g_autofree char *machine = g_strdup_printf("AMRef=%" G_GINT64_MODIFIER "x;", maker_ref(m));
    g_autofree char *system =
        g_strdup_printf("PSRef=%" G_GINT64_MODIFIER "x;", s.ref = maker_ref(m));
    gboolean named = maker_one_in(m, 2);
    if (named)
        maker_call(m, "getam_", 1e-4, "", machine);
    maker_call(m, "getps_", 1e-4, named ? machine : "AMRefPtr=NULL; AMRef=0;", system);
    g_array_append_val(m->systems, s);
    return m->systems->len - 1;
}

/* Some tasks on parts of the current system or of a view of it. */
void
maker_tasks(Maker *m)
{
    guint of = m->where == ROOT ? 0 : g_array_index(m->tasks, MakerTask, m->where).system;
    if (maker_one_in(m, 2))
        of = ask_system(m, of);
    if (maker_one_in(m, 2) && (m->where == ROOT || maker_wants(m, RANDOM_TASK_VIEWS)))
        of = view(m, of);
    int n = maker_between(m, 1, 3);
    guint64 tasks = maker_ref(m);
    g_autofree char *out = g_strdup_printf("AMViewRef=%" G_GINT64_MODIFIER "x;", tasks);
    g_autofree char *in = g_strdup_printf("AMRefPtr=NULL; AMRef=0; Rank=1; StaticSign=0;\n"
                                          "SizeArray[0]=%d;",
                                          n);
    maker_call(m, "crtamv_", 1e-4, in, out);
    for (int k = 0; k < n; k++) {
        MakerTask task = { maker_ref(m), part(m, of, m->tasks->len), m->where };
        g_autofree char *index = g_strdup_printf("AMViewRef=%" G_GINT64_MODIFIER "x;\n"
                                                 "IndexArray[0]=%d;",
                                                 tasks, k);
        g_autofree char *machine =
            g_strdup_printf("AMRef=%" G_GINT64_MODIFIER "x;", task.machine);
        maker_call(m, "getamr_", 1e-4, index, machine);
        maker_simple(m, "mapam_",
                     "AMRef=%" G_GINT64_MODIFIER "x; PSRef=%" G_GINT64_MODIFIER "x;",
                     task.machine, g_array_index(m->systems, MakerSystem, task.system).ref);
        g_array_append_val(m->tasks, task);
        maker_add_template(m, task.system);
        maker_add_array(m, m->templates->pdata[m->templates->len - 1]);
    }
}
