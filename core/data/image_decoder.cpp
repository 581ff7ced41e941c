// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/image_decoder.h"

#include "core/base/file_io.h"
#include "core/data/file_name.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <dlfcn.h>
#include <exception>
#include <link.h>
#include <string_view>

namespace quantiscope {

namespace {

constexpr char kLibraryName[] = "libquantiscope_images.so";
constexpr std::size_t kMostFileBytes = std::size_t(1) << 30;

/// Do the bytes begin like one of the kinds of picture that are offered? OpenCV would also open kinds that nobody asked
/// for, with decoders that are rarely tested.
bool hasPictureSignature(std::span<const std::byte> encoded)
{
    const std::string_view start(reinterpret_cast<const char*>(encoded.data()),
                                 std::min<std::size_t>(encoded.size(), 12));
    using namespace std::string_view_literals;
    if (start.starts_with("\x89PNG\r\n\x1a\n"sv) || start.starts_with("\xff\xd8\xff"sv) || start.starts_with("BM"sv))
        return true;
    if (start.starts_with("II*\0"sv) || start.starts_with("MM\0*"sv))
        return true;
    if (start.starts_with("RIFF"sv))
        return start.size() == 12 && start.substr(8) == "WEBP"sv;
    return start.size() > 2 && start[0] == 'P' && "2356"sv.find(start[1]) != std::string_view::npos;
}

/// Whether a JPEG's markers go on to its end marker. OpenCV leaves the missing rows of a cut-off one as they happen to
/// be.
bool isCompleteJpeg(std::span<const std::byte> encoded)
{
    const auto byteAt = [encoded](std::size_t i) { return std::to_integer<unsigned int>(encoded[i]); };
    std::size_t i = 2;
    while (i + 1 < encoded.size()) {
        const unsigned int marker = byteAt(i + 1);
        if (byteAt(i) != 0xFF || marker == 0xFF) {
            ++i;
            continue;
        }
        i += 2;
        if (marker == 0xD9)
            return true;
        if (marker <= 0x01 || (marker >= 0xD0 && marker <= 0xD8))
            continue; // pixel data or a marker without a length
        if (i + 1 >= encoded.size())
            return false;
        i += byteAt(i) << 8 | byteAt(i + 1);
    }
    return false;
}

/// dlopen() in each folder in which the program's own libraries are searched.
///
/// The plain dlopen() does that too, except under AddressSanitizer, which intercepts it and so hides the program's
/// RUNPATH.
void* openBesideProgramLibraries(const std::string& libraryName)
{
    void* program = ::dlopen(nullptr, RTLD_LAZY);
    Dl_serinfo head = {};
    if (!program || ::dlinfo(program, RTLD_DI_SERINFOSIZE, &head) != 0)
        return nullptr;
    std::vector<std::max_align_t> room(head.dls_size / sizeof(std::max_align_t) + 1);
    auto* folders = reinterpret_cast<Dl_serinfo*>(room.data());
    folders->dls_size = head.dls_size;
    folders->dls_cnt = head.dls_cnt;
    if (::dlinfo(program, RTLD_DI_SERINFO, folders) != 0)
        return nullptr;
    const Dl_serpath* entries = folders->dls_serpath;
    for (unsigned int i = 0; i < head.dls_cnt; ++i) {
        const std::filesystem::path candidate = std::filesystem::path(entries[i].dls_name) / libraryName;
        std::error_code ec;
        if (std::filesystem::exists(candidate, ec))
            return ::dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    }
    return nullptr;
}

std::uint8_t* allocatePixels(void* context, std::int32_t width, std::int32_t height)
{
    Picture& picture = *static_cast<Picture*>(context);
    try {
        picture.bgr.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3);
    } catch (const std::exception&) {
        return nullptr;
    }
    picture.width = width;
    picture.height = height;
    return picture.bgr.data();
}

} // namespace

Result<std::shared_ptr<const ImageDecoder>> ImageDecoder::instance()
{
    static const Result<std::shared_ptr<const ImageDecoder>> decoder = load(kLibraryName);
    return decoder;
}

void ImageDecoder::prepareEnvironment()
{
    // OpenCV reads its limit, 2^30 unless told otherwise, when it is loaded. A picture of a network's size has 1/100 of
    // this one; so many pixels take a second and 400 MB.
    constexpr const char* kLimit = "OPENCV_IO_MAX_IMAGE_PIXELS";
    if (!std::getenv(kLimit))
        ::setenv(kLimit, "134217728", 0);
}

Result<std::shared_ptr<const ImageDecoder>> ImageDecoder::load(const std::string& libraryName)
{
    const auto failed = [&libraryName](const std::string& reason) {
        return Error{ErrorCode::RuntimeFailure,
                     "Pictures cannot be read: the decoder library '" + libraryName + "' " + reason
                         + ". Install Quantiscope again, or use .npy or .npz data.",
                     libraryName};
    };
    prepareEnvironment();
    void* handle = ::dlopen(libraryName.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char* text = ::dlerror();
        const std::string reason = text ? text : "unknown reason";
        handle = openBesideProgramLibraries(libraryName);
        if (!handle)
            return failed("cannot be loaded (" + reason + ")");
    }
    const auto abi = reinterpret_cast<QuantiscopeImagesAbiFunction>(::dlsym(handle, "quantiscopeImagesAbi"));
    const auto decode = reinterpret_cast<QuantiscopeDecodeFunction>(::dlsym(handle, "quantiscopeDecode"));
    if (!abi || !decode || abi() != kQuantiscopeImagesAbi)
        return failed("belongs to another version of Quantiscope");
    return std::shared_ptr<const ImageDecoder>(new ImageDecoder(decode));
}

Result<Picture> ImageDecoder::decode(std::span<const std::byte> encoded, const std::string& name) const
{
    const auto refused = [&name](const std::string& reason) {
        return Error{ErrorCode::DataRefused, "Picture '" + name + "' cannot be decoded: " + reason + ".", name};
    };
    if (encoded.empty())
        return refused("the file is empty");
    if (!hasPictureSignature(encoded))
        return refused("it is not a PNG, JPEG, BMP, WebP, TIFF or PPM/PGM file");
    if (encoded[0] == std::byte(0xFF) && !isCompleteJpeg(encoded))
        return refused("it is truncated");
    Picture picture;
    std::array<char, 256> reason = {};
    const int status = m_decode(reinterpret_cast<const std::uint8_t*>(encoded.data()), encoded.size(), allocatePixels,
                                &picture, reason.data(), reason.size());
    if (status != 0)
        return refused(reason.data());
    return picture;
}

Result<std::string> readPictureFile(const std::filesystem::path& path)
{
    // Read, not mapped: a file that is cut while libpng reads a mapping of it would end the program.
    return readTextFile(path, ErrorCode::DataRefused, kMostFileBytes);
}

Result<Picture> readPicture(const std::filesystem::path& path)
{
    const auto decoder = ImageDecoder::instance();
    if (!decoder)
        return decoder.error();
    const Result<std::string> encoded = readPictureFile(path);
    if (!encoded)
        return encoded.error();
    return (*decoder)->decode(std::as_bytes(std::span(*encoded)), path.string());
}

bool isPictureName(const std::filesystem::path& path)
{
    static constexpr std::array<std::string_view, 9> kExtensions{".png", ".jpg",  ".jpeg", ".bmp", ".webp",
                                                                 ".tif", ".tiff", ".ppm",  ".pgm"};
    return std::find(kExtensions.begin(), kExtensions.end(), lowerCaseExtension(path)) != kExtensions.end();
}

} // namespace quantiscope
