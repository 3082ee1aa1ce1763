/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/exchange/separable.h"

#include <stdlib.h>
#include <string.h>

#include "rater/exchange/separable-front.h"

/* Most coordinates that the ways of all steps of a dimension lead over, where messages are
 * counted. */
#define MOST_WAYS ((size_t)1 << 24)
/* Bytes of a link stay below this. */
#define MOST_BYTES 0x1p62L

/* What is known of a dimension: the sums that a message sees at its sender's end (over `to`),
 * at its getter's (over `from`), and on the links up and down. */
enum { OUT, IN, UP, DOWN, N_SIDES };

typedef struct {
    const RaterFabric *fabric;
    const RaterSeparable *set;
    int rank;
    bool wrap[RATER_TOPOLOGY_RANK];
    RaterFront front[RATER_TOPOLOGY_RANK][N_SIDES];
    bool counted; /* profiles are wanted */
    RaterProfiles profiles[RATER_TOPOLOGY_RANK][N_SIDES];
    RaterAtto latency, occupation, none; /* the largest A, O, A + O */
    int64_t most_hops;
} Plan;

/* Links from `step` along dimension k, negative: downwards; as routes go. */
static int64_t
steps_of(const Plan *plan, int k, const RaterStep *step)
{
    int64_t n = plan->fabric->topology.size[k];
    if (!plan->wrap[k])
        return step->to - step->from;
    int64_t up = (step->to - step->from + n) % n;
    return up <= n - up ? up : up - n;
}

static const int64_t *
factors(const Plan *plan, int k, size_t i)
{
    return plan->set->steps[k].factor + i * (size_t)plan->set->n_streams;
}

static uint32_t
mask_of(const Plan *plan, int k, size_t i)
{
    uint32_t mask = 0;
    for (int a = 0; a < plan->set->n_streams; a++)
        if (factors(plan, k, i)[a] > 0 && plan->set->weight[a] > 0)
            mask |= UINT32_C(1) << a;
    return mask;
}

/* The coordinates that step i counts for on a side: [*first, *first + n), around. */
static int64_t
places_of(const Plan *plan, int k, int side, size_t i, int64_t *first)
{
    const RaterStep *step = &plan->set->steps[k].step[i];
    int64_t steps = steps_of(plan, k, step);
    *first = side == IN ? step->to : step->from;
    if (side < UP)
        return 1;
    if (side == UP)
        return steps > 0 ? steps : 0;
    *first = step->to + 1; /* the link down from c is that from c to c - 1 */
    return steps < 0 ? -steps : 0;
}

/* sum[c][a] of one side. */
static void
sum_side(const Plan *plan, int k, int side, int64_t sum[])
{
    int64_t n = plan->fabric->topology.size[k];
    size_t streams = (size_t)plan->set->n_streams;
    memset(sum, 0, (size_t)n * streams * sizeof *sum);
    for (size_t i = 0; i < plan->set->steps[k].n; i++) {
        int64_t first;
        int64_t length = places_of(plan, k, side, i, &first);
        if (length == 0)
            continue;
        for (size_t a = 0; a < streams; a++) {
            /* differences, summed up below; around the end is two stretches */
            int64_t factor = factors(plan, k, i)[a];
            int64_t end = first % n + length;
            sum[(size_t)(first % n) * streams + a] += factor;
            if (end < n)
                sum[(size_t)end * streams + a] -= factor;
            if (end > n) {
                sum[a] += factor;
                sum[(size_t)(end - n) * streams + a] -= factor;
            }
        }
    }
    for (size_t c = 1; c < (size_t)n; c++)
        for (size_t a = 0; a < streams; a++)
            sum[c * streams + a] += sum[(c - 1) * streams + a];
}

/* A coordinate, and a mask that counts there. */
typedef struct {
    int64_t at;
    uint32_t mask;
} Mark;

static int
compare_marks(const void *first, const void *second)
{
    const Mark *a = first;
    const Mark *b = second;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    return a->mask < b->mask ? -1 : a->mask > b->mask;
}

/* The marks of one coordinate, as a profile. */
static RaterStatus
add_profile(RaterProfiles *profiles, uint32_t own, const Mark mark[], size_t n)
{
    RaterMaskCount *count = malloc(n * sizeof *count);
    size_t different = 0;
    if (count == NULL)
        return RATER_ERROR_MEMORY;
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || mark[i].mask != mark[i - 1].mask)
            count[different++] = (RaterMaskCount){ .mask = mark[i].mask };
        count[different - 1].count++;
    }
    RaterStatus status = rater_profiles_add(profiles, own, different, count);
    free(count);
    return status;
}

static RaterStatus
add_profiles(RaterProfiles *profiles, const uint32_t own[], Mark mark[], size_t n)
{
    RaterStatus status = RATER_OK;
    qsort(mark, n, sizeof *mark, compare_marks);
    for (size_t i = 0, j; i < n && status == RATER_OK; i = j) {
        for (j = i + 1; j < n && mark[j].at == mark[i].at;)
            j++;
        status = add_profile(profiles, own[mark[i].at], mark + i, j - i);
    }
    return status;
}

/* Which streams send how many messages from, to, or over each coordinate. */
static RaterStatus
count_side(Plan *plan, int k, int side)
{
    const RaterSteps *steps = &plan->set->steps[k];
    int64_t size = plan->fabric->topology.size[k];
    size_t n = 0;
    int64_t first;
    for (size_t i = 0; i < steps->n; i++) {
        n += (size_t)places_of(plan, k, side, i, &first);
        if (n > MOST_WAYS)
            return RATER_ERROR_MEMORY;
    }
    Mark *mark = malloc((n + 1) * sizeof *mark);
    uint32_t *own = calloc((size_t)size, sizeof *own);
    RaterStatus status = mark != NULL && own != NULL ? RATER_OK : RATER_ERROR_MEMORY;
    n = 0;
    for (size_t i = 0; i < steps->n && status == RATER_OK; i++) {
        uint32_t mask = mask_of(plan, k, i);
        int64_t length = places_of(plan, k, side, i, &first);
        if (side < UP && steps->step[i].from == steps->step[i].to)
            own[first] = mask;
        for (int64_t c = 0; c < length && mask != 0; c++)
            mark[n++] = (Mark){ (first + c) % size, mask };
    }
    if (status == RATER_OK)
        status = add_profiles(&plan->profiles[k][side], own, mark, n);
    free(mark);
    free(own);
    return status;
}

/* The front, and if messages are counted the profiles, of one side of a dimension. */
static RaterStatus
plan_side(Plan *plan, int k, int side)
{
    size_t streams = (size_t)plan->set->n_streams;
    size_t n = (size_t)plan->fabric->topology.size[k];
    int64_t *sum = malloc(n * streams * sizeof *sum);
    RaterStatus status = sum != NULL ? RATER_OK : RATER_ERROR_MEMORY;
    plan->front[k][side].width = plan->set->n_streams;
    if (status == RATER_OK)
        sum_side(plan, k, side, sum);
    for (size_t c = 0; c < n && status == RATER_OK; c++)
        status = rater_front_add(&plan->front[k][side], sum + c * streams);
    free(sum);
    if (status == RATER_OK && plan->counted)
        status = count_side(plan, k, side);
    return status;
}

/* Neither bytes nor hops leave int64_t: the sums over all steps, multiplied. */
static RaterStatus
check_bytes(const Plan *plan)
{
    long double hops = 1 + (long double)plan->fabric->topology.diameter;
    for (int k = 0; k < plan->rank; k++)
        hops *= 1 + (long double)plan->set->steps[k].n;
    if (hops >= MOST_BYTES)
        return RATER_ERROR_OVERFLOW;
    for (int a = 0; a < plan->set->n_streams; a++) {
        long double product = (long double)plan->set->weight[a] * plan->set->n_streams;
        for (int k = 0; k < plan->rank; k++) {
            long double sum = 0;
            for (size_t i = 0; i < plan->set->steps[k].n; i++)
                sum += (long double)factors(plan, k, i)[a];
            product *= sum > 1 ? sum : 1;
        }
        if (product >= MOST_BYTES)
            return RATER_ERROR_OVERFLOW;
    }
    return RATER_OK;
}

/* sum of weight * row */
static int64_t
bytes_of(const Plan *plan, const int64_t row[])
{
    int64_t bytes = 0;
    for (int a = 0; a < plan->set->n_streams; a++)
        bytes += plan->set->weight[a] * row[a];
    return bytes;
}

/* A and O rise with hops and bytes: the largest are on the front of (hops, factors). */
static RaterStatus
measure(Plan *plan)
{
    int width = plan->set->n_streams + 1;
    RaterFront all = { .width = width };
    int64_t row[RATER_SEPARABLE_STREAMS + 1] = { 0 };
    for (int a = 1; a < width; a++)
        row[a] = 1;
    RaterStatus status = rater_front_add(&all, row);
    for (int k = 0; k < plan->rank && status == RATER_OK; k++) {
        RaterFront one = { .width = width };
        for (size_t i = 0; i < plan->set->steps[k].n && status == RATER_OK; i++) {
            row[0] = llabs(steps_of(plan, k, &plan->set->steps[k].step[i]));
            memcpy(row + 1, factors(plan, k, i), (size_t)(width - 1) * sizeof *row);
            status = rater_front_add(&one, row);
        }
        if (status == RATER_OK)
            status = rater_front_multiply(&all, &one, true);
        rater_front_clear(&one);
    }
    for (size_t i = 0; i < all.n && status == RATER_OK; i++) {
        const int64_t *found = all.row + i * (size_t)width;
        int64_t bytes = bytes_of(plan, found + 1);
        RaterMessage message;
        if (found[0] == 0 || bytes == 0)
            continue;
        status = rater_message_over(plan->fabric, found[0], bytes, &message);
        if (status != RATER_OK)
            break;
        if (message.latency > plan->latency)
            plan->latency = message.latency;
        if (found[0] > plan->most_hops)
            plan->most_hops = found[0];
        if (message.occupation > plan->occupation)
            plan->occupation = message.occupation;
        if (message.latency + message.occupation > plan->none)
            plan->none = message.latency + message.occupation;
    }
    rater_front_clear(&all);
    return status;
}

/* Steps of a dimension with the same mask of streams: how many, the links of all of them, and
 * how many lead from a coordinate to itself. */
typedef struct {
    uint32_t mask;
    int64_t count, links, own;
} Tally;

typedef struct {
    int rank;
    size_t n[RATER_TOPOLOGY_RANK];
    Tally *tally[RATER_TOPOLOGY_RANK]; /* owned */
    size_t steps;                      /* left */
    int64_t messages, hops;
} Census;

static int
compare_tallies(const void *first, const void *second)
{
    const Tally *a = first;
    const Tally *b = second;
    return a->mask < b->mask ? -1 : a->mask > b->mask;
}

/* The tallies of dimension k, one a mask. */
static RaterStatus
take_census(const Plan *plan, int k, Census *census)
{
    const RaterSteps *steps = &plan->set->steps[k];
    Tally *tally = malloc((steps->n + 1) * sizeof *tally);
    size_t n = 0;
    census->tally[k] = tally;
    if (tally == NULL)
        return RATER_ERROR_MEMORY;
    for (size_t i = 0; i < steps->n; i++)
        tally[i] = (Tally){ .mask = mask_of(plan, k, i),
                            .count = 1,
                            .links = llabs(steps_of(plan, k, &steps->step[i])),
                            .own = steps->step[i].from == steps->step[i].to };
    qsort(tally, steps->n, sizeof *tally, compare_tallies);
    for (size_t i = 0; i < steps->n; i++) {
        if (n > 0 && tally[n - 1].mask == tally[i].mask) {
            tally[n - 1].count += tally[i].count;
            tally[n - 1].links += tally[i].links;
            tally[n - 1].own += tally[i].own;
        } else {
            tally[n++] = tally[i];
        }
    }
    census->n[k] = n;
    return RATER_OK;
}

/* All pairs of processors whose masks have a stream in common, dimension by dimension: `so_far`
 * of those before k. */
static void
count_pairs(Census *census, int k, Tally so_far)
{
    if (k == census->rank) {
        census->messages += so_far.count - so_far.own;
        census->hops += so_far.links;
        return;
    }
    for (size_t i = 0; i < census->n[k] && census->steps > 0; i++) {
        const Tally *tally = &census->tally[k][i];
        Tally next = { .mask = so_far.mask & tally->mask,
                       .count = so_far.count * tally->count,
                       .links = so_far.links * tally->count + so_far.count * tally->links,
                       .own = so_far.own * tally->own };
        census->steps--;
        if (next.mask != 0)
            count_pairs(census, k + 1, next);
    }
}

/* Messages, bytes and hops; below MOST_BYTES as the bytes are. */
static RaterStatus
sum_up(const Plan *plan, RaterExchange *exchange)
{
    Census census = { .rank = plan->rank, .steps = MOST_WAYS };
    RaterStatus status = RATER_OK;
    for (int k = 0; k < plan->rank && status == RATER_OK; k++)
        status = take_census(plan, k, &census);
    if (status == RATER_OK)
        count_pairs(&census, 0, (Tally){ UINT32_MAX, 1, 0, 1 });
    for (int k = 0; k < plan->rank; k++)
        free(census.tally[k]);
    for (int a = 0; a < plan->set->n_streams; a++) {
        int64_t all = plan->set->weight[a];
        int64_t own = all;
        for (int k = 0; k < plan->rank; k++) {
            int64_t sum = 0;
            int64_t staying = 0;
            for (size_t i = 0; i < plan->set->steps[k].n; i++) {
                const RaterStep *step = &plan->set->steps[k].step[i];
                sum += factors(plan, k, i)[a];
                staying += step->from == step->to ? factors(plan, k, i)[a] : 0;
            }
            all *= sum;
            own *= staying;
        }
        exchange->bytes += all - own;
    }
    exchange->messages = census.messages;
    exchange->hops = census.hops;
    return status == RATER_OK && census.steps == 0 ? RATER_ERROR_MEMORY : status;
}

/* Whether a side of dimension j matters to the links of dimension i, and which. */
static int
side_of(int i, int j, int link_side)
{
    if (j == i)
        return link_side;
    return j < i ? IN : OUT;
}

/* The most bytes on a link of dimension i, up or down. */
static RaterStatus
heaviest(const Plan *plan, int i, int link_side, int64_t *most)
{
    RaterFront all = { .width = plan->set->n_streams };
    int64_t ones[RATER_SEPARABLE_STREAMS];
    for (int a = 0; a < all.width; a++)
        ones[a] = 1;
    RaterStatus status = rater_front_add(&all, ones);
    for (int j = 0; j < plan->rank && status == RATER_OK; j++)
        status = rater_front_multiply(&all, &plan->front[j][side_of(i, j, link_side)], false);
    for (size_t r = 0; r < all.n && status == RATER_OK; r++) {
        int64_t bytes = bytes_of(plan, all.row + r * (size_t)all.width);
        *most = bytes > *most ? bytes : *most;
    }
    rater_front_clear(&all);
    return status;
}

/* The most messages: of those links, or of a sender or getter (`others`). */
static RaterStatus
most_messages(const Plan *plan, const int sides[], bool others, int64_t *most)
{
    RaterProfiles chosen[RATER_TOPOLOGY_RANK];
    int64_t found;
    for (int j = 0; j < plan->rank; j++)
        chosen[j] = plan->profiles[j][sides[j]];
    RaterStatus status = rater_profiles_most(chosen, plan->rank, others, &found);
    if (status == RATER_OK && found > *most)
        *most = found;
    return status;
}

/* G */
static RaterStatus
find_gaps(const Plan *plan, RaterAtto *gaps)
{
    int64_t busiest = 0;
    RaterStatus status = RATER_OK;
    for (int side = OUT; side <= IN && status == RATER_OK; side++) {
        int sides[RATER_TOPOLOGY_RANK];
        for (int j = 0; j < plan->rank; j++)
            sides[j] = side;
        status = most_messages(plan, sides, true, &busiest);
    }
    *gaps = busiest > 1 ? (busiest - 1) * plan->fabric->message_gap : 0;
    return status;
}

/* C: bytes alone or, where packets count, one message a link. */
static RaterStatus
find_load(const Plan *plan, bool linear, RaterAtto *load)
{
    int64_t most = 0;
    RaterStatus status = RATER_OK;
    for (int i = 0; i < plan->rank; i++)
        for (int link_side = UP; link_side <= DOWN && status == RATER_OK; link_side++) {
            int sides[RATER_TOPOLOGY_RANK];
            for (int j = 0; j < plan->rank; j++)
                sides[j] = side_of(i, j, link_side);
            status = linear ? heaviest(plan, i, link_side, &most)
                            : most_messages(plan, sides, false, &most);
        }
    if (!linear && most > 1)
        return RATER_ERROR_MEMORY;
    *load = linear ? most * plan->fabric->byte_time : plan->occupation;
    return status;
}

static RaterStatus
prepare(Plan *plan)
{
    const RaterTopology *topology = &plan->fabric->topology;
    const RaterSeparable *set = plan->set;
    if (!rater_topology_is_grid(topology) || topology->cores != 1 || set->n_streams < 1 ||
        set->n_streams > RATER_SEPARABLE_STREAMS)
        return RATER_ERROR_RANK;
    plan->rank = topology->rank;
    for (int k = 0; k < plan->rank; k++) {
        plan->wrap[k] = rater_topology_wraps(topology, k);
        for (size_t i = 0; i < set->steps[k].n; i++) {
            const RaterStep *step = &set->steps[k].step[i];
            if (step->from < 0 || step->from >= topology->size[k] || step->to < 0 ||
                step->to >= topology->size[k])
                return RATER_ERROR_SIZE;
        }
    }
    return check_bytes(plan);
}

/* max (none + G, A + C) */
static RaterStatus
load_links(Plan *plan, bool linear, RaterAtto *time)
{
    RaterAtto gaps = 0;
    RaterAtto load = 0;
    RaterStatus status = RATER_OK;
    for (int k = 0; k < plan->rank; k++)
        for (int side = 0; side < N_SIDES && status == RATER_OK; side++)
            status = plan_side(plan, k, side);
    if (status == RATER_OK && plan->fabric->message_gap > 0)
        status = find_gaps(plan, &gaps);
    if (status == RATER_OK)
        status = find_load(plan, linear, &load);
    *time = plan->none + gaps > plan->latency + load ? plan->none + gaps : plan->latency + load;
    return status;
}

static void
clear_plan(Plan *plan)
{
    for (int k = 0; k < plan->rank; k++)
        for (int side = 0; side < N_SIDES; side++) {
            rater_front_clear(&plan->front[k][side]);
            rater_profiles_clear(&plan->profiles[k][side]);
        }
}

RaterStatus
rater_separable(const RaterFabric *fabric, RaterCongestion congestion,
                const RaterSeparable *set, RaterExchange *exchange)
{
    Plan plan = { .fabric = fabric, .set = set };
    RaterExchange made = { 0 };
    bool linear =
        fabric->switching != RATER_SWITCHING_WORMHOLE && fabric->packet_start_time == 0;
    if (congestion == RATER_CONGESTION_EVENTS)
        return RATER_ERROR_RANK;
    RaterStatus status = prepare(&plan);
    plan.counted = !linear || fabric->message_gap > 0;
    if (status == RATER_OK)
        status = measure(&plan);
    if (status == RATER_OK)
        status = sum_up(&plan, &made);
    RaterAtto time = plan.none;
    if (status == RATER_OK && congestion == RATER_CONGESTION_LOAD && made.messages > 0)
        status = load_links(&plan, linear, &time);
    clear_plan(&plan);
    if (status != RATER_OK)
        return status;
    made.seconds = rater_atto_seconds(time) * fabric->scale;
    made.none = rater_atto_seconds(plan.none) * fabric->scale;
    made.most_hops = plan.most_hops;
    *exchange = made;
    return RATER_OK;
}
