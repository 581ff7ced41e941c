// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspectors/node_inspector.h"

#include "core/graph/attribute_text.h"
#include "core/graph/initializer_facts.h"
#include "widgets/common/text.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace quantiscope {

namespace {

constexpr int kNodeRole = Qt::UserRole; ///< of a row about a value: the node at its other end
constexpr int kInitializerRole = Qt::UserRole + 1; ///< its name

constexpr std::size_t kMostValues = 200; ///< of a node, that are listed
constexpr std::size_t kMostCounted = std::numeric_limits<int>::max(); ///< for plural forms

QString numberText(double value)
{
    return QLocale().toString(value, 'g', 5);
}

QTreeWidgetItem* addGroup(QTreeWidget* tree, const QString& title)
{
    auto* group = new QTreeWidgetItem(tree, {title});
    QFont font = tree->font();
    font.setWeight(QFont::DemiBold);
    group->setFont(0, font);
    group->setFirstColumnSpanned(true);
    group->setFlags(Qt::ItemIsEnabled);
    group->setExpanded(true);
    return group;
}

QTreeWidgetItem* addRow(QTreeWidgetItem* group, const QString& title, const QString& text)
{
    auto* row = new QTreeWidgetItem(group, {title, text});
    row->setToolTip(0, plainToolTip(title));
    row->setToolTip(1, plainToolTip(text));
    return row;
}

QString specText(const TensorSpec* spec)
{
    if (!spec)
        return {};
    const QString shape = shapeText(*spec);
    return shape.isEmpty() ? shortTypeText(*spec) : shape + QStringLiteral("  ") + shortTypeText(*spec);
}

} // namespace

NodeInspector::NodeInspector(NodeSelection& selection, QWidget* parent)
    : QWidget(parent), m_selection(selection), m_title(new QLabel(this)), m_tree(new QTreeWidget(this))
{
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_title->setContentsMargins(8, 6, 8, 6);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_title->setAccessibleName(tr("Selected node"));
    m_tree->setColumnCount(2);
    m_tree->setHeaderHidden(true);
    m_tree->setRootIsDecorated(false);
    m_tree->setIndentation(8);
    m_tree->setAlternatingRowColors(false);
    m_tree->setUniformRowHeights(true);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setAccessibleName(tr("Properties of the selection"));
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Interactive);
    m_tree->header()->setStretchLastSection(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_title);
    layout->addWidget(m_tree, 1);
    connect(&m_selection, &NodeSelection::selectionChanged, this, &NodeInspector::refresh);
    connect(m_tree, &QTreeWidget::customContextMenuRequested, this, &NodeInspector::openMenu);
    connect(m_tree, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
        if (const QVariant node = item->data(0, kNodeRole); node.isValid())
            emit nodeActivated(node.toInt());
    });
    refresh();
}

void NodeInspector::setModel(OpenedModelPtr model)
{
    m_model = std::move(model);
    refresh();
}

void NodeInspector::setLineSource(LineSource source)
{
    m_lines = std::move(source);
    refresh();
}

void NodeInspector::refresh()
{
    m_facts.cancel();
    m_tree->clear();
    if (!m_model) {
        m_title->setText(tr("No model is open"));
    } else if (m_selection.nodes().size() > 1) {
        showSeveral();
    } else if (m_selection.current() >= 0 && std::size_t(m_selection.current()) < m_model->graph.nodes().size()) {
        showNode(m_selection.current());
    } else {
        showModel();
    }
    m_tree->setColumnWidth(0, fontMetrics().averageCharWidth() * 18);
}

void NodeInspector::showNode(int index)
{
    const Node& node = m_model->graph.nodes()[std::size_t(index)];
    m_title->setText(shownName(node.name));
    QTreeWidgetItem* about = addGroup(m_tree, tr("Operator"));
    addRow(about, tr("Type"), shownName(node.opType));
    addRow(about, tr("Domain"),
           tr("%1, version %2")
               .arg(node.isStandard() ? QStringLiteral("ai.onnx") : shownName(node.domain),
                    QString::number(m_model->model.opset(node.domain))));
    if (m_lines) {
        if (const Lines lines = m_lines(index); !lines.empty()) {
            QTreeWidgetItem* group = addGroup(m_tree, tr("Quantization"));
            for (const auto& [title, text] : lines)
                addRow(group, title, text);
        }
    }
    if (const auto attributes = attributeTexts(m_model->graph, std::size_t(index)); !attributes.empty()) {
        QTreeWidgetItem* group = addGroup(m_tree, tr("Attributes"));
        for (const AttributeText& attribute : attributes)
            addRow(group, toQt(attribute.name), toQt(attribute.value));
    }
    addValues(tr("Inputs"), node.inputs, true);
    addValues(tr("Outputs"), node.outputs, false);
    addValues(tr("Read by its subgraphs"), node.captures, true);
    std::vector<std::string> initializers;
    for (const std::string& value : node.inputs) {
        if (initializers.size() < kMostValues && m_model->graph.isInitializer(value))
            initializers.push_back(value);
    }
    if (!initializers.empty())
        askForFacts(std::move(initializers));
}

void NodeInspector::addValues(const QString& title, const std::vector<std::string>& values, bool areInputs)
{
    if (values.empty())
        return;
    QTreeWidgetItem* group = addGroup(m_tree, title);
    for (std::size_t i = 0; i < std::min(values.size(), kMostValues); ++i) {
        if (!values[i].empty()) // an optional one that is not given
            addValue(group, values[i], areInputs);
    }
    if (values.size() > kMostValues)
        addRow(group, tr("%n more", nullptr, int(values.size() - kMostValues)), {});
}

void NodeInspector::addValue(QTreeWidgetItem* group, const std::string& value, bool isInput)
{
    const Graph& graph = m_model->graph;
    QTreeWidgetItem* row = addRow(group, shownName(value), specText(graph.spec(value)));
    row->setFont(0, QFontDatabase::systemFont(QFontDatabase::FixedFont));
    if (graph.isInitializer(value)) {
        row->setData(0, kInitializerRole, toQt(value));
        return;
    }
    if (isInput) {
        if (const auto producer = graph.producerOf(value))
            row->setData(0, kNodeRole, int(*producer));
    } else if (const auto consumers = graph.consumersOf(value); !consumers.empty()) {
        row->setData(0, kNodeRole, int(consumers.front()));
    }
}

void NodeInspector::askForFacts(std::vector<std::string> initializers)
{
    using Facts = std::map<std::string, InitializerFacts>;
    m_facts.start(
        [model = m_model, names = std::move(initializers)](Feedback& feedback) {
            Facts facts;
            for (const std::string& name : names) {
                if (feedback.isCanceled())
                    break;
                if (auto found = initializerFacts(model->graph, name))
                    facts.emplace(name, std::move(*found));
            }
            return facts;
        },
        [this](const Facts& facts) {
            for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
                QTreeWidgetItem* group = m_tree->topLevelItem(i);
                for (int k = 0; k < group->childCount(); ++k) {
                    QTreeWidgetItem* row = group->child(k);
                    const auto found = facts.find(toStd(row->data(0, kInitializerRole).toString()));
                    if (found == facts.end() || row->childCount() > 0)
                        continue;
                    const InitializerFacts& fact = found->second;
                    addRow(row, tr("Size"),
                           tr("%1, %n element(s)", nullptr, int(std::min<std::size_t>(fact.elements, kMostCounted)))
                               .arg(bytesText(fact.bytes)));
                    if (fact.numbers) {
                        addRow(row, tr("Range"),
                               tr("%1 … %2").arg(numberText(fact.numbers->lowest), numberText(fact.numbers->highest)));
                        addRow(row, tr("Mean, deviation"),
                               tr("%1, %2").arg(numberText(fact.numbers->mean), numberText(fact.numbers->deviation)));
                        addRow(row, tr("Zeros"), QLocale().toString(qulonglong(fact.numbers->zeros)));
                        if (fact.numbers->notFinite > 0)
                            addRow(row, tr("NaN or infinite"), QLocale().toString(qulonglong(fact.numbers->notFinite)));
                    }
                    if (!fact.first.empty())
                        addRow(row, tr("Values"), toQt(fact.first));
                    row->setExpanded(true);
                }
            }
        });
}

void NodeInspector::showSeveral()
{
    const auto count = int(m_selection.nodes().size());
    m_title->setText(tr("%n nodes", nullptr, count));
    std::map<std::string, int> types;
    for (const int node : m_selection.nodes()) {
        if (node >= 0 && std::size_t(node) < m_model->graph.nodes().size())
            ++types[m_model->graph.nodes()[std::size_t(node)].opType];
    }
    QTreeWidgetItem* group = addGroup(m_tree, tr("Operators"));
    for (const auto& [type, number] : types)
        addRow(group, shownName(type), QLocale().toString(number));
}

void NodeInspector::showModel()
{
    const Model& model = m_model->model;
    m_title->setText(pathText(model.path().filename()));
    QTreeWidgetItem* about = addGroup(m_tree, tr("Model"));
    addRow(about, tr("Operator set"), QLocale().toString(model.opset()));
    addRow(about, tr("Nodes"), QLocale().toString(qulonglong(m_model->graph.nodes().size())));
    addRow(about, tr("Weights"), bytesText(model.weightBytes()));
    if (const auto quantized = firstQuantizedOperator(model.proto()))
        addRow(about, tr("Quantized"), toQt(*quantized));
    addRow(about, tr("File"), pathText(model.path()));
    QTreeWidgetItem* inputs = addGroup(m_tree, tr("Inputs"));
    for (const TensorSpec& spec : model.inputs())
        addRow(inputs, shownName(spec.name), specText(&spec));
    QTreeWidgetItem* outputs = addGroup(m_tree, tr("Outputs"));
    for (const TensorSpec& spec : model.outputs())
        addRow(outputs, shownName(spec.name), specText(&spec));
    if (!m_model->warnings.empty()) {
        QTreeWidgetItem* group = addGroup(m_tree, tr("Warnings"));
        for (const std::string& warning : m_model->warnings) {
            QTreeWidgetItem* row = addRow(group, shownName(warning), {});
            row->setFirstColumnSpanned(true);
        }
    }
}

void NodeInspector::openMenu(const QPoint& place)
{
    QTreeWidgetItem* item = m_tree->itemAt(place);
    if (!item || item->flags() == Qt::ItemIsEnabled)
        return;
    QMenu menu(this);
    for (const int column : {0, 1}) {
        const QString text = item->text(column);
        if (text.isEmpty())
            continue;
        // A menu takes '&' for the mark of a key.
        const QString escaped = fontMetrics()
                                    .elidedText(text, Qt::ElideMiddle, fontMetrics().averageCharWidth() * 40)
                                    .replace(QLatin1Char('&'), QStringLiteral("&&"));
        connect(menu.addAction(tr("Copy “%1”").arg(escaped)), &QAction::triggered, this,
                [text] { QApplication::clipboard()->setText(text); });
    }
    if (const QVariant node = item->data(0, kNodeRole); node.isValid()) {
        connect(menu.addAction(tr("Go to the node at its other end")), &QAction::triggered, this,
                [this, node] { emit nodeActivated(node.toInt()); });
    }
    menu.exec(m_tree->viewport()->mapToGlobal(place));
}

} // namespace quantiscope
