// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/scope_tree.h"
#include "widgets/common/opened_model.h"

#include <QString>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace quantiscope {

/// How a node will be computed, as the engine resolves the recipe.
enum class NodePrecision : unsigned char
{
    Unknown, ///< not resolved yet
    Int8,
    Int16,
    Float, ///< the preset does not quantize it
    Excluded, ///< a rule keeps it in float
};

/// One entry for each node of the graph, or empty while nothing is resolved.
using NodePrecisions = std::vector<NodePrecision>;

[[nodiscard]] constexpr bool isFloat(NodePrecision precision)
{
    return precision == NodePrecision::Float || precision == NodePrecision::Excluded;
}

/// What the boxes of a picture stand for.
struct GraphContent
{
    OpenedModelPtr model; ///< null: no model, nothing is drawn
    std::shared_ptr<const ScopeTree> scopes; ///< null in pictures without blocks and frames
};

/// What the rule that is being made does, shown before it is applied. Positions of nodes.
struct GraphMarks
{
    std::set<int> caught;
    std::set<int> starts;
    std::set<int> ends;

    bool operator==(const GraphMarks&) const = default;
};

/// What is known of values after a run. Immutable, read from any thread.
class EdgeFacts
{
public:
    virtual ~EdgeFacts() = default;
    /// Quantized type, scale and zero point of a value: "s8 · 2⁻¹ · zp 3"; empty when it is not quantized or unknown.
    [[nodiscard]] virtual QString text(const std::string& tensor) const = 0;
};

} // namespace quantiscope
