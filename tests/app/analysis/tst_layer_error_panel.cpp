// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/layer_error_panel.h"
#include "app/jobs/job_queue.h"
#include "tests/support/model_runs.h"
#include "widgets/common/theme.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

#include <limits>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Errors of many tensors, of which the first goes wrong.
std::shared_ptr<const LayerErrors> manyErrors()
{
    auto errors = std::make_shared<LayerErrors>();
    errors->samples = 10;
    for (int i = 0; i < 200; ++i) {
        TensorError& tensor = errors->tensors.emplace_back();
        tensor.tensor = std::to_string(1000 + i);
        tensor.node = "Conv_" + std::to_string(i);
        tensor.opType = "Conv";
        tensor.range = {-0.0768F, 0.0752F};
        for (auto* figures : {&tensor.own, &tensor.accumulated}) {
            figures->emplace().samples = 10;
            (*figures)->sqnr.mean = 20.0;
            (*figures)->rmse.mean = 0.000248;
        }
    }
    FirstWrong& first = errors->firstWrong.emplace();
    first.tensor = 0;
    first.sentence = "It first goes wrong at '1000' (Conv 'Conv_0'): its own quantization leaves 18.4 dB, and what "
                     "reaches it loses 27.7 dB; the error comes from '1178', of which quantization leaves 34.3 dB.";
    first.why = "The channels of '1178' differ ×719 in range; with one scale 6 of 16 keep fewer than 4 levels; "
                "per-channel scales gain 35 dB, 16 bits 37 dB, per-channel scales of 16 bits 83 dB.";
    return errors;
}

} // namespace

class tst_LayerErrorPanel : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }
    void table_isScrolled_notWhatIsAroundIt();

private:
    JobQueue m_jobs{environment()};
    QAction m_analyse;
};

void tst_LayerErrorPanel::table_isScrolled_notWhatIsAroundIt()
{
    QScrollArea dock; // as WindowDocks makes them
    auto* panel = new LayerErrorPanel(&m_analyse, {}, m_jobs);
    dock.setWidget(panel);
    dock.setWidgetResizable(true);
    dock.setFrameShape(QFrame::NoFrame);
    dock.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    dock.resize(700, 230);
    dock.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dock));
    panel->setErrors(manyErrors(), {}, {});
    dock.resize(700, 231); // when it asks its contents again
    const auto* table = panel->findChild<QTableView*>();
    QTRY_VERIFY(table->verticalScrollBar()->isVisible());
    QCoreApplication::processEvents();
    QCOMPARE(dock.verticalScrollBar()->maximum(), 0);
    // The way to the columns that have no room is in sight.
    const QScrollBar* across = table->horizontalScrollBar();
    QVERIFY(across->isVisible());
    QVERIFY(dock.viewport()->rect().contains(across->mapTo(&dock, across->rect().bottomRight())));
}

QTEST_MAIN(tst_LayerErrorPanel)
#include "tst_layer_error_panel.moc"
