// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/preprocess_steps.h"

#include <QFrame>
#include <QImage>

#include <vector>

class QCheckBox;
class QLabel;
class QToolButton;

namespace quantiscope {

class DataSession;

/// The pictures of one step: one, or the planes of the channels behind each other.
class StepPicture final : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    void setImages(std::vector<QImage> images);
    void setDimmed(bool isDimmed);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<QImage> m_images;
    bool m_isDimmed = false;
};

/// One preprocessing step: on or off, its picture, what it does (a button that opens its parameters), what it makes.
class StepCard final : public QFrame
{
    Q_OBJECT

public:
    /// @p session must outlive the card.
    StepCard(DataSession& session, PreprocessStep step, QWidget* parent = nullptr);

    void refresh();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void toggle(bool isOn);
    void openEditor();
    void openChoices(const QPoint& place);
    void endHover();
    void elideEffect();
    [[nodiscard]] int effectSpace() const;
    [[nodiscard]] int minimumTextWidth() const;

    DataSession& m_session;
    PreprocessStep m_step;
    QCheckBox* m_check;
    StepPicture* m_picture;
    QToolButton* m_effect;
    QLabel* m_result;
};

} // namespace quantiscope
