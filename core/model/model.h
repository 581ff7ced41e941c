// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/base/result.h"
#include "core/tensor/tensor_spec.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace onnx {
class GraphProto;
class ModelProto;
class TensorProto;
} // namespace onnx

namespace quantiscope {

struct ModelTraits;

/// An ONNX model in memory with the promises that the rest of the engine relies on:
/// - its top-level graph is in topological order, every value has one producer, every read value exists;
/// - every node has a unique, non-empty name (unnamed nodes get `<OpType>_<k>`, stable from run to run);
/// - every initializer keeps its elements either in raw_data (little endian) or in a mapped external file, with exactly
///   as many bytes as its type and shape need: bytesOf() never fails;
/// - initializers are not listed as graph inputs (IR 3 lists them; the lists are separated on loading, IR version >=
/// 4);
/// - Constant nodes with a tensor value of the top-level graph are initializers;
/// - value_info holds what onnx shape inference finds.
/// Control-flow subgraphs (If, Loop, Scan bodies) are kept as they are.
class Model
{
public:
    struct LoadOptions
    {
        /// Accept a model that already holds quantized operators (it is refused otherwise).
        bool allowQuantized = false;
    };

    struct SaveOptions
    {
        /// Store weights of 1 KiB and more in "<file name>.data" beside the model. Above 2 GiB this happens anyway.
        bool externalData = false;
    };

    /// Reads, checks, names and infers the model at @p path; opset 7 to 26 of the standard domain, IR version 3 to 13.
    ///
    /// ModelRefused with a sentence of its own for: missing, folder, not readable, empty, text instead of protobuf,
    /// truncated or damaged, no graph, opset or IR version out of range, cyclic, several producers of one value,
    /// duplicate node names are renamed with a warning, a value read that nothing makes, an initializer with the wrong
    /// number of bytes, external data outside of the model's folder (`..`, absolute, a symbolic link that leads out),
    /// missing or too short external data, whatever onnx's checker finds (with the node's name), already quantized
    /// (naming the first such node; see LoadOptions).
    static Result<Model> load(const std::filesystem::path& path, const LoadOptions& options, Feedback& feedback);

    /// The same checks for a model made in memory. External data are looked for in @p folder.
    static Result<Model> fromProto(onnx::ModelProto&& proto, const std::filesystem::path& folder,
                                   const LoadOptions& options, Feedback& feedback);

    Model(Model&&) noexcept;
    Model& operator=(Model&&) noexcept;
    ~Model();

    /// A copy with the same content. Memory is shared until one of the two is edited, mapped external files always.
    [[nodiscard]] Model clone() const;

    [[nodiscard]] const onnx::ModelProto& proto() const;
    [[nodiscard]] const onnx::GraphProto& graph() const;

    /// For edits. The caller keeps the class's promises and calls refresh() afterwards. References and spans that were
    /// taken before belong to the unedited clone, if there is one.
    [[nodiscard]] onnx::ModelProto& mutableProto();

    /// Checks the promises again, renews value_info and sorts the nodes if an edit left them unsorted.
    Result<void> refresh();

    /// Version of the standard operator set (domain "") or of @p domain; 0 when the model does not import it.
    [[nodiscard]] int opset(const std::string& domain = {}) const;

    /// Inputs that a caller must feed, and outputs, in the model's order.
    [[nodiscard]] std::vector<TensorSpec> inputs() const;
    [[nodiscard]] std::vector<TensorSpec> outputs() const;

    /// Type and shape of every value of the top-level graph that is known: inputs, outputs, value_info, initializers.
    [[nodiscard]] std::map<std::string, TensorSpec> values() const;

    /// The elements of an initializer of this model: raw_data, or the mapped part of its external file.
    [[nodiscard]] std::span<const std::byte> bytesOf(const onnx::TensorProto& initializer) const;

    /// Sum of bytesOf() over all initializers.
    [[nodiscard]] std::size_t weightBytes() const;

    /// Where the model was loaded from; empty for a model made in memory.
    [[nodiscard]] const std::filesystem::path& path() const;

    /// Is any initializer kept in an external file?
    [[nodiscard]] bool usesExternalData() const;

    /// SHA-256 over the structure and all weights, independent of how dense weights are stored, of names of files and
    /// of producer and documentation strings. Functions count as they are written.
    [[nodiscard]] std::string contentHash() const;

    /// The same; polls @p feedback between pieces of the weights (Canceled).
    [[nodiscard]] Result<std::string> contentHash(const Feedback& feedback) const;

    /// Replaces @p path atomically (with external data: the data file first, under a new name when one exists, then the
    /// model).
    Result<void> save(const std::filesystem::path& path, const SaveOptions& options) const;

    /// The same; polls @p feedback between pieces of the weights. Canceled: @p path is as it was.
    Result<void> save(const std::filesystem::path& path, const SaveOptions& options, const Feedback& feedback) const;

    /// Could save() to @p model keep the weights in @p file, and must nobody else write there? For refusing an output
    /// of that name beforehand, whether or not either exists.
    [[nodiscard]] static bool mayStoreWeightsIn(const std::filesystem::path& file, const std::filesystem::path& model);

private:
    friend ModelTraits modelTraits(const Model& model);
    Model();
    struct State;
    State& edited();
    std::shared_ptr<State> m_state; ///< shared with clones until one of them is edited
};

/// First operator of @p model that shows that it is quantized already (QuantizeLinear, DequantizeLinear, QLinear*,
/// *Integer, DynamicQuantizeLinear, MatMulNBits, …), as "node 'q' (QuantizeLinear)"; nothing for a float model.
/// Subgraphs count.
[[nodiscard]] std::optional<std::string> firstQuantizedOperator(const onnx::ModelProto& model);

/// Facts that decide how a model can be quantized.
struct ModelTraits
{
    bool isFloat16 = false; ///< a node other than Cast reads float16 or bfloat16
    std::size_t subgraphNodes = 0; ///< nodes that own control-flow subgraphs (If, Loop, Scan); kept untouched
    std::size_t nodesInSubgraphs = 0;
    std::size_t unnamedNodes = 0; ///< nodes that were given a name
    /// Outputs that a node has to give and the file leaves out; they were given names. ONNX Runtime cannot run the file
    /// itself when there are any, and may end the program.
    std::size_t namedOutputs = 0;
};
[[nodiscard]] ModelTraits modelTraits(const Model& model);

} // namespace quantiscope
