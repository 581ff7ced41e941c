// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace quantiscope {

/// One integer of a tensor that holds shapes: a number, an extent known by its name ("batch"), or unknown.
struct ShapeElement
{
    std::optional<std::int64_t> number;
    std::string symbol; ///< empty when the number is known or nothing is; a named extent is at least 0

    [[nodiscard]] bool isKnown() const { return number || !symbol.empty(); }
    bool operator==(const ShapeElement&) const = default;
};

/// The elements of an integer tensor of rank 0 or 1.
struct ShapeValue
{
    std::vector<ShapeElement> elements;
    bool isScalar = false;

    [[nodiscard]] bool isComplete() const;
    bool operator==(const ShapeValue&) const = default;
};

/// Types by value name; the pointers are never null.
using ValueTypes = std::unordered_map<std::string, onnx::TypeProto*>;

/// Computes the small integer tensors by which exported models describe shapes (Shape → Gather → Concat → Reshape, …),
/// also where extents are only known by name. onnx's own data propagation stops in many such chains (scalar Gather,
/// opset < 13).
class ShapeValues
{
public:
    /// Learns an integer initializer of rank 0 or 1 with few elements in raw_data; anything else is ignored.
    void addInitializer(const onnx::TensorProto& tensor);

    /// Computes what is known about the first output of @p node (of the standard domain, all inputs visited).
    void visit(const onnx::NodeProto& node, const ValueTypes& types);

    /// The elements of a value, or nullptr when nothing is known.
    [[nodiscard]] const ShapeValue* find(const std::string& value) const;

private:
    [[nodiscard]] std::optional<ShapeValue> compute(const onnx::NodeProto& node, const ValueTypes& types) const;
    [[nodiscard]] const ShapeValue* input(const onnx::NodeProto& node, int index) const;
    [[nodiscard]] std::optional<ShapeValue> gather(const onnx::NodeProto& node) const;
    [[nodiscard]] std::optional<ShapeValue> slice(const onnx::NodeProto& node) const;
    [[nodiscard]] std::optional<ShapeValue> concat(const onnx::NodeProto& node) const;
    [[nodiscard]] std::optional<ShapeValue> reshaped(const onnx::NodeProto& node) const;
    [[nodiscard]] std::optional<ShapeValue> elementwise(const onnx::NodeProto& node) const;
    [[nodiscard]] std::optional<ShapeValue> where(const onnx::NodeProto& node) const;
    [[nodiscard]] std::optional<ShapeValue> filled(const onnx::NodeProto& node) const;

    std::unordered_map<std::string, ShapeValue> m_values;
};

} // namespace quantiscope
