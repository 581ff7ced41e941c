// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/file_signature.h"

#include <algorithm>
#include <string_view>

namespace quantiscope {

namespace {

using namespace std::string_view_literals;

struct Signature
{
    std::size_t offset;
    std::string_view bytes;
    std::string_view meaning;
};

constexpr Signature kBinary[] = {
    {0, "\x89PNG"sv, "a PNG picture"},
    {0, "\xff\xd8\xff"sv, "a JPEG picture"},
    {0, "GIF8"sv, "a GIF picture"},
    {0, "\x1f\x8b"sv, "a gzip archive; unpack it first"},
    {0,
     "\xfd"
     "7zXZ"sv,
     "an xz archive; unpack it first"},
    {0, "\x28\xb5\x2f\xfd"sv, "a Zstandard archive; unpack it first"},
    {0, "7z\xbc\xaf"sv, "a 7z archive; unpack it first"},
    {257, "ustar"sv, "a tar archive; unpack it first"},
    {0, "\x89HDF"sv, "an HDF5 file (Keras); export it to ONNX first"},
    {4, "TFL3"sv, "a TensorFlow Lite model; convert it to ONNX first"},
    {4, "ORTM"sv, "a model in ONNX Runtime's own ORT format; use the ONNX file it was made from"},
    {0, "GGUF"sv, "a GGUF model; export the original model to ONNX"},
    {0, "\x93NUMPY"sv, "a NumPy array"},
    {0, "%PDF"sv, "a PDF document"},
    {0,
     "\x7f"
     "ELF"sv,
     "a program"},
    {0, "\x80\x02"sv, "a Python pickle (PyTorch); export the model to ONNX first"},
    {0, "\x80\x04"sv, "a Python pickle; export the model to ONNX first"},
    {0, "RIFF"sv, "a RIFF file (sound or picture)"},
    {8, "{\""sv, "a safetensors file, which holds weights only; export the model to ONNX first"},
};

std::string describeZip(std::string_view head)
{
    if (head.find("data.pkl") != std::string_view::npos || head.find("/version") != std::string_view::npos
        || head.find("constants.pkl") != std::string_view::npos)
        return "a PyTorch file; export the model to ONNX first";
    return "a ZIP archive; unpack it first (PyTorch files are such archives, too)";
}

bool isText(std::string_view head)
{
    // Bytes above 0x7f are letters in UTF-8; protobuf has control characters within its first few bytes.
    return std::all_of(head.begin(), head.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte >= 0x20 && byte != 0x7f) || byte == '\n' || byte == '\r' || byte == '\t';
    });
}

std::string describeText(std::string_view head)
{
    const auto start = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    const std::string_view text = start == std::string_view::npos ? std::string_view() : head.substr(start);
    if (text.starts_with("version https://git-lfs"))
        return "a Git LFS pointer, not the model itself; fetch the model with 'git lfs pull'";
    if (text.starts_with("{") || text.starts_with("["))
        return "a JSON text";
    if (text.starts_with("<!DOCTYPE html") || text.starts_with("<!doctype html") || text.starts_with("<html")
        || text.starts_with("<HTML"))
        return "a web page (HTML); the download probably failed";
    if (text.starts_with("<"))
        return "an XML text";
    if (text.starts_with("ir_version:"))
        return "an ONNX model written as text; only the binary form is read";
    return "a text file";
}

} // namespace

std::string describeForeignFile(std::span<const std::byte> bytes)
{
    const std::string_view head(reinterpret_cast<const char*>(bytes.data()), std::min<std::size_t>(bytes.size(), 512));
    if (head.empty())
        return {};
    if (head.starts_with("PK\x03\x04"))
        return describeZip(head);
    for (const Signature& signature : kBinary) {
        if (head.size() >= signature.offset && head.substr(signature.offset).starts_with(signature.bytes))
            return std::string(signature.meaning);
    }
    if (std::all_of(head.begin(), head.end(), [](char c) { return c == '\0'; }))
        return "a file of zeros; the copy or download was probably interrupted";
    if (isText(head))
        return describeText(head);
    return {};
}

} // namespace quantiscope
