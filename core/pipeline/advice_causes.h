// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/analysis/weight_analysis.h"
#include "core/pipeline/analysis_session.h"
#include "core/pipeline/sensitivity_units.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// Says why quantizing a layer does harm.
class AdviceCauses
{
public:
    /// @p whole, the variant of the recipe, must outlive the object.
    AdviceCauses(const QuantizedVariant& whole, WeightAnalysis weights);

    /// One plain sentence about what is lost most by the codes of @p unit: of its weight, or of the values that it
    /// makes or reads.
    [[nodiscard]] std::string reasonOf(const SensitivityUnit& unit) const { return causeOf(unit).sentence; }

    /// What the codes keep that reasonOf() is about, in dB: the lower, the more suspect. +inf where nothing is known.
    [[nodiscard]] double fidelityOf(const SensitivityUnit& unit) const { return causeOf(unit).sqnr; }

private:
    struct Cause
    {
        std::string sentence;
        double sqnr = 0.0; ///< dB
    };
    [[nodiscard]] Cause causeOf(const SensitivityUnit& unit) const;
    [[nodiscard]] std::optional<Cause> causeOf(const QuantizedTensor& activation) const;

    const QuantizedVariant& m_whole;
    WeightAnalysis m_weights;
    std::map<std::string, Cause> m_activations; ///< by name
};

/// Positions of those of @p units behind which no other of them comes on the way to the outputs of @p graph, the
/// user's: what is usually called the head.
[[nodiscard]] std::vector<std::size_t> lastUnits(const Graph& graph, const std::vector<SensitivityUnit>& units);

} // namespace quantiscope
