#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The program is the same to the byte when it is built in another folder, in the tree instead of out of it.
# Run by `make distcheck` of ./check --full alone, since it takes another build.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}" "${BUILDDIR:?}"
. "$SRCDIR/tests/tap.sh"
unset MAKEFLAGS MAKELEVEL
eval "set -- $("$BUILDDIR/config.status" --config)"
mkdir -p "$tap_dir/a/longer/name" && cd "$tap_dir/a/longer/name" || exit 99
{
    tar -C "$SRCDIR" --exclude=./_build --exclude=./_inst -cf - . | tar -xf - && chmod -R u+w . &&
        ./configure -q "$@" --srcdir=. && make -s -j "$(nproc)" predictor
} >log 2>&1 || tap_result 'reproducible: another build' "$(tail -n 40 log)"
tap_result 'reproducible: the same program' "$(cmp predictor "$PREDICTOR" 2>&1)"
tap_done
