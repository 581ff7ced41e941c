// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data/data_source_panel.h"

#include "core/data/folder_listing.h"
#include "core/pipeline/recipe_data.h"
#include "core/tensor/npy.h"
#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"
#include "widgets/data/data_session.h"
#include "widgets/data/sample_delegate.h"
#include "widgets/data/sample_filter.h"
#include "widgets/data/sample_list_model.h"

#include <QAction>
#include <QButtonGroup>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QLocale>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <set>
#include <utility>

namespace quantiscope {

namespace {

constexpr int kMostSamples = 1'000'000'000;

enum Kind
{
    Images,
    Arrays,
    Random,
};

QAbstractButton* addSegment(QButtonGroup* group, QHBoxLayout* row, const QString& text, int id)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setCheckable(true);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    group->addButton(button, id);
    row->addWidget(button, 1);
    return button;
}

/// Is @p path an array of one integer per sample?
bool isLabelArray(const std::filesystem::path& path)
{
    if (dataFileKind(path) != DataFileKind::Npy)
        return false;
    const auto file = NpyFile::open(path);
    if (!file)
        return false;
    const NpyHeader& header = (*file)->header();
    const bool isList = header.shape.size() == 1 || (header.shape.size() == 2 && header.shape[1] == 1);
    const bool isInteger = header.type == DataType::Int64 || header.type == DataType::Int32
        || header.type == DataType::UInt8 || header.type == DataType::Int8 || header.type == DataType::Int16
        || header.type == DataType::UInt16 || header.type == DataType::UInt32 || header.type == DataType::UInt64;
    return isList && isInteger;
}

QSpinBox* spinBox(int most, const QString& name)
{
    auto* box = new QSpinBox;
    box->setRange(0, most);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setKeyboardTracking(false);
    box->setAccessibleName(name);
    // Room for what is usual; the largest value would make the whole dock wider.
    box->setMinimumWidth(box->fontMetrics().averageCharWidth() * 5);
    return box;
}

} // namespace

DataSourcePanel::DataSourcePanel(DataSession& session, ThumbnailCache& thumbnails, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_model(new SampleListModel(session, thumbnails, this))
    , m_filter(new SampleFilter(session, this))
    , m_purposes(new QButtonGroup(this))
    , m_kinds(new QButtonGroup(this))
{
    setAcceptDrops(true);
    buildControls();
    connect(&session, &DataSession::dataChanged, this, &DataSourcePanel::refresh);
    connect(&session, &DataSession::listingChanged, this, &DataSourcePanel::refreshList);
    connect(&session, &DataSession::currentSampleChanged, this,
            [this] { m_list->setCurrentIndex(m_filter->indexOf(m_session.currentSample())); });
    connect(&session, &DataSession::excerptChanged, this, &DataSourcePanel::showExcerpt);
    refresh();
}

void DataSourcePanel::buildControls()
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 0);
    layout->setSpacing(8);
    auto* purposes = new QHBoxLayout;
    purposes->setSpacing(0);
    addSegment(m_purposes, purposes, tr("Calibration"), int(DataPurpose::Calibration));
    addSegment(m_purposes, purposes, tr("Evaluation"), int(DataPurpose::Evaluation));
    connect(m_purposes, &QButtonGroup::idClicked, this,
            [this](int id) { m_session.setPurpose(static_cast<DataPurpose>(id)); });
    auto* kinds = new QHBoxLayout;
    kinds->setSpacing(0);
    addSegment(m_kinds, kinds, tr("Images"), Images);
    addSegment(m_kinds, kinds, QStringLiteral(".npy/.npz"), Arrays);
    addSegment(m_kinds, kinds, tr("Random"), Random);
    connect(m_kinds, &QButtonGroup::idClicked, this, &DataSourcePanel::chooseKind);
    for (const QButtonGroup* group : {m_purposes, m_kinds}) {
        // Tab leads to what is chosen, from whichever side it comes; the arrow keys to the others.
        connect(group, &QButtonGroup::buttonToggled, this, [group](const QAbstractButton* toggled, bool isChosen) {
            if (!isChosen)
                return;
            for (QAbstractButton* button : group->buttons())
                button->setFocusPolicy(button == toggled ? Qt::TabFocus : Qt::NoFocus);
        });
    }
    m_path = new QLineEdit;
    m_path->setPlaceholderText(tr("Folder or file"));
    m_path->setAccessibleName(tr("Path of the data"));
    m_path->addAction(themedIcon(QStringLiteral("folder")), QLineEdit::LeadingPosition);
    connect(m_path, &QLineEdit::editingFinished, this, [this] {
        // Compared as shown: a path that is not UTF-8 cannot be written back.
        const QString shown = m_session.data() ? pathText(m_session.data()->source) : QString();
        if (m_path->text().isEmpty())
            m_path->setText(shown); // they are removed by the button
        else if (m_path->text() != shown)
            m_session.setSource(toPath(m_path->text()).string());
    });
    m_remove = m_path->addAction(themedIcon(QStringLiteral("close")), QLineEdit::TrailingPosition);
    m_remove->setText(tr("Remove these data"));
    m_remove->setToolTip(m_remove->text());
    connect(m_remove, &QAction::triggered, &m_session, &DataSession::removeData);
    m_browse = new QToolButton;
    m_browse->setText(QStringLiteral("…"));
    m_browse->setToolTip(tr("Choose the data"));
    m_browse->setAccessibleName(m_browse->toolTip());
    m_arrays = new QMenu(m_browse);
    m_arrays->addAction(tr("A &folder, one file for each sample…"), this, &DataSourcePanel::choosePath);
    m_arrays->addAction(tr("One .npy or .npz &file with stacked samples…"), this, &DataSourcePanel::chooseFile);
    m_browse->setMenu(m_arrays);
    m_browse->setPopupMode(QToolButton::InstantPopup);
    auto* path = new QHBoxLayout;
    path->addWidget(m_path, 1);
    path->addWidget(m_browse);
    m_samples = spinBox(kMostSamples, tr("Number of samples"));
    m_samples->setSpecialValueText(tr("all"));
    m_seed = spinBox(std::numeric_limits<int>::max(), tr("Seed of the choice"));
    m_seed->setToolTip(tr("Chooses which samples are taken, and makes random ones"));
    connect(m_samples, &QSpinBox::valueChanged, this, [this](int value) {
        m_session.edit(
            tr("Change the number of samples"), [value](DataSpec& spec) { spec.samples = std::size_t(value); },
            QStringLiteral("data.samples"));
    });
    connect(m_seed, &QSpinBox::valueChanged, this, [this](int value) {
        m_session.edit(
            tr("Change the seed"),
            [value](DataSpec& spec) {
                spec.seed = std::uint64_t(value);
                if (isRandomData(spec.source))
                    spec.source = "random:" + std::to_string(value);
            },
            QStringLiteral("data.seed"));
    });
    m_of = new QLabel;
    m_of->setProperty("caption", true);
    auto* samplesLabel = new QLabel(tr("Samples"));
    samplesLabel->setProperty("caption", true);
    auto* seedLabel = new QLabel(tr("Seed"));
    seedLabel->setProperty("caption", true);
    auto* counts = new QHBoxLayout;
    counts->addWidget(samplesLabel);
    counts->addWidget(m_samples, 1);
    counts->addWidget(m_of);
    counts->addWidget(seedLabel);
    counts->addWidget(m_seed, 1);
    m_list = new QListView;
    m_filter->setSourceModel(m_model);
    m_list->setModel(m_filter);
    m_list->setItemDelegate(new SampleDelegate(m_list));
    m_list->setUniformItemSizes(true); // tens of thousands of rows
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMouseTracking(true);
    m_list->setAccessibleName(tr("Samples"));
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
        if (index.isValid())
            m_session.setCurrentSample(std::size_t(m_filter->mapToSource(index).row()));
    });
    m_excerpt = new QWidget;
    m_excerptText = new QLabel;
    m_excerptText->setWordWrap(true);
    auto* showAll = new QPushButton(tr("Show all"));
    connect(showAll, &QPushButton::clicked, this, [this] { m_session.setExcerpt({}); });
    auto* excerpt = new QHBoxLayout(m_excerpt);
    excerpt->setContentsMargins(0, 0, 0, 0);
    excerpt->addWidget(m_excerptText, 1);
    excerpt->addWidget(showAll);
    m_excerpt->hide();
    m_offer = new QPushButton;
    m_offer->setToolTip(tr("The class of each picture is the sub-folder that it lies in."));
    m_offer->hide();
    connect(m_offer, &QPushButton::clicked, this, &DataSourcePanel::takeFoldersAsLabels);
    m_empty = new QWidget;
    m_message = new QLabel;
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::PlainText); // it names files
    m_message->setProperty("caption", true);
    m_choose = new QPushButton(tr("Choose a folder…"));
    connect(m_choose, &QPushButton::clicked, this, &DataSourcePanel::choosePath);
    auto* empty = new QVBoxLayout(m_empty);
    empty->setContentsMargins(0, 8, 0, 8);
    empty->addWidget(m_message);
    empty->addWidget(m_choose, 0, Qt::AlignLeft);
    empty->addStretch(1);
    m_summary = new QLabel;
    m_summary->setProperty("caption", true);
    m_summary->setWordWrap(true);
    m_labels = new QPushButton(tr("Add labels…"));
    m_labels->setFlat(true);
    auto* labelMenu = new QMenu(m_labels);
    connect(labelMenu, &QMenu::aboutToShow, this, &DataSourcePanel::fillLabelMenu);
    m_labels->setMenu(labelMenu);
    m_labels->setProperty("menu", true);
    auto* foot = new QHBoxLayout;
    foot->addWidget(m_summary, 1);
    foot->addWidget(m_labels);
    layout->addLayout(purposes);
    layout->addLayout(kinds);
    layout->addLayout(path);
    layout->addLayout(counts);
    layout->addWidget(m_excerpt);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_offer);
    layout->addLayout(foot);
}

void DataSourcePanel::refresh()
{
    const std::optional<DataSpec>& spec = m_session.data();
    const bool isRandom = spec && isRandomData(spec->source);
    m_purposes->button(int(m_session.purpose()))->setChecked(true);
    const QSignalBlocker samplesBlocker(m_samples), seedBlocker(m_seed);
    m_path->setText(spec && !isRandom ? pathText(spec->source) : QString());
    m_path->setEnabled(!isRandom);
    m_remove->setVisible(spec && !isRandom);
    m_samples->setMaximum(isRandom ? int(kMostRandomSamples) : kMostSamples);
    m_samples->setValue(spec ? int(std::min(spec->samples, std::size_t(m_samples->maximum()))) : 0);
    std::uint64_t seed = spec ? spec->seed : 0;
    if (isRandom && spec->source != "random")
        seed = QString::fromStdString(spec->source).section(QLatin1Char(':'), 1).toULongLong();
    m_seed->setValue(int(std::min<std::uint64_t>(seed, std::uint64_t(m_seed->maximum()))));
    m_samples->setEnabled(spec.has_value());
    m_seed->setEnabled(spec.has_value());
    refreshList();
}

void DataSourcePanel::refreshList()
{
    const DataListing& listing = m_session.listing();
    const bool isRandom = m_session.data() && isRandomData(m_session.data()->source);
    const int kind = isRandom                                                          ? Random
        : m_session.pictureInput() && (listing.names.empty() || listing.arePictures()) ? Images
                                                                                       : Arrays;
    m_kinds->button(kind)->setChecked(true);
    const auto count = int(listing.names.size());
    const int skipped = m_session.data() ? int(m_session.data()->skip.size()) : 0;
    m_of->setText(count > 0 ? tr("of %1").arg(QLocale().toString(count - std::min(count, skipped))) : QString());
    m_list->setVisible(count > 0);
    m_empty->setVisible(count == 0);
    if (!m_session.model())
        m_message->setText(tr("Open a model first: the data are read for its inputs."));
    else if (!m_session.data())
        m_message->setText(m_session.purpose() == DataPurpose::Evaluation || m_session.needsCalibration()
                               ? tr("No data yet. Choose a folder of pictures or arrays, or drop it here.")
                               : tr("This preset needs no calibration data; samples are used for comparing only."));
    else
        m_message->setText(listing.error.isEmpty() ? tr("The samples are being listed…") : listing.error);
    m_choose->setVisible(m_session.model() != nullptr);
    const QString what =
        listing.arePictures() ? tr("%n picture(s)", nullptr, count) : tr("%n sample(s)", nullptr, count);
    QStringList summary;
    if (count > 0)
        summary += what;
    if (skipped > 0)
        summary += tr("%1 left out").arg(QLocale().toString(skipped));
    if (const std::size_t chosen = m_session.chosenCount(); count > 0 && int(chosen) + skipped < count)
        summary += tr("%1 chosen").arg(QLocale().toString(qulonglong(chosen)));
    if (!listing.classes.empty()) {
        const std::set<std::string> classes(listing.classes.begin(), listing.classes.end());
        summary += tr("%1 labelled").arg(QLocale().toString(qulonglong(listing.labelled())));
        summary += tr("%n class(es)", nullptr, int(classes.size() - classes.count({})));
    }
    m_summary->setText(summary.join(QStringLiteral(" · ")));
    if (count > 0 && !m_list->currentIndex().isValid())
        m_list->setCurrentIndex(m_filter->indexOf(m_session.currentSample()));
    if (count > 0 && std::exchange(m_focusesList, false))
        m_list->setFocus();
    refreshLabels();
}

void DataSourcePanel::refreshLabels()
{
    const std::filesystem::path labels = m_session.labels();
    const DataListing& listing = m_session.listing();
    const bool areFolders = m_session.data() && labels == std::filesystem::path(m_session.data()->source);
    m_labels->setText(labels.empty()   ? tr("Add labels")
                          : areFolders ? tr("Labels: folder names")
                                       : tr("Labels: %1").arg(pathText(labels.filename())));
    m_labels->setIcon(listing.labelError.isEmpty() ? QIcon() : themedIcon(QStringLiteral("error")));
    m_labels->setVisible(m_session.model() != nullptr);
    m_labels->setEnabled(m_session.canHaveLabels());
    m_labels->setToolTip(
        !m_session.canHaveLabels() ? tr("Choose data first: labels belong to samples.")
            : !listing.labelError.isEmpty()
            ? plainToolTip(listing.labelError)
            : tr("True classes, for accuracy: from the folders, a .tsv or .txt file with a name, a tab "
                 "and a class index in each line, or a .npy file of class indices."));
    const bool isOffered = m_session.purpose() == DataPurpose::Evaluation && labels.empty() && listing.classFolders > 1;
    m_offer->setText(tr("Take the %n folder(s) as classes", nullptr, int(listing.classFolders)));
    m_offer->setVisible(isOffered);
}

void DataSourcePanel::fillLabelMenu()
{
    QMenu* menu = m_labels->menu();
    menu->clear();
    const int folders = int(m_session.listing().classFolders);
    QAction* fromFolders = menu->addAction(folders > 1 ? tr("From the &names of the %n folder(s)", nullptr, folders)
                                                       : tr("From the &names of class folders"),
                                           this, &DataSourcePanel::takeFoldersAsLabels);
    fromFolders->setEnabled(folders > 1);
    menu->addAction(tr("From a &file…"), this, &DataSourcePanel::chooseLabels);
    QAction* none = menu->addAction(tr("N&one"), this, [this] { m_session.setLabels({}); });
    none->setEnabled(!m_session.labels().empty());
    menu->addSeparator();
    menu->addAction(tr("Lines of a file: name, tab, class index (.tsv, .txt); or a .npy of indices"))
        ->setEnabled(false);
}

void DataSourcePanel::takeFoldersAsLabels()
{
    if (m_session.data() && m_session.listing().classFolders > 1)
        m_session.setLabels(m_session.data()->source);
}

void DataSourcePanel::showExcerpt()
{
    const DataSession::Excerpt& excerpt = m_session.excerpt();
    m_filter->refresh();
    m_excerptText->setText(tr("Only: %1").arg(excerpt.title));
    m_excerpt->setVisible(!excerpt.names.empty());
    if (!excerpt.names.empty() && m_filter->rowCount() > 0) {
        m_list->setCurrentIndex(m_filter->index(0, 0));
        m_list->setFocus();
    }
}

QString DataSourcePanel::startFolder() const
{
    if (m_session.data() && !isRandomData(m_session.data()->source))
        return pathText(m_session.data()->source);
    return m_session.model() ? pathText(m_session.model()->model.path().parent_path()) : QString();
}

void DataSourcePanel::take(const QString& path)
{
    if (path.isEmpty())
        return;
    m_focusesList = true;
    m_session.setSource(toPath(path).string());
}

void DataSourcePanel::chooseKind(int kind)
{
    if (kind == Random)
        m_session.setSource("random");
    else if (kind == Arrays)
        m_arrays->popup(m_kinds->button(Arrays)->mapToGlobal(QPoint(0, m_kinds->button(Arrays)->height())));
    else
        choosePath();
    refreshList(); // what was chosen may not have become true
}

void DataSourcePanel::choosePath()
{
    take(QFileDialog::getExistingDirectory(this, tr("Choose the folder of the samples"), startFolder()));
}

void DataSourcePanel::chooseFile()
{
    take(QFileDialog::getOpenFileName(this, tr("Choose a file with stacked samples"), startFolder(),
                                      tr("Arrays (*.npy *.npz)")));
}

void DataSourcePanel::chooseLabels()
{
    const std::filesystem::path labels = m_session.labels();
    const QString path = QFileDialog::getOpenFileName(this, tr("Choose the labels: lines of name, tab, class index"),
                                                      labels.empty() ? startFolder() : pathText(labels),
                                                      tr("Labels (*.tsv *.txt *.npy);;All files (*)"));
    if (!path.isEmpty())
        m_session.setLabels(toPath(path));
}

void DataSourcePanel::dragEnterEvent(QDragEnterEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (m_session.model() && urls.size() == 1 && urls.first().isLocalFile())
        event->acceptProposedAction();
}

void DataSourcePanel::dropEvent(QDropEvent* event)
{
    std::filesystem::path path = toPath(event->mimeData()->urls().first().toLocalFile());
    if (dataFileKind(path) == DataFileKind::Picture)
        path = path.parent_path(); // one picture means its folder
    const bool isTable = path.extension() == ".tsv" || path.extension() == ".txt";
    if (isTable || (m_session.canHaveLabels() && isLabelArray(path)))
        m_session.setLabels(path);
    else
        m_session.setSource(path.string());
    event->acceptProposedAction();
}

} // namespace quantiscope
