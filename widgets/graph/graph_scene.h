// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/data_type.h"
#include "widgets/graph/indexed_picture.h"
#include "widgets/graph/node_coloring.h"
#include "widgets/graph/plate_grid.h"

#include <array>
#include <map>
#include <set>
#include <unordered_map>

namespace quantiscope {

/// A picture with everything that is shown on it: a value, so that a copy can be drawn in another thread meanwhile.
class GraphScene
{
public:
    enum Mark : unsigned
    {
        Selected = 1U << 0U, ///< all that the item stands for
        PartlySelected = 1U << 1U,
        Hit = 1U << 2U, ///< of the search
        Caught = 1U << 3U,
        PartlyCaught = 1U << 4U,
        Start = 1U << 5U,
        End = 1U << 6U,
        Twin = 1U << 7U, ///< of the block under the mouse
        Pointed = 1U << 8U, ///< what is under the mouse in the other graph
        Tagged = 1U << 9U, ///< a node that tagOf() has a word on
    };
    /// How the nodes that an item stands for are computed.
    struct Share
    {
        int int8 = 0;
        int int16 = 0;
        int floating = 0;

        [[nodiscard]] int total() const { return int8 + int16 + floating; }
    };
    /// A value that is made in float and read quantized, or the other way round, or one with hidden quantizers.
    struct Boundary
    {
        int edge = -1;
        std::string tensor;
        QPointF centre;
        QRectF rect; ///< of its chip, which covers no other; empty: there is no room for it
        QString text; ///< "s8 → f32", "s8 · 2⁻³ · zp 0"
        int fold = -1; ///< of the hidden quantizers; -1 for other boundaries
    };

    GraphScene() = default;
    GraphScene(GraphContent content, IndexedPicturePtr picture);

    [[nodiscard]] bool isEmpty() const { return m_picture == nullptr; }
    [[nodiscard]] const GraphContent& content() const { return m_content; }
    /// Not when isEmpty().
    [[nodiscard]] const IndexedPicture& picture() const { return *m_picture; }
    [[nodiscard]] const IndexedPicturePtr& picturePtr() const { return m_picture; }

    /// The same things shown on another picture of the same content.
    void setPicture(IndexedPicturePtr picture);
    void setSelection(std::set<int> nodes, const std::string& tensor);
    void setHits(std::set<int> nodes);
    void setMarks(GraphMarks marks);
    /// @param types  of the codes that each node makes; empty: as usual for its precision
    void setPrecisions(NodePrecisions precisions, std::vector<DataType> types = {});
    void setColoring(NodeColoringPtr coloring);
    void setFacts(std::shared_ptr<const EdgeFacts> facts) { m_facts = std::move(facts); }
    /// Counterparts of what the mouse points at elsewhere.
    void setPointed(std::set<int> nodes);
    /// A word on what became of nodes, shown on their boxes.
    void setTags(std::map<int, QString> tags);
    /// Marks the blocks that are built like scope @p scope; -1: none.
    void setTwinsOf(int scope);

    [[nodiscard]] const std::set<int>& selection() const { return m_selection; }
    [[nodiscard]] const std::string& selectedTensor() const { return m_tensor; }
    [[nodiscard]] const std::set<int>& hits() const { return m_hits; }
    [[nodiscard]] const std::set<int>& pointed() const { return m_pointed; }
    /// Empty for most.
    [[nodiscard]] QString tagOf(int node) const;
    [[nodiscard]] const GraphMarks& marks() const { return m_marks; }
    [[nodiscard]] const NodePrecisions& precisions() const { return m_precisions; }
    /// Another number after each setPrecisions().
    [[nodiscard]] unsigned precisionsVersion() const { return m_precisionsVersion; }
    [[nodiscard]] NodePrecision precision(int node) const;
    /// What a node makes, as chips show it: "u8", "s16", "f32"; empty while that is unknown.
    [[nodiscard]] QString typeText(int node) const;
    [[nodiscard]] const NodeColoringPtr& coloring() const { return m_coloring; }
    [[nodiscard]] const EdgeFacts* facts() const { return m_facts.get(); }

    /// Marks of an item, together.
    [[nodiscard]] unsigned marksOf(int item) const { return m_itemMarks[std::size_t(item)]; }
    [[nodiscard]] Share shareOf(int item) const;
    /// Colour of a node, or of the nodes of a block together; invalid for none.
    [[nodiscard]] QColor colorOf(int item) const;
    /// Does the edge carry the selected value, or are quantizers that are hidden on it selected?
    [[nodiscard]] bool isSelected(const PictureEdge& edge) const;
    /// Are nodes of fold @p fold selected, or found by the search?
    [[nodiscard]] bool isFoldSelected(int fold) const { return m_selectedFolds.contains(fold); }
    [[nodiscard]] bool isFoldHit(int fold) const { return m_hitFolds.contains(fold); }
    /// Those whose centre is in @p area.
    [[nodiscard]] std::vector<Boundary> boundariesIn(const QRectF& area) const;

    /// Does a label at @p plate cover a box, what sticks out of one, or the title of a frame?
    [[nodiscard]] bool hasBoxAt(const QRectF& plate) const;
    /// The item in which a node is seen: its own, or the closed block around it; -1 when it is not in the picture.
    [[nodiscard]] int itemShowing(int node) const;
    /// The nodes that an item stands for, ascending; none for inputs and outputs.
    [[nodiscard]] std::vector<int> nodesOf(int item) const;

private:
    void updateShownIn();
    void updateFoldMarks();
    void markTags();
    [[nodiscard]] std::set<int> hiddenFoldsOf(const std::set<int>& nodes) const;
    [[nodiscard]] bool isReadThrough(int fold, const PictureEdge& edge) const;
    void updateItemMarks();
    void mark(const std::set<int>& nodes, Mark whole, Mark part);
    void markSelection();
    void markTwins();
    [[nodiscard]] bool mayBeBoundary(const PictureEdge& edge) const;
    void updateShares();
    [[nodiscard]] std::vector<Boundary> boundariesFrom(int item) const;
    void placeBoundary(Boundary& boundary) const;
    void forgetBoundaries();

    GraphContent m_content;
    IndexedPicturePtr m_picture;
    std::set<int> m_selection;
    std::string m_tensor;
    std::set<int> m_hits;
    std::set<int> m_pointed;
    std::map<int, QString> m_tags;
    std::set<int> m_selectedFolds; ///< hidden ones with selected nodes
    std::set<int> m_hitFolds;
    GraphMarks m_marks;
    NodePrecisions m_precisions;
    std::vector<DataType> m_types;
    NodeColoringPtr m_coloring;
    std::shared_ptr<const EdgeFacts> m_facts;
    int m_twinsOf = -1;

    std::vector<int> m_shownIn; ///< of each node: itemShowing()
    std::vector<unsigned> m_itemMarks;
    std::vector<Share> m_scopeShares; ///< of each scope; empty while precisions are unknown
    /// Of items that make values, found when one looks at them: nobody sees those of a hundred thousand at once.
    mutable std::unordered_map<int, std::vector<Boundary>> m_boundaries;
    mutable PlateGrid m_boundaryPlates; ///< of m_boundaries
    unsigned m_precisionsVersion = 0;
};

} // namespace quantiscope
