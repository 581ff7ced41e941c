// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <onnx/onnx_pb.h>

#include <cstddef>

namespace quantiscope {

/// Initializers of at most this many bytes can matter for shapes (the target of a Reshape, the axes of a Squeeze).
inline constexpr std::size_t kSmallInitializer = 4096;

/// Takes the big and the external initializers out of a graph for as long as it lives; they stand there as graph
/// inputs.
///
/// onnx's checker, shape inference and version converter need names, types and shapes of weights but not their
/// elements, which may be gigabytes in files that onnx itself would look for in the wrong folder.
class WeightsAside
{
public:
    explicit WeightsAside(onnx::GraphProto& graph);
    ~WeightsAside();
    WeightsAside(const WeightsAside&) = delete;
    WeightsAside& operator=(const WeightsAside&) = delete;

private:
    onnx::GraphProto& m_graph;
    int m_inputs;
    google::protobuf::RepeatedPtrField<onnx::TensorProto> m_initializers;
};

/// A graph input with the name, type and shape of @p initializer.
[[nodiscard]] onnx::ValueInfoProto inputLike(const onnx::TensorProto& initializer);

/// Does @p initializer hold its elements itself, and few of them?
[[nodiscard]] bool isSmall(const onnx::TensorProto& initializer);

} // namespace quantiscope
