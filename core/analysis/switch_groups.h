// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/variant_wiring.h"
#include "core/graph/graph.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace quantiscope {

/// Which readers of the values of a float graph one switch can serve, for all variants seen so far: those that every
/// variant lets read the same form of the value. Readers that always read it as it is have no switch.
class SwitchGroups
{
public:
    /// @p prepared must outlive the object and its copies.
    explicit SwitchGroups(const Graph& prepared) : m_prepared(&prepared) { }

    /// Splits and adds groups until they serve @p wiring, too. Returns whether there was anything to do.
    bool serve(const VariantWiring& wiring);

    /// Switches by value and reader; constants by reader; alternatives by node.
    [[nodiscard]] SwitchLayout layout() const;

private:
    struct Group
    {
        std::set<NodeInput> readers;
        bool isOutput = false;
    };

    bool serve(const std::string& value, const VariantWiring& wiring);
    [[nodiscard]] std::set<NodeInput> ungrouped(const std::string& value) const;

    const Graph* m_prepared;
    std::map<std::string, std::vector<Group>> m_groups; ///< by value
    std::set<NodeInput> m_fed;
    std::set<Alternative> m_alternatives;
};

} // namespace quantiscope
