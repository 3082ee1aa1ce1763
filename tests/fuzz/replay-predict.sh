#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Traces that the fuzzer found worth keeping, all the way to a prediction.
: "${SRCDIR:?}" "${BUILDDIR:?}"
exec "$BUILDDIR"/tests/fuzz/fuzz-predict "$SRCDIR"/tests/fuzz/trace
