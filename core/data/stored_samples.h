// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/sample_source.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace quantiscope {

/// Samples that are in memory already, as a source; reading one copies it.
class StoredSamples final : public SampleSource
{
public:
    /// @p samples must outlive the source.
    explicit StoredSamples(std::span<const Sample> samples) : m_samples(samples) { }

    [[nodiscard]] std::size_t size() const override { return m_samples.size(); }
    [[nodiscard]] std::string name(std::size_t i) const override { return m_samples[i].name; }
    [[nodiscard]] Result<Sample> read(std::size_t i) const override { return m_samples[i]; }

private:
    std::span<const Sample> m_samples;
};

/// The first @p count samples of @p source, those left out that it skips (see SampleSource::skipsUnreadable()); fewer
/// when there are fewer, when one cannot be read that must not be skipped, or when more than eight in a row are.
[[nodiscard]] std::vector<Sample> firstSamples(const SampleSource& source, std::size_t count);

} // namespace quantiscope
