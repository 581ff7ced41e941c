// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data/step_card.h"

#include "core/data/preprocess_json.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"
#include "widgets/data/data_session.h"
#include "widgets/data/picture_image.h"
#include "widgets/data/step_editor.h"
#include "widgets/data/step_words.h"

#include <QAction>
#include <QCheckBox>
#include <QCursor>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPixmap>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

constexpr int kLeastChars = 13; ///< what a card is wide at least, where there is room
constexpr int kMostChars = 20; ///< what its texts may ask for
constexpr int kMargin = 1; ///< of a card, pixels
constexpr int kBorder = 1 + kMargin; ///< with the line that the style draws
constexpr int kHeadMargin = 8;
constexpr int kHeadSpacing = 4;
constexpr int kFootMargin = 4;
constexpr int kResultIndent = 6; ///< as the text of the button above it
constexpr int kButtonPadding = 9; ///< of the style, with its border and some for rounding
constexpr int kChevron = 20; ///< with the space before it

bool canBeOff(PreprocessStep step)
{
    return step == PreprocessStep::Resize || step == PreprocessStep::Crop || step == PreprocessStep::Scale
        || step == PreprocessStep::MeanStd;
}

/// Puts a step into @p spec with parameters that suit @p input, or takes it out.
void setStep(PreprocessSpec& spec, PreprocessStep step, const TensorSpec* input, bool isOn)
{
    switch (step) {
    case PreprocessStep::Resize:
        spec.resize = isOn ? std::optional(ResizeStep{}) : std::nullopt;
        break;
    case PreprocessStep::Crop: {
        const bool isLast = spec.layout == PixelLayout::Nhwc;
        const auto extent = [&](std::size_t place) {
            const std::int64_t wanted = input ? input->shape[place] : 0;
            return wanted > 0 && wanted <= kLargestPictureSide ? static_cast<std::int32_t>(wanted) : 224;
        };
        spec.crop = isOn ? std::optional(PictureSize{extent(isLast ? 1 : 2), extent(isLast ? 2 : 3)}) : std::nullopt;
        break;
    }
    case PreprocessStep::Scale:
        spec.scale = isOn ? std::optional(1.0 / 255.0) : std::nullopt;
        break;
    case PreprocessStep::MeanStd:
        // To -1 … 1 from what the scale makes.
        spec.mean = isOn ? std::vector<double>{127.5 * spec.scale.value_or(1.0)} : std::vector<double>();
        spec.std = spec.mean;
        for (double& deviation : spec.std)
            deviation = std::abs(deviation);
        break;
    default:
        break;
    }
}

} // namespace

void StepPicture::setImages(std::vector<QImage> images)
{
    m_images = std::move(images);
    update();
}

void StepPicture::setDimmed(bool isDimmed)
{
    if (m_isDimmed == isDimmed)
        return;
    m_isDimmed = isDimmed;
    update();
}

void StepPicture::setWords(const QString& words)
{
    if (m_words == words)
        return;
    m_words = words;
    update();
}

QSize StepPicture::sizeHint() const
{
    const int side = fontMetrics().height() * 8;
    return {side, side * 9 / 10};
}

void StepPicture::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::current().canvas);
    if (!m_words.isEmpty()) {
        painter.setPen(Theme::current().text2);
        painter.translate(rect().bottomLeft());
        painter.rotate(-90.0);
        painter.drawText(QRect(0, 0, height(), width()), Qt::AlignCenter, m_words);
        return;
    }
    if (m_images.empty())
        return;
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.setOpacity(m_isDimmed ? 0.35 : 1.0);
    const QRect space = rect().adjusted(6, 6, -6, -6);
    const auto count = int(m_images.size());
    const QSize each = count == 1 ? space.size() : QSize(space.width() * 2 / 3, space.height() * 2 / 3);
    const QSize size = m_images.front().size().scaled(each, Qt::KeepAspectRatio);
    for (int i = 0; i < count; ++i) {
        QRect place(QPoint(), size);
        if (count == 1) {
            place.moveCenter(space.center());
        } else {
            place.moveTo(space.left() + (space.width() - size.width()) * i / (count - 1),
                         space.top() + (space.height() - size.height()) * i / (count - 1));
        }
        painter.drawImage(place, m_images[std::size_t(i)]);
        if (count > 1) {
            painter.setPen(Theme::current().base);
            painter.drawRect(place.adjusted(0, 0, -1, -1));
        }
    }
}

StepCard::StepCard(DataSession& session, PreprocessStep step, QWidget* parent)
    : QFrame(parent)
    , m_session(session)
    , m_step(step)
    , m_title(new QLabel(stepTitle(step)))
    , m_check(new QCheckBox)
    , m_picture(new StepPicture)
    , m_effect(new QToolButton)
    , m_result(new QLabel)
{
    setProperty("card", true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(kHeadMargin, 5, kHeadMargin, 5);
    head->setSpacing(kHeadSpacing);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    head->addWidget(m_title, 1);
    head->addWidget(m_check);
    m_check->setAccessibleName(tr("Use step %1").arg(stepTitle(step)));
    m_check->setToolTip(m_check->accessibleName());
    if (!canBeOff(step))
        m_check->hide();
    connect(m_check, &QCheckBox::toggled, this, &StepCard::toggle);
    m_picture->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    auto* foot = new QVBoxLayout;
    foot->setContentsMargins(kFootMargin, 4, kFootMargin, 6);
    foot->setSpacing(2);
    m_effect->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_effect->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_effect->setEnabled(hasStepEditor(step));
    connect(m_effect, &QToolButton::clicked, this, &StepCard::openEditor);
    m_result->setProperty("caption", true);
    m_result->setContentsMargins(kResultIndent, 0, 0, 0);
    m_result->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    foot->addWidget(m_effect);
    foot->addWidget(m_result);
    layout->addLayout(head);
    layout->addWidget(m_picture, 1);
    layout->addLayout(foot);
    setDensity(Density::Roomy);
}

void StepCard::refresh()
{
    const PreprocessSpec spec = m_session.data() ? m_session.data()->preprocess : PreprocessSpec{};
    const PreprocessTrace* trace = m_session.trace();
    const StepView* view = trace ? &trace->steps[std::size_t(m_step)] : nullptr;
    m_isOn = m_step == PreprocessStep::Resize ? spec.resize.has_value()
        : m_step == PreprocessStep::Crop      ? spec.crop.has_value()
        : m_step == PreprocessStep::Scale     ? spec.scale.has_value()
        : m_step == PreprocessStep::MeanStd   ? !spec.mean.empty() || !spec.std.empty()
                                              : true;
    const QSignalBlocker blocker(m_check);
    m_check->setChecked(m_isOn);
    const QString effect = stepEffect(m_step, spec, view);
    m_effect->setToolTip(effect);
    m_effect->setAccessibleName(tr("%1: %2").arg(stepTitle(m_step), effect));
    m_effect->setEnabled(hasStepEditor(m_step) && m_isOn);
    m_resultText = view ? stepResult(*view) : QString();
    m_result->setToolTip(m_resultText);
    elideTexts();
    std::vector<QImage> images;
    if (view) {
        for (const ChannelPixels& pixels : view->previews)
            images.push_back(pictureImage(pixels));
    }
    m_picture->setImages(std::move(images));
    m_picture->setDimmed(!m_isOn);
    // Each gets room as its words need it; what is off needs none.
    QSizePolicy policy = sizePolicy();
    const int wanted = m_isOn ? widthAt(Density::OffCollapsed) : fontMetrics().averageCharWidth() * kLeastChars;
    policy.setHorizontalStretch(std::clamp(wanted, 1, 255));
    setSizePolicy(policy);
}

int StepCard::widthAt(Density density) const
{
    const int character = fontMetrics().averageCharWidth();
    const int check = m_check->sizeHint().width();
    if (!m_isOn && density != Density::Roomy)
        return check + 2 * (kBorder + kFootMargin);
    const int head =
        m_title->sizeHint().width() + (canBeOff(m_step) ? check + kHeadSpacing : 0) + 2 * (kBorder + kHeadMargin);
    if (!m_isOn)
        return std::max(head, character * kLeastChars);
    const auto inFoot = [](int text) { return text + kResultIndent + 2 * (kBorder + kFootMargin) + 1; };
    if (density == Density::Narrow) {
        const QString shape = m_resultText.section(QLatin1Char(' '), 0, 0);
        return std::max(head, inFoot(m_result->fontMetrics().horizontalAdvance(shape)));
    }
    const QString effect = m_effect->toolTip().section(QStringLiteral(" · "), 0, 0);
    const int texts = std::max(inFoot(m_result->fontMetrics().horizontalAdvance(m_resultText)),
                               fontMetrics().horizontalAdvance(effect) + width() - effectSpace(kChevron));
    return std::max(head, std::clamp(texts, character * kLeastChars, character * kMostChars));
}

void StepCard::setDensity(Density density)
{
    const int least = widthAt(density);
    const bool isStrip = !m_isOn && density != Density::Roomy;
    setMinimumWidth(least);
    setMaximumWidth(isStrip ? least : std::max(least, fontMetrics().averageCharWidth() * 30));
    m_title->setVisible(!isStrip);
    m_effect->setVisible(!isStrip);
    m_result->setVisible(!isStrip);
    m_picture->setWords(isStrip ? m_title->text() : QString());
    QLayout* head = layout()->itemAt(0)->layout();
    const int margin = isStrip ? kFootMargin : kHeadMargin;
    head->setContentsMargins(margin, 5, margin, 5);
}

int StepCard::effectSpace(int chevron) const
{
    // Without the button's own text, which would widen the card: what is left of the card's width.
    return width() - 2 * (kBorder + kFootMargin + kButtonPadding) - chevron;
}

void StepCard::elideTexts()
{
    elideEffect();
    // The type follows from the steps before, the shape is what one looks for.
    const int space = width() - 2 * (kBorder + kFootMargin) - kResultIndent;
    const bool isWhole = m_result->fontMetrics().horizontalAdvance(m_resultText) <= space;
    m_result->setText(isWhole ? m_resultText : m_resultText.section(QLatin1Char(' '), 0, 0));
}

void StepCard::elideEffect()
{
    QString text = m_effect->toolTip();
    const auto isTooWide = [this](const QString& tried, int chevron) {
        return fontMetrics().horizontalAdvance(tried) > effectSpace(chevron);
    };
    // Rather without the chevron than with a cut text; the tool tip has all of it.
    bool hasChevron = hasStepEditor(m_step);
    if (isTooWide(text, kChevron))
        text = text.section(QStringLiteral(" · "), 0, 0);
    if (isTooWide(text, kChevron))
        hasChevron = false;
    const bool hasSize = m_step == PreprocessStep::Resize || m_step == PreprocessStep::Crop; // told below as well
    if (hasSize && isTooWide(text, 0))
        text = text.section(QLatin1Char(' '), 0, 0);
    if (isTooWide(text, 0)) // only then: elidedText() counts fractions of pixels that the width does not
        text = fontMetrics().elidedText(text, Qt::ElideRight, effectSpace(0));
    if (hasChevron) {
        m_effect->setIcon(themedIcon(QStringLiteral("chevron-down")));
        m_effect->setIconSize({16, 16});
        m_effect->setLayoutDirection(Qt::RightToLeft); // the chevron behind the text
    } else {
        QPixmap nothing(1, 1); // Qt sets text alone into the middle
        nothing.fill(Qt::transparent);
        m_effect->setIcon(nothing);
        m_effect->setIconSize({1, 1});
        m_effect->setLayoutDirection(Qt::LeftToRight);
    }
    m_effect->setText(text);
}

void StepCard::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    elideTexts();
}

void StepCard::toggle(bool isOn)
{
    const QString text = isOn ? tr("Turn on %1").arg(stepTitle(m_step)) : tr("Turn off %1").arg(stepTitle(m_step));
    m_session.edit(text,
                   [&](DataSpec& changed) { setStep(changed.preprocess, m_step, m_session.pictureInput(), isOn); });
}

void StepCard::openEditor()
{
    const QPoint below = m_effect->mapToGlobal(QPoint(0, m_effect->height()));
    if (m_step == PreprocessStep::Channels || m_step == PreprocessStep::Layout) {
        openChoices(below);
        return;
    }
    auto* editor = new StepEditor(m_session, m_step, this);
    editor->adjustSize();
    editor->move(below);
    connect(editor, &QObject::destroyed, m_effect, [this] { endHover(); });
    editor->show();
}

void StepCard::openChoices(const QPoint& place)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu, &QMenu::aboutToHide, this, &StepCard::endHover);
    const PreprocessSpec spec = m_session.data() ? m_session.data()->preprocess : PreprocessSpec{};
    const bool isChannels = m_step == PreprocessStep::Channels;
    const int now = isChannels ? (spec.channels ? int(*spec.channels) : -1) : (spec.layout ? int(*spec.layout) : -1);
    const QStringList texts = isChannels
        ? QStringList{tr("As the model"), QStringLiteral("RGB"), QStringLiteral("BGR"), QStringLiteral("GRAY")}
        : QStringList{tr("As the model"), QStringLiteral("NCHW"), QStringLiteral("NHWC")};
    for (int i = 0; i < texts.size(); ++i) {
        const int value = i - 1; // -1: left to the model
        QAction* action = menu->addAction(texts[i], this, [this, isChannels, value] {
            m_session.edit(tr("Change %1").arg(stepTitle(m_step)), [isChannels, value](DataSpec& changed) {
                if (isChannels)
                    changed.preprocess.channels =
                        value < 0 ? std::nullopt : std::optional(static_cast<ChannelOrder>(value));
                else
                    changed.preprocess.layout =
                        value < 0 ? std::nullopt : std::optional(static_cast<PixelLayout>(value));
            });
        });
        action->setCheckable(true);
        action->setChecked(value == now);
    }
    menu->popup(place);
}

/// What floated has taken the mouse, so that the button was not told that it had left.
void StepCard::endHover()
{
    m_effect->setAttribute(Qt::WA_UnderMouse, m_effect->rect().contains(m_effect->mapFromGlobal(QCursor::pos())));
    m_effect->update();
}

} // namespace quantiscope
