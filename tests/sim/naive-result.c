/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/sim/naive-state.h"

static void
own_values(const Account *a, Characteristics *v)
{
    long double comm = 0, synch = 0, variation = 0, overlap = 0;
    for (int g = 0; g < N_OPERATIONS; g++) {
        v->operations[g] =
            (OperationTimes){ a->comm[g], a->synch[g], a->variation[g], a->overlap[g] };
        comm += a->comm[g];
        synch += a->synch[g];
        variation += a->variation[g];
        overlap += a->overlap[g];
    }
    v->cpu_time = a->cpu;
    v->sys_time = a->sys;
    v->io_time = a->io;
    v->communication = comm;
    v->synchronization = synch;
    v->time_variation = variation;
    v->overlap = overlap;
    v->insuff_parallelism_usr = a->insuff_usr;
    v->insuff_parallelism_sys = a->insuff_sys;
    v->insuff_parallelism = a->insuff_usr + a->insuff_sys;
    v->productive_cpu_time = a->cpu - a->insuff_usr;
    v->productive_sys_time = a->sys - a->insuff_sys;
    v->productive_time = a->cpu - a->insuff_usr + a->sys - a->insuff_sys + a->io;
    v->execution_time = a->cpu + a->sys + a->io + comm;
    v->start_exit = a->process;
    v->start_exit_repeated = a->process_insuff;
}

static void
add_values(Characteristics *sum, const Characteristics *one)
{
    unsigned n_rows;
    const CharacteristicRow *rows = characteristic_rows(&n_rows);
    double longest = MAX(sum->execution_time, one->execution_time);
    for (unsigned r = 0; r < n_rows; r++)
        *(double *)((char *)sum + rows[r].offset) += characteristic_value(one, &rows[r]);
    sum->execution_time = longest;
    sum->start_exit_repeated += one->start_exit_repeated;
    for (int g = 0; g < N_OPERATIONS; g++) {
        sum->operations[g].communication += one->operations[g].communication;
        sum->operations[g].synchronization += one->operations[g].synchronization;
        sum->operations[g].variation += one->operations[g].variation;
        sum->operations[g].overlap += one->operations[g].overlap;
    }
}

static void
finish(const Naive *n, Open *open, NaiveInterval *out)
{
    double longest = 0, busiest = 0;
    *out = open->out;
    out->member = g_new0(gboolean, n->n_hosts);
    out->values = g_new0(Characteristics, n->n_hosts);
    for (int p = 0; p < n->n_hosts; p++) {
        out->member[p] = open->out.member[p];
        if (!out->member[p])
            continue;
        Characteristics *v = &out->values[p];
        own_values(&open->account[p], v);
        longest = MAX(longest, v->execution_time);
        busiest = MAX(busiest, v->cpu_time + v->sys_time);
    }
    for (int p = 0; p < n->n_hosts; p++) {
        if (!out->member[p])
            continue;
        Characteristics *v = &out->values[p];
        v->idle = longest - v->execution_time;
        v->load_imbalance = busiest - (v->cpu_time + v->sys_time);
        v->lost_time = v->insuff_parallelism + v->communication + v->idle;
        add_values(&out->total, v);
        out->processors++;
    }
    out->total_time = out->total.execution_time * out->processors;
    out->efficiency = out->total_time > 0 ? out->total.productive_time / out->total_time : 1;
    double start = out->total.start_exit, rest = out->total_time - start;
    double productive = out->total.productive_time - (start - out->total.start_exit_repeated);
    out->efficiency_without_start =
        rest > 1e-12 * out->total_time ? MAX(productive, 0) / rest : 1;
}

static void
collect(const Naive *n, Open *open, guint parent, GArray *all)
{
    NaiveInterval out;
    guint own = all->len;
    finish(n, open, &out);
    out.parent = parent;
    g_array_append_val(all, out);
    for (guint k = 0; k < open->children->len; k++)
        collect(n, open->children->pdata[k], own, all);
}

NaiveResult *
naive_result(Naive *n)
{
    NaiveResult *result = g_new0(NaiveResult, 1);
    GArray *all = g_array_new(FALSE, TRUE, sizeof(NaiveInterval));
    collect(n, n->main, G_MAXUINT, all);
    result->n_intervals = all->len;
    result->intervals = (NaiveInterval *)g_array_free(all, FALSE);
    result->n_processors = n->n_hosts;
    for (int p = 0; p < n->n_hosts; p++)
        result->execution_time = MAX(result->execution_time, (double)n->clock[p]);
    return result;
}

void
naive_result_free(NaiveResult *result)
{
    for (guint i = 0; i < result->n_intervals; i++) {
        g_free(result->intervals[i].member);
        g_free(result->intervals[i].values);
    }
    g_free(result->intervals);
    g_free(result);
}
