#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The project's scripts, as shellcheck sees them.
set -u
: "${SRCDIR:?}"
cd "$SRCDIR" || exit 99
. tests/tap.sh

if ! command -v shellcheck >/dev/null; then
    tap_skip 'shell: scripts' 'no shellcheck'
    tap_done
    exit
fi
for script in quickstart check .ci/run $(find tests -name '*.sh' | sort); do
    [ ! -e "$script" ] || tap_result "shell: $script" "$(shellcheck -x "$script")"
done
tap_result 'shell: completion' "$(shellcheck --shell=bash src/cli/completion/predictor)"
tap_done
