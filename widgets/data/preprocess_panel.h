// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QScrollArea;
class QToolButton;

namespace quantiscope {

class DataSession;
class StepCard;

/// The preprocessing of pictures as a row of steps with the current sample's picture after each, the built-in choices,
/// and a way from sample to sample. For data that are no pictures it says so.
class PreprocessPanel final : public QWidget
{
    Q_OBJECT

public:
    /// @p session must outlive the panel.
    explicit PreprocessPanel(DataSession& session, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void arrangeCards();
    void refreshSample();
    void step(int places);

    DataSession& m_session;
    QComboBox* m_builtin;
    QToolButton* m_previous;
    QToolButton* m_next;
    QLabel* m_sample;
    QScrollArea* m_scroll;
    std::vector<StepCard*> m_cards;
    QLabel* m_message; ///< what is wrong with the steps, or why there are none
};

} // namespace quantiscope
