#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Every input that the fuzzer found worth keeping.
: "${SRCDIR:?}" "${BUILDDIR:?}"
exec "$BUILDDIR"/tests/fuzz/fuzz-params "$SRCDIR"/tests/fuzz/params
