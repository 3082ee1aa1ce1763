/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The one recording of a process: whether it is on, for which thread, what is open, what
 * mistakes were made. Every function of dvm-record.h begins with dvmr_enter() and ends with
 * dvmr_leave(); the time in between is not the program's.
 */
#ifndef DVMR_RECORDER_H
#define DVMR_RECORDER_H

/* The library is compiled with hidden symbols, whose calls need no detour; these are for programs. */
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif
#include "record/dvm-record.h"
#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#include "record/text.h"
#include "record/writer.h"

/* Numbers above are refused: sums and products of what is accepted stay within int64_t. */
#define DVMR_MOST ((int64_t)1 << 60)

/* What has a begin and an end. */
typedef enum {
    DVMR_INTERVAL,
    DVMR_SEQUENTIAL,
    DVMR_LOOP_BODY,
    DVMR_IO,
    DVMR_TASK,
} DvmrKind;

typedef struct {
    DvmrKind kind;
    bool left_out; /* its begin was a mistake: its end is left out, too */
    int file, line;
} DvmrOpen;

/* A template: what is distributed, and the arrays that lie on it. */
typedef struct {
    int64_t ref;
    int rank, n_arrays;
    int64_t sizes[DVMR_MAX_RANK];
    int task;                       /* whose processors it lies on, 0: all */
    DvmrAxisHow how[DVMR_MAX_RANK]; /* of the next distribution */
} DvmrTemplate;

typedef struct {
    int n;
    double *loads;
} DvmrWeights;

typedef struct {
    char name[64]; /* for messages */
    int64_t ref, element;
    int rank;
    int64_t sizes[DVMR_MAX_RANK];
    int64_t low[DVMR_MAX_RANK], high[DVMR_MAX_RANK];
    DvmrTemplate *template;
    bool root;    /* the template was made for it */
    bool aligned; /* it has a place, when the template has */
    DvmrWeights weights[DVMR_MAX_RANK];
} DvmrArray;

typedef enum { DVMR_WAIT_REDUCTION, DVMR_WAIT_EDGES, DVMR_WAIT_COPY } DvmrWait;

typedef struct {
    int id;
    DvmrWait kind;
    int64_t ref;
    int task;
} DvmrOp;

/* Of the next loop. */
typedef struct {
    dvmr_array array;
    int low[DVMR_MAX_RANK], high[DVMR_MAX_RANK];
} DvmrAcross;

typedef struct {
    int64_t type, length, location;
} DvmrReduction;

typedef struct {
    dvmr_array array;
    bool corners;
} DvmrEdges;

typedef struct {
    dvmr_array of, on;
    char *section;
} DvmrRemote;

/* A list that grows. */
#define DVMR_LIST(type)                                                                        \
    struct {                                                                                   \
        type *at;                                                                              \
        int n, room;                                                                           \
    }

typedef struct {
    int first, last;
    int64_t machine; /* the reference of its abstract machine */
} DvmrTask;

typedef struct {
    DvmrWriter *writer;
    DvmrHead head;
    bool has_head, strict, no_memory;
    int64_t last, pending; /* when the last call was left; nanoseconds of the program since the
                              last that was written */
    const char *what;      /* the function that was called, and where */
    int file, line;
    int loop_line; /* where the parallel loop that is open began, -1: none is */
    int n_mistakes;

    DVMR_LIST(DvmrOpen) open;
    DVMR_LIST(DvmrArray *) arrays; /* by handle - 1; NULL: freed */
    DVMR_LIST(DvmrOp) ops;         /* going on */
    DVMR_LIST(DvmrTask) tasks;
    DVMR_LIST(int64_t) free_refs;
    int64_t next_ref;
    int next_op;
    int task; /* that is open: its number + 1, 0: none */
    int64_t view, task_template;
    int64_t loop_ref;

    DVMR_LIST(DvmrAcross) across;
    DVMR_LIST(DvmrReduction) reductions;
    DVMR_LIST(DvmrEdges) edges;
    DVMR_LIST(DvmrRemote) remotes;
    DVMR_LIST(int64_t) buffers;
    int64_t reduction_group; /* of the loop that is open, 0: none */
} DvmrRecorder;

/* Whether a recording is on, and whether this thread began it. */
typedef enum { DVMR_OFF, DVMR_OWN, DVMR_OTHERS } DvmrState;

DvmrState dvmr_state(void);
/* Nanoseconds of a clock that only goes forward. */
int64_t dvmr_now(void);

/* For begin and end. The state of the recording while nobody else uses it, else NULL; on for
 * this thread, or off; calls of other threads since it was asked. */
DvmrRecorder *dvmr_lock(void);
void dvmr_unlock(void);
void dvmr_switch(bool on);
long dvmr_take_others(void);

/* NULL: this call is not recorded, and dvmr_leave() is not wanted. */
DvmrRecorder *dvmr_enter(const char *what, const char *file, int line);
/* The same for calls that have no place inside of a parallel loop: there it is a mistake. */
DvmrRecorder *dvmr_enter_outside(const char *what, const char *file, int line);
void dvmr_leave(DvmrRecorder *r);

#ifdef __GNUC__
#define DVMR_FORMAT(n) __attribute__((format(printf, n, (n) + 1)))
#else
#define DVMR_FORMAT(n)
#endif

/* A line on standard error, in one piece. */
void dvmr_tell(const char *file, int line, const char *what, const char *format, ...)
    DVMR_FORMAT(4);
/* Tells a mistake; ends the program when $DVM_RECORD_STRICT wants it. Returns false. */
bool dvmr_mistake(DvmrRecorder *r, const char *format, ...) DVMR_FORMAT(2);
/* Memory ran out: recording stops at the end of this call. Returns false. */
bool dvmr_no_memory(DvmrRecorder *r);

/* One more element at the end of a list, zeroed; NULL: no memory. */
void *dvmr_list_more(DvmrRecorder *r, void *list, size_t size);
#define DVMR_MORE(r, list) dvmr_list_more(r, &(list), sizeof *(list).at)

/* A reference for an object of the trace; those that are given back come again, newest first.
 */
int64_t dvmr_ref_new(DvmrRecorder *r);
void dvmr_ref_free(DvmrRecorder *r, int64_t ref);

/* An array by its handle; NULL for 0, and with a mistake for one that is not. */
DvmrArray *dvmr_array_get(DvmrRecorder *r, dvmr_array handle);
/* One that has a place, else with a mistake. */
DvmrArray *dvmr_array_placed(DvmrRecorder *r, dvmr_array handle);

/* Writes a call; the first of an entry gets the time of the program before it. */
void dvmr_call(DvmrRecorder *r, DvmrCall call, const int64_t *words, size_t n);
#define DVMR_CALL(r, call, ...)                                                                \
    dvmr_call(r, call, (const int64_t[]){ __VA_ARGS__ },                                       \
              sizeof((const int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t))

/* Words of a call with arrays. */
typedef struct {
    size_t n;
    int64_t at[8 * (DVMR_MAX_RANK + 1)];
} DvmrWords;

void dvmr_words_add(DvmrWords *words, int64_t value);
void dvmr_words_array(DvmrWords *words, int n, const int64_t *values);
/* AxisArray, CoeffArray and ConstArray. */
void dvmr_words_terms(DvmrWords *words, int n, const DvmrTerm *terms);

const char *dvmr_kind_name(DvmrKind kind);
/* Opens and closes; a begin that was left out is closed by leaving its end out. close returns
 * whether the end is to be written, and the line of its begin. */
bool dvmr_open(DvmrRecorder *r, DvmrKind kind, bool left_out);
bool dvmr_close(DvmrRecorder *r, DvmrKind kind, int *begin_line);
/* Sets arrays free. */
void dvmr_arrays_clear(DvmrRecorder *r);

/* 0 or 1: what the indices of this thread's calls count from. */
int dvmr_base(void);

#endif
