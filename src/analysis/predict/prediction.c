/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict/prediction.h"

static const CharacteristicRow characteristics[] = {
#define CHARACTERISTIC(field, name, label, help)                                               \
    { #name, label, offsetof(Characteristics, field) },
#include "src/analysis/predict/characteristics.def"
#undef CHARACTERISTIC
};

static const struct {
    const char *name, *label;
} operations[] = {
    [OPERATION_IO] = { "io", "Input/output" },
    [OPERATION_REDUCTION] = { "reduction", "Reduction" },
    [OPERATION_SHADOW] = { "shadow", "Shadow edges" },
    [OPERATION_REMOTE] = { "remote", "Remote access" },
    [OPERATION_REDISTRIBUTION] = { "redistribution", "Redistribution" },
};
G_STATIC_ASSERT(G_N_ELEMENTS(operations) == N_OPERATIONS);

const char *
operation_name(Operation operation)
{
    return operations[operation].name;
}

const char *
operation_label(Operation operation)
{
    return operations[operation].label;
}

const CharacteristicRow *
characteristic_rows(unsigned *n)
{
    *n = G_N_ELEMENTS(characteristics);
    return characteristics;
}

double
characteristic_value(const Characteristics *values, const CharacteristicRow *row)
{
    return *(const double *)((const char *)values + row->offset);
}

static const char *const interval_types[] = {
    [INTERVAL_MAIN] = "MAIN",
    [INTERVAL_USER] = "USER",
    [INTERVAL_SEQ] = "SEQ",
    [INTERVAL_PAR] = "PAR",
};

const char *
interval_type_name(IntervalType type)
{
    return interval_types[type];
}

static void
interval_clear(Interval *interval)
{
    g_free(interval->file);
    for (guint i = 0; i < interval->n_classes; i++)
        g_clear_pointer(&interval->classes[i].set, processor_set_unref);
    g_free(interval->classes);
}

void
prediction_free(Prediction *prediction)
{
    if (prediction == NULL)
        return;
    for (guint i = 0; i < prediction->n_intervals; i++)
        interval_clear(&prediction->intervals[i]);
    g_free(prediction->intervals);
    g_clear_pointer(&prediction->lines, g_array_unref);
    g_clear_pointer(&prediction->links, link_use_free);
    g_free(prediction->ids);
    g_clear_pointer(&prediction->simulator, simulator_free);
    g_clear_pointer(&prediction->params, params_free);
    g_strfreev(prediction->warnings);
    g_free(prediction->trace_file);
    g_free(prediction->program);
    g_free(prediction);
}

guint
prediction_interval_id(const Prediction *prediction, guint interval)
{
    return interval < prediction->n_intervals ? prediction->ids[interval] : 0;
}

ProcessorWalk *
interval_walk_processors(const Interval *interval)
{
    g_autofree ProcessorSet **sets = g_new(ProcessorSet *, interval->n_classes);

    for (guint i = 0; i < interval->n_classes; i++)
        sets[i] = interval->classes[i].set;
    return processor_walk_new(interval->n_classes, sets);
}

gboolean
prediction_is_slower(const Prediction *prediction)
{
    return prediction->execution_time > prediction->serial_time * (1 + 1e-9);
}

double
prediction_speedup(const Prediction *prediction)
{
    if (prediction->serial_time == 0 && prediction->execution_time == 0)
        return 1;
    return prediction->serial_time / prediction->execution_time;
}

double
prediction_start(const Prediction *prediction)
{
    return prediction->intervals[0].values.start_exit / (double)prediction->processors;
}

gboolean
prediction_mostly_starts(const Prediction *prediction)
{
    return prediction->execution_time > 0 &&
           2 * prediction_start(prediction) >= prediction->execution_time;
}

const char *
prediction_title(const Prediction *prediction)
{
    if (prediction->program != NULL && *prediction->program != '\0')
        return prediction->program;
    return prediction->trace_file != NULL ? prediction->trace_file : "";
}
