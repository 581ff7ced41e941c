// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/text.h"
#include "widgets/graph/graph_view.h"
#include "widgets/graph/quantized_facts.h"

#include <QAccessible>
#include <QLocale>
#include <QMenu>

namespace quantiscope {

namespace {

constexpr std::size_t kMostListed{24}; // in braces: see log_model.cpp

/// "int8 (u8)", "int16 (s16)", "float".
QString precisionText(const GraphScene& scene, int node)
{
    switch (scene.precision(node)) {
    case NodePrecision::Int8:
        return QStringLiteral("int8 (%1)").arg(scene.typeText(node));
    case NodePrecision::Int16:
        return QStringLiteral("int16 (%1)").arg(scene.typeText(node));
    case NodePrecision::Float:
    case NodePrecision::Excluded:
        return GraphView::tr("float");
    case NodePrecision::Unknown:
        break;
    }
    return {};
}

QString namesText(const std::vector<std::string>& names)
{
    QStringList texts;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i == kMostListed) {
            texts += QStringLiteral("…");
            break;
        }
        if (!names[i].empty())
            texts += toQt(names[i]);
    }
    return texts.join(QStringLiteral(", "));
}

} // namespace

GraphHit GraphView::hitAt(const QPointF& position) const
{
    if (m_scene.isEmpty() || !m_moving.empty())
        return {};
    const QPointF point = toScene(position);
    const IndexedPicture& picture = m_scene.picture();
    const GraphDetail detail = graphDetail(m_zoom);
    if (detail == GraphDetail::Full) {
        constexpr double kPill = 120.0; // more than half of one
        const QRectF around(point - QPointF(kPill, kPill), QSizeF(2 * kPill, 2 * kPill));
        for (const GraphScene::Boundary& boundary : m_scene.boundariesIn(around)) {
            if (boundary.rect.contains(point))
                return {boundary.fold < 0 ? GraphHit::Part::Boundary : GraphHit::Part::Fold, -1, boundary.edge,
                        boundary.tensor, boundary.fold};
        }
        // Ports, badges and pills reach beyond their boxes.
        constexpr double kReach = 10.0;
        const std::vector<int> near =
            picture.itemsIn(QRectF(point - QPointF(kReach, kReach), QSizeF(2 * kReach, 2 * kReach)));
        for (auto number = near.rbegin(); number != near.rend(); ++number) {
            const PictureItem& item = picture.items()[std::size_t(*number)];
            if (item.kind == PictureItem::Kind::Node) {
                const std::vector<WeightPort>& ports = m_painter.texts(m_scene).ports(item.node);
                for (std::size_t i = 0; i < ports.size(); ++i) {
                    if (graph_parts::port(item.rect, int(i)).contains(point))
                        return {GraphHit::Part::Port, *number, -1, ports[i].tensor};
                }
            }
            for (int i = 0; i < std::min(int(item.badges.size()), graph_parts::kMostBadges); ++i) {
                if (graph_parts::badge(item.rect, i).contains(point))
                    return {GraphHit::Part::Badge, *number, -1, item.badges[std::size_t(i)]};
            }
            if (item.kind == PictureItem::Kind::Block && m_scene.content().scopes) {
                const int twins = m_scene.content().scopes->at(item.scope).twins;
                if (twins > 1
                    && m_painter.pillRect(item, item.rect, QChar(0x00D7) + QString::number(twins)).contains(point))
                    return {GraphHit::Part::Pill, *number};
            }
        }
    }
    const int item = picture.itemAt(point);
    if (item >= 0) {
        const PictureItem& shown = picture.items()[std::size_t(item)];
        const bool hasChevron = detail == GraphDetail::Full || detail == GraphDetail::Lines;
        if (shown.scope >= 0 && hasChevron && graph_parts::chevron(shown.rect).contains(point))
            return {GraphHit::Part::Chevron, item};
        if (shown.kind != PictureItem::Kind::Frame)
            return {GraphHit::Part::Item, item, -1, shown.tensor};
    }
    const int edge = picture.edgeAt(point, 4.0 / m_zoom);
    if (edge >= 0)
        return {GraphHit::Part::Edge, -1, edge, picture.edges()[std::size_t(edge)].tensors.front()};
    if (item >= 0) {
        const bool isTitle = graph_parts::frameTitle(picture.items()[std::size_t(item)].rect).contains(point);
        return {isTitle ? GraphHit::Part::FrameTitle : GraphHit::Part::Item, item};
    }
    return {};
}

QString GraphView::tipAt(const QPointF& position) const
{
    const GraphHit hit = hitAt(position);
    GraphTexts& words = m_painter.texts(m_scene);
    const auto valueTip = [this, &words](const std::string& tensor) {
        QStringList lines{toQt(tensor), words.tensor(tensor)};
        if (const int fold = m_scene.picture().picture().folded.hiddenFoldOf(tensor); fold >= 0)
            lines += foldTip(m_scene.content().model->graph,
                             m_scene.picture().picture().folded.folds->folds()[std::size_t(fold)]);
        else if (m_scene.facts())
            lines += m_scene.facts()->text(tensor);
        lines.removeAll(QString());
        return lines.join(QLatin1Char('\n'));
    };
    switch (hit.part) {
    case GraphHit::Part::None:
        return {};
    case GraphHit::Part::Port:
        return valueTip(hit.tensor);
    case GraphHit::Part::Badge: {
        const int readers = int(m_scene.content().model->graph.consumersOf(hit.tensor).size());
        return valueTip(hit.tensor) + QLatin1Char('\n')
            + tr("Read by %n node(s); click to list them", nullptr, readers);
    }
    case GraphHit::Part::Boundary:
        return valueTip(hit.tensor) + QLatin1Char('\n') + tr("Here the precision changes");
    case GraphHit::Part::Fold: {
        const QuantizerFold& fold = m_scene.picture().picture().folded.folds->folds()[std::size_t(hit.fold)];
        return valueTip(hit.tensor) + QLatin1Char('\n')
            + tr("Double-click to see its %n node(s)", nullptr, int(fold.nodes.size()));
    }
    case GraphHit::Part::Edge: {
        QStringList tips;
        for (const std::string& tensor : m_scene.picture().edges()[std::size_t(hit.edge)].tensors) {
            if (std::size_t(tips.size()) == kMostListed)
                break;
            tips += valueTip(tensor);
        }
        return tips.join(QLatin1Char('\n'));
    }
    default:
        break;
    }
    const PictureItem& item = m_scene.picture().items()[std::size_t(hit.item)];
    if (!item.tensor.empty())
        return valueTip(item.tensor);
    if (item.scope >= 0) {
        if (item.kind == PictureItem::Kind::Frame && hit.part == GraphHit::Part::Item)
            return {};
        const BoxText& text = words.box(item);
        QStringList lines{toQt(m_scene.content().scopes->at(item.scope).path), text.name, text.detail};
        lines.removeAll(QString());
        return lines.join(QLatin1Char('\n'));
    }
    const Node& node = m_scene.content().model->graph.nodes()[std::size_t(item.node)];
    QStringList lines{toQt(node.opType) + QLatin1Char(' ') + toQt(node.name), words.box(item).detail};
    if (const QString precision = precisionText(m_scene, item.node); !precision.isEmpty())
        lines += precision;
    if (m_scene.coloring()) {
        const QString value = m_scene.coloring()->valueText(item.node);
        if (!value.isEmpty() && m_scene.coloring()->id() != QLatin1String("precision"))
            lines += tr("%1: %2").arg(m_scene.coloring()->name(), value);
    }
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

QString GraphView::descriptionOf(int number) const
{
    if (m_scene.isEmpty() || number < 0)
        return {};
    const PictureItem& item = m_scene.picture().items()[std::size_t(number)];
    const QLocale locale;
    if (item.kind == PictureItem::Kind::Input)
        return tr("Input %1").arg(toQt(item.tensor));
    if (item.kind == PictureItem::Kind::Output)
        return tr("Output %1").arg(toQt(item.tensor));
    if (item.scope >= 0) {
        const QString name = toQt(m_scene.content().scopes->at(item.scope).name);
        const int count = m_scene.content().scopes->at(item.scope).nodeCount;
        return item.kind == PictureItem::Kind::Block ? tr("Closed block %1, %n node(s)", nullptr, count).arg(name)
                                                     : tr("Open block %1, %n node(s)", nullptr, count).arg(name);
    }
    const std::vector<Node>& nodes = m_scene.content().model->graph.nodes();
    const Node& node = nodes[std::size_t(item.node)];
    QStringList parts{tr("%1 %2").arg(toQt(node.opType), toQt(node.name)),
                      tr("%1 of %2").arg(locale.toString(item.node + 1), locale.toString(int(nodes.size())))};
    if (const QString precision = precisionText(m_scene, item.node); !precision.isEmpty())
        parts += precision;
    std::vector<std::string> inputs;
    for (const std::string& input : node.inputs) {
        if (!m_scene.content().model->graph.isInitializer(input))
            inputs.push_back(input);
    }
    if (!inputs.empty())
        parts += tr("inputs %1").arg(namesText(inputs));
    if (m_scene.marks().caught.count(item.node) > 0)
        parts += tr("caught by the rule");
    return parts.join(QStringLiteral(", "));
}

void GraphView::updateAccessibility()
{
    const QString text = descriptionOf(m_currentItem);
    if (accessibleDescription() == text)
        return;
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

QMenu* GraphView::consumersMenu(const std::string& tensor)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const Graph& graph = m_scene.content().model->graph;
    const FoldedNodes& folded = m_scene.picture().picture().folded;
    std::set<int> nodes;
    for (const std::size_t reader : graph.consumersOf(tensor)) {
        if (!folded.isHidden(int(reader)))
            nodes.insert(int(reader));
    }
    if (const int fold = folded.hiddenFoldOf(tensor); fold >= 0) {
        const std::vector<int> readers = readersOf(graph, *folded.folds, fold);
        nodes.insert(readers.begin(), readers.end());
    }
    menu->addSection(toQt(tensor));
    QAction* all = menu->addAction(tr("Select all %n node(s) that read it", nullptr, int(nodes.size())));
    connect(all, &QAction::triggered, this, [this, nodes] {
        if (m_selection && !nodes.empty())
            m_selection->select(nodes, *nodes.begin());
    });
    QAction* value = menu->addAction(tr("Select the value"));
    connect(value, &QAction::triggered, this, [this, tensor] {
        if (m_selection)
            m_selection->selectTensor(tensor);
    });
    menu->addSeparator();
    std::size_t listed = 0;
    for (const int node : nodes) {
        if (listed++ == kMostListed) {
            menu->addAction(tr("%n more", nullptr, int(nodes.size() - kMostListed)))->setEnabled(false);
            break;
        }
        const Node& reader = graph.nodes()[std::size_t(node)];
        QAction* action = menu->addAction(toQt(reader.opType) + QStringLiteral("  ") + toQt(reader.name));
        connect(action, &QAction::triggered, this, [this, node] {
            if (m_selection)
                m_selection->reveal(node);
        });
    }
    return menu;
}

} // namespace quantiscope
