// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/npz_archive.h"

#include "core/base/file_io.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <zip.h>

namespace quantiscope {

namespace {

constexpr char kSuffix[] = ".npy";
constexpr std::uint64_t kMostDeflateRatio = 1040; // deflate's limit is 1032

std::string errorText(int code)
{
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    std::string text = zip_error_strerror(&error);
    zip_error_fini(&error);
    return text;
}

Error refused(const std::string& name, const std::string& what)
{
    return {ErrorCode::DataRefused, "'" + name + "' " + what + ".", name};
}

} // namespace

struct NpzArray::Entry
{
    ~Entry()
    {
        if (file)
            zip_fclose(file);
    }

    zip_t* zip = nullptr;
    zip_uint64_t index = 0;
    zip_file_t* file = nullptr;
    std::size_t size = 0; ///< bytes of the unpacked entry, as the archive says
    std::size_t position = 0; ///< of the next unpacked byte
    bool isStored = false;
    std::string name; ///< "data.npz[x]", for messages
};

struct NpzArchive::Zip
{
    ~Zip() { zip_discard(handle); }

    zip_t* handle = nullptr;
    std::uint64_t fileSize = 0;
    std::map<std::string, zip_uint64_t> indices; ///< by the array's name
};

NpzArray::NpzArray(std::unique_ptr<Entry> entry) : m_entry(std::move(entry))
{
}

NpzArray::~NpzArray() = default;

Result<void> NpzArray::restart()
{
    if (m_entry->file)
        zip_fclose(m_entry->file);
    m_entry->position = 0;
    m_entry->file = zip_fopen_index(m_entry->zip, m_entry->index, 0);
    if (!m_entry->file)
        return refused(m_entry->name, std::string("cannot be unpacked: ") + zip_strerror(m_entry->zip));
    return {};
}

Result<void> NpzArray::readNext(std::span<std::byte> bytes)
{
    const auto failed = [this] {
        return refused(m_entry->name, std::string("cannot be unpacked: ") + zip_file_strerror(m_entry->file));
    };
    std::size_t done = 0;
    while (done < bytes.size()) {
        const zip_int64_t count = zip_fread(m_entry->file, bytes.data() + done, bytes.size() - done);
        if (count < 0)
            return failed();
        if (count == 0)
            return refused(m_entry->name, "is truncated: the archive holds less than it says");
        done += static_cast<std::size_t>(count);
        m_entry->position += static_cast<std::size_t>(count);
    }
    if (!bytes.empty() && m_entry->position == m_entry->size) {
        std::byte beyond;
        const zip_int64_t count = zip_fread(m_entry->file, &beyond, 1); // at the end the checksum is verified
        if (count < 0)
            return failed();
        if (count > 0)
            return refused(m_entry->name, "is damaged: the archive holds more than it says");
    }
    return {};
}

Result<void> NpzArray::moveTo(std::size_t position)
{
    if (m_entry->isStored && position != m_entry->position) {
        if (zip_fseek(m_entry->file, static_cast<zip_int64_t>(position), SEEK_SET) == 0) {
            m_entry->position = position;
            return {};
        }
        m_entry->isStored = false; // as if compressed
        if (const Result<void> begun = restart(); !begun)
            return begun.error();
    }
    if (position < m_entry->position) {
        if (const Result<void> begun = restart(); !begun)
            return begun.error();
    }
    std::vector<std::byte> dropped(std::min<std::size_t>(position - m_entry->position, std::size_t(1) << 16));
    while (m_entry->position < position) {
        const std::size_t count = std::min(dropped.size(), position - m_entry->position);
        if (const Result<void> done = readNext(std::span(dropped).first(count)); !done)
            return done.error();
    }
    return {};
}

Result<void> NpzArray::readBytes(std::size_t offset, std::span<std::byte> bytes)
{
    if (const Result<void> moved = moveTo(m_header.dataOffset + offset); !moved)
        return moved.error();
    return readNext(bytes);
}

Result<void> NpzArray::readHeader()
{
    if (const Result<void> begun = restart(); !begun)
        return begun.error();
    std::vector<std::byte> prefix(std::min(m_entry->size, kNpyPrefixBytes));
    if (const Result<void> done = readNext(prefix); !done)
        return done.error();
    const Result<std::size_t> headerSize = npyHeaderSize(prefix, m_entry->name);
    if (!headerSize)
        return headerSize.error();
    const std::size_t known = prefix.size();
    prefix.resize(std::max(known, std::min(m_entry->size, *headerSize)));
    if (const Result<void> done = readNext(std::span(prefix).subspan(known)); !done)
        return done.error();
    Result<NpyHeader> header = parseNpyHeader(prefix, m_entry->name);
    if (!header)
        return header.error();
    if (header->dataOffset + header->dataBytes() != m_entry->size) {
        return refused(m_entry->name,
                       "has " + std::to_string(m_entry->size) + " bytes in the archive, but its header ("
                           + std::string(dataTypeName(header->type)) + " " + shapeListText(header->shape) + ") needs "
                           + std::to_string(header->dataOffset + header->dataBytes()));
    }
    m_header = std::move(*header);
    return {};
}

NpzArchive::NpzArchive(std::filesystem::path path, std::unique_ptr<Zip> zip)
    : m_path(std::move(path)), m_zip(std::move(zip))
{
    for (const auto& [name, index] : m_zip->indices)
        m_names.push_back(name);
}

NpzArchive::~NpzArchive() = default;

Result<std::shared_ptr<NpzArchive>> NpzArchive::open(const std::filesystem::path& path)
{
    // Tells why a path cannot be read, in the words used everywhere.
    const auto mapped = MappedFile::open(path, ErrorCode::DataRefused);
    if (!mapped)
        return mapped.error();
    int code = 0;
    zip_t* handle = zip_open(path.c_str(), ZIP_RDONLY, &code);
    if (!handle)
        return refused(path.string(), "is not a valid .npz file: " + errorText(code));
    auto zip = std::make_unique<Zip>();
    zip->handle = handle;
    zip->fileSize = (*mapped)->bytes().size();
    const zip_int64_t count = zip_get_num_entries(handle, 0);
    for (zip_int64_t i = 0; i < count; ++i) {
        const char* entry = zip_get_name(handle, static_cast<zip_uint64_t>(i), 0);
        std::string name = entry ? entry : "";
        if (name.size() <= sizeof(kSuffix) - 1 || !name.ends_with(kSuffix))
            continue;
        name.resize(name.size() - (sizeof(kSuffix) - 1));
        if (!zip->indices.emplace(name, static_cast<zip_uint64_t>(i)).second)
            return refused(path.string(), "has two arrays that are called " + nameList({name}));
    }
    return std::shared_ptr<NpzArchive>(new NpzArchive(path, std::move(zip)));
}

Result<std::unique_ptr<NpzArray>> NpzArchive::array(const std::string& name) const
{
    auto entry = std::make_unique<NpzArray::Entry>();
    entry->zip = m_zip->handle;
    entry->index = m_zip->indices.at(name);
    const std::string shown = nameList({name});
    entry->name = m_path.string() + "[" + shown.substr(1, shown.size() - 2) + "]";
    zip_stat_t stat;
    constexpr zip_uint64_t kNeeded =
        ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    if (zip_stat_index(entry->zip, entry->index, 0, &stat) != 0 || (stat.valid & kNeeded) != kNeeded)
        return refused(entry->name, "cannot be read: the archive does not describe it");
    if (stat.encryption_method != ZIP_EM_NONE)
        return refused(entry->name, "is encrypted");
    if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE) {
        return refused(entry->name,
                       "is compressed in another way than NumPy does; save it with numpy.savez or "
                       "numpy.savez_compressed");
    }
    entry->isStored = stat.comp_method == ZIP_CM_STORE;
    const bool ratioIsPossible = entry->isStored
        ? stat.size == stat.comp_size
        : stat.comp_size < std::numeric_limits<std::uint64_t>::max() / kMostDeflateRatio - 64
            && stat.size <= (stat.comp_size + 64) * kMostDeflateRatio;
    if (stat.comp_size > m_zip->fileSize || !ratioIsPossible)
        return refused(entry->name, "is damaged: the sizes that the archive gives cannot be true");
    entry->size = static_cast<std::size_t>(stat.size);
    std::unique_ptr<NpzArray> array(new NpzArray(std::move(entry)));
    if (const Result<void> header = array->readHeader(); !header)
        return header.error();
    return array;
}

Result<NpzMatch> matchArrays(const std::vector<std::string>& names, std::span<const TensorSpec> inputs,
                             const std::string& path)
{
    NpzMatch match;
    if (inputs.size() == 1 && names == std::vector<std::string>{"arr_0"}) {
        match.arrayOfInput.emplace(inputs[0].name, names[0]);
        return match;
    }
    match.surplus = names;
    std::vector<std::string> missing;
    for (const TensorSpec& input : inputs) {
        if (std::erase(match.surplus, input.name) > 0)
            match.arrayOfInput.emplace(input.name, input.name);
        else
            missing.push_back(input.name);
    }
    if (missing.empty())
        return match;
    std::string message = "'" + path + "' has no array for the model's input" + (missing.size() > 1 ? "s " : " ")
        + nameList(missing) + ".";
    message += names.empty()    ? std::string(" It has no arrays at all.")
        : match.surplus.empty() ? std::string()
                                : " Its other arrays are " + nameList(match.surplus) + ".";
    message += " Save each array under its input's name: numpy.savez(file, **{'" + missing.front() + "': …}).";
    return Error{ErrorCode::DataRefused, message, path};
}

std::string nameList(const std::vector<std::string>& names)
{
    constexpr std::size_t kMostNames = 5;
    constexpr std::size_t kMostBytes = 80;
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), kMostNames); ++i) {
        std::string name = names[i].size() > kMostBytes ? names[i].substr(0, kMostBytes) + "..." : names[i];
        // A name out of a file must not control the terminal.
        std::replace_if(
            name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '?');
        list += (i > 0 ? ", '" : "'") + name + "'";
    }
    if (names.size() > kMostNames)
        list += " and " + std::to_string(names.size() - kMostNames) + " more";
    return list;
}

} // namespace quantiscope
