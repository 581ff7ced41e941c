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
    /// Words from bottom to top instead of the pictures; empty: the pictures.
    void setWords(const QString& words);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<QImage> m_images;
    bool m_isDimmed = false;
    QString m_words;
};

/// One preprocessing step: on or off, its picture, what it does (a button that opens its parameters), what it makes.
class StepCard final : public QFrame
{
    Q_OBJECT

public:
    /// How much room there is for a row of cards.
    enum class Density
    {
        Roomy, ///< all are whole
        OffCollapsed, ///< a step that is off is a narrow strip
        Narrow, ///< as that, and what a step does is shortened
    };

    /// @p session must outlive the card.
    StepCard(DataSession& session, PreprocessStep step, QWidget* parent = nullptr);

    void refresh();

    /// What the card needs then, in pixels.
    [[nodiscard]] int widthAt(Density density) const;
    void setDensity(Density density);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void toggle(bool isOn);
    void openEditor();
    void openChoices(const QPoint& place);
    void endHover();
    void elideTexts();
    void elideEffect();
    /// Between the borders of the button that says what the step does, @p chevron pixels kept free.
    [[nodiscard]] int effectSpace(int chevron) const;

    DataSession& m_session;
    PreprocessStep m_step;
    bool m_isOn = true;
    QString m_resultText;
    QLabel* m_title;
    QCheckBox* m_check;
    StepPicture* m_picture;
    QToolButton* m_effect;
    QLabel* m_result;
};

} // namespace quantiscope
