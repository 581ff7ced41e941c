// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/base/result.h"
#include "core/data/sample_source.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace quantiscope {

class RuntimeEnvironment;

struct InferRequest
{
    std::filesystem::path model; ///< float or quantized
    DataSpec data;
    std::filesystem::path folder; ///< made when it does not exist
    std::vector<std::string> outputs; ///< which of the model's to write; empty: all that are tensors of numbers
    int threads = 0; ///< samples that run at the same time; 0 = one per core. Does not change the result
    bool optimized = false; ///< as EvaluateRequest::optimized
};

struct InferSummary
{
    std::uint64_t samples = 0;
    std::vector<std::string> outputs; ///< that were written
    std::uint64_t files = 0;
};

/// Runs a model on data and writes its outputs as .npy files, one a sample and output, as compareFolders() reads them.
///
/// A file is called after its sample, "cat/img 1.png" -> "cat_img 1.npy"; with several outputs "cat_img 1.OUTPUT.npy".
/// Files whose names would become the same get their number behind it. Files of these names are replaced; a warning
/// tells of other results in the folder, which a comparison would see. InvalidArgument for an output that the model
/// lacks, with the nearest name; otherwise errors as of evaluateModels() and writeNpy().
[[nodiscard]] Result<InferSummary> inferModel(const RuntimeEnvironment& environment, const InferRequest& request,
                                              Feedback& feedback);

} // namespace quantiscope
