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
    [FINDING_OVERLAP] = "overlap",
    [FINDING_GRID] = "grid",
    [FINDING_TASK] = "task",
};
G_STATIC_ASSERT(G_N_ELEMENTS(kind_names) == N_FINDING_KINDS);

static const struct {
    const char *name;
    FindingKind kind;
    const char *advice;
} ids[] = {
#define FINDING(id, name, kind, advice) { name, FINDING_##kind, advice },
#include "src/analysis/explain/finding.def"
#undef FINDING
};

const char *
finding_kind_name(FindingKind kind)
{
    return kind_names[kind];
}

const char *
finding_id_name(FindingId id)
{
    return ids[id].name;
}

FindingKind
finding_id_kind(FindingId id)
{
    return ids[id].kind;
}

const char *
finding_id_advice(FindingId id)
{
    return ids[id].advice;
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
