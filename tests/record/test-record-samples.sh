#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Samples written again with the recorder, in C and some in Fortran: what is predicted for them is what is
# predicted for the traces of the DVM system: intervals, entries, operations, messages, bytes.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}" "${BUILDDIR:?}"
. "$SRCDIR/tests/tap.sh"
cd "$tap_dir" || exit 99
structure=$BUILDDIR/tests/record/trace-structure
library=$BUILDDIR/record/libdvm-record.a

# Warnings tell of the virtual processor system, which is not the program's.
predict() {
    "$structure" "$1" 1 4x2 2x2x2 | grep -v 'warning: the trace was made for a processor system'
}

# same NAME SAMPLE COMPILER...: compiles and runs it, and compares.
same() {
    name=$1 sample=$2
    shift 2
    if ! said=$("$@" 2>&1 && DVM_RECORD=$name.trc ./program 2>&1 >/dev/null); then
        tap_result "$name" "$said"
        return
    fi
    predict "$SRCDIR/samples/$sample.trc" >expected
    predict "$name.trc" >actual
    tap_result "$name" "$said$("$PREDICTOR" check "$name.trc" 2>&1 >/dev/null)$(diff expected actual)"
}

for file in "$SRCDIR"/tests/record/samples/*.c; do
    sample=$(basename "$file" .c)
    same "$sample in C" "$sample" gcc -std=c11 -Wall -Wextra -Werror -O1 -I "$SRCDIR" -o program "$file" \
        "$library" -lz -lm
done
for file in "$SRCDIR"/tests/record/samples/*.F90; do
    sample=$(basename "$file" .F90)
    if [ "${FORTRAN-}" = no ]; then
        tap_skip "$sample in Fortran" 'configured with --disable-fortran'
    elif command -v gfortran >/dev/null; then
        same "$sample in Fortran" "$sample" gfortran -O1 -o program "$SRCDIR/record/dvm_record.f90" \
            "$file" "$library" -lz
    else
        tap_missing "$sample in Fortran" gfortran
    fi
done
tap_done
