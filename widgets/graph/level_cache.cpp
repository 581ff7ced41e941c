// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/level_cache.h"

#include <utility>

namespace quantiscope {

LevelLayoutPtr LevelCache::find(const Key& key, const LevelGraph& graph) const
{
    const std::lock_guard lock(m_mutex);
    const auto at = m_entries.find(key);
    return at != m_entries.end() && at->second.graph == graph ? at->second.layout : nullptr;
}

void LevelCache::add(const Key& key, LevelGraph graph, LevelLayoutPtr layout)
{
    constexpr std::size_t kMostBoxes = 400'000; // some hundred megabytes
    const std::lock_guard lock(m_mutex);
    if (m_boxes + graph.boxes.size() > kMostBoxes) {
        m_entries.clear();
        m_boxes = 0;
    }
    m_boxes += graph.boxes.size();
    Entry& entry = m_entries[key];
    m_boxes -= entry.graph.boxes.size();
    entry = {std::move(graph), std::move(layout)};
}

} // namespace quantiscope
