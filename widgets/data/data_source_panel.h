// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAbstractButton;
class QButtonGroup;
class QLabel;
class QLineEdit;
class QListView;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace quantiscope {

class DataSession;
class SampleListModel;
class ThumbnailCache;

/// Which data are used: for calibration or evaluation, their kind and place, how many, and the list of samples with a
/// check box for each. Files and folders can be dropped on it.
class DataSourcePanel final : public QWidget
{
    Q_OBJECT

public:
    /// Both must outlive the panel.
    DataSourcePanel(DataSession& session, ThumbnailCache& thumbnails, QWidget* parent = nullptr);

    /// Asks for a folder or file and makes it the data.
    void choosePath();
    /// Asks for the labels of the data.
    void chooseLabels();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildControls();
    void refresh();
    void refreshList();
    void chooseKind(int kind);

    DataSession& m_session;
    SampleListModel* m_model;
    QButtonGroup* m_purposes;
    QButtonGroup* m_kinds;
    QLineEdit* m_path;
    QToolButton* m_browse;
    QSpinBox* m_samples;
    QLabel* m_of;
    QSpinBox* m_seed;
    QListView* m_list;
    QLabel* m_message; ///< instead of the list: what belongs here, or what is wrong
    QPushButton* m_choose;
    QWidget* m_empty;
    QLabel* m_summary;
    QPushButton* m_labels;
};

} // namespace quantiscope
