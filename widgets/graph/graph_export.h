// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "widgets/graph/graph_scene.h"

#include <QSize>

#include <filesystem>

namespace quantiscope {

/// A picture file has at most that many pixels a side, and kMostPixels in all (256 MiB while it is drawn).
inline constexpr int kLargestPngSide = 16384;
inline constexpr double kMostPngPixels = 64.0 * 1024 * 1024;

/// How large a PNG file becomes.
struct PngSize
{
    QSize pixels;
    double scale = 1.0; ///< pixels for a scene unit; smaller than asked for when the picture would be too large
    bool isReduced = false;
};

[[nodiscard]] PngSize pngSize(const QRectF& area, double scale);

/// Draws @p area of @p scene, in the colours of the current theme, into an image file, which is replaced atomically.
/// May be called from any thread that the scene is not changed in meanwhile. Errors: DiskError with path and reason.
[[nodiscard]] Result<void> exportPng(const GraphScene& scene, const QRectF& area, double scale,
                                     const std::filesystem::path& path);

/// The same as lines and texts.
[[nodiscard]] Result<void> exportSvg(const GraphScene& scene, const QRectF& area, const std::filesystem::path& path);

} // namespace quantiscope
