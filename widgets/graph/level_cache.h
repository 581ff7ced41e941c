// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/level_layout.h"

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace quantiscope {

using LevelLayoutPtr = std::shared_ptr<const LevelLayout>;

/// Layouts of levels that were seen. Thread-safe. What it finds is right: it compares the whole level.
class LevelCache
{
public:
    /// What a level is looked for by: the scope in view, the level's scope, the direction, the scopes open inside.
    using Key = std::vector<int>;

    /// nullptr when it is not there.
    [[nodiscard]] LevelLayoutPtr find(const Key& key, const LevelGraph& graph) const;
    void add(const Key& key, LevelGraph graph, LevelLayoutPtr layout);

private:
    struct Entry
    {
        LevelGraph graph;
        LevelLayoutPtr layout;
    };

    mutable std::mutex m_mutex;
    std::map<Key, Entry> m_entries;
    std::size_t m_boxes = 0; ///< in all entries
};

} // namespace quantiscope
