// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/data/sample_source.h"
#include "core/pipeline/output_files.h"

#include <CLI/CLI.hpp>

#include <span>
#include <string>
#include <vector>

namespace quantiscope {

/// The options that name data and how they are read, shared by several commands.
class DataOptions
{
public:
    /// Adds -c/--calibration (or --data for evaluation), --preprocess, --samples, --seed and --skip.
    void addTo(CLI::App& command, const std::string& dataFlags, const std::string& description);

    [[nodiscard]] bool hasSource() const { return !m_source.empty(); }

    /// What was given of --preprocess, --samples, --seed and --skip.
    [[nodiscard]] std::vector<std::string> givenOptions() const;

    /// The files and folders that the options name, for checkOutputFiles().
    [[nodiscard]] std::vector<NamedFile> files() const;

    /// Puts what was given over @p data, leaving the rest as it is; pictures in place of other data are read as "unit"
    /// unless --preprocess says otherwise. InvalidArgument when the seed is given twice, or names of random data are
    /// left out; ConfigRefused when the file of names cannot be read.
    [[nodiscard]] Result<void> apply(DataSpec& data) const;

    /// Of these, only what --preprocess says, if @p data may be pictures; other data lose their preprocessing.
    [[nodiscard]] Result<void> applyPreprocess(DataSpec& data) const;

    /// InvalidArgument when --preprocess was given and none of @p sources (empty ones do not count) may be pictures.
    [[nodiscard]] Result<void> checkPreprocessIsUsed(std::span<const std::string> sources) const;

private:
    std::string m_sourceOption; ///< "--calibration" or "--data"
    std::string m_source;
    std::string m_preprocess;
    std::string m_skip;
    long long m_samples = -1;
    long long m_seed = -1;
};

} // namespace quantiscope
