// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/data_inspection.h"
#include "core/data/picture_geometry.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// What inspectData() keeps of a sample besides its facts, to compare samples with each other.
struct SampleTraits
{
    std::string digest; ///< SHA-256 of the file or the elements; empty when it could not be read
    std::optional<PictureMarks> marks; ///< of a picture
};

/// What reading all samples gave.
struct InspectedSamples
{
    std::vector<SampleFacts> facts;
    std::vector<SampleTraits> traits;
    std::vector<InputFacts> inputs;
    /// How many of the chosen samples each class of the whole data has, by name; empty where no classes are known.
    std::map<std::string, std::size_t> classes;
    std::size_t filesBeside = 0; ///< where the data are one file: those of its kind in its folder, itself included
};

/// Is it made-up data that a DataSpec::source of this text names?
[[nodiscard]] bool isRandomSource(const std::string& source);

/// Does @p work(thread, index) for every index below @p count in up to @p threads threads (0: one per core). Ends with
/// the first error, or `Canceled`; tells @p feedback of the progress on the caller's thread.
[[nodiscard]] Result<void> forEachIndex(std::size_t count, int threads, Feedback& feedback,
                                        const std::function<Result<void>(std::size_t, std::size_t)>& work);

/// How many threads forEachIndex() uses, and so the bound of its first argument.
[[nodiscard]] std::size_t threadCount(int wanted, std::size_t work);

/// What @p request says of the layer behind input @p name; null where it says nothing.
[[nodiscard]] const TrainedLayer* trainedLayer(const InspectionRequest& request, const std::string& name);

/// The pictures of @p source, whose origins are files, as @p request's only input is fed with them.
[[nodiscard]] Result<InspectedSamples> inspectPictures(const SampleSource& source, const InspectionRequest& request,
                                                       Feedback& feedback);

/// Any samples, by their elements.
[[nodiscard]] Result<InspectedSamples> inspectArrays(const SampleSource& source, const InspectionRequest& request,
                                                     Feedback& feedback);

/// What the guidelines say to these samples. @p isLabelled says that labels were given.
[[nodiscard]] std::vector<Finding> findingsOf(const InspectedSamples& samples, const InspectionRequest& request,
                                              bool isLabelled);

} // namespace quantiscope
