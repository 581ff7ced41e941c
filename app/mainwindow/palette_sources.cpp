// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/palette_sources.h"

#include "core/config/options.h"
#include "core/config/presets.h"
#include "widgets/common/engine_text.h"
#include "widgets/common/text.h"

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

namespace quantiscope {

namespace {

class Texts
{
    Q_DECLARE_TR_FUNCTIONS(quantiscope::PaletteSource)
};

/// Whether it does something to the nodes that are selected.
bool isOnSelection(const QString& id)
{
    return id.startsWith(QLatin1String("mark."));
}

/// What is selected, as a heading; empty when nothing is.
QString selectionText(const OpenedModelPtr& model, const NodeSelection& selection)
{
    if (!model || selection.nodes().empty())
        return {};
    const auto count = int(selection.nodes().size());
    if (count > 1)
        return Texts::tr("Selection · %n node(s)", nullptr, count);
    return Texts::tr("Selection · %1")
        .arg(shownName(model->graph.nodes()[std::size_t(*selection.nodes().begin())].name));
}

/// What fits beside the text that is shown: the name itself where it is shown another way.
QString aliasOf(const std::string& name)
{
    const QString plain = toQt(name);
    return plain == shownName(name) ? QString() : plain;
}

} // namespace

PaletteSource commandSource(const ActionRegistry& actions, std::function<OpenedModelPtr()> model,
                            const NodeSelection& selection, std::function<std::vector<PaletteEntry>()> more)
{
    return {QLatin1Char('>'), Texts::tr("commands"),
            [&actions, &selection, model = std::move(model), more = std::move(more)] {
                std::vector<PaletteEntry> entries;
                const QString selected = selectionText(model(), selection);
                for (QAction* action : actions.actions()) {
                    if (!action->isVisible())
                        continue;
                    PaletteEntry entry;
                    entry.text = ActionRegistry::plainText(action);
                    entry.detail = ActionRegistry::category(action);
                    entry.alias = ActionRegistry::id(action);
                    entry.icon = ActionRegistry::iconName(action);
                    entry.isOnSelection = !selected.isEmpty() && isOnSelection(entry.alias);
                    entry.group = entry.isOnSelection ? selected : entry.detail;
                    entry.shortcut = action->shortcut().toString(QKeySequence::NativeText);
                    if (!action->isEnabled()) {
                        entry.disabledReason = ActionRegistry::disabledReason(action);
                        if (entry.disabledReason.isEmpty())
                            entry.disabledReason = Texts::tr("not possible now");
                    }
                    entry.run = [action] { action->trigger(); };
                    entries.push_back(std::move(entry));
                }
                if (more) {
                    for (PaletteEntry& entry : more())
                        entries.push_back(std::move(entry));
                }
                return entries;
            }};
}

std::vector<PaletteEntry> presetEntries(const std::function<void(const QString& preset)>& choose,
                                        const QString& disabledReason)
{
    std::vector<PaletteEntry> entries;
    for (const Preset& preset : presets()) {
        const QString name = toQt(preset.name);
        entries.push_back({.text = name,
                           .detail = engineText(preset.summary),
                           .icon = QStringLiteral("recipe"),
                           .group = Texts::tr("Preset"),
                           .disabledReason = disabledReason,
                           .run = [choose, name] { choose(name); }});
    }
    return entries;
}

std::vector<PaletteEntry> recentEntries(const std::vector<RecentDocument>& documents,
                                        const std::function<void(const QString& path)>& open)
{
    std::vector<PaletteEntry> entries;
    for (const RecentDocument& document : documents) {
        const QFileInfo file(document.path);
        entries.push_back({.text = shownName(toStd(file.fileName())),
                           .detail = shownName(toStd(QDir::toNativeSeparators(file.path()))),
                           .icon = QStringLiteral("open"),
                           .group = Texts::tr("Open recent"),
                           .run = [open, path = document.path] { open(path); }});
    }
    return entries;
}

PaletteSource nodeSource(std::function<GraphDrawingPtr()> drawing, NodeSelection& selection)
{
    return {QLatin1Char('@'), Texts::tr("nodes"), [drawing = std::move(drawing), &selection] {
                std::vector<PaletteEntry> entries;
                const GraphDrawingPtr drawn = drawing();
                if (!drawn)
                    return entries;
                const std::vector<Node>& nodes = drawn->model().graph.nodes();
                const ScopeTree& tree = drawn->scopes();
                entries.reserve(nodes.size() + tree.scopes().size());
                for (std::size_t i = 0; i < nodes.size(); ++i) {
                    entries.push_back({.text = shownName(nodes[i].name),
                                       .detail = shownName(nodes[i].opType),
                                       .alias = aliasOf(nodes[i].name),
                                       .run = [&selection, i] { selection.reveal(int(i)); }});
                }
                for (std::size_t i = 1; i < tree.scopes().size(); ++i) {
                    const Scope& scope = tree.scopes()[i];
                    entries.push_back({.text = shownName(scope.path),
                                       .detail = Texts::tr("block of %n node(s)", nullptr, scope.nodeCount),
                                       .alias = aliasOf(scope.path),
                                       .icon = QStringLiteral("scope"),
                                       .run = [&selection, drawn, i] {
                                           const std::vector<int> inside = drawn->scopes().nodesOf(int(i));
                                           selection.reveal(std::set<int>(inside.begin(), inside.end()),
                                                            drawn->scopes().firstNodeOf(int(i)));
                                       }});
                }
                return entries;
            }};
}

PaletteSource tensorSource(std::function<OpenedModelPtr()> model, NodeSelection& selection)
{
    return {QLatin1Char('#'), Texts::tr("tensors"), [model = std::move(model), &selection] {
                std::vector<PaletteEntry> entries;
                const OpenedModelPtr opened = model();
                if (!opened)
                    return entries;
                const Graph& graph = opened->graph;
                const auto add = [&](const std::string& value, std::optional<std::size_t> node) {
                    const TensorSpec* spec = graph.spec(value);
                    entries.push_back({.text = shownName(value),
                                       .detail = spec ? shapeText(*spec) : QString(),
                                       .alias = aliasOf(value),
                                       .run = [&selection, value, node] {
                                           if (node)
                                               selection.reveal(int(*node));
                                           else
                                               selection.clear();
                                           selection.selectTensor(value);
                                       }});
                };
                const auto reader = [&](const std::string& value) -> std::optional<std::size_t> {
                    for (const auto& readers : {graph.consumersOf(value), graph.capturersOf(value)}) {
                        if (!readers.empty())
                            return readers.front();
                    }
                    return std::nullopt;
                };
                for (const TensorSpec& input : opened->model.inputs())
                    add(input.name, reader(input.name));
                std::unordered_set<std::string> constants;
                const std::vector<Node>& nodes = graph.nodes();
                for (std::size_t i = 0; i < nodes.size(); ++i) {
                    for (const std::string& value : nodes[i].outputs) {
                        if (!value.empty())
                            add(value, i);
                    }
                    for (const auto* values : {&nodes[i].inputs, &nodes[i].captures}) {
                        for (const std::string& value : *values) {
                            if (graph.isInitializer(value) && constants.insert(value).second)
                                add(value, i);
                        }
                    }
                }
                return entries;
            }};
}

PaletteSource optionSource(std::function<void(const std::string&)> show)
{
    return {QLatin1Char(':'), Texts::tr("options"), [show = std::move(show)] {
                std::vector<PaletteEntry> entries;
                for (const OptionSpec& option : optionSpecs()) {
                    entries.push_back({.text = toQt(option.name),
                                       .detail = engineText(option.group),
                                       .icon = QStringLiteral("recipe"),
                                       .group = engineText(option.group),
                                       .run = [show, name = option.name] { show(name); }});
                }
                return entries;
            }};
}

} // namespace quantiscope
