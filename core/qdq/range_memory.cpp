// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/range_memory.h"

#include <algorithm>

namespace quantiscope {

namespace {

/// The value that belongs to @p key in what @p known holds under @p name.
template <typename Known, typename Key>
auto foundIn(const Known& known, const std::string& name, const Key& key)
    -> std::optional<typename Known::mapped_type::value_type::second_type>
{
    const auto at = known.find(name);
    if (at == known.end())
        return std::nullopt;
    const auto entry =
        std::find_if(at->second.begin(), at->second.end(), [&key](const auto& each) { return each.first == key; });
    if (entry == at->second.end())
        return std::nullopt;
    return entry->second;
}

} // namespace

std::optional<TensorRange> RangeMemory::rangeOf(const std::string& value, const TensorEncoding& encoding) const
{
    const std::lock_guard lock(m_mutex);
    return foundIn(m_ranges, value, encoding);
}

void RangeMemory::keepRange(const std::string& value, const TensorEncoding& encoding, const TensorRange& range)
{
    const std::lock_guard lock(m_mutex);
    if (!foundIn(m_ranges, value, encoding))
        m_ranges[value].emplace_back(encoding, range);
}

std::optional<QuantParams> RangeMemory::paramsOf(const PlannedTensor& constant) const
{
    const std::lock_guard lock(m_mutex);
    return foundIn(m_params, constant.name, constant);
}

void RangeMemory::keepParams(const PlannedTensor& constant, const QuantParams& params)
{
    const std::lock_guard lock(m_mutex);
    if (!foundIn(m_params, constant.name, constant))
        m_params[constant.name].emplace_back(constant, params);
}

} // namespace quantiscope
