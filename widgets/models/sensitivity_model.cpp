// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/sensitivity_model.h"

#include "widgets/common/number_text.h"
#include "widgets/common/text.h"

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

constexpr double kLossless = 60.0; ///< dB

} // namespace

double badness(SensitivityMetric metric, double value)
{
    switch (metric) {
    case SensitivityMetric::Cosine:
    case SensitivityMetric::Top1:
        return 1.0 - value;
    case SensitivityMetric::Sqnr:
        return std::max(kLossless - value, 0.0);
    case SensitivityMetric::L2:
    case SensitivityMetric::Kl:
        break;
    }
    return value;
}

QString badnessText(SensitivityMetric metric)
{
    switch (metric) {
    case SensitivityMetric::Cosine:
        return SensitivityModel::tr("1 − cosine");
    case SensitivityMetric::Top1:
        return SensitivityModel::tr("1 − top-1 accuracy");
    case SensitivityMetric::Sqnr:
        return SensitivityModel::tr("dB below 60");
    case SensitivityMetric::L2:
    case SensitivityMetric::Kl:
        break;
    }
    return metricText(metric);
}

QString metricText(SensitivityMetric metric)
{
    switch (metric) {
    case SensitivityMetric::Cosine:
        return SensitivityModel::tr("cosine");
    case SensitivityMetric::Sqnr:
        return SensitivityModel::tr("SQNR, dB");
    case SensitivityMetric::L2:
        return SensitivityModel::tr("L2 distance");
    case SensitivityMetric::Kl:
        return SensitivityModel::tr("KL divergence, nats");
    case SensitivityMetric::Top1:
        break;
    }
    return SensitivityModel::tr("top-1 accuracy");
}

QString metricValueText(SensitivityMetric metric)
{
    switch (metric) {
    case SensitivityMetric::Sqnr:
        return SensitivityModel::tr("%1 dB");
    case SensitivityMetric::Kl:
        return SensitivityModel::tr("KL divergence %1 nats");
    case SensitivityMetric::Cosine:
    case SensitivityMetric::L2:
    case SensitivityMetric::Top1:
        break;
    }
    return metricText(metric) + QStringLiteral(" %1");
}

void SensitivityModel::setSensitivity(std::shared_ptr<const Sensitivity> sensitivity)
{
    beginResetModel();
    m_sensitivity = std::move(sensitivity);
    // One number of decimals in the column, such that the worst has three digits.
    constexpr int kMostDecimals = 8;
    const double largest = worst();
    m_decimals = largest > 0.0 ? std::clamp(2 - int(std::floor(std::log10(largest))), 0, kMostDecimals) : 3;
    endResetModel();
}

const SensitivityUnit& SensitivityModel::unit(int row) const
{
    return m_sensitivity->units[m_sensitivity->ranking[std::size_t(row)]];
}

int SensitivityModel::rowOf(const std::string& node) const
{
    for (int row = 0; row < rowCount(); ++row) {
        const std::vector<std::string>& nodes = unit(row).nodes;
        if (std::find(nodes.begin(), nodes.end(), node) != nodes.end())
            return row;
    }
    return -1;
}

std::optional<double> SensitivityModel::badnessOf(const SensitivityUnit& unit) const
{
    const auto& effect = m_sensitivity->rankedBy == SensitivityDirection::Only ? unit.only : unit.allBut;
    std::optional<double> value = m_sensitivity->isEstimate ? unit.estimate : effect ? effect->value : std::nullopt;
    if (!value || std::isnan(*value))
        return std::nullopt;
    // What the mode Local estimates is the unit's own error, whatever the metric.
    const double left = badness(
        m_sensitivity->mode == SensitivityMode::Local ? SensitivityMetric::Sqnr : m_sensitivity->metric, *value);
    if (m_sensitivity->rankedBy == SensitivityDirection::Only)
        return left;
    if (!m_sensitivity->quantized || !m_sensitivity->quantized->value)
        return std::nullopt;
    const double saved = badness(m_sensitivity->metric, *m_sensitivity->quantized->value) - left;
    return std::isnan(saved) ? std::nullopt : std::optional(saved);
}

double SensitivityModel::worst() const
{
    double worst = 0.0;
    for (int row = 0; row < rowCount(); ++row) {
        const double value = badnessOf(unit(row)).value_or(0.0);
        worst = std::isfinite(value) ? std::max(worst, value) : worst; // broken outputs are infinitely bad
    }
    return worst;
}

int SensitivityModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_sensitivity ? 0 : int(m_sensitivity->ranking.size());
}

int SensitivityModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(Column::Count);
}

QVariant SensitivityModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto column = Column(index.column());
    const SensitivityUnit& shown = unit(index.row());
    if (role == Qt::TextAlignmentRole)
        return int((column == Column::Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == BarRole) {
        const std::optional<double> value = column == Column::Value ? badnessOf(shown) : std::nullopt;
        return value ? QVariant(*value) : QVariant();
    }
    if (role == Qt::ToolTipRole)
        return plainToolTip(tr("%1 · %2\n%3", "name, operators, nodes")
                                .arg(shownName(shown.name), shownName(shown.label),
                                     tr("%n node(s)", nullptr, int(shown.nodes.size()))));
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Column::Rank: // of none as long as it was not measured
        return badnessOf(shown) ? QString::number(index.row() + 1) : QString();
    case Column::Name:
        return shown.nodes.size() > 1
            ? tr("%1 · %2", "name, number of nodes").arg(shownName(shown.name)).arg(shown.nodes.size())
            : shownName(shown.name);
    case Column::Value: {
        const std::optional<double> value = badnessOf(shown);
        return value ? numberText(*value, 'f', m_decimals) : QStringLiteral("—");
    }
    case Column::Count:
        break;
    }
    return {};
}

QVariant SensitivityModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = Column(section);
    if (role == Qt::TextAlignmentRole)
        return int((column == Column::Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Column::Rank:
        return QStringLiteral("#");
    case Column::Name:
        return tr("Part · nodes");
    case Column::Value: {
        if (!m_sensitivity)
            return tr("Loss");
        const QString text = m_sensitivity->mode == SensitivityMode::Local ? badnessText(SensitivityMetric::Sqnr)
                                                                           : badnessText(m_sensitivity->metric);
        if (m_sensitivity->rankedBy == SensitivityDirection::AllBut)
            return tr("%1, less by", "what keeping a part in float takes off a loss").arg(text);
        return m_sensitivity->isEstimate ? tr("%1, estimated").arg(text) : tr("%1, lower is better").arg(text);
    }
    case Column::Count:
        break;
    }
    return {};
}

} // namespace quantiscope
