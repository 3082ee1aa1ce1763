/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/params/network-cases.h"

#include <math.h>
#include <string.h>

#include "rater/exchange/exchange.h"
#include "tests/params/params-check.h"

void
network_cases_check(const char *prefix, int least,
                    void (*check)(JsonObject *object, const char *name))
{
    g_autofree char *folder = params_check_source("tests/params/networks");
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    CU_ASSERT_FATAL(dir != NULL);
    int n = 0;
    for (const char *name; (name = g_dir_read_name(dir)) != NULL;) {
        if (!g_str_has_prefix(name, prefix))
            continue;
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autoptr(JsonParser) parser = json_parser_new();
        CU_ASSERT_FATAL(json_parser_load_from_file(parser, path, NULL));
        check(json_node_get_object(json_parser_get_root(parser)), name);
        n++;
    }
    CU_ASSERT(n >= least);
}

GArray *
network_cases_transfers(JsonObject *object)
{
    GArray *parcels = g_array_new(FALSE, FALSE, sizeof(RaterParcel));
    JsonArray *transfers = json_object_has_member(object, "transfers")
                               ? json_object_get_array_member(object, "transfers")
                               : NULL;
    for (guint i = 0; transfers != NULL && i < json_array_get_length(transfers); i++) {
        JsonArray *one = json_array_get_array_element(transfers, i);
        const RaterParcel parcel = { json_array_get_int_element(one, 0),
                                     json_array_get_int_element(one, 1),
                                     json_array_get_int_element(one, 2) };
        g_array_append_val(parcels, parcel);
    }
    return parcels;
}

gboolean
network_cases_same_seconds(double actual, double expected)
{
    return fabs(actual - expected) <= 1e-9 * fabs(expected) + 1e-24;
}

gboolean
network_cases_is_error(JsonObject *object, const char *message)
{
    JsonArray *at = json_object_get_array_member(object, "at");
    g_autofree char *place =
        g_strdup_printf("f:%d:%d: error: ", (int)json_array_get_int_element(at, 0),
                        (int)json_array_get_int_element(at, 1));
    return g_str_has_prefix(message, place) &&
           strstr(message, json_object_get_string_member(object, "words")) != NULL;
}
