// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/project.h"
#include "app/document/project_file.h"
#include "core/config/presets.h"
#include "tests/support/processor_time.h"
#include "tests/support/verify_result.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace quantiscope;

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

Recipe recipeOf(const char* preset)
{
    Recipe recipe;
    recipe.config = findPreset(preset, ErrorCode::InvalidArgument)->config;
    return recipe;
}

/// A project with something in every member that a file can have.
ProjectFile fullProject(const fs::path& folder)
{
    ProjectFile project;
    project.model = folder / "net.onnx";
    project.recipe = recipeOf("XINT8");
    project.recipe.calibration.emplace();
    project.recipe.calibration->source = (folder / "calib").string();
    project.recipe.calibration->samples = 12;
    project.view = {{"perspective", "compare"}, {"scale", 1.5}};
    RunSummary run;
    run.number = 3;
    run.time = "2026-11-22T00:43:02Z";
    run.recipe = recipeOf("A8W8");
    run.output = folder / "p_runs" / "run-003.onnx";
    run.report = folder / "p_runs" / "run-003.report.json";
    run.samples = 64;
    run.seconds = 2.5;
    run.statisticsReused = true;
    run.quantizedNodes = 10;
    run.nodes = 12;
    run.floatBytes = 4000;
    run.outputBytes = 1100;
    run.measuredOn = RunSummary::MeasuredOn::Evaluation;
    run.measuredSamples = 32;
    run.outputs.push_back({"logits", {0.99, 0.95}, {40.0, 31.5}});
    run.accuracy = ClassificationSummary{100, 90, 99, 88, 98};
    run.gates = 2;
    run.gatesMet = 1;
    run.warnings = 1;
    run.modelHash = "ab";
    run.outputHash = "cd";
    run.dataHash = "ef";
    project.runs.push_back(run);
    return project;
}

void write(const fs::path& path, const std::string& text)
{
    std::ofstream(path, std::ios::binary) << text;
}

fs::path folderOf(const QTemporaryDir& folder)
{
    return folder.path().toStdString();
}

/// Places of all values below @p value, lists and objects included, the document itself not.
void collect(const json& value, const json::json_pointer& at, std::vector<json::json_pointer>& places)
{
    if (value.is_object()) {
        for (const auto& [key, member] : value.items()) {
            places.push_back(at / key);
            collect(member, at / key, places);
        }
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            places.push_back(at / i);
            collect(value[i], at / i, places);
        }
    }
}

bool isBelow(const std::string& place, const char* prefix)
{
    return place.starts_with(prefix);
}

/// What a wrong value may be taken as; everything else has to be refused.
bool isFreeFor(const std::string& place, const json& was, const json& value)
{
    if (isBelow(place, "/view/"))
        return true; // whatever the window wrote there: who reads it must bear it
    if (isBelow(place, "/recipe") || isBelow(place, "/runs/0/recipe"))
        return true; // the engine's own tests
    if (was.is_number() && value.is_number())
        return true;
    if (value.is_null())
        return true; // as if it were missing
    return value.type() == was.type();
}

} // namespace

/// Project files that nobody's program wrote, or that were damaged on the way.
class tst_HostileProject : public QObject
{
    Q_OBJECT

private slots:
    void everyMember_ofAnotherType_isRefusedByName();
    void everyNumber_outOfRange_isRefusedOrHarmless();
    void everyMember_twice_isRefused();
    void everyMember_missing_isBorne();
    void version_outOfRange_isRefused_data();
    void version_outOfRange_isRefused();
    void hugeFile_isRefusedAtOnce();
    void longText_isBorne();
    void deepNesting_isRefused_data();
    void deepNesting_isRefused();
    void byteOrderMark_isRead();
    void otherEncodings_areRefused_data();
    void otherEncodings_areRefused();
    void pathsOutside_areKept_butNeverDeleted();
    void runsFolderElsewhere_widensNothing();
    void manyRuns_areReadQuickly();
    void linksInACircle_areAnError();
    void deviceOrPipeAsProject_isRefused();

private:
    /// What is told about @p text; empty when it is read.
    static QString refusal(const std::string& text)
    {
        const Result<ProjectFile> read = readProject(text, "p.qsproj", "/folder");
        if (read)
            return {};
        if (read.error().code != ErrorCode::ConfigRefused || read.error().message.empty())
            qFatal("an error without a sentence");
        return QString::fromStdString(read.error().message);
    }
    static json document() { return json::parse(projectText(fullProject("/folder"), "/folder")); }
    static std::string textOf(const json& value) { return value.dump(); }
};

void tst_HostileProject::everyMember_ofAnotherType_isRefusedByName()
{
    const json sound = document();
    QCOMPARE(refusal(textOf(sound)), QString());
    std::vector<json::json_pointer> places;
    collect(sound, json::json_pointer(), places);
    QVERIFY(places.size() > 40);
    const std::vector<json> values{
        nullptr, true, -7, 0.5, "text", json::array(), json::object(), json::array({1, "a"}), json{{"x", 1}}};
    int refused = 0;
    for (const json::json_pointer& place : places) {
        for (const json& value : values) {
            json damaged = sound;
            damaged[place] = value;
            const QString told = refusal(textOf(damaged));
            const std::string what = place.to_string() + " = " + value.dump() + ": " + told.toStdString();
            refused += told.isEmpty() ? 0 : 1;
            if (isFreeFor(place.to_string(), sound[place], value))
                continue;
            QVERIFY2(!told.isEmpty(), what.c_str());
            const std::string key = place.back().find_first_not_of("0123456789") == std::string::npos
                ? place.parent_pointer().back()
                : place.back();
            QVERIFY2(told.contains(QString::fromStdString(key)) || key == "format", what.c_str());
        }
    }
    QVERIFY(refused > 200);
}

void tst_HostileProject::everyNumber_outOfRange_isRefusedOrHarmless()
{
    const json sound = document();
    std::vector<json::json_pointer> places;
    collect(sound, json::json_pointer(), places);
    for (const json::json_pointer& place : places) {
        if (!sound[place].is_number())
            continue;
        for (const char* number : {"1e400", "-1e400", "1e308", "-1", "9223372036854775807", "9223372036854775808",
                                   "18446744073709551616", "-9223372036854775809", "0.1", "1e-320", "-0"}) {
            json damaged = sound;
            damaged[place] = "@@";
            std::string text = textOf(damaged);
            text.replace(text.find("\"@@\""), 4, number);
            const Result<ProjectFile> read = readProject(text, "p.qsproj", "/folder");
            if (!read)
                continue;
            // What was taken can be written and is read as the same.
            const std::string again = projectText(*read, "/folder");
            const Result<ProjectFile> second = readProject(again, "p.qsproj", "/folder");
            QVERIFY2(second, (place.to_string() + " = " + number).c_str());
            QCOMPARE(projectText(*second, "/folder"), again);
        }
    }
}

void tst_HostileProject::everyMember_twice_isRefused()
{
    const json sound = document();
    std::vector<json::json_pointer> places;
    collect(sound, json::json_pointer(), places);
    for (const json::json_pointer& place : places) {
        if (!sound[place.parent_pointer()].is_object())
            continue;
        json damaged = sound;
        damaged[place.parent_pointer()]["@@"] = sound[place];
        std::string text = textOf(damaged);
        text.replace(text.find("\"@@\""), 4, "\"" + place.back() + "\"");
        QVERIFY2(refusal(text).contains(QLatin1String("twice")), place.to_string().c_str());
    }
}

void tst_HostileProject::everyMember_missing_isBorne()
{
    const json sound = document();
    std::vector<json::json_pointer> places;
    collect(sound, json::json_pointer(), places);
    for (const json::json_pointer& place : places) {
        json damaged = sound;
        json& holder = damaged[place.parent_pointer()];
        if (holder.is_object())
            holder.erase(place.back());
        else
            holder.erase(std::stoul(place.back()));
        const QString told = refusal(textOf(damaged));
        for (const char* needed : {"/format", "/recipe", "/runs/0/number", "/runs/0/output"})
            QVERIFY2(place.to_string() != needed || !told.isEmpty(), needed);
    }
}

void tst_HostileProject::version_outOfRange_isRefused_data()
{
    QTest::addColumn<QByteArray>("version");
    for (const char* version : {"2", "1000000", "9223372036854775807", "9223372036854775808", "1e30", "1.5", "0", "-1",
                                "\"1\"", "[1]", "{}", "true"})
        QTest::newRow(version) << QByteArray(version);
}

void tst_HostileProject::version_outOfRange_isRefused()
{
    QFETCH(QByteArray, version);
    json damaged = document();
    damaged["version"] = "@@";
    std::string text = textOf(damaged);
    text.replace(text.find("\"@@\""), 4, version.toStdString());
    QVERIFY2(refusal(text).contains(QLatin1String("version")), qPrintable(refusal(text)));
}

void tst_HostileProject::hugeFile_isRefusedAtOnce()
{
    const QTemporaryDir folder;
    const fs::path path = folderOf(folder) / "p.qsproj";
    write(path, R"({"format": "quantiscope-project", "model": ")");
    fs::resize_file(path, std::uintmax_t(200) << 20); // a text of 200 MB that never ends
    const test::ProcessorTime time;
    const Result<ProjectFile> read = loadProject(path);
    QVERIFY(!read);
    QVERIFY2(read.error().message.find("p.qsproj") != std::string::npos, read.error().message.c_str());
    QVERIFY2(time.isBelow(0.5), time.text().constData());
}

void tst_HostileProject::longText_isBorne()
{
    const std::string text(4'000'000, 'x');
    json damaged = document();
    damaged["model"] = text;
    QCOMPARE(refusal(textOf(damaged)), QString());
    damaged["modle"] = text;
    QVERIFY(refusal(textOf(damaged)).contains(QLatin1String("modle")));
    json unknown = document();
    unknown[text] = 1;
    const QString told = refusal(textOf(unknown));
    QVERIFY(!told.isEmpty());
    QVERIFY2(told.size() < 10'000, qPrintable(QString::number(told.size()))); // it is shown in a strip
    json measured = document();
    measured["runs"][0]["result"]["measuredOn"] = text;
    QVERIFY(!refusal(textOf(measured)).isEmpty());
    QVERIFY(refusal(textOf(measured)).size() < 10'000);
}

void tst_HostileProject::deepNesting_isRefused_data()
{
    QTest::addColumn<QByteArray>("member");
    QTest::newRow("view") << QByteArray("view");
    QTest::newRow("model") << QByteArray("model");
    QTest::newRow("runs") << QByteArray("runs");
    QTest::newRow("recipe") << QByteArray("recipe");
}

void tst_HostileProject::deepNesting_isRefused()
{
    QFETCH(QByteArray, member);
    for (const std::string& one : {std::string("["), std::string("{\"a\":")}) {
        std::string nested;
        for (int i = 0; i < 100'000; ++i)
            nested += one;
        json damaged = document();
        damaged[member.toStdString()] = "@@";
        std::string text = textOf(damaged);
        text.replace(text.find("\"@@\""), 4, nested); // not even closed
        QVERIFY2(!refusal(text).isEmpty(), one.c_str());
        text = textOf(damaged);
        const std::string closed = nested + "1" + std::string(100'000, one == "[" ? ']' : '}');
        text.replace(text.find("\"@@\""), 4, closed);
        QVERIFY2(refusal(text).contains(QLatin1String("nested too deeply")), qPrintable(refusal(text)));
    }
}

void tst_HostileProject::byteOrderMark_isRead()
{
    const QTemporaryDir folder;
    const fs::path path = folderOf(folder) / "p.qsproj";
    write(path, "\xEF\xBB\xBF" + textOf(document()));
    const Result<ProjectFile> read = loadProject(path);
    VERIFY_OK(read);
    QCOMPARE(read->runs.size(), std::size_t(1));
}

void tst_HostileProject::otherEncodings_areRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    const QByteArray sound = QByteArray::fromStdString(textOf(document()));
    const auto damaged = [&sound](const QByteArray& bytes) {
        QByteArray text = sound;
        return text.replace("logits", bytes);
    };
    QTest::newRow("two bytes, cut") << damaged("caf\xC3");
    QTest::newRow("three bytes, cut") << damaged("\xE6\xA8");
    QTest::newRow("four bytes, cut") << damaged("\xF0\x9F\x98");
    QTest::newRow("overlong") << damaged("\xC0\xAF");
    QTest::newRow("surrogate") << damaged("\xED\xA0\x80");
    QTest::newRow("above Unicode") << damaged("\xF5\x80\x80\x80");
    QTest::newRow("Latin-1") << damaged("caf\xE9");
    QTest::newRow("half a surrogate pair") << damaged("\\ud83d");
    QTest::newRow("control character") << damaged("a\x01");
    QTest::newRow("zero byte") << damaged(QByteArray("a\0b", 3));
    const QString words = QString::fromUtf8(sound);
    QTest::newRow("UTF-16") << QByteArray(reinterpret_cast<const char*>(words.utf16()), words.size() * 2);
    QTest::newRow("UTF-16 with its mark")
        << QByteArray("\xFF\xFE") + QByteArray(reinterpret_cast<const char*>(words.utf16()), words.size() * 2);
}

void tst_HostileProject::otherEncodings_areRefused()
{
    QFETCH(QByteArray, text);
    QVERIFY2(refusal(text.toStdString()).contains(QLatin1String("not valid JSON")),
             qPrintable(refusal(text.toStdString())));
}

void tst_HostileProject::pathsOutside_areKept_butNeverDeleted()
{
    const QTemporaryDir folder;
    const fs::path own = folderOf(folder) / "project";
    const fs::path other = folderOf(folder) / "other";
    fs::create_directories(own / "p_runs");
    fs::create_directories(other);
    write(other / "run-001.onnx", "thesis");
    write(other / "run-001.report.json", "{}");
    write(own / "net.onnx", "model");
    write(own / "p_runs" / "run-009.onnx", "run");
    fs::create_directory_symlink(other, own / "p_runs" / "link");
    const std::vector<std::string> outputs{(other / "run-001.onnx").string(),
                                           "../other/run-001.onnx",
                                           "p_runs/../../other/run-001.onnx",
                                           "p_runs/link/run-001.onnx",
                                           "p_runs",
                                           "net.onnx",
                                           "p_runs/../net.onnx",
                                           "p_runs/run-001.onnx/../../net.onnx",
                                           "/",
                                           ".",
                                           "..",
                                           "/etc/passwd",
                                           std::string("p_runs/run-001.onnx\0/x", 22)};
    json damaged = document();
    const json run = damaged["runs"][0];
    damaged["runs"] = json::array();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        damaged["runs"].push_back(run);
        damaged["runs"][i]["number"] = i + 1;
        damaged["runs"][i]["output"] = outputs[i];
        damaged["runs"][i]["report"] = (other / "run-001.report.json").string();
    }
    write(own / "p.qsproj", textOf(damaged));
    Result<ProjectFile> read = loadProject(own / "p.qsproj");
    VERIFY_OK(read);
    QCOMPARE(read->runs[1].output, other / "run-001.onnx");
    Project project;
    project.open(own / "p.qsproj", *read);
    QCOMPARE(project.runs().size(), outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        for (const fs::path& file : project.filesOfRun(int(i + 1)))
            QVERIFY2(false, (outputs[i] + " would delete " + file.string()).c_str());
        VERIFY_OK(project.removeRun(int(i + 1)));
    }
    for (const fs::path& file :
         {other / "run-001.onnx", other / "run-001.report.json", own / "net.onnx", own / "p_runs" / "run-009.onnx"})
        QVERIFY2(fs::exists(file), file.c_str());
}

void tst_HostileProject::runsFolderElsewhere_widensNothing()
{
    const QTemporaryDir folder;
    const fs::path own = folderOf(folder) / "project";
    const fs::path other = folderOf(folder) / "other";
    fs::create_directories(own / "inside");
    fs::create_directories(other / "net_runs");
    fs::create_directories(own / "net_runs");
    fs::create_directory_symlink(other, own / "p_runs");
    fs::create_directory_symlink(other, own / "link");
    const char* const names[] = {"run-001.onnx", "run-001.report.json", "run-001.evaluation.json", "run-notes.txt"};
    for (const fs::path& place : {other, other / "net_runs", own / "inside", own / "net_runs"}) {
        for (const char* name : names)
            write(place / name, "mine");
    }
    fs::path model = other / "net.onnx"; // whose usual folder of runs is net_runs beside it
    const auto filesWith = [&](const fs::path& runsFolder, const fs::path& output, const fs::path& report) {
        json damaged = document();
        const json run = damaged["runs"][0];
        damaged["model"] = model.string();
        damaged["runsFolder"] = runsFolder.string();
        damaged["runs"] = json::array({run});
        damaged["runs"][0]["number"] = 1;
        damaged["runs"][0]["output"] = output.string();
        damaged["runs"][0]["report"] = report.string();
        write(own / "p.qsproj", textOf(damaged));
        return loadProject(own / "p.qsproj");
    };
    Project project;
    const auto countOf = [&](const Result<ProjectFile>& read) {
        project.open(own / "p.qsproj", *read);
        return project.filesOfRun(1).size();
    };
    const auto countIn = [&](const fs::path& place) {
        return countOf(filesWith(place, place / "run-001.onnx", place / "run-001.report.json"));
    };
    for (const fs::path& place : {other, own / ".." / "other", other / "net_runs", own / "p_runs", own / "inside",
                                  own / "link" / "net_runs", own / "net_runs"})
        QVERIFY2(countIn(place) == 0, place.c_str());
    model = own / "link" / "net.onnx"; // as if it lay beside the project
    QCOMPARE(countIn(own / "link" / "net_runs"), std::size_t(0));
    // A folder of the model that does lie there: only what is named as the run's own.
    model = own / "net.onnx";
    const fs::path beside = own / "net_runs";
    QCOMPARE(countIn(own / "inside"), std::size_t(0));
    QCOMPARE(countOf(filesWith({}, beside / "run-001.onnx", beside / "run-notes.txt")), std::size_t(2));
    QCOMPARE(countOf(filesWith({}, beside / "run-notes.txt", beside / "run-001.report.json")), std::size_t(0));
    // So in the project's own, once it is no link.
    fs::remove(own / "p_runs");
    fs::rename(own / "inside", own / "p_runs");
    model = other / "net.onnx";
    QCOMPARE(countIn(own / "p_runs"), std::size_t(3));
    // A run that is made there does not make it the user's choice, a choice does.
    const Result<ProjectFile> elsewhere = filesWith(other, other / "run-001.onnx", other / "run-001.report.json");
    QCOMPARE(countOf(elsewhere), std::size_t(0));
    QuantizeJob job;
    job.request.output = other / "run-002.onnx";
    RunReport report;
    report.outputPath = job.request.output.string();
    project.addRun(job, report, 1.0);
    QCOMPARE(project.filesOfRun(1).size(), std::size_t(0));
    VERIFY_OK(project.removeRun(1));
    QVERIFY(fs::exists(other / "run-001.onnx"));
    project.setRunsFolder(other);
    QCOMPARE(countOf(elsewhere), std::size_t(3));
}

void tst_HostileProject::manyRuns_areReadQuickly()
{
    json damaged = document();
    const json run = damaged["runs"][0];
    for (int i = 0; i < 2000; ++i) {
        damaged["runs"].push_back(run);
        damaged["runs"].back()["number"] = i + 4;
    }
    const test::ProcessorTime time;
    QCOMPARE(refusal(textOf(damaged)), QString());
    QVERIFY2(time.isBelow(5.0), time.text().constData());
    damaged["runs"].push_back(run);
    QVERIFY(refusal(textOf(damaged)).contains(QLatin1String("must rise")));
    damaged["runs"].back()["number"] = RunSummary::kMostNumber + 1;
    QVERIFY(refusal(textOf(damaged)).contains(QLatin1String("number")));
}

void tst_HostileProject::linksInACircle_areAnError()
{
    const QTemporaryDir folder;
    const fs::path a = folderOf(folder) / "a.qsproj";
    const fs::path b = folderOf(folder) / "b.qsproj";
    fs::create_symlink(b, a);
    fs::create_symlink(a, b);
    const Result<ProjectFile> read = loadProject(a);
    QVERIFY(!read);
    QVERIFY2(read.error().message.find("a.qsproj") != std::string::npos, read.error().message.c_str());
    const Result<void> saved = saveProject(fullProject(folderOf(folder)), a);
    QVERIFY(!saved);
    QVERIFY2(saved.error().message.find("a.qsproj") != std::string::npos, saved.error().message.c_str());
    QVERIFY(fs::is_symlink(a) && fs::is_symlink(b));
    // A model in a circle is a model that is missing; the project is read.
    write(folderOf(folder) / "p.qsproj", [] {
        json text = document();
        text["model"] = "a.qsproj";
        return textOf(text);
    }());
    VERIFY_OK(loadProject(folderOf(folder) / "p.qsproj"));
}

void tst_HostileProject::deviceOrPipeAsProject_isRefused()
{
    for (const char* path : {"/dev/null", "/dev/zero", "/proc/self/mem"}) {
        const Result<ProjectFile> read = loadProject(path);
        QVERIFY2(!read, path);
        QVERIFY2(read.error().message.find(path) != std::string::npos, read.error().message.c_str());
    }
}

QTEST_MAIN(tst_HostileProject)
#include "tst_hostile_project.moc"
