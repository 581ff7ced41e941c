// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/calibration/statistics_cache.h"
#include "core/config/quant_config.h"

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace quantiscope {

/// What was measured of equalized graphs (EqualizationTrial), kept beside the statistics: the next run with the same
/// graph, data, types and method need not measure again.
class EqualizationMemory
{
public:
    /// Logarithms of relative errors by sample, by what was done to the graph: "None", "Always", "Improvement".
    using LogErrors = std::map<std::string, std::vector<double>>;

    /// @p folder is the cache's; the samples of @p source fit @p inputs. All arguments must outlive the object.
    EqualizationMemory(const std::filesystem::path& folder, const SampleSource& source,
                       const PreprocessSpec& preprocess, std::span<const TensorSpec> inputs)
        : m_folder(folder), m_source(source), m_preprocess(preprocess), m_inputs(inputs)
    {
    }

    /// From now on find() and store() are about a graph of content @p graphHash under @p config. Reads the data, unless
    /// it has done so before. Errors: of reading; `Canceled`.
    Result<void> open(const std::string& graphHash, const QuantConfig& config, const Feedback& feedback);

    /// What is remembered: for each name equally many finite numbers. Damaged files count as none.
    [[nodiscard]] std::optional<LogErrors> find() const;

    /// What goes wrong is a warning.
    void store(const LogErrors& logErrors, Feedback& feedback) const;

    /// Of the data, once they were read; nothing when they cannot be told.
    [[nodiscard]] const std::optional<DataKey>& data() const { return m_data; }

private:
    const std::filesystem::path& m_folder;
    const SampleSource& m_source;
    const PreprocessSpec& m_preprocess;
    std::span<const TensorSpec> m_inputs;
    std::optional<DataKey> m_data;
    std::filesystem::path m_file; ///< empty when nothing can be remembered
};

} // namespace quantiscope
