// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/analysis_report.h"

#include <limits>

namespace quantiscope::test {

/// A name that would break out of every format if it were not escaped.
inline const std::string kHostile = "a<b>&\"'|`]]></script><img src=x onerror=1>\x01\xff\n,=";

inline ErrorFigures figures(double sqnr, double worst)
{
    ErrorFigures all;
    all.samples = 4;
    all.sqnr = {sqnr, worst};
    all.cosine = {0.99, 0.98};
    all.rmse = {0.125, 0.25};
    all.maxAbs = {0.5, 1.0};
    return all;
}

/// Three tensors and a weight, of nodes "conv", "silu" and one of a hostile name.
inline LayerErrors sampleErrors()
{
    LayerErrors errors;
    errors.samples = 4;
    TensorError weight;
    weight.tensor = "w";
    weight.kind = TensorError::Kind::Weight;
    weight.node = "conv";
    weight.opType = "Conv";
    weight.own = figures(12.25, 12.25);
    TensorError first;
    first.tensor = "c";
    first.node = "conv";
    first.opType = "Conv";
    first.params = QuantParams{DataType::Int8, {0.5F}, {0}, {}};
    first.own = figures(20.0, 18.0);
    first.accumulated = figures(19.0, 15.0);
    first.drop = 21.5;
    TensorError second = first;
    second.tensor = "s";
    second.node = "mul_1";
    second.userNodes = {"silu", "silu_mul"};
    second.own = figures(std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity());
    second.accumulated = figures(17.0, 11.0);
    TensorError last = first;
    last.tensor = kHostile;
    last.node = kHostile;
    last.own = figures(35.0, 33.0);
    last.accumulated = {};
    last.drop = {};
    errors.tensors = {weight, first, second, last};
    errors.firstWrong = FirstWrong{1, 0, {1, 2, 3}, "'c' goes wrong first: " + kHostile, {}};
    return errors;
}

/// One weight with channels that differ, and one without.
inline WeightAnalysis sampleWeights()
{
    WeightFacts uneven;
    uneven.name = "w";
    uneven.nodes = {"conv"};
    uneven.opType = "Conv";
    uneven.elements = 12;
    uneven.params = {DataType::Int8, {0.01F}, {0}, {}};
    uneven.channelAxis = 0;
    uneven.values = {-1, 1, 0.3, 3, 0.25};
    uneven.channels = {{{-1, 1, 0.5, 3, 0}, ChannelState::Live, 40, false, 40},
                       {{-0.002, 0.001, 0.0005, 3, 0}, ChannelState::Silenced, 1, true, 0},
                       {{0, 0, 0, 0, 1}, ChannelState::Dead, 1, false, 0}};
    uneven.levels = 41;
    uneven.configured = {30, 12.5};
    uneven.perChannel.fidelity = WeightFidelity{41, 43.5};
    uneven.wide.fidelity = WeightFidelity{78, std::numeric_limits<double>::infinity()};
    WeightFacts plain;
    plain.name = kHostile;
    plain.nodes = {kHostile, "add"};
    plain.opType = "Add";
    plain.elements = 4;
    plain.params = {DataType::UInt8, {0.01F}, {0}, {}};
    plain.configured = {40, 40};
    return {{uneven, plain}};
}

inline Evaluation sampleEvaluation()
{
    Evaluation evaluation;
    evaluation.samples = 4;
    OutputSummary output;
    output.name = kHostile;
    output.samples = 4;
    output.cosine = {0.9, 0.8};
    output.sqnr = {12.0, std::numeric_limits<double>::quiet_NaN()};
    evaluation.outputs = {output};
    return evaluation;
}

inline VariantEffect effect(double value)
{
    VariantEffect all;
    all.samples = 4;
    all.value = value;
    OutputEffect output;
    output.output = kHostile;
    output.samples = 4;
    output.cosine = {value, value - 0.1};
    output.sqnr = {100.0 * value, 90.0 * value};
    all.outputs = {output};
    return all;
}

/// Two units, the second of which is more sensitive, and a curve of three points.
inline Sensitivity sampleSensitivity()
{
    Sensitivity sensitivity;
    sensitivity.multiplyAdds = 200;
    SensitivityUnit first;
    first.name = "conv";
    first.label = "Conv";
    first.nodes = {"conv", "silu"};
    first.only = effect(0.75);
    SensitivityUnit second;
    second.name = kHostile;
    second.label = "Conv";
    second.nodes = {kHostile};
    second.only = effect(0.5);
    sensitivity.units = {first, second};
    sensitivity.ranking = {1, 0};
    sensitivity.curve = {{0, 100, 0, 0, effect(0.25)}, {1, 130, 40, 50, effect(0.5)}, {2, 160, 80, 200, effect(1.0)}};
    sensitivity.isComplete = true;
    return sensitivity;
}

inline AnalysisReport sampleReport()
{
    AnalysisReport report;
    report.title = "model.onnx, " + kHostile;
    report.facts = {{"model", kHostile}, {"recipe", "VINT8"}};
    report.evaluation = sampleEvaluation();
    report.layers = sampleErrors();
    report.sensitivity = sampleSensitivity();
    report.weights = sampleWeights();
    return report;
}

} // namespace quantiscope::test
