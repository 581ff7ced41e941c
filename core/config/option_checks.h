// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"

#include <set>
#include <string>
#include <vector>

namespace quantiscope {

/// The synonym that stands for the calibration method.
inline constexpr const char* kMethodOption = "CalibrateMethod";

/// What a user should know of options that do nothing: for each option whose value differs from that in @p base (the
/// preset), or that was @p given by name, and that has no effect in @p config, "Option X has no effect: …"; so for the
/// calibration method. Options without effect in any configuration are not told of where they say what the reference
/// does anyway.
[[nodiscard]] std::vector<std::string> optionWarnings(const QuantConfig& config, const QuantConfig& base,
                                                      const std::set<std::string>& given = {});

/// Refuses options that contradict each other (InvalidArgument; all problems, a sentence each): what the NPU's rules
/// exclude (quark_behaviour section 4.2), what the Target asks for, and combinations that mean nothing.
[[nodiscard]] Result<void> checkConfig(const QuantConfig& config);

/// What the Vitis AI compiler needs of a result and @p config does not give, a sentence each: Int32Bias false,
/// EnableNPUCnn true, DedicatedQDQPair true, QuantizeAllOpTypes true. Checked by checkConfig() for Target = VitisAI.
[[nodiscard]] std::vector<std::string> vitisAiProblems(const QuantConfig& config);

} // namespace quantiscope
