// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/advice_model.h"

#include "widgets/common/engine_sentence.h"
#include "widgets/common/number_text.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"

#include <QFont>

#include <algorithm>
#include <limits>

namespace quantiscope {

namespace {

constexpr double kNoGain = -std::numeric_limits<double>::infinity();

QString changesText(const std::vector<RecipeChange>& changes)
{
    QStringList lines;
    for (const RecipeChange& change : changes)
        lines << AdviceModel::tr("%1: %2 → %3", "key of the recipe, before, after")
                     .arg(toQt(change.key), change.before.empty() ? QStringLiteral("—") : toQt(change.before),
                          change.after.empty() ? QStringLiteral("—") : toQt(change.after));
    return lines.join(QLatin1Char('\n'));
}

int decimalsOf(GateMetric metric)
{
    return metric == GateMetric::Psnr || metric == GateMetric::Sqnr ? 1 : 4;
}

} // namespace

void AdviceModel::setAdvice(std::shared_ptr<const Advice> advice)
{
    beginResetModel();
    m_advice = std::move(advice);
    m_fixes.clear();
    if (m_advice) {
        for (std::size_t i = 0; i < m_advice->fixes.size(); ++i)
            m_fixes.push_back(i);
        const auto gainOf = [this](std::size_t place) {
            const auto& outcome = m_advice->fixes[place].outcome;
            return outcome ? gain(*outcome, m_advice->screened).value_or(kNoGain) : kNoGain;
        };
        std::stable_sort(m_fixes.begin(), m_fixes.end(),
                         [&gainOf](std::size_t a, std::size_t b) { return gainOf(a) > gainOf(b); });
        // What has no value may be tried; what is refused may not.
        std::stable_partition(m_fixes.begin(), m_fixes.end(),
                              [this](std::size_t place) { return m_advice->fixes[place].outcome.has_value(); });
    }
    endResetModel();
}

const AdviceFix& AdviceModel::fix(int row) const
{
    return m_advice->fixes[m_fixes[std::size_t(row - (m_advice->plan ? 1 : 0))]];
}

const AdviceOutcome* AdviceModel::outcome(int row) const
{
    if (isPlan(row))
        return &m_advice->plan->outcome;
    const std::optional<AdviceOutcome>& measured = fix(row).outcome;
    return measured ? &*measured : nullptr;
}

std::optional<double> AdviceModel::gain(const AdviceOutcome& outcome, const AdviceOutcome& before) const
{
    if (!outcome.value || !before.value)
        return std::nullopt;
    const bool isHigherBetter = m_advice->goal.min.has_value();
    return isHigherBetter ? *outcome.value - *before.value : *before.value - *outcome.value;
}

QString AdviceModel::title(int row) const
{
    return isPlan(row) ? tr("Best recipe found") : engineSentence(fix(row).title);
}

const QuantConfig* AdviceModel::config(int row) const
{
    if (isPlan(row))
        return &m_advice->plan->config;
    return fix(row).outcome ? &fix(row).config : nullptr;
}

int AdviceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_advice ? 0 : int(m_fixes.size()) + (m_advice->plan ? 1 : 0);
}

int AdviceModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(Column::Count);
}

QString AdviceModel::text(int row, Column column) const
{
    const AdviceOutcome* measured = outcome(row);
    if (column == Column::Change)
        return measured ? title(row) : tr("%1 (not with these rules)").arg(title(row));
    if (!measured)
        return QStringLiteral("—");
    const int decimals = decimalsOf(m_advice->goal.metric);
    switch (column) {
    case Column::Value:
        return measured->value ? numberText(*measured->value, 'f', decimals) : QStringLiteral("—");
    case Column::Gain: {
        const auto gained = gain(*measured, isPlan(row) ? m_advice->baseline : m_advice->screened);
        if (!gained)
            return QStringLiteral("—");
        const QString number = numberText(*gained, 'f', decimals);
        return *gained > 0.0 ? QLatin1Char('+') + number : number;
    }
    case Column::ByteShare:
        return numberText(100.0 * measured->figures.byteShare(), 'f', 1);
    case Column::WeightBytes:
        return bytesText(measured->figures.weightBytes);
    case Column::ActivationBits:
        return measured->figures.hasFloatActivations() ? tr("float")
                                                       : QString::number(measured->figures.activationBits);
    default:
        return {};
    }
}

QString AdviceModel::toolTip(int row) const
{
    QStringList lines;
    if (isPlan(row)) {
        for (const std::string& step : m_advice->plan->steps)
            lines << engineSentence(step);
        lines << changesText(m_advice->plan->changes);
    } else if (fix(row).outcome) {
        lines << engineSentence(fix(row).cost) << changesText(fix(row).changes);
    } else {
        lines << toQt(fix(row).refusal);
    }
    lines.removeAll(QString());
    return plainToolTip(lines.join(QLatin1Char('\n')));
}

QVariant AdviceModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), column);
    case Qt::TextAlignmentRole:
        return int((column == Column::Change ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return toolTip(index.row());
    case Qt::FontRole: {
        QFont font;
        font.setWeight(isPlan(index.row()) && column == Column::Change ? QFont::DemiBold : QFont::Normal);
        return font;
    }
    case Qt::ForegroundRole: {
        const AdviceOutcome* measured = outcome(index.row());
        if (!measured)
            return Theme::current().text2;
        if (column != Column::Gain)
            return {};
        const auto gained = gain(*measured, isPlan(index.row()) ? m_advice->baseline : m_advice->screened);
        return !gained || *gained == 0.0 ? QVariant()
            : *gained > 0.0              ? QVariant(Theme::current().better)
                                         : QVariant(Theme::current().worse);
    }
    default:
        return {};
    }
}

QVariant AdviceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = Column(section);
    if (role == Qt::TextAlignmentRole)
        return int((column == Column::Change ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && column == Column::Gain)
        return tr("Over the recipe as it is, on the same samples");
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Column::Change:
        return tr("Change of the recipe");
    case Column::Value:
        return m_advice ? toQt(gateMetricName(m_advice->goal.metric)) : QString();
    case Column::Gain:
        return tr("Gain");
    case Column::ByteShare:
        return tr("MACs in 8 bits, %");
    case Column::WeightBytes:
        return tr("Weights");
    case Column::ActivationBits:
        return tr("Activations, bits");
    case Column::Count:
        break;
    }
    return {};
}

} // namespace quantiscope
