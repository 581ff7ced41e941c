// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/recipe/rule_edits.h"

#include <QWidget>

#include <map>
#include <string>
#include <vector>

namespace quantiscope {

/// How many nodes of each operator type a rule catches: a bar each, the most frequent first.
class CatchBars final : public QWidget
{
    Q_OBJECT

public:
    explicit CatchBars(QWidget* parent = nullptr);

    /// The bars take the colour of @p precision.
    void setCounts(const std::map<std::string, int>& counts, MarkPrecision precision);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<std::pair<QString, int>> m_counts;
    MarkPrecision m_precision = MarkPrecision::Float;
};

} // namespace quantiscope
