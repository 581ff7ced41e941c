// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/weights_aside.h"

#include "core/model/tensor_proto_data.h"

namespace quantiscope {

WeightsAside::WeightsAside(onnx::GraphProto& graph) : m_graph(graph), m_inputs(graph.input_size())
{
    m_initializers.Swap(graph.mutable_initializer());
    for (const auto& initializer : m_initializers) {
        if (isSmall(initializer))
            *graph.add_initializer() = initializer;
        else
            *graph.add_input() = inputLike(initializer);
    }
}

WeightsAside::~WeightsAside()
{
    m_graph.mutable_initializer()->Swap(&m_initializers);
    m_graph.mutable_input()->DeleteSubrange(m_inputs, m_graph.input_size() - m_inputs);
}

onnx::ValueInfoProto inputLike(const onnx::TensorProto& initializer)
{
    onnx::ValueInfoProto input;
    input.set_name(initializer.name());
    auto* type = input.mutable_type()->mutable_tensor_type();
    type->set_elem_type(initializer.data_type());
    auto* shape = type->mutable_shape();
    for (const auto extent : initializer.dims())
        shape->add_dim()->set_dim_value(extent);
    return input;
}

bool isSmall(const onnx::TensorProto& initializer)
{
    if (initializer.data_type() == onnx::TensorProto::STRING)
        return true; // their elements stay in string_data
    return !isExternal(initializer) && initializer.raw_data().size() <= kSmallInitializer;
}

} // namespace quantiscope
