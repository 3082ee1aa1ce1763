/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Rank 0, which deals rows out to the others and predicts some itself: the others of the
 * command sweep.
 */
#pragma once

#include "src/cli/command/sweep.h"
#include "src/cli/mpi/post.h"

typedef struct _Dealer Dealer;

Dealer *dealer_new(const Cli *cli, Post *post);
void dealer_free(Dealer *dealer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Dealer, dealer_free)

/* For sweep_command(); good as long as the dealer. */
SweepOthers dealer_others(Dealer *dealer);

/* Tells all others to end and waits for that, at most `limit` microseconds (< 0: as long as it
 * takes). TRUE: they do, and MPI can be finalised. */
gboolean dealer_end(Dealer *dealer, gint64 limit);
