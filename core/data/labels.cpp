// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/labels.h"

#include "core/base/file_io.h"
#include "core/data/folder_listing.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

namespace quantiscope {

namespace fs = std::filesystem;

namespace {

Error refused(const std::string& place, const std::string& what)
{
    return {ErrorCode::DataRefused, "Labels " + place + ": " + what + ".", place};
}

std::vector<std::string_view> columnsOf(std::string_view line)
{
    std::vector<std::string_view> columns;
    for (;;) {
        const std::size_t tab = line.find('\t');
        columns.push_back(line.substr(0, tab));
        if (tab == std::string_view::npos)
            return columns;
        line.remove_prefix(tab + 1);
    }
}

std::string_view withoutFolder(std::string_view name)
{
    const std::size_t slash = name.rfind('/');
    return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

std::string_view withoutEnding(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    const std::size_t start = name.size() - withoutFolder(name).size();
    return dot == std::string_view::npos || dot <= start ? name : name.substr(0, dot);
}

/// The integers of @p tensor as int64; nothing for other types and values that do not fit.
std::optional<std::vector<std::int64_t>> integersOf(const Tensor& tensor)
{
    std::vector<std::int64_t> values;
    values.reserve(tensor.elements());
    const auto append = [&values](const auto& elements) {
        for (const auto element : elements) {
            if (std::cmp_greater(element, std::numeric_limits<std::int64_t>::max()))
                return false;
            values.push_back(static_cast<std::int64_t>(element));
        }
        return true;
    };
    const auto appended = [&] {
        switch (tensor.type()) {
        case DataType::Int8:
            return append(tensor.as<std::int8_t>());
        case DataType::UInt8:
            return append(tensor.as<std::uint8_t>());
        case DataType::Int16:
            return append(tensor.as<std::int16_t>());
        case DataType::UInt16:
            return append(tensor.as<std::uint16_t>());
        case DataType::Int32:
            return append(tensor.as<std::int32_t>());
        case DataType::UInt32:
            return append(tensor.as<std::uint32_t>());
        case DataType::Int64:
            return append(tensor.as<std::int64_t>());
        case DataType::UInt64:
            return append(tensor.as<std::uint64_t>());
        default:
            return false;
        }
    };
    return appended() ? std::optional(std::move(values)) : std::nullopt;
}

} // namespace

Result<LabelMap> LabelMap::read(const fs::path& path)
{
    std::error_code ec;
    if (fs::is_directory(path, ec))
        return readClassFolders(path);
    return dataFileKind(path) == DataFileKind::Npy ? readArray(path) : readTable(path);
}

Result<void> LabelMap::addLine(std::string_view line, const std::string& place)
{
    const std::vector<std::string_view> columns = columnsOf(line);
    if (columns.size() < 2 || columns.size() > 3) {
        return refused(place,
                       "has " + std::to_string(columns.size()) + " column" + (columns.size() == 1 ? "" : "s")
                           + "; a name, a class index and perhaps a class name are needed, with a tab between them");
    }
    if (columns[0].empty())
        return refused(place, "has no name in the first column");
    std::int64_t label = 0;
    const char* last = columns[1].data() + columns[1].size();
    const auto [end, ec] = std::from_chars(columns[1].data(), last, label);
    if (ec != std::errc() || end != last || label < 0)
        return refused(place, "the second column is not a class index (0, 1, …)");
    std::string_view name = columns[0];
    if (name.starts_with("./"))
        name.remove_prefix(2);
    const auto [known, isNew] = m_byName.emplace(name, label);
    if (!isNew && known->second != label)
        return refused(place, "gives another class to a name that was there before");
    if (columns.size() == 3 && !columns[2].empty()) {
        const auto [className, isNewClass] = m_classNames.emplace(label, columns[2]);
        if (!isNewClass && className->second != columns[2])
            return refused(place, "gives another name to class " + std::to_string(label));
    }
    return {};
}

Result<LabelMap> LabelMap::readTable(const fs::path& path)
{
    const Result<std::string> text = readTextFile(path, ErrorCode::DataRefused);
    if (!text)
        return text.error();
    LabelMap labels;
    std::string_view rest = *text;
    if (rest.starts_with("\xEF\xBB\xBF")) // a byte order mark, as spreadsheets write it
        rest.remove_prefix(3);
    for (std::size_t number = 1; !rest.empty(); ++number) {
        const std::size_t end = rest.find('\n');
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (line.find_first_not_of(" \t") == std::string_view::npos || line.starts_with('#'))
            continue;
        const std::string place = "'" + path.string() + "', line " + std::to_string(number);
        if (const Result<void> added = labels.addLine(line, place); !added)
            return added.error();
    }
    if (labels.m_byName.empty())
        return refused("'" + path.string() + "'", "the file has no labels");
    return labels;
}

Result<LabelMap> LabelMap::readClassFolders(const fs::path& folder)
{
    std::vector<std::string> names;
    std::error_code ec;
    fs::directory_iterator iterator(folder, ec);
    for (; !ec && iterator != fs::directory_iterator(); iterator.increment(ec)) {
        std::string name = iterator->path().filename().string();
        std::error_code ignored;
        if (!name.starts_with('.') && iterator->is_directory(ignored))
            names.push_back(std::move(name));
    }
    if (ec)
        return refused("'" + folder.string() + "'", "the folder cannot be read: " + ec.message());
    if (names.empty()) {
        return refused("'" + folder.string() + "'",
                       "the folder has no sub-folders, one per class; give class folders, a text file or a .npy file");
    }
    std::sort(names.begin(), names.end());
    LabelMap labels;
    for (const std::string& name : names) {
        const auto label = static_cast<std::int64_t>(labels.m_byFolder.size());
        labels.m_byFolder.emplace(name, label);
        labels.m_classNames.emplace(label, name);
    }
    return labels;
}

Result<LabelMap> LabelMap::readArray(const fs::path& path)
{
    const std::string place = "'" + path.string() + "'";
    const Result<Tensor> tensor = readNpy(path);
    if (!tensor)
        return tensor.error();
    const Shape& shape = tensor->shape();
    const bool isList = shape.size() == 1 || (shape.size() == 2 && shape[1] == 1);
    auto values = integersOf(*tensor);
    if (!isList || !values || values->empty())
        return refused(place, "one integer per sample is needed, but the file holds " + tensor->describe());
    if (*std::min_element(values->begin(), values->end()) < 0)
        return refused(place, "a class index must not be negative");
    LabelMap labels;
    labels.m_byIndex = std::move(*values);
    return labels;
}

std::string LabelMap::className(std::int64_t label) const
{
    const auto found = m_classNames.find(label);
    return found != m_classNames.end() ? found->second : std::to_string(label);
}

std::optional<std::int64_t> LabelMap::labelOf(std::string_view name, std::size_t index) const
{
    if (!m_byIndex.empty())
        return index < m_byIndex.size() ? std::optional(m_byIndex[index]) : std::nullopt;
    if (!m_byFolder.empty()) {
        const std::size_t slash = name.find('/');
        const auto found = m_byFolder.find(name.substr(0, slash));
        return slash != std::string_view::npos && found != m_byFolder.end() ? std::optional(found->second)
                                                                            : std::nullopt;
    }
    const std::string_view base = withoutFolder(name);
    for (const std::string_view candidate : {name, withoutEnding(name), base, withoutEnding(base)}) {
        if (const auto found = m_byName.find(candidate); found != m_byName.end())
            return found->second;
    }
    return std::nullopt;
}

} // namespace quantiscope
