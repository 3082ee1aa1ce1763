/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What becomes of the processor time, stacked against the number of processors: a picture for
 * each machine, a bar for the best grid of each number of processors.
 */
#include <string.h>

#include "src/base/number.h"
#include "src/report/page/sweep-page.h"

/* Bars that can be told apart; of more, evenly spaced ones are taken. */
#define MOST_BARS 40

/* Room that a number below a bar takes for each digit. */
#define DIGIT 7.0

/* A share of less than this is no part of a bar. */
#define LEAST_SHARE 1e-4

static double
y_of(double share)
{
    return SWEEP_PAGE_Y1 - share * (SWEEP_PAGE_Y1 - SWEEP_PAGE_Y0);
}

/* Puts a part on top of those that reach to *share. */
static void
add_part(SweepPage *page, SweepPageBar *bar, const char *name, const char *label,
         double seconds, double total, double *share)
{
    char number[REPORT_NUMBER_SIZE], percent[REPORT_NUMBER_SIZE];
    const double part = total > 0 ? seconds / total : 0;
    const double top = y_of(MIN(*share + part, 1));

    if (part < LEAST_SHARE)
        return;
    const SweepPagePart item = {
        .name = name,
        .y = sweep_page_number(page, top),
        .height = sweep_page_number(page, y_of(*share) - top),
        .title = sweep_page_take(
            page, g_strdup_printf("%s processors, %s: %s of the processor time, %s s",
                                  bar->label, label, report_number_percent(part, percent),
                                  report_number_short(seconds, number))),
    };
    g_array_append_val(bar->parts, item);
    *share += part;
}

static void
add_parts(SweepPage *page, SweepPageBar *bar, const SweepRow *row)
{
    const SweepResult *result = &row->result;
    double share = 0;

    add_part(page, bar, "productive", "productive", result->productive_time, result->total_time,
             &share);
    for (SweepLoss loss = SWEEP_INSUFFICIENT; loss < SWEEP_N_LOSSES; loss++)
        add_part(page, bar, sweep_loss_name(loss), sweep_loss_label(loss), result->losses[loss],
                 result->total_time, &share);
}

static void
add_bars(SweepPage *page, SweepPageStack *stack, const GArray *curve)
{
    const guint n = MIN(curve->len, MOST_BARS);
    const double room = (double)(SWEEP_PAGE_X1 - SWEEP_PAGE_X0) / n;
    double written = 0; /* where the last number ends */

    for (guint k = 0; k < n; k++) {
        const guint at = n > 1 ? k * (curve->len - 1) / (n - 1) : 0;
        const SweepRow *row = sweep_row(page->view->sweep, g_array_index(curve, guint, at));
        const double x = SWEEP_PAGE_X0 + k * room, middle = x + room / 2;
        SweepPageBar bar = {
            .x = sweep_page_number(page, x + 0.08 * room),
            .width = sweep_page_number(page, 0.84 * room),
            .middle = sweep_page_number(page, middle),
            .label = sweep_page_take(
                page, g_strdup_printf("%" G_GINT64_FORMAT, sweep_row_processors(row))),
            .parts = sweep_page_array(page, sizeof(SweepPagePart)),
        };
        const double half = (double)strlen(bar.label) * DIGIT / 2;
        add_parts(page, &bar, row);
        if (middle - half < written)
            bar.label = "";
        else
            written = middle + half;
        g_array_append_val(stack->bars, bar);
    }
}

void
sweep_stacks_add(SweepPage *page)
{
    const SweepView *view = page->view;

    for (guint series = 0; series < page->machines->len; series++) {
        const guint machine = g_array_index(page->machines, guint, series);
        g_autoptr(GArray) curve = sweep_machine_curve(view->sweep, view->machines, machine);
        SweepPageStack stack = {
            .label = g_array_index(page->series, SweepPageSeries, series).label,
            .bars = sweep_page_array(page, sizeof(SweepPageBar)),
        };
        if (curve->len == 0)
            continue;
        add_bars(page, &stack, curve);
        g_array_append_val(page->stacks, stack);
    }
}
