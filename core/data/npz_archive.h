// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/tensor/npy.h"
#include "core/tensor/tensor_spec.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace quantiscope {

/// An array inside a .npz file, unpacked piece by piece. Not thread-safe, nor are two arrays of one archive.
class NpzArray
{
public:
    struct Entry;

    ~NpzArray();
    NpzArray(const NpzArray&) = delete;
    NpzArray& operator=(const NpzArray&) = delete;

    [[nodiscard]] const NpyHeader& header() const { return m_header; }

    /// Reads the stored bytes that begin @p offset bytes after the first element. An array that is stored plainly is
    /// positioned, a compressed one is unpacked forward and begun anew to go back. The checksum is verified when
    /// everything was read in order.
    [[nodiscard]] Result<void> readBytes(std::size_t offset, std::span<std::byte> bytes);

private:
    friend class NpzArchive;
    explicit NpzArray(std::unique_ptr<Entry> entry);
    [[nodiscard]] Result<void> readHeader();
    [[nodiscard]] Result<void> moveTo(std::size_t position);
    [[nodiscard]] Result<void> restart();
    [[nodiscard]] Result<void> readNext(std::span<std::byte> bytes);

    std::unique_ptr<Entry> m_entry;
    NpyHeader m_header;
};

/// A .npz file (a zip archive of .npy files, stored or deflated) that is not trusted: nothing is believed that the
/// sizes of file, entry and array do not confirm together.
class NpzArchive
{
public:
    /// `DataRefused` when the file cannot be read, is no zip archive, or has two arrays of one name.
    static Result<std::shared_ptr<NpzArchive>> open(const std::filesystem::path& path);

    ~NpzArchive();
    NpzArchive(const NpzArchive&) = delete;
    NpzArchive& operator=(const NpzArchive&) = delete;

    /// The arrays' names (entries without ".npy"), sorted; other entries are left out.
    [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }

    /// The array of that name, which must be one of names(). It must not outlive the archive. `DataRefused` when its
    /// header is wrong, it is encrypted, or its size in the archive is not that of its header and elements.
    [[nodiscard]] Result<std::unique_ptr<NpzArray>> array(const std::string& name) const;

private:
    struct Zip;
    NpzArchive(std::filesystem::path path, std::unique_ptr<Zip> zip);
    std::filesystem::path m_path;
    std::unique_ptr<Zip> m_zip;
    std::vector<std::string> m_names;
};

/// Which array of a .npz file feeds which input.
struct NpzMatch
{
    std::map<std::string, std::string> arrayOfInput;
    std::vector<std::string> surplus; ///< arrays that are no input's
};

/// Finds the arrays by the inputs' names; the only array `arr_0` (NumPy's name for a nameless one) feeds the only
/// input. `DataRefused` naming the inputs without an array and the arrays that are there.
[[nodiscard]] Result<NpzMatch> matchArrays(const std::vector<std::string>& names, std::span<const TensorSpec> inputs,
                                           const std::string& path);

/// "'a', 'b' and 3 more", made safe for printing.
[[nodiscard]] std::string nameList(const std::vector<std::string>& names);

} // namespace quantiscope
