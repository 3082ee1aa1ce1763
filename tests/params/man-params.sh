#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# The formatters have nothing to say against predictor.par(5).
page=${SRCDIR:-.}/man/predictor.par.5
echo 1..2

report() { # number, name, output
    if test -z "$3"; then
        echo "ok $1 - $2"
    else
        echo "not ok $1 - $2"
        printf '%s\n' "$3" | sed 's/^/# /'
    fi
}

if command -v mandoc >/dev/null 2>&1; then
    report 1 mandoc "$(mandoc -T lint -W warning "$page" 2>&1)"
else
    echo "ok 1 - mandoc # SKIP there is no mandoc"
fi

if command -v groff >/dev/null 2>&1; then
    report 2 groff "$(groff -t -mdoc -Tutf8 -ww -z "$page" 2>&1)"
else
    echo "ok 2 - groff # SKIP there is no groff"
fi
