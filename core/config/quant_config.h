// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/exclusion_rule.h"
#include "core/numerics/quant_params.h"

#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// How ranges are derived from statistics.
enum class CalibrationMethod
{
    MinMax, ///< the observed range
    Percentile, ///< the range that holds QuantConfig::percentile per cent of the values
};

/// Whose rules decide which tensors are quantized and which share parameters.
enum class PlacementRules
{
    OnnxRuntime, ///< onnxruntime.quantization, static QDQ
    Quark, ///< AMD Quark, plain QDQ format
    QuarkExtended, ///< AMD Quark, extended QDQ format: more operators, alignment, com.microsoft Q/DQ
};

/// Everything that decides how a float graph and its statistics become a quantized graph. Set by a preset, changed by
/// options; see optionSpecs() for the name and meaning of each field.
struct QuantConfig
{
    std::string preset;

    DataType activationType = DataType::UInt8;
    DataType weightType = DataType::Int8;
    bool activationSymmetric = false;
    std::optional<bool> weightSymmetric; ///< unset: symmetric for signed types
    bool perChannel = false;
    bool reduceRange = false;

    CalibrationMethod method = CalibrationMethod::MinMax;
    double percentile = 99.999; ///< 0 < p <= 100
    std::optional<bool> calibTensorRangeSymmetric; ///< unset: true for Percentile

    PlacementRules rules = PlacementRules::Quark;
    bool forceQuantizeNoInputCheck = false;
    bool matMulConstBOnly = false;
    std::vector<std::string> opTypesToQuantize; ///< replaces the rules' own list when not empty
    std::vector<std::string> extraOpTypesToQuantize;
    bool quantizeAllOpTypes = false;
    bool foldRelu = false;
    bool removeQDQConvClip = true;
    bool removeQDQConvRelu = true;
    bool removeQDQConvLeakyRelu = true;
    bool removeQDQConvPRelu = true;

    bool quantizeBias = true;
    bool addQDQPairToWeight = false;
    bool alignConcat = false;
    bool alignPool = false;
    bool alignPad = false;
    bool alignSlice = false;
    bool alignEltwiseQuantType = false;

    bool optimizeModel = true;
    int convertOpsetVersion = 0; ///< 0: only as far as the result needs

    std::vector<ExclusionRule> exclude;

    [[nodiscard]] Symmetry activationSymmetry() const
    {
        return activationSymmetric ? Symmetry::Symmetric : Symmetry::Asymmetric;
    }
    [[nodiscard]] Symmetry weightSymmetry(DataType type) const;
    /// Is a percentile taken of magnitudes (true) or of both tails (false)?
    [[nodiscard]] Symmetry calibrationSymmetry() const;
    [[nodiscard]] bool needsHistogram() const { return method == CalibrationMethod::Percentile; }

    bool operator==(const QuantConfig&) const = default;
};

[[nodiscard]] const char* methodName(CalibrationMethod method);
[[nodiscard]] Result<CalibrationMethod> methodFromName(std::string_view name);

} // namespace quantiscope
