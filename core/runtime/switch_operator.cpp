// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/switch_operator.h"

#include "core/runtime/switch_nodes.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace quantiscope {

namespace {

thread_local const SwitchSettings* threadSettings = nullptr;

/// Calls @p work and turns what it throws into a status: no exception may pass through ONNX Runtime's C functions.
template <typename Work>
OrtStatusPtr guarded(const Work& work)
{
    try {
        work();
        return nullptr;
    } catch (const Ort::Exception& exception) {
        return Ort::GetApi().CreateStatus(exception.GetOrtErrorCode(), exception.what());
    } catch (const std::exception& exception) {
        return Ort::GetApi().CreateStatus(ORT_RUNTIME_EXCEPTION, exception.what());
    }
}

std::size_t slotOf(const OrtKernelInfo* info)
{
    return static_cast<std::size_t>(Ort::ConstKernelInfo(info).GetAttribute<std::int64_t>(kSwitchSlot));
}

const SwitchSettings& settingsOfRun()
{
    if (!threadSettings)
        throw Ort::Exception("a switch was computed outside of its run's thread", ORT_FAIL);
    return *threadSettings;
}

std::size_t countOf(const std::vector<std::int64_t>& shape)
{
    return std::accumulate(shape.begin(), shape.end(), std::size_t(1),
                           [](std::size_t count, std::int64_t extent) { return count * std::size_t(extent); });
}

/// The output may take the memory of the first input.
template <typename Operator>
void letTakeFirstInput(Operator& made)
{
    made.GetMayInplace = [](int** inputs, int** outputs) -> std::size_t {
        *inputs = new int[1]{0};
        *outputs = new int[1]{0};
        return 1;
    };
    made.ReleaseMayInplace = [](int* inputs, int* outputs) {
        delete[] inputs;
        delete[] outputs;
    };
}

/// The output has the shape of the first input, as far as that is known.
Ort::Status passOnShape(Ort::ShapeInferContext& context)
{
    const Ort::ShapeInferContext::Shape& shape = context.GetInputShape(0);
    // A shape without extents may be that of a single number or an unknown one; an extent may be unknown, too.
    const bool isKnown = !shape.empty() && std::all_of(shape.begin(), shape.end(), [](const auto& extent) {
        return extent.IsInt() ? extent.AsInt() >= 0 : extent.AsSym()[0] != '\0';
    });
    return isKnown ? context.SetOutputShape(0, shape) : Ort::Status{nullptr};
}

} // namespace

ThreadSwitchSettings::ThreadSwitchSettings(const SwitchSettings& settings) : m_before(threadSettings)
{
    threadSettings = &settings;
}

ThreadSwitchSettings::~ThreadSwitchSettings()
{
    threadSettings = m_before;
}

SwitchKernel::SwitchKernel(const OrtKernelInfo* info) : slot(slotOf(info))
{
}

OrtStatusPtr SwitchKernel::ComputeV2(OrtKernelContext* rawContext)
{
    return guarded([&] {
        const SwitchSettings& settings = settingsOfRun();
        if (slot >= settings.switches.size())
            throw Ort::Exception("a run has not as many settings as its session switches", ORT_FAIL);
        const Ort::KernelContext context(rawContext);
        const Ort::ConstValue value = context.GetInput(0);
        const std::vector<std::int64_t> shape = value.GetTensorTypeAndShapeInfo().GetShape();
        const float* in = value.GetTensorData<float>();
        float* out = context.GetOutput(0, shape).GetTensorMutableData<float>();
        const std::size_t count = countOf(shape);
        const SwitchSetting& setting = settings.switches[slot];
        if (!setting || setting->empty()) {
            if (in != out && count > 0)
                std::memcpy(out, in, count * sizeof(float));
            return;
        }
        for (const ValueStep& step : *setting) {
            if (!fits(step, shape))
                throw Ort::Exception("a tensor has not as many channels as scales", ORT_INVALID_ARGUMENT);
            apply(step, in, out, shape);
            in = out;
        }
    });
}

SwitchOperator::SwitchOperator()
{
    letTakeFirstInput(*this);
}

OrtStatusPtr SwitchOperator::CreateKernelV2(const OrtApi&, const OrtKernelInfo* info, void** kernel) const
{
    return guarded([&] { *kernel = new SwitchKernel(info); });
}

const char* SwitchOperator::GetName() const
{
    return kSwitchOperator;
}

Ort::Status SwitchOperator::InferOutputShape(Ort::ShapeInferContext& context)
{
    return passOnShape(context);
}

ChoiceKernel::ChoiceKernel(const OrtKernelInfo* info) : slot(slotOf(info))
{
}

OrtStatusPtr ChoiceKernel::ComputeV2(OrtKernelContext* rawContext)
{
    return guarded([&] {
        const SwitchSettings& settings = settingsOfRun();
        if (slot >= settings.alternatives.size())
            throw Ort::Exception("a run has not as many settings as its session has alternatives", ORT_FAIL);
        const Ort::KernelContext context(rawContext);
        const Ort::ConstValue chosen = context.GetInput(settings.alternatives[slot] ? 1 : 0);
        const std::vector<std::int64_t> shape = chosen.GetTensorTypeAndShapeInfo().GetShape();
        const float* in = chosen.GetTensorData<float>();
        float* out = context.GetOutput(0, shape).GetTensorMutableData<float>();
        if (in != out)
            std::copy_n(in, countOf(shape), out);
    });
}

ChoiceOperator::ChoiceOperator()
{
    letTakeFirstInput(*this);
}

OrtStatusPtr ChoiceOperator::CreateKernelV2(const OrtApi&, const OrtKernelInfo* info, void** kernel) const
{
    return guarded([&] { *kernel = new ChoiceKernel(info); });
}

const char* ChoiceOperator::GetName() const
{
    return kChoiceOperator;
}

Ort::Status ChoiceOperator::InferOutputShape(Ort::ShapeInferContext& context)
{
    return passOnShape(context);
}

SwitchOperators::SwitchOperators() : m_domain{Ort::CustomOpDomain(kSwitchDomain)}
{
    m_domain.domain.Add(&m_switch);
    m_domain.domain.Add(&m_choice);
}

} // namespace quantiscope
