// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/model.h"

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace quantiscope {

/// Where one initializer goes when a model is written.
struct Placement
{
    bool isExternal = false;
    std::size_t offset = 0; ///< in the data file; a multiple of kDataAlignment
};

/// Offsets in the data file, so that the mapped weights can be used in place.
inline constexpr std::size_t kDataAlignment = 64;

/// Weights of at least this many bytes leave the model file when external data are asked for.
inline constexpr std::size_t kSmallestExternal = 1024;

/// One entry per initializer: in the data file, one after the other, or embedded when @p external is false or they are
/// small.
[[nodiscard]] std::vector<Placement> placeWeights(const Model& model, bool external);

/// Size of the model file that writeModel() would make with everything embedded.
[[nodiscard]] std::size_t embeddedSize(const Model& model);

/// Writes the model file. External initializers refer to @p dataFile. No weight is copied in memory. Polls @p feedback
/// between pieces of the weights (Canceled).
[[nodiscard]] Result<void> writeModel(std::ostream& stream, const Model& model, const std::vector<Placement>& places,
                                      const std::string& dataFile, const Feedback& feedback);

/// Writes the weights that are external; polls @p feedback in the same way.
[[nodiscard]] Result<void> writeWeights(std::ostream& stream, const Model& model, const std::vector<Placement>& places,
                                        const Feedback& feedback);

} // namespace quantiscope
