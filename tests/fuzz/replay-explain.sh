#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The traces once more, for what looks into them.
: "${SRCDIR:?}" "${BUILDDIR:?}"
exec "$BUILDDIR"/tests/fuzz/fuzz-explain "$SRCDIR"/tests/fuzz/trace
