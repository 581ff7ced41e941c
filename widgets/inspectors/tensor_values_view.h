// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/initializer_elements.h"
#include "widgets/common/background_task.h"
#include "widgets/common/opened_model.h"

#include <QWidget>

class QLabel;
class QToolButton;
class QTreeView;

namespace quantiscope {

class TensorValuesModel;

/// All elements of an initializer, to scroll through, copy, and save as a NumPy file.
class TensorValuesView final : public QWidget
{
    Q_OBJECT

public:
    explicit TensorValuesView(QWidget* parent = nullptr);

    /// Shows those of initializer @p name of @p model.
    void setElements(OpenedModelPtr model, const std::string& name, const InitializerElements& elements);
    void clear();

    /// Writes them all in the background; what becomes of it is said in place. A file of the open model is not
    /// replaced.
    void saveTo(const QString& path);

signals:
    /// saveTo() has ended.
    void saved(bool isWritten);

private:
    void copyAll();
    void copySelected();
    void askAndSave();
    void say(const QString& sentence);

    TensorValuesModel* m_model;
    std::string m_name;
    QLabel* m_title;
    QLabel* m_note;
    QToolButton* m_copy;
    QToolButton* m_save;
    QTreeView* m_list;
    BackgroundTask m_copying;
    BackgroundTask m_saving;
};

} // namespace quantiscope
