// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/model_builder.h"
#include "widgets/common/background_task.h"
#include "widgets/common/opened_model.h"
#include "widgets/graph/graph_content.h"
#include "widgets/graph/indexed_picture.h"

#include <cmath>

namespace quantiscope::test {

/// x → conv (w, b) → c → sigmoid → s; c, s → mul → m → split → y, z; in a chain downwards.
inline OpenedModelPtr smallModel()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 3, 8, 8});
    b.randomInitializer("w", {16, 3, 3, 3});
    b.randomInitializer("b", {16});
    b.node("Conv", {"x", "w", "b"}, {"c"}, "head/conv")
        .attribute("kernel_shape", {3, 3})
        .attribute("pads", {1, 1, 1, 1});
    b.node("Sigmoid", {"c"}, {"s"}, "head/act");
    b.node("Mul", {"c", "s"}, {"m"}, "head/mul");
    b.node("Concat", {"m", "s"}, {"y"}, "tail").attribute("axis", 1);
    b.output("y");
    return std::make_shared<const OpenedModel>(b.model());
}

/// A line from the middle of the lower edge of one box to that of the upper edge of another.
inline PictureEdge edgeBetween(const GraphPicture& picture, int from, int to, std::vector<std::string> tensors)
{
    const QRectF& start = picture.items[std::size_t(from)].rect;
    const QRectF& end = picture.items[std::size_t(to)].rect;
    PictureEdge edge;
    edge.from = from;
    edge.to = to;
    edge.tensors = std::move(tensors);
    const QPointF first(start.center().x(), start.bottom());
    edge.arrowTip = QPointF(end.center().x(), end.top());
    edge.path.moveTo(first);
    edge.path.cubicTo(first + QPointF(0, 15), edge.arrowTip - QPointF(0, 20), edge.arrowTip - QPointF(0, 7));
    edge.labelCentre = (first + edge.arrowTip) / 2.0 + QPointF(30, 0);
    edge.arrowAngle = M_PI / 2.0;
    return edge;
}

inline PictureItem nodeBox(int node, double x, double y)
{
    PictureItem item;
    item.node = node;
    item.rect = QRectF(x, y, 150, 38);
    return item;
}

/// smallModel() without scopes: input, conv, sigmoid (left), mul, concat, output; items 0 … 5.
inline IndexedPicturePtr smallPicture()
{
    auto picture = std::make_shared<GraphPicture>();
    PictureItem input;
    input.kind = PictureItem::Kind::Input;
    input.tensor = "x";
    input.rect = QRectF(120, 0, 110, 22);
    PictureItem output = input;
    output.kind = PictureItem::Kind::Output;
    output.tensor = "y";
    output.rect = QRectF(120, 420, 110, 22);
    picture->items = {input, nodeBox(0, 100, 80), nodeBox(1, 0, 160), nodeBox(2, 100, 240), nodeBox(3, 100, 330),
                      output};
    for (const auto& [from, to, tensor] : {std::tuple(0, 1, "x"), std::tuple(1, 2, "c"), std::tuple(1, 3, "c"),
                                           std::tuple(2, 3, "s"), std::tuple(3, 4, "m"), std::tuple(4, 5, "y")})
        picture->edges.push_back(edgeBetween(*picture, from, to, {tensor}));
    picture->bounds = QRectF(0, 0, 250, 442);
    return std::make_shared<const IndexedPicture>(picture);
}

} // namespace quantiscope::test
