#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# `predictor debug --dap`, driven by a client that others wrote: session.mjs.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"

modules=${PREDICTOR_NODE_MODULES:-$SRCDIR/tests/browser/node_modules}
[ "${modules#/}" != "$modules" ] || modules=$PWD/$modules
if ! command -v node >/dev/null || [ ! -d "$modules/@vscode/debugadapter-testsupport" ]; then
    tap_missing 'dap' 'node with @vscode/debugadapter-testsupport (npm install --prefix tests/browser)'
    tap_done
    exit
fi
samples=$(cd "$SRCDIR/samples" && pwd)
params=$(cd "$SRCDIR/params" && pwd)
cd "$tap_dir" || exit 99
HOME=$tap_dir timeout 300 node "$SRCDIR/tests/dap/session.mjs" "$modules" "$PREDICTOR" "$samples" "$params"
