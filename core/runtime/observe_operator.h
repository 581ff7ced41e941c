// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/runtime.

#include "core/runtime/inference_session.h"
#include "core/runtime/observer_nodes.h"
#include "core/runtime/ort_state.h"

namespace quantiscope {

struct ObserveKernel
{
    ObserveKernel(const OrtKernelInfo* info, ValueObserver* target);
    void Compute(OrtKernelContext* context);

    ValueObserver* observer;
    std::size_t slot;
};

/// Observe(x): one float input, no output. ONNX Runtime keeps nodes without outputs at every optimization level, so the
/// values are seen where they lie and need not become graph outputs.
struct ObserveOperator : Ort::CustomOpBase<ObserveOperator, ObserveKernel>
{
    explicit ObserveOperator(ValueObserver* target) : observer(target) { }

    void* CreateKernel(const OrtApi&, const OrtKernelInfo* info) const { return new ObserveKernel(info, observer); }
    const char* GetName() const { return kObserveOperator; }
    const char* GetExecutionProviderType() const { return "CPUExecutionProvider"; }
    std::size_t GetInputTypeCount() const { return 1; }
    ONNXTensorElementDataType GetInputType(std::size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
    std::size_t GetOutputTypeCount() const { return 0; }
    ONNXTensorElementDataType GetOutputType(std::size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED; }

    ValueObserver* observer;
};

} // namespace quantiscope
