// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/recipe.h"

#include <QObject>
#include <QString>

class QUndoStack;

namespace quantiscope {

/// The recipe that the window edits. Every edit goes through apply() and can be undone; panels show recipe() and follow
/// recipeChanged(), wherever the edit came from.
class RecipeEditor final : public QObject
{
    Q_OBJECT

public:
    explicit RecipeEditor(QObject* parent = nullptr);
    ~RecipeEditor() override;

    [[nodiscard]] const Recipe& recipe() const { return m_recipe; }
    [[nodiscard]] QUndoStack& undoStack() const { return *m_undoStack; }

    /// Makes @p next the recipe. @p text is what the history says ("Keep Conv_41 float", translated). Edits one after
    /// the other with the same @p mergeKey (not empty: a slider, a text being typed) become one. Nothing happens when
    /// nothing differs.
    void apply(const QString& text, Recipe next, const QString& mergeKey = {});

    /// Another document: the history is emptied.
    void reset(Recipe recipe);

signals:
    void recipeChanged();

private:
    class Edit;
    void set(const Recipe& recipe);

    Recipe m_recipe;
    QUndoStack* m_undoStack;
};

} // namespace quantiscope
