// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QTreeView;

namespace quantiscope {

class LogModel;

/// The lines of a log that hold a text, of at least a severity, of one job or of all.
class LogFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setText(const QString& text);
    void setSeverity(int least); ///< JobMessage::Severity
    void setJob(int job); ///< 0: of all

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QString m_text;
    int m_severity = 0;
    int m_job = 0;
};

/// The dock "Log".
class LogPanel final : public QWidget
{
    Q_OBJECT

public:
    /// @p log must outlive the widget.
    explicit LogPanel(LogModel& log, QWidget* parent = nullptr);

    /// Only the lines of one job; 0 shows all again.
    void showJob(int job);

signals:
    /// A line was activated that is about something: a node, tensor, option or path, by the engine's name.
    void subjectActivated(const QString& subject);

private:
    void copySelection();
    void showState();

    LogModel& m_log;
    LogFilter* m_filter;
    QLineEdit* m_search;
    QComboBox* m_severity;
    QWidget* m_jobChip;
    QTreeView* m_view;
    QLabel* m_empty;
    QTimer m_soon; ///< follows what came in, once for all of it
};

} // namespace quantiscope
