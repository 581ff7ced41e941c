// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/new_rule_panel.h"

#include "widgets/common/context_menus.h"
#include "widgets/common/node_selection.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"
#include "widgets/recipe/catch_bars.h"
#include "widgets/recipe/mark_controller.h"

#include <QApplication>
#include <QBoxLayout>
#include <QButtonGroup>
#include <QClipboard>
#include <QComboBox>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>
#include <limits>
#include <map>

namespace quantiscope {

namespace {

using Kind = ExclusionRule::Kind;

QLabel* sectionTitle(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    return label;
}

constexpr std::size_t kMostNames = 200; ///< that are shown: more are no help, and slow
constexpr int kNameRole = Qt::UserRole + 1; ///< of entries that are no node: the name in the rule

} // namespace

NewRulePanel::NewRulePanel(MarkController& marks, NodeSelection& selection, QWidget* parent)
    : QWidget(parent)
    , m_marks(marks)
    , m_selection(selection)
    , m_kind(new QComboBox(this))
    , m_hint(new QLabel(this))
    , m_patternSection(new QWidget(this))
    , m_pattern(new QLineEdit(m_patternSection))
    , m_caught(new QLabel(this))
    , m_bars(new CatchBars(this))
    , m_problem(new QLabel(this))
    , m_precision(new QButtonGroup(this))
    , m_json(new QPlainTextEdit(this))
    , m_add(new QPushButton(tr("Add rule"), this))
{
    m_kind->setAccessibleName(tr("Kind of rule"));
    for (const auto& [kind, text] :
         {std::pair{Kind::Between, tr("Between start and end nodes")}, std::pair{Kind::Upstream, tr("Upstream until")},
          std::pair{Kind::Downstream, tr("Downstream until")}, std::pair{Kind::Regex, tr("Names that match")},
          std::pair{Kind::OpType, tr("Operator type")}, std::pair{Kind::Node, tr("One node")}})
        m_kind->addItem(themedIcon(ruleIcon({kind, {}, {}, {}})), text, int(kind));
    m_hint->setWordWrap(true);
    m_hint->setProperty("caption", true);
    m_pattern->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_pattern->setAccessibleName(tr("Expression, operator type or name"));
    auto* pattern = new QVBoxLayout(m_patternSection);
    pattern->setContentsMargins(0, 0, 0, 0);
    pattern->addWidget(m_pattern);
    m_starts = makeSet(true);
    m_ends = makeSet(false);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setContentsMargins(8, 6, 8, 6);

    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(0);
    for (const auto& [precision, text] :
         {std::pair{MarkPrecision::Float, tr("float")}, std::pair{MarkPrecision::Int16, tr("int16")},
          std::pair{MarkPrecision::Int8, tr("int8")}}) {
        auto* button = new QToolButton(this);
        button->setText(text);
        button->setCheckable(true);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        m_precision->addButton(button, int(precision));
        buttons->addWidget(button);
    }
    m_json->setReadOnly(true);
    m_json->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_json->setAccessibleName(tr("The rule as the recipe holds it"));
    m_json->setMinimumHeight(fontMetrics().lineSpacing() * 6);
    auto* copy = new QToolButton(this);
    copy->setIcon(themedIcon(QStringLiteral("copy")));
    copy->setToolTip(tr("Copy the JSON"));
    copy->setAccessibleName(copy->toolTip());

    auto* body = new QWidget(this);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(8);
    column->addWidget(m_kind);
    column->addWidget(m_hint);
    column->addWidget(m_patternSection);
    column->addWidget(m_starts.section);
    column->addWidget(m_ends.section);
    column->addWidget(m_caught);
    column->addWidget(m_bars);
    column->addWidget(m_problem);
    column->addWidget(sectionTitle(tr("Precision"), this));
    column->addLayout(buttons);
    auto* saved = new QHBoxLayout;
    saved->addWidget(sectionTitle(tr("Saved in the recipe as"), this), 1);
    saved->addWidget(copy);
    column->addLayout(saved);
    column->addWidget(m_json, 1);
    auto* scroll = new QScrollArea(this);
    scroll->setAccessibleName(tr("Rule"));
    scroll->setWidget(body);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);

    auto* cancel = new QPushButton(tr("Cancel"), this);
    m_add->setProperty("primary", true);
    m_add->setToolTip(tr("Enter"));
    cancel->setToolTip(tr("Escape"));
    auto* undo = new QLabel(tr("Undo takes it back"), this);
    undo->setProperty("caption", true);
    auto* bottom = new QHBoxLayout;
    bottom->setContentsMargins(8, 6, 8, 6);
    bottom->addWidget(undo, 1);
    bottom->addWidget(cancel);
    bottom->addWidget(m_add);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(scroll, 1);
    layout->addLayout(bottom);

    connect(m_kind, &QComboBox::activated, this, &NewRulePanel::setKind);
    connect(m_pattern, &QLineEdit::textEdited, this, &NewRulePanel::setPattern);
    connect(m_precision, &QButtonGroup::idClicked, this,
            [this](int id) { m_marks.setDraftPrecision(MarkPrecision(id)); });
    connect(copy, &QToolButton::clicked, this, [this] {
        if (m_marks.draft())
            QApplication::clipboard()->setText(m_marks.draftText(std::numeric_limits<std::size_t>::max()));
    });
    connect(cancel, &QPushButton::clicked, &m_marks, &MarkController::cancel);
    connect(m_add, &QPushButton::clicked, &m_marks, &MarkController::accept);
    connect(&m_marks, &MarkController::draftChanged, this, &NewRulePanel::updateDraft);
    connect(&m_marks, &MarkController::findingChanged, this, &NewRulePanel::updateFinding);
    makeMenus();
    updateDraft();
    updateFinding();
}

std::set<int> NewRulePanel::caughtNodes() const
{
    const RuleFinding* finding = m_marks.finding();
    if (!finding || finding->error)
        return {};
    return {finding->nodes.begin(), finding->nodes.end()};
}

void NewRulePanel::makeMenus()
{
    // Of what is caught.
    auto* select = new QAction(tr("Select these nodes in the graph"), m_bars);
    connect(select, &QAction::triggered, this, [this] {
        if (const std::set<int> nodes = caughtNodes(); !nodes.empty())
            m_selection.reveal(nodes, *nodes.begin());
    });
    auto* copy = new QAction(themedIcon(QStringLiteral("copy")), tr("Copy their names"), m_bars);
    connect(copy, &QAction::triggered, this, [this] {
        QStringList names;
        for (const int node : caughtNodes())
            names += toQt(m_marks.model()->graph.nodes()[std::size_t(node)].name);
        if (!names.isEmpty())
            QApplication::clipboard()->setText(names.join(QLatin1Char('\n')));
    });
    m_bars->addActions({select, copy});
    m_bars->setContextMenuPolicy(Qt::ActionsContextMenu);
    // Of where it starts and ends.
    for (const bool isStart : {true, false}) {
        QListWidget* list = isStart ? m_starts.list : m_ends.list;
        ContextMenus::watch(list, [this, list, isStart](const QModelIndex& row, const QPoint& place) {
            if (!row.isValid() || row.flags() == Qt::ItemIsEnabled) // a line that says how many more there are
                return;
            QMenu menu(this);
            if (const QVariant node = row.data(Qt::UserRole); node.isValid()) {
                connect(menu.addAction(tr("Go to the node")), &QAction::triggered, this,
                        [this, node] { m_selection.reveal(node.toInt()); });
                ContextMenus::addCopy(&menu, toQt(m_marks.model()->graph.nodes()[std::size_t(node.toInt())].name));
            } else {
                ContextMenus::addCopy(&menu, row.data().toString());
            }
            connect(menu.addAction(themedIcon(QStringLiteral("close")), tr("Take the chosen nodes out")),
                    &QAction::triggered, this, [this, list, isStart] { removeFrom(isStart, list->selectedItems()); });
            menu.exec(place);
        });
    }
}

NewRulePanel::NodeSet NewRulePanel::makeSet(bool isStart)
{
    NodeSet set;
    set.section = new QWidget(this);
    set.title = sectionTitle({}, set.section);
    set.list = new QListWidget(set.section);
    set.list->setAccessibleName(isStart ? tr("Start nodes") : tr("End nodes"));
    set.list->setMaximumHeight(fontMetrics().lineSpacing() * 9);
    set.list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    set.add = new QPushButton(tr("Add selected"), set.section);
    set.add->setToolTip(isStart ? tr("S in the graph") : tr("E in the graph"));
    auto* remove = new QToolButton(set.section);
    remove->setIcon(themedIcon(QStringLiteral("close")));
    remove->setToolTip(tr("Take the chosen nodes out"));
    remove->setAccessibleName(remove->toolTip());
    auto* top = new QHBoxLayout;
    top->addWidget(set.title, 1);
    top->addWidget(remove);
    top->addWidget(set.add);
    auto* layout = new QVBoxLayout(set.section);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(top);
    layout->addWidget(set.list);
    connect(set.add, &QPushButton::clicked, &m_marks,
            isStart ? &MarkController::addToStarts : &MarkController::addToEnds);
    QListWidget* list = set.list;
    connect(remove, &QToolButton::clicked, this, [this, list, isStart] { removeFrom(isStart, list->selectedItems()); });
    connect(list, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
        if (const QVariant node = item->data(Qt::UserRole); node.isValid())
            m_selection.reveal(node.toInt());
    });
    return set;
}

void NewRulePanel::removeFrom(bool isStart, const QList<QListWidgetItem*>& items)
{
    if (!m_marks.draft())
        return;
    MarkDraft draft = *m_marks.draft();
    std::vector<std::string>& unknown = isStart ? draft.unknownStarts : draft.unknownEnds;
    for (const QListWidgetItem* item : items) {
        if (const QVariant node = item->data(Qt::UserRole); node.isValid())
            (isStart ? draft.starts : draft.ends).erase(node.toInt());
        else
            std::erase(unknown, item->data(kNameRole).toByteArray().toStdString());
    }
    m_marks.setDraft(std::move(draft));
}

void NewRulePanel::fillSet(NodeSet& set, const QString& title, bool isStart)
{
    const std::set<int>& nodes = isStart ? m_marks.draft()->starts : m_marks.draft()->ends;
    const std::vector<std::string>& unknown = isStart ? m_marks.draft()->unknownStarts : m_marks.draft()->unknownEnds;
    const std::size_t count = nodes.size() + unknown.size();
    set.title->setText(QStringLiteral("%1  %2").arg(title, QLocale().toString(qulonglong(count))));
    set.list->clear();
    for (const std::string& name : unknown) {
        auto* item = new QListWidgetItem(themedIcon(QStringLiteral("error")), shownName(name), set.list);
        item->setData(kNameRole, QByteArray::fromStdString(name));
        item->setForeground(Theme::current().error);
        item->setToolTip(tr("The model has no node of this name. Take it out, or add the one that is meant."));
    }
    std::size_t shown = 0;
    for (const int node : nodes) {
        if (shown++ == kMostNames) {
            auto* rest = new QListWidgetItem(tr("… and %n more", nullptr, int(nodes.size() - kMostNames)), set.list);
            rest->setFlags(Qt::ItemIsEnabled);
            break;
        }
        const Node& at = m_marks.model()->graph.nodes()[std::size_t(node)];
        auto* item = new QListWidgetItem(QStringLiteral("%1   %2").arg(toQt(at.name), toQt(at.opType)), set.list);
        item->setData(Qt::UserRole, node);
        item->setToolTip(plainToolTip(toQt(at.inputs.size() > 1 ? at.inputs[1] : at.outputAt(0))));
    }
    set.list->setFixedHeight(int(std::clamp<std::size_t>(count, 1, 8)) * (fontMetrics().height() + 6) + 4);
}

void NewRulePanel::updateDraft()
{
    setEnabled(m_marks.draft().has_value());
    if (!m_marks.draft())
        return;
    const MarkDraft& draft = *m_marks.draft();
    m_kind->setCurrentIndex(m_kind->findData(int(draft.kind)));
    const bool hasEnds = draft.kind >= Kind::Between;
    m_patternSection->setVisible(!hasEnds);
    m_starts.section->setVisible(hasEnds);
    m_ends.section->setVisible(hasEnds);
    switch (draft.kind) {
    case Kind::Between:
        fillSet(m_starts, tr("Start nodes"), true);
        fillSet(m_ends, tr("End nodes"), false);
        m_hint->setText(tr("Everything on a path from a start to an end, both included. Select nodes, then S or E."));
        break;
    case Kind::Upstream:
        fillSet(m_starts, tr("Until (may be empty)"), true);
        fillSet(m_ends, tr("Upstream of"), false);
        m_hint->setText(tr("Everything that leads to the nodes, themselves included; ways end at the “until” nodes, "
                           "which are caught, too."));
        break;
    case Kind::Downstream:
        fillSet(m_starts, tr("Downstream of"), true);
        fillSet(m_ends, tr("Until (may be empty)"), false);
        m_hint->setText(tr("Everything that follows from the nodes, themselves included; ways end at the “until” "
                           "nodes, which are caught, too."));
        break;
    case Kind::Regex:
        m_hint->setText(tr("Every node whose name the expression matches somewhere. ^ is the beginning of a name, $ "
                           "its end."));
        break;
    case Kind::OpType:
        m_hint->setText(tr("Every node of this operator type, for example Softmax."));
        break;
    case Kind::Node:
        m_hint->setText(tr("The node of this name."));
        break;
    }
    if (m_pattern->text() != toQt(draft.pattern))
        m_pattern->setText(toQt(draft.pattern));
    m_precision->setExclusive(draft.precision.has_value());
    for (QAbstractButton* button : m_precision->buttons())
        button->setChecked(draft.precision && m_precision->id(button) == int(*draft.precision));
    const QString border =
        QStringLiteral("QToolButton:!checked { border: 1px solid %1; }").arg(Theme::current().border.name());
    for (QAbstractButton* button : m_precision->buttons())
        button->setStyleSheet(border);
    m_add->setText(draft.edited ? tr("Change rule") : tr("Add rule"));
    QString text = m_marks.draftText(kMostNames);
    if (std::max(draft.starts.size(), draft.ends.size()) > kMostNames)
        text.append(QStringLiteral("\n%1").arg(
            tr("Only the first %n name(s) of a list are shown here.", nullptr, int(kMostNames))));
    m_json->setPlainText(text);
}

void NewRulePanel::updateFinding()
{
    const RuleFinding* finding = m_marks.finding();
    const bool isGood = finding && !finding->error;
    m_add->setEnabled(isGood);
    m_problem->setVisible(finding && finding->error);
    if (finding && finding->error) {
        m_problem->setText(toQt(finding->error->message));
        const Theme& theme = Theme::current();
        m_problem->setStyleSheet(QStringLiteral("background: %1; color: %2; border-radius: 4px;")
                                     .arg(theme.errorFill.name(), theme.text1.name()));
    }
    std::map<std::string, int> byOperator;
    if (isGood) {
        for (const std::size_t node : finding->nodes)
            ++byOperator[m_marks.model()->graph.nodes()[node].opType];
    }
    m_caught->setVisible(m_marks.draft().has_value());
    m_caught->setText(isGood ? tr("<b>Caught %n node(s)</b>", nullptr, int(finding->nodes.size()))
                             : tr("<b>Caught</b> nothing yet"));
    m_bars->setCounts(
        byOperator, m_marks.draft() ? m_marks.draft()->precision.value_or(MarkPrecision::Float) : MarkPrecision::Float);
}

void NewRulePanel::setKind(int index)
{
    if (!m_marks.draft())
        return;
    MarkDraft draft = *m_marks.draft();
    draft.kind = Kind(m_kind->itemData(index).toInt());
    m_marks.setDraft(std::move(draft));
}

void NewRulePanel::setPattern(const QString& pattern)
{
    if (!m_marks.draft())
        return;
    MarkDraft draft = *m_marks.draft();
    draft.pattern = toStd(pattern);
    m_marks.setDraft(std::move(draft));
}

void NewRulePanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        m_marks.cancel();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        m_marks.accept();
    else
        QWidget::keyPressEvent(event);
}

void NewRulePanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        updateDraft();
        updateFinding();
    }
    QWidget::changeEvent(event);
}

} // namespace quantiscope
