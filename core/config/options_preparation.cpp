// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/inert_reasons.h"
#include "core/config/option_builders.h"

namespace quantiscope::options {

using C = QuantConfig;
using P = PreparationConfig;
using E = EqualizationConfig;
using nlohmann::json;

namespace {

template <typename T>
auto preparation(T P::*member)
{
    return field(&C::preparation, member);
}

template <typename T>
auto equalization(T E::*member)
{
    return field(&C::equalization, member);
}

constexpr const char* kForNpu = "true for the NPU and in the extended flow";

OptionSpec opsetVersion()
{
    return {"ConvertOpsetVersion", "0 | 10 … 26",
            "Convert the model to this opset first; 0: only as far as the result needs.",
            [](const C& config) { return json(config.preparation.convertOpsetVersion); },
            [](C& config, const json& value) -> std::string {
                const auto opset = wholeNumber(value, 0, 26);
                if (!opset || (*opset > 0 && *opset < 10))
                    return "0 or a whole number from 10 to 26";
                config.preparation.convertOpsetVersion = static_cast<int>(*opset);
                return {};
            }};
}

OptionSpec copySharedInit()
{
    return {"CopySharedInit",
            "list of operator types | null (none)",
            "Constants that several operators of these types read are copied; an empty list: of all types.",
            [](const C& config) {
                const auto& types = config.preparation.copySharedInit;
                return types ? json(*types) : json();
            },
            [](C& config, const json& value) -> std::string {
                if (!value.is_null() && !isTextList(value))
                    return "a list of operator types, or null";
                config.preparation.copySharedInit.reset();
                if (!value.is_null())
                    config.preparation.copySharedInit = value.get<std::vector<std::string>>();
                return {};
            },
            OptionSpec::Form::Texts};
}

/// "name:[1,3,224,224]" and more of them between semicolons.
bool isShapeList(const std::string& text)
{
    std::size_t first = 0;
    while (first <= text.size()) {
        const std::size_t end = std::min(text.find(';', first), text.size());
        const std::string part = text.substr(first, end - first);
        const std::size_t colon = part.rfind(":[");
        if (colon == std::string::npos || colon == 0 || part.back() != ']')
            return false;
        const json sizes = json::parse(part.substr(colon + 1), nullptr, false);
        const auto isSize = [](const json& size) { return wholeNumber(size, 1, INT64_MAX).has_value(); };
        if (!sizes.is_array() || !std::all_of(sizes.begin(), sizes.end(), isSize))
            return false;
        first = end + 1;
    }
    return true;
}

OptionSpec fixShapes()
{
    return {"FixShapes", "text like \"in:[1,3,224,224];out:[1,1000]\"",
            "Shapes that inputs and outputs get before everything else.",
            [](const C& config) { return json(config.preparation.fixShapes); },
            [](C& config, const json& value) -> std::string {
                if (!value.is_string() || !(value == "" || isShapeList(value.get<std::string>())))
                    return "a text like \"in:[1,3,224,224];out:[1,1000]\"";
                config.preparation.fixShapes = value.get<std::string>();
                return {};
            }};
}

OptionSpec steps()
{
    return {"CLESteps", "-1 | 1 … 1000", "How often all pairs of layers are equalized; -1: until it settles.",
            [](const C& config) { return json(config.equalization.steps); },
            [](C& config, const json& value) -> std::string {
                const auto steps = wholeNumber(value, -1, 1000);
                if (!steps || *steps == 0)
                    return "-1 or a whole number from 1 to 1000";
                config.equalization.steps = static_cast<int>(*steps);
                return {};
            }};
}

std::string fixedSteps(const C& config)
{
    return config.equalization.steps == -1 ? "" : "the number of steps is fixed (CLESteps is not -1)";
}

std::string noThreshold(const C& config)
{
    return config.equalization.scaleUseThreshold ? "" : "CLEScaleUseThreshold is false";
}

std::string alreadyRemoved(const C&)
{
    return "constants are never inputs of a model that was read";
}

} // namespace

std::vector<OptionSpec> preparationOptions()
{
    std::vector<OptionSpec> table{
        boolOption("OptimizeModel", preparation(&P::optimizeModel),
                   "Fold constants and batch normalizations (ONNX Runtime's basic graph optimization)."),
        boolOption("SimplifyModel", preparation(&P::simplifyModel), "Remove operators that change nothing."),
        boolOption("ConvertFP16ToFP32", preparation(&P::convertFP16ToFP32), "Turn a float16 model into float32."),
        boolOption("ConvertNCHWToNHWC", preparation(&P::convertNCHWToNHWC),
                   "Inputs with 4 dimensions take their channels last."),
        unless(boolOption("RemoveInputInit", preparation(&P::removeInputInit),
                          "Constants that are listed as inputs are no inputs any more."),
               alreadyRemoved),
        copySharedInit(),
        listOption("CopyBiasInit", preparation(&P::copyBiasInit), "operator types",
                   "Biases that several operators of these types read are copied."),
        triStateOption("FoldBatchNorm", preparation(&P::foldBatchNorm), "as OptimizeModel",
                       "Fold BatchNormalization into Conv, ConvTranspose and Gemm, also behind a Concat."),
        boolOption("FuseInstanceNorm", preparation(&P::fuseInstanceNorm),
                   "Put the operators of an instance normalization together."),
        boolOption("FuseL2Norm", preparation(&P::fuseL2Norm), "Put the operators of an L2 normalization together."),
        boolOption("FuseGelu", preparation(&P::fuseGelu), "Put the operators of a Gelu together (opset 20 or later)."),
        boolOption("FuseLayerNorm", preparation(&P::fuseLayerNorm),
                   "Put the operators of a layer normalization together (opset 17 or later)."),
        fixShapes(),
        triStateOption("ConvertBNToConv", preparation(&P::convertBNToConv), kForNpu,
                       "A BatchNormalization that is left becomes a Conv."),
        triStateOption("ConvertReduceMeanToGlobalAvgPool", preparation(&P::convertReduceMeanToGlobalAvgPool), kForNpu,
                       "ReduceMean over height and width becomes GlobalAveragePool."),
        triStateOption("SplitLargeKernelPool", preparation(&P::splitLargeKernelPool), kForNpu,
                       "A GlobalAveragePool of more than 512 values becomes two poolings."),
        triStateOption("ConvertSplitToSlice", preparation(&P::convertSplitToSlice), kForNpu,
                       "A Split becomes one Slice for each of its outputs."),
        boolOption("ConvertClipToRelu", preparation(&P::convertClipToRelu), "A Clip from 0 becomes a Relu."),
    };
    for (OptionSpec& spec : table)
        spec = unless(std::move(spec), preparationSkipped);
    table.push_back(opsetVersion());
    table.push_back(boolOption("SkipPreprocess", preparation(&P::skipPreprocess),
                               "Prepare the model only as far as the result needs to load."));
    return grouped("Preparation", std::move(table));
}

std::vector<OptionSpec> equalizationOptions()
{
    return grouped(
        "Equalization",
        {
            ofAlgorithm(boolOption("IncludeCLE", equalization(&E::include),
                                   "Even out the channels' ranges of weights between consecutive layers.")),
            ofAlgorithm(unless(
                choiceOption<E::Acceptance, 3>(
                    "CLEAcceptance", "Always | Improvement | Prediction", equalization(&E::acceptance),
                    {{{"Always", E::Acceptance::Always},
                      {"Improvement", E::Acceptance::Improvement},
                      {"Prediction", E::Acceptance::Prediction}}},
                    "Which pairs are equalized: all, as the reference does; where the predicted error falls and if "
                    "the one measured on calibration samples does; or by prediction alone, whatever the data."),
                noEqualization)),
            ofAlgorithm(unless(steps(), noEqualization)),
            unless(boolOption("ReplaceClip6Relu", preparation(&P::replaceClip6Relu),
                              "Clip(0, 6) becomes Relu before, so that layers around it form a pair."),
                   noEqualization),
            ofAlgorithm(unless(boolOption("CLEScaleUseThreshold", equalization(&E::scaleUseThreshold),
                                          "Channels with small weights on both sides are left alone."),
                               noEqualization)),
            ofAlgorithm(unless(numberOption("CLEWeightThreshold", equalization(&E::weightThreshold), 0.0,
                                            E::kMostThreshold, "a number from 0 to 1e30",
                                            "Below this sum of both sides' largest weights a channel is left alone."),
                               noEqualization, noThreshold)),
            ofAlgorithm(unless(boolOption("CLEScaleAppendBias", equalization(&E::scaleAppendBias),
                                          "The bias counts as a weight of its channel."),
                               noEqualization)),
            ofAlgorithm(unless(numberOption("CLETotalLayerDiffThreshold", equalization(&E::totalLayerDiffThreshold),
                                            0.0, E::kMostThreshold, "a number from 0 to 1e30",
                                            "Steps end when the weights change by less than this in all."),
                               noEqualization, fixedSteps)),
        });
}

} // namespace quantiscope::options
