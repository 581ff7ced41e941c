// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/random_fill.h"

#include "core/tensor/float16.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <span>

namespace quantiscope {

namespace {

using Range = std::pair<double, double>;

/// The lowest and highest number of an integer type that a double holds.
template <typename T>
Range limitsOf()
{
    // 2^63 - 1 and 2^64 - 1 would be rounded up.
    constexpr double kMost = sizeof(T) < 8 ? double(std::numeric_limits<T>::max()) : double(0x1FFFFFFFFFFFFF);
    return {std::max(double(std::numeric_limits<T>::lowest()), -kMost), kMost};
}

/// The whole numbers that elements of @p type may be given; nothing for types without.
std::optional<Range> integerLimits(DataType type)
{
    switch (type) {
    case DataType::Bool:
        return Range{0.0, 1.0};
    case DataType::UInt8:
        return limitsOf<std::uint8_t>();
    case DataType::Int8:
        return limitsOf<std::int8_t>();
    case DataType::UInt16:
        return limitsOf<std::uint16_t>();
    case DataType::Int16:
        return limitsOf<std::int16_t>();
    case DataType::UInt32:
        return limitsOf<std::uint32_t>();
    case DataType::Int32:
        return limitsOf<std::int32_t>();
    case DataType::UInt64:
        return limitsOf<std::uint64_t>();
    case DataType::Int64:
        return limitsOf<std::int64_t>();
    default:
        return std::nullopt;
    }
}

/// The largest number of a floating-point type; nothing for other types.
std::optional<double> largestFloat(DataType type)
{
    switch (type) {
    case DataType::Float:
    case DataType::BFloat16:
        return 0x1.FEp127; // of bfloat16
    case DataType::Double:
        return std::numeric_limits<double>::max() / 2; // the range's width is finite
    case DataType::Float16:
        return 65504.0;
    default:
        return std::nullopt;
    }
}

/// Little-endian integers of any width.
void storeInteger(std::span<std::byte> element, std::int64_t value)
{
    for (std::size_t i = 0; i < element.size(); ++i)
        element[i] = static_cast<std::byte>(static_cast<std::uint64_t>(value) >> (8 * i));
}

void fillIntegers(Tensor& tensor, Range range, std::mt19937_64& random)
{
    const auto low = static_cast<std::int64_t>(std::ceil(range.first));
    const auto steps = static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(range.second)) - low) + 1;
    // 2^64 is not a multiple of most counts, but so much larger that no share is off by more than 2^-10.
    const std::size_t width = byteSize(tensor.type());
    for (std::size_t i = 0; i < tensor.elements(); ++i)
        storeInteger(tensor.bytes().subspan(i * width, width), low + static_cast<std::int64_t>(random() % steps));
}

void fillFloats(Tensor& tensor, Range range, std::mt19937_64& random)
{
    const auto next = [&] {
        const double unit = static_cast<double>(random() >> 11) * 0x1p-53;
        return range.first + unit * (range.second - range.first);
    };
    const std::size_t width = byteSize(tensor.type());
    for (std::size_t i = 0; i < tensor.elements(); ++i) {
        const double value = next();
        if (tensor.type() == DataType::Float)
            tensor.as<float>()[i] = static_cast<float>(value);
        else if (tensor.type() == DataType::Double)
            tensor.as<double>()[i] = value;
        else if (tensor.type() == DataType::Float16)
            tensor.as<std::uint16_t>()[i] = floatToFloat16(static_cast<float>(value));
        else
            storeInteger(tensor.bytes().subspan(i * width, width),
                         std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 16);
    }
}

} // namespace

void fillUniform(Tensor& tensor, std::mt19937_64& random)
{
    switch (tensor.type()) {
    case DataType::Float:
        for (float& value : tensor.as<float>())
            value = static_cast<float>(random() >> 40) * 0x1p-24F;
        break;
    case DataType::Double:
        for (double& value : tensor.as<double>())
            value = static_cast<double>(random() >> 11) * 0x1p-53;
        break;
    case DataType::Float16:
        for (std::uint16_t& value : tensor.as<std::uint16_t>()) {
            // k / 2^11 with k = 1.m * 2^e has the exponent e - 11 and k's own bits as mantissa.
            const auto k = static_cast<std::uint32_t>(random() >> 53);
            const auto e = static_cast<std::uint32_t>(std::bit_width(k)) - 1;
            value = k == 0 ? 0 : static_cast<std::uint16_t>((e + 15 - 11) << 10 | ((k << (10 - e)) & 0x3FFU));
        }
        break;
    case DataType::BFloat16:
        for (std::uint16_t& value : tensor.as<std::uint16_t>()) {
            const float uniform = static_cast<float>(random() >> 56) * 0x1p-8F;
            value = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(uniform) >> 16);
        }
        break;
    default:
        break; // integers stay 0: an index of 0 is valid everywhere
    }
}

void fillWithin(Tensor& tensor, Range range, std::mt19937_64& random)
{
    if (integerLimits(tensor.type()))
        fillIntegers(tensor, range, random);
    else
        fillFloats(tensor, range, random);
}

std::string objectionToRange(Range range, DataType type)
{
    const std::string name = "type " + std::string(dataTypeName(type));
    if (!(range.first <= range.second))
        return "its lower bound is above the upper one";
    if (const auto limits = integerLimits(type)) {
        if (range.first < limits->first || range.second > limits->second)
            return name + " does not reach so far";
        return std::ceil(range.first) > std::floor(range.second) ? "it holds no whole number" : std::string();
    }
    const auto largest = largestFloat(type);
    if (!largest)
        return name + " has no numbers";
    return std::max(std::abs(range.first), std::abs(range.second)) > *largest ? name + " does not reach so far"
                                                                              : std::string();
}

} // namespace quantiscope
