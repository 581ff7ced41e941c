// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/attribute_text.h"

#include <onnx/onnx_pb.h>

#include <charconv>

namespace quantiscope {

namespace {

constexpr int kMostElements = 32;

std::string numberText(float value)
{
    char text[32];
    const std::to_chars_result end = std::to_chars(std::begin(text), std::end(text), value);
    return {std::begin(text), end.ptr};
}

template <typename List, typename ToText>
std::string listText(const List& list, ToText toText)
{
    std::string text = "[";
    int count = 0;
    for (const auto& element : list) {
        if (count > 0)
            text += ", ";
        if (count++ == kMostElements) {
            text += "…";
            break;
        }
        text += toText(element);
    }
    return text + "]";
}

std::string valueText(const onnx::AttributeProto& attribute)
{
    const auto ofInt = [](std::int64_t value) { return std::to_string(value); };
    switch (attribute.type()) {
    case onnx::AttributeProto::INT:
        return ofInt(attribute.i());
    case onnx::AttributeProto::FLOAT:
        return numberText(attribute.f());
    case onnx::AttributeProto::STRING:
        return attribute.s();
    case onnx::AttributeProto::INTS:
        return listText(attribute.ints(), ofInt);
    case onnx::AttributeProto::FLOATS:
        return listText(attribute.floats(), numberText);
    case onnx::AttributeProto::STRINGS:
        return listText(attribute.strings(), [](const std::string& text) { return text; });
    case onnx::AttributeProto::TENSOR:
        return "tensor " + listText(attribute.t().dims(), ofInt);
    case onnx::AttributeProto::GRAPH:
        return "graph";
    case onnx::AttributeProto::TENSORS:
        return listText(attribute.tensors(), [](const onnx::TensorProto&) { return std::string("tensor"); });
    case onnx::AttributeProto::GRAPHS:
        return listText(attribute.graphs(), [](const onnx::GraphProto&) { return std::string("graph"); });
    default:
        return "?";
    }
}

} // namespace

std::vector<AttributeText> attributeTexts(const Graph& graph, std::size_t node)
{
    std::vector<AttributeText> texts;
    for (const onnx::AttributeProto& attribute : graph.model().graph().node(static_cast<int>(node)).attribute())
        texts.push_back({attribute.name(), valueText(attribute)});
    return texts;
}

} // namespace quantiscope
