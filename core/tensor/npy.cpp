// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/npy.h"

#include "core/base/file_io.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <ostream>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

namespace quantiscope {

static_assert(std::endian::native == std::endian::little, "the .npy reader swaps big-endian files only");

namespace {

/// One element's bytes reversed, for every element.
void swapElements(std::span<std::byte> bytes, std::size_t elementSize)
{
    for (std::size_t i = 0; i + elementSize <= bytes.size(); i += elementSize)
        std::reverse(bytes.begin() + std::ptrdiff_t(i), bytes.begin() + std::ptrdiff_t(i + elementSize));
}

/// Column-major elements of @p source rewritten row by row.
void transposeElements(const Tensor& source, Tensor& target)
{
    const Shape& shape = source.shape();
    const std::size_t size = byteSize(source.type());
    std::vector<std::size_t> strides(shape.size(), 1); // of the source, in elements
    for (std::size_t axis = 1; axis < shape.size(); ++axis)
        strides[axis] = strides[axis - 1] * static_cast<std::size_t>(shape[axis - 1]);

    Shape index(shape.size(), 0);
    std::size_t from = 0;
    for (std::size_t to = 0; to < target.elements(); ++to) {
        std::memcpy(target.bytes().data() + to * size, source.bytes().data() + from * size, size);
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            from += strides[axis];
            if (++index[axis] < shape[axis])
                break;
            from -= strides[axis] * static_cast<std::size_t>(shape[axis]);
            index[axis] = 0;
        }
    }
}

} // namespace

Result<Tensor> allocateTensor(DataType type, Shape shape, const std::string& name)
{
    const auto count = elementCount(shape);
    assert(byteSize(type) > 0);
    const Error tooLarge{ErrorCode::OutOfMemory,
                         "There is not enough memory for " + std::string(dataTypeName(type)) + " "
                             + shapeListText(shape) + " of '" + name + "'.",
                         name};
    if (!count || *count > (std::size_t(1) << 62) / byteSize(type))
        return tooLarge;
    try {
        return Tensor(type, std::move(shape));
    } catch (const std::bad_alloc&) {
        return tooLarge;
    } catch (const std::length_error&) {
        return tooLarge;
    }
}

Result<Tensor> readNpyElements(const NpyHeader& header, const NpyByteSource& read, const std::string& name)
{
    Result<Tensor> stored = allocateTensor(header.type, header.shape, name);
    if (!stored)
        return stored.error();
    if (const Result<void> done = read(stored->bytes()); !done)
        return done.error();
    if (header.bigEndian)
        swapElements(stored->bytes(), byteSize(header.type));
    if (header.type == DataType::Bool) {
        for (std::byte& value : stored->bytes())
            value = std::byte(value != std::byte(0));
    }
    if (!header.fortranOrder)
        return stored;
    Result<Tensor> rows = allocateTensor(header.type, header.shape, name);
    if (rows)
        transposeElements(*stored, *rows);
    return rows;
}

Result<std::shared_ptr<const NpyFile>> NpyFile::open(const std::filesystem::path& path)
{
    // Tells why a path cannot be read, in the words used everywhere.
    if (const auto readable = MappedFile::open(path, ErrorCode::DataRefused); !readable)
        return readable.error();
    const std::string name = path.string();
    std::shared_ptr<NpyFile> file(new NpyFile);
    file->m_path = path;
    // pread, not a mapping: the pages of a big stacked file must not count as this program's memory.
    file->m_descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status = {};
    if (file->m_descriptor < 0 || ::fstat(file->m_descriptor, &status) != 0)
        return Error{ErrorCode::DataRefused, "'" + name + "' cannot be read: " + std::strerror(errno) + ".", name};
    const auto size = static_cast<std::size_t>(status.st_size);

    std::vector<std::byte> prefix(std::min(size, kNpyPrefixBytes));
    if (const Result<void> done = file->readBytes(0, prefix); !done)
        return done.error();
    const Result<std::size_t> headerSize = npyHeaderSize(prefix, name);
    if (!headerSize)
        return headerSize.error();
    prefix.resize(std::min(size, *headerSize));
    if (const Result<void> done = file->readBytes(0, prefix); !done)
        return done.error();
    Result<NpyHeader> header = parseNpyHeader(prefix, name);
    if (!header)
        return header.error();
    const std::size_t available = size - header->dataOffset;
    if (available < header->dataBytes()) {
        return damagedNpy(name,
                          "its data is truncated: " + std::to_string(header->dataBytes()) + " bytes are needed for "
                              + std::string(dataTypeName(header->type)) + " " + shapeListText(header->shape) + ", "
                              + std::to_string(available) + " are there");
    }
    if (available > header->dataBytes()) {
        return damagedNpy(name,
                          std::to_string(available - header->dataBytes())
                              + " bytes follow its array; save one array per file, or several as .npz");
    }
    file->m_header = std::move(*header);
    return std::shared_ptr<const NpyFile>(std::move(file));
}

NpyFile::~NpyFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Result<void> NpyFile::readBytes(std::size_t offset, std::span<std::byte> bytes) const
{
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto position = static_cast<off_t>(m_header.dataOffset + offset + done);
        const ssize_t count = ::pread(m_descriptor, bytes.data() + done, bytes.size() - done, position);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            return Error{ErrorCode::DataRefused,
                         "'" + m_path.string() + "' cannot be read: " + std::strerror(errno) + ".", m_path.string()};
        }
        if (count == 0)
            return damagedNpy(m_path.string(), "it became shorter while it was read");
        done += static_cast<std::size_t>(count);
    }
    return {};
}

Result<Tensor> readNpy(const std::filesystem::path& path)
{
    const auto file = NpyFile::open(path);
    if (!file)
        return file.error();
    return readNpyElements((*file)->header(),
                           [&file](std::span<std::byte> bytes) { return (*file)->readBytes(0, bytes); }, path.string());
}

} // namespace quantiscope
