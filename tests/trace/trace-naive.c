/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/trace/trace-naive.h"

#include <stdlib.h>
#include <string.h>

#include "src/trace/program/rt-call.h"

typedef struct {
    char kind; /* c, r, E */
    char *name, *file;
    gint64 line, ticks;
    gboolean bad;
    guint64 trace_line;
    GString *params;
    gboolean last, open_ended;
} Event;

typedef struct {
    GPtrArray *events;
    GString *header;
    guint64 n_lines;
    gsize size;
} Parsed;

static void
event_free(gpointer data)
{
    Event *event = data;
    g_free(event->name);
    g_free(event->file);
    g_string_free(event->params, TRUE);
    g_free(event);
}

/* The match of `pattern` in `text`, or NULL. */
static GMatchInfo *
match(const char *pattern, const char *text)
{
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_RAW, 0, NULL);
    GMatchInfo *info = NULL;
    if (g_regex_match(regex, text, 0, &info))
        return info;
    g_match_info_free(info);
    return NULL;
}

static Event *
parse_event(const char *line)
{
    g_autoptr(GMatchInfo) info = match("^\\s*(?:NAME=\\s*)?(call|ret|Event)_(\\S+)\\s+"
                                       "(?:TIME=\\s*((?!LINE=)\\S+)?\\s*(?:[0-9.]+\\s+)?)?"
                                       "LINE=\\s*((?!FILE=)\\S*)\\s*FILE=(.*?)\\s*$",
                                       line);
    if (info == NULL)
        return NULL;
    g_autofree char *kind = g_match_info_fetch(info, 1);
    g_autofree char *time = g_match_info_fetch(info, 3);
    g_autofree char *number = g_match_info_fetch(info, 4);
    Event *event = g_new0(Event, 1);
    event->kind = kind[0];
    event->name = g_match_info_fetch(info, 2);
    event->file = g_match_info_fetch(info, 5);
    event->params = g_string_new(NULL);
    g_autoptr(GMatchInfo) good = match("^[0-9]+[.][0-9]{8}$", time);
    g_autoptr(GMatchInfo) whole = match("^[0-9]*$", number);
    event->bad = good == NULL || whole == NULL;
    event->line = g_ascii_strtoll(number, NULL, 10);
    char *point = strchr(time, '.');
    if (good != NULL)
        event->ticks =
            g_ascii_strtoll(time, NULL, 10) * 100000000 + g_ascii_strtoll(point + 1, NULL, 10);
    return event;
}

static Parsed
parse_all(const char *text, gsize size)
{
    Parsed parsed = { g_ptr_array_new_with_free_func(event_free), g_string_new(NULL), 0, size };
    g_autofree char *copy = g_strndup(text, size);
    g_auto(GStrv) lines = g_strsplit(copy, "\n", -1);
    Event *last = NULL;
    for (guint i = 0; lines[i] != NULL; i++) {
        gboolean is_rest = lines[i + 1] == NULL;
        if (is_rest && lines[i][0] == '\0')
            break;
        parsed.n_lines++;
        Event *event = parse_event(lines[i]);
        if (event != NULL) {
            event->trace_line = i + 1;
            g_ptr_array_add(parsed.events, event);
            last = event;
        } else {
            g_string_append_printf(last != NULL ? last->params : parsed.header, "%s\n",
                                   lines[i]);
        }
    }
    if (last != NULL) {
        last->last = TRUE;
        last->open_ended = text[size - 1] != '\n';
    }
    return parsed;
}

/* All `name` items of the parameter lines: value texts, their indices as text. */
static void
find_items(const char *params, const char *name, GPtrArray *indices, GPtrArray *values,
           GPtrArray *tags)
{
    g_autoptr(GRegex) item =
        g_regex_new("(?:^|(?<=[\\s;]))(\\w+)((?:\\[[^\\]\\s;]*\\])*)\\s*=\\s*([^\\s;]*)"
                    "\\s*(\\(AMView\\)|\\(DisArray\\))?",
                    G_REGEX_RAW, 0, NULL);
    g_auto(GStrv) lines = g_strsplit(params, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        if (g_str_has_prefix(g_strchug(lines[i]), "----------"))
            continue;
        g_autoptr(GMatchInfo) info = NULL;
        for (g_regex_match(item, lines[i], 0, &info); g_match_info_matches(info);
             g_match_info_next(info, NULL)) {
            g_autofree char *found = g_match_info_fetch(info, 1);
            if (strcmp(found, name) != 0)
                continue;
            g_ptr_array_add(indices, g_match_info_fetch(info, 2));
            g_ptr_array_add(values, g_match_info_fetch(info, 3));
            char *tag = g_match_info_fetch(info, 4);
            g_ptr_array_add(tags, tag != NULL ? tag : g_strdup(""));
        }
    }
}

/* The text of a value as the dump has it; NULL when it is bad. */
static char *
dump_value(const char *value, RtParamKind kind)
{
    const char *pattern = kind == RT_PARAM_KIND_REF   ? "^([0-9a-fA-F]{1,16}|NULL)$"
                          : kind == RT_PARAM_KIND_INT ? "^-?[0-9]{1,18}$"
                                                      : "^-?[0-9]+([.][0-9]*)?$";
    g_autoptr(GMatchInfo) good = match(pattern, value);
    if (good == NULL)
        return NULL;
    if (kind == RT_PARAM_KIND_REAL)
        return g_strdup_printf("%g", atof(value));
    if (kind == RT_PARAM_KIND_INT)
        return g_strdup_printf("%" G_GINT64_FORMAT, g_ascii_strtoll(value, NULL, 10));
    g_autoptr(GMatchInfo) none = match("^(0+|NULL|f{8}|f{16})$", value);
    guint64 reference = g_ascii_strtoull(value, NULL, 16);
    return none != NULL ? g_strdup("0") : g_strdup_printf("%" G_GINT64_MODIFIER "x", reference);
}

/* Appends ` name=values`; FALSE when one is bad or an index out of order. */
static gboolean
dump_items(GString *text, RtParamId id, GPtrArray *indices, GPtrArray *values, GPtrArray *tags)
{
    gboolean two = id == RT_PARAM_AXIS_WEIGHT_ADDR;
    int row = 0, column = 0;
    g_string_append_printf(text, " %s%s=", rt_param_get(id)->name,
                           (char *)g_ptr_array_index(tags, 0));
    gboolean scalar = *(char *)g_ptr_array_index(indices, 0) == '\0';
    for (guint i = 0; i < values->len && !(scalar && i > 0); i++) {
        const char *index = g_ptr_array_index(indices, i);
        if (*index == '\0' && i > 0)
            continue;
        g_autofree char *next =
            two ? g_strdup_printf("[%d][%d]", row, column) : g_strdup_printf("[%d]", column);
        g_autofree char *begin = two ? g_strdup_printf("[%d][0]", row + 1) : g_strdup("[0]");
        gboolean begins = (two || id == RT_PARAM_LOAD_WEIGHT) && column > 0 &&
                          strcmp(index, begin) == 0 && strcmp(index, next) != 0;
        if (begins) {
            row++;
            column = 0;
        } else if (!scalar && strcmp(index, next) != 0) {
            return FALSE;
        }
        column++;
        g_autofree char *value =
            dump_value(g_ptr_array_index(values, i), rt_param_get(id)->kind);
        if (value == NULL)
            return FALSE;
        g_string_append_printf(text, "%s%s", i == 0 ? "" : begins ? "|" : ",", value);
    }
    return TRUE;
}

/* Appends the parameters of a row; FALSE: ` problem` instead. */
static gboolean
dump_params(GString *text, const char *name, gboolean is_call, const char *params)
{
    RtCallId id = rt_call_lookup(name, strlen(name));
    if (id == RT_CALL_UNKNOWN)
        return TRUE;
    const RtCall *row = rt_call_get(id);
    const RtWant *wants = is_call ? row->call : row->ret;
    g_autoptr(GString) found = g_string_new(NULL);
    gboolean good = TRUE;
    for (guint i = 0; i < (is_call ? row->n_call : row->n_ret) && good; i++) {
        g_autoptr(GPtrArray) indices = g_ptr_array_new_with_free_func(g_free);
        g_autoptr(GPtrArray) values = g_ptr_array_new_with_free_func(g_free);
        g_autoptr(GPtrArray) tags = g_ptr_array_new_with_free_func(g_free);
        find_items(params, rt_param_get(wants[i].id)->name, indices, values, tags);
        good = values->len > 0 ? dump_items(found, wants[i].id, indices, values, tags)
                               : !wants[i].required;
    }
    g_string_append(text, good ? found->str : " problem");
    return good;
}

static const Event *
event_at(const Parsed *parsed, guint i)
{
    return g_ptr_array_index(parsed->events, i);
}

static gboolean
is_init(const Event *event)
{
    return event->kind == 'r' && strcmp(event->name, "dvm_Init") == 0;
}

static gboolean
is_exit(const Event *event)
{
    return event->kind == 'E' && strcmp(event->name, "dvm_exit") == 0;
}

/* The first event of the program. */
static guint
find_begin(const Parsed *parsed, gboolean *has_init)
{
    *has_init = FALSE;
    for (guint i = 0; i < parsed->events->len; i++) {
        const Event *event = event_at(parsed, i);
        if (event->bad || is_exit(event))
            break;
        if (is_init(event)) {
            *has_init = TRUE;
            return i + 1;
        }
    }
    return 0;
}

static void
dump_header(GString *text, const Parsed *parsed, guint n_init, gboolean has_init)
{
    g_autoptr(GString) all = g_string_new(parsed->header->str);
    for (guint i = 0; i < n_init; i++)
        g_string_append(all, event_at(parsed, i)->params->str);
    g_autoptr(GMatchInfo) rts = match("(?m)^ *RTS VERSION *= *([0-9]+)", all->str);
    g_autofree char *version = rts != NULL ? g_match_info_fetch(rts, 1) : NULL;
    g_autoptr(GMatchInfo) vps =
        match("(?m)^ *VProcCount=[1-9][0-9]*; *VPSRank=[0-9]+; *VPSSize=([ 0-9]*);", all->str);
    g_autofree char *sizes = vps != NULL ? g_match_info_fetch(vps, 1) : NULL;
    const Event *first = event_at(parsed, 0);
    const Event *program = has_init ? event_at(parsed, n_init - 1) : first;
    g_string_append_printf(text, "rts %s vps%s program %s first %s:%" G_GINT64_FORMAT,
                           version != NULL ? version : "0", sizes != NULL ? sizes : "",
                           program->file, first->file, first->line);
    g_string_append_printf(text, " bytes %" G_GSIZE_FORMAT " lines %" G_GUINT64_FORMAT,
                           parsed->size, parsed->n_lines);
}

/* One outermost call from event `i` to event `end`. */
static void
dump_call(GString *text, const Parsed *parsed, guint i, guint end, gint64 user, gint64 inside,
          gboolean at_exit)
{
    const Event *call = event_at(parsed, i);
    g_string_append_printf(text, "%" G_GUINT64_FORMAT " %s %s:%" G_GINT64_FORMAT,
                           call->trace_line, call->name, call->file, call->line);
    g_string_append_printf(text, " %.8f %.8f", (double)user / 1e8, (double)inside / 1e8);
    dump_params(text, call->name, TRUE, call->params->str);
    g_string_append(text, " ->");
    if (!at_exit)
        dump_params(text, event_at(parsed, end)->name, FALSE,
                    event_at(parsed, end)->params->str);
    g_string_append_c(text, '\n');
}

static gboolean
fits(const Event *call, const Event *ret)
{
    return strcmp(call->name, ret->name) == 0 ||
           (strlen(call->name) == 21 && strlen(ret->name) == 22 &&
            g_str_has_prefix(ret->name, call->name));
}

/* Whether the return at the very end of a truncated trace is all there. */
static gboolean
is_whole(const Event *ret)
{
    if (!ret->last)
        return TRUE;
    RtCallId id = rt_call_lookup(ret->name, strlen(ret->name));
    gboolean wants = id != RT_CALL_UNKNOWN && rt_call_get(id)->n_ret > 0;
    g_autoptr(GString) unused = g_string_new(NULL);
    return dump_params(unused, ret->name, FALSE, ret->params->str) &&
           !(wants && ret->open_ended);
}

typedef struct {
    GArray *open; /* numbers of the events of open calls */
    gint64 user, outer, inside;
    guint n_calls;
    const Event *exit;
    gint64 exit_ticks;
    guint64 bad_line;
    guint64 dropped_line;
    const char *dropped;
} Walk;

static void
take_return(GString *text, const Parsed *parsed, guint i, Walk *walk)
{
    const Event *ret = event_at(parsed, i);
    guint depth = walk->open->len;
    guint call = depth > 0 ? g_array_index(walk->open, guint, depth - 1) : 0;
    if (depth == 0 || !fits(event_at(parsed, call), ret)) {
        walk->bad_line = ret->trace_line;
        return;
    }
    if (depth == 1 && !is_whole(ret))
        return;
    walk->inside += ret->ticks;
    g_array_set_size(walk->open, depth - 1);
    if (depth > 1)
        return;
    dump_call(text, parsed, call, i, walk->outer, walk->inside, FALSE);
    walk->n_calls++;
}

static void
take_event(GString *text, const Parsed *parsed, guint i, Walk *walk)
{
    const Event *event = event_at(parsed, i);
    gboolean nested = walk->open->len > 0;
    if (event->bad) {
        walk->bad_line = event->trace_line;
    } else if (event->kind == 'c') {
        g_array_append_val(walk->open, i);
        walk->inside = nested ? walk->inside + event->ticks : 0;
        walk->outer = nested ? walk->outer : walk->user + event->ticks;
        walk->user = nested ? walk->user : 0;
    } else if (event->kind == 'r') {
        take_return(text, parsed, i, walk);
    } else if (is_exit(event)) {
        walk->exit = event;
        walk->exit_ticks = walk->user + event->ticks;
        if (nested) {
            dump_call(text, parsed, g_array_index(walk->open, guint, 0), i, walk->outer,
                      walk->inside, TRUE);
            walk->n_calls++;
            g_array_set_size(walk->open, 0);
        }
    } else if (nested) {
        walk->inside += event->ticks;
    } else {
        walk->user += event->ticks;
    }
}

static void
dump_end(GString *text, const Parsed *parsed, const Walk *walk, gboolean has_init)
{
    g_string_append_printf(text, " calls %u init %d", walk->n_calls, has_init);
    if (walk->exit != NULL) {
        g_autoptr(GMatchInfo) rc = match("(?m)^\\s*rc=(-?[0-9]+)", walk->exit->params->str);
        g_autofree char *code = rc != NULL ? g_match_info_fetch(rc, 1) : g_strdup("0");
        g_string_append_printf(text, " exit %" G_GUINT64_FORMAT " %.8f rc %s",
                               walk->exit->trace_line, (double)walk->exit_ticks / 1e8, code);
    } else if (walk->open->len > 0) {
        const Event *call = event_at(parsed, g_array_index(walk->open, guint, 0));
        g_string_append_printf(text, " dropped %" G_GUINT64_FORMAT " %s", call->trace_line,
                               call->name);
    }
    g_string_append_c(text, '\n');
}

char *
trace_naive_dump(const char *text, gsize size)
{
    Parsed parsed = parse_all(text, size);
    GString *dump = g_string_new(NULL);
    gboolean has_init;
    guint begin = find_begin(&parsed, &has_init);
    g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(guint));
    Walk walk = { .open = open };
    for (guint i = begin; i < parsed.events->len && walk.exit == NULL && walk.bad_line == 0;
         i++)
        take_event(dump, &parsed, i, &walk);
    if (parsed.events->len == 0)
        g_string_append(dump, "error in line 0\n");
    else if (walk.bad_line > 0)
        g_string_append_printf(dump, "error in line %" G_GUINT64_FORMAT "\n", walk.bad_line);
    if (parsed.events->len > 0 && walk.bad_line == 0) {
        dump_header(dump, &parsed, has_init ? begin : parsed.events->len, has_init);
        dump_end(dump, &parsed, &walk, has_init);
    }
    g_ptr_array_unref(parsed.events);
    g_string_free(parsed.header, TRUE);
    return g_string_free(dump, FALSE);
}
