/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/analysis/timeline-sample.h"

guint32
sample_group(Timeline *timeline, gint64 processor)
{
    const TimelineGroup group = { .least = processor, .count = 1 };
    return timeline_group(timeline, &group);
}

void
sample_operation(Timeline *timeline, TimelineKind kind, Operation operation, guint32 group,
                 guint32 from, guint32 to, double start, double end, guint32 site,
                 guint32 traffic)
{
    const TimelineActivity record = { .start = start,
                                      .end = end,
                                      .from = from,
                                      .to = to,
                                      .group = group,
                                      .site = site,
                                      .traffic = traffic,
                                      .kind = (guint8)kind,
                                      .operation = (guint8)operation };
    timeline_add(timeline, &record);
}

void
sample_edge(Timeline *timeline, TimelineKind kind, guint32 group, guint32 from, guint32 to,
            double start, double end, guint32 interval, guint32 site)
{
    const TimelineActivity record = { .start = start,
                                      .end = end,
                                      .from = from,
                                      .to = to,
                                      .group = group,
                                      .interval = interval,
                                      .site = site,
                                      .traffic = TIMELINE_NO_TRAFFIC,
                                      .kind = (guint8)kind,
                                      .operation = OPERATION_REDUCTION };
    timeline_add(timeline, &record);
}

guint32
sample_step(Timeline *timeline, TimelineKind kind, guint32 group, guint32 from, double start,
            double seconds, guint32 interval, guint32 site)
{
    const guint32 to = timeline_event(timeline);
    sample_edge(timeline, kind, group, from, to, start, start + seconds, interval, site);
    return to;
}

/* --- IPS, figures 15 and 16 -----------------------------------------------------------------
 */

/* Master and slave exchange messages; the slave works between them. Milliseconds. */
typedef struct {
    gint64 slave;
    double message, work;
} Exchange;

static const Exchange exchanges[] = { { 8, 840, 159 }, { 5, 480, 88 },  { 7, 480, 79 },
                                      { 4, 440, 67 },  { 2, 408, 108 }, { 1, 272, 64 },
                                      { 6, 240, 42 } };
#define MASTER_WORK  9740
#define MASTER_PARTS 8
#define TOTAL_CPU    31870
#define PATH_CPU_ALL 10347
#define ELAPSED      27670

static guint32
send_message(Timeline *timeline, gint64 sender, gint64 receiver, guint32 from, double *now,
             double seconds)
{
    const TimelinePair pair = { sender, receiver, 1000, 1 };
    const guint32 traffic = timeline_traffic_add(timeline, 1000, 1, 1, &pair);
    const guint32 to = timeline_event(timeline);
    const Operation operation = MAX(sender, receiver) < 3 ? OPERATION_REMOTE : OPERATION_SHADOW;

    sample_operation(timeline, TIMELINE_MESSAGE, operation, TIMELINE_NO_GROUP, from, to, *now,
                     *now + seconds, timeline_site_add(timeline, "simplex", 7), traffic);
    *now += seconds;
    return to;
}

static guint32
master_works(Timeline *timeline, guint part, guint32 from, double *now)
{
    static const char *const names[] = { "MainLoop", "SendChild", "Init", "read1" };
    const guint32 site = timeline_site_add(timeline, names[part % 4], 1);
    const double seconds = MASTER_WORK / 1000.0 / MASTER_PARTS;
    const guint32 to = sample_step(timeline, TIMELINE_CPU, sample_group(timeline, 0), from,
                                   *now, seconds, part % 4, site);
    *now += seconds;
    return to;
}

Timeline *
sample_ips_path(void)
{
    Timeline *timeline = timeline_new(9, 0);
    guint32 at = 0;
    double now = 0;

    for (guint i = 0; i < G_N_ELEMENTS(exchanges); i++) {
        const Exchange *exchange = &exchanges[i];
        const double work = exchange->work / 1000;
        at = master_works(timeline, i, at, &now);
        at = send_message(timeline, 0, exchange->slave, at, &now, exchange->message / 1000);
        at = sample_step(timeline, TIMELINE_CPU, sample_group(timeline, exchange->slave), at,
                         now, work, 4, timeline_site_add(timeline, "calculator", 3));
        now += work;
        at = send_message(timeline, exchange->slave, 0, at, &now, exchange->message / 1000);
    }
    at = master_works(timeline, MASTER_PARTS - 1, at, &now);
    sample_edge(timeline, TIMELINE_WAIT, sample_group(timeline, 0), at,
                timeline_event(timeline), now, ELAPSED / 1000.0, 0,
                timeline_site_add(timeline, "MainLoop", 1));
    /* what the others do beside the path */
    const guint32 site = timeline_site_add(timeline, "dorowop", 5);
    for (gint64 p = 1; p < 9; p++)
        sample_step(timeline, TIMELINE_CPU, sample_group(timeline, p), 0, 0,
                    (TOTAL_CPU - PATH_CPU_ALL) / 8000.0, 5, site);
    return timeline;
}

/* --- IPS, figures 10 and 12 to 14 -----------------------------------------------------------
 */

/* Milliseconds. */
typedef struct {
    double start, cpu, wait, wait_cpu;
} Process;

/* Those of machine 1 are of figure 13; in the other machines three are alike. The starts make
 * the elapsed times of figures 10 and 12. */
static const Process processes[] = {
    { 0, 9988, 12230, 5022 },
    { 100, 3187, 22911, 1254 },
    { 215, 3058, 23366, 997 },
    { 50, 7911 / 3.0, 72911 / 3.0, 1034 / 3.0 },
    { 150, 7911 / 3.0, 72911 / 3.0, 1034 / 3.0 },
    { 50 + 767 / 3.0, 7911 / 3.0, 72911 / 3.0, 1034 / 3.0 },
    { 170, 7726 / 3.0, 72376 / 3.0, 1372 / 3.0 },
    { 270, 7726 / 3.0, 72376 / 3.0, 1372 / 3.0 },
    { 512, 7726 / 3.0, 72376 / 3.0, 1372 / 3.0 },
};

typedef struct {
    const char *name;
    guint calls;
    double share; /* of user time, percent */
} Procedure;

static const Procedure controller[] = {
    { "MainLoop", 1, 43.9 },   { "Init", 1, 23 },         { "SendChild", 96, 19.9 },
    { "read1", 6, 7 },         { "CheckWaiting", 96, 4 }, { "recv", 96, 2 },
    { "main", 1, 0.04 },       { "Getarg", 3, 0.06 },     { "SetUp", 1, 0.05 },
    { "ConvertNum", 3, 0.05 },
};
static const Procedure calculator[] = {
    { "dorowop", 15, 55.9 }, { "MainLoop", 1, 33 }, { "selectthrow", 15, 10 },
    { "Initial", 1, 1 },     { "SetUp", 1, 0.05 },  { "main", 1, 0.05 },
};

#define CALCULATOR 100 /* number of its first interval */

const char *
sample_ips_procedure(guint32 interval)
{
    return interval < CALCULATOR ? controller[interval].name
                                 : calculator[interval - CALCULATOR].name;
}

/* The system's time before the user's, in each call. */
static guint32
add_calls(Timeline *timeline, guint32 group, const Procedure *procedure, guint32 interval,
          guint32 at, double *now, double cpu, double sys)
{
    const guint32 site = timeline_site_add(timeline, procedure->name, 1);

    for (guint i = 0; i < procedure->calls; i++) {
        at = sample_step(timeline, TIMELINE_SYS, group, at, *now, sys, interval, site);
        *now += sys;
        at = sample_step(timeline, TIMELINE_CPU, group, at, *now, cpu / procedure->calls,
                         interval, site);
        *now += cpu / procedure->calls;
    }
    return at;
}

static void
add_process(Timeline *timeline, gint64 number)
{
    const Process *process = &processes[number];
    const Procedure *procedures = number == 0 ? controller : calculator;
    const guint n = number == 0 ? G_N_ELEMENTS(controller) : G_N_ELEMENTS(calculator);
    const guint32 group = sample_group(timeline, number);
    double now = process->start / 1000;
    guint32 at = timeline_event(timeline);
    const guint32 first = number == 0 ? 0 : CALCULATOR;
    guint calls = 0;

    for (guint i = 0; i < n; i++)
        calls += procedures[i].calls;
    /* waits before its first call, and so in it */
    at = sample_step(timeline, TIMELINE_WAIT, group, at, now, process->wait / 1000, first,
                     timeline_site_add(timeline, procedures[0].name, 1));
    now += process->wait / 1000;
    for (guint i = 0; i < n; i++)
        at = add_calls(timeline, group, &procedures[i], first + i, at, &now,
                       process->cpu / 1000 * procedures[i].share / 100,
                       process->wait_cpu / 1000 / calls);
}

Timeline *
sample_ips_metrics(void)
{
    Timeline *timeline = timeline_new(9, 0);
    TimelinePair pairs[16];

    for (gint64 p = 0; p < 9; p++)
        add_process(timeline, p);
    for (gint64 p = 1; p < 9; p++) {
        pairs[p - 1] = (TimelinePair){ 0, p, 69748, 21 };
        pairs[p + 7] = (TimelinePair){ p, 0, 69748, 22 };
    }
    const guint32 traffic = timeline_traffic_add(timeline, 16 * 69748, 8 * 43, 16, pairs);
    sample_operation(timeline, TIMELINE_MESSAGE, OPERATION_REMOTE, TIMELINE_NO_GROUP, 0,
                     timeline_event(timeline), 1, 3, timeline_site_add(timeline, "recv", 1),
                     traffic);
    return timeline;
}

/* --- random ---------------------------------------------------------------------------------
 */

#define MOST_PROCESSORS 6

typedef struct {
    GRand *rand;
    Timeline *timeline;
    gboolean cuts;
    gint64 n;
    double clock[MOST_PROCESSORS];
    guint32 at[MOST_PROCESSORS];
    guint32 sites[5];
} Random;

static void
random_work(Random *r, gint64 p)
{
    const TimelineKind kind = (TimelineKind)g_rand_int_range(r->rand, 0, TIMELINE_IO + 1);
    const double seconds = g_rand_double(r->rand);

    r->at[p] = sample_step(r->timeline, kind, sample_group(r->timeline, p), r->at[p],
                           r->clock[p], seconds, (guint32)g_rand_int_range(r->rand, 0, 3),
                           r->sites[g_rand_int_range(r->rand, 0, 5)]);
    r->clock[p] += seconds;
}

static guint32
random_traffic(Random *r)
{
    TimelinePair pairs[MOST_PROCESSORS];
    double bytes = 0;

    if (g_rand_int_range(r->rand, 0, 4) == 0)
        return timeline_traffic_add(r->timeline, 100, 3, 0, NULL);
    for (gint64 p = 0; p < r->n; p++) {
        pairs[p] = (TimelinePair){ p, (p + 1) % r->n, g_rand_int_range(r->rand, 1, 100), 1 };
        bytes += pairs[p].bytes;
    }
    return timeline_traffic_add(r->timeline, bytes, (double)r->n, (guint)r->n, pairs);
}

/* Processors first .. last meet, wait for each other, and take part in an operation. */
static void
random_operation(Random *r, gint64 first, gint64 last)
{
    const guint32 site = r->sites[g_rand_int_range(r->rand, 0, 5)];
    const Operation operation = (Operation)g_rand_int_range(r->rand, 0, N_OPERATIONS);
    const guint32 meet = timeline_event(r->timeline);
    double now = 0;

    for (gint64 p = first; p <= last; p++)
        now = MAX(now, r->clock[p]);
    for (gint64 p = first; p <= last; p++) {
        const gboolean waits = r->clock[p] < now;
        sample_edge(r->timeline, waits ? TIMELINE_WAIT : TIMELINE_PRECEDENCE,
                    waits ? sample_group(r->timeline, p) : TIMELINE_NO_GROUP, r->at[p], meet,
                    r->clock[p], now, 1, site);
    }
    if (r->cuts && first == 0 && last == r->n - 1)
        timeline_cut(r->timeline, meet);
    const guint32 done = timeline_event(r->timeline);
    const guint32 traffic = random_traffic(r);
    const double cost = g_rand_double(r->rand);
    for (gint64 p = first; p <= last; p++) {
        sample_operation(r->timeline, TIMELINE_COMMUNICATE, operation,
                         sample_group(r->timeline, p), meet, done, now, now + cost, site,
                         traffic);
        r->clock[p] = now + cost;
        r->at[p] = done;
    }
}

Timeline *
sample_random(guint32 seed, gboolean cuts, double *makespan)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    Random r = { .rand = rand, .cuts = cuts };
    const gint rounds = g_rand_int_range(rand, 1, 12);

    r.n = g_rand_int_range(rand, 1, MOST_PROCESSORS + 1);
    r.timeline = timeline_new(r.n, 0);
    for (gint i = 0; i < 5; i++)
        r.sites[i] = timeline_site_add(r.timeline, "random.fdv", i + 1);
    for (gint i = 0; i < rounds; i++) {
        for (gint64 p = 0; p < r.n; p++) {
            for (gint k = g_rand_int_range(rand, 0, 4); k > 0; k--)
                random_work(&r, p);
        }
        const gint64 first = g_rand_int_range(rand, 0, (gint32)r.n);
        if (g_rand_boolean(rand))
            random_operation(&r, 0, r.n - 1);
        else if (first + 1 < r.n)
            random_operation(&r, first, first + 1);
    }
    *makespan = 0;
    for (gint64 p = 0; p < r.n; p++)
        *makespan = MAX(*makespan, r.clock[p]);
    return r.timeline;
}
