// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

class QFrame;
class QLabel;
class QPushButton;
class QTableView;
class QToolButton;

namespace quantiscope {

class DropArea;
class RecentModel;

/// A document that was open before, and what was reached with it.
struct RecentDocument
{
    QString path;
    QString preset = {}; ///< empty: a model alone
    int runs = 0;
    std::optional<double> cosine = {}; ///< the lowest of the last run's outputs
    QDateTime opened = {};
};

/// What the window shows when nothing is open: a place to drop a file, the bundled sample, what was open before, and
/// which preset is for what.
class StartPage final : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    /// Newest first.
    void setRecent(std::vector<RecentDocument> documents);

    /// Shows why a file could not be opened, in place of the invitation to drop one, until dismissed; an empty
    /// @p message: the invitation again.
    void showError(const QString& path, const QString& message);
    /// Shows that @p path is being read; empty: nothing is.
    void showOpening(const QString& path);

signals:
    void openRequested();
    void pathChosen(const QString& path);
    void sampleRequested();
    void cancelRequested(); ///< of the opening
    void presetsRequested();
    void commandsRequested();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QWidget* makeHeading();
    QWidget* makeSample();
    QWidget* makeSteps();
    QWidget* makeRecent();
    QWidget* makePresets();
    QWidget* makeFoot();

    DropArea* m_drop;
    RecentModel* m_recent;
    QTableView* m_table;
    QLabel* m_nothingRecent;
};

} // namespace quantiscope
