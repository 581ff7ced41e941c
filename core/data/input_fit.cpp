// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/input_fit.h"

#include "core/tensor/float16.h"
#include "core/tensor/npy.h"

#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

bool isFloat(DataType type)
{
    return type == DataType::Float || type == DataType::Double || type == DataType::Float16;
}

bool isInt(DataType type)
{
    return type == DataType::Int32 || type == DataType::Int64;
}

Result<void> checkType(DataType type, const TensorSpec& input, const std::string& where)
{
    if (type == input.type || (isFloat(type) && isFloat(input.type)) || (isInt(type) && isInt(input.type)))
        return {};
    std::string message = "'" + where + "' holds " + std::string(dataTypeName(type)) + ", but input '" + input.name
        + "' needs " + std::string(dataTypeName(input.type)) + ".";
    if (type == DataType::UInt8 && isFloat(input.type)) {
        message +=
            " 8-bit values are not converted silently: scale them as the model expects and save them as float32, "
            "or give the pictures with a preprocessing.";
    } else {
        message += " Save it as " + std::string(dataTypeName(input.type)) + ".";
    }
    return Error{ErrorCode::DataRefused, message, where};
}

/// The 4-D shape that @p shape (rank 3 or 4) becomes when its last axis moves before the two spatial ones, or back.
Shape channelsMoved(const Shape& shape, bool toFront)
{
    Shape moved = shape;
    if (moved.size() == 3)
        moved.insert(moved.begin(), 1);
    if (toFront)
        return {moved[0], moved[3], moved[1], moved[2]};
    return {moved[0], moved[2], moved[3], moved[1]};
}

/// What a shape that does not fit probably is; empty when nothing comes to mind.
std::string shapeHint(const Shape& shape, const TensorSpec& input)
{
    const bool isPictureRank = input.shape.size() == 4 && (shape.size() == 3 || shape.size() == 4);
    if (isPictureRank && shapeMatches(channelsMoved(shape, true), input.shape))
        return " It looks like NHWC where the model wants NCHW: transpose it with numpy.transpose.";
    if (isPictureRank && shapeMatches(channelsMoved(shape, false), input.shape))
        return " It looks like NCHW where the model wants NHWC: transpose it with numpy.transpose.";
    const std::int64_t batch = input.shape.empty() ? kDynamic : input.shape.front();
    if (batch > 0 && shape.size() == input.shape.size()
        && shapeMatches(std::span(shape).subspan(1), std::span(input.shape).subspan(1))) {
        if (shape.front() > batch)
            return " It holds more than one batch: samples stacked in one file are given as that file, not its folder.";
        return " The model wants a batch of " + std::to_string(batch) + " in one sample.";
    }
    if (batch > 1 && shape.size() + 1 == input.shape.size() && shapeMatches(shape, std::span(input.shape).subspan(1)))
        return " The model wants a batch of " + std::to_string(batch) + " in one sample.";
    return {};
}

template <typename To, typename From>
bool convertIntegers(std::span<const From> from, std::span<To> to)
{
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (from[i] < std::numeric_limits<To>::min() || from[i] > std::numeric_limits<To>::max())
            return false;
        to[i] = static_cast<To>(from[i]);
    }
    return true;
}

double floatAt(const Tensor& tensor, std::size_t index)
{
    if (tensor.type() == DataType::Double)
        return tensor.as<double>()[index];
    if (tensor.type() == DataType::Float)
        return double(tensor.as<float>()[index]);
    return double(float16ToFloat(tensor.as<std::uint16_t>()[index]));
}

/// False when a finite value would become infinite.
bool convertFloats(const Tensor& from, Tensor& to)
{
    for (std::size_t i = 0; i < from.elements(); ++i) {
        const double value = floatAt(from, i);
        double stored = value;
        if (to.type() == DataType::Double) {
            to.as<double>()[i] = value;
        } else if (std::abs(value) > double(std::numeric_limits<float>::max()) && std::isfinite(value)) {
            return false;
        } else if (to.type() == DataType::Float) {
            to.as<float>()[i] = static_cast<float>(value);
        } else {
            const auto bits = floatToFloat16(static_cast<float>(value));
            to.as<std::uint16_t>()[i] = bits;
            stored = double(float16ToFloat(bits));
        }
        if (std::isfinite(value) && !std::isfinite(stored))
            return false;
    }
    return true;
}

} // namespace

bool lacksBatchDimension(const Shape& shape, const TensorSpec& input)
{
    return input.hasRank && shape.size() + 1 == input.shape.size()
        && (input.shape.front() == 1 || input.shape.front() < 0)
        && shapeMatches(shape, std::span(input.shape).subspan(1));
}

Result<InputFit> fitInput(DataType type, const Shape& shape, const TensorSpec& input, const std::string& where)
{
    if (const Result<void> types = checkType(type, input, where); !types)
        return types.error();
    if (elementCount(shape) == std::size_t(0) && !(input.hasRank && elementCount(input.shape) == std::size_t(0)))
        return Error{ErrorCode::DataRefused, "'" + where + "' is an empty array, " + shapeListText(shape) + ".", where};
    InputFit fit{input.type, shape, type != input.type};
    if (!input.hasRank || shapeMatches(shape, input.shape))
        return fit;
    if (lacksBatchDimension(shape, input)) {
        fit.shape.insert(fit.shape.begin(), 1);
        return fit;
    }
    return Error{ErrorCode::DataRefused,
                 "'" + where + "' has shape " + shapeListText(shape) + ", but input '" + input.name + "' needs "
                     + describe(input) + "." + shapeHint(shape, input),
                 where};
}

Result<Tensor> applyFit(Tensor value, const InputFit& fit, const std::string& where)
{
    if (!fit.convertsType) {
        value.reshape(fit.shape);
        return value;
    }
    Result<Tensor> converted = allocateTensor(fit.type, fit.shape, where);
    if (!converted)
        return converted.error();
    bool inRange = true;
    if (isFloat(fit.type))
        inRange = convertFloats(value, *converted);
    else if (fit.type == DataType::Int32)
        inRange = convertIntegers(std::as_const(value).as<std::int64_t>(), converted->as<std::int32_t>());
    else
        inRange = convertIntegers(std::as_const(value).as<std::int32_t>(), converted->as<std::int64_t>());
    if (!inRange) {
        return Error{ErrorCode::DataRefused,
                     "'" + where + "' holds a value that is out of the range of " + std::string(dataTypeName(fit.type))
                         + ", which the model's input needs.",
                     where};
    }
    return converted;
}

std::string conversionWarning(DataType from, const TensorSpec& input, const std::string& where)
{
    return "'" + where + "' holds " + std::string(dataTypeName(from)) + "; it is converted to "
        + std::string(dataTypeName(input.type)) + ", which input '" + input.name + "' needs.";
}

} // namespace quantiscope
