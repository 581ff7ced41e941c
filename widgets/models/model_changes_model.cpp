// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/model_changes_model.h"

#include "core/tensor/tensor_spec.h"
#include "widgets/common/text.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

QString changeText(NodeChange::Kind kind)
{
    switch (kind) {
    case NodeChange::Kind::Fused:
        return ModelChangesModel::tr("Fused");
    case NodeChange::Kind::Folded:
        return ModelChangesModel::tr("Made a constant");
    case NodeChange::Kind::Removed:
        return ModelChangesModel::tr("Removed");
    case NodeChange::Kind::Converted:
        return ModelChangesModel::tr("Converted");
    case NodeChange::Kind::Added:
        break;
    }
    return ModelChangesModel::tr("Added");
}

QString changeText(WeightChange::Kind kind)
{
    switch (kind) {
    case WeightChange::Kind::Rounded:
        return ModelChangesModel::tr("Weight rounded otherwise");
    case WeightChange::Kind::Changed:
        return ModelChangesModel::tr("Weight changed");
    case WeightChange::Kind::Fused:
        return ModelChangesModel::tr("Weight of a fused node");
    case WeightChange::Kind::Reshaped:
        break;
    }
    return ModelChangesModel::tr("Weight of another shape");
}

QString typeText(DataType type)
{
    TensorSpec spec;
    spec.type = type;
    return type == DataType::Undefined ? QString() : shortTypeText(spec);
}

} // namespace

void ModelChangesModel::setComparison(GraphComparisonPtr comparison)
{
    beginResetModel();
    m_comparison = std::move(comparison);
    m_rows.clear();
    if (m_comparison) {
        const ModelChanges& changes = m_comparison->changes;
        for (const auto& [domain, versions] : changes.opsets) {
            const auto version = [](int number) { return number > 0 ? QString::number(number) : tr("none"); };
            if (versions.first != versions.second)
                m_rows.push_back({tr("Operator set"),
                                  domain.empty() ? QStringLiteral("ai.onnx") : toQt(domain),
                                  {},
                                  {},
                                  version(versions.first) + QStringLiteral(" → ") + version(versions.second),
                                  double(versions.second)});
        }
        for (const NodeChange& change : changes.nodes)
            addNode(change);
        for (const QuantizerCount& each : changes.quantizers) {
            QStringList parts{each.isOfConstant ? tr("of constants") : tr("of activations"), typeText(each.type)};
            if (each.isPerChannel)
                parts += tr("per channel");
            parts.removeAll(QString());
            m_rows.push_back({tr("Quantizers added"),
                              toQt(each.opType),
                              parts.join(QStringLiteral(" · ")),
                              {},
                              tr("%n node(s)", nullptr, int(each.nodes.size())),
                              double(each.nodes.size()),
                              {{}, {each.nodes.begin(), each.nodes.end()}}});
        }
        for (const WeightChange& change : changes.weights)
            addWeight(change);
    }
    endResetModel();
}

void ModelChangesModel::addNode(const NodeChange& change)
{
    Row row;
    row.change = changeText(change.kind);
    row.operators = toQt(change.operators);
    row.node = toQt(change.name);
    row.nodes = {{change.before.begin(), change.before.end()}, {change.after.begin(), change.after.end()}};
    const std::vector<Node>& after = m_comparison->after->graph.nodes();
    if (change.into >= 0) {
        row.nodes.second.insert(change.into);
        row.now = toQt(after[std::size_t(change.into)].name);
    } else if (change.kind == NodeChange::Kind::Converted) {
        row.now = toQt(after[std::size_t(change.after.back())].name);
    } else if (change.kind == NodeChange::Kind::Added) {
        row.now = std::exchange(row.node, {});
        row.nodes.first = m_comparison->beforeOf(row.nodes.second);
    }
    m_rows.push_back(std::move(row));
}

void ModelChangesModel::addWeight(const WeightChange& change)
{
    const Node& node = m_comparison->before->graph.nodes()[std::size_t(change.node)];
    const QLocale locale;
    Row row;
    row.change = changeText(change.kind);
    row.operators = toQt(node.opType);
    row.node = toQt(change.before);
    row.now = toQt(change.after);
    row.number = change.maxRelative;
    if (change.kind != WeightChange::Kind::Reshaped)
        row.detail =
            tr("up to %1 % of the largest, %2 of %3")
                .arg(std::isfinite(change.maxRelative) ? locale.toString(change.maxRelative * 100.0, 'g', 3)
                                                       : QString(QChar(0x221E)),
                     locale.toString(qulonglong(change.changed)), locale.toString(qulonglong(change.elements)));
    row.nodes = {{change.node}, m_comparison->afterOf({change.node})};
    m_rows.push_back(std::move(row));
}

QString ModelChangesModel::summary() const
{
    if (!m_comparison)
        return {};
    const ModelChanges& changes = m_comparison->changes;
    const auto count = [&changes](NodeChange::Kind kind) {
        return int(std::count_if(changes.nodes.begin(), changes.nodes.end(),
                                 [kind](const NodeChange& change) { return change.kind == kind; }));
    };
    QStringList parts;
    if (const int fused = count(NodeChange::Kind::Fused); fused > 0)
        parts += tr("%n fused", "nodes", fused);
    if (const int gone = count(NodeChange::Kind::Removed) + count(NodeChange::Kind::Folded); gone > 0)
        parts += tr("%n gone", "nodes", gone);
    if (const int converted = count(NodeChange::Kind::Converted); converted > 0)
        parts += tr("%n converted", "nodes", converted);
    if (const int added = count(NodeChange::Kind::Added); added > 0)
        parts += tr("%n added", "nodes", added);
    int quantizers = 0;
    for (const QuantizerCount& each : changes.quantizers)
        quantizers += int(each.nodes.size());
    parts += tr("%n quantizer(s)", nullptr, quantizers);
    if (!changes.weights.empty())
        parts += tr("%n weight(s) changed", nullptr, int(changes.weights.size()));
    if (const auto& standard = changes.opsets.at({}); standard.first != standard.second)
        parts += tr("opset %1 → %2").arg(standard.first).arg(standard.second);
    return parts.join(QStringLiteral(" · "));
}

int ModelChangesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int ModelChangesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(Column::Count);
}

QString ModelChangesModel::text(const Row& row, Column column)
{
    switch (column) {
    case Column::Change:
        return row.change;
    case Column::Operators:
        return row.operators;
    case Column::Node:
        return row.node;
    case Column::Now:
        return row.now;
    case Column::Detail:
        return row.detail;
    case Column::Count:
        break;
    }
    return {};
}

QVariant ModelChangesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[std::size_t(index.row())];
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return plainToolTip(text(row, column));
    case SortRole:
        return column == Column::Detail ? QVariant(row.number) : QVariant(text(row, column));
    case FilterRole:
        return QStringList{row.change, row.operators, row.node, row.now}.join(QLatin1Char('\n'));
    default:
        return {};
    }
}

QVariant ModelChangesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Column::Change:
        return tr("Change");
    case Column::Operators:
        return tr("Operators");
    case Column::Node:
        return tr("Before");
    case Column::Now:
        return tr("Now");
    case Column::Detail:
        return tr("Detail");
    case Column::Count:
        break;
    }
    return {};
}

} // namespace quantiscope
