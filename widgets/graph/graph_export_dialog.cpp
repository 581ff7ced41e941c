// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_export_dialog.h"

#include "widgets/common/text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace quantiscope {

GraphExportDialog::GraphExportDialog(const QRectF& whole, const QRectF& visible, const QString& name, QWidget* parent)
    : QDialog(parent)
    , m_whole(whole.adjusted(-24, -24, 24, 24))
    , m_visible(visible)
    , m_name(name.isEmpty() ? QStringLiteral("graph") : name)
    , m_part(new QComboBox(this))
    , m_format(new QComboBox(this))
    , m_scale(new QComboBox(this))
    , m_size(new QLabel(this))
{
    setWindowTitle(tr("Export picture"));
    m_part->setObjectName(QStringLiteral("part"));
    m_part->addItems({tr("Whole graph"), tr("What is in sight")});
    m_format->setObjectName(QStringLiteral("format"));
    m_format->addItems({tr("PNG (pixels)"), tr("SVG (lines and texts)")});
    m_scale->setObjectName(QStringLiteral("scale"));
    for (const int percent : {50, 100, 200, 300, 400})
        m_scale->addItem(tr("%1 %").arg(QLocale().toString(percent)), percent / 100.0);
    m_scale->setCurrentIndex(2);
    m_size->setObjectName(QStringLiteral("size"));
    m_size->setWordWrap(true);
    m_size->setMinimumWidth(fontMetrics().averageCharWidth() * 44);

    auto* form = new QFormLayout;
    form->addRow(tr("&Part"), m_part);
    form->addRow(tr("&Format"), m_format);
    form->addRow(tr("&Scale"), m_scale);
    form->addRow(tr("Size"), m_size);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton* save = buttons->addButton(tr("Save &as…"), QDialogButtonBox::AcceptRole);
    save->setProperty("primary", true);
    save->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &GraphExportDialog::chooseFile);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    for (QComboBox* box : {m_part, m_format, m_scale})
        connect(box, &QComboBox::currentIndexChanged, this, &GraphExportDialog::refresh);
    refresh();
}

void GraphExportDialog::refresh()
{
    m_request.area = m_part->currentIndex() == 0 ? m_whole : m_visible;
    m_request.format =
        m_format->currentIndex() == 0 ? GraphExportRequest::Format::Png : GraphExportRequest::Format::Svg;
    m_request.scale = m_scale->currentData().toDouble();
    const bool isPng = m_request.format == GraphExportRequest::Format::Png;
    m_scale->setEnabled(isPng);
    const QLocale locale;
    if (!isPng) {
        m_size->setText(tr("Drawn at any size without loss"));
        return;
    }
    const PngSize size = pngSize(m_request.area, m_request.scale);
    const QString pixels =
        tr("%1 × %2 pixels").arg(locale.toString(size.pixels.width()), locale.toString(size.pixels.height()));
    m_size->setText(size.isReduced
                        ? tr("%1, at %2 %: larger pictures are not written. SVG has no such limit.")
                              .arg(pixels, locale.toString(size.scale * 100.0, 'f', size.scale < 0.1 ? 1 : 0))
                        : pixels);
}

void GraphExportDialog::chooseFile()
{
    const bool isPng = m_request.format == GraphExportRequest::Format::Png;
    const QString suffix = isPng ? QStringLiteral("png") : QStringLiteral("svg");
    QFileDialog dialog(this, tr("Export picture"), QString(), isPng ? tr("PNG (*.png)") : tr("SVG (*.svg)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(suffix);
    dialog.selectFile(m_name + QLatin1Char('.') + suffix);
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return;
    m_request.path = toPath(dialog.selectedFiles().first());
    accept();
}

} // namespace quantiscope
