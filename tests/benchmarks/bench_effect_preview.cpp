// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/presets.h"
#include "core/pipeline/effect_preview.h"
#include "core/runtime/runtime_environment.h"
#include "tests/benchmarks/graph_models.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

// How long the effect of a recipe on a big model takes to find; GRAPH.md has results.
// Usage: bench_effect_preview [NODES [MODEL]]

namespace {

using namespace quantiscope;
using Clock = std::chrono::steady_clock;

/// Finds the effect of @p recipe and prints how long that takes.
void measure(EffectPreviewer& previewer, const Recipe& recipe, const char* model, const char* what)
{
    Feedback feedback;
    const auto start = Clock::now();
    const auto preview = previewer.preview(recipe, feedback);
    const double elapsed = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    if (!preview) {
        std::fprintf(stderr, "%s: %s\n", model, preview.error().message.c_str());
        std::exit(1);
    }
    std::printf("| %s | %zu | %s | %.0f | %zu |\n", model, preview->nodes.size(), what, elapsed,
                preview->after.quantized);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char* argv[])
{
    const int nodes = argc > 1 ? std::max(6, std::atoi(argv[1])) : 100'000;
    RuntimeEnvironment environment;
    std::printf("| model | nodes | what | ms | nodes quantized |\n|---|---:|---|---:|---:|\n");
    using Generator = Model (*)(int);
    const std::pair<const char*, Generator> generators[] = {{"chain", test::chainModel}, {"wide", test::wideModel}};
    for (const auto& [name, generate] : generators) {
        if (argc > 2 && std::string(argv[2]) != name)
            continue;
        EffectPreviewer previewer(environment, generate(nodes));
        Recipe recipe;
        recipe.config = findPreset("VINT8", ErrorCode::InvalidArgument)->config;
        measure(previewer, recipe, name, "first");
        recipe.config.exclude.push_back({ExclusionRule::Kind::OpType, "Relu", {}, {}});
        measure(previewer, recipe, name, "a type marked");
        recipe.config.exclude.push_back({ExclusionRule::Kind::Regex, "7$", {}, {}});
        measure(previewer, recipe, name, "an expression marked");
    }
    return 0;
}
