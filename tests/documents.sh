#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What the documents point at is there: files they link to or name, and the tests that hold the
# worked examples, each in the file that was named last before it.
set -u
: "${SRCDIR:?}"
cd "$SRCDIR" || exit 99
. tests/tap.sh

# Lines "FILE:LINE: PATH" for each relative link to a file, and for each path in backticks that begins
# with a folder of the sources; what a build makes (.log) and patterns (-NAME.c) aside.
links() {
    for document in *.md docs/*.md samples/*.md templates/*.md; do
        awk -v document="$document" '
            function tell(path) { print document ":" FNR ": " path }
            { line = $0
              while (match(line, /\]\([^)# ]+/)) {
                  path = substr(line, RSTART + 2, RLENGTH - 2)
                  line = substr(line, RSTART + RLENGTH)
                  if (path !~ /:/) {
                      folder = document
                      if (!sub("/[^/]*$", "/", folder)) folder = ""
                      tell(folder path)
                  }
              }
              line = $0
              while (match(line, /`(src|rater|tests|docs|params|samples|templates|man)\/[A-Za-z0-9_.\/-]+`/)) {
                  path = substr(line, RSTART + 1, RLENGTH - 2)
                  if (path !~ /-[A-Z]+[.-]|\.log$/) tell(path)
                  line = substr(line, RSTART + RLENGTH)
              } }' "$document"
    done
}

missing_files() {
    links | while read -r place path; do
        [ -e "$path" ] || echo "$place $path is not there"
    done
}

# Lines "LINE FILE TEST" of docs/semantics.md: test_NAME in C, "test NAME" among cases.
named_tests() {
    awk '{ line = $0
           while (match(line, /`(tests\/[A-Za-z0-9_.\/-]+\.(c|case)|test[_ ][a-z0-9_]+)`/)) {
               name = substr(line, RSTART + 1, RLENGTH - 2)
               line = substr(line, RSTART + RLENGTH)
               if (name ~ /^tests\//) file = name
               else print FNR, file, name
           } }' docs/semantics.md
}

missing_tests() {
    named_tests | while read -r line file name; do
        grep -Eq "^$name(\\(void\\))?\$" "$file" || echo "docs/semantics.md:$line: no $name in $file"
    done
}

tap_result 'documents: the files they name are there' "$(missing_files)"
tap_result 'documents: the tests of the examples are there' "$(missing_tests)"
tap_equal 'documents: something was looked at' \
    "$([ "$(links | wc -l)" -gt 50 ] && [ "$(named_tests | wc -l)" -gt 50 ] && echo yes)" yes
tap_done
