// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_find_field.h"

#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"
#include "widgets/graph/graph_search.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace quantiscope {

namespace {

constexpr int kWidth = 22; ///< in average characters
constexpr int kNarrowWidth = 11;

} // namespace

GraphFindField::GraphFindField(QWidget* parent)
    : QWidget(parent), m_text(new QLineEdit(this)), m_regex(new QAction(this)), m_count(new QLabel(this))
{
    m_text->setPlaceholderText(tr("Find in graph"));
    m_text->setAccessibleName(tr("Find in graph"));
    m_text->setToolTip(tr("Words in names, operators and values; also op:Conv, attr:kernel_shape=[3,3], shape:1x64x*, "
                          "and -op:Conv for what shall not be"));
    m_text->addAction(themedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_regex->setIcon(themedIcon(QStringLiteral("regex")));
    m_regex->setText(tr("Regular expression"));
    m_regex->setToolTip(tr("Regular expression (Alt+R)"));
    m_regex->setCheckable(true);
    m_text->addAction(m_regex, QLineEdit::TrailingPosition);
    setNarrow(false);
    m_text->installEventFilter(this);
    m_count->setProperty("caption", true);
    setFocusProxy(m_text);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_count);
    layout->addWidget(m_text);
    connect(m_text, &QLineEdit::textChanged, this, &GraphFindField::search);
    connect(m_regex, &QAction::toggled, this, &GraphFindField::search);
}

void GraphFindField::setNarrow(bool isNarrow)
{
    m_isNarrow = isNarrow;
    m_text->setMinimumWidth(fontMetrics().averageCharWidth() * (isNarrow ? kNarrowWidth : kWidth));
}

void GraphFindField::setModel(OpenedModelPtr model)
{
    if (m_model == model)
        return;
    m_model = std::move(model);
    m_current = -1;
    search();
}

void GraphFindField::setText(const QString& text)
{
    m_text->setText(text);
}

bool GraphFindField::isRegex() const
{
    return m_regex->isChecked();
}

void GraphFindField::setRegex(bool isRegex)
{
    m_regex->setChecked(isRegex);
}

void GraphFindField::activate()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void GraphFindField::clear()
{
    m_text->clear();
}

void GraphFindField::search()
{
    m_isAtHit = false;
    const GraphSearch search(m_text->text(), isRegex() ? GraphSearch::Mode::Regex : GraphSearch::Mode::Words);
    setError(search.error());
    if (!m_model || search.isEmpty()) {
        m_pendingStep = 0;
        m_task.cancel();
        setHits({});
        return;
    }
    m_task.start([search, model = m_model](Feedback& feedback) { return search.find(*model, feedback); },
                 [this](std::vector<int> hits) {
                     setHits(std::move(hits));
                     if (const int direction = std::exchange(m_pendingStep, 0); direction != 0)
                         step(direction);
                 });
}

void GraphFindField::setHits(std::vector<int> hits)
{
    m_hits = std::move(hits);
    updateCount();
    emit hitsChanged();
}

void GraphFindField::setError(const QString& error)
{
    if (m_error == error)
        return;
    m_error = error;
    updateCount();
    emit errorChanged();
}

void GraphFindField::updateCount()
{
    const QLocale locale;
    if (m_text->text().isEmpty() || !m_error.isEmpty()) {
        m_count->clear();
    } else if (m_hits.empty()) {
        m_count->setText(tr("none"));
    } else {
        const auto at = std::find(m_hits.begin(), m_hits.end(), m_current);
        const QString all = locale.toString(int(m_hits.size()));
        m_count->setText(at == m_hits.end() ? tr("%n found", nullptr, int(m_hits.size()))
                                            : tr("%1 of %2").arg(locale.toString(int(at - m_hits.begin()) + 1), all));
    }
    m_text->setAccessibleDescription(m_error.isEmpty() ? m_count->text() : m_error);
}

void GraphFindField::setCurrentNode(int node)
{
    if (m_current == node)
        return;
    m_current = node;
    m_isAtHit = std::binary_search(m_hits.begin(), m_hits.end(), node);
    updateCount();
}

void GraphFindField::next()
{
    step(1);
}

void GraphFindField::previous()
{
    step(-1);
}

void GraphFindField::step(int direction)
{
    if (m_task.isRunning()) {
        m_pendingStep = direction;
        return;
    }
    if (m_hits.empty())
        return;
    std::size_t target = 0;
    if (direction > 0) {
        // The current node itself is the first hit when it was not stepped to.
        const auto at = m_isAtHit ? std::upper_bound(m_hits.begin(), m_hits.end(), m_current)
                                  : std::lower_bound(m_hits.begin(), m_hits.end(), m_current);
        target = at == m_hits.end() ? 0 : std::size_t(at - m_hits.begin());
    } else {
        const auto at = std::lower_bound(m_hits.begin(), m_hits.end(), m_current);
        target = at == m_hits.begin() ? m_hits.size() - 1 : std::size_t(at - m_hits.begin()) - 1;
    }
    m_current = m_hits[target];
    m_isAtHit = true;
    updateCount();
    emit hitReached(m_current);
}

bool GraphFindField::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_text && (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut))
        emit activeChanged(event->type() == QEvent::FocusIn);
    if (watched != m_text || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        step((key->modifiers() & Qt::ShiftModifier) ? -1 : 1);
        return true;
    case Qt::Key_Escape:
        clear();
        emit left();
        return true;
    case Qt::Key_Up:
        step(-1);
        return true;
    case Qt::Key_Down:
        if (m_hits.empty() && !m_task.isRunning())
            emit left();
        else
            step(1);
        return true;
    default:
        return false;
    }
}

void GraphFindField::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        setNarrow(m_isNarrow);
}

} // namespace quantiscope
