// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/compare_operator.h"

#include <utility>

namespace quantiscope {

namespace {

thread_local ValueComparer* t_comparer = nullptr;

ComparedValue valueOf(const Ort::KernelContext& context, std::size_t input)
{
    const Ort::ConstValue value = context.GetInput(input);
    const Ort::TensorTypeAndShapeInfo info = value.GetTensorTypeAndShapeInfo();
    return {info.GetShape(), {value.GetTensorData<float>(), info.GetElementCount()}};
}

} // namespace

CompareKernel::CompareKernel(const OrtKernelInfo* info)
    : slot(static_cast<std::size_t>(Ort::ConstKernelInfo(info).GetAttribute<std::int64_t>(kSlotAttribute)))
{
}

void CompareKernel::Compute(OrtKernelContext* rawContext)
{
    if (!t_comparer)
        return; // a run for its outputs' sake
    const Ort::KernelContext context(rawContext);
    t_comparer->compare(slot, valueOf(context, 0), valueOf(context, 1));
}

RunComparer::RunComparer(ValueComparer& comparer) : m_before(std::exchange(t_comparer, &comparer))
{
}

RunComparer::~RunComparer()
{
    t_comparer = m_before;
}

} // namespace quantiscope
