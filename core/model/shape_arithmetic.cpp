// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/shape_arithmetic.h"

#include <algorithm>
#include <cstring>

namespace quantiscope {

namespace {

std::int64_t clamped(std::int64_t index, std::int64_t length, std::int64_t low, std::int64_t high)
{
    if (index < 0)
        index = index < -length ? -1 : index + length;
    return std::clamp(index, low, high);
}

} // namespace

std::optional<ShapeValue> shapeValueOf(const onnx::TensorProto& tensor)
{
    const std::size_t width = tensor.data_type() == onnx::TensorProto::INT64 ? 8
        : tensor.data_type() == onnx::TensorProto::INT32                     ? 4
                                                                             : 0;
    if (width == 0 || tensor.dims_size() > 1)
        return std::nullopt;
    ShapeValue value;
    value.isScalar = tensor.dims_size() == 0;
    const std::size_t count = tensor.raw_data().size() / width;
    const std::size_t expected =
        value.isScalar ? 1 : static_cast<std::size_t>(std::max<std::int64_t>(tensor.dims(0), 0));
    if (count > kLongestShapeValue || count != expected)
        return std::nullopt;
    for (std::size_t i = 0; i < count; ++i) {
        std::int64_t wide = 0;
        std::int32_t narrow = 0;
        const char* from = tensor.raw_data().data() + i * width;
        if (width == 8) {
            std::memcpy(&wide, from, 8);
        } else {
            std::memcpy(&narrow, from, 4);
            wide = narrow;
        }
        value.elements.push_back({wide, {}});
    }
    return value;
}

ShapeValue sliced(const ShapeValue& data, std::int64_t start, std::int64_t end, std::int64_t step)
{
    const auto length = static_cast<std::int64_t>(data.elements.size());
    ShapeValue result;
    if (step > 0) {
        const std::int64_t from = std::max<std::int64_t>(clamped(start, length, -1, length), 0);
        const std::int64_t to = end < -length ? 0 : clamped(end, length, -1, length);
        for (std::int64_t i = from; i < to; i += std::min(step, length))
            result.elements.push_back(data.elements[static_cast<std::size_t>(i)]);
    } else {
        const std::int64_t from = clamped(start, length, -1, length - 1);
        const std::int64_t to = clamped(end, length, -1, length - 1);
        for (std::int64_t i = from; i > to; i += std::max(step, -length))
            result.elements.push_back(data.elements[static_cast<std::size_t>(i)]);
    }
    return result;
}

std::optional<std::int64_t> calculate(const std::string& type, std::int64_t a, std::int64_t b)
{
    std::int64_t result = 0;
    if (type == "Add")
        return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    if (type == "Sub")
        return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    if (type == "Mul")
        return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    if (type == "Min")
        return std::min(a, b);
    if (type == "Max")
        return std::max(a, b);
    if (type == "Equal")
        return a == b ? 1 : 0;
    if (type == "Div" && b > 0 && a >= 0)
        return a / b;
    if (type == "Mod" && b > 0 && a >= 0)
        return a % b;
    return std::nullopt;
}

ShapeElement combined(const std::string& type, const ShapeElement& a, const ShapeElement& b)
{
    if (a.number && b.number) {
        const auto result = calculate(type, *a.number, *b.number);
        return {result, {}};
    }
    const bool isNeutralRight = b.number
        && (((type == "Add" || type == "Sub") && *b.number == 0)
            || ((type == "Mul" || type == "Div") && *b.number == 1));
    const bool isNeutralLeft = a.number && ((type == "Add" && *a.number == 0) || (type == "Mul" && *a.number == 1));
    if (isNeutralRight)
        return a;
    if (isNeutralLeft)
        return b;
    if (type == "Equal"
        && ((a.number && *a.number < 0 && !b.symbol.empty()) || (b.number && *b.number < 0 && !a.symbol.empty())))
        return {0, {}}; // a named extent is never negative
    if ((type == "Min" || type == "Max") && a.isKnown() && a == b)
        return a;
    return {};
}

} // namespace quantiscope
