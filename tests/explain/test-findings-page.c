/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * docs/findings.md has a section for each identifier in the code, with all its parts, and no
 * other.
 */
#include <string.h>

#include "src/analysis/explain/finding.h"
#include "tests/sim/sim-check.h"

static char *
page(void)
{
    const char *folder = g_getenv("SRCDIR");
    g_autofree char *path =
        g_build_filename(folder != NULL ? folder : ".", "docs", "findings.md", NULL);
    char *text = NULL;
    CU_ASSERT_FATAL(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

/* From behind "## id" to the next heading; NULL without one. Free with g_free(). */
static char *
section(const char *text, const char *id)
{
    g_autofree char *heading = g_strdup_printf("\n## %s\n", id);
    const char *begin = strstr(text, heading);
    if (begin == NULL)
        return NULL;
    begin += strlen(heading);
    const char *end = strstr(begin, "\n## ");
    return end != NULL ? g_strndup(begin, (gsize)(end - begin)) : g_strdup(begin);
}

static void
test_sections(void)
{
    static const char *const parts[] = { "**Meaning.**", "**Typical causes.**", "**Remedies.**",
                                         "\n    " };
    g_autofree char *text = page();
    for (guint i = 0; i < N_FINDING_IDS; i++) {
        const char *id = finding_row((FindingId)i)->name;
        g_autofree char *own = section(text, id);
        CHECK_THAT(own != NULL, "no section %s", id);
        for (guint k = 0; own != NULL && k < G_N_ELEMENTS(parts); k++)
            CHECK_THAT(strstr(own, parts[k]) != NULL, "%s lacks '%s'", id, parts[k]);
    }
}

static void
test_no_others(void)
{
    g_autofree char *text = page();
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    guint n = 0;
    for (char **line = lines; *line != NULL; line++) {
        if (!g_str_has_prefix(*line, "## ") || strchr(*line + 3, ' ') != NULL)
            continue;
        gboolean known = FALSE;
        for (guint i = 0; i < N_FINDING_IDS; i++)
            known = known || g_str_equal(*line + 3, finding_row((FindingId)i)->name);
        CHECK_THAT(known, "a section of no finding: %s", *line);
        n++;
    }
    CHECK_INT(n, N_FINDING_IDS);
}

/* Identifiers are words of small letters, each once; every kind has one. */
static void
test_names(void)
{
    gboolean used[N_FINDING_KINDS] = { FALSE };
    for (guint i = 0; i < N_FINDING_IDS; i++) {
        const char *id = finding_row((FindingId)i)->name;
        CHECK_THAT(strspn(id, "abcdefghijklmnopqrstuvwxyz-") == strlen(id), "%s", id);
        used[finding_row((FindingId)i)->kind] = TRUE;
        for (guint j = 0; j < i; j++)
            CHECK_THAT(!g_str_equal(id, finding_row((FindingId)j)->name), "%s twice", id);
    }
    for (guint k = 0; k < N_FINDING_KINDS; k++)
        CHECK_THAT(used[k], "nothing is of kind %s", finding_kind((FindingKind)k)->name);
}

static void
test_languages(void)
{
    static const struct {
        const char *program;
        gboolean recorded;
        FindingLanguage language;
    } cases[] = {
        { "heat.fdv", FALSE, FINDING_FORTRAN_DVM }, { NULL, FALSE, FINDING_FORTRAN_DVM },
        { "lines.cdv", FALSE, FINDING_C_DVM },      { "lines.c", FALSE, FINDING_C_DVM },
        { "heat.c", TRUE, FINDING_RECORDED },       { "heat.F90", TRUE, FINDING_RECORDED },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        const TraceInfo info = { .program = cases[i].program, .recorded = cases[i].recorded };
        CHECK_INT(finding_language(&info), cases[i].language);
    }
}

/* Advice is in the words of its language and of no other. */
static void
test_advice(void)
{
    static const char *const words[] = { "CDVM$", "DVM(", "dvmr_" };
    for (guint i = 0; i < N_FINDING_IDS; i++) {
        for (guint own = 0; own < N_FINDING_LANGUAGES; own++) {
            const char *text = finding_advice((FindingId)i, (FindingLanguage)own);
            CHECK_THAT(g_str_has_suffix(text, "."), "%s", text);
            for (guint k = 0; k < N_FINDING_LANGUAGES; k++)
                CHECK_THAT(k == own || strstr(text, words[k]) == NULL, "%s", text);
        }
        const char *recorded = finding_advice((FindingId)i, FINDING_RECORDED);
        CHECK_THAT(strstr(recorded, "ACROSS") == NULL && strstr(recorded, "_GROUP") == NULL,
                   "%s", recorded);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "sections", test_sections },
        { "no_others", test_no_others },
        { "names", test_names },
        { "languages", test_languages },
        { "advice", test_advice },
        CU_TEST_INFO_NULL,
    };
    return tap_run("findings page", tests);
}
