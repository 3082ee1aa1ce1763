/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Messages of network-naive.c on their way.
 */
#pragma once

#include "tests/rater/network-naive.h"

typedef struct {
    int64_t from, to, bytes; /* physical */
    bool inside;
    NaiveRoute route; /* inside: the memory port */
    int64_t k, f;
    RaterAtto latency, occupation, t, header;
    RaterAtto ready, arrival, through;
    bool taken;
} NaiveMessage;

/* Sets the arrivals of all messages inside of nodes and, unless they are worms, of the others.
 */
void naive_packets(const RaterFabric *fabric, NaiveMessage messages[], int n);

/* Sets those of worms between nodes; how many deadlocks were broken. */
int64_t naive_worms(const RaterFabric *fabric, NaiveMessage messages[], int n);
