// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/inference_session.h"

#include "core/runtime/compare_operator.h"
#include "core/runtime/model_serialization.h"
#include "core/runtime/observe_operator.h"
#include "core/runtime/operator_domain.h"
#include "core/runtime/tensor_views.h"

#include <onnxruntime_run_options_config_keys.h>
#include <onnxruntime_session_options_config_keys.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>

namespace quantiscope {

namespace {

GraphOptimizationLevel levelOf(OptimizationLevel level)
{
    switch (level) {
    case OptimizationLevel::Disabled:
        return ORT_DISABLE_ALL;
    case OptimizationLevel::Basic:
        return ORT_ENABLE_BASIC;
    case OptimizationLevel::All:
        return ORT_ENABLE_ALL;
    }
    return ORT_ENABLE_ALL;
}

Ort::SessionOptions ortOptions(const SessionOptions& options)
{
    Ort::SessionOptions ort;
    ort.SetGraphOptimizationLevel(levelOf(options.optimization));
    ort.SetIntraOpNumThreads(options.threads);
    ort.SetInterOpNumThreads(1);
    ort.SetExecutionMode(ORT_SEQUENTIAL);
    // A planned block for all values of a run is larger than what the arena needs without a plan (ppocr_v4_det at 640 x
    // 640 with every value observed: 260 MiB against 193), and not faster.
    ort.DisableMemPattern();
    // A product with a matrix of one row sums in another order when the other matrix was repacked.
    if (options.optimization == OptimizationLevel::Disabled)
        ort.AddConfigEntry(kOrtSessionOptionsConfigDisablePrepacking, "1");
    return ort;
}

/// The type of a tensor that can be copied and compared. (The numbers go on with the 8- and 4-bit floats and integers
/// of onnx.TensorProto, which nothing here converts to numbers.)
std::optional<DataType> comparableType(ONNXTensorElementDataType type)
{
    if (type <= ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED || type > ONNX_TENSOR_ELEMENT_DATA_TYPE_BFLOAT16
        || type == ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING)
        return std::nullopt;
    return static_cast<DataType>(type);
}

Result<Tensor> tensorOf(const Ort::Value& value, const std::string& name)
{
    if (!value.IsTensor())
        return Error{ErrorCode::RuntimeFailure, "Output '" + name + "' is not a tensor; it cannot be compared.", name};
    const Ort::TensorTypeAndShapeInfo info = value.GetTensorTypeAndShapeInfo();
    const auto type = comparableType(info.GetElementType());
    if (!type || byteSize(*type) == 0)
        return Error{ErrorCode::RuntimeFailure, "Output '" + name + "' has an element type that cannot be compared.",
                     name};
    Tensor tensor(*type, info.GetShape());
    if (tensor.elements() > 0)
        std::memcpy(tensor.bytes().data(), value.GetTensorRawData(), tensor.bytes().size());
    return tensor;
}

} // namespace

Error refusedModel(Error error)
{
    if (error.code == ErrorCode::RuntimeFailure)
        error.code = ErrorCode::ModelRefused;
    return error;
}

struct RuntimeValue
{
    Ort::Value value{nullptr};
};

struct InferenceSession::State
{
    // The order matters: the session uses domains, operators and the external values until it is destroyed.
    SerializedModel serialized;
    std::vector<std::shared_ptr<const SessionOperators>> operators;
    std::optional<ObserveOperator> observeOperator;
    CompareOperator compareOperator;
    std::optional<Ort::CustomOpDomain> domain;
    Ort::Session session{nullptr};
    std::vector<std::string> inputNames;
    std::vector<std::string> outputNames;
    bool keepMemory = true;

    void readNames()
    {
        Ort::AllocatorWithDefaultOptions allocator;
        for (std::size_t i = 0; i < session.GetInputCount(); ++i)
            inputNames.emplace_back(session.GetInputNameAllocated(i, allocator).get());
        for (std::size_t i = 0; i < session.GetOutputCount(); ++i)
            outputNames.emplace_back(session.GetOutputNameAllocated(i, allocator).get());
    }

    /// Calls @p work with options that stop a run on request, and turns what it throws into an error.
    template <typename T, typename Work>
    Result<T> guarded(const std::stop_token& stop, const Work& work) const
    {
        const Error canceled{ErrorCode::Canceled, "Canceled.", {}};
        if (stop.stop_requested())
            return canceled;
        try {
            Ort::RunOptions options;
            if (!keepMemory)
                options.AddConfigEntry(kOrtRunOptionsConfigEnableMemoryArenaShrinkage, "cpu:0");
            const std::stop_callback terminate(stop, [&options] { options.SetTerminate(); });
            Result<T> result = work(options);
            // A run that is told to stop during its last operator succeeds all the same.
            return stop.stop_requested() ? Result<T>(canceled) : std::move(result);
        } catch (const Ort::Exception& exception) {
            return stop.stop_requested() ? canceled : runtimeError(exception, "run the model");
        } catch (const std::bad_alloc&) {
            return Error{ErrorCode::OutOfMemory, "Not enough memory to run the model.", {}};
        }
    }

    /// Runs with the outputs named; the caller catches.
    std::vector<Ort::Value> run(std::span<const TensorView> inputs, const NamedValues& kept,
                                std::span<const std::string> outputs, const Ort::RunOptions& options)
    {
        const Ort::MemoryInfo memory = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
        std::vector<const char*> names;
        std::vector<Ort::Value> views;
        std::vector<const OrtValue*> values;
        views.reserve(inputs.size());
        for (const TensorView& input : inputs) {
            names.push_back(input.name.c_str());
            // A session only reads its inputs; the C API has no view of constant memory.
            views.push_back(Ort::Value::CreateTensor(memory, const_cast<std::byte*>(input.bytes.data()),
                                                     input.bytes.size(), input.shape.data(), input.shape.size(),
                                                     runtimeTypeOf(input.type)));
            values.push_back(views.back());
        }
        for (const auto& [name, value] : kept) {
            names.push_back(name.c_str());
            values.push_back(value->value);
        }
        std::vector<const char*> wanted;
        for (const std::string& output : outputs)
            wanted.push_back(output.c_str());
        std::vector<OrtValue*> given(wanted.size(), nullptr);
        Ort::ThrowOnError(Ort::GetApi().Run(session, options, names.data(), values.data(), values.size(), wanted.data(),
                                            wanted.size(), given.data()));
        std::vector<Ort::Value> results;
        results.reserve(given.size());
        for (OrtValue* value : given)
            results.emplace_back(value);
        return results;
    }
};

InferenceSession::InferenceSession(std::unique_ptr<State> state) : m_state(std::move(state))
{
}
InferenceSession::InferenceSession(InferenceSession&&) noexcept = default;
InferenceSession& InferenceSession::operator=(InferenceSession&&) noexcept = default;
InferenceSession::~InferenceSession() = default;

Result<InferenceSession> InferenceSession::create(const RuntimeEnvironment& environment, const Model& model,
                                                  const SessionOptions& options)
{
    try {
        auto state = std::make_unique<State>();
        state->serialized = options.switches
            ? serializeSwitched(model, *options.switches, *options.part)
            : serializeForSession(model, {options.observedValues, options.comparedValues});
        Ort::SessionOptions ort = ortOptions(options);
        if (!options.observedValues.empty() || !options.comparedValues.empty()) {
            state->observeOperator.emplace(options.observer);
            state->domain.emplace(kObserverDomain);
            state->domain->Add(&*state->observeOperator);
            state->domain->Add(&state->compareOperator);
            ort.Add(*state->domain);
        }
        state->operators = options.operators;
        for (const std::shared_ptr<const SessionOperators>& added : state->operators)
            ort.Add(added->domain().domain);
        if (!state->serialized.externalNames.empty())
            ort.AddExternalInitializers(state->serialized.externalNames, state->serialized.externalValues);
        state->session =
            Ort::Session(environment.state().env, state->serialized.bytes.data(), state->serialized.bytes.size(), ort);
        state->serialized.bytes = {};
        state->keepMemory = options.keepMemory;
        state->readNames();
        return InferenceSession(std::move(state));
    } catch (const Ort::Exception& exception) {
        return runtimeError(exception, "load the model");
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "Not enough memory to load the model into ONNX Runtime.", {}};
    }
}

Result<InferenceSession> InferenceSession::createFromFile(const RuntimeEnvironment& environment,
                                                          const std::string& path, const SessionOptions& options)
{
    try {
        auto state = std::make_unique<State>();
        state->session = Ort::Session(environment.state().env, path.c_str(), ortOptions(options));
        state->keepMemory = options.keepMemory;
        state->readNames();
        return InferenceSession(std::move(state));
    } catch (const Ort::Exception& exception) {
        return runtimeError(exception, "load '" + path + "'");
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "Not enough memory to load '" + path + "' into ONNX Runtime.", path};
    }
}

const std::vector<std::string>& InferenceSession::inputNames() const
{
    return m_state->inputNames;
}

const std::vector<std::string>& InferenceSession::outputNames() const
{
    return m_state->outputNames;
}

bool InferenceSession::isNumericOutput(const std::string& name) const
{
    const auto at = std::find(m_state->outputNames.begin(), m_state->outputNames.end(), name);
    if (at == m_state->outputNames.end())
        return false;
    const Ort::TypeInfo info =
        m_state->session.GetOutputTypeInfo(static_cast<std::size_t>(at - m_state->outputNames.begin()));
    if (info.GetONNXType() != ONNX_TYPE_TENSOR)
        return false;
    const auto type = comparableType(info.GetTensorTypeAndShapeInfo().GetElementType());
    return type && byteSize(*type) > 0;
}

Result<std::vector<Tensor>> InferenceSession::run(const NamedTensors& inputs, std::span<const std::string> outputs,
                                                  std::stop_token stop) const
{
    return runViews(viewsOf(inputs), outputs, std::move(stop));
}

Result<std::vector<Tensor>> InferenceSession::runViews(std::span<const TensorView> inputs,
                                                       std::span<const std::string> outputs, std::stop_token stop) const
{
    const std::span<const std::string> wanted =
        outputs.empty() ? std::span<const std::string>(m_state->outputNames) : outputs;
    return m_state->guarded<std::vector<Tensor>>(
        stop, [&](const Ort::RunOptions& options) -> Result<std::vector<Tensor>> {
            const std::vector<Ort::Value> values = m_state->run(inputs, {}, wanted, options);
            std::vector<Tensor> tensors;
            tensors.reserve(values.size());
            for (std::size_t i = 0; i < values.size(); ++i) {
                Result<Tensor> copy = tensorOf(values[i], wanted[i]);
                if (!copy)
                    return copy.error();
                tensors.push_back(std::move(*copy));
            }
            return tensors;
        });
}

Result<std::vector<KeptValue>> InferenceSession::runKeeping(std::span<const TensorView> inputs, const NamedValues& kept,
                                                            std::span<const std::string> outputs,
                                                            std::stop_token stop) const
{
    return m_state->guarded<std::vector<KeptValue>>(
        stop, [&](const Ort::RunOptions& options) -> Result<std::vector<KeptValue>> {
            std::vector<KeptValue> values;
            for (Ort::Value& value : m_state->run(inputs, kept, outputs, options))
                values.push_back(std::make_shared<const RuntimeValue>(RuntimeValue{std::move(value)}));
            return values;
        });
}

Result<Tensor> InferenceSession::copyOf(const KeptValue& value, const std::string& name)
{
    return tensorOf(value->value, name);
}

Result<void> InferenceSession::runObserving(const NamedTensors& inputs, std::stop_token stop) const
{
    // At least one output must be asked for; which one does not matter.
    const std::span<const std::string> one(m_state->outputNames.data(), 1);
    const std::vector<TensorView> views = viewsOf(inputs);
    return m_state->guarded<void>(stop, [&](const Ort::RunOptions& options) -> Result<void> {
        (void)m_state->run(views, {}, one, options);
        return {};
    });
}

Result<void> InferenceSession::runComparing(const NamedTensors& inputs, ValueComparer& comparer,
                                            std::stop_token stop) const
{
    const RunComparer running(comparer);
    return runObserving(inputs, std::move(stop));
}

} // namespace quantiscope
