// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/project_view.h"

#include "tests/support/source_directory.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace quantiscope;
using namespace quantiscope::test;
using nlohmann::json;

class tst_ProjectView : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void view_isTheSame_whenWrittenAndRead();
    void nonsense_isPassedOver_data();
    void nonsense_isPassedOver();
    void otherVersions_sayNothing();
    void scopesOfAnotherModel_arePassedOver();

private:
    [[nodiscard]] const ScopeTree& scopes() const { return m_drawing->scopes(); }
    GraphDrawingPtr m_drawing;
};

void tst_ProjectView::initTestCase()
{
    Feedback feedback;
    const Result<OpenedModelPtr> model = openModel(sampleDirectory() / "fashion_cnn.onnx", feedback);
    QVERIFY(model);
    const Result<GraphDrawingPtr> drawing = makeDrawing(*model, feedback);
    QVERIFY(drawing);
    m_drawing = *drawing;
    QVERIFY(scopes().scopes().size() > 2);
}

void tst_ProjectView::view_isTheSame_whenWrittenAndRead()
{
    const ProjectView view{
        .perspective = u"compare"_s,
        .coloring = u"type"_s,
        .errorColoring = u"accumulatedError"_s,
        .isMinimapShown = false,
        .graph = {.root = 1, .expanded = {1, 2}, .direction = GraphViewState::Direction::Right, .isFolded = false},
        .place = GraphPlace{{120.0, -40.0}, 0.75},
        .isQuantizedFolded = false,
        .tickedRuns = {2, 5}};
    const std::optional<ProjectView> read = viewFromJson(toJson(view, scopes()), scopes());
    QVERIFY(read);
    QCOMPARE(read->perspective, view.perspective);
    QCOMPARE(read->coloring, view.coloring);
    QCOMPARE(read->errorColoring, view.errorColoring);
    QCOMPARE(read->isMinimapShown, false);
    QCOMPARE(read->isQuantizedFolded, false);
    QVERIFY(read->tickedRuns == view.tickedRuns);
    QVERIFY(read->graph == view.graph);
    QVERIFY(read->place == view.place);
}

void tst_ProjectView::nonsense_isPassedOver_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");
    const char* values[] = {"null",
                            "-1",
                            "1e300",
                            "\"\xC3\xA4\"",
                            "[[[]]]",
                            "{\"x\":1e300,\"y\":0,\"zoom\":1}",
                            "{\"x\":0,\"y\":0,\"zoom\":0}",
                            "{\"x\":\"0\",\"y\":null,\"zoom\":[]}",
                            "[1,null,\"\",\"/no/such/scope\"]"};
    for (const char* key : {"perspective", "coloring", "minimap", "direction", "inside", "open", "folded",
                            "foldedOtherwise", "quantizedFolded", "tickedRuns", "errorColoring", "place", "unknown"}) {
        for (const char* value : values)
            QTest::addRow("%s %s", key, value) << QByteArray(key) << QByteArray(value);
    }
}

void tst_ProjectView::nonsense_isPassedOver()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    json document = toJson({}, scopes());
    document[key.toStdString()] = json::parse(value.toStdString());
    const std::optional<ProjectView> read = viewFromJson(document, scopes());
    QVERIFY(read);
    QVERIFY(read->graph == GraphViewState());
    QVERIFY(!read->place);
    QVERIFY(read->isMinimapShown && read->isQuantizedFolded);
    QVERIFY(read->tickedRuns == (key == "tickedRuns" && value.startsWith("[1,") ? std::set<int>{1} : std::set<int>()));
}

void tst_ProjectView::otherVersions_sayNothing()
{
    for (const json& document : {json::object(), json{{"version", 2}}, json{{"version", "1"}}, json::array({1})})
        QVERIFY2(!viewFromJson(document, scopes()), document.dump().c_str());
}

void tst_ProjectView::scopesOfAnotherModel_arePassedOver()
{
    json document = toJson({}, scopes());
    document["inside"] = "/model.22/cv2";
    document["open"] = {"/model.22", scopes().at(1).path};
    const std::optional<ProjectView> read = viewFromJson(document, scopes());
    QVERIFY(read);
    QCOMPARE(read->graph.root, 0);
    QVERIFY(read->graph.expanded == std::set<int>{1});
}

QTEST_MAIN(tst_ProjectView)
#include "tst_project_view.moc"
