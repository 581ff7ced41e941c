// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/effect_section.h"

#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"
#include "widgets/recipe/effect_card.h"
#include "widgets/recipe/effect_watcher.h"

#include <QBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>

namespace quantiscope {

namespace {

constexpr int kMargin = 10;

} // namespace

EffectSection::EffectSection(EffectWatcher& watcher, QWidget* parent)
    : QFrame(parent)
    , m_watcher(watcher)
    , m_open(new QToolButton(this))
    , m_text(new QLabel(this))
    , m_memory(new QLabel(this))
    , m_card(new EffectCard(watcher, this))
{
    m_open->setText(tr("Effect"));
    m_open->setAccessibleName(tr("All figures of the effect"));
    m_open->setToolTip(m_open->accessibleName());
    m_open->setIcon(themedIcon(QStringLiteral("chevron-right")));
    m_open->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_open->setCheckable(true);
    m_open->setAutoRaise(true);
    QFont bold = m_open->font();
    bold.setWeight(QFont::DemiBold);
    m_open->setFont(bold);
    m_text->setObjectName(QStringLiteral("effectText"));
    m_text->setWordWrap(true);
    m_text->setProperty("caption", true);
    m_memory->setObjectName(QStringLiteral("memoryText"));
    m_memory->setTextFormat(Qt::PlainText);
    m_memory->setWordWrap(true);
    m_memory->setProperty("caption", true);
    m_memory->setToolTip(tr("What a run with this recipe and these data will need"));
    m_memory->setContentsMargins(kMargin, 0, kMargin, 6);
    m_card->setProperty("card", false);
    m_card->hide();
    m_text->setContentsMargins(kMargin, 0, kMargin, 6);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_open, 0, Qt::AlignLeft);
    layout->addWidget(m_text);
    layout->addWidget(m_memory);
    layout->addWidget(m_card);
    connect(m_open, &QToolButton::toggled, this, [this](bool isOpen) {
        m_open->setIcon(themedIcon(isOpen ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right")));
        m_card->setVisible(isOpen);
    });
    connect(&watcher, &EffectWatcher::previewChanged, this, &EffectSection::update);
    connect(&watcher, &EffectWatcher::memoryChanged, this, &EffectSection::showMemory);
    update();
    showMemory();
}

void EffectSection::update()
{
    const auto preview = m_watcher.preview();
    setVisible(m_watcher.model() != nullptr);
    if (!preview) {
        m_text->setText(tr("Shows as soon as the recipe is free of errors."));
        fitText();
        return;
    }
    const EffectCounts& counts = preview->after;
    const QLocale locale;
    const auto number = [&locale](std::size_t count) { return locale.toString(qulonglong(count)); };
    m_text->setText(tr("%1 quantized, %2 float · boundaries: %3 to float, %4 to integer · weights: %5 of %6 saved",
                       "nodes, nodes, values, values, bytes, bytes")
                        .arg(number(counts.quantized), number(counts.floating), number(counts.toFloat),
                             number(counts.toInteger), bytesText(savedBytes(*preview, counts)),
                             bytesText(preview->floatWeightBytes)));
    fitText();
}

void EffectSection::showMemory()
{
    m_memory->setText(toQt(m_watcher.memory()));
    m_memory->setVisible(!m_watcher.memory().empty());
    fitText();
}

/// Docks do not ask how high wrapped lines get in a width. That of the label itself is one resize behind.
void EffectSection::fitText()
{
    for (QLabel* label : {m_text, m_memory}) {
        if (label->text().isEmpty())
            continue; // it has no height
        label->setMinimumHeight(0); // a label never says less than its minimum
        label->setFixedHeight(label->heightForWidth(width()));
    }
}

void EffectSection::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    fitText();
}

} // namespace quantiscope
