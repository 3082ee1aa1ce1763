/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/base/nearest.h"

#include <string.h>

/* Longer words, in bytes, are close to nothing. */
#define LONGEST 40

/* Insertions, deletions, replacements and swaps of neighbours that turn a into b, both at most
 * LONGEST bytes: the optimal string alignment distance. */
static gsize
edits(const char *a, const char *b)
{
    const gsize n_a = strlen(a), n_b = strlen(b);
    gsize d[LONGEST + 1][LONGEST + 1];
    for (gsize i = 0; i <= n_a; i++)
        d[i][0] = i;
    for (gsize j = 0; j <= n_b; j++)
        d[0][j] = j;
    for (gsize i = 1; i <= n_a; i++) {
        for (gsize j = 1; j <= n_b; j++) {
            const gsize replaced = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            d[i][j] = MIN(replaced, MIN(d[i - 1][j], d[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = MIN(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[n_a][n_b];
}

/* A character beyond ASCII, such as one that looks like a Latin letter, is one slip: its
 * continuation bytes do not count. FALSE: too long. */
static gboolean
letters_of(const char *word, char letters[LONGEST + 1], gsize *len)
{
    *len = 0;
    for (; *word != '\0'; word++) {
        if ((*word & 0xc0) == 0x80)
            continue;
        if (*len == LONGEST)
            return FALSE;
        letters[(*len)++] = *word;
    }
    letters[*len] = '\0';
    return TRUE;
}

int
nearest_word(const char *word, const char *const *words, guint n)
{
    char letters[LONGEST + 1];
    gsize len, least = G_MAXSIZE;
    int nearest = -1;
    if (!letters_of(word, letters, &len))
        return -1;
    for (guint i = 0; i < n; i++) {
        const gsize n_letters = strlen(words[i]);
        const gsize slips = n_letters <= LONGEST ? edits(letters, words[i]) : G_MAXSIZE;
        /* more would suggest anything for anything */
        if (slips <= n_letters / 3 && slips < least) {
            nearest = (int)i;
            least = slips;
        }
    }
    for (guint i = 0; i < n && nearest < 0 && len >= 4; i++)
        if (strstr(words[i], letters) != NULL)
            nearest = (int)i;
    return nearest;
}
