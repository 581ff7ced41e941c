// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QLabel;
class QMenu;
class QToolButton;

namespace quantiscope {

class ActionRegistry;

/// The window's one toolbar: files, undo, which document and recipe, what to do with them, and where to go.
///
/// Uses the actions "file.open", "file.save", "edit.undo", "edit.redo", "run.quantize", "run.evaluate", "window.goTo",
/// "view.toggleTheme" of the registry, which must be there.
class WindowToolBar final : public QToolBar
{
    Q_OBJECT

public:
    explicit WindowToolBar(const ActionRegistry& actions, QWidget* parent = nullptr);

    /// @p name of the document, empty when none is open.
    void setDocument(const QString& name, const QString& path, bool isModified);
    /// The recipe's preset and how many options and rules differ from it.
    void setRecipe(const QString& preset, int changes);
    /// Menus that the buttons open; they stay the caller's.
    void setMenus(QMenu* run, QMenu* exports);

signals:
    void presetsRequested(QWidget* anchor); ///< open the list of presets below the button

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QLabel* m_document;
    QToolButton* m_recipe;
    QToolButton* m_quantize;
    QToolButton* m_export;
    QToolButton* m_goTo;
};

} // namespace quantiscope
