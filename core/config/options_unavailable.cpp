// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/options.h"

#include <vector>

namespace quantiscope {

using nlohmann::json;

std::span<const UnavailableOption> unavailableOptions()
{
    static const std::string kBfloat16 = "needs bfloat16 types, which this version does not have";
    static const std::string kFloat16 = "needs float16 and bfloat16 types, which this version does not have";
    static const std::string kBlock = "needs block floating point or MX types, which this version does not have";
    static const std::string kMixed = "needs the search for mixed precision, which this version does not have";
    static const std::string kNBits = "needs 4-bit weights, which this version does not have";
    static const std::string kTuning = "needs AdaRound and AdaQuant, which this version does not have";
    static const std::string kSmooth = "needs SmoothQuant, which this version does not have";
    static const std::string kRotation = "needs QuaRot, which this version does not have";
    static const std::string kGptq = "needs GPTQ, which this version does not have";
    static const std::string kEvaluate = "is not needed: 'qscope evaluate' and 'quantize --evaluate' measure";
    static const std::string kCache = "is not needed: 'qscope calibrate' writes statistics, --statistics reads them";
    static const std::string kExclude =
        "is not an option here: give --exclude, --exclude-between or a recipe's exclude";
    static const std::string kCrypto = "needs encrypted models, which this version does not have";
    static const std::vector<UnavailableOption> kOptions{
        {"ActivationScaled", false, kFloat16},
        {"AutoMixprecision", json::object(), kMixed},
        {"BF16QDQToCast", false, kBfloat16},
        {"BF16WithClip", false, kBfloat16},
        {"BFPAttributes", json::object(), kBlock},
        {"BiasCorrection", false, "needs bias correction, which this version does not have"},
        {"CryptoMode", false, kCrypto},
        {"EnableSubgraph", false, "needs quantization inside control flow, which this version does not have"},
        {"EnableVaimlBF16", false, kBfloat16},
        {"EncryptionAlgorithm", json(), kCrypto},
        {"EvalDataReader", json(), kEvaluate},
        {"EvalMetrics", false, kEvaluate},
        {"FastFinetune", json::object(), kTuning},
        {"FillAllValueInfo", false, "needs the types of all values in the result, which this version does not write"},
        {"GPTQParams", json::object(), kGptq},
        {"IncludeAutoMP", false, kMixed},
        {"IncludeFastFT", false, kTuning},
        {"IncludeRotation", false, kRotation},
        {"IncludeSQ", false, kSmooth},
        {"MatMulNBitsParams", json::object(), kNBits},
        {"MXAttributes", json::object(), kBlock},
        {"NodesToExclude", json::array(), kExclude},
        {"NodesWithMixedPrecision", json::array(), kMixed},
        {"PreprocessYAML", json(), "needs the reference's Shapeshifter engine, which this version does not have"},
        {"QuantizationPreference", json(), "belongs to the reference's search for a configuration"},
        {"QuantizeFP16", false, kFloat16},
        {"RConfigPath", json(), kRotation},
        {"RefineBlockAxis", false, kBlock},
        {"RemoveFusedQDQ", false, kBlock},
        {"RMatrixDim", 4096, kRotation},
        {"SaveAndRestore", json(), kCache},
        {"SaveTensorHistFig", false, "needs pictures of histograms, which this version does not draw"},
        {"Scenario", "same", "belongs to float8 types, which this version does not have"},
        {"ShapeShifterYaml", json(), "needs the reference's Shapeshifter engine, which this version does not have"},
        {"SimplifyModelOptions", json::object(), "belongs to onnxslim, which is not used here"},
        {"SmoothAlpha", 0.5, kSmooth},
        {"SubgraphsToExclude", json::array(), kExclude},
        {"TensorsRangeFile", json(), kCache},
        {"UseFP32Scale", false, kFloat16},
        {"UseGPTQ", false, kGptq},
        {"UseMatMulNBits", false, kNBits},
        {"UseRandomHad", false, kRotation},
        {"UserCustomOpLibPath", json(), "needs custom operator libraries, which this version does not load"},
        {"WeightScaled", false, kFloat16},
    };
    return kOptions;
}

} // namespace quantiscope
