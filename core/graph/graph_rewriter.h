// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/model.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace quantiscope {

/// A node to be added.
struct NewNode
{
    std::string opType;
    std::string domain;
    std::string name;
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    std::optional<std::int64_t> axis; ///< written as attribute "axis" when set
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
    void setFloatAttribute(std::size_t node, const std::string& name, float value);
    void removeNode(std::size_t node);
    void addNode(const NewNode& node);

    /// Adds an initializer; @p bytes as bytesOf() gives them.
    void addInitializer(const std::string& name, DataType type, std::span<const std::int64_t> shape,
                        std::span<const std::byte> bytes);

    /// Sets the version of an imported operator set.
    void importOpset(const std::string& domain, int version);

    /// A name that no value, initializer or node has: @p wanted itself, or with "_1", "_2" … behind it.
    [[nodiscard]] std::string uniqueName(const std::string& wanted);

    /// Drops initializers that nothing reads, stale shape facts and the producer's name, then checks the model.
    Result<Model> finish();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace quantiscope
