// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/tensor.h"

#include <cstring>

namespace quantiscope {

Tensor::Tensor(DataType type, Shape shape) : m_type(type), m_shape(std::move(shape))
{
    const auto count = elementCount(m_shape);
    assert(count && byteSize(type) > 0);
    m_elements = *count;
    m_bytes.resize(m_elements * byteSize(type));
}

Tensor Tensor::fromFloats(Shape shape, std::span<const float> values)
{
    Tensor tensor(DataType::Float, std::move(shape));
    assert(tensor.elements() == values.size());
    if (!values.empty())
        std::memcpy(tensor.m_bytes.data(), values.data(), values.size_bytes());
    return tensor;
}

void Tensor::reshape(Shape shape)
{
    assert(elementCount(shape) == m_elements);
    m_shape = std::move(shape);
}

std::string Tensor::describe() const
{
    return std::string(dataTypeName(m_type)) + " " + shapeListText(m_shape);
}

} // namespace quantiscope
