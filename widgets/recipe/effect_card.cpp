// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/effect_card.h"

#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/recipe/effect_lines.h"
#include "widgets/recipe/effect_watcher.h"

#include <QGridLayout>
#include <QLabel>
#include <QLocale>

#include <algorithm>
#include <map>

namespace quantiscope {

namespace {

/// With its sign, a real minus sign for what is less; empty for no change.
QString signedText(qint64 change)
{
    if (change == 0)
        return {};
    const QString number = QLocale().toString(std::abs(change));
    return (change > 0 ? QStringLiteral("+") : QStringLiteral("−")) + number;
}

QString signedBytes(std::uint64_t before, std::uint64_t after)
{
    if (before == after)
        return {};
    return (after > before ? QStringLiteral("+") : QStringLiteral("−"))
        + bytesText(after > before ? after - before : before - after);
}

double floatShare(const EffectCounts& counts)
{
    return counts.multiplyAdds == 0 ? 0.0 : 100.0 * double(counts.floatMultiplyAdds) / double(counts.multiplyAdds);
}

QString percentText(double share)
{
    return QLocale().toString(share, 'f', 1) + QStringLiteral(" %");
}

} // namespace

QStringList leftFloatTexts(const Graph& graph, const EffectPreview& preview, const QString& preset)
{
    std::map<std::pair<std::string, FloatReason>, int> counts;
    for (std::size_t i = 0; i < preview.nodes.size() && i < graph.nodes().size(); ++i) {
        const NodeEffect& node = preview.nodes[i];
        if (node.state == NodeEffect::State::Float && node.reason != FloatReason::Rule)
            ++counts[{graph.nodes()[i].opType, node.reason}];
    }
    std::vector<std::pair<int, QString>> lines;
    for (const auto& [what, count] : counts) {
        lines.emplace_back(count,
                           EffectCard::tr("%1 (%2): %3", "operator, count, reason")
                               .arg(toQt(what.first), QLocale().toString(count), floatReasonText(what.second, preset)));
    }
    std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    QStringList texts;
    for (const auto& [count, text] : lines)
        texts.append(text);
    return texts;
}

std::uint64_t savedBytes(const EffectPreview& preview, const EffectCounts& counts)
{
    return preview.floatWeightBytes > counts.weightBytes ? preview.floatWeightBytes - counts.weightBytes : 0;
}

EffectCard::EffectCard(EffectWatcher& watcher, QWidget* parent)
    : QFrame(parent), m_watcher(watcher), m_time(new QLabel(this)), m_note(new QLabel(this))
{
    setProperty("card", true);
    setAccessibleName(tr("Effect before running"));
    auto* title = new QLabel(tr("Effect before running"), this);
    QFont bold = title->font();
    bold.setWeight(QFont::DemiBold);
    title->setFont(bold);
    m_time->setProperty("caption", true);
    m_note->setProperty("caption", true);
    m_note->setWordWrap(true);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(12, 8, 12, 8);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->addWidget(title, 0, 0);
    grid->addWidget(m_time, 0, 1, 1, 4, Qt::AlignRight);
    const QString names[RowCount] = {tr("Nodes quantized"),         tr("Nodes float"), tr("Tensors integer → float"),
                                     tr("Tensors float → integer"), tr("Weights"),     tr("Weight bytes saved"),
                                     tr("Multiply-adds in float")};
    for (int row = 0; row < RowCount; ++row) {
        auto* name = new QLabel(names[row], this);
        name->setProperty("caption", true);
        Labels& labels = m_rows[std::size_t(row)];
        labels = {new QLabel(this), new QLabel(this), new QLabel(this)};
        labels.after->setAccessibleName(names[row]);
        m_arrows[row] = new QLabel(QStringLiteral("→"), this);
        labels.after->setFont(bold);
        labels.before->setProperty("caption", true);
        m_arrows[row]->setProperty("hint", true);
        grid->addWidget(name, row + 1, 0);
        grid->addWidget(labels.before, row + 1, 1, Qt::AlignRight);
        grid->addWidget(m_arrows[row], row + 1, 2);
        grid->addWidget(labels.after, row + 1, 3, Qt::AlignRight);
        grid->addWidget(labels.change, row + 1, 4, Qt::AlignRight);
    }
    grid->addWidget(m_note, RowCount + 1, 0, 1, 5);
    grid->setColumnStretch(0, 1);
    connect(&watcher, &EffectWatcher::previewChanged, this, &EffectCard::update);
    connect(&watcher, &EffectWatcher::draftPreviewChanged, this, &EffectCard::update);
    update();
}

void EffectCard::setRow(Row row, const QString& before, const QString& after, const QString& change)
{
    const Labels& labels = m_rows[row];
    labels.before->setText(before);
    labels.after->setText(after);
    labels.change->setText(change);
}

void EffectCard::update()
{
    const auto whole = m_watcher.preview();
    const auto draft = m_watcher.draftPreview();
    const bool isKnown = draft || whole;
    for (int row = 0; row < RowCount; ++row)
        m_arrows[row]->setVisible(isKnown);
    m_time->setText(draft ? tr("found in %1 ms").arg(QLocale().toString(m_watcher.draftMilliseconds(), 'f', 1))
                          : tr("all rules"));
    if (!isKnown) {
        for (int row = 0; row < RowCount; ++row)
            setRow(Row(row), {}, {}, {});
        m_note->setText(m_watcher.model() ? tr("The effect shows here as soon as the recipe is free of errors.")
                                          : tr("Open a model to see what the recipe does to it."));
        return;
    }
    const EffectCounts before = draft && whole ? whole->after : draft ? draft->before : whole->before;
    const EffectCounts after = draft ? draft->after : whole->after;
    const QLocale locale;
    const auto row = [&](Row at, std::size_t from, std::size_t to) {
        setRow(at, locale.toString(qulonglong(from)), locale.toString(qulonglong(to)),
               signedText(qint64(to) - qint64(from)));
    };
    row(Quantized, before.quantized, after.quantized);
    row(Floating, before.floating, after.floating);
    row(ToFloat, before.toFloat, after.toFloat);
    row(ToInteger, before.toInteger, after.toInteger);
    setRow(Weights, bytesText(before.weightBytes), bytesText(after.weightBytes),
           signedBytes(before.weightBytes, after.weightBytes));
    const EffectPreview& shown = draft ? *draft : *whole;
    const std::uint64_t savedBefore = savedBytes(shown, before);
    const std::uint64_t savedAfter = savedBytes(shown, after);
    setRow(Saved, bytesText(savedBefore), bytesText(savedAfter), signedBytes(savedBefore, savedAfter));
    const double change = floatShare(after) - floatShare(before);
    setRow(Products, percentText(floatShare(before)), percentText(floatShare(after)),
           std::abs(change) < 0.05 ? QString()
                                   : (change > 0 ? QStringLiteral("+") : QStringLiteral("−"))
                   + tr("%1 points").arg(locale.toString(std::abs(change), 'f', 1)));
    QStringList left = leftFloatTexts(m_watcher.model()->graph, shown, toQt(m_watcher.previewedRecipe().config.preset));
    constexpr int kMost = 3;
    const int more = int(left.size()) - kMost;
    m_note->setToolTip(left.join(QLatin1Char('\n')));
    if (more > 0) {
        left = left.mid(0, kMost);
        left.append(tr("… and %n more", nullptr, more));
    }
    m_note->setText(left.isEmpty() ? tr("Nothing else stays float.")
                                   : tr("Float without a rule:\n%1").arg(left.join(QLatin1Char('\n'))));
}

} // namespace quantiscope
