// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/preset_help.h"

#include "core/config/presets.h"
#include "widgets/common/text.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QUrl>

namespace quantiscope {

namespace {

/// @p html with links behind the names of presets that there are.
QString withLinks(QString html)
{
    static const QRegularExpression kName(QStringLiteral("\\{([A-Za-z0-9_]+)\\}"));
    for (auto match = kName.match(html); match.hasMatch(); match = kName.match(html)) {
        const QString name = match.captured(1);
        html.replace(match.capturedStart(), match.capturedLength(),
                     findPreset(toStd(name), ErrorCode::InvalidArgument)
                         ? QStringLiteral("<a href=\"preset:%1\">%1</a>").arg(name)
                         : name);
    }
    return html;
}

} // namespace

PresetHelp::PresetHelp(QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Which preset?"));
    auto* page = new QTextBrowser(this);
    page->setOpenLinks(false);
    page->setAccessibleName(windowTitle());
    QString html = QStringLiteral("<h3>%1</h3>").arg(tr("Begin with the device"));
    html += QStringLiteral("<ul><li>%1</li><li>%2</li><li>%3</li><li>%4</li></ul>")
                .arg(tr("AMD NPU (Ryzen AI), convolutional network: {XINT8}. Scales are powers of two, which the "
                        "device computes fastest with. Many models need nothing else."),
                     tr("Vitis AI compiler: {VINT8}."),
                     tr("Processor (CPU) with ONNX Runtime: {U8S8_AAWS}, or {ORT_U8S8} for exactly what ONNX Runtime's "
                        "own tool does."),
                     tr("Transformer or language model on a processor without calibration data: "
                        "{UINT8_DYNAMIC_QUANT}; only a smaller file: {WEIGHTS_ONLY}."));
    html += QStringLiteral("<h3>%1</h3><p>%2</p>")
                .arg(tr("When the accuracy is not reached"),
                     tr("Go one step at a time, and evaluate after each: the first that suffices costs least."));
    html += QStringLiteral("<ol><li>%1</li><li>%2</li><li>%3</li><li>%4</li><li>%5</li></ol>")
                .arg(tr("Look at the calibration data first: pictures like those of the later use, prepared as in "
                        "training, some hundred of them. Most losses come from here."),
                     tr("Cross-layer equalization (option IncludeCLE) evens out the channels of weights between "
                        "layers. It costs no time on the device."),
                     tr("Another way of finding ranges (CalibrateMethod): Percentile cuts outliers off, MinMSE looks "
                        "for the least error, MinMax keeps everything."),
                     tr("A wider format: {A8W8} frees the scales from powers of two; {A16W8} gives activations 16 "
                        "bits, for values that 8 bits cannot hold; a scale per channel (PerChannel, {A8W8_PC}) helps "
                        "where the channels of a weight differ much."),
                     tr("Keep the few layers float, or at 16 bits, that lose most: often the first layer, the last "
                        "ones, and what turns network outputs into boxes. Each costs speed and size, so take few."));
    html += QStringLiteral("<p>%1</p>")
                .arg(tr("Rounding that is learned (AdaRound, AdaQuant) and bfloat16 formats are not in this version; "
                        "the list of presets says what comes nearest."));
    page->setHtml(withLinks(html));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(page);
    layout->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 90, fontMetrics().lineSpacing() * 32);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(page, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        emit presetChosen(link.path());
        accept();
    });
}

} // namespace quantiscope
