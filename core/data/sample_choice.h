// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/sample_source.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace quantiscope {

/// @p count < @p size different indices below @p size, ascending.
///
/// The same on every machine: the first @p count steps of a Fisher-Yates shuffle of 0 … size - 1 driven by
/// std::mt19937_64(seed), whose output the standard fixes; step i swaps place i with i + (r mod (size - i)), where
/// draws r that would make the remainder uneven are thrown away. Sorted afterwards: statistics do not depend on the
/// order, and files are read faster in sequence.
[[nodiscard]] std::vector<std::size_t> chosenSamples(std::size_t size, std::size_t count, std::uint64_t seed);

/// @p source without the samples that @p spec skips; @p source itself when there are none. Warns of names that no
/// sample has. `DataRefused` when no sample is left.
[[nodiscard]] Result<std::unique_ptr<SampleSource>> withoutSkipped(std::unique_ptr<SampleSource> source,
                                                                   const DataSpec& spec, Feedback& feedback);

/// The samples of @p source with these indices, in this order.
[[nodiscard]] std::unique_ptr<SampleSource> makeChoice(std::unique_ptr<SampleSource> source,
                                                       std::vector<std::size_t> indices);

} // namespace quantiscope
