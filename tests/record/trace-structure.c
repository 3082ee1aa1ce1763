/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * trace-structure TRACE TOPOLOGY...: what is predicted for each, without times. Warnings that
 * name the trace are left out: the virtual system of two traces may differ.
 */
#include <stdio.h>

#include "tests/record/structure.h"

int
main(int argc, char **argv)
{
    for (int i = 2; i < argc; i++) {
        g_autofree char *text = record_structure(argv[1], argv[i]);
        printf("== %s\n%s", argv[i], text);
    }
    return 0;
}
