// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/graph_optimizer.h"

#include "core/base/file_io.h"
#include "core/base/quiet_feedback.h"
#include "core/runtime/inference_session.h"
#include "core/runtime/model_serialization.h"

#include <onnx/onnx_pb.h>
#include <onnxruntime_session_options_config_keys.h>

#include <new>
#include <set>

namespace quantiscope {

namespace {

/// ONNX Runtime imports every domain that it knows; only those that nodes use are kept.
void dropUnusedImports(onnx::ModelProto& proto)
{
    std::set<std::string> used{""};
    std::vector<const onnx::GraphProto*> graphs{&proto.graph()};
    while (!graphs.empty()) {
        const onnx::GraphProto* graph = graphs.back();
        graphs.pop_back();
        for (const onnx::NodeProto& node : graph->node()) {
            used.insert(node.domain() == "ai.onnx" ? std::string() : node.domain());
            for (const onnx::AttributeProto& attribute : node.attribute()) {
                if (attribute.has_g())
                    graphs.push_back(&attribute.g());
                for (const onnx::GraphProto& inner : attribute.graphs())
                    graphs.push_back(&inner);
            }
        }
    }
    for (int i = proto.opset_import_size(); i-- > 0;) {
        if (used.count(proto.opset_import(i).domain()) == 0)
            proto.mutable_opset_import()->DeleteSubrange(i, 1);
    }
}

} // namespace

Result<Model> optimizeBasic(const RuntimeEnvironment& environment, const Model& model, Feedback& feedback)
{
    auto folder = TemporaryFolder::create();
    if (!folder)
        return folder.error();
    const std::filesystem::path file = (*folder)->path() / "optimized.onnx";
    constexpr std::size_t kLargestMessage = std::size_t(1) << 30;
    try {
        SerializedModel serialized = serializeForSession(model, {});
        Ort::SessionOptions options;
        options.SetGraphOptimizationLevel(ORT_ENABLE_BASIC);
        options.SetIntraOpNumThreads(1);
        options.SetOptimizedModelFilePath(file.c_str());
        options.AddConfigEntry(kOrtSessionOptionsDisableSpecifiedOptimizers, "ConstantSharing");
        if (model.weightBytes() > kLargestMessage) {
            options.AddConfigEntry(kOrtSessionOptionsOptimizedModelExternalInitializersFileName, "optimized.onnx.data");
            options.AddConfigEntry(kOrtSessionOptionsOptimizedModelExternalInitializersMinSizeInBytes, "1024");
        }
        if (!serialized.externalNames.empty())
            options.AddExternalInitializers(serialized.externalNames, serialized.externalValues);
        const Ort::Session session(environment.state().env, serialized.bytes.data(), serialized.bytes.size(), options);
    } catch (const Ort::Exception& exception) {
        return refusedModel(runtimeError(exception, "load the model"));
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "Not enough memory to optimize the graph.", {}};
    }
    QuietFeedback quiet(feedback); // the file is ours; the user has heard about the model
    Result<Model> optimized = Model::load(file, {.allowQuantized = true}, quiet);
    if (!optimized)
        return optimized.error();
    dropUnusedImports(optimized->mutableProto());
    return optimized;
}

} // namespace quantiscope
