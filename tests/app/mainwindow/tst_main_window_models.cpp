// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/analyse_controller.h"
#include "app/analysis/histogram_desk.h"
#include "app/analysis/layer_error_panel.h"
#include "core/config/presets.h"
#include "tests/app/mainwindow/real_data.h"
#include "tests/app/mainwindow/stopwatch.h"
#include "tests/app/mainwindow/window_fixture.h"
#include "widgets/common/event_loop_watchdog.h"
#include "widgets/plots/histogram_view.h"

#include <algorithm>
#include <functional>
#include <numeric>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

constexpr double kMost = 50.0; ///< milliseconds for which the window may compute
/// And wait. More, since a disk that writes what was built before, or the host of a virtual machine, has the window
/// wait for 130 ms at times; a lock that a job holds, or a file that is read, does for longer with these models.
constexpr double kMostWait = 250.0;
constexpr double kMostUntilDrawn = 1'000.0; ///< milliseconds

} // namespace

/// The whole way with real models: open, look, mark, choose data, quantize; the window never stands still.
class tst_MainWindowModels : public WindowTest
{
    Q_OBJECT

private slots:
    void model_isOpenedMarkedAndQuantized_withoutAStall_data();
    void model_isOpenedMarkedAndQuantized_withoutAStall();

private:
    /// Analyses the run, goes through its tensors and weights, and measures and cancels its sensitivity.
    void lookInto(const std::function<void(const char*)>& check);
};

void tst_MainWindowModels::lookInto(const std::function<void(const char*)>& check)
{
    constexpr std::size_t kTensors = 6; // of each kind
    m_window->showPerspective(Perspective::Analyse);
    QTest::qWait(300);
    check("analyse");
    auto& controller = *m_window->findChild<AnalyseController*>();
    action("analyse.run")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(controller.findings().errors, 5 * kLong); // its shares may take longer
    QTest::qWait(300);
    check("errors");
    m_window->jobs().cancel(m_window->jobs().jobs().back()->id);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().isIdle(), kLong);
    QTest::qWait(300);
    check("without shares");
    auto& panel = *m_window->findChild<LayerErrorPanel*>();
    auto& desk = *m_window->findChild<HistogramDesk*>();
    const auto& tensors = controller.findings().errors->tensors;
    // The largest weights, and the worst values.
    std::vector<std::size_t> weights;
    const auto size = [&tensors](std::size_t i) {
        return std::accumulate(tensors[i].shape.begin(), tensors[i].shape.end(), std::int64_t(1), std::multiplies<>());
    };
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (tensors[i].kind == TensorError::Kind::Weight && tensors[i].params)
            weights.push_back(i);
    }
    std::stable_sort(weights.begin(), weights.end(), [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
    weights.resize(std::min(weights.size(), kTensors));
    QVERIFY(!weights.empty());
    for (const std::size_t weight : weights) {
        emit panel.tensorChosen(weight);
        QTRY_VERIFY_WITH_TIMEOUT(!desk.isBusy(), kLong);
        QVERIFY(desk.view().isVisible());
        QTest::qWait(100);
    }
    check("weights");
    m_window->graphPane().view().setFocus();
    m_window->selection().clear();
    for (std::size_t i = 0; i < kTensors; ++i) {
        QTest::keyClick(&m_window->graphPane().view(), Qt::Key_N);
        QTRY_VERIFY_WITH_TIMEOUT(!desk.isBusy(), kLong);
        QTest::qWait(100);
    }
    check("next worst");
    action("analyse.sensitivity")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(controller.findings().sensitivity, 5 * kLong);
    QTest::qWait(500);
    check("sensitivity");
    m_window->jobs().cancel(m_window->jobs().jobs().back()->id);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().isIdle(), kLong);
    check("cancelled sensitivity");
}

void tst_MainWindowModels::model_isOpenedMarkedAndQuantized_withoutAStall_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("preset");
    QTest::addColumn<int>("samples");
    QTest::newRow("yolox_nano") << u"yolox_nano"_s << u"VINT8"_s << 4;
    QTest::newRow("ppocr_v4_det") << u"ppocr_v4_det"_s << u"A8W8"_s << 10;
    QTest::newRow("mobilenetv2_cifar10") << u"mobilenetv2_cifar10"_s << u"XINT8"_s << 16;
    QTest::newRow("bert_mini_sst2") << u"bert_mini_sst2"_s << u"A8W8"_s << 16;
}

void tst_MainWindowModels::model_isOpenedMarkedAndQuantized_withoutAStall()
{
    QFETCH(QString, name);
    QFETCH(QString, preset);
    QFETCH(int, samples);
    const QString original = modelOf(name);
    if (original.isEmpty())
        QSKIP(kMissing);
    const QString copy = path(QFileInfo(original).fileName()); // the runs come beside it
    QVERIFY(QFile::copy(original, copy));
    QTest::qWait(200); // what a new window still does

    EventLoopWatchdog watchdog;
    QStringList stalls;
    const auto check = [&](const char* what) {
        QTest::qWait(2 * EventLoopWatchdog::kInterval);
        const QString text = u"%1: worked %2 ms, waited %3 ms"_s.arg(QString::fromLatin1(what))
                                 .arg(watchdog.longestWork(), 0, 'f', 1)
                                 .arg(watchdog.longestWait(), 0, 'f', 1);
        qInfo("%s (late by %.1f ms)", qPrintable(text), watchdog.longestStall());
        if (watchdog.longestWork() > kMost || watchdog.longestWait() > kMostWait)
            stalls += text;
        watchdog.reset();
    };

    const Stopwatch opening;
    openAndWait(copy);
    const double drawn = opening.elapsed();
    const double worked = opening.worked();
    qInfo("drawn after %.0f ms (%lld on the clock, %.0f of processor time)", drawn,
          static_cast<long long>(opening.onTheClock()), worked);
    QVERIFY2(drawn < kMostUntilDrawn, qPrintable(QString::number(drawn)));
    QVERIFY2(worked < kMostUntilDrawn, qPrintable(QString::number(worked)));
    check("open");
    QTRY_VERIFY_WITH_TIMEOUT(m_window->effect().preview(), kLong);
    check("effect");

    Recipe recipe = editor().recipe();
    recipe.config = findPreset(toStd(preset), ErrorCode::InvalidArgument).value().config;
    recipe.calibration = realData(name, path({}));
    recipe.calibration->samples = std::size_t(samples);
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
    const auto nodeNamed = [&](const char* node) { return m_window->drawing()->model().graph.nodeNamed(node); };
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
    check("start");
    const auto job = [this] { return m_window->jobs().jobs().back(); };
    QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().isIdle(), kLong);
    QVERIFY2(job()->status == JobStatus::Finished, job()->error ? job()->error->message.c_str() : "");
    QTest::qWait(200);
    check("quantize");
    QCOMPARE(m_window->project().runs().size(), std::size_t(1));
    QCOMPARE(m_window->project().runs().front().samples, std::uint64_t(samples)); // there was something to watch
    m_window->showPerspective(Perspective::Compare);
    QTest::qWait(200);
    check("compare");
    action("runs.openGraph")->trigger();
    QTest::qWait(1000);
    check("quantized graph");
    lookInto(check);
    const Result<void> saved = m_window->project().save(toPath(path(u"real.qsproj"_s)));
    QVERIFY(saved);
    check("save");
    QVERIFY2(stalls.isEmpty(), qPrintable(stalls.join(u", "_s)));
}

QTEST_MAIN(tst_MainWindowModels)
#include "tst_main_window_models.moc"
