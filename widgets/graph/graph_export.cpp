// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_export.h"

#include "core/base/file_io.h"
#include "widgets/common/theme.h"
#include "widgets/common/well_formed_xml.h"
#include "widgets/graph/graph_painter.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace quantiscope {

namespace {

Result<void> writeBytes(const QByteArray& bytes, const std::filesystem::path& path)
{
    return writeFileAtomically(path, [&bytes](std::ostream& out) -> Result<void> {
        out.write(bytes.constData(), bytes.size());
        return {};
    });
}

/// Texts that nobody could read are left out of a small picture, as on the screen.
GraphFrame frameOf(const QRectF& area, double scale)
{
    GraphFrame frame;
    frame.area = area;
    frame.zoom = scale;
    frame.detail = scale >= 0.5 ? GraphDetail::Full : graphDetail(scale);
    return frame;
}

} // namespace

PngSize pngSize(const QRectF& area, double scale)
{
    const double width = std::max(1.0, area.width());
    const double height = std::max(1.0, area.height());
    PngSize size;
    size.scale = std::min(
        {scale, kLargestPngSide / width, kLargestPngSide / height, std::sqrt(kMostPngPixels / (width * height))});
    size.isReduced = size.scale < scale;
    const auto pixels = [&size](double extent) {
        return std::clamp(int(std::ceil(extent * size.scale)), 1, kLargestPngSide);
    };
    size.pixels = {pixels(width), pixels(height)};
    return size;
}

Result<void> exportPng(const GraphScene& scene, const QRectF& area, double scale, const std::filesystem::path& path)
{
    const PngSize size = pngSize(area, scale);
    QImage image(size.pixels, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return Error{ErrorCode::OutOfMemory,
                     "There is not enough memory for a picture of that size; choose a smaller one.", path.string()};
    image.fill(Theme::current().canvas);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.scale(size.scale, size.scale);
    painter.translate(-area.topLeft());
    GraphPainter().paint(painter, scene, frameOf(area, size.scale));
    painter.end();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        return Error{ErrorCode::OutOfMemory, "The picture could not be written as PNG; choose a smaller one.",
                     path.string()};
    return writeBytes(buffer.data(), path);
}

Result<void> exportSvg(const GraphScene& scene, const QRectF& area, const std::filesystem::path& path)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setTitle(QStringLiteral("Quantiscope"));
    generator.setSize(area.size().toSize());
    generator.setViewBox(QRectF(QPointF(), area.size()));
    QPainter painter(&generator);
    painter.fillRect(QRectF(QPointF(), area.size()), Theme::current().canvas);
    painter.translate(-area.topLeft());
    GraphPainter(GlyphCache::Output::Texts).paint(painter, scene, frameOf(area, 1.0));
    painter.end();
    return writeBytes(wellFormedXml(buffer.data()), path);
}

} // namespace quantiscope
