/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/sim/trace-text.h"

#include <string.h>

TraceText *
trace_text_new(const char *virtual_sizes)
{
    TraceText *trace = g_new0(TraceText, 1);
    trace->text = g_string_new("\nRTS VERSION = 2889\n\n"
                               "          ProcCount=1  HasCurrent=1  CentralProc=0  IOProc=0\n"
                               " ProcCount=1;      PSRank=2;      PSSize= 1 1;\n");
    if (virtual_sizes == NULL) {
        g_string_append(trace->text, "VProcCount=0;\n \n");
    } else {
        g_auto(GStrv) sizes = g_strsplit(virtual_sizes, " ", -1);
        gint64 count = 1;
        for (guint i = 0; sizes[i] != NULL; i++)
            count *= g_ascii_strtoll(sizes[i], NULL, 10);
        g_string_append_printf(trace->text,
                               "VProcCount=%" G_GINT64_FORMAT
                               ";     VPSRank=%u;     VPSSize= %s;\n \n",
                               count, g_strv_length(sizes), virtual_sizes);
    }
    trace_text_at(trace, "main.fdv", 1);
    trace_text_call(trace, "mps_Barrier", 1524, 1, NULL, NULL);
    trace_text_event(trace, "ret", "dvm_Init", 31, NULL);
    return trace;
}

void
trace_text_free(TraceText *trace)
{
    if (trace == NULL)
        return;
    g_string_free(trace->text, TRUE);
    g_free(trace);
}

void
trace_text_at(TraceText *trace, const char *file, int line)
{
    trace->file = file;
    trace->line = line;
}

guint
trace_text_next_line(const TraceText *trace)
{
    guint line = 1;
    for (gsize i = 0; i < trace->text->len; i++)
        line += trace->text->str[i] == '\n';
    return line;
}

/* "{a b}" behind "Name=": the elements one by one. Returns what is left of the text. */
static const char *
append_array(GString *out, const char *name, gsize name_len, const char *values)
{
    const char *end = strchr(values, '}');
    g_autofree char *list = g_strndup(values + 1, (gsize)(end - values) - 1);
    g_auto(GStrv) items = g_strsplit(list, " ", -1);

    for (guint i = 0; items[i] != NULL && items[i][0] != '\0'; i++)
        g_string_append_printf(out, "%.*s[%u]=%s; ", (int)name_len, name, i, items[i]);
    g_string_append(out, " \n");
    end++;
    return *end == ';' ? end + 1 : end;
}

static void
append_params(GString *out, const char *params)
{
    for (const char *p = params; *p != '\0';) {
        const char *array = strstr(p, "={");
        if (array == NULL) {
            g_string_append(out, p);
            break;
        }
        const char *name = array;
        while (name > p && (g_ascii_isalnum(name[-1]) || name[-1] == ']' || name[-1] == '['))
            name--;
        g_string_append_len(out, p, name - p);
        if (out->str[out->len - 1] != '\n')
            g_string_append_c(out, '\n');
        p = append_array(out, name, (gsize)(array - name), array + 1);
    }
    if (out->str[out->len - 1] != '\n')
        g_string_append_c(out, '\n');
}

void
trace_text_event(TraceText *trace, const char *kind, const char *name, int time,
                 const char *params)
{
    g_autofree char *event = g_strdup_printf("%s_%s", kind, name);
    g_string_append_printf(trace->text, "%-26.26s TIME=%d.%06d00 LINE=%-6d FILE=%s\n", event,
                           time / 1000000, time % 1000000, trace->line, trace->file);
    if (params != NULL)
        append_params(trace->text, params);
    g_string_append(trace->text, " \n");
}

void
trace_text_call(TraceText *trace, const char *name, int t_call, int t_return,
                const char *params, const char *returned)
{
    trace_text_event(trace, "call", name, t_call, params);
    trace_text_event(trace, "ret", name, t_return, returned);
}

void
trace_text_exit(TraceText *trace, int time)
{
    trace_text_event(trace, "Event", "dvm_exit", time, "rc=0;");
}

static guint
list_length(const char *list)
{
    g_auto(GStrv) items = g_strsplit(list, " ", -1);
    return list[0] == '\0' ? 0 : g_strv_length(items);
}

void
trace_text_template(TraceText *trace, const char *ref, const char *sizes, const char *axes)
{
    g_autofree char *create =
        g_strdup_printf("AMRefPtr=NULL; AMRef=0; Rank=%u; StaticSign=0;\nSizeArray={%s}",
                        list_length(sizes), sizes);
    g_autofree char *made = g_strdup_printf("AMViewRef=%s;", ref);
    g_autoptr(GString) distribute = g_string_new(NULL);
    guint n = list_length(axes);

    g_string_printf(distribute, "AMViewRef=%s; PSRefPtr=NULL; PSRef=0; ParamCount=%u;\n", ref,
                    n);
    if (n > 0)
        g_string_append_printf(distribute, "AxisArray={%s}", axes);
    for (guint i = 0; i < n; i++)
        g_string_append_printf(distribute, "DistrParamArray[%u]=0; ", i);
    trace_text_call(trace, "crtamv_", 0, 0, create, made);
    trace_text_call(trace, "distr_", 0, 0, distribute->str, "IsLocal=1;");
}

void
trace_text_array(TraceText *trace, const char *header, int bytes, const char *sizes)
{
    g_autoptr(GString) params = g_string_new(NULL);
    guint rank = list_length(sizes);
    g_autofree char *made = g_strdup_printf("ArrayHandlePtr=%sf;", header);

    g_string_printf(params,
                    "ArrayHeader=%s; ExtHdrSign=1; Rank=%u; TypeSize=%d; StaticSign=0;\n"
                    "SizeArray={%s}",
                    header, rank, bytes, sizes);
    for (guint a = 0; a < rank; a++)
        g_string_append_printf(params, "LowShdWidthArray[%u]=1; ", a);
    g_string_append(params, " \n");
    for (guint a = 0; a < rank; a++)
        g_string_append_printf(params, " HiShdWidthArray[%u]=1; ", a);
    trace_text_call(trace, "crtda_", 0, 0, params->str, made);
}

/* AxisArray 1 2 ..., CoeffArray 1 1 ..., ConstArray 0 0 ... */
static void
append_identity(GString *params, guint rank)
{
    for (guint a = 0; a < rank; a++)
        g_string_append_printf(params, " AxisArray[%u]=%u; ", a, a + 1);
    g_string_append(params, " \n");
    for (guint a = 0; a < rank; a++)
        g_string_append_printf(params, "CoeffArray[%u]=1; ", a);
    g_string_append(params, " \n");
    for (guint a = 0; a < rank; a++)
        g_string_append_printf(params, "ConstArray[%u]=0; ", a);
    g_string_append(params, " \n");
}

void
trace_text_align(TraceText *trace, const char *call, const char *header, int rank,
                 const char *pattern)
{
    g_autoptr(GString) params = g_string_new(NULL);

    g_string_printf(
        params, "ArrayHeader=%s; ArrayHandlePtr=%sf; PatternRefPtr=fff1; PatternRef=%s;%s\n",
        header, header, pattern, strcmp(call, "realn_") == 0 ? " NewSign=0;" : "");
    append_identity(params, (guint)rank);
    trace_text_call(trace, call, 0, 0, params->str, "IsLocal=1");
}

void
trace_text_distributed(TraceText *trace, const char *header, const char *sizes,
                       const char *axes)
{
    g_autofree char *template = g_strdup_printf("%se", header);
    g_autofree char *pattern = g_strdup_printf("%s (AMView)", template);

    trace_text_template(trace, template, sizes, axes);
    trace_text_array(trace, header, 8, sizes);
    trace_text_align(trace, "align_", header, (int)list_length(sizes), pattern);
}

void
trace_text_map_loop(TraceText *trace, const char *loop, const char *array, const char *init,
                    const char *last)
{
    guint rank = list_length(init);
    g_autofree char *create = g_strdup_printf("Rank=%u;", rank);
    g_autofree char *made = g_strdup_printf("LoopRef=%s;", loop);
    g_autoptr(GString) params = g_string_new(NULL);

    g_string_printf(
        params, "LoopRefPtr=fff0; LoopRef=%s; PatternRefPtr=%s; PatternRef=%sf (DisArray);\n",
        loop, array, array);
    append_identity(params, rank);
    g_string_append_printf(params, "InInitIndexArray={%s}InLastIndexArray={%s}", init, last);
    for (guint a = 0; a < rank; a++)
        g_string_append_printf(params, " InStepArray[%u]=1; ", a);
    trace_text_call(trace, "crtpl_", 0, 0, create, made);
    trace_text_call(trace, "mappl_", 0, 0, params->str, "IsLocal=1;");
}

void
trace_text_do_loop(TraceText *trace, const char *loop, int body)
{
    g_autofree char *params = g_strdup_printf("LoopRefPtr=fff0; LoopRef=%s;", loop);

    trace_text_call(trace, "dopl_", 0, 0, params, "DoPL=1;");
    trace_text_call(trace, "dopl_", body, 0, params, "DoPL=0;");
}

void
trace_text_end_loop(TraceText *trace, const char *loop)
{
    g_autofree char *params = g_strdup_printf("LoopRefPtr=fff0; LoopRef=%s;", loop);

    trace_text_call(trace, "endpl_", 0, 0, params, NULL);
}

void
trace_text_loop(TraceText *trace, const char *loop, const char *array, const char *init,
                const char *last, int body)
{
    trace_text_map_loop(trace, loop, array, init, last);
    trace_text_do_loop(trace, loop, body);
    trace_text_end_loop(trace, loop);
}

void
trace_text_io(TraceText *trace, int time)
{
    trace_text_call(trace, "dvm_void_printf", 0, time, "Format= ", NULL);
}

void
trace_text_reduction(TraceText *trace, const char *group, const char *loop)
{
    g_autofree char *made = g_strdup_printf("RedGroupRef=%s;", group);
    g_autofree char *variable = g_strdup_printf("RedRef=%sd;", group);
    g_autofree char *named =
        loop != NULL ? g_strdup_printf(" LoopRefPtr=fff0; LoopRef=%s;", loop) : g_strdup("");
    g_autofree char *insert = g_strdup_printf(
        "RedGroupRef=%s; RedRefPtr=fff8; RedRef=%sd;%s RenewSign=0;", group, group, named);

    trace_text_call(trace, "crtrg_", 0, 0, "StaticSign=0; DelRedSign=1;", made);
    trace_text_call(trace, "crtred_", 0, 0,
                    "RedFuncNumb=1; RedArrayType=4; RedArrayLength=1; LocElmLength=0;\n"
                    "StaticSign=0;",
                    variable);
    trace_text_call(trace, "insred_", 0, 0, insert, NULL);
}

void
trace_text_shadow(TraceText *trace, const char *group, const char *array, int rank)
{
    g_autofree char *made = g_strdup_printf("ShadowGroupRef=%s;", group);
    g_autoptr(GString) insert = g_string_new(NULL);

    g_string_printf(insert,
                    "ShadowGroupRefPtr=fff8; ShadowGroupRef=%s; ArrayHeader=%s; "
                    "ArrayHandlePtr=%sf; FullShdSign=0;\n",
                    group, array, array);
    for (int a = 0; a < rank; a++)
        g_string_append_printf(insert, "LowShdWidthArray[%d]=-1; ", a);
    g_string_append(insert, " \n");
    for (int a = 0; a < rank; a++)
        g_string_append_printf(insert, " HiShdWidthArray[%d]=-1; ", a);

    trace_text_call(trace, "crtshg_", 0, 0, "StaticSign=0;", made);
    trace_text_call(trace, "inssh_", 0, 0, insert->str, NULL);
}

void
trace_text_add_task(TraceText *trace, const char *index, const char *init, const char *last,
                    const char *system, const char *machine)
{
    g_autofree char *box = g_strdup_printf(
        "PSRefPtr=fff2; PSRef=5b; StaticSign=0;\nInitIndexArray={%s}LastIndexArray={%s}", init,
        last);
    g_autofree char *made = g_strdup_printf("PSRef=%s;", system);
    g_autofree char *element =
        g_strdup_printf("AMViewRefPtr=fff3; AMViewRef=6a;\nIndexArray={%s}", index);
    g_autofree char *found = g_strdup_printf("AMRef=%s;", machine);
    g_autofree char *pair =
        g_strdup_printf("AMRefPtr=fff4; AMRef=%s; PSRefPtr=fff5; PSRef=%s;\n\n"
                        "*** MPI_Comm Creating ***",
                        machine, system);
    trace_text_call(trace, "getamr_", 0, 0, element, found);
    trace_text_call(trace, "crtps_", 0, 0, box, made);
    trace_text_call(trace, "mapam_", 0, 0, pair, NULL);
}

TraceText *
trace_text_two_tasks(void)
{
    TraceText *trace = trace_text_new("4");
    trace_text_call(trace, "psview_", 0, 0,
                    "PSRefPtr=NULL; PSRef=0; Rank=1; StaticSign=0;\nSizeArray={4}",
                    "PSRef=5b;");
    trace_text_call(trace, "crtamv_", 0, 0,
                    "AMRefPtr=NULL; AMRef=0; Rank=1; StaticSign=0;\nSizeArray={2}",
                    "AMViewRef=6a;");
    trace_text_add_task(trace, "0", "0", "1", "5c", "7a");
    trace_text_add_task(trace, "1", "2", "3", "5d", "7b");
    return trace;
}

void
trace_text_run_task(TraceText *trace, const char *machine, int t_call, int t_return)
{
    g_autofree char *params = g_strdup_printf("AMRefPtr=fff4; AMRef=%s;", machine);
    trace_text_call(trace, "runam_", t_call, t_return, params, "Run=1;");
}
