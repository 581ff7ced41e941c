// SPDX-License-Identifier: GPL-3.0-or-later
// The actions and docks of the perspective Analyse.
#include "app/analysis/advice_panel.h"
#include "app/analysis/analyse_controller.h"
#include "app/analysis/error_strip_box.h"
#include "app/analysis/histogram_desk.h"
#include "app/analysis/layer_error_panel.h"
#include "app/analysis/sensitivity_panel.h"
#include "app/mainwindow/window_docks.h"
#include "app/pages/table_text.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/text.h"
#include "widgets/graph/graph_pane.h"
#include "widgets/models/layer_error_model.h"
#include "widgets/recipe/mark_controller.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QTableView>

#include <utility>

namespace quantiscope {

void AnalyseController::registerActions()
{
    const QString category = tr("Analyse");
    m_analyse = m_parts.actions.add(
        {.id = QStringLiteral("analyse.run"),
         .text = tr("&Analyse"),
         .category = category,
         .icon = QStringLiteral("analyse"),
         .help = tr("Compare every quantized tensor of the run with the float model, in the background")},
        [this] { analyse(); });
    m_load = m_parts.actions.add(
        {.id = QStringLiteral("analyse.load"),
         .text = tr("&Load the values of the run"),
         .category = category,
         .icon = QStringLiteral("data"),
         .help = tr("Get what a run that was analysed before needs for histograms and what-ifs, in the background")},
        [this] { load(); });
    m_measure = m_parts.actions.add(
        {.id = QStringLiteral("analyse.sensitivity"),
         .text = tr("&Measure the sensitivity"),
         .category = category,
         .icon = QStringLiteral("evaluate"),
         .help = tr("Find out what quantizing each part of the network does to its outputs, in the background")},
        [this] { measureSensitivity(); });
    m_advise = m_parts.actions.add(
        {.id = QStringLiteral("analyse.advise"),
         .text = tr("Find a&dvice"),
         .category = category,
         .icon = QStringLiteral("check"),
         .help = tr("Find out which layers break the run, why, and which recipe mends it, in the background")},
        [this] {
            emit perspectiveRequested();
            m_parts.docks.reveal(QStringLiteral("advice"));
            advise();
        });
    m_report = m_parts.actions.add(
        {.id = QStringLiteral("analyse.report"),
         .text = tr("&Report…"),
         .category = category,
         .icon = QStringLiteral("report"),
         .help = tr("Write what is known of the run as a page (HTML), text (Markdown) or tables (CSV)")},
        [this] { askForReport(); });
    const auto add = [this](const char* id, const QString& text, const QString& icon, const QKeySequence& key,
                            const QString& help, const std::function<void()>& run) {
        m_tableActions += addTableAction(id, text, icon, key, help, run);
    };
    add("analyse.nextWorst", tr("&Next worst tensor"), QStringLiteral("chevron-down"), Qt::Key_N,
        tr("Select the tensor that comes next in the table of layer errors"), [this] { selectNextWorst(); });
    add("analyse.firstWrong", tr("Go to where it first goes &wrong"), QStringLiteral("warning"), Qt::Key_W,
        tr("Select the tensor or weight at which the run first goes wrong, or the lowest tensor where none stands out"),
        [this] {
            if (const std::optional<std::size_t> wrong = m_errors->firstWrong())
                choose(*wrong);
        });
    add("analyse.table", tr("Go to the &table of errors"), QStringLiteral("table"), Qt::Key_T, {}, [this] {
        emit perspectiveRequested();
        m_parts.docks.reveal(QStringLiteral("layerErrors"));
        m_errors->focusTable();
    });
    add("analyse.histogram", tr("Go to the &histogram"), QStringLiteral("analyse"), Qt::Key_H, {}, [this] {
        emit perspectiveRequested();
        m_parts.docks.reveal(QStringLiteral("histogram"));
    });
    const auto copy = [this](TableFormat format) {
        QGuiApplication::clipboard()->setText(tableText(m_errors->table(), format, int(LayerErrorModel::ExportRole)));
    };
    add("analyse.copyCsv", tr("Copy the errors as CS&V"), QStringLiteral("copy"), {},
        tr("Copy the table of layer errors, as it is sorted and filtered, for a spreadsheet"),
        [copy] { copy(TableFormat::Csv); });
    add("analyse.copyMarkdown", tr("Copy the errors as Mar&kdown"), QStringLiteral("copy"), {},
        tr("Copy the table of layer errors, as it is sorted and filtered, for a text"),
        [copy] { copy(TableFormat::Markdown); });
    m_copySensitivity =
        addTableAction("analyse.copySensitivityCsv", tr("Copy the &sensitivity as CSV"), QStringLiteral("copy"), {},
                       tr("Copy the ranking with all that was measured of each part, for a spreadsheet"),
                       [this] { QGuiApplication::clipboard()->setText(toQt(toCsv(*m_findings.sensitivity))); });
}

QAction* AnalyseController::addTableAction(const char* id, const QString& text, const QString& icon,
                                           const QKeySequence& key, const QString& help,
                                           const std::function<void()>& run)
{
    return m_parts.actions.add({.id = QString::fromLatin1(id),
                                .text = text,
                                .category = tr("Analyse"),
                                .shortcuts = key.isEmpty() ? QList<QKeySequence>() : QList{key},
                                .icon = icon,
                                .help = help,
                                .context = key.isEmpty() ? Qt::WindowShortcut : Qt::WidgetWithChildrenShortcut},
                               run, key.isEmpty() ? nullptr : &m_parts.graph.view());
}

void AnalyseController::addKeys(QWidget* view) const
{
    for (const char* id : {"analyse.nextWorst", "analyse.firstWrong", "analyse.table", "analyse.histogram"})
        view->addAction(m_parts.actions.action(QString::fromLatin1(id)));
}

void AnalyseController::reveal(const std::vector<std::string>& names)
{
    std::set<int> nodes;
    for (const std::string& name : names) {
        if (const auto node = m_drawing ? m_drawing->model().graph.nodeNamed(name) : std::nullopt)
            nodes.insert(int(*node));
    }
    if (!nodes.empty())
        m_parts.selection.reveal(nodes, *nodes.begin());
}

void AnalyseController::addDocks()
{
    m_errors = new LayerErrorPanel(m_analyse,
                                   {m_parts.actions.action(QStringLiteral("analyse.copyCsv")),
                                    m_parts.actions.action(QStringLiteral("analyse.copyMarkdown")), m_report},
                                   m_parts.jobs, m_window);
    addKeys(m_errors);
    m_parts.docks.add({.id = QStringLiteral("layerErrors"),
                       .title = tr("Layer errors"),
                       .icon = QStringLiteral("table"),
                       .area = Qt::RightDockWidgetArea,
                       .shownIn = {Perspective::Analyse},
                       .width = 127,
                       .narrowWidth = 110},
                      m_errors);
    m_strip = new ErrorStripBox(m_window);
    m_strip->setFixedHeight(m_strip->fontMetrics().height() * 9);
    m_strip->hide();
    addKeys(m_strip);
    connect(m_errors, &LayerErrorPanel::runChosen, this, [this](int run) {
        setRun(run);
        emit runChosen(run);
    });
    connect(m_errors, &LayerErrorPanel::tensorChosen, this, &AnalyseController::choose);
    connect(m_strip, &ErrorStripBox::tensorChosen, this, &AnalyseController::choose);
}

void AnalyseController::addHistogramDock()
{
    m_histogram = new HistogramDesk(m_analyse, m_load, m_window);
    addKeys(m_histogram);
    m_parts.docks.add({.id = QStringLiteral("histogram"),
                       .title = tr("Histogram"),
                       .icon = QStringLiteral("analyse"),
                       .area = Qt::RightDockWidgetArea,
                       .shownIn = {Perspective::Analyse},
                       .width = 75, // with the sensitivity's what the errors above take: they would be made as narrow
                       .narrowWidth = 110,
                       .below = QStringLiteral("layerErrors"),
                       .height = 31},
                      m_histogram);
    connect(m_histogram, &HistogramDesk::overrideWanted, this, &AnalyseController::keepRange);
    connect(m_errors, &LayerErrorPanel::selectedChanged, this, &AnalyseController::chooseSelected);
    connect(this, &AnalyseController::currentTensorChanged, this, &AnalyseController::showHistogram);
    connect(this, &AnalyseController::sessionChanged, this, &AnalyseController::showHistogram);
}

void AnalyseController::addSensitivityDock()
{
    m_sensitivity = new SensitivityPanel(m_measure, m_copySensitivity, m_parts.jobs, m_window);
    m_sensitivity->addActions(m_parts.marks.actions()); // X keeps the part in float, as everywhere
    addKeys(m_sensitivity);
    m_errors->addActions(m_parts.marks.actions());
    m_parts.docks.add({.id = QStringLiteral("sensitivity"),
                       .title = tr("Sensitivity"),
                       .icon = QStringLiteral("evaluate"),
                       .area = Qt::RightDockWidgetArea,
                       .shownIn = {Perspective::Analyse},
                       .width = 52,
                       .narrowWidth = 110,
                       .rightOf = QStringLiteral("histogram")},
                      m_sensitivity);
    connect(m_sensitivity, &SensitivityPanel::unitChosen, this, &AnalyseController::reveal);
    connect(m_sensitivity, &SensitivityPanel::keepWanted, this, [this](const auto& names) {
        std::set<int> nodes;
        for (const std::string& name : names) {
            if (const auto node = m_drawing->model().graph.nodeNamed(name))
                nodes.insert(int(*node));
        }
        if (!nodes.empty())
            m_parts.marks.mark(nodes, MarkPrecision::Float);
    });
}

void AnalyseController::addAdviceDock()
{
    m_advice = new AdvicePanel(m_advise, m_parts.jobs, m_window);
    m_parts.docks.add({.id = QStringLiteral("advice"),
                       .title = tr("Advice"),
                       .icon = QStringLiteral("check"),
                       .area = Qt::RightDockWidgetArea,
                       .shownIn = {Perspective::Analyse},
                       .tabbedWith = QStringLiteral("layerErrors")},
                      m_advice);
    addKeys(m_advice);
    connect(m_advice, &AdvicePanel::culpritChosen, this, &AnalyseController::reveal);
    connect(m_advice, &AdvicePanel::applyWanted, this, &AnalyseController::applyAdvice);
}

} // namespace quantiscope
