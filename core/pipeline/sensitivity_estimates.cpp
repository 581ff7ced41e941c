// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/sensitivity_estimates.h"

#include "core/analysis/layer_error_run.h"
#include "core/data/adapted_source.h"
#include "core/data/kept_samples.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

namespace quantiscope {

namespace {

std::optional<double> noiseOf(const std::set<std::string>& nodes, const LayerErrors& errors)
{
    std::optional<double> noise;
    for (const TensorError& tensor : errors.tensors) {
        if (tensor.kind == TensorError::Kind::Weight || !tensor.own || !nodes.contains(tensor.node))
            continue;
        const double decibels = tensor.own->sqnr.mean;
        double power = std::isnan(decibels) ? 0.0 : std::pow(10.0, -decibels / 10.0);
        if (tensor.own->broken > 0) // nothing is worse, whatever the other samples show
            power = std::numeric_limits<double>::infinity();
        noise = noise.value_or(0.0) + power;
    }
    return noise;
}

/// How many of the first samples hold @p count readable ones; all when there are not as many.
std::size_t leading(const SampleSource& source, std::size_t count)
{
    std::size_t first = 0;
    for (std::size_t found = 0; first < source.size() && found < count; ++first)
        found += count >= source.size() || source.read(first) ? 1 : 0;
    return first;
}

} // namespace

std::vector<std::optional<double>> ownNoise(const PreparedGraph& prepared, const LayerErrors& errors,
                                            std::span<const SensitivityUnit> units)
{
    std::vector<std::optional<double>> noise;
    for (const SensitivityUnit& unit : units)
        noise.push_back(noiseOf(prepared.standIns.of({unit.nodes.begin(), unit.nodes.end()}), errors));
    return noise;
}

Result<std::vector<std::optional<double>>> measureOwnNoise(const AnalysisSession& session,
                                                           const QuantizedVariant& whole,
                                                           std::span<const SensitivityUnit> units, std::size_t samples,
                                                           Feedback& feedback)
{
    const PreparedGraph& prepared = *whole.prepared;
    const SampleSource& all = session.samples();
    const auto source = adaptSource(std::make_unique<LeadingSamples>(all, leading(all, samples)),
                                    InputAdapter(session.inputs(), prepared.model.inputs()));
    SamplePrefetcher prefetcher(*source, feedback);
    const Result<LayerErrors> errors = measureLayerErrors(session.environment(), prepared.model, whole.model, {},
                                                          prefetcher, session.request().threads, feedback);
    if (!errors)
        return errors.error();
    std::vector<std::optional<double>> noise = ownNoise(prepared, *errors, units);
    if (std::none_of(noise.begin(), noise.end(), [](const auto& each) { return each.has_value(); })) {
        return Error{ErrorCode::InvalidArgument,
                     "Nothing can be estimated: no quantized tensor can be compared with the float model's. Use the "
                     "mode full.",
                     "--mode"};
    }
    return noise;
}

} // namespace quantiscope
