/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h> /* O_TMPFILE needs its _GNU_SOURCE */

#include "src/timeline/timeline.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "src/base/hash.h"

/* Activities of a chunk: 6 MiB, which is whole pages of any size up to 64 KiB. */
#define CHUNK       (1u << 17)
#define CHUNK_BYTES (CHUNK * sizeof(TimelineActivity))
G_STATIC_ASSERT(sizeof(TimelineActivity) == 48);

#define NO_ACTIVITY G_MAXUINT64

/* A place that every path goes through: how many activities are before it, and its event. */
typedef struct {
    guint64 n_activities;
    guint32 event;
} Cut;

typedef struct {
    TimelineGroup is;
    guint64 last; /* its last activity, or NO_ACTIVITY */
} Group;

struct _Timeline {
    gint64 processors;
    gsize memory;
    GPtrArray *chunks; /* each CHUNK activities, in memory or mapped */
    guint64 n_activities;
    int fd; /* -1: no file yet */
    guint32 n_events;
    GError *failure;
    /* Edges at each of the last TIMELINE_RECENT events, 2 for more or for one that is kept. */
    guint8 degree[TIMELINE_RECENT];

    GPtrArray *groups;      /* of Group */
    GHashTable *group_of;   /* a name of each -> number */
    GPtrArray *sites;       /* of TimelineSite */
    GHashTable *site_of;    /* likewise */
    GStringChunk *files;    /* of the sites */
    GPtrArray *traffics;    /* of GBytes: a TimelineTraffic */
    GHashTable *traffic_of; /* GBytes -> number + 1 */
    guint n_pairs;          /* of all traffics */
    GArray *cuts;           /* of Cut */
    char **names;           /* of processors; NULL: they have none */
};

/* Whether chunk i is one of the file. */
static gboolean
is_mapped(const Timeline *t, guint i)
{
    return t->memory > 0 && i >= t->memory / CHUNK_BYTES;
}

static void
timeline_init(Timeline *t, gint64 processors, gsize memory)
{
    *t = (Timeline){
        .processors = processors,
        .memory = memory,
        .chunks = g_ptr_array_new(),
        .fd = -1,
        .n_events = 1,
        .degree = { 2 }, /* everybody is there */
        .groups = g_ptr_array_new_with_free_func(g_free),
        .group_of = hash_names_new(),
        .sites = g_ptr_array_new_with_free_func(g_free),
        .site_of = hash_names_new(),
        .files = g_string_chunk_new(256),
        .traffics = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref),
        .traffic_of = g_hash_table_new(g_bytes_hash, g_bytes_equal),
        .cuts = g_array_new(FALSE, FALSE, sizeof(Cut)),
    };
}

static void
timeline_release(Timeline *t)
{
    for (guint i = 0; i < t->chunks->len; i++)
        if (is_mapped(t, i))
            munmap(t->chunks->pdata[i], CHUNK_BYTES);
        else
            g_free(t->chunks->pdata[i]);
    g_ptr_array_unref(t->chunks);
    if (t->fd >= 0)
        close(t->fd);
    g_clear_error(&t->failure);
    g_hash_table_unref(t->group_of);
    g_ptr_array_unref(t->groups);
    g_hash_table_unref(t->site_of);
    g_ptr_array_unref(t->sites);
    g_string_chunk_free(t->files);
    g_hash_table_unref(t->traffic_of);
    g_ptr_array_unref(t->traffics);
    g_array_unref(t->cuts);
    g_strfreev(t->names);
}

Timeline *
timeline_new(gint64 processors, gsize memory)
{
    Timeline *t = g_new(Timeline, 1);
    timeline_init(t, processors, memory);
    return t;
}

void
timeline_free(Timeline *timeline)
{
    if (timeline == NULL)
        return;
    timeline_release(timeline);
    g_free(timeline);
}

void
timeline_clear(Timeline *timeline)
{
    timeline_release(timeline);
    timeline_init(timeline, timeline->processors, timeline->memory);
}

/* A failure of the temporary file is told with its folder and the reason. */
static void
fail(Timeline *t, int code, const char *what, gboolean in_file)
{
    g_autofree char *why =
        in_file ? g_strdup_printf(" in %s: %s", g_get_tmp_dir(), g_strerror(code)) : NULL;

    if (t->failure == NULL)
        g_set_error(&t->failure, G_FILE_ERROR, (gint)g_file_error_from_errno(code),
                    "error: the timeline %s%s", what, in_file ? why : "");
}

guint32
timeline_event(Timeline *timeline)
{
    if (timeline->n_events == G_MAXUINT32) {
        fail(timeline, EOVERFLOW, "has too many events", FALSE);
        return timeline->n_events - 1;
    }
    timeline->degree[timeline->n_events % TIMELINE_RECENT] = 0;
    return timeline->n_events++;
}

static gboolean
is_recent(const Timeline *t, guint32 event)
{
    return t->n_events - event <= TIMELINE_RECENT;
}

void
timeline_keep_event(Timeline *timeline, guint32 event)
{
    if (is_recent(timeline, event))
        timeline->degree[event % TIMELINE_RECENT] = 2;
}

static void
touch(Timeline *t, guint32 event)
{
    if (is_recent(t, event) && t->degree[event % TIMELINE_RECENT] < 2)
        t->degree[event % TIMELINE_RECENT]++;
}

/* --- storage --------------------------------------------------------------------------------
 */

/* A file that nobody else can name and that is gone when it is closed. */
static gboolean
open_file(Timeline *t)
{
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), "predictor-XXXXXX", NULL);
#ifdef O_TMPFILE
    t->fd = open(g_get_tmp_dir(), O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
    if (t->fd >= 0)
        return TRUE;
#endif
    t->fd = g_mkstemp_full(path, O_RDWR | O_CLOEXEC, 0600);
    if (t->fd < 0) {
        fail(t, errno, "cannot be kept in a file", TRUE);
        return FALSE;
    }
    g_unlink(path);
    return TRUE;
}

/* The next chunk of the file, or NULL. Its room is there before it is mapped: writing to a full
 * disk through a map would end the program. */
static gpointer
map_chunk(Timeline *t)
{
    const guint i = t->chunks->len;
    off_t at = (off_t)(i - t->memory / CHUNK_BYTES) * (off_t)CHUNK_BYTES;
    if (t->fd < 0 && !open_file(t))
        return NULL;
    int code = posix_fallocate(t->fd, at, (off_t)CHUNK_BYTES);
    if (code != 0) {
        fail(t, code, "does not fit in a file", TRUE);
        return NULL;
    }
    void *map = mmap(NULL, CHUNK_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, t->fd, at);
    if (map == MAP_FAILED) {
        fail(t, errno, "cannot be mapped from a file", TRUE);
        return NULL;
    }
    /* A full chunk is hardly touched again; its pages need not count as ours. */
    if (i > 0 && is_mapped(t, i - 1))
        madvise(t->chunks->pdata[i - 1], CHUNK_BYTES, MADV_DONTNEED);
    return map;
}

static gboolean
add_chunk(Timeline *t)
{
    const gboolean mapped = is_mapped(t, t->chunks->len);
    gpointer chunk = mapped ? map_chunk(t) : g_try_malloc(CHUNK_BYTES);

    if (chunk == NULL && !mapped)
        fail(t, ENOMEM, "does not fit in memory", FALSE);
    if (chunk != NULL)
        g_ptr_array_add(t->chunks, chunk);
    return chunk != NULL;
}

static TimelineActivity *
activity_at(const Timeline *t, guint64 i)
{
    return (TimelineActivity *)t->chunks->pdata[i / CHUNK] + i % CHUNK;
}

/* --- filling --------------------------------------------------------------------------------
 */

static gboolean
continues(const Timeline *t, const TimelineActivity *last, const TimelineActivity *r)
{
    return r->kind <= TIMELINE_IO && last->kind == r->kind && last->to == r->from &&
           last->end == r->start && last->interval == r->interval && last->site == r->site &&
           is_recent(t, r->from) && t->degree[r->from % TIMELINE_RECENT] == 1;
}

void
timeline_add(Timeline *timeline, const TimelineActivity *activity)
{
    Timeline *t = timeline;
    Group *group = activity->group < t->groups->len ? t->groups->pdata[activity->group] : NULL;
    if (t->failure != NULL)
        return;
    if (group != NULL && group->last != NO_ACTIVITY &&
        continues(t, activity_at(t, group->last), activity)) {
        TimelineActivity *mine = activity_at(t, group->last);
        mine->to = activity->to;
        mine->end = activity->end;
        touch(t, activity->to);
        return;
    }
    if (t->n_activities == (guint64)t->chunks->len * CHUNK && !add_chunk(t))
        return;
    *activity_at(t, t->n_activities) = *activity;
    if (group != NULL)
        group->last = t->n_activities;
    t->n_activities++;
    touch(t, activity->from);
    touch(t, activity->to);
}

guint32
timeline_group(Timeline *timeline, const TimelineGroup *group)
{
    const Group one = { *group, NO_ACTIVITY };
    const guint number =
        hash_names_number(timeline->group_of,
                          g_strdup_printf("%p %u %" G_GINT64_FORMAT, (gpointer)group->partition,
                                          group->class, group->least));

    if (number == timeline->groups->len)
        g_ptr_array_add(timeline->groups, g_memdup2(&one, sizeof one));
    return number;
}

guint32
timeline_site_add(Timeline *timeline, const char *file, gint64 line)
{
    const guint number = hash_names_number(
        timeline->site_of, g_strdup_printf("%" G_GINT64_FORMAT " %s", line, file));

    if (number == timeline->sites->len) {
        const TimelineSite site = { g_string_chunk_insert_const(timeline->files, file), line };
        g_ptr_array_add(timeline->sites, g_memdup2(&site, sizeof site));
    }
    return number;
}

guint
timeline_room_for_pairs(const Timeline *timeline)
{
    return MIN(TIMELINE_MOST_PAIRS, TIMELINE_ALL_PAIRS - timeline->n_pairs);
}

guint32
timeline_traffic_add(Timeline *timeline, double bytes, double messages, guint n_pairs,
                     const TimelinePair pairs[])
{
    if (n_pairs > timeline_room_for_pairs(timeline))
        n_pairs = 0;
    const gsize size = sizeof(TimelineTraffic) + n_pairs * sizeof *pairs;
    TimelineTraffic *traffic = g_malloc(size);
    *traffic = (TimelineTraffic){ .bytes = bytes, .messages = messages, .n_pairs = n_pairs };
    if (n_pairs > 0)
        memcpy(traffic->pairs, pairs, n_pairs * sizeof *pairs);
    g_autoptr(GBytes) key = g_bytes_new_take(traffic, size);
    const gpointer known = g_hash_table_lookup(timeline->traffic_of, key);
    if (known != NULL)
        return GPOINTER_TO_UINT(known) - 1;
    timeline->n_pairs += n_pairs;
    g_ptr_array_add(timeline->traffics, key);
    g_hash_table_insert(timeline->traffic_of, g_steal_pointer(&key),
                        GUINT_TO_POINTER(timeline->traffics->len));
    return timeline->traffics->len - 1;
}

void
timeline_cut(Timeline *timeline, guint32 event)
{
    guint n = timeline->cuts->len;
    Cut cut = { timeline->n_activities, event };
    if (n > 0 && g_array_index(timeline->cuts, Cut, n - 1).event == event)
        return;
    timeline_keep_event(timeline, event);
    g_array_append_val(timeline->cuts, cut);
}

gboolean
timeline_ok(const Timeline *timeline, GError **error)
{
    if (timeline->failure == NULL)
        return TRUE;
    if (error != NULL)
        *error = g_error_copy(timeline->failure);
    return FALSE;
}

/* --- reading --------------------------------------------------------------------------------
 */

gint64
timeline_processors(const Timeline *timeline)
{
    return timeline->processors;
}

void
timeline_set_names(Timeline *timeline, char **names)
{
    g_assert(g_strv_length(names) == (guint64)timeline->processors);
    g_strfreev(timeline->names);
    timeline->names = names;
}

const char *
timeline_name(const Timeline *timeline, gint64 processor)
{
    return timeline->names != NULL ? timeline->names[processor] : NULL;
}

guint64
timeline_n_activities(const Timeline *timeline)
{
    return timeline->n_activities;
}

const TimelineActivity *
timeline_activity(const Timeline *timeline, guint64 i)
{
    return activity_at(timeline, i);
}

guint32
timeline_n_groups(const Timeline *timeline)
{
    return timeline->groups->len;
}

const TimelineGroup *
timeline_group_get(const Timeline *timeline, guint32 group)
{
    return timeline->groups->pdata[group];
}

guint32
timeline_n_sites(const Timeline *timeline)
{
    return timeline->sites->len;
}

const TimelineSite *
timeline_site(const Timeline *timeline, guint32 site)
{
    return timeline->sites->pdata[site];
}

const TimelineTraffic *
timeline_traffic(const Timeline *timeline, guint32 traffic)
{
    return g_bytes_get_data(timeline->traffics->pdata[traffic], NULL);
}

guint
timeline_n_segments(const Timeline *timeline)
{
    return timeline->cuts->len + 1;
}

TimelineSegment
timeline_segment(const Timeline *timeline, guint i)
{
    const Cut *cuts = (const Cut *)(gconstpointer)timeline->cuts->data;
    const Cut begin = i > 0 ? cuts[i - 1] : (Cut){ 0, 0 };
    const gboolean ends_at_cut = i < timeline->cuts->len;
    const Cut end =
        ends_at_cut ? cuts[i] : (Cut){ timeline->n_activities, timeline->n_events - 1 };

    return (TimelineSegment){ .first_activity = begin.n_activities,
                              .end_activity = MAX(end.n_activities, begin.n_activities),
                              .first_event = begin.event,
                              .last_event = MAX(end.event, begin.event),
                              .begins_at_cut = i > 0,
                              .ends_at_cut = ends_at_cut };
}

gboolean
timeline_group_has(const TimelineGroup *group, gint64 processor)
{
    if (group->partition == NULL)
        return processor == group->least;
    return sim_partition_class_of(group->partition, processor) == group->class;
}
