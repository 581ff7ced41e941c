// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the window through its perspectives and writes a picture of each. Without a model: the bundled sample.
//
//   quantiscope_screenshots FOLDER [--theme light|dark] [--language en|zh_CN] [--size 1440x900]
//                           [--model MODEL --data FOLDER [--preset NAME] [--preprocess NAME] [--labelled FOLDER]]
//                           [--only-analyse | --without-analyse]

#include "app/jobs/job_queue.h"
#include "app/mainwindow/main_window.h"
#include "app/mainwindow/second_graph_pane.h"
#include "app/runs/difference_panel.h"
#include "app/runs/samples_panel.h"
#include "app/settings/settings.h"
#include "app/settings/translation.h"
#include "core/config/presets.h"
#include "core/data/image_decoder.h"
#include "core/data/preprocess.h"
#include "core/runtime/runtime_environment.h"
#include "tests/screenshots/window_camera.h"
#include "tests/support/loop_network.h"
#include "widgets/common/background_task.h"
#include "widgets/common/command_palette.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/graph/graph_find_field.h"
#include "widgets/graph/graph_pane.h"
#include "widgets/recipe/effect_watcher.h"
#include "widgets/recipe/preset_help.h"
#include "widgets/recipe/recipe_editor.h"
#include "widgets/recipe/recipe_panel.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QFileInfo>
#include <QFont>
#include <QFontDatabase>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QScreen>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QUndoStack>

#include <cstdio>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

void raise(MainWindow& window, const char* dock)
{
    auto* found = window.findChild<QDockWidget*>(QStringLiteral("dock.") + QString::fromLatin1(dock));
    found->show();
    found->raise();
}

/// The runs are not saved in a project, and the window asks before it drops them.
void discardWhenAsked(MainWindow& window)
{
    QTimer::singleShot(300, &window, [] {
        if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget()))
            box->button(QMessageBox::Discard)->click();
    });
}

/// A dialog that an action opens and waits for.
void takeDialog(MainWindow& window, WindowCamera& camera, const char* action, const QString& name)
{
    QTimer::singleShot(0, &window, [&camera, name] {
        camera.takeWithPopups(name);
        if (QWidget* dialog = QApplication::activeModalWidget())
            dialog->close();
    });
    trigger(window, action);
}

/// The graph's levels of detail, with every block open.
void takeZooms(MainWindow& window, WindowCamera& camera)
{
    trigger(window, "graph.expandAll");
    QTest::qWait(500);
    waitFor("all blocks", [&] { return !window.graphPane().navigator().isBusy(); });
    for (const int percent : {60, 30, 10}) {
        window.graphPane().view().setZoom(percent / 100.0);
        camera.take(QStringLiteral("02-zoom%1").arg(percent));
    }
    trigger(window, "graph.collapseAll");
    QTest::qWait(500);
    waitFor("closed blocks", [&] { return !window.graphPane().navigator().isBusy(); });
    window.graphPane().view().fit();
}

/// What is found in the graph, what was done, and what the checks say.
void takeDocks(MainWindow& window, WindowCamera& camera)
{
    auto* find = window.graphPane().findChild<GraphFindField*>();
    find->setText(QStringLiteral("conv"));
    camera.take(QStringLiteral("02-search"));
    find->clear();
    raise(window, "history");
    raise(window, "findings");
    camera.take(QStringLiteral("02-history"));
    raise(window, "recipe");
    raise(window, "selection");
}

/// Pictures with every fault that the guidelines tell of, made of those that the recipe calibrates with.
void takeFindings(MainWindow& window, WindowCamera& camera, const QString& folder)
{
    const Recipe before = window.project().editor().recipe();
    const QDir from(QString::fromStdString(before.calibration->source));
    const QStringList pictures = from.entryList({QStringLiteral("*.png"), QStringLiteral("*.jpg")}, QDir::Files);
    if (pictures.isEmpty())
        return;
    const QDir to(folder + QStringLiteral("/faulty"));
    to.mkpath(QStringLiteral("."));
    for (int i = 0; i < std::min<int>(12, int(pictures.size())); ++i)
        QFile::copy(from.filePath(pictures[i]), to.filePath(QStringLiteral("%1-").arg(i) + pictures[i]));
    for (int i = 0; i < 3; ++i)
        QFile::copy(from.filePath(pictures[0]), to.filePath(QStringLiteral("copy-%1-").arg(i) + pictures[0]));
    QFile broken(to.filePath(QStringLiteral("broken.png")));
    if (broken.open(QIODevice::WriteOnly))
        broken.write("no picture");
    broken.close();
    Recipe faulty = before;
    faulty.calibration->source = to.path().toStdString();
    faulty.calibration->samples = 0;
    faulty.calibration->preprocess.scale.reset();
    window.project().editor().apply(QStringLiteral("Data"), faulty);
    QTest::qWait(2500);
    camera.take(QStringLiteral("04-findings"));
    window.project().editor().undoStack().undo();
}

/// One task that runs, and those that wait behind it.
void takeQueue(MainWindow& window, WindowCamera& camera)
{
    trigger(window, "run.calibrate");
    trigger(window, "run.quantize");
    QTest::qWait(300);
    camera.take(QStringLiteral("04-queue"));
    for (const auto& job : window.jobs().jobs()) {
        if (job->status == JobStatus::Queued)
            window.jobs().cancel(job->id);
    }
}

/// The body of a loop beside the graph that it belongs to.
void takeSubgraph(MainWindow& window, WindowCamera& camera, const QString& folder)
{
    const QString file = folder + QStringLiteral("/loop.onnx");
    if (const Result<void> written = loopNetwork().model().save(toPath(file), {}); !written) {
        std::fprintf(stderr, "quantiscope_screenshots: %s\n", written.error().message.c_str());
        std::exit(1);
    }
    const GraphDrawingPtr before = window.drawing();
    window.open(file);
    waitFor("the loop", [&] { return window.drawing() && window.drawing() != before; });
    QTest::qWait(500);
    QMenu menu;
    window.findChild<SecondGraphPane*>()->addSubgraphActions(&menu, window.drawing()->modelPtr(), 0);
    if (!menu.isEmpty())
        menu.actions().front()->trigger();
    QTest::qWait(1500);
    camera.take(QStringLiteral("02-subgraph"));
}

/// Where the run loses accuracy.
void takeAnalysis(MainWindow& window, WindowCamera& camera)
{
    window.showPerspective(Perspective::Analyse);
    camera.take(QStringLiteral("05-empty"));
    runJob(window, "analyse.run");
    runJob(window, "analyse.sensitivity");
    trigger(window, "analyse.nextWorst");
    QTest::qWait(2000);
    camera.take(QStringLiteral("05-analyse"));
    raise(window, "sensitivity");
    raise(window, "advice");
    camera.take(QStringLiteral("05-no-advice"));
    trigger(window, "analyse.advise");
    waitFor("advice", [&] {
        const auto job = window.jobs().running();
        return window.jobs().isIdle() || (job && job->progress.stage >= 0 && job->progress.done > 8);
    });
    camera.take(QStringLiteral("05-advice"));
    if (const auto job = window.jobs().running())
        window.jobs().cancel(job->id);
    waitFor("the end of the advice", [&] { return window.jobs().isIdle(); });
    raise(window, "layerErrors");
    trigger(window, "analyse.firstWrong"); // a weight, mostly
    QTest::qWait(2000);
    camera.take(QStringLiteral("05-weight"));
}

/// Two runs side by side: what differs, tab by tab, and the samples whose answer flipped.
void takeDashboard(MainWindow& window, WindowCamera& camera)
{
    camera.take(QStringLiteral("06-compare"));
    auto* tabs = window.findChild<DifferencePanel*>()->findChild<QTabBar*>();
    for (const char* tab : {"scales", "errors", "tensors", "stages"}) {
        tabs->setCurrentIndex(tabs->currentIndex() + 1);
        camera.take(QStringLiteral("06-") + QString::fromLatin1(tab));
    }
    tabs->setCurrentIndex(0);
    auto* samples = window.findChild<SamplesPanel*>();
    samples->setChoice(SamplesPanel::Choice::Flipped);
    camera.take(QStringLiteral("06-flipped"));
    samples->setChoice(SamplesPanel::Choice::Worst);
}

} // namespace

int main(int argc, char** argv)
{
    const RuntimeEnvironment environment;
    ImageDecoder::prepareEnvironment();
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addPositionalArgument(QStringLiteral("folder"), QStringLiteral("Where the pictures go."));
    const auto option = [&](const char* name, const char* standard) {
        const QString key = QString::fromLatin1(name);
        parser.addOption({key, key, key, QString::fromLatin1(standard)});
    };
    option("theme", "light");
    option("language", "en");
    option("size", "1440x900");
    option("model", "");
    option("data", "");
    option("preset", "");
    option("preprocess", "");
    option("labelled", "");
    parser.addOption({QStringLiteral("only-analyse"), QStringLiteral("Nothing but the perspective Analyse.")});
    parser.addOption({QStringLiteral("without-analyse"),
                      QStringLiteral("All but the perspective Analyse, which takes minutes on large models.")});
    parser.process(application);
    const auto value = [&](const char* name) { return parser.value(QString::fromLatin1(name)); };
    const QStringList size = value("size").split(QLatin1Char('x'));
    const QDir folder(parser.positionalArguments().value(0));
    if (parser.positionalArguments().size() != 1 || size.size() != 2 || !folder.mkpath(QStringLiteral(".")))
        parser.showHelp(2);

    Settings settings;
    settings.store().clear();
    settings.setTheme(value("theme") == QStringLiteral("dark") ? ThemeChoice::Dark : ThemeChoice::Light);
    if (const QString inter = QStringLiteral("Inter"); QFontDatabase::hasFamily(inter))
        QApplication::setFont(QFont(inter, 9)); // the same on every machine that makes pictures
    installTranslations(application, value("language"));
    applyTheme(application, settings.theme());
    {
        const QTemporaryDir copies;
        MainWindow window(settings, environment);
        const QSize wanted(size[0].toInt(), size[1].toInt());
        window.resize(wanted);
        window.show();
        WindowCamera camera(window, folder, wanted);
        waitFor("the window", [&] { return window.isVisible() && QTest::qWaitForWindowExposed(&window); });
        camera.take(QStringLiteral("01-start"));
        window.open(folder.filePath(QStringLiteral("not-there.onnx")));
        camera.take(QStringLiteral("01-error"));

        if (value("model").isEmpty())
            window.openSample();
        else
            window.open(copyOf(value("model"), copies.path()));
        waitFor("the graph", [&] { return window.drawing() != nullptr && !window.graphPane().navigator().isBusy(); });
        if (!window.project().editor().recipe().calibration) {
            window.showPerspective(Perspective::Calibrate);
            camera.take(QStringLiteral("04-empty"));
            trigger(window, "run.quantize");
            camera.take(QStringLiteral("04-missing"));
            window.showPerspective(Perspective::Inspect);
        }
        if (!value("data").isEmpty()) {
            Recipe recipe = window.project().editor().recipe();
            if (!value("preset").isEmpty())
                recipe.config = findPreset(toStd(value("preset")), ErrorCode::InvalidArgument).value().config;
            recipe.calibration = DataSpec{toStd(value("data")), {}};
            recipe.calibration->samples = 16;
            if (const auto steps = builtinPreprocess(toStd(value("preprocess"))))
                recipe.calibration->preprocess = *steps;
            if (const QString labelled = value("labelled"); !labelled.isEmpty()) { // classes are folders
                recipe.evaluation = EvaluationRequest{*recipe.calibration, toPath(labelled)};
                recipe.evaluation->data.source = toStd(labelled);
                recipe.evaluation->data.samples = 400;
            }
            window.project().editor().apply(QStringLiteral("Data"), recipe);
        }
        if (parser.isSet(QStringLiteral("only-analyse"))) {
            runJob(window, "run.quantize");
            takeAnalysis(window, camera);
            window.project().editor().undoStack().setClean();
            window.jobs().cancelAllAndWait();
            BackgroundTask::waitForAll();
            return 0;
        }
        window.graphPane().chooseColoring(QStringLiteral("precision"));
        const std::vector<Node>& nodes = window.drawing()->model().graph.nodes();
        window.selection().reveal(int(nodes.size()) * 2 / 3);
        waitFor("the effect", [&] { return window.effect().preview() != nullptr; });
        camera.take(QStringLiteral("02-inspect"));

        window.findChild<RecipePanel*>()->choosePreset();
        camera.takeWithPopups(QStringLiteral("02-presets"));
        if (QWidget* popup = QApplication::activePopupWidget())
            popup->close();
        QTimer::singleShot(0, &window, [&] {
            camera.takeWithPopups(QStringLiteral("02-menu"));
            if (QWidget* popup = QApplication::activePopupWidget())
                popup->close();
        });
        emit window.graphPane().contextMenuRequested(*window.selection().nodes().begin(),
                                                     window.mapToGlobal(window.rect().center()));
        window.findChild<RecipePanel*>()->showPresetHelp();
        camera.takeWithPopups(QStringLiteral("02-help"));
        window.findChild<PresetHelp*>()->close();

        takeZooms(window, camera);
        window.selection().reveal(int(nodes.size()) * 2 / 3);
        QTest::qWait(500);
        trigger(window, "mark.regex");
        waitFor("the draft", [&] { return window.effect().draftPreview() != nullptr; });
        camera.take(QStringLiteral("03-regex"));
        QTest::keyClick(&window.graphPane().view(), Qt::Key_Escape);
        window.selection().reveal(int(nodes.size()) * 2 / 3); // Escape gave it up
        trigger(window, "mark.float");
        takeDocks(window, camera);
        window.selection().reveal(int(nodes.size()) / 2);
        trigger(window, "mark.start");
        window.selection().reveal(int(nodes.size()) - 2);
        trigger(window, "mark.end");
        waitFor("the draft", [&] { return window.effect().draftPreview() != nullptr; });
        camera.take(QStringLiteral("03-mark"));
        QTest::keyClick(&window.graphPane().view(), Qt::Key_Escape);
        window.project().editor().undoStack().undo();

        window.showPerspective(Perspective::Calibrate);
        QTest::qWait(2000);
        camera.take(QStringLiteral("04-calibrate"));
        takeFindings(window, camera, copies.path());
        window.showPerspective(Perspective::Compare);
        camera.take(QStringLiteral("06-empty"));
        window.showPerspective(Perspective::Calibrate);

        trigger(window, "run.quantize");
        waitFor("a stage", [&] {
            const auto job = window.jobs().running();
            return window.jobs().isIdle() || (job && job->progress.done > 0);
        });
        if (const auto job = window.jobs().running()) {
            window.jobs().setPaused(job->id, true);
            camera.take(QStringLiteral("04-running"));
            takeQueue(window, camera);
            window.showPerspective(Perspective::Inspect);
            camera.take(QStringLiteral("02-running"));
            window.jobs().setPaused(job->id, false);
        }
        waitFor("the run", [&] { return window.jobs().isIdle(); });
        camera.take(QStringLiteral("02-done"));
        if (!parser.isSet(QStringLiteral("without-analyse")))
            takeAnalysis(window, camera);
        Recipe other = window.project().editor().recipe();
        other.config = findPreset("XINT8", ErrorCode::InvalidArgument).value().config;
        window.project().editor().apply(QStringLiteral("XINT8"), other);
        window.showPerspective(Perspective::Compare);
        runJob(window, "run.quantize");
        if (!parser.isSet(QStringLiteral("without-analyse"))) { // the tensors of both runs are compared then
            runJob(window, "analyse.run");
            window.showPerspective(Perspective::Compare);
        }
        takeDashboard(window, camera);
        trigger(window, "runs.openGraph");
        QTest::qWait(2000);
        camera.take(QStringLiteral("06-graphs"));
        trigger(window, "window.palette");
        QTest::keyClicks(window.findChild<CommandPalette*>()->findChild<QLineEdit*>(), QStringLiteral("ex"));
        camera.take(QStringLiteral("07-palette"));
        QTest::keyClick(window.findChild<CommandPalette*>()->findChild<QLineEdit*>(), Qt::Key_Escape);
        window.selection().reveal(int(nodes.size()) / 2);
        trigger(window, "window.palette");
        camera.take(QStringLiteral("07-selection"));
        QTest::keyClick(window.findChild<CommandPalette*>()->findChild<QLineEdit*>(), Qt::Key_Escape);
        takeDialog(window, camera, "help.shortcuts", QStringLiteral("07-shortcuts"));
        takeDialog(window, camera, "edit.preferences", QStringLiteral("07-preferences"));

        window.project().editor().undoStack().setClean();
        discardWhenAsked(window);
        trigger(window, "file.close");
        camera.take(QStringLiteral("01-recent"));
        window.open(folder.filePath(QStringLiteral("not-there.onnx")));
        camera.take(QStringLiteral("01-recent-error"));
        takeSubgraph(window, camera, copies.path());
        window.project().editor().undoStack().setClean();
        window.jobs().cancelAllAndWait();
    }
    BackgroundTask::waitForAll();
    return 0;
}
