// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"
#include "core/tensor/npy.h"
#include "tests/support/model_builder.h"
#include "widgets/common/text.h"
#include "widgets/inspectors/node_inspector.h"
#include "widgets/inspectors/tensor_values_view.h"

#include <QClipboard>
#include <QLabel>
#include <QLocale>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

#include <onnx/onnx_pb.h>

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

    void value_tellsTypeAndShape_andLeadsToItsNodes()
    {
        m_inspector->setModel(conv());
        const QSignalSpy asked(m_inspector.get(), &NodeInspector::nodeActivated);
        m_selection->selectTensor("c");
        QCOMPARE(title(), u"c"_s);
        QCOMPARE(text(u"Type"_s), u"float32"_s);
        QCOMPARE(text(u"Shape"_s), u"1×1×4×4"_s);
        QCOMPARE(row(u"first"_s)->parent()->text(0), u"Made by"_s);
        QCOMPARE(text(u"second"_s), u"Relu"_s);
        emit m_tree->itemActivated(row(u"second"_s), 0);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.at(0).at(0).toInt(), 1);
        QVERIFY(!values()->isVisibleTo(m_inspector.get()));
        m_selection->selectTensor("x");
        QCOMPARE(text(u"Made by"_s), u"an input of the model"_s);
        m_selection->selectTensor("y");
        QCOMPARE(text(u"Read by"_s), u"an output of the model"_s);
        m_selection->selectTensor("of another model");
        QCOMPARE(text(u"Nodes"_s), u"2"_s);
    }

    void constant_isOpenedFromItsNode_andShowsAllElements()
    {
        m_inspector->setModel(conv());
        m_selection->select(0);
        emit m_tree->itemActivated(row(u"w"_s), 0);
        QCOMPARE(m_selection->tensor(), std::string("w"));
        QCOMPARE(title(), u"w"_s);
        QTRY_VERIFY(values()->isVisibleTo(m_inspector.get()));
        QCOMPARE(text(u"Range"_s), u"-1.5 … 2.5"_s);
        QCOMPARE(text(u"first"_s), u"Conv"_s); // who reads it
        const QAbstractItemModel* elements = values()->findChild<QTreeView*>()->model();
        QCOMPARE(elements->rowCount(), 2);
        QCOMPARE(elements->index(1, 1).data().toString(), u"2.5"_s);
        m_selection->select(0); // the node again
        QVERIFY(!values()->isVisibleTo(m_inspector.get()));
    }

    void elements_areCopied()
    {
        m_inspector->setModel(conv());
        m_selection->selectTensor("w");
        QTRY_VERIFY(values()->isVisibleTo(m_inspector.get()));
        values()->findChild<QToolButton*>(u"copyValues"_s)->click();
        QTRY_COMPARE(QGuiApplication::clipboard()->text(), u"-1.5\n2.5\n"_s);
        m_inspector->show();
        QVERIFY(QTest::qWaitForWindowActive(m_inspector.get()));
        auto* list = values()->findChild<QTreeView*>();
        list->setFocus();
        list->selectionModel()->select(list->model()->index(1, 0),
                                       QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        QTest::keySequence(list, QKeySequence(QKeySequence::Copy));
        QCOMPARE(QGuiApplication::clipboard()->text(), u"2.5\n"_s);
    }

    void elements_areSaved_butNotOverTheModel()
    {
        const QTemporaryDir folder;
        m_inspector->setModel(conv());
        m_selection->selectTensor("w");
        QTRY_VERIFY(values()->isVisibleTo(m_inspector.get()));
        const QSignalSpy saved(values(), &TensorValuesView::saved);
        const QString path = folder.filePath(u"w.npy"_s);
        values()->saveTo(path);
        QTRY_COMPARE(saved.count(), 1);
        QVERIFY(saved.at(0).at(0).toBool());
        const Result<Tensor> read = readNpy(toPath(path));
        QVERIFY(read);
        QCOMPARE(read->shape(), (Shape{1, 1, 1, 2}));
        QCOMPARE(read->as<float>()[1], 2.5F);

        const auto mapped = MappedFile::open(toPath(path), ErrorCode::DataRefused); // as the weights of a model are
        QVERIFY(mapped);
        values()->saveTo(path);
        QTRY_COMPARE(saved.count(), 2);
        QVERIFY(!saved.at(1).at(0).toBool());
        const auto labels = values()->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](const QLabel* label) { return label->text().contains(u"open model"_s); }));
    }

    void quantization_isToldAfterARun()
    {
        class Facts final : public EdgeFacts
        {
        public:
            QString text(const std::string& tensor) const override { return tensor == "c" ? u"s8 · 2⁻¹"_s : QString(); }
        };
        m_inspector->setModel(conv());
        m_selection->select(0);
        QVERIFY(!row(u"Quantized"_s));
        m_inspector->setEdgeFacts(std::make_shared<Facts>());
        QCOMPARE(text(u"Quantized"_s), u"s8 · 2⁻¹"_s);
        m_selection->selectTensor("c");
        QCOMPARE(text(u"Quantized"_s), u"s8 · 2⁻¹"_s);
        m_selection->selectTensor("x");
        QVERIFY(!row(u"Quantized"_s));
        m_selection->selectTensor("c");
        m_inspector->setModel(conv());
        QVERIFY(!row(u"Quantized"_s));
    }

    void constantsOfBodies_haveFacts()
    {
        ModelBuilder b(13);
        b.input("x", DataType::Float, {1});
        b.input("c", DataType::Bool, {});
        b.initializer("w", {1}, {3.0F});
        b.node("If", {"c"}, {"y"}, "if");
        for (const char* name : {"then_branch", "else_branch"}) {
            auto* attribute = b.proto().mutable_graph()->mutable_node(0)->add_attribute();
            attribute->set_name(name);
            attribute->set_type(onnx::AttributeProto::GRAPH);
            auto* body = attribute->mutable_g();
            body->set_name(name);
            auto* node = body->add_node();
            node->set_op_type("Add");
            node->add_input("x");
            node->add_input("w");
            node->add_output(std::string(name) + "_out");
            *body->add_output() = b.proto().graph().input(0);
            body->mutable_output(0)->set_name(std::string(name) + "_out");
        }
        b.output("y", DataType::Float, {1});
        m_inspector->setModel(std::make_shared<OpenedModel>(b.model()));
        m_selection->select(0);
        QCOMPARE(row(u"w"_s)->parent()->text(0), u"Read by its subgraphs"_s);
        QTRY_COMPARE(text(u"Range"_s), u"3 … 3"_s);
        m_selection->selectTensor("w");
        QCOMPARE(text(u"if"_s), u"If"_s);
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
        QCOMPARE(m_selection->tensor(), std::string("x"));
        m_selection->select(0);
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

    TensorValuesView* values() const { return m_inspector->findChild<TensorValuesView*>(); }

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
