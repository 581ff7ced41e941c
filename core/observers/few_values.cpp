// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/few_values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace quantiscope {

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
    std::vector<float> values = m_values;
    std::sort(values.begin(), values.end(), isBefore);
    return values;
}

bool FewValues::isBefore(float a, float b)
{
    return a < b || (a == b && std::signbit(a) && !std::signbit(b));
}

bool FewValues::operator==(const FewValues& other) const
{
    if (m_areTooMany != other.m_areTooMany || m_values.size() != other.m_values.size())
        return false;
    const std::vector<float> own = sorted();
    const std::vector<float> others = other.sorted();
    return std::equal(own.begin(), own.end(), others.begin(), [](float a, float b) {
        return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
    });
}

} // namespace quantiscope
