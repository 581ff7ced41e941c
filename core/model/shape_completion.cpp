// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/shape_completion.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace quantiscope {

namespace {

using Dim = onnx::TensorShapeProto::Dimension;

/// onnx materializes at most this rank from unknown values; nobody uses more.
constexpr std::int64_t kHighestRank = 16;

Dim dimOf(const ShapeElement& element)
{
    Dim dim;
    if (element.number)
        dim.set_dim_value(*element.number);
    else if (!element.symbol.empty())
        dim.set_dim_param(element.symbol);
    return dim;
}

bool isOpen(const Dim& dim)
{
    return !dim.has_dim_value() && !dim.has_dim_param();
}

const onnx::TensorShapeProto* shapeOf(const onnx::NodeProto& node, int index, const ValueTypes& types)
{
    if (index >= node.input_size())
        return nullptr;
    const auto type = types.find(node.input(index));
    if (type == types.end() || !type->second->has_tensor_type() || !type->second->tensor_type().has_shape())
        return nullptr;
    return &type->second->tensor_type().shape();
}

/// The target shape that input @p index holds; its elements may all be unknown. Nothing when not even their number is
/// known.
std::optional<std::vector<ShapeElement>> targetOf(const onnx::NodeProto& node, int index, const ValueTypes& types,
                                                  const ShapeValues& values)
{
    if (index >= node.input_size())
        return std::nullopt;
    if (const ShapeValue* value = values.find(node.input(index)))
        return value->isScalar ? std::nullopt : std::optional(value->elements);
    const auto* shape = shapeOf(node, index, types);
    if (!shape || shape->dim_size() != 1 || !shape->dim(0).has_dim_value())
        return std::nullopt;
    const std::int64_t rank = shape->dim(0).dim_value();
    if (rank < 0 || rank > kHighestRank)
        return std::nullopt;
    return std::vector<ShapeElement>(static_cast<std::size_t>(rank));
}

/// What a product of extents is: a number times names; invalid when an extent is unknown or the number overflows.
struct Product
{
    std::int64_t number = 1;
    std::vector<std::string> names;
    bool isValid = true;

    void multiply(const Dim& dim)
    {
        if (dim.has_dim_value())
            isValid = isValid && !__builtin_mul_overflow(number, dim.dim_value(), &number);
        else if (dim.has_dim_param())
            names.push_back(dim.dim_param());
        else
            isValid = false;
    }
};

/// The extent that makes @p known times the extent equal to @p all; open when it has no simple form.
Dim quotient(Product all, const Product& known)
{
    Dim dim;
    if (!all.isValid || !known.isValid || known.number <= 0 || all.number % known.number != 0)
        return dim;
    for (const std::string& name : known.names) {
        const auto found = std::find(all.names.begin(), all.names.end(), name);
        if (found == all.names.end())
            return dim;
        all.names.erase(found);
    }
    const std::int64_t factor = all.number / known.number;
    if (all.names.empty())
        dim.set_dim_value(factor);
    else if (all.names.size() == 1 && factor == 1)
        dim.set_dim_param(all.names[0]);
    return dim;
}

std::optional<std::vector<Dim>> reshapeDims(const onnx::NodeProto& node, const ValueTypes& types,
                                            const ShapeValues& values)
{
    const auto target = targetOf(node, 1, types, values);
    if (!target)
        return std::nullopt;
    const bool allowsZero = std::any_of(node.attribute().begin(), node.attribute().end(), [](const auto& attribute) {
        return attribute.name() == "allowzero" && attribute.i() != 0;
    });
    const auto* data = shapeOf(node, 0, types);
    std::vector<Dim> dims;
    std::optional<std::size_t> rest;
    Product known;
    for (std::size_t i = 0; i < target->size(); ++i) {
        const ShapeElement& element = (*target)[i];
        Dim dim;
        if (element.number == -1) {
            if (rest)
                return std::nullopt;
            rest = i;
        } else if (element.number == 0 && !allowsZero) {
            if (data && static_cast<int>(i) < data->dim_size())
                dim = data->dim(static_cast<int>(i));
        } else {
            dim = dimOf(element);
        }
        if (rest != i)
            known.multiply(dim);
        dims.push_back(dim);
    }
    if (rest && data) {
        Product all;
        for (const auto& dim : data->dim())
            all.multiply(dim);
        dims[*rest] = quotient(all, known);
    }
    return dims;
}

/// Broadcasting of one extent with one of the target's.
Dim broadcast(const Dim& a, const Dim& b)
{
    if (a.has_dim_value() && a.dim_value() == 1)
        return b;
    if (b.has_dim_value() && b.dim_value() == 1)
        return a;
    if (a.has_dim_value())
        return a;
    if (b.has_dim_value())
        return b;
    return a.dim_param() == b.dim_param() ? a : Dim();
}

std::optional<std::vector<Dim>> expandDims(const onnx::NodeProto& node, const ValueTypes& types,
                                           const ShapeValues& values)
{
    const auto target = targetOf(node, 1, types, values);
    const auto* data = shapeOf(node, 0, types);
    if (!target || !data)
        return std::nullopt;
    const std::size_t dataRank = static_cast<std::size_t>(data->dim_size());
    const std::size_t rank = std::max(target->size(), dataRank);
    std::vector<Dim> dims;
    Dim one;
    one.set_dim_value(1);
    for (std::size_t i = 0; i < rank; ++i) {
        const Dim a = i + dataRank >= rank ? data->dim(static_cast<int>(i + dataRank - rank)) : one;
        const Dim b = i + target->size() >= rank ? dimOf((*target)[i + target->size() - rank]) : one;
        dims.push_back(broadcast(a, b));
    }
    return dims;
}

std::optional<std::vector<Dim>> impliedDims(const onnx::NodeProto& node, const ValueTypes& types,
                                            const ShapeValues& values)
{
    static constexpr std::array<std::string_view, 5> kSameRank{"Slice", "Pad", "Tile", "Resize", "Upsample"};
    const std::string& type = node.op_type();
    if (type == "Reshape")
        return reshapeDims(node, types, values);
    if (type == "Expand")
        return expandDims(node, types, values);
    if (type == "Range")
        return std::vector<Dim>(1);
    if (type == "ConstantOfShape") {
        const auto target = targetOf(node, 0, types, values);
        if (!target)
            return std::nullopt;
        std::vector<Dim> dims(target->size());
        std::transform(target->begin(), target->end(), dims.begin(), dimOf);
        return dims;
    }
    const auto* data = shapeOf(node, 0, types);
    if (data && std::find(kSameRank.begin(), kSameRank.end(), type) != kSameRank.end())
        return std::vector<Dim>(static_cast<std::size_t>(data->dim_size()));
    return std::nullopt;
}

} // namespace

void completeShape(const onnx::NodeProto& node, const ValueTypes& types, const ShapeValues& values,
                   onnx::TypeProto& output)
{
    if (!node.domain().empty() || !output.has_tensor_type())
        return;
    const auto dims = impliedDims(node, types, values);
    if (!dims)
        return;
    const bool isSane = std::all_of(dims->begin(), dims->end(),
                                    [](const Dim& dim) { return !dim.has_dim_value() || dim.dim_value() >= 0; });
    const int rank = output.tensor_type().shape().dim_size();
    if (!isSane || (rank != 0 && rank != static_cast<int>(dims->size())))
        return;
    auto* shape = output.mutable_tensor_type()->mutable_shape();
    for (std::size_t i = 0; i < dims->size(); ++i) {
        auto* dim =
            shape->dim_size() > static_cast<int>(i) ? shape->mutable_dim(static_cast<int>(i)) : shape->add_dim();
        if (isOpen(*dim))
            *dim = (*dims)[i];
    }
}

} // namespace quantiscope
