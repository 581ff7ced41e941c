// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/effect_preview.h"

#include <QFrame>

#include <array>
#include <memory>

class QGridLayout;
class QLabel;

namespace quantiscope {

class EffectWatcher;

/// "Effect before running": what the rule that is being made changes, or, without one, what all rules change, in
/// numbers before → after. Follows @p watcher; floats over the graph or stands in a panel.
class EffectCard final : public QFrame
{
    Q_OBJECT

public:
    explicit EffectCard(EffectWatcher& watcher, QWidget* parent = nullptr);

private:
    enum Row
    {
        Quantized,
        Floating,
        ToFloat,
        ToInteger,
        Weights,
        Saved,
        Products,
        RowCount,
    };
    struct Labels
    {
        QLabel* before = nullptr;
        QLabel* after = nullptr;
        QLabel* change = nullptr;
    };

    void update();
    void setRow(Row row, const QString& before, const QString& after, const QString& change);

    EffectWatcher& m_watcher;
    QLabel* m_time;
    QLabel* m_note;
    QLabel* m_arrows[RowCount] = {};
    std::array<Labels, RowCount> m_rows;
};

/// Bytes of the float model's weights that @p counts of @p preview do without; 0 when scales take more than is won.
[[nodiscard]] std::uint64_t savedBytes(const EffectPreview& preview, const EffectCounts& counts);

/// Operator types of @p nodes that are not quantized although no rule says so, with the reason and how many: one
/// translated sentence each, the most frequent first. @p graph is the one that the effect is of.
[[nodiscard]] QStringList leftFloatTexts(const Graph& graph, const EffectPreview& preview, const QString& preset);

} // namespace quantiscope
