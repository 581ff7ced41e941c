// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/tensor_override.h"

namespace quantiscope {

std::string contradictionIn(const TensorOverride& tensor)
{
    TensorOverride typeOnly;
    typeOnly.type = DataType::Float;
    if (tensor.type == DataType::Float && !(tensor == typeOnly))
        return "leaves the tensor float, so nothing else can be set for it";
    if (!tensor.scale.empty() && (tensor.range || tensor.symmetric || tensor.reduceRange))
        return "sets scale and zero point, which leave nothing to a range, symmetry or a reduced range";
    if (tensor.axis && tensor.perChannel == false)
        return "sets an axis for one scale per tensor";
    if (tensor.scale.size() > 1 && tensor.perChannel == false)
        return "sets several scales for one scale per tensor";
    return {};
}

std::string typeText(DataType type)
{
    switch (type) {
    case DataType::UInt8:
        return "UInt8";
    case DataType::Int8:
        return "Int8";
    case DataType::UInt16:
        return "UInt16";
    case DataType::Int16:
        return "Int16";
    case DataType::Float:
        return "Float";
    default:
        return std::string(dataTypeName(type));
    }
}

} // namespace quantiscope
