// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/sparse_initializers.h"

#include "core/model/message_text.h"
#include "core/model/subgraphs.h"
#include "core/model/tensor_proto_data.h"
#include "core/tensor/data_type.h"

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace quantiscope {

namespace {

Error wrong(const onnx::SparseTensorProto& sparse, const std::string& rest)
{
    const std::string& name = sparse.values().name();
    return refused("Sparse initializer " + inQuotes(name) + " " + rest, name);
}

/// Position of the stored element @p i among all elements; nothing when it lies outside the shape.
std::optional<std::size_t> positionOf(const onnx::SparseTensorProto& sparse, const std::vector<std::int64_t>& indices,
                                      std::size_t i, std::size_t elements)
{
    if (sparse.indices().dims_size() == 1) {
        const bool isInside = indices[i] >= 0 && static_cast<std::size_t>(indices[i]) < elements;
        return isInside ? std::optional(static_cast<std::size_t>(indices[i])) : std::nullopt;
    }
    const auto rank = static_cast<std::size_t>(sparse.dims_size());
    std::size_t position = 0;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        const std::int64_t extent = sparse.dims(static_cast<int>(axis));
        const std::int64_t index = indices[i * rank + axis];
        if (index < 0 || index >= extent)
            return std::nullopt;
        position = position * static_cast<std::size_t>(extent) + static_cast<std::size_t>(index);
    }
    return position;
}

Result<onnx::TensorProto> densified(onnx::SparseTensorProto& sparse, std::size_t& room)
{
    onnx::TensorProto dense;
    dense.set_name(sparse.values().name());
    dense.set_data_type(sparse.values().data_type());
    *dense.mutable_dims() = sparse.dims();
    const std::size_t size = byteSize(static_cast<DataType>(dense.data_type()));
    const auto bytes = rawByteCount(dense);
    if (size == 0 || !bytes)
        return wrong(sparse, "has a shape or an element type that cannot be stored densely.");
    if (*bytes > room) {
        return wrong(sparse,
                     "cannot be stored densely: the model's sparse initializers would take more than "
                         + std::to_string(kMostDenseBytes >> 20) + " MiB.");
    }
    const bool isLinear = sparse.indices().dims_size() == 1;
    const bool isGrid = sparse.indices().dims_size() == 2 && sparse.indices().dims(1) == sparse.dims_size();
    const std::int64_t count = sparse.values().dims_size() == 1 ? sparse.values().dims(0) : -1;
    if (count != 0
        && ((!isLinear && !isGrid) || sparse.indices().data_type() != onnx::TensorProto::INT64
            || sparse.indices().dims(0) != count)) {
        return wrong(sparse, "does not have one int64 index, or one for each axis, for each of its values.");
    }
    moveToRawData(*sparse.mutable_values());
    moveToRawData(*sparse.mutable_indices());
    std::vector<std::int64_t> indices(count == 0 ? 0 : sparse.indices().raw_data().size() / sizeof(std::int64_t));
    if (!indices.empty())
        std::memcpy(indices.data(), sparse.indices().raw_data().data(), indices.size() * sizeof(std::int64_t));
    std::string& raw = *dense.mutable_raw_data();
    raw.assign(*bytes, '\0');
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const auto position = positionOf(sparse, indices, i, *bytes / size);
        if (!position || (last && *position <= *last))
            return wrong(sparse, "has indices that are not ascending or lie outside its shape.");
        std::memcpy(raw.data() + *position * size, sparse.values().raw_data().data() + i * size, size);
        last = position;
    }
    room -= *bytes;
    return dense;
}

} // namespace

Result<void> makeSparseDense(onnx::GraphProto& graph, std::size_t& room)
{
    for (auto& sparse : *graph.mutable_sparse_initializer()) {
        Result<onnx::TensorProto> dense = densified(sparse, room);
        if (!dense)
            return dense.error();
        *graph.add_initializer() = std::move(*dense);
    }
    graph.clear_sparse_initializer();
    Result<void> result;
    for (auto& node : *graph.mutable_node()) {
        forEachSubgraph(node, [&](onnx::GraphProto& inner) {
            if (result)
                result = makeSparseDense(inner, room);
        });
    }
    return result;
}

} // namespace quantiscope
