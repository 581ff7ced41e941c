// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/pipeline/analysis_session.h"
#include "core/pipeline/variant_measurement.h"

#include <filesystem>
#include <list>

namespace quantiscope {

/// What was measured of the variants of a recipe, kept in a session's cache folder from run to run: one file for each
/// content of model, quantized model, recipe, statistics, samples and labels, and version of this program.
class SensitivityMemory
{
public:
    /// Of the session's own recipe, of which @p quantizedHash is the content with everything quantized. Remembers
    /// nothing when there is no cache, or the data cannot be told.
    SensitivityMemory(const AnalysisSession& session, const std::string& quantizedHash);

    /// Puts what is known into those of @p variants that have no effect yet, as far as it is of @p outputs outputs and
    /// @p samples samples at most. A damaged file counts as none.
    void recall(std::list<MeasuredVariant>& variants, std::size_t outputs, std::size_t samples) const;

    /// Keeps the effects of @p variants beside those of others, unless that became too large to be read again. What
    /// goes wrong is a warning.
    void store(const std::list<MeasuredVariant>& variants, Feedback& feedback) const;

private:
    std::filesystem::path m_file; ///< empty: remember nothing
};

} // namespace quantiscope
