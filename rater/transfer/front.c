/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/transfer/front.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ROWS 4096

const int64_t *
rater_transfer_front_row(const RaterTransferFront *front, size_t i)
{
    return front->rows + i * (size_t)front->n;
}

static bool
nowhere_below(const int64_t a[], const int64_t b[], int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] < b[i])
            return false;
    return true;
}

static RaterStatus
make_room(RaterTransferFront *front)
{
    if (front->count < front->room)
        return RATER_OK;
    size_t room = front->room > 0 ? front->room * 2 : 1;
    if (room > MOST_ROWS)
        return RATER_ERROR_MEMORY;
    int64_t *rows = realloc(front->rows, room * (size_t)front->n * sizeof *rows);
    if (rows == NULL)
        return RATER_ERROR_MEMORY;
    front->rows = rows;
    front->room = room;
    return RATER_OK;
}

RaterStatus
rater_transfer_front_add(RaterTransferFront *front, const int64_t row[])
{
    size_t row_bytes = (size_t)front->n * sizeof *row;
    size_t kept = 0;
    for (size_t i = 0; i < front->count; i++)
        if (nowhere_below(rater_transfer_front_row(front, i), row, front->n))
            return RATER_OK;
    for (size_t i = 0; i < front->count; i++) {
        if (nowhere_below(row, rater_transfer_front_row(front, i), front->n))
            continue;
        memmove(front->rows + kept * (size_t)front->n, rater_transfer_front_row(front, i),
                row_bytes);
        kept++;
    }
    front->count = kept;
    RaterStatus status = make_room(front);
    if (status != RATER_OK)
        return status;
    memcpy(front->rows + front->count * (size_t)front->n, row, row_bytes);
    front->count++;
    return RATER_OK;
}

RaterStatus
rater_transfer_front_add_products(RaterTransferFront *front, const RaterTransferFront *a,
                                  const RaterTransferFront *b)
{
    int64_t *row = malloc((size_t)front->n * sizeof *row);
    RaterStatus status = row != NULL ? RATER_OK : RATER_ERROR_MEMORY;
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count && status == RATER_OK; j++) {
            const int64_t *one = rater_transfer_front_row(a, i);
            const int64_t *other = rater_transfer_front_row(b, j);
            for (int k = 0; k < front->n; k++)
                row[k] = one[k] * other[k];
            status = rater_transfer_front_add(front, row);
        }
    free(row);
    return status;
}

RaterStatus
rater_transfer_front_add_all(RaterTransferFront *front, const RaterTransferFront *other)
{
    RaterStatus status = RATER_OK;
    for (size_t i = 0; i < other->count && status == RATER_OK; i++)
        status = rater_transfer_front_add(front, rater_transfer_front_row(other, i));
    return status;
}

void
rater_transfer_front_clear(RaterTransferFront *front)
{
    free(front->rows);
    *front = (RaterTransferFront){ .n = front->n };
}
