// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/picture_extents.h"

#include <string_view>

namespace quantiscope {

namespace {

/// The bytes of a file; those behind its end read as zeros.
class Header
{
public:
    explicit Header(std::span<const std::byte> bytes) : m_bytes(bytes) { }

    [[nodiscard]] bool startsWith(std::string_view text, std::size_t at = 0) const
    {
        return at + text.size() <= m_bytes.size()
            && std::string_view(reinterpret_cast<const char*>(m_bytes.data()) + at, text.size()) == text;
    }

    /// An unsigned number of @p width bytes.
    [[nodiscard]] std::uint64_t big(std::size_t at, std::size_t width) const
    {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < width; ++i)
            value = value << 8 | byte(at + i);
        return value;
    }
    [[nodiscard]] std::uint64_t little(std::size_t at, std::size_t width) const
    {
        std::uint64_t value = 0;
        for (std::size_t i = width; i-- > 0;)
            value = value << 8 | byte(at + i);
        return value;
    }

    [[nodiscard]] std::uint64_t byte(std::size_t at) const
    {
        return at < m_bytes.size() ? std::to_integer<std::uint64_t>(m_bytes[at]) : 0;
    }
    [[nodiscard]] std::size_t size() const { return m_bytes.size(); }

private:
    std::span<const std::byte> m_bytes;
};

/// Magnitude of a signed 32-bit number: BMP heights are negative when the rows go downwards.
std::uint64_t magnitude(std::uint64_t number)
{
    return number >> 31 ? (std::uint64_t(1) << 32) - number : number;
}

/// The frame header (SOF0 … SOF15 without DHT, JPG and DAC) among the segments.
std::optional<PictureExtents> jpegExtents(const Header& file)
{
    std::size_t at = 2;
    while (at + 9 <= file.size()) {
        if (file.byte(at) != 0xFF || file.byte(at + 1) == 0xFF) {
            ++at;
            continue;
        }
        const std::uint64_t marker = file.byte(at + 1);
        if (marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC)
            return PictureExtents{file.big(at + 7, 2), file.big(at + 5, 2)};
        const bool hasLength = marker > 0x01 && (marker < 0xD0 || marker > 0xD8);
        at += 2 + (hasLength ? file.big(at + 2, 2) : 0);
    }
    return std::nullopt;
}

std::optional<PictureExtents> webpExtents(const Header& file)
{
    if (file.startsWith("VP8X", 12))
        return PictureExtents{file.little(24, 3) + 1, file.little(27, 3) + 1};
    if (file.startsWith("VP8 ", 12))
        return PictureExtents{file.little(26, 2) & 0x3FFF, file.little(28, 2) & 0x3FFF};
    if (!file.startsWith("VP8L", 12))
        return std::nullopt;
    const std::uint64_t bits = file.little(21, 4);
    return PictureExtents{(bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1};
}

/// Tags 256 and 257 of the first directory, of 16 or 32 bits.
std::optional<PictureExtents> tiffExtents(const Header& file)
{
    const bool isLittle = file.byte(0) == 'I';
    const auto number = [&](std::uint64_t at, std::size_t width) {
        return isLittle ? file.little(static_cast<std::size_t>(at), width)
                        : file.big(static_cast<std::size_t>(at), width);
    };
    constexpr std::uint64_t kShort = 3;
    constexpr std::uint64_t kEntryBytes = 12;
    const std::uint64_t directory = number(4, 4);
    const std::uint64_t entries = number(directory, 2);
    PictureExtents extents;
    for (std::uint64_t i = 0; i < entries; ++i) {
        const std::uint64_t entry = directory + 2 + i * kEntryBytes;
        const std::uint64_t value = number(entry + 8, number(entry + 2, 2) == kShort ? 2 : 4);
        if (number(entry, 2) == 256)
            extents.width = value;
        else if (number(entry, 2) == 257)
            extents.height = value;
    }
    return extents.width > 0 && extents.height > 0 ? std::optional(extents) : std::nullopt;
}

/// "P6 width height …" with blanks and comments between.
std::optional<PictureExtents> pnmExtents(const Header& file)
{
    constexpr std::uint64_t kLimit = std::uint64_t(1) << 32;
    std::size_t at = 2;
    const auto number = [&]() -> std::uint64_t {
        while (at < file.size() && (file.byte(at) < '0' || file.byte(at) > '9')) {
            const bool isComment = file.byte(at) == '#';
            while (isComment && at < file.size() && file.byte(at) != '\n')
                ++at;
            ++at;
        }
        std::uint64_t value = 0;
        for (; file.byte(at) >= '0' && file.byte(at) <= '9' && value < kLimit; ++at)
            value = value * 10 + (file.byte(at) - '0');
        return value;
    };
    const std::uint64_t width = number();
    const std::uint64_t height = number();
    return PictureExtents{width, height};
}

} // namespace

std::optional<PictureExtents> pictureExtents(std::span<const std::byte> encoded)
{
    const Header file(encoded);
    if (file.startsWith("\x89PNG"))
        return PictureExtents{file.big(16, 4), file.big(20, 4)};
    if (file.startsWith("\xff\xd8"))
        return jpegExtents(file);
    if (file.startsWith("BM")) {
        constexpr std::uint64_t kOldHeader = 12; // OS/2: extents of 16 bits
        return file.little(14, 4) == kOldHeader
            ? PictureExtents{file.little(18, 2), file.little(20, 2)}
            : PictureExtents{magnitude(file.little(18, 4)), magnitude(file.little(22, 4))};
    }
    if (file.startsWith("RIFF"))
        return webpExtents(file);
    if (file.startsWith("II") || file.startsWith("MM"))
        return tiffExtents(file);
    return file.startsWith("P") ? pnmExtents(file) : std::nullopt;
}

} // namespace quantiscope
