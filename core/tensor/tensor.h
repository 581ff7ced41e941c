// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/data_type.h"
#include "core/tensor/shape.h"

#include <cassert>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace quantiscope {

/// A dense tensor that owns its elements, row major, in the machine's byte order.
///
/// Invariant: bytes().size() == elementCount(shape) * byteSize(type).
class Tensor
{
public:
    Tensor() = default;

    /// A zero-filled tensor. @p shape must be concrete with a representable element count; @p type must have a byte
    /// size.
    Tensor(DataType type, Shape shape);

    /// A copy of @p values with the given concrete shape (the element counts must agree).
    static Tensor fromFloats(Shape shape, std::span<const float> values);

    [[nodiscard]] DataType type() const { return m_type; }
    [[nodiscard]] const Shape& shape() const { return m_shape; }
    [[nodiscard]] std::size_t elements() const { return m_elements; }
    [[nodiscard]] std::span<const std::byte> bytes() const { return m_bytes; }
    [[nodiscard]] std::span<std::byte> bytes() { return m_bytes; }

    /// The elements as T; T's size must be the element size.
    template <typename T>
    [[nodiscard]] std::span<const T> as() const
    {
        assert(sizeof(T) == byteSize(m_type));
        return {reinterpret_cast<const T*>(m_bytes.data()), m_elements};
    }
    template <typename T>
    [[nodiscard]] std::span<T> as()
    {
        assert(sizeof(T) == byteSize(m_type));
        return {reinterpret_cast<T*>(m_bytes.data()), m_elements};
    }

    /// Same elements under another concrete shape with the same element count.
    void reshape(Shape shape);

    /// "float32 [1, 3, 224, 224]"
    [[nodiscard]] std::string describe() const;

private:
    DataType m_type = DataType::Undefined;
    Shape m_shape;
    std::size_t m_elements = 0;
    std::vector<std::byte> m_bytes; // operator new aligns to 16 bytes, enough for every element type
};

/// Tensors by input or output name.
using NamedTensors = std::map<std::string, Tensor>;

} // namespace quantiscope
