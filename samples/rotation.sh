#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# rotation.sh N: writes the trace of a program that rotates two N x N matrices, as the multiplication
# of CPPE's thesis does (docs/networks.md, "The thesis"): N times each process of N x N sends an element of 4 bytes
# left and one up, the first to the last, and computes 20 microseconds.  Nothing else takes time.
#
#     samples/rotation.sh 4 >rotation.trc
#     predictor -t 4x4 params/cppe.par rotation.trc
set -eu
exec awk -v n="$1" '
function event(name, microseconds) {
    printf "%-26s TIME=%.8f LINE=%d     FILE=rotation.cdv\n", name, microseconds / 1e6, line
}
function call(name, text) {
    event("call_" name, 0)
    printf "%s\n \n", text
}
function ret(name, microseconds, text) {
    event("ret_" name, microseconds)
    printf "%s\n \n", text
}
# A matrix of its own template, an element a process.
function matrix(header, handle, view) {
    call("getam_", ""); ret("getam_", 0, "AMRef=a1;")
    call("crtamv_", sprintf("AMRefPtr=a2; AMRef=a1; Rank=2; StaticSign=0;\nSizeArray[0]=%d; SizeArray[1]=%d;", n, n))
    ret("crtamv_", 0, "AMViewRef=" view ";")
    call("distr_", "AMViewRefPtr=a3; AMViewRef=" view "; PSRefPtr=NULL; PSRef=0; ParamCount=2;\n" \
        "AxisArray[0]=1; AxisArray[1]=2;\nDistrParamArray[0]=0; DistrParamArray[1]=0;")
    ret("distr_", 0, "IsLocal=1;")
    call("crtda_", "ArrayHeader=" header "; ExtHdrSign=0; BasePtr=0; Rank=2; TypeSize=4; StaticSign=0; ReDistrSign=3;\n" \
        sprintf("SizeArray[0]=%d; SizeArray[1]=%d;\n", n, n) "LowShdWidthArray[0]=0; LowShdWidthArray[1]=0;\n" \
        "HiShdWidthArray[0]=0; HiShdWidthArray[1]=0;")
    ret("crtda_", 0, "ArrayHandlePtr=" handle ";")
    call("align_", "ArrayHeader=" header "; ArrayHandlePtr=" handle "; PatternRefPtr=a3; PatternRef=" view \
        " (AMView);\nAxisArray[0]=1; AxisArray[1]=2;\nCoeffArray[0]=1; CoeffArray[1]=1;\nConstArray[0]=0; ConstArray[1]=0;")
    ret("align_", 0, "IsLocal=1")
}
# Rows (or columns) from..to of a matrix, to where the first one goes; nobody waits yet.
function copy(axis, from, to, target, flag, i, text) {
    text = sprintf("FromArrayHeader=b%d; FromArrayHandlePtr=c%d; ToArrayHeader=b%d; ToArrayHandlePtr=c%d; " \
        "CopyRegim=0; CopyFlagPtr=%s;\n", axis, axis, axis, axis, flag)
    for (i = 0; i < 2; i++) text = text sprintf("FromInitIndexArray[%d]=%d; ", i, i == axis ? from : 0)
    for (i = 0; i < 2; i++) text = text sprintf("\nFromLastIndexArray[%d]=%d; ", i, i == axis ? to : n - 1)
    for (i = 0; i < 2; i++) text = text sprintf("\nFromStepArray[%d]=1; ", i)
    for (i = 0; i < 2; i++) text = text sprintf("\nToInitIndexArray[%d]=%d; ", i, i == axis ? target : 0)
    for (i = 0; i < 2; i++) text = text sprintf("\nToLastIndexArray[%d]=%d; ", i, i == axis ? target + to - from : n - 1)
    for (i = 0; i < 2; i++) text = text sprintf("\nToStepArray[%d]=1; ", i)
    call("aarrcp_", text)
    ret("aarrcp_", 0, sprintf("Res=%d;", (to - from + 1) * n))
}
function compute() {
    call("crtpl_", "Rank=2;"); ret("crtpl_", 0, "LoopRef=d1;")
    call("mappl_", "LoopRefPtr=d2; LoopRef=d1; PatternRefPtr=b0; PatternRef=c0 (DisArray);\n" \
        "AxisArray[0]=1; AxisArray[1]=2;\nCoeffArray[0]=1; CoeffArray[1]=1;\nConstArray[0]=0; ConstArray[1]=0;\n" \
        "LoopVarAddrArray[0]=0; LoopVarAddrArray[1]=0;\nLoopVarTypeArray[0]=1; LoopVarTypeArray[1]=1;\n" \
        sprintf("InInitIndexArray[0]=0; InInitIndexArray[1]=0;\nInLastIndexArray[0]=%d; InLastIndexArray[1]=%d;\n", n - 1, n - 1) \
        "InStepArray[0]=1; InStepArray[1]=1;")
    ret("mappl_", 0, "IsLocal=1;")
    call("dopl_", "LoopRefPtr=d2; LoopRef=d1;"); ret("dopl_", 0, "DoPL=1;")
    event("call_dopl_", 20 * n * n); print "LoopRefPtr=d2; LoopRef=d1;\n "
    ret("dopl_", 0, "DoPL=0;")
    call("endpl_", "LoopRefPtr=d2; LoopRef=d1;"); ret("endpl_", 0, "")
}
BEGIN {
    print "RTS VERSION = 2889\n \n ProcCount=1;      PSRank=2;      PSSize= 1 1;\n "
    line = 20
    event("ret_dvm_Init", 0); print " "
    matrix("b0", "c0", "e0")
    matrix("b1", "c1", "e1")
    for (step = 0; step < n; step++) {
        line = 30
        for (axis = 0; axis < 2; axis++) {
            copy(axis, 1, n - 1, 0, "f" axis)
            copy(axis, 0, 0, n - 1, "fa" axis)
        }
        for (axis = 0; axis < 2; axis++) {
            call("waitcp_", "CopyFlagPtr=f" axis ";"); ret("waitcp_", 0, "Res=1;")
            call("waitcp_", "CopyFlagPtr=fa" axis ";"); ret("waitcp_", 0, "Res=1;")
        }
        line = 40
        compute()
    }
    event("Event_dvm_exit", 0); print "rc=0;"
}'
