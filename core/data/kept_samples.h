// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/sample_source.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace quantiscope {

/// Samples of another source that stay in memory once they are read, as many as fit; the rest is read again.
class KeptSamples final : public SampleSource
{
public:
    /// At most @p mostBytes of elements are kept.
    KeptSamples(std::unique_ptr<SampleSource> source, std::uint64_t mostBytes);

    [[nodiscard]] std::size_t size() const override { return m_source->size(); }
    [[nodiscard]] std::string name(std::size_t i) const override { return m_source->name(i); }
    [[nodiscard]] std::size_t index(std::size_t i) const override { return m_source->index(i); }
    [[nodiscard]] bool skipsUnreadable() const override { return m_source->skipsUnreadable(); }
    [[nodiscard]] std::optional<Origin> origin(std::size_t i) const override { return m_source->origin(i); }
    [[nodiscard]] Result<Sample> read(std::size_t i) const override;

private:
    std::unique_ptr<SampleSource> m_source;
    mutable std::mutex m_mutex; ///< of what follows
    mutable std::vector<std::shared_ptr<const Sample>> m_kept; ///< by position
    mutable std::uint64_t m_freeBytes;
};

/// The first samples of another source.
class LeadingSamples final : public SampleSource
{
public:
    /// @p source must outlive the object; @p count is at most its size.
    LeadingSamples(const SampleSource& source, std::size_t count) : m_source(source), m_count(count) { }

    [[nodiscard]] std::size_t size() const override { return m_count; }
    [[nodiscard]] std::string name(std::size_t i) const override { return m_source.name(i); }
    [[nodiscard]] std::size_t index(std::size_t i) const override { return m_source.index(i); }
    [[nodiscard]] bool skipsUnreadable() const override { return m_source.skipsUnreadable(); }
    [[nodiscard]] std::optional<Origin> origin(std::size_t i) const override { return m_source.origin(i); }
    [[nodiscard]] Result<Sample> read(std::size_t i) const override { return m_source.read(i); }

private:
    const SampleSource& m_source;
    std::size_t m_count;
};

} // namespace quantiscope
