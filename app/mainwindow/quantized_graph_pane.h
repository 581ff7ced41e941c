// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/background_task.h"
#include "widgets/common/node_selection.h"
#include "widgets/graph/graph_drawing.h"

#include <QWidget>

#include <filesystem>

class QLabel;

namespace quantiscope {

class ActionRegistry;
class GraphPane;

/// The graph of a run's model beside the float one. Selecting a node in one selects the node of the same name in the
/// other, where there is one.
class QuantizedGraphPane final : public QWidget
{
    Q_OBJECT

public:
    /// @p floatSelection is the one of the float graph; it must outlive the widget.
    QuantizedGraphPane(ActionRegistry& actions, NodeSelection& floatSelection, QWidget* parent = nullptr);
    ~QuantizedGraphPane() override;

    /// Reads the model of a run in the background and shows it. @p floatModel is what it was made of.
    void showModel(const std::filesystem::path& model, OpenedModelPtr floatModel);

signals:
    void closeRequested();
    void failed(const QString& path, const QString& message);

private:
    void follow(const NodeSelection& from, const OpenedModelPtr& fromModel, NodeSelection& to,
                const OpenedModelPtr& toModel);

    NodeSelection& m_floatSelection;
    NodeSelection* m_selection;
    GraphPane* m_pane;
    QLabel* m_title;
    OpenedModelPtr m_floatModel;
    GraphDrawingPtr m_drawing;
    BackgroundTask m_task;
    bool m_isFollowing = false;
};

} // namespace quantiscope
