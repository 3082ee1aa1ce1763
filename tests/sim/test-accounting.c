/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Base accounting, speeds, loops and input/output: small traces with results computed by hand,
 * in microseconds.
 */
#include "tests/sim/prediction-check.h"
#include "tests/sim/sim-check.h"

/* Ten elements on four processors: coordinate c owns floor(10*c/4) up to floor(10*(c+1)/4) - 1,
 * that is 0-1, 2-4, 5-6, 7-9. */
static TraceText *
ten_on_four(void)
{
    TraceText *t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "10", "1");
    return t;
}

/* CPU_time and Insuff_parallelism_USR of each processor of MAIN. */
static void
check_user(const TraceText *t, const char *params, int n, const double cpu[],
           const double insuff[])
{
    g_autoptr(Prediction) p = prediction_check_text(t, params, FALSE);
    if (p == NULL)
        return;
    for (int i = 0; i < n; i++) {
        const Characteristics *v = prediction_check_values(p, 0, i);
        CHECK_US(v->cpu_time, cpu[i]);
        CHECK_US(v->insuff_parallelism_usr, insuff[i]);
        CHECK_US(v->sys_time, 0);
    }
}

static void
test_base(void)
{
    /* One ordinary call, 10 before it and 4 in it, on 4 processors: each repeats what the
     * others do, (N-1)/N = 3/4 of it. The exit's 3 are user time. */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_call(t, "tstda_", 10, 4, NULL, NULL);
    trace_text_exit(t, 3);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    const Interval *whole = &p->intervals[0];

    CHECK_INT(p->n_calls, 1);
    CHECK_INT(p->n_intervals, 1);
    CHECK_INT(whole->n_classes, 1);
    CHECK_INT(whole->processors, 4);
    for (int n = 0; n < 4; n++) {
        const Characteristics *v = prediction_check_values(p, 0, n);
        CHECK_US(v->cpu_time, 13);
        CHECK_US(v->sys_time, 4);
        CHECK_US(v->insuff_parallelism_usr, 9.75);
        CHECK_US(v->insuff_parallelism_sys, 3);
        CHECK_US(v->execution_time, 17);
        CHECK_US(v->idle, 0);
        CHECK_US(v->lost_time, 12.75);
    }
    CHECK_US(whole->values.execution_time, 17);
    CHECK_US(whole->total_time, 68);
    CHECK_US(whole->values.productive_cpu_time, 13);
    CHECK_US(whole->values.productive_sys_time, 4);
    CHECK_US(whole->values.productive_time, 17);
    CHECK_US(whole->values.cpu_time, 52);
    CHECK_US(whole->values.lost_time, 51);
    CHECK_REAL(whole->efficiency, 0.25, 1e-12);
    CHECK_US(p->execution_time, 17);
    CHECK_US(p->serial_time, 17);
}

static void
test_speed(void)
{
    /* 10 + 4 at speeds 1 and 2. Half of it is repeated. The idle 7 of processor 1 are
     * imbalance. Total 2 * 14; productive 5 + 2.5 + 2 + 1 = 10.5; lost 10.5 + 7. */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_call(t, "tstda_", 10, 4, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p =
        prediction_check_text(t, "topology = { 2 }; speed = { 1, 2 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    const Characteristics *first = prediction_check_values(p, 0, 0);
    const Characteristics *second = prediction_check_values(p, 0, 1);

    CHECK_US(first->cpu_time, 10);
    CHECK_US(first->sys_time, 4);
    CHECK_US(first->insuff_parallelism_usr, 5);
    CHECK_US(first->insuff_parallelism_sys, 2);
    CHECK_US(second->cpu_time, 5);
    CHECK_US(second->sys_time, 2);
    CHECK_US(second->insuff_parallelism_usr, 2.5);
    CHECK_US(second->insuff_parallelism_sys, 1);
    CHECK_US(second->idle, 7);
    CHECK_US(second->load_imbalance, 7);
    CHECK_US(p->intervals[0].total_time, 28);
    CHECK_US(p->intervals[0].values.productive_time, 10.5);
    CHECK_US(p->intervals[0].values.lost_time, 17.5);
    CHECK_REAL(p->intervals[0].efficiency, 0.375, 1e-12);
}

static void
test_speed_of_loops_and_io(void)
{
    /* Two elements on two processors, 100 of body: 50 each, at speeds 4 and 2: 12.5 and 25.
     * Input/output runs on processor 0 at its speed: 20 / 4 = 5. */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "2", "1");
    trace_text_loop(t, "c0", "a0", "0", "1", 100);
    trace_text_io(t, 20);
    trace_text_call(t, "biof_", 0, 4, NULL, NULL);
    trace_text_call(t, "eiof_", 8, 0, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p =
        prediction_check_text(t, "topology = { 2 }; speed = { 4, 2 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_US(prediction_check_values(p, 0, 0)->cpu_time, 12.5);
    CHECK_US(prediction_check_values(p, 0, 1)->cpu_time, 25);
    CHECK_US(prediction_check_values(p, 0, 0)->io_time, 8);
    CHECK_US(prediction_check_values(p, 0, 1)->io_time, 0);
    CHECK_US(p->execution_time, 25);
}

static void
test_overhead_and_power(void)
{
    /* 1.5 off each TIME, never below 0, then times 2: 10 -> 17, 1 -> 0, 4 -> 5; the exit's 2
     * -> 1. A communication is not a time of the trace: it stays. */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_call(t, "tstda_", 10, 1, NULL, NULL);
    trace_text_call(t, "tstda_", 0, 4, NULL, NULL);
    trace_text_call(t, "srmem_", 0, 0, "MemoryCount=1;\nLengthArray={20}", NULL);
    trace_text_exit(t, 2);
    g_autoptr(Prediction) p =
        prediction_check_text(t,
                              "topology = { 2 }; trace overhead = 1.5; power = 2; start time = "
                              "5; send byte time = 1;",
                              FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    const Characteristics *v = prediction_check_values(p, 0, 1);

    CHECK_US(v->cpu_time, 18);
    CHECK_US(v->sys_time, 5);
    CHECK_US(v->communication, 25);
    CHECK_US(p->execution_time, 48);
    CHECK_US(p->serial_time, 23);
}

static void
test_loop_shares(void)
{
    /* 100 for 10 iterations: 20 30 20 30; what the first dopl_ took before it is body too (10
     * more of it: 2 3 2 3); the returns are by base, 5 + 6 on each of which 3/4 are repeated.
     */
    g_autoptr(TraceText) t = ten_on_four();
    trace_text_map_loop(t, "c0", "a0", "0", "9");
    trace_text_call(t, "dopl_", 10, 5, "LoopRef=c0;", "DoPL=1;");
    trace_text_call(t, "dopl_", 100, 6, "LoopRef=c0;", "DoPL=0;");
    trace_text_end_loop(t, "c0");
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    const double cpu[] = { 22, 33, 22, 33 };

    for (int n = 0; n < 4; n++) {
        const Characteristics *v = prediction_check_values(p, 0, n);
        CHECK_US(v->cpu_time, cpu[n]);
        CHECK_US(v->insuff_parallelism_usr, 0);
        CHECK_US(v->sys_time, 11);
        CHECK_US(v->insuff_parallelism_sys, 8.25);
        CHECK_US(v->load_imbalance, 33 - cpu[n]);
        CHECK_US(v->idle, 33 - cpu[n]);
    }
    CHECK_US(p->intervals[0].values.productive_cpu_time, 110);
    CHECK_US(p->execution_time, 44);
}

/* One loop of 1 dimension over ten on four, mapped index -> coeff * i + konst. */
static void
check_mapped(const char *mapping, int body, const double cpu[], const double insuff[])
{
    g_autoptr(TraceText) t = ten_on_four();
    g_autofree char *params = g_strdup_printf(
        "LoopRef=c0; PatternRefPtr=a0; PatternRef=a0f (DisArray);\n%s", mapping);
    trace_text_call(t, "crtpl_", 0, 0, "Rank=1;", "LoopRef=c0;");
    trace_text_call(t, "mappl_", 0, 0, params, "IsLocal=1;");
    trace_text_do_loop(t, "c0", body);
    trace_text_end_loop(t, "c0");
    trace_text_exit(t, 0);
    check_user(t, "topology = { 4 };", 4, cpu, insuff);
}

static void
test_loop_mappings(void)
{
    const double none[] = { 0, 0, 0, 0 };

    /* 3..8: 3-4, 5-6, 7-8 on processors 1 to 3 */
    check_mapped("AxisArray={1}CoeffArray={1}ConstArray={0}InInitIndexArray={3}"
                 "InLastIndexArray={8}InStepArray={1}",
                 90, (const double[]){ 0, 30, 30, 30 }, none);
    /* Fortran's 1..10 on element i-1 */
    check_mapped("AxisArray={1}CoeffArray={1}ConstArray={-1}InInitIndexArray={1}"
                 "InLastIndexArray={10}InStepArray={1}",
                 100, (const double[]){ 20, 30, 20, 30 }, none);
    /* 9 6 3 0: one on each */
    check_mapped("AxisArray={1}CoeffArray={1}ConstArray={0}InInitIndexArray={9}"
                 "InLastIndexArray={0}InStepArray={-3}",
                 100, (const double[]){ 25, 25, 25, 25 }, none);
    /* 2i+1 for 0..4: 1 | 3 | 5 | 7 9 */
    check_mapped("AxisArray={1}CoeffArray={2}ConstArray={1}InInitIndexArray={0}"
                 "InLastIndexArray={4}InStepArray={1}",
                 100, (const double[]){ 20, 20, 20, 40 }, none);
    /* 0..19, of which the array has 0..9: n counts iterations that somebody executes */
    check_mapped("AxisArray={1}CoeffArray={1}ConstArray={0}InInitIndexArray={0}"
                 "InLastIndexArray={19}InStepArray={1}",
                 100, (const double[]){ 20, 30, 20, 30 }, none);
    /* constant: all seven iterations on the owner of element 5, by either way to say it */
    check_mapped("AxisArray={0}CoeffArray={0}ConstArray={5}InInitIndexArray={1}"
                 "InLastIndexArray={7}InStepArray={1}",
                 70, (const double[]){ 0, 0, 70, 0 }, none);
    check_mapped("AxisArray={1}CoeffArray={0}ConstArray={5}InInitIndexArray={1}"
                 "InLastIndexArray={7}InStepArray={1}",
                 70, (const double[]){ 0, 0, 70, 0 }, none);
    /* replicated: all of them on each */
    check_mapped("AxisArray={-1}CoeffArray={0}ConstArray={0}InInitIndexArray={1}"
                 "InLastIndexArray={7}InStepArray={1}",
                 80, (const double[]){ 80, 80, 80, 80 }, (const double[]){ 60, 60, 60, 60 });
}

/* n = 0 is base accounting. */
static void
test_loop_of_nobody(void)
{
    const double cpu[] = { 100, 100, 100, 100 }, insuff[] = { 75, 75, 75, 75 };

    check_mapped("AxisArray={1}CoeffArray={1}ConstArray={0}InInitIndexArray={5}"
                 "InLastIndexArray={4}InStepArray={1}",
                 100, cpu, insuff);
    check_mapped("AxisArray={1}CoeffArray={1}ConstArray={0}InInitIndexArray={10}"
                 "InLastIndexArray={12}InStepArray={1}",
                 100, cpu, insuff);
    check_mapped("AxisArray={0}CoeffArray={0}ConstArray={77}InInitIndexArray={1}"
                 "InLastIndexArray={7}InStepArray={1}",
                 100, cpu, insuff);
}

/* A loop that was not mapped is executed by all. */
static void
test_loop_not_mapped(void)
{
    g_autoptr(TraceText) t = ten_on_four();
    trace_text_call(t, "crtpl_", 0, 0, "Rank=1;", "LoopRef=c0;");
    trace_text_do_loop(t, "c0", 100);
    trace_text_end_loop(t, "c0");
    trace_text_exit(t, 0);
    check_user(t, "topology = { 4 };", 4, (const double[]){ 100, 100, 100, 100 },
               (const double[]){ 75, 75, 75, 75 });
}

static void
test_loop_copies(void)
{
    /* 10 elements along the first dimension of 2 x 2, all of them along the second: 5 of 10
     * iterations each, every one on K = 2 processors */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "10", "1");
    trace_text_loop(t, "c0", "a0", "0", "9", 100);
    trace_text_exit(t, 0);
    check_user(t, "topology = { 2, 2 };", 4, (const double[]){ 50, 50, 50, 50 },
               (const double[]){ 25, 25, 25, 25 });

    /* replicated over the first and distributed over the second: 0-2 and 3-6 of seven */
    g_autoptr(TraceText) u = trace_text_new(NULL);
    trace_text_distributed(u, "a0", "7", "0 1");
    trace_text_loop(u, "c0", "a0", "0", "6", 70);
    trace_text_exit(u, 0);
    check_user(u, "topology = { 3, 2 };", 6, (const double[]){ 30, 40, 30, 40, 30, 40 },
               (const double[]){ 20, 80 / 3., 20, 80 / 3., 20, 80 / 3. });
}

static void
test_loop_two_dimensions(void)
{
    /* 4 x 6 on 2 x 3, iterations 1..3 x 0..4: rows 1 | 2-3, columns 0-1 | 2-3 | 4, together 15:
     * 2 2 1 / 4 4 2 */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "4 6", "1 2");
    trace_text_loop(t, "c0", "a0", "1 0", "3 4", 150);
    trace_text_exit(t, 0);
    const double none[6] = { 0 };
    check_user(t, "topology = { 2, 3 };", 6, (const double[]){ 20, 20, 10, 40, 40, 20 }, none);
    /* the same on a line of two: rows only */
    check_user(t, "topology = { 2 };", 2, (const double[]){ 50, 100 }, none);
}

/* A row of the array: its other axis is constant, and only the owners of that row execute. */
static void
test_loop_constant_axis(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "4 10", "1 2");
    trace_text_call(t, "crtpl_", 0, 0, "Rank=1;", "LoopRef=c0;");
    trace_text_call(t, "mappl_", 0, 0,
                    "LoopRef=c0; PatternRefPtr=a0; PatternRef=a0f (DisArray);\n"
                    "AxisArray={0 1}CoeffArray={0 1}ConstArray={3 0}InInitIndexArray={0}"
                    "InLastIndexArray={9}InStepArray={1}",
                    "IsLocal=1;");
    trace_text_do_loop(t, "c0", 100);
    trace_text_exit(t, 0);
    const double none[4] = { 0 };
    check_user(t, "topology = { 2, 2 };", 4, (const double[]){ 0, 0, 50, 50 }, none);
}

static void
test_io_functions(void)
{
    /* 5 before on all four, 20 inside on processor 0 */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_call(t, "dvm_fopen", 5, 20, "FileName=a=b; Mode=r", NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    for (int n = 0; n < 4; n++) {
        const Characteristics *v = prediction_check_values(p, 0, n);
        CHECK_US(v->cpu_time, 5);
        CHECK_US(v->insuff_parallelism_usr, 3.75);
        CHECK_US(v->io_time, n == 0 ? 20 : 0);
        CHECK_US(v->sys_time, 0);
        CHECK_US(v->idle, n == 0 ? 0 : 20);
        CHECK_US(v->load_imbalance, 0);
    }
    CHECK_US(p->intervals[0].values.productive_time, 25);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_IO], 1);
}

static void
test_io_bracket(void)
{
    /* T_call of biof_ is base (2); its T_ret 3, then 4 + 5, 8 + 9 and 6 + 7 go to processor 0
     */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_call(t, "biof_", 2, 3, NULL, NULL);
    trace_text_call(t, "tstio_", 4, 5, NULL, "Res=1;");
    trace_text_call(t, "dvm_void_printf", 8, 9, "Format= ", NULL);
    trace_text_call(t, "eiof_", 6, 7, NULL, NULL);
    trace_text_call(t, "tstda_", 1, 0, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    for (int n = 0; n < 4; n++) {
        const Characteristics *v = prediction_check_values(p, 0, n);
        CHECK_US(v->cpu_time, 3);
        CHECK_US(v->insuff_parallelism_usr, 2.25);
        CHECK_US(v->sys_time, 0);
        CHECK_US(v->io_time, n == 0 ? 42 : 0);
    }
    CHECK_INT(p->intervals[0].n_operations[OPERATION_IO], 1);
}

static void
test_io_counts(void)
{
    /* two functions, one srmem_, one bracket with a function and a srmem_ in it: 4 */
    const char *memory = "MemoryCount=1;\nStartAddrArray={55fc5886f520}LengthArray={10}";
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_call(t, "dvm_fopen", 0, 0, "FileName=x", NULL);
    trace_text_call(t, "dvm_void_printf", 0, 0, "Format= ", NULL);
    trace_text_call(t, "srmem_", 0, 0, memory, NULL);
    trace_text_call(t, "biof_", 0, 0, NULL, NULL);
    trace_text_call(t, "dvm_fread", 0, 0, NULL, NULL);
    trace_text_call(t, "srmem_", 0, 0, memory, NULL);
    trace_text_call(t, "eiof_", 0, 0, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_INT(p->intervals[0].n_operations[OPERATION_IO], 4);
}

static void
test_io_loop(void)
{
    /* in a bracket a loop's body is input/output, whoever owns the iterations */
    g_autoptr(TraceText) t = ten_on_four();
    trace_text_map_loop(t, "c0", "a0", "0", "9");
    trace_text_call(t, "biof_", 0, 0, NULL, NULL);
    trace_text_call(t, "dopl_", 100, 7, "LoopRef=c0;", "DoPL=0;");
    trace_text_call(t, "eiof_", 0, 0, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_US(prediction_check_values(p, 0, 0)->io_time, 107);
    CHECK_US(p->intervals[0].values.cpu_time, 0);
    CHECK_US(p->intervals[0].values.sys_time, 0);
    CHECK_US(p->execution_time, 107);
}

static void
test_io_collective(void)
{
    /* A reduction of one double inside of a bracket, on a loop over four: (10 + 8) * (4 + 4 -
     * 2) = 108. biof_ returns: processor 0 at 30. strtrd_: its call's 1 -> 31, all wait for 31
     * (the others 31), the operation runs until 31 + 108 = 139; its return's 2 -> 33. waitrd_:
     * 3 -> 36, overlap 36 - 31 = 5; waits: 103, and 108 of the others; return 4 -> 143; eiof_ 5
     * + 6 -> 154. */
    g_autoptr(TraceText) t = ten_on_four();
    trace_text_map_loop(t, "c0", "a0", "0", "9");
    trace_text_reduction(t, "d0", "c0");
    trace_text_call(t, "biof_", 0, 30, NULL, NULL);
    trace_text_call(t, "strtrd_", 1, 2, "RedGroupRef=d0;", NULL);
    trace_text_call(t, "waitrd_", 3, 4, "RedGroupRef=d0;", NULL);
    trace_text_call(t, "eiof_", 5, 6, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(
        t, "topology = { 4 }; start time = 10; send byte time = 1;", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    for (int n = 0; n < 4; n++) {
        const Characteristics *v = prediction_check_values(p, 0, n);
        const OperationTimes *io = &v->operations[OPERATION_IO];
        const OperationTimes *reduction = &v->operations[OPERATION_REDUCTION];
        CHECK_US(v->io_time, n == 0 ? 51 : 0);
        CHECK_US(io->communication, n == 0 ? 103 : 139);
        CHECK_US(io->synchronization, n == 0 ? 0 : 31);
        CHECK_US(io->overlap, n == 0 ? 5 : 0);
        CHECK_US(io->variation, 0);
        CHECK_US(reduction->communication, 0);
        CHECK_US(reduction->synchronization, 0);
        CHECK_US(reduction->overlap, 0);
        CHECK_US(v->execution_time, n == 0 ? 154 : 139);
    }
    CHECK_INT(p->intervals[0].n_operations[OPERATION_IO], 1);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_REDUCTION], 1);
}

/* IO_comm of the last processor for a broadcast of 10 + 20 bytes. */
static void
check_broadcast(const char *params, double first, double last)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_io(t, 50);
    trace_text_call(t, "srmem_", 1, 2, "MemoryCount=2;\nLengthArray={10 20}", NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, params, FALSE);
    if (p == NULL)
        return;
    const Characteristics *a = prediction_check_values(p, 0, 0);
    const Characteristics *z = prediction_check_values(p, 0, p->processors - 1);

    /* processor 0 comes 50 later: the others wait; T_call and T_ret are by base */
    CHECK_US(a->operations[OPERATION_IO].communication, first);
    CHECK_US(a->operations[OPERATION_IO].synchronization, 0);
    CHECK_US(z->operations[OPERATION_IO].communication, last);
    CHECK_US(z->operations[OPERATION_IO].synchronization, 50);
    CHECK_US(z->synchronization, 50);
    CHECK_US(z->cpu_time, 1);
    CHECK_US(z->sys_time, 2);
    CHECK_US(a->io_time, 50);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_IO], 2);
}

static void
test_broadcast(void)
{
#define MACHINE "start time = 10; send byte time = 1; "
    /* bus: (10 + 30) * (N - 1) */
    check_broadcast(MACHINE "topology = { 4 };", 120, 170);
    check_broadcast(MACHINE "topology = { 2, 3 };", 200, 250);
    /* transputer: the farthest is (2 - 1) + (3 - 1) away */
    check_broadcast(MACHINE "type = transputer; topology = { 2, 3 };", 120, 170);
    check_broadcast(MACHINE "type = ideal; topology = { 2, 3 };", 0, 50);
    /* bus times are divided by min(channels, N), all by what scale says */
    check_broadcast(MACHINE "topology = { 4 }; channels = 3;", 40, 90);
    check_broadcast(MACHINE "topology = { 4 }; channels = 9; scale = 2;", 60, 110);
#undef MACHINE
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "base", test_base },
        { "speed", test_speed },
        { "speed_of_loops_and_io", test_speed_of_loops_and_io },
        { "overhead_and_power", test_overhead_and_power },
        { "loop_shares", test_loop_shares },
        { "loop_mappings", test_loop_mappings },
        { "loop_of_nobody", test_loop_of_nobody },
        { "loop_not_mapped", test_loop_not_mapped },
        { "loop_copies", test_loop_copies },
        { "loop_two_dimensions", test_loop_two_dimensions },
        { "loop_constant_axis", test_loop_constant_axis },
        { "io_functions", test_io_functions },
        { "io_bracket", test_io_bracket },
        { "io_counts", test_io_counts },
        { "io_loop", test_io_loop },
        { "io_collective", test_io_collective },
        { "broadcast", test_broadcast },
        CU_TEST_INFO_NULL,
    };
    return tap_run("accounting", tests);
}
