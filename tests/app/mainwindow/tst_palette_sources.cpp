// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/palette_sources.h"
#include "core/config/options.h"
#include "tests/support/model_builder.h"

#include <QAction>
#include <QSignalSpy>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;
using namespace Qt::StringLiterals;

namespace {

OpenedModelPtr chain()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {"N", 4});
    b.node("Relu", {"x"}, {"a"}, "first");
    b.node("Tanh", {"a"}, {"y"}, "second");
    b.output("y");
    return std::make_shared<OpenedModel>(b.model());
}

QStringList texts(const std::vector<PaletteEntry>& entries)
{
    QStringList all;
    for (const PaletteEntry& entry : entries)
        all += entry.text;
    return all;
}

} // namespace

class TestPaletteSources : public QObject
{
    Q_OBJECT

private slots:
    void commands_areAllActions_withShortcutsAndReasons()
    {
        ActionRegistry actions;
        int runs = 0;
        actions.add(
            {.id = u"a"_s, .text = u"&Open…"_s, .category = u"File"_s, .shortcuts = {QKeySequence(u"Ctrl+O"_s)}},
            [&runs] { ++runs; });
        QAction* save = actions.add({.id = u"b"_s, .text = u"&Save"_s, .category = u"File"_s}, [] {});
        ActionRegistry::setDisabledReason(save, u"No model is open"_s);
        QAction* bare = actions.add({.id = u"c"_s, .text = u"C"_s, .category = u"File"_s}, [] {});
        bare->setEnabled(false);
        actions.add({.id = u"d"_s, .text = u"Hidden"_s, .category = u"File"_s}, [] {})->setVisible(false);
        const NodeSelection selection;
        const PaletteSource source = commandSource(
            actions, [] { return OpenedModelPtr(); }, selection);
        QCOMPARE(source.prefix, QChar(u'>'));
        const std::vector<PaletteEntry> entries = source.entries();
        QCOMPARE(texts(entries), (QStringList{u"Open…"_s, u"Save"_s, u"C"_s}));
        QCOMPARE(entries[0].shortcut, u"Ctrl+O"_s);
        QCOMPARE(entries[0].detail, u"File"_s);
        QCOMPARE(entries[1].disabledReason, u"No model is open"_s);
        QVERIFY(!entries[2].disabledReason.isEmpty());
        entries[0].run();
        QCOMPARE(runs, 1);
    }

    void commandsOnTheSelection_areItsOwnGroup_namedAfterIt()
    {
        ActionRegistry actions;
        actions.add({.id = u"file.open"_s, .text = u"Open"_s, .category = u"File"_s, .icon = u"open"_s}, [] {});
        actions.add({.id = u"mark.float"_s, .text = u"Keep float"_s, .category = u"Marking"_s}, [] {});
        NodeSelection selection;
        const OpenedModelPtr model = chain();
        const PaletteSource source = commandSource(
            actions, [&model] { return model; }, selection);
        QCOMPARE(source.entries()[1].group, u"Marking"_s);
        QVERIFY(!source.entries()[1].isOnSelection);
        selection.select({1}, 1);
        const std::vector<PaletteEntry> entries = source.entries();
        QCOMPARE(entries[0].group, u"File"_s);
        QCOMPARE(entries[0].icon, u"open"_s);
        QVERIFY(!entries[0].isOnSelection);
        QVERIFY2(entries[1].group.contains(u"second"_s), qPrintable(entries[1].group));
        QVERIFY(entries[1].isOnSelection);
        selection.select({0, 1}, 0);
        QVERIFY2(source.entries()[1].group.contains(u"2"_s), qPrintable(source.entries()[1].group));
    }

    void nodes_areRevealed()
    {
        NodeSelection selection;
        OpenedModelPtr model;
        const PaletteSource source = nodeSource([&model] { return model; }, selection);
        QVERIFY(source.entries().empty());
        model = chain();
        const std::vector<PaletteEntry> entries = source.entries();
        QCOMPARE(texts(entries), (QStringList{u"first"_s, u"second"_s}));
        QCOMPARE(entries[1].detail, u"Tanh"_s);
        const QSignalSpy revealed(&selection, &NodeSelection::revealRequested);
        entries[1].run();
        QCOMPARE(revealed.count(), 1);
        QCOMPARE(selection.current(), 1);
    }

    void tensors_selectWhoMakesThem_andInputsWhoReadsThem()
    {
        NodeSelection selection;
        const OpenedModelPtr model = chain();
        const std::vector<PaletteEntry> entries = tensorSource([&model] { return model; }, selection).entries();
        QCOMPARE(texts(entries), (QStringList{u"x"_s, u"a"_s, u"y"_s}));
        QCOMPARE(entries[0].detail, u"N×4"_s);
        entries[2].run();
        QCOMPARE(selection.current(), 1);
        QCOMPARE(selection.tensor(), std::string("y"));
        entries[0].run();
        QCOMPARE(selection.current(), 0);
        QCOMPARE(selection.tensor(), std::string("x"));
    }

    void options_areAllOfTheEngine()
    {
        std::string shown;
        const std::vector<PaletteEntry> entries =
            optionSource([&](const std::string& name) { shown = name; }).entries();
        QCOMPARE(entries.size(), optionSpecs().size());
        entries.back().run();
        QCOMPARE(shown, std::string(optionSpecs().back().name));
    }
};

QTEST_MAIN(TestPaletteSources)
#include "tst_palette_sources.moc"
