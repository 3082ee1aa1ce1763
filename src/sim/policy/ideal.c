/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/policy/ideal.h"

#include "src/sim/core/sim.h"

static void
ideal_free(SimPolicy *policy)
{
    g_free(policy);
}

static void
ideal_begin(SimPolicy *policy)
{
    RaterNetwork *network = &policy->sim->network;
    *network = rater_network_without(network, RATER_NETWORK_COSTS);
}

static const SimPolicyClass ideal_class = { .free = ideal_free, .begin = ideal_begin };

SimPolicy *
sim_ideal_policy_new(void)
{
    SimPolicy *policy = g_new0(SimPolicy, 1);
    policy->class = &ideal_class;
    return policy;
}
