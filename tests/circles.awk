# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Reads lines "FROM TO", the edges of a graph, and prints a line for each circle: all nodes that reach
# each other, in the order of their names.

# Marks everything that `from` reaches.
function walk(from,    n, stack, i, to, next_of) {
    stack[n = 1] = from
    while (n > 0) {
        i = stack[n--]
        split(edges[i], next_of, " ")
        for (to in next_of)
            if (!((from, next_of[to]) in reaches)) {
                reaches[from, next_of[to]] = 1
                stack[++n] = next_of[to]
            }
    }
}

NF == 2 && $1 != $2 && !(($1, $2) in known) {
    known[$1, $2] = 1
    edges[$1] = edges[$1] " " $2
}

END {
    for (node in edges) walk(node)
    for (node in edges) {
        if (!((node, node) in reaches)) continue
        smallest = node
        for (other in edges)
            if (((node, other) in reaches) && ((other, node) in reaches) && other < smallest)
                smallest = other
        print smallest, node | "sort"
    }
}
