// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/graph/graph.h"
#include "core/graph/graph_rewriter.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// What a pass did, by its counts and in words.
struct PassResult
{
    std::size_t changed = 0; ///< nodes or initializers that were rewritten
    std::vector<std::string> skipped; ///< sentences: what could have been rewritten, and why it was not
};

/// One run of a pass over a graph: what it reads, where it writes, what it tells.
///
/// The graph stays as it was before the pass. The first edit makes a copy of the model: a pass that finds nothing costs
/// no memory.
class PassRun
{
public:
    PassRun(const Graph& graph, const QuantConfig& config);

    [[nodiscard]] const Graph& graph() const { return m_graph; }
    [[nodiscard]] const QuantConfig& config() const { return m_config; }
    [[nodiscard]] const Node& node(std::size_t i) const { return m_graph.nodes()[i]; }

    /// For edits; positions of nodes are those of graph().
    [[nodiscard]] GraphRewriter& edit();

    /// Counts a rewritten place.
    void countChange() { ++m_result.changed; }

    /// Notes that node @p i stays as it is: "'name' (Type): reason".
    void skip(std::size_t i, const std::string& reason);

    /// The graph after the edits, without the nodes that they left without a reader; nothing when there was no edit.
    /// An error when the edited graph is not valid.
    [[nodiscard]] Result<std::optional<Model>> finish();

    [[nodiscard]] const PassResult& result() const { return m_result; }

private:
    const Graph& m_graph;
    const QuantConfig& m_config;
    std::optional<GraphRewriter> m_rewriter;
    PassResult m_result;
};

/// Does a pass keep the function of the graph (up to the rounding of floats)?
enum class PassEffect
{
    Exact,
    ChangesFunction,
};

/// A rewriting of the float graph, switched by an option of the same name or of @p option.
struct Pass
{
    std::string_view name;
    std::string_view option;
    PassEffect effect;
    bool (*isEnabled)(const QuantConfig& config);
    /// Did the user (or a preset) ask for it in so many words? Only then is what it skips worth a warning.
    bool (*isAskedFor)(const QuantConfig& config);
    void (*run)(PassRun& run);
};

} // namespace quantiscope
