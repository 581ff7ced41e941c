// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/option_model.h"

#include "core/config/presets.h"
#include "widgets/common/engine_text.h"
#include "widgets/common/text.h"
#include "widgets/recipe/option_rows.h"
#include "widgets/recipe/recipe_editor.h"

#include <QFont>

#include <algorithm>

namespace quantiscope {

namespace {

constexpr quintptr kGroup = 0; ///< internal id of groups; of options: 1 + position of their group

QuantConfig presetOf(const Recipe& recipe)
{
    const Result<Preset> preset = findPreset(recipe.config.preset, ErrorCode::InvalidArgument);
    return preset ? preset->config : QuantConfig();
}

} // namespace

OptionModel::OptionModel(RecipeEditor& editor, QObject* parent) : QAbstractItemModel(parent), m_editor(editor)
{
    const std::vector<OptionSpec>& rows = optionRows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i == 0 || rows[i].group != rows[i - 1].group)
            m_groups.emplace_back();
        m_groups.back().push_back(i);
    }
    m_shown = shown();
    connect(&editor, &RecipeEditor::recipeChanged, this, &OptionModel::update);
}

std::vector<OptionModel::Shown> OptionModel::shown() const
{
    const QuantConfig& config = m_editor.recipe().config;
    const QuantConfig base = presetOf(m_editor.recipe());
    std::vector<Shown> all;
    for (const OptionSpec& spec : optionRows()) {
        const nlohmann::json value = spec.get(config);
        const nlohmann::json was = spec.get(base);
        Shown& row = all.emplace_back();
        row.value = optionText(value);
        row.isChanged = value != was;
        if (row.isChanged)
            row.was = optionText(was);
        if (const std::string reason = spec.inert(config); !reason.empty())
            row.inert = tr("No effect: %1").arg(engineText(reason));
    }
    return all;
}

void OptionModel::update()
{
    std::vector<Shown> now = shown();
    std::swap(now, m_shown);
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        const QModelIndex at = index(int(group), 0);
        for (std::size_t i = 0; i < m_groups[group].size(); ++i) {
            if (now[m_groups[group][i]] != m_shown[m_groups[group][i]])
                emit dataChanged(index(int(i), Name, at), index(int(i), ColumnCount - 1, at));
        }
    }
}

QModelIndex OptionModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || column < 0 || row >= rowCount(parent) || column >= columnCount(parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row() + 1) : kGroup);
}

QModelIndex OptionModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kGroup)
        return {};
    return createIndex(int(index.internalId() - 1), 0, kGroup);
}

int OptionModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return int(m_groups.size());
    if (parent.internalId() != kGroup || parent.column() != 0)
        return 0;
    return int(m_groups[std::size_t(parent.row())].size());
}

int OptionModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QVariant OptionModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (index.internalId() == kGroup) {
        const OptionSpec& first = optionRows()[m_groups[std::size_t(index.row())].front()];
        if (role == Qt::DisplayRole && index.column() == Name)
            return engineText(first.group);
        return role == RowRole ? QVariant(-1) : QVariant();
    }
    const std::size_t row = m_groups[index.internalId() - 1][std::size_t(index.row())];
    const OptionSpec& spec = optionRows()[row];
    const Shown& shown = m_shown[row];
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == Name)
            return toQt(spec.name);
        if (index.column() == Value)
            return shown.value;
        return shown.was.isEmpty() ? QString() : tr("was %1").arg(shown.was);
    case Qt::EditRole:
        return shown.value;
    case Qt::CheckStateRole:
        if (index.column() == Value && formOf(spec).editor == OptionEditor::Check)
            return shown.value == QLatin1String("True") ? Qt::Checked : Qt::Unchecked;
        return {};
    case Qt::FontRole:
        if (index.column() == Value && shown.isChanged) {
            QFont font;
            font.setWeight(QFont::DemiBold);
            return font;
        }
        return {};
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole: {
        QString text = toQt(spec.name) + QStringLiteral(": ") + engineText(spec.meaning) + QLatin1Char('\n')
            + tr("Values: %1").arg(engineText(spec.values));
        if (!shown.inert.isEmpty())
            text += QLatin1Char('\n') + shown.inert;
        return text;
    }
    case RowRole:
        return int(row);
    case ChangedRole:
        return shown.isChanged;
    case InertRole:
        return shown.inert;
    case SearchRole:
        return QString(toQt(spec.name) + QLatin1Char(' ') + engineText(spec.meaning) + QLatin1Char(' ') + shown.value
                       + QLatin1Char(' ') + engineText(spec.group));
    default:
        return {};
    }
}

QVariant OptionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Option");
    case Value:
        return tr("Value");
    case Was:
        return tr("In the preset");
    default:
        return {};
    }
}

Qt::ItemFlags OptionModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (index.internalId() == kGroup || index.column() != Value)
        return flags;
    const OptionSpec& spec = optionRows()[m_groups[index.internalId() - 1][std::size_t(index.row())]];
    return flags | (formOf(spec).editor == OptionEditor::Check ? Qt::ItemIsUserCheckable : Qt::ItemIsEditable);
}

bool OptionModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || index.internalId() == kGroup || index.column() != Value)
        return false;
    const std::size_t row = m_groups[index.internalId() - 1][std::size_t(index.row())];
    if (role == Qt::CheckStateRole)
        apply(row, value.toInt() == Qt::Checked ? QStringLiteral("True") : QStringLiteral("False"));
    else if (role == Qt::EditRole)
        apply(row, value.toString());
    else
        return false;
    return true;
}

void OptionModel::apply(std::size_t row, const QString& value)
{
    const OptionSpec& spec = optionRows()[row];
    const OptionForm form = formOf(spec);
    if (value == m_shown[row].value)
        return; // what is shown may stand for more than it can be read back as
    nlohmann::json wanted;
    if (form.editor == OptionEditor::Check) {
        wanted = value == QLatin1String("True");
    } else {
        const auto choice = std::find_if(form.choices.begin(), form.choices.end(),
                                         [&](const OptionChoice& each) { return each.text == value; });
        wanted = choice == form.choices.end() ? optionValue(spec, value) : choice->value;
    }
    Recipe next = m_editor.recipe();
    const QString name = toQt(spec.name);
    QString problem = wanted.is_discarded() ? engineText(spec.values) : engineText(spec.set(next.config, wanted));
    while (problem.endsWith(QLatin1Char('.'))) // some are sentences
        problem.chop(1);
    if (!problem.isEmpty()) {
        emit refused(name, tr("%1 must be: %2. It stays as it was.").arg(name, problem));
        return;
    }
    m_editor.apply(tr("%1: %2").arg(name, optionText(wanted)), std::move(next), QStringLiteral("option.%1").arg(name));
}

QModelIndex OptionModel::indexOf(const QString& option) const
{
    const auto row = optionRowNamed(toStd(option));
    for (std::size_t group = 0; row && group < m_groups.size(); ++group) {
        const auto found = std::find(m_groups[group].begin(), m_groups[group].end(), *row);
        if (found != m_groups[group].end())
            return index(int(found - m_groups[group].begin()), Name, index(int(group), 0));
    }
    return {};
}

int OptionModel::changedCount() const
{
    return int(std::count_if(m_shown.begin(), m_shown.end(), [](const Shown& row) { return row.isChanged; }));
}

void OptionModel::reset(const QModelIndex& index)
{
    const int row = index.data(RowRole).toInt();
    if (!index.isValid() || row < 0)
        return;
    const OptionSpec& spec = optionRows()[std::size_t(row)];
    Recipe next = m_editor.recipe();
    if (spec.set(next.config, spec.get(presetOf(next))).empty())
        m_editor.apply(tr("%1 as in the preset").arg(toQt(spec.name)), std::move(next));
}

void OptionModel::resetAll()
{
    Recipe next = m_editor.recipe();
    const QuantConfig base = presetOf(next);
    for (const OptionSpec& spec : optionRows()) {
        const nlohmann::json value = spec.get(base);
        if (spec.get(next.config) != value)
            (void)spec.set(next.config, value);
    }
    m_editor.apply(tr("All options as in the preset"), std::move(next));
}

OptionFilter::OptionFilter(QObject* parent) : QSortFilterProxyModel(parent)
{
    setRecursiveFilteringEnabled(true);
}

void OptionFilter::setText(const QString& text)
{
    m_words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

void OptionFilter::setOnlyChanged(bool onlyChanged)
{
    if (onlyChanged == m_onlyChanged)
        return;
    m_onlyChanged = onlyChanged;
    invalidateFilter();
}

bool OptionFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (!parent.isValid())
        return false; // a group is shown for what is in it
    const QModelIndex at = sourceModel()->index(row, 0, parent);
    if (m_onlyChanged && !at.data(OptionModel::ChangedRole).toBool())
        return false;
    const QString text = at.data(OptionModel::SearchRole).toString();
    return std::all_of(m_words.begin(), m_words.end(),
                       [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace quantiscope
