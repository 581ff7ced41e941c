// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/runtime.

#include "core/runtime/operator_domain.h"
#include "core/runtime/switched_session.h"

#include <cstddef>

namespace quantiscope {

/// What switches and choices do in the runs of this thread, while the object lives.
class ThreadSwitchSettings
{
public:
    explicit ThreadSwitchSettings(const SwitchSettings& settings);
    ~ThreadSwitchSettings();
    ThreadSwitchSettings(const ThreadSwitchSettings&) = delete;
    ThreadSwitchSettings& operator=(const ThreadSwitchSettings&) = delete;

private:
    const SwitchSettings* m_before;
};

struct SwitchKernel
{
    explicit SwitchKernel(const OrtKernelInfo* info);
    OrtStatusPtr ComputeV2(OrtKernelContext* context);

    std::size_t slot;
};

/// FakeQuantize(x) → y: one float tensor, quantized by what is set for the node's slot, or left as it is.
///
/// The settings are those of the thread: a session of one thread computes all nodes of a run in the thread that calls
/// it, so that several runs of one session can differ. The output takes the input's memory where nobody else reads
/// that (GetMayInplace; with GetAliasMap ONNX Runtime overwrote the caller's inputs); for that it must know that both
/// have the same shape, so the shape is passed on.
struct SwitchOperator : Ort::CustomOpBase<SwitchOperator, SwitchKernel, true>
{
    SwitchOperator();

    OrtStatusPtr CreateKernelV2(const OrtApi&, const OrtKernelInfo* info, void** kernel) const;
    const char* GetName() const;
    const char* GetExecutionProviderType() const { return "CPUExecutionProvider"; }
    std::size_t GetInputTypeCount() const { return 1; }
    ONNXTensorElementDataType GetInputType(std::size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
    std::size_t GetOutputTypeCount() const { return 1; }
    ONNXTensorElementDataType GetOutputType(std::size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
    static Ort::Status InferOutputShape(Ort::ShapeInferContext& context);
};

struct ChoiceKernel
{
    explicit ChoiceKernel(const OrtKernelInfo* info);
    OrtStatusPtr ComputeV2(OrtKernelContext* context);

    std::size_t slot;
};

/// Choose(a, b) → b where the alternative of the node's slot is taken, otherwise a: two float tensors of one shape.
/// Settings and memory as of SwitchOperator.
struct ChoiceOperator : Ort::CustomOpBase<ChoiceOperator, ChoiceKernel, true>
{
    ChoiceOperator();

    OrtStatusPtr CreateKernelV2(const OrtApi&, const OrtKernelInfo* info, void** kernel) const;
    const char* GetName() const;
    const char* GetExecutionProviderType() const { return "CPUExecutionProvider"; }
    std::size_t GetInputTypeCount() const { return 2; }
    ONNXTensorElementDataType GetInputType(std::size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
    std::size_t GetOutputTypeCount() const { return 1; }
    ONNXTensorElementDataType GetOutputType(std::size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
    static Ort::Status InferOutputShape(Ort::ShapeInferContext& context);
};

class SwitchOperators final : public SessionOperators
{
public:
    SwitchOperators();
    [[nodiscard]] const Domain& domain() const override { return m_domain; }

private:
    SwitchOperator m_switch;
    ChoiceOperator m_choice;
    Domain m_domain;
};

} // namespace quantiscope
