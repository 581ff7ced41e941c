// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>

namespace quantiscope::test {

/// What lets root read and write files whose permissions forbid it: without it, root is refused like everybody else.
inline constexpr std::array kRootRights{CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH};

/// The calling thread obeys the permissions of files while the object lives, also when it is root's.
class ObeysPermissions
{
public:
    ObeysPermissions()
    {
        ::syscall(SYS_capget, &m_header, m_before.data());
        std::array<__user_cap_data_struct, 2> reduced = m_before;
        for (const int right : kRootRights)
            reduced[0].effective &= ~(1U << static_cast<unsigned>(right));
        ::syscall(SYS_capset, &m_header, reduced.data());
    }
    ~ObeysPermissions() { ::syscall(SYS_capset, &m_header, m_before.data()); }
    ObeysPermissions(const ObeysPermissions&) = delete;
    ObeysPermissions& operator=(const ObeysPermissions&) = delete;

private:
    __user_cap_header_struct m_header{_LINUX_CAPABILITY_VERSION_3, 0};
    std::array<__user_cap_data_struct, 2> m_before{};
};

/// The program that this process becomes obeys the permissions of files. For between fork and exec.
inline void obeyPermissionsAfterExec()
{
    for (const int right : kRootRights)
        ::prctl(PR_CAPBSET_DROP, right, 0, 0, 0); // refused to users, who have no such right
}

} // namespace quantiscope::test
