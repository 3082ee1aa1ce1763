/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * `predictor machine`: what a machine looks like, what messages and reductions cost on it, and
 * what a given set of transfers does.
 */
#pragma once

#include "src/params/machine.h"
#include "src/report/value/report.h"

/* What some bytes cost, in seconds; NAN: nobody knows, or it would take too long to find out.
 */
typedef struct {
    gint64 bytes;
    double near, far; /* a message from processor 0 to 1, and to the farthest */
    double broadcast, reduction;
} MachineCost;

/* What a reduction of 8 bytes among some processors costs; NAN likewise. */
typedef struct {
    gint64 processors;
    double reduction;
} MachineAmong;

typedef struct {
    const Params *params;
    ParamsMachine *machine; /* NULL: no network of nodes and links */
    gint64 far;    /* to which of the first processors a short message from 0 takes longest */
    GArray *costs; /* of MachineCost */
    GArray *among; /* of MachineAmong: the first 2, 4, .. processors, and all */
    /* A set of transfers; NULL: none was given. */
    GArray *transfers; /* of RaterParcel */
    RaterExchange load, events;
    gboolean simulated; /* events is known */
    GPtrArray *hottest; /* of RaterLinkUse of load, the busiest first, equal ones by number */
    const char *template_dir; /* of the page, as in ReportOptions */
} MachineReport;

/* Describes the machine of `params`, which stays the caller's. `transfers` (NULL: none) is
 * taken over, and wants a network of nodes and links; `watch` (or NULL) is told while
 * they are simulated. NULL: an error of the network, or one
 * that says that the transfers are too many. */
MachineReport *machine_report_new(const Params *params, GArray *transfers,
                                  const RaterWatch *watch, GError **error);
void machine_report_free(MachineReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MachineReport, machine_report_free)

/* Reads lines `p,q,bytes` of processors below `n`, which may have the line "p,q,bytes" before
 * them; blank ones do not count. Errors are "name:line:column: error: ...". */
GArray *machine_transfers_read(const char *name, const char *text, gsize len, gint64 n,
                               GError **error);

/* "fat tree 20x40 of 800 nodes", "network": the machine in a few words; "4x2". Free with
 * g_free(). */
char *machine_title(const MachineReport *report);
char *machine_sizes(const RaterGrid *grid);

/* Whether a parameter is told of: it is not the default, and is not told of elsewhere. */
gboolean machine_shows_parameter(const Params *params, ParamsId id);

/* Write a MachineReport. */
ReportWrite machine_html_write, machine_json_write, machine_text_write;
