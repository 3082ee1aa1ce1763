#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The program is built with what makes faults of memory harder to use.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
if ! command -v readelf >/dev/null; then
    echo '1..0 # SKIP no readelf'
    exit 0
fi
cd "$tap_dir" || exit 99

# has NAME PATTERN READELF-OPTION...
has() {
    name=$1 pattern=$2
    shift 2
    readelf -W "$@" "$PREDICTOR" >out
    tap_match "$name" "$(grep -cE "$pattern" out)" '[1-9]*'
}

has 'it can be loaded at any address' 'Type: *DYN' -h
has 'it is a program, not a library' 'Flags:.*PIE' -d
has 'relocations are read-only' 'GNU_RELRO' -l
has 'all symbols are bound at the start' 'BIND_NOW|Flags:.* NOW' -d
has 'the stack is not executable' 'GNU_STACK .* RW ' -l
has 'the stack is guarded' '__stack_chk_fail' --dyn-syms
if grep -q '_FORTIFY_SOURCE' "$BUILDDIR/Makefile"; then
    has 'calls of the C library are checked' '__[a-z]*printf_chk|__[a-z]*cpy_chk' --dyn-syms
fi
tap_equal 'no name of a folder is in it' "$(grep -cF -e "$BUILDDIR" -e "$SRCDIR" "$PREDICTOR")" 0
tap_done
