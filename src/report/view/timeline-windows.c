/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/timeline-windows.h"

typedef struct {
    const gsize *tiles;
    guint8 *taken;
    gsize left;
} Chooser;

/* Takes a tile; FALSE when it does not fit or is no tile that is free. */
static gboolean
take(Chooser *chooser, gint64 tile, gsize more)
{
    if (tile < 0 || tile >= REPORT_TIMELINE_TILES || chooser->taken[tile] ||
        chooser->tiles[tile] + more > chooser->left)
        return FALSE;
    chooser->taken[tile] = 1;
    chooser->left -= chooser->tiles[tile] + more;
    return TRUE;
}

/* Goes on from each seed in steps of `step`, in turns, until none can. */
static void
grow(Chooser *chooser, const guint seeds[], const guint8 seeded[], guint n_seeds, int step)
{
    g_autofree gint64 *front = g_new(gint64, n_seeds + 1);
    g_autofree guint8 *stopped = g_new0(guint8, n_seeds + 1);
    guint going = n_seeds;

    for (guint i = 0; i < n_seeds; i++)
        front[i] = seeds[i];
    while (going > 0) {
        going = 0;
        for (guint i = 0; i < n_seeds; i++) {
            if (!seeded[i] || stopped[i])
                continue;
            if (take(chooser, front[i] + step, 0)) {
                front[i] += step;
                going++;
            } else {
                stopped[i] = 1;
            }
        }
    }
}

GArray *
report_timeline_windows_new(const gsize tiles[REPORT_TIMELINE_TILES], const guint seeds[],
                            guint n_seeds, gsize room, gsize per_window)
{
    GArray *windows = g_array_new(FALSE, FALSE, sizeof(ReportTimelineWindow));
    g_autofree guint8 *taken = g_new0(guint8, REPORT_TIMELINE_TILES);
    g_autofree guint8 *seeded = g_new0(guint8, n_seeds + 1);
    Chooser chooser = { tiles, taken, room };

    for (guint i = 0; i < n_seeds; i++)
        seeded[i] = take(&chooser, seeds[i], per_window);
    grow(&chooser, seeds, seeded, n_seeds, 1);
    grow(&chooser, seeds, seeded, n_seeds, -1);
    for (guint tile = 0; tile < REPORT_TIMELINE_TILES; tile++) {
        if (!taken[tile])
            continue;
        if (tile > 0 && taken[tile - 1]) {
            g_array_index(windows, ReportTimelineWindow, windows->len - 1).last = tile + 1;
        } else {
            const ReportTimelineWindow window = { tile, tile + 1 };
            g_array_append_val(windows, window);
        }
    }
    return windows;
}
