// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data/preprocess_panel.h"

#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"
#include "widgets/data/data_session.h"
#include "widgets/data/step_card.h"
#include "widgets/data/step_words.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <numeric>

namespace quantiscope {

namespace {

// Pixels, of the row of steps.
constexpr int kRowMargin = 6;
constexpr int kRowSpacing = 1;
constexpr int kArrow = 8;

} // namespace

PreprocessPanel::PreprocessPanel(DataSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_builtin(new QComboBox)
    , m_previous(new QToolButton)
    , m_next(new QToolButton)
    , m_sample(new QLabel)
    , m_scroll(new QScrollArea)
    , m_message(new QLabel)
{
    auto* title = new QLabel(tr("Preprocessing"));
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    for (const std::string& name : builtinPreprocessNames())
        m_builtin->addItem(toQt(name));
    m_builtin->addItem(tr("custom"));
    m_builtin->setAccessibleName(tr("Built-in preprocessing"));
    connect(m_builtin, &QComboBox::activated, this, [this](int index) {
        const auto spec = builtinPreprocess(toStd(m_builtin->itemText(index)));
        if (spec)
            m_session.edit(tr("Preprocess as %1").arg(m_builtin->itemText(index)),
                           [&spec](DataSpec& changed) { changed.preprocess = *spec; });
        refresh();
    });
    m_previous->setIcon(themedIcon(QStringLiteral("chevron-left")));
    m_previous->setToolTip(tr("Previous sample"));
    m_next->setIcon(themedIcon(QStringLiteral("chevron-right")));
    m_next->setToolTip(tr("Next sample"));
    for (QToolButton* button : {m_previous, m_next})
        button->setAccessibleName(button->toolTip());
    connect(m_previous, &QToolButton::clicked, this, [this] { step(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { step(1); });
    m_sample->setAccessibleName(tr("Sample shown"));
    m_scroll->setAccessibleName(tr("Preprocessing"));
    for (QLabel* label : {m_sample, m_message})
        label->setTextFormat(Qt::PlainText); // they name files and inputs
    auto* head = new QHBoxLayout;
    head->setContentsMargins(10, 5, 10, 5);
    head->addWidget(title);
    head->addSpacing(8);
    head->addWidget(m_builtin);
    head->addStretch(1);
    head->addWidget(m_previous);
    head->addWidget(m_sample);
    head->addWidget(m_next);
    auto* row = new QWidget;
    auto* cards = new QHBoxLayout(row);
    cards->setContentsMargins(kRowMargin, 8, kRowMargin, 8);
    cards->setSpacing(kRowSpacing);
    for (std::size_t i = 0; i < kPreprocessSteps; ++i) {
        if (i > 0) {
            auto* arrow = new QLabel;
            arrow->setPixmap(themedIcon(QStringLiteral("chevron-right")).pixmap(kArrow, kArrow));
            cards->addWidget(arrow);
        }
        m_cards.push_back(new StepCard(session, static_cast<PreprocessStep>(i)));
        cards->addWidget(m_cards.back());
    }
    m_scroll->setWidget(row);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_message->setWordWrap(true);
    m_message->setProperty("caption", true);
    m_message->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_message->setContentsMargins(12, 4, 12, 8);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(m_message);
    setMinimumHeight(fontMetrics().height() * 14);
    connect(&session, &DataSession::dataChanged, this, &PreprocessPanel::refresh);
    connect(&session, &DataSession::traceChanged, this, &PreprocessPanel::refresh);
    connect(&session, &DataSession::listingChanged, this, &PreprocessPanel::refresh);
    connect(&session, &DataSession::currentSampleChanged, this, &PreprocessPanel::refreshSample);
    refresh();
}

void PreprocessPanel::refresh()
{
    const bool arePictures = m_session.listing().arePictures() && m_session.pictureInput();
    m_scroll->setVisible(arePictures);
    m_builtin->setVisible(arePictures);
    const QString name = m_session.data() ? builtinName(m_session.data()->preprocess) : QString();
    const QSignalBlocker blocker(m_builtin);
    const int place = name.isEmpty() ? -1 : m_builtin->findText(name);
    m_builtin->setCurrentIndex(place >= 0 ? place : m_builtin->count() - 1);
    for (StepCard* card : m_cards)
        card->refresh();
    arrangeCards();
    const PreprocessTrace* trace = m_session.trace();
    QString message;
    if (!m_session.listing().names.empty() && m_session.listing().arePictures() && !m_session.pictureInput())
        message = tr("This model does not take pictures as its only input. Use .npy or .npz arrays.");
    else if (!m_session.listing().names.empty() && !arePictures)
        message = tr("These samples are fed as they are: arrays have no preprocessing.");
    else if (m_session.listing().names.empty())
        message = tr("The steps show a sample as soon as data are chosen.");
    else if (trace && trace->error)
        message = toQt(trace->error->message);
    m_message->setText(message);
    m_message->setVisible(!message.isEmpty());
    refreshSample();
}

void PreprocessPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrangeCards();
}

/// As roomy as all cards can be beside each other; where not even narrow ones fit, the row scrolls.
void PreprocessPanel::arrangeCards()
{
    using Density = StepCard::Density;
    Density density = Density::Roomy;
    for (const Density next : {Density::OffCollapsed, Density::Narrow}) {
        const int cards = std::accumulate(m_cards.begin(), m_cards.end(), 0, [density](int sum, const StepCard* card) {
            return sum + card->widthAt(density);
        });
        if (cards + 2 * kRowMargin + int(m_cards.size() - 1) * (kArrow + 2 * kRowSpacing) <= width())
            break;
        density = next;
    }
    for (StepCard* card : m_cards)
        card->setDensity(density);
}

void PreprocessPanel::refreshSample()
{
    const DataListing& listing = m_session.listing();
    const std::size_t place = m_session.currentSample();
    const bool isThere = place < listing.names.size();
    m_previous->setEnabled(isThere && place > 0);
    m_next->setEnabled(place + 1 < listing.names.size());
    if (!isThere) {
        m_sample->clear();
        return;
    }
    const QString name =
        fontMetrics().elidedText(toQt(listing.names[place]), Qt::ElideMiddle, fontMetrics().averageCharWidth() * 28);
    m_sample->setText(tr("%1 · %2 / %3")
                          .arg(name, QLocale().toString(qulonglong(place + 1)),
                               QLocale().toString(qulonglong(listing.names.size()))));
}

void PreprocessPanel::step(int places)
{
    const auto next = std::ptrdiff_t(m_session.currentSample()) + places;
    if (next >= 0)
        m_session.setCurrentSample(std::size_t(next));
}

} // namespace quantiscope
