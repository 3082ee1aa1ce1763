/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/explain/finding.h"

static const char *const kind_names[] = {
    [FINDING_IMBALANCE] = "imbalance",
    [FINDING_SERIAL] = "serial",
    [FINDING_REPLICATED] = "replicated",
    [FINDING_REDUCTION] = "reduction",
    [FINDING_SHADOW] = "shadow",
    [FINDING_REMOTE] = "remote",
    [FINDING_REDISTRIBUTION] = "redistribution",
    [FINDING_IO] = "io",
    [FINDING_LATENCY] = "latency",
    [FINDING_BANDWIDTH] = "bandwidth",
    [FINDING_CONGESTION] = "congestion",
    [FINDING_MAPPING] = "mapping",
    [FINDING_OVERLAP] = "overlap",
    [FINDING_GRID] = "grid",
    [FINDING_TASK] = "task",
};
G_STATIC_ASSERT(G_N_ELEMENTS(kind_names) == N_FINDING_KINDS);

static const FindingRow rows[] = {
#define FINDING(id, name, kind, advice) { name, FINDING_##kind, advice },
#include "src/analysis/explain/finding.def"
#undef FINDING
};

const char *
finding_kind_name(FindingKind kind)
{
    return kind_names[kind];
}

const FindingRow *
finding_row(FindingId id)
{
    return &rows[id];
}

void
finding_free(gpointer finding)
{
    Finding *f = finding;
    if (f == NULL)
        return;
    g_free(f->file);
    g_free(f->processors);
    g_free(f->title);
    g_free(f->evidence);
    g_free(f->advice);
    g_free(f);
}
