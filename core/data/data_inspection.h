// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/base/result.h"
#include "core/data/sample_source.h"
#include "core/data/trained_layer.h"
#include "core/tensor/tensor_spec.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// The values that a model was likely trained on, as far as its first layers tell.
enum class ExpectedRange
{
    Unknown,
    Small, ///< about 0 … 1 or normalized around 0
    Bytes, ///< 0 … 255
};

/// What the model tells of one of its inputs.
struct InputExpectation
{
    ExpectedRange range = ExpectedRange::Unknown;
    std::optional<PixelLayout> layout; ///< where its first operator leaves no choice
    std::optional<TrainedLayer> layer; ///< tells more than the range
};

/// What to look at.
struct InspectionRequest
{
    DataSpec data;
    std::vector<TensorSpec> inputs; ///< of the model
    std::filesystem::path labels = {}; ///< what LabelMap::read() reads; may be empty
    std::map<std::string, InputExpectation> expected = {}; ///< by input name
    int threads = 0; ///< samples read at the same time; 0: one per core
};

/// What was found out about one sample.
struct SampleFacts
{
    std::string name; ///< as SampleSource::name()
    std::filesystem::path file; ///< of a picture; otherwise empty
    std::int32_t width = 0; ///< of the decoded picture, in pixels; 0 for other data
    std::int32_t height = 0;
    double lowest = 0.0; ///< of what is fed, the finite elements of all inputs
    double highest = 0.0;
    double mean = 0.0;
    double laplacianVariance = 0.0; ///< see PictureMarks; of pictures
    bool isGray = false; ///< a picture with three equal channels
    std::uint64_t notFinite = 0; ///< elements that are NaN or infinite
    std::optional<std::int64_t> label; ///< class index
    std::string className; ///< of the label, or the class folder where there are no labels; may be empty
    std::string unreadable; ///< why it is left out, a sentence; empty when it can be read
};

/// The elements of one channel that all samples together feed.
struct InputChannelFacts
{
    std::string name; ///< "R"; a number for arrays; empty when the input has no channels
    double lowest = 0.0;
    double highest = 0.0;
    double mean = 0.0;
    double deviation = 0.0; ///< standard deviation
    std::uint64_t elements = 0;
    std::optional<double> mode; ///< the most frequent value, where all are told apart: of pictures
    std::vector<double> edges; ///< of the histogram's bins, ascending; one more than counts
    std::vector<std::uint64_t> counts;
};

/// What all samples together feed to one input.
struct InputFacts
{
    TensorSpec expected; ///< as the model declares it
    DataType type = DataType::Undefined;
    Shape shape; ///< of the first sample
    bool shapesDiffer = false; ///< other samples have other shapes
    ExpectedRange range = ExpectedRange::Unknown;
    std::optional<TrainedFit> fit; ///< where InputExpectation::layer tells
    std::uint64_t notFinite = 0;
    double lowest = 0.0;
    double highest = 0.0;
    double mean = 0.0;
    double deviation = 0.0;
    std::vector<InputChannelFacts> channels; ///< at least one, unless nothing could be read
};

enum class FindingKind
{
    RandomData, ///< figure: samples
    TooFew, ///< figure: samples that can be read
    Unreadable,
    Duplicates, ///< the same bytes; reference: groups
    NearDuplicates, ///< reference: groups
    Sequential, ///< figure: length of the longest run; reference: runs
    Blurred, ///< figure: limit of the Laplacian's variance; reference: its median
    SoftThroughout, ///< reference: median of the Laplacian's variance
    Blank, ///< all elements are equal
    NotFinite, ///< figure: elements that are NaN or infinite
    Outliers, ///< figure: largest magnitude; reference: its median over the samples
    Unbalanced, ///< figure: samples of the largest class `subject`; reference: of the smallest, `other`
    Unlabelled,
    GrayForColor,
    MixedShapes, ///< figure: widest proportion width / height; reference: narrowest
    Enlarged, ///< figure: least pixels a side
    TooLargeValues, ///< figure: value of the largest magnitude fed to input `subject`
    TooSmallValues, ///< figure: value of the largest magnitude fed to input `subject`
    ChannelsLast, ///< arrays for input `subject` look like [N, H, W, C]
    LayoutOpen, ///< both layouts fit input `subject`
    OtherSpread, ///< figure: standard deviation of what is fed to input `subject`; reference: of what it was trained on
    OtherMean, ///< the same of the mean
    AbsurdRange, ///< figure: highest value fed to input `subject`; reference: lowest
    RangeUntold, ///< nothing in the model tells what input `subject` expects
    OpenSize, ///< pictures of different sizes for input `subject`; figure: height that would do for all; reference:
              ///< width
    OneOfMany, ///< the data are one file with one sample; figure: such files in its folder
    ConstantInput, ///< one of several inputs, `subject`, is fed nothing but `figure`
};
inline constexpr std::size_t kFindingKinds = 27;

enum class FindingSeverity
{
    Info,
    Warning,
};

/// Something about the data that is likely to make the result worse.
struct Finding
{
    FindingKind kind = FindingKind::TooFew;
    FindingSeverity severity = FindingSeverity::Warning;
    double figure = 0.0; ///< see FindingKind
    double reference = 0.0;
    std::string subject = {};
    std::string other = {};
    std::vector<std::size_t> samples = {}; ///< the ones concerned, places in DataInspection::samples
    std::vector<std::size_t> drop = {}; ///< leaving these out mends it (DataSpec::skip); empty: nothing so simple does
};

struct DataInspection
{
    bool arePictures = false;
    std::vector<SampleFacts> samples; ///< the chosen ones, in the order of the source
    std::vector<InputFacts> inputs; ///< in the order of the request
    std::vector<Finding> findings; ///< warnings first

    [[nodiscard]] std::size_t warnings() const;
};

/// As many random samples are looked at: what stands for a sample is kept in memory, and their number is only a number.
inline constexpr std::size_t kMostRandomSamples = 100'000;

/// `InvalidArgument` when @p data are more random samples than that.
[[nodiscard]] Result<void> checkRandomSamples(const DataSpec& data);

/// Reads every sample of @p request once and judges the whole by the guidelines for calibration data: enough, balanced,
/// varied, clean, prepared as in production. Only what stands for a sample stays in memory, and a few samples at a
/// time. The result does not depend on the threads. Errors: as openSampleSource(), LabelMap::read() and
/// checkRandomSamples(); `OutOfMemory`; `Canceled`, soon even where one sample takes seconds. A
/// sample that cannot be read is a finding, not an error, unless none can be read.
[[nodiscard]] Result<DataInspection> inspectData(const InspectionRequest& request, Feedback& feedback);

/// A finding in words: one sentence with what was found, one with what to do.
struct FindingText
{
    std::string message;
    std::string advice;
};
[[nodiscard]] FindingText findingText(const Finding& finding);

/// "too-few", "near-duplicates", …: stable, for machines.
[[nodiscard]] const char* findingName(FindingKind kind);

} // namespace quantiscope
