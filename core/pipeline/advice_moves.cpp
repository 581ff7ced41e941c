// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/advice_moves.h"

#include "core/config/presets.h"

#include <algorithm>
#include <utility>

namespace quantiscope {

namespace {

bool isByte(DataType type)
{
    return type == DataType::Int8 || type == DataType::UInt8;
}

ExclusionRule nodeRule(const std::string& node)
{
    ExclusionRule rule;
    rule.pattern = node;
    return rule;
}

/// A method for float scales takes part beside those for powers of two only where both mean something.
std::vector<CalibrationMethod> otherMethods(const QuantConfig& config)
{
    std::vector<CalibrationMethod> methods{CalibrationMethod::MinMSE};
    if (config.scaleType == ScaleType::PowerOf2)
        methods.push_back(CalibrationMethod::NonOverflow);
    else
        methods.insert(methods.end(), {CalibrationMethod::MinMax, CalibrationMethod::Percentile});
    std::erase(methods, config.calibration.method);
    return methods;
}

} // namespace

std::vector<AdviceMove> adviceMoves(const QuantConfig& config)
{
    std::vector<AdviceMove> moves;
    if (!config.perChannel)
        moves.push_back({"per-channel weights", [](QuantConfig& changed) { changed.perChannel = true; }});
    if (config.needsStatistics() && isByte(config.activationType)) {
        moves.push_back({"16-bit activations", [](QuantConfig& changed) {
                             changed.activationType =
                                 changed.activationType == DataType::Int8 ? DataType::Int16 : DataType::UInt16;
                         }});
    }
    if (config.needsStatistics() && config.activationSymmetric)
        moves.push_back({"asymmetric activations", [](QuantConfig& changed) { changed.activationSymmetric = false; }});
    if (config.needsStatistics() && isByte(config.activationType)) {
        for (const CalibrationMethod method : otherMethods(config)) {
            moves.push_back({std::string("ranges by ") + methodName(method),
                             [method](QuantConfig& changed) { changed.calibration.method = method; }});
        }
    }
    const CalibrationMethod usualOfWeights =
        config.scaleType == ScaleType::PowerOf2 ? config.calibration.method : CalibrationMethod::MinMax;
    if (config.calibration.weightMethod.value_or(usualOfWeights) != CalibrationMethod::MinMSE) {
        moves.push_back({"weight ranges by least squared error",
                         [](QuantConfig& changed) { changed.calibration.weightMethod = CalibrationMethod::MinMSE; }});
    }
    if (config.weightSymmetry(config.weightType) == Symmetry::Symmetric)
        moves.push_back({"asymmetric weights", [](QuantConfig& changed) { changed.weightSymmetric = false; }});
    const bool isEqualized = config.equalization.include;
    moves.push_back({isEqualized ? "no cross-layer equalization" : "cross-layer equalization",
                     [isEqualized](QuantConfig& changed) { changed.equalization.include = !isEqualized; }});
    return moves;
}

std::vector<std::string> nearestPresets(const QuantConfig& config)
{
    std::vector<std::string> names{"A8W8", "A8W8_PC", "ORT_S8S8_PC", "A16W8", "A16W8_PC"};
    if (config.flow() == Flow::OnnxRuntime)
        names.insert(names.begin(), "ORT_U8S8");
    std::erase(names, config.preset);
    return names;
}

QuantConfig presetFor(const QuantConfig& config, const std::string& name)
{
    QuantConfig changed = findPreset(name, ErrorCode::InvalidArgument).value().config;
    changed.exclude = config.exclude;
    changed.layers = config.layers;
    changed.selection.nodesToQuantize = config.selection.nodesToQuantize;
    changed.selection.inputNodes = config.selection.inputNodes;
    changed.selection.outputNodes = config.selection.outputNodes;
    changed.preparation.fixShapes = config.preparation.fixShapes;
    changed.calibration.dataSize = config.calibration.dataSize;
    changed.calibration.useRandomData = config.calibration.useRandomData;
    changed.calibration.randomShapes = config.calibration.randomShapes;
    changed.calibration.randomRanges = config.calibration.randomRanges;
    return changed;
}

void leaveInFloat(QuantConfig& config, const SensitivityUnit& unit)
{
    for (const std::string& node : unit.nodes)
        config.exclude.push_back(nodeRule(node));
}

void widenWeight(QuantConfig& config, const SensitivityUnit& unit)
{
    LayerRule rule;
    rule.match = nodeRule(unit.name);
    rule.weight.emplace();
    rule.weight->type = DataType::Int16;
    config.layers.push_back(std::move(rule));
}

} // namespace quantiscope
