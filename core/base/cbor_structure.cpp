// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cbor_structure.h"

#include <vector>

namespace quantiscope {

bool isBuiltAs(const CborStructure& structure, std::span<const std::uint8_t> bytes)
{
    std::vector<std::uint64_t> open{1}; // items that are still to come, of the whole and of each open object or list
    std::size_t at = 0;
    while (!open.empty()) {
        if (open.back() == 0) {
            open.pop_back();
            continue;
        }
        --open.back();
        if (at == bytes.size())
            return false;
        const unsigned major = bytes[at] >> 5;
        const unsigned info = bytes[at] & 0x1FU;
        ++at;
        const std::size_t width = info < 24 ? 0 : std::size_t(1) << (info - 24); // of the number that follows
        if (info > 27 || width > bytes.size() - at) // 31: of unknown length
            return false;
        std::uint64_t number = info;
        if (width > 0)
            number = 0;
        for (std::size_t i = 0; i < width; ++i)
            number = number << 8 | bytes[at++];
        switch (major) {
        case 0: // numbers
        case 1:
        case 7: // true, null, floats
            break;
        case 2: // byte strings
        case 3: // texts
            if (number > bytes.size() - at)
                return false;
            at += static_cast<std::size_t>(number);
            break;
        case 4: // lists
        case 5: // objects: a key and a value each
            if (open.size() > structure.depth || number > bytes.size() - at || (major == 4 && !structure.hasLists))
                return false;
            open.push_back(major == 4 ? number : 2 * number);
            break;
        default: // tags
            return false;
        }
    }
    return at == bytes.size();
}

} // namespace quantiscope
