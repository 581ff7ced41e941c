// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPlainTextEdit;

namespace quantiscope {

class RecipeEditor;

/// The recipe as JSON, to read and to copy: follows every edit where it stands, and marks what the last one changed.
class JsonView final : public QWidget
{
    Q_OBJECT

public:
    explicit JsonView(RecipeEditor& editor, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void markLines(int first, int end);
    void openWindow();

    RecipeEditor& m_editor;
    QPlainTextEdit* m_text;
    QString m_shown;
    int m_firstChanged = 0; ///< position in the text
    int m_endChanged = 0;
};

} // namespace quantiscope
