// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/advice_causes.h"

#include "core/analysis/tensor_histogram.h"
#include "core/analysis/weight_findings.h"
#include "core/base/name_groups.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

namespace quantiscope {

namespace {

/// Values outside of this are told of as being few.
constexpr double kMostValues = 99.9; // per cent
constexpr double kWideRange = 4.0; // times what holds most values
constexpr double kManyClipped = 0.01; // share

std::string numberText(double value)
{
    std::array<char, 40> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 3);
    return {text.data(), end.ptr};
}

double width(TensorRange range)
{
    return static_cast<double>(range.max) - static_cast<double>(range.min);
}

} // namespace

AdviceCauses::AdviceCauses(const QuantizedVariant& whole, WeightAnalysis weights)
    : m_whole(whole), m_weights(std::move(weights))
{
    for (const QuantizedTensor& tensor : whole.tensors) {
        if (tensor.role != PlannedTensor::Role::Activation)
            continue;
        if (std::optional<Cause> cause = causeOf(tensor))
            m_activations.emplace(tensor.name, std::move(*cause));
    }
}

std::optional<AdviceCauses::Cause> AdviceCauses::causeOf(const QuantizedTensor& tensor) const
{
    const auto& statistics = m_whole.prepared->statistics.tensors;
    const auto found = statistics.find(tensor.name);
    const PlannedTensor* planned = m_whole.plan.find(tensor.name);
    if (found == statistics.end() || !planned || tensor.params.scale.size() != 1)
        return std::nullopt;
    const TensorHistogram histogram(found->second);
    if (histogram.isEmpty())
        return std::nullopt;
    const QuantTarget target{planned->encoding.type, planned->encoding.symmetry, m_whole.rules.config.scaleType};
    const CoveredRange covered =
        coveredBy({tensor.params.scale.front(), tensor.params.zeroPoint.front()}, target, CodeSource::Model);
    const ClipFigures figures = histogram.figures(covered);
    if (!figures.sqnr)
        return std::nullopt;
    const TensorRange all = histogram.observed();
    const TensorRange most = histogram.percentile(kMostValues, Symmetry::Asymmetric);
    const std::string bits = std::to_string(8 * byteSize(target.type)) + " bits";
    const std::string name = quotedName(tensor.name);
    std::string sentence;
    if (all.min > 0.0F && all.min < figures.step / 2.0) {
        sentence = "All values of " + name + " are above 0, from " + numberText(all.min) + " to " + numberText(all.max)
            + ", but the step that " + bits + " leave is " + numberText(figures.step)
            + ": the smallest become 0, which what divides by them does not bear.";
    } else if (figures.clippedShare > kManyClipped) {
        sentence = "The scale of " + name + " clips " + numberText(100.0 * figures.clippedShare)
            + " % of its values: they reach from " + numberText(all.min) + " to " + numberText(all.max)
            + ", its codes only from " + numberText(covered.low) + " to " + numberText(covered.high) + ".";
    } else if (width(most) > 0.0 && width(all) > kWideRange * width(most)) {
        sentence = "The values of " + name + " reach from " + numberText(all.min) + " to " + numberText(all.max)
            + ", but " + numberText(kMostValues) + " % of them lie between " + numberText(most.min) + " and "
            + numberText(most.max) + ": the step that " + bits + " leave is " + numberText(figures.step) + ".";
    } else {
        sentence = "The " + bits + " of " + name + " keep only " + numberText(*figures.sqnr)
            + " dB of its values, with a step of " + numberText(figures.step) + " between " + numberText(all.min)
            + " and " + numberText(all.max) + ".";
    }
    return Cause{std::move(sentence), *figures.sqnr};
}

AdviceCauses::Cause AdviceCauses::causeOf(const SensitivityUnit& unit) const
{
    const std::set<std::string> nodes =
        m_whole.prepared->standIns.of(std::set<std::string>(unit.nodes.begin(), unit.nodes.end()));
    Cause worst{{}, std::numeric_limits<double>::infinity()};
    for (const WeightFacts& facts : m_weights.weights) {
        const bool isRead = std::any_of(facts.nodes.begin(), facts.nodes.end(),
                                        [&nodes](const std::string& node) { return nodes.contains(node); });
        if (!isRead || facts.configured.balanced >= worst.sqnr)
            continue;
        const std::optional<WeightFinding> finding = weightFinding(facts);
        worst = {finding ? finding->sentence
                         : "The codes of " + quotedName(facts.name) + " keep only "
                         + numberText(facts.configured.balanced) + " dB of its values.",
                 facts.configured.balanced};
    }
    const Graph& graph = m_whole.prepared->graph;
    for (const std::string& name : nodes) {
        const auto at = graph.nodeNamed(name);
        if (!at)
            continue;
        for (const std::string& value : graph.nodes()[*at].outputs) {
            const auto cause = m_activations.find(value);
            if (cause != m_activations.end() && cause->second.sqnr < worst.sqnr)
                worst = cause->second;
        }
    }
    return worst;
}

std::vector<std::size_t> lastUnits(const Graph& graph, const std::vector<SensitivityUnit>& units)
{
    const std::vector<Node>& nodes = graph.nodes();
    std::vector<std::optional<std::size_t>> unitOf(nodes.size());
    for (std::size_t i = 0; i < units.size(); ++i) {
        for (const std::string& node : units[i].nodes) {
            if (const auto at = graph.nodeNamed(node); at && units[i].multiplyAdds > 0)
                unitOf[*at] = i;
        }
    }
    // Nodes stand behind those that they read from.
    std::vector<bool> hasLayerBehind(nodes.size(), false);
    std::set<std::size_t> early;
    for (std::size_t i = nodes.size(); i-- > 0;) {
        for (const std::string& value : nodes[i].outputs) {
            for (const std::size_t reader : graph.consumersOf(value)) {
                const bool isOther = unitOf[reader] && unitOf[reader] != unitOf[i];
                hasLayerBehind[i] = hasLayerBehind[i] || isOther || hasLayerBehind[reader];
            }
        }
        if (unitOf[i] && hasLayerBehind[i])
            early.insert(*unitOf[i]);
    }
    std::vector<std::size_t> last;
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (units[i].multiplyAdds > 0 && !early.contains(i))
            last.push_back(i);
    }
    return last;
}

} // namespace quantiscope
