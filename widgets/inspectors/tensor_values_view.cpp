// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspectors/tensor_values_view.h"

#include "core/base/file_io.h"
#include "core/tensor/npy_writer.h"
#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"
#include "widgets/models/tensor_values_model.h"

#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QRegularExpression>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>

namespace quantiscope {

namespace {

constexpr std::size_t kMostCopied = 1'000'000; ///< values; more is a matter for a file

/// What a file of values is called: the value's name without what file systems do not take.
QString fileName(const std::string& name)
{
    static const QRegularExpression kOdd(QStringLiteral("[^\\w.-]+"), QRegularExpression::UseUnicodePropertiesOption);
    const QString plain = toQt(name).right(80).replace(kOdd, QStringLiteral("_"));
    return (plain.startsWith(QLatin1Char('.')) ? QLatin1Char('_') + plain : plain) + QStringLiteral(".npy");
}

} // namespace

TensorValuesView::TensorValuesView(QWidget* parent)
    : QWidget(parent)
    , m_model(new TensorValuesModel(this))
    , m_title(new QLabel(this))
    , m_note(new QLabel(this))
    , m_copy(new QToolButton(this))
    , m_save(new QToolButton(this))
    , m_list(new QTreeView(this))
{
    m_copy->setObjectName(QStringLiteral("copyValues"));
    m_copy->setIcon(themedIcon(QStringLiteral("copy")));
    m_copy->setToolTip(tr("Copy all values, one in each line"));
    m_save->setObjectName(QStringLiteral("saveValues"));
    m_save->setIcon(themedIcon(QStringLiteral("save")));
    m_save->setToolTip(tr("Save the values as a NumPy file…"));
    for (QToolButton* button : {m_copy, m_save}) {
        button->setAccessibleName(button->toolTip());
        button->setAutoRaise(true);
    }
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(8, 0, 8, 4);
    m_note->setProperty("caption", true);
    m_note->hide();
    m_list->setModel(m_model);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setAccessibleName(tr("Values"));
    m_list->header()->setStretchLastSection(true);
    auto* copy = new QAction(tr("&Copy"), m_list);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    m_list->addAction(copy);
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 4, 4, 4);
    head->addWidget(m_title, 1);
    head->addWidget(m_copy);
    head->addWidget(m_save);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_note);
    layout->addWidget(m_list, 1);
    connect(copy, &QAction::triggered, this, &TensorValuesView::copySelected);
    connect(m_copy, &QToolButton::clicked, this, &TensorValuesView::copyAll);
    connect(m_save, &QToolButton::clicked, this, &TensorValuesView::askAndSave);
}

void TensorValuesView::setElements(OpenedModelPtr model, const std::string& name, const InitializerElements& elements)
{
    m_copying.cancel();
    m_name = name;
    m_model->setElements(std::move(model), elements);
    m_title->setText(
        tr("%n value(s)", nullptr, int(std::min<std::size_t>(elements.count, std::numeric_limits<int>::max()))));
    const bool areTooMany = elements.count > kMostCopied;
    m_copy->setEnabled(!areTooMany);
    m_copy->setToolTip(areTooMany ? tr("Too many for the clipboard: save them as a file")
                                  : tr("Copy all values, one in each line"));
    m_note->hide();
    m_list->scrollToTop();
}

void TensorValuesView::clear()
{
    m_copying.cancel();
    m_name.clear();
    m_model->clear();
    m_note->hide();
}

void TensorValuesView::copyAll()
{
    m_copying.start(
        [model = m_model->model(), elements = m_model->elements()](Feedback& feedback) -> Result<QString> {
            QString text;
            for (std::size_t i = 0; i < elements.count; ++i) {
                if (feedback.isCanceled())
                    break;
                text += toQt(elements.text(i)) + QLatin1Char('\n');
            }
            return text;
        },
        [this](const Result<QString>& text) {
            if (!text) {
                say(toQt(text.error().message));
                return;
            }
            QGuiApplication::clipboard()->setText(*text);
            say(tr("The values are in the clipboard."));
        });
}

void TensorValuesView::copySelected()
{
    QModelIndexList rows = m_list->selectionModel()->selectedRows(TensorValuesModel::ValueColumn);
    std::sort(rows.begin(), rows.end());
    QString text;
    for (const QModelIndex& row : rows)
        text += row.data().toString() + QLatin1Char('\n');
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

void TensorValuesView::askAndSave()
{
    const OpenedModelPtr model = m_model->model();
    const auto name = m_name;
    QFileDialog dialog(this, tr("Save the values"), pathText(model->model.path().parent_path()),
                       tr("NumPy files (*.npy)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("npy"));
    dialog.selectFile(fileName(m_name));
    // Meanwhile another model may have come up.
    if (dialog.exec() == QDialog::Accepted && m_model->model() == model && m_name == name)
        saveTo(dialog.selectedFiles().value(0));
}

void TensorValuesView::saveTo(const QString& path)
{
    m_saving.start(
        [model = m_model->model(), elements = m_model->elements(), path = toPath(path)](Feedback&) -> Result<void> {
            // The model's own file would no longer be one.
            if (isMapped(path) || path == model->model.path())
                return Error{ErrorCode::InvalidArgument,
                             "'" + path.string() + "' belongs to the open model. Take another name.", path.string()};
            const Result<Tensor> tensor = elements.tensor();
            if (!tensor)
                return tensor.error();
            return writeNpy(path, *tensor);
        },
        [this, path](const Result<void>& written) {
            say(written ? tr("Written: %1").arg(QDir::toNativeSeparators(path)) : toQt(written.error().message));
            emit saved(written.has_value());
        });
}

void TensorValuesView::say(const QString& sentence)
{
    m_note->setText(sentence);
    m_note->show();
}

} // namespace quantiscope
