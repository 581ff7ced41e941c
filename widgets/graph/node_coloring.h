// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graph_content.h"

#include <QColor>
#include <QString>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace quantiscope {

/// What the colours of nodes mean.
struct ColorLegend
{
    struct Entry
    {
        QColor color;
        QString text;
        int count = 0; ///< nodes of that colour
    };
    struct Tick
    {
        double place = 0.0; ///< 0 … 1 along the scale
        QString text;
    };

    QString title; ///< with the unit: "Parameters (bytes)"
    std::vector<Entry> entries; ///< of a colouring by kind
    std::vector<Tick> ticks; ///< of a scale, drawn with sequentialColor(); empty: there is no scale
    bool isReversed = false; ///< the scale ends with the beginning of sequentialColor()
    QString direction; ///< "Higher is better"; empty where neither is
};

/// Colours nodes by a value of theirs. Immutable, so that a picture can be drawn in any thread; a new value set is a
/// new object. Colours are asked for again after a change of the theme.
class NodeColoring
{
public:
    /// How much of a box the colour takes.
    enum class Style
    {
        Band, ///< a band on the left
        Fill, ///< the whole box
    };

    virtual ~NodeColoring() = default;

    /// For settings and tests: "operator".
    [[nodiscard]] virtual QString id() const = 0;
    /// For the list of colourings: "Operator".
    [[nodiscard]] virtual QString name() const = 0;
    [[nodiscard]] virtual Style style() const { return Style::Band; }
    /// Invalid where the node has no value.
    [[nodiscard]] virtual QColor color(int node) const = 0;
    /// Of a closed block: by default the colour that most of its nodes have.
    [[nodiscard]] virtual QColor colorOfAll(std::span<const int> nodes) const;
    /// The value of a node for tooltips; empty where it has none.
    [[nodiscard]] virtual QString valueText(int node) const = 0;
    /// What a filled box says in its second line, left and right of it; empty: what it says without colouring.
    [[nodiscard]] virtual std::pair<QString, QString> lineTexts(int node) const;
    /// The same of a closed block.
    [[nodiscard]] virtual std::pair<QString, QString> lineTextsOfAll(std::span<const int> nodes) const;
    [[nodiscard]] virtual ColorLegend legend() const = 0;
};

using NodeColoringPtr = std::shared_ptr<const NodeColoring>;

/// By what kind of work the operator does.
[[nodiscard]] NodeColoringPtr colorByOperator(const OpenedModelPtr& model);
/// By how the recipe in force computes the node.
[[nodiscard]] NodeColoringPtr colorByPrecision(const NodePrecisions& precisions);
/// By the element type of the first output.
[[nodiscard]] NodeColoringPtr colorByType(const OpenedModelPtr& model);
/// By the bytes of the initializers that the node reads, on a logarithmic scale from 1 byte to 1 GiB at most.
[[nodiscard]] NodeColoringPtr colorByParameters(const OpenedModelPtr& model);

/// Bytes of the initializers that a node reads; one that it reads twice counts once.
[[nodiscard]] std::uint64_t parameterBytes(const OpenedModel& model, int node);

} // namespace quantiscope
