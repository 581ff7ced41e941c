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
constexpr std::size_t kMostOutputs = 16; ///< of a layer that tells what it was trained on
constexpr double kDeadDeviation = 1e-6; ///< of an output that is always the same

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

/// Position of the only node that reads @p value as its first input and is a @p type.
std::optional<std::size_t> onlyReader(const Graph& graph, const std::string& value, const std::string& type)
{
    const auto readers = graph.consumersOf(value);
    if (readers.size() != 1)
        return std::nullopt;
    const Node& node = graph.nodes()[readers.front()];
    const bool isIt = node.isStandard() && node.opType == type && node.inputAt(0) == value;
    return isIt ? std::optional(readers.front()) : std::nullopt;
}

/// The first reader of @p value that is a convolution.
std::optional<std::size_t> convolutionOf(const Graph& graph, const std::string& value)
{
    for (const std::size_t position : graph.consumersOf(value)) {
        const Node& node = graph.nodes()[position];
        if (node.isStandard() && node.opType == "Conv" && node.inputAt(0) == value)
            return position;
    }
    return std::nullopt;
}

/// The convolution @p conv with the batch normalization behind it.
std::optional<TrainedLayer> trainedLayer(const Graph& graph, std::size_t conv, bool channelsLast)
{
    const Node& node = graph.nodes()[conv];
    const auto normalization = onlyReader(graph, node.outputAt(0), "BatchNormalization");
    const Shape& shape = graph.initializerShape(node.inputAt(1));
    const auto dilations = graph.intsAttribute(conv, "dilations");
    const bool isDilated =
        dilations && std::any_of(dilations->begin(), dilations->end(), [](std::int64_t each) { return each != 1; });
    if (!normalization || shape.size() != 4 || isDilated || graph.intAttribute(conv, "group", 1) != 1)
        return std::nullopt;
    const Node& after = graph.nodes()[*normalization];
    const std::vector<float> weights = graph.initializerFloats(node.inputAt(1));
    const std::vector<float> bias = graph.initializerFloats(node.inputAt(2));
    const std::vector<float> mean = graph.initializerFloats(after.inputAt(3));
    const std::vector<float> variance = graph.initializerFloats(after.inputAt(4));
    const auto outputs = static_cast<std::size_t>(std::max<std::int64_t>(0, shape[0]));
    if (outputs == 0 || weights.empty() || weights.size() % outputs != 0 || mean.size() != outputs
        || variance.size() != outputs || (!bias.empty() && bias.size() != outputs))
        return std::nullopt;
    // As a layer is made: never trained, so that it tells nothing.
    if (std::all_of(mean.begin(), mean.end(), [](float each) { return each == 0.0F; })
        && std::all_of(variance.begin(), variance.end(), [](float each) { return each == 1.0F; }))
        return std::nullopt;
    TrainedLayer layer;
    layer.channelsLast = channelsLast;
    layer.channels = static_cast<std::size_t>(shape[1]);
    layer.height = static_cast<std::size_t>(shape[2]);
    layer.width = static_cast<std::size_t>(shape[3]);
    const std::size_t each = weights.size() / outputs;
    for (std::size_t output = 0; output < outputs && layer.outputs() < kMostOutputs; ++output) {
        const double deviation = std::sqrt(double(variance[output]));
        if (!(deviation > kDeadDeviation) || !std::isfinite(deviation) || !std::isfinite(mean[output]))
            continue; // a dead output tells nothing
        const auto first = weights.begin() + std::ptrdiff_t(output * each);
        layer.weights.insert(layer.weights.end(), first, first + std::ptrdiff_t(each));
        layer.bias.push_back(bias.empty() ? 0.0 : double(bias[output]));
        layer.mean.push_back(double(mean[output]));
        layer.deviation.push_back(deviation);
    }
    return layer.outputs() > 0 ? std::optional(std::move(layer)) : std::nullopt;
}

InputExpectation expectationOf(const Graph& graph, const std::string& input)
{
    InputExpectation expectation;
    expectation.range = expectedRange(graph, input);
    std::string value = input;
    if (const auto transpose = onlyReader(graph, input, "Transpose");
        transpose && graph.intsAttribute(*transpose, "perm") == std::vector<std::int64_t>{0, 3, 1, 2}) {
        expectation.layout = PixelLayout::Nhwc;
        value = graph.nodes()[*transpose].outputAt(0);
    }
    if (const auto conv = convolutionOf(graph, value)) {
        expectation.layer = trainedLayer(graph, *conv, expectation.layout == PixelLayout::Nhwc);
        if (!expectation.layout)
            expectation.layout = PixelLayout::Nchw; // as every convolution reads it
    }
    return expectation;
}

} // namespace

std::map<std::string, InputExpectation> inputExpectations(const Graph& graph)
{
    std::map<std::string, InputExpectation> expectations;
    for (const TensorSpec& input : graph.model().inputs()) {
        if (isImageInput(input))
            expectations.emplace(input.name, expectationOf(graph, input.name));
    }
    return expectations;
}

} // namespace quantiscope
