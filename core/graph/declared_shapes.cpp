// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/declared_shapes.h"

#include <onnx/onnx_pb.h>

#include <cassert>

namespace quantiscope {

namespace {

onnx::ValueInfoProto* declarationOf(onnx::GraphProto& graph, const std::string& name)
{
    for (auto* list : {graph.mutable_input(), graph.mutable_output()}) {
        for (onnx::ValueInfoProto& value : *list) {
            if (value.name() == name)
                return &value;
        }
    }
    return nullptr;
}

onnx::TensorShapeProto& shapeOf(onnx::GraphProto& graph, const std::string& value)
{
    onnx::ValueInfoProto* declared = declarationOf(graph, value);
    assert(declared);
    return *declared->mutable_type()->mutable_tensor_type()->mutable_shape();
}

} // namespace

void declareShape(onnx::GraphProto& graph, const std::string& value, std::span<const std::int64_t> shape)
{
    onnx::TensorShapeProto& proto = shapeOf(graph, value);
    proto.clear_dim();
    for (const std::int64_t extent : shape) {
        onnx::TensorShapeProto::Dimension* dimension = proto.add_dim();
        if (extent >= 0)
            dimension->set_dim_value(extent);
    }
}

void permuteDeclaration(onnx::GraphProto& graph, const std::string& value, std::span<const std::size_t> permutation)
{
    onnx::TensorShapeProto& proto = shapeOf(graph, value);
    assert(static_cast<std::size_t>(proto.dim_size()) == permutation.size());
    const onnx::TensorShapeProto before = proto;
    for (std::size_t axis = 0; axis < permutation.size(); ++axis)
        *proto.mutable_dim(static_cast<int>(axis)) = before.dim(static_cast<int>(permutation[axis]));
}

} // namespace quantiscope
