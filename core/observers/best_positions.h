// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numerics/quant_params.h"
#include "core/observers/tensor_statistics.h"

#include <array>
#include <optional>

namespace quantiscope {

/// The targets whose best positions are collected sample by sample, for Pof2Mode::MostCommon.
inline constexpr std::array<QuantTarget, 4> kVotingTargets{{
    {DataType::Int8, Symmetry::Symmetric, ScaleType::PowerOf2, CodeRange::Full},
    {DataType::UInt8, Symmetry::Symmetric, ScaleType::PowerOf2, CodeRange::Full},
    {DataType::Int16, Symmetry::Symmetric, ScaleType::PowerOf2, CodeRange::Full},
    {DataType::UInt16, Symmetry::Symmetric, ScaleType::PowerOf2, CodeRange::Full},
}};

/// Is @p target one of kVotingTargets?
[[nodiscard]] bool isVotedFor(const QuantTarget& target);

/// The position that bestPosition() finds for the histogram of what one sample holds of one tensor, for each of
/// kVotingTargets; nothing when it holds only zeros, or no finite value. Needs a histogram.
///
/// Some microseconds: grids whose scales are powers of two meet a histogram whose bins are parts of binades, so the
/// error of a bin depends only on its place in its binade and on the sum of exponent and position, and is looked up.
[[nodiscard]] std::array<std::optional<int>, kVotingTargets.size()> bestPositions(const TensorStatistics& sample);

/// Adds bestPositions() of a sample to its votes.
void castVotes(TensorStatistics& sample);

} // namespace quantiscope
