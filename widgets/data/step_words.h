// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/preprocess_steps.h"

#include <QString>

namespace quantiscope {

/// Translated title of a preprocessing step.
[[nodiscard]] QString stepTitle(PreprocessStep step);

/// What the step does by @p spec, short: "letterbox 416×416 · pad 114". @p made is what it gave, for sizes that are the
/// model's; may be null.
[[nodiscard]] QString stepEffect(PreprocessStep step, const PreprocessSpec& spec, const StepView* made);

/// "768×576×3 u8", as the step left it; empty when it was not reached.
[[nodiscard]] QString stepResult(const StepView& made);

/// The name of the built-in preprocessing that @p spec is, or empty.
[[nodiscard]] QString builtinName(const PreprocessSpec& spec);

} // namespace quantiscope
