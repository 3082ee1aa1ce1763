#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Reports and sweeps, and what the fuzzer made of them.
: "${SRCDIR:?}" "${BUILDDIR:?}"
exec "$BUILDDIR"/tests/fuzz/fuzz-json "$SRCDIR"/tests/fuzz/json
