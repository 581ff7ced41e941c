// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/attribute_text.h"

#include "core/base/number_text.h"
#include "core/base/printable.h"

#include <onnx/onnx_pb.h>

#include <algorithm>

namespace quantiscope {

namespace {

constexpr int kMostShown = 16; ///< elements of a list

template <typename List, typename Text>
std::string listText(const List& list, Text&& text)
{
    std::string joined = "[";
    for (int i = 0; i < std::min<int>(list.size(), kMostShown); ++i)
        joined += (i ? ", " : "") + text(list[i]);
    return joined + (list.size() > kMostShown ? ", …]" : "]");
}

std::string quoted(const std::string& text)
{
    return "'" + printable(text) + "'";
}

std::string tensorText(const onnx::TensorProto& tensor)
{
    return "tensor " + std::string(dataTypeName(static_cast<DataType>(tensor.data_type()))) + " "
        + listText(tensor.dims(), [](std::int64_t extent) { return std::to_string(extent); });
}

std::string graphText(const onnx::GraphProto& graph)
{
    const int nodes = graph.node_size();
    return "graph of " + std::to_string(nodes) + (nodes == 1 ? " node" : " nodes");
}

std::string valueText(const onnx::AttributeProto& attribute)
{
    const auto number = [](auto value) { return std::to_string(value); };
    switch (attribute.type()) {
    case onnx::AttributeProto::FLOAT:
        return shortestText(attribute.f());
    case onnx::AttributeProto::INT:
        return number(attribute.i());
    case onnx::AttributeProto::STRING:
        return printable(attribute.s());
    case onnx::AttributeProto::TENSOR:
        return tensorText(attribute.t());
    case onnx::AttributeProto::GRAPH:
        return graphText(attribute.g());
    case onnx::AttributeProto::FLOATS:
        return listText(attribute.floats(), shortestText<float>);
    case onnx::AttributeProto::INTS:
        return listText(attribute.ints(), number);
    case onnx::AttributeProto::STRINGS:
        return listText(attribute.strings(), quoted);
    case onnx::AttributeProto::TENSORS:
        return listText(attribute.tensors(), tensorText);
    case onnx::AttributeProto::GRAPHS:
        return listText(attribute.graphs(), graphText);
    default:
        return "(" + printable(onnx::AttributeProto::AttributeType_Name(attribute.type())) + ")";
    }
}

} // namespace

std::vector<AttributeText> attributeTexts(const Graph& graph, std::size_t node)
{
    std::vector<AttributeText> texts;
    for (const onnx::AttributeProto& attribute : graph.model().graph().node(static_cast<int>(node)).attribute())
        texts.push_back({printable(attribute.name()), valueText(attribute)});
    std::sort(texts.begin(), texts.end(),
              [](const AttributeText& a, const AttributeText& b) { return a.name < b.name; });
    return texts;
}

} // namespace quantiscope
