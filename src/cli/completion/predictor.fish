# fish completion for predictor(1)
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Commands, options and machines are asked of the program itself, so that there is no second list of them.

# The command words with their summaries: lines "  NAME  summary" below "Commands:" in the help.
function __predictor_commands
    $argv[1] --help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\)  *\(.*\)/\1\t\2/p'
end

# The options of command $argv[2] (the program's own without one) with what they are for.
function __predictor_options
    $argv[1] help $argv[2..-1] 2>/dev/null |
        string replace -rf '^  (?:-[a-z], )?(--[a-z-]+)(?:=.*?)?(?:  +(.*))?$' '$1\t$2'
end

function __predictor_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l command
    if test (count $words) -gt 1; and __predictor_commands $words[1] | string match -qr "^$words[2]\t"
        set command $words[2]
    end

    switch $words[-1]
        case --format
            printf '%s\n' html xml json csv sarif txt tg sched dot stg
            return
        case --grid
            printf '%s\n' even best
            return
        case --objective
            printf '%s\n' time efficiency cost
            return
        case --mappings
            printf '%s\n' default best hilbert ring2line torus2mesh
            return
        case --links
            printf '%s\n' full bus star line ring hypercube mesh torus
            return
        case --heuristic --show
            printf '%s\n' hu hlfet etf mcp dls heft cpop peft
            return
        case --unit
            printf '%s\n' s ms us ns
            return
        case --csv
            printf '%s\n' table processors results tasks
            return
        case --template-dir --source-path --reports
            __fish_complete_directories $current
            return
    end

    if string match -q -- '-*' $current
        __predictor_options $words[1] $command
        return
    end
    if test "$command" != help
        __fish_complete_path $current
        $words[1] machine --list 2>/dev/null | string replace -r '  +' '\t'
    end
    if test (count $words) -eq 1 -o "$command" = help
        __predictor_commands $words[1]
    end
end

complete -c predictor -f -a '(__predictor_complete)'
