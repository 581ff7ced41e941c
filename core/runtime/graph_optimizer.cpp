// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/graph_optimizer.h"

#include "core/base/file_io.h"
#include "core/base/quiet_feedback.h"
#include "core/model/message_text.h"
#include "core/model/subgraphs.h"
#include "core/runtime/abandonable_work.h"
#include "core/runtime/inference_session.h"
#include "core/runtime/model_serialization.h"

#include <onnx/onnx_pb.h>
#include <onnxruntime_session_options_config_keys.h>

#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace quantiscope {

namespace {

namespace fs = std::filesystem;

/// More weights go to a file of their own, which is mapped afterwards: neither ONNX Runtime nor we copy them through a
/// protobuf message, which costs twice their size.
constexpr std::size_t kEmbeddedWeights = std::size_t(64) << 20;
constexpr char kOptimizedFile[] = "optimized.onnx";

/// Never wanted; names of ONNX Runtime 1.31, separated by ';'. Unknown names have no effect.
constexpr char kUnwanted[] = "ConstantSharing;LayerNormFusionL1;GeluFusionL1";

/// Not wanted besides where the graph is only to be simplified.
constexpr char kFusions[] =
    ";ClipQuantRewrite;ConvAddFusion;ConvBNFusion;ConvMulFusion;DivMulFusion;FuseReluClip;GemmSumFusion;"
    "GemmTransposeFusion;LabelEncoderFusion;MatMulAddFusion;MatMul_BatchNormalization_Fusion;NotWhereFusion;Pad_Fusion;"
    "ReluQuantRewrite;ReshapeFusion;SliceConcatToSpaceToDepthFusion;TransposeOptimizer";

/// ONNX Runtime imports every domain that it knows; only those that nodes use are kept.
void dropUnusedImports(onnx::ModelProto& proto)
{
    std::set<std::string> used{""};
    forEachNode(std::as_const(proto.graph()), [&used](const onnx::NodeProto& node) {
        used.insert(node.domain() == "ai.onnx" ? std::string() : node.domain());
    });
    for (int i = proto.opset_import_size(); i-- > 0;) {
        if (used.count(proto.opset_import(i).domain()) == 0)
            proto.mutable_opset_import()->DeleteSubrange(i, 1);
    }
}

/// The node that @p text complains about when ONNX Runtime does not have its operator ("… d:Op(-1) is not a registered
/// function/op").
std::optional<Error> unknownOperator(const std::string& text, const onnx::GraphProto& graph)
{
    if (text.find("is not a registered function/op") == std::string::npos)
        return std::nullopt;
    std::optional<Error> error;
    forEachNode(graph, [&](const onnx::NodeProto& node) {
        if (error || node.domain().empty())
            return;
        for (const char* separator : {".", ":"}) {
            if (!error && text.find(node.domain() + separator + node.op_type() + "(") != std::string::npos) {
                error = refused(node,
                                "uses operator " + printable(node.domain() + "." + node.op_type())
                                    + ", which ONNX Runtime does not have.");
            }
        }
    });
    return error;
}

/// Lets ONNX Runtime write the optimized graph. Owns all that it uses, since it may outlive the call that made it.
class Optimization
{
public:
    Optimization(Model model, OptimizerScope scope, std::unique_ptr<TemporaryFolder> folder)
        : m_env(ORT_LOGGING_LEVEL_WARNING, "quantiscope")
        , m_folder(std::move(folder))
        , m_model(std::move(model))
        , m_disabled(scope == OptimizerScope::Everything ? std::string(kUnwanted) : std::string(kUnwanted) + kFusions)
    {
    }

    [[nodiscard]] const fs::path& folder() const { return m_folder->path(); }

    /// Writes the file; the model is given up afterwards.
    void run() noexcept
    {
        try {
            m_result = optimize();
        } catch (const std::exception&) {
            m_result = outOfMemory();
        }
        m_model.reset();
    }

    /// What run() came to.
    [[nodiscard]] const Result<void>& result() const { return m_result; }

private:
    static Error outOfMemory() { return {ErrorCode::OutOfMemory, "Not enough memory to optimize the graph.", {}}; }

    Result<void> optimize()
    {
        if (freeBytes() < m_model->weightBytes())
            return diskError("there is not enough room");
        try {
            createSession(true);
            return {};
        } catch (const Ort::Exception& exception) {
            return errorOf(exception);
        } catch (const std::bad_alloc&) {
            return outOfMemory();
        }
    }

    void createSession(bool writes) const
    {
        SerializedModel serialized = serializeForSession(*m_model, {});
        Ort::SessionOptions options;
        options.SetGraphOptimizationLevel(ORT_ENABLE_BASIC);
        options.SetIntraOpNumThreads(1);
        options.AddConfigEntry(kOrtSessionOptionsDisableSpecifiedOptimizers, m_disabled.c_str());
        if (writes)
            options.SetOptimizedModelFilePath((folder() / kOptimizedFile).c_str());
        if (writes && m_model->weightBytes() > kEmbeddedWeights) {
            options.AddConfigEntry(kOrtSessionOptionsOptimizedModelExternalInitializersFileName, "optimized.onnx.data");
            options.AddConfigEntry(kOrtSessionOptionsOptimizedModelExternalInitializersMinSizeInBytes, "1024");
        }
        if (!serialized.externalNames.empty())
            options.AddExternalInitializers(serialized.externalNames, serialized.externalValues);
        const Ort::Session session(m_env, serialized.bytes.data(), serialized.bytes.size(), options);
    }

    /// ONNX Runtime's messages do not tell the model from the disk: when the model loads without being written, it was
    /// the disk.
    Error errorOf(const Ort::Exception& exception) const
    {
        const Error error = refusedModel(runtimeError(exception, "load the model"));
        if (error.code != ErrorCode::ModelRefused)
            return error;
        if (auto unknown = unknownOperator(exception.what(), m_model->graph()))
            return *unknown;
        try {
            createSession(false);
        } catch (const Ort::Exception&) {
            return error;
        }
        return diskError("the disk is full or failed");
    }

    [[nodiscard]] std::uintmax_t freeBytes() const
    {
        std::error_code ec;
        const fs::space_info space = fs::space(folder(), ec);
        return ec ? static_cast<std::uintmax_t>(-1) : space.available;
    }

    [[nodiscard]] Error diskError(const std::string& reason) const
    {
        const std::string place = folder().parent_path().string();
        return {ErrorCode::DiskError,
                "The optimized graph cannot be written to the folder for temporary files '" + place + "': " + reason
                    + " (" + std::to_string(freeBytes() >> 20) + " MiB are free, the weights have "
                    + std::to_string(m_model->weightBytes() >> 20) + " MiB). Make room there or set TMPDIR.",
                place};
    }

    Ort::Env m_env; ///< keeps the library's environment alive, whatever the caller does with its own
    std::unique_ptr<TemporaryFolder> m_folder;
    std::optional<Model> m_model;
    std::string m_disabled; ///< optimizers
    Result<void> m_result;
};

Error canceled()
{
    return {ErrorCode::Canceled, "Canceled while the graph was optimized.", {}};
}

} // namespace

Result<Model> optimizeBasic(const RuntimeEnvironment& environment, const Model& model, Feedback& feedback,
                            OptimizerScope scope)
{
    return optimizeBasic(environment, model.clone(), feedback, scope);
}

Result<Model> optimizeBasic(const RuntimeEnvironment& environment, Model&& model, Feedback& feedback,
                            OptimizerScope scope)
{
    auto folder = TemporaryFolder::create();
    if (!folder)
        return folder.error();
    (void)environment.state(); // starts the library with our logger
    const auto job = std::make_shared<Optimization>(std::move(model), scope, std::move(*folder));
    const fs::path place = job->folder();
    const auto removeFiles = [place] {
        std::error_code ec;
        fs::remove_all(place, ec);
    };
    if (!runAbandonable([job] { job->run(); }, removeFiles, feedback))
        return canceled();
    if (!job->result())
        return job->result().error();
    QuietFeedback quiet(feedback); // the file is ours; the user has heard about the model
    Result<Model> optimized = Model::load(place / kOptimizedFile, {.allowQuantized = true}, quiet);
    if (!optimized)
        return optimized.error();
    dropUnusedImports(optimized->mutableProto());
    return optimized;
}

} // namespace quantiscope
