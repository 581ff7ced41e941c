// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data/guidelines_panel.h"

#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"
#include "widgets/data/data_session.h"
#include "widgets/data/finding_words.h"
#include "widgets/data/thumbnail_cache.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace quantiscope {

namespace {

constexpr std::size_t kMostShown = 5; ///< pictures behind a finding

QLabel* wrappedLabel(const QString& text, const char* style)
{
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText); // names of files are not markup
    label->setWordWrap(true);
    if (style)
        label->setProperty(style, true);
    return label;
}

} // namespace

GuidelinesPanel::GuidelinesPanel(DataSession& session, ThumbnailCache& thumbnails, QWidget* parent)
    : QWidget(parent), m_session(session), m_thumbnails(thumbnails), m_count(new QLabel), m_time(new QLabel)
{
    auto* title = new QLabel(tr("Guidelines"));
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    m_time->setProperty("caption", true);
    auto* head = new QWidget;
    head->setAutoFillBackground(true);
    head->setBackgroundRole(QPalette::AlternateBase);
    auto* headRow = new QHBoxLayout(head);
    headRow->setContentsMargins(10, 4, 10, 4);
    headRow->addWidget(title);
    headRow->addWidget(m_count);
    headRow->addStretch(1);
    headRow->addWidget(m_time);
    m_body = new QWidget;
    m_rows = new QVBoxLayout(m_body);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(0);
    auto* scroll = new QScrollArea;
    scroll->setAccessibleName(tr("Guidelines"));
    scroll->setWidget(m_body);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setBackgroundRole(QPalette::Base);
    m_body->setAutoFillBackground(true);
    m_body->setBackgroundRole(QPalette::Base);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(head);
    layout->addWidget(scroll, 1);
    connect(&session, &DataSession::inspectionChanged, this, &GuidelinesPanel::refresh);
    connect(&session, &DataSession::dataChanged, this, [this] {
        if (!m_session.inspection() || m_needed != m_session.needsCalibration())
            refresh();
    });
    connect(&thumbnails, &ThumbnailCache::ready, this, &GuidelinesPanel::showThumbnails);
    refresh();
}

QWidget* GuidelinesPanel::messageWidget(const QString& icon, const QString& text)
{
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(10, 10, 10, 10);
    if (!icon.isEmpty()) {
        auto* mark = new QLabel;
        mark->setPixmap(
            themedIcon(icon, icon == QStringLiteral("check") ? IconGround::Done : IconGround::Plain).pixmap(16, 16));
        layout->addWidget(mark, 0, Qt::AlignTop);
    }
    layout->addWidget(wrappedLabel(text, icon.isEmpty() ? "caption" : nullptr), 1);
    return row;
}

void GuidelinesPanel::refresh()
{
    if (m_menu)
        m_menu->close(); // its row goes
    while (QLayoutItem* item = m_rows->takeAt(0)) {
        if (QWidget* row = item->widget()) {
            row->setParent(nullptr);
            row->deleteLater(); // its button may be what asked for this
        }
        delete item;
    }
    m_needed = m_session.needsCalibration();
    const DataInspection* inspection = m_session.inspection();
    const int warnings = inspection ? int(inspection->warnings()) : 0;
    m_count->setVisible(warnings > 0);
    m_count->setText(tr("%n warning(s)", nullptr, warnings));
    const Theme& theme = Theme::current();
    m_count->setStyleSheet(QStringLiteral("QLabel { color: %1; background: %2; border: 1px solid %1;"
                                          " border-radius: 3px; padding: 0 4px; }")
                               .arg(theme.warning.name(), theme.warningFill.name()));
    m_time->setText(inspection ? tr("checked in %1 s").arg(QLocale().toString(m_session.inspectionSeconds(), 'f', 1))
                               : QString());
    if (!m_session.inspectionError().isEmpty())
        m_rows->addWidget(messageWidget(QStringLiteral("error"), m_session.inspectionError()));
    else if (!m_session.data())
        m_rows->addWidget(messageWidget({}, tr("No data to judge yet. Choose them on the left.")));
    else if (!inspection && m_session.model())
        m_rows->addWidget(messageWidget({}, tr("The samples are being looked at…")));
    else if (inspection && inspection->findings.empty())
        m_rows->addWidget(messageWidget(QStringLiteral("check"), tr("Nothing stands against these data.")));
    const bool isNeeded = m_session.purpose() == DataPurpose::Evaluation || m_session.needsCalibration();
    if (!isNeeded && m_session.model())
        m_rows->addWidget(messageWidget(
            QStringLiteral("info"), tr("This preset needs no calibration data; samples are used for comparing only.")));
    if (inspection) {
        for (const Finding& finding : inspection->findings) {
            if (isNeeded || finding.kind != FindingKind::TooFew)
                m_rows->addWidget(findingWidget(finding));
        }
    }
    m_rows->addStretch(1);
    showThumbnails();
}

QWidget* GuidelinesPanel::findingWidget(const Finding& finding)
{
    const FindingWords words = findingWords(finding);
    const bool isWarning = finding.severity == FindingSeverity::Warning;
    const DataInspection& inspection = *m_session.inspection();
    auto* row = new QFrame;
    row->setObjectName(QStringLiteral("finding"));
    row->setStyleSheet(QStringLiteral("QFrame#finding { border: 1px solid transparent; border-bottom-color: %1; }"
                                      " QFrame#finding:focus { border-color: %2; }")
                           .arg(Theme::current().hairline.name(), Theme::current().accent.name()));
    row->setFocusPolicy(Qt::TabFocus); // one that needs no button is read by keyboard as well
    row->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(row, &QWidget::customContextMenuRequested, this,
            [this, row](const QPoint& place) { openMenu(*row, row->mapToGlobal(place)); });
    const QString whole = QStringList{words.title, words.detail, words.advice}.join(QLatin1Char('\n'));
    auto* copy = new QAction(themedIcon(QStringLiteral("copy")), tr("Copy this finding"), row);
    connect(copy, &QAction::triggered, this, [whole] { QGuiApplication::clipboard()->setText(whole); });
    row->addAction(copy);
    row->setAccessibleName(tr("%1. %2").arg(words.title, words.detail));
    auto* column = new QVBoxLayout(row);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(2);
    auto* layout = new QHBoxLayout;
    layout->setSpacing(8);
    column->addLayout(layout);
    auto* mark = new QLabel;
    mark->setPixmap(themedIcon(isWarning ? QStringLiteral("warning") : QStringLiteral("info")).pixmap(16, 16));
    mark->setAccessibleName(isWarning ? tr("Warning") : tr("Note"));
    layout->addWidget(mark, 0, Qt::AlignTop);
    auto* text = new QVBoxLayout;
    text->setSpacing(2);
    auto* title = wrappedLabel(words.title, nullptr);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    text->addWidget(title);
    text->addWidget(wrappedLabel(words.detail, "caption"));
    text->addWidget(wrappedLabel(words.advice, "caption"));
    auto* pictures = new QHBoxLayout;
    pictures->setContentsMargins(18, 0, 0, 0); // nearly below the words
    pictures->setSpacing(4);
    for (std::size_t i = 0; i < std::min(kMostShown, finding.samples.size()); ++i) {
        const SampleFacts& sample = inspection.samples[finding.samples[i]];
        auto* button = new QToolButton;
        button->setToolTip(plainToolTip(sample.unreadable.empty()
                                            ? toQt(sample.name)
                                            : tr("%1\n%2").arg(toQt(sample.name), toQt(sample.unreadable))));
        button->setAccessibleName(tr("Show %1").arg(toQt(sample.name)));
        button->setProperty("file", pathText(sample.file));
        if (sample.file.empty())
            button->setText(toQt(sample.name));
        const int height = fontMetrics().height() * 5 / 2;
        button->setIconSize(QSize(height, height));
        connect(button, &QToolButton::clicked, this, [this, name = sample.name] {
            const auto& names = m_session.listing().names;
            const auto found = std::find(names.begin(), names.end(), name);
            if (found != names.end())
                m_session.setCurrentSample(std::size_t(found - names.begin()));
        });
        pictures->addWidget(button);
    }
    if (!finding.samples.empty()) {
        DataSession::Excerpt excerpt{words.title, {}};
        for (const std::size_t place : finding.samples)
            excerpt.names.insert(inspection.samples[place].name);
        auto* list = new QAction(tr("List all of these samples"), row);
        connect(list, &QAction::triggered, this,
                [this, excerpt = std::move(excerpt)] { m_session.setExcerpt(excerpt); });
        row->addAction(list);
        if (finding.samples.size() > kMostShown) {
            auto* more = new QToolButton;
            more->setText(tr("+ %1").arg(QLocale().toString(qulonglong(finding.samples.size() - kMostShown))));
            more->setToolTip(list->text());
            more->setAccessibleName(list->text());
            connect(more, &QToolButton::clicked, list, &QAction::trigger);
            pictures->addWidget(more);
        }
    }
    pictures->addStretch(1);
    column->addLayout(pictures);
    layout->addLayout(text, 1);
    if (!finding.drop.empty()) {
        std::set<std::string> names;
        for (const std::size_t place : finding.drop)
            names.insert(inspection.samples[place].name);
        addFix(*row, *layout, tr("Leave out %n", nullptr, int(finding.drop.size())),
               [this, names = std::move(names)] { m_session.setSkipped(names, Qt::Unchecked); });
    }
    if (finding.kind == FindingKind::OneOfMany)
        addFix(*row, *layout, tr("Use the folder"),
               [this] { m_session.setSource(std::filesystem::path(m_session.data()->source).parent_path().string()); });
    if (finding.kind == FindingKind::OpenSize) {
        const PictureSize size{std::int32_t(finding.figure), std::int32_t(finding.reference)};
        const QString what = tr("Resize to %1×%2").arg(size.height).arg(size.width);
        addFix(*row, *layout, what, [this, what, size] {
            m_session.edit(what, [size](DataSpec& changed) {
                if (!changed.preprocess.resize)
                    changed.preprocess.resize.emplace();
                changed.preprocess.resize->size = size;
            });
        });
    }
    const PreprocessSpec& spec = m_session.data() ? m_session.data()->preprocess : PreprocessSpec{};
    const bool isTooSmall = finding.kind == FindingKind::TooSmallValues && spec.scale;
    if (isTooSmall || (finding.kind == FindingKind::TooLargeValues && !spec.scale && m_session.pictureInput())) {
        const QString what = isTooSmall ? tr("Turn off the scale") : tr("Scale by 1/255");
        addFix(*row, *layout, what, [this, what, isTooSmall] {
            m_session.edit(what, [isTooSmall](DataSpec& changed) {
                changed.preprocess.scale = isTooSmall ? std::nullopt : std::optional(1.0 / 255.0);
            });
        });
    }
    return row;
}

void GuidelinesPanel::addFix(QWidget& row, QHBoxLayout& layout, const QString& text, const std::function<void()>& mend)
{
    auto* action = new QAction(text, &row);
    connect(action, &QAction::triggered, this, mend);
    row.addAction(action);
    auto* fix = new QPushButton(text);
    fix->setMinimumWidth(fix->sizeHint().width()); // beside words that ask for all of the width
    connect(fix, &QPushButton::clicked, this, mend);
    layout.addWidget(fix, 0, Qt::AlignVCenter);
}

/// A menu that does not belong to the row, as one of Qt's own would: the row may go while it is open.
void GuidelinesPanel::openMenu(const QWidget& row, const QPoint& place)
{
    m_menu = new QMenu(this);
    m_menu->setAttribute(Qt::WA_DeleteOnClose);
    m_menu->addActions(row.actions());
    m_menu->popup(place);
}

void GuidelinesPanel::showThumbnails()
{
    for (QToolButton* button : m_body->findChildren<QToolButton*>()) {
        const QString file = button->property("file").toString();
        const Thumbnail* thumbnail = file.isEmpty() || !button->icon().isNull() ? nullptr : m_thumbnails.find(file);
        if (!thumbnail)
            continue;
        const QPixmap pixmap = thumbnail->image.isNull() ? themedIcon(QStringLiteral("error")).pixmap(16, 16)
                                                         : QPixmap::fromImage(thumbnail->image);
        button->setIcon(QIcon(pixmap));
    }
}

void GuidelinesPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

} // namespace quantiscope
