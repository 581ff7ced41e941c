// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/source_files.h"

#include <QMap>
#include <QRegularExpression>
#include <QTest>

using namespace quantiscope::test;

namespace {

/// The item models that @p text defines: what derives from one of Qt's, or from one of @p known.
QStringList itemModels(const QString& text, const QStringList& known = {})
{
    static const QRegularExpression kClass("\\bclass\\s+(\\w+)(?:\\s+final)?\\s*:\\s*public\\s+(\\w+)");
    static const QRegularExpression kQtModel("^Q(?!ItemSelection)\\w*Model$");
    QStringList found;
    for (auto match = kClass.globalMatch(text); match.hasNext();) {
        const auto one = match.next();
        const QString base = one.captured(2);
        if (kQtModel.match(base).hasMatch() || known.contains(base) || found.contains(base))
            found += one.captured(1);
    }
    return found;
}

/// Those of @p models over whose objects @p text sets a QAbstractItemModelTester.
QStringList testedModels(const QString& text, const QStringList& models)
{
    static const QRegularExpression kTester("\\bQAbstractItemModelTester\\s+\\w+\\s*[({]\\s*[&*]?\\s*(\\w+)");
    QStringList found;
    for (auto match = kTester.globalMatch(text); match.hasNext();) {
        const auto tester = match.next();
        // The nearest definition above it: names repeat from test to test.
        qsizetype nearest = -1;
        QString type;
        for (const QString& model : models) {
            const QRegularExpression definition("\\b" + model + ">?[\\s*&]+" + tester.captured(1) + "\\s*[;({=]");
            const qsizetype at = text.lastIndexOf(definition, tester.capturedStart());
            if (at > nearest) {
                nearest = at;
                type = model;
            }
        }
        if (!type.isEmpty() && !found.contains(type))
            found += type;
    }
    return found;
}

/// Lines of calls of nlohmann's dump() that throw for text that is no UTF-8 without saying so.
QList<qsizetype> throwingDumps(const QString& text)
{
    static const QRegularExpression kDump("(?:\\.|->)dump\\s*\\(");
    QList<qsizetype> lines;
    for (auto match = kDump.globalMatch(text); match.hasNext();) {
        const auto call = match.next();
        qsizetype end = call.capturedEnd();
        for (int open = 1; open > 0 && end < text.size(); ++end)
            open += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
        if (!text.mid(call.capturedStart(), end - call.capturedStart()).contains("error_handler_t::"))
            lines += text.left(call.capturedStart()).count('\n') + 1;
    }
    return lines;
}

QString textOf(const QString& file)
{
    return readLines(root().filePath(file)).join('\n');
}

const QStringList kSources{"*.h", "*.cpp"};

} // namespace

/// Rules for the sources of the window that no compiler knows.
class tst_WindowSources : public QObject
{
    Q_OBJECT

private slots:
    void everyItemModel_hasAModelTester();
    void everyDump_bearsAnyText();
    void models_areFound_data();
    void models_areFound();
    void testers_areFound_data();
    void testers_areFound();
    void dumps_areFound_data();
    void dumps_areFound();
};

void tst_WindowSources::everyItemModel_hasAModelTester()
{
    QStringList models;
    const QStringList sources = filesBelow("widgets", kSources) + filesBelow("app", kSources);
    for (qsizetype before = -1; before != models.size();) { // until nothing derives from what was found
        before = models.size();
        for (const QString& file : sources)
            models += itemModels(textOf(file), models);
        models.removeDuplicates();
    }
    QVERIFY2(models.size() > 10, "the models were not found");
    QStringList untested = models;
    for (const QString& file : filesBelow("tests/widgets", kSources) + filesBelow("tests/app", kSources)) {
        for (const QString& model : testedModels(textOf(file), models))
            untested.removeAll(model);
    }
    QVERIFY2(untested.isEmpty(), qPrintable("no QAbstractItemModelTester over " + untested.join(", ")));
}

void tst_WindowSources::everyDump_bearsAnyText()
{
    QStringList findings;
    for (const QString& file : filesBelow("widgets", kSources) + filesBelow("app", kSources)) {
        for (const qsizetype line : throwingDumps(textOf(file)))
            findings += QString("%1:%2: dump() does not say what becomes of other text than UTF-8").arg(file).arg(line);
    }
    QVERIFY2(findings.isEmpty(), qPrintable("\n" + findings.join('\n')));
}

void tst_WindowSources::models_areFound_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("models");
    QTest::newRow("list") << "class A final : public QAbstractListModel" << QStringList{"A"};
    QTest::newRow("proxy") << "class A : public QSortFilterProxyModel\n{" << QStringList{"A"};
    QTest::newRow("ready-made") << "class A:public QStandardItemModel" << QStringList{"A"};
    QTest::newRow("over two lines") << "class A final\n    : public QAbstractTableModel" << QStringList{"A"};
    QTest::newRow("of a known one") << "class A : public Known" << QStringList{"A"};
    QTest::newRow("of one above") << "class A : public QAbstractItemModel {};\nclass B : public A"
                                  << QStringList{"A", "B"};
    QTest::newRow("selection") << "class A : public QItemSelectionModel" << QStringList{};
    QTest::newRow("view") << "class A : public QTreeView" << QStringList{};
    QTest::newRow("declared") << "class A;" << QStringList{};
}

void tst_WindowSources::models_areFound()
{
    QFETCH(QString, text);
    QFETCH(QStringList, models);
    QCOMPARE(itemModels(text, {"Known"}), models);
}

void tst_WindowSources::testers_areFound_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("models");
    QTest::newRow("object") << "A model;\nQAbstractItemModelTester tester(&model, mode);" << QStringList{"A"};
    QTest::newRow("pointer") << "std::unique_ptr<A> m_a;\nQAbstractItemModelTester t(m_a.get());" << QStringList{"A"};
    QTest::newRow("reference") << "A& model = *x;\nQAbstractItemModelTester t(&model);" << QStringList{"A"};
    QTest::newRow("with arguments") << "B model(x);\nQAbstractItemModelTester t{&model};" << QStringList{"B"};
    QTest::newRow("the nearest") << "A model;\nB model;\nQAbstractItemModelTester t(&model);" << QStringList{"B"};
    QTest::newRow("defined below") << "QAbstractItemModelTester t(&model);\nA model;" << QStringList{};
    QTest::newRow("another") << "A model;\nQAbstractItemModelTester t(&other);" << QStringList{};
    QTest::newRow("no tester") << "A model;\n#include <QAbstractItemModelTester>" << QStringList{};
}

void tst_WindowSources::testers_areFound()
{
    QFETCH(QString, text);
    QFETCH(QStringList, models);
    QCOMPARE(testedModels(text, {"A", "B"}), models);
}

void tst_WindowSources::dumps_areFound_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<qsizetype>>("lines");
    QTest::newRow("bare") << "\nx.dump()" << QList<qsizetype>{2};
    QTest::newRow("indented") << "x(y).dump(2)" << QList<qsizetype>{1};
    QTest::newRow("by pointer") << "x->dump(f(1), 2)" << QList<qsizetype>{1};
    QTest::newRow("two") << "x.dump();\ny.dump(2);" << QList<qsizetype>{1, 2};
    QTest::newRow("replaces") << "x.dump(2, ' ', false,\n json::error_handler_t::replace)" << QList<qsizetype>{};
    QTest::newRow("throws on purpose") << "x.dump(2, ' ', false, json::error_handler_t::strict)" << QList<qsizetype>{};
    QTest::newRow("another replaces") << "x.dump(), y.dump(-1, ' ', false, json::error_handler_t::replace)"
                                      << QList<qsizetype>{1};
    QTest::newRow("another function") << "x.dumpAll()" << QList<qsizetype>{};
}

void tst_WindowSources::dumps_areFound()
{
    QFETCH(QString, text);
    QFETCH(QList<qsizetype>, lines);
    QCOMPARE(throwingDumps(text), lines);
}

QTEST_GUILESS_MAIN(tst_WindowSources)
#include "tst_window_sources.moc"
