#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Every input that the fuzzer found worth keeping, through its target.
set -u
: "${SRCDIR:?}" "${BUILDDIR:?}"
. "$SRCDIR/tests/tap.sh"

while read -r target folders; do
    case $target in '#'*) continue ;; esac
    for folder in $folders; do
        "$BUILDDIR/tests/fuzz/fuzz-$target" "$SRCDIR/tests/fuzz/$folder" >"$tap_dir/out" 2>"$tap_dir/err"
        tap_equal "$target: $folder" "$? $(tail -n 5 "$tap_dir/err")" '0 '
        tap_result "$target: $folder: each input" "$(grep '^not ok' "$tap_dir/out")"
    done
done <"$SRCDIR/tests/fuzz/targets.txt"
tap_done
