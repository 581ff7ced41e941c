// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QSortFilterProxyModel>
#include <QStringList>

#include <vector>

namespace quantiscope {

class RecipeEditor;

/// The options of a recipe in their groups: a row of the top level is a group, below it are its options.
class OptionModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column
    {
        Name,
        Value,
        Was, ///< the preset's value, where it is another one
        ColumnCount,
    };

    enum Role
    {
        RowRole = Qt::UserRole, ///< position in optionRows(); -1 for groups
        ChangedRole, ///< does it differ from the preset?
        InertRole, ///< translated sentence why it does nothing; empty when it acts
        SearchRole, ///< what a search looks through
    };

    explicit OptionModel(RecipeEditor& editor, QObject* parent = nullptr);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// EditRole: a text as optionValue() reads it. CheckStateRole: of options that are true or false.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

    /// Column Name of an option; invalid for an unknown name.
    [[nodiscard]] QModelIndex indexOf(const QString& option) const;
    [[nodiscard]] int changedCount() const;
    /// Gives an option the preset's value again.
    void reset(const QModelIndex& index);
    void resetAll();

signals:
    /// What was given for an option is not taken; @p sentence says what is.
    void refused(const QString& option, const QString& sentence);

private:
    void update();
    void apply(std::size_t row, const QString& value);

    RecipeEditor& m_editor;
    std::vector<std::vector<std::size_t>> m_groups; ///< rows of optionRows()
    struct Shown
    {
        QString value;
        QString was; ///< empty: as the preset
        QString inert;
        bool isChanged = false;
        bool operator==(const Shown&) const = default;
    };
    [[nodiscard]] std::vector<Shown> shown() const;
    std::vector<Shown> m_shown; ///< by row of optionRows()
};

/// Options by what their name, meaning or value holds, and only changed ones if so wished.
class OptionFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit OptionFilter(QObject* parent = nullptr);

    void setText(const QString& text);
    void setOnlyChanged(bool onlyChanged);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
    bool m_onlyChanged = false;
};

} // namespace quantiscope
