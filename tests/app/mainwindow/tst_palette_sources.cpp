// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/palette_sources.h"
#include "core/config/options.h"
#include "core/config/presets.h"
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
        GraphDrawingPtr drawing;
        const PaletteSource source = nodeSource([&drawing] { return drawing; }, selection);
        QVERIFY(source.entries().empty());
        drawing = std::make_shared<GraphDrawing>(chain());
        const std::vector<PaletteEntry> entries = source.entries();
        QCOMPARE(texts(entries), (QStringList{u"first"_s, u"second"_s}));
        QCOMPARE(entries[1].detail, u"Tanh"_s);
        const QSignalSpy revealed(&selection, &NodeSelection::revealRequested);
        entries[1].run();
        QCOMPARE(revealed.count(), 1);
        QCOMPARE(selection.current(), 1);
    }

    void blocks_areFound_andSelectedWhole()
    {
        ModelBuilder b(13);
        b.input("x", DataType::Float, {4});
        std::string before = "x";
        for (const char* name : {"/stem/a", "/stem/b", "/head/a", "/head/b"}) {
            b.node("Relu", {before}, {std::string("v") + name}, name);
            before = std::string("v") + name;
        }
        b.output(before);
        const auto drawing = std::make_shared<GraphDrawing>(std::make_shared<OpenedModel>(b.model()));
        NodeSelection selection;
        const QSignalSpy revealed(&selection, &NodeSelection::revealRequested);
        const std::vector<PaletteEntry> entries = nodeSource([&drawing] { return drawing; }, selection).entries();
        const auto head = std::find_if(entries.begin(), entries.end(),
                                       [](const PaletteEntry& entry) { return entry.text == u"/head"_s; });
        QVERIFY(head != entries.end());
        QVERIFY2(head->detail.contains(u'2') || head->detail.contains(u"%n"_s), qPrintable(head->detail));
        head->run();
        QCOMPARE(selection.nodes(), (std::set<int>{2, 3}));
        QCOMPARE(revealed.count(), 1);
    }

    void namesOfAFile_areShownAsViewsShowThem_andFoundAsTheyAre()
    {
        ModelBuilder b(13);
        const std::string longName(5000, 'n');
        b.input("x", DataType::Float, {4});
        b.node("Relu", {"x"}, {longName}, longName);
        b.node("Relu", {longName}, {"y"}, "turned\xe2\x80\xaename");
        b.output("y");
        const auto drawing = std::make_shared<GraphDrawing>(std::make_shared<OpenedModel>(b.model()));
        NodeSelection selection;
        const std::vector<PaletteEntry> nodes = nodeSource([&drawing] { return drawing; }, selection).entries();
        QVERIFY(nodes[0].text.size() < 1000);
        QCOMPARE(nodes[0].alias.size(), 5000);
        QVERIFY(!nodes[1].text.contains(QChar(0x202e)));
        const std::vector<PaletteEntry> tensors =
            tensorSource([&drawing] { return drawing->modelPtr(); }, selection).entries();
        QVERIFY(tensors[1].text.size() < 1000);
    }

    void presetsAndRecentFiles_areOffered()
    {
        QString chosen;
        const auto note = [&chosen](const QString& text) { chosen = text; };
        const std::vector<PaletteEntry> presets = presetEntries(note, {});
        QCOMPARE(presets.size(), quantiscope::presets().size());
        const auto xint8 = std::find_if(presets.begin(), presets.end(),
                                        [](const PaletteEntry& entry) { return entry.text == u"XINT8"_s; });
        QVERIFY(xint8 != presets.end());
        QVERIFY(!xint8->detail.isEmpty());
        xint8->run();
        QCOMPARE(chosen, u"XINT8"_s);
        QCOMPARE(presetEntries(note, u"No model is open"_s)[0].disabledReason, u"No model is open"_s);

        const std::vector<PaletteEntry> recent = recentEntries({{.path = u"/models/a&b.onnx"_s}}, note);
        QCOMPARE(texts(recent), QStringList{u"a&b.onnx"_s});
        QCOMPARE(recent[0].detail, u"/models"_s);
        recent[0].run();
        QCOMPARE(chosen, u"/models/a&b.onnx"_s);

        const ActionRegistry actions;
        const NodeSelection selection;
        QCOMPARE(texts(commandSource(
                           actions, [] { return OpenedModelPtr(); }, selection, [&recent] { return recent; })
                           .entries()),
                 QStringList{u"a&b.onnx"_s});
    }

    void tensors_selectWhoMakesThem_andInputsAndConstantsWhoReadsThem()
    {
        ModelBuilder b(13);
        b.input("x", DataType::Float, {"N", 4});
        b.initializer("w", {4}, {1, 2, 3, 4});
        b.node("Relu", {"x"}, {"a"}, "first");
        b.node("Add", {"a", "w"}, {"y"}, "second");
        b.output("y");
        NodeSelection selection;
        const auto model = std::make_shared<const OpenedModel>(b.model());
        const std::vector<PaletteEntry> entries = tensorSource([&model] { return model; }, selection).entries();
        QCOMPARE(texts(entries), (QStringList{u"x"_s, u"a"_s, u"y"_s, u"w"_s}));
        entries[3].run();
        QCOMPARE(selection.current(), 1);
        QCOMPARE(selection.tensor(), std::string("w"));
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
