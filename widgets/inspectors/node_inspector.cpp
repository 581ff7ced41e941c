// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspectors/node_inspector.h"

#include "core/graph/attribute_text.h"
#include "core/graph/initializer_elements.h"
#include "core/graph/initializer_facts.h"
#include "widgets/common/text.h"
#include "widgets/inspectors/inspector_tree.h"
#include "widgets/inspectors/tensor_values_view.h"

#include <QFontDatabase>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace quantiscope {

namespace {

constexpr std::size_t kMostValues = 200; ///< of a node, that are listed
constexpr std::size_t kMostCounted = std::numeric_limits<int>::max(); ///< for plural forms

QString numberText(double value)
{
    return QLocale().toString(value, 'g', 5);
}

QString specText(const TensorSpec* spec)
{
    if (!spec)
        return {};
    const QString shape = shapeText(*spec);
    return shape.isEmpty() ? shortTypeText(*spec) : shape + QStringLiteral("  ") + shortTypeText(*spec);
}

void addFacts(QTreeWidgetItem* parent, const InitializerFacts& facts)
{
    InspectorTree::addRow(
        parent, NodeInspector::tr("Size"),
        NodeInspector::tr("%1, %n element(s)", nullptr, int(std::min<std::size_t>(facts.elements, kMostCounted)))
            .arg(bytesText(facts.bytes)));
    if (!facts.numbers)
        return;
    const InitializerFacts::Numbers& numbers = *facts.numbers;
    InspectorTree::addRow(parent, NodeInspector::tr("Range"),
                          NodeInspector::tr("%1 … %2").arg(numberText(numbers.lowest), numberText(numbers.highest)));
    InspectorTree::addRow(parent, NodeInspector::tr("Mean, deviation"),
                          NodeInspector::tr("%1, %2").arg(numberText(numbers.mean), numberText(numbers.deviation)));
    InspectorTree::addRow(parent, NodeInspector::tr("Zeros"), QLocale().toString(qulonglong(numbers.zeros)));
    if (numbers.notFinite > 0)
        InspectorTree::addRow(parent, NodeInspector::tr("NaN or infinite"),
                              QLocale().toString(qulonglong(numbers.notFinite)));
}

} // namespace

NodeInspector::NodeInspector(NodeSelection& selection, QWidget* parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_title(new QLabel(this))
    , m_tree(new InspectorTree(this))
    , m_values(new TensorValuesView(this))
{
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_title->setContentsMargins(8, 6, 8, 6);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_title->setAccessibleName(tr("Selected node or value"));
    m_tree->setAccessibleName(tr("Properties of the selection"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_title);
    layout->addWidget(m_tree, 3);
    layout->addWidget(m_values, 2);
    connect(&m_facts, &BackgroundTask::failed, this,
            [this](const QString& message) { InspectorTree::addRow(m_tree->addGroup(tr("Not known")), message, {}); });
    connect(&m_selection, &NodeSelection::selectionChanged, this, &NodeInspector::refresh);
    connect(m_tree, &InspectorTree::nodeActivated, this, &NodeInspector::nodeActivated);
    connect(m_tree, &InspectorTree::tensorActivated, &m_selection, &NodeSelection::selectTensor);
    refresh();
}

void NodeInspector::setModel(OpenedModelPtr model)
{
    m_model = std::move(model);
    m_edgeFacts.reset(); // of a run of the other one
    refresh();
}

void NodeInspector::setLineSource(LineSource source)
{
    m_lines = std::move(source);
    refresh();
}

void NodeInspector::setEdgeFacts(std::shared_ptr<const EdgeFacts> facts)
{
    if (facts == m_edgeFacts)
        return;
    m_edgeFacts = std::move(facts);
    refresh();
}

void NodeInspector::setNodeActions(const QList<QAction*>& actions)
{
    m_tree->setNodeActions(actions);
}

void NodeInspector::refresh()
{
    m_facts.cancel();
    m_tree->clear();
    m_values->clear();
    m_values->hide();
    if (!m_model) {
        m_title->setText(tr("No model is open"));
    } else if (isKnown(m_selection.tensor())) {
        showTensor(m_selection.tensor());
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
    QTreeWidgetItem* about = m_tree->addGroup(tr("Operator"));
    InspectorTree::addRow(about, tr("Type"), shownName(node.opType));
    InspectorTree::addRow(about, tr("Domain"),
                          tr("%1, version %2")
                              .arg(node.isStandard() ? QStringLiteral("ai.onnx") : shownName(node.domain),
                                   QString::number(m_model->model.opset(node.domain))));
    if (m_lines) {
        if (const Lines lines = m_lines(index); !lines.empty()) {
            QTreeWidgetItem* group = m_tree->addGroup(tr("Quantization"));
            for (const auto& [title, text] : lines)
                InspectorTree::addRow(group, title, text);
        }
    }
    if (const auto attributes = attributeTexts(m_model->graph, std::size_t(index)); !attributes.empty()) {
        QTreeWidgetItem* group = m_tree->addGroup(tr("Attributes"));
        for (const AttributeText& attribute : attributes)
            InspectorTree::addRow(group, toQt(attribute.name), toQt(attribute.value));
    }
    addValues(tr("Inputs"), node.inputs, true);
    addValues(tr("Outputs"), node.outputs, false);
    addValues(tr("Read by its subgraphs"), node.captures, true);
    std::vector<std::string> initializers;
    for (const auto* values : {&node.inputs, &node.captures}) {
        for (const std::string& value : *values) {
            if (initializers.size() < kMostValues && m_model->graph.isInitializer(value))
                initializers.push_back(value);
        }
    }
    if (!initializers.empty())
        askForFacts(std::move(initializers));
}

void NodeInspector::addValues(const QString& title, const std::vector<std::string>& values, bool areInputs)
{
    if (values.empty())
        return;
    QTreeWidgetItem* group = m_tree->addGroup(title);
    for (std::size_t i = 0; i < std::min(values.size(), kMostValues); ++i) {
        if (!values[i].empty()) // an optional one that is not given
            addValue(group, values[i], areInputs);
    }
    if (values.size() > kMostValues)
        InspectorTree::addRow(group, tr("%n more", nullptr, int(values.size() - kMostValues)), {});
}

void NodeInspector::addValue(QTreeWidgetItem* group, const std::string& value, bool isInput)
{
    const Graph& graph = m_model->graph;
    QTreeWidgetItem* row = InspectorTree::addRow(group, shownName(value), specText(graph.spec(value)));
    row->setFont(0, QFontDatabase::systemFont(QFontDatabase::FixedFont));
    InspectorTree::setTensor(row, value);
    addQuantized(row, value);
    if (isInput) {
        if (const auto producer = graph.producerOf(value))
            InspectorTree::setNode(row, *producer);
    } else if (const auto consumers = graph.consumersOf(value); !consumers.empty()) {
        InspectorTree::setNode(row, consumers.front());
    }
}

bool NodeInspector::isKnown(const std::string& tensor) const
{
    if (tensor.empty())
        return false;
    const Graph& graph = m_model->graph;
    return graph.spec(tensor) || graph.isInitializer(tensor) || graph.producerOf(tensor)
        || !graph.consumersOf(tensor).empty();
}

void NodeInspector::showTensor(const std::string& name)
{
    const Graph& graph = m_model->graph;
    m_title->setText(shownName(name));
    QTreeWidgetItem* about = m_tree->addGroup(graph.isInitializer(name) ? tr("Constant") : tr("Value"));
    if (const TensorSpec* spec = graph.spec(name)) {
        InspectorTree::addRow(about, tr("Type"), toQt(dataTypeName(spec->type)));
        InspectorTree::addRow(about, tr("Shape"), spec->hasRank ? shapeText(*spec) : tr("not known"));
    }
    addQuantized(about, name);
    const auto producer = graph.producerOf(name);
    if (producer)
        addNodes(m_tree->addGroup(tr("Made by")), {&*producer, 1});
    else if (!graph.isInitializer(name))
        InspectorTree::addRow(about, tr("Made by"), tr("an input of the model"));
    if (graph.isGraphOutput(name))
        InspectorTree::addRow(about, tr("Read by"), tr("an output of the model"));
    std::vector<std::size_t> readers;
    for (const auto& nodes : {graph.consumersOf(name), graph.capturersOf(name)})
        readers.insert(readers.end(), nodes.begin(), nodes.end());
    readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
    if (!readers.empty())
        addNodes(m_tree->addGroup(
                     tr("Read by %n node(s)", nullptr, int(std::min<std::size_t>(readers.size(), kMostCounted)))),
                 readers);
    if (graph.isInitializer(name)) {
        InspectorTree::setTensor(about, name);
        askForElements(name);
    }
}

void NodeInspector::addNodes(QTreeWidgetItem* group, std::span<const std::size_t> nodes)
{
    for (const std::size_t node : nodes.first(std::min(nodes.size(), kMostValues))) {
        const Node& other = m_model->graph.nodes()[node];
        InspectorTree::setNode(InspectorTree::addRow(group, shownName(other.name), shownName(other.opType)), node);
    }
    if (nodes.size() > kMostValues)
        InspectorTree::addRow(group, tr("%n more", nullptr, int(nodes.size() - kMostValues)), {});
}

void NodeInspector::addQuantized(QTreeWidgetItem* parent, const std::string& value)
{
    if (const QString text = m_edgeFacts ? m_edgeFacts->text(value) : QString(); !text.isEmpty()) {
        InspectorTree::addRow(parent, tr("Quantized"), text);
        parent->setExpanded(true);
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
                    const auto found = facts.find(InspectorTree::tensorOf(row));
                    if (found == facts.end() || row->childCount() > 0)
                        continue;
                    addFacts(row, found->second);
                    if (!found->second.first.empty())
                        InspectorTree::addRow(row, tr("Values"), toQt(found->second.first));
                    row->setExpanded(true);
                }
            }
        });
}

void NodeInspector::askForElements(const std::string& initializer)
{
    struct Found
    {
        std::optional<InitializerFacts> facts;
        std::optional<InitializerElements> elements;
    };
    m_facts.start(
        [model = m_model, initializer](Feedback&) {
            return Found{initializerFacts(model->graph, initializer), initializerElements(model->graph, initializer)};
        },
        [this, model = m_model, initializer](const Found& found) {
            if (found.facts)
                addFacts(m_tree->topLevelItem(0), *found.facts);
            if (found.elements && found.elements->count > 0) {
                m_values->setElements(model, initializer, *found.elements);
                m_values->show();
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
    QTreeWidgetItem* group = m_tree->addGroup(tr("Operators"));
    for (const auto& [type, number] : types)
        InspectorTree::addRow(group, shownName(type), QLocale().toString(number));
}

void NodeInspector::showModel()
{
    const Model& model = m_model->model;
    m_title->setText(pathText(model.path().filename()));
    QTreeWidgetItem* about = m_tree->addGroup(tr("Model"));
    InspectorTree::addRow(about, tr("Operator set"), QLocale().toString(model.opset()));
    InspectorTree::addRow(about, tr("Nodes"), QLocale().toString(qulonglong(m_model->graph.nodes().size())));
    InspectorTree::addRow(about, tr("Weights"), bytesText(model.weightBytes()));
    if (const auto quantized = firstQuantizedOperator(model.proto()))
        InspectorTree::addRow(about, tr("Quantized"), toQt(*quantized));
    InspectorTree::addRow(about, tr("File"), pathText(model.path()));
    QTreeWidgetItem* inputs = m_tree->addGroup(tr("Inputs"));
    for (const TensorSpec& spec : model.inputs())
        InspectorTree::addRow(inputs, shownName(spec.name), specText(&spec));
    QTreeWidgetItem* outputs = m_tree->addGroup(tr("Outputs"));
    for (const TensorSpec& spec : model.outputs())
        InspectorTree::addRow(outputs, shownName(spec.name), specText(&spec));
    if (!m_model->warnings.empty()) {
        QTreeWidgetItem* group = m_tree->addGroup(tr("Warnings"));
        for (const std::string& warning : m_model->warnings) {
            QTreeWidgetItem* row = InspectorTree::addRow(group, shownName(warning), {});
            row->setFirstColumnSpanned(true);
        }
    }
}

} // namespace quantiscope
