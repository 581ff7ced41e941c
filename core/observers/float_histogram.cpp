// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/float_histogram.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace quantiscope {

namespace {

constexpr std::uint64_t kCarry = std::uint64_t(1) << 32;

/// Bins in ascending order of their values: the negative ones from the largest magnitude down, then the positive ones.
std::uint16_t binAtRank(std::size_t rank)
{
    return static_cast<std::uint16_t>(rank < 0x8000 ? 0xFFFF - rank : rank - 0x8000);
}

} // namespace

std::array<std::int16_t, FloatHistogram::kBins / FloatHistogram::kPageBins> FloatHistogram::emptyIndex()
{
    std::array<std::int16_t, kBins / kPageBins> index;
    index.fill(-1);
    return index;
}

FloatHistogram::Page& FloatHistogram::page(std::size_t index)
{
    if (m_pageOf[index] < 0) {
        m_pageOf[index] = static_cast<std::int16_t>(m_pages.size());
        m_pages.push_back(std::make_unique<Page>());
    }
    return *m_pages[static_cast<std::size_t>(m_pageOf[index])];
}

void FloatHistogram::carry(std::uint16_t bin, std::uint64_t count)
{
    const auto at = std::lower_bound(m_carries.begin(), m_carries.end(), std::pair(bin, std::uint64_t(0)));
    if (at != m_carries.end() && at->first == bin)
        at->second += count;
    else
        m_carries.insert(at, {bin, count});
}

FloatHistogram::FloatHistogram(const FloatHistogram& other)
{
    merge(other);
}

FloatHistogram& FloatHistogram::operator=(const FloatHistogram& other)
{
    FloatHistogram copy(other);
    *this = std::move(copy);
    return *this;
}

FloatHistogram::FloatHistogram(FloatHistogram&& other) noexcept
    : m_pageOf(std::exchange(other.m_pageOf, emptyIndex()))
    , m_pages(std::exchange(other.m_pages, {}))
    , m_carries(std::exchange(other.m_carries, {}))
{
}

FloatHistogram& FloatHistogram::operator=(FloatHistogram&& other) noexcept
{
    FloatHistogram taken(std::move(other));
    m_pageOf.swap(taken.m_pageOf);
    m_pages.swap(taken.m_pages);
    m_carries.swap(taken.m_carries);
    return *this;
}

void FloatHistogram::add(std::uint16_t bin, std::uint64_t count)
{
    if (count == 0)
        return;
    std::uint32_t& slot = page(bin / kPageBins)[bin % kPageBins];
    const std::uint64_t sum = slot + count;
    slot = static_cast<std::uint32_t>(sum);
    if (sum >= kCarry)
        carry(bin, sum & ~(kCarry - 1));
}

void FloatHistogram::addPage(std::size_t index, const std::uint32_t* counts)
{
    Page& target = page(index);
    bool overflow = false; // looked at afterwards: the loop stays free of branches
    for (std::size_t i = 0; i < kPageBins; ++i) {
        target[i] += counts[i];
        overflow |= target[i] < counts[i];
    }
    for (std::size_t i = 0; overflow && i < kPageBins; ++i) {
        if (target[i] < counts[i])
            carry(static_cast<std::uint16_t>(index * kPageBins + i), kCarry);
    }
}

void FloatHistogram::merge(const FloatHistogram& other)
{
    for (std::size_t index = 0; index < m_pageOf.size(); ++index) {
        if (other.m_pageOf[index] >= 0)
            addPage(index, other.m_pages[static_cast<std::size_t>(other.m_pageOf[index])]->data());
    }
    for (const auto& [bin, count] : other.m_carries)
        carry(bin, count);
}

std::uint64_t FloatHistogram::count(std::uint16_t bin) const
{
    const std::int16_t index = m_pageOf[bin / kPageBins];
    if (index < 0)
        return 0;
    std::uint64_t sum = (*m_pages[static_cast<std::size_t>(index)])[bin % kPageBins];
    const auto at = std::lower_bound(m_carries.begin(), m_carries.end(), std::pair(bin, std::uint64_t(0)));
    if (at != m_carries.end() && at->first == bin)
        sum += at->second;
    return sum;
}

const std::uint32_t* FloatHistogram::pageCounts(std::size_t page) const
{
    return m_pageOf[page] < 0 ? nullptr : m_pages[static_cast<std::size_t>(m_pageOf[page])]->data();
}

void FloatHistogram::forEach(const std::function<void(std::uint16_t, std::uint64_t)>& visit) const
{
    for (std::size_t rank = 0; rank < kBins;) {
        const std::uint16_t bin = binAtRank(rank);
        if (m_pageOf[bin / kPageBins] < 0) {
            rank += kPageBins; // pages are whole binades in both directions
            continue;
        }
        if (const std::uint64_t binCount = count(bin))
            visit(bin, binCount);
        ++rank;
    }
}

bool FloatHistogram::operator==(const FloatHistogram& other) const
{
    for (std::size_t bin = 0; bin < kBins; ++bin) {
        const std::size_t pageIndex = bin / kPageBins;
        if (m_pageOf[pageIndex] < 0 && other.m_pageOf[pageIndex] < 0) {
            bin = (pageIndex + 1) * kPageBins - 1;
            continue;
        }
        if (count(static_cast<std::uint16_t>(bin)) != other.count(static_cast<std::uint16_t>(bin)))
            return false;
    }
    return true;
}

std::uint16_t FloatHistogram::binOf(float value)
{
    return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16);
}

FloatHistogram::Bounds FloatHistogram::boundsOf(std::uint16_t bin)
{
    const std::uint32_t magnitude = bin & 0x7FFFU;
    const float near = std::bit_cast<float>(magnitude << 16);
    const float far =
        magnitude >= 0x7F7FU ? std::numeric_limits<float>::max() : std::bit_cast<float>((magnitude + 1) << 16);
    return bin & 0x8000U ? Bounds{-far, -near} : Bounds{near, far};
}

} // namespace quantiscope
