// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/stacking.h"

#include <utility>

namespace quantiscope {

namespace {

Error refused(const std::string& where, const std::string& what)
{
    return {ErrorCode::DataRefused, "'" + where + "' " + what + ".", where};
}

/// Rows of the first axis per sample and the stored shape of a sample.
struct Cut
{
    std::size_t rows = 1;
    std::size_t samples = 0;
    Shape shape;
};

Result<Cut> cutRows(const Shape& shape, const TensorSpec& input, const std::string& where)
{
    if (lacksBatchDimension(shape, input))
        return Cut{1, 1, shape};
    const auto available = static_cast<std::size_t>(shape.front());
    const std::size_t rank = input.shape.size();
    Cut cut{1, available, Shape(shape.begin() + 1, shape.end())};
    if (input.hasRank && shape.size() == rank + 1)
        return cut;
    if (input.hasRank && shape.size() != rank) {
        return refused(where,
                       "has shape " + shapeListText(shape) + ", but samples for input '" + input.name
                           + "', which needs " + describe(input) + ", are stacked on a first axis of their own");
    }
    if (input.hasRank && input.shape.front() > 0)
        cut.rows = static_cast<std::size_t>(input.shape.front());
    cut.samples = available / cut.rows;
    cut.shape.insert(cut.shape.begin(), static_cast<std::int64_t>(cut.rows));
    if (cut.samples == 0) {
        return refused(where,
                       "holds " + std::to_string(available) + " rows, but input '" + input.name + "' needs "
                           + describe(input) + ", a batch of " + std::to_string(cut.rows) + " in one sample");
    }
    return cut;
}

} // namespace

Result<StackPlan> planStack(const NpyHeader& header, const TensorSpec& input, const std::string& where)
{
    if (header.shape.empty())
        return refused(where, "holds a single number; samples stacked on the first axis are needed");
    if (elementCount(header.shape) == std::size_t(0))
        return refused(where, "is an empty array, " + shapeListText(header.shape));
    if (header.fortranOrder) {
        return refused(where,
                       "is in Fortran order and cannot be read sample by sample; save it with "
                       "numpy.save(file, numpy.ascontiguousarray(x))");
    }
    const Result<Cut> cut = cutRows(header.shape, input, where);
    if (!cut)
        return cut.error();
    const Result<InputFit> fit = fitInput(header.type, cut->shape, input, where + "[0]");
    if (!fit)
        return fit.error();
    StackPlan plan{cut->samples, 0, header, *fit};
    plan.slice.shape = cut->shape;
    if (!lacksBatchDimension(header.shape, input))
        plan.leftOver = static_cast<std::size_t>(header.shape.front()) - cut->samples * cut->rows;
    return plan;
}

Result<Tensor> readStacked(const StackPlan& plan, std::size_t index, const OffsetReader& read, const std::string& where)
{
    const std::size_t offset = index * plan.slice.dataBytes();
    Result<Tensor> stored = readNpyElements(
        plan.slice, [&](std::span<std::byte> bytes) { return read(offset, bytes); }, where);
    return stored ? applyFit(std::move(*stored), plan.fit, where) : stored.error();
}

} // namespace quantiscope
