// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analysis/analyse_controller.h"
#include "app/analysis/error_strip_box.h"
#include "app/analysis/layer_error_panel.h"
#include "tests/app/mainwindow/window_fixture.h"
#include "widgets/plots/error_strip.h"

#include <QTableView>

namespace quantiscope::test {

/// A test of the perspective Analyse.
class AnalyseTest : public WindowTest
{
protected:
    void openRun()
    {
        openAndWait(sampleProject());
        runJob("run.quantize");
        QCOMPARE(m_window->project().runs().size(), 1U);
        m_window->showPerspective(Perspective::Analyse);
    }
    void analysed()
    {
        openRun();
        runJob("analyse.run");
        QVERIFY2(controller().findings().errors, qPrintable(message()));
    }
    [[nodiscard]] AnalyseController& controller() const { return *m_window->findChild<AnalyseController*>(); }
    [[nodiscard]] LayerErrorPanel& panel() const { return *m_window->findChild<LayerErrorPanel*>(); }
    [[nodiscard]] QTableView& table() const { return panel().table(); }
    [[nodiscard]] ErrorStrip& strip() const { return m_window->findChild<ErrorStripBox*>()->strip(); }
    [[nodiscard]] QString resultFile(const char* about) const
    {
        return pathText(m_window->project().fileOfRun(1, about));
    }
};

} // namespace quantiscope::test
