// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/inert_reasons.h"
#include "core/config/option_builders.h"

namespace quantiscope::options {

using C = QuantConfig;
using S = SelectionConfig;
using nlohmann::json;

namespace {

template <typename T>
auto selection(T S::*member)
{
    return field(&C::selection, member);
}

std::string allTypes(const C& config)
{
    return config.selection.quantizeAllOpTypes ? "every operator type is quantized (QuantizeAllOpTypes is true)" : "";
}

std::string allDynamicTypes(const C& config)
{
    return config.selection.dynamic && config.selection.opTypesToQuantize.empty()
        ? "all operators that there are while the model runs are quantized anyway (UseDynamicQuant is true)"
        : "";
}

} // namespace

std::vector<OptionSpec> selectionOptions()
{
    return grouped(
        "Selection",
        {
            unless(listOption("OpTypesToQuantize", selection(&S::opTypesToQuantize), "operator types",
                              "Quantize these operator types only; an empty list: those of the rules."),
                   allTypes),
            unless(listOption("ExtraOpTypesToQuantize", selection(&S::extraOpTypesToQuantize), "operator types",
                              "Quantize these operator types as well."),
                   allTypes, allDynamicTypes),
            unless(boolOption("QuantizeAllOpTypes", selection(&S::quantizeAllOpTypes),
                              "Quantize every operator type of the model."),
                   allDynamicTypes),
            listOption("NodesToQuantize", selection(&S::nodesToQuantize), "node names",
                       "Quantize these nodes only; an empty list: all."),
            listOption("InputNodes", selection(&S::inputNodes), "node names",
                       "What is not reached from these nodes stays float."),
            listOption("OutputNodes", selection(&S::outputNodes), "node names",
                       "What leads to none of these nodes stays float."),
            unless(triStateOption("MatMulConstBOnly", selection(&S::matMulConstBOnly),
                                  "true with EnableNPUTransformer or UseDynamicQuant",
                                  "Leave a MatMul of two activations in float."),
                   weightsOnly),
            boolOption("WeightsOnly", selection(&S::weightsOnly), "Quantize weights and leave activations in float."),
            boolOption("UseDynamicQuant", selection(&S::dynamic),
                       "Quantize activations while the model runs; no calibration data are needed."),
        });
}

} // namespace quantiscope::options
