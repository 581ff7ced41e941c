// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/kept_samples.h"

#include <utility>

namespace quantiscope {

KeptSamples::KeptSamples(std::unique_ptr<SampleSource> source, std::uint64_t mostBytes)
    : m_source(std::move(source)), m_kept(m_source->size()), m_freeBytes(mostBytes)
{
}

Result<Sample> KeptSamples::read(std::size_t i) const
{
    std::shared_ptr<const Sample> kept;
    {
        const std::lock_guard lock(m_mutex);
        kept = m_kept[i];
    }
    if (kept) // copied while others may read
        return *kept;
    Result<Sample> sample = m_source->read(i);
    if (!sample)
        return sample;
    std::uint64_t bytes = 0;
    for (const auto& [name, tensor] : sample->inputs)
        bytes += tensor.bytes().size();
    const std::lock_guard lock(m_mutex);
    if (!m_kept[i] && bytes <= m_freeBytes) {
        m_kept[i] = std::make_shared<const Sample>(*sample);
        m_freeBytes -= bytes;
    }
    return sample;
}

} // namespace quantiscope
