// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/data/images_module/decoder_abi.h"
#include "core/data/picture.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace quantiscope {

/// Decodes PNG, JPEG, BMP, WebP, TIFF and PPM/PGM files with OpenCV, in a library that is loaded at first use.
///
/// As OpenCV's imread does by default: the EXIF orientation is applied, alpha is dropped (not blended), grey becomes
/// three equal channels, and a 16-bit channel is reduced to its upper 8 bits. A cut-off JPEG, which imread completes
/// with grey, is refused. Pictures of more than 2^27 pixels are refused before they are decoded (OpenCV's variable
/// OPENCV_IO_MAX_IMAGE_PIXELS changes that): one of 2^30 takes 6 GB and 40 seconds that nothing interrupts.
class ImageDecoder
{
public:
    /// The decoder of this process; loads it when it is called first, which sets an environment variable: not while
    /// other threads run, unless prepareEnvironment() was called before. `RuntimeFailure` when the installation lacks
    /// it.
    static Result<std::shared_ptr<const ImageDecoder>> instance();

    /// Sets the environment variable that instance() would set, without loading anything: for programs that start
    /// threads before they need a decoder. Call it before the first.
    static void prepareEnvironment();

    /// A decoder from the library of that file name, searched where the program's own libraries are.
    static Result<std::shared_ptr<const ImageDecoder>> load(const std::string& libraryName);

    ImageDecoder(const ImageDecoder&) = delete;
    ImageDecoder& operator=(const ImageDecoder&) = delete;

    /// Decodes an encoded picture; @p name is the file for messages. `DataRefused` with the reason when it cannot be
    /// decoded. Thread-safe, one picture at a time.
    [[nodiscard]] Result<Picture> decode(std::span<const std::byte> encoded, const std::string& name) const;

private:
    explicit ImageDecoder(QuantiscopeDecodeFunction function) : m_decode(function) { }
    QuantiscopeDecodeFunction m_decode; // the library stays loaded: GDAL and others register handlers that need it
};

/// The bytes of an encoded picture. `DataRefused` when the file cannot be read or is larger than any picture's.
[[nodiscard]] Result<std::string> readPictureFile(const std::filesystem::path& path);

/// ImageDecoder::instance() on a file. `DataRefused` when the file cannot be read or decoded.
[[nodiscard]] Result<Picture> readPicture(const std::filesystem::path& path);

/// Does the name end like a picture that can be decoded: png jpg jpeg bmp webp tif tiff ppm pgm, in any case?
[[nodiscard]] bool isPictureName(const std::filesystem::path& path);

} // namespace quantiscope
