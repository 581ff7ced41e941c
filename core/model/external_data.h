// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/file_io.h"
#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>

namespace onnx {
class GraphProto;
class TensorProto;
} // namespace onnx

namespace quantiscope {

/// The files in which a model keeps weights, mapped into memory. Copies share the mappings.
class ExternalData
{
public:
    /// Maps the file that @p tensor names and checks that its part of the file exists and has the right size.
    ///
    /// ModelRefused when the location is missing, empty, absolute, leads out of @p folder (by `..` or a symbolic link),
    /// does not exist, or when offset or length are not numbers, lie beyond the file or disagree with type and shape.
    /// @p what names the tensor in the message.
    Result<void> add(const std::filesystem::path& folder, const onnx::TensorProto& tensor, const std::string& what);

    /// The elements of a tensor that add() accepted.
    [[nodiscard]] std::span<const std::byte> bytes(const onnx::TensorProto& tensor) const;

private:
    std::map<std::string, std::shared_ptr<const MappedFile>> m_files; // by location as the model writes it
};

/// The file that an external tensor names, as written; empty when there is none.
[[nodiscard]] std::string externalLocation(const onnx::TensorProto& tensor);

/// Turns an external tensor into one that holds @p bytes in raw_data.
void embed(onnx::TensorProto& tensor, std::span<const std::byte> bytes);

} // namespace quantiscope
