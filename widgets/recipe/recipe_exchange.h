// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/pipeline/recipe_export.h"
#include "widgets/common/background_task.h"

#include <QObject>
#include <QString>

class QWidget;

namespace quantiscope {

class ActionRegistry;
class RecipeEditor;

/// Recipes to and from files, as the command line reads and writes them.
class RecipeExchange final : public QObject
{
    Q_OBJECT

public:
    RecipeExchange(RecipeEditor& editor, QObject* parent = nullptr);

    /// Registers "recipe.import", "recipe.export", "recipe.exportQuark", "recipe.exportOnnxRuntime", "recipe.copyJson";
    /// file dialogs belong to @p window.
    void registerActions(ActionRegistry& registry, QWidget* window);

    /// Where file dialogs begin, unless one is open elsewhere already: the folder of the model. What is still being
    /// imported was for the one before.
    void setFolder(const QString& folder)
    {
        m_folder = folder;
        m_import.cancel();
    }
    /// Reads the recipe (or the one of a report) in @p path in the background and makes it the edited one; can be
    /// undone. Data that it does not name stay those that are chosen. imported() or failed() tells.
    void importFrom(const QString& path);
    [[nodiscard]] Result<void> exportTo(const QString& path) const;
    /// A Python script; gives what the other tool cannot do.
    [[nodiscard]] Result<std::vector<std::string>> exportScript(const QString& path, ExportTarget target) const;

signals:
    /// A recipe was taken; @p note says what of the old one has stayed, and may be empty.
    void imported(const QString& path, const QString& note);
    /// A file could not be read or written.
    void failed(const QString& sentence);
    /// A script was written, with what the other tool cannot do.
    void exported(const QString& path, const QStringList& warnings);

private:
    void exportWithDialog(QWidget* window, ExportTarget target);

    [[nodiscard]] QString placeOf(const QString& file) const;
    void take(const QString& path, Recipe recipe);

    RecipeEditor& m_editor;
    QString m_folder;
    BackgroundTask m_import;
};

} // namespace quantiscope
