// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/weight_changes.h"

#include "core/analysis/quantized_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace quantiscope {

namespace {

/// What a node reads of a constant: real values, and how exactly they can be told.
struct Constant
{
    std::string name; ///< of the initializer
    Shape shape;
    std::vector<float> values;
    std::vector<float> steps = {}; ///< of the codes, as they are stored; empty where the elements are no codes
    std::vector<bool> isEnd = {}; ///< is the element the lowest or highest code, as clipping gives it? Empty as above.
    std::size_t inner = 1; ///< elements behind the axis that the steps are along
    std::size_t extent = 1; ///< of that axis
    std::size_t block = 0; ///< how many along it have one step, while each behind it has its own; 0: one each, for all
};

/// Lowest or highest of the type, or of those that symmetric codes use.
bool isEndOf(DataType type, std::int64_t code)
{
    switch (type) {
    case DataType::Int4:
        return code <= -7 || code == 7;
    case DataType::UInt4:
        return code == 0 || code == 15;
    case DataType::Int8:
        return code <= -127 || code == 127;
    case DataType::UInt8:
        return code == 0 || code == 255;
    case DataType::Int16:
        return code <= -32767 || code == 32767;
    case DataType::UInt16:
        return code == 0 || code == 65535;
    default:
        return code == std::numeric_limits<std::int32_t>::min() || code == std::numeric_limits<std::int32_t>::max();
    }
}

std::optional<Constant> plainConstant(const Graph& graph, const std::string& name)
{
    std::vector<float> values = graph.initializerFloats(name);
    if (values.empty())
        return std::nullopt;
    return Constant{name, graph.initializerShape(name), std::move(values)};
}

/// Which of its steps the code of element @p element has.
std::size_t stepIndex(const Constant& constant, std::size_t element)
{
    if (constant.steps.size() == 1)
        return 0;
    const std::size_t along = element / constant.inner % constant.extent;
    if (constant.block == 0)
        return along;
    const std::size_t blocks = (constant.extent + constant.block - 1) / constant.block;
    const std::size_t before = element / constant.inner / constant.extent * blocks;
    return (before + along / constant.block) * constant.inner + element % constant.inner;
}

/// Finds how the steps of @p constant lie, those of the DequantizeLinear @p node along axis @p axis; false when they do
/// not fit the shape.
bool layOut(Constant& constant, const Graph& graph, std::size_t node, std::int64_t axis)
{
    if (constant.steps.size() == 1)
        return true;
    const auto rank = std::int64_t(constant.shape.size());
    axis += axis < 0 ? rank : 0;
    const std::int64_t block = graph.intAttribute(node, "block_size", 0);
    if (axis < 0 || axis >= rank || block < 0)
        return false;
    constant.extent = std::size_t(constant.shape[std::size_t(axis)]);
    constant.block = std::size_t(block);
    for (std::size_t i = std::size_t(axis) + 1; i < constant.shape.size(); ++i)
        constant.inner *= std::size_t(constant.shape[i]);
    if (block == 0)
        return constant.steps.size() == constant.extent;
    Shape shape = constant.shape; // of the scales
    shape[std::size_t(axis)] = (shape[std::size_t(axis)] - 1) / block + 1;
    return graph.initializerShape(graph.nodes()[node].inputAt(1)) == shape;
}

/// What node @p node, a DequantizeLinear of initializer @p name, makes.
std::optional<Constant> dequantized(const Graph& graph, std::size_t node, const std::string& name)
{
    const auto codes = graph.initializerInts(name);
    const std::optional<QuantParams> params = pairParams(graph, node);
    const TensorSpec* spec = graph.spec(name);
    if (!codes || codes->empty() || !params || !spec)
        return std::nullopt;
    Constant constant{name, graph.initializerShape(name), {}, params->scale};
    if (!layOut(constant, graph, node, params->axis.value_or(1)))
        return std::nullopt;
    constant.values.reserve(codes->size());
    constant.isEnd.reserve(codes->size());
    for (std::size_t i = 0; i < codes->size(); ++i) {
        const std::size_t step = stepIndex(constant, i);
        const std::int64_t code = (*codes)[i];
        constant.values.push_back(float(double(code - params->zeroPoint[step]) * double(constant.steps[step])));
        constant.isEnd.push_back(isEndOf(spec->type, code));
    }
    return constant;
}

/// What @p value is, which is a constant or made of one by quantizers alone.
std::optional<Constant> constantOf(const Graph& graph, const QuantizerFolds& folds, const std::string& value)
{
    const std::string& source = folds.source(value);
    if (!graph.isInitializer(source))
        return std::nullopt;
    if (source != value) {
        for (const std::size_t reader : graph.consumersOf(source)) {
            if (isDequantize(graph.nodes()[reader]) && graph.nodes()[reader].inputs[0] == source)
                return dequantized(graph, reader, source);
        }
    }
    return plainConstant(graph, source); // real numbers that are quantized while the model runs
}

/// Of the code of element @p element; 0 where it is none.
double stepOf(const Constant& constant, std::size_t element)
{
    return constant.steps.empty() ? 0.0 : double(constant.steps[stepIndex(constant, element)]);
}

bool isEnd(const Constant& constant, std::size_t element)
{
    return !constant.isEnd.empty() && constant.isEnd[element];
}

/// How far @p after is from @p before, in numbers of elements and parts of the largest; nothing where it is not.
std::optional<WeightChange> compared(const Constant& before, const Constant& after)
{
    constexpr double kHalf = 0.5 * (1.0 + 1e-3); // codes are found in float32
    constexpr double kWhole = 1.0 + 1e-3;
    WeightChange change;
    change.before = before.name;
    change.after = after.name;
    change.elements = before.values.size();
    double largest = 0.0;
    for (const float value : before.values)
        largest = std::max(largest, std::abs(double(value)));
    double farthest = 0.0;
    bool isWithinAStep = !after.steps.empty() || !before.steps.empty();
    for (std::size_t i = 0; i < before.values.size(); ++i) {
        if (isEnd(before, i) || isEnd(after, i))
            continue; // clipped, maybe
        const double step = stepOf(before, i) + stepOf(after, i); // either may be half of its own off
        const double distance = std::abs(double(after.values[i]) - double(before.values[i]));
        // Written so that NaN, which is near to nothing, counts.
        if (distance <= kHalf * step + 1e-6 * largest)
            continue;
        ++change.changed;
        farthest = std::max(farthest, distance);
        isWithinAStep = isWithinAStep && distance <= step * kWhole;
    }
    if (change.changed == 0)
        return std::nullopt;
    change.kind = isWithinAStep ? WeightChange::Kind::Rounded : WeightChange::Kind::Changed;
    change.maxRelative = largest > 0.0 ? farthest / largest : std::numeric_limits<double>::infinity();
    return change;
}

/// The node that @p node still is; -1 where it became something else.
int sameAfter(const Graph& before, const Graph& after, const GraphCorrespondence& between, int node)
{
    const std::string& type = before.nodes()[std::size_t(node)].opType;
    for (const int other : between.afterOf(node)) {
        if (after.nodes()[std::size_t(other)].opType == type)
            return other;
    }
    return -1;
}

} // namespace

std::vector<WeightChange> weightChanges(const Graph& before, const Graph& after, const GraphCorrespondence& between,
                                        const Feedback& feedback)
{
    std::vector<WeightChange> changes;
    std::set<std::string> done;
    const QuantizerFolds& own = between.foldsBefore(); // the first may be quantized as well: two runs
    for (std::size_t i = 0; i < before.nodes().size() && !feedback.isCanceled(); ++i) {
        const int other = own.foldOf(i) >= 0 ? -1 : sameAfter(before, after, between, int(i));
        if (other < 0)
            continue;
        const Node& node = before.nodes()[i];
        const Node& later = after.nodes()[std::size_t(other)];
        for (std::size_t k = 0; k < std::min(node.inputs.size(), later.inputs.size()); ++k) {
            if (node.inputs[k].empty() || later.inputs[k].empty() || done.contains(node.inputs[k]))
                continue;
            const std::optional<Constant> first = constantOf(before, own, node.inputs[k]);
            const std::optional<Constant> second =
                first ? constantOf(after, between.folds(), later.inputs[k]) : std::nullopt;
            if (!second)
                continue;
            done.insert(node.inputs[k]);
            std::optional<WeightChange> change;
            if (first->shape != second->shape)
                change = {.kind = WeightChange::Kind::Reshaped, .before = first->name, .after = second->name};
            else
                change = compared(*first, *second);
            if (!change)
                continue;
            if (between.beforeOf(other).size() > 1 && change->kind == WeightChange::Kind::Changed)
                change->kind = WeightChange::Kind::Fused;
            change->node = int(i);
            change->input = k;
            change->elements = first->values.size();
            changes.push_back(std::move(*change));
        }
    }
    return changes;
}

} // namespace quantiscope
