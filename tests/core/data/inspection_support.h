// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/data_inspection.h"
#include "tests/core/data/data_test_support.h"

namespace quantiscope::test {

/// A picture file with blobs that depend on @p scene, moved by @p shift pixels; blurred when @p radius is not 0.
inline QByteArray scenePicture(int scene, int shift = 0, int radius = 0, int size = 64)
{
    const auto value = [&](int x, int y, int channel) {
        unsigned state = unsigned(scene * 7919 + ((x + shift) / 6) * 31 + (y / 6) * 17 + channel * 3 + 1);
        state = (state ^ 61U) ^ (state >> 16);
        state *= 9U;
        state ^= state >> 4;
        state *= 0x27d4eb2dU;
        return int((state >> 15) & 255U);
    };
    QByteArray bytes = "P6 " + QByteArray::number(size) + " " + QByteArray::number(size) + " 255\n";
    for (int y = 0; y < size; ++y) {
        for (int x = 0; x < size; ++x) {
            for (int c = 0; c < 3; ++c) {
                int sum = 0, count = 0;
                for (int dy = -radius; dy <= radius; ++dy) {
                    for (int dx = -radius; dx <= radius; ++dx, ++count)
                        sum += value(x + dx + 64, y + dy + 64, c);
                }
                bytes += char(sum / count);
            }
        }
    }
    return bytes;
}

inline const TensorSpec& colorInput()
{
    static const TensorSpec kInput = input("x", DataType::Float, {1, 3, 64, 64});
    return kInput;
}

inline InspectionRequest requestFor(const DataFolder& folder, const TensorSpec& target = colorInput())
{
    InspectionRequest request;
    request.data.source = folder.text();
    request.data.preprocess = *builtinPreprocess("unit");
    request.inputs = {target};
    return request;
}

inline const Finding* find(const DataInspection& inspection, FindingKind kind)
{
    for (const Finding& finding : inspection.findings) {
        if (finding.kind == kind)
            return &finding;
    }
    return nullptr;
}

} // namespace quantiscope::test

#define INSPECT(name, request)                                                                                         \
    RecordingFeedback feedback##name;                                                                                  \
    const auto result##name = inspectData(request, feedback##name);                                                    \
    VERIFY_OK(result##name);                                                                                           \
    const DataInspection& name = *result##name
