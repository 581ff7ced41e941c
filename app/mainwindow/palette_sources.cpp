// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/palette_sources.h"

#include "core/config/options.h"
#include "widgets/common/engine_text.h"
#include "widgets/common/text.h"

#include <QAction>
#include <QCoreApplication>

#include <set>
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

} // namespace

PaletteSource commandSource(const ActionRegistry& actions, std::function<OpenedModelPtr()> model,
                            const NodeSelection& selection)
{
    return {QLatin1Char('>'), Texts::tr("commands"), [&actions, &selection, model = std::move(model)] {
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
                return entries;
            }};
}

PaletteSource nodeSource(std::function<OpenedModelPtr()> model, NodeSelection& selection)
{
    return {QLatin1Char('@'), Texts::tr("nodes"), [model = std::move(model), &selection] {
                std::vector<PaletteEntry> entries;
                const OpenedModelPtr opened = model();
                if (!opened)
                    return entries;
                const std::vector<Node>& nodes = opened->graph.nodes();
                entries.reserve(nodes.size());
                for (std::size_t i = 0; i < nodes.size(); ++i) {
                    entries.push_back({.text = toQt(nodes[i].name),
                                       .detail = toQt(nodes[i].opType),
                                       .run = [&selection, i] { selection.reveal(int(i)); }});
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
                const auto add = [&](const std::string& value, std::size_t node) {
                    const TensorSpec* spec = opened->graph.spec(value);
                    entries.push_back({.text = toQt(value),
                                       .detail = spec ? shapeText(*spec) : QString(),
                                       .run = [&selection, value, node] {
                                           selection.reveal(int(node));
                                           selection.selectTensor(value);
                                       }});
                };
                for (const TensorSpec& input : opened->model.inputs()) {
                    if (const auto readers = opened->graph.consumersOf(input.name); !readers.empty())
                        add(input.name, readers.front());
                }
                const std::vector<Node>& nodes = opened->graph.nodes();
                for (std::size_t i = 0; i < nodes.size(); ++i) {
                    for (const std::string& value : nodes[i].outputs) {
                        if (!value.empty())
                            add(value, i);
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
