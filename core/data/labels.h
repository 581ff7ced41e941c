// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/data/sample_source.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// The true class of each sample, for accuracy.
///
/// Read from one of
/// - a text file with a line `NAME<TAB>CLASS INDEX[<TAB>CLASS NAME]` per sample, where NAME is the file's path in the
/// data
///   folder, with or without the ending; empty lines and lines that begin with `#` are left out;
/// - a folder of class folders, whose sorted names are the classes 0, 1, …;
/// - a .npy file of integers, shape [samples] or [samples, 1], for stacked data.
class LabelMap
{
public:
    /// `DataRefused`, with the line where there is one, when @p path cannot be read or is none of these.
    static Result<LabelMap> read(const std::filesystem::path& path);

    /// The class of a sample by Sample::name and Sample::index; nothing when the labels do not have it. A name that is
    /// not there as it is is also tried without its ending, then without its folder, then without both.
    [[nodiscard]] std::optional<std::int64_t> labelOf(std::string_view name, std::size_t index) const;
    [[nodiscard]] std::optional<std::int64_t> labelOf(const Sample& sample) const
    {
        return labelOf(sample.name, sample.index);
    }

    /// What class @p label is called: its folder, or its name in the table; otherwise its number.
    [[nodiscard]] std::string className(std::int64_t label) const;

private:
    static Result<LabelMap> readTable(const std::filesystem::path& path);
    static Result<LabelMap> readClassFolders(const std::filesystem::path& folder);
    static Result<LabelMap> readArray(const std::filesystem::path& path);
    [[nodiscard]] Result<void> addLine(std::string_view line, const std::string& place);

    std::map<std::string, std::int64_t, std::less<>> m_byName;
    std::map<std::string, std::int64_t, std::less<>> m_byFolder;
    std::vector<std::int64_t> m_byIndex;
    std::map<std::int64_t, std::string> m_classNames;
};

} // namespace quantiscope
