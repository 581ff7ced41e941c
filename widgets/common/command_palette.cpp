// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/command_palette.h"

#include "widgets/common/palette_delegate.h"
#include "widgets/common/palette_model.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"

#include <QApplication>
#include <QEvent>
#include <QFocusEvent>
#include <QGraphicsDropShadowEffect>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QLocale>
#include <QPainter>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace quantiscope {

/// What lies over the window while the palette is open; a click on it closes the palette.
class CommandPalette::Shade final : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter(this).fillRect(rect(), QColor(0, 0, 0, Theme::current().isDark ? 120 : 56));
    }
};

CommandPalette::CommandPalette(QWidget* window)
    : QFrame(window)
    , m_line(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_nothing(new QLabel(this))
    , m_count(new QLabel(this))
    , m_prefixes(new QLabel(this))
    , m_model(new PaletteModel(this))
    , m_shade(new Shade(window))
{
    setProperty("card", true);
    setAutoFillBackground(true);
    setAccessibleName(tr("Command palette"));
    m_line->setAccessibleName(tr("What to look for"));
    m_line->setClearButtonEnabled(true);
    m_line->addAction(themedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_list->setAccessibleName(tr("What fits"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_nothing->setTextFormat(Qt::PlainText);
    m_nothing->setWordWrap(true);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->hide();
    m_count->setProperty("caption", true);
    m_prefixes->setProperty("caption", true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    auto* top = new QHBoxLayout;
    top->addWidget(m_line, 1);
    top->addWidget(m_prefixes);
    layout->addLayout(top);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_nothing, 1);
    auto* bottom = new QHBoxLayout;
    auto* keys = new QLabel(tr("Up and Down choose · Enter runs · Esc closes"), this);
    keys->setProperty("caption", true);
    bottom->addWidget(keys, 1);
    bottom->addWidget(m_count);
    layout->addLayout(bottom);
    auto* shadow = new QGraphicsDropShadowEffect(this);
    shadow->setBlurRadius(24);
    shadow->setOffset(0, 4);
    setGraphicsEffect(shadow);

    connect(m_line, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex& index) {
        if (!m_model->isHeading(index.row()))
            runCurrent();
    });
    m_line->installEventFilter(this);
    m_shade->installEventFilter(this);
    m_shade->hide();
    window->installEventFilter(this);
    hide();
}

void CommandPalette::setSources(std::vector<PaletteSource> sources)
{
    m_sources = std::move(sources);
    QStringList texts;
    for (const PaletteSource& source : m_sources)
        texts += QString(source.prefix) + QLatin1Char(' ') + source.title;
    m_prefixes->setText(texts.join(QStringLiteral("   ")));
}

void CommandPalette::open(QChar prefix)
{
    m_loaded = QChar();
    if (!isVisible())
        m_focusBefore = QApplication::focusWidget();
    fitIntoWindow();
    {
        const QSignalBlocker blocker(m_line);
        m_line->setText(QString(prefix));
    }
    filter(m_line->text());
    m_shade->show();
    m_shade->raise();
    show();
    raise();
    m_line->setFocus();
    m_line->setCursorPosition(1);
}

void CommandPalette::fitIntoWindow()
{
    const QSize room = parentWidget()->size();
    m_shade->setGeometry(parentWidget()->rect());
    const QSize wanted(fontMetrics().averageCharWidth() * 100, fontMetrics().height() * 32);
    resize(wanted.boundedTo(QSize(room.width() - 32, room.height() * 4 / 5)));
    move((room.width() - width()) / 2, std::max(8, room.height() / 10));
}

void CommandPalette::dismiss()
{
    hide();
    m_shade->hide();
    // Entries may be 100,000 with names of their own; they are asked for again when the palette opens.
    m_loaded = QChar();
    m_model->setEntries({});
}

QStringList CommandPalette::offered() const
{
    QStringList texts;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (!m_model->isHeading(row))
            texts += m_model->entry(row).text;
    }
    return texts;
}

void CommandPalette::loadSource(QChar prefix)
{
    if (prefix == m_loaded)
        return;
    for (const PaletteSource& source : m_sources) {
        if (source.prefix == prefix) {
            m_model->setEntries(source.entries());
            m_loaded = prefix;
            return;
        }
    }
}

void CommandPalette::filter(const QString& typed)
{
    if (m_sources.empty())
        return;
    const bool hasPrefix = std::any_of(m_sources.begin(), m_sources.end(),
                                       [&](const PaletteSource& source) { return typed.startsWith(source.prefix); });
    loadSource(hasPrefix ? typed[0] : m_sources.front().prefix);
    m_model->setTyped(hasPrefix ? typed.mid(1) : typed);
    choose(0);
    if (m_model->total() == 0)
        m_nothing->setText(tr("There is nothing to go to: no model is open."));
    else if (m_model->fitting() == 0)
        m_nothing->setText(tr("Nothing holds “%1”.").arg(shownName(toStd(hasPrefix ? typed.mid(1) : typed))));
    m_nothing->setVisible(m_model->fitting() == 0);
    m_list->setVisible(m_model->fitting() > 0);
    if (m_model->fitting() == 0)
        m_line->setAccessibleDescription(m_nothing->text());
    m_count->setText(
        tr("%1 of %2")
            .arg(QLocale().toString(qulonglong(m_model->fitting())), QLocale().toString(qulonglong(m_model->total()))));
}

void CommandPalette::choose(int row, Direction direction)
{
    const int last = m_model->rowCount() - 1;
    int found = std::clamp(row, 0, std::max(0, last));
    while (found >= 0 && found <= last && m_model->isHeading(found))
        found += direction == Direction::Down ? 1 : -1;
    if (found < 0) { // above the first entry there is but its heading, which is seen as well
        m_list->scrollToTop();
        return;
    }
    const QModelIndex chosen = m_model->index(found, 0);
    m_list->setCurrentIndex(chosen);
    // The list never has the focus: a screen reader hears of its current row through the line.
    m_line->setAccessibleDescription(chosen.data().toString());
}

void CommandPalette::runCurrent()
{
    const QModelIndex current = m_list->currentIndex();
    if (!current.isValid() || m_model->isHeading(current.row()))
        return;
    const PaletteEntry entry = m_model->entry(current.row());
    if (!entry.disabledReason.isEmpty() || !entry.run)
        return;
    returnFocus();
    dismiss();
    entry.run();
}

void CommandPalette::returnFocus()
{
    if (m_focusBefore && m_focusBefore->isVisible())
        m_focusBefore->setFocus(Qt::OtherFocusReason);
    else
        parentWidget()->setFocus(Qt::OtherFocusReason);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        fitIntoWindow();
    if (watched == m_shade && event->type() == QEvent::MouseButtonPress) {
        returnFocus();
        dismiss();
        return true;
    }
    if (watched != m_line)
        return QFrame::eventFilter(watched, event);
    if (event->type() == QEvent::FocusOut && isVisible()) {
        // The menu of the line itself is no reason to close.
        if (static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason)
            dismiss();
        return false;
    }
    if (event->type() != QEvent::KeyPress)
        return false;
    const int key = static_cast<QKeyEvent*>(event)->key();
    const int row = m_list->currentIndex().row();
    const int page = std::max(1, m_list->height() / std::max(1, m_list->sizeHintForRow(0)));
    switch (key) {
    case Qt::Key_Down:
        choose(row + 1);
        return true;
    case Qt::Key_Up:
        choose(row - 1, Direction::Up);
        return true;
    case Qt::Key_PageDown:
        choose(row + page);
        return true;
    case Qt::Key_PageUp:
        choose(row - page, Direction::Up);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runCurrent();
        return true;
    case Qt::Key_Escape:
        returnFocus();
        dismiss();
        return true;
    default:
        return false;
    }
}

} // namespace quantiscope
