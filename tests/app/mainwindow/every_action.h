// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/mainwindow/second_graph_pane.h"
#include "tests/app/mainwindow/dialog_leaver.h"
#include "tests/app/mainwindow/window_fixture.h"
#include "widgets/common/command_palette.h"
#include "widgets/data/data_desk.h"
#include "widgets/data/data_session.h"
#include "widgets/recipe/mark_controller.h"
#include "widgets/recipe/rule_view.h"

#include <QClipboard>
#include <QDockWidget>
#include <QListView>
#include <QUrl>

namespace quantiscope::test {

/// Every action that is registered is enabled in some state, and then does what one can see.
class tst_MainWindowEveryAction : public WindowTest
{
    Q_OBJECT

private slots:
    void everyAction_doesSomething();

public slots:
    void takeUrl(const QUrl& url) { m_urls += url.toString(); }

private:
    using Prepare = std::function<void()>;
    using Look = std::function<QString()>;
    /// An action, the state in which it can act, and what it is to change there.
    struct Trial
    {
        QString id;
        Prepare prepare;
        Look look;
    };

    // What is looked at.
    [[nodiscard]] QString recipe() const { return toQt(recipeText(editor().recipe(), {}, RecipeDetail::All)); }
    [[nodiscard]] QString selection() const
    {
        QString text = toQt(m_window->selection().tensor());
        for (const int node : m_window->selection().nodes())
            text += u" "_s + QString::number(node);
        return text;
    }
    [[nodiscard]] QString clipboard() const { return QGuiApplication::clipboard()->text(); }
    [[nodiscard]] QString dialogs() const
    {
        const auto* palette = m_window->findChild<CommandPalette*>();
        return QString::number(m_leaver->dialogs) + (palette->isVisible() ? u" palette"_s : QString());
    }
    [[nodiscard]] QString jobs() const
    {
        QString text;
        for (const auto& job : m_window->jobs().jobs())
            text += QString::number(job->id) + u": "_s + QString::number(int(job->status)) + u", "_s;
        return text;
    }
    [[nodiscard]] QString page() const
    {
        for (const char* id : {"view.inspect", "view.calibrate", "view.analyse", "view.compare"}) {
            if (action(id)->isChecked())
                return QString::fromLatin1(id);
        }
        return {};
    }
    [[nodiscard]] QString docks() const
    {
        QString text;
        for (const QDockWidget* dock : m_window->findChildren<QDockWidget*>())
            text += dock->objectName() + (dock->isHidden() ? u" hidden, "_s : u" shown, "_s);
        return text;
    }
    [[nodiscard]] QString draft() const
    {
        const auto& draft = marks().draft();
        return draft ? u"%1, %2, %3"_s.arg(int(draft->kind)).arg(draft->starts.size()).arg(draft->ends.size())
                     : QString();
    }
    [[nodiscard]] static QString focus() { return QString::number(quintptr(QApplication::focusWidget())); }
    [[nodiscard]] static QString view(GraphPane& pane)
    {
        const GraphViewState& state = pane.navigator().state();
        const GraphPlace place = pane.view().destination();
        QString text = u"%1 %2 %3 %4 %5 %6"_s.arg(state.root)
                           .arg(int(state.direction))
                           .arg(place.zoom)
                           .arg(place.centre.x())
                           .arg(place.centre.y())
                           .arg(int(pane.view().tool()));
        for (const int scope : state.expanded)
            text += u" "_s + QString::number(scope);
        return text;
    }

    [[nodiscard]] MarkController& marks() const { return *m_window->findChild<MarkController*>(); }
    [[nodiscard]] SecondGraphPane& second() const { return *m_window->findChild<SecondGraphPane*>(); }
    [[nodiscard]] GraphPane& secondPane() const { return *second().findChild<GraphPane*>(); }
    [[nodiscard]] DataSession& data() const { return m_window->findChild<DataDesk*>()->session(); }
    [[nodiscard]] QListView* rules() const { return m_window->findChild<RuleView*>()->findChild<QListView*>(); }

    /// Nothing goes on any more, but for a job that is paused.
    void settle()
    {
        const auto isQuiet = [this] {
            const auto running = m_window->jobs().running();
            return (m_window->jobs().isIdle() || (running && running->status == JobStatus::Paused))
                && !m_window->graphPane().navigator().isBusy() && !secondPane().navigator().isBusy()
                && !data().isLooking();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isQuiet(), kLong);
        QCoreApplication::processEvents();
    }
    void doNow(const char* id)
    {
        action(id)->trigger();
        settle();
    }
    /// One node is selected in the graph, nothing is marked.
    void select(int node)
    {
        marks().cancel();
        m_window->showPerspective(Perspective::Inspect);
        Recipe clean = editor().recipe();
        clean.config.exclude.clear();
        clean.config.layers.clear();
        editor().apply(u"Clean"_s, clean);
        m_window->selection().select(node);
    }
    /// The first node inside a block.
    [[nodiscard]] int nodeInABlock() const
    {
        const ScopeTree& scopes = m_window->drawing()->scopes();
        return scopes.nodesOf(int(scopes.scopes().size()) - 1).front();
    }
    /// Rules of each kind; the one at @p row is chosen.
    void chooseRule(int row);
    void pauseAJob();
    void openSecondGraph();
    /// The keyboard is at a closed block of @p pane.
    void goToABlock(GraphPane& pane);

    [[nodiscard]] std::vector<Trial> trials();
    void addGraphTrials(std::vector<Trial>& all, const QString& prefix, const std::function<GraphPane&()>& pane);
    void addRecipeTrials(std::vector<Trial>& all);
    void addRunTrials(std::vector<Trial>& all);
    void addAnalyseTrials(std::vector<Trial>& all);
    void addDataTrials(std::vector<Trial>& all);
    void addWindowTrials(std::vector<Trial>& all);

    std::unique_ptr<DialogLeaver> m_leaver;
    QStringList m_urls;
};

} // namespace quantiscope::test
