// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/shape.h"

#include <limits>

namespace quantiscope {

namespace {

std::string joined(std::span<const std::int64_t> shape)
{
    std::string text;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (i > 0)
            text += ", ";
        text += shape[i] < 0 ? std::string("?") : std::to_string(shape[i]);
    }
    return text;
}

} // namespace

std::optional<std::size_t> elementCount(std::span<const std::int64_t> shape)
{
    constexpr std::uint64_t kLimit = std::uint64_t(1) << 62;
    std::uint64_t count = 1;
    bool empty = false;
    for (const std::int64_t extent : shape) {
        if (extent < 0)
            return std::nullopt;
        if (extent == 0) {
            empty = true;
            continue;
        }
        if (static_cast<std::uint64_t>(extent) > kLimit / count)
            return std::nullopt;
        count *= static_cast<std::uint64_t>(extent);
    }
    return empty ? std::size_t(0) : static_cast<std::size_t>(count);
}

std::string shapeListText(std::span<const std::int64_t> shape)
{
    return "[" + joined(shape) + "]";
}

bool shapeMatches(std::span<const std::int64_t> actual, std::span<const std::int64_t> expected)
{
    if (actual.size() != expected.size())
        return false;
    for (std::size_t i = 0; i < actual.size(); ++i) {
        if (expected[i] >= 0 && actual[i] != expected[i])
            return false;
    }
    return true;
}

} // namespace quantiscope
