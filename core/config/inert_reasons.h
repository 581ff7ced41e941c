// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"

#include <string>

/// Why options do nothing in a configuration; each text is empty when the reason does not apply, otherwise the end of
/// the sentence "Option X has no effect: …". Sources: quark_behaviour sections 2 and 4.
namespace quantiscope::options {

/// Activations are not quantized, or only while the model runs.
[[nodiscard]] std::string noActivations(const QuantConfig& config);
/// Activations are quantized while the model runs.
[[nodiscard]] std::string dynamicRules(const QuantConfig& config);
/// Only weights are quantized.
[[nodiscard]] std::string weightsOnly(const QuantConfig& config);
/// ONNX Runtime's rules of placement are in force.
[[nodiscard]] std::string onnxRuntimeRules(const QuantConfig& config);
/// The extended flow's rules are not in force.
[[nodiscard]] std::string notExtended(const QuantConfig& config);
/// The NPU's rules are not in force.
[[nodiscard]] std::string notNpu(const QuantConfig& config);
/// Neither the NPU's nor the extended flow's rules are in force.
[[nodiscard]] std::string neitherNpuNorExtended(const QuantConfig& config);
/// The calibration method decides nothing: neither activations nor weights follow it.
[[nodiscard]] std::string noMethod(const QuantConfig& config);
/// Scales are not powers of two.
[[nodiscard]] std::string notPowerOfTwo(const QuantConfig& config);

[[nodiscard]] std::string preparationSkipped(const QuantConfig& config);
[[nodiscard]] std::string noEqualization(const QuantConfig& config);
[[nodiscard]] std::string biasStaysFloat(const QuantConfig& config);
[[nodiscard]] std::string noSimulation(const QuantConfig& config);
[[nodiscard]] std::string noLimitationCheck(const QuantConfig& config);

} // namespace quantiscope::options
