// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/project_view.h"

#include "core/pipeline/run_summary.h"
#include "widgets/common/text.h"

#include <cmath>
#include <string>
#include <unordered_map>

namespace quantiscope {

using nlohmann::json;

namespace {

constexpr int kVersion = 1;
constexpr const char* kRight = "right";
constexpr double kFarthest = 1e7; ///< scene units; no picture reaches that far

std::string textOf(const json& document, const char* key)
{
    const auto at = document.find(key);
    return at != document.end() && at->is_string() ? at->get<std::string>() : std::string();
}

bool isUnlessDenied(const json& document, const char* key)
{
    const auto at = document.find(key);
    return at == document.end() || *at != false;
}

/// The list, or an empty one.
const json& listOf(const json& document, const char* key)
{
    static const json none = json::array();
    const auto at = document.find(key);
    return at != document.end() && at->is_array() ? *at : none;
}

std::optional<double> numberOf(const json& document, const char* key, double low, double high)
{
    const auto at = document.find(key);
    if (at == document.end() || !at->is_number())
        return std::nullopt;
    const double number = at->get<double>();
    return number >= low && number <= high ? std::optional(number) : std::nullopt;
}

std::optional<GraphPlace> placeOf(const json& document)
{
    const auto x = numberOf(document, "x", -kFarthest, kFarthest);
    const auto y = numberOf(document, "y", -kFarthest, kFarthest);
    const auto zoom = numberOf(document, "zoom", GraphView::kSmallestZoom, GraphView::kLargestZoom);
    return x && y && zoom ? std::optional(GraphPlace{{*x, *y}, *zoom}) : std::nullopt;
}

} // namespace

json toJson(const ProjectView& view, const ScopeTree& scopes, const QuantizerFolds* folds)
{
    json document{{"version", kVersion},
                  {"perspective", toStd(view.perspective)},
                  {"coloring", toStd(view.coloring)},
                  {"errorColoring", toStd(view.errorColoring)},
                  {"minimap", view.isMinimapShown},
                  {"direction", view.graph.direction == GraphViewState::Direction::Right ? kRight : "down"},
                  {"inside", scopes.at(view.graph.root).path},
                  {"open", json::array()},
                  {"folded", view.graph.isFolded},
                  {"foldedOtherwise", json::array()},
                  {"quantizedFolded", view.isQuantizedFolded},
                  {"tickedRuns", view.tickedRuns}};
    for (const int fold : view.graph.foldExceptions) {
        if (folds)
            document["foldedOtherwise"].push_back(folds->folds()[std::size_t(fold)].source);
    }
    for (const int scope : view.graph.expanded)
        document["open"].push_back(scopes.at(scope).path);
    if (view.place) {
        // Whole pixels and thousandths: what cannot be seen needs no digits.
        document["place"] = {{"x", std::round(view.place->centre.x())},
                             {"y", std::round(view.place->centre.y())},
                             {"zoom", std::round(view.place->zoom * 1000.0) / 1000.0}};
    }
    return document;
}

std::optional<ProjectView> viewFromJson(const json& document, const ScopeTree& scopes, const QuantizerFolds* folds)
{
    const auto version = document.find("version");
    if (version == document.end() || *version != kVersion)
        return std::nullopt;
    std::unordered_map<std::string, int> places;
    for (std::size_t scope = 0; scope < scopes.scopes().size(); ++scope)
        places.emplace(scopes.scopes()[scope].path, int(scope));
    ProjectView view;
    view.perspective = toQt(textOf(document, "perspective"));
    view.coloring = toQt(textOf(document, "coloring"));
    view.errorColoring = toQt(textOf(document, "errorColoring"));
    view.isMinimapShown = isUnlessDenied(document, "minimap");
    view.graph.isFolded = isUnlessDenied(document, "folded");
    view.isQuantizedFolded = isUnlessDenied(document, "quantizedFolded");
    for (const json& value : listOf(document, "foldedOtherwise")) {
        const int fold = folds && value.is_string() ? folds->foldOfSource(value.get<std::string>()) : -1;
        if (fold >= 0)
            view.graph.foldExceptions.insert(fold);
    }
    for (const json& number : listOf(document, "tickedRuns")) {
        const bool isNumber = number.is_number_integer() && number >= 1 && number <= RunSummary::kMostNumber;
        if (isNumber)
            view.tickedRuns.insert(number.get<int>());
    }
    if (textOf(document, "direction") == kRight)
        view.graph.direction = GraphViewState::Direction::Right;
    if (const auto root = places.find(textOf(document, "inside")); root != places.end())
        view.graph.root = root->second;
    for (const json& path : listOf(document, "open")) {
        const auto found = path.is_string() ? places.find(path.get<std::string>()) : places.end();
        if (found != places.end() && found->second != 0)
            view.graph.expanded.insert(found->second);
    }
    if (const auto place = document.find("place"); place != document.end() && place->is_object())
        view.place = placeOf(*place);
    return view;
}

} // namespace quantiscope
