// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/start_page.h"

#include "app/document/sample_files.h"
#include "app/pages/drop_area.h"
#include "app/pages/recent_model.h"
#include "core/base/version.h"
#include "core/config/presets.h"
#include "widgets/common/engine_text.h"
#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace quantiscope {

namespace {

constexpr int kRecentShown = 6; ///< rows without scrolling

QFrame* makeCard(QWidget* parent)
{
    auto* card = new QFrame(parent);
    card->setProperty("card", true);
    return card;
}

QLabel* makeTitle(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    font.setPointSizeF(font.pointSizeF() * 1.1);
    label->setFont(font);
    return label;
}

QLabel* makeCaption(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setProperty("caption", true);
    return label;
}

/// A number in a circle.
QLabel* makeNumber(int number, QWidget* parent)
{
    auto* label = new QLabel(QLocale().toString(number), parent);
    const int size = label->fontMetrics().height() + 8;
    label->setFixedSize(size, size);
    label->setAlignment(Qt::AlignCenter);
    label->setProperty("step", true);
    label->setStyleSheet(QStringLiteral("border-radius: %1px;").arg(size / 2));
    return label;
}

/// The first local file of what is dragged; empty when there is none.
QString draggedFile(const QMimeData* data)
{
    for (const QUrl& url : data->urls()) {
        if (url.isLocalFile())
            return url.toLocalFile();
    }
    return {};
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent)
    , m_drop(new DropArea(this))
    , m_recent(new RecentModel(this))
    , m_table(new QTableView(this))
    , m_nothingRecent(makeCaption(tr("What you open appears here, with its last result."), this))
{
    setAcceptDrops(true);
    setAccessibleName(tr("Start page"));
    auto* content = new QWidget(this);
    content->setMaximumWidth(fontMetrics().averageCharWidth() * 150);
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(24, 32, 24, 16);
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(24);
    grid->setColumnStretch(0, 2);
    grid->setColumnStretch(1, 1);
    grid->addWidget(makeHeading(), 0, 0, 1, 2);
    m_drop->setMinimumHeight(fontMetrics().height() * 11);
    grid->addWidget(m_drop, 1, 0);
    grid->addWidget(makeSample(), 1, 1);
    grid->addWidget(makeSteps(), 2, 0, 1, 2);
    grid->addWidget(makeRecent(), 3, 0);
    grid->addWidget(makePresets(), 3, 1);
    grid->addWidget(makeFoot(), 4, 0, 1, 2);
    grid->setRowStretch(5, 1); // what is left stays empty: cards are as high as what they hold

    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus); // what is in it has the keys
    auto* centred = new QWidget(scroll);
    auto* row = new QHBoxLayout(centred);
    row->setContentsMargins(0, 0, 0, 0);
    row->addStretch();
    row->addWidget(content, 1000);
    row->addStretch();
    scroll->setWidget(centred);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);

    connect(m_drop, &DropArea::openRequested, this, &StartPage::openRequested);
    connect(m_drop, &DropArea::cancelRequested, this, &StartPage::cancelRequested);
    connect(m_drop, &DropArea::continueRequested, this, &StartPage::pathChosen);
    setRecent({});
}

QWidget* StartPage::makeHeading()
{
    auto* heading = new QWidget(this);
    auto* layout = new QHBoxLayout(heading);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* name = new QLabel(QStringLiteral("Quantiscope"), heading);
    QFont font = name->font();
    font.setPointSizeF(font.pointSizeF() * 1.9);
    font.setWeight(QFont::DemiBold);
    name->setFont(font);
    auto* says = makeCaption(tr("Quantize an ONNX model, see where accuracy goes."), heading);
    auto* version = new QLabel(toQt(kVersion), heading);
    version->setProperty("hint", true);
    layout->addWidget(name, 0, Qt::AlignBottom);
    layout->addWidget(says, 1, Qt::AlignBottom);
    layout->addWidget(version, 0, Qt::AlignBottom);
    return heading;
}

QWidget* StartPage::makeSample()
{
    QFrame* card = makeCard(this);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->addWidget(makeTitle(tr("Try the sample"), card));
    layout->addWidget(
        makeCaption(tr("A small picture classifier with 64 pictures to calibrate and 512 to test, bundled. "
                       "Quantized and compared in a few seconds."),
                    card));
    const QDir pictures(sampleFolder() + QStringLiteral("/calib"));
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    const int size = fontMetrics().height() * 5 / 2;
    const QStringList files = pictures.entryList({QStringLiteral("*.png")}, QDir::Files, QDir::Name);
    for (const QString& file : files.mid(0, 6)) {
        auto* label = new QLabel(card);
        QPixmap picture(pictures.filePath(file));
        picture.setDevicePixelRatio(1.0);
        label->setPixmap(picture.scaled(size, size, Qt::KeepAspectRatio, Qt::SmoothTransformation));
        row->addWidget(label);
    }
    row->addStretch();
    layout->addLayout(row);
    layout->addStretch();
    auto* open = new QPushButton(themedIcon(QStringLiteral("play"), IconGround::Outlined), tr("Open &sample"), card);
    open->setObjectName(QStringLiteral("openSample"));
    open->setProperty("secondary", true);
    open->setAutoDefault(true);
    open->setEnabled(!sampleFolder().isEmpty());
    if (!open->isEnabled())
        open->setToolTip(tr("The sample is not installed"));
    connect(open, &QPushButton::clicked, this, &StartPage::sampleRequested);
    layout->addWidget(open);
    return card;
}

QWidget* StartPage::makeSteps()
{
    auto* steps = new QWidget(this);
    auto* layout = new QHBoxLayout(steps);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(24);
    const std::pair<QString, QString> texts[] = {
        {tr("Open and pick a preset"),
         tr("The graph is drawn in under a second. A preset sets every option for a chip or runtime; each change stays "
            "marked.")},
        {tr("Point at data, mark what stays float"),
         tr("Pictures or arrays, with each preprocessing step shown. Mark nodes on the graph; a live count shows the "
            "catch.")},
        {tr("Quantize, look, tune"),
         tr("In the background, with the command line's own engine. Statistics are collected once: a new variant takes "
            "a second.")},
    };
    int number = 0;
    for (const auto& [title, text] : texts) {
        auto* step = new QGridLayout;
        step->setHorizontalSpacing(12);
        step->setVerticalSpacing(0);
        step->setColumnStretch(1, 1);
        step->setRowStretch(1, 1);
        step->addWidget(makeNumber(++number, steps), 0, 0);
        step->addWidget(makeTitle(title, steps), 0, 1);
        QLabel* caption = makeCaption(text, steps);
        caption->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        step->addWidget(caption, 1, 1);
        layout->addLayout(step, 1);
    }
    return steps;
}

QWidget* StartPage::makeRecent()
{
    QFrame* card = makeCard(this);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    QLabel* title = makeTitle(tr("Recent"), card);
    title->setContentsMargins(12, 8, 12, 8);
    layout->addWidget(title);
    m_table->setParent(card);
    m_table->setModel(m_recent);
    m_table->setAccessibleName(tr("Recent documents"));
    m_table->setShowGrid(false);
    m_table->horizontalHeader()->hide();
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 14);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->setWordWrap(false); // or a long folder takes a second line
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the folder gives way
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(RecentModel::FolderColumn, QHeaderView::Stretch);
    layout->addWidget(m_table, 1);
    m_table->setMinimumHeight(m_table->verticalHeader()->defaultSectionSize() * kRecentShown);
    m_nothingRecent->setContentsMargins(12, 0, 12, 12);
    layout->addWidget(m_nothingRecent, 1, Qt::AlignTop);
    const auto open = [this](const QModelIndex& index) {
        emit pathChosen(index.data(RecentModel::PathRole).toString());
    };
    // Not activated(): after a double click it would open twice.
    connect(m_table, &QTableView::clicked, this, open);
    for (const int key : {Qt::Key_Return, Qt::Key_Enter}) {
        auto* pressed = new QShortcut(QKeySequence(key), m_table);
        pressed->setContext(Qt::WidgetShortcut);
        connect(pressed, &QShortcut::activated, m_table, [this, open] {
            if (m_table->currentIndex().isValid())
                open(m_table->currentIndex());
        });
    }
    return card;
}

QWidget* StartPage::makePresets()
{
    QFrame* card = makeCard(this);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(12, 8, 12, 12);
    layout->setSpacing(6);
    auto* top = new QHBoxLayout;
    top->addWidget(makeTitle(tr("Which preset?"), card), 1);
    auto* all = new QToolButton(card);
    all->setText(tr("All %n", nullptr, int(presets().size())));
    connect(all, &QToolButton::clicked, this, &StartPage::presetsRequested);
    top->addWidget(all);
    layout->addLayout(top);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 1);
    const std::pair<const char*, QString> rows[] = {
        {"XINT8", tr("Ryzen AI NPU, convolutional networks")},
        {"VINT8", tr("Vitis AI NPU, convolutional networks")},
        {"A8W8", tr("Ryzen AI NPU, float scales")},
        {"A16W8", tr("NPU, when 8 bits are not enough")},
        {"U8S8_AAWS", tr("ONNX Runtime on CPUs")},
        {"WEIGHTS_ONLY", tr("A smaller file, no calibration")},
    };
    int row = 0;
    for (const auto& [name, text] : rows) {
        auto* preset = new QLabel(QString::fromLatin1(name), card);
        QFont font = preset->font();
        font.setWeight(QFont::DemiBold);
        preset->setFont(font);
        grid->addWidget(preset, row, 0);
        QLabel* what = makeCaption(text, card);
        what->setWordWrap(false);
        if (const auto found = findPreset(name, ErrorCode::InvalidArgument)) {
            preset->setToolTip(engineText(found->summary));
            what->setToolTip(engineText(found->when));
        }
        grid->addWidget(what, row++, 1);
    }
    layout->addLayout(grid);
    layout->addStretch();
    return card;
}

QWidget* StartPage::makeFoot()
{
    auto* foot = new QWidget(this);
    auto* bottom = new QHBoxLayout(foot);
    bottom->setContentsMargins(0, 0, 0, 0);
    auto* commands = new QToolButton(foot);
    commands->setIcon(themedIcon(QStringLiteral("keyboard")));
    commands->setText(tr("Commands (Ctrl+Shift+P)"));
    commands->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(commands, &QToolButton::clicked, this, &StartPage::commandsRequested);
    bottom->addWidget(commands);
    bottom->addStretch();
    QLabel* local = makeCaption(tr("Nothing leaves this computer."), foot);
    local->setWordWrap(false);
    bottom->addWidget(local);
    return foot;
}

void StartPage::setRecent(std::vector<RecentDocument> documents)
{
    m_drop->setContinue(documents.empty() ? QString() : documents.front().path);
    m_table->setVisible(!documents.empty());
    m_nothingRecent->setVisible(documents.empty());
    m_recent->setDocuments(std::move(documents));
}

void StartPage::showError(const QString& path, const QString& message)
{
    if (message.isEmpty())
        m_drop->setInvitation();
    else
        m_drop->setError(path, message);
}

void StartPage::showOpening(const QString& path)
{
    if (path.isEmpty())
        m_drop->setInvitation();
    else
        m_drop->setOpening(path);
}

void StartPage::dragEnterEvent(QDragEnterEvent* event)
{
    if (draggedFile(event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    m_drop->setHovered(true);
}

void StartPage::dragLeaveEvent(QDragLeaveEvent*)
{
    m_drop->setHovered(false);
}

void StartPage::dropEvent(QDropEvent* event)
{
    m_drop->setHovered(false);
    if (const QString file = draggedFile(event->mimeData()); !file.isEmpty()) {
        event->acceptProposedAction();
        emit pathChosen(file);
    }
}

} // namespace quantiscope
