/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/exchange/event-heap.h"

#include <stdlib.h>

/* Four children: half as deep as with two, and they lie side by side. */
#define WIDTH 4

static bool
is_before(const RaterEvent *a, const RaterEvent *b)
{
    return a->time < b->time || (a->time == b->time && a->order < b->order);
}

void
rater_event_push(RaterEventHeap *heap, RaterEvent event)
{
    if (heap->n == heap->room) {
        size_t room = heap->room == 0 ? 4 : 2 * heap->room;
        RaterEvent *grown = realloc(heap->event, room * sizeof *grown);
        if (grown == NULL) {
            heap->failed = true;
            return;
        }
        heap->event = grown;
        heap->room = room;
    }
    size_t at = heap->n++;
    while (at > 0 && is_before(&event, &heap->event[(at - 1) / WIDTH])) {
        heap->event[at] = heap->event[(at - 1) / WIDTH];
        at = (at - 1) / WIDTH;
    }
    heap->event[at] = event;
}

/* Index of the first of the children from `first` on. */
static size_t
first_child(const RaterEventHeap *heap, size_t first)
{
    size_t end = first + WIDTH < heap->n ? first + WIDTH : heap->n;
    size_t least = first;
    for (size_t i = first + 1; i < end; i++)
        if (is_before(&heap->event[i], &heap->event[least]))
            least = i;
    return least;
}

RaterEvent
rater_event_pop(RaterEventHeap *heap)
{
    RaterEvent top = heap->event[0];
    RaterEvent last = heap->event[--heap->n];
    size_t at = 0;
    while (at * WIDTH + 1 < heap->n) {
        size_t child = first_child(heap, at * WIDTH + 1);
        if (!is_before(&heap->event[child], &last))
            break;
        heap->event[at] = heap->event[child];
        at = child;
    }
    if (heap->n > 0)
        heap->event[at] = last;
    return top;
}

void
rater_event_clear(RaterEventHeap *heap)
{
    free(heap->event);
    *heap = (RaterEventHeap){ 0 };
}
