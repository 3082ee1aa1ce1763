#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The installed library as a user finds it: the header in C and C++, the examples and their twins with MPI, which
# compute the same, the table of both, the commands of README.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}" "${BUILDDIR:?}"
. "$SRCDIR/tests/tap.sh"
cd "$tap_dir" || exit 99
root=$tap_dir/root
if ! make -s -C "$BUILDDIR" install DESTDIR="$root" >install.log 2>&1; then
    tap_result install "$(tail -n 5 install.log)"
    tap_done
    exit
fi
libdir=$(dirname "$(find "$root" -name libdvm-record.so)")
export PKG_CONFIG_PATH="$libdir/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$root"
export LD_LIBRARY_PATH="$libdir"
# shellcheck disable=SC2046 # words on purpose
set -- $(pkg-config --cflags --libs dvm-record)
tap_match 'pkg-config' "$*" '*-I*-L*-ldvm-record*'

echo '#include <dvm-record.h>
int main() { dvmr_begin(0); dvmr_array a = {0}; DVMR_LOOP(a, 1, 0, 0) { } dvmr_end(); return 0; }' >header.c
tap_result 'header in C' "$(gcc -std=c11 -Wall -Wextra -Werror -pedantic -o header header.c "$@" 2>&1 && ./header 2>&1)"
if command -v g++ >/dev/null; then
    cp header.c header.cc
    tap_result 'header in C++' \
        "$(g++ -std=c++17 -Wall -Wextra -Werror -pedantic -o header header.cc "$@" 2>&1 && ./header 2>&1)"
else
    tap_missing 'header in C++' g++
fi
if [ "${FORTRAN-}" = no ]; then
    tap_skip 'Fortran module' 'configured with --disable-fortran'
elif command -v gfortran >/dev/null; then
    tap_result 'Fortran module' "$(gfortran -Wall -Wno-unused-dummy-argument -o f \
        "$root$(pkg-config --variable=fortran dvm-record | sed "s|^$root||")" \
        "$SRCDIR/tests/record/samples/heat2d.F90" "$@" 2>&1 && ./f 2>&1 >/dev/null)"
else
    tap_missing 'Fortran module' gfortran
fi

# The commands of README, which stand in its section as a block.
mkdir new
sed -n '/^## Your own program/,/^## /p' "$SRCDIR/README.md" >section
awk '/^```/ { inside = !inside; next } inside' section >new/heat.c
sed -n '/^    gcc /p; /^    DVM_RECORD/p' section | sed 's/^    //' >new/commands
sed -n '/^    predictor /p' section | sed "s|^    predictor|$PREDICTOR|; s|params/|$SRCDIR/params/|" >>new/commands
tap_result 'README' "$(cd new && test -s heat.c && sh -eu commands 2>&1 >said || echo failed)"
tap_match 'README: the report is there' "$(ls new)" '*report.html*'

if ! command -v mpicc >/dev/null || ! command -v mpirun >/dev/null; then
    tap_missing 'examples with MPI' 'Open MPI'
    tap_done
    exit
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
for name in jacobi cg fft; do
    said=$(gcc -O1 -Wall -Wextra -Werror -o $name "$SRCDIR/record/examples/$name.c" "$@" -lm 2>&1 &&
        mpicc -O1 -Wall -Wextra -Werror -o $name-mpi "$SRCDIR/record/examples/$name-mpi.c" -lm 2>&1)
    tap_result "$name: compiles" "$said"
    DVM_RECORD=$name.trc ./$name 64 5 | sed 's/.* s,//' >serial
    mpirun --oversubscribe -np 2 ./$name-mpi 64 5 2>&1 </dev/null | sed 's/.* s,//' >parallel
    tap_equal "$name: both compute the same" "$(cat serial)" "$(cat parallel)"
    tap_match "$name: trace" "$("$PREDICTOR" check $name.trc 2>&1)" '*no findings'
done
REPEAT=1 "$SRCDIR/record/examples/measure.sh" 64 3 >table 2>err
tap_equal 'table: status' "$?$(cat err)" 0
tap_equal 'table: rows' "$(grep -cE '^\| (jacobi|cg|fft) \| [12] \| [0-9.]+ \| [0-9.]+ \| ' table)" 6
tap_done
