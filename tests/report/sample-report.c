/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Writes a report of one of the predictions made by hand to standard output, for tests in
 * scripts: sample-report sample|hostile|large|deep|random|many FORMAT
 * [per-processor|no-processors]
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/report/formats.h"
#include "tests/report/builder.h"

static Prediction *
build(const char *name)
{
    if (strcmp(name, "hostile") == 0)
        return builder_hostile();
    if (strcmp(name, "large") == 0)
        return builder_large(1000);
    if (strcmp(name, "deep") == 0)
        return builder_deep(2000);
    if (strcmp(name, "random") == 0)
        return builder_random(1, 50);
    if (strcmp(name, "many") == 0)
        return builder_random(7, 5000);
    return builder_sample();
}

int
main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;

    if (argc < 3)
        return 2;
    const ReportOptions options = {
        .max_depth = -1,
        .unicode = TRUE,
        .per_processor = argc > 3 && strcmp(argv[3], "per-processor") == 0,
        .no_processors = argc > 3 && strcmp(argv[3], "no-processors") == 0,
    };
    g_autoptr(Prediction) prediction = build(argv[1]);
    Report report = { prediction, &options };
    const ReportFormat *format = report_format_find(REPORT_OF_RUN, argv[2], NULL, &error);
    if (format != NULL &&
        report_sink_to_fd(format->write[REPORT_OF_RUN], &report, STDOUT_FILENO, &error))
        return 0;
    fprintf(stderr, "%s\n", error->message);
    return 1;
}
