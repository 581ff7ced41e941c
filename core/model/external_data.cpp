// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/external_data.h"

#include "core/model/message_text.h"
#include "core/model/tensor_proto_data.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace quantiscope {

namespace fs = std::filesystem;

namespace {

const std::string* entry(const onnx::TensorProto& tensor, const char* key)
{
    for (const auto& pair : tensor.external_data()) {
        if (pair.key() == key)
            return &pair.value();
    }
    return nullptr;
}

/// Decimal digits only; nothing for anything else or for what does not fit.
std::optional<std::size_t> number(const std::string& text)
{
    std::size_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stopped != end || text.empty())
        return std::nullopt;
    return value;
}

bool isInside(const fs::path& file, const fs::path& folder)
{
    const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
    return end == folder.end() && rest != file.end();
}

/// The path of @p location in @p folder; refused when it leads out of the folder.
Result<fs::path> resolve(const fs::path& folder, const std::string& location, const std::string& what)
{
    const std::string who = sentenceCase(what) + " ";
    const std::string where = "the external file " + inQuotes(location);
    if (location.find('\0') != std::string::npos)
        return refused(who + "names " + where + ", which is not a file name.");
    const fs::path relative(location);
    if (relative.is_absolute())
        return refused(who + "names " + where + " by an absolute path; only files in the model's folder are read.");
    if (std::find(relative.begin(), relative.end(), fs::path("..")) != relative.end())
        return refused(who + "names " + where + ", which leads out of the model's folder by '..'.");

    std::error_code ec;
    const fs::path home = fs::canonical(folder.empty() ? fs::path(".") : folder, ec);
    if (ec)
        return refused(who + "names " + where + ", but the model's folder cannot be opened: " + ec.message() + ".");
    const fs::path path = home / relative;
    const fs::path target = fs::canonical(path, ec);
    if (ec == std::errc::no_such_file_or_directory || ec == std::errc::not_a_directory) {
        return refused(who + "is kept in " + where + ", which does not exist beside the model. Copy it there.",
                       path.string());
    }
    if (ec)
        return refused(who + "is kept in " + where + ", which cannot be opened: " + ec.message() + ".", path.string());
    if (target != home && !isInside(target, home)) { // the folder itself is refused as one, like any other
        return refused(who + "is kept in " + where
                           + ", a symbolic link that leads out of the model's folder. Copy the file itself there.",
                       path.string());
    }
    return target;
}

} // namespace

Result<void> ExternalData::add(const fs::path& folder, const onnx::TensorProto& tensor, const std::string& what)
{
    const std::string location = externalLocation(tensor);
    const std::string who = sentenceCase(what) + " ";
    if (location.empty())
        return refused(who + "is stored in an external file, but no file is named.", tensor.name());
    auto mapped = m_files.find(location);
    if (mapped == m_files.end()) {
        const auto path = resolve(folder, location, what);
        if (!path)
            return path.error();
        auto file = MappedFile::open(*path, ErrorCode::ModelRefused);
        if (!file)
            return refused(who + "is kept in an external file: " + file.error().message, file.error().subject);
        mapped = m_files.emplace(location, *file).first;
    }

    const std::size_t fileSize = mapped->second->bytes().size();
    const auto need = rawByteCount(tensor);
    if (!need)
        return refused(who + "is kept in an external file, but its type and shape have no fixed size.", tensor.name());
    std::size_t offset = 0;
    std::size_t length = *need;
    for (const auto& [key, value] : {std::pair("offset", &offset), std::pair("length", &length)}) {
        const std::string* text = entry(tensor, key);
        if (!text)
            continue;
        const auto parsed = number(*text);
        if (!parsed)
            return refused(who + "has the external " + key + " " + inQuotes(*text) + ", which is not a number.",
                           tensor.name());
        *value = *parsed;
    }
    if (length != *need) {
        return refused(who + "takes " + std::to_string(length) + " bytes of the external file " + inQuotes(location)
                           + ", its type and shape need " + std::to_string(*need) + ".",
                       tensor.name());
    }
    if (offset > fileSize || length > fileSize - offset) {
        return refused(who + "needs " + std::to_string(length) + " bytes at offset " + std::to_string(offset)
                           + " of the external file " + inQuotes(location) + ", which has only "
                           + std::to_string(fileSize) + " bytes.",
                       tensor.name());
    }
    return {};
}

std::span<const std::byte> ExternalData::bytes(const onnx::TensorProto& tensor) const
{
    const auto mapped = m_files.find(externalLocation(tensor));
    const auto need = rawByteCount(tensor);
    if (mapped == m_files.end() || !need)
        return {};
    const std::string* text = entry(tensor, "offset");
    const std::size_t offset = text ? number(*text).value_or(0) : 0;
    const auto all = mapped->second->bytes();
    if (offset > all.size() || *need > all.size() - offset)
        return {};
    return all.subspan(offset, *need);
}

std::string externalLocation(const onnx::TensorProto& tensor)
{
    const std::string* location = entry(tensor, "location");
    return location ? *location : std::string();
}

void embed(onnx::TensorProto& tensor, std::span<const std::byte> bytes)
{
    tensor.clear_external_data();
    tensor.clear_data_location();
    tensor.set_raw_data(bytes.data(), bytes.size());
}

} // namespace quantiscope
