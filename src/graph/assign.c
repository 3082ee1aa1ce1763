/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/graph/assign.h"

#include <string.h>

static gboolean
expected(const GraphText *text, const GraphWord *word, const char *what, GError **error)
{
    g_autofree char *found = graph_word_text(word);

    return word->len > 0 ? graph_fail(text->path, word->line, error, "expected %s, found '%s'",
                                      what, found)
                         : graph_fail(text->path, word->line, error, "the file ends, expected %s",
                                      what);
}

static gboolean
read_integer(const GraphText *text, GraphWords *words, const char *what, gint64 *value,
             GError **error)
{
    const GraphWord word = graph_words_next(words);

    return graph_integer(word.at, word.len, value) || expected(text, &word, what, error);
}

static gboolean
read_number(const GraphText *text, GraphWords *words, const char *what, double *value,
            GError **error)
{
    const GraphWord word = graph_words_next(words);

    return graph_number(word.at, word.len, value) || expected(text, &word, what, error);
}

/* Number of the task, start, end, and two numbers more. */
static gboolean
read_task(const GraphText *text, GraphWords *words, gint64 processor, GArray *list,
          GError **error)
{
    const GraphWord word = graph_words_next(words);
    double rest;
    GraphAssignment one = { NULL, processor, 0, word.line };

    if (word.len == 0)
        return expected(text, &word, "a task", error);
    if (!read_number(text, words, "the start of a task", &one.start, error))
        return FALSE;
    for (guint k = 0; k < 3; k++)
        if (!read_number(text, words, "a number", &rest, error))
            return FALSE;
    one.task = graph_word_text(&word);
    g_array_append_val(list, one);
    return TRUE;
}

static gboolean
read_schedule(const GraphText *text, GArray *list, GError **error)
{
    GraphWords words = graph_words(text, '<', '>');
    gint64 n, processors, processor, tasks;
    double rate;

    graph_words_next(&words);
    if (!read_integer(text, &words, "the number of tasks", &n, error) ||
        !read_integer(text, &words, "the number of processors", &processors, error) ||
        !read_number(text, &words, "the transfer rate", &rate, error))
        return FALSE;
    for (gint64 p = 0; p < processors; p++) {
        if (!read_integer(text, &words, "a processor", &processor, error) ||
            !read_integer(text, &words, "a number of tasks", &tasks, error))
            return FALSE;
        if (processor == 0)
            return graph_fail(text->path, words.last_line, error,
                              "processor 0: they count from 1 here");
        for (gint64 k = 0; k < tasks; k++)
            if (!read_task(text, &words, processor - 1, list, error))
                return FALSE;
    }
    const GraphWord word = graph_words_next(&words);
    return word.len == 0 || expected(text, &word, "the end of the file", error);
}

static gboolean
read_row(const GraphText *text, char *line, guint number, GArray *list, GError **error)
{
    /* a name may have commas: the last two belong to the numbers */
    char *start = strrchr(line, ',');
    if (start != NULL)
        *start++ = '\0';
    char *processor = start != NULL ? strrchr(line, ',') : NULL;
    if (processor == NULL)
        return graph_fail(text->path, number, error, "expected task,processor,start");
    *processor++ = '\0';
    GraphAssignment one = { NULL, 0, 0, number };
    g_strstrip(start);
    g_strstrip(processor);
    if (!graph_integer(processor, strlen(processor), &one.processor) ||
        !graph_number(start, strlen(start), &one.start)) {
        if (number == 1)
            return TRUE; /* the names of the columns */
        return graph_fail(text->path, number, error,
                          "expected a processor and a start behind task '%s'", line);
    }
    one.task = g_strdup(g_strstrip(line));
    g_array_append_val(list, one);
    return TRUE;
}

static gboolean
read_rows(const GraphText *text, GArray *list, GError **error)
{
    g_auto(GStrv) lines = g_strsplit(text->data, "\n", -1);

    for (guint i = 0; lines[i] != NULL; i++)
        if (*g_strstrip(lines[i]) != '\0' && !read_row(text, lines[i], i + 1, list, error))
            return FALSE;
    return TRUE;
}

static gint
compare(gconstpointer a, gconstpointer b)
{
    const GraphAssignment *x = a, *y = b;

    if (x->processor != y->processor)
        return x->processor < y->processor ? -1 : 1;
    return (x->start > y->start) - (x->start < y->start);
}

static void
clear(gpointer assignment)
{
    g_free(((GraphAssignment *)assignment)->task);
}

gboolean
graph_is_schedule(const GraphText *text)
{
    GraphWords words = graph_words(text, '<', '>');
    const GraphWord word = graph_words_next(&words);

    return graph_word_is(&word, "Schedule");
}

GArray *
graph_read_assignments(const GraphText *text, GError **error)
{
    g_autoptr(GArray) list = g_array_new(FALSE, FALSE, sizeof(GraphAssignment));

    g_array_set_clear_func(list, clear);
    if (!(graph_is_schedule(text) ? read_schedule : read_rows)(text, list, error))
        return NULL;
    g_array_sort(list, compare); /* GLib's sort is stable */
    return g_steal_pointer(&list);
}
