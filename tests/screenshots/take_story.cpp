// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the pictures of the README's tutorial: YOLOX-nano, which 8 bits break, from opening it to the recipe that mends
// it.
//
//   quantiscope_story FOLDER MODEL PICTURES
//
// PICTURES are read as YOLOX reads them and kept as arrays, so that no photograph shows in what is published.

#include "app/analysis/advice_panel.h"
#include "app/mainwindow/message_strip.h"
#include "app/settings/settings.h"
#include "app/settings/translation.h"
#include "core/base/feedback.h"
#include "core/config/presets.h"
#include "core/data/image_decoder.h"
#include "core/data/preprocess.h"
#include "core/data/sample_source.h"
#include "core/runtime/runtime_environment.h"
#include "core/tensor/npy_writer.h"
#include "tests/screenshots/window_camera.h"
#include "widgets/common/background_task.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/graph/graph_pane.h"
#include "widgets/recipe/effect_watcher.h"
#include "widgets/recipe/recipe_editor.h"

#include <QApplication>
#include <QFont>
#include <QFontDatabase>
#include <QPushButton>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QUndoStack>

#include <span>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr int kLongest = 15 * 60 * 1000; ///< ms; the search runs the network some hundred times
constexpr QSize kSize(1440, 900);

/// The pictures @p pictures as arrays in a folder in @p folder.
std::string arraysOf(const QString& pictures, std::span<const TensorSpec> inputs, const QString& folder)
{
    DataSpec spec{toStd(pictures), *builtinPreprocess("yolox")};
    Feedback feedback;
    const auto source = openSampleSource(spec, inputs, feedback);
    if (!source)
        giveUp(toQt(source.error().message));
    const QString out = QDir(folder).filePath(QStringLiteral("pictures"));
    QDir().mkpath(out);
    for (std::size_t i = 0; i < (*source)->size(); ++i) {
        const auto sample = (*source)->read(i);
        if (!sample)
            giveUp(toQt(sample.error().message));
        const QString file = QStringLiteral("%1/%2.npy").arg(out).arg(i, 3, 10, QLatin1Char('0'));
        if (const auto written = writeNpy(toPath(file), sample->inputs.begin()->second); !written)
            giveUp(toQt(written.error().message));
    }
    return toStd(out);
}

} // namespace

int main(int argc, char** argv)
{
    const RuntimeEnvironment environment;
    ImageDecoder::prepareEnvironment();
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    const QDir folder(arguments.value(1));
    if (arguments.size() != 4 || !folder.mkpath(QStringLiteral(".")))
        giveUp(QStringLiteral("usage: quantiscope_story FOLDER MODEL PICTURES"));
    Settings settings;
    settings.store().clear();
    settings.setTheme(ThemeChoice::Light);
    if (const QString inter = QStringLiteral("Inter"); QFontDatabase::hasFamily(inter))
        QApplication::setFont(QFont(inter, 9)); // the same on every machine that makes pictures
    installTranslations(application, QStringLiteral("en")); // its plurals
    applyTheme(application, settings.theme());
    {
        const QTemporaryDir copies;
        MainWindow window(settings, environment);
        window.resize(kSize);
        window.show();
        WindowCamera camera(window, folder, kSize);
        const auto take = [&](const QString& name) { // without what a task has just said, which names a place here
            window.findChild<MessageStrip*>()->dismiss();
            camera.take(name);
        };
        window.open(copyOf(arguments[2], copies.path()));
        waitFor("the graph", [&] { return window.drawing() && !window.graphPane().navigator().isBusy(); });

        RecipeEditor& editor = window.project().editor();
        Recipe recipe = editor.recipe();
        recipe.config = findPreset("VINT8", ErrorCode::InvalidArgument).value().config;
        recipe.calibration =
            DataSpec{arraysOf(arguments[3], window.drawing()->model().model.inputs(), copies.path()), {}};
        recipe.parts = {partFromText("boxes", "output[..., 0:4]").value(),
                        partFromText("scores", "output[..., 5:]").value()};
        recipe.evaluation = EvaluationRequest{*recipe.calibration, {}};
        editor.apply(QStringLiteral("Data"), recipe);
        window.graphPane().chooseColoring(QStringLiteral("precision"));
        waitFor("the effect", [&] { return window.effect().preview() != nullptr; });
        take(QStringLiteral("story-1-preset"));

        runJob(window, "run.quantize", kLongest);
        window.showPerspective(Perspective::Compare);
        QTest::qWait(1500);
        take(QStringLiteral("story-2-compare"));

        window.showPerspective(Perspective::Analyse);
        runJob(window, "analyse.run", kLongest);
        runJob(window, "analyse.sensitivity", kLongest);
        trigger(window, "analyse.firstWrong");
        QTest::qWait(3000);
        take(QStringLiteral("story-3-analyse"));

        auto* panel = window.findChild<AdvicePanel*>();
        panel->setGoal(*goalFromText("scores:cosine>=0.95"));
        runJob(window, "analyse.advise", kLongest);
        for (QWidget* widget = panel; widget; widget = widget->parentWidget())
            widget->show();
        QTest::qWait(1000);
        take(QStringLiteral("story-4-advice"));
        panel->table().selectRow(0); // the plan, before what was tried
        for (QPushButton* button : panel->findChildren<QPushButton*>()) {
            if (button->text() == QStringLiteral("&Apply to the recipe"))
                button->click();
        }
        if (editor.recipe() == recipe)
            giveUp(QStringLiteral("the plan was not applied"));

        window.showPerspective(Perspective::Compare);
        runJob(window, "run.quantize", kLongest);
        QTest::qWait(1500);
        take(QStringLiteral("story-5-mended"));
        editor.undoStack().setClean();
        window.jobs().cancelAllAndWait();
    }
    BackgroundTask::waitForAll();
    return 0;
}
