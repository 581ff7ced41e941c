// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/initializer_facts.h"

#include "core/base/number_text.h"
#include "core/graph/element_at.h"
#include "core/tensor/float16.h"

#include <algorithm>
#include <cmath>
#include <onnx/onnx_pb.h>

namespace quantiscope {

namespace {

constexpr std::size_t kMostShown = 16; ///< elements in InitializerFacts::first

/// Sums up the elements that @p at gives as numbers, and shows the first with @p text.
template <typename At, typename Text>
void describeElements(InitializerFacts& facts, At&& at, Text&& text)
{
    InitializerFacts::Numbers numbers;
    double sum = 0.0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < facts.elements; ++i) {
        const double value = at(i);
        if (!std::isfinite(value)) {
            ++numbers.notFinite;
            continue;
        }
        numbers.lowest = count ? std::min(numbers.lowest, value) : value;
        numbers.highest = count ? std::max(numbers.highest, value) : value;
        numbers.zeros += value == 0.0;
        sum += value;
        ++count;
    }
    for (std::size_t i = 0; i < std::min(facts.elements, kMostShown); ++i)
        facts.first += (i ? ", " : "") + text(i);
    if (facts.elements > kMostShown)
        facts.first += ", …";
    if (count == 0)
        return;
    numbers.mean = sum / double(count);
    double squares = 0.0; // in a second pass: the difference of two large sums would lose it
    for (std::size_t i = 0; i < facts.elements; ++i) {
        if (const double value = at(i); std::isfinite(value))
            squares += (value - numbers.mean) * (value - numbers.mean);
    }
    numbers.deviation = std::sqrt(squares / double(count));
    facts.numbers = numbers;
}

template <typename T>
void describeAs(InitializerFacts& facts, std::span<const std::byte> bytes)
{
    facts.elements = bytes.size() / sizeof(T);
    describeElements(
        facts, [&](std::size_t i) { return double(elementAt<T>(bytes, i)); },
        [&](std::size_t i) {
            if constexpr (std::is_floating_point_v<T>)
                return shortestText(float(elementAt<T>(bytes, i)));
            else
                return std::to_string(elementAt<T>(bytes, i));
        });
}

template <typename Widen>
void describeHalf(InitializerFacts& facts, std::span<const std::byte> bytes, Widen&& widen)
{
    facts.elements = bytes.size() / 2;
    const auto at = [&](std::size_t i) { return double(widen(elementAt<std::uint16_t>(bytes, i))); };
    describeElements(facts, at, [&](std::size_t i) { return shortestText(float(at(i))); });
}

} // namespace

std::optional<InitializerFacts> initializerFacts(const Graph& graph, const std::string& name)
{
    const auto& initializers = graph.model().graph().initializer();
    const auto found = std::find_if(initializers.begin(), initializers.end(),
                                    [&](const onnx::TensorProto& tensor) { return tensor.name() == name; });
    if (found == initializers.end())
        return std::nullopt;
    InitializerFacts facts;
    const auto type = static_cast<DataType>(found->data_type());
    if (type == DataType::String) {
        facts.elements = std::size_t(found->string_data_size());
        return facts;
    }
    const std::span<const std::byte> bytes = graph.model().bytesOf(*found);
    facts.bytes = bytes.size();
    switch (type) {
    case DataType::Float:
        describeAs<float>(facts, bytes);
        break;
    case DataType::Double:
        describeAs<double>(facts, bytes);
        break;
    case DataType::Float16:
        describeHalf(facts, bytes, float16ToFloat);
        break;
    case DataType::BFloat16:
        describeHalf(facts, bytes, bfloat16ToFloat);
        break;
    case DataType::Int8:
        describeAs<std::int8_t>(facts, bytes);
        break;
    case DataType::UInt8:
    case DataType::Bool:
        describeAs<std::uint8_t>(facts, bytes);
        break;
    case DataType::Int16:
        describeAs<std::int16_t>(facts, bytes);
        break;
    case DataType::UInt16:
        describeAs<std::uint16_t>(facts, bytes);
        break;
    case DataType::Int32:
        describeAs<std::int32_t>(facts, bytes);
        break;
    case DataType::UInt32:
        describeAs<std::uint32_t>(facts, bytes);
        break;
    case DataType::Int64:
        describeAs<std::int64_t>(facts, bytes);
        break;
    case DataType::UInt64:
        describeAs<std::uint64_t>(facts, bytes);
        break;
    default:
        facts.elements = byteSize(type) > 0 ? bytes.size() / byteSize(type) : 0;
        break;
    }
    return facts;
}

} // namespace quantiscope
