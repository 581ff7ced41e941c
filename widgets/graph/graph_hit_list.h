// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/opened_model.h"

#include <QTableView>

#include <vector>

namespace quantiscope {

class GraphHitModel;

/// What a search found, below its field: name, operator and shape of each node. The field keeps the keyboard; a click
/// chooses.
class GraphHitList final : public QTableView
{
    Q_OBJECT

public:
    explicit GraphHitList(QWidget* parent = nullptr);

    void setHits(OpenedModelPtr model, std::vector<int> hits);
    /// The row of that node is the current one; none when it was not found.
    void setCurrentNode(int node);
    /// High enough for what it lists, but for a dozen rows at most.
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void nodeChosen(int node);

private:
    GraphHitModel* m_model;
};

} // namespace quantiscope
