// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QButtonGroup;
class QLabel;
class QLineEdit;
class QListView;
class QMenu;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace quantiscope {

class DataSession;
class SampleFilter;
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

    /// Asks for a folder and makes it the data.
    void choosePath();
    /// Asks for a file with stacked samples and makes it the data.
    void chooseFile();
    /// Asks for the file with the labels of the data.
    void chooseLabels();
    /// Takes the sub-folders that hold the pictures as their classes.
    void takeFoldersAsLabels();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildControls();
    void refresh();
    void refreshList();
    void refreshLabels();
    void fillLabelMenu();
    void showExcerpt();
    /// Where a dialog begins: beside the data, otherwise beside the model.
    [[nodiscard]] QString startFolder() const;
    void take(const QString& path);
    void chooseKind(int kind);

    DataSession& m_session;
    SampleListModel* m_model;
    SampleFilter* m_filter;
    QButtonGroup* m_purposes;
    QButtonGroup* m_kinds;
    QLineEdit* m_path;
    QAction* m_remove; ///< in the path
    QToolButton* m_browse;
    QSpinBox* m_samples;
    QLabel* m_of;
    QSpinBox* m_seed;
    QListView* m_list;
    QLabel* m_message; ///< instead of the list: what belongs here, or what is wrong
    QPushButton* m_choose;
    QWidget* m_empty;
    QWidget* m_excerpt; ///< says that only some samples are listed
    QLabel* m_excerptText;
    QPushButton* m_offer; ///< to take the folders as classes
    QMenu* m_arrays; ///< what the kind .npy/.npz asks
    bool m_focusesList = false; ///< as soon as there is one
    QLabel* m_summary;
    QPushButton* m_labels;
};

} // namespace quantiscope
