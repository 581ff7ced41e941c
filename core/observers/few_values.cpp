// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/few_values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>

namespace quantiscope {

namespace {

constexpr std::uint32_t kSign = 0x80000000U;

/// A number that grows with @p value, from -0 to 0, too.
std::uint32_t keyOf(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

float valueOf(std::uint32_t key)
{
    return std::bit_cast<float>((key & kSign) != 0 ? key & ~kSign : ~key);
}

/// Sorts byte by byte, from the least one on: ten times as fast as by comparing, whose branches cannot be foreseen.
void sortKeys(std::vector<std::uint32_t>& keys)
{
    std::vector<std::uint32_t> moved(keys.size());
    for (int shift = 0; shift < 32; shift += 8) {
        std::array<std::size_t, 257> places{}; // the first of each byte's
        for (const std::uint32_t key : keys)
            ++places[(key >> shift & 0xFFU) + 1];
        std::partial_sum(places.begin(), places.end(), places.begin());
        for (const std::uint32_t key : keys)
            moved[places[key >> shift & 0xFFU]++] = key;
        keys.swap(moved);
    }
}

} // namespace

void FewValues::add(std::span<const float> values)
{
    if (m_areTooMany || values.empty())
        return;
    if (values.size() > kMost - m_values.size()) {
        giveUp();
        return;
    }
    const std::size_t size = m_values.size() + values.size();
    if (size > m_values.capacity())
        m_values.reserve(std::min(kMost, std::max(size, 2 * m_values.capacity())));
    m_values.insert(m_values.end(), values.begin(), values.end());
}

void FewValues::merge(const FewValues& other)
{
    if (other.m_areTooMany)
        giveUp();
    else
        add(other.m_values);
}

void FewValues::giveUp()
{
    m_areTooMany = true;
    m_values = {};
}

std::vector<float> FewValues::sorted() const
{
    std::vector<std::uint32_t> keys(m_values.size());
    std::transform(m_values.begin(), m_values.end(), keys.begin(), keyOf);
    sortKeys(keys);
    std::vector<float> values(keys.size());
    std::transform(keys.begin(), keys.end(), values.begin(), valueOf);
    return values;
}

bool FewValues::isBefore(float a, float b)
{
    return keyOf(a) < keyOf(b);
}

bool FewValues::operator==(const FewValues& other) const
{
    if (m_areTooMany != other.m_areTooMany || m_values.size() != other.m_values.size())
        return false;
    const std::vector<float> own = sorted();
    const std::vector<float> others = other.sorted();
    return std::equal(own.begin(), own.end(), others.begin(), [](float a, float b) { return keyOf(a) == keyOf(b); });
}

} // namespace quantiscope
