// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/project_file.h"
#include "app/document/recovery.h"
#include "app/jobs/job_queue.h"
#include "app/mainwindow/main_window.h"
#include "app/mainwindow/message_strip.h"
#include "app/settings/settings.h"
#include "tests/support/model_runs.h"
#include "tests/support/source_directory.h"
#include "widgets/common/background_task.h"
#include "widgets/common/text.h"
#include "widgets/graph/graph_pane.h"
#include "widgets/recipe/effect_watcher.h"
#include "widgets/recipe/recipe_editor.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QUndoStack>

#include <deque>

namespace quantiscope::test {

using namespace Qt::StringLiterals;

/// Answers the questions that a window asks while it waits for the answer, one after the other.
class Answers : public QObject
{
public:
    Answers()
    {
        connect(&m_timer, &QTimer::timeout, this, [this] { answer(); });
        m_timer.start(10);
    }

    /// The next message box gets a click on this button.
    void click(QMessageBox::StandardButton button)
    {
        m_next.emplace_back([button](QWidget* dialog) {
            const auto* box = qobject_cast<QMessageBox*>(dialog);
            QAbstractButton* found = box ? box->button(button) : nullptr;
            if (found)
                found->click();
            return found != nullptr;
        });
    }

    /// The next message box gets a click on the button with this text.
    void click(const QString& text)
    {
        m_next.emplace_back([text](QWidget* dialog) {
            for (QAbstractButton* button : dialog->findChildren<QAbstractButton*>()) {
                if (button->text().remove(QLatin1Char('&')) == text) {
                    button->click();
                    return true;
                }
            }
            return false;
        });
    }

    /// As click(), but not before something is true.
    void clickWhen(QMessageBox::StandardButton button, const std::function<bool()>& isTime)
    {
        click(button);
        m_next.back().isTime = isTime;
    }

    /// As click(), but not before something is true.
    void clickWhen(const QString& text, const std::function<bool()>& isTime)
    {
        click(text);
        m_next.back().isTime = isTime;
    }

    /// The next file dialog gives this path.
    void choose(const QString& path)
    {
        m_next.emplace_back([path](QWidget* dialog) {
            auto* chooser = qobject_cast<QFileDialog*>(dialog);
            if (!chooser)
                return false;
            // Later: accepting may ask whether to replace the file, and wait for that answer.
            QTimer::singleShot(0, chooser, [chooser, path] {
                // As typed: selectFile() leaves the name alone while that has the focus.
                chooser->findChild<QLineEdit*>(u"fileNameEdit"_s)->setText(path);
                QMetaObject::invokeMethod(chooser, "accept");
            });
            return true;
        });
    }

    /// As choose(), but not before something is true.
    void chooseWhen(const QString& path, const std::function<bool()>& isTime)
    {
        choose(path);
        m_next.back().isTime = isTime;
    }

    /// All were asked.
    [[nodiscard]] bool areGiven() const { return m_next.empty() && m_wrong.isEmpty(); }
    /// Questions that were not expected, or had no such answer.
    [[nodiscard]] const QString& wrong() const { return m_wrong; }

private:
    struct Answer
    {
        explicit Answer(std::function<bool(QWidget*)> answer) : give(std::move(answer)) { }
        std::function<bool(QWidget*)> give; ///< false: the dialog is not the one that was expected
        std::function<bool()> isTime; ///< none: at once
    };

    void answer()
    {
        QWidget* dialog = QApplication::activeModalWidget();
        if (!dialog || !dialog->isVisible() || m_isAnswering)
            return;
        if (!m_next.empty() && m_next.front().isTime && !m_next.front().isTime())
            return;
        m_isAnswering = true;
        const auto next = m_next.empty() ? nullptr : m_next.front().give;
        if (!m_next.empty())
            m_next.pop_front();
        if (!next || !next(dialog)) {
            const auto* box = qobject_cast<QMessageBox*>(dialog);
            m_wrong += box ? box->text() : QString::fromLatin1(dialog->metaObject()->className());
            dialog->close();
        }
        m_isAnswering = false;
    }

    QTimer m_timer;
    std::deque<Answer> m_next;
    QString m_wrong;
    bool m_isAnswering = false;
};

/// A test of the whole window with the real engine. Every test function gets a window of its own, fresh settings and
/// an empty folder.
class WindowTest : public QObject
{
    Q_OBJECT

protected:
    static constexpr int kLong = 60'000; ///< milliseconds that a job may take on a loaded machine

    void open()
    {
        m_window = std::make_unique<MainWindow>(*m_settings, environment());
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }

    /// A copy of the sample's model, so that its runs come into the folder.
    [[nodiscard]] QString sampleModel(const QString& name = u"fashion.onnx"_s) const
    {
        const QString copy = path(name);
        if (!QFile::exists(copy))
            QFile::copy(pathText(sampleDirectory() / "fashion_cnn.onnx"), copy);
        return copy;
    }

    /// A recipe for it, with a few of the sample's pictures.
    [[nodiscard]] static Recipe sampleRecipe(std::size_t samples = 8)
    {
        Result<Recipe> recipe = loadRecipe(sampleDirectory() / "recipe.json");
        if (!recipe)
            qFatal("%s", recipe.error().message.c_str());
        recipe->calibration->samples = samples;
        return std::move(*recipe);
    }

    /// A project of both, saved in the folder.
    [[nodiscard]] QString sampleProject(const QString& name = u"sample.qsproj"_s, std::size_t samples = 8) const
    {
        ProjectFile file;
        file.model = toPath(sampleModel());
        file.recipe = sampleRecipe(samples);
        if (const Result<void> saved = saveProject(file, toPath(path(name))); !saved)
            qFatal("%s", saved.error().message.c_str());
        return path(name);
    }

    /// Opens a file and waits until its graph is drawn.
    void openAndWait(const QString& file)
    {
        const GraphDrawingPtr before = m_window->drawing();
        m_window->open(file);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->drawing() && m_window->drawing() != before, kLong);
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->graphPane().navigator().isBusy(), kLong);
        QVERIFY(!m_window->graphPane().view().scene().picture().items().empty());
    }

    [[nodiscard]] QAction* action(const char* id) const
    {
        QAction* found = m_window->actions().action(QString::fromLatin1(id));
        if (!found)
            qFatal("there is no action %s", id);
        return found;
    }

    /// Triggers an action and waits until no job runs any more.
    void runJob(const char* id)
    {
        QVERIFY2(action(id)->isEnabled(), id);
        action(id)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->jobs().isIdle(), kLong);
    }

    [[nodiscard]] QString message() const { return m_window->findChild<MessageStrip*>()->text(); }
    [[nodiscard]] RecipeEditor& editor() const { return m_window->project().editor(); }

    /// An edit that can be undone.
    void edit(const std::string& preset = "XINT8")
    {
        Recipe recipe = editor().recipe();
        recipe.config.preset = preset;
        recipe.config.exclude.push_back({ExclusionRule::Kind::OpType, "Gemm", {}, {}});
        editor().apply(u"Test"_s, recipe);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<Answers> m_answers;

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QLocale::setDefault(QLocale::c());
    }

    void init()
    {
        QDir(recoveryFolder()).removeRecursively();
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>();
        m_settings->store().clear();
        QDir(pathText(statisticsCacheFolder())).removeRecursively(); // no job is over at once because of an earlier one
        m_answers = std::make_unique<Answers>();
        open();
    }

    void cleanup()
    {
        const QString wrong = m_answers->wrong();
        m_window.reset();
        m_answers.reset();
        m_settings.reset();
        BackgroundTask::waitForAll();
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
};

} // namespace quantiscope::test
