// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"

#include "core/model/model_state.h"
#include "core/model/subgraphs.h"
#include "core/model/tensor_proto_data.h"

#include <algorithm>
#include <unordered_set>

namespace quantiscope {

namespace {

/// onnx's own names for extents that inference could not find.
bool isMadeUpName(const std::string& name)
{
    return name.starts_with("unk__");
}

TensorSpec specOf(const onnx::ValueInfoProto& value)
{
    TensorSpec spec;
    spec.name = value.name();
    const auto& type = value.type().tensor_type();
    spec.type = static_cast<DataType>(type.elem_type());
    spec.hasRank = type.has_shape();
    for (const auto& dim : type.shape().dim()) {
        spec.shape.push_back(dim.has_dim_value() && dim.dim_value() >= 0 ? dim.dim_value() : kDynamic);
        const bool isNamed = dim.has_dim_param() && !isMadeUpName(dim.dim_param());
        spec.dimensionNames.push_back(isNamed ? dim.dim_param() : std::string());
    }
    return spec;
}

TensorSpec specOf(const onnx::TensorProto& tensor)
{
    TensorSpec spec;
    spec.name = tensor.name();
    spec.type = static_cast<DataType>(tensor.data_type());
    spec.shape.assign(tensor.dims().begin(), tensor.dims().end());
    spec.dimensionNames.resize(spec.shape.size());
    return spec;
}

template <typename Values>
std::vector<TensorSpec> specsOf(const Values& values)
{
    std::vector<TensorSpec> specs;
    specs.reserve(static_cast<std::size_t>(values.size()));
    for (const auto& value : values)
        specs.push_back(specOf(value));
    return specs;
}

/// Does a node other than a conversion read float16 or bfloat16? Graph inputs and outputs do not tell: exporters keep
/// them float32 and put Cast nodes behind them.
bool computesInHalf(const Model& model)
{
    std::unordered_set<std::string> halves;
    for (const auto& [name, spec] : model.values()) {
        if (spec.type == DataType::Float16 || spec.type == DataType::BFloat16)
            halves.insert(name);
    }
    const auto& nodes = model.graph().node();
    return !halves.empty() && std::any_of(nodes.begin(), nodes.end(), [&halves](const onnx::NodeProto& node) {
        if (node.domain().empty() && (node.op_type() == "Cast" || node.op_type() == "CastLike"))
            return false;
        return std::any_of(node.input().begin(), node.input().end(),
                           [&halves](const std::string& input) { return halves.contains(input); });
    });
}

} // namespace

Model::Model() : m_state(std::make_shared<State>())
{
}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

Model Model::clone() const
{
    Model copy;
    copy.m_state = m_state;
    return copy;
}

const onnx::ModelProto& Model::proto() const
{
    return m_state->proto;
}

const onnx::GraphProto& Model::graph() const
{
    return m_state->proto.graph();
}

Model::State& Model::edited()
{
    if (m_state.use_count() > 1)
        m_state = std::make_shared<State>(*m_state);
    return *m_state;
}

onnx::ModelProto& Model::mutableProto()
{
    return edited().proto;
}

int Model::opset(const std::string& domain) const
{
    for (const auto& import : m_state->proto.opset_import()) {
        if (import.domain() == domain)
            return static_cast<int>(import.version());
    }
    return 0;
}

std::vector<TensorSpec> Model::inputs() const
{
    return specsOf(graph().input());
}

std::vector<TensorSpec> Model::outputs() const
{
    return specsOf(graph().output());
}

std::map<std::string, TensorSpec> Model::values() const
{
    std::map<std::string, TensorSpec> specs;
    const auto add = [&specs](const auto& values) {
        for (const auto& value : values)
            specs.emplace(value.name(), specOf(value));
    };
    add(graph().input());
    add(graph().initializer());
    add(graph().output());
    add(graph().value_info());
    return specs;
}

std::span<const std::byte> Model::bytesOf(const onnx::TensorProto& initializer) const
{
    if (isExternal(initializer))
        return m_state->external.bytes(initializer);
    return std::as_bytes(std::span(initializer.raw_data()));
}

std::size_t Model::weightBytes() const
{
    std::size_t sum = 0;
    for (const auto& initializer : graph().initializer())
        sum += bytesOf(initializer).size();
    return sum;
}

const std::filesystem::path& Model::path() const
{
    return m_state->path;
}

bool Model::usesExternalData() const
{
    return std::any_of(graph().initializer().begin(), graph().initializer().end(), isExternal);
}

ModelTraits modelTraits(const Model& model)
{
    ModelTraits traits;
    traits.unnamedNodes = model.m_state->unnamedNodes;
    traits.namedOutputs = model.m_state->namedOutputs;
    for (const auto& node : model.graph().node()) {
        traits.subgraphNodes += hasSubgraphs(node) ? 1 : 0;
        forEachSubgraph(node, [&](const onnx::GraphProto& graph) {
            forEachNode(graph, [&](const onnx::NodeProto&) { ++traits.nodesInSubgraphs; });
        });
    }
    traits.isFloat16 = computesInHalf(model);
    return traits;
}

} // namespace quantiscope
