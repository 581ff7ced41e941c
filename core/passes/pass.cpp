// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/pass.h"

#include <utility>

namespace quantiscope {

PassRun::PassRun(const Graph& graph, const QuantConfig& config) : m_graph(graph), m_config(config)
{
}

GraphRewriter& PassRun::edit()
{
    if (!m_rewriter)
        m_rewriter.emplace(m_graph.model().clone());
    return *m_rewriter;
}

void PassRun::skip(std::size_t i, const std::string& reason)
{
    m_result.skipped.push_back("'" + node(i).name + "' (" + node(i).opType + "): " + reason + ".");
}

Result<std::optional<Model>> PassRun::finish()
{
    if (!m_rewriter)
        return std::optional<Model>();
    m_rewriter->removeDeadNodes();
    Result<Model> finished = m_rewriter->finish();
    m_rewriter.reset();
    if (!finished)
        return finished.error();
    return std::optional<Model>(std::move(*finished));
}

} // namespace quantiscope
