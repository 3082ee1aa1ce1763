#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""How long a sweep takes on many ranks, by simulating how rows are dealt out (docs/sweep.md).

    sweep-model.py ROWS RANKS SECONDS_A_ROW SECONDS_TO_DEAL SECONDS_TO_READ

Rows take from a third of SECONDS_A_ROW to three times as long, evenly in the logarithm, and are dealt out
from both ends, the longest and the shortest in turn, each to the rank that waits longest. Rank 0 deals one after the other.
"""
import heapq
import math
import sys


def main():
    rows, ranks = int(sys.argv[1]), int(sys.argv[2])
    row, deal, read = (float(word) for word in sys.argv[3:])
    scale = row * math.log(9) / (3 - 1 / 3)  # so that their mean is `row`
    times = [scale * 9 ** (0.5 - (k + 0.5) / rows) for k in range(rows)]
    order = [times[k // 2] if k % 2 == 0 else times[rows - 1 - k // 2] for k in range(rows)]
    waiting = [read] * ranks  # since when each rank waits, a heap
    dealer, work = 0.0, sum(times)
    for seconds in order:
        dealer = max(dealer, waiting[0]) + deal
        heapq.heapreplace(waiting, dealer + seconds)
    total = max(waiting)
    print(f'{total:.6g} s; reading {read / total:.1%}, rows {work / ranks / total:.1%} of it, '
          f'rank 0 deals for {rows * deal / total:.1%}; first rank idle {total - waiting[0]:.4g} s at the end')


if __name__ == '__main__':
    main()
