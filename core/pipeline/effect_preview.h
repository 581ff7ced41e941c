// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/graph/graph.h"
#include "core/model/model.h"
#include "core/pipeline/calibration_stage.h"
#include "core/pipeline/recipe.h"
#include "core/qdq/rule_matching.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

class RuntimeEnvironment;

/// Why a node computes in float.
enum class FloatReason
{
    None, ///< it does not
    Rule, ///< an exclusion; NodeEffect::rule is its place
    JoinedWithRule, ///< the preparation makes one node of it and of one that an exclusion catches
    NotListed, ///< NodesToQuantize, InputNodes and OutputNodes leave it out
    OtherType, ///< the preset and the options do not quantize its type
    ControlFlow, ///< control flow is kept untouched; so is what is quantized already
    OtherHardSigmoid, ///< the NPU has no such HardSigmoid
    ComputedOperands, ///< MatMul of two computed values under MatMulConstBOnly
    NotFiniteConstant, ///< its constant holds an infinity or NaN
    NothingToQuantize, ///< its values are no float32 values, or no neighbour is quantized
};

/// What becomes of one node of the user's graph.
struct NodeEffect
{
    enum class State
    {
        Float,
        Quantized,
        Removed, ///< the preparation leaves nothing of it
    };

    State state = State::Float;
    DataType type = DataType::Float; ///< of the codes that its output (or, without one, its weight) takes
    FloatReason reason = FloatReason::None; ///< when it is Float
    int rule = -1; ///< first exclusion that catches it, by its place in QuantConfig::exclude; -1: none
    int layer = -1; ///< last layer rule that catches it, by its place in QuantConfig::layers; -1: none

    bool operator==(const NodeEffect&) const = default;
};

/// A value that changes between float and integer at its producer.
struct TypeBoundary
{
    std::string tensor; ///< in the prepared graph; mostly the same name as in the user's
    DataType type = DataType::Int8; ///< of its codes
    bool isToFloat = false; ///< integer → float; otherwise float → integer

    bool operator==(const TypeBoundary&) const = default;
};

/// Numbers of one way of quantizing a model. Nodes are the user's.
struct EffectCounts
{
    std::size_t quantized = 0; ///< nodes, with those of 16 bits
    std::size_t quantized16 = 0;
    std::size_t floating = 0;
    std::size_t removed = 0;
    std::size_t toFloat = 0; ///< boundaries integer → float, those of the model's outputs included
    std::size_t toInteger = 0; ///< float → integer, those of the model's inputs included
    std::uint64_t weightBytes = 0; ///< of all constants as they are written, with scales and zero points
    std::uint64_t multiplyAdds = 0; ///< of Conv, ConvTranspose, Gemm and MatMul with known shapes, for one sample
    std::uint64_t floatMultiplyAdds = 0; ///< those of float nodes

    bool operator==(const EffectCounts&) const = default;
};

/// What a recipe would do to a model, told without calibrating.
struct EffectPreview
{
    std::vector<NodeEffect> nodes; ///< of the user's graph, by position
    std::vector<TypeBoundary> boundaries; ///< none of dynamic quantization: its values are float between nodes
    EffectCounts before; ///< the same recipe without exclusions and layer rules
    EffectCounts after;
    std::uint64_t floatWeightBytes = 0; ///< of the float model
    std::map<std::string, DataType> tensors; ///< what is quantized in the prepared graph, but int32 biases
    std::vector<RuleFinding> exclude; ///< one for each of QuantConfig::exclude; dead ones are left out of the rest
    std::vector<RuleFinding> layers; ///< one for each of QuantConfig::layers, likewise; also those without effect
    std::vector<std::string> warnings; ///< what a run of the recipe would warn of until here
};

/// Previews recipes for one model with the engine's own preparation, selection and placement; what is prepared is kept
/// for the next recipe with the same preparation. Equalization, which moves no decision about types, and everything
/// that needs samples are left out: values in which infinities are seen stay float besides.
///
/// Thread-safe. @p environment must outlive it; the model is shared, not copied.
class EffectPreviewer
{
public:
    EffectPreviewer(const RuntimeEnvironment& environment, const Model& original);
    ~EffectPreviewer();

    /// The errors of a run that would end before its calibration (options that contradict each other, names in options
    /// that do not exist), and Canceled; a dead rule is none: see EffectPreview::exclude.
    [[nodiscard]] Result<EffectPreview> preview(const Recipe& recipe, Feedback& feedback);

    /// What a run of the recipe within @p limits would say of its memory if it began now: the sentence that it notes
    /// before it calibrates. Statistics in the cache are not looked for, with which it takes less. Reads a sample.
    /// Errors: as preview(); of the data; OutOfMemory when the budget is too small.
    [[nodiscard]] Result<std::string> memory(const Recipe& recipe, const CalibrationLimits& limits, Feedback& feedback);

private:
    struct Prepared;
    Result<std::shared_ptr<Prepared>> prepared(const QuantConfig& config, Feedback& feedback);

    const RuntimeEnvironment& m_environment;
    Model m_original;
    Graph m_graph; ///< of m_original
    std::mutex m_mutex; ///< of m_prepared and what it holds
    std::shared_ptr<Prepared> m_prepared;
};

} // namespace quantiscope
