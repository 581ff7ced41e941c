// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/node_folders.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace quantiscope {

namespace {

constexpr std::size_t kDeepest = 24;
/// Of the nodes (or of those with weights): names that say less than this share are not worth groups.
constexpr double kLeastShare = 0.4;

using Folders = std::vector<std::string>;

/// Parts between separators, the last one (the node's or the weight's own name) left out.
Folders partsBefore(std::string_view name, char separator)
{
    Folders parts;
    std::size_t start = 0;
    for (std::size_t end = name.find(separator); end != std::string_view::npos; end = name.find(separator, start)) {
        if (end > start && parts.size() < kDeepest)
            parts.emplace_back(name.substr(start, end - start));
        start = end + 1;
    }
    return parts;
}

bool isNumber(const std::string& part)
{
    return std::all_of(part.begin(), part.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// "features", "1", "conv", "0" become "features.1", "conv": a number alone says nothing, and at the end it is one
/// layer of a sequence.
Folders withNumbersJoined(Folders parts)
{
    while (!parts.empty() && isNumber(parts.back()))
        parts.pop_back();
    Folders joined;
    bool wasNumber = true;
    for (const std::string& part : parts) {
        const bool isIndex = isNumber(part) && !wasNumber;
        if (isIndex)
            joined.back() += "." + part;
        else
            joined.push_back(part);
        wasNumber = isIndex;
    }
    return joined;
}

/// The folders in which a node without weights lies, from those of the nodes before it.
Folders joinedFolders(const FloatView& view, const Node& node, const std::vector<Folders>& folders)
{
    std::vector<std::size_t> producers;
    for (const std::string& input : node.inputs) {
        if (const auto producer = view.producerOf(input); producer && !folders[*producer].empty())
            producers.push_back(*producer);
    }
    if (producers.empty())
        return {};
    // With the last one before it; where branches meet, at most one folder above that.
    const Folders& last = folders[*std::max_element(producers.begin(), producers.end())];
    const bool meets = std::any_of(producers.begin(), producers.end(),
                                   [&](std::size_t producer) { return folders[producer] != last; });
    return meets && last.size() > 1 ? Folders(last.begin(), last.end() - 1) : last;
}

/// Is it one that exporters add to what it follows, without a name of their own: an activation, a reshape?
bool isFollower(const Graph& graph, const FloatView& view, const Node& node)
{
    const bool hasWeights = std::any_of(node.inputs.begin(), node.inputs.end(), [&](const std::string& input) {
        const std::string& weight = view.source(input);
        return graph.isInitializer(weight) && graph.initializerShape(weight).size() >= 2;
    });
    return !hasWeights && node.opType.find("Pool") == std::string::npos;
}

std::vector<Folders> foldersFromNames(const Graph& graph, const FloatView& view)
{
    std::vector<Folders> folders(graph.nodes().size());
    std::size_t nodes = 0;
    std::size_t found = 0;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        if (view.isServant(i))
            continue;
        ++nodes;
        const Node& node = graph.nodes()[i];
        folders[i] = partsBefore(node.name, '/');
        if (folders[i].empty())
            folders[i] = partsBefore(node.outputAt(0), '/');
        found += folders[i].empty() ? 0 : 1;
        const bool isNamed = node.name.find('/') != std::string::npos; // "/Conv" lies outside of all
        if (folders[i].empty() && !isNamed && isFollower(graph, view, node))
            folders[i] = joinedFolders(view, node, folders);
    }
    if (double(found) < kLeastShare * double(nodes))
        folders.clear();
    return folders;
}

std::vector<Folders> foldersFromWeights(const Graph& graph, const FloatView& view)
{
    std::vector<Folders> folders(graph.nodes().size());
    std::size_t weighted = 0;
    std::size_t found = 0;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        if (view.isServant(i))
            continue;
        const Node& node = graph.nodes()[i];
        bool hasWeight = false;
        for (const std::string& input : node.inputs) {
            const std::string& weight = view.source(input);
            if (!graph.isInitializer(weight) || graph.initializerShape(weight).empty())
                continue;
            hasWeight = true;
            if (folders[i] = withNumbersJoined(dottedPrefix(weight)); !folders[i].empty())
                break;
        }
        weighted += hasWeight ? 1 : 0;
        found += folders[i].empty() ? 0 : 1;
        if (folders[i].empty())
            folders[i] = joinedFolders(view, node, folders);
    }
    if (found == 0 || double(found) < kLeastShare * double(weighted))
        folders.assign(folders.size(), {});
    return folders;
}

} // namespace

std::vector<std::string> dottedPrefix(const std::string& name)
{
    if (name.find(':') != std::string::npos) // "onnx::MatMul_549" and the like are made up by an exporter
        return {};
    return partsBefore(name, '.');
}

std::vector<std::vector<std::string>> foldersOfNodes(const Graph& graph, const FloatView& view)
{
    std::vector<Folders> folders = foldersFromNames(graph, view);
    return folders.empty() ? foldersFromWeights(graph, view) : folders;
}

} // namespace quantiscope
