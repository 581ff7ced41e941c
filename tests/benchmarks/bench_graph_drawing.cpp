// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/graph_models.h"
#include "widgets/graph/graph_drawing.h"

#include <QCoreApplication>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <utility>

// How long pictures of graphs take; GRAPH.md has results. Usage: bench_graph_drawing [MODEL…]

namespace {

using namespace quantiscope;
using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// One drawing: how long it takes and how many boxes it has.
std::pair<double, std::size_t> drawn(const GraphDrawing& drawing, const GraphViewState& state)
{
    const auto start = Clock::now();
    const auto picture = drawing.draw(state, Feedback());
    return {millisecondsSince(start), picture ? (*picture)->items.size() : 0};
}

void measure(const std::string& name, const OpenedModelPtr& model)
{
    const auto start = Clock::now();
    const GraphDrawing drawing(model);
    const auto first = drawing.draw({}, Feedback());
    const double firstTime = millisecondsSince(start);
    const std::size_t firstItems = first ? (*first)->items.size() : 0;

    // Each scope of the first level is expanded and closed again; the worst counts.
    double expand = 0.0;
    double collapse = 0.0;
    const std::vector<int>& scopes = drawing.scopes().at(0).scopes;
    for (std::size_t i = 0; i < std::min<std::size_t>(scopes.size(), 20); ++i) {
        GraphViewState state;
        state.expanded = {scopes[i]};
        expand = std::max(expand, drawn(drawing, state).first);
        collapse = std::max(collapse, drawn(drawing, {}).first);
    }
    GraphViewState open;
    for (int scope = 1; scope < int(drawing.scopes().scopes().size()); ++scope)
        open.expanded.insert(scope);
    const auto [all, items] = drawn(drawing, open);
    std::printf("| %s | %zu | %zu | %.0f | %.0f | %.1f | %zu | %.0f |\n", name.c_str(), model->graph.nodes().size(),
                firstItems, firstTime, expand, collapse, items, all);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char* argv[])
{
    const QCoreApplication application(argc, argv);
    std::printf("| model | nodes | boxes at first | first picture ms | expand ms | collapse ms | boxes of all | all "
                "expanded ms |\n|---|---:|---:|---:|---:|---:|---:|---:|\n");
    using Generator = quantiscope::Model (*)(int);
    const std::pair<const char*, Generator> generators[] = {{"chain", test::chainModel},
                                                            {"residual", test::residualModel},
                                                            {"transformer", test::transformerModel},
                                                            {"U-Net", test::unetModel},
                                                            {"wide", test::wideModel}};
    for (const auto& [name, generate] : generators) {
        for (const int nodes : {300, 1'000, 10'000, 100'000})
            measure(name, std::make_shared<const OpenedModel>(generate(nodes)));
    }
    for (int i = 1; i < argc; ++i) {
        Feedback feedback;
        const auto model = openModel(argv[i], feedback);
        if (!model) {
            std::fprintf(stderr, "%s\n", model.error().message.c_str());
            return 1;
        }
        measure(std::filesystem::path(argv[i]).stem().string(), *model);
    }
    return 0;
}
