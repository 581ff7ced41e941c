// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/picture_geometry.h"

#include <cstddef>
#include <span>
#include <vector>

namespace quantiscope {

/// Places in a list, ascending.
using SampleGroup = std::vector<std::size_t>;

/// Differing bits of two difference hashes at which pictures are near-duplicates.
inline constexpr int kNearDuplicateBits = 4;

/// Pictures that look the same: at most kNearDuplicateBits between their hashes and about the same thumbnail, since
/// pictures with little in them have hashes that agree by chance. Each group has at least two members, all of them like
/// the first; entries of @p marks that are null belong to none. Takes time in proportion to the pictures: of very many
/// with equal hashes and other thumbnails, only some are compared.
[[nodiscard]] std::vector<SampleGroup> nearDuplicates(std::span<const PictureMarks* const> marks);

/// Runs of at least four neighbours in the list of which each resembles the one before, as the frames of a film do.
[[nodiscard]] std::vector<SampleGroup> sequentialRuns(std::span<const PictureMarks* const> marks);

} // namespace quantiscope
