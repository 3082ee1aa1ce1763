# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=sh
#
# TAP for test scripts: source it, call the functions below, end with tap_done.  $tap_dir is a folder
# for the test's files, removed at the end.

tap_n=0
tap_dir=$(mktemp -d) || exit 99
trap 'rm -rf "$tap_dir"' EXIT

# tap_result NAME FINDINGS: a test that is passed when there are no findings.
tap_result() {
    tap_n=$((tap_n + 1))
    if [ -z "$2" ]; then
        echo "ok $tap_n - $1"
    else
        echo "not ok $tap_n - $1"
        printf '%s\n' "$2" | sed 's/^/# /'
    fi
}

# tap_skip NAME WHY
tap_skip() {
    tap_n=$((tap_n + 1))
    echo "ok $tap_n - $1 # SKIP $2"
}

# tap_missing NAME TOOL: skipped without the tool, except in CI (CI=true), where it fails.
tap_missing() {
    if [ "${CI-}" = true ]; then
        tap_result "$1" "$2 is not installed; in CI it must be"
    else
        tap_skip "$1" "$2 is not installed"
    fi
}

# tap_equal NAME ACTUAL EXPECTED
tap_equal() {
    if [ "$2" = "$3" ]; then
        tap_result "$1" ''
    else
        tap_result "$1" "is '$2', expected '$3'"
    fi
}

# tap_match NAME ACTUAL PATTERN: a shell pattern.
tap_match() {
    # shellcheck disable=SC2254 # a pattern on purpose
    case $2 in
    $3) tap_result "$1" '' ;;
    *) tap_result "$1" "is '$2', expected to match '$3'" ;;
    esac
}

tap_done() {
    echo "1..$tap_n"
}
