// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/folded_nodes.h"
#include "widgets/graph/graph_content.h"
#include "widgets/graph/graph_picture.h"

#include <QCoreApplication>
#include <QString>

#include <unordered_map>

namespace quantiscope {

/// The lines of a box.
struct BoxText
{
    QString title; ///< operator, name of a scope or of a value
    QString name; ///< name of the node, number of nodes
    QString detail; ///< what matters of it: "64→80 · 1×1"
};

/// An initializer that a node reads, drawn as a port.
struct WeightPort
{
    QString letter; ///< "W", "B", or "C" for another constant operand
    std::string tensor;
};

/// Words for what a picture shows, made when they are first asked for and kept. Used by one thread.
class GraphTexts
{
    Q_DECLARE_TR_FUNCTIONS(quantiscope::GraphTexts)

public:
    explicit GraphTexts(GraphContent content) : m_content(std::move(content)) { }

    /// The quantizers that the picture hides: what they make of initializers is drawn as their ports are.
    void setFolded(FoldedNodes folded)
    {
        m_folded = std::move(folded);
        m_ports.clear();
    }

    [[nodiscard]] const BoxText& box(const PictureItem& item);
    /// Shapes, and types that are not float32, of the values of an edge; with what @p facts tells of the first.
    [[nodiscard]] QString edge(const PictureEdge& edge, const EdgeFacts* facts) const;
    /// At most two, so that they fit the box.
    [[nodiscard]] const std::vector<WeightPort>& ports(int node);
    /// "1×64×52×52 f32", as far as known.
    [[nodiscard]] QString tensor(const std::string& name) const;

private:
    [[nodiscard]] BoxText nodeText(int node) const;
    [[nodiscard]] BoxText scopeText(int scope, PictureItem::Kind kind) const;

    GraphContent m_content;
    FoldedNodes m_folded;
    std::unordered_map<int, BoxText> m_nodes;
    std::unordered_map<int, BoxText> m_blocks;
    std::unordered_map<int, BoxText> m_frames;
    std::unordered_map<std::string, BoxText> m_values;
    std::unordered_map<int, std::vector<WeightPort>> m_ports;
};

/// What matters of a node in a few characters: channels and kernel of a convolution, the axis of a concatenation, the
/// shape that a Reshape makes.
[[nodiscard]] QString nodeDetail(const Graph& graph, int node);

} // namespace quantiscope
