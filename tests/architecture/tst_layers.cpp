// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/source_files.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace quantiscope::test;

namespace {

/// A module of core/ and what it may include besides itself and base.
struct Module
{
    const char* name;
    QStringList uses;
};

/// The map of CONTRIBUTING.md, lowest layer first: a module uses only modules that stand above it in this list.
const QList<Module>& modules()
{
    static const QList<Module> kModules{
        {"base", {}},
        {"tensor", {}},
        {"numerics", {"tensor"}},
        {"observers", {"numerics", "tensor"}},
        {"model", {"tensor"}},
        {"graph", {"model", "numerics", "tensor"}},
        {"config", {"numerics", "tensor"}},
        {"passes", {"config", "graph", "model", "tensor"}},
        {"runtime", {"model", "numerics", "tensor"}},
        {"data", {"numerics", "tensor"}},
        {"calibration", {"data", "graph", "model", "numerics", "observers", "runtime", "tensor"}},
        {"qdq", {"config", "graph", "numerics", "observers"}},
        {"analysis", {"config", "data", "graph", "model", "numerics", "observers", "qdq", "runtime", "tensor"}},
        {"equalization", {"config", "data", "graph", "model", "numerics", "runtime", "tensor"}},
        {"pipeline",
         {"analysis", "calibration", "config", "data", "equalization", "graph", "model", "numerics", "observers",
          "passes", "qdq", "runtime", "tensor"}},
        {"report", {"analysis", "config", "graph", "model", "numerics", "pipeline", "qdq", "tensor"}},
    };
    return kModules;
}

/// A library and the only places that may include its headers.
struct Library
{
    const char* name;
    QRegularExpression header;
    QStringList places; ///< folders that end with '/', or files
};

const QList<Library>& libraries()
{
    static const QList<Library> kLibraries{
        {"ONNX", QRegularExpression("^onnx/"), {"core/model/", "core/graph/", "core/runtime/"}},
        {"protobuf", QRegularExpression("^google/protobuf/"), {"core/model/", "core/graph/", "core/runtime/"}},
        {"ONNX Runtime", QRegularExpression("onnxruntime_"), {"core/runtime/"}},
        {"OpenCV", QRegularExpression("^opencv2/"), {"core/data/", "core/analysis/structural_similarity.cpp"}},
        {"libzip", QRegularExpression("^zip\\.h$"), {"core/data/"}},
        {"OpenSSL", QRegularExpression("^openssl/"), {"core/base/"}},
        {"CLI11", QRegularExpression("^CLI/"), {"app/cli/"}},
        {"QCustomPlot", QRegularExpression("^qcustomplot\\.h$"), {"widgets/plots/"}},
        {"Qt", QRegularExpression("^(Qt?[A-Z]|q(?!customplot)[a-z]+\\.h$|Qt[A-Za-z]+/)"), {"widgets/", "app/"}},
    };
    return kLibraries;
}

/// Collects "file:line: what is wrong".
class Findings
{
public:
    explicit Findings(const QString& file) : m_file(file) { }

    void add(qsizetype line, const QString& what) { m_all += QString("%1:%2: %3").arg(m_file).arg(line).arg(what); }
    [[nodiscard]] QStringList all() const { return m_all; }

private:
    QString m_file;
    QStringList m_all;
};

bool isIn(const QString& file, const QStringList& places)
{
    return std::any_of(places.begin(), places.end(), [&](const QString& place) {
        return place.endsWith('/') ? file.startsWith(place) : file == place;
    });
}

void checkLibraries(const QString& file, qsizetype line, const QString& header, Findings& findings)
{
    for (const Library& library : libraries()) {
        if (!library.header.match(header).hasMatch())
            continue;
        if (isIn(file, library.places) && !(file.startsWith("app/cli/") && !library.places.contains("app/cli/")))
            continue;
        findings.add(line, QString("<%1>: %2 belongs to %3").arg(header, library.name, library.places.join(", ")));
    }
}

void checkOwnHeader(const QString& file, qsizetype line, const QString& header, Findings& findings)
{
    const QStringList parts = header.split('/');
    if (file.startsWith("app/cli/")) {
        if (parts[0] != "core" && !header.startsWith("app/cli/"))
            findings.add(line, QString("\"%1\": app/cli uses core only").arg(header));
        return;
    }
    if (file.startsWith("widgets/")) {
        if (parts[0] != "core" && parts[0] != "widgets")
            findings.add(line, QString("\"%1\": widgets use core and widgets only").arg(header));
        return;
    }
    if (file.startsWith("app/")) {
        if ((parts[0] != "core" && parts[0] != "widgets" && parts[0] != "app") || header.startsWith("app/cli/"))
            findings.add(line, QString("\"%1\": the window uses core, widgets and app, not app/cli").arg(header));
        return;
    }
    const QString module = file.split('/')[1];
    if (parts[0] == "resources") {
        if (module != "config")
            findings.add(line, QString("\"%1\": resources belong to core/config").arg(header));
        return;
    }
    if (parts[0] != "core" || parts.size() < 3) {
        findings.add(line, QString("\"%1\": core includes core only, by paths from the root").arg(header));
        return;
    }
    if (parts[1] == module || parts[1] == "base")
        return;
    for (const Module& known : modules()) {
        if (known.name == module && known.uses.contains(parts[1]))
            return;
    }
    findings.add(line, QString("\"%1\": core/%2 must not use core/%3").arg(header, module, parts[1]));
}

/// The layer rules, for sources of core/, widgets/ and app/.
QStringList checkLayers(const QString& file, const QStringList& lines)
{
    static const QRegularExpression kInclude("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"]");
    static const QRegularExpression kQtMacro("\\bQ_[A-Z]+\\b|\\bQT_[A-Z_]+\\b|\\bQStringLiteral\\b");
    const bool mayUseQt = !file.startsWith("core/") && !file.startsWith("app/cli/");
    Findings findings(file);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (const auto macro = kQtMacro.match(lines[i]); !mayUseQt && macro.hasMatch())
            findings.add(i + 1, macro.captured() + ": neither core nor app/cli uses Qt");
        const auto include = kInclude.match(lines[i]);
        if (!include.hasMatch())
            continue;
        const QString header = include.captured(2);
        checkLibraries(file, i + 1, header, findings);
        if (include.captured(1) == "\"")
            checkOwnHeader(file, i + 1, header, findings);
    }
    return findings.all();
}

/// Rules for every source file of the repository.
QStringList checkStyle(const QString& file, const QStringList& lines)
{
    constexpr qsizetype kMostLines = 600;
    static const QRegularExpression kUnfinished("\\b(TO"
                                                "DO|FIX"
                                                "ME)\\b");
    Findings findings(file);
    const bool isCpp = file.endsWith(".h") || file.endsWith(".cpp");
    if (!lines.mid(0, 3).join('\n').contains("SPDX-License-Identifier: GPL-3.0-or-later"))
        findings.add(1, "the SPDX line is missing");
    if (file.endsWith(".h") && !lines.contains("#pragma once"))
        findings.add(1, "#pragma once is missing");
    if (isCpp && lines.size() > kMostLines)
        findings.add(kMostLines + 1, QString("%1 lines, at most %2 are allowed").arg(lines.size()).arg(kMostLines));
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (const auto word = kUnfinished.match(lines[i]); word.hasMatch())
            findings.add(i + 1, word.captured() + ": finish it or write an issue");
    }
    return findings.all();
}

} // namespace

class tst_Layers : public QObject
{
    Q_OBJECT

private slots:
    void table_isOrdered();
    void table_hasEveryModule();
    void includes_followTheMap();
    void sources_followTheStyle();
    void rule_findsViolation();
    void rule_findsViolation_data();
    void rule_acceptsSoundFile();
};

void tst_Layers::table_isOrdered()
{
    QStringList above;
    for (const Module& module : modules()) {
        for (const QString& used : module.uses)
            QVERIFY2(above.contains(used), qPrintable(QString("%1 uses %2").arg(module.name, used)));
        above += module.name;
    }
}

void tst_Layers::table_hasEveryModule()
{
    QStringList known{"cmake"};
    for (const Module& module : modules())
        known += module.name;
    for (const QString& folder : QDir(root().filePath("core")).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        QVERIFY2(known.contains(folder), qPrintable("core/" + folder + " is missing in the table of this test"));
}

void tst_Layers::includes_followTheMap()
{
    QStringList findings;
    const QStringList files = filesBelow("core", {"*.h", "*.cpp", "*.h.in"}) + filesBelow("widgets", {"*.h", "*.cpp"})
        + filesBelow("app", {"*.h", "*.cpp"});
    QVERIFY2(files.size() > 100, "the sources were not found");
    for (const QString& file : files)
        findings += checkLayers(file, readLines(root().filePath(file)));
    QVERIFY2(findings.isEmpty(), qPrintable("\n" + findings.join('\n')));
}

void tst_Layers::sources_followTheStyle()
{
    const QStringList patterns{"*.h", "*.cpp", "*.h.in", "*.cmake", "CMakeLists.txt", "*.py", "*.sh"};
    QStringList files{"CMakeLists.txt"};
    for (const char* folder : {"app", "core", "packaging", "resources", "tests", "translations", "widgets"})
        files += filesBelow(folder, patterns);
    QStringList findings;
    for (const QString& file : files)
        findings += checkStyle(file, readLines(root().filePath(file)));
    QVERIFY2(findings.isEmpty(), qPrintable("\n" + findings.join('\n')));
}

void tst_Layers::rule_findsViolation_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("finding");
    const auto row = [](const char* name, const char* file, const char* line, const char* finding) {
        QTest::newRow(name) << QString(file) << QString(line) << QString(finding);
    };
    row("upwards", "core/base/x.cpp", "#include \"core/tensor/shape.h\"", "core/base must not use core/tensor");
    row("sideways", "core/data/x.cpp", "#include \"core/model/model.h\"", "core/data must not use core/model");
    row("pipeline", "core/qdq/x.h", "#include \"core/pipeline/recipe.h\"", "core/qdq must not use core/pipeline");
    row("unknown module", "core/other/x.h", "#include \"core/tensor/shape.h\"", "core/other must not use");
    row("not from the root", "core/base/x.h", "#include \"result.h\"", "by paths from the root");
    row("app in core", "core/pipeline/x.h", "#include \"app/cli/console.h\"", "core includes core only");
    row("tests in app", "app/cli/x.h", "#include \"tests/support/model_builder.h\"", "app/cli uses core only");
    row("resources", "core/data/x.cpp", "#include \"resources/embedded_presets.h\"", "belong to core/config");
    row("onnx", "core/qdq/x.cpp", "#include <onnx/onnx_pb.h>", "ONNX belongs to core/model/");
    row("protobuf", "app/cli/x.cpp", "#include <google/protobuf/arena.h>", "protobuf belongs to");
    row("runtime", "core/model/x.cpp", "#include <onnxruntime_cxx_api.h>", "ONNX Runtime belongs to core/runtime/");
    row("opencv", "core/analysis/x.cpp", "  # include <opencv2/core.hpp>", "OpenCV belongs to core/data/");
    row("libzip", "core/tensor/x.cpp", "#include <zip.h>", "libzip belongs to core/data/");
    row("openssl", "core/model/x.cpp", "#include <openssl/evp.h>", "OpenSSL belongs to core/base/");
    row("cli11", "core/config/x.cpp", "#include <CLI/CLI.hpp>", "CLI11 belongs to app/cli/");
    row("Qt class", "core/base/x.cpp", "#include <QString>", "Qt belongs to widgets/, app/");
    row("Qt module", "app/cli/x.cpp", "#include <QtCore/QString>", "Qt belongs to");
    row("Qt header", "core/base/x.cpp", "#include <qglobal.h>", "Qt belongs to");
    row("plot", "app/pages/x.cpp", "#include <qcustomplot.h>", "QCustomPlot belongs to widgets/plots/");
    row("onnx in a view", "widgets/graph/x.cpp", "#include <onnx/onnx_pb.h>", "ONNX belongs to core/model/");
    row("app in widgets", "widgets/graph/x.h", "#include \"app/settings/settings.h\"", "widgets use core and widgets");
    row("command line in app", "app/pages/x.h", "#include \"app/cli/console.h\"", "not app/cli");
    row("window in the command line", "app/cli/x.h", "#include \"widgets/common/text.h\"", "app/cli uses core only");
    row("Qt macro", "core/base/x.h", "    Q_OBJECT", "Q_OBJECT: neither");
    row("no licence", "core/base/x.cpp", "", "the SPDX line is missing");
    row("no guard", "tests/x.h", "", "#pragma once is missing");
    row("unfinished", "tests/x.cpp",
        "// TO"
        "DO: later",
        "finish it");
}

void tst_Layers::rule_findsViolation()
{
    QFETCH(QString, file);
    QFETCH(QString, line);
    QFETCH(QString, finding);
    const QStringList lines{"", line};
    QStringList findings = checkStyle(file, lines);
    if (!file.startsWith("tests/"))
        findings += checkLayers(file, lines);
    const QStringList fitting = findings.filter(finding);
    QVERIFY2(fitting.size() == 1, qPrintable(findings.join('\n')));
    QVERIFY2(fitting[0].startsWith(file + ":"), qPrintable(fitting[0]));
}

void tst_Layers::rule_acceptsSoundFile()
{
    const QStringList lines{"// SPDX-License-Identifier: GPL-3.0-or-later",
                            "#pragma once",
                            "#include \"core/base/result.h\"",
                            "#include \"core/graph/graph.h\"",
                            "#include <nlohmann/json.hpp>",
                            "#include <queue>",
                            "constexpr auto kQlinear = \"QGemm\";"};
    QCOMPARE(checkLayers("core/qdq/x.h", lines) + checkStyle("core/qdq/x.h", lines), QStringList());
    for (const char* file : {"core/qdq/x.cpp", "app/cli/x.cpp", "tests/core/qdq/x.cpp"}) {
        QCOMPARE(checkStyle(file, lines + QStringList(593, "int x;")), QStringList());
        QCOMPARE(checkStyle(file, lines + QStringList(594, "int x;")).size(), 1);
    }
}

QTEST_GUILESS_MAIN(tst_Layers)
#include "tst_layers.moc"
