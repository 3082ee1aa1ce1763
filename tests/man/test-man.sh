#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Manual pages: they are sound, predictor(1) and --help speak of the same commands and options, and
# every example of predictor(1) and of README.md works.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
page=$SRCDIR/man/predictor.1
. "$SRCDIR/tests/tap.sh"

# lint PAGE: findings. Fails when there is no tool for it.
lint() {
    if command -v mandoc >/dev/null; then
        mandoc -T lint -W warning "$1" 2>&1
    elif command -v man >/dev/null && command -v groff >/dev/null; then
        { MANROFFSEQ=t LC_ALL=C.UTF-8 man --warnings -l -Tutf8 -Z "$1" >/dev/null; } 2>&1
    else
        return 2
    fi
    return 0
}

# The options of --help of every command, one a line.
options_of_help() {
    for command in $(commands_of_help); do
        "$PREDICTOR" help "$command" | grep -oE '^ +(-[a-z], )?--[a-z-]+'
    done | tr -d ' ' | tr ',' '\n' | sort -u
}

commands_of_help() {
    "$PREDICTOR" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p' | sort
}

# The options that have an entry in a page of a command.
options_of_page() {
    sed -n 's/^\.It Fl //p' "$SRCDIR"/man/predictor*.1 | sed 's/\\-/-/g; s/ Ar .*//; s/ Ns .*//; s/ , Fl /\n/g' |
        sed 's/^/-/' | sort -u
}

commands_of_page() {
    sed -n '/^\.Ss Commands/,/^\.Ss Arguments/s/^\.It Cm //p' "$page" | sort
}

# The examples as shell commands, one a line.
examples() {
    sed -n '/^\.Sh EXAMPLES/,/^\.Sh [DS]/s/^\$ //p' "$SRCDIR"/man/predictor*.1 |
        sed "s/\\\\(aq/'/g; s/\\\\-/-/g; s/\\\\e/\\\\/g"
}

# differences OLD NEW: lines that only one of two lists has.
differences() {
    printf '%s\n' "$1" >"$tap_dir/one"
    printf '%s\n' "$2" >"$tap_dir/two"
    diff "$tap_dir/one" "$tap_dir/two" | grep '^[<>]'
}

pages=$(find "$SRCDIR/man" -name '*.[1-8]' | sort)
examples >"$tap_dir/examples"

for one in $pages; do
    if findings=$(lint "$one"); then
        tap_result "man: ${one##*/} is sound" "$findings"
    else
        tap_skip "man: ${one##*/} is sound" 'neither mandoc nor man is there'
    fi
done

tap_result 'man: there are examples and options' \
    "$([ -s "$tap_dir/examples" ] && [ -n "$(options_of_page)" ] && [ -n "$(options_of_help)" ] || echo none)"
tap_result 'man: options (< --help, > page)' "$(differences "$(options_of_help)" "$(options_of_page)")"
tap_result 'man: commands (< --help, > page)' "$(differences "$(commands_of_help)" "$(commands_of_page)")"

# Examples run where params/ and samples/ are, and may write there.
mkdir "$tap_dir/work" "$tap_dir/work/build" "$tap_dir/bin"
ln -s "$SRCDIR/params" "$SRCDIR/samples" "$tap_dir/work"
ln -s "$PREDICTOR" "$tap_dir/bin/predictor"
while read -r example; do
    said=$(cd "$tap_dir/work" && PATH=$tap_dir/bin:$PATH sh -c "$example" 2>&1 >/dev/null) ||
        said="status $?: $said"
    tap_result "man: example: $example" "$said"
done <"$tap_dir/examples"

# The summary that README.md shows, and its commands.
readme=$SRCDIR/README.md
while read -r example; do
    (cd "$tap_dir/work" && PATH=$tap_dir/bin:$PATH sh -c "$example" >"$tap_dir/said" 2>&1) ||
        echo "status $?" >>"$tap_dir/said"
    tap_result "README: $example" "$(grep -E 'error:|^status' "$tap_dir/said")"
done <<END
$(sed -n 's|^    build/predictor|predictor|p' "$readme")
END
written=$(sed -n 's|^    build/predictor||p' "$readme" | grep -oE '[^ ]+\.(html|json|csv|xml|txt)\b')
tap_result 'README: what its commands write lies in build/' "$(echo "$written" | grep -v '^build/')"
tap_result 'README: no two of its commands write one file' "$(echo "$written" | sort | uniq -d)"
tap_result 'README: the summary is what quickstart prints' "$(
    cd "$SRCDIR" && "$PREDICTOR" -t 4x2 params/network.par samples/heat2d_large.trc 2>&1 |
        sed 's/^/    /; s/ *$//' | while IFS= read -r line; do
        [ -z "$line" ] || grep -qxF -- "$line" "$readme" || echo "missing: $line"
    done
)"
tap_result 'README: the answer is what the sweep gives' "$(
    cd "$SRCDIR" && "$PREDICTOR" sweep --search 100 params/transputer.par samples/heat2d_large.trc 2>&1 |
        sed -n 's/ *$//; /^Use /,/^$/ { /./ s/^/    /p; }' | while IFS= read -r line; do
        grep -qxF -- "$line" "$readme" || echo "missing: $line"
    done
)"
tap_done
