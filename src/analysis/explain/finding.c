/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/explain/finding.h"

static const FindingKindRow kinds[] = {
#define FINDING_KIND(id, name, meaning) { name, meaning },
#include "src/analysis/explain/finding.def"
};

static const FindingRow rows[] = {
#define FINDING(id, name, kind, title, fortran, c, recorded)                                  \
    { name, FINDING_##kind, title, { fortran, c, recorded } },
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

FindingLanguage
finding_language(const TraceInfo *info)
{
    static const char *const suffixes[] = { ".cdv", ".c", ".cc", ".cpp", ".h" };

    if (info->recorded)
        return FINDING_RECORDED;
    for (guint i = 0; info->program != NULL && i < G_N_ELEMENTS(suffixes); i++) {
        if (g_str_has_suffix(info->program, suffixes[i]))
            return FINDING_C_DVM;
    }
    return FINDING_FORTRAN_DVM;
}

const char *
finding_advice(FindingId id, FindingLanguage language)
{
    const char *own = rows[id].advice[language];
    return own != NULL ? own : rows[id].advice[FINDING_FORTRAN_DVM];
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
