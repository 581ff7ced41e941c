// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/model_builder.h"
#include "widgets/inspectors/node_inspector.h"

#include <QLabel>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

using namespace quantiscope;
using namespace quantiscope::test;
using namespace Qt::StringLiterals;

namespace {

OpenedModelPtr conv()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 1, 4, 4});
    b.initializer("w", {1, 1, 1, 2}, {-1.5F, 2.5F});
    b.node("Conv", {"x", "w"}, {"c"}, "first").attribute("pads", {0, 0, 0, 1});
    b.node("Relu", {"c"}, {"y"}, "second");
    b.output("y");
    return std::make_shared<OpenedModel>(b.model());
}

} // namespace

class TestNodeInspector : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void init()
    {
        m_selection = std::make_unique<NodeSelection>();
        m_inspector = std::make_unique<NodeInspector>(*m_selection);
        m_tree = m_inspector->findChild<QTreeWidget*>();
    }

    void cleanup() { BackgroundTask::waitForAll(); }

    void noModel_isSaid()
    {
        QCOMPARE(title(), u"No model is open"_s);
        QCOMPARE(m_tree->topLevelItemCount(), 0);
    }

    void nothingSelected_showsTheModel()
    {
        m_inspector->setModel(conv());
        QCOMPARE(text(u"Operator set"_s), u"13"_s);
        QCOMPARE(text(u"Nodes"_s), u"2"_s);
        QCOMPARE(text(u"x"_s), u"1×1×4×4  f32"_s);
    }

    void node_showsAttributes_values_andItsConstantsFacts()
    {
        m_inspector->setModel(conv());
        m_selection->select(0);
        QCOMPARE(title(), u"first"_s);
        QCOMPARE(text(u"Type"_s), u"Conv"_s);
        QCOMPARE(text(u"Domain"_s), u"ai.onnx, version 13"_s);
        QCOMPARE(text(u"pads"_s), u"[0, 0, 0, 1]"_s);
        QCOMPARE(text(u"w"_s), u"1×1×1×2  f32"_s);
        QTRY_COMPARE(text(u"Values"_s), u"-1.5, 2.5"_s);
        QCOMPARE(text(u"Range"_s), u"-1.5 … 2.5"_s);
        QCOMPARE(text(u"Mean, deviation"_s), u"0.5, 2"_s);
        QCOMPARE(text(u"Zeros"_s), u"0"_s);
        QVERIFY(row(u"w"_s)->isExpanded());
    }

    void facts_ofANodeLeftBehind_areDropped()
    {
        m_inspector->setModel(conv());
        m_selection->select(0);
        m_selection->select(1);
        BackgroundTask::waitForAll();
        QCoreApplication::processEvents();
        QCOMPARE(title(), u"second"_s);
        QVERIFY(!row(u"Values"_s));
    }

    void severalNodes_areSummedUp_byOperator()
    {
        m_inspector->setModel(conv());
        m_selection->select({0, 1}, 1);
        QCOMPARE(text(u"Conv"_s), u"1"_s);
        QCOMPARE(text(u"Relu"_s), u"1"_s);
    }

    void activatedValue_asksForTheOtherEnd()
    {
        m_inspector->setModel(conv());
        const QSignalSpy asked(m_inspector.get(), &NodeInspector::nodeActivated);
        m_selection->select(1);
        emit m_tree->itemActivated(row(u"c"_s), 0);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.at(0).at(0).toInt(), 0);
        m_selection->select(0);
        emit m_tree->itemActivated(row(u"x"_s), 0); // an input of the model: nobody makes it
        QCOMPARE(asked.count(), 1);
        emit m_tree->itemActivated(row(u"c"_s), 0);
        QCOMPARE(asked.at(1).at(0).toInt(), 1);
    }

    void linesOfOthers_areShown_andAskedForAgainOnRefresh()
    {
        m_inspector->setModel(conv());
        QString precision = u"int8"_s;
        m_inspector->setLineSource([&](int) { return NodeInspector::Lines{{u"Precision"_s, precision}}; });
        m_selection->select(0);
        QCOMPARE(text(u"Precision"_s), u"int8"_s);
        precision = u"float"_s;
        m_inspector->refresh();
        QCOMPARE(text(u"Precision"_s), u"float"_s);
    }

    void selectionOfAnotherModel_doesNoHarm()
    {
        m_selection->select(99);
        m_inspector->setModel(conv());
        QCOMPARE(text(u"Nodes"_s), u"2"_s);
        m_selection->select({1, 99}, 99);
        QCOMPARE(text(u"Relu"_s), u"1"_s);
    }

    void namesOfAFile_areTakenLiterally()
    {
        ModelBuilder b(13);
        b.import("%2 <b>", 7);
        b.input("x", DataType::Float, {1});
        b.node("Odd", {"x"}, {"y"}, "line\n<i>two</i>").domain("%2 <b>");
        b.output("y", DataType::Float, {1});
        m_inspector->setModel(std::make_shared<OpenedModel>(b.model()));
        m_selection->select(0);
        QCOMPARE(title(), u"line\ufffd<i>two</i>"_s);
        QCOMPARE(text(u"Domain"_s), u"%2 <b>, version 7"_s);
        QVERIFY(row(u"Domain"_s)->toolTip(1).contains(u"&lt;b&gt;"_s));
    }

    void hugeNodes_areBounded()
    {
        ModelBuilder b(13);
        b.input("x", DataType::Float, {1});
        b.node("Sum", std::vector<std::string>(5000, "x"), {"y"}, "sum");
        b.output("y");
        m_inspector->setModel(std::make_shared<OpenedModel>(b.model()));
        m_selection->select(0);
        QVERIFY(row(u"4800 more"_s) || row(u"%n more"_s));
        int rows = 0;
        for (QTreeWidgetItemIterator it(m_tree); *it; ++it)
            ++rows;
        QVERIFY(rows < 300);
    }

private:
    QString title() const { return m_inspector->findChild<QLabel*>()->text(); }

    QTreeWidgetItem* row(const QString& name) const
    {
        return m_tree->findItems(name, Qt::MatchExactly | Qt::MatchRecursive).value(0);
    }

    QString text(const QString& name) const
    {
        const QTreeWidgetItem* found = row(name);
        return found ? found->text(1) : QString();
    }

    std::unique_ptr<NodeSelection> m_selection;
    std::unique_ptr<NodeInspector> m_inspector;
    QTreeWidget* m_tree = nullptr;
};

QTEST_MAIN(TestNodeInspector)
#include "tst_node_inspector.moc"
