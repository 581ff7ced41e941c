// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;
class QTableWidget;

namespace quantiscope {

class DataSession;
class PlotLegend;
class PlotView;

/// What all samples together feed to an input: the histogram of each channel, and a table of it beside what the model
/// expects.
class FedTensorPanel final : public QWidget
{
    Q_OBJECT

public:
    /// @p session must outlive the panel.
    explicit FedTensorPanel(DataSession& session, QWidget* parent = nullptr);

    [[nodiscard]] PlotView& plot() const { return *m_plot; }

signals:
    /// The user wants to see this input of the model.
    void inputRequested(const QString& name);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void refreshInput();
    void openMenu(const QModelIndex& cell, const QPoint& place);
    void putRow(int row, const QString& what, const QString& fed, const QString& expected, int verdict);

    DataSession& m_session;
    QLabel* m_caption;
    PlotLegend* m_legend;
    QComboBox* m_input; ///< of several
    PlotView* m_plot;
    QTableWidget* m_table;
};

} // namespace quantiscope
