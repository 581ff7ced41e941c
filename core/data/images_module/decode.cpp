// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/images_module/decoder_abi.h"
#include "core/data/images_module/stderr_capture.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <string>

#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>

namespace {

constexpr std::size_t kMostBytes = std::size_t(1) << 30; // cv::Mat counts in int

/// The first line of a codec's complaint ("libpng error: …"); OpenCV's own are for programmers.
std::string reasonOf(const std::string& complaints)
{
    const std::string line = complaints.substr(0, complaints.find('\n'));
    const bool isForUsers = !line.empty() && line.find("OpenCV") == std::string::npos;
    return isForUsers ? line : "it is damaged or of a kind that is not supported";
}

/// Decodes into @p allocate's memory; returns why it could not, or an empty string.
std::string decode(const std::uint8_t* data, std::size_t size, QuantiscopeAllocatePixels allocate, void* context)
{
    if (size == 0 || size > kMostBytes)
        return "its size is not that of a picture";
    static std::mutex oneAtATime; // StderrCapture
    const std::lock_guard lock(oneAtATime);
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    const quantiscope::StderrCapture complaints;
    const cv::Mat bytes(1, static_cast<int>(size), CV_8UC1, const_cast<std::uint8_t*>(data));
    const cv::Mat pixels = cv::imdecode(bytes, cv::IMREAD_COLOR);
    if (pixels.empty() || pixels.type() != CV_8UC3)
        return reasonOf(complaints.text());
    std::uint8_t* target = allocate(context, pixels.cols, pixels.rows);
    if (!target)
        return "there is not enough memory for its pixels";
    const std::size_t rowBytes = static_cast<std::size_t>(pixels.cols) * 3;
    for (int row = 0; row < pixels.rows; ++row)
        std::memcpy(target + static_cast<std::size_t>(row) * rowBytes, pixels.ptr(row), rowBytes);
    return {};
}

} // namespace

extern "C" {

__attribute__((visibility("default"))) int quantiscopeImagesAbi()
{
    return kQuantiscopeImagesAbi;
}

__attribute__((visibility("default"))) int quantiscopeDecode(const std::uint8_t* data, std::size_t size,
                                                             QuantiscopeAllocatePixels allocate, void* context,
                                                             char* reason, std::size_t reasonSize)
{
    std::string failure;
    try {
        failure = decode(data, size, allocate, context);
    } catch (const cv::Exception& exception) {
        // OpenCV checks the header's extents against its limits, CV_IO_MAX_IMAGE_PIXELS, _WIDTH and _HEIGHT.
        if (exception.code == cv::Error::StsNoMem)
            failure = "there is not enough memory for its pixels";
        else if (exception.err.find("CV_IO_MAX_IMAGE") != std::string::npos)
            failure = "it has more pixels than are accepted (128 x 2^20); make it smaller";
        else
            failure = "it is damaged";
    } catch (...) {
        failure = "the decoder failed";
    }
    if (failure.empty())
        return 0;
    const std::size_t length = std::min(failure.size(), reasonSize - 1);
    std::memcpy(reason, failure.data(), length);
    reason[length] = '\0';
    return 1;
}
}
