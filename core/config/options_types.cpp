// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/inert_reasons.h"
#include "core/config/option_builders.h"

namespace quantiscope::options {

using C = QuantConfig;

namespace {

template <typename Field>
OptionSpec typeOption(const char* name, Field at, const char* meaning)
{
    return {name, "Int8 | UInt8 | Int16 | UInt16", meaning,
            [at](const C& config) { return nlohmann::json(typeText(at(config))); },
            [at](C& config, const nlohmann::json& value) -> std::string {
                const std::optional<DataType> type = quantizedType(value);
                if (!type)
                    return "one of Int8, UInt8, Int16, UInt16";
                at(config) = *type;
                return {};
            }};
}

std::string perChannelWeights(const C& config)
{
    return config.perChannel && !config.selection.dynamic
        ? "per-channel weights are always symmetric (PerChannel is true)"
        : "";
}

} // namespace

std::vector<OptionSpec> typeOptions()
{
    return grouped(
        "Types",
        {
            unless(typeOption("ActivationType", field(&C::activationType), "Integer type of activations."),
                   noActivations),
            typeOption("WeightType", field(&C::weightType), "Integer type of weights."),
            unless(boolOption("ActivationSymmetric", field(&C::activationSymmetric),
                              "Activations: range [-M, M], zero point in the middle."),
                   noActivations),
            unless(triStateOption("WeightSymmetric", field(&C::weightSymmetric), "true for signed types",
                                  "Weights: range [-M, M]."),
                   perChannelWeights),
            boolOption("PerChannel", field(&C::perChannel),
                       "One scale per output channel of a weight instead of one per weight."),
            boolOption("ReduceRange", field(&C::reduceRange),
                       "Weights use one bit less, for processors without 8-bit dot products."),
            unless(
                choiceOption<ScaleType, 3>(
                    "ScaleType", "Float32 | PowerOf2 | Int16", field(&C::scaleType),
                    {{{"Float32", ScaleType::Float32}, {"PowerOf2", ScaleType::PowerOf2}, {"Int16", ScaleType::Int16}}},
                    "What a scale may be: any number, a power of two, or M / 2^n with a "
                    "16-bit M."),
                dynamicRules),
            choiceOption<Target, 2>("Target", "None | VitisAI", field(&C::target),
                                    {{{"None", Target::None}, {"VitisAI", Target::VitisAI}}},
                                    "The compiler that takes the result; what it asks for is checked."),
        });
}

} // namespace quantiscope::options
