// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/data/folder_listing.h"
#include "core/data/preprocess.h"
#include "core/data/sample_source.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace quantiscope {

// One function per form of data, each in a file of its own; openSampleSource() chooses between them.

/// A picture is a sample: decoded when it is read, then preprocess(). `DataRefused` unless the model has exactly one
/// input and it takes pictures.
[[nodiscard]] Result<std::unique_ptr<SampleSource>>
openImageFolder(const FolderListing& listing, const PreprocessSpec& preprocess, std::span<const TensorSpec> inputs);

/// A .npy file is a sample of the model's only input.
[[nodiscard]] Result<std::unique_ptr<SampleSource>>
openNpyFolder(const FolderListing& listing, std::span<const TensorSpec> inputs, Feedback& feedback);

/// A .npz file is a sample, with an array per input.
[[nodiscard]] Result<std::unique_ptr<SampleSource>>
openNpzFolder(const FolderListing& listing, std::span<const TensorSpec> inputs, Feedback& feedback);

/// Samples of the model's only input stacked on the first axis of a .npy file, read row by row.
[[nodiscard]] Result<std::unique_ptr<SampleSource>>
openStackedNpy(const std::filesystem::path& path, std::span<const TensorSpec> inputs, Feedback& feedback);

/// Samples stacked on the first axis of a .npz file's arrays, one array per input. A compressed array is unpacked
/// forward; going back to an earlier sample starts it anew.
[[nodiscard]] Result<std::unique_ptr<SampleSource>>
openStackedNpz(const std::filesystem::path& path, std::span<const TensorSpec> inputs, Feedback& feedback);

/// @p samples made-up samples: floats uniform in [0, 1), integers and booleans 0, or as @p wanted says. Sample i
/// depends on @p seed, i and @p wanted only. Open extents: the first is 1; those of a rank 4 input are 3, 32, 32; the
/// second of lower ranks is 16; others are 1; extents of the same name are equal. InvalidArgument for a name in @p
/// wanted that no input has (with the nearest), a shape that does not fit and a range that the input's type does not
/// have; its subject is the option that they come from. Source: quark_behaviour section 3.10.
[[nodiscard]] Result<std::unique_ptr<SampleSource>> openRandomSamples(std::uint64_t seed, std::size_t samples,
                                                                      std::span<const TensorSpec> inputs,
                                                                      const RandomInputs& wanted = {});

} // namespace quantiscope
