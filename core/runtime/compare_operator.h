// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/runtime.

#include "core/runtime/inference_session.h"
#include "core/runtime/observer_nodes.h"
#include "core/runtime/ort_state.h"

namespace quantiscope {

struct CompareKernel
{
    explicit CompareKernel(const OrtKernelInfo* info);
    void Compute(OrtKernelContext* context);

    std::size_t slot;
};

/// Compare(a, b): two float inputs, no output. Hands both to the comparer of the run that it is part of, see
/// RunComparer. ONNX Runtime keeps nodes without outputs at every optimization level.
struct CompareOperator : Ort::CustomOpBase<CompareOperator, CompareKernel>
{
    void* CreateKernel(const OrtApi&, const OrtKernelInfo* info) const { return new CompareKernel(info); }
    const char* GetName() const { return kCompareOperator; }
    const char* GetExecutionProviderType() const { return "CPUExecutionProvider"; }
    std::size_t GetInputTypeCount() const { return 2; }
    ONNXTensorElementDataType GetInputType(std::size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
    std::size_t GetOutputTypeCount() const { return 0; }
    ONNXTensorElementDataType GetOutputType(std::size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED; }
};

/// While it lives, Compare nodes that run on this thread show what they read to @p comparer.
class RunComparer
{
public:
    explicit RunComparer(ValueComparer& comparer);
    ~RunComparer();
    RunComparer(const RunComparer&) = delete;
    RunComparer& operator=(const RunComparer&) = delete;

private:
    ValueComparer* m_before;
};

} // namespace quantiscope
