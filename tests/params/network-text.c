/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/params/network-text.h"

#include <string.h>

#include "src/params/decimal.h"

typedef struct {
    NetworkText *network;
    RaterTopologyShape shape;
    const RaterTopologyKind *kind;
} Reader;

static double
read_decimal(ParamsLexer *lexer)
{
    ParamsToken token;
    double number = 0;
    if (!params_lexer_number(lexer, &token) ||
        !params_decimal_parse(token.begin, token.len, &number))
        g_error("no number in %s", lexer->text);
    return number;
}

static gint64
read_integer(ParamsLexer *lexer)
{
    return (gint64)params_decimal_scaled(read_decimal(lexer), 0);
}

static int
read_list(ParamsLexer *lexer, int shift, RaterAtto list[])
{
    int n = 0;
    if (!params_lexer_accept(lexer, '{')) {
        list[n++] = params_decimal_scaled(read_decimal(lexer), shift);
        return n;
    }
    do
        list[n++] = params_decimal_scaled(read_decimal(lexer), shift);
    while (params_lexer_accept(lexer, ','));
    params_lexer_accept(lexer, '}');
    return n;
}

static void
read_word(Reader *reader, ParamsLexer *lexer, const char *name)
{
    static const char *const switchings[] = { "cut-through", "packet", "wormhole" };
    ParamsToken token;
    g_autofree char *word = params_lexer_words(lexer, &token);
    if (strcmp(name, "type") == 0) {
        reader->kind = rater_topology_find(word);
        g_assert(reader->kind != NULL);
        return;
    }
    guint i = 0;
    while (strcmp(switchings[i], word) != 0)
        i++;
    reader->network->fabric.switching = (RaterSwitching)i;
}

static gboolean
read_time(RaterFabric *fabric, ParamsLexer *lexer, const char *name)
{
    const struct {
        const char *name;
        RaterAtto *time;
    } times[] = {
        { "start time", &fabric->start_time },
        { "send byte time", &fabric->byte_time },
        { "link delay", &fabric->link_delay },
        { "message gap", &fabric->message_gap },
        { "packet start time", &fabric->packet_start_time },
        { "core start time", &fabric->core_start_time },
        { "core byte time", &fabric->core_byte_time },
    };
    for (guint i = 0; i < G_N_ELEMENTS(times); i++)
        if (strcmp(times[i].name, name) == 0) {
            *times[i].time = params_decimal_scaled(read_decimal(lexer), 12);
            return TRUE;
        }
    return FALSE;
}

static gboolean
read_count(Reader *reader, ParamsLexer *lexer, const char *name)
{
    RaterFabric *fabric = &reader->network->fabric;
    const struct {
        const char *name;
        int64_t *count;
    } counts[] = {
        { "cores", &reader->shape.cores },
        { "arity", &reader->shape.arity },
        { "global links", &reader->shape.global_links },
        { "packet size", &fabric->packet_size },
        { "flit size", &fabric->flit_size },
        { "flit buffer", &fabric->flit_buffer },
        { "virtual channels", &fabric->virtual_channels },
    };
    for (guint i = 0; i < G_N_ELEMENTS(counts); i++)
        if (strcmp(counts[i].name, name) == 0) {
            *counts[i].count = read_integer(lexer);
            return TRUE;
        }
    return FALSE;
}

static gboolean
read_statement(Reader *reader, ParamsLexer *lexer, GError **error)
{
    ParamsToken token;
    g_autofree char *name = params_lexer_words(lexer, &token);
    RaterAtto list[RATER_TOPOLOGY_RANK];
    g_assert(name != NULL && params_lexer_accept(lexer, '='));
    if (strcmp(name, "mapping") == 0) {
        params_mapping_free(reader->network->mapping);
        reader->network->mapping = params_mapping_read(lexer, error);
        if (reader->network->mapping == NULL)
            return FALSE;
    } else if (strcmp(name, "type") == 0 || strcmp(name, "switching") == 0) {
        read_word(reader, lexer, name);
    } else if (strcmp(name, "nodes") == 0) {
        reader->shape.rank = read_list(lexer, 0, list);
        for (int i = 0; i < reader->shape.rank; i++)
            reader->shape.nodes[i] = (int64_t)list[i];
    } else if (strcmp(name, "taper") == 0) {
        reader->shape.n_tapers = read_list(lexer, 24, reader->shape.taper);
    } else if (strcmp(name, "header ratio") == 0) {
        reader->network->fabric.header_ratio = params_decimal_scaled(read_decimal(lexer), 14);
    } else if (strcmp(name, "scale") == 0) {
        reader->network->fabric.scale = read_decimal(lexer);
    } else {
        g_assert(read_time(&reader->network->fabric, lexer, name) ||
                 read_count(reader, lexer, name));
    }
    g_assert(params_lexer_accept(lexer, ';'));
    return TRUE;
}

gboolean
network_text_read(NetworkText *network, const char *text, const RaterGrid *system,
                  GError **error)
{
    Reader reader = { .network = network, .shape = { .cores = 1, .arity = 2 } };
    *network = (NetworkText){
        .fabric = { .flit_size = 4,
                    .flit_buffer = 1,
                    .virtual_channels = 1,
                    .header_ratio = RATER_RATIO_ONE,
                    .scale = 1 },
        .system = *system,
        .mapping = params_mapping_new(),
    };
    ParamsLexer lexer;
    g_assert(params_lexer_init(&lexer, "f", text, strlen(text), NULL));
    while (params_lexer_skip(&lexer))
        if (!read_statement(&reader, &lexer, error))
            return FALSE;
    if (reader.shape.rank == 0)
        g_assert(rater_topology_default(reader.kind, system, &reader.shape) == RATER_OK);
    g_assert(rater_topology_init(&network->fabric.topology, reader.kind, &reader.shape) ==
             RATER_OK);
    return params_mapping_place(network->mapping, system, &network->fabric.topology,
                                &network->placement, error);
}

void
network_text_clear(NetworkText *network)
{
    g_clear_pointer(&network->mapping, params_mapping_free);
    rater_placement_clear(&network->placement);
}
