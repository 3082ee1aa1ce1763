/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/report/check.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

void
check_same(double actual, double expected, const char *expr, const char *file, unsigned line)
{
    char message[256];

    snprintf(message, sizeof message, "%s is %.17g, expected %.17g", expr, actual, expected);
    CU_assertImplementation(memcmp(&actual, &expected, sizeof actual) == 0, line, message, file,
                            "", CU_FALSE);
}

void
check_text(const char *actual, const char *expected, const char *expr, const char *file,
           unsigned line)
{
    g_autofree char *message =
        g_strdup_printf("%s is \"%s\", expected \"%s\"", expr, actual, expected);

    CU_assertImplementation(g_strcmp0(actual, expected) == 0, line, message, file, "",
                            CU_FALSE);
}

void
check_part(const char *text, const char *part, int wanted, const char *expr, const char *file,
           unsigned line)
{
    g_autofree char *message =
        g_strdup_printf("%s %s \"%s\"", expr, wanted ? "lacks" : "holds", part);
    const int found = text != NULL && strstr(text, part) != NULL;

    CU_assertImplementation(text != NULL && found == wanted, line, message, file, "", CU_FALSE);
}

char *
check_source_path(const char *name)
{
    const char *folder = g_getenv("SRCDIR");

    return g_build_filename(folder != NULL ? folder : ".", name, NULL);
}

void
check_golden(const char *actual, const char *name, const char *file, unsigned line)
{
    g_autofree char *relative = g_build_filename("tests", "report", name, NULL);
    g_autofree char *path = check_source_path(relative);
    g_autofree char *expected = NULL;

    if (g_getenv("UPDATE_GOLDEN") != NULL)
        g_file_set_contents(path, actual, -1, NULL);
    g_file_get_contents(path, &expected, NULL, NULL);
    check_text(actual, expected, name, file, line);
}
