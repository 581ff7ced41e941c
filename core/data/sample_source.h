// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/base/result.h"
#include "core/data/preprocess.h"
#include "core/tensor/tensor.h"
#include "core/tensor/tensor_spec.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

namespace quantiscope {

/// What made-up inputs are to be like, by input name; what is not named is as openRandomSamples() says.
struct RandomInputs
{
    std::map<std::string, Shape> shapes; ///< concrete, fitting the model's
    /// Lowest and highest value: floats lie evenly between them, integers take every whole number from one to the other
    /// equally often.
    std::map<std::string, std::pair<double, double>> ranges;

    bool operator==(const RandomInputs&) const = default;
};

/// The data of a calibration or evaluation, as the user names it.
struct DataSpec
{
    /// A folder of pictures (or of class folders with pictures); a folder of .npy files, one sample each; a folder of
    /// .npz files, one sample each with one array per input; a .npy or .npz file with samples stacked on the first
    /// axis; `random` or `random:SEED`. A folder that is called so is written `./random`.
    std::string source;
    PreprocessSpec preprocess; ///< for pictures only
    std::size_t samples = 0; ///< how many to take; 0 for all (`random`: 1)
    std::uint64_t seed = 0; ///< chooses them, see chosenSamples(); also the seed of `random` without one
    RandomInputs random = {}; ///< for `random` only
    std::size_t most = 0; ///< at most so many, chosen in the same way; 0: no limit
    /// Names of samples (SampleSource::name()) that are left out before any are chosen; not for random data.
    std::set<std::string> skip = {};

    bool operator==(const DataSpec&) const = default;
};

/// One set of inputs for a run of the model.
struct Sample
{
    std::string name; ///< as SampleSource::name()
    std::size_t index = 0; ///< place in the whole data, before any were left out or chosen; finds its label
    NamedTensors inputs;
};

/// Samples that are read one by one, none of them before it is asked for.
class SampleSource
{
public:
    virtual ~SampleSource() = default;

    /// How many there are; at least 1.
    [[nodiscard]] virtual std::size_t size() const = 0;

    /// What sample @p i is called: its file relative to the folder, or "stacked.npy[3]".
    [[nodiscard]] virtual std::string name(std::size_t i) const = 0;

    /// Place of sample @p i in the whole data, as Sample::index.
    [[nodiscard]] virtual std::size_t index(std::size_t i) const { return i; }

    /// Whether read() failing with `DataRefused` means that this sample is to be left out with a warning and the rest
    /// used, as for a folder of pictures with a damaged one. SamplePrefetcher does that.
    [[nodiscard]] virtual bool skipsUnreadable() const { return false; }

    /// Where the bytes of sample @p i < size() come from, for telling without reading whether data are the same: the
    /// file, and what of it. Made-up samples have no file, and a text that determines every element.
    /// Nothing when that cannot be told.
    struct Origin
    {
        std::filesystem::path file;
        std::string part; ///< empty: the whole file
        bool isPicture = false; ///< does DataSpec::preprocess decide what becomes of it?
    };
    [[nodiscard]] virtual std::optional<Origin> origin(std::size_t) const { return std::nullopt; }

    /// Sample @p i < size(), every input with the model's type and a shape that fits it. Thread-safe.
    [[nodiscard]] virtual Result<Sample> read(std::size_t i) const = 0;
};

/// Opens what @p spec names for a model with these @p inputs.
///
/// Only names, headers and sizes are read, and at most the first sample's of a folder: whatever is wrong with the form
/// of the data is told here, in a sentence that says what to do. Warns when elements will be converted (float64 for
/// float32 is NumPy's default and common), arrays are left over, fewer samples are there than wanted, or DataSpec::skip
/// names samples that are not there. `DataRefused` when it names them all.
[[nodiscard]] Result<std::unique_ptr<SampleSource>>
openSampleSource(const DataSpec& spec, std::span<const TensorSpec> inputs, Feedback& feedback);

} // namespace quantiscope
