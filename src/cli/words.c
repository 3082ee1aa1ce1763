/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/words.h"

#include <string.h>

#include "src/base/nearest.h"

/* Those that begin with `name`, or that alone which is it. */
static GPtrArray *
find_all(const CliOptions *options, const char *name, gsize len)
{
    GPtrArray *found = g_ptr_array_new();
    for (; options->options != NULL; options++) {
        for (const CliOption *o = options->options; o->name != NULL; o++) {
            if (*o->name == '\0' || strncmp(o->name, name, len) != 0)
                continue;
            if (o->name[len] == '\0')
                g_ptr_array_set_size(found, 0);
            g_ptr_array_add(found, (gpointer)o);
            if (o->name[len] == '\0')
                return found;
        }
    }
    return found;
}

const CliOption *
cli_option_find(const CliOptions *options, const char *name, gsize len)
{
    g_autoptr(GPtrArray) found = find_all(options, name, len);
    const CliOption *first = found->len == 1 ? g_ptr_array_index(found, 0) : NULL;
    return first != NULL && first->name[len] == '\0' ? first : NULL;
}

static const CliOption *
find_letter(const CliOptions *options, char letter)
{
    for (; options->options != NULL; options++)
        for (const CliOption *o = options->options; o->name != NULL; o++)
            if (o->letter == letter)
                return o;
    return NULL;
}

static const char *
nearest_option(const CliOptions *options, const char *name)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    g_autoptr(GPtrArray) all = find_all(options, "", 0);
    for (guint i = 0; i < all->len; i++)
        g_ptr_array_add(names, (gpointer)((const CliOption *)g_ptr_array_index(all, i))->name);
    const int at = nearest_word(name, (const char *const *)names->pdata, names->len);
    return at >= 0 ? names->pdata[at] : NULL;
}

#define UNKNOWN G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION

static void
refuse_option(const Cli *cli, const CliOptions *options, const char *name, GError **error)
{
    const char *owner = cli->whose != NULL ? cli->whose(name) : NULL;
    const char *nearest = nearest_option(options, name);
    if (owner != NULL)
        g_set_error(error, UNKNOWN, "--%s is an option of '%s'", name, owner);
    else if (nearest != NULL)
        g_set_error(error, UNKNOWN, "there is no option --%s, did you mean --%s?", name, nearest);
    else
        g_set_error(error, UNKNOWN, "there is no option --%s", name);
}

static void
refuse_ambiguous(const GPtrArray *found, const char *name, GError **error)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < found->len; i++)
        g_string_append_printf(names, "%s--%s", i > 0 ? ", " : "",
                               ((const CliOption *)g_ptr_array_index(found, i))->name);
    g_set_error(error, UNKNOWN, "--%s may be any of %s", name, names->str);
}

/* "--name" or "--name=value"; *is_value: the next word is its value. */
static gboolean
add_long(const Cli *cli, const CliOptions *options, const char *word, GPtrArray *words,
         gboolean *is_value, GError **error)
{
    const gsize len = strcspn(word + 2, "=");
    g_autofree char *name = g_strndup(word + 2, len);
    g_autoptr(GPtrArray) found = find_all(options, name, len);
    if (found->len > 1)
        refuse_ambiguous(found, name, error);
    else if (found->len == 0)
        refuse_option(cli, options, name, error);
    if (found->len != 1)
        return FALSE;
    const CliOption *option = g_ptr_array_index(found, 0);
    const gboolean ended = word[2 + len] == '\0', optional = CLI_IS_OPTIONAL(option);
    *is_value = option->kind != CLI_FLAG && ended && !optional;
    g_ptr_array_add(words, g_strconcat("--", option->name, ended && optional ? "=" : word + 2 + len,
                                       NULL));
    return TRUE;
}

/* "-q", "-j" or "-j2", which becomes two words. */
static void
add_short(const CliOptions *options, const char *word, GPtrArray *words, gboolean *is_value)
{
    const CliOption *option = find_letter(options, word[1]);
    const gboolean has_value = option != NULL && option->kind != CLI_FLAG;
    *is_value = has_value && word[2] == '\0';
    if (has_value && word[2] != '\0') {
        g_ptr_array_add(words, g_strndup(word, 2));
        word += 2;
    }
    g_ptr_array_add(words, g_strdup(word));
}

char **
cli_words(const Cli *cli, const CliOptions *options, const char *const *args, GError **error)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    gboolean is_value = TRUE, ended = FALSE; /* the first word is the name */

    for (; *args != NULL; args++) {
        const char *word = *args;
        const gboolean is_option = !is_value && !ended && word[0] == '-' && word[1] != '\0';
        is_value = FALSE;
        if (is_option && word[1] != '-') {
            add_short(options, word, words, &is_value);
        } else if (is_option && word[2] != '\0') {
            if (!add_long(cli, options, word, words, &is_value, error))
                return NULL;
        } else {
            ended |= is_option;
            g_ptr_array_add(words, g_strdup(word));
        }
    }
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&words), FALSE);
}
