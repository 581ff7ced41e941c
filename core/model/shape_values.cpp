// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/shape_values.h"

#include "core/model/shape_arithmetic.h"
#include "core/model/subgraphs.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace quantiscope {

namespace {

std::int64_t intAttribute(const onnx::NodeProto& node, const char* name, std::int64_t fallback)
{
    const auto* attribute = findAttribute(node, name);
    return attribute ? attribute->i() : fallback;
}

ShapeElement known(std::int64_t number)
{
    return {number, {}};
}

/// @p value as elements of @p type, an ONNX element type; nothing for types that hold no shapes.
std::optional<ShapeValue> cast(ShapeValue value, std::int64_t type)
{
    if (type == onnx::TensorProto::INT64)
        return value;
    if (type != onnx::TensorProto::INT32 && type != onnx::TensorProto::BOOL)
        return std::nullopt;
    for (ShapeElement& element : value.elements) {
        if (type == onnx::TensorProto::BOOL)
            element = element.number ? known(*element.number != 0) : ShapeElement{}; // a named extent may be 0
        else if (element.number && !std::in_range<std::int32_t>(*element.number))
            element = {};
    }
    return value;
}

/// The extents of a value as a vector; nothing when its rank is unknown.
std::optional<ShapeValue> shapeOf(const std::string& value, const ValueTypes& types)
{
    const auto type = types.find(value);
    if (type == types.end() || !type->second->has_tensor_type() || !type->second->tensor_type().has_shape())
        return std::nullopt;
    ShapeValue shape;
    for (const auto& dim : type->second->tensor_type().shape().dim()) {
        if (dim.has_dim_value())
            shape.elements.push_back(known(dim.dim_value()));
        else
            shape.elements.push_back({std::nullopt, dim.dim_param()});
    }
    return shape;
}

} // namespace

bool ShapeValue::isComplete() const
{
    return std::all_of(elements.begin(), elements.end(),
                       [](const auto& element) { return element.number.has_value(); });
}

void ShapeValues::addInitializer(const onnx::TensorProto& tensor)
{
    if (auto value = shapeValueOf(tensor))
        m_values.insert_or_assign(tensor.name(), std::move(*value));
}

void ShapeValues::visit(const onnx::NodeProto& node, const ValueTypes& types)
{
    if (node.output_size() == 0 || node.output(0).empty() || !node.domain().empty())
        return;
    auto value = compute(node, types);
    if (value && value->elements.size() <= kLongestShapeValue)
        m_values.insert_or_assign(node.output(0), std::move(*value));
}

const ShapeValue* ShapeValues::find(const std::string& value) const
{
    const auto found = m_values.find(value);
    return found == m_values.end() ? nullptr : &found->second;
}

const ShapeValue* ShapeValues::input(const onnx::NodeProto& node, int index) const
{
    return index < node.input_size() ? find(node.input(index)) : nullptr;
}

std::optional<ShapeValue> ShapeValues::compute(const onnx::NodeProto& node, const ValueTypes& types) const
{
    const std::string& type = node.op_type();
    if (type == "Shape" && node.input_size() == 1) {
        auto shape = shapeOf(node.input(0), types);
        if (!shape)
            return std::nullopt;
        const auto rank = static_cast<std::int64_t>(shape->elements.size());
        return sliced(*shape, intAttribute(node, "start", 0), intAttribute(node, "end", rank), 1);
    }
    if (type == "Gather")
        return gather(node);
    if (type == "Slice")
        return slice(node);
    if (type == "Concat")
        return concat(node);
    if (type == "Unsqueeze" || type == "Squeeze" || type == "Reshape")
        return reshaped(node);
    if (type == "Where")
        return where(node);
    if (type == "ConstantOfShape")
        return filled(node);
    const ShapeValue* first = input(node, 0);
    if (!first)
        return std::nullopt;
    if (type == "Identity")
        return *first;
    if (type == "Cast")
        return cast(*first, intAttribute(node, "to", 0));
    if (type == "ReduceProd" && first->isComplete()) {
        std::optional<std::int64_t> product = 1;
        for (const auto& element : first->elements)
            product = product ? calculate("Mul", *product, *element.number) : product;
        return product ? std::optional(ShapeValue{{known(*product)}, intAttribute(node, "keepdims", 1) == 0})
                       : std::nullopt;
    }
    return elementwise(node);
}

std::optional<ShapeValue> ShapeValues::gather(const onnx::NodeProto& node) const
{
    const ShapeValue* data = input(node, 0);
    const ShapeValue* indices = input(node, 1);
    if (!data || !indices || data->isScalar || !indices->isComplete())
        return std::nullopt;
    ShapeValue result;
    result.isScalar = indices->isScalar;
    const auto length = static_cast<std::int64_t>(data->elements.size());
    for (const auto& index : indices->elements) {
        const std::int64_t at = *index.number < 0 ? *index.number + length : *index.number;
        if (at < 0 || at >= length)
            return std::nullopt;
        result.elements.push_back(data->elements[static_cast<std::size_t>(at)]);
    }
    return result;
}

std::optional<ShapeValue> ShapeValues::slice(const onnx::NodeProto& node) const
{
    const ShapeValue* data = input(node, 0);
    if (!data || data->isScalar)
        return std::nullopt;
    const auto one = [&](const char* attribute, int index, std::optional<std::int64_t> fallback) {
        if (const auto* list = findAttribute(node, attribute)) // opset < 10
            return list->ints_size() == 1 ? std::optional(list->ints(0)) : std::nullopt;
        if (index >= node.input_size() || node.input(index).empty())
            return fallback;
        const ShapeValue* value = find(node.input(index));
        return value && value->elements.size() == 1 ? value->elements[0].number : std::nullopt;
    };
    const auto start = one("starts", 1, std::nullopt);
    const auto end = one("ends", 2, std::nullopt);
    const auto axis = one("axes", 3, 0);
    const auto step = one("steps", 4, 1);
    if (!start || !end || !axis || !step || *step == 0 || (*axis != 0 && *axis != -1))
        return std::nullopt;
    return sliced(*data, *start, *end, *step);
}

std::optional<ShapeValue> ShapeValues::concat(const onnx::NodeProto& node) const
{
    ShapeValue result;
    for (int i = 0; i < node.input_size(); ++i) {
        const ShapeValue* part = input(node, i);
        if (!part || part->isScalar)
            return std::nullopt;
        result.elements.insert(result.elements.end(), part->elements.begin(), part->elements.end());
    }
    return result;
}

/// Unsqueeze of a scalar, Squeeze or Reshape of one element, Reshape of a vector into itself.
std::optional<ShapeValue> ShapeValues::reshaped(const onnx::NodeProto& node) const
{
    const ShapeValue* data = input(node, 0);
    if (!data)
        return std::nullopt;
    ShapeValue result = *data;
    if (node.op_type() == "Unsqueeze") {
        const auto* axes = findAttribute(node, "axes");
        const ShapeValue* axesInput = input(node, 1);
        const std::size_t count = axes ? static_cast<std::size_t>(axes->ints_size())
            : axesInput                ? axesInput->elements.size()
                                       : 0;
        if (!data->isScalar || count != 1)
            return std::nullopt;
        result.isScalar = false;
        return result;
    }
    if (node.op_type() == "Squeeze") {
        if (data->isScalar || data->elements.size() != 1)
            return std::nullopt;
        result.isScalar = true;
        return result;
    }
    const ShapeValue* target = input(node, 1);
    if (!target || target->elements.size() > 1)
        return std::nullopt;
    if (target->elements.empty() && data->elements.size() != 1)
        return std::nullopt;
    result.isScalar = target->elements.empty();
    return result;
}

std::optional<ShapeValue> ShapeValues::elementwise(const onnx::NodeProto& node) const
{
    static constexpr const char* kTypes[] = {"Add", "Sub", "Mul", "Div", "Mod", "Min", "Max", "Equal"};
    const ShapeValue* a = input(node, 0);
    const ShapeValue* b = input(node, 1);
    const bool isKnownType =
        std::any_of(std::begin(kTypes), std::end(kTypes), [&](const char* type) { return node.op_type() == type; });
    if (!a || !b || !isKnownType || node.input_size() != 2)
        return std::nullopt;
    const std::size_t size = std::max(a->elements.size(), b->elements.size());
    if ((a->elements.size() != size && a->elements.size() != 1)
        || (b->elements.size() != size && b->elements.size() != 1))
        return std::nullopt;
    ShapeValue result;
    result.isScalar = a->isScalar && b->isScalar;
    for (std::size_t i = 0; i < size; ++i) {
        result.elements.push_back(combined(node.op_type(), a->elements[a->elements.size() == 1 ? 0 : i],
                                           b->elements[b->elements.size() == 1 ? 0 : i]));
    }
    return result;
}

std::optional<ShapeValue> ShapeValues::where(const onnx::NodeProto& node) const
{
    const ShapeValue* condition = input(node, 0);
    const ShapeValue* yes = input(node, 1);
    const ShapeValue* no = input(node, 2);
    if (!condition || !yes || !no)
        return std::nullopt;
    const std::size_t size = std::max({condition->elements.size(), yes->elements.size(), no->elements.size()});
    ShapeValue result;
    result.isScalar = condition->isScalar && yes->isScalar && no->isScalar;
    for (std::size_t i = 0; i < size; ++i) {
        const auto at = [i, size](const ShapeValue& value) -> std::optional<ShapeElement> {
            if (value.elements.size() == size)
                return value.elements[i];
            return value.elements.size() == 1 ? std::optional(value.elements[0]) : std::nullopt;
        };
        const auto c = at(*condition);
        const auto y = at(*yes);
        const auto n = at(*no);
        if (!c || !y || !n)
            return std::nullopt;
        if (c->number)
            result.elements.push_back(*c->number != 0 ? *y : *n);
        else
            result.elements.push_back(*y == *n ? *y : ShapeElement{});
    }
    return result;
}

std::optional<ShapeValue> ShapeValues::filled(const onnx::NodeProto& node) const
{
    const ShapeValue* shape = input(node, 0);
    const auto* value = findAttribute(node, "value");
    if (!shape || shape->elements.size() != 1 || !shape->elements[0].number || !value || !value->has_t())
        return std::nullopt;
    const std::int64_t count = *shape->elements[0].number;
    const onnx::TensorProto& tensor = value->t();
    ShapeElement element;
    if (tensor.data_type() == onnx::TensorProto::INT64 && tensor.raw_data().size() == 8) {
        std::int64_t number = 0;
        std::memcpy(&number, tensor.raw_data().data(), 8);
        element = known(number);
    } else if (tensor.data_type() == onnx::TensorProto::INT64 && tensor.int64_data_size() == 1) {
        element = known(tensor.int64_data(0));
    }
    if (count < 0 || count > static_cast<std::int64_t>(kLongestShapeValue) || !element.number)
        return std::nullopt;
    return ShapeValue{std::vector<ShapeElement>(static_cast<std::size_t>(count), element), false};
}

} // namespace quantiscope
