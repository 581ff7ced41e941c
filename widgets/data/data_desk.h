// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/opened_model.h"

#include <QWidget>

#include <vector>

class QAction;
class QProgressBar;

namespace quantiscope {

class ActionRegistry;
class DataSession;
class DataSourcePanel;
class FedTensorPanel;
class GuidelinesPanel;
class PreprocessPanel;
class RecipeEditor;
class ThumbnailCache;

/// The desk for calibration and evaluation data: what is used (sourcePanel(), made to live in a dock of its own), the
/// preprocessing with a picture after each step, what is fed beside what the model expects, and what the guidelines
/// say. Everything is looked at in the background; a thin bar shows that it goes on.
class DataDesk final : public QWidget
{
    Q_OBJECT

public:
    /// @p editor must outlive the desk.
    explicit DataDesk(RecipeEditor& editor, QWidget* parent = nullptr);

    /// Null when no model is open.
    void setModel(OpenedModelPtr model);

    /// data.choose, .labels, .chooseFile, .classFolders, .removeLabels, .remove, .previous and .next. Once, before the
    /// menus are made; choosing emits shown() first.
    void registerActions(ActionRegistry& actions);

    [[nodiscard]] DataSession& session() const { return *m_session; }
    /// Lies at the left until a dock takes it (QDockWidget::setWidget).
    [[nodiscard]] DataSourcePanel& sourcePanel() const { return *m_source; }
    [[nodiscard]] FedTensorPanel& fedTensor() const { return *m_fed; }

signals:
    /// An action of the desk was started from elsewhere: whoever holds the desk brings it to the front.
    void shown();
    /// The user wants to see this input of the model.
    void inputRequested(const QString& name);

private:
    void updateActions();

    DataSession* m_session;
    ThumbnailCache* m_thumbnails;
    DataSourcePanel* m_source;
    PreprocessPanel* m_steps;
    FedTensorPanel* m_fed;
    GuidelinesPanel* m_guidelines;
    QProgressBar* m_busy;
    std::vector<QAction*> m_actions; ///< in the order of registerActions()
};

} // namespace quantiscope
