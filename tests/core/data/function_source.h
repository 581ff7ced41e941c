// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/sample_source.h"
#include "tests/core/data/data_test_support.h"

#include <functional>

namespace quantiscope::test {

/// A source that is a function.
class FunctionSource final : public SampleSource
{
public:
    FunctionSource(std::size_t size, std::function<Result<Sample>(std::size_t)> function)
        : m_size(size), m_function(std::move(function))
    {
    }

    std::size_t size() const override { return m_size; }
    std::string name(std::size_t i) const override { return std::to_string(i); }
    bool skipsUnreadable() const override { return skips; }
    Result<Sample> read(std::size_t i) const override { return m_function(i); }

    bool skips = false;

private:
    std::size_t m_size;
    std::function<Result<Sample>(std::size_t)> m_function;
};

/// A sample that tells its number.
inline Result<Sample> numbered(std::size_t i)
{
    Sample sample{std::to_string(i), i, {}};
    sample.inputs.emplace("x", DataFolder::counting(DataType::Float, {2}, int(i)));
    return sample;
}

} // namespace quantiscope::test
