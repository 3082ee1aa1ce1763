/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Inside of a running simulation: the state that the handlers of calls share.  Only src/sim/
 * includes this; simulator.h is what others see.
 */
#pragma once

#include "src/sim/sim-clock.h"
#include "src/sim/sim-ledger.h"
#include "src/sim/sim-lines.h"
#include "src/sim/sim-object.h"
#include "src/sim/sim-recorder.h"
#include "src/sim/simulator.h"

/* Warnings of one kind that are printed before the rest is only counted. */
#define SIM_MOST_WARNINGS 20

typedef enum {
    SIM_WARNING_INTERVAL, /* an end that does not match its begin */
    SIM_WARNING_RESTART,  /* a second start without a wait */
    SIM_WARNING_NO_WAIT,  /* a start never waited for */
    SIM_WARNING_RESULT,   /* a copy whose Res is not its number of elements */
    SIM_WARNING_CALL,     /* --keep-going */
    SIM_WARNING_OTHER,
    SIM_N_WARNINGS,
} SimWarning;

/* One pair (abstract machine, processor system) of the stack. */
typedef struct {
    const SimSystem *system;
    SimMachine *machine; /* owned reference */
} SimFrame;

struct _SimWhatIfState;

struct _Simulator {
    const TraceReader *reader; /* records, sites and references of the calls */
    const Params *params;
    RaterNetwork network;
    SimulatorOptions options;

    SimSystems *systems;
    SimClock clock;
    SimLedger *ledger;
    SimLedger *lines;        /* NULL: not asked for */
    SimRecorder *recorder;   /* NULL: no timeline */
    GArray *stack;           /* of SimFrame; the last is current, the first the root */
    const SimSystem *system; /* of the last frame */

    struct _SimWhatIfState *what_if; /* sim-what-if-hooks.h; NULL: not asked for */

    gboolean in_io;       /* between the returns of biof_ and eiof_ */
    GPtrArray *objects;   /* SimObject (owned reference) or NULL by reference number */
    GArray *site_of;      /* of guint32: the first site with the same file and line */
    GHashTable *sites;    /* "LINE FILE" -> that site */
    SimSum serial;        /* all times: the program on one processor */
    SimLoop *last_mapped; /* owned reference: the loop mapped last, or NULL */
    struct _SimMappings *mappings;
    struct _SimLoopMaps *loop_maps;
    GHashTable *traffic;  /* GBytes (what moves) -> RaterTraffic: sim-move.h */
    GHashTable *prefixes; /* GBytes of int64_t: weights that distributions borrow */

    GArray *n_unknown;   /* of guint64, by record: calls for the one warning a name */
    GPtrArray *warnings; /* owned strings */
    guint64 n_warned[SIM_N_WARNINGS];
    gboolean named_later[RT_N_CALLS];
};

/* One call on its way through the simulation; times after overhead and power, before speed. */
typedef struct {
    const TraceCall *at;
    const TraceRecord *record; /* of the call line */
    const TraceRecord *ret;    /* of the return line */
    double t_call, t_return;   /* seconds */
    gboolean call_done;        /* set by a handler that accounted t_call itself */
    gboolean return_done;      /* likewise t_return */
} SimCall;

/* --- messages -------------------------------------------------------------------------------
 */

/* "FILE:LINE: warning: NAME: ..." once for each call up to SIM_MOST_WARNINGS a kind. */
void sim_warn(Simulator *sim, SimWarning kind, guint64 line, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/* Warns when an operation of `object` (NULL is allowed) was started and not waited for. */
void sim_warn_unwaited(Simulator *sim, gpointer object);

/* Sets SIMULATOR_ERROR_CALL with "FILE:LINE: error: NAME: ..."; always returns FALSE. */
gboolean sim_fail(const Simulator *sim, const SimCall *call, GError **error, const char *format,
                  ...) G_GNUC_PRINTF(4, 5);

/* The same for a status of rater/ other than RATER_OK (_MEMORY: as sim_fail_classes()); TRUE
 * when it is RATER_OK. */
gboolean sim_check(const Simulator *sim, const SimCall *call, RaterStatus status,
                   GError **error);

/* Sets SIMULATOR_ERROR_MEMORY; always returns FALSE. */
gboolean sim_fail_classes(const Simulator *sim, const SimCall *call, GError **error);

/* The first site with the same file and line as site number `site`. */
guint32 sim_site(Simulator *sim, guint32 site);

/* --- accounting ------------------------------------------------------------------------------
 */

/* Base accounting of user (SIM_BASE_CPU) or system (SIM_BASE_SYS) time: to all processors of
 * the current system, or to input/output inside of a bracket. */
gboolean sim_spend(Simulator *sim, const SimCall *call, guint what, double t, GError **error);

/* Input/output: to processor 0 of the root. */
gboolean sim_spend_io(Simulator *sim, const SimCall *call, double t, GError **error);

/* A time shared by the processors of the current system (kind: SIM_RECORD_SHARED_CPU or _SYS).
 */
gboolean sim_spend_shared(Simulator *sim, const SimCall *call, SimRecordKind kind,
                          const SimShare *share, double t, GError **error);

/* --- collectives -----------------------------------------------------------------------------
 */

/* Counts one operation of the group in the current interval. */
void sim_count(Simulator *sim, Operation group);

/* All processors of the current system wait for the last; *now (may be NULL) is its clock.
 * Times go to `group`, or to input/output inside of a bracket. */
gboolean sim_synchronise(Simulator *sim, const SimCall *call, Operation group, SimSum *now,
                         GError **error);

/* All processors of the current system spend `cost` in the group. */
gboolean sim_communicate(Simulator *sim, const SimCall *call, Operation group, double cost,
                         GError **error);

/* Synchronises, counts the operation, and sets it going for `cost` seconds. */
gboolean sim_start(Simulator *sim, const SimCall *call, Operation group, SimAsync *async,
                   double cost, GError **error);

/* The same without synchronising: it starts at the largest clock, and nobody waits for that. */
gboolean sim_start_unsynchronised(Simulator *sim, const SimCall *call, Operation group,
                                  SimAsync *async, double cost, GError **error);

/* Waits for it: overlap, waiting and variation. An operation that was not started is an error.
 */
gboolean sim_wait(Simulator *sim, const SimCall *call, Operation group, SimAsync *async,
                  GError **error);

/* Cost of a set of transfers among the current system, seconds. */
double sim_transfer_cost(const Simulator *sim, const RaterTraffic *traffic);

/* What an exchange of the group's edges moves with the distribution of now. */
gboolean sim_shadow_group_traffic(Simulator *sim, const SimCall *call,
                                  const SimShadowGroup *group, RaterTraffic *traffic,
                                  GError **error);

/* --- objects ---------------------------------------------------------------------------------
 */

/* The object named by parameter `id` of the call line, which must be of `kind`. NULL with
 * `error` set when the parameter is missing, names nothing or names something else. */
gpointer sim_object_get(Simulator *sim, const SimCall *call, RtParamId id, SimObjectKind kind,
                        GError **error);

/* The array named by its header or, without one, by its handle. */
SimArray *sim_array_get(Simulator *sim, const SimCall *call, RtParamId header, RtParamId handle,
                        GError **error);

/* The system that parameter `id` names: that of the object, the current one for no reference.
 * NULL with an error. */
const SimSystem *sim_system_get(Simulator *sim, const SimCall *call, RtParamId id,
                                GError **error);

/* Pushes the current pair again: for a runam_ in error, so that its stopam_ finds a match. */
void sim_repeat_frame(Simulator *sim);

/* Makes `object` (reference taken over) the one that the return's (or the call's) parameter
 * names. */
gboolean sim_object_put(Simulator *sim, const SimCall *call, const TraceRecord *record,
                        RtParamId id, gpointer object, GError **error);

/* Forgets the object that the reference names, whatever it is; none is not an error. */
void sim_object_delete(Simulator *sim, gint64 reference);

/* Deletes the object that the call names, which must be of `kind`. */
gboolean sim_forget(Simulator *sim, const SimCall *call, RtParamId id, SimObjectKind kind,
                    GError **error);

/* --- mappings --------------------------------------------------------------------------------
 */

/* Interns: equal mappings on the same system are one pointer. */
const SimMapping *sim_mapping_intern(Simulator *sim, const RaterMapping *mapping,
                                     const SimSystem *system);

/* Recomputes where the arrays aligned with a template, and itself, are. */
gboolean sim_template_place(Simulator *sim, const SimCall *call, SimTemplate *template,
                            GError **error);

/* Where align_ or realn_ puts the array: its alignment with the pattern's template. */
gboolean sim_alignment_get(Simulator *sim, const SimCall *call, const SimArray *array,
                           SimTemplate **template, RaterAlign *align, GError **error);

/* Puts the array there. */
gboolean sim_array_align(Simulator *sim, const SimCall *call, SimArray *array,
                         SimTemplate *template, const RaterAlign *align, GError **error);

/* Template or array that PatternRef names. */
gboolean sim_pattern_get(Simulator *sim, const SimCall *call, SimTemplate **template,
                         SimArray **array, GError **error);

/* Fills `rules` from AxisArray, CoeffArray, ConstArray; returns how many, -1 with an error. */
int sim_rules_get(Simulator *sim, const SimCall *call, RaterAlignRule rules[], GError **error);

/* A parameter with at least `n` values, or NULL with an error. */
const gint64 *sim_values_get(Simulator *sim, const SimCall *call, RtParamId id, guint n,
                             GError **error);

/* Rank (1..RATER_MAX_RANK) from parameter `Rank`, 0 with an error. */
int sim_rank_get(Simulator *sim, const SimCall *call, GError **error);
