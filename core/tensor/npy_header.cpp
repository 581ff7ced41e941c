// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/npy_header.h"

#include <cassert>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

namespace quantiscope {

namespace {

constexpr std::size_t kMostHeaderBytes = std::size_t(1) << 16;

/// Reads the Python dictionary that a .npy header is: `{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), }`.
class HeaderParser
{
public:
    HeaderParser(std::string_view text, const std::string& name) : m_text(text), m_name(name) { }

    Result<NpyHeader> parse();

private:
    void skipSpace()
    {
        while (!m_text.empty() && std::string_view(" \t\r\n").find(m_text.front()) != std::string_view::npos)
            m_text.remove_prefix(1);
    }
    bool take(std::string_view token)
    {
        skipSpace();
        if (!m_text.starts_with(token))
            return false;
        m_text.remove_prefix(token.size());
        return true;
    }
    std::optional<std::string_view> takeQuoted();
    Result<void> parseDescr(NpyHeader& header);
    Result<void> parseShape(NpyHeader& header);
    Result<void> parseOrder(NpyHeader& header);

    std::string_view m_text;
    const std::string& m_name;
};

std::optional<std::string_view> HeaderParser::takeQuoted()
{
    skipSpace();
    if (m_text.empty() || (m_text.front() != '\'' && m_text.front() != '"'))
        return std::nullopt;
    const std::size_t end = m_text.find(m_text.front(), 1);
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::string_view inside = m_text.substr(1, end - 1);
    m_text.remove_prefix(end + 1);
    return inside;
}

Result<void> HeaderParser::parseDescr(NpyHeader& header)
{
    const auto refused = [this](const std::string& what) {
        return Error{ErrorCode::DataRefused,
                     "'" + m_name + "' holds " + what + "; only arrays of plain numbers can be read.", m_name};
    };
    skipSpace();
    if (m_text.starts_with("["))
        return refused("a structured (record) array");
    const auto descr = takeQuoted();
    if (!descr)
        return damagedNpy(m_name, "its header has no readable 'descr'");
    std::string_view code = *descr;
    char order = '|';
    if (!code.empty() && std::string_view("<>|=").find(code.front()) != std::string_view::npos) {
        order = code.front();
        code.remove_prefix(1);
    }
    for (const NumpyType& known : kNumpyTypes) {
        if (known.descr.substr(1) == code) {
            header.type = known.type;
            header.bigEndian = order == '>' && byteSize(known.type) > 1;
            return {};
        }
    }
    const char kind = code.empty() ? '\0' : code.front();
    if (kind == 'O')
        return refused("Python objects (a pickle), which are never loaded");
    if (kind == 'S' || kind == 'U' || kind == 'a')
        return refused("texts");
    if (kind == 'V')
        return refused("elements of a type that NumPy does not know (raw 'V' bytes)");
    if (kind == 'M' || kind == 'm')
        return refused("dates or times");
    if (kind == 'c')
        return refused("complex numbers");
    if (kind == 'f')
        return refused("floating-point numbers of an unusual size");
    return damagedNpy(m_name, "its element type is not known");
}

Result<void> HeaderParser::parseShape(NpyHeader& header)
{
    constexpr std::size_t kMostAxes = 32; // NumPy 1's own limit
    if (!take("("))
        return damagedNpy(m_name, "its header has no readable 'shape'");
    while (!take(")")) {
        skipSpace();
        std::int64_t extent = 0;
        std::size_t digits = 0;
        while (digits < m_text.size() && m_text[digits] >= '0' && m_text[digits] <= '9') {
            if (digits == 18)
                return damagedNpy(m_name, "an extent of its shape is too large");
            extent = extent * 10 + (m_text[digits] - '0');
            ++digits;
        }
        if (digits == 0)
            return damagedNpy(m_name, "its shape is not a list of non-negative numbers");
        m_text.remove_prefix(digits);
        take("L"); // Python 2 wrote long integers so
        if (header.shape.size() == kMostAxes)
            return damagedNpy(m_name, "its shape has more than 32 axes");
        header.shape.push_back(extent);
        if (!take(",")) {
            if (!take(")"))
                return damagedNpy(m_name, "its shape is not closed");
            break;
        }
    }
    return {};
}

Result<void> HeaderParser::parseOrder(NpyHeader& header)
{
    if (take("True"))
        header.fortranOrder = true;
    else if (!take("False"))
        return damagedNpy(m_name, "'fortran_order' is neither True nor False");
    return {};
}

Result<NpyHeader> HeaderParser::parse()
{
    NpyHeader header;
    if (!take("{"))
        return damagedNpy(m_name, "its header is not a dictionary");
    bool hasDescr = false, hasOrder = false, hasShape = false;
    while (!take("}")) {
        const auto key = takeQuoted();
        if (!key || !take(":"))
            return damagedNpy(m_name, "its header is not a dictionary");
        bool* seen = nullptr;
        Result<void> value;
        if (*key == "descr") {
            seen = &hasDescr;
            value = parseDescr(header);
        } else if (*key == "fortran_order") {
            seen = &hasOrder;
            value = parseOrder(header);
        } else if (*key == "shape") {
            seen = &hasShape;
            header.shape.clear();
            value = parseShape(header);
        } else {
            return damagedNpy(m_name, "its header has a key that does not belong there");
        }
        if (!value)
            return value.error();
        if (std::exchange(*seen, true))
            return damagedNpy(m_name, "its header has the same key twice");
        if (!take(",")) {
            if (!take("}"))
                return damagedNpy(m_name, "its header is not closed");
            break;
        }
    }
    skipSpace();
    if (!m_text.empty())
        return damagedNpy(m_name, "there is something after its header's dictionary");
    if (!hasDescr || !hasOrder || !hasShape)
        return damagedNpy(m_name, "its header lacks 'descr', 'fortran_order' or 'shape'");
    const auto count = elementCount(header.shape);
    if (!count || *count > (std::size_t(1) << 62) / byteSize(header.type))
        return damagedNpy(m_name, "its shape " + shapeListText(header.shape) + " is too large");
    header.fortranOrder = header.fortranOrder && header.shape.size() > 1;
    return header;
}

} // namespace

Error damagedNpy(const std::string& name, const std::string& what)
{
    return {ErrorCode::DataRefused, "'" + name + "' is not a valid .npy file: " + what + ".", name};
}

std::size_t NpyHeader::dataBytes() const
{
    const auto count = elementCount(shape);
    assert(count);
    return *count * byteSize(type);
}

Result<std::size_t> npyHeaderSize(std::span<const std::byte> prefix, const std::string& name)
{
    static constexpr unsigned char kMagic[] = {0x93, 'N', 'U', 'M', 'P', 'Y'};
    if (prefix.size() < sizeof(kMagic) || std::memcmp(prefix.data(), kMagic, sizeof(kMagic)) != 0)
        return damagedNpy(name, "it does not begin with NumPy's signature");
    const auto byteAt = [prefix](std::size_t i) { return static_cast<std::size_t>(prefix[i]); };
    if (prefix.size() < 10)
        return damagedNpy(name, "it ends inside its header");
    const std::size_t version = byteAt(6);
    if (version < 1 || version > 3 || byteAt(7) != 0) {
        return damagedNpy(name,
                          "its format version " + std::to_string(version) + "." + std::to_string(byteAt(7))
                              + " is not known (1.0, 2.0 and 3.0 are)");
    }
    std::size_t size = 10 + (byteAt(8) | byteAt(9) << 8);
    if (version >= 2) {
        if (prefix.size() < 12)
            return damagedNpy(name, "it ends inside its header");
        size = 12 + (byteAt(8) | byteAt(9) << 8 | byteAt(10) << 16 | byteAt(11) << 24);
    }
    if (size > kMostHeaderBytes)
        return damagedNpy(name, "its header of " + std::to_string(size) + " bytes is too long");
    return size;
}

Result<NpyHeader> parseNpyHeader(std::span<const std::byte> prefix, const std::string& name)
{
    const Result<std::size_t> size = npyHeaderSize(prefix, name);
    if (!size)
        return size.error();
    if (prefix.size() < *size)
        return damagedNpy(name, "it ends inside its header");
    const std::size_t start = prefix[6] == std::byte(1) ? 10 : 12;
    const std::string_view text(reinterpret_cast<const char*>(prefix.data()) + start, *size - start);
    Result<NpyHeader> header = HeaderParser(text, name).parse();
    if (header)
        header->dataOffset = *size;
    return header;
}

} // namespace quantiscope
