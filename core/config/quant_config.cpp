// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/quant_config.h"

#include "core/base/nearest_name.h"

#include <algorithm>
#include <array>

namespace quantiscope {

namespace {

constexpr std::array<std::pair<CalibrationMethod, const char*>, 6> kMethods{
    {{CalibrationMethod::MinMax, "MinMax"},
     {CalibrationMethod::NonOverflow, "NonOverflow"},
     {CalibrationMethod::Percentile, "Percentile"},
     {CalibrationMethod::LayerwisePercentile, "LayerwisePercentile"},
     {CalibrationMethod::MinMSE, "MinMSE"},
     {CalibrationMethod::Entropy, "Entropy"}}};

} // namespace

bool QuantConfig::hasLayerRules() const
{
    return std::any_of(layers.begin(), layers.end(), [](const LayerRule& rule) { return rule.match.enabled; });
}

Flow QuantConfig::flow() const
{
    if (placement.rules == PlacementRules::OnnxRuntime)
        return Flow::OnnxRuntime;
    if (placement.rules == PlacementRules::QuarkExtended)
        return Flow::Extended;
    if (scaleType != ScaleType::Float32)
        return npu.enableNPUCnn ? Flow::Npu : Flow::Plain;
    return npu.enableNPUTransformer ? Flow::Transformer : Flow::Plain;
}

Symmetry QuantConfig::weightSymmetry(DataType type) const
{
    const bool isSigned = type == DataType::Int8 || type == DataType::Int16;
    return weightSymmetric.value_or(isSigned) ? Symmetry::Symmetric : Symmetry::Asymmetric;
}

Symmetry QuantConfig::calibrationSymmetry() const
{
    const bool byDefault =
        calibration.method != CalibrationMethod::MinMax && calibration.method != CalibrationMethod::Entropy;
    return calibration.tensorRangeSymmetric.value_or(byDefault) ? Symmetry::Symmetric : Symmetry::Asymmetric;
}

bool QuantConfig::needsHistogram() const
{
    return calibration.method != CalibrationMethod::MinMax && calibration.method != CalibrationMethod::NonOverflow;
}

bool QuantConfig::convertsForNpu(const std::optional<bool>& option) const
{
    return option.value_or(isNpu() || isExtended() || npu.enableNPUCnn || npu.enableNPUTransformer);
}

bool QuantConfig::matMulConstBOnly() const
{
    return selection.matMulConstBOnly.value_or(npu.enableNPUTransformer || selection.dynamic);
}

const char* methodName(CalibrationMethod method)
{
    for (const auto& [each, name] : kMethods) {
        if (each == method)
            return name;
    }
    return "";
}

Result<CalibrationMethod> methodFromName(std::string_view name)
{
    std::vector<std::string> known;
    std::string list;
    for (const auto& [method, text] : kMethods) {
        if (name == text)
            return method;
        known.emplace_back(text);
        list += (list.empty() ? "" : ", ") + known.back();
    }
    return Error{ErrorCode::InvalidArgument,
                 "Unknown calibration method '" + std::string(name) + "'." + didYouMean(name, known)
                     + " Methods: " + list + ".",
                 std::string(name)};
}

} // namespace quantiscope
