// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/recipe_export.h"

#include "core/base/printable.h"
#include "core/base/version.h"
#include "core/config/bundled_documents.h"
#include "core/config/options.h"
#include "core/pipeline/recipe_export_tools.h"

namespace quantiscope {

using nlohmann::json;

namespace {

constexpr const char* kSharedImports = "import argparse\n"
                                       "import math\n"
                                       "import re\n"
                                       "import sys\n"
                                       "import tempfile\n"
                                       "from pathlib import Path\n\n"
                                       "import numpy as np\n"
                                       "import onnx\n"
                                       "import onnx.version_converter\n";

constexpr const char* kOnnxRuntimeImports =
    "from onnxruntime.quantization import (CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType,\n"
    "                                      quantize_dynamic, quantize_static)\n"
    "from onnxruntime.quantization.registry import QDQRegistry, QLinearOpsRegistry\n"
    "from onnxruntime.quantization.shape_inference import quant_pre_process\n";

constexpr const char* kQuarkImports =
    "from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType\n"
    "from onnxruntime.quantization.shape_inference import quant_pre_process\n"
    "from quark.onnx import (Config, ExtendedCalibrationMethod, ExtendedQuantFormat, ExtendedQuantType, "
    "LayerWiseMethod,\n"
    "                        ModelQuantizer, PowerOfTwoMethod, QuantizationConfig)\n";

/// A JSON value as a Python literal; lists and objects in lines of their own down to @p depth levels.
std::string pythonLiteral(const json& value, int depth, const std::string& indent = {})
{
    switch (value.type()) {
    case json::value_t::null:
        return "None";
    case json::value_t::boolean:
        return value.get<bool>() ? "True" : "False";
    case json::value_t::array:
    case json::value_t::object:
        break;
    default:
        // JSON's escapes mean the same in Python.
        return value.dump(-1, ' ', false, json::error_handler_t::replace);
    }
    const bool isList = value.is_array();
    const bool inLines = depth > 0 && !value.empty();
    const std::string inner = indent + "    ";
    std::string text = isList ? "[" : "{";
    bool first = true;
    for (auto member = value.begin(); member != value.end(); ++member) {
        text += inLines ? "\n" + inner : first ? "" : ", ";
        first = false;
        if (!isList)
            text += json(member.key()).dump(-1, ' ', false, json::error_handler_t::replace) + ": ";
        text += pythonLiteral(*member, depth - 1, inner);
        if (inLines)
            text += ",";
    }
    if (inLines)
        text += "\n" + indent;
    return text + (isList ? "]" : "}");
}

/// The script's RECIPE: what does not depend on the tool.
json sharedPart(const Recipe& recipe, const std::filesystem::path& folder)
{
    const QuantConfig& config = recipe.config;
    json shared{{"model", recipe.model.empty() ? json() : json(storedPath(recipe.model, folder))},
                {"output", recipe.output.empty() ? json() : json(storedPath(recipe.output, folder))},
                {"external_data", recipe.externalData},
                {"data", recipe.calibration ? dataToJson(*recipe.calibration, folder) : json()},
                {"samples", recipe.calibration ? recipe.calibration->samples : recipe.samples},
                {"exclude", json::array()},
                {"layers", json::array()},
                {"mixed", json::object()},
                {"tensors", json::object()}};
    for (const ExclusionRule& rule : config.exclude) {
        if (rule.enabled)
            shared["exclude"].push_back(toJson(rule));
    }
    for (const LayerRule& rule : config.layers) {
        if (rule.match.enabled)
            shared["layers"].push_back(toJson(rule));
    }
    for (const auto& [tensor, type] : config.mixedPrecisionTensors)
        shared["mixed"][tensor] = toolType(type).substr(1);
    for (const auto& [tensor, overrides] : config.tensorOverrides) {
        for (const TensorOverride& each : overrides)
            shared["tensors"][tensor].push_back(layerTensorToJson(each));
    }
    return shared;
}

/// Does @p wanted hold for a tensor of some rule?
template <typename Wanted>
bool anyOverride(const QuantConfig& config, Wanted wanted)
{
    for (const LayerRule& rule : config.layers) {
        for (const auto* tensor : {&rule.input, &rule.weight, &rule.bias, &rule.output}) {
            if (rule.match.enabled && *tensor && wanted(**tensor))
                return true;
        }
    }
    for (const auto& [name, overrides] : config.tensorOverrides) {
        for (const TensorOverride& tensor : overrides) {
            if (wanted(tensor))
                return true;
        }
    }
    return false;
}

/// What neither tool can do.
void warnOfRules(const Recipe& recipe, std::vector<std::string>& warnings)
{
    const QuantConfig& config = recipe.config;
    if (anyOverride(config, [](const TensorOverride& tensor) { return tensor.type == DataType::Float; }))
        warnings.emplace_back("A rule leaves a tensor in float (type Float), which the tool cannot do for a single "
                              "tensor; the script ignores it.");
    if (anyOverride(config, [](const TensorOverride& tensor) { return tensor.perChannel.has_value() && !tensor.axis; }))
        warnings.emplace_back("A rule sets the granularity of single weights; the script leaves it as for all weights "
                              "unless the rule names an axis.");
    if (anyOverride(config, [](const TensorOverride& tensor) { return tensor.scale.size() > 1; }))
        warnings.emplace_back("A rule gives one scale per channel, which the tool takes in another form; check what it "
                              "makes of it.");
    for (const ExclusionRule& rule : config.exclude) {
        if (rule.enabled && rule.kind == ExclusionRule::Kind::Regex)
            warnings.push_back("The rule " + describe(rule)
                               + " is an ECMAScript expression; the script reads it as one of Python's re, which "
                                 "differs in rare constructs.");
    }
    if (!recipe.gates.empty() || recipe.evaluation || !recipe.parts.empty())
        warnings.emplace_back("Evaluation and gates are left out: use 'qscope evaluate' on the script's output.");
    if (!recipe.calibration && !config.selection.dynamic && !config.selection.weightsOnly)
        warnings.emplace_back("The recipe names no calibration data; fill in RECIPE[\"data\"].");
}

/// A part of the scripts, without the line on its licence as a part of Quantiscope: the script is its user's.
std::string scriptPart(const char* name)
{
    std::string text = bundledDocument(name);
    text.erase(0, text.find('\n') + 1);
    return text;
}

} // namespace

Result<ExportTarget> exportTargetFromName(std::string_view name)
{
    if (name == "quark")
        return ExportTarget::Quark;
    if (name == "ort")
        return ExportTarget::OnnxRuntime;
    return Error{ErrorCode::InvalidArgument, "--to must be quark or ort, not '" + std::string(name) + "'.", "--to"};
}

std::string toolType(DataType type)
{
    switch (type) {
    case DataType::UInt8:
        return "QUInt8";
    case DataType::Int16:
        return "QInt16";
    case DataType::UInt16:
        return "QUInt16";
    default:
        return "QInt8";
    }
}

json changedOptions(const QuantConfig& config, const std::set<std::string>& leftOut)
{
    static const QuantConfig kDefaults;
    json options = json::object();
    for (const OptionSpec& spec : optionSpecs()) {
        json value = spec.get(config);
        if (!leftOut.contains(spec.name) && !value.is_null() && value != spec.get(kDefaults))
            options[spec.name] = std::move(value);
    }
    return options;
}

ExportedScript exportRecipe(const Recipe& recipe, ExportTarget target, const std::filesystem::path& folder)
{
    const bool isQuark = target == ExportTarget::Quark;
    const char* tool = isQuark ? "AMD Quark" : "ONNX Runtime";
    ToolArguments arguments = isQuark ? quarkArguments(recipe.config) : onnxRuntimeArguments(recipe.config);
    warnOfRules(recipe, arguments.warnings);
    ExportedScript script{{}, std::move(arguments.warnings)};
    const std::string packages = isQuark ? "amd-quark, onnxruntime, onnx, numpy" : "onnxruntime, onnx, numpy";
    script.text = "#!/usr/bin/env python3\n\"\"\"Quantizes an ONNX model with " + std::string(tool)
        + ", as a Quantiscope recipe says.\n\nWritten by Quantiscope " + kVersion + ". Needs the Python packages "
        + packages
        + ", and for pictures\nopencv-python-headless (or pillow, which cannot resize in all ways).\n\"\"\"\n"
        + kSharedImports + (isQuark ? kQuarkImports : kOnnxRuntimeImports);
    if (!script.warnings.empty())
        script.text += "\n# What " + std::string(tool) + " cannot do as the recipe says:\n";
    for (const std::string& warning : script.warnings)
        script.text += "# - " + wholePrintable(warning) + "\n";
    script.text += "\nRECIPE = " + pythonLiteral(sharedPart(recipe, folder), 1)
        + "\n\nTOOL = " + pythonLiteral(arguments.arguments, 2) + "\n\n" + scriptPart("common.py") + "\n\n"
        + scriptPart(isQuark ? "quark.py" : "ort.py");
    return script;
}

} // namespace quantiscope
