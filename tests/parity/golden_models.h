// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/file_io.h"
#include "core/tensor/npy.h"
#include "tests/support/source_directory.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

// The results of the reference tools in ../shared/goldens, and the samples that they were given.

namespace quantiscope::test {

using nlohmann::json;

/// Parameters of one per-tensor quantized value.
struct Params
{
    double scale = 0.0;
    std::int64_t zeroPoint = 0;
};

inline std::filesystem::path sharedFolder()
{
    return test::sourceDirectory() / ".." / "shared";
}

inline std::filesystem::path goldenFolder(const std::string& model)
{
    return sharedFolder() / "goldens" / model;
}

inline std::optional<json> readJson(const std::filesystem::path& path)
{
    const auto text = readTextFile(path, ErrorCode::DataRefused);
    if (!text)
        return std::nullopt;
    return json::parse(*text);
}

/// uint8 [n, H, W, C] to float samples [n, 1, C, H, W] (or [n, 1, H, W, C]) by the steps that the golden names.
inline Tensor prepared(const Tensor& pictures, const json& recipe)
{
    const Shape& shape = pictures.shape();
    const auto count = std::size_t(shape[0]);
    const auto pixels = std::size_t(shape[1] * shape[2]);
    const auto channels = std::size_t(shape[3]);
    const bool channelsFirst = recipe.at("layout") == "NCHW";
    Tensor result(DataType::Float,
                  channelsFirst ? Shape{shape[0], 1, shape[3], shape[1], shape[2]}
                                : Shape{shape[0], 1, shape[1], shape[2], shape[3]});
    const auto in = pictures.as<std::uint8_t>();
    const auto out = result.as<float>();
    for (std::size_t c = 0; c < channels; ++c) {
        std::vector<std::pair<bool, float>> steps; // subtract or divide
        for (const json& step : recipe.at("ops")) {
            const json& values = step.at(1);
            const json& value = values.is_array() ? values.at(values.size() == 1 ? 0 : c) : values;
            steps.emplace_back(step.at(0) == "sub", value.get<float>());
        }
        for (std::size_t n = 0; n < count; ++n) {
            for (std::size_t p = 0; p < pixels; ++p) {
                float x = in[(n * pixels + p) * channels + c];
                for (const auto& [subtract, value] : steps)
                    x = subtract ? x - value : x / value;
                out[channelsFirst ? (n * channels + c) * pixels + p : (n * pixels + p) * channels + c] = x;
            }
        }
    }
    return result;
}

/// The samples of a model with one input, stacked, as they are fed; @p kind: "calib" or "eval".
inline Result<Tensor> goldenSamples(const std::string& model, const json& facts, const std::string& kind)
{
    const json& recipe = facts.at("preprocess");
    const bool pictures = recipe.at("kind") == "image";
    const std::string input = facts.at("inputs").at(0).at("name");
    auto stored = readNpy(goldenFolder(model) / (pictures ? kind + "_u8.npy" : kind + "__" + input + ".npy"));
    return pictures && stored ? prepared(*stored, recipe) : std::move(stored);
}

/// Those of the calibration.
inline Result<Tensor> calibrationSamples(const std::string& model, const json& facts)
{
    return goldenSamples(model, facts, "calib");
}

/// Where the model of a golden lies; its facts say "shared/models/…".
inline std::filesystem::path modelOf(const json& facts)
{
    const std::string path = facts.at("model");
    return sharedFolder() / path.substr(path.find('/') + 1);
}

inline std::map<std::string, Params> goldenActivations(const json& run)
{
    std::map<std::string, Params> found;
    for (const json& tensor : run.at("tensors")) {
        if (tensor.at("role") == "activation")
            found[tensor.at("name")] = {tensor.at("scale").get<double>(), tensor.at("zp").get<std::int64_t>()};
    }
    return found;
}

} // namespace quantiscope::test
