#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The bash completion offers what the program has.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"

if ! command -v bash >/dev/null; then
    tap_skip 'completion' 'no bash'
    tap_done
    exit
fi

# completions WORD...: what is offered for the last word of a command line, in one line.
completions() {
    # shellcheck disable=SC2016 # expanded by bash
    (cd "$SRCDIR" && bash --norc -c '
        source src/cli/bash-completion/predictor
        program=$1 COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _predictor "$program" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf "%s\n" "${COMPREPLY[@]}" | sort | tr "\n" " "' bash "$PREDICTOR" "$@" 2>&1)
}

tap_match 'completion: commands' "$(completions r)" '*run *'
tap_equal 'completion: a command of help' "$(completions help ch)" 'check '
tap_equal 'completion: files' "$(completions params/network.par samples/matmul.t)" 'samples/matmul.trc '
tap_equal 'completion: a long option' "$(completions --top)" '--topology '
tap_equal 'completion: formats' "$(completions --format '')" 'csv dot html json sched stg tg txt xml '
tap_equal 'completion: rows' "$(completions --csv p)" 'processors '
tap_equal 'completion: an objective' "$(completions sweep --objective c)" 'cost '
tap_equal 'completion: an option of sweep' "$(completions sweep --pro)" '--processors '
tap_equal 'completion: machines' "$(completions machine infi)" 'infiniband-hdr infiniband-ndr '
tap_equal 'completion: a machine of a sweep' "$(completions sweep raspb)" 'raspberry-pi '
tap_equal 'completion: mappings' "$(completions sweep --mappings h)" 'hilbert '
tap_equal 'completion: no option of another command' "$(completions check --top)" ' '

offered=$(completions - | tr ' ' '\n' | grep . | sort)
listed=$("$PREDICTOR" --help | grep -oE '^ +(-[a-z], )?--[a-z-]+' | tr -d ' ' | tr ',' '\n' | sort)
tap_equal 'completion: every option' "$offered" "$listed"
tap_done
