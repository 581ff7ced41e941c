// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QFrame>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>

#include <vector>

class QLineEdit;
class QListView;

namespace quantiscope {

/// All presets by family, then those that are to come, which cannot be chosen.
class PresetModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role
    {
        NameRole = Qt::UserRole,
        FamilyRole,
        SummaryRole,
        WhenRole, ///< when to take it; of one that is to come: what it needs, and what comes nearest
        SearchRole,
    };

    explicit PresetModel(QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Row
    {
        QString name, family, summary, when;
        bool isAvailable = true;
    };
    std::vector<Row> m_rows;
};

/// Presets that hold all words of a text; those whose name it is, or begins, first, and those that are to come last.
class PresetFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit PresetFilter(QObject* parent = nullptr);
    void setText(const QString& text);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    [[nodiscard]] int rankOf(const QModelIndex& index) const;

    QStringList m_words;
};

/// Paints a preset: name and family, below what it does and when to take it.
class PresetDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// The list that the preset button opens: search, presets with what each is for, and help with the choice.
class PresetPopup final : public QFrame
{
    Q_OBJECT

public:
    explicit PresetPopup(QWidget* parent = nullptr);

    /// Opens below @p anchor with @p current chosen.
    void openAt(QWidget* anchor, const QString& current);

signals:
    void chosen(const QString& preset);
    void helpRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void choose(const QModelIndex& index);
    void setText(const QString& text);

    PresetFilter* m_filter;
    QLineEdit* m_search;
    QListView* m_list;
};

} // namespace quantiscope
