#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Who calls whom, by the symbols of the object files of the build: no two files call each other, directly or
# through others, and no folder calls one that comes later in tests/layers.txt.
set -u
: "${SRCDIR:?}" "${BUILDDIR:?}"
cd "$SRCDIR" || exit 99
. tests/tap.sh

# Reads `nm -A -P`, prints "FILE FILE" for each that uses a symbol of another.
calls() {
    awk '{ sub(/\.o:$/, "", $1) }
        $3 ~ /^[TDRBCVW]$/ { defines[$2] = $1 }
        $3 == "U" { n++; from[n] = $1; symbol[n] = $2 }
        END { for (i = 1; i <= n; i++)
                  if (symbol[i] in defines && defines[symbol[i]] != from[i])
                      print from[i], defines[symbol[i]] }' | sort -u
}

# The files in circles, of edges.
in_circles() {
    awk -f tests/circles.awk | sed 's/.* //' | sort
}

# Lines "CALLER calls CALLED, ..." for edges that go to a later folder.
upward_calls() {
    awk 'function folder(path) { sub("/[^/]*$", "", path); return path }
        function parent(path) { return folder(folder(path)) }
        NR == FNR { if ($0 !~ /^#/) { line++; for (i = 1; i <= NF; i++) layer[$i] = line }; next }
        { a = folder($1); b = folder($2) }
        layer[b] > layer[a] { print $1, "calls", $2 ", a later layer" }
        layer[b] == layer[a] && a != b && parent($1) != parent($2) {
            print $1, "calls", $2 ", beside its layer" }' tests/layers.txt -
}

# The sources that are built: MPI is an option.
sources() {
    find rater src -name '*.c' | sort |
        if [ -e "$BUILDDIR/predictor-mpi" ]; then cat; else grep -v '^src/cli/mpi/'; fi
}

# The objects of the sources: a build that is older may have others too.
objects() {
    sources | sed 's/c$/o/' | while read -r object; do
        if [ -e "$BUILDDIR/$object" ]; then echo "$object"; fi
    done
}

tap_equal 'circles: one is found, also through others' \
    "$(printf '%s\n' 'a b' 'b c' 'c a' 'x a' 'c y' 'p q' 'q p' | in_circles | tr '\n' ' ')" 'a b c p q '
tap_equal 'circles: none is found where none is' \
    "$(printf '%s\n' 'a b' 'b c' 'a c' 'c d' 'x a' | in_circles)" ''
tap_equal 'circles: a call upwards is found' \
    "$(printf '%s\n' 'src/base/a src/cli/b' 'src/cli/b src/base/a' 'src/base/a src/base/b' | upward_calls)" \
    'src/base/a calls src/cli/b, a later layer'
tap_equal 'circles: who calls is known by its symbols' \
    "$(printf '%s\n' 'a.o: f T 0 1' 'a.o: g U' 'b.o: g T 0 1' 'b.o: puts U' 'b.o: own t 0 1' | calls)" 'a b'

if command -v nm >/dev/null; then
    objects >"$tap_dir/objects"
    # Who asks for memory calls the C library, whose functions src/cli/memory.c stands before.
    # shellcheck disable=SC2046 # words on purpose
    (cd "$BUILDDIR" && nm -A -P $(grep -v src/cli/memory "$tap_dir/objects")) |
        calls >"$tap_dir/calls"
    tap_equal 'circles: every source has its object' "$(wc -l <"$tap_dir/objects")" \
        "$(sources | wc -l)"
    tap_result 'circles: no files call each other' "$(in_circles <"$tap_dir/calls")"
    tap_result 'circles: calls follow the flow' "$(upward_calls <"$tap_dir/calls")"
else
    tap_skip 'circles: no files call each other' 'no nm'
fi
tap_done
