/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Tables for people: columns as wide as what is in them.
 */
#pragma once

#include <glib.h>

typedef struct _TextTable TextTable;

/* The first n_left of n_columns columns are aligned to the left, the others to the right. */
TextTable *text_table_new(guint n_columns, guint n_left);
void text_table_free(TextTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TextTable, text_table_free)

/* Aligns one more column to the left. */
void text_table_set_left(TextTable *table, guint column);

/* The next cell, row by row; UTF-8 without control characters. The second takes over `text`. */
void text_table_add(TextTable *table, const char *text);
void text_table_take(TextTable *table, char *text);

/* Appends the rows that are full, two blanks between columns, none at the end. */
void text_table_write(const TextTable *table, GString *out);

/* A share (1 is all) in whole percent as the tables of IPS have it: "*" when that is less than
 * 1, "-" when it is not a number. Free with g_free(). */
char *text_table_percent(double share);

/* A ratio with two decimals; a whole number. Free with g_free(). */
char *text_table_ratio(double value);
char *text_table_count(double value);
