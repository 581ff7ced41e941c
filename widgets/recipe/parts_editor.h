// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor_spec.h"

#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace quantiscope {

class RecipeEditor;

/// The named parts of outputs of a recipe, which are measured besides whole outputs: the class scores among the columns
/// of a detector.
class PartsEditor final : public QWidget
{
    Q_OBJECT

public:
    explicit PartsEditor(RecipeEditor& editor, QWidget* parent = nullptr);

    /// Outputs of the model; empty: none is open, and anything that can be read is taken.
    void setOutputs(std::vector<TensorSpec> outputs);

private:
    void update();
    void updateAdd();
    void add();
    void removeSelected();
    void showRow(int row);
    void showProblem(const QString& sentence);

    RecipeEditor& m_editor;
    std::vector<TensorSpec> m_outputs;
    QListWidget* m_list;
    QLabel* m_empty;
    QLineEdit* m_name;
    QLineEdit* m_selection;
    QPushButton* m_add;
    QPushButton* m_remove;
    QLabel* m_problem;
};

} // namespace quantiscope
