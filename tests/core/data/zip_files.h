// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/data/data_test_support.h"

#include <utility>

#include <zip.h>

namespace quantiscope::test {

/// The content of a .npy file.
inline QByteArray npyOf(const Tensor& tensor)
{
    QByteArray bytes = QByteArray::fromStdString(npyHeaderText(tensor.type(), tensor.shape()));
    bytes.append(reinterpret_cast<const char*>(tensor.bytes().data()), qsizetype(tensor.bytes().size()));
    return bytes;
}

/// Writes a zip archive as libzip makes it.
inline void writeZip(const std::filesystem::path& path, const std::vector<std::pair<std::string, QByteArray>>& entries,
                     int method = ZIP_CM_STORE)
{
    std::filesystem::create_directories(path.parent_path());
    int code = 0;
    zip_t* zip = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
    for (const auto& [name, bytes] : entries) {
        zip_source_t* source = zip_source_buffer(zip, bytes.constData(), zip_uint64_t(bytes.size()), 0);
        const zip_int64_t index = zip_file_add(zip, name.c_str(), source, ZIP_FL_ENC_UTF_8);
        zip_set_file_compression(zip, zip_uint64_t(index), method, 0);
    }
    zip_close(zip);
}

} // namespace quantiscope::test
