// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/base/result.h"
#include "core/graph/graph.h"
#include "core/qdq/qdq_inserter.h"
#include "core/qdq/qdq_plan.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace quantiscope {

/// What the finite elements of a weight, or of one of its channels, are like.
struct ValueFacts
{
    double min = 0.0;
    double max = 0.0;
    double sigma = 0.0; ///< standard deviation of the population
    double kurtosis = 0.0; ///< fourth central moment / sigma^4: 1.8 when even, 3 when normal; 0 when sigma is 0
    double zeros = 0.0; ///< share of elements that are exactly 0, 0 … 1

    [[nodiscard]] double maxAbs() const { return max > -min ? max : -min; }
    /// max|w| / sigma: 1.7 when even, 3 to 5 when normal, more with outliers; 0 when sigma is 0.
    [[nodiscard]] double outlierRatio() const { return sigma > 0.0 ? maxAbs() / sigma : 0.0; }
    bool operator==(const ValueFacts&) const = default;
};

/// What becomes of a channel as configured.
enum class ChannelState
{
    Live,
    Silenced, ///< it holds numbers, but every code stands for 0
    Dead, ///< all zero, or below 1e-6 of the largest channel: nothing is lost with it
};

/// One channel of a weight.
struct ChannelFacts
{
    ValueFacts values;
    ChannelState state = ChannelState::Live;
    std::uint32_t levels = 0; ///< different codes that its elements have as configured
    bool isCoarse = false; ///< not dead, and has fewer than 4 levels and fewer than it has different values
    double sqnr = 0.0; ///< dB, of this channel alone, as configured; +inf when nothing is lost

    bool operator==(const ChannelFacts&) const = default;
};

/// How well codes stand for the elements of a weight, in dB; +inf when nothing is lost.
struct WeightFidelity
{
    double sqnr = 0.0; ///< 10 log10(sum w^2 / sum (w - w')^2)
    /// The same with every channel that is not dead counting alike: -10 log10 of the mean over them of noise / signal.
    /// Whatever reads a channel mostly makes up for its size (by its weights, or a normalization that was folded), so
    /// that this tells the harm better. Equal to sqnr where there are no channels.
    double balanced = 0.0;

    bool operator==(const WeightFidelity&) const = default;
};

/// The same weight quantized in another way.
struct WeightAlternative
{
    std::optional<WeightFidelity> fidelity; ///< nothing when it does not apply
    std::string reason; ///< why not, as a clause: "it has them already"; empty when it applies

    bool operator==(const WeightAlternative&) const = default;
};

/// One constant that is quantized.
struct WeightFacts
{
    std::string name; ///< of the initializer
    std::vector<std::string> nodes; ///< quantized nodes that read it, in the graph's order
    /// Of the user's graph that nodes stand for; empty when those are nodes themselves, or it is unknown.
    std::vector<std::string> userNodes = {};
    std::string opType; ///< of the first of them
    PlannedTensor::Role role = PlannedTensor::Role::Weight; ///< or Constant: takes part like an activation
    Shape shape;
    std::uint64_t elements = 0;
    QuantParams params; ///< as configured
    ValueFacts values;
    std::uint32_t levels = 0; ///< different codes in use
    std::uint32_t codes = 0; ///< that could be used
    std::optional<int> channelAxis; ///< that scales of channels lie along, or would lie; nothing: there are no channels
    std::vector<ChannelFacts> channels;
    WeightFidelity configured;
    bool isNpu = false; ///< the NPU's rules are in force, which know 8 bits and one scale only
    WeightAlternative perChannel; ///< one symmetric scale for each channel
    WeightAlternative wide; ///< 16 bits
    WeightAlternative perChannelWide; ///< both
    /// After cross-layer equalization, with errors undone by its scalings, as the layers around undo them. What it does
    /// to activations is not in it.
    WeightAlternative equalized;

    /// userNodes, or nodes where there are none.
    [[nodiscard]] const std::vector<std::string>& usersNodes() const { return userNodes.empty() ? nodes : userNodes; }
    [[nodiscard]] std::size_t count(ChannelState state) const;
    [[nodiscard]] std::size_t coarseChannels() const;
    /// Largest / smallest max|w| of channels that are not dead; 1 when there are fewer than two of them.
    [[nodiscard]] double channelRatio() const;
    /// What @p alternative gains in dB: in balanced SQNR. Nothing when it does not apply; 0 when nothing is lost either
    /// way.
    [[nodiscard]] std::optional<double> gain(const WeightAlternative& alternative) const;
    bool operator==(const WeightFacts&) const = default;
};

struct WeightAnalysis
{
    std::vector<WeightFacts> weights; ///< in the order of the nodes that read them

    [[nodiscard]] const WeightFacts* find(const std::string& name) const; ///< nullptr when there is none
    bool operator==(const WeightAnalysis&) const = default;
};

/// What analyseWeights() looks at. Everything that is referred to must outlive the call.
struct WeightQuestion
{
    const Graph& prepared; ///< the float graph that is quantized
    const QuantConfig& config; ///< of AppliedRules
    const std::vector<std::size_t>& selected; ///< of AppliedRules
    const QdqPlan& plan; ///< of prepared
    /// Parameters that were really written, of any tensors; those of the others follow from their elements alone.
    std::span<const QuantizedTensor> written = {};
    const Graph* equalized = nullptr; ///< prepared with its layers equalized; nothing: not asked
    std::map<std::string, std::string> notEqualized = {}; ///< by weight: why it is not scaled, as a clause
    int threads = 0; ///< weights that are looked at at the same time, 0 = one per core; does not change the result
};

/// Looks at every constant of more than one element that the plan gives integers of its own (no biases): quantizes it
/// as configured and in the other ways, and compares. The parameters of the other ways are found by the configured
/// method from the elements alone; scales that are laid down are not kept in them.
///
/// Time is linear in the weights (times log for MinMSE); each is read where the model keeps it, one copy of it at a
/// time and thread. Errors: `Canceled`.
[[nodiscard]] Result<WeightAnalysis> analyseWeights(const WeightQuestion& question, Feedback& feedback);

/// "weights": a list, channels as columns. Infinite values are "inf".
[[nodiscard]] nlohmann::json toJson(const WeightAnalysis& analysis);

} // namespace quantiscope
