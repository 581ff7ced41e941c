// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/sample_source.h"

#include <map>
#include <memory>
#include <span>
#include <string>

namespace quantiscope {

/// Brings samples of one model to the inputs of another one that was made from it: float16 and bfloat16 elements become
/// float32, and [N, C, H, W] becomes [N, H, W, C], where the declared inputs differ in that. Extents that are open in
/// one of them may be fixed in the other; where that leaves both orders of the dimensions possible, a sample stays as
/// it is unless only the other order fits the model's input.
class InputAdapter
{
public:
    InputAdapter() = default;
    /// @p from are the inputs that samples fit, @p to those of the model that is to be fed; matched by name.
    InputAdapter(std::span<const TensorSpec> from, std::span<const TensorSpec> to);

    /// Is there nothing to do?
    [[nodiscard]] bool isIdle() const { return m_changes.empty(); }

    void adapt(NamedTensors& inputs) const;

private:
    struct Change
    {
        bool widens = false;
        bool transposes = false;
        Shape wanted; ///< where the declared shapes allow both orders: of the model's input; empty: they do not
    };
    std::map<std::string, Change> m_changes;
};

/// @p source with every sample adapted; @p source itself when there is nothing to do.
[[nodiscard]] std::unique_ptr<SampleSource> adaptSource(std::unique_ptr<SampleSource> source, InputAdapter adapter);

} // namespace quantiscope
