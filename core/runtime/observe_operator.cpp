// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/observe_operator.h"

namespace quantiscope {

ObserveKernel::ObserveKernel(const OrtKernelInfo* info, ValueObserver* target)
    : observer(target)
    , slot(static_cast<std::size_t>(Ort::ConstKernelInfo(info).GetAttribute<std::int64_t>(kSlotAttribute)))
{
}

void ObserveKernel::Compute(OrtKernelContext* rawContext)
{
    const Ort::KernelContext context(rawContext);
    const Ort::ConstValue value = context.GetInput(0);
    const std::size_t count = value.GetTensorTypeAndShapeInfo().GetElementCount();
    observer->observe(slot, {value.GetTensorData<float>(), count});
}

} // namespace quantiscope
