/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Nothing is queued here: each round finds the earliest time at which any link can choose, lets
 * all links choose that can then, of what they know before, and only then carries it out.
 */
#include "tests/rater/network-naive-flow.h"

#include <stdlib.h>
#include <string.h>

#define NEVER ((RaterAtto)1 << 120)

typedef struct {
    int message;
    int64_t packet;
    int at;          /* which link of the route it is at, n: delivered */
    RaterAtto since; /* when it came there, or asked for it */
    /* Of worms: [j] when link j was granted and is left; NEVER: not known. */
    bool asks;
    RaterAtto granted[NAIVE_HOPS], left[NAIVE_HOPS];
    int from; /* the first link since it last had to let go */
} Packet;

typedef struct {
    const char *name;
    RaterAtto free_at;
    int choice; /* in this round, -1: none */
    RaterAtto time;
} Line;

typedef struct {
    const RaterFabric *fabric;
    NaiveMessage *messages;
    Packet *packets;
    int n_packets;
    Line *lines;
    int n_lines;
} Scene;

static RaterAtto
most(RaterAtto a, RaterAtto b)
{
    return a > b ? a : b;
}

static Line *
find_line(Scene *scene, const char *name)
{
    for (int i = 0; i < scene->n_lines; i++)
        if (strcmp(scene->lines[i].name, name) == 0)
            return &scene->lines[i];
    scene->lines[scene->n_lines] = (Line){ .name = name, .choice = -1 };
    return &scene->lines[scene->n_lines++];
}

static Line *
line_at(Scene *scene, const Packet *packet, int j)
{
    return find_line(scene, scene->messages[packet->message].route.link[j]);
}

static bool
is_before(const Packet *a, const Packet *b)
{
    if (a->since != b->since)
        return a->since < b->since;
    if (a->message != b->message)
        return a->message < b->message;
    return a->packet < b->packet;
}

static bool
is_done(const Scene *scene, const Packet *packet)
{
    return packet->at == scene->messages[packet->message].route.n;
}

static void
set_up(Scene *scene, const RaterFabric *fabric, NaiveMessage messages[], int n, bool worms)
{
    bool crawl = fabric->switching == RATER_SWITCHING_WORMHOLE;
    int64_t count = 0;
    int64_t links = 0;
    for (int i = 0; i < n; i++) {
        count += messages[i].k;
        links += messages[i].route.n;
    }
    *scene = (Scene){ .fabric = fabric, .messages = messages };
    scene->packets = calloc((size_t)count + 1, sizeof *scene->packets);
    scene->lines = calloc((size_t)links + 1, sizeof *scene->lines);
    for (int i = 0; i < n; i++) {
        if (worms ? messages[i].inside : crawl && !messages[i].inside)
            continue;
        for (int64_t j = 0; j < messages[i].k; j++) {
            Packet *packet = &scene->packets[scene->n_packets++];
            *packet = (Packet){ .message = i, .packet = j, .since = messages[i].ready };
            if (worms) {
                packet->asks = j == 0;
                packet->since = messages[i].ready + fabric->packet_start_time;
                for (int m = 0; m < NAIVE_HOPS; m++)
                    packet->granted[m] = packet->left[m] = NEVER;
            }
            for (int m = 0; m < messages[i].route.n; m++)
                (void)line_at(scene, packet, m);
        }
    }
}

/* Packets: when a line chooses next, and whom. */
static void
plan_packet(Scene *scene, Line *line)
{
    line->time = NEVER;
    line->choice = -1;
    for (int i = 0; i < scene->n_packets; i++) {
        Packet *packet = &scene->packets[i];
        if (is_done(scene, packet) || line_at(scene, packet, packet->at) != line)
            continue;
        RaterAtto time = most(packet->since, line->free_at);
        if (time < line->time) {
            line->time = time;
            line->choice = i;
        } else if (time == line->time && is_before(packet, &scene->packets[line->choice])) {
            line->choice = i;
        }
    }
}

static void
send_packet(Scene *scene, Line *line, Packet *packet)
{
    NaiveMessage *m = &scene->messages[packet->message];
    const RaterFabric *f = scene->fabric;
    RaterAtto now = line->time;
    RaterAtto o = m->occupation;
    RaterAtto d = 0;
    if (!m->inside) {
        int64_t left = m->bytes - packet->packet * f->packet_size;
        int64_t bytes = f->packet_size == 0 || left < f->packet_size ? left : f->packet_size;
        o = f->packet_start_time + bytes * f->byte_time;
        d = f->link_delay;
    }
    line->free_at = now + o;
    packet->since = now + o + d;
    if (++packet->at == m->route.n)
        m->arrival = most(m->arrival, packet->since);
    else if (f->switching == RATER_SWITCHING_CUT_THROUGH)
        packet->since = now + d;
}

void
naive_packets(const RaterFabric *fabric, NaiveMessage messages[], int n)
{
    Scene scene;
    set_up(&scene, fabric, messages, n, false);
    for (;;) {
        RaterAtto now = NEVER;
        for (int i = 0; i < scene.n_lines; i++) {
            plan_packet(&scene, &scene.lines[i]);
            if (scene.lines[i].time < now)
                now = scene.lines[i].time;
        }
        if (now == NEVER)
            break;
        for (int i = 0; i < scene.n_lines; i++)
            if (scene.lines[i].time == now)
                send_packet(&scene, &scene.lines[i], &scene.packets[scene.lines[i].choice]);
    }
    free(scene.packets);
    free(scene.lines);
}

/* How many worms hold a line at a time. */
static int64_t
count_holders(Scene *scene, const Line *line, RaterAtto time)
{
    int64_t n = 0;
    for (int i = 0; i < scene->n_packets; i++) {
        Packet *worm = &scene->packets[i];
        for (int j = 0; j < worm->at; j++)
            n += worm->left[j] > time && line_at(scene, worm, j) == line;
    }
    return n;
}

/* When fewer worms than channels hold a line, from a time on. */
static RaterAtto
find_channel(Scene *scene, const Line *line, RaterAtto time)
{
    while (count_holders(scene, line, time) >= scene->fabric->virtual_channels) {
        RaterAtto next = NEVER;
        for (int i = 0; i < scene->n_packets; i++)
            for (int j = 0; j < scene->packets[i].at; j++) {
                RaterAtto left = scene->packets[i].left[j];
                if (left > time && left < next && line_at(scene, &scene->packets[i], j) == line)
                    next = left;
            }
        if (next == NEVER)
            return NEVER;
        time = next;
    }
    return time;
}

static void
plan_worm(Scene *scene, Line *line)
{
    line->time = NEVER;
    line->choice = -1;
    for (int i = 0; i < scene->n_packets; i++) {
        Packet *worm = &scene->packets[i];
        if (worm->asks && !is_done(scene, worm) && line_at(scene, worm, worm->at) == line &&
            (line->choice < 0 || is_before(worm, &scene->packets[line->choice])))
            line->choice = i;
    }
    if (line->choice >= 0)
        line->time =
            find_channel(scene, line, most(scene->packets[line->choice].since, line->free_at));
}

/* Its successor asks tp after the first link is left. */
static void
wake_successor(Scene *scene, const Packet *worm)
{
    const Packet *end = scene->packets + scene->n_packets;
    Packet *next = (Packet *)worm + 1;
    if (next == end || next->message != worm->message || next->asks)
        return;
    next->asks = true;
    next->since = worm->left[0] + scene->fabric->packet_start_time;
}

/* Of which links it is known now when the worm leaves them. */
static void
find_left(Scene *scene, Packet *worm)
{
    const NaiveMessage *m = &scene->messages[worm->message];
    int h = m->route.n;
    int64_t buffer = scene->fabric->flit_buffer;
    for (int j = worm->from; j < worm->at; j++) {
        RaterAtto left = 0;
        for (int i = j; i < h && i - j <= (m->f - 2) / buffer; i++) {
            if (worm->granted[i] == NEVER) {
                left = NEVER;
                break;
            }
            RaterAtto tail = (m->f - 1 - (i - j) * buffer) * m->t;
            left = most(left, worm->granted[i] + m->header + tail);
        }
        worm->left[j] = left;
    }
    if (worm->from == 0 && worm->at > 0 && worm->left[0] < NEVER)
        wake_successor(scene, worm);
}

static void
grant(Scene *scene, Line *line, Packet *worm)
{
    NaiveMessage *m = &scene->messages[worm->message];
    line->free_at = line->time + m->header + (m->f - 1) * m->t;
    worm->granted[worm->at++] = line->time;
    worm->since = line->time + m->header;
    if (worm->at == m->route.n)
        m->arrival = most(m->arrival, line->free_at);
    find_left(scene, worm);
}

/* The last time at which anything is known to happen. */
static RaterAtto
last_time(const Scene *scene)
{
    RaterAtto last = 0;
    for (int i = 0; i < scene->n_lines; i++)
        last = most(last, scene->lines[i].free_at);
    for (int i = 0; i < scene->n_packets; i++) {
        const Packet *worm = &scene->packets[i];
        if (worm->asks && !is_done(scene, worm))
            last = most(last, worm->since);
        for (int j = 0; j < worm->at; j++)
            if (worm->left[j] < NEVER)
                last = most(last, worm->left[j]);
    }
    return last;
}

/* The first of those that wait and hold a link lets go; false: there is none. */
static bool
let_go(Scene *scene)
{
    RaterAtto now = last_time(scene);
    Packet *first = NULL;
    for (int i = 0; i < scene->n_packets; i++) {
        Packet *worm = &scene->packets[i];
        if (is_done(scene, worm) || worm->at == 0 || worm->left[worm->at - 1] < NEVER)
            continue;
        if (first == NULL || is_before(worm, first))
            first = worm;
    }
    if (first == NULL)
        return false;
    for (int j = 0; j < first->at; j++)
        if (first->left[j] == NEVER)
            first->left[j] = now;
    if (first->left[0] == now)
        wake_successor(scene, first);
    first->from = first->at;
    return true;
}

int64_t
naive_worms(const RaterFabric *fabric, NaiveMessage messages[], int n)
{
    Scene scene;
    int64_t deadlocks = 0;
    set_up(&scene, fabric, messages, n, true);
    for (;;) {
        RaterAtto now = NEVER;
        for (int i = 0; i < scene.n_lines; i++) {
            plan_worm(&scene, &scene.lines[i]);
            if (scene.lines[i].time < now)
                now = scene.lines[i].time;
        }
        if (now == NEVER) {
            if (!let_go(&scene))
                break;
            deadlocks++;
            continue;
        }
        for (int i = 0; i < scene.n_lines; i++)
            if (scene.lines[i].time == now)
                grant(&scene, &scene.lines[i], &scene.packets[scene.lines[i].choice]);
    }
    free(scene.packets);
    free(scene.lines);
    return deadlocks;
}
