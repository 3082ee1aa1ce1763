/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/record/recording.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "record/dvm-record.h"
#include "src/analysis/predict/predict.h"
#include "src/trace/text/reader.h"

Recording
recording_make(void (*body)(void))
{
    Recording made = { NULL, NULL };
    g_autofree char *said = NULL;
    g_autofree char *trace = NULL;
    const int fd = g_file_open_tmp("recorded-XXXXXX", &trace, NULL);
    const int err = g_file_open_tmp("said-XXXXXX", &said, NULL);
    const int old = dup(STDERR_FILENO);
    if (fd < 0 || err < 0 || old < 0 || dup2(err, STDERR_FILENO) < 0)
        g_error("no temporary files: %s", g_strerror(errno));
    dvmr_begin(trace);
    body();
    dvmr_end();
    dup2(old, STDERR_FILENO);
    close(old);
    close(err);
    close(fd);
    if (!g_file_get_contents(said, &made.said, NULL, NULL))
        made.said = g_strdup("");
    g_unlink(said);
    made.trace = g_steal_pointer(&trace);
    return made;
}

void
recording_clear(Recording *recording)
{
    if (recording->trace != NULL)
        g_unlink(recording->trace);
    g_clear_pointer(&recording->trace, g_free);
    g_clear_pointer(&recording->said, g_free);
}

char *
recording_check(const Recording *recording)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Params) params = params_new();
    g_autoptr(TraceProgram) program = trace_read(recording->trace, &error);
    if (program == NULL)
        return g_strdup(error->message);
    if (program->info.vps_rank > 0 && rater_grid_init(&params->topology, program->info.vps_rank,
                                                      program->info.vps_size) != RATER_OK)
        return g_strdup("a processor system that cannot be");
    g_autoptr(Prediction) p =
        predict(program, params, &(PredictOptions){ .no_ideal = TRUE }, &error);
    return p == NULL ? g_strdup(error->message) : g_strjoinv("\n", p->warnings);
}
