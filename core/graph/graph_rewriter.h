// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/model.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace quantiscope {

/// The value of an attribute: int, float, string, ints or floats.
using AttributeValue = std::variant<std::int64_t, float, std::string, std::vector<std::int64_t>, std::vector<float>>;

/// A node to be added.
struct NewNode
{
    std::string opType;
    std::string domain;
    std::string name;
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    std::vector<std::pair<std::string, AttributeValue>> attributes = {};
};

/// Edits the top-level graph of a model that it takes over; finish() gives it back, checked and sorted.
///
/// Existing nodes keep their position as their address until finish(). Nothing is validated before finish().
class GraphRewriter
{
public:
    explicit GraphRewriter(Model model);
    ~GraphRewriter();

    /// The model in its present state. Until finish() nodes and initializers are only appended, so a Graph of it keeps
    /// its positions.
    [[nodiscard]] const Model& model() const;

    void setInput(std::size_t node, std::size_t input, const std::string& value);
    void setOutput(std::size_t node, std::size_t output, const std::string& value);
    /// Sets an attribute, whatever it was before.
    void setAttribute(std::size_t node, const std::string& name, const AttributeValue& value);
    /// Adds one more input behind those that the node has.
    void addInput(std::size_t node, const std::string& value);
    /// Puts @p by in the place of the node.
    void replaceNode(std::size_t node, const NewNode& by);
    /// Makes an operator of type @p opType of the node, without attributes; name, inputs and outputs stay.
    void setOperator(std::size_t node, const std::string& opType);
    /// The same, but attributes stay.
    void setOperatorType(std::size_t node, const std::string& opType);
    void removeNode(std::size_t node);
    void addNode(const NewNode& node);

    /// Adds an initializer; @p bytes as bytesOf() gives them.
    void addInitializer(const std::string& name, DataType type, std::span<const std::int64_t> shape,
                        std::span<const std::byte> bytes);

    /// Replaces an existing initializer's type, shape and elements; its readers see the new ones.
    void setInitializer(const std::string& name, DataType type, std::span<const std::int64_t> shape,
                        std::span<const std::byte> bytes);

    /// Declares the shape of a graph input or output, kDynamic for an open extent. Nothing else changes: what reads an
    /// input has to agree with it.
    void setDeclaredShape(const std::string& value, std::span<const std::int64_t> shape);

    /// Declares graph input @p value with its extents in the order @p permutation, symbolic names move along.
    void permuteDeclaredShape(const std::string& value, std::span<const std::size_t> permutation);

    /// Sets an entry of the node's metadata, which no program computes with; the model gets IR version 10 at least, the
    /// first with such.
    void setNodeMetadata(std::size_t node, const std::string& key, const std::string& value);
    /// Sets an entry of the model's own metadata.
    void setModelMetadata(const std::string& key, const std::string& value);

    /// Sets the version of an imported operator set.
    void importOpset(const std::string& domain, int version);

    /// Removes every node that contributes to no graph output any more. Returns how many.
    std::size_t removeDeadNodes();

    /// A name that no value, initializer or node has: @p wanted itself, or with "_1", "_2" … behind it.
    [[nodiscard]] std::string uniqueName(const std::string& wanted);

    /// Drops initializers that nothing reads, stale shape facts and the producer's name, then checks the model.
    Result<Model> finish();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace quantiscope
