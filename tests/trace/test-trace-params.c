/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Parameter lines: all ways to write them, and what is wrong with others.
 */
#include <string.h>

#include "src/trace/text/params.h"
#include "tests/trace/trace-check.h"

/* A call line of `name` with these parameter lines, then the parameters as text or the problem.
 */
static char *
describe(const char *name, const char *params)
{
    g_autofree char *text =
        g_strdup_printf("ret_dvm_Init TIME=0 LINE=1 FILE=f\ncall_%s TIME=0 LINE=1 FILE=f\n%s\n"
                        "Event_dvm_exit TIME=0 LINE=1 FILE=f\n",
                        name, params);
    g_autoptr(TraceProgram) program = READ(text);
    const TraceRecord *record = trace_check_call(program, 0);
    if (record->problem != NULL)
        return g_strdup(record->problem);
    GString *found = g_string_new(NULL);
    trace_check_dump_params(found, program, record);
    if (found->len > 0)
        g_string_erase(found, 0, 1);
    return g_string_free(found, FALSE);
}

#define CHECK_PARAMS(name, params, expected)                                                   \
    do {                                                                                       \
        g_autofree char *found = describe(name, params);                                       \
        CHECK_TEXT(found, expected);                                                           \
    } while (0)

static void
test_forms(void)
{
    CHECK_PARAMS("crtpl_", "Rank=2;", "Rank=2");
    CHECK_PARAMS("crtpl_", "Rank=2", "Rank=2");
    CHECK_PARAMS("crtpl_", " Rank = -2 ;", "Rank=-2");
    CHECK_PARAMS("crtpl_", "Rank=\t2;\r", "Rank=2");
    CHECK_PARAMS("crtpl_", "\n \n----------\nRank=2;", "Rank=2");
    CHECK_PARAMS(
        "blkdiv_",
        "AMViewRefPtr=55; AMViewRef=56; AMVAxisCount=2\nAMVAxisDiv[0]=1 AMVAxisDiv[1]=3  ",
        "AMViewRef=56 AMVAxisCount=2 AMVAxisDiv=1,3");
    CHECK_PARAMS("getamr_",
                 "AMViewRef=a;\nIndexArray[0]=1; IndexArray[1]=2;  \n IndexArray[2]=3;",
                 "AMViewRef=a IndexArray=1,2,3");
    CHECK_PARAMS(
        "mappl_",
        "LoopRefPtr=1; LoopRef=2; PatternRefPtr=3; PatternRef=4 (DisArray);\n"
        "AxisArray[0]=1; AxisArray[1]=-1;\nCoeffArray[0]=1; CoeffArray[1]=0;\n"
        "ConstArray[0]=-1; ConstArray[1]=0;\nLoopVarAddrArray[0]=5643efe42608;\n"
        "InInitIndexArray[0]=1;\nInLastIndexArray[0]=90;\n    InStepArray[0]=2;",
        "LoopRef=2 PatternRefPtr=3 PatternRef(DisArray)=4 AxisArray=1,-1 CoeffArray=1,0 "
        "ConstArray=-1,0 InInitIndexArray=1 InLastIndexArray=90 InStepArray=2");
    CHECK_PARAMS(
        "across_",
        "AcrossType=0; OldShadowGroupRef=0; NewShadowGroupRef=5f (AMView); "
        "PipeLinePar=2.500000;\nCondPipeLine=0  ErrPipeLine=9\nQDim[0]=-1",
        "AcrossType=0 OldShadowGroupRef=0 NewShadowGroupRef(AMView)=5f PipeLinePar=2.5");
    CHECK_PARAMS("binter_", "nfrag=2; index=2000000000 UserInter=0;", "index=2000000000");
    CHECK_PARAMS("binter_", "nfrag=2", "");
}

/* Only whole names are taken, and nothing out of the middle of a word. */
static void
test_names(void)
{
    CHECK_PARAMS("crtpl_", "Rank2=1; XRank=1; VPSRank=1; x.Rank=3; Dim0:Rank=4 Rank=2;",
                 "Rank=2");
    CHECK_PARAMS("crtpl_", "=7 ; == ; [0]=1 ; Rank ; Rank=2", "Rank=2");
    CHECK_PARAMS("crtpl_", "rank=1; RANK=3;", "missing parameter 'Rank'");
    CHECK_PARAMS("delobj_", "ObjectRefPtr=7ffe; ObjectRef=5608;", "ObjectRef=5608");
}

static void
test_references(void)
{
    CHECK_PARAMS("delobj_", "ObjectRef=0;", "ObjectRef=0");
    CHECK_PARAMS("delobj_", "ObjectRef=NULL;", "ObjectRef=0");
    CHECK_PARAMS("delobj_", "ObjectRef=ffffffffffffffff;", "ObjectRef=0");
    CHECK_PARAMS("delobj_", "ObjectRef=FFFFFFFF;", "ObjectRef=0");
    CHECK_PARAMS("delobj_", "ObjectRef=00000000ffffffff;", "ObjectRef=ffffffff");
    CHECK_PARAMS("delobj_", "ObjectRef=0055F9;", "ObjectRef=55f9");
    CHECK_PARAMS("delobj_", "ObjectRef=-1;", "parameter 'ObjectRef': '-1' is not a reference");
    CHECK_PARAMS("delobj_", "ObjectRef=1fffffffffffffffff;",
                 "parameter 'ObjectRef': '1fffffffffffffffff' is not a reference");
}

static void
test_rows(void)
{
    CHECK_PARAMS(
        "setelw_",
        "PSRef=0; AMViewRef=1;\nAddrNumber=2;\nWeightNumber[0] = 3; WeightNumber[1] = 1;\n"
        "  LoadWeight[0] = 1.00;  LoadWeight[1] = 3.00; \n  LoadWeight[2] = 5.50;\n"
        "LoadWeight[0] = 7;",
        "AMViewRef=1 PSRef=0 AddrNumber=2 WeightNumber=3,1 LoadWeight=1,3,5.5|7");
    CHECK_PARAMS("setelw_", "PSRef=0; AMViewRef=1; LoadWeight[0]=1; LoadWeight[0]=2;",
                 "AMViewRef=1 PSRef=0 LoadWeight=1|2");
    CHECK_PARAMS("genblk_",
                 "PSRef=0; AMViewRef=1; AxisCount=2; DoubleSign=0\nAxisWeightAddr[0][0] = 150\n"
                 "AxisWeightAddr[0][1] = 50\nAxisWeightAddr[1][0] = 70",
                 "AMViewRef=1 PSRef=0 AxisCount=2 AxisWeightAddr=150,50|70");
}

static void
test_indices(void)
{
    CHECK_PARAMS("getamr_", "AMViewRef=a; IndexArray[1]=1;",
                 "parameter 'IndexArray[1]': index out of order");
    CHECK_PARAMS("getamr_", "AMViewRef=a; IndexArray[0]=1; IndexArray[2]=1;",
                 "parameter 'IndexArray[2]': index out of order");
    CHECK_PARAMS("getamr_", "AMViewRef=a; IndexArray[0]=1; IndexArray[0]=1;",
                 "parameter 'IndexArray[0]': index out of order");
    CHECK_PARAMS("getamr_", "AMViewRef=a; IndexArray[-1]=1;",
                 "parameter 'IndexArray[-1]': index out of order");
    CHECK_PARAMS("getamr_", "AMViewRef=a; IndexArray[99999999999999999999]=1;",
                 "parameter 'IndexArray[99999999999999999999]': index out of order");
    CHECK_PARAMS("getamr_", "AMViewRef=a; IndexArray[0][0]=1;",
                 "parameter 'IndexArray[0][0]': index out of order");
    CHECK_PARAMS("getamr_", "AMViewRef=a; IndexArray[x]=1;",
                 "parameter 'IndexArray[x]': index out of order");
    CHECK_PARAMS("getamr_", "AMViewRef=a; IndexArray[0=1;", "missing parameter 'IndexArray'");
    CHECK_PARAMS("genblk_", "PSRef=0; AMViewRef=1; AxisCount=2; AxisWeightAddr[0] = 150",
                 "parameter 'AxisWeightAddr[0]': index out of order");
    CHECK_PARAMS("genblk_", "PSRef=0; AMViewRef=1; AxisCount=2; AxisWeightAddr[1][0] = 150",
                 "parameter 'AxisWeightAddr[1][0]': index out of order");
    CHECK_PARAMS(
        "genblk_",
        "PSRef=0; AMViewRef=1; AxisCount=2; AxisWeightAddr[0][0] = 1 AxisWeightAddr[2][0]=1",
        "parameter 'AxisWeightAddr[2][0]': index out of order");
    CHECK_PARAMS("setelw_", "PSRef=0; AMViewRef=1; LoadWeight[0]=1; LoadWeight[2]=2;",
                 "parameter 'LoadWeight[2]': index out of order");
}

static void
test_values(void)
{
    CHECK_PARAMS("crtpl_", "Rank=two;", "parameter 'Rank': 'two' is not an integer");
    CHECK_PARAMS("crtpl_", "Rank=;", "parameter 'Rank': '' is not an integer");
    CHECK_PARAMS("crtpl_", "Rank=", "parameter 'Rank': '' is not an integer");
    CHECK_PARAMS("crtpl_", "Rank=2.5;", "parameter 'Rank': '2.5' is not an integer");
    CHECK_PARAMS("crtpl_", "Rank=99999999999999999999;",
                 "parameter 'Rank': '99999999999999999999' is not an integer");
    CHECK_PARAMS("getamr_", "AMViewRef=a; IndexArray[0]=0; IndexArray[1]=1x;",
                 "parameter 'IndexArray[1]': '1x' is not an integer");
    CHECK_PARAMS("across_", "OldShadowGroupRef=0; NewShadowGroupRef=1; PipeLinePar=inf;",
                 "parameter 'PipeLinePar': 'inf' is not a real number");
    CHECK_PARAMS("crtpl_", "Rank=\001\377;",
                 "parameter 'Rank': '\\x01\\xff' is not an integer");
    /* A value that fills a screen is cut in the message. */
    g_autofree char *digits = g_strnfill(5000, '9');
    g_autofree char *params = g_strdup_printf("Rank=%s;", digits);
    g_autofree char *found = describe("crtpl_", params);
    CU_ASSERT(strlen(found) < 100);
}

static void
test_missing(void)
{
    CHECK_PARAMS("crtpl_", "", "missing parameter 'Rank'");
    CHECK_PARAMS("mapam_", "AMRef=1;", "missing parameter 'PSRef'");
    CHECK_PARAMS("distr_", "AMViewRef=1; PSRefPtr=NULL; PSRef=0; ParamCount=0;\n\n\n",
                 "AMViewRef=1 PSRef=0 ParamCount=0");
    CHECK_PARAMS("redis_", "", "");
    CHECK_PARAMS("unknown_", "Rank=2;", "");
}

/* A parameter given twice counts as first given. */
static void
test_twice(void)
{
    CHECK_PARAMS("crtpl_", "Rank=2; Rank=3;", "Rank=2");
    CHECK_PARAMS("crtpl_", "Rank=2; Rank=x;", "Rank=2");
    CHECK_PARAMS("insrb_", "RegularAccessGroupRef=1; BufferHeader=9f8; BufferHeader[0]=ea0",
                 "RegularAccessGroupRef=1 BufferHeader=9f8");
    CHECK_PARAMS("getamr_", "AMViewRef=a; IndexArray[0]=1; IndexArray=5; IndexArray[1]=2;",
                 "AMViewRef=a IndexArray=1,2");
}

/* A function of input/output wants nothing, whatever its texts look like. */
static void
test_free_text(void)
{
    CHECK_PARAMS("dvm_printf", "Format=Rank=2; LoopRef=x\nAxisArray[7]=q;", "");
    CHECK_PARAMS("crtpl_", "*** MPI ***\n&MPI_Comm=55; Tm=0.1  Tw=2\nRank=1;\nSize=34348",
                 "Rank=1");
}

static void
test_find_int(void)
{
    const char *text = " \nxrc=5;\nrc = 1;\nrc=2;";
    CHECK_INT(trace_params_find_int(text, strlen(text), "rc", 7), 1);
    CHECK_INT(trace_params_find_int(text, strlen(text), "r", 7), 7);
    CHECK_INT(trace_params_find_int("rc=x", 4, "rc", 7), 7);
    CHECK_INT(trace_params_find_int("rc[0]=1", 7, "rc", 7), 7);
    CHECK_INT(trace_params_find_int("", 0, "rc", 7), 7);
}

/* Equal parameters are one record, whatever their text; others are not. */
static void
test_records_are_distinct(void)
{
    static const char text[] = "ret_dvm_Init TIME=0 LINE=1 FILE=f\n"
                               "call_crtpl_ TIME=0 LINE=1 FILE=f\nRank=2;\n"
                               "ret_crtpl_ TIME=0 LINE=1 FILE=f\nLoopRef=1;\n"
                               "call_crtpl_ TIME=0 LINE=2 FILE=f\n noise=8 Rank = 2\n"
                               "ret_crtpl_ TIME=0 LINE=1 FILE=f\nLoopRef=01;\n"
                               "call_crtpl_ TIME=0 LINE=1 FILE=f\nRank=3;\n"
                               "ret_crtpl_ TIME=0 LINE=1 FILE=f\nLoopRef=2;\n"
                               "call_endpl_ TIME=0 LINE=1 FILE=f\nLoopRef=2;\n"
                               "ret_endpl_ TIME=0 LINE=1 FILE=f\n"
                               "Event_dvm_exit TIME=0 LINE=1 FILE=f\n";
    g_autoptr(TraceProgram) program = READ(text);
    CHECK_INT(program->n_calls, 4);
    CHECK_INT(program->records.items->len, 6);
    CHECK_INT(program->calls[0].call, program->calls[1].call);
    CHECK_INT(program->calls[0].ret, program->calls[1].ret);
    CU_ASSERT(program->calls[0].call != program->calls[2].call);
    CU_ASSERT(program->calls[0].ret != program->calls[2].ret);
    CHECK_INT(program->references.items->len, 2);
    CHECK_INT(trace_record_int(trace_check_call(program, 3), RT_PARAM_LOOP_REF, -1),
              trace_record_int(trace_check_ret(program, 2), RT_PARAM_LOOP_REF, -2));
}

static void
test_record_access(void)
{
    static const char text[] = "call_across_ TIME=0 LINE=1 FILE=f\n"
                               "OldShadowGroupRef=0; NewShadowGroupRef=7; PipeLinePar=1.5;\n"
                               "Event_dvm_exit TIME=0 LINE=1 FILE=f\n";
    g_autoptr(TraceProgram) program = READ(text);
    const TraceRecord *record = trace_check_call(program, 0);
    CHECK_TEXT(record->name, "across_");
    CHECK_INT(record->call, RT_CALL_ACROSS);
    CHECK_INT(trace_record_int(record, RT_PARAM_NEW_SHADOW_GROUP_REF, -1), 1);
    CHECK_INT(trace_record_int(record, RT_PARAM_ACROSS_TYPE, -1), -1);
    CHECK_SAME(trace_record_real(record, RT_PARAM_PIPE_LINE_PAR, 9), 1.5);
    CU_ASSERT(trace_record_get(record, RT_PARAM_LOOP_REF) == NULL);
    const TraceRecord *ret = trace_check_ret(program, 0);
    CHECK_SAME(trace_record_real(ret, RT_PARAM_PIPE_LINE_PAR, 9), 9);
    const TraceParam *param = trace_record_get(record, RT_PARAM_PIPE_LINE_PAR);
    CHECK_INT(param->n, 1);
    CHECK_INT(param->n_rows, 1);
    CHECK_INT(trace_record_row_end(record, param, 0), 1);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "forms", test_forms },
        { "names", test_names },
        { "references", test_references },
        { "rows", test_rows },
        { "indices", test_indices },
        { "values", test_values },
        { "missing", test_missing },
        { "twice", test_twice },
        { "free text", test_free_text },
        { "find int", test_find_int },
        { "records are distinct", test_records_are_distinct },
        { "record access", test_record_access },
        CU_TEST_INFO_NULL,
    };
    return tap_run("trace-params", tests);
}
