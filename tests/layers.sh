#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What the layers of the program may do (tests/layers.txt): whom they include, that no headers include
# each other in a circle, that rater/ stands on C and the mathematics library alone, that only
# src/cli/ prints or ends the program.
set -u
: "${SRCDIR:?}"
cd "$SRCDIR" || exit 99
. tests/tap.sh

# What rater/ may include besides its own headers.
rater_may='assert.h float.h limits.h math.h stdbool.h stddef.h stdint.h stdlib.h string.h'
# What only src/cli/ may call or name.
cli_only='printf|vprintf|puts|putchar|perror|g_print|g_printerr|exit|_exit|quick_exit|abort|raise|system'
cli_names='stdout|stderr|g_error|g_warning|g_message|g_critical|g_debug|g_info'

# Lines "FILE "HEADER"" or "FILE <HEADER>" for every include by name of files that find(1) finds with "$@".
includes() {
    find "$@" | sort | xargs grep -HE '^ *# *include *["<]' | sed 's/: *# *include */ /; s/ *\/\*.*//'
}

# Reads them. Lines "FILE includes HEADER, ..." for each against the flow.
upward_includes() {
    tr -d '"' | awk '
        function folder(path) { sub("/[^/]*$", "", path); return path }
        function parent(path) { return folder(folder(path)) }
        FNR == NR {
            if ($0 !~ /^#/) { line++; for (i = 1; i <= NF; i++) layer[$i] = line }
            next
        }
        { a = folder($1); b = folder($2) }
        !(a in layer) { print $1 " is in no layer"; next }
        $2 ~ /^</ || $2 == "config.h" { next } # made by configure
        (getline line < $2) < 0 {
            print $1 " includes " $2 ", which is not there: name it from the top folder"; next
        }
        { close($2) }
        !(b in layer) || layer[b] > layer[a] { print $1 " includes " $2 ", a later layer"; next }
        layer[b] == layer[a] && a != b && parent($1) != parent($2) {
            print $1 " includes " $2 ", beside its layer"
        }' tests/layers.txt -
}

# Reads them. The files that include each other.
include_circles() {
    tr -d '"' | awk -f tests/circles.awk | sed 's/.* //'
}

rater_includes() {
    includes rater -name '*.[ch]' | awk -v may="$rater_may" '
        BEGIN { n = split(may, names, " "); for (i = 1; i <= n; i++) ok["<" names[i] ">"] = 1 }
        $2 ~ /^</ && !($2 in ok) { print $1 " includes " $2 }'
}

# The sources "$@" without comments and strings, as "FILE:LINE:CODE".
code() {
    awk '
        FNR == 1 { inside = 0 }
        { line = $0; out = ""
          gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
          while (line != "") {
              at = index(line, inside ? "*/" : "/*")
              if (!inside) out = out (at == 0 ? line : substr(line, 1, at - 1))
              if (at == 0) break
              line = substr(line, at + 2); inside = !inside
          }
          sub("//.*", "", out); print FILENAME ":" FNR ":" out }' "$@"
}

who_prints() {
    # shellcheck disable=SC2046 # words on purpose
    code $(find rater src -path src/cli -prune -o -name '*.[ch]' -print | sort) |
        grep -E "(:|[^A-Za-z0-9_])(($cli_only) *\(|($cli_names)([^A-Za-z0-9_]|$))"
}

# Numbers are written and read the same everywhere: the program never leaves the C locale.
who_sets_the_locale() {
    find rater src -name '*.[ch]' -exec grep -nE '(setlocale|uselocale|newlocale) *\(' {} +
}

tap_equal 'layers: an include against the flow is found' \
    "$(printf '%s\n' 'src/base/a.c "src/cli/cli.h"' 'src/cli/a.c <stdio.h>' 'src/cli/a.c "no.h"' |
        upward_includes)" "src/base/a.c includes src/cli/cli.h, a later layer
src/cli/a.c includes no.h, which is not there: name it from the top folder"
tap_result 'layers: includes follow the flow' \
    "$(includes rater src -name '*.[ch]' -o -name '*.def' | upward_includes)"
tap_equal 'layers: a circle of headers is found' \
    "$(printf '%s\n' 'a.h "b.h"' 'b.h "c.h"' 'c.h <stdio.h>' 'c.h "b.h"' |
        include_circles | tr '\n' ' ')" 'b.h c.h '
tap_result 'layers: no headers include each other' \
    "$(includes rater src -name '*.h' -o -name '*.def' | include_circles)"
tap_result 'layers: rater/ stands alone' "$(rater_includes)"
printf '/* puts(\n"exit(1)" */ x("exit(1)"); exit(1);\nputs_all();\n' >"$tap_dir/a.c"
tap_equal 'layers: code is known from comments and strings' "$(code "$tap_dir/a.c")" \
    "$tap_dir/a.c:1:
$tap_dir/a.c:2: x(\"\"); exit(1);
$tap_dir/a.c:3:puts_all();"
tap_result 'layers: only src/cli/ prints or exits' "$(who_prints)"
tap_result 'layers: nobody sets a locale' "$(who_sets_the_locale)"
tap_done
