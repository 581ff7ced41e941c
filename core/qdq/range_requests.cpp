// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/range_requests.h"

namespace quantiscope {

namespace {

constexpr int kOnnxRuntimeEntropyBins = 128;

} // namespace

QuantTarget targetOf(const TensorEncoding& encoding, const QuantConfig& config)
{
    return {encoding.type, encoding.symmetry, config.scaleType, encoding.codes};
}

RangeRequest activationRequest(const QuantConfig& config, const QuantTarget& target)
{
    const CalibrationConfig& calibration = config.calibration;
    RangeRequest request;
    request.method = calibration.method;
    request.target = target;
    request.calibrationSymmetry = config.calibrationSymmetry();
    request.movingAverage = calibration.movingAverage;
    request.percentile = calibration.percentile;
    request.candidates = calibration.percentileCandidates;
    request.metric = calibration.lwpMetric;
    request.positionMode = calibration.minMSEModePof2Scale;
    request.windowMode = calibration.minMSEModeFloatScale;
    request.bins = calibration.numBins;
    // ONNX Runtime's default: as many bins as quantized bins, so the only window is the whole range.
    if (!request.bins && request.method == CalibrationMethod::Entropy
        && config.placement.rules == PlacementRules::OnnxRuntime)
        request.bins = kOnnxRuntimeEntropyBins;
    request.quantizedBins = calibration.numQuantizedBins;
    return request;
}

RangeRequest weightRequest(const QuantConfig& config, const QuantTarget& target)
{
    RangeRequest request = activationRequest(config, target);
    const CalibrationMethod unset =
        target.scale == ScaleType::Float32 ? CalibrationMethod::MinMax : config.calibration.method;
    request.method = config.calibration.weightMethod.value_or(unset);
    request.movingAverage = false;
    return request;
}

} // namespace quantiscope
