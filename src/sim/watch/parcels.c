/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/watch/parcels.h"

GArray *
sim_pipeline_parcels(const SimPipelineRun *run)
{
    if (run->number == NULL)
        return NULL;
    const RaterPipelineEdges edges = rater_pipeline_edges(run->pipeline);
    GArray *parcels = g_array_new(FALSE, FALSE, sizeof(RaterParcel));
    for (gint64 p = 0; p < run->pipeline->count; p++) {
        for (int i = 0; i < edges.n; i++) {
            const gint64 bytes = rater_pipeline_bytes(run->pipeline, &edges, p, i);
            if (bytes == 0)
                continue;
            const RaterParcel parcel = { run->number[p + edges.offset[i]], run->number[p],
                                         bytes };
            g_array_append_val(parcels, parcel);
        }
    }
    return parcels;
}
