// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/function_expansion.h"
#include "core/model/graph_checks.h"
#include "core/model/message_text.h"
#include "core/model/model_file.h"
#include "core/model/model_state.h"
#include "core/model/normalization.h"
#include "core/model/omitted_values.h"
#include "core/model/onnx_library.h"
#include "core/model/shape_inference.h"

#include <exception>
#include <functional>
#include <new>

namespace quantiscope {

namespace {

constexpr const char* kStage = "load";

/// Checks that need names, and everything that follows from them. @p graph is in order afterwards.
Result<void> checkAndSort(onnx::ModelProto& model)
{
    if (auto checked = checkValues(model.graph()); !checked)
        return checked;
    if (auto sorted = sortNodes(*model.mutable_graph()); !sorted)
        return sorted;
    if (auto checked = checkNodes(model.graph()); !checked)
        return checked;
    if (auto checked = checkListedInputs(model); !checked)
        return checked;
    return runOnnxChecker(model);
}

/// Runs @p work; no exception of a library leaves it.
template <typename Work>
auto guarded(const Work& work) -> decltype(work())
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "There is not enough memory for the model.", {}};
    } catch (const std::exception& exception) {
        return refused("The model cannot be processed: " + plainOnnxMessage(exception.what()));
    }
}

Result<void> refuseQuantized(const onnx::ModelProto& model)
{
    const auto found = firstQuantizedOperator(model);
    if (!found)
        return {};
    return refused("The model is quantized already: it contains " + *found
                   + ". Start from the float model, or force quantization of the rest.");
}

} // namespace

Result<Model> Model::load(const std::filesystem::path& path, const LoadOptions& options, Feedback& feedback)
{
    feedback.progress({kStage, 0, 0, {}});
    auto proto = readModelFile(path);
    if (!proto)
        return proto.error();
    auto model = fromProto(std::move(**proto), path.parent_path(), options, feedback);
    if (model)
        model->m_state->path = path;
    return model;
}

Result<Model> Model::fromProto(onnx::ModelProto&& proto, const std::filesystem::path& folder,
                               const LoadOptions& options, Feedback& feedback)
{
    Model model;
    State& state = *model.m_state;
    state.proto = std::move(proto);
    state.folder = folder;
    onnx::ModelProto& p = state.proto;

    const std::function<Result<void>()> steps[] = {
        [&] {
            // An import may be spelled in two ways; the header is checked on the normal form.
            auto normalized = normalizeDomains(p);
            return normalized ? checkHeader(p) : normalized;
        },
        [&]() -> Result<void> {
            separateInitializers(p);
            openNegativeExtents(*p.mutable_graph());
            if (p.graph().name().empty())
                p.mutable_graph()->set_name("graph"); // onnx's checker insists
            constantsToInitializers(*p.mutable_graph());
            state.unnamedNodes = nameNodes(*p.mutable_graph(), feedback);
            state.namedOutputs = nameOmittedOutputs(p, feedback);
            return normalizeTensors(*p.mutable_graph(), folder, state.external);
        },
        [&] { return checkAndSort(p); },
        [&] { return options.allowQuantized ? Result<void>() : refuseQuantized(p); },
        [&]() -> Result<void> {
            if (p.functions_size() == 0)
                return {};
            if (auto checked = checkExpansion(p); !checked)
                return checked;
            if (auto inlined = inlineFunctions(p, feedback); !inlined)
                return inlined;
            constantsToInitializers(*p.mutable_graph());
            nameNodes(*p.mutable_graph(), feedback);
            state.namedOutputs += nameOmittedOutputs(p, feedback);
            if (auto normalized = normalizeTensors(*p.mutable_graph(), folder, state.external); !normalized)
                return normalized;
            return checkAndSort(p);
        },
        [&] { return inferShapes(p, feedback); },
    };
    const auto done = guarded([&]() -> Result<void> {
        for (const auto& step : steps) {
            if (feedback.isCanceled())
                return Error{ErrorCode::Canceled, "Loading was canceled.", {}};
            if (auto result = step(); !result)
                return result;
        }
        return {};
    });
    if (!done)
        return done.error();
    return model;
}

Result<void> Model::refresh()
{
    return guarded([this]() -> Result<void> {
        State& state = edited();
        onnx::ModelProto& p = state.proto;
        Feedback silent;
        constantsToInitializers(*p.mutable_graph());
        nameNodes(*p.mutable_graph(), silent);
        if (auto checked = checkHeader(p); !checked)
            return checked;
        if (auto normalized = normalizeTensors(*p.mutable_graph(), state.folder, state.external); !normalized)
            return normalized;
        if (auto checked = checkAndSort(p); !checked)
            return checked;
        return inferShapes(p, silent);
    });
}

} // namespace quantiscope
