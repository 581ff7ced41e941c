// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/range_stage.h"

#include "core/base/name_groups.h"
#include "core/calibration/passthrough_ranges.h"
#include "core/observers/derive_range.h"
#include "core/qdq/range_requests.h"

#include <set>
#include <vector>

namespace quantiscope {

namespace {

/// Ranges of all values with statistics. What a method finds may depend on the codes that the plan gives a value.
Result<TensorRanges> rangesOf(const CalibrationStatistics& statistics, const QuantConfig& config, const QdqPlan& plan,
                              const Feedback& feedback, RangeMemory& memory)
{
    TensorRanges ranges;
    const TensorEncoding common = activationEncoding(config);
    for (const auto& [name, tensor] : statistics.tensors) {
        if (feedback.isCanceled()) // a search may take a second
            return Error{ErrorCode::Canceled, "Canceled.", {}};
        const PlannedTensor* planned = plan.find(name);
        const TensorEncoding& encoding = planned ? planned->encoding : common;
        if (const auto known = memory.rangeOf(name, encoding)) {
            ranges[name] = *known;
            continue;
        }
        const Result<TensorRange> range = !encoding.ranges.empty()
            ? encoding.ranges.front()
            : deriveRange(tensor, activationRequest(config, targetOf(encoding, config)));
        if (!range)
            return Error{range.error().code, "Value '" + name + "': " + range.error().message, name};
        memory.keepRange(name, encoding, *range);
        ranges[name] = *range;
    }
    return ranges;
}

/// Tells what was seen that is no number; returns the values with infinities.
std::set<std::string> tellNotFinite(const CalibrationStatistics& statistics, RunReport& report, Feedback& feedback)
{
    std::set<std::string> notANumber;
    std::set<std::string> infinite;
    for (const auto& [name, tensor] : statistics.tensors) {
        if (const std::uint64_t bad = tensor.notANumber + tensor.infinite)
            report.notFinite[name] = bad;
        if (tensor.notANumber > 0)
            notANumber.insert(name);
        if (tensor.infinite > 0)
            infinite.insert(name);
    }
    if (!notANumber.empty()) {
        feedback.warn("NaN was seen and left out in " + tensorList(std::vector(notANumber.begin(), notANumber.end()))
                      + ": check the data and the preprocessing.");
    }
    if (!infinite.empty()) {
        feedback.warn("Infinite values were seen in " + tensorList(std::vector(infinite.begin(), infinite.end()))
                      + "; no scale covers them, so these stay float. Unless the model masks with infinity, check "
                        "the data and the preprocessing.");
    }
    return infinite;
}

} // namespace

Result<void> checkGivenStatistics(const CalibrationStatistics& statistics, const std::string& file,
                                  const std::string& preparedHash, const QuantConfig& config)
{
    if (statistics.modelHash != preparedHash) {
        return Error{ErrorCode::ConfigRefused,
                     "The statistics in '" + file + "' were collected from another model, or from this one prepared"
                         + (config.equalization.include ? " (and equalized: IncludeCLE)" : "")
                         + " for another preset or other options. Give 'qscope calibrate' the --preset (here "
                         + config.preset + "), --recipe and --set of this run.",
                     file};
    }
    return {};
}

Result<RangePlan> planWithRanges(const WorkingGraph& work, const QuantConfig& config,
                                 const CalibrationStatistics& statistics, RunReport& report, Feedback& feedback,
                                 RangeMemory* memory)
{
    return planWithRanges(Graph(work.model), work.rules, config, statistics, report, feedback, memory);
}

Result<RangePlan> planWithRanges(const Graph& graph, const AppliedRules& rules, const QuantConfig& config,
                                 const CalibrationStatistics& statistics, RunReport& report, Feedback& feedback,
                                 RangeMemory* memory)
{
    report.dataHash = statistics.dataHash;
    report.samples = statistics.samples;
    const std::set<std::string> infinite = tellNotFinite(statistics, report, feedback);
    if (config.selection.dynamic)
        return RangePlan();
    RangePlan result{planQdq(graph, rules.config, rules.selected, infinite), {}};
    if (result.plan.tensors.empty()) {
        return nothingToQuantize("infinite values were seen in every value that the preset quantizes.",
                                 report.modelPath);
    }
    for (const std::string& warning : result.plan.warnings)
        feedback.warn(warning);
    RangeMemory unused;
    Result<TensorRanges> ranges = rangesOf(statistics, rules.config, result.plan, feedback, memory ? *memory : unused);
    if (!ranges)
        return ranges.error();
    result.ranges = std::move(*ranges);
    adjustRanges(graph, rules.config, rules.selected, result.ranges);
    copyRangesThrough(graph, config.calibration.passthroughOpTypes, result.ranges);
    return result;
}

} // namespace quantiscope
