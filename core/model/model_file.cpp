// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model_file.h"

#include "core/base/file_io.h"
#include "core/model/file_signature.h"
#include "core/model/message_text.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>
#include <onnx/onnx_pb.h>

#include <limits>
#include <new>
#include <optional>
#include <string_view>

namespace quantiscope {

namespace {

using Bytes = std::span<const std::byte>;

/// What a walk over the outermost fields of a protobuf message finds.
struct Outline
{
    bool isModel = false; ///< all fields seen are fields of ModelProto with the right wire type
    std::size_t missing = 0; ///< bytes that the last field needs beyond the end of the file
};

std::optional<std::uint64_t> readVarint(Bytes bytes, std::size_t& at)
{
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64 && at < bytes.size(); shift += 7) {
        const auto byte = std::to_integer<std::uint64_t>(bytes[at++]);
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    return std::nullopt;
}

/// Tag of a field of ModelProto: ir_version and model_version are numbers, the rest is length-delimited.
bool isModelField(std::uint64_t tag)
{
    const std::uint64_t field = tag >> 3;
    const std::uint64_t wireType = tag & 7;
    if (field == 1 || field == 5)
        return wireType == 0;
    return wireType == 2 && ((field >= 2 && field <= 8) || field == 14 || field == 20 || field == 25 || field == 26);
}

Outline outlineOf(Bytes bytes)
{
    Outline outline;
    std::size_t at = 0;
    while (at < bytes.size()) {
        const auto tag = readVarint(bytes, at);
        if (!tag || !isModelField(*tag)) {
            outline.isModel = false;
            return outline;
        }
        outline.isModel = true;
        const auto value = readVarint(bytes, at);
        if (!value) {
            outline.missing = 1;
            return outline;
        }
        if ((*tag & 7) == 0)
            continue;
        if (*value > bytes.size() - at) {
            outline.missing = static_cast<std::size_t>(*value - (bytes.size() - at));
            return outline;
        }
        at += static_cast<std::size_t>(*value);
    }
    return outline;
}

Error notAModel(const std::filesystem::path& path, Bytes bytes)
{
    const std::string kind = describeForeignFile(bytes);
    const std::string name = inQuotes(path.string());
    if (kind.empty())
        return refused(name + " is not an ONNX model.", path.string());
    return refused(name + " is not an ONNX model. It is " + kind + ".", path.string());
}

Error notParsed(const std::filesystem::path& path, Bytes bytes)
{
    const Outline outline = outlineOf(bytes);
    if (!outline.isModel || !describeForeignFile(bytes).empty())
        return notAModel(path, bytes);
    const std::string name = inQuotes(path.string());
    if (outline.missing > 0) {
        return refused(name + " is truncated: the file ends after " + std::to_string(bytes.size()) + " bytes, at least "
                           + std::to_string(outline.missing) + " more are missing. Copy or download it again.",
                       path.string());
    }
    return refused(name + " is damaged: it starts like an ONNX model, but its content cannot be read.", path.string());
}

} // namespace

Result<std::unique_ptr<onnx::ModelProto>> readModelFile(const std::filesystem::path& path)
{
    const auto file = MappedFile::open(path, ErrorCode::ModelRefused);
    if (!file)
        return file.error();
    const Bytes bytes = (*file)->bytes();
    const std::string name = inQuotes(path.string());
    if (bytes.empty())
        return refused("The file " + name + " is empty (0 bytes).", path.string());
    if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        if (!outlineOf(bytes.first(16)).isModel)
            return notAModel(path, bytes);
        return refused(name + " is larger than 2 GiB, which an ONNX file cannot be. Save the model with external data.",
                       path.string());
    }
    const google::protobuf::LogSilencer silencer; // protobuf reports parse errors on stderr by itself
    auto model = std::make_unique<onnx::ModelProto>();
    try {
        google::protobuf::io::ArrayInputStream array(bytes.data(), static_cast<int>(bytes.size()));
        google::protobuf::io::CodedInputStream stream(&array);
        stream.SetTotalBytesLimit(std::numeric_limits<int>::max());
        if (!model->ParseFromCodedStream(&stream) || !stream.ConsumedEntireMessage())
            return notParsed(path, bytes);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "There is not enough memory to load " + name + ".", path.string()};
    }
    if (!model->has_graph() && (!model->has_ir_version() || !outlineOf(bytes).isModel))
        return notAModel(path, bytes);
    return model;
}

} // namespace quantiscope
