// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace quantiscope::benchmarks {

[[noreturn]] inline void fail(const std::string& message)
{
    std::fprintf(stderr, "%s\n", message.c_str());
    std::exit(1);
}

template <typename T>
T orFail(Result<T> result)
{
    if (!result)
        fail(result.error().message);
    return std::move(*result);
}

inline double mebibytes(std::size_t bytes)
{
    return static_cast<double>(bytes) / (1024.0 * 1024.0);
}

/// Does one piece of work in a child process and returns what it measured, a plain struct.
template <typename Work>
auto inChild(const Work& work)
{
    using Measurement = decltype(work());
    std::array<int, 2> pipe{};
    if (::pipe(pipe.data()) != 0)
        fail("no pipe");
    const pid_t child = ::fork();
    if (child < 0)
        fail("no process");
    if (child == 0) {
        const Measurement result = work();
        ::_exit(::write(pipe[1], &result, sizeof result) == ssize_t(sizeof result) ? 0 : 1);
    }
    Measurement result;
    int status = 0;
    ::waitpid(child, &status, 0);
    if (status != 0 || ::read(pipe[0], &result, sizeof result) != ssize_t(sizeof result))
        fail("a measurement failed");
    ::close(pipe[0]);
    ::close(pipe[1]);
    return result;
}

/// The median of one of the numbers of several measurements.
template <typename Measurement>
double medianOf(const std::vector<Measurement>& measurements, double Measurement::*number)
{
    std::vector<double> values;
    for (const Measurement& each : measurements)
        values.push_back(each.*number);
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace quantiscope::benchmarks
