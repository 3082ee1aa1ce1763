/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What happens when, or waits since when: a heap with the least (time, order) on top (internal
 * to rater/network).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rater/topology/atto.h"

typedef struct {
    RaterAtto time;
    int64_t order; /* among equal times */
    int32_t what;  /* the rest belongs to whoever uses it */
    int32_t hop;
} RaterEvent;

/* Starts as all 0. */
typedef struct {
    RaterEvent *event;
    size_t n, room;
    bool failed; /* there was no memory: an event is lost */
} RaterEventHeap;

void rater_event_push(RaterEventHeap *heap, RaterEvent event);

/* The first one, of n > 0. */
static inline const RaterEvent *
rater_event_first(const RaterEventHeap *heap)
{
    return &heap->event[0];
}

/* Takes it out. */
RaterEvent rater_event_pop(RaterEventHeap *heap);

/* Frees what it holds. */
void rater_event_clear(RaterEventHeap *heap);
