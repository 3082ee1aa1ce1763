/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/explain/finding.h"

static const FindingKindRow kinds[] = {
#define FINDING_KIND(id, name, meaning) { name, meaning },
#include "src/analysis/explain/finding.def"
};

static const FindingRow rows[] = {
#define FINDING(id, name, kind, title, advice) { name, FINDING_##kind, title, advice },
#include "src/analysis/explain/finding.def"
};

const FindingKindRow *
finding_kind(FindingKind kind)
{
    return &kinds[kind];
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
