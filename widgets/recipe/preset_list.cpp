// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/preset_list.h"

#include "core/config/presets.h"
#include "widgets/common/engine_text.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"

#include <QAbstractItemView>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QScreen>

#include <algorithm>

namespace quantiscope {

PresetModel::PresetModel(QObject* parent) : QAbstractListModel(parent)
{
    for (const Preset& preset : presets())
        m_rows.push_back(
            {toQt(preset.name), engineText(preset.family), engineText(preset.summary), engineText(preset.when), true});
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) { return a.family < b.family; });
    for (const UnavailablePreset& preset : unavailablePresets()) {
        m_rows.push_back({toQt(preset.name), tr("not in this version"), tr("Needs %1.").arg(engineText(preset.needs)),
                          preset.instead.empty() ? QString() : tr("Nearest: %1").arg(toQt(preset.instead)), false});
    }
}

int PresetModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant PresetModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case NameRole:
        return row.name;
    case FamilyRole:
        return row.family;
    case SummaryRole:
        return row.summary;
    case WhenRole:
        return row.when;
    case Qt::AccessibleDescriptionRole:
    case SearchRole:
        return QString(row.name + QLatin1Char(' ') + row.family + QLatin1Char(' ') + row.summary + QLatin1Char(' ')
                       + row.when);
    default:
        return {};
    }
}

Qt::ItemFlags PresetModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Qt::ItemFlags flags = Qt::ItemNeverHasChildren;
    return m_rows[std::size_t(index.row())].isAvailable ? flags | Qt::ItemIsEnabled | Qt::ItemIsSelectable : flags;
}

PresetFilter::PresetFilter(QObject* parent) : QSortFilterProxyModel(parent)
{
    sort(0);
}

void PresetFilter::setText(const QString& text)
{
    m_words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidate();
}

bool PresetFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QString text = sourceModel()->index(row, 0, parent).data(PresetModel::SearchRole).toString();
    return std::all_of(m_words.begin(), m_words.end(),
                       [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

int PresetFilter::rankOf(const QModelIndex& index) const
{
    const int toCome = index.flags() & Qt::ItemIsEnabled ? 0 : 10;
    if (m_words.isEmpty())
        return toCome;
    const QString name = index.data(PresetModel::NameRole).toString();
    const QString& word = m_words.front();
    if (name.compare(word, Qt::CaseInsensitive) == 0)
        return toCome;
    return toCome + (name.startsWith(word, Qt::CaseInsensitive) ? 1 : name.contains(word, Qt::CaseInsensitive) ? 2 : 3);
}

bool PresetFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const int leftRank = rankOf(left);
    const int rightRank = rankOf(right);
    return leftRank != rightRank ? leftRank < rightRank : left.row() < right.row();
}

namespace {

constexpr int kPad = 8;

/// Summary and reason, the lines below the name.
QString bodyOf(const QModelIndex& index)
{
    QString body = index.data(PresetModel::SummaryRole).toString();
    const QString when = index.data(PresetModel::WhenRole).toString();
    return when.isEmpty() ? body : body + QLatin1Char('\n') + when;
}

} // namespace

void PresetDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = Theme::current();
    const bool isAvailable = index.flags() & Qt::ItemIsEnabled;
    painter->save();
    if (isAvailable && option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, theme.selectedRow);
    else if (isAvailable && option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, theme.hover);
    const QRect inner = option.rect.adjusted(kPad, 5, -kPad, -5);
    QFont bold = option.font;
    bold.setWeight(QFont::DemiBold);
    painter->setFont(bold);
    painter->setPen(isAvailable ? theme.text1 : theme.text2);
    QRect used;
    painter->drawText(inner, Qt::AlignTop | Qt::AlignLeft, index.data(PresetModel::NameRole).toString(), &used);
    painter->setFont(option.font);
    painter->setPen(theme.text2);
    painter->drawText(inner.adjusted(used.width() + kPad, 0, 0, 0), Qt::AlignTop | Qt::AlignLeft,
                      index.data(PresetModel::FamilyRole).toString());
    painter->drawText(inner.adjusted(0, option.fontMetrics.lineSpacing() + 2, 0, 0),
                      Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap, bodyOf(index));
    painter->setPen(theme.hairline);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    painter->restore();
}

QSize PresetDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const int width = view ? view->viewport()->width() : 400;
    const QRect body =
        option.fontMetrics.boundingRect(QRect(0, 0, width - 2 * kPad, 10000), Qt::TextWordWrap, bodyOf(index));
    return {width, option.fontMetrics.lineSpacing() + 2 + body.height() + 10};
}

PresetPopup::PresetPopup(QWidget* parent)
    : QFrame(parent, Qt::Popup)
    , m_filter(new PresetFilter(this))
    , m_search(new QLineEdit(this))
    , m_list(new QListView(this))
{
    setProperty("card", true);
    m_filter->setSourceModel(new PresetModel(this));
    m_list->setModel(m_filter);
    m_list->setItemDelegate(new PresetDelegate(m_list));
    m_list->setMouseTracking(true);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setAccessibleName(tr("Presets"));
    m_search->setPlaceholderText(tr("Search in presets: npu, 16, weights…"));
    m_search->addAction(themedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_search->installEventFilter(this);
    auto* help = new QPushButton(tr("Which preset?"), this);
    auto* top = new QHBoxLayout;
    top->addWidget(m_search, 1);
    top->addWidget(help);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addLayout(top);
    layout->addWidget(m_list, 1);
    connect(m_search, &QLineEdit::textChanged, this, &PresetPopup::setText);
    connect(m_list, &QListView::clicked, this, &PresetPopup::choose);
    connect(m_list, &QListView::activated, this, &PresetPopup::choose);
    connect(help, &QPushButton::clicked, this, [this] {
        hide();
        emit helpRequested();
    });
}

void PresetPopup::openAt(QWidget* anchor, const QString& current)
{
    m_search->clear();
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        if (m_filter->index(row, 0).data(PresetModel::NameRole).toString() == current)
            m_list->setCurrentIndex(m_filter->index(row, 0));
    }
    const int wide = std::max(anchor->width(), fontMetrics().averageCharWidth() * 70);
    const int high = fontMetrics().lineSpacing() * 30;
    resize(wide, high);
    QPoint at = anchor->mapToGlobal(QPoint(0, anchor->height() + 2));
    if (const QScreen* screen = anchor->screen()) { // within the window, or the screen where that is smaller
        const QWidget* window = anchor->window();
        const QRect frame(window->mapToGlobal(QPoint()), window->size());
        const QRect inside = screen->availableGeometry().intersected(frame);
        const QRect room = inside.width() > wide ? inside : screen->availableGeometry();
        at.setX(std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - wide)));
        at.setY(std::clamp(at.y(), room.top(), std::max(room.top(), room.bottom() - high)));
    }
    move(at);
    show();
    m_search->setFocus();
    m_list->scrollTo(m_list->currentIndex(), QAbstractItemView::PositionAtCenter);
}

void PresetPopup::setText(const QString& text)
{
    m_filter->setText(text);
    // The first is the one that Enter takes.
    m_list->setCurrentIndex(m_filter->index(0, 0));
    m_list->scrollToTop();
}

void PresetPopup::choose(const QModelIndex& index)
{
    if (!index.isValid() || !(index.flags() & Qt::ItemIsEnabled))
        return;
    hide();
    emit chosen(index.data(PresetModel::NameRole).toString());
}

bool PresetPopup::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Down || key->key() == Qt::Key_Up) {
            const int rows = m_filter->rowCount();
            const int step = key->key() == Qt::Key_Down ? 1 : -1;
            for (int row = m_list->currentIndex().row() + step; row >= 0 && row < rows; row += step) {
                if (m_filter->index(row, 0).flags() & Qt::ItemIsEnabled) {
                    m_list->setCurrentIndex(m_filter->index(row, 0));
                    break;
                }
            }
            return true;
        }
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            choose(m_list->currentIndex());
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace quantiscope
