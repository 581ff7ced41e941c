// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/nearest_node.h"

#include "widgets/graph/graph_view.h"

#include <QLineF>

#include <limits>

namespace quantiscope {

int nearestNode(const GraphView& view, const std::function<bool(int)>& isWanted)
{
    if (view.scene().isEmpty())
        return -1;
    const IndexedPicture& picture = view.scene().picture();
    const QRectF seen = view.visibleArea();
    const QPointF middle = seen.center();
    // From the middle outwards: from far away a view shows ten thousand boxes.
    for (const double share : {0.125, 0.25, 0.5, 1.0}) {
        QRectF area(QPointF(), seen.size() * share);
        area.moveCenter(middle);
        int nearest = -1;
        double least = std::numeric_limits<double>::max();
        for (const int number : picture.itemsIn(area)) {
            const PictureItem& item = picture.items()[std::size_t(number)];
            const double distance = QLineF(item.rect.center(), middle).length();
            const bool isBlock = item.kind == PictureItem::Kind::Block && view.scene().content().scopes;
            const int node = isBlock ? view.scene().content().scopes->firstNodeOf(item.scope) : item.node;
            if (node < 0 || distance >= least || !item.rect.intersects(area) || !isWanted(node))
                continue;
            nearest = node;
            least = distance;
        }
        if (nearest >= 0)
            return nearest;
    }
    return -1;
}

} // namespace quantiscope
