// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/opset_preparation.h"

#include "core/model/message_text.h"
#include "core/model/subgraphs.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace quantiscope {

namespace {

void setText(onnx::NodeProto& node, const char* name, const std::string& value)
{
    auto* attribute = node.add_attribute();
    attribute->set_name(name);
    attribute->set_type(onnx::AttributeProto::STRING);
    attribute->set_s(value);
}

/// A hidden Constant node that makes the float vector @p value.
onnx::NodeProto constantNode(const std::string& value, const std::vector<float>& elements)
{
    onnx::NodeProto node;
    node.set_op_type("Constant");
    node.set_domain(kHiddenDomain);
    node.add_output(value);
    auto* attribute = node.add_attribute();
    attribute->set_name("value");
    attribute->set_type(onnx::AttributeProto::TENSOR);
    auto* tensor = attribute->mutable_t();
    tensor->set_data_type(onnx::TensorProto::FLOAT);
    tensor->add_dims(static_cast<std::int64_t>(elements.size()));
    tensor->mutable_float_data()->Add(elements.begin(), elements.end());
    return node;
}

/// The elements of a float tensor, if it holds them itself.
std::optional<std::vector<float>> floatsOf(const onnx::TensorProto& tensor)
{
    if (tensor.data_type() != onnx::TensorProto::FLOAT)
        return std::nullopt;
    if (tensor.raw_data().empty())
        return std::vector<float>(tensor.float_data().begin(), tensor.float_data().end());
    std::vector<float> values(tensor.raw_data().size() / sizeof(float));
    std::memcpy(values.data(), tensor.raw_data().data(), values.size() * sizeof(float));
    return values;
}

/// Prepares one graph; subgraphs get an object of their own.
class Preparation
{
public:
    /// @p taken: names of the values of the whole model; new ones are added.
    Preparation(onnx::GraphProto& graph, const ConversionFacts& facts, std::unordered_set<std::string>& taken,
                bool isTopLevel)
        : m_graph(graph), m_facts(facts), m_taken(taken), m_isTopLevel(isTopLevel)
    {
        for (const auto& node : graph.node()) {
            const auto readAll = [this](const auto& names) {
                for (const std::string& name : names)
                    ++m_uses[name];
            };
            readAll(node.input());
            if (hasSubgraphs(node))
                readAll(outerScopeReads(node));
        }
        for (const auto& output : graph.output())
            ++m_uses[output.name()];
    }

    Result<void> run()
    {
        google::protobuf::RepeatedPtrField<onnx::NodeProto> nodes;
        nodes.Swap(m_graph.mutable_node());
        for (auto& node : nodes) {
            if (auto done = prepare(node); !done)
                return done;
            m_graph.mutable_node()->Add(std::move(node));
        }
        return {};
    }

private:
    Result<void> prepare(onnx::NodeProto& node)
    {
        Result<void> result;
        forEachSubgraph(node, [&](onnx::GraphProto& inner) {
            if (result)
                result = Preparation(inner, m_facts, m_taken, false).run();
        });
        if (!result || !node.domain().empty())
            return result;
        const std::string& type = node.op_type();
        const bool isOldResize = type == "Upsample" || (type == "Resize" && m_facts.fromOpset == 10);
        if (isOldResize && m_facts.fromOpset < 11 && m_facts.toOpset >= 11)
            return convertResize(node);
        if ((type == "Softmax" || type == "LogSoftmax" || type == "Hardmax") && m_facts.fromOpset < 13
            && m_facts.toOpset >= 13)
            return convertSoftmax(node);
        if (type == "BatchNormalization")
            dropUnusedOutputs(node);
        if (type == "Pad" && m_facts.fromOpset < 11)
            dropUnusedValue(node);
        return {};
    }

    std::string uniqueName(const std::string& wanted)
    {
        std::string name = wanted;
        for (int k = 1; !m_taken.insert(name).second; ++k)
            name = wanted + "_" + std::to_string(k);
        return name;
    }

    Result<void> convertResize(onnx::NodeProto& node)
    {
        const auto* mode = findAttribute(node, "mode");
        const std::string modeText = mode ? mode->s() : "nearest";
        std::optional<std::vector<float>> scales;
        if (const auto* attribute = findAttribute(node, "scales")) {
            scales.emplace(attribute->floats().begin(), attribute->floats().end());
            const std::string name = uniqueName(node.output(0) + "_scales");
            *m_graph.add_node() = constantNode(name, *scales);
            node.add_input(name);
        } else if (node.input_size() == 2) {
            scales = knownFloats(node.input(1));
        }
        if (node.input_size() != 2)
            return refused(node, "cannot be converted to a newer operator set: it has no scales.");

        const std::string scalesName = node.input(1);
        std::string roi;
        if (m_facts.toOpset < 13) { // not optional yet, although it is not used
            roi = uniqueName(node.output(0) + "_roi");
            *m_graph.add_node() = constantNode(roi, {});
        }
        const auto rounding = nearestRounding(node, modeText, scales);
        if (!rounding)
            return rounding.error();
        node.set_op_type("Resize");
        node.set_domain(kHiddenDomain);
        node.set_input(1, roi);
        node.add_input(scalesName);
        node.clear_attribute();
        setText(node, "mode", modeText);
        setText(node, "coordinate_transformation_mode", "asymmetric");
        if (modeText == "nearest")
            setText(node, "nearest_mode", *rounding);
        return {};
    }

    /// Resize 10 takes the pixel below when enlarging and the pixel above when shrinking (onnx's test data for
    /// resize_downsample_nearest and ONNX Runtime agree), Resize 11 has one rule for all axes.
    static Result<std::string> nearestRounding(const onnx::NodeProto& node, const std::string& mode,
                                               const std::optional<std::vector<float>>& scales)
    {
        if (mode != "nearest" || !scales)
            return std::string("floor");
        const bool shrinks = std::any_of(scales->begin(), scales->end(), [](float scale) { return scale < 1.0F; });
        const bool enlarges = std::any_of(scales->begin(), scales->end(), [](float scale) { return scale > 1.0F; });
        if (shrinks && enlarges) {
            return refused(node,
                           "cannot be converted to a newer operator set: it enlarges one axis and shrinks another by "
                           "nearest neighbours.");
        }
        return std::string(shrinks ? "ceil" : "floor");
    }

    [[nodiscard]] std::optional<std::vector<float>> knownFloats(const std::string& name) const
    {
        for (const auto& initializer : m_graph.initializer()) {
            if (initializer.name() == name)
                return floatsOf(initializer);
        }
        for (const auto& node : m_graph.node()) { // Constant nodes of subgraphs
            if (node.op_type() == "Constant" && node.output_size() == 1 && node.output(0) == name
                && findAttribute(node, "value"))
                return floatsOf(findAttribute(node, "value")->t());
        }
        const auto found = m_facts.initializers.find(name);
        return found == m_facts.initializers.end() ? std::nullopt : floatsOf(*found->second);
    }

    Result<void> convertSoftmax(onnx::NodeProto& node)
    {
        const auto* attribute = findAttribute(node, "axis");
        const std::int64_t axis = attribute ? attribute->i() : 1;
        if (node.input_size() == 1 && m_isTopLevel) {
            const auto spec = m_facts.values.find(node.input(0));
            if (spec != m_facts.values.end() && spec->second.hasRank && isPlainAxis(spec->second.shape, axis)) {
                node.clear_attribute();
                auto* newAxis = node.add_attribute();
                newAxis->set_name("axis");
                newAxis->set_type(onnx::AttributeProto::INT);
                newAxis->set_i(axis);
                node.set_domain(kHiddenDomain);
                return {};
            }
        }
        if (node.op_type() == "Hardmax") {
            return refused(node,
                           "cannot be converted to operator set (opset) 13 or newer: Hardmax changed its meaning "
                           "there for axes other than the last one.");
        }
        return {}; // the converter flattens
    }

    /// Is flattening behind @p axis the same as no flattening?
    static bool isPlainAxis(const Shape& shape, std::int64_t axis)
    {
        const auto rank = static_cast<std::int64_t>(shape.size());
        const std::int64_t first = axis < 0 ? axis + rank : axis;
        return first >= 0 && first < rank
            && std::all_of(shape.begin() + first + 1, shape.end(), [](std::int64_t extent) { return extent == 1; });
    }

    void dropUnusedOutputs(onnx::NodeProto& node)
    {
        while (node.output_size() > 1) {
            const std::string& last = node.output(node.output_size() - 1);
            if (!last.empty() && m_uses.contains(last))
                return;
            node.mutable_output()->RemoveLast();
        }
    }

    /// Only the mode "constant" reads the value, and only there the converter knows what to do with it.
    static void dropUnusedValue(onnx::NodeProto& node)
    {
        const auto* mode = findAttribute(node, "mode");
        if (!mode || mode->s() == "constant")
            return;
        auto* attributes = node.mutable_attribute();
        attributes->erase(std::remove_if(attributes->begin(), attributes->end(),
                                         [](const auto& attribute) { return attribute.name() == "value"; }),
                          attributes->end());
    }

    onnx::GraphProto& m_graph;
    const ConversionFacts& m_facts;
    std::unordered_set<std::string>& m_taken;
    bool m_isTopLevel;
    std::unordered_map<std::string, int> m_uses;
};

} // namespace

Result<void> prepareForConversion(onnx::GraphProto& graph, const ConversionFacts& facts)
{
    std::unordered_set<std::string> taken;
    collectValueNames(graph, taken);
    return Preparation(graph, facts, taken, true).run();
}

void revealHidden(onnx::GraphProto& graph)
{
    forEachNode(graph, [](onnx::NodeProto& node) {
        if (node.domain() == kHiddenDomain)
            node.clear_domain();
    });
}

} // namespace quantiscope
