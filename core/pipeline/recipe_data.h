// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/data/sample_source.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>

namespace quantiscope {

/// Could data of the name @p source be pictures? Not if they are random, a file, or a folder of arrays; so yes where
/// nothing is, which openSampleSource() tells.
[[nodiscard]] bool mayBePictures(const std::string& source);

/// Reads {"kind": "images" | "npy" | "npz" | "random", "path": …, "seed": n, "preprocess": …, "skip": [names]} into the
/// source, seed, preprocessing and left out samples of a DataSpec. The path starts from @p folder; pictures without
/// "preprocess" are read as @p pictures says, nothing else has "preprocess", and random data neither path nor "skip".
/// ConfigRefused with the key's full name, also when what lies at the path is of another kind.
[[nodiscard]] Result<DataSpec> dataFromJson(const nlohmann::json& document, const std::string& where,
                                            const std::filesystem::path& folder, const PreprocessSpec& pictures);

/// What dataFromJson() reads back; paths as storedPath().
[[nodiscard]] nlohmann::json dataToJson(const DataSpec& data, const std::filesystem::path& folder);

/// A path as a document holds it that lies in @p folder, or absolute when that is empty.
[[nodiscard]] std::string storedPath(const std::filesystem::path& path, const std::filesystem::path& folder);

/// Does DataSpec::source mean random data ("random", "random:SEED")?
[[nodiscard]] bool isRandomData(const std::string& source);

} // namespace quantiscope
