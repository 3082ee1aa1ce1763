#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What the layers of the program may do (tests/layers.txt): whom they include, that rater/ stands on
# C and the mathematics library alone, that only src/cli/ prints or ends the program.
set -u
: "${SRCDIR:?}"
cd "$SRCDIR" || exit 99
. tests/tap.sh

# What rater/ may include besides its own headers.
rater_may='assert.h float.h limits.h math.h stdbool.h stddef.h stdint.h stdlib.h string.h'
# What only src/cli/ may call or name.
cli_only='printf|vprintf|puts|putchar|perror|g_print|g_printerr|exit|_exit|quick_exit|abort|raise|system'
cli_names='stdout|stderr|g_error|g_warning|g_message|g_critical|g_debug|g_info'

# The line of layers.txt that names the folder of file $1; nothing when none does.
layer() {
    grep -v '^#' tests/layers.txt | grep -nwF -- "${1%/*}" | sed -n 's/:.*//p;q'
}

# The source of file $1 without comments and strings.
code() {
    sed -e 's/"\([^"\\]\|\\.\)*"/""/g' "$1" | awk '
        { line = $0; out = ""
          while (line != "") {
              if (inside) {
                  at = index(line, "*/")
                  if (at == 0) { line = ""; break }
                  line = substr(line, at + 2); inside = 0
              } else {
                  at = index(line, "/*")
                  if (at == 0) { out = out line; line = ""; break }
                  out = out substr(line, 1, at - 1); line = substr(line, at + 2); inside = 1
              }
          }
          sub("//.*", "", out); print out }'
}

# Lines "FILE includes HEADER, ..." for every include against the flow.
upward_includes() {
    find rater src -name '*.[ch]' -o -name '*.def' | sort | while read -r file; do
        from=$(layer "$file")
        if [ -z "$from" ]; then
            echo "$file is in no layer"
            continue
        fi
        sed -n 's/^ *# *include *"\(.*\)"/\1/p' "$file" | while read -r header; do
            to=$(layer "$header")
            if [ "$header" = config.h ]; then
                continue # made by configure
            elif [ ! -e "$header" ]; then
                echo "$file includes $header, which is not there: name it from the top folder"
            elif [ "${to:-99}" -gt "$from" ]; then
                echo "$file includes $header, a later layer"
            elif [ "$to" = "$from" ] && [ "${header%/*}" != "${file%/*}" ] &&
                [ "$(dirname "${header%/*}")" != "$(dirname "${file%/*}")" ]; then
                echo "$file includes $header, beside its layer"
            fi
        done
    done
}

rater_includes() {
    find rater -name '*.[ch]' | sort | while read -r file; do
        sed -n 's/^ *# *include *<\(.*\)>/\1/p' "$file" | while read -r header; do
            case " $rater_may " in
            *" $header "*) ;;
            *) echo "$file includes <$header>" ;;
            esac
        done
    done
}

who_prints() {
    find rater src -path src/cli -prune -o -name '*.[ch]' -print | sort | while read -r file; do
        code "$file" | grep -nE "(^|[^A-Za-z0-9_])(($cli_only) *\(|($cli_names)([^A-Za-z0-9_]|$))" |
            sed "s|^|$file:|"
    done
}

# Numbers are written and read the same everywhere: the program never leaves the C locale.
who_sets_the_locale() {
    find rater src -name '*.[ch]' -exec grep -nE '(setlocale|uselocale|newlocale) *\(' {} +
}

tap_result 'layers: includes follow the flow' "$(upward_includes)"
tap_result 'layers: rater/ stands alone' "$(rater_includes)"
tap_result 'layers: only src/cli/ prints or exits' "$(who_prints)"
tap_result 'layers: nobody sets a locale' "$(who_sets_the_locale)"
tap_done
