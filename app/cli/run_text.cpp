// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_text.h"

#include "app/cli/evaluation_table.h"
#include "app/cli/text_table.h"
#include "core/base/printable.h"

#include <cstdio>

namespace quantiscope {

namespace {

std::string difference(std::size_t before, std::size_t after)
{
    if (before == after)
        return {};
    return before < after ? "+" + std::to_string(after - before) : "-" + std::to_string(before - after);
}

/// What the rules that act caught, each with @p word in front.
void printRules(const char* word, const std::vector<RuleMatch>& matches)
{
    for (const RuleMatch& match : matches) {
        if (match.rule.enabled)
            std::printf("  %-11s %s: %s\n", word, wholePrintable(describe(match.rule)).c_str(),
                        countedText(match.nodes.size(), "node").c_str());
    }
}

} // namespace

std::string gateText(std::span<const GateResult> gates)
{
    std::string text = "Gates:\n";
    for (const GateResult& gate : gates)
        text += std::string(gate.met ? "  met      " : "  NOT MET  ") + wholePrintable(gate.text()) + "\n";
    return text;
}

void printRunReport(const RunReport& report)
{
    using Align = TextTable::Align;
    std::size_t activations = 0;
    std::size_t weights = 0;
    std::size_t biases = 0;
    for (const QuantizedTensor& tensor : report.tensors) {
        activations += tensor.role == QuantizedTensor::Role::Activation;
        biases += tensor.role == QuantizedTensor::Role::Bias;
        weights += tensor.role == QuantizedTensor::Role::Weight || tensor.role == QuantizedTensor::Role::Constant;
    }
    std::printf("%s  %s  %s\n\n", wholePrintable(report.modelPath).c_str(), "->",
                wholePrintable(report.outputPath).c_str());
    std::printf("  preset      %s, method %s\n", report.recipe.config.preset.c_str(),
                methodName(report.recipe.config.calibration.method));
    std::printf("  samples     %llu\n", static_cast<unsigned long long>(report.samples));
    std::printf("  quantized   %s, %s, %s (%zu of %s)\n", countedText(activations, "activation").c_str(),
                weights == 1 ? "1 weight or constant" : (std::to_string(weights) + " weights and constants").c_str(),
                countedText(biases, "bias").c_str(), report.selectedNodes,
                countedText(report.preparedNodes, "node").c_str());
    printRules("float", report.exclusions);
    printRules("layers", report.layers);
    std::printf("  weights     %s -> %s\n", bytesText(report.floatWeightBytes).c_str(),
                bytesText(report.quantizedWeightBytes).c_str());
    std::printf("  opset       %d\n\n", report.opset);

    TextTable operators({"operator", "float", "quantized", ""},
                        {Align::Left, Align::Right, Align::Right, Align::Right});
    OperatorCounts all = report.floatOperators;
    all.insert(report.quantizedOperators.begin(), report.quantizedOperators.end());
    for (const auto& [type, ignored] : all) {
        const auto count = [&type](const OperatorCounts& counts) {
            const auto at = counts.find(type);
            return at == counts.end() ? std::size_t(0) : at->second;
        };
        const std::size_t before = count(report.floatOperators);
        const std::size_t after = count(report.quantizedOperators);
        operators.addRow({type, std::to_string(before), std::to_string(after), difference(before, after)});
    }
    std::printf("%s\n", operators.text(2).c_str());

    TextTable stages({"stage", "time", "peak memory"}, {Align::Left, Align::Right, Align::Right});
    for (const StageRecord& stage : report.stages)
        stages.addRow({stage.name, secondsText(stage.seconds), bytesText(stage.peakMemory)});
    std::printf("%s\n", stages.text(2).c_str());

    if (report.evaluation)
        std::printf("FP32 against quantized, %s of the evaluation data:\n%s",
                    countedText(report.evaluation->samples, "sample").c_str(),
                    evaluationText(*report.evaluation).c_str());
    else if (report.check)
        std::printf("FP32 against quantized, %llu of the calibration samples:\n%s",
                    static_cast<unsigned long long>(report.check->samples), evaluationText(*report.check).c_str());
    if (!report.gates.empty())
        std::printf("\n%s", gateText(report.gates).c_str());
}

} // namespace quantiscope
