// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/input_expectation.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace quantiscope {

namespace {

constexpr std::size_t kMostSteps = 24; ///< operators between an input and its first convolution
constexpr double kByteDeviation = 65.0; ///< of natural pictures' pixels
constexpr double kUnitDeviation = 0.25; ///< the same after 1/255
constexpr double kMuch = 120.0; ///< what first layers do not answer with; Caffe's, fed with bytes less a mean, reach 90
constexpr double kLittle = 0.02;

/// The median over the output channels of the weights' length: about how much larger than its input an output is.
double weightLength(const Graph& graph, const std::string& weight)
{
    const std::vector<float> values = graph.initializerFloats(weight);
    const Shape& shape = graph.initializerShape(weight);
    if (values.empty() || shape.empty() || shape[0] < 1)
        return 0.0;
    const std::size_t channels = static_cast<std::size_t>(shape[0]), each = values.size() / channels;
    std::vector<double> lengths;
    for (std::size_t channel = 0; channel < channels; ++channel) {
        double squares = 0.0;
        for (std::size_t i = 0; i < each; ++i)
            squares += double(values[channel * each + i]) * double(values[channel * each + i]);
        lengths.push_back(std::sqrt(squares));
    }
    const auto middle = lengths.begin() + std::ptrdiff_t(channels / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    return *middle;
}

/// The factor that a Mul or Div node applies to @p value; 0 for anything else.
double factorOf(const Graph& graph, const Node& node, const std::string& value)
{
    if (node.opType != "Mul" && node.opType != "Div")
        return 0.0;
    if (node.opType == "Div" && node.inputAt(0) != value)
        return 0.0;
    const std::string other = node.inputAt(0) == value ? node.inputAt(1) : node.inputAt(0);
    const std::vector<float> constant = graph.initializerFloats(other);
    if (constant.empty() || constant.size() > 4)
        return 0.0;
    const double factor = std::abs(double(constant.front()));
    return node.opType == "Mul" ? factor : factor > 0.0 ? 1.0 / factor : 0.0;
}

bool keepsValues(const Node& node)
{
    static const std::set<std::string> kKeeping{
        "Cast",    "Concat", "Identity", "Pad",       "Reshape", "Resize",    "Slice",        "Split",
        "Squeeze", "Sub",    "Add",      "Transpose", "MaxPool", "Unsqueeze", "SpaceToDepth", "AveragePool"};
    return node.isStandard() && kKeeping.contains(node.opType);
}

ExpectedRange expectedRange(const Graph& graph, std::string value)
{
    double factor = 1.0;
    for (std::size_t step = 0; step < kMostSteps && !graph.consumersOf(value).empty(); ++step) {
        const std::size_t position = graph.consumersOf(value).front();
        const Node& node = graph.nodes()[position];
        if (const double here = factorOf(graph, node, value); here > 0.0) {
            factor *= here;
            if (factor > 1.0 / 400.0 && factor < 1.0 / 40.0)
                return ExpectedRange::Bytes;
        } else if (node.opType == "Conv" && node.inputAt(0) == value) {
            const double length = factor * weightLength(graph, node.inputAt(1));
            const auto next = graph.consumersOf(node.outputAt(0));
            const bool isNormalizedAfter =
                next.size() == 1 && graph.nodes()[next.front()].opType == "BatchNormalization";
            if (length == 0.0 || isNormalizedAfter)
                return ExpectedRange::Unknown;
            if (length * kByteDeviation > kMuch && length * kUnitDeviation > kLittle * 10.0)
                return ExpectedRange::Small;
            return length * kUnitDeviation < kLittle ? ExpectedRange::Bytes : ExpectedRange::Unknown;
        } else if (!keepsValues(node)) {
            return ExpectedRange::Unknown;
        }
        value = node.outputAt(0);
    }
    return ExpectedRange::Unknown;
}

} // namespace

std::map<std::string, ExpectedRange> expectedRanges(const Graph& graph)
{
    std::map<std::string, ExpectedRange> ranges;
    for (const TensorSpec& input : graph.model().inputs()) {
        if (isImageInput(input))
            ranges.emplace(input.name, expectedRange(graph, input.name));
    }
    return ranges;
}

} // namespace quantiscope
