// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/output_metrics.h"
#include "core/base/feedback.h"
#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// Two files of the same name that were compared.
struct FileComparison
{
    std::string file; ///< relative to both folders
    double cosine = 1.0; ///< as OutputMetrics::cosine
    double l2 = 0.0; ///< Euclidean distance, not divided by the number of elements
    /// dB: 20 log10(largest element of the baseline / rmse); +inf when equal; nothing when no element is above 0.
    std::optional<double> psnr;
    std::optional<double> ssim; ///< as structuralSimilarity(); of a picture over its channels, with the range 0 … 255
};

/// A file that could not be compared, and why.
struct SkippedFile
{
    std::string file;
    std::string reason; ///< a sentence
};

/// Stored results of two models, file by file.
struct FolderComparison
{
    std::vector<FileComparison> files; ///< sorted by name
    std::vector<SkippedFile> skipped; ///< sorted by name
    MetricSummary cosine;
    MetricSummary l2;
    std::optional<MetricSummary> psnr; ///< mean over files that differ; +inf when none does; nothing when none has one
    std::optional<MetricSummary> ssim; ///< over files that look like pictures
};

/// Compares the .npy files and pictures (whatever DataFileKind knows) of two folders that have the same name, one after
/// the other; hidden files and sub-folders are left alone. Pictures are compared as 8-bit colours.
///
/// Left out, with a sentence: a file that the other folder lacks, cannot be read, has another shape, or holds NaN or
/// infinity. OutOfMemory with the file's name. DataRefused when a folder cannot be read, holds no such file, or no file
/// at all can be compared. Canceled. Source of the names and formulas: quark_behaviour section 9; SSIM is that of Wang
/// et al. 2004, as structuralSimilarity() has it.
[[nodiscard]] Result<FolderComparison> compareFolders(const std::filesystem::path& baseline,
                                                      const std::filesystem::path& quantized, Feedback& feedback);

[[nodiscard]] nlohmann::json toJson(const FolderComparison& comparison);

} // namespace quantiscope
