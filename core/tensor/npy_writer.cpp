// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/npy_writer.h"

#include "core/base/file_io.h"
#include "core/tensor/npy_header.h"

#include <algorithm>
#include <ostream>

namespace quantiscope {

std::string npyHeaderText(DataType type, const Shape& shape)
{
    const auto known = std::find_if(kNumpyTypes.begin(), kNumpyTypes.end(),
                                    [type](const NumpyType& each) { return each.type == type; });
    if (known == kNumpyTypes.end())
        return {};
    std::string extents;
    for (const std::int64_t extent : shape)
        extents += std::to_string(extent) + ", ";
    if (shape.size() > 1)
        extents.resize(extents.size() - 2);
    else if (!extents.empty())
        extents.pop_back(); // a tuple of one: "(3,)"
    std::string dictionary =
        "{'descr': '" + std::string(known->descr) + "', 'fortran_order': False, 'shape': (" + extents + "), }";
    dictionary.resize((10 + dictionary.size() + 1 + 63) / 64 * 64 - 10 - 1, ' ');
    dictionary += '\n';
    std::string header("\x93NUMPY\x01\x00", 8);
    header += static_cast<char>(dictionary.size() & 0xFF);
    header += static_cast<char>(dictionary.size() >> 8);
    return header + dictionary;
}

Result<void> writeNpy(const std::filesystem::path& path, const Tensor& tensor)
{
    const std::string header = npyHeaderText(tensor.type(), tensor.shape());
    if (header.empty())
        return Error{ErrorCode::RuntimeFailure,
                     "'" + path.string() + "' cannot be written: NumPy has no type "
                         + std::string(dataTypeName(tensor.type())) + ".",
                     path.string()};
    return writeFileAtomically(path, [&](std::ostream& stream) -> Result<void> {
        stream.write(header.data(), static_cast<std::streamsize>(header.size()));
        stream.write(reinterpret_cast<const char*>(tensor.bytes().data()),
                     static_cast<std::streamsize>(tensor.bytes().size()));
        return {};
    });
}

} // namespace quantiscope
