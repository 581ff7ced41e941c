// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/quant_config.h"

#include "core/base/nearest_name.h"

namespace quantiscope {

Symmetry QuantConfig::weightSymmetry(DataType type) const
{
    const bool isSigned = type == DataType::Int8 || type == DataType::Int16 || type == DataType::Int4;
    return weightSymmetric.value_or(isSigned) ? Symmetry::Symmetric : Symmetry::Asymmetric;
}

Symmetry QuantConfig::calibrationSymmetry() const
{
    const bool byDefault = method == CalibrationMethod::Percentile;
    return calibTensorRangeSymmetric.value_or(byDefault) ? Symmetry::Symmetric : Symmetry::Asymmetric;
}

const char* methodName(CalibrationMethod method)
{
    return method == CalibrationMethod::MinMax ? "MinMax" : "Percentile";
}

Result<CalibrationMethod> methodFromName(std::string_view name)
{
    for (const CalibrationMethod method : {CalibrationMethod::MinMax, CalibrationMethod::Percentile}) {
        if (name == methodName(method))
            return method;
    }
    const std::vector<std::string> known{"MinMax", "Percentile"};
    return Error{ErrorCode::InvalidArgument,
                 "Unknown calibration method '" + std::string(name) + "'." + didYouMean(name, known)
                     + " Methods: MinMax, Percentile.",
                 std::string(name)};
}

} // namespace quantiscope
