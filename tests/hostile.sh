# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=sh
#
# Files whose names attack readers of reports, for tests to source.

# hostile_files DIR: copies of a trace and its parameters there, $hostile_trace and $hostile_params, and the name
# of a report beside them, $hostile_report. Their names, like that of the source file in the trace, are
# formula, markup with a handler, a command of terminals, a mark that turns text round, and not all UTF-8.
hostile_files() {
    hostile_name=$(printf "=1+1<img/src=x/onerror=window.ran=1>\"%b" "'\0033[2J\0302\0233\0342\0200\0256\0331\0353")
    hostile_name=$hostile_name.hostile
    hostile_folder=$1/$(dirname "$hostile_name")
    mkdir -p "$hostile_folder" || exit 99
    hostile_trace=$1/$hostile_name.trc
    hostile_params=$1/$hostile_name.par
    # shellcheck disable=SC2034 # for those who source this
    hostile_report=$1/$hostile_name.json
    awk -v name="$hostile_name" '{ at = index($0, "heat2d.fdv")
        print at ? substr($0, 1, at - 1) name substr($0, at + 10) : $0 }' \
        "$SRCDIR/samples/heat2d.trc" >"$hostile_trace" && cp "$SRCDIR/params/network.par" "$hostile_params" || exit 99
}
