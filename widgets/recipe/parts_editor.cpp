// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/parts_editor.h"

#include "core/analysis/output_parts.h"
#include "widgets/common/text.h"
#include "widgets/recipe/recipe_editor.h"

#include <QBoxLayout>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>

#include <algorithm>

namespace quantiscope {

namespace {

auto partNamed(std::vector<OutputPart>& parts, const std::string& name)
{
    return std::find_if(parts.begin(), parts.end(), [&name](const OutputPart& part) { return part.name == name; });
}

} // namespace

PartsEditor::PartsEditor(RecipeEditor& editor, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_list(new QListWidget(this))
    , m_empty(new QLabel(this))
    , m_name(new QLineEdit(this))
    , m_selection(new QLineEdit(this))
    , m_add(new QPushButton(tr("Add part"), this))
    , m_remove(new QPushButton(tr("Delete"), this))
    , m_problem(new QLabel(this))
{
    m_list->setAccessibleName(tr("Parts of outputs"));
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_empty->setText(tr("Only whole outputs are measured. A part is a slice of an output with a name, such as the "
                        "class scores of a detector, which a mean over all columns hides: it gets metrics and gates "
                        "of its own."));
    m_empty->setWordWrap(true);
    m_empty->setProperty("caption", true);
    m_name->setPlaceholderText(tr("scores"));
    m_name->setAccessibleName(tr("Name of the part"));
    m_selection->setPlaceholderText(QStringLiteral("output[..., 5:]"));
    m_selection->setAccessibleName(tr("What of which output"));
    m_selection->setToolTip(tr("The output with a selection of each axis, as NumPy writes it: output[..., 5:], "
                               "boxes[0, :, 1]"));
    m_selection->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText); // names from files stand in it
    m_problem->setObjectName(QStringLiteral("partProblem"));
    m_problem->setProperty("chip", QStringLiteral("warning"));
    m_problem->hide();
    auto* form = new QFormLayout;
    form->addRow(tr("&Name"), m_name);
    form->addRow(tr("&Part"), m_selection);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_empty);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_remove, 0, Qt::AlignRight);
    layout->addLayout(form);
    layout->addWidget(m_problem);
    layout->addWidget(m_add, 0, Qt::AlignRight);
    connect(&editor, &RecipeEditor::recipeChanged, this, &PartsEditor::update);
    connect(m_add, &QPushButton::clicked, this, &PartsEditor::add);
    connect(m_remove, &QPushButton::clicked, this, &PartsEditor::removeSelected);
    connect(m_list, &QListWidget::currentRowChanged, this, &PartsEditor::showRow);
    for (QLineEdit* line : {m_name, m_selection}) {
        connect(line, &QLineEdit::textChanged, this, &PartsEditor::updateAdd);
        connect(line, &QLineEdit::returnPressed, m_add, &QPushButton::click);
    }
    auto* remove = new QShortcut(QKeySequence::Delete, m_list);
    remove->setContext(Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, &PartsEditor::removeSelected);
    update();
}

void PartsEditor::setOutputs(std::vector<TensorSpec> outputs)
{
    m_outputs = std::move(outputs);
    showProblem({});
}

void PartsEditor::update()
{
    m_list->clear();
    for (const OutputPart& part : m_editor.recipe().parts)
        m_list->addItem(
            tr("%1 = %2", "name of a part, what it selects").arg(toQt(part.name), toQt(selectionText(part))));
    const bool isEmpty = m_list->count() == 0;
    m_list->setVisible(!isEmpty);
    m_remove->setVisible(!isEmpty);
    m_empty->setVisible(isEmpty);
    updateAdd();
}

void PartsEditor::updateAdd()
{
    const std::string name = toStd(m_name->text().trimmed());
    const auto& parts = m_editor.recipe().parts;
    const bool isKnown =
        std::any_of(parts.begin(), parts.end(), [&name](const OutputPart& part) { return part.name == name; });
    m_add->setText(isKnown ? tr("Change part") : tr("Add part"));
    m_add->setEnabled(!name.empty() && !m_selection->text().trimmed().isEmpty());
    showProblem({});
}

void PartsEditor::showRow(int row)
{
    if (row < 0)
        return;
    const OutputPart& part = m_editor.recipe().parts[std::size_t(row)];
    m_name->setText(toQt(part.name));
    m_selection->setText(toQt(selectionText(part)));
}

void PartsEditor::showProblem(const QString& sentence)
{
    m_problem->setText(sentence);
    m_problem->setVisible(!sentence.isEmpty());
}

void PartsEditor::add()
{
    Result<OutputPart> part =
        partFromAssignment(toStd(m_name->text().trimmed() + QLatin1Char('=') + m_selection->text().trimmed()));
    if (!part)
        return showProblem(toQt(part.error().message));
    Recipe next = m_editor.recipe();
    const auto known = partNamed(next.parts, part->name);
    const bool isNew = known == next.parts.end();
    const QString name = toQt(part->name);
    if (isNew)
        next.parts.push_back(std::move(*part));
    else
        *known = std::move(*part);
    std::sort(next.parts.begin(), next.parts.end(),
              [](const OutputPart& a, const OutputPart& b) { return a.name < b.name; });
    if (!m_outputs.empty()) {
        if (const Result<void> fits = checkPartsFit(next.parts, m_outputs); !fits)
            return showProblem(toQt(fits.error().message));
    }
    m_editor.apply(isNew ? tr("Add part %1").arg(name) : tr("Change part %1").arg(name), std::move(next));
}

void PartsEditor::removeSelected()
{
    Recipe next = m_editor.recipe();
    std::vector<int> rows;
    for (const QModelIndex& at : m_list->selectionModel()->selectedIndexes())
        rows.push_back(at.row());
    if (rows.empty())
        return;
    std::sort(rows.rbegin(), rows.rend());
    for (const int row : rows)
        next.parts.erase(next.parts.begin() + row);
    m_editor.apply(tr("Delete %n part(s)", nullptr, int(rows.size())), std::move(next));
}

} // namespace quantiscope
