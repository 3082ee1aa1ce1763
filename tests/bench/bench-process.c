/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/bench/bench-process.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* No descriptors are closed on the way, so that GLib need not copy this process to start the
 * other. */
#define SPAWN_FLAGS (G_SPAWN_SEARCH_PATH | G_SPAWN_LEAVE_DESCRIPTORS_OPEN)

static gboolean
spawn(const char *const *argv, GSpawnFlags flags, char **output, GError **error)
{
    int status;
    if (!g_spawn_sync(NULL, (char **)argv, NULL, SPAWN_FLAGS | flags, NULL, NULL, output, NULL,
                      &status, error))
        return FALSE;
    if (status == 0)
        return TRUE;
    g_set_error(error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED, "%s ended with status %d", argv[0],
                status);
    return FALSE;
}

gboolean
bench_process_run(const char *const *argv, GError **error)
{
    return spawn(argv, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, error);
}

gboolean
bench_process_output(const char *const *argv, char **output, GError **error)
{
    return spawn(argv, 0, output, error);
}

guint64
bench_process_peak(void)
{
    /* getrusage() would also count the process that started this one, as it was before exec().
     */
    g_autofree char *text = NULL;
    if (g_file_get_contents("/proc/self/status", &text, NULL, NULL)) {
        const char *peak = strstr(text, "VmHWM:");
        return peak != NULL ? g_ascii_strtoull(peak + strlen("VmHWM:"), NULL, 10) * 1024 : 0;
    }
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (guint64)usage.ru_maxrss * 1024 : 0;
}

double
bench_process_load(void)
{
    double load;
    return getloadavg(&load, 1) == 1 ? load : -1;
}
