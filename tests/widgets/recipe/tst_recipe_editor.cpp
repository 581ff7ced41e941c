// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/recipe_editor.h"

#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>

using namespace quantiscope;
using namespace Qt::StringLiterals;

namespace {

Recipe withSamples(std::size_t samples)
{
    Recipe recipe;
    recipe.samples = samples;
    return recipe;
}

} // namespace

class TestRecipeEditor : public QObject
{
    Q_OBJECT

private slots:
    void apply_canBeUndone_andTells()
    {
        RecipeEditor editor;
        const QSignalSpy changed(&editor, &RecipeEditor::recipeChanged);
        editor.apply(u"Samples"_s, withSamples(8));
        QCOMPARE(editor.recipe().samples, std::size_t(8));
        QCOMPARE(editor.undoStack().undoText(), u"Samples"_s);
        editor.undoStack().undo();
        QCOMPARE(editor.recipe(), Recipe());
        editor.undoStack().redo();
        QCOMPARE(editor.recipe(), withSamples(8));
        QCOMPARE(changed.count(), 3);
    }

    void end_tellsNobody()
    {
        int told = 0;
        {
            RecipeEditor editor;
            editor.apply(u"Samples"_s, withSamples(8));
            connect(&editor.undoStack(), &QUndoStack::indexChanged, this, [&told] { ++told; });
        }
        QCOMPARE(told, 0); // a window that is being taken down could not bear it
    }

    void apply_doesNothing_whenNothingDiffers()
    {
        RecipeEditor editor;
        const QSignalSpy changed(&editor, &RecipeEditor::recipeChanged);
        editor.apply(u"Nothing"_s, Recipe());
        QCOMPARE(changed.count(), 0);
        QCOMPARE(editor.undoStack().count(), 0);
    }

    void edits_withOneKey_areOneStep()
    {
        RecipeEditor editor;
        for (const std::size_t samples : {1, 12, 128})
            editor.apply(u"Samples %1"_s.arg(samples), withSamples(samples), u"samples"_s);
        QCOMPARE(editor.undoStack().count(), 1);
        QCOMPARE(editor.undoStack().undoText(), u"Samples 128"_s);
        editor.undoStack().undo();
        QCOMPARE(editor.recipe(), Recipe());
        editor.undoStack().redo();
        QCOMPARE(editor.recipe(), withSamples(128));
    }

    void edits_ofOtherKeys_orNone_areSteps()
    {
        RecipeEditor editor;
        editor.apply(u"a"_s, withSamples(1), u"a"_s);
        editor.apply(u"b"_s, withSamples(2), u"b"_s);
        editor.apply(u"c"_s, withSamples(3));
        editor.apply(u"d"_s, withSamples(4));
        QCOMPARE(editor.undoStack().count(), 4);
        editor.undoStack().undo();
        QCOMPARE(editor.recipe(), withSamples(3));
    }

    void edits_thatComeBackToWhatWas_leaveNoStep()
    {
        RecipeEditor editor;
        editor.apply(u"first"_s, withSamples(1));
        editor.apply(u"away"_s, withSamples(2), u"k"_s);
        editor.apply(u"back"_s, withSamples(1), u"k"_s);
        QCOMPARE(editor.recipe(), withSamples(1));
        QCOMPARE(editor.undoStack().count(), 1);
        QCOMPARE(editor.undoStack().undoText(), u"first"_s);
    }

    void edits_doNotMerge_overASave()
    {
        RecipeEditor editor;
        editor.apply(u"a"_s, withSamples(1), u"k"_s);
        editor.undoStack().setClean();
        editor.apply(u"b"_s, withSamples(2), u"k"_s);
        QCOMPARE(editor.undoStack().count(), 2);
        QVERIFY(!editor.undoStack().isClean());
        editor.undoStack().undo();
        QVERIFY(editor.undoStack().isClean());
    }

    void reset_startsAnotherHistory()
    {
        RecipeEditor editor;
        editor.apply(u"a"_s, withSamples(1));
        const QSignalSpy changed(&editor, &RecipeEditor::recipeChanged);
        editor.reset(withSamples(9));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(editor.recipe(), withSamples(9));
        QVERIFY(!editor.undoStack().canUndo());
        QVERIFY(editor.undoStack().isClean());
    }
};

QTEST_MAIN(TestRecipeEditor)
#include "tst_recipe_editor.moc"
