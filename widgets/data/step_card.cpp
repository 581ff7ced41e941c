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

constexpr int kLeastChars = 13; ///< what a card is wide at least
constexpr int kMostChars = 20; ///< what its texts may ask for

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

QSize StepPicture::sizeHint() const
{
    const int side = fontMetrics().height() * 8;
    return {side, side * 9 / 10};
}

void StepPicture::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::current().canvas);
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
    , m_check(new QCheckBox)
    , m_picture(new StepPicture)
    , m_effect(new QToolButton)
    , m_result(new QLabel)
{
    setProperty("card", true);
    setMinimumWidth(fontMetrics().averageCharWidth() * kLeastChars);
    setMaximumWidth(fontMetrics().averageCharWidth() * 30);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 5, 8, 5);
    auto* title = new QLabel(stepTitle(step));
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    head->addWidget(title, 1);
    head->addWidget(m_check);
    m_check->setAccessibleName(tr("Use step %1").arg(stepTitle(step)));
    if (!canBeOff(step))
        m_check->hide();
    connect(m_check, &QCheckBox::toggled, this, &StepCard::toggle);
    m_picture->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    auto* foot = new QVBoxLayout;
    foot->setContentsMargins(4, 4, 4, 6);
    foot->setSpacing(2);
    m_effect->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_effect->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_effect->setEnabled(hasStepEditor(step));
    if (hasStepEditor(step)) {
        m_effect->setIcon(themedIcon(QStringLiteral("chevron-down")));
        m_effect->setLayoutDirection(Qt::RightToLeft); // the chevron behind the text
    } else {
        QPixmap nothing(1, 1); // Qt sets text alone into the middle
        nothing.fill(Qt::transparent);
        m_effect->setIcon(nothing);
        m_effect->setIconSize({1, 1});
    }
    connect(m_effect, &QToolButton::clicked, this, &StepCard::openEditor);
    m_result->setProperty("caption", true);
    m_result->setContentsMargins(6, 0, 0, 0);
    m_result->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    foot->addWidget(m_effect);
    foot->addWidget(m_result);
    layout->addLayout(head);
    layout->addWidget(m_picture, 1);
    layout->addLayout(foot);
}

void StepCard::refresh()
{
    const PreprocessSpec spec = m_session.data() ? m_session.data()->preprocess : PreprocessSpec{};
    const PreprocessTrace* trace = m_session.trace();
    const StepView* view = trace ? &trace->steps[std::size_t(m_step)] : nullptr;
    const bool isOn = m_step == PreprocessStep::Resize ? spec.resize.has_value()
        : m_step == PreprocessStep::Crop               ? spec.crop.has_value()
        : m_step == PreprocessStep::Scale              ? spec.scale.has_value()
        : m_step == PreprocessStep::MeanStd            ? !spec.mean.empty() || !spec.std.empty()
                                                       : true;
    const QSignalBlocker blocker(m_check);
    m_check->setChecked(isOn);
    const QString effect = stepEffect(m_step, spec, view);
    m_effect->setToolTip(effect);
    elideEffect();
    m_effect->setAccessibleName(tr("%1: %2").arg(stepTitle(m_step), effect));
    m_effect->setEnabled(hasStepEditor(m_step) && isOn);
    m_result->setText(view ? stepResult(*view) : QString());
    std::vector<QImage> images;
    if (view) {
        for (const ChannelPixels& pixels : view->previews)
            images.push_back(pictureImage(pixels));
    }
    m_picture->setImages(std::move(images));
    m_picture->setDimmed(!isOn);
    // What is off needs no words, so the others get the room for theirs.
    QSizePolicy policy = sizePolicy();
    policy.setHorizontalStretch(isOn ? 2 : 1);
    setSizePolicy(policy);
    setMinimumWidth(isOn ? minimumTextWidth() : fontMetrics().averageCharWidth() * kLeastChars);
}

int StepCard::effectSpace() const
{
    // Without the button's own text, which would widen the card: what is left of its width beside the chevron.
    return width() - m_effect->iconSize().width() - fontMetrics().averageCharWidth() * 4;
}

void StepCard::elideEffect()
{
    // Rather whole words than a cut one; the tool tip has them all.
    QString text = m_effect->toolTip();
    const auto isTooWide = [this](const QString& tried) {
        return fontMetrics().horizontalAdvance(tried) > effectSpace();
    };
    for (const QString& mark : {QStringLiteral(" · "), QStringLiteral(" ")}) {
        if (isTooWide(text))
            text = text.section(mark, 0, 0);
    }
    m_effect->setText(fontMetrics().elidedText(text, Qt::ElideRight, effectSpace()));
}

int StepCard::minimumTextWidth() const
{
    const int result = fontMetrics().horizontalAdvance(m_result->text()) + fontMetrics().averageCharWidth() * 3;
    const int effect = fontMetrics().horizontalAdvance(m_effect->toolTip().section(QStringLiteral(" · "), 0, 0))
        + width() - effectSpace();
    const int character = fontMetrics().averageCharWidth();
    return std::clamp(std::max(result, effect), character * kLeastChars, character * kMostChars);
}

void StepCard::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    elideEffect();
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
