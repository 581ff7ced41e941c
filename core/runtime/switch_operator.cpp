// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/switch_operator.h"

#include "core/runtime/switch_nodes.h"

#include <algorithm>
#include <cstring>

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

} // namespace

ThreadSwitchSettings::ThreadSwitchSettings(const SwitchSettings& settings) : m_before(threadSettings)
{
    threadSettings = &settings;
}

ThreadSwitchSettings::~ThreadSwitchSettings()
{
    threadSettings = m_before;
}

SwitchKernel::SwitchKernel(const OrtKernelInfo* info)
    : slot(static_cast<std::size_t>(Ort::ConstKernelInfo(info).GetAttribute<std::int64_t>(kSwitchSlot)))
{
}

OrtStatusPtr SwitchKernel::ComputeV2(OrtKernelContext* rawContext)
{
    return guarded([&] {
        const SwitchSettings* settings = threadSettings;
        if (!settings || slot >= settings->size())
            throw Ort::Exception("a switch was computed outside of its run's thread", ORT_FAIL);
        const Ort::KernelContext context(rawContext);
        const Ort::ConstValue value = context.GetInput(0);
        const std::vector<std::int64_t> shape = value.GetTensorTypeAndShapeInfo().GetShape();
        const float* in = value.GetTensorData<float>();
        float* out = context.GetOutput(0, shape).GetTensorMutableData<float>();
        std::size_t count = 1;
        for (const std::int64_t extent : shape)
            count *= static_cast<std::size_t>(extent);
        const SwitchSetting& setting = (*settings)[slot];
        if (!setting || setting->empty()) {
            if (in != out && count > 0)
                std::memcpy(out, in, count * sizeof(float));
            return;
        }
        for (const FakeQuantizer& step : *setting) {
            if (!step.fits(shape))
                throw Ort::Exception("a tensor has not as many channels as scales", ORT_INVALID_ARGUMENT);
            step.apply(in, out, shape);
            in = out;
        }
    });
}

SwitchOperator::SwitchOperator()
{
    GetMayInplace = [](int** inputs, int** outputs) -> std::size_t {
        *inputs = new int[1]{0};
        *outputs = new int[1]{0};
        return 1;
    };
    ReleaseMayInplace = [](int* inputs, int* outputs) {
        delete[] inputs;
        delete[] outputs;
    };
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
    const Ort::ShapeInferContext::Shape& shape = context.GetInputShape(0);
    // A shape without extents may be that of a single number or an unknown one; an extent may be unknown, too.
    const bool isKnown = !shape.empty() && std::all_of(shape.begin(), shape.end(), [](const auto& extent) {
        return extent.IsInt() ? extent.AsInt() >= 0 : extent.AsSym()[0] != '\0';
    });
    return isKnown ? context.SetOutputShape(0, shape) : Ort::Status{nullptr};
}

SwitchOperators::SwitchOperators() : m_domain{Ort::CustomOpDomain(kSwitchDomain)}
{
    m_domain.domain.Add(&m_operator);
}

} // namespace quantiscope
