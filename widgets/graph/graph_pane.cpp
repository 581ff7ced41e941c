// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_pane.h"

#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/graph/breadcrumb.h"
#include "widgets/graph/graph_find_field.h"
#include "widgets/graph/graph_hit_list.h"
#include "widgets/graph/graph_legend.h"
#include "widgets/graph/graph_minimap.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace quantiscope {

namespace {

constexpr int kCardMargin = 12;
constexpr int kWideBar = 75; ///< in average characters: room for all tools

QFrame* separator(QWidget* parent)
{
    auto* line = new QFrame(parent);
    line->setFrameShape(QFrame::VLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    return line;
}

QToolButton* buttonOf(QAction* action, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setAccessibleName(action->iconText());
    return button;
}

} // namespace

GraphPane::GraphPane(ActionRegistry& registry, const QString& prefix, QWidget* parent)
    : QWidget(parent)
    , m_view(new GraphView(this))
    , m_navigator(new GraphNavigator(*m_view, this))
    , m_breadcrumb(new Breadcrumb(this))
    , m_find(new GraphFindField(this))
    , m_bar(new QWidget(this))
    , m_colors(new QComboBox(this))
    , m_findError(new QLabel(m_view))
    , m_hitList(new GraphHitList(m_view))
    , m_empty(new QLabel(m_view))
    , m_busy(new QProgressBar(m_view))
    , m_legend(new GraphLegend(m_view))
    , m_mapCard(new QFrame(m_view))
    , m_minimap(new GraphMinimap(*m_view, m_mapCard))
    , m_zoomText(new QLabel(m_mapCard))
{
    registerActions(registry, prefix);
    buildBar();
    buildCards();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_view, 1);
    setFocusProxy(m_view);
    connectParts();
    showEmpty(tr("The graph of the model will be here once one is open."));
    updateColorings();
    updateBreadcrumb();
    updateActions();
}

GraphPane::~GraphPane() = default;

void GraphPane::addBar(QWidget* bar)
{
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->insertWidget(column->indexOf(m_view), bar);
}

void GraphPane::buildBar()
{
    m_bar->setAutoFillBackground(true);
    auto* layout = new QHBoxLayout(m_bar);
    layout->setContentsMargins(8, 3, 8, 3);
    layout->setSpacing(4);
    layout->addWidget(buttonOf(m_actions[QStringLiteral("back")], m_bar));
    layout->addWidget(buttonOf(m_actions[QStringLiteral("forward")], m_bar));
    layout->addWidget(m_breadcrumb, 1);
    layout->addWidget(m_find);
    for (const char* tool : {"selectTool", "bandTool"}) {
        QToolButton* button = buttonOf(m_actions[QString::fromLatin1(tool)], m_bar);
        button->setObjectName(QString::fromLatin1(tool));
        layout->addWidget(button);
    }
    layout->addWidget(separator(m_bar));
    auto* label = new QLabel(tr("Colour"), m_bar);
    label->setObjectName(QStringLiteral("colorLabel"));
    label->setProperty("caption", true);
    label->setBuddy(m_colors);
    m_colors->setAccessibleName(tr("Colour nodes by"));
    m_colors->setToolTip(tr("What the colours of nodes mean"));
    layout->addWidget(label);
    layout->addWidget(m_colors);
}

void GraphPane::buildCards()
{
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setAccessibleName(tr("The graph is being laid out"));
    m_busy->hide();
    m_findError->setWordWrap(true);
    m_findError->setMargin(8);
    m_findError->setAutoFillBackground(true);
    m_findError->hide();
    m_hitList->hide();
    m_hitList->setFocusProxy(m_find); // a click on a row leaves the keyboard there
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setProperty("caption", true);
    m_empty->setAttribute(Qt::WA_TransparentForMouseEvents);

    m_mapCard->setProperty("card", true);
    m_mapCard->setObjectName(QStringLiteral("minimapCard"));
    auto* layout = new QVBoxLayout(m_mapCard);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(m_minimap);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(4, 2, 4, 2);
    row->setSpacing(0);
    m_zoomText->setAlignment(Qt::AlignCenter);
    m_zoomText->setAccessibleName(tr("Zoom"));
    row->addWidget(buttonOf(m_actions[QStringLiteral("zoomOut")], m_mapCard));
    row->addWidget(m_zoomText, 1);
    row->addWidget(buttonOf(m_actions[QStringLiteral("zoomIn")], m_mapCard));
    row->addWidget(buttonOf(m_actions[QStringLiteral("fit")], m_mapCard));
    layout->addLayout(row);
    m_view->installEventFilter(this);
}

void GraphPane::connectParts()
{
    connect(m_view, &GraphView::contextMenuRequested, this, &GraphPane::contextMenuRequested);
    connect(m_view, &GraphView::nodeActivated, this, &GraphPane::nodeActivated);
    connect(m_view, &GraphView::toolChanged, this, &GraphPane::updateActions);
    connect(m_view, &GraphView::sceneChanged, this, &GraphPane::updateActions);
    connect(m_view, &GraphView::escapePressed, this, [this] {
        if (!m_find->hits().empty())
            m_find->clear();
        else if (selection())
            selection()->clear();
    });
    connect(m_view, &GraphView::contentChanged, this, &GraphPane::showAll);
    connect(m_view, &GraphView::placeChanged, this, [this] {
        const QLocale locale;
        m_zoomText->setText(tr("%1 %").arg(locale.toString(m_view->zoom() * 100.0, 'f', 0)));
    });
    connect(m_navigator, &GraphNavigator::stateChanged, this, [this] {
        updateBreadcrumb();
        updateActions();
    });
    connect(m_navigator, &GraphNavigator::busyChanged, this, [this](bool isBusy) {
        m_busy->setVisible(isBusy);
        m_busy->raise();
        if (isBusy)
            showEmpty(tr("The graph is being laid out…"));
    });
    connect(m_navigator, &GraphNavigator::failed, this,
            [this](const QString& message) { showEmpty(tr("The graph cannot be drawn. %1").arg(message)); });
    connect(m_breadcrumb, &Breadcrumb::partClicked, m_navigator, &GraphNavigator::goTo);
    connect(m_find, &GraphFindField::hitsChanged, this, &GraphPane::showHits);
    connect(m_find, &GraphFindField::errorChanged, this, &GraphPane::showFindError);
    connect(m_find, &GraphFindField::left, m_view, qOverload<>(&QWidget::setFocus));
    connect(m_find, &GraphFindField::hitReached, this, [this](int node) {
        if (selection())
            selection()->reveal(node);
        else
            reveal(node);
    });
    connect(m_find, &GraphFindField::activeChanged, this, &GraphPane::placeCards);
    connect(m_hitList, &GraphHitList::nodeChosen, m_find, &GraphFindField::hitReached);
    connect(m_colors, &QComboBox::activated, this, [this](int index) {
        if (index >= 0 && index < int(m_coloringIds.size()))
            chooseColoring(m_coloringIds[std::size_t(index)]);
    });
}

void GraphPane::setDrawing(GraphDrawingPtr drawing, const QString& title)
{
    m_title = title;
    if (m_navigator->drawing() != drawing) {
        m_model = drawing ? drawing->modelPtr() : nullptr;
        m_precisions.clear();
        m_types.clear();
        m_addedColorings.clear();
        m_ownColorings.clear();
        m_marks = {};
        m_tags.clear();
        m_facts.reset();
        m_navigator->setDrawing(std::move(drawing));
        if (!m_model)
            showEmpty(tr("The graph of the model will be here once one is open."));
        m_find->setModel(m_model);
        updateColorings();
    }
    updateBreadcrumb();
    updateActions();
}

void GraphPane::setSelection(NodeSelection* selection)
{
    disconnect(m_revealConnection);
    disconnect(m_selectionConnection);
    m_view->setSelection(selection);
    if (!selection)
        return;
    m_revealConnection = connect(selection, &NodeSelection::revealRequested, this, &GraphPane::reveal);
    m_selectionConnection = connect(selection, &NodeSelection::selectionChanged, this, [this] {
        m_find->setCurrentNode(this->selection()->current());
        m_hitList->setCurrentNode(this->selection()->current());
        updateBreadcrumb();
    });
}

void GraphPane::setPrecisions(NodePrecisions precisions, std::vector<DataType> types)
{
    if (m_precisions == precisions && m_types == types)
        return;
    m_precisions = std::move(precisions);
    m_types = std::move(types);
    m_view->changeScene([this](GraphScene& scene) { scene.setPrecisions(m_precisions, m_types); });
    if (m_coloringId == QLatin1String("precision"))
        applyColoring();
}

void GraphPane::setMarks(const GraphMarks& marks)
{
    if (m_marks == marks)
        return;
    m_marks = marks;
    m_view->changeScene([&marks](GraphScene& scene) { scene.setMarks(marks); });
}

void GraphPane::setTags(std::map<int, QString> tags)
{
    if (m_tags == tags)
        return;
    m_tags = std::move(tags);
    m_view->changeScene([this](GraphScene& scene) { scene.setTags(m_tags); });
}

void GraphPane::setEdgeFacts(std::shared_ptr<const EdgeFacts> facts)
{
    m_facts = std::move(facts);
    m_view->changeScene([this](GraphScene& scene) { scene.setFacts(m_facts); });
}

void GraphPane::showAll()
{
    m_empty->hide();
    m_view->changeScene([this](GraphScene& scene) {
        scene.setPrecisions(m_precisions, m_types);
        scene.setMarks(m_marks);
        scene.setTags(m_tags);
        scene.setFacts(m_facts);
        scene.setHits({m_find->hits().begin(), m_find->hits().end()});
    });
    applyColoring();
}

void GraphPane::setColoring(NodeColoringPtr coloring)
{
    m_addedColorings[coloring->id()] = std::move(coloring);
    updateColorings();
}

void GraphPane::removeColoring(const QString& id)
{
    if (m_addedColorings.erase(id) > 0)
        updateColorings();
}

QString GraphPane::coloringId() const
{
    return m_coloringId;
}

void GraphPane::setMinimapShown(bool isShown)
{
    m_actions[QStringLiteral("minimap")]->setChecked(isShown);
    placeCards();
}

bool GraphPane::isMinimapShown() const
{
    return m_actions.at(QStringLiteral("minimap"))->isChecked();
}

void GraphPane::chooseColoring(const QString& id)
{
    if (m_coloringId == id || std::find(m_coloringIds.begin(), m_coloringIds.end(), id) == m_coloringIds.end())
        return;
    m_coloringId = id;
    updateColorings();
    emit coloringChanged(m_coloringId);
}

void GraphPane::updateColorings()
{
    const QSignalBlocker quiet(m_colors);
    m_colors->clear();
    m_coloringIds.clear();
    const auto add = [this](const QString& id, const QString& name) {
        m_coloringIds.push_back(id);
        m_colors->addItem(name);
    };
    add(QStringLiteral("operator"), tr("Operator"));
    add(QStringLiteral("precision"), tr("Precision"));
    add(QStringLiteral("type"), tr("Data type"));
    add(QStringLiteral("parameters"), tr("Parameter bytes"));
    for (const auto& [id, coloring] : m_addedColorings)
        add(id, coloring->name());
    auto chosen = std::find(m_coloringIds.begin(), m_coloringIds.end(), m_coloringId);
    if (chosen == m_coloringIds.end())
        chosen = m_coloringIds.begin(); // the one that was chosen belonged to another model
    m_coloringId = *chosen;
    m_colors->setCurrentIndex(int(chosen - m_coloringIds.begin()));
    m_colors->setEnabled(m_model != nullptr);
    applyColoring();
}

void GraphPane::applyColoring()
{
    NodeColoringPtr coloring;
    if (const auto added = m_addedColorings.find(m_coloringId); added != m_addedColorings.end()) {
        coloring = added->second;
    } else if (m_model && m_coloringId == QLatin1String("precision")) {
        coloring = colorByPrecision(m_precisions);
    } else if (m_model) {
        NodeColoringPtr& own = m_ownColorings[m_coloringId];
        if (!own) {
            own = m_coloringId == QLatin1String("type")       ? colorByType(m_model)
                : m_coloringId == QLatin1String("parameters") ? colorByParameters(m_model)
                                                              : colorByOperator(m_model);
        }
        coloring = own;
    }
    m_view->changeScene([&coloring](GraphScene& scene) { scene.setColoring(coloring); });
    m_legend->setColoring(coloring);
    placeCards();
}

/// Says why there is no picture, where it would be.
void GraphPane::showEmpty(const QString& why)
{
    m_empty->setText(why);
    m_empty->setVisible(m_view->scene().isEmpty());
}

/// How many closed blocks are selected as a whole.
int GraphPane::selectedBlocks() const
{
    const GraphScene& scene = m_view->scene();
    if (scene.isEmpty() || scene.selection().empty())
        return 0;
    int blocks = 0;
    for (std::size_t i = 0; i < scene.picture().items().size(); ++i) {
        const bool isSelected = (scene.marksOf(int(i)) & GraphScene::Selected) != 0;
        blocks += isSelected && scene.picture().items()[i].kind == PictureItem::Kind::Block ? 1 : 0;
    }
    return blocks;
}

void GraphPane::updateBreadcrumb()
{
    std::vector<Breadcrumb::Part> parts;
    if (const GraphDrawingPtr& drawing = m_navigator->drawing()) {
        const ScopeTree& scopes = drawing->scopes();
        // To where the current node is, when that is inside of what is shown.
        int scope = m_navigator->state().root;
        const int node = selection() ? selection()->current() : NodeSelection::kNone;
        if (node >= 0 && node < int(drawing->model().graph.nodes().size())
            && scopes.contains(scope, scopes.scopeOf(node)))
            scope = scopes.scopeOf(node);
        if (const int blocks = selectedBlocks(); blocks > 1) {
            for (const int other : selection()->nodes()) {
                while (!scopes.contains(scope, scopes.scopeOf(other)))
                    scope = scopes.at(scope).parent;
            }
            parts.push_back({tr("%n block(s)", nullptr, blocks), scope});
        }
        for (; scope > 0; scope = scopes.at(scope).parent)
            parts.insert(parts.begin(), {toQt(scopes.at(scope).name), scope});
        parts.insert(parts.begin(), {m_title.isEmpty() ? tr("Graph") : m_title, 0});
    }
    m_breadcrumb->setParts(parts);
}

void GraphPane::reveal(int node)
{
    m_navigator->reveal(node);
}

std::set<int> GraphPane::selectedFolds() const
{
    const GraphDrawingPtr& drawing = m_navigator->drawing();
    std::set<int> found;
    if (!drawing || !drawing->folds() || !selection())
        return found;
    const QuantizerFolds& folds = *drawing->folds();
    const std::vector<Node>& nodes = drawing->model().graph.nodes();
    for (const int node : selection()->nodes())
        found.insert(node < int(nodes.size()) ? folds.foldOf(std::size_t(node)) : -1);
    found.erase(-1);
    const int current = selection()->current();
    if (!found.empty() || current < 0 || current >= int(nodes.size()))
        return found;
    const Node& node = nodes[std::size_t(current)];
    for (const std::string& output : node.outputs)
        found.insert(folds.foldOfSource(output));
    for (const std::string& input : node.inputs)
        found.insert(folds.foldOfSource(folds.source(input)));
    found.erase(-1);
    return found;
}

void GraphPane::toggleCurrent()
{
    const std::set<int> folds = selectedFolds();
    const std::set<int>& nodes = selection() ? selection()->nodes() : std::set<int>();
    const bool isOfFolds = !folds.empty() && !nodes.empty()
        && std::all_of(nodes.begin(), nodes.end(),
                       [this](int node) { return m_navigator->drawing()->folds()->foldOf(std::size_t(node)) >= 0; });
    if (isOfFolds) {
        m_navigator->toggleFolds(folds);
        return;
    }
    const int item = m_view->currentItem();
    if (item < 0)
        return;
    const PictureItem& current = m_view->scene().picture().items()[std::size_t(item)];
    if (current.scope >= 0)
        m_navigator->toggle(current.scope);
    else if (current.node >= 0)
        emit nodeActivated(current.node);
}

void GraphPane::showHits()
{
    const std::set<int> hits(m_find->hits().begin(), m_find->hits().end());
    m_view->changeScene([&hits](GraphScene& scene) { scene.setHits(hits); });
    m_hitList->setHits(m_model, m_find->hits());
    placeCards();
}

void GraphPane::showFindError()
{
    const Theme& theme = Theme::current();
    m_findError->setText(QChar(0x26A0) + QLatin1Char(' ') + m_find->error());
    m_findError->setStyleSheet(QStringLiteral("background: %1; color: %2; border: 1px solid %2; border-radius: 4px;")
                                   .arg(theme.errorFill.name(), theme.error.name()));
    m_findError->setVisible(!m_find->error().isEmpty());
    placeCards();
}

void GraphPane::fitBar()
{
    // Beside a second graph the words and what the keyboard does as well give way to the search.
    const int unit = fontMetrics().averageCharWidth();
    m_bar->findChild<QLabel*>(QStringLiteral("colorLabel"))->setVisible(width() >= unit * kWideBar);
    for (const char* tool : {"selectTool", "bandTool"})
        m_bar->findChild<QToolButton*>(QString::fromLatin1(tool))->setVisible(width() >= unit * kWideBar);
    m_find->setNarrow(width() < unit * 66);
    const bool isStrip = width() < unit * 100;
    if (m_legend->isStrip() == isStrip)
        return;
    m_legend->setStrip(isStrip);
    if (isStrip)
        static_cast<QVBoxLayout*>(layout())->addWidget(m_legend);
    else
        layout()->removeWidget(m_legend);
    m_legend->setParent(isStrip ? static_cast<QWidget*>(this) : m_view);
    m_legend->refresh();
}

void GraphPane::placeCards()
{
    const QSize size = m_view->size();
    m_busy->setGeometry(0, 0, size.width(), 3);
    if (!m_legend->isStrip())
        m_legend->move(kCardMargin, kCardMargin);
    // In a narrow pane the overview would cover what it is about.
    m_mapCard->setVisible(!m_legend->isStrip() && m_actions[QStringLiteral("minimap")]->isChecked());
    m_mapCard->adjustSize();
    m_mapCard->move(kCardMargin, size.height() - kCardMargin - m_mapCard->height());
    m_empty->setGeometry(m_view->rect());
    const int errorWidth = std::min(size.width() - 2 * kCardMargin, 420);
    m_findError->resize(errorWidth, m_findError->heightForWidth(errorWidth));
    m_findError->move(size.width() - kCardMargin - errorWidth, kCardMargin);
    m_findError->raise();
    const QSize listSize = m_hitList->sizeHint();
    const int listWidth = std::min(size.width() - 2 * kCardMargin, listSize.width());
    m_hitList->setGeometry(size.width() - kCardMargin - listWidth, kCardMargin / 2, listWidth, listSize.height());
    m_hitList->setVisible(!m_find->hits().empty() && m_find->focusProxy()->hasFocus());
    m_hitList->raise();
}

void GraphPane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitBar();
    placeCards();
}

bool GraphPane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view && event->type() == QEvent::Resize)
        placeCards();
    return QWidget::eventFilter(watched, event);
}

void GraphPane::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        showFindError();
    } else if (event->type() == QEvent::FontChange) {
        fitBar();
        placeCards();
    }
}

} // namespace quantiscope
