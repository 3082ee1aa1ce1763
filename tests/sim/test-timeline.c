/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The container of a timeline, and timelines of small programs, computed by hand in
 * microseconds.  A message of n bytes takes 10 + n.
 */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "src/trace/text/reader.h"
#include "tests/sim/sim-check.h"
#include "tests/sim/timeline-check.h"
#include "tests/sim/timeline-check.h"
#include "tests/sim/trace-text.h"

#define COSTS "start time = 10; send byte time = 1; "

/* --- the container --------------------------------------------------------------------------
 */

static TimelineActivity
record_between(double start, double end, guint32 from, guint32 to, guint32 group)
{
    return (TimelineActivity){ .start = start,
                               .end = end,
                               .from = from,
                               .to = to,
                               .group = group,
                               .traffic = TIMELINE_NO_TRAFFIC,
                               .kind = TIMELINE_CPU };
}

/* Records of changing lines, so that none continues another. */
static void
fill(Timeline *timeline, guint n)
{
    guint32 group = timeline_group(timeline, &(TimelineGroup){ .least = 0, .count = 1 });
    guint32 at = 0;
    for (guint i = 0; i < n; i++) {
        TimelineActivity r = record_between(i, i + 1, at, timeline_event(timeline), group);
        r.site = i % 7;
        r.interval = i;
        timeline_add(timeline, &r);
        at = r.to;
    }
}

static void
test_storage(void)
{
    const guint n = 300000; /* more than two pieces */
    g_autoptr(Timeline) memory = timeline_new(1, 0), file = timeline_new(1, 1);
    g_autoptr(Timeline) both = timeline_new(1, 7 << 20); /* the first piece in memory */
    Timeline *const all[] = { memory, file, both };
    for (guint k = 0; k < G_N_ELEMENTS(all); k++) {
        guint wrong = 0;
        fill(all[k], n);
        CHECK_INT(timeline_n_activities(all[k]), n);
        CHECK_INT(timeline_n_events(all[k]), n + 1);
        for (guint i = 0; i < n; i++) {
            const TimelineActivity *r = timeline_activity(all[k], i);
            wrong += r->interval != i || r->start != i || r->site != i % 7 || r->from != i ||
                     r->to != i + 1;
        }
        CHECK_INT(wrong, 0);
        CU_ASSERT(timeline_ok(all[k], NULL));
        timeline_clear(all[k]);
        CHECK_INT(timeline_n_activities(all[k]), 0);
        CHECK_INT(timeline_n_events(all[k]), 1);
        CHECK_INT(timeline_n_groups(all[k]), 0);
        fill(all[k], 10);
        CHECK_INT(timeline_n_activities(all[k]), 10);
    }
}

/* No room for the file: told with its folder and the reason; the timeline can be used anew. */
static void
test_no_room(void)
{
    struct rlimit before, little;
    g_autoptr(Timeline) timeline = timeline_new(1, 1);
    g_autoptr(GError) error = NULL;
    g_autofree char *expected =
        g_strdup_printf("error: the timeline does not fit in a file in %s: %s", g_get_tmp_dir(),
                        g_strerror(EFBIG));

    CU_ASSERT_EQUAL_FATAL(getrlimit(RLIMIT_FSIZE, &before), 0);
    little = before;
    little.rlim_cur = 1 << 20;
    void (*const usual)(int) = signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &little);
    fill(timeline, 10);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, usual);
    CHECK_INT(timeline_n_activities(timeline), 0);
    CHECK_INT(timeline_ok(timeline, &error), FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(error);
    CHECK_INT(error->domain, G_FILE_ERROR);
    CU_ASSERT_STRING_EQUAL(error->message, expected);
    timeline_clear(timeline);
    fill(timeline, 10);
    CHECK_INT(timeline_n_activities(timeline), 10);
    CU_ASSERT(timeline_ok(timeline, NULL));
}

static void
test_interning(void)
{
    g_autoptr(Timeline) t = timeline_new(4, 0);
    char file[] = "a.fdv";
    guint32 a = timeline_site_add(t, file, 3);
    file[0] = 'b'; /* names are copied */
    guint32 b = timeline_site_add(t, file, 3);
    CHECK_INT(timeline_site_add(t, "a.fdv", 3), a);
    CHECK_INT(timeline_site_add(t, "a.fdv", 4), 2);
    CU_ASSERT(a != b);
    CHECK_INT(timeline_n_sites(t), 3);
    CU_ASSERT_STRING_EQUAL(timeline_site(t, a)->file, "a.fdv");
    CHECK_INT(timeline_site(t, 2)->line, 4);

    TimelinePair pairs[] = { { 0, 1, 8, 1 }, { 1, 0, 16, 2 } };
    guint32 first = timeline_traffic_add(t, 24, 3, 2, pairs);
    guint32 second = timeline_traffic_add(t, 24, 3, 0, NULL);
    CU_ASSERT(first != second);
    CHECK_INT(timeline_traffic_add(t, 24, 3, 2, pairs), first);
    pairs[1].bytes = 17;
    CHECK_INT(timeline_traffic_add(t, 24, 3, 2, pairs), 2);
    CHECK_INT(timeline_traffic(t, first)->n_pairs, 2);
    CHECK_REAL(timeline_traffic(t, first)->pairs[1].bytes, 16, 0);
    CHECK_INT(timeline_traffic(t, second)->n_pairs, 0);

    TimelineGroup one = { .least = 2, .count = 1 }, other = { .least = 3, .count = 1 };
    CHECK_INT(timeline_group(t, &one), 0);
    CHECK_INT(timeline_group(t, &other), 1);
    CHECK_INT(timeline_group(t, &one), 0);
    CHECK_INT(timeline_n_groups(t), 2);

    g_autofree TimelinePair *many = g_new0(TimelinePair, TIMELINE_MOST_PAIRS + 1);
    guint32 last = timeline_traffic_add(t, 1, 1, TIMELINE_MOST_PAIRS + 1, many);
    CHECK_INT(timeline_traffic(t, last)->n_pairs, 0);
    for (guint i = 0; i < TIMELINE_ALL_PAIRS / TIMELINE_MOST_PAIRS + 1; i++)
        last = timeline_traffic_add(t, i, 1, TIMELINE_MOST_PAIRS, many);
    CHECK_INT(timeline_traffic(t, last - 1)->n_pairs, TIMELINE_MOST_PAIRS);
    CHECK_INT(timeline_traffic(t, last)->n_pairs, 0);
    CU_ASSERT(timeline_room_for_pairs(t) < TIMELINE_MOST_PAIRS);

    timeline_cut(t, 0);
    timeline_cut(t, 0);
    CHECK_INT(timeline_n_segments(t), 2);
}

static void
test_group_has(void)
{
    const gint64 sizes[] = { 3, 4 };
    g_autoptr(SimLattice) lattice = sim_lattice_new(2, sizes);
    const SimPartition *p = sim_lattice_first_alone(lattice, 1);
    for (gint64 i = 0; i < 12; i++) {
        guint class = (i / 4 > 0 ? 2 : 0) + (i % 4 > 0 ? 1 : 0);
        for (guint c = 0; c < 4; c++) {
            TimelineGroup group = { .partition = p, .class = c };
            CHECK_INT(timeline_group_has(&group, i) != 0, c == class);
        }
        TimelineGroup alone = { .least = 5, .count = 1 };
        CHECK_INT(timeline_group_has(&alone, i) != 0, i == 5);
    }
}

/* What continues is united, unless something else is at the event between. */
static void
test_uniting(void)
{
    enum { NOTHING, KEPT, EDGE, CUT, SITE, INTERVAL, KIND, GAP, GROUP, OLD, N_CASES };
    for (int what = NOTHING; what < N_CASES; what++) {
        g_autoptr(Timeline) t = timeline_new(2, 0);
        guint32 group = timeline_group(t, &(TimelineGroup){ .least = 0, .count = 1 });
        guint32 other = timeline_group(t, &(TimelineGroup){ .least = 1, .count = 1 });
        guint32 middle = timeline_event(t), end;
        TimelineActivity a = record_between(0, 1, 0, middle, group), b;
        timeline_add(t, &a);
        if (what == KEPT)
            timeline_keep_event(t, middle);
        if (what == CUT)
            timeline_cut(t, middle);
        if (what == EDGE) {
            TimelineActivity edge = record_between(1, 1, 0, middle, TIMELINE_NO_GROUP);
            edge.kind = TIMELINE_PRECEDENCE;
            timeline_add(t, &edge);
        }
        for (guint i = 0; what == OLD && i < TIMELINE_RECENT; i++)
            timeline_event(t);
        end = timeline_event(t);
        b = record_between(what == GAP ? 1.5 : 1, 2, middle, end,
                           what == GROUP ? other : group);
        b.site = what == SITE;
        b.interval = what == INTERVAL;
        b.kind = what == KIND ? TIMELINE_SYS : TIMELINE_CPU;
        timeline_add(t, &b);
        guint64 n = timeline_n_activities(t);
        CHECK_INT(n, what == NOTHING ? 1 : what == EDGE ? 3 : 2);
        if (what == NOTHING) {
            CHECK_INT(timeline_activity(t, 0)->to, end);
            CHECK_REAL(timeline_activity(t, 0)->end, 2, 0);
        }
    }
}

/* --- programs -------------------------------------------------------------------------------
 */

typedef struct {
    TimelineKind kind;
    double start, end; /* microseconds */
} Expected;

static Prediction *
run(TraceText *trace, const char *params, Timeline *timeline, const char *name)
{
    g_autoptr(Params) machine = params_parse("machine", params, strlen(params), NULL);
    g_autoptr(GError) error = NULL;
    g_assert_nonnull(machine);
    g_autoptr(TraceProgram) program = trace_read_all(
        trace_reader_new_from_memory("t.trc", trace->text->str, trace->text->len), &error);
    const PredictOptions options = { .timeline = timeline, .no_ideal = TRUE };
    g_autoptr(Prediction) p =
        program != NULL ? predict(program, machine, &options, &error) : NULL;
    CHECK_THAT(p != NULL, "%s: %s", name, error != NULL ? error->message : "");
    if (p != NULL)
        CU_ASSERT(timeline_check(program, machine, name));
    return g_steal_pointer(&p);
}

static void
check_steps(const Timeline *t, gint64 processor, guint n, const Expected expected[])
{
    guint at = 0;
    for (guint64 i = 0; i < timeline_n_activities(t); i++) {
        const TimelineActivity *r = timeline_activity(t, i);
        if (r->group == TIMELINE_NO_GROUP ||
            !timeline_group_has(timeline_group_get(t, r->group), processor))
            continue;
        if (at < n) {
            CHECK_INT(r->kind, expected[at].kind);
            CHECK_US(r->start, expected[at].start);
            CHECK_US(r->end, expected[at].end);
        }
        at++;
    }
    CHECK_INT(at, n);
}

static const TimelineActivity *
find(const Timeline *t, TimelineKind kind)
{
    for (guint64 i = 0; i < timeline_n_activities(t); i++) {
        if (timeline_activity(t, i)->kind == kind)
            return timeline_activity(t, i);
    }
    return NULL;
}

/* Ten elements on four processors; processor 0 comes 100 late to the start; a body of 400
 * between start and wait: 80 120 80 120. The operation takes 108. */
static TraceText *
overlapped(const char *start, const char *wait, const char *params)
{
    TraceText *t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "10", "1");
    trace_text_map_loop(t, "c0", "a0", "0", "9");
    trace_text_reduction(t, "d0", "c0");
    trace_text_shadow(t, "e0", "a0", 1);
    trace_text_io(t, 100);
    trace_text_call(t, start, 2, 1, params, NULL);
    trace_text_do_loop(t, "c0", 400);
    trace_text_call(t, wait, 3, 1, params, NULL);
    trace_text_exit(t, 0);
    return t;
}

static void
test_overlap(void)
{
    static const Expected first[] = {
        { TIMELINE_IO, 0, 100 },    { TIMELINE_CPU, 100, 102 },      { TIMELINE_SYS, 102, 103 },
        { TIMELINE_CPU, 103, 186 }, { TIMELINE_COMPLETE, 186, 210 }, { TIMELINE_SYS, 210, 211 },
    };
    static const Expected second[] = {
        { TIMELINE_CPU, 0, 2 },     { TIMELINE_WAIT, 2, 102 },  { TIMELINE_SYS, 102, 103 },
        { TIMELINE_CPU, 103, 226 }, { TIMELINE_SYS, 226, 227 },
    };
    g_autoptr(Timeline) t = timeline_new(4, 0);
    g_autoptr(TraceText) trace = overlapped("strtrd_", "waitrd_", "RedGroupRef=d0;");
    g_autoptr(Prediction) p = run(trace, COSTS "topology = {4};", t, "overlap");
    if (p == NULL)
        return;
    check_steps(t, 0, G_N_ELEMENTS(first), first);
    check_steps(t, 1, G_N_ELEMENTS(second), second);
    const TimelineActivity *message = find(t, TIMELINE_MESSAGE);
    CU_ASSERT(message != NULL);
    if (message == NULL)
        return;
    CHECK_US(message->start, 102);
    CHECK_US(message->end, 210);
    CHECK_INT(message->operation, OPERATION_REDUCTION);
    CHECK_REAL(timeline_traffic(t, message->traffic)->messages, 6, 0);
    CHECK_REAL(timeline_traffic(t, message->traffic)->bytes, 48, 0);

    /* Who comes later than the message could not have gone on without it either. */
    guint n_after = 0;
    for (guint64 i = 0; i < timeline_n_activities(t); i++) {
        const TimelineActivity *r = timeline_activity(t, i);
        n_after += r->kind == TIMELINE_PRECEDENCE && r->from == message->to;
    }
    CU_ASSERT(n_after >= 1);
    CHECK_INT(timeline_n_segments(t), 2); /* where they meet, before the operation goes on */
    CHECK_INT(timeline_segment(t, 0).last_event, message->from);
}

static void
test_shadow_pairs(void)
{
    g_autoptr(Timeline) t = timeline_new(4, 0);
    g_autoptr(TraceText) trace = overlapped("strtsh_", "waitsh_", "ShadowGroupRef=e0;");
    g_autoptr(Prediction) p = run(trace, COSTS "topology = {4};", t, "shadow");
    const TimelineActivity *message = p != NULL ? find(t, TIMELINE_MESSAGE) : NULL;
    CU_ASSERT(message != NULL);
    if (message == NULL)
        return;
    const TimelineTraffic *traffic = timeline_traffic(t, message->traffic);
    CHECK_INT(traffic->n_pairs, 6);
    CHECK_REAL(traffic->bytes, 48, 0);
    for (guint i = 0; i < traffic->n_pairs; i++) {
        static const int pairs[][2] = { { 0, 1 }, { 1, 0 }, { 1, 2 },
                                        { 2, 1 }, { 2, 3 }, { 3, 2 } };
        CHECK_INT(traffic->pairs[i].sender, pairs[i][0]);
        CHECK_INT(traffic->pairs[i].receiver, pairs[i][1]);
        CHECK_REAL(traffic->pairs[i].bytes, 8, 0);
    }
}

/* A broadcast is simulated at once: all meet, then all communicate; nothing goes around it. */
static void
test_broadcast(void)
{
    static const Expected other[] = {
        { TIMELINE_CPU, 0, 5 },
        { TIMELINE_WAIT, 5, 105 },
        { TIMELINE_COMMUNICATE, 105, 135 },
        { TIMELINE_SYS, 135, 142 },
    };
    g_autoptr(Timeline) t = timeline_new(2, 0);
    g_autoptr(TraceText) trace = trace_text_new(NULL);
    trace_text_io(trace, 100);
    trace_text_call(trace, "srmem_", 5, 0, "MemoryCount=1; LengthArray={20}", NULL);
    trace_text_call(trace, "rtl_extra_", 0, 7, NULL, NULL);
    trace_text_exit(trace, 0);
    g_autoptr(Prediction) p = run(trace, COSTS "topology = {2};", t, "broadcast");
    if (p == NULL)
        return;
    check_steps(t, 1, G_N_ELEMENTS(other), other);
    CHECK_INT(timeline_n_segments(t), 2);
    const TimelineActivity *r = find(t, TIMELINE_COMMUNICATE);
    CU_ASSERT(r != NULL && r->from == timeline_segment(t, 0).last_event);
    if (r != NULL) {
        CHECK_INT(timeline_group_get(t, r->group)->count, 2); /* one class */
        CHECK_REAL(timeline_traffic(t, r->traffic)->bytes, 20, 0);
        CHECK_REAL(timeline_traffic(t, r->traffic)->messages, 1, 0);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "storage", test_storage },
        { "no room", test_no_room },
        { "interning", test_interning },
        { "group_has", test_group_has },
        { "uniting", test_uniting },
        { "overlap", test_overlap },
        { "shadow_pairs", test_shadow_pairs },
        { "broadcast", test_broadcast },
        CU_TEST_INFO_NULL,
    };
    return tap_run("timeline", tests);
}
