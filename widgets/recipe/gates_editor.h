// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QListWidget;
class QPushButton;

namespace quantiscope {

class RecipeEditor;

/// The gates of a recipe: what a run's result has to reach.
class GatesEditor final : public QWidget
{
    Q_OBJECT

public:
    explicit GatesEditor(RecipeEditor& editor, QWidget* parent = nullptr);

    /// Outputs of the model that gates can be put on, besides the recipe's parts of outputs.
    void setOutputs(const QStringList& outputs);

private:
    void update();
    void updateOutputs();
    void add();
    void removeSelected();
    void updateForm();

    RecipeEditor& m_editor;
    QStringList m_outputs; ///< of the model
    QListWidget* m_list;
    QLabel* m_empty;
    QComboBox* m_metric;
    QComboBox* m_output;
    QComboBox* m_statistic;
    QComboBox* m_side;
    QDoubleSpinBox* m_bound;
    QPushButton* m_remove;
};

} // namespace quantiscope
