/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/fuzz/fuzz-machine.h"

#include <fcntl.h>
#include <unistd.h>

Params *
fuzz_machine_new(guint8 choice, const char *largest)
{
    const char *const topologies[] = { "1", "2", "3", "2x2", "3x2", "2x2x2", "5x1x2", largest };
    Params *params = params_new();

    g_assert_true(
        params_set(params, (choice & 32) != 0 ? "type=transputer" : "type=network", NULL));
    g_assert_true(params_set(params, "start time=75", NULL));
    g_assert_true(params_set(params, "send byte time=0.2", NULL));
    g_assert_true(params_set_topology(params, topologies[choice & 7], NULL));
    return params;
}

void
fuzz_write(ReportFill fill, gpointer data)
{
    g_autoptr(GError) error = NULL;
    const int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);

    g_assert_cmpint(fd, >=, 0);
    report_sink_to_fd(fill, data, fd, &error);
    g_assert_no_error(error);
    close(fd);
}
