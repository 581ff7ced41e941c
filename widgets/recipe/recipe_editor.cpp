// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/recipe_editor.h"

#include <QUndoCommand>
#include <QUndoStack>

#include <utility>

namespace quantiscope {

/// Keeps the whole recipe before and after: recipes are small, and so no edit can forget a part of itself.
class RecipeEditor::Edit final : public QUndoCommand
{
public:
    Edit(RecipeEditor& editor, const QString& text, Recipe next, const QString& mergeKey)
        : QUndoCommand(text)
        , m_editor(editor)
        , m_before(editor.recipe())
        , m_after(std::move(next))
        , m_mergeKey(mergeKey)
    {
    }

    void undo() override { m_editor.set(m_before); }
    void redo() override { m_editor.set(m_after); }
    [[nodiscard]] int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }

    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* later = static_cast<const Edit*>(other);
        if (later->m_mergeKey != m_mergeKey)
            return false;
        m_after = later->m_after;
        setText(later->text());
        setObsolete(m_after == m_before);
        return true;
    }

private:
    RecipeEditor& m_editor;
    Recipe m_before;
    Recipe m_after;
    QString m_mergeKey;
};

RecipeEditor::RecipeEditor(QObject* parent) : QObject(parent), m_undoStack(new QUndoStack(this))
{
}

RecipeEditor::~RecipeEditor()
{
    // The history empties itself on its way out and would tell a half destroyed window about it.
    m_undoStack->disconnect();
}

void RecipeEditor::apply(const QString& text, Recipe next, const QString& mergeKey)
{
    if (next == m_recipe)
        return;
    m_undoStack->push(new Edit(*this, text, std::move(next), mergeKey));
}

void RecipeEditor::reset(Recipe recipe)
{
    m_undoStack->clear();
    set(recipe);
}

void RecipeEditor::set(const Recipe& recipe)
{
    m_recipe = recipe;
    emit recipeChanged();
}

} // namespace quantiscope
