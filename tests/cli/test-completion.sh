#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The completions of bash, fish and zsh offer what the program has.
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
        source src/cli/completion/predictor
        program=$1 COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _predictor "$program" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf "%s\n" "${COMPREPLY[@]}" | sort | tr "\n" " "' bash "$PREDICTOR" "$@" 2>&1)
}

tap_match 'completion: commands' "$(completions r)" '*run *'
tap_equal 'completion: a command of help' "$(completions help ch)" 'check '
tap_equal 'completion: files' "$(completions params/network.par samples/matmul.t)" 'samples/matmul.trc '
tap_equal 'completion: a long option' "$(completions --top)" '--topology '
tap_equal 'completion: formats' "$(completions --format '')" 'csv dot html json sarif sched stg tg txt xml '
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

# The other shells offer the same words; these command lines have no files. The last word is completed.
lines='r
help ch
--top
--format 
--csv p
sweep --objective c
sweep --pro
machine infi
sweep raspb
sweep --mappings h
check --top
schedule --links t
tasks --unit m'

# What fish offers for each, without the descriptions.
fish_completions() {
    # shellcheck disable=SC2016 # expanded by fish
    (cd "$tap_dir" && fish --no-config -c '
        source $argv[1]
        function predictor; $program $argv; end
        set -g program $argv[2]
        complete -C"predictor $argv[3]"' "$SRCDIR/src/cli/completion/predictor.fish" "$PREDICTOR" "$1" 2>&1) |
        sed 's/\t.*//' | sort | tr '\n' ' '
}

# What zsh is told; its own functions would need a terminal.
zsh_completions() {
    # shellcheck disable=SC2016 # expanded by zsh
    (cd "$tap_dir" && zsh -f -c '
        _files() { }
        _describe() { for word in "${(@P)2}"; do [[ $word == ${words[CURRENT]}* ]] && echo ${word%%:*}; done }
        words=("$2" ${(s: :)3})
        [[ $3 == *" " ]] && words+=("")
        CURRENT=$#words
        source $1' zsh "$SRCDIR/src/cli/completion/_predictor" "$PREDICTOR" "$1" 2>&1) | sort | tr '\n' ' '
}

bash_completions() {
    # shellcheck disable=SC2016 # expanded by bash
    (cd "$tap_dir" && bash --norc -c '
        source "$1"
        read -ra COMP_WORDS <<<"$2 $3"
        [[ $3 == *" " ]] && COMP_WORDS+=("")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _predictor "$2" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf "%s\n" "${COMPREPLY[@]}"' bash "$SRCDIR/src/cli/completion/predictor" "$PREDICTOR" "$1" 2>&1) |
        sort | grep . | tr '\n' ' '
}

# different SHELL: the lines for which it offers something else than bash.
different() {
    printf '%s\n' "$lines" | while IFS= read -r line; do
        ours=$("$1_completions" "$line") theirs=$(bash_completions "$line")
        [ "$ours" = "$theirs" ] || echo "$line: $ours, bash: $theirs"
    done
}

for shell in fish zsh; do
    if command -v $shell >/dev/null; then
        tap_result "completion: $shell offers what bash does" "$(different $shell)"
    else
        tap_missing "completion: $shell offers what bash does" $shell
    fi
done
tap_done
