/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Values of the timeline.  Each function takes the values that are its own and returns FALSE
 * for the others.
 */
#include "src/report/page/html-explain.h"
#include "src/report/page/html-values.h"

static gboolean
get_activity(const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const HtmlActivity activity =
        (HtmlActivity)CLAMP(current[HTML_ACTIVITY], 0, HTML_N_ACTIVITIES - 1);

    switch (value) {
    case HTML_VALUE_ACTIVITY_NUMBER:
        return html_values_integer(out, activity);
    case HTML_VALUE_ACTIVITY_NAME:
        return html_values_text(out, html_activity_name(activity));
    case HTML_VALUE_ACTIVITY_LABEL:
        return html_values_text(out, html_activity_label(activity));
    default:
        return FALSE;
    }
}

static gboolean
get_track(const HtmlTimeline *timeline, const gint64 current[], HtmlValue value,
          TemplateValue *out)
{
    const gint64 number = current[HTML_TRACK];

    if (number < 0 || number >= (gint64)timeline->tracks->len)
        return FALSE;
    const HtmlTimelineTrack *track =
        &g_array_index(timeline->tracks, HtmlTimelineTrack, number);
    const double seconds = track->seconds[CLAMP(current[HTML_TAKEN], 0, HTML_N_ACTIVITIES - 1)];
    switch (value) {
    case HTML_VALUE_TRACK_NUMBER:
        return html_values_integer(out, number);
    case HTML_VALUE_TRACK_LABEL:
        return html_values_text(out, track->label);
    case HTML_VALUE_TRACK_COUNT:
        return html_values_integer(out, track->count);
    case HTML_VALUE_TRACK_PATH:
        return html_values_truth(out, track->label == NULL);
    case HTML_VALUE_TAKEN_SECONDS:
        return html_values_real(out, seconds);
    case HTML_VALUE_TAKEN_SHARE:
        return html_values_real(out, html_values_share(seconds, timeline->end));
    default:
        return FALSE;
    }
}

static gboolean
get_chunk(const HtmlTimeline *timeline, const gint64 current[], HtmlValue value,
          TemplateValue *out)
{
    const gint64 number = current[HTML_CHUNK];

    if (number < 0 || number >= (gint64)timeline->chunks->len)
        return FALSE;
    const HtmlTimelineChunk *chunk =
        &g_array_index(timeline->chunks, HtmlTimelineChunk, number);
    switch (value) {
    case HTML_VALUE_CHUNK_TRACK:
        return html_values_integer(out, chunk->track);
    case HTML_VALUE_CHUNK_RESOLUTION:
        return html_values_real(out, chunk->resolution);
    case HTML_VALUE_CHUNK_TICK:
        return html_values_real(out, chunk->tick);
    case HTML_VALUE_CHUNK_FROM:
        return html_values_real(out, chunk->from);
    case HTML_VALUE_CHUNK_TO:
        return html_values_real(out, chunk->to);
    case HTML_VALUE_CHUNK_DATA:
        return html_values_text(out, chunk->data);
    default:
        return FALSE;
    }
}

static gboolean
get_name(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const GArray *ids = model->explain->timeline->intervals;
    const gint64 number = current[HTML_NAME];

    if (number < 0 || number >= (gint64)ids->len)
        return FALSE;
    const guint id = g_array_index(ids, guint, number);
    const Interval *interval = html_explain_interval(model, id);
    switch (value) {
    case HTML_VALUE_NAME_ID:
        return html_values_integer(out, id);
    case HTML_VALUE_NAME_INTERVAL:
        return html_values_integer(out, interval != NULL ? interval->id : 0);
    case HTML_VALUE_NAME_TEXT:
        return html_values_text(out, html_explain_words(model, id));
    default:
        return FALSE;
    }
}

gboolean
html_timeline_get(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const HtmlTimeline *timeline = model->explain->timeline;

    if (timeline == NULL)
        return FALSE;
    switch (value) {
    case HTML_VALUE_TIMELINE_END:
        return html_values_real(out, timeline->end);
    case HTML_VALUE_TIMELINE_STYLES:
        return html_values_text(out, timeline->styles->str);
    case HTML_VALUE_TIMELINE_LEFT_OUT:
        return html_values_text(out, model->explain->left_out);
    case HTML_VALUE_SITE_TEXT:
        return html_values_text(out, g_ptr_array_index(timeline->places, current[HTML_SITE]));
    default:
        return get_activity(current, value, out) || get_track(timeline, current, value, out) ||
               get_chunk(timeline, current, value, out) || get_name(model, current, value, out);
    }
}
