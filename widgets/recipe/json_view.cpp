// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/json_view.h"

#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"
#include "widgets/recipe/recipe_editor.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QEvent>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBlock>

#include <algorithm>

namespace quantiscope {

JsonView::JsonView(RecipeEditor& editor, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_text(new QPlainTextEdit(this))
{
    m_text->setReadOnly(true);
    m_text->setUndoRedoEnabled(false);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setAccessibleName(tr("The recipe as JSON"));
    auto* copy = new QPushButton(themedIcon(QStringLiteral("copy")), tr("Copy"), this);
    auto* window = new QPushButton(tr("In a window of its own"), this);
    window->setToolTip(tr("Keeps the JSON in sight, beside options and graph"));
    window->setVisible(parent != nullptr);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(window);
    buttons->addStretch(1);
    buttons->addWidget(copy);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(m_text, 1);
    layout->addLayout(buttons);
    connect(copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_shown); });
    connect(window, &QPushButton::clicked, this, &JsonView::openWindow);
    connect(&editor, &RecipeEditor::recipeChanged, this, [this] {
        if (isVisible())
            refresh();
    });
}

void JsonView::showEvent(QShowEvent* event)
{
    refresh();
    QWidget::showEvent(event);
}

void JsonView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        markLines(m_firstChanged, m_endChanged);
    QWidget::changeEvent(event);
}

void JsonView::openWindow()
{
    auto* view = new JsonView(m_editor);
    view->setParent(window(), Qt::Tool);
    view->setAttribute(Qt::WA_DeleteOnClose);
    view->setWindowTitle(tr("The recipe as JSON"));
    view->resize(fontMetrics().averageCharWidth() * 60, fontMetrics().lineSpacing() * 32);
    view->show();
}

void JsonView::refresh()
{
    const QString now = toQt(recipeText(m_editor.recipe(), {}, RecipeDetail::Differences));
    if (now == m_shown)
        return;
    // Only what differs is exchanged: the rest keeps its place on the screen, and large recipes are not laid out anew.
    const qsizetype shorter = std::min(now.size(), m_shown.size());
    const qsizetype front = std::mismatch(now.cbegin(), now.cbegin() + shorter, m_shown.cbegin()).first - now.cbegin();
    const qsizetype rest = shorter - front;
    const qsizetype behind =
        std::mismatch(now.crbegin(), now.crbegin() + rest, m_shown.crbegin()).first - now.crbegin();
    const bool isFirst = m_shown.isEmpty();
    QTextCursor cursor(m_text->document());
    cursor.setPosition(int(front));
    cursor.setPosition(int(m_shown.size() - behind), QTextCursor::KeepAnchor);
    cursor.insertText(now.mid(front, now.size() - behind - front));
    m_shown = now;
    markLines(isFirst ? 0 : int(front), isFirst ? 0 : int(now.size() - behind));
}

void JsonView::markLines(int first, int end)
{
    m_firstChanged = first;
    m_endChanged = end;
    QList<QTextEdit::ExtraSelection> marks;
    constexpr int kMost = 500; // whole recipes need no mark
    for (QTextBlock line = m_text->document()->findBlock(first);
         end > 0 && line.isValid() && line.position() <= end && marks.size() < kMost; line = line.next()) {
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(line);
        mark.format.setBackground(Theme::current().selectedRow);
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks.append(mark);
    }
    m_text->setExtraSelections(marks);
}

} // namespace quantiscope
