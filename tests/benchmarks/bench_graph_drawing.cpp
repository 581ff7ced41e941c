// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/quantizer_folds.h"
#include "tests/benchmarks/graph_models.h"
#include "widgets/graph/graph_comparison.h"
#include "widgets/graph/graph_drawing.h"

#include <QCoreApplication>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// How long pictures of graphs take, and linking two of them; GRAPH.md has results.
// Usage: bench_graph_drawing [MODEL…] [--linked FLOAT QUANTIZED]…

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

/// With quantizers, if there are any, as chips on edges or as boxes.
void measure(const std::string& name, const OpenedModelPtr& model, bool isFolded = true)
{
    GraphViewState closed;
    closed.isFolded = isFolded;
    const auto start = Clock::now();
    const GraphDrawing drawing(model);
    const auto first = drawing.draw(closed, Feedback());
    const double firstTime = millisecondsSince(start);
    const std::size_t firstItems = first ? (*first)->items.size() : 0;

    // Each scope of the first level is expanded and closed again; the worst counts.
    double expand = 0.0;
    double collapse = 0.0;
    const std::vector<int>& scopes = drawing.scopes().at(0).scopes;
    for (std::size_t i = 0; i < std::min<std::size_t>(scopes.size(), 20); ++i) {
        GraphViewState state = closed;
        state.expanded = {scopes[i]};
        expand = std::max(expand, drawn(drawing, state).first);
        collapse = std::max(collapse, drawn(drawing, closed).first);
    }
    GraphViewState open = closed;
    for (int scope = 1; scope < int(drawing.scopes().scopes().size()); ++scope)
        open.expanded.insert(scope);
    const auto [all, items] = drawn(drawing, open);
    std::printf("| %s | %zu | %zu | %.0f | %.0f | %.1f | %zu | %.0f |\n", name.c_str(), model->graph.nodes().size(),
                firstItems, firstTime, expand, collapse, items, all);
    std::fflush(stdout);
}

/// Compares two graphs and looks up the counterparts of each node alone, as a click does; the slowest counts.
void link(const std::string& name, const OpenedModelPtr& before, const OpenedModelPtr& after)
{
    const auto start = Clock::now();
    const GraphComparison comparison(before, after, Feedback());
    const double compared = millisecondsSince(start);
    double slowest = 0.0;
    const auto lookUp = [&slowest](int nodes, const auto& counterparts) {
        for (int node = 0; node < nodes; ++node) {
            const auto click = Clock::now();
            (void)counterparts(std::set<int>{node});
            slowest = std::max(slowest, millisecondsSince(click));
        }
    };
    const std::size_t nodes = before->graph.nodes().size();
    const std::size_t later = after->graph.nodes().size();
    lookUp(int(nodes), [&](const std::set<int>& clicked) { return comparison.afterOf(clicked); });
    lookUp(int(later), [&](const std::set<int>& clicked) { return comparison.beforeOf(clicked); });
    std::printf("| %s | %zu | %zu | %.0f | %.2f |\n", name.c_str(), nodes, later, compared, slowest);
    std::fflush(stdout);
}

/// Nothing, with a line that says why, when the file cannot be read.
OpenedModelPtr opened(const char* file)
{
    Feedback feedback;
    const auto model = openModel(file, feedback);
    if (!model)
        std::fprintf(stderr, "%s\n", model.error().message.c_str());
    return model ? *model : nullptr;
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
    std::vector<std::pair<const char*, const char*>> linked;
    for (int i = 1; i < argc; ++i) {
        if (std::string_view(argv[i]) == "--linked" && i + 2 < argc) {
            linked.emplace_back(argv[i + 1], argv[i + 2]);
            i += 2;
            continue;
        }
        const OpenedModelPtr model = opened(argv[i]);
        if (!model)
            return 1;
        const std::string name = std::filesystem::path(argv[i]).stem().string();
        measure(name, model);
        if (!QuantizerFolds(model->graph).folds().empty())
            measure(name + ", unfolded", model, false);
    }
    if (!linked.empty())
        std::printf("\n| model | nodes | nodes of the quantized one | comparing ms | slowest click ms "
                    "|\n|---|---:|---:|---:|---:|\n");
    for (const auto& [first, second] : linked) {
        const OpenedModelPtr before = opened(first);
        const OpenedModelPtr after = opened(second);
        if (!before || !after)
            return 1;
        link(std::filesystem::path(first).stem().string(), before, after);
    }
    return 0;
}
