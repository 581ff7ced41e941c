// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/output_shares.h"

#include "core/pipeline/sensitivity_run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace quantiscope {

namespace {

/// Noise to signal, of something finite.
double powerOf(double decibels)
{
    return std::isnan(decibels) ? 0.0 : std::pow(10.0, -std::clamp(decibels, -300.0, 300.0) / 10.0);
}

/// That of own errors; the highest where quantization made some samples infinite or NaN.
double powerOf(const ErrorFigures& own)
{
    return powerOf(own.broken > 0 ? -std::numeric_limits<double>::infinity() : own.sqnr.mean);
}

/// Divides @p share among the tensors that @p nodes make.
void divide(double share, const std::set<std::string>& nodes, LayerErrors& errors)
{
    std::vector<std::pair<TensorError*, double>> parts;
    double sum = 0.0;
    for (TensorError& tensor : errors.tensors) {
        if (tensor.kind == TensorError::Kind::Weight || !tensor.own || !nodes.contains(tensor.node))
            continue;
        parts.emplace_back(&tensor, powerOf(*tensor.own));
        sum += parts.back().second;
    }
    for (const auto& [tensor, part] : parts) {
        if (sum > 0.0)
            tensor->outputShare = tensor->outputShare.value_or(0.0) + share * part / sum;
    }
}

} // namespace

Result<void> measureOutputShares(AnalysisSession& session, LayerErrors& errors, Feedback& feedback)
{
    SensitivityRequest request;
    request.metric = SensitivityMetric::Sqnr;
    request.mode = SensitivityMode::FirstOrder;
    const Result<Sensitivity> found = measureSensitivity(session, request, {}, feedback);
    if (!found)
        return found.error();
    double sum = 0.0;
    for (const SensitivityUnit& unit : found->units)
        sum += unit.estimate ? powerOf(*unit.estimate) : 0.0;
    for (TensorError& tensor : errors.tensors)
        tensor.outputShare.reset();
    for (const SensitivityUnit& unit : found->units) {
        if (unit.estimate && sum > 0.0)
            divide(powerOf(*unit.estimate) / sum,
                   session.prepared()->standIns.of({unit.nodes.begin(), unit.nodes.end()}), errors);
    }
    return {};
}

} // namespace quantiscope
