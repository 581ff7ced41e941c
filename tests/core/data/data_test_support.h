// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/file_io.h"
#include "core/tensor/npy.h"
#include "core/tensor/npy_writer.h"
#include "core/tensor/tensor_spec.h"
#include "tests/support/recording_feedback.h"
#include "tests/support/verify_result.h"

#include <QByteArray>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace quantiscope::test {

/// A folder for one test's files.
class DataFolder
{
public:
    DataFolder()
    {
        auto folder = TemporaryFolder::create();
        m_folder = std::move(*folder);
    }

    [[nodiscard]] std::filesystem::path path(const std::string& name = {}) const { return m_folder->path() / name; }
    [[nodiscard]] std::string text(const std::string& name = {}) const { return path(name).string(); }

    void write(const std::string& name, const QByteArray& bytes) const
    {
        std::filesystem::create_directories(path(name).parent_path());
        std::ofstream(path(name), std::ios::binary).write(bytes.constData(), bytes.size());
    }

    /// A .npy file whose elements count up from @p first.
    void writeNpyFile(const std::string& name, DataType type, Shape shape, int first = 0) const
    {
        std::filesystem::create_directories(path(name).parent_path());
        (void)writeNpy(path(name), counting(type, std::move(shape), first));
    }

    /// A picture of one colour as a PPM file.
    void writePicture(const std::string& name, int width, int height, const QByteArray& rgb) const
    {
        write(name,
              "P6 " + QByteArray::number(width) + " " + QByteArray::number(height) + " 255\n"
                  + rgb.repeated(width * height));
    }

    /// Elements first, first + 1, … of float32, float64, int32, int64 or uint8.
    static Tensor counting(DataType type, Shape shape, int first = 0)
    {
        Tensor tensor(type, std::move(shape));
        for (std::size_t i = 0; i < tensor.elements(); ++i) {
            const int value = first + int(i);
            if (type == DataType::Float)
                tensor.as<float>()[i] = float(value);
            else if (type == DataType::Double)
                tensor.as<double>()[i] = value;
            else if (type == DataType::Int32)
                tensor.as<std::int32_t>()[i] = value;
            else if (type == DataType::Int64)
                tensor.as<std::int64_t>()[i] = value;
            else if (type == DataType::UInt8)
                tensor.as<std::uint8_t>()[i] = std::uint8_t(value);
        }
        return tensor;
    }

private:
    std::unique_ptr<TemporaryFolder> m_folder;
};

inline TensorSpec input(std::string name, DataType type, Shape shape)
{
    TensorSpec spec;
    spec.name = std::move(name);
    spec.type = type;
    spec.dimensionNames.resize(shape.size());
    spec.shape = std::move(shape);
    return spec;
}

inline std::vector<float> floats(const Tensor& tensor)
{
    const auto values = tensor.as<float>();
    return {values.begin(), values.end()};
}

inline bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace quantiscope::test

/// Checks that @p result is an Error with this code whose message has @p part.
#define VERIFY_REFUSED(result, errorCode, part)                                                                        \
    do {                                                                                                               \
        const auto& checked = (result);                                                                                \
        QVERIFY(!checked.has_value());                                                                                 \
        QVERIFY2(quantiscope::test::contains(checked.error().message, part), checked.error().message.c_str());         \
        QVERIFY2(checked.error().code == (errorCode), checked.error().message.c_str());                                \
    } while (false)
