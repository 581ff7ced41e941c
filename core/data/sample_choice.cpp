// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sample_choice.h"

#include "core/data/npz_archive.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

namespace quantiscope {

namespace {

/// A uniform number below @p bound > 0.
std::uint64_t below(std::uint64_t bound, std::mt19937_64& random)
{
    const std::uint64_t uneven = (std::numeric_limits<std::uint64_t>::max() % bound + 1) % bound; // 2^64 mod bound
    for (;;) {
        const std::uint64_t draw = random();
        if (draw <= std::numeric_limits<std::uint64_t>::max() - uneven)
            return draw % bound;
    }
}

class ChosenSource final : public SampleSource
{
public:
    ChosenSource(std::unique_ptr<SampleSource> source, std::vector<std::size_t> indices)
        : m_source(std::move(source)), m_indices(std::move(indices))
    {
    }

    std::size_t size() const override { return m_indices.size(); }
    std::string name(std::size_t i) const override { return m_source->name(m_indices[i]); }
    std::size_t index(std::size_t i) const override { return m_source->index(m_indices[i]); }
    bool skipsUnreadable() const override { return m_source->skipsUnreadable(); }
    std::optional<Origin> origin(std::size_t i) const override { return m_source->origin(m_indices[i]); }
    Result<Sample> read(std::size_t i) const override { return m_source->read(m_indices[i]); }

private:
    std::unique_ptr<SampleSource> m_source;
    std::vector<std::size_t> m_indices;
};

} // namespace

std::vector<std::size_t> chosenSamples(std::size_t size, std::size_t count, std::uint64_t seed)
{
    assert(count < size);
    std::vector<std::size_t> indices(size);
    std::iota(indices.begin(), indices.end(), std::size_t(0));
    std::mt19937_64 random(seed);
    for (std::size_t i = 0; i < count; ++i)
        std::swap(indices[i], indices[i + below(size - i, random)]);
    indices.resize(count);
    std::sort(indices.begin(), indices.end());
    return indices;
}

Result<std::unique_ptr<SampleSource>> withoutSkipped(std::unique_ptr<SampleSource> source, const DataSpec& spec,
                                                     Feedback& feedback)
{
    if (spec.skip.empty())
        return source;
    std::set<std::string> unused = spec.skip;
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < source->size(); ++i) {
        const std::string name = source->name(i);
        if (spec.skip.contains(name))
            unused.erase(name);
        else
            kept.push_back(i);
    }
    if (!unused.empty()) {
        feedback.warn("'skip' leaves out " + std::to_string(unused.size()) + " sample" + (unused.size() == 1 ? "" : "s")
                      + " that '" + spec.source + "' does not have: " + nameList({unused.begin(), unused.end()}) + ".");
    }
    if (kept.empty()) {
        return Error{ErrorCode::DataRefused,
                     "'skip' leaves out every sample of '" + spec.source + "'; take some names off the list.",
                     spec.source};
    }
    if (kept.size() == source->size())
        return source;
    return makeChoice(std::move(source), std::move(kept));
}

std::unique_ptr<SampleSource> makeChoice(std::unique_ptr<SampleSource> source, std::vector<std::size_t> indices)
{
    return std::make_unique<ChosenSource>(std::move(source), std::move(indices));
}

} // namespace quantiscope
