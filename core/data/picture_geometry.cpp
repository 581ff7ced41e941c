// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/picture_geometry.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <mutex>

#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgproc.hpp>

namespace quantiscope {

namespace {

constexpr std::int64_t kMostResizedPixels = std::int64_t(1) << 28;
constexpr int kSharpnessSide = 512;

std::string sizeText(std::int64_t height, std::int64_t width)
{
    return std::to_string(height) + "x" + std::to_string(width);
}

Error refused(const std::string& name, const std::string& what)
{
    return {ErrorCode::DataRefused, "Picture '" + name + "' " + what + ".", name};
}

int interpolationFlag(Interpolation interpolation)
{
    switch (interpolation) {
    case Interpolation::Nearest:
        return cv::INTER_NEAREST;
    case Interpolation::Linear:
        return cv::INTER_LINEAR;
    case Interpolation::Cubic:
        return cv::INTER_CUBIC;
    case Interpolation::Area:
        return cv::INTER_AREA;
    }
    return cv::INTER_LINEAR;
}

cv::Mat reordered(const cv::Mat& bgr, ChannelOrder order)
{
    cv::Mat pixels;
    switch (order) {
    case ChannelOrder::Rgb:
        cv::cvtColor(bgr, pixels, cv::COLOR_BGR2RGB);
        break;
    case ChannelOrder::Bgr:
        pixels = bgr;
        break;
    case ChannelOrder::Gray:
        cv::cvtColor(bgr, pixels, cv::COLOR_BGR2GRAY);
        break;
    }
    return pixels;
}

/// The extents to which the picture itself is resized (for Letterbox without its border).
PictureSize innerSize(const cv::Mat& pixels, const ResizeStep& step)
{
    if (step.mode == ResizeMode::Stretch)
        return *step.size;
    if (step.mode == ResizeMode::ShorterSide) {
        const std::int64_t shorter = std::min(pixels.rows, pixels.cols), longer = std::max(pixels.rows, pixels.cols);
        const std::int64_t wanted = step.size->height;
        const auto other = static_cast<std::int32_t>(
            std::min<std::int64_t>(wanted * longer / shorter, std::numeric_limits<std::int32_t>::max()));
        return pixels.rows <= pixels.cols ? PictureSize{step.size->height, other}
                                          : PictureSize{other, step.size->height};
    }
    const double ratio =
        std::min(double(step.size->height) / double(pixels.rows), double(step.size->width) / double(pixels.cols));
    const auto scaled = [ratio](int extent, std::int32_t limit) {
        return std::clamp(static_cast<std::int32_t>(std::lround(extent * ratio)), 1, limit);
    };
    return {scaled(pixels.rows, step.size->height), scaled(pixels.cols, step.size->width)};
}

Result<cv::Mat> resized(const cv::Mat& pixels, const ResizeStep& step, const std::string& name)
{
    const PictureSize inner = innerSize(pixels, step);
    if (std::int64_t(inner.height) * inner.width > kMostResizedPixels) {
        return refused(name,
                       "of " + sizeText(pixels.rows, pixels.cols) + " (height x width) would become "
                           + sizeText(inner.height, inner.width) + " when resized, which is too large");
    }
    cv::Mat result;
    cv::resize(pixels, result, cv::Size(inner.width, inner.height), 0, 0, interpolationFlag(step.interpolation));
    if (step.mode != ResizeMode::Letterbox)
        return result;
    const bool centred = step.align == LetterboxAlign::Centre;
    const int restHeight = step.size->height - inner.height, restWidth = step.size->width - inner.width;
    const int top = centred ? restHeight / 2 : 0, left = centred ? restWidth / 2 : 0;
    cv::Mat boxed;
    cv::copyMakeBorder(result, boxed, top, restHeight - top, left, restWidth - left, cv::BORDER_CONSTANT,
                       cv::Scalar::all(step.pad));
    return boxed;
}

void prepareOpenCv()
{
    static std::once_flag once;
    std::call_once(once, [] {
        cv::setNumThreads(1); // pictures are prepared beside the model's own threads
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    });
}

ChannelPixels copied(const cv::Mat& pixels)
{
    ChannelPixels result{pixels.rows, pixels.cols, pixels.channels(), {}};
    const std::size_t rowBytes = static_cast<std::size_t>(pixels.cols) * static_cast<std::size_t>(pixels.channels());
    result.values.resize(rowBytes * static_cast<std::size_t>(pixels.rows));
    for (int row = 0; row < pixels.rows; ++row)
        std::memcpy(result.values.data() + static_cast<std::size_t>(row) * rowBytes, pixels.ptr(row), rowBytes);
    return result;
}

cv::Mat matOf(const ChannelPixels& pixels)
{
    return {pixels.height, pixels.width, CV_8UC(pixels.channels), const_cast<std::uint8_t*>(pixels.values.data())};
}

cv::Mat reducedMat(const cv::Mat& pixels, int longest)
{
    const int side = std::max(pixels.rows, pixels.cols);
    if (side <= longest)
        return pixels;
    const auto scaled = [&](int extent) {
        return std::max(1, static_cast<int>(std::int64_t(extent) * longest / side));
    };
    cv::Mat result;
    cv::resize(pixels, result, cv::Size(scaled(pixels.cols), scaled(pixels.rows)), 0, 0, cv::INTER_AREA);
    return result;
}

Result<ChannelPixels> apply(const Picture& picture, const GeometrySteps& steps, const std::string& name,
                            const GeometryObserver& observer)
{
    const auto tell = [&observer](GeometryStep step, const cv::Mat& pixels) {
        if (observer)
            observer(step, copied(pixels));
    };
    const cv::Mat bgr(picture.height, picture.width, CV_8UC3, const_cast<std::uint8_t*>(picture.bgr.data()));
    cv::Mat pixels = reordered(bgr, steps.order);
    tell(GeometryStep::Channels, pixels);
    if (steps.resize && steps.resize->size) {
        Result<cv::Mat> result = resized(pixels, *steps.resize, name);
        if (!result)
            return result.error();
        pixels = *result;
        tell(GeometryStep::Resize, pixels);
    }
    if (steps.crop) {
        const PictureSize crop = *steps.crop;
        if (pixels.rows < crop.height || pixels.cols < crop.width) {
            return refused(name,
                           "is " + sizeText(pixels.rows, pixels.cols) + " (height x width) before the crop of "
                               + sizeText(crop.height, crop.width) + ", which must not be larger; resize it first");
        }
        pixels =
            pixels(cv::Rect((pixels.cols - crop.width) / 2, (pixels.rows - crop.height) / 2, crop.width, crop.height));
        tell(GeometryStep::Crop, pixels);
    }
    return copied(pixels);
}

} // namespace

Result<ChannelPixels> applyGeometry(const Picture& picture, const GeometrySteps& steps, const std::string& name,
                                    const GeometryObserver& observer)
{
    if (picture.width <= 0 || picture.height <= 0)
        return refused(name, "has no pixels");
    assert(picture.bgr.size()
           == static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height) * 3);
    prepareOpenCv();
    try {
        return apply(picture, steps, name, observer);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "There is not enough memory to resize picture '" + name + "'.", name};
    } catch (const cv::Exception& exception) {
        if (exception.code == cv::Error::StsNoMem)
            return Error{ErrorCode::OutOfMemory, "There is not enough memory to resize picture '" + name + "'.", name};
        return refused(name, "cannot be resized: " + exception.err);
    }
}

ChannelPixels reducedPixels(const ChannelPixels& pixels, std::int32_t longest)
{
    const std::int32_t side = std::max(pixels.height, pixels.width);
    if (side <= longest)
        return pixels;
    prepareOpenCv();
    return copied(reducedMat(matOf(pixels), longest));
}

PictureMarks pictureMarks(const Picture& picture)
{
    prepareOpenCv();
    const cv::Mat bgr(picture.height, picture.width, CV_8UC3, const_cast<std::uint8_t*>(picture.bgr.data()));
    PictureMarks marks;
    marks.isGray = true;
    for (std::size_t i = 0; marks.isGray && i + 2 < picture.bgr.size(); i += 3)
        marks.isGray = picture.bgr[i] == picture.bgr[i + 1] && picture.bgr[i] == picture.bgr[i + 2];
    const cv::Mat gray = reducedMat(reordered(bgr, ChannelOrder::Gray), kSharpnessSide);
    cv::Mat tiny, laplacian;
    cv::resize(gray, tiny, cv::Size(9, 8), 0, 0, cv::INTER_AREA);
    for (int y = 0; y < 8; ++y) {
        for (int x = 0; x < 8; ++x) {
            if (tiny.at<std::uint8_t>(y, x + 1) > tiny.at<std::uint8_t>(y, x))
                marks.differenceHash |= std::uint64_t(1) << (8 * y + x);
        }
    }
    cv::resize(gray, tiny, cv::Size(16, 16), 0, 0, cv::INTER_AREA);
    std::copy_n(tiny.ptr(0), marks.thumbnail.size(), marks.thumbnail.begin());
    cv::Laplacian(gray, laplacian, CV_64F);
    cv::Scalar mean, deviation;
    cv::meanStdDev(laplacian, mean, deviation);
    marks.laplacianVariance = deviation[0] * deviation[0];
    return marks;
}

} // namespace quantiscope
