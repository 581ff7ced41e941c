// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/presets.h"
#include "core/data/preprocess.h"
#include "tests/app/mainwindow/window_fixture.h"
#include "widgets/common/event_loop_watchdog.h"

#include <QElapsedTimer>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr double kMostStall = 50.0; ///< milliseconds of the thread's own work
constexpr double kMostStallUnderLoad = 500.0; ///< milliseconds on the clock

std::filesystem::path shared()
{
    return sourceDirectory() / ".." / "shared";
}

} // namespace

/// The whole way with real models: open, look, mark, choose data, quantize; the window never stands still.
class tst_MainWindowModels : public WindowTest
{
    Q_OBJECT

private slots:
    void model_isOpenedMarkedAndQuantized_withoutAStall_data();
    void model_isOpenedMarkedAndQuantized_withoutAStall();
};

void tst_MainWindowModels::model_isOpenedMarkedAndQuantized_withoutAStall_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("data");
    QTest::addColumn<QString>("steps");
    QTest::addColumn<QString>("preset");
    QTest::addColumn<int>("samples");
    QTest::newRow("yolox_nano") << u"yolox_nano/yolox_nano.onnx"_s << u"coco_like"_s << u"yolo"_s << u"VINT8"_s << 4;
    QTest::newRow("ppocr_v4_det") << u"ppocr_v4_det/ch_PP-OCRv4_det_infer.onnx"_s << u"random:1"_s << QString()
                                  << u"A8W8"_s << 1;
    QTest::newRow("mobilenetv2_cifar10") << u"mobilenetv2_cifar10/mobilenetv2_cifar10.onnx"_s << u"cifar10/calib"_s
                                         << u"unit"_s << u"XINT8"_s << 16;
    QTest::newRow("bert_mini_sst2") << u"bert_mini_sst2/bert_mini_sst2.onnx"_s << u"random:1"_s << QString()
                                    << u"A8W8"_s << 4;
}

void tst_MainWindowModels::model_isOpenedMarkedAndQuantized_withoutAStall()
{
    QFETCH(QString, model);
    QFETCH(QString, data);
    QFETCH(QString, steps);
    QFETCH(QString, preset);
    QFETCH(int, samples);
    const std::filesystem::path original = shared() / "models" / toPath(model);
    if (!std::filesystem::exists(original))
        QSKIP("The collection of real models is not here (../shared/models beside the source folder).");
    const QString copy = path(QFileInfo(model).fileName()); // the runs come beside it
    QVERIFY(QFile::copy(pathText(original), copy));
    QTest::qWait(200); // what a new window still does

    EventLoopWatchdog watchdog;
    QStringList stalls;
    const auto check = [&](const char* what) {
        QTest::qWait(2 * EventLoopWatchdog::kInterval);
        // Beside other programs the thread may not get its turn; that is no fault of its own.
        if (watchdog.longestWork() > kMostStall || watchdog.longestStall() > kMostStallUnderLoad)
            stalls += u"%1: %2 ms"_s.arg(QString::fromLatin1(what)).arg(watchdog.longestStall(), 0, 'f', 1);
        qInfo("%s: stalled %.1f ms, worked %.1f ms", what, watchdog.longestStall(), watchdog.longestWork());
        watchdog.reset();
    };

    QElapsedTimer clock;
    clock.start();
    openAndWait(copy);
    qInfo("drawn after %lld ms", clock.elapsed());
    check("open");
    QTRY_VERIFY_WITH_TIMEOUT(m_window->effect().preview(), kLong);
    check("effect");

    Recipe recipe = editor().recipe();
    recipe.config = findPreset(toStd(preset), ErrorCode::InvalidArgument).value().config;
    recipe.calibration = DataSpec{};
    recipe.calibration->source =
        data.startsWith(u"random"_s) ? toStd(data) : (shared() / "data" / toPath(data)).string();
    recipe.calibration->samples = std::size_t(samples);
    if (!steps.isEmpty())
        recipe.calibration->preprocess = builtinPreprocess(toStd(steps)).value();
    editor().apply(u"Data"_s, recipe);
    QTest::qWait(300);
    check("data");
    m_window->showPerspective(Perspective::Calibrate);
    QTest::qWait(500);
    check("calibrate");
    m_window->showPerspective(Perspective::Inspect);
    check("inspect");

    m_window->graphPane().navigator().expandAll();
    QTest::qWait(20);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->graphPane().navigator().isBusy(), kLong);
    QTest::qWait(300);
    check("expand");

    // The last tenth of the graph is kept float by a rule from a start to an end.
    const std::vector<Node>& nodes = m_window->drawing()->model().graph.nodes();
    const auto nodeNamed = [&](const char* name) { return m_window->drawing()->model().graph.nodeNamed(name); };
    const int end = nodeNamed("Transpose_423") ? int(*nodeNamed("Transpose_423")) : int(nodes.size()) - 1;
    const int start = nodeNamed("Conv_327")
        ? int(*nodeNamed("Conv_327"))
        : int(*m_window->drawing()->model().graph.producerOf(nodes[std::size_t(end)].inputs.front()));
    m_window->selection().reveal(start);
    QTest::qWait(300);
    check("reveal");
    action("mark.start")->trigger();
    m_window->selection().reveal(end);
    action("mark.end")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->effect().draftPreview(), kLong);
    check("draft");
    QTest::keyClick(&m_window->graphPane().view(), Qt::Key_Escape);
    m_window->selection().select(start);
    action("mark.float")->trigger();
    QCOMPARE(editor().recipe().config.exclude.size(), std::size_t(1));
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->effect().isRunning(), kLong);
    check("mark");

    action("run.quantize")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().isIdle(), kLong);
    const std::shared_ptr<const Job> job = m_window->jobs().jobs().back();
    QVERIFY2(job->status == JobStatus::Finished, job->error ? job->error->message.c_str() : "");
    QTest::qWait(200);
    check("quantize");
    QCOMPARE(m_window->project().runs().size(), std::size_t(1));
    m_window->showPerspective(Perspective::Compare);
    QTest::qWait(200);
    check("compare");
    action("runs.openGraph")->trigger();
    QTest::qWait(1000);
    check("quantized graph");
    const Result<void> saved = m_window->project().save(toPath(path(u"real.qsproj"_s)));
    QVERIFY(saved);
    check("save");
    QVERIFY2(stalls.isEmpty(), qPrintable(stalls.join(u", "_s)));
}

QTEST_MAIN(tst_MainWindowModels)
#include "tst_main_window_models.moc"
