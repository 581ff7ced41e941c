// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

/// The C interface between the engine and the picture decoder `libquantiscope_images.so`.
///
/// The decoder is a library of its own, loaded at first use: linking OpenCV's imgcodecs into the programs costs 170 ms
/// of start-up on Debian, whose build pulls in GDAL and 110 more libraries.
extern "C" {

/// Version of this interface; the engine refuses another one.
inline constexpr int kQuantiscopeImagesAbi = 1;

/// Gives the room for a picture of @p width x @p height pixels of 3 bytes, or null to stop. Called at most once.
using QuantiscopeAllocatePixels = std::uint8_t* (*)(void* context, std::int32_t width, std::int32_t height);

/// Version of the interface that the library was built with.
using QuantiscopeImagesAbiFunction = int (*)();

/// Decodes @p size bytes at @p data into 8-bit B, G, R pixels, row by row without gaps. Returns 0 when done; otherwise
/// @p reason (of @p reasonSize bytes) holds why not, zero-terminated. Thread-safe. Never throws and prints nothing.
using QuantiscopeDecodeFunction = int (*)(const std::uint8_t* data, std::size_t size,
                                          QuantiscopeAllocatePixels allocate, void* context, char* reason,
                                          std::size_t reasonSize);
}
