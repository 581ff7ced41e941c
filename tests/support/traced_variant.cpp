// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/traced_variant.h"

#include "core/base/name_groups.h"
#include "core/graph/clip_bounds.h"
#include "core/graph/initializer_elements.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace quantiscope::test {

namespace {

constexpr const char* kRuntimeDomain = "com.microsoft";

bool isPairOperator(const Node& node, const char* type)
{
    return node.opType == type && (node.isStandard() || node.domain == kRuntimeDomain);
}

/// Where a value of the quantized model comes from.
struct Origin
{
    std::string value; ///< of the prepared graph; empty for a constant that is not one of its
    std::shared_ptr<const Tensor> constant; ///< what is read, where it is a constant that pairs or integers stand for
    ValueSteps steps;
};

/// Thrown and caught in this file only: the way to a value passes through many frames.
struct Obstacle
{
    std::string reason;
};

[[noreturn]] void fail(std::string reason)
{
    throw Obstacle{std::move(reason)};
}

class Tracer
{
public:
    Tracer(const Graph& prepared, const Graph& quantized) : m_prepared(prepared), m_quantized(quantized)
    {
        for (const Node& node : quantized.nodes())
            m_names.insert(node.name);
    }

    VariantWiring trace()
    {
        checkOperatorSets();
        const std::vector<Node>& nodes = m_quantized.nodes();
        for (std::size_t q = 0; q < nodes.size(); ++q) {
            if (const std::optional<std::size_t> p = m_prepared.nodeNamed(nodes[q].name))
                traceNode(*p, q);
            else if (!isPairOperator(nodes[q], "QuantizeLinear") && !isPairOperator(nodes[q], "DequantizeLinear"))
                fail("Node " + quotedName(nodes[q].name) + " (" + nodes[q].opType + ") is not in the float graph.");
        }
        const std::vector<TensorSpec> outputs = m_prepared.model().outputs();
        for (const TensorSpec& output : outputs) {
            if (!m_quantized.isGraphOutput(output.name))
                fail("Output " + quotedName(output.name) + " is not one of the quantized model.");
            const Origin& origin = originOf(output.name);
            if (m_prepared.isInitializer(output.name) || origin.constant)
                fail("Output " + quotedName(output.name) + " is a constant.");
            checkSameValue(origin, output.name);
            if (!origin.steps.empty())
                m_wiring.outputs.emplace(output.name, origin.steps);
        }
        return std::move(m_wiring);
    }

private:
    void checkOperatorSets() const
    {
        std::set<std::string> domains{""};
        for (const Node& node : m_prepared.nodes())
            domains.insert(node.domain);
        for (const std::string& domain : domains) {
            if (m_prepared.model().opset(domain) != m_quantized.model().opset(domain))
                fail("The quantized model has another version of operator set '" + domain + "'.");
        }
    }

    void traceNode(std::size_t p, std::size_t q)
    {
        const Node& prepared = m_prepared.nodes()[p];
        const Node& quantized = m_quantized.nodes()[q];
        if (prepared.opType != quantized.opType || prepared.domain != quantized.domain
            || prepared.inputs.size() != quantized.inputs.size() || prepared.outputs.size() != quantized.outputs.size()
            || prepared.captures != quantized.captures || m_prepared.attributesText(p) != m_quantized.attributesText(q))
            fail("Node " + quotedName(prepared.name) + " (" + prepared.opType + ") was changed.");
        for (const std::string& captured : prepared.captures) {
            const Origin& origin = originOf(captured);
            if (origin.value != captured || origin.constant || !origin.steps.empty())
                fail("A body of node " + quotedName(prepared.name) + " reads " + quotedName(captured)
                     + " in another form.");
        }
        for (std::size_t i = 0; i < prepared.inputs.size(); ++i)
            traceInput({p, i}, prepared.inputs[i], quantized.inputs[i]);
    }

    void traceInput(const NodeInput& place, const std::string& prepared, const std::string& quantized)
    {
        if (prepared.empty() != quantized.empty())
            fail("Node " + quotedName(m_prepared.nodes()[place.node].name) + " has other inputs.");
        if (prepared.empty())
            return;
        const Origin& origin = originOf(quantized);
        if (origin.constant) {
            if (!m_prepared.isInitializer(prepared) || m_prepared.initializerShape(prepared) != origin.constant->shape()
                || !isFloat(m_prepared, prepared))
                fail("Value " + quotedName(prepared) + " became a constant of another kind.");
            m_wiring.constants.emplace(place, origin.constant);
            return;
        }
        checkSameValue(origin, prepared);
        if (!origin.steps.empty())
            m_wiring.inputs.emplace(place, origin.steps);
    }

    /// @p origin, read where the prepared graph reads @p value, must be that value, or what a function that was left
    /// out would have made it of.
    void checkSameValue(const Origin& origin, const std::string& value) const
    {
        if (origin.value == value)
            return;
        float low = -std::numeric_limits<float>::infinity();
        float high = std::numeric_limits<float>::infinity();
        for (std::string at = value; at != origin.value;) {
            const std::optional<std::size_t> maker = m_prepared.producerOf(at);
            const std::optional<ClipBounds> bounds =
                maker && !m_names.contains(m_prepared.nodes()[*maker].name) ? clampOf(*maker) : std::nullopt;
            if (!bounds)
                fail("Value " + quotedName(value) + " is computed in another way.");
            // From the last function to the first: its bounds pass through those behind it.
            const ClipBounds behind{low, high};
            low = std::clamp(bounds->low, behind.low, behind.high);
            high = std::clamp(bounds->high, behind.low, behind.high);
            at = m_prepared.nodes()[*maker].inputs[0];
        }
        const auto* first = origin.steps.empty() ? nullptr : std::get_if<FakeQuantizer>(&origin.steps.front());
        if (!first || first->params().axis)
            fail("Value " + quotedName(value) + " lost a function that no pair stands for.");
        const FakeQuantizer& pair = *first;
        const float infinity = std::numeric_limits<float>::infinity();
        if (!(low < high) || pair(low) != pair(-infinity) || pair(high) != pair(infinity))
            fail("The pair of value " + quotedName(value)
                 + " reaches further than the function that was left out in front of it.");
    }

    /// The bounds of a Relu or Clip.
    [[nodiscard]] std::optional<ClipBounds> clampOf(std::size_t node) const
    {
        const Node& one = m_prepared.nodes()[node];
        if (!one.isStandard() || one.inputs.empty())
            return std::nullopt;
        if (one.opType == "Relu")
            return ClipBounds{0.0F, std::numeric_limits<float>::infinity()};
        return one.opType == "Clip" ? clipBounds(m_prepared, node) : std::nullopt;
    }

    const Origin& originOf(const std::string& value)
    {
        const auto known = m_origins.find(value);
        if (known != m_origins.end())
            return known->second;
        return m_origins.emplace(value, findOrigin(value)).first->second;
    }

    Origin findOrigin(const std::string& value)
    {
        const std::optional<std::size_t> maker = m_quantized.producerOf(value);
        if (!maker)
            return m_quantized.isInitializer(value) ? originOfInitializer(value) : Origin{value, {}, {}};
        const Node& node = m_quantized.nodes()[*maker];
        if (const std::optional<std::size_t> p = m_prepared.nodeNamed(node.name)) {
            const auto at = static_cast<std::size_t>(std::find(node.outputs.begin(), node.outputs.end(), value)
                                                     - node.outputs.begin());
            return {m_prepared.nodes()[*p].outputAt(at), {}, {}};
        }
        if (!isPairOperator(node, "DequantizeLinear"))
            fail("Value " + quotedName(value) + " is made by node " + quotedName(node.name) + " (" + node.opType
                 + "), which is not in the float graph.");
        return originOfPair(*maker);
    }

    Origin originOfInitializer(const std::string& value)
    {
        if (m_prepared.isInitializer(value)) {
            const auto before = initializerElements(m_prepared, value);
            const auto now = initializerElements(m_quantized, value);
            if (before->type == now->type && before->shape == now->shape && before->bytes.size() == now->bytes.size()
                && (now->bytes.empty() || std::memcmp(before->bytes.data(), now->bytes.data(), now->bytes.size()) == 0))
                return {value, {}, {}};
        }
        if (!isFloat(m_quantized, value))
            fail("Constant " + quotedName(value) + " was changed.");
        return {{}, std::make_shared<const Tensor>(floatsOf(m_quantized, value)), {}};
    }

    Origin originOfPair(std::size_t dequantize)
    {
        const QuantParams params = paramsOf(dequantize);
        const std::string& codes = m_quantized.nodes()[dequantize].inputs[0];
        if (m_quantized.isInitializer(codes))
            return {{}, std::make_shared<const Tensor>(dequantized(codes, params)), {}};
        const std::optional<std::size_t> quantize = m_quantized.producerOf(codes);
        const Node* node = quantize ? &m_quantized.nodes()[*quantize] : nullptr;
        if (!node || !isPairOperator(*node, "QuantizeLinear") || m_prepared.nodeNamed(node->name))
            fail("The integers " + quotedName(codes) + " are not made by a QuantizeLinear.");
        if (paramsOf(*quantize) != params)
            fail("The two halves of a pair at " + quotedName(codes) + " differ.");
        if (!isQuantizedInteger(params.type))
            fail("Type " + std::string(dataTypeName(params.type)) + " of " + quotedName(codes)
                 + " is not one that switches know.");
        Origin origin = originOf(node->inputs[0]);
        const FakeQuantizer step(params);
        if (!origin.constant && m_prepared.isInitializer(origin.value)) {
            if (!isFloat(m_prepared, origin.value))
                fail("Constant " + quotedName(origin.value) + " is not float32.");
            origin.constant = std::make_shared<const Tensor>(floatsOf(m_prepared, origin.value));
            origin.value.clear();
        }
        if (!origin.constant) {
            const TensorSpec* spec = m_prepared.spec(origin.value);
            if (spec && spec->type != DataType::Float)
                fail("Value " + quotedName(origin.value) + " is not float32.");
            origin.steps.emplace_back(step);
            return origin;
        }
        if (!step.fits(origin.constant->shape()))
            fail("A pair does not fit the constant at " + quotedName(codes) + ".");
        Tensor values = *origin.constant;
        step.apply(values.as<float>().data(), values.as<float>().data(), values.shape());
        origin.constant = std::make_shared<const Tensor>(std::move(values));
        return origin;
    }

    [[nodiscard]] Tensor dequantized(const std::string& codes, const QuantParams& params) const
    {
        const Shape& shape = m_quantized.initializerShape(codes);
        const bool isKnown =
            params.type == DataType::Int32 || (isQuantizedInteger(params.type) && byteSize(params.type) > 0);
        const bool isFitting = !params.axis
            || (static_cast<std::size_t>(*params.axis) < shape.size()
                && shape[static_cast<std::size_t>(*params.axis)] == static_cast<std::int64_t>(params.scale.size()));
        if (!isKnown || !isFitting)
            fail("The integers " + quotedName(codes) + " are of a kind that switches do not know.");
        return Tensor::fromFloats(shape,
                                  dequantizeTensor(initializerElements(m_quantized, codes)->bytes, shape, params));
    }

    /// Of a QuantizeLinear or DequantizeLinear.
    [[nodiscard]] QuantParams paramsOf(std::size_t node) const
    {
        const Node& one = m_quantized.nodes()[node];
        const std::string scale = one.inputAt(1);
        const std::string zeroPoint = one.inputAt(2);
        const auto zeroPoints = initializerElements(m_quantized, zeroPoint);
        if (!isFloat(m_quantized, scale) || !zeroPoints || m_quantized.intAttribute(node, "block_size", 0) != 0
            || m_quantized.intAttribute(node, "output_dtype", 0) != 0)
            fail("Node " + quotedName(one.name) + " (" + one.opType + ") is of a kind that switches do not know.");
        QuantParams params{zeroPoints->type, m_quantized.initializerFloats(scale), {}, {}};
        const auto zeros = m_quantized.initializerInts(zeroPoint);
        if (!zeros || zeros->size() != params.scale.size())
            fail("Node " + quotedName(one.name) + " has zero points of a kind that switches do not know.");
        params.zeroPoint.assign(zeros->begin(), zeros->end());
        if (params.scale.size() > 1) {
            const std::int64_t axis = m_quantized.intAttribute(node, "axis", 1);
            if (axis < 0)
                fail("Node " + quotedName(one.name) + " counts its axis from the end.");
            params.axis = static_cast<int>(axis);
        }
        return params;
    }

    [[nodiscard]] static bool isFloat(const Graph& graph, const std::string& initializer)
    {
        const auto elements = initializerElements(graph, initializer);
        return elements && elements->type == DataType::Float;
    }

    [[nodiscard]] static Tensor floatsOf(const Graph& graph, const std::string& initializer)
    {
        return Tensor::fromFloats(graph.initializerShape(initializer), graph.initializerFloats(initializer));
    }

    const Graph& m_prepared;
    const Graph& m_quantized;
    std::set<std::string> m_names; ///< of the quantized model's nodes
    std::unordered_map<std::string, Origin> m_origins;
    VariantWiring m_wiring;
};

} // namespace

std::variant<VariantWiring, WiringObstacle> traceVariant(const Graph& prepared, const Graph& quantized)
{
    try {
        return Tracer(prepared, quantized).trace();
    } catch (const Obstacle& obstacle) {
        return WiringObstacle{obstacle.reason};
    }
}

Result<std::vector<VariantHandle>> addTraced(VariantRunner& runner, const Graph& prepared,
                                             std::span<const Model* const> quantized)
{
    std::vector<VariantWiring> wirings;
    for (const Model* model : quantized) {
        auto traced = traceVariant(prepared, Graph(*model));
        if (const auto* obstacle = std::get_if<WiringObstacle>(&traced))
            return Error{ErrorCode::ModelRefused, obstacle->reason, {}};
        wirings.push_back(std::move(std::get<VariantWiring>(traced)));
    }
    return runner.add(std::move(wirings));
}

Result<VariantHandle> addTraced(VariantRunner& runner, const Graph& prepared, const Model& quantized)
{
    const Model* const one = &quantized;
    const auto handles = addTraced(runner, prepared, std::span(&one, 1));
    if (!handles)
        return handles.error();
    return handles->front();
}

} // namespace quantiscope::test
