/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/rater/network-naive.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/rater/network-naive-flow.h"

__attribute__((format(printf, 2, 3))) static void
add(NaiveRoute *route, const char *format, ...)
{
    va_list args;
    assert(route->n < NAIVE_HOPS);
    va_start(args, format);
    vsnprintf(route->link[route->n++], sizeof *route->link, format, args);
    va_end(args);
}

static void
step(NaiveRoute *route, int64_t *at, int64_t next)
{
    add(route, "%lld>%lld", (long long)*at, (long long)next);
    *at = next;
}

/* One step at a time, as long as the first coordinate that differs does. */
static void
route_grid(const RaterTopologyShape *shape, bool torus, int64_t a, int64_t b, NaiveRoute *route)
{
    int64_t stride = 1;
    for (int k = 1; k < shape->rank; k++)
        stride *= shape->nodes[k];
    for (int k = 0; k < shape->rank; k++) {
        int64_t n = shape->nodes[k];
        int64_t want = b / stride % n;
        for (int64_t is; (is = a / stride % n) != want;) {
            int64_t up = (want - is + n) % n;
            int64_t down = (is - want + n) % n;
            bool rise = torus && n > 2 ? up <= down : want > is;
            step(route, &a, a + ((is + (rise ? 1 : n - 1)) % n - is) * stride);
        }
        if (k + 1 < shape->rank)
            stride /= shape->nodes[k + 1];
    }
}

static void
route_cube(int64_t a, int64_t b, NaiveRoute *route)
{
    for (int64_t bit = 1; a != b; bit *= 2)
        if (a / bit % 2 != b / bit % 2)
            step(route, &a, a / bit % 2 == 0 ? a + bit : a - bit);
}

static bool
is_above(int64_t above, int64_t i, int64_t arity)
{
    while (i > above)
        i = (i - 1) / arity;
    return i == above;
}

static void
route_tree(int64_t arity, int64_t a, int64_t b, NaiveRoute *route)
{
    while (a != b) {
        if (!is_above(a, b, arity)) {
            step(route, &a, (a - 1) / arity);
            continue;
        }
        int64_t child = a * arity + 1;
        while (!is_above(child, b, arity))
            child++;
        step(route, &a, child);
    }
}

/* w[i], i from 1; ceil by counting up. */
static int64_t
width(const RaterTopologyShape *shape, int i)
{
    if (i == 1)
        return 1;
    RaterAtto taper = RATER_TAPER_ONE;
    if (shape->n_tapers == 1)
        taper = shape->taper[0];
    else if (shape->n_tapers > 1)
        taper = shape->taper[i - 2];
    int64_t w = 1;
    while (w * taper < shape->nodes[i - 2] * RATER_TAPER_ONE)
        w++;
    return w;
}

/* The switch of level i over `node` on the way to b, digit by digit. */
static void
name_switch(const RaterTopologyShape *shape, int i, int64_t node, int64_t b, char name[24])
{
    int64_t below = 1;
    int64_t y = 0;
    int64_t weight = 1;
    for (int j = 1; j <= i; j++) {
        below *= shape->nodes[j - 1];
        y += b / weight % width(shape, j) * weight;
        weight *= width(shape, j);
    }
    snprintf(name, 24, "s%d.%lld.%lld", i, (long long)(node / below), (long long)y);
}

static void
route_fat_tree(const RaterTopologyShape *shape, int64_t a, int64_t b, NaiveRoute *route)
{
    char at[24], next[24];
    int top = 1;
    for (int64_t below = shape->nodes[0]; a / below != b / below; top++)
        below *= shape->nodes[top];
    snprintf(at, sizeof at, "%lld", (long long)a);
    for (int i = 1; i <= top; i++) {
        name_switch(shape, i, a, b, next);
        add(route, "%s>%s", at, next);
        memcpy(at, next, sizeof at);
    }
    for (int i = top - 1; i >= 0; i--) {
        name_switch(shape, i, b, b, next);
        if (i == 0)
            snprintf(next, sizeof next, "%lld", (long long)b);
        add(route, "%s>%s", at, next);
        memcpy(at, next, sizeof at);
    }
}

/* Finds the port of group i to group k by going through all. */
static int64_t
find_port(int64_t g, int64_t i, int64_t k, int64_t copy)
{
    int64_t q = 0;
    for (int64_t met = 0;; q++)
        if ((i + 1 + q % (g - 1)) % g == k && met++ == copy)
            return q;
}

static void
route_dragonfly(const RaterTopologyShape *shape, int64_t a, int64_t b, NaiveRoute *route)
{
    int64_t g = shape->nodes[0];
    int64_t n = shape->nodes[1];
    int64_t r = a / shape->nodes[2];
    int64_t last = b / shape->nodes[2];
    add(route, "%lld>r%lld", (long long)a, (long long)r);
    if (r / n != last / n) {
        int64_t h = shape->global_links > 0 ? shape->global_links : (g - 1 + n - 1) / n;
        int64_t c = n * h / (g - 1);
        int64_t copy = b % c;
        int64_t x = r / n * n + find_port(g, r / n, last / n, copy) / h;
        int64_t y = last / n * n + find_port(g, last / n, r / n, copy) / h;
        if (x != r)
            add(route, "r%lld>r%lld", (long long)r, (long long)x);
        add(route, "r%lld>r%lld#%lld", (long long)x, (long long)y, (long long)copy);
        r = y;
    }
    if (r != last)
        add(route, "r%lld>r%lld", (long long)r, (long long)last);
    add(route, "r%lld>%lld", (long long)last, (long long)b);
}

NaiveRoute
naive_route(const NaiveShape *shape, int64_t a, int64_t b)
{
    NaiveRoute route = { 0 };
    const char *type = shape->type;
    if (strcmp(type, "line") == 0 || strcmp(type, "mesh") == 0)
        route_grid(&shape->shape, false, a, b, &route);
    else if (strcmp(type, "ring") == 0 || strcmp(type, "torus") == 0)
        route_grid(&shape->shape, true, a, b, &route);
    else if (strcmp(type, "hypercube") == 0)
        route_cube(a, b, &route);
    else if (strcmp(type, "tree") == 0)
        route_tree(shape->shape.arity, a, b, &route);
    else if (strcmp(type, "full") == 0)
        add(&route, "%lld>%lld", (long long)a, (long long)b);
    else if (strcmp(type, "shared") == 0)
        add(&route, "bus");
    else if (strcmp(type, "fat tree") == 0)
        route_fat_tree(&shape->shape, a, b, &route);
    else if (strcmp(type, "dragonfly") == 0)
        route_dragonfly(&shape->shape, a, b, &route);
    else {
        assert(strcmp(type, "star") == 0);
        add(&route, "%lld>s", (long long)a);
        add(&route, "s>%lld", (long long)b);
    }
    return route;
}

static void
name_vertex(const RaterVertex *vertex, char name[24])
{
    static const char *const letters[] = { "", "s", "s", "r", "", "bus", "" };
    int n = snprintf(name, 24, "%s", letters[vertex->type]);
    for (int i = 0; i < vertex->n; i++)
        n += snprintf(name + n, (size_t)(24 - n), "%s%lld", i > 0 ? "." : "",
                      (long long)vertex->number[i]);
}

void
naive_link_name(const RaterTopology *topology, int64_t link, char name[80])
{
    char from[24], to[24];
    if (link < 0) {
        snprintf(name, 80, "m%lld", (long long)(-1 - link));
        return;
    }
    RaterLinkEnds ends = rater_topology_link(topology, link);
    name_vertex(&ends.from, from);
    name_vertex(&ends.to, to);
    if (ends.from.type == RATER_VERTEX_BUS)
        snprintf(name, 80, "bus");
    else if (ends.copy >= 0)
        snprintf(name, 80, "%s>%s#%lld", from, to, (long long)ends.copy);
    else
        snprintf(name, 80, "%s>%s", from, to);
}

static int64_t
up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

static RaterAtto
most(RaterAtto a, RaterAtto b)
{
    return a > b ? a : b;
}

/* Everything about one message. */
static NaiveMessage
make_message(const RaterFabric *f, const NaiveShape *shape, const RaterPlacement *placement,
             const RaterParcel *parcel)
{
    NaiveMessage m = { .from = rater_placement_of(placement, parcel->from),
                       .to = rater_placement_of(placement, parcel->to),
                       .bytes = parcel->bytes,
                       .k = 1 };
    int64_t a = m.from / shape->shape.cores;
    int64_t b = m.to / shape->shape.cores;
    if (a == b) {
        m.inside = true;
        m.route.n = 1;
        snprintf(m.route.link[0], sizeof m.route.link[0], "m%lld", (long long)m.to);
        m.latency = f->core_start_time;
        m.occupation = m.bytes * f->core_byte_time;
        return m;
    }
    m.route = naive_route(shape, a, b);
    int64_t h = m.route.n;
    int64_t size = f->packet_size == 0 ? m.bytes : f->packet_size;
    int64_t smaller = size < m.bytes ? size : m.bytes;
    m.k = up(m.bytes, size);
    RaterAtto t = f->flit_size * f->byte_time;
    m.t = t;
    m.header = f->header_ratio * t / RATER_RATIO_ONE + f->link_delay;
    m.f = 1 + up(size, f->flit_size);
    m.latency = f->start_time + h * f->link_delay;
    m.occupation = m.k * f->packet_start_time + m.bytes * f->byte_time;
    if (f->switching == RATER_SWITCHING_PACKET)
        m.latency += (h - 1) * (f->packet_start_time + smaller * f->byte_time);
    if (f->switching == RATER_SWITCHING_WORMHOLE) {
        int64_t reach = (m.f - 2) / f->flit_buffer;
        RaterAtto e = (reach < h - 1 ? reach : h - 1) * most(0, m.header - f->flit_buffer * t);
        m.latency =
            f->start_time + m.k * f->packet_start_time + (h - 1) * m.header + (m.k - 1) * e;
        m.occupation = m.k * (m.header + (m.f - 1) * t);
    }
    return m;
}

int
naive_uses(const RaterFabric *fabric, const NaiveShape *shape, const RaterPlacement *placement,
           int n, const RaterParcel parcels[], NaiveUse uses[], int room)
{
    int n_uses = 0;
    for (int i = 0; i < n; i++) {
        NaiveMessage m = make_message(fabric, shape, placement, &parcels[i]);
        for (int j = 0; j < m.route.n; j++) {
            int at = 0;
            while (at < n_uses && strcmp(uses[at].name, m.route.link[j]) != 0)
                at++;
            if (at == n_uses) {
                assert(n_uses < room);
                uses[n_uses] = (NaiveUse){ 0 };
                memcpy(uses[n_uses++].name, m.route.link[j], sizeof m.route.link[j]);
            }
            uses[at].bytes += m.bytes;
            uses[at].messages++;
            uses[at].busy += m.occupation;
        }
    }
    return n_uses;
}

/* How many messages a processor has sent, or got, before message i. */
static int64_t
count_before(const NaiveMessage messages[], int i, bool got)
{
    int64_t n = 0;
    for (int j = 0; j < i; j++)
        n += got ? messages[j].to == messages[i].to : messages[j].from == messages[i].from;
    return n;
}

/* Receivers take what is there first. */
static RaterAtto
pass_receivers(NaiveMessage messages[], int n, RaterAtto gap)
{
    RaterAtto last = 0;
    for (;;) {
        int next = -1;
        for (int i = 0; i < n; i++)
            if (!messages[i].taken &&
                (next < 0 || messages[i].arrival < messages[next].arrival))
                next = i;
        if (next < 0)
            return last;
        RaterAtto through = messages[next].arrival;
        for (int i = 0; i < n; i++)
            if (messages[i].taken && messages[i].to == messages[next].to)
                through = most(through, messages[i].through + gap);
        messages[next].taken = true;
        messages[next].through = through;
        last = most(last, through);
    }
}

NaiveCost
naive_set_cost(const RaterFabric *fabric, const NaiveShape *shape,
               const RaterPlacement *placement, int n, const RaterParcel parcels[],
               bool simulated)
{
    NaiveCost cost = { 0 };
    RaterAtto latency[2] = { 0, 0 };
    NaiveMessage *messages = calloc((size_t)n + 1, sizeof *messages);
    for (int i = 0; i < n; i++) {
        NaiveMessage *m = &messages[i];
        *m = make_message(fabric, shape, placement, &parcels[i]);
        int64_t sent = count_before(messages, i, false);
        cost.none = most(cost.none, m->latency + m->occupation);
        cost.gaps = most(cost.gaps, sent * fabric->message_gap);
        cost.gaps = most(cost.gaps, count_before(messages, i, true) * fabric->message_gap);
        latency[m->inside] = most(latency[m->inside], m->latency);
        m->ready = (m->inside ? fabric->core_start_time : fabric->start_time) +
                   sent * fabric->message_gap;
        cost.hops += m->inside ? 0 : m->route.n;
        if (!m->inside && m->route.n > cost.most_hops)
            cost.most_hops = m->route.n;
    }
    cost.load = cost.none + cost.gaps;
    NaiveUse *uses = calloc((size_t)n * NAIVE_HOPS + 1, sizeof *uses);
    int n_uses = naive_uses(fabric, shape, placement, n, parcels, uses, n * NAIVE_HOPS + 1);
    for (int i = 0; i < n_uses; i++) {
        cost.busiest = most(cost.busiest, uses[i].busy);
        cost.load = most(cost.load, latency[uses[i].name[0] == 'm'] + uses[i].busy);
    }
    if (simulated && fabric->switching == RATER_SWITCHING_WORMHOLE)
        cost.deadlocks = naive_worms(fabric, messages, n);
    if (simulated)
        naive_packets(fabric, messages, n);
    cost.events = simulated ? pass_receivers(messages, n, fabric->message_gap) : -1;
    free(uses);
    free(messages);
    return cost;
}
