// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/problem_strip.h"

#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"
#include "widgets/recipe/option_rows.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QRegularExpression>
#include <QToolButton>

namespace quantiscope {

QString optionNamedIn(const QString& sentence)
{
    static const QRegularExpression kWord(QStringLiteral("[A-Za-z0-9_]+"));
    for (auto words = kWord.globalMatch(sentence); words.hasNext();) {
        const QString word = words.next().captured();
        if (optionRowNamed(toStd(word)))
            return word;
    }
    return {};
}

ProblemStrip::ProblemStrip(QWidget* parent) : QFrame(parent), m_rows(new QVBoxLayout(this))
{
    setAccessibleName(tr("Problems of the recipe"));
    m_rows->setContentsMargins(8, 4, 8, 4);
    m_rows->setSpacing(4);
    hide();
}

void ProblemStrip::setMessages(const std::vector<Error>& errors, const std::vector<std::string>& warnings)
{
    if (errors == m_errors && warnings == m_warnings)
        return;
    m_errors = errors;
    m_warnings = warnings;
    rebuild();
}

void ProblemStrip::setNote(const QString& sentence)
{
    if (sentence == m_note)
        return;
    m_note = sentence;
    rebuild();
}

void ProblemStrip::rebuild()
{
    while (QLayoutItem* item = m_rows->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    if (!m_note.isEmpty())
        addRow(QStringLiteral("info"), m_note);
    for (const Error& error : m_errors)
        addRow(QStringLiteral("error"), toQt(error.message));
    for (const std::string& warning : m_warnings)
        addRow(QStringLiteral("warning"), toQt(warning));
    const Theme& theme = Theme::current();
    const QColor fill = !m_errors.empty() ? theme.errorFill : !m_warnings.empty() ? theme.warningFill : theme.alternate;
    setStyleSheet(QStringLiteral("quantiscope--ProblemStrip { background: %1; border-bottom: 1px solid %2; }")
                      .arg(fill.name(), theme.border.name()));
    setVisible(m_rows->count() > 0);
}

void ProblemStrip::addRow(const QString& icon, const QString& sentence)
{
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* mark = new QLabel(row);
    const int side = fontMetrics().height();
    mark->setPixmap(themedIcon(icon).pixmap(side, side));
    auto* text = new QLabel(sentence, row);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(mark, 0, Qt::AlignTop);
    layout->addWidget(text, 1);
    if (const QString option = optionNamedIn(sentence); !option.isEmpty()) {
        auto* jump = new QToolButton(row);
        jump->setText(tr("Show"));
        jump->setAccessibleName(tr("Show option %1").arg(option));
        connect(jump, &QToolButton::clicked, this, [this, option] { emit optionActivated(option); });
        layout->addWidget(jump, 0, Qt::AlignTop);
    }
    m_rows->addWidget(row);
}

} // namespace quantiscope
