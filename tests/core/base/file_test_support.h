// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

namespace quantiscope::test {

namespace fs = std::filesystem;

/// Gives up the administrator's rights for a while: they open every file.
class OrdinaryUser
{
public:
    OrdinaryUser() { m_changed = ::geteuid() == 0 && ::seteuid(65534) == 0; }
    ~OrdinaryUser()
    {
        if (m_changed && ::seteuid(0) != 0)
            qFatal("the rights cannot be taken back");
    }
    OrdinaryUser(const OrdinaryUser&) = delete;
    OrdinaryUser& operator=(const OrdinaryUser&) = delete;

private:
    bool m_changed = false;
};

inline std::string contentOf(const fs::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

inline void put(const fs::path& path, const std::string& text)
{
    std::ofstream(path, std::ios::binary) << text;
}

} // namespace quantiscope::test
